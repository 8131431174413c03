//! Arcs with fewer corners. Who shares an arc still shares it, and no two arcs come to cross.

use geo::{Coord, LineString, SimplifyVwIdx as _};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Line};
use sandtable_pack::{GroundLength, GroundPoint};

use super::{Arc, Arcs};

/// How often an arc that would cross another is tried with less.
const TRIES: u32 = 8;

impl Arcs {
    /// The arcs with the corners left out that make triangles smaller than a square of this side
    /// (Visvalingam and Whyatt 1993). Places where borders meet stay. Where arcs would come to cross
    /// or touch, they keep more of their corners.
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

/// An arc with fewer corners: each try halves the side of the square, the last keeps them all.
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

/// A side of an arc: which arc, and whether its ends are the arc's own.
type Side = GeomWithData<Line<[f64; 2]>, (usize, [GroundPoint; 2])>;

/// Arcs that meet others, or themselves, elsewhere than at their ends.
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

/// Do two sides meet elsewhere than at an end of both?
fn meet(first: [GroundPoint; 2], second: [GroundPoint; 2]) -> bool {
    let shared = first.iter().filter(|end| second.contains(end)).count();
    let turn = |along: [GroundPoint; 2], at: GroundPoint| {
        (along[1] - along[0]).cross(at - along[0]).signum()
    };
    if shared == 2 {
        return true;
    }
    if shared == 1 {
        // From one place they may go the same way.
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
