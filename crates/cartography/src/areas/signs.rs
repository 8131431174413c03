//! Area symbols: number, difficulty, victory points and supply. Each is drawn around a point, at a
//! scale relative to its usual size.

use sandtable_pack::SideId;
use sandtable_sheet::{Face, Ink, Item, Lettering, Path, Point, Rect, Stroke, shape};

use super::input::SheetInput;
use crate::style::Style;

/// Widths of a number, a star, a supply source and a hill in a row, in millimetres.
pub(crate) const NUMBER: f64 = 8.2;
pub(crate) const STAR: f64 = 7.6;
pub(crate) const SUPPLY: f64 = 7.0;
pub(crate) const HILL: f64 = 5.2;

/// The ink for text on a side's colour.
pub(crate) const ON_COLOUR: Ink = Ink::new("paper", 0xff_ff_ff);

/// Draws the number of an area in its frame, on the colour of its holder.
pub(crate) fn number(
    input: &SheetInput<'_>,
    at: Point,
    number: &str,
    size: f64,
    holder: Option<Ink>,
) -> Vec<Item> {
    let style = input.style();
    let text = shape(number, Lettering::new(Face::Bold, 12.5 * size));
    let half = (text.width() / 2.0 + 0.9 * size).max(2.9 * size);
    let high = 2.6 * size;
    let frame = Path::rounded_rect(
        Rect::new(at.x - half, at.y - high, at.x + half, at.y + high),
        0.9 * size,
    );
    let ink = if holder.is_some() { ON_COLOUR } else { style.sheet.black };
    vec![
        Item::fill(frame.clone(), holder.unwrap_or(ON_COLOUR)),
        Item::line(frame, Stroke::solid(style.sheet.black, 0.3)),
        Item::Text(text.centred(at.translate(0.0, 1.5 * size), ink)),
    ]
}

/// Draws a hill; an area has one for each point of Terrain Difficulty.
pub(crate) fn hill(style: &Style, at: Point, size: f64) -> Vec<Item> {
    let p = |x: f64, y: f64| at.translate(x * size, y * size);
    let whole = Path::ring(&[p(-2.3, 2.3), p(0.0, -2.4), p(2.3, 2.3)]);
    let shade = Path::ring(&[p(0.0, -2.4), p(2.3, 2.3), p(0.5, 2.3)]);
    vec![
        Item::fill(whole.clone(), style.sheet.paper),
        Item::fill(shade, style.sheet.black),
        Item::line(whole, Stroke::round(style.sheet.black, 0.35)),
    ]
}

/// Draws a star with the points that an area is worth to a side.
pub(crate) fn star(
    input: &SheetInput<'_>,
    at: Point,
    vp: i16,
    side: &SideId,
    size: f64,
) -> Vec<Item> {
    const TIPS: usize = 5;
    let place = |step: usize, reach: f64| {
        let turn = step as f64 * std::f64::consts::PI / TIPS as f64;
        at.translate(reach * libm::sin(turn), 0.25 * size - reach * libm::cos(turn))
    };
    let reach = |step: usize| if step.is_multiple_of(2) { 3.75 * size } else { 2.35 * size };
    let corners: Vec<Point> = (0..2 * TIPS).map(|step| place(step, reach(step))).collect();
    let path = Path::ring(&corners);
    let ink = input.side_ink(side);
    // The second side's star is an outline.
    let (ground, figure) = if input.is_second(side) { (ON_COLOUR, ink) } else { (ink, ON_COLOUR) };
    let figures = shape(&vp.to_string(), Lettering::new(Face::Bold, 10.5 * size));
    vec![
        Item::line(path.clone(), Stroke::round(input.style().sheet.paper, 1.2)),
        Item::fill(path.clone(), ground),
        Item::line(path, Stroke::round(ink, 0.5)),
        Item::Text(figures.centred(at.translate(0.0, 1.5 * size), figure)),
    ]
}

/// Draws a supply source: a wheel in the colour of its side.
pub(crate) fn supply(input: &SheetInput<'_>, at: Point, side: &SideId, size: f64) -> Vec<Item> {
    let ink = input.side_ink(side);
    let mut spokes = Path::new();
    for step in 0..3 {
        let turn = f64::from(step) * std::f64::consts::PI / 3.0;
        let (x, y) = (2.4 * size * libm::cos(turn), 2.4 * size * libm::sin(turn));
        spokes.add_line(&[at.translate(-x, -y), at.translate(x, y)]);
    }
    let rim = Path::circle(at, 3.1 * size);
    // The second side's wheel is on a solid disc.
    let (ground, wheel) =
        if input.is_second(side) { (ink, ON_COLOUR) } else { (input.style().sheet.paper, ink) };
    vec![
        Item::line(rim.clone(), Stroke::solid(input.style().sheet.paper, 0.6)),
        Item::fill(rim, ground),
        Item::line(Path::circle(at, 2.3 * size), Stroke::solid(wheel, 0.75 * size)),
        Item::line(spokes, Stroke::solid(wheel, 0.5 * size)),
        Item::fill(Path::circle(at, 0.8 * size), wheel),
    ]
}
