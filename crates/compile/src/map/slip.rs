//! The one slip that made an outline cross itself, where one explains it.

use std::cell::Cell;

use sandtable_pack::GroundPoint;

use super::outline::Outlines;
use super::stray_corner::stray_corner;

/// So many corners are tried.
const TRIES: usize = 4;

/// What made an outline cross itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    /// This corner and the next of an outline of four stand in each other's place.
    Exchanged(usize),
    /// This corner lies far off.
    Stray(usize),
}

/// What explains that two segments of a ring, named by their first corners, cross.
pub(super) fn slip(ring: &[GroundPoint], segments: [usize; 2]) -> Option<Slip> {
    let is_sound = |ring: Vec<GroundPoint>| Outlines::new(&[vec![ring]]).meetings(1).is_empty();
    if ring.len() == 4 {
        let first = segments[0].min(segments[1]) + 1;
        let mut exchanged = ring.to_vec();
        exchanged.swap(first, (first + 1) % 4);
        return is_sound(exchanged).then_some(Slip::Exchanged(first));
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
    stray_corner(&round, explains).map(|corner| Slip::Stray(corner - 1))
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
        assert_eq!(found(&bow_tie, [0, 2]), Some(Slip::Exchanged(1)));
        let turned = [[0, 100], [0, 0], [100, 100], [100, 0]];
        assert_eq!(found(&turned, [1, 3]), Some(Slip::Exchanged(2)));
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
}
