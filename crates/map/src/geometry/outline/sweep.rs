//! Finds one invalid intersection of outlines, in n log n for any outlines.
//!
//! After Shamos and Hoey: a line sweeps over the vertices from left to right, and upwards at equal
//! x. The segments on the sweep line are sorted along it. The order is valid until segments cross,
//! and two segments are adjacent before they cross. Contacts are checked at each vertex. The sweep
//! stops at the first error, because the order is invalid after it.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound;

use sandtable_pack::GroundPoint;

use super::{Contact, Outlines, Segment, side};

/// The number of segments through one inner point that guarantees an error: all are collinear, and
/// each has its polygon on one of two sides.
const FAULTY_COUNT: usize = 3;

/// A segment that intersects the sweep line, or a point on the sweep line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepSegment {
    left: GroundPoint,
    right: GroundPoint,
    /// Whether the segment's polygon is above it. Where two polygons share a border, the lower
    /// polygon comes first.
    pub ground_above: bool,
    /// The segment's first vertex; `None` for a point, which precedes the segments through it.
    pub corner: Option<usize>,
}

impl SweepSegment {
    pub const fn point(at: GroundPoint) -> Self {
        Self { left: at, right: at, ground_above: false, corner: None }
    }

    /// Returns 1 for points above the segment's line, -1 for points below, and 0 for points on it.
    pub fn side_of(&self, point: GroundPoint) -> i64 {
        side(self.left, self.right, point)
    }

    /// The side of this segment on which a later segment starts.
    fn side_of_later(&self, later: &Self) -> i64 {
        match self.side_of(later.left) {
            0 => self.side_of(later.right),
            above => above,
        }
    }
}

impl Ord for SweepSegment {
    fn cmp(&self, other: &Self) -> Ordering {
        let other_above = if self.left <= other.left {
            self.side_of_later(other)
        } else {
            -other.side_of_later(self)
        };
        0.cmp(&other_above)
            .then(self.ground_above.cmp(&other.ground_above))
            .then(self.corner.cmp(&other.corner))
    }
}

impl PartialOrd for SweepSegment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The start or end of a segment, in sweep order; at one point, ends come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    pub at: GroundPoint,
    pub starts: bool,
    pub corner: usize,
}

impl Outlines {
    /// An invalid intersection of rings, if any; adds the number of compared pairs of segments to
    /// `asked`.
    pub fn sweep(&self, asked: &mut usize) -> Option<Contact> {
        let events = self.events(0..self.points.len());
        let mut line = BTreeSet::new();
        let mut meet = |a: usize, b: usize| {
            *asked += 1;
            self.meet(a, b)
        };
        for here in events.chunk_by(|a, b| a.at == b.at) {
            let (ends, starts) = here.split_at(here.partition_point(|event| !event.starts));
            for event in ends {
                let sweep_segment = self.sweep_segment(event.corner);
                line.remove(&sweep_segment);
                if let (Some(below), Some(above)) = (
                    previous_segments(&line, &sweep_segment).next(),
                    next_segments(&line, &sweep_segment).next(),
                ) && let Some(meeting) = meet(below, above)
                {
                    return Some(meeting);
                }
            }
            for (a, b) in self.touching(&line, here) {
                if let Some(meeting) = meet(a, b) {
                    return Some(meeting);
                }
            }
            for event in starts {
                let sweep_segment = self.sweep_segment(event.corner);
                line.insert(sweep_segment);
                // A collinear neighbour may hide an invalid neighbour.
                let near = previous_segments(&line, &sweep_segment)
                    .take(2)
                    .chain(next_segments(&line, &sweep_segment).take(2));
                for other in near {
                    if let Some(meeting) = meet(event.corner, other) {
                        return Some(meeting);
                    }
                }
            }
        }
        None
    }

    /// The starts and ends of the segments that start at the given vertices, in sweep order.
    pub fn events(&self, corners: impl Iterator<Item = usize>) -> Vec<Event> {
        let mut events = Vec::with_capacity(2 * corners.size_hint().0);
        for corner in corners {
            let SweepSegment { left, right, .. } = self.sweep_segment(corner);
            events.push(Event { at: left, starts: true, corner });
            events.push(Event { at: right, starts: false, corner });
        }
        events.sort_unstable();
        events
    }

    pub fn sweep_segment(&self, corner: usize) -> SweepSegment {
        let Segment { ring, from, to, .. } = self.segment(corner);
        let (left, right) = (from.min(to), from.max(to));
        // In correctly wound rings, the polygon is on the left.
        let ground_above = (from == left) == (self.rings[ring].sign > 0);
        SweepSegment { left, right, ground_above, corner: Some(corner) }
    }

