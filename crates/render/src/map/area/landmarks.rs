//! The signs of towns, ports, airfields, heights, forts and bridges.

use sandtable_pack::fab::PlaceKind;

use super::Shown;
use crate::sheet::{Item, Path, Point, Rect, Stroke};

/// The sign of a place.
pub(super) fn sign(shown: &Shown<'_>, kind: PlaceKind, at: Point) -> Vec<Item> {
    let (black, paper) = (shown.style().black, shown.style().paper);
    let p = |x: f64, y: f64| at.moved(x, y);
    match kind {
        PlaceKind::Town => vec![
            Item::fill(Path::circle(at, 0.85), paper),
            Item::line(Path::circle(at, 0.75), Stroke::full(black, 0.25)),
            Item::fill(Path::circle(at, 0.3), black),
        ],
        PlaceKind::Port => vec![
            Item::fill(Path::circle(at, 1.5), paper),
            Item::line(anchor(at), Stroke::round(black, 0.3)),
            Item::line(Path::circle(p(0.0, -1.25), 0.25), Stroke::full(black, 0.2)),
        ],
        PlaceKind::Airfield => vec![
            Item::fill(Path::circle(at, 1.9), paper),
            Item::line(Path::circle(at, 1.85), Stroke::full(black, 0.18)),
            Item::fill(aeroplane(at), black),
        ],
        PlaceKind::Height => {
            vec![Item::fill(Path::ring(&[p(-0.9, 0.8), p(0.0, -0.9), p(0.9, 0.8)]), black)]
        }
        PlaceKind::Fort => {
            let square = Path::rect(Rect::new(at.x - 0.8, at.y - 0.8, at.x + 0.8, at.y + 0.8));
            vec![Item::fill(square.clone(), paper), Item::line(square, Stroke::full(black, 0.4))]
        }
        PlaceKind::Bridge => {
            let mut rails = Path::line(&[p(-1.3, -0.9), p(-0.8, -0.5), p(0.8, -0.5), p(1.3, -0.9)]);
            rails.add_line(&[p(-1.3, 0.9), p(-0.8, 0.5), p(0.8, 0.5), p(1.3, 0.9)]);
            vec![Item::line(rails, Stroke::round(black, 0.3))]
        }
    }
}

fn anchor(at: Point) -> Path {
    let p = |x: f64, y: f64| at.moved(x, y);
    let mut anchor = Path::line(&[p(0.0, -1.1), p(0.0, 1.3)]);
    anchor.add_line(&[p(-0.65, -0.5), p(0.65, -0.5)]);
    anchor.add_curve(&[p(-1.15, 0.35), p(-0.75, 1.1), p(0.0, 1.35), p(0.75, 1.1), p(1.15, 0.35)]);
    anchor
}

/// An aeroplane that flies north.
fn aeroplane(at: Point) -> Path {
    let p = |x: f64, y: f64| at.moved(x, y);
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
