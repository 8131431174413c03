//! Joins polygons, and splits self-crossing outlines, if their area is unambiguous.

use geo::bool_ops::FillRule;
use geo::{BooleanOps, Coord, LineString, MultiPolygon};
use sandtable_pack::{GroundPoint, double_area};

use crate::geometry::clip::simplify;

/// The doubled area below which parts of a split outline are omitted, in square centimetres: 1 m²
/// of actual area.
const MIN_PART_AREA: i128 = 20_000;
/// The maximum area that an outline encloses twice, as a proportion of its area, or in square
/// metres. For more, only the author knows whether it counts.
const MAX_DOUBLE_AREA: (f64, f64) = (0.001, 10.0);
/// The maximum increase of an outline's area by splitting, as a proportion, or in square metres.
/// For more, a vertex is probably misplaced.
const MAX_AREA_INCREASE: (f64, f64) = (0.05, 10.0);

/// Polygons as rings of points, the outline first.
pub type Parts = Vec<Vec<Vec<GroundPoint>>>;

/// Returns polygons of the same area without crossings or overlaps, and the number of omitted small
/// parts; or the reason why the area is ambiguous.
pub fn separate(polygons: &[Vec<Vec<GroundPoint>>]) -> Result<(Parts, usize), String> {
    let mut whole = MultiPolygon::new(Vec::new());
    for rings in polygons {
        let mut ground = fill(&rings[..1])?;
        // Parts inverted by a crossing count as negative area.
        let drawn = double_area(&rings[0]).unsigned_abs() as f64 / 20_000.0;
        let held = square_metres(&ground);
        if held - drawn > (held * MAX_AREA_INCREASE.0).max(MAX_AREA_INCREASE.1) {
            return Err(format!(
                "its ring crosses itself too widely ({drawn:.0} m² as drawn, {held:.0} m² after splitting); a vertex is probably misplaced: move it back, or redraw it there"
            ));
        }
        if rings.len() > 1 {
            ground = ground.difference(&fill(&rings[1..])?);
        }
        whole = whole.union(&ground);
    }
    let mut omitted = 0;
    let mut parts: Vec<Vec<Vec<GroundPoint>>> = Vec::new();
    for part in &whole {
        let rounded = |line: &LineString| {
            let points =
                line.0.iter().map(|c| GroundPoint::new(c.x.round() as i32, c.y.round() as i32));
            simplify(points.collect())
        };
        let mut rings: Vec<Vec<GroundPoint>> =
            std::iter::once(part.exterior()).chain(part.interiors()).map(rounded).collect();
        if double_area(&rings[0]).abs() < MIN_PART_AREA {
            omitted += 1;
            continue;
        }
        let count = rings.len();
        let mut number = 0;
        rings.retain(|ring| {
            number += 1;
            number == 1 || double_area(ring).abs() >= MIN_PART_AREA
        });
        omitted += count - rings.len();
        for (number, ring) in rings.iter_mut().enumerate() {
            if (double_area(ring) > 0) == (number > 0) {
                ring.reverse();
            }
        }
        parts.push(rings);
    }
    // Sorted, because the library does not guarantee an order.
    parts.sort();
    match parts.is_empty() {
        true => Err("nothing would be left of it (draw it again)".to_owned()),
        false => Ok((parts, omitted)),
    }
}

/// The area inside rings of any winding, or the reason why it is ambiguous.
fn fill(rings: &[Vec<GroundPoint>]) -> Result<MultiPolygon, String> {
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
    if doubt > (all_area * MAX_DOUBLE_AREA.0).max(MAX_DOUBLE_AREA.1) {
        return Err(format!(
            "its ring encloses {doubt:.0} m² twice, which may or may not count: redraw it there"
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
