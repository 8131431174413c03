//! Symbols of towns, ports, airfields, heights, forts and bridges.

use sandtable_pack::fab::PlaceKind;
use sandtable_sheet::{Item, Path, Point, Rect, Stroke};

use super::input::SheetInput;

/// The scale of symbols relative to the drawings below.
const SIZE: f64 = 1.35;
/// The radius of a place symbol, in millimetres.
pub(crate) const SYMBOL_RADIUS: f64 = 1.5;

/// Draws the symbol of a place.
pub(crate) fn draw_symbol(input: &SheetInput<'_>, kind: PlaceKind, at: Point) -> Vec<Item> {
    let (black, paper) = (input.style().sheet.black, input.style().sheet.paper);
    let p = |x: f64, y: f64| at.translate(SIZE * x, SIZE * y);
    match kind {
        PlaceKind::Town => vec![
            Item::fill(Path::circle(at, 0.85 * SIZE), paper),
            Item::line(Path::circle(at, 0.75 * SIZE), Stroke::solid(black, 0.35)),
            Item::fill(Path::circle(at, 0.3 * SIZE), black),
        ],
        PlaceKind::Port => vec![
            Item::fill(Path::circle(at, 1.5 * SIZE), paper),
            Item::line(anchor(at), Stroke::round(black, 0.4)),
            Item::line(Path::circle(p(0.0, -1.25), 0.25 * SIZE), Stroke::solid(black, 0.3)),
        ],
        PlaceKind::Airfield => vec![
            Item::fill(Path::circle(at, 1.9 * SIZE), paper),
            Item::line(Path::circle(at, 1.85 * SIZE), Stroke::solid(black, 0.25)),
            Item::fill(aeroplane(at), black),
        ],
        PlaceKind::Height => {
            vec![Item::fill(Path::ring(&[p(-0.9, 0.8), p(0.0, -0.9), p(0.9, 0.8)]), black)]
        }
        PlaceKind::Fort => {
            let (one, other) = (p(-0.8, -0.8), p(0.8, 0.8));
            let square = Path::rect(Rect::new(one.x, one.y, other.x, other.y));
            vec![Item::fill(square.clone(), paper), Item::line(square, Stroke::solid(black, 0.5))]
        }
        PlaceKind::Bridge => {
            let mut rails = Path::line(&[p(-1.3, -0.9), p(-0.8, -0.5), p(0.8, -0.5), p(1.3, -0.9)]);
            rails.add_line(&[p(-1.3, 0.9), p(-0.8, 0.5), p(0.8, 0.5), p(1.3, 0.9)]);
            vec![Item::line(rails, Stroke::round(black, 0.4))]
        }
        PlaceKind::Region => Vec::new(),
    }
}

fn anchor(at: Point) -> Path {
    let p = |x: f64, y: f64| at.translate(SIZE * x, SIZE * y);
    let mut anchor = Path::line(&[p(0.0, -1.1), p(0.0, 1.3)]);
    anchor.add_line(&[p(-0.65, -0.5), p(0.65, -0.5)]);
    anchor.add_curve(&[p(-1.15, 0.35), p(-0.75, 1.1), p(0.0, 1.35), p(0.75, 1.1), p(1.15, 0.35)]);
    anchor
}

/// Returns the outline of an aeroplane that points north.
fn aeroplane(at: Point) -> Path {
    let p = |x: f64, y: f64| at.translate(SIZE * x, SIZE * y);
    Path::ring(&[
        p(0.0, -1.5),
        p(0.25, -0.5),
        p(1.5, 0.15),
        p(1.5, 0.5),
        p(0.25, 0.3),
        p(0.15, 1.0),
        p(0.6, 1.35),
        p(0.6, 1.6),
        p(0.0, 1.4),
        p(-0.6, 1.6),
        p(-0.6, 1.35),
        p(-0.15, 1.0),
        p(-0.25, 0.3),
        p(-1.5, 0.5),
        p(-1.5, 0.15),
        p(-0.25, -0.5),
    ])
}