    /// The pairs of segments that share a point where some start or end. Segments through the point
    /// pair with each other and with all others; segments of one ring pair with each other.
    fn touching(&self, line: &BTreeSet<SweepSegment>, here: &[Event]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let at = here[0].at;
        let through: Vec<usize> = line
            .range(SweepSegment::point(at)..)
            .take_while(|sweep_segment| sweep_segment.side_of(at) == 0)
            .filter_map(|sweep_segment| sweep_segment.corner)
            .take(FAULTY_COUNT)
            .collect();
        for (index, &a) in through.iter().enumerate() {
            pairs.extend(through[..index].iter().map(|&b| (a, b)));
            pairs.extend(here.iter().map(|event| (a, event.corner)));
        }
        let mut corners: Vec<usize> = here.iter().map(|event| event.corner).collect();
        corners.sort_unstable();
        for same in corners.chunk_by(|&a, &b| self.owners[a] == self.owners[b]) {
            // Of three segments that intersect at a point, two are not neighbours.
            let same = &same[..same.len().min(FAULTY_COUNT)];
            for (index, &a) in same.iter().enumerate() {
                pairs.extend(same[..index].iter().map(|&b| (a, b)));
            }
        }
        pairs
    }
}

/// The segments before the given one on the sweep line, the nearest first.
fn previous_segments(
    line: &BTreeSet<SweepSegment>,
    sweep_segment: &SweepSegment,
) -> impl Iterator<Item = usize> {
    line.range(..sweep_segment).rev().filter_map(|other| other.corner)
}

/// The segments after the given one on the sweep line, the nearest first.
fn next_segments(
    line: &BTreeSet<SweepSegment>,
    sweep_segment: &SweepSegment,
) -> impl Iterator<Item = usize> {
    let range = (Bound::Excluded(sweep_segment), Bound::Unbounded);
    line.range::<SweepSegment, _>(range).filter_map(|other| other.corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb of long slanting teeth that never touch, although all their boxes overlap.
    fn comb(teeth: i32) -> Vec<GroundPoint> {
        const HEIGHT: i32 = 1_000_000;
        let mut ring = Vec::new();
        for tooth in 0..teeth {
            ring.push(GroundPoint::new(4 * tooth, 0));
            ring.push(GroundPoint::new(4 * tooth + 2 + HEIGHT, HEIGHT));
        }
        ring.push(GroundPoint::new(4 * teeth + 10 + HEIGHT, -10));
        ring.push(GroundPoint::new(-10, -10));
        ring
    }

    #[test]
    fn comb_needs_few_comparisons() {
        let outlines = Outlines::new(&[vec![comb(10_000)]]);
        let mut comparisons = 0;
        assert_eq!(outlines.counted_meetings(99, &mut comparisons), []);
        assert!(comparisons <= 40 * outlines.points.len(), "{comparisons}");
    }

    #[test]
    fn finds_crossing_in_comb() {
        let mut ring = comb(10_000);
        // Move a vertex at the bottom through the back of the comb.
        ring[8_000].y = -20;
        let outlines = Outlines::new(&[vec![ring]]);
        let mut comparisons = 0;
        let found = outlines.counted_meetings(99, &mut comparisons);
        assert!(!found.is_empty());
        assert!(comparisons <= 40 * outlines.points.len(), "{comparisons}");
    }

    /// The sweep finds an error if and only if a comparison of all pairs finds one.
    #[test]
    fn agrees_with_every_pair() {
        let mut seed = 7_u32;
        let mut next = move |below: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as i32 % below
        };
        let mut good = 0;
        for round in 0..30_000 {
            let size = 4 + round % 9;
            let mut polygons = Vec::new();
            for _ in 0..=next(4) {
                let mut rings = Vec::new();
                for _ in 0..=next(3) {
                    let count = 3 + next(3);
                    let mut ring: Vec<GroundPoint> =
                        (0..count).map(|_| GroundPoint::new(next(size), next(size))).collect();
                    ring.dedup();
                    if ring.len() >= 3 && ring.first() != ring.last() {
                        rings.push(ring);
                    }
                }
                polygons.push(rings);
            }
            polygons.retain(|rings| !rings.is_empty());
            let outlines = Outlines::new(&polygons);
            let count = outlines.points.len();
            let slow = (0..count).any(|a| (0..a).any(|b| outlines.meet(a, b).is_some()));
            good += usize::from(!slow);
            assert_eq!(outlines.sweep(&mut 0).is_some(), slow, "{polygons:?}");
        }
        assert!(good > 1_000, "{good}");
    }
}
