//! Hills from elevation data: polygons of the ground above a level, simplified and without specks.
//!
//! Method: marching squares with linear interpolation (the crate `contour`) on the smoothed ground.
//! The polygons are simplified as in Visvalingam and Whyatt, "Line generalisation by repeated
//! elimination of points", The Cartographic Journal 30 (1993).

use geo::{Coord, LineString, SimplifyVwPreserve as _};
use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::Levels;
use super::surface::Surface;
use crate::elevation::isolines;
use crate::ground::Ground;
use sandtable_map::clip_polygon;

/// The side of the smallest square to keep on paper, in millimetres. Vertices that form smaller
/// triangles are removed.
const DETAIL: f64 = 1.0;
/// The maximum number of levels; with more, the map would be a contour map.
pub(crate) const MAX_LEVELS: usize = 9;
/// A value below all ground, which closes contours at the edge.
const BELOW_GROUND: f64 = -1e6;

/// A hill at one level.
pub(crate) struct Hill {
    pub(crate) id: String,
    /// The level, counted from 1.
    pub(crate) level: usize,
    /// The elevation of the level in metres, above sea level or above the surroundings.
    pub(crate) metres: f64,
    pub(crate) polygon: Polygon,
}

/// Returns the elevations of the levels in metres, lowest first.
///
/// `part` is the default proportion of the ground below the lowest level, from 0 to 1.
pub(crate) fn levels(surface: &Surface, wanted: Levels, from: Option<f64>, part: f64) -> Vec<f64> {
    let top = surface.quantile(1.0);
    let step = match wanted {
        Levels::Every(metres) => metres,
        Levels::Count(count) => {
            let lowest = from.unwrap_or_else(|| surface.quantile(part));
            // Leave some ground above the highest level.
            round_step((surface.quantile(0.995) - lowest) / f64::from(count.max(1)))
        }
    };
    let lowest = from.unwrap_or_else(|| (surface.quantile(part) / step).ceil() * step);
    let most = match wanted {
        Levels::Every(_) => MAX_LEVELS,
        Levels::Count(count) => (count as usize).min(MAX_LEVELS),
    };
    (0..most).map(|level| lowest + level as f64 * step).take_while(|metres| *metres < top).collect()
}

/// Rounds a step down to 1, 2, 5, 10, 15, 20, 25, 30, 40 or 50 metres, or to a multiple of fifty.
fn round_step(metres: f64) -> f64 {
    const STEPS: [f64; 10] = [50.0, 40.0, 30.0, 25.0, 20.0, 15.0, 10.0, 5.0, 2.0, 1.0];
    if metres >= 100.0 {
        return (metres / 50.0).floor() * 50.0;
    }
    STEPS.into_iter().find(|step| *step <= metres).unwrap_or(1.0)
}

/// Returns the hills of all levels, and the number of omitted specks. A speck is a hill or hollow
/// smaller than a square with the given side in centimetres.
pub(crate) fn hills(
    ground: &Ground,
    surface: &Surface,
    levels: &[f64],
    smallest: f64,
) -> (Vec<Hill>, usize) {
    let (columns, rows) = (surface.columns + 2, surface.rows + 2);
    let mut padded = vec![BELOW_GROUND; columns * rows];
    for (row, line) in surface.heights.chunks_exact(surface.columns).enumerate() {
        let start = (row + 1) * columns + 1;
        padded[start..start + surface.columns].copy_from_slice(line);
    }
    let least = 2.0 * smallest * smallest;
    let is_large = |ring: &[GroundPoint]| double_area(ring).unsigned_abs() as f64 >= least;
    let (mut hills, mut specks) = (Vec::new(), 0);
    for (metres, level) in levels.iter().zip(1..) {
        let mut level_hills: Vec<Polygon> = Vec::new();
        for contour in isolines::polygons_above(&padded, columns, *metres) {
            for polygon in clip_polygon(&ground.wide, &rings(ground, surface, &contour)) {
                if !is_large(&polygon.exterior) {
                    specks += 1;
                    continue;
                }
                let (holes, small): (Vec<_>, Vec<_>) =
                    polygon.holes.into_iter().partition(|hole| is_large(hole));
                specks += small.len();
                level_hills.push(Polygon { exterior: polygon.exterior, holes });
            }
        }
        // Sort from the north-west.
        level_hills.sort_by_cached_key(|polygon| {
            let north = polygon.exterior.iter().map(|at| -at.y).min();
            (north, polygon.exterior.clone())
        });
        hills.extend(level_hills.into_iter().zip(1..).map(|(polygon, number)| Hill {
            id: format!("hill-{}-{number}", elevation_word(*metres)),
            level,
            metres: *metres,
            polygon,
        }));
    }
    (hills, specks)
}

/// Formats an elevation as part of an id.
fn elevation_word(metres: f64) -> String {
    let sign = if metres < 0.0 { "below-" } else { "" };
    format!("{sign}{}", metres.abs()).replace('.', "-")
}

/// Converts a contour to simplified rings in the wide frame.
fn rings(ground: &Ground, surface: &Surface, polygon: &geo::Polygon<f64>) -> Vec<Vec<GroundPoint>> {
    let cell = f64::from(surface.cell);
    let side = |count: usize| (count - 1) as f64 * cell;
    let (right, top) = (side(surface.columns), side(surface.rows));
    // The grid has a border that the surface lacks, so it starts one cell further in.
    let place = |at: &Coord<f64>| Coord {
        x: ((at.x - 1.0) * cell).clamp(0.0, right),
        y: ((at.y - 1.0) * cell).clamp(0.0, top),
    };
    let ring = |line: &LineString<f64>| LineString(line.0.iter().map(place).collect());
    let detail = ground.ground_length(DETAIL);
    let whole =
        geo::Polygon::new(ring(polygon.exterior()), polygon.interiors().iter().map(ring).collect());
    let simple = whole.simplify_vw_preserve(detail * detail / 2.0);
    let rounded = |line: &LineString<f64>| {
        let mut ring: Vec<GroundPoint> = line
            .0
            .iter()
            .map(|at| GroundPoint::new(at.x.round() as i32, at.y.round() as i32))
            .collect();
        ring.dedup();
        if ring.first() == ring.last() {
            ring.pop();
        }
        // Make the first vertex independent of the library's choice.
        let first = (0..ring.len()).min_by_key(|&at| ring[at]).unwrap_or(0);
        ring.rotate_left(first);
        ring
    };
    std::iter::once(simple.exterior())
        .chain(simple.interiors())
        .map(rounded)
        .filter(|ring| ring.len() >= 3)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (metres, step) in
            [(0.3, 1.0), (7.0, 5.0), (19.0, 15.0), (33.0, 30.0), (99.0, 50.0), (270.0, 250.0)]
        {
            assert!((round_step(metres) - step).abs() < f64::EPSILON, "{metres}");
        }
    }
}
