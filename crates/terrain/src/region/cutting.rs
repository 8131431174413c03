//! Splitting of rings at tile borders.

use crate::geometry::edge::{Edge, Place};
use crate::geometry::grid::{Grid, TILE};
use crate::geometry::quad::Bounds;
use crate::region::union::Ring;

/// The edges of the rings inside each tile, closed along the tile's border.
pub(crate) fn cut_polygon(grid: Grid, rings: &[Ring]) -> Vec<Vec<Edge>> {
    let mut cut: Vec<Vec<Edge>> = vec![Vec::new(); grid.len()];
    for ring in rings {
        let places: Vec<Place> = ring.iter().copied().map(Place::from).collect();
        let [left, right, bottom, top] = grid.cover(&Bounds::of(ring));
        for column in left..=right {
            let slice = between(&places, column, |place| place.x, |place, x| Place { x, ..place });
            for row in bottom..=top {
                let part = between(&slice, row, |place| place.y, |place, y| Place { y, ..place });
                if let Some(tile) = grid.index(column, row) {
                    cut[tile].extend(edges_of(&part));
                }
            }
        }
    }
    cut
}

fn edges_of(ring: &[Place]) -> impl Iterator<Item = Edge> + '_ {
    (0..ring.len())
        .map(|k| Edge { from: ring[k], to: ring[(k + 1) % ring.len()] })
        .filter(|edge| edge.from != edge.to)
}

/// The part of a ring inside column or row `index` of the tiles (Sutherland–Hodgman). Separate
/// parts stay connected along the border, where their edges cancel out.
fn between(
    ring: &[Place],
    index: i32,
    coordinate: impl Fn(Place) -> f64 + Copy,
    set: impl Fn(Place, f64) -> Place + Copy,
) -> Vec<Place> {
    let low = f64::from(index) * f64::from(TILE);
    let high = low + f64::from(TILE);
    let upper = clip(ring, |place| coordinate(place) - low, |place| set(place, low));
    clip(&upper, |place| high - coordinate(place), |place| set(place, high))
}

/// The part of a ring where `inside` is not negative; points on the line are moved exactly onto it.
fn clip(
    ring: &[Place],
    inside: impl Fn(Place) -> f64,
    on_line: impl Fn(Place) -> Place,
) -> Vec<Place> {
    let mut kept = Vec::new();
    for k in 0..ring.len() {
        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
        let (from, to) = (inside(a), inside(b));
        if from >= 0.0 {
            kept.push(a);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            let share = from / (from - to);
            let cut = Place { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
            kept.push(on_line(cut));
        }
    }
    kept
}
