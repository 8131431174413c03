//! Finds invalid crossings, contacts and overlaps of outlines, exactly, in whole centimetres.
//!
//! A tree of boxes holds runs of adjacent segments. Neighbours along an outline are close together,
//! so the tree needs no sorting; outlines are first ordered along a space-filling curve. For drawn
//! outlines, joining the tree with itself takes n log n. If all boxes overlap, as in contrived
//! outlines, a sweep takes over.

pub(crate) mod nest;
pub(crate) mod sweep;
mod touch;

use sandtable_pack::{GroundPoint, double_area};

/// The error where two segments intersect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The rings of one polygon cross, touch themselves, or share a line.
    Crossing,
    /// Two polygons of one feature overlap.
    Overlap,
    /// Rings of one polygon touch in a closed chain and cut it into pieces.
    Cut,
}

/// An invalid intersection of outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub fault: Fault,
    /// The segments, by the index of their first vertex among all rings in sequence.
    pub segments: (usize, usize),
    /// The approximate point.
    pub at: [f64; 2],
}

/// The number of vertices in a leaf of the tree.
const LEAF: usize = 8;

/// The number of visited nodes or pairs for each vertex above which a sweep replaces the tree;
/// drawn outlines need about four.
const MAX_VISITS_PER_VERTEX: usize = 16;

/// A ring among all rings.
#[derive(Clone, Copy, Debug)]
struct Ring {
    polygon: usize,
    hole: bool,
    /// The index of the ring's first vertex, in the internal order and in the feature's order.
    start: usize,
    first: usize,
    length: usize,
    /// -1 if the ring's winding is wrong: outlines run counter-clockwise, holes clockwise.
    sign: i64,
}

#[derive(Clone, Copy, Debug)]
struct Bounds {
    min: [i32; 2],
    max: [i32; 2],
}

impl Bounds {
    const NONE: Self = Self { min: [i32::MAX; 2], max: [i32::MIN; 2] };

    fn take(&mut self, point: GroundPoint) {
        self.min = [self.min[0].min(point.x), self.min[1].min(point.y)];
        self.max = [self.max[0].max(point.x), self.max[1].max(point.y)];
    }

    fn join(self, other: Self) -> Self {
        Self {
            min: [self.min[0].min(other.min[0]), self.min[1].min(other.min[1])],
            max: [self.max[0].max(other.max[0]), self.max[1].max(other.max[1])],
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.min[0] <= other.max[0]
            && other.min[0] <= self.max[0]
            && self.min[1] <= other.max[1]
            && other.min[1] <= self.max[1]
    }
}

/// A segment of a ring.
#[derive(Clone, Copy)]
struct Segment {
    ring: usize,
    /// The index of the segment in its ring.
    index: usize,
    from: GroundPoint,
    to: GroundPoint,
}

/// The rings of a feature with a search tree.
pub struct Outlines {
    rings: Vec<Ring>,
    /// The index of each polygon's outline among the rings.
    outlines: Vec<usize>,
    points: Vec<GroundPoint>,
    /// The ring of each vertex.
    owners: Vec<u32>,
    /// The boxes of the leaves, then of pairs of boxes, and so on; the last box contains all.
    levels: Vec<Vec<Bounds>>,
}

impl Outlines {
    /// Creates outlines from polygons: unclosed rings without repeated vertices, the outline first.
    pub fn new(polygons: &[Vec<Vec<GroundPoint>>]) -> Self {
        let mut order: Vec<(u64, usize, bool, usize, &Vec<GroundPoint>)> = Vec::new();
        let mut first = 0;
        for (polygon, rings) in polygons.iter().enumerate() {
            for (number, ring) in rings.iter().enumerate() {
                order.push((curve(ring), polygon, number > 0, first, ring));
                first += ring.len();
            }
        }
        order.sort_by_key(|&(curve, _, _, first, _)| (curve, first));
        let mut outlines = Self {
            rings: Vec::with_capacity(order.len()),
            outlines: vec![0; polygons.len()],
            points: Vec::with_capacity(first),
            owners: Vec::with_capacity(first),
            levels: Vec::new(),
        };
        for (_, polygon, hole, first, points) in order {
            let owner = outlines.rings.len() as u32;
            let sign = if (double_area(points) > 0) == hole { -1 } else { 1 };
            let start = outlines.points.len();
            if !hole {
                outlines.outlines[polygon] = outlines.rings.len();
            }
            outlines.rings.push(Ring { polygon, hole, start, first, length: points.len(), sign });
            outlines.points.extend_from_slice(points);
            outlines.owners.extend(std::iter::repeat_n(owner, points.len()));
        }
        outlines.build();
        outlines
    }

