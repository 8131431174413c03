//! The signs of areas: number, difficulty, victory points, supply, and letters of entry.

use sandtable_pack::{AreaId, Polygon, SideId};

use super::{Shown, to_side};
use crate::sheet::{Ink, Item, Path, Point, Rect, Stroke};
use crate::style::Style;
use crate::typeface::{Face, Lettering, ShapedText, shape};

/// How wide a number, a star, a supply source and a hill are in a row, in millimetres.
pub(super) const NUMBER: f64 = 5.0;
pub(super) const STAR: f64 = 5.0;
pub(super) const SUPPLY: f64 = 5.0;
pub(super) const HILL: f64 = 3.0;

/// What is printed on a sign of a side's colour.
const ON_COLOUR: Ink = Ink::new("paper", 0xff_ff_ff);

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

/// How far a letter of entry stands off the land, in millimetres.
const OFF: f64 = 5.4;

/// Letters of entry beside the areas where units come on, in the colour of their side.
pub(super) fn entries(shown: &Shown<'_>) -> Vec<Item> {
    let mut taken: Vec<Point> = Vec::new();
    let mut items = Vec::new();
    for entry in &shown.pack.battle().scene().entries {
        let sides: Vec<&SideId> = entry.sides.iter().collect();
        let ink = match sides.as_slice() {
            [side] => shown.side_ink(side),
            _ => shown.style().black,
        };
        for area in &entry.areas {
            let Some((from, to)) = place(shown, area, &taken) else { continue };
            taken.push(to);
            items.extend(letter(entry.letter, from, to, ink));
        }
    }
    items
}

/// A letter in its shield with an arrow towards the land.
pub(super) fn letter(letter: char, land: Point, at: Point, ink: Ink) -> Vec<Item> {
    let length = land.distance(at).max(0.01);
    let (x, y) = ((land.x - at.x) / length, (land.y - at.y) / length);
    let p = |ahead: f64, aside: f64| at.moved(x * ahead - y * aside, y * ahead + x * aside);
    let head = Path::ring(&[p(4.6, 0.0), p(2.0, -1.9), p(2.0, 1.9)]);
    let text = shape(&letter.to_string(), Lettering::new(Face::Bold, 10.0));
    vec![
        Item::line(head.clone(), Stroke::round(ON_COLOUR, 0.6)),
        Item::fill(Path::circle(at, 2.75), ON_COLOUR),
        Item::fill(head, ink),
        Item::fill(Path::circle(at, 2.5), ink),
        Item::Text(text.centred(at.moved(0.0, 1.22), ON_COLOUR)),
    ]
}

/// Where the letter of an entry stands: off the rim of its area, as far from other areas and
/// letters as can be, and within the frame.
fn place(shown: &Shown<'_>, area: &AreaId, taken: &[Point]) -> Option<(Point, Point)> {
    let frame = shown.frame.rect.grown(-3.2);
    let land = Land::of(shown);
    let lakes: Vec<Ground> =
        super::ground::inland(shown).map(|lake| Ground::of(shown, &lake.parts)).collect();
    let mut best: Option<(f64, Point, Point)> = None;
    for rim in shown.map.rim.iter().filter(|rim| rim.area == *area) {
        let line = shown.frame.line(&rim.line);
        super::borders::along(&line, 2.0, |from, slant| {
            // The land lies on the left of its rim; on the sheet, where y runs down, too.
            for side in [1.0, -1.0] {
                let at = slant.place(from, Point::new(0.0, side * OFF));
                if !frame.contains(at) || lakes.iter().any(|lake| lake.holds(at)) {
                    continue;
                }
                let clear = land.clearance(at).min(OFF);
                let apart = taken.iter().map(|other| other.distance(at)).fold(40.0, f64::min);
                let far = shown.frame.place(shown.map.areas[area].seat).distance(from);
                let worth = 4.0 * clear + 0.5 * apart.min(12.0) - 0.12 * far;
                if clear > 2.6 && best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, from, at));
                }
            }
        });
    }
    // Where areas end at the frame, the letter stands inside it, over the land.
    let seat = shown.frame.place(shown.map.areas[area].seat);
    let at_frame = || {
        let rect = shown.frame.rect;
        let ends = shown.map.rim.iter().filter(|rim| rim.area == *area);
        let places = ends.flat_map(|rim| shown.frame.line(&rim.line));
        let off = |at: &Point| {
            (at.x - rect.left).min(rect.right - at.x).min(at.y - rect.top).min(rect.bottom - at.y)
        };
        let from = places.min_by(|one, other| off(one).total_cmp(&off(other)))?;
        let inner = shown.frame.rect.grown(-3.4);
        let held = Point::new(
            from.x.clamp(inner.left, inner.right),
            from.y.clamp(inner.top, inner.bottom),
        );
        Some((held.toward(seat, (6.0 / held.distance(seat).max(6.0)).min(1.0)), held))
    };
    best.map(|(_, from, at)| (from, at)).or_else(at_frame)
}

/// Ground on the sheet, by its rings.
struct Ground(Vec<Vec<Point>>);

impl Ground {
    fn of(shown: &Shown<'_>, parts: &[Polygon]) -> Self {
        Self(parts.iter().flat_map(|part| shown.frame.rings(part)).collect())
    }

    fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.0
            .iter()
            .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| (a, b)))
    }

    /// Does a place lie in it, by the rule of even and odd?
    fn holds(&self, at: Point) -> bool {
        let crosses = |&(a, b): &(Point, Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.sides().filter(crosses).count() % 2 == 1
    }
}

/// All areas on the sheet.
struct Land(Vec<Ground>);

impl Land {
    fn of(shown: &Shown<'_>) -> Self {
        Self(shown.map.areas.values().map(|area| Ground::of(shown, &area.parts)).collect())
    }

    /// How far a place lies off all land; 0 on it.
    fn clearance(&self, at: Point) -> f64 {
        if self.0.iter().any(|area| area.holds(at)) {
            return 0.0;
        }
        let sides = self.0.iter().flat_map(Ground::sides);
        sides.map(|(a, b)| to_side(at, a, b)).fold(f64::INFINITY, f64::min)
    }
}
