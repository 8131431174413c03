//! Polygons joined, and outlines that cross themselves taken apart, where the ground that they cover is beyond doubt.

use geo::bool_ops::FillRule;
use geo::{BooleanOps, Coord, LineString, MultiPolygon};
use sandtable_pack::{GroundPoint, double_area};

use crate::geometry::clip::simplified;

/// Smaller scraps that come of taking an outline apart are left out, in square centimetres doubled:
/// 1 m².
const SCRAP: i128 = 20_000;
/// Ground that an outline goes round twice may be this part of all of it, or this many square
/// metres: more, and only the author knows whether it counts.
const DOUBTFUL: (f64, f64) = (0.001, 10.0);
/// Taken apart, an outline may hold this part more than as it is drawn, or this many square metres:
/// more, and it is a corner that lies in the wrong place.
const CHANGED: (f64, f64) = (0.05, 10.0);

/// Polygons as rings of points, the outline first.
pub type Parts = Vec<Vec<Vec<GroundPoint>>>;

/// Polygons that cover the same ground without crossing or overlapping, and how many scraps were
/// left out. The outline counts as one goes round it; what it goes round twice is in doubt.
pub fn apart(polygons: &[Vec<Vec<GroundPoint>>]) -> Result<(Parts, usize), String> {
    let mut whole = MultiPolygon::new(Vec::new());
    for rings in polygons {
        let mut ground = filled(&rings[..1])?;
        // What a crossing turns inside out counts against the rest.
        let drawn = double_area(&rings[0]).unsigned_abs() as f64 / 20_000.0;
        let held = square_metres(&ground);
        if held - drawn > (held * CHANGED.0).max(CHANGED.1) {
            return Err(format!(
                "its outline crosses itself so widely ({drawn:.0} m² as it is drawn, {held:.0} m² taken apart) that a corner must lie in the wrong place: move it back, or draw it again there"
            ));
        }
        if rings.len() > 1 {
            ground = ground.difference(&filled(&rings[1..])?);
        }
        whole = whole.union(&ground);
    }
    let mut rubbed_out = 0;
    let mut parts: Vec<Vec<Vec<GroundPoint>>> = Vec::new();
    for part in &whole {
        let rounded = |line: &LineString| {
            let points =
                line.0.iter().map(|c| GroundPoint::new(c.x.round() as i32, c.y.round() as i32));
            simplified(points.collect())
        };
        let mut rings: Vec<Vec<GroundPoint>> =
            std::iter::once(part.exterior()).chain(part.interiors()).map(rounded).collect();
        if double_area(&rings[0]).abs() < SCRAP {
            rubbed_out += 1;
            continue;
        }
        let count = rings.len();
        let mut number = 0;
        rings.retain(|ring| {
            number += 1;
            number == 1 || double_area(ring).abs() >= SCRAP
        });
        rubbed_out += count - rings.len();
        for (number, ring) in rings.iter_mut().enumerate() {
            if (double_area(ring) > 0) == (number > 0) {
                ring.reverse();
            }
        }
        parts.push(rings);
    }
    // The order of the library is its own.
    parts.sort();
    match parts.is_empty() {
        true => Err("nothing is left of it: draw it again".to_owned()),
        false => Ok((parts, rubbed_out)),
    }
}

/// The ground inside rings, whichever way they run; why not if some of it is in doubt.
fn filled(rings: &[Vec<GroundPoint>]) -> Result<MultiPolygon, String> {
    let line = |ring: &Vec<GroundPoint>| {
        LineString(ring.iter().map(|p| Coord { x: f64::from(p.x), y: f64::from(p.y) }).collect())
    };
    let shape = MultiPolygon::new(
        rings.iter().map(|ring| geo::Polygon::new(line(ring), Vec::new())).collect(),
    );
    let nothing = MultiPolygon::new(Vec::new());
    let all = shape.union_with_fill_rule(&nothing, FillRule::NonZero);
    let once = shape.union_with_fill_rule(&nothing, FillRule::EvenOdd);
    let (all_area, once_area) = (square_metres(&all), square_metres(&once));
    let doubt = all_area - once_area;
    if doubt > (all_area * DOUBTFUL.0).max(DOUBTFUL.1) {
        return Err(format!(
            "its outline goes round {doubt:.0} m² twice, and only you know whether they count: draw it again there"
        ));
    }
    Ok(all)
}

fn square_metres(shape: &MultiPolygon) -> f64 {
    let ring = |line: &LineString| {
        let doubled: f64 = line.lines().map(|line| line.determinant()).sum();
        doubled.abs() / 20_000.0
    };
    let part = |part: &geo::Polygon| {
        ring(part.exterior()) - part.interiors().iter().map(ring).sum::<f64>()
    };
    shape.iter().map(part).sum()
}