    fn build(&mut self) {
        let leaves = (0..self.points.len()).step_by(LEAF).map(|start| {
            (start..self.points.len().min(start + LEAF)).fold(Bounds::NONE, |mut bounds, index| {
                let segment = self.segment(index);
                bounds.take(segment.from);
                bounds.take(segment.to);
                bounds
            })
        });
        let mut level: Vec<Bounds> = leaves.collect();
        while level.len() > 1 {
            let join = |pair: &[Bounds]| pair.iter().copied().fold(Bounds::NONE, Bounds::join);
            let above = level.chunks(2).map(join).collect();
            self.levels.push(std::mem::replace(&mut level, above));
        }
        self.levels.push(level);
    }

    /// The segment that starts at a vertex of the internal order.
    fn segment(&self, corner: usize) -> Segment {
        let number = self.owners[corner] as usize;
        let ring = &self.rings[number];
        let index = corner - ring.start;
        let next = if index + 1 == ring.length { ring.start } else { corner + 1 };
        Segment { ring: number, index, from: self.points[corner], to: self.points[next] }
    }

    /// The index of a segment's first vertex in the feature's order.
    fn global(&self, segment: &Segment) -> usize {
        self.rings[segment.ring].first + segment.index
    }

    /// The invalid intersections of rings, at most `limit`, in the feature's order. If nearly all
    /// segments are close together, one intersection may represent all.
    pub fn meetings(&self, limit: usize) -> Vec<Contact> {
        self.counted_meetings(limit, &mut 0)
    }

    /// Like [`Self::meetings`]; adds the number of compared pairs of nodes or segments to `asked`.
    fn counted_meetings(&self, limit: usize, asked: &mut usize) -> Vec<Contact> {
        let mut found = Vec::new();
        if !self.join(limit, self.patience(), asked, &mut found) && found.is_empty() {
            found.extend(self.sweep(asked));
        }
        if found.is_empty() {
            found.extend(self.crossing_at_touch());
        }
        found.sort_by_key(|meeting| (meeting.fault, meeting.segments));
        found
    }

    /// Whether rings intersect in at least `limit` places, or nearly all segments are close together.
    pub fn is_tangled(&self, limit: usize) -> bool {
        let mut found = Vec::new();
        !self.join(limit, self.patience(), &mut 0, &mut found) || found.len() >= limit
    }

    /// The number of visited nodes above which a sweep replaces the tree.
    fn patience(&self) -> usize {
        MAX_VISITS_PER_VERTEX * (self.points.len() + 8 * LEAF)
    }

    /// Joins the tree with itself. Returns false if the work exceeds `patience`.
    fn join(
        &self,
        limit: usize,
        patience: usize,
        asked: &mut usize,
        found: &mut Vec<Contact>,
    ) -> bool {
        if self.points.is_empty() {
            return true;
        }
        let mut open = vec![(self.levels.len() - 1, 0, 0)];
        while let Some((level, one, other)) = open.pop() {
            *asked += 1;
            if *asked > patience {
                return false;
            }
            let nodes = &self.levels[level];
            if one != other && !nodes[one].meets(&nodes[other]) {
                continue;
            }
            if level == 0 {
                self.join_leaves(one, other, limit, found);
                if found.len() >= limit {
                    break;
                }
                continue;
            }
            let below = self.levels[level - 1].len();
            for a in [2 * one, 2 * one + 1] {
                for b in [2 * other, 2 * other + 1] {
                    if a < below && b < below && (one != other || a <= b) {
                        open.push((level - 1, a, b));
                    }
                }
            }
        }
        true
    }

