//! Bridges and fords: the points where a carrier line intersects a watercourse, or a culvert
//! intersects a road.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Line};
use rstar::{AABB, Envelope as _, RTree};
use sandtable_pack::{GroundPoint, Polygon};

use super::feature::{Feature, Geometry};
use super::report::Tally;
use crate::bounding_box::polygon_box;
use sandtable_authored::LayerClass;

/// The distance within which crossings are merged, in centimetres: 25 m.
const MERGE_DISTANCE: i64 = 2_500;

/// A line that carries a road over water, or water under a road.
pub(crate) struct Carrier {
    /// The index of the carrier's row in the table.
    pub(crate) row: usize,
    /// The class of the lines that the carrier must intersect.
    pub(crate) crossed_class: LayerClass,
    pub(crate) points: Vec<GroundPoint>,
    /// The crossing, without its position.
    pub(crate) feature: Feature,
}

type Segment = GeomWithData<Line<[f64; 2]>, [GroundPoint; 2]>;

/// Returns the crossings of all carriers, and counts carriers that intersect no line.
pub(crate) fn find_crossings(
    features: &[Feature],
    carriers: Vec<Carrier>,
    tally: &mut Tally,
) -> Vec<Feature> {
    let mut trees: BTreeMap<LayerClass, RTree<Segment>> = BTreeMap::new();
    for class in [LayerClass::Road, LayerClass::Watercourse] {
        let own = features.iter().filter(|feature| feature.class == class);
        let lines = own.flat_map(|feature| match &feature.drawn {
            Geometry::Lines(lines) => lines.as_slice(),
            _ => &[],
        });
        let segments = lines.flat_map(|line| line.windows(2));
        let segments = segments.map(|pair| {
            let ends = [pair[0], pair[1]];
            let [from, to] = ends.map(|end| [f64::from(end.x), f64::from(end.y)]);
            GeomWithData::new(Line::new(from, to), ends)
        });
        trees.insert(class, RTree::bulk_load(segments.collect()));
    }
    let mut found = Vec::new();
    for carrier in carriers {
        let Some(tree) = trees.get(&carrier.crossed_class) else { continue };
        let mut places: Vec<GroundPoint> = Vec::new();
        for pair in carrier.points.windows(2) {
            let [low, high] = [f64::min, f64::max].map(|pick| {
                [
                    pick(f64::from(pair[0].x), f64::from(pair[1].x)),
                    pick(f64::from(pair[0].y), f64::from(pair[1].y)),
                ]
            });
            let near = tree.locate_in_envelope_intersecting(&AABB::from_corners(low, high));
            places
                .extend(near.filter_map(|segment| intersection([pair[0], pair[1]], segment.data)));
        }
        places.sort_unstable();
        places.dedup();
        if places.is_empty() {
            tally.rows[carrier.row].nowhere += 1;
        } else {
            tally.rows[carrier.row].taken += 1;
        }
        let feature = &carrier.feature;
        found.extend(
            places.into_iter().map(|at| Feature { drawn: Geometry::Point(at), ..feature.clone() }),
        );
    }
    found
}

/// The intersection of two segments, to the nearest centimetre.
fn intersection([a, b]: [GroundPoint; 2], [c, d]: [GroundPoint; 2]) -> Option<GroundPoint> {
    let (along, across) = (b - a, d - c);
    let turn = along.cross(across);
    if turn == 0 {
        return [a, b].into_iter().find(|end| *end == c || *end == d);
    }
    let part = |over: i64| over as f64 / turn as f64;
    let (first, second) = (part((c - a).cross(across)), part((c - a).cross(along)));
    let inside = |part: f64| (0.0..=1.0).contains(&part);
    (inside(first) && inside(second)).then(|| {
        let at = |from: i32, to: i32| {
            (f64::from(from) + first * (f64::from(to) - f64::from(from))).round() as i32
        };
        GroundPoint::new(at(a.x, b.x), at(a.y, b.y))
    })
}

/// Keeps only the first of several nearby crossings, such as a bridge with two carriageways or a
/// ford next to a bridge.
pub(crate) fn merge_nearby(features: &mut Vec<Feature>, tally: &mut Tally) {
    let mut kept: BTreeMap<[i64; 2], Vec<GroundPoint>> = BTreeMap::new();
    let cell = |at: GroundPoint| {
        [i64::from(at.x).div_euclid(MERGE_DISTANCE), i64::from(at.y).div_euclid(MERGE_DISTANCE)]
    };
    features.retain(|feature| {
        let (LayerClass::Crossing, Geometry::Point(at)) = (feature.class, &feature.drawn) else {
            return true;
        };
        let [column, row] = cell(*at);
        let round = (-1..=1).flat_map(|i| (-1..=1).map(move |j| [column + i, row + j]));
        let near = round.filter_map(|cell| kept.get(&cell)).flatten();
        let again = near
            .into_iter()
            .any(|other| other.distance_squared(*at) <= MERGE_DISTANCE * MERGE_DISTANCE);
        if again {
            tally.duplicate_crossings += 1;
        } else {
            kept.entry([column, row]).or_default().push(*at);
        }
        !again
    });
}

