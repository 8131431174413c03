//! Finds the single mistake that made an outline cross itself.

use sandtable_pack::GroundPoint;

use super::stray_vertex::{far_vertex_by_ratio, stray_corners};
use crate::geometry::distance::distance_between;
use crate::geometry::outline::Outlines;

/// The maximum number of vertices whose removal is tried.
const MAX_TRIED_VERTICES: usize = 4;
/// The ratio above which edges of a self-crossing block indicate a far vertex. In a valid block, at
/// least one pair of opposite edges has a smaller ratio.
const FAR_IN_BLOCK: f64 = 2.0;
/// The maximum ratio of edge length after to before swapping two vertices back.
const MAX_SWAP_RATIO: f64 = 0.75;

/// The mistake that made an outline cross itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Two consecutive vertices are swapped.
    Swapped([usize; 2]),
    /// This vertex is far off.
    Stray(usize),
}

/// Explains the crossing of two segments, given by the indices of their first vertices among all
/// rings in sequence. Returns the index of the ring's first vertex, the ring, and the mistake.
pub fn find_slip(
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

/// The mistake that explains the crossing of two segments in a ring, given by their first vertices.
fn slip(ring: &[GroundPoint], segments: [usize; 2]) -> Option<Slip> {
    let stray = match ring.len() {
        4 => far_vertex_by_ratio(ring, FAR_IN_BLOCK),
        _ => stray(ring),
    };
    stray.map(Slip::Stray).or_else(|| swapped_neighbours(ring, segments))
}

/// The vertex whose removal makes the outline valid.
fn stray(ring: &[GroundPoint]) -> Option<usize> {
    let round = [&[*ring.last()?], ring, &[*ring.first()?]].concat();
    stray_corners(&round).take(MAX_TRIED_VERTICES).map(|corner| corner - 1).find(|&corner| {
        let mut without = ring.to_vec();
        without.remove(corner);
        is_valid(without)
    })
}

/// Two consecutive vertices whose swap explains why the segments before and after them cross.
fn swapped_neighbours(ring: &[GroundPoint], [one, other]: [usize; 2]) -> Option<Slip> {
    let count = ring.len();
    let follows = |&(before, after): &(usize, usize)| (before + 2) % count == after;
    let (before, second) = [(one, other), (other, one)].into_iter().find(follows)?;
    let (first, after) = ((before + 1) % count, (second + 1) % count);
    // A slight crossing is not a swap, so require that swapping back shortens the outline
    // considerably.
    let along = |[one, other]: [usize; 2]| {
        let corners = [ring[before], ring[one], ring[other], ring[after]];
        corners.windows(2).map(|pair| distance_between(pair[0], pair[1])).sum::<f64>()
    };
    if count > 4 && along([second, first]) > MAX_SWAP_RATIO * along([first, second]) {
        return None;
    }
    let mut turned = ring.to_vec();
    turned.swap(first, second);
    let is_explained = (count != 4 || is_block(&turned)) && is_valid(turned);
    is_explained.then_some(Slip::Swapped([first, second]))
}

/// Whether a four-vertex ring has a pair of opposite edges of similar length.
fn is_block(ring: &[GroundPoint]) -> bool {
    let edge = |corner: usize| distance_between(ring[corner], ring[(corner + 1) % 4]);
    [0, 1].into_iter().any(|first| {
        let (one, other) = (edge(first), edge(first + 2));
        one.max(other) <= FAR_IN_BLOCK * one.min(other)
    })
}

fn is_valid(ring: Vec<GroundPoint>) -> bool {
    Outlines::new(&[vec![ring]]).meetings(1).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(points: &[[i32; 2]], segments: [usize; 2]) -> Option<Slip> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        slip(&points.iter().map(metres).collect::<Vec<_>>(), segments)
    }

    #[test]
    fn finds_single_mistakes() {
        let bow_tie = [[0, 0], [100, 100], [100, 0], [0, 100]];
        assert_eq!(find(&bow_tie, [0, 2]), Some(Slip::Swapped([1, 2])));
        let turned = [[0, 100], [0, 0], [100, 100], [100, 0]];
        assert_eq!(find(&turned, [1, 3]), Some(Slip::Swapped([2, 3])));
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
        assert_eq!(find(&wood, [0, 4]), Some(Slip::Stray(1)));
    }

    #[test]
    fn block_with_far_vertex_is_not_swapped() {
        let crossed = [[0, 0], [100, 10], [110, 90], [420, -40]];
        assert_eq!(find(&crossed, [0, 2]), Some(Slip::Stray(3)));
        // The vertex is too near to be stray, and swapping it back gives no block.
        let crossed = [[0, 0], [100, 10], [110, 90], [140, 60]];
        assert_eq!(find(&crossed, [1, 3]), None);
    }
}