    fn join_leaves(&self, one: usize, other: usize, limit: usize, found: &mut Vec<Contact>) {
        let corners = |leaf: usize| leaf * LEAF..self.points.len().min((leaf + 1) * LEAF);
        for a in corners(one) {
            for b in corners(other) {
                if one == other && b <= a || found.len() >= limit {
                    continue;
                }
                found.extend(self.meet(a, b));
            }
        }
    }

    /// The invalid intersection of the segments that start at two vertices of the internal order.
    fn meet(&self, a: usize, b: usize) -> Option<Contact> {
        let (first, second) = (self.segment(a), self.segment(b));
        let (fault, at) = self.contact(&first, &second)?;
        let (first, second) = (self.global(&first), self.global(&second));
        Some(Contact { fault, segments: (first.min(second), first.max(second)), at })
    }

    /// The error and the point where two segments intersect, if this invalidates the outline.
    fn contact(&self, one: &Segment, other: &Segment) -> Option<(Fault, [f64; 2])> {
        let are_disjoint =
            |a: i32, b: i32, c: i32, d: i32| a.max(b) < c.min(d) || c.max(d) < a.min(b);
        if are_disjoint(one.from.x, one.to.x, other.from.x, other.to.x)
            || are_disjoint(one.from.y, one.to.y, other.from.y, other.to.y)
        {
            return None;
        }
        let (ring, other_ring) = (&self.rings[one.ring], &self.rings[other.ring]);
        let same_ring = one.ring == other.ring;
        let fault =
            if ring.polygon == other_ring.polygon { Fault::Crossing } else { Fault::Overlap };
        if same_ring {
            let next = one.index + 1 == other.index || other.index + 1 == one.index;
            let round =
                one.index.min(other.index) == 0 && one.index.max(other.index) + 1 == ring.length;
            if next || round {
                // Adjacent segments share a vertex; only turning straight back is invalid.
                let shared = if one.to == other.from { one.to } else { one.from };
                let before = if one.to == shared { one.from } else { one.to };
                let after = if other.to == shared { other.from } else { other.to };
                let back = (before - shared).cross(after - shared) == 0
                    && (before - shared).dot(after - shared) > 0;
                return back.then(|| (fault, middle(shared, shared)));
            }
        }
        let (a, b, c, d) = (one.from, one.to, other.from, other.to);
        let [c_of_ab, d_of_ab] = [side(a, b, c), side(a, b, d)];
        if c_of_ab * d_of_ab > 0 {
            return None;
        }
        let [a_of_cd, b_of_cd] = [side(c, d, a), side(c, d, b)];
        if a_of_cd * b_of_cd > 0 {
            return None;
        }
        let sides = [c_of_ab, d_of_ab, a_of_cd, b_of_cd];
        if sides == [0; 4] {
            return self.collinear_fault(one, other, same_ring, fault);
        }
        // A hole may touch its outline at a point, and so may two polygons.
        if sides.contains(&0) && !same_ring {
            return None;
        }
        let (r, s) = (b - a, d - c);
        let along = (c - a).cross(s) as f64 / r.cross(s) as f64;
        let at = [f64::from(a.x) + along * f64::from(r.x), f64::from(a.y) + along * f64::from(r.y)];
        Some((fault, at))
    }

