//! The signs of areas: number, difficulty, victory points, supply.

use super::Shown;
use crate::sheet::{Ink, Item, Path, Point, Rect, Stroke};
use crate::style::Style;
use crate::typeface::{Face, Lettering, ShapedText, shape};

/// How wide a number, a star, a supply source and a hill are in a row, in millimetres.
pub(super) const NUMBER: f64 = 5.0;
pub(super) const STAR: f64 = 5.0;
pub(super) const SUPPLY: f64 = 5.0;
pub(super) const HILL: f64 = 3.0;

/// What is printed on a sign of a side's colour.
pub(super) const ON_COLOUR: Ink = Ink::new("paper", 0xff_ff_ff);

/// The number of an area in its frame.
pub(super) fn number(shown: &Shown<'_>, at: Point, number: &ShapedText) -> Vec<Item> {
    let style = shown.style();
    let half = (number.width() / 2.0 + 0.6).max(1.8);
    let frame = Path::rounded(Rect::new(at.x - half, at.y - 1.6, at.x + half, at.y + 1.6), 0.6);
    vec![
        Item::fill(frame.clone(), ON_COLOUR),
        Item::line(frame, Stroke::full(style.black, 0.2)),
        Item::Text(number.centred(at.moved(0.0, 0.92), style.black)),
    ]
}

/// A hill: one for each point of Terrain Difficulty.
pub(super) fn hill(style: &Style, at: Point) -> Vec<Item> {
    let p = |x: f64, y: f64| at.moved(x, y);
    let whole = Path::ring(&[p(-1.35, 1.35), p(0.0, -1.45), p(1.35, 1.35)]);
    let shade = Path::ring(&[p(0.0, -1.45), p(1.35, 1.35), p(0.25, 1.35)]);
    vec![
        Item::fill(whole.clone(), style.paper),
        Item::fill(shade, style.black),
        Item::line(whole, Stroke::round(style.black, 0.22)),
    ]
}

/// A star with the points that an area gives a side.
pub(super) fn star(shown: &Shown<'_>, at: Point, vp: i16, ink: Ink) -> Vec<Item> {
    const TIPS: usize = 5;
    let place = |step: usize, reach: f64| {
        let turn = step as f64 * std::f64::consts::PI / TIPS as f64;
        at.moved(reach * libm::sin(turn), 0.15 - reach * libm::cos(turn))
    };
    let corners: Vec<Point> =
        (0..2 * TIPS).map(|step| place(step, if step % 2 == 0 { 2.5 } else { 1.55 })).collect();
    let path = Path::ring(&corners);
    let figures = shape(&vp.to_string(), Lettering::new(Face::Bold, 6.5));
    vec![
        Item::line(path.clone(), Stroke::round(shown.style().paper, 0.5)),
        Item::fill(path, ink),
        Item::Text(figures.centred(at.moved(0.0, 0.95), ON_COLOUR)),
    ]
}

/// A supply source: a wheel in the colour of its side.
pub(super) fn supply(shown: &Shown<'_>, at: Point, ink: Ink) -> Vec<Item> {
    let mut spokes = Path::new();
    for step in 0..3 {
        let turn = f64::from(step) * std::f64::consts::PI / 3.0;
        let (x, y) = (1.55 * libm::cos(turn), 1.55 * libm::sin(turn));
        spokes.add_line(&[at.moved(-x, -y), at.moved(x, y)]);
    }
    vec![
        Item::fill(Path::circle(at, 1.95), shown.style().paper),
        Item::line(Path::circle(at, 1.6), Stroke::full(ink, 0.55)),
        Item::line(spokes, Stroke::full(ink, 0.3)),
        Item::fill(Path::circle(at, 0.5), ink),
    ]
}