/// Sets missing river widths from the water polygons around the rivers, and returns which of the
/// polygons contain a river. For a polygon much longer than wide, the width is twice its area
/// divided by its perimeter.
pub(crate) fn set_widths(features: &mut [Feature], riverbanks: &[&Polygon]) -> Vec<bool> {
    let bounds: Vec<_> = riverbanks.iter().map(|polygon| polygon_box(polygon)).collect();
    let mut is_used = vec![false; riverbanks.len()];
    for feature in features.iter_mut().filter(|one| one.class == LayerClass::Watercourse) {
        let Geometry::Lines(lines) = &feature.drawn else { continue };
        let mut widths: Vec<f64> = Vec::new();
        for ((polygon, bounds), is_used) in riverbanks.iter().zip(&bounds).zip(&mut is_used) {
            let is_in = |at: &&GroundPoint| bounds.contains_point(&[at.x, at.y]);
            let mut near = lines.iter().flatten().filter(is_in);
            if near.any(|at| polygon.contains(*at)) {
                widths.push(average_width(polygon));
                *is_used = true;
            }
        }
        if feature.width.is_some() {
            continue;
        }
        widths.sort_by(f64::total_cmp);
        let middle = widths.get(widths.len() / 2).copied();
        // Accept widths from a brook to the widest river; a wider polygon is a lake.
        feature.width = middle.filter(|width| (1.0..=2_000.0).contains(width)).map(f64::round);
    }
    is_used
}

/// The average width of a polygon in metres.
fn average_width(polygon: &Polygon) -> f64 {
    let ring = &polygon.exterior;
    let nexts = ring.iter().cycle().skip(1);
    let length: f64 =
        ring.iter().zip(nexts).map(|(a, b)| (a.distance_squared(*b) as f64).sqrt()).sum();
    let area = sandtable_pack::double_area(ring).abs() as f64 / 2.0;
    if length > 0.0 { 2.0 * area / length / 100.0 } else { 0.0 }
}

/// Whether a position is inside a ring.
pub(crate) fn is_inside(ring: &[GroundPoint], at: GroundPoint) -> bool {
    let Some(&last) = ring.last() else { return false };
    let befores = std::iter::once(&last).chain(ring);
    let crossed = befores.zip(ring).filter(|(a, b)| {
        let side = (**b - **a).cross(at - **a);
        (a.y > at.y) != (b.y > at.y) && (if b.y > a.y { side > 0 } else { side < 0 })
    });
    crossed.count() % 2 == 1
}

/// Returns a position inside a polygon: its middle, if that is inside. Otherwise, returns the
/// middle of the longest inner segment of a line across the polygon.
pub(crate) fn interior_point(rings: &[Vec<GroundPoint>]) -> Option<GroundPoint> {
    let ring = rings.first()?;
    let (low, high) = (ring.iter().map(|at| at.y).min()?, ring.iter().map(|at| at.y).max()?);
    let [sum_x, sum_y] = ring
        .iter()
        .fold([0_i64; 2], |sum, at| [sum[0] + i64::from(at.x), sum[1] + i64::from(at.y)]);
    let count = ring.len() as i64;
    let middle = GroundPoint::new((sum_x / count) as i32, (sum_y / count) as i32);
    let in_hole = |at: GroundPoint| rings[1..].iter().any(|hole| is_inside(hole, at));
    if is_inside(ring, middle) && !in_hole(middle) {
        return Some(middle);
    }
    // Half a centimetre away from every vertex, in the y direction.
    let y = f64::from(i32::midpoint(low, high)) + 0.5;
    let mut crossed: Vec<f64> = Vec::new();
    for ring in rings {
        let nexts = ring.iter().cycle().skip(1);
        for (a, b) in ring.iter().zip(nexts) {
            let [from, to] = [f64::from(a.y), f64::from(b.y)];
            if (from > y) != (to > y) {
                let part = (y - from) / (to - from);
                crossed.push(f64::from(a.x) + part * (f64::from(b.x) - f64::from(a.x)));
            }
        }
    }
    crossed.sort_by(f64::total_cmp);
    let runs = crossed.chunks_exact(2);
    let longest = runs.max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
    Some(GroundPoint::new(f64::midpoint(longest[0], longest[1]).round() as i32, y.round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(all: &[(i32, i32)]) -> Vec<GroundPoint> {
        all.iter().map(|&(x, y)| GroundPoint::new(100 * x, 100 * y)).collect()
    }

    #[test]
    fn interior_point_avoids_holes() {
        let horseshoe =
            ring(&[(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)]);
        let at = interior_point(std::slice::from_ref(&horseshoe)).expect("a point exists");
        assert!(is_inside(&horseshoe, at), "{at:?}");
        let (outer, hole) = (
            ring(&[(0, 0), (30, 0), (30, 30), (0, 30)]),
            ring(&[(10, 10), (20, 10), (20, 20), (10, 20)]),
        );
        let at = interior_point(&[outer, hole.clone()]).expect("a point exists");
        assert!(!is_inside(&hole, at), "{at:?}");
    }

    #[test]
    fn measures_channel_width() {
        let channel = Polygon {
            exterior: ring(&[(0, 0), (1_000, 0), (1_000, 20), (0, 20)]),
            holes: Vec::new(),
        };
        assert!((average_width(&channel) - 19.6).abs() < 0.1);
    }

    #[test]
    fn segments_intersect_between_ends() {
        let at = |x, y| GroundPoint::new(x, y);
        assert_eq!(
            intersection([at(0, 0), at(100, 100)], [at(0, 100), at(100, 0)]),
            Some(at(50, 50))
        );
        assert_eq!(intersection([at(0, 0), at(10, 10)], [at(0, 100), at(100, 0)]), None);
        assert_eq!(intersection([at(0, 0), at(10, 0)], [at(10, 0), at(20, 0)]), Some(at(10, 0)));
    }
}
