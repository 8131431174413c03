//! One corner of an outline that lies far off, as a wrong digit leaves it: both edges there are far
//! longer than all others, and without it the outline goes on in steps as usual.

use sandtable_pack::GroundPoint;

use crate::geometry::distance::apart;

/// Both edges at the corner are so many times as long as the longest other one, or longer.
const LONG: f64 = 4.0;
/// A triangle has but one other edge to measure by, and wedges are drawn.
const LONG_IN_TRIANGLE: f64 = 10.0;
/// The corners before and after it lie apart at most so many of the longest other edges: an
/// outline that goes far out and comes back elsewhere does so for a reason.
const STEPS: f64 = 2.0;
/// And at least so long, in centimetres.
const VISIBLE: f64 = 10_000.0;

/// Of outlines with so many corners one or two edges may be long: there most others are measured.
const MANY: usize = 8;
/// Of four other edges, or segments of a line, three are as long as the one measured, or shorter.
pub const MOST: f64 = 0.75;
/// Both edges at the corner are so many times as long as it,
const LONG_FOR_MOST: f64 = 8.0;
/// so many times as long as the longest,
const LONGER_THAN_ALL: f64 = 1.5;
/// and the corners before and after lie apart at most so many times its length.
const STEPS_OF_MOST: f64 = 4.0;

/// The corner of a ring (not closed, without repeated corners) that lies far off its outline.
pub fn far_corner(ring: &[GroundPoint]) -> Option<usize> {
    let long = if ring.len() == 3 { LONG_IN_TRIANGLE } else { LONG };
    far_by(ring, long)
}

/// The same; both edges there are so many times as long as all others.
pub fn far_by(ring: &[GroundPoint], long: f64) -> Option<usize> {
    let count = ring.len();
    if count < 3 {
        return None;
    }
    let edge = |corner: usize| apart(ring[corner % count], ring[(corner + 1) % count]);
    // Which two are the longest, and how long the third is.
    let mut longest = [(0.0, usize::MAX); 3];
    for corner in 0..count {
        let mut found = (edge(corner), corner);
        for place in &mut longest {
            if found.0 > place.0 {
                std::mem::swap(place, &mut found);
            }
        }
    }
    let [(_, one), (shorter, other), (usual, _)] = longest;
    let corner = match (one, other) {
        (usize::MAX, _) | (_, usize::MAX) => return None,
        (one, other) if (one + 1) % count == other => other,
        (one, other) if (other + 1) % count == one => one,
        _ => return None,
    };
    if shorter < VISIBLE {
        return None;
    }
    let straight = apart(ring[(corner + count - 1) % count], ring[(corner + 1) % count]);
    if shorter >= long * usual && straight <= STEPS * usual {
        return Some(corner);
    }
    if count < MANY || shorter < LONGER_THAN_ALL * usual {
        return None;
    }
    let others = (0..count).filter(|edge| ![one, other].contains(edge));
    let mut others: Vec<f64> = others.map(edge).collect();
    let rank = ((others.len() - 1) as f64 * MOST) as usize;
    let (_, most, _) = others.select_nth_unstable_by(rank, f64::total_cmp);
    (shorter >= LONG_FOR_MOST * *most && straight <= STEPS_OF_MOST * *most).then_some(corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(points: &[[i32; 2]]) -> Option<usize> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        far_corner(&points.iter().map(metres).collect::<Vec<_>>())
    }

    #[test]
    fn a_corner_far_off_is_found() {
        let block = [[0, 0], [90, 0], [90, 60], [0, 60]];
        assert_eq!(found(&block), None);
        for corner in 0..4 {
            let mut block = block;
            block[corner][0] += 900;
            assert_eq!(found(&block), Some(corner));
        }
        assert_eq!(found(&[[0, 0], [60, 0], [30, 900]]), Some(2));
    }

    #[test]
    fn one_long_edge_hides_no_far_corner_among_many() {
        let mut wood = vec![[0, 0], [400, 0]];
        wood.extend((1..8).map(|step| [400 + 5 * (step % 2), 40 * step]));
        wood.extend((0..10).map(|step| [400 - 40 * step, 320 + 5 * (step % 2)]));
        wood.extend((1..8).map(|step| [5 * (step % 2), 320 - 40 * step]));
        assert_eq!(found(&wood), None);
        wood[6][0] += 850;
        assert_eq!(found(&wood), Some(6));
    }

    #[test]
    fn spits_strips_and_wedges_are_not() {
        // A strip along a road, and one that ends in a point.
        assert_eq!(found(&[[0, 0], [900, 0], [900, 20], [0, 20]]), None);
        assert_eq!(found(&[[0, 0], [900, 10], [0, 20], [-30, 10]]), Some(1));
        assert_eq!(found(&[[0, 0], [450, 0], [900, 10], [450, 20], [0, 20]]), None);
        assert_eq!(found(&[[0, 0], [100, 0], [50, 600]]), None);
        // A spit: corners on its way out and back.
        let spit = [
            [0, 0],
            [100, 0],
            [200, 0],
            [200, 100],
            [400, 105],
            [650, 110],
            [400, 115],
            [200, 120],
            [100, 200],
            [0, 200],
        ];
        assert_eq!(found(&spit), None);
        // Small things have long edges beside short ones.
        assert_eq!(found(&[[0, 0], [5, 0], [5, 60], [2, 0]]), None);
    }
}
