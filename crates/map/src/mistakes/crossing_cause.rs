//! The one slip that made an outline cross itself, where one explains it.

use std::cell::Cell;

use sandtable_pack::GroundPoint;

use super::far_vertex::far_by;
use super::stray_vertex::stray_corner;
use crate::geometry::distance::apart;
use crate::geometry::outline::Outlines;

/// So many corners, or exchanges of two, are tried.
const TRIES: usize = 4;

/// Exchanged back, two corners make the edges there at most so long, measured by what they are.
const SHORTER: f64 = 0.75;
/// Of the edges of a block those that face each other differ at most so many times, one pair at
/// least: if both do, one of its corners lies far off,
const OPPOSITE: f64 = 2.0;

/// What made an outline cross itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// These two corners stand in each other's place, the one that comes first in the first.
    Exchanged([usize; 2]),
    /// This corner lies far off.
    Stray(usize),
}

/// The ring of some polygons in which segments cross, named by their first corners in all rings one
/// after another: its first corner, the ring, and the slip that explains it.
pub fn slip_among(
    polygons: &[Vec<Vec<GroundPoint>>],
    segments: (usize, usize),
) -> Option<(usize, &[GroundPoint], Slip)> {
    let mut before = 0;
    let ring = polygons.iter().flatten().find(|ring| {
        before += ring.len();
        segments.0 < before
    })?;
    let start = before - ring.len();
    let both = [segments.0, segments.1].map(|corner| corner.checked_sub(start));
    let [Some(one), Some(other)] = both else { return None };
    let found = (other < ring.len()).then(|| slip(ring, [one, other]))?;
    found.map(|slip| (start, ring.as_slice(), slip))
}

/// What explains that two segments of a ring, named by their first corners, cross.
pub fn slip(ring: &[GroundPoint], segments: [usize; 2]) -> Option<Slip> {
    if ring.len() == 4 {
        let first = segments[0].min(segments[1]) + 1;
        let corners = [first, (first + 1) % 4];
        return match ordinary(ring, corners) {
            true => exchanges_to_sound(ring, corners).then_some(Slip::Exchanged(corners)),
            false => far_by(ring, OPPOSITE).map(Slip::Stray),
        };
    }
    let (first, last) = (*ring.first()?, *ring.last()?);
    let mut round = vec![last];
    round.extend(ring);
    round.push(first);
    let tries = Cell::new(0);
    let explains = |corner: usize| {
        tries.set(tries.get() + 1);
        let mut without = ring.to_vec();
        without.remove(corner - 1);
        tries.get() <= TRIES && is_sound(without)
    };
    let stray = stray_corner(&round, explains).map(|corner| Slip::Stray(corner - 1));
    stray.or_else(|| exchanged(ring, segments))
}

/// The two corners of a ring whose exchange unties it: one of them lies at the crossing.
fn exchanged(ring: &[GroundPoint], segments: [usize; 2]) -> Option<Slip> {
    let count = ring.len();
    let mut tried: Vec<(f64, [usize; 2])> = Vec::new();
    for one in segments.into_iter().flat_map(|first| [first, (first + 1) % count]) {
        for other in (0..count).filter(|other| *other != one) {
            let corners = [one.min(other), one.max(other)];
            let (now, back) = edges(ring, corners);
            if back <= SHORTER * now {
                tried.push((now - back, corners));
            }
        }
    }
    tried.sort_by(|(gain, corners), (other, others)| {
        other.total_cmp(gain).then_with(|| corners.cmp(others))
    });
    tried.dedup();
    let mut tried = tried.into_iter().take(TRIES).map(|(_, corners)| corners);
    // Neighbours at the closing of the ring are named in its order.
    let in_order = |[one, other]: [usize; 2]| match (one, other + 1 == count && count > 2) {
        (0, true) => [other, one],
        _ => [one, other],
    };
    let found = tried.find(|corners| exchanges_to_sound(ring, *corners))?;
    Some(Slip::Exchanged(in_order(found)))
}

/// How long the edges at two corners are, and would be if they were exchanged.
fn edges(ring: &[GroundPoint], [one, other]: [usize; 2]) -> (f64, f64) {
    let count = ring.len();
    let mut firsts = [(one + count - 1) % count, one, (other + count - 1) % count, other];
    firsts.sort_unstable();
    let turned = |corner: usize| match corner {
        _ if corner == one => ring[other],
        _ if corner == other => ring[one],
        _ => ring[corner],
    };
    let (mut now, mut back, mut last) = (0.0, 0.0, None);
    for first in firsts {
        // The edge between neighbours is one.
        if last.replace(first) != Some(first) {
            let next = (first + 1) % count;
            now += apart(ring[first], ring[next]);
            back += apart(turned(first), turned(next));
        }
    }
    (now, back)
}

/// Is an outline of four that of a block, when two of its corners are exchanged?
fn ordinary(ring: &[GroundPoint], [one, other]: [usize; 2]) -> bool {
    let mut turned = ring.to_vec();
    turned.swap(one, other);
    let edge = |corner: usize| apart(turned[corner], turned[(corner + 1) % 4]);
    [0, 1].into_iter().any(|first| {
        let pair = [edge(first), edge(first + 2)];
        pair[0] <= OPPOSITE * pair[1] && pair[1] <= OPPOSITE * pair[0]
    })
}

fn exchanges_to_sound(ring: &[GroundPoint], [one, other]: [usize; 2]) -> bool {
    let mut exchanged = ring.to_vec();
    exchanged.swap(one, other);
    is_sound(exchanged)
}

fn is_sound(ring: Vec<GroundPoint>) -> bool {
    Outlines::new(&[vec![ring]]).meetings(1).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(points: &[[i32; 2]], segments: [usize; 2]) -> Option<Slip> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        slip(&points.iter().map(metres).collect::<Vec<_>>(), segments)
    }

    #[test]
    fn one_slip_is_found() {
        let bow_tie = [[0, 0], [100, 100], [100, 0], [0, 100]];
        assert_eq!(found(&bow_tie, [0, 2]), Some(Slip::Exchanged([1, 2])));
        let turned = [[0, 100], [0, 0], [100, 100], [100, 0]];
        assert_eq!(found(&turned, [1, 3]), Some(Slip::Exchanged([2, 3])));
        let mut wood = [
            [0, 0],
            [100, -10],
            [200, 0],
            [210, 100],
            [200, 200],
            [100, 210],
            [0, 200],
            [-10, 100],
        ];
        wood[1] = [120, 1_700];
        assert_eq!(found(&wood, [0, 4]), Some(Slip::Stray(1)));
    }

    #[test]
    fn a_block_with_a_far_corner_is_not_exchanged() {
        let crossed = [[0, 0], [100, 10], [110, 90], [420, -40]];
        assert_eq!(found(&crossed, [0, 2]), Some(Slip::Stray(3)));
    }

    #[test]
    fn two_corners_far_from_each_other_are_found() {
        let mut wood = [
            [0, 0],
            [100, -10],
            [200, 0],
            [300, 30],
            [310, 100],
            [300, 200],
            [200, 210],
            [100, 220],
            [0, 200],
            [-10, 100],
        ];
        wood.swap(2, 6);
        let points: Vec<_> = wood.iter().map(|&[x, y]| GroundPoint::from_metres(x, y)).collect();
        let polygons = vec![vec![points]];
        let first = Outlines::new(&polygons).meetings(1)[0].segments;
        let slip = slip_among(&polygons, first).map(|(_, _, slip)| slip);
        assert_eq!(slip, Some(Slip::Exchanged([2, 6])));
    }
}
