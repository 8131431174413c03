//! The one slip that made an outline cross itself, where one explains it.

use sandtable_pack::GroundPoint;

use super::stray_vertex::{far_by, stray_corners};
use crate::geometry::distance::apart;
use crate::geometry::outline::Outlines;

/// So many corners are tried.
const TRIES: usize = 4;
/// In a block that crosses itself, the edges at a far corner are longer than the others by this factor. In a real
/// block, at least one pair of opposite edges differs by no more than this factor.
const FAR_IN_BLOCK: f64 = 2.0;
/// Exchanged back, two corners make the edges there at most so long, measured by what they are.
const SHORTER: f64 = 0.75;

/// What made an outline cross itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// These two corners, one after the other, stand in each other's place.
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
fn slip(ring: &[GroundPoint], segments: [usize; 2]) -> Option<Slip> {
    let stray = match ring.len() {
        4 => far_by(ring, FAR_IN_BLOCK),
        _ => stray(ring),
    };
    stray.map(Slip::Stray).or_else(|| exchanged(ring, segments))
}

/// A corner without which the outline is sound.
fn stray(ring: &[GroundPoint]) -> Option<usize> {
    let round = [&[*ring.last()?], ring, &[*ring.first()?]].concat();
    stray_corners(&round).take(TRIES).map(|corner| corner - 1).find(|&corner| {
        let mut without = ring.to_vec();
        without.remove(corner);
        is_sound(without)
    })
}

/// Neighbours that were clicked in the wrong order make the segments before and after them cross.
fn exchanged(ring: &[GroundPoint], [one, other]: [usize; 2]) -> Option<Slip> {
    let count = ring.len();
    let follows = |&(before, after): &(usize, usize)| (before + 2) % count == after;
    let (before, second) = [(one, other), (other, one)].into_iter().find(follows)?;
    let (first, after) = ((before + 1) % count, (second + 1) % count);
    // A slight crossing is no exchange: turned back, the outline is far shorter there.
    let along = |[one, other]: [usize; 2]| {
        let corners = [ring[before], ring[one], ring[other], ring[after]];
        corners.windows(2).map(|pair| apart(pair[0], pair[1])).sum::<f64>()
    };
    if count > 4 && along([second, first]) > SHORTER * along([first, second]) {
        return None;
    }
    let mut turned = ring.to_vec();
    turned.swap(first, second);
    let is_explained = (count != 4 || is_block(&turned)) && is_sound(turned);
    is_explained.then_some(Slip::Exchanged([first, second]))
}

/// Whether a ring of four has one pair of opposite edges that are alike.
fn is_block(ring: &[GroundPoint]) -> bool {
    let edge = |corner: usize| apart(ring[corner], ring[(corner + 1) % 4]);
    [0, 1].into_iter().any(|first| {
        let (one, other) = (edge(first), edge(first + 2));
        one.max(other) <= FAR_IN_BLOCK * one.min(other)
    })
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
        // Too near to be far off, and exchanged back it is no block.
        let crossed = [[0, 0], [100, 10], [110, 90], [140, 60]];
        assert_eq!(found(&crossed, [1, 3]), None);
    }
}
