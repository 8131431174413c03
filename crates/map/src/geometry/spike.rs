//! Removes spikes: vertices where an outline goes out and straight back without enclosing an area.

use std::collections::VecDeque;

use sandtable_pack::GroundPoint;

/// The maximum width of a spike at its base, in centimetres: below a pen line at any scale.
const MAX_SPIKE_WIDTH: f64 = 10.0;
/// The minimum ratio of length to width of a spike, which excludes short edges.
const MIN_SPIKE_RATIO: f64 = 20.0;

/// The vertices of a ring without spikes, and the removed tips, as sorted indices.
pub struct TrimmedRing {
    pub kept_indices: Vec<usize>,
    pub tips: Vec<usize>,
}

/// Removes the spikes of an unclosed ring without repeated vertices, including spikes that appear
/// when others are removed.
pub fn trim_spikes(ring: &[GroundPoint]) -> TrimmedRing {
    let mut kept: VecDeque<usize> = VecDeque::with_capacity(ring.len());
    let mut tips = Vec::new();
    for corner in 0..ring.len() {
        kept.push_back(corner);
        trim(ring, &mut kept, &mut tips);
    }
    // For spikes across the start, rotate the ring vertex by vertex until nothing changes.
    let mut turns = 0;
    while turns < 3 && kept.len() >= 3 {
        let before = kept.len();
        if let Some(first) = kept.pop_front() {
            kept.push_back(first);
        }
        trim(ring, &mut kept, &mut tips);
        turns = if kept.len() < before { 0 } else { turns + 1 };
    }
    let mut kept: Vec<usize> = kept.into();
    kept.sort_unstable();
    tips.sort_unstable();
    TrimmedRing { kept_indices: kept, tips }
}

/// Removes spikes and repeated vertices at the end of `kept`.
fn trim(ring: &[GroundPoint], kept: &mut VecDeque<usize>, tips: &mut Vec<usize>) {
    while kept.len() >= 2 {
        let last = kept.len() - 1;
        if ring[kept[last]] == ring[kept[last - 1]] {
            kept.pop_back();
        } else if last >= 2
            && is_spike(ring[kept[last - 2]], ring[kept[last - 1]], ring[kept[last]])
        {
            tips.extend(kept.remove(last - 1));
        } else {
            return;
        }
    }
}

/// Whether the path from `before` over `tip` to `after` turns straight back.
fn is_spike(before: GroundPoint, tip: GroundPoint, after: GroundPoint) -> bool {
    let (out, back) = (before - tip, after - tip);
    if out.dot(back) <= 0 {
        return false;
    }
    let cross = out.cross(back).unsigned_abs();
    if cross == 0 {
        return true;
    }
    // The distance from the end of the shorter side to the longer side.
    let longer = (out.dot(out).max(back.dot(back)) as f64).sqrt();
    let shorter = (out.dot(out).min(back.dot(back)) as f64).sqrt();
    let width = cross as f64 / longer;
    width <= MAX_SPIKE_WIDTH && shorter >= MIN_SPIKE_RATIO * width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trimmed_points(points: &[[i32; 2]]) -> (Vec<usize>, Vec<usize>) {
        let ring: Vec<GroundPoint> = points.iter().map(|&point| point.into()).collect();
        let TrimmedRing { kept_indices: kept, tips } = trim_spikes(&ring);
        (kept, tips)
    }

    #[test]
    fn removes_spikes_and_keeps_corners() {
        let square = [[0, 0], [1000, 0], [1000, 1000], [0, 1000]];
        assert_eq!(trimmed_points(&square), (vec![0, 1, 2, 3], vec![]));
        let spiked = [[0, 0], [1000, 0], [1000, 1000], [1000, 5000], [1000, 1000], [0, 1000]];
        assert_eq!(trimmed_points(&spiked), (vec![0, 1, 2, 5], vec![3]));
        // The tip is the first vertex.
        let first = [[1000, 5000], [1000, 1000], [0, 1000], [0, 0], [1000, 0], [1000, 1000]];
        assert_eq!(trimmed_points(&first).1, [0]);
        // A spike 5 cm wide and 40 m long is removed; a sharp corner is kept.
        let needle = [[0, 0], [1000, 0], [1000, 1000], [3000, 5000], [995, 1001], [0, 1000]];
        assert_eq!(trimmed_points(&needle).1, [3]);
        let sharp = [[0, 0], [1000, 0], [500, 4000]];
        assert!(trimmed_points(&sharp).1.is_empty());
    }

    #[test]
    fn ring_of_spikes_is_removed() {
        let there_and_back = [[0, 0], [100, 0], [200, 0], [100, 0]];
        assert!(trimmed_points(&there_and_back).0.len() < 3);
    }

    /// Trimming is linear in the number of vertices, even if the whole ring folds up.
    #[test]
    fn long_folds_are_quick() {
        let out = (0..200_000).map(|x| [x, 0]);
        let back = (1..199_999).rev().map(|x| [x, 0]);
        let fold: Vec<[i32; 2]> = out.chain(back).collect();
        assert!(trimmed_points(&fold).0.len() < 3);
    }
}
