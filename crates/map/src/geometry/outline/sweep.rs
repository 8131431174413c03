//! Looks for one place where outlines meet that should not, in n log n however they are drawn.
//!
//! After Shamos and Hoey: a line sweeps over the corners from left to right (at one x upwards) and
//! the segments that it meets stand in their order along it. As long as nothing crosses, that order
//! holds, and two segments that are about to cross stand beside each other first. Touching is
//! looked for at each corner. It stops at the first fault, for behind it the order is lost.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound;

use sandtable_pack::GroundPoint;

use super::{Meeting, Outlines, Segment, side};

/// Segments through one inner point of theirs, of which two must be at fault: all lie on one
/// straight line, and each has its ground on one of two sides.
const TOO_MANY: usize = 3;

/// A segment that the sweep line meets, or a point of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    left: GroundPoint,
    right: GroundPoint,
    /// Its polygon's ground lies above it. Where two polygons share a border, the one below stands
    /// first.
    pub ground_above: bool,
    /// Its first corner; none for a point, which stands before the segments that run through it.
    pub corner: Option<usize>,
}

impl Standing {
    const fn point(at: GroundPoint) -> Self {
        Self { left: at, right: at, ground_above: false, corner: None }
    }

    /// 1 for points above it, -1 below, 0 on its line.
    fn above(&self, point: GroundPoint) -> i64 {
        side(self.left, self.right, point)
    }

    /// The same for a segment that begins later.
    fn later_above(&self, later: &Self) -> i64 {
        match self.above(later.left) {
            0 => self.above(later.right),
            above => above,
        }
    }
}

impl Ord for Standing {
    fn cmp(&self, other: &Self) -> Ordering {
        let other_above = if self.left <= other.left {
            self.later_above(other)
        } else {
            -other.later_above(self)
        };
        0.cmp(&other_above)
            .then(self.ground_above.cmp(&other.ground_above))
            .then(self.corner.cmp(&other.corner))
    }
}

impl PartialOrd for Standing {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The start or end of a segment, in the order of the sweep: at one place ends come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    pub at: GroundPoint,
    pub starts: bool,
    pub corner: usize,
}

impl Outlines {
    /// A place where rings meet that should not, if there is any; adds to `asked` how many pairs of
    /// segments were looked at.
    pub fn sweep(&self, asked: &mut usize) -> Option<Meeting> {
        let events = self.events(0..self.points.len());
        let mut line = BTreeSet::new();
        let mut meet = |a: usize, b: usize| {
            *asked += 1;
            self.meet(a, b)
        };
        for here in events.chunk_by(|a, b| a.at == b.at) {
            let (ends, starts) = here.split_at(here.partition_point(|event| !event.starts));
            for event in ends {
                let standing = self.standing(event.corner);
                line.remove(&standing);
                if let (Some(below), Some(above)) =
                    (before(&line, &standing).next(), behind(&line, &standing).next())
                    && let Some(meeting) = meet(below, above)
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
                let standing = self.standing(event.corner);
                line.insert(standing);
                // Beyond a neighbour on the same straight line there may be one that is at fault.
                let near = before(&line, &standing).take(2).chain(behind(&line, &standing).take(2));
                for other in near {
                    if let Some(meeting) = meet(event.corner, other) {
                        return Some(meeting);
                    }
                }
            }
        }
        None
    }

    /// Starts and ends of the segments that start at some corners, in the order of the sweep.
    pub fn events(&self, corners: impl Iterator<Item = usize>) -> Vec<Event> {
        let mut events = Vec::with_capacity(2 * corners.size_hint().0);
        for corner in corners {
            let Standing { left, right, .. } = self.standing(corner);
            events.push(Event { at: left, starts: true, corner });
            events.push(Event { at: right, starts: false, corner });
        }
        events.sort_unstable();
        events
    }

    pub fn standing(&self, corner: usize) -> Standing {
        let Segment { ring, from, to, .. } = self.segment(corner);
        let (left, right) = (from.min(to), from.max(to));
        // Well wound rings have their polygon's ground to the left.
        let ground_above = (from == left) == (self.rings[ring].sign > 0);
        Standing { left, right, ground_above, corner: Some(corner) }
    }

    /// Segments that share a place where some begin or end: those that run through it with one
    /// another and with all, and those of one ring with one another.
    fn touching(&self, line: &BTreeSet<Standing>, here: &[Event]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let at = here[0].at;
        let through: Vec<usize> = line
            .range(Standing::point(at)..)
            .take_while(|standing| standing.above(at) == 0)
            .filter_map(|standing| standing.corner)
            .take(TOO_MANY)
            .collect();
        for (index, &a) in through.iter().enumerate() {
            pairs.extend(through[..index].iter().map(|&b| (a, b)));
            pairs.extend(here.iter().map(|event| (a, event.corner)));
        }
        let mut corners: Vec<usize> = here.iter().map(|event| event.corner).collect();
        corners.sort_unstable();
        for same in corners.chunk_by(|&a, &b| self.owners[a] == self.owners[b]) {
            // Three that meet in a point are not all neighbours.
            let same = &same[..same.len().min(TOO_MANY)];
            for (index, &a) in same.iter().enumerate() {
                pairs.extend(same[..index].iter().map(|&b| (a, b)));
            }
        }
        pairs
    }
}

/// The segments that stand before one on the sweep line, the nearest first.
fn before(line: &BTreeSet<Standing>, standing: &Standing) -> impl Iterator<Item = usize> {
    line.range(..standing).rev().filter_map(|other| other.corner)
}

/// The segments that stand behind one on the sweep line, the nearest first.
fn behind(line: &BTreeSet<Standing>, standing: &Standing) -> impl Iterator<Item = usize> {
    let range = (Bound::Excluded(standing), Bound::Unbounded);
    line.range::<Standing, _>(range).filter_map(|other| other.corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb of long slanting teeth that touch nowhere, though all their boxes meet.
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
    fn a_comb_of_slanting_teeth_is_not_compared_pair_by_pair() {
        let outlines = Outlines::new(&[vec![comb(10_000)]]);
        let mut asked = 0;
        assert_eq!(outlines.counted_meetings(99, &mut asked), []);
        assert!(asked <= 40 * outlines.points.len(), "{asked}");
    }

    #[test]
    fn a_crossing_in_a_comb_is_found() {
        let mut ring = comb(10_000);
        // One corner at the bottom sinks through the back of the comb.
        ring[8_000].y = -20;
        let outlines = Outlines::new(&[vec![ring]]);
        let mut asked = 0;
        let found = outlines.counted_meetings(99, &mut asked);
        assert!(!found.is_empty());
        assert!(asked <= 40 * outlines.points.len(), "{asked}");
    }

    /// The sweep finds a fault wherever comparing every pair finds one, and nowhere else.
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
