//! Symbols of markers, drawn with their names.

use sandtable_pack::Language;
use sandtable_sheet::{Block, Face, Ink, Item, Path, Point, Rect, Stroke};

use crate::figures::capitalise;
use crate::words::{Words, translate};

/// Draws a symbol around a centre, at a given height.
pub type DrawSymbol = fn(Point, f64, Ink) -> Vec<Item>;

/// A symbol in a field, with its name below.
pub fn named_symbol(
    field: Rect,
    ink: Ink,
    (words, language): (Words, Language),
    sign: DrawSymbol,
) -> Vec<Item> {
    let height = field.height() * 0.5;
    let middle = Point::new(field.centre().x, field.top + height / 2.0);
    // Strokes extend half their width beyond their ends.
    let mut items = sign(middle, height * 0.88, ink);
    let room = Rect { top: field.top + height + 0.3, ..field };
    let text = capitalise(translate(words, language));
    items.extend(Block::new(&text, Face::Semibold, 7.0, room, 2, ink).items);
    items
}

/// Draws lines around a centre, with coordinates in fractions of the height.
struct Pen {
    middle: Point,
    height: f64,
    ink: Ink,
}

impl Pen {
    fn at(&self, (x, y): (f64, f64)) -> Point {
        self.middle.translate(x * self.height, y * self.height)
    }

    fn points(&self, places: &[(f64, f64)]) -> Vec<Point> {
        places.iter().map(|place| self.at(*place)).collect()
    }

    fn line(&self, places: &[(f64, f64)]) -> Item {
        Item::line(Path::line(&self.points(places)), Stroke::solid(self.ink, self.height * 0.11))
    }

    fn area(&self, places: &[(f64, f64)]) -> Item {
        Item::fill(Path::ring(&self.points(places)), self.ink)
    }
}

/// A block broken in two.
pub fn broken_block(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.area(&[
            (-0.68, -0.42),
            (-0.12, -0.42),
            (0.0, -0.14),
            (-0.18, 0.06),
            (-0.08, 0.36),
            (-0.68, 0.36),
        ]),
        pen.area(&[
            (0.08, -0.3),
            (0.64, -0.4),
            (0.76, 0.36),
            (0.2, 0.48),
            (0.02, 0.14),
            (0.2, -0.06),
        ]),
    ]
}

/// An upward arrow.
pub fn up_arrow(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.area(&[(0.0, -0.48), (0.34, -0.05), (-0.34, -0.05)]),
        pen.area(&[(-0.13, -0.1), (0.13, -0.1), (0.13, 0.48), (-0.13, 0.48)]),
    ]
}

/// Battlements.
pub fn rampart(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![pen.area(&[
        (-0.7, 0.4),
        (-0.7, -0.35),
        (-0.42, -0.35),
        (-0.42, -0.05),
        (-0.14, -0.05),
        (-0.14, -0.35),
        (0.14, -0.35),
        (0.14, -0.05),
        (0.42, -0.05),
        (0.42, -0.35),
        (0.7, -0.35),
        (0.7, 0.4),
    ])]
}

/// Two crossed bars on a rail.
pub fn barrier(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let cross = |x: f64| {
        [
            pen.line(&[(x - 0.25, -0.4), (x + 0.25, 0.4)]),
            pen.line(&[(x - 0.25, 0.4), (x + 0.25, -0.4)]),
        ]
    };
    let rail = pen.line(&[(-0.8, 0.0), (0.8, 0.0)]);
    [-0.42, 0.42].into_iter().flat_map(cross).chain([rail]).collect()
}

/// A bridge with a gap.
pub fn broken_bridge(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.line(&[(-0.8, -0.45), (-0.62, -0.22), (-0.2, -0.22), (-0.1, 0.05)]),
        pen.line(&[(-0.8, 0.45), (-0.62, 0.22), (-0.28, 0.22), (-0.16, 0.4)]),
        pen.line(&[(0.8, -0.45), (0.62, -0.22), (0.24, -0.22), (0.12, -0.4)]),
        pen.line(&[(0.8, 0.45), (0.62, 0.22), (0.2, 0.22), (0.1, -0.02)]),
    ]
}

/// A stand with a flag.
pub fn flag_stand(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![
        pen.line(&[(-0.3, -0.5), (-0.3, 0.5)]),
        pen.area(&[(-0.3, -0.5), (0.5, -0.5), (0.28, -0.22), (0.5, 0.06), (-0.3, 0.06)]),
    ]
}

/// Two arrowheads.
pub fn arrows(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let head = |x: f64| pen.area(&[(x, -0.45), (x + 0.6, 0.0), (x, 0.45), (x + 0.18, 0.0)]);
    vec![head(-0.65), head(0.05)]
}

/// A crossed-out wheel.
pub fn no_wheel(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let rim = Item::line(Path::circle(middle, height * 0.36), Stroke::solid(ink, height * 0.11));
    let hub = Item::fill(Path::circle(middle, height * 0.1), ink);
    vec![rim, hub, pen.line(&[(-0.5, 0.5), (0.5, -0.5)])]
}

/// An arrow over waves.
pub fn over_water(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    let waves = [(-0.8, 0.3), (-0.5, 0.1), (-0.2, 0.3), (0.1, 0.1), (0.4, 0.3), (0.7, 0.1)];
    let mut path = Path::new();
    path.add_curve(&pen.points(&waves));
    vec![
        Item::line(path, Stroke::solid(ink, height * 0.11)),
        pen.line(&[(-0.55, -0.25), (0.2, -0.25)]),
        pen.area(&[(0.15, -0.5), (0.6, -0.25), (0.15, 0.0)]),
    ]
}

/// A downward arrow, which points at the current turn.
pub fn pointer(middle: Point, height: f64, ink: Ink) -> Vec<Item> {
    let pen = Pen { middle, height, ink };
    vec![pen.area(&[
        (-0.2, -0.48),
        (0.2, -0.48),
        (0.2, 0.0),
        (0.46, 0.0),
        (0.0, 0.48),
        (-0.46, 0.0),
        (-0.2, 0.0),
    ])]
}