    /// The error for two collinear segments, if they share more than a point.
    fn collinear_fault(
        &self,
        one: &Segment,
        other: &Segment,
        same_ring: bool,
        fault: Fault,
    ) -> Option<(Fault, [f64; 2])> {
        let (a, b, c, d) = (one.from, one.to, other.from, other.to);
        // Adjacent polygons run in opposite directions along their border.
        let signs = self.rings[one.ring].sign * self.rings[other.ring].sign;
        if fault == Fault::Overlap && (b - a).dot(d - c).signum() * signs < 0 {
            return None;
        }
        let within =
            |p: GroundPoint, from: GroundPoint, to: GroundPoint| (p - from).dot(p - to) < 0;
        let shared = [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
            .into_iter()
            .find(|&(p, from, to)| within(p, from, to));
        let same = (a == c && b == d) || (a == d && b == c);
        let touch = same_ring && (a == c || a == d || b == c || b == d);
        match shared {
            Some((p, ..)) => Some((fault, middle(p, p))),
            None => (same || touch).then(|| (fault, middle(a, b))),
        }
    }

    fn corners(&self, ring: &Ring) -> &[GroundPoint] {
        &self.points[ring.start..ring.start + ring.length]
    }
}

/// The side of the line from `a` to `b` that contains a point: -1, 0 or 1.
fn side(a: GroundPoint, b: GroundPoint, point: GroundPoint) -> i64 {
    (b - a).cross(point - a).signum()
}

fn middle(a: GroundPoint, b: GroundPoint) -> [f64; 2] {
    [(f64::from(a.x) + f64::from(b.x)) / 2.0, (f64::from(a.y) + f64::from(b.y)) / 2.0]
}

/// The position of a ring's first vertex on the Morton curve.
fn curve(ring: &[GroundPoint]) -> u64 {
    let spread = |value: i32| {
        let mut bits = u64::from(value as u32 ^ 1 << 31);
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        bits
    };
    ring.first().map_or(0, |point| spread(point.x) | spread(point.y) << 1)
}

/// Whether the point is inside the ring. Points on the ring may count as either.
pub fn inside(ring: &[GroundPoint], point: GroundPoint) -> bool {
    let mut inside = false;
    for (index, &to) in ring.iter().enumerate() {
        let from = ring[(index + ring.len() - 1) % ring.len()];
        if (from.y > point.y) != (to.y > point.y) {
            let left = (to - from).cross(point - from) > 0;
            if left == (to.y > from.y) {
                inside = !inside;
            }
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::nest::Side;
    use super::*;

    pub(super) fn ring(points: &[[i32; 2]]) -> Vec<GroundPoint> {
        points.iter().map(|&point| point.into()).collect()
    }

    pub(super) fn square(x: i32, y: i32, size: i32) -> Vec<GroundPoint> {
        ring(&[[x, y], [x + size, y], [x + size, y + size], [x, y + size]])
    }

    fn meetings(polygons: &[Vec<Vec<GroundPoint>>]) -> Vec<Contact> {
        Outlines::new(polygons).meetings(99)
    }

    #[test]
    fn bow_tie_crosses_itself() {
        let tie = ring(&[[0, 0], [100, 100], [100, 0], [0, 100]]);
        let fault = Fault::Crossing;
        let expected = Contact { fault, segments: (0, 2), at: [50.0, 50.0] };
        assert_eq!(meetings(&[vec![tie]]), [expected]);
    }

    #[test]
    fn good_rings_have_no_crossing() {
        let touching_hole = ring(&[[50, 0], [40, 50], [60, 50]]);
        assert_eq!(meetings(&[vec![square(0, 0, 100), touching_hole]]), []);
        let crossing_hole = ring(&[[50, -10], [40, 50], [60, 50]]);
        assert_eq!(meetings(&[vec![square(0, 0, 100), crossing_hole]]).len(), 2);
    }

    #[test]
    fn self_contact_and_turning_back_are_faults() {
        for points in [
            &[[0, 0], [100, 0], [100, 100], [50, 0], [0, 100]][..],
            &[[0, 0], [100, 0], [50, 0], [50, 100]],
            &[[0, 0], [50, 50], [100, 0], [100, 100], [50, 50], [0, 100]],
        ] {
            assert!(!meetings(&[vec![ring(points)]]).is_empty(), "{points:?}");
        }
    }

    #[test]
    fn polygons_may_touch_but_not_overlap() {
        let faults = |one: Vec<GroundPoint>, mut other: Vec<GroundPoint>| {
            let found = meetings(&[vec![one.clone()], vec![other.clone()]]);
            other.reverse();
            // The winding does not matter.
            assert_eq!(meetings(&[vec![one], vec![other]]).len(), found.len());
            assert!(found.iter().all(|meeting| meeting.fault == Fault::Overlap));
            found.len()
        };
        assert_eq!(faults(square(0, 0, 100), square(100, 0, 100)), 0);
        assert_eq!(faults(square(0, 0, 100), square(100, 20, 50)), 0);
        assert_eq!(faults(square(0, 0, 100), square(50, 50, 100)), 2);
        assert!(faults(square(0, 0, 100), square(0, 0, 100)) > 0);
        assert!(faults(square(0, 0, 100), square(0, 0, 50)) > 0);
    }

    #[test]
    fn finds_outside_holes_and_nested_polygons() {
        let outlines = |polygons: &[Vec<Vec<GroundPoint>>]| Outlines::new(polygons);
        let holed = vec![square(0, 0, 100), square(10, 10, 20), square(200, 0, 10)];
        let misplaced = |holes: Vec<Vec<GroundPoint>>| {
            let found = outlines(&[holes]).misplaced_holes();
            found.iter().map(|hole| (hole.hole, hole.around)).collect::<Vec<_>>()
        };
        assert_eq!(misplaced(holed.clone()), [(8, None)]);
        let in_hole = vec![square(0, 0, 100), square(10, 10, 20), square(15, 15, 5)];
        assert_eq!(misplaced(in_hole), [(8, Some(4))]);
        // The other polygons are in the hole, in the outline, and outside.
        let polygons =
            [holed, vec![square(15, 15, 5)], vec![square(50, 50, 5)], vec![square(300, 0, 5)]];
        assert_eq!(outlines(&polygons).nested(), [(16, 0)]);
    }

    #[test]
    fn areas_and_insides() {
        let square = square(0, 0, 100);
        assert_eq!(double_area(&square), 20_000);
        assert!(inside(&square, GroundPoint::new(1, 99)));
        assert!(!inside(&square, GroundPoint::new(101, 50)));
    }

    /// Compares the fast join with all pairs, and the tree with `inside`.
    #[test]
    fn agrees_with_every_pair() {
        let mut seed = 1_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 20) as i32 % 40
        };
        for round in 0..600 {
            let mut polygons: Vec<Vec<Vec<GroundPoint>>> = Vec::new();
            for _ in 0..=round % 3 {
                let mut points: Vec<GroundPoint> =
                    (0..7 + 10 * (round % 5)).map(|_| GroundPoint::new(next(), next())).collect();
                points.dedup();
                if points.len() >= 3 && points.first() != points.last() {
                    polygons.push(vec![points]);
                }
            }
            let outlines = Outlines::new(&polygons);
            let mut slow = Vec::new();
            for one in 0..outlines.points.len() {
                for other in one + 1..outlines.points.len() {
                    let (one, other) = (outlines.segment(one), outlines.segment(other));
                    if let Some((fault, _)) = outlines.contact(&one, &other) {
                        let (one, other) = (outlines.global(&one), outlines.global(&other));
                        slow.push((fault, (one.min(other), one.max(other))));
                    }
                }
            }
            slow.sort_unstable();
            let fast = outlines.meetings(usize::MAX);
            let fast: Vec<_> = fast.iter().map(|m| (m.fault, m.segments)).collect();
            // Without another error, one where rings touch is reported.
            let touch = if slow.is_empty() { fast.len().min(1) } else { 0 };
            assert_eq!(fast[touch..], slow, "{polygons:?}");
            for (number, ring) in outlines.rings.iter().enumerate() {
                let point = GroundPoint::new(next(), next());
                let side = outlines.side_of_ring(number, point, &mut 0);
                let slow = inside(outlines.corners(ring), point);
                assert!(side == Side::On || (side == Side::Inside) == slow);
            }
        }
    }
}
