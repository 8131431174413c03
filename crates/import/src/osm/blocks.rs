//! Merges houses into blocks, because a village is a block at a battle's scale. Houses close to
//! each other form a block; one or two isolated houses become a farm point.
//!
//! Method: houses are drawn on a grid of squares, which is dilated and then eroded (morphological
//! closing). The boundary of the covered squares is traced and simplified.

use std::collections::BTreeMap;

use geo::{Coord, LineString, Simplify as _};
use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::crossings::{interior_point, is_inside};
use super::extract::OsmId;
use super::feature::{ACCURACY, Feature, Geometry};
use super::report::Tally;
use crate::elevation::isolines;
use crate::ground::Ground;
use crate::groups::Groups;
use sandtable_authored::LayerClass;
use sandtable_map::clip_polygon;

/// Half the maximum distance between houses in a block, in centimetres.
const WIDEN_BY: f64 = 2_000.0;
/// The difference between dilation and erosion in centimetres, which keeps house walls inside.
const NARROW_LESS_BY: f64 = 400.0;
/// The side of a grid square, in centimetres.
const CELL: i32 = 400;
/// The maximum number of squares; a larger area has larger squares.
const MAX_CELLS: i64 = 16_000_000;
/// The minimum number of houses in a block.
const MIN_HOUSES: usize = 3;

/// A group of houses.
struct Group {
    houses: Vec<usize>,
    low: GroundPoint,
    high: GroundPoint,
}

/// Returns blocks and farms. Omits houses inside a settlement outline.
pub(crate) fn merge_houses(
    ground: &Ground,
    features: &[Feature],
    mut houses: Vec<(OsmId, Polygon)>,
    tally: &mut Tally,
) -> Vec<Feature> {
    let settled: Vec<&Polygon> = features
        .iter()
        .filter(|feature| feature.class == LayerClass::Buildings)
        .flat_map(|feature| match &feature.drawn {
            Geometry::Polygons(parts) => parts.as_slice(),
            _ => &[],
        })
        .collect();
    let before = houses.len();
    houses.retain(|(_, house)| {
        let first = house.exterior[0];
        !settled.iter().any(|town| town.contains(first))
    });
    tally.houses_inside = before - houses.len();
    let mut made = Vec::new();
    for group in group_houses(&houses) {
        let mut made_of: Vec<OsmId> = group.houses.iter().map(|&house| houses[house].0).collect();
        made_of.sort_unstable();
        made_of.dedup();
        let feature = |class, drawn| Feature {
            class,
            kind: String::new(),
            id: String::new(),
            names: Vec::new(),
            width: None,
            made_of: made_of.clone(),
            drawn,
            basis: "derived",
            accuracy: ACCURACY,
        };
        let outlines = match group.houses.len() {
            0..MIN_HOUSES => Vec::new(),
            _ => trace_block(ground, &houses, &group),
        };
        if outlines.is_empty() {
            let size = |&house: &usize| double_area(&houses[house].1.exterior);
            let largest = group.houses.iter().copied().max_by_key(size);
            let at = largest
                .and_then(|house| interior_point(std::slice::from_ref(&houses[house].1.exterior)));
            tally.lone_houses += group.houses.len();
            made.extend(at.map(|at| feature(LayerClass::Farm, Geometry::Point(at))));
            continue;
        }
        made.push(feature(LayerClass::Buildings, Geometry::Polygons(outlines)));
    }
    made
}

