//! Simplification of arcs. Neighbours still share their arcs, and no new crossings occur.

use geo::{Coord, LineString, SimplifyVwIdx as _};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Line};
use sandtable_pack::{GroundLength, GroundPoint};

use super::{Arc, Arcs};

/// The maximum number of attempts, each with less simplification, for an arc that would cross
/// another.
const TRIES: u32 = 8;

impl Arcs {
    /// Removes vertices that form triangles smaller than a square with side `detail` (Visvalingam
    /// and Whyatt 1993). Points where borders join stay. Arcs keep more of their vertices where
    /// they would otherwise cross or touch.
    #[must_use]
    pub fn simplified(&self, detail: GroundLength) -> Self {
        let mut tries = vec![0; self.all.len()];
        let mut arcs: Vec<Arc> = self.all.iter().map(|arc| simplified(arc, detail, 0)).collect();
        loop {
            let mut again: Vec<usize> =
                crossing(&arcs).into_iter().filter(|&arc| tries[arc] <= TRIES).collect();
            again.sort_unstable();
            again.dedup();
            if again.is_empty() {
                break;
            }
            for number in again {
                tries[number] += 1;
                arcs[number] = simplified(&self.all[number], detail, tries[number]);
            }
        }
        Self { all: arcs, areas: self.areas }
    }
}

/// Simplifies an arc. Each attempt halves the side of the square; the last one keeps all vertices.
fn simplified(arc: &Arc, detail: GroundLength, tries: u32) -> Arc {
    let Arc { line, left, right } = arc;
    let (left, right) = (*left, *right);
    if tries > TRIES {
        return arc.clone();
    }
    let side = f64::from(detail.centimetres()) / f64::from(1_u32 << tries);
    let coord = |place: &GroundPoint| Coord { x: f64::from(place.x), y: f64::from(place.y) };
    let kept = LineString::new(line.iter().map(coord).collect()).simplify_vw_idx(side * side);
    let kept: Vec<GroundPoint> = kept.into_iter().map(|index| line[index]).collect();
    let is_ring = line.first() == line.last();
    match is_ring && kept.len() < 4 {
        true if tries < TRIES => simplified(arc, detail, tries + 1),
        true => arc.clone(),
        false => Arc { line: kept, left, right },
    }
}

/// A side of an arc: the arc's index and the side's end points.
type Side = GeomWithData<Line<[f64; 2]>, (usize, [GroundPoint; 2])>;

/// Arcs that intersect others, or themselves, anywhere except at their ends.
fn crossing(arcs: &[Arc]) -> Vec<usize> {
    let mut sides: Vec<Side> = Vec::new();
    for (number, arc) in arcs.iter().enumerate() {
        for pair in arc.line.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|at| [f64::from(at.x), f64::from(at.y)]);
            sides.push(GeomWithData::new(Line::new(from, to), (number, [pair[0], pair[1]])));
        }
    }
    let tree = RTree::bulk_load(sides);
    let mut crossing = Vec::new();
    for (one, other) in tree.intersection_candidates_with_other_tree(&tree) {
        let ((one, first), (other, second)) = (one.data, other.data);
        if (one, first) < (other, second) && meet(first, second) {
            crossing.extend([one, other]);
        }
    }
    crossing
}

/// Whether two sides intersect anywhere except at a common end.
fn meet(first: [GroundPoint; 2], second: [GroundPoint; 2]) -> bool {
    let shared = first.iter().filter(|end| second.contains(end)).count();
    let turn = |along: [GroundPoint; 2], at: GroundPoint| {
        (along[1] - along[0]).cross(at - along[0]).signum()
    };
    if shared == 2 {
        return true;
    }
    if shared == 1 {
        // Sides that share an end may overlap.
        let other = |ends: [GroundPoint; 2], than: [GroundPoint; 2]| {
            if than.contains(&ends[0]) { (ends[0], ends[1]) } else { (ends[1], ends[0]) }
        };
        let ((place, one), (_, two)) = (other(first, second), other(second, first));
        return (one - place).cross(two - place) == 0 && (one - place).dot(two - place) > 0;
    }
    let [a, b] = second.map(|at| turn(first, at));
    let [c, d] = first.map(|at| turn(second, at));
    let within = |along: [GroundPoint; 2], at: GroundPoint| {
        let between = |a: i32, b: i32, v: i32| (a.min(b)..=a.max(b)).contains(&v);
        between(along[0].x, along[1].x, at.x) && between(along[0].y, along[1].y, at.y)
    };
    (a * b < 0 && c * d < 0)
        || (a == 0 && within(first, second[0]))
        || (b == 0 && within(first, second[1]))
        || (c == 0 && within(second, first[0]))
        || (d == 0 && within(second, first[1]))
}