/// Groups houses by the distance between their vertices.
fn group_houses(houses: &[(OsmId, Polygon)]) -> Vec<Group> {
    let reach = (2.0 * WIDEN_BY) as i32;
    let mut joined = Groups::new(houses.len());
    let corners = |house: usize| houses[house].1.exterior.iter().copied();
    // Vertices are indexed by squares as wide as the reach, so neighbours are in one of nine
    // squares.
    let mut squares: BTreeMap<[i32; 2], Vec<(GroundPoint, usize)>> = BTreeMap::new();
    let square = |at: GroundPoint| [at.x.div_euclid(reach), at.y.div_euclid(reach)];
    for house in 0..houses.len() {
        for at in corners(house) {
            let [column, row] = square(at);
            for near in (-1..=1).flat_map(|i| (-1..=1).map(move |j| [column + i, row + j])) {
                for &(other_at, other) in squares.get(&near).into_iter().flatten() {
                    if at.distance_squared(other_at) <= i64::from(reach) * i64::from(reach) {
                        joined.join(house, other);
                    }
                }
            }
            let square_entries = squares.entry([column, row]).or_default();
            // A dense square needs no more entries, because its houses already form one group.
            if square_entries.len() < 64 {
                square_entries.push((at, house));
            }
        }
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for house in 0..houses.len() {
        let group = groups.entry(joined.find(house)).or_insert_with(|| Group {
            houses: Vec::new(),
            low: GroundPoint::new(i32::MAX, i32::MAX),
            high: GroundPoint::new(i32::MIN, i32::MIN),
        });
        group.houses.push(house);
        for at in corners(house) {
            group.low = GroundPoint::new(group.low.x.min(at.x), group.low.y.min(at.y));
            group.high = GroundPoint::new(group.high.x.max(at.x), group.high.y.max(at.y));
        }
    }
    groups.into_values().collect()
}

/// Traces the boundary of a group.
fn trace_block(ground: &Ground, houses: &[(OsmId, Polygon)], group: &Group) -> Vec<Polygon> {
    let rim = 2 * WIDEN_BY as i32;
    let mut cell = CELL;
    let (columns, rows) = loop {
        let count = |low: i32, high: i32| {
            (i64::from(high) - i64::from(low) + 2 * i64::from(rim)) / i64::from(cell) + 2
        };
        let (columns, rows) = (count(group.low.x, group.high.x), count(group.low.y, group.high.y));
        if columns * rows <= MAX_CELLS {
            break (columns as usize, rows as usize);
        }
        cell *= 2;
    };
    let origin = GroundPoint::new(group.low.x - rim, group.low.y - rim);
    let mut covered = vec![false; columns * rows];
    for &house in &group.houses {
        mark_ring(&mut covered, columns, cell, origin, &houses[house].1.exterior);
    }
    let reach = |centimetres: f64| (centimetres / f64::from(cell)).round() as usize;
    let wide = grow(&covered, columns, rows, reach(WIDEN_BY), true);
    let closed = grow(&wide, columns, rows, reach(WIDEN_BY - NARROW_LESS_BY), false);
    let values: Vec<f64> = closed.iter().map(|&inside| f64::from(u8::from(inside))).collect();
    let detail = f64::from(cell);
    let mut blocks = Vec::new();
    for polygon in isolines::polygons_above(&values, columns, 0.5) {
        let ring = |line: &LineString| -> Vec<GroundPoint> {
            let simple = line.simplify(detail / f64::from(cell));
            simple
                .0
                .iter()
                .skip(1)
                .map(|Coord { x, y }| {
                    let at =
                        |steps: f64, origin: i32| origin + (steps * f64::from(cell)).round() as i32;
                    GroundPoint::new(at(*x, origin.x), at(*y, origin.y))
                })
                .collect()
        };
        let rings: Vec<Vec<GroundPoint>> =
            std::iter::once(polygon.exterior()).chain(polygon.interiors()).map(ring).collect();
        let least = 2.0 * ground.ground_length(1.0) * ground.ground_length(1.0);
        let parts = clip_polygon(&ground.wide, &rings).into_iter();
        // Omit yards that are too small to see.
        blocks.extend(parts.map(|mut part| {
            part.holes.retain(|hole| double_area(hole).abs() as f64 >= least);
            part
        }));
    }
    blocks
}

/// Marks the squares whose centre is in a ring, and the squares of its vertices, to keep small
/// houses.
fn mark_ring(
    covered: &mut [bool],
    columns: usize,
    cell: i32,
    origin: GroundPoint,
    ring: &[GroundPoint],
) {
    let square = |value: i32, origin: i32| ((value - origin) / cell).max(0) as usize;
    let (Some(low), Some(high)) = (
        ring.iter().map(|at| at.y).min().map(|y| square(y, origin.y)),
        ring.iter().map(|at| at.y).max().map(|y| square(y, origin.y)),
    ) else {
        return;
    };
    let Some(west) = ring.iter().map(|at| at.x).min().map(|x| square(x, origin.x)) else { return };
    let Some(east) = ring.iter().map(|at| at.x).max().map(|x| square(x, origin.x)) else { return };
    for at in ring {
        covered[square(at.y, origin.y) * columns + square(at.x, origin.x)] = true;
    }
    for row in low..=high {
        for column in west..=east {
            let middle = |steps: usize, origin: i32| origin + steps as i32 * cell + cell / 2;
            let at = GroundPoint::new(middle(column, origin.x), middle(row, origin.y));
            covered[row * columns + column] |= is_inside(ring, at);
        }
    }
}

/// Extends a mark to all squares within reach of a square with that mark. Computes exact distances
/// in two passes, over rows and over columns.
fn grow(marks: &[bool], columns: usize, rows: usize, reach: usize, mark: bool) -> Vec<bool> {
    let far = u32::MAX / 4;
    // The distance in columns to the nearest marked square of the row.
    let mut across = vec![far; marks.len()];
    for row in 0..rows {
        let line = row * columns..(row + 1) * columns;
        let mut since = far;
        for at in line.clone() {
            since = if marks[at] == mark { 0 } else { (since + 1).min(far) };
            across[at] = since;
        }
        since = far;
        for at in line.rev() {
            since = if marks[at] == mark { 0 } else { (since + 1).min(far) };
            across[at] = across[at].min(since);
        }
    }
    let reach = reach as i64;
    let mut grown = marks.to_vec();
    for row in 0..rows as i64 {
        for column in 0..columns {
            let is_near = (-reach..=reach).any(|off| {
                let other = row + off;
                (0..rows as i64).contains(&other) && {
                    let across = i64::from(across[other as usize * columns + column]);
                    across * across + off * off <= reach * reach
                }
            });
            if is_near {
                grown[row as usize * columns + column] = mark;
            }
        }
    }
    grown
}
