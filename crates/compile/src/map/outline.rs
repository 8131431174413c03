//! Does an outline cross itself, and where?

use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::GroundPoint;

/// A place where rings meet that should not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// The segments, by the index of their first vertex in all rings one after another.
    pub(super) segments: (usize, usize),
    /// About where.
    pub(super) at: [f64; 2],
}

#[derive(Clone, Copy)]
struct Segment {
    ring: usize,
    /// Position in its ring.
    index: usize,
    /// Position in all rings.
    global: usize,
    from: GroundPoint,
    to: GroundPoint,
}

/// The places where rings (not closed, without repeated points) cross or touch themselves, or
/// cross one another; n log n for outlines that are not all tangle, and at most `limit` places.
pub(super) fn crossings(rings: &[Vec<GroundPoint>], limit: usize) -> Vec<Crossing> {
    let mut segments = Vec::new();
    let mut global = 0;
    for (ring, points) in rings.iter().enumerate() {
        for index in 0..points.len() {
            let to = points[(index + 1) % points.len()];
            segments.push(Segment { ring, index, global, from: points[index], to });
            global += 1;
        }
    }
    let boxes = segments.iter().enumerate().map(|(number, segment)| {
        let corner = |p: GroundPoint| [p.x, p.y];
        GeomWithData::new(Rectangle::from_corners(corner(segment.from), corner(segment.to)), number)
    });
    let tree = RTree::bulk_load(boxes.collect());
    let mut found = Vec::new();
    for (one, other) in tree.intersection_candidates_with_other_tree(&tree) {
        if one.data < other.data {
            let (one, other) = (&segments[one.data], &segments[other.data]);
            if let Some(at) = meeting(one, other, rings[one.ring].len()) {
                found.push(Crossing { segments: (one.global, other.global), at });
                if found.len() >= limit {
                    break;
                }
            }
        }
    }
    found.sort_by_key(|crossing| crossing.segments);
    found
}

/// Where two segments meet in a way that makes the outline invalid.
fn meeting(one: &Segment, other: &Segment, ring_length: usize) -> Option<[f64; 2]> {
    let same_ring = one.ring == other.ring;
    if same_ring {
        let next = one.index + 1 == other.index;
        let round = one.index == 0 && other.index + 1 == ring_length;
        if next || round {
            // Neighbours share a point; only turning straight back is wrong.
            let (shared, before, after) =
                if next { (one.to, one.from, other.to) } else { (one.from, one.to, other.from) };
            let back = (before - shared).cross(after - shared) == 0
                && (before - shared).dot(after - shared) > 0;
            return back.then(|| middle(shared, shared));
        }
    }
    let (a, b, c, d) = (one.from, one.to, other.from, other.to);
    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    let [c_of_ab, d_of_ab, a_of_cd, b_of_cd] = sides;
    if sides == [0; 4] {
        // On one straight line: do they share more than a point?
        let overlap =
            |p: GroundPoint, from: GroundPoint, to: GroundPoint| (p - from).dot(p - to) < 0;
        let shared = [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
            .into_iter()
            .find(|&(p, f, t)| overlap(p, f, t));
        let same = (a == c && b == d) || (a == d && b == c);
        let touch = same_ring && (a == c || a == d || b == c || b == d);
        return match shared {
            Some((p, ..)) => Some(middle(p, p)),
            None => (same || touch).then(|| middle(a, b)),
        };
    }
    if c_of_ab * d_of_ab > 0 || a_of_cd * b_of_cd > 0 {
        return None;
    }
    let touch = sides.contains(&0);
    // A hole may touch its outer ring in a point.
    if touch && !same_ring {
        return None;
    }
    let (r, s) = (b - a, d - c);
    let along = (c - a).cross(s) as f64 / r.cross(s) as f64;
    Some([f64::from(a.x) + along * f64::from(r.x), f64::from(a.y) + along * f64::from(r.y)])
}

/// -1, 0 or 1: on which side of the line from `a` to `b` a point lies.
fn side(a: GroundPoint, b: GroundPoint, point: GroundPoint) -> i64 {
    (b - a).cross(point - a).signum()
}

fn middle(a: GroundPoint, b: GroundPoint) -> [f64; 2] {
    [(f64::from(a.x) + f64::from(b.x)) / 2.0, (f64::from(a.y) + f64::from(b.y)) / 2.0]
}

/// Twice the area, positive for counter-clockwise rings.
pub(super) fn double_area(ring: &[GroundPoint]) -> i64 {
    let Some(&origin) = ring.first() else { return 0 };
    ring.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// Is the point inside the ring? Points on the ring may be either.
pub(super) fn inside(ring: &[GroundPoint], point: GroundPoint) -> bool {
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
    use super::*;

    fn ring(points: &[[i32; 2]]) -> Vec<GroundPoint> {
        points.iter().map(|&point| point.into()).collect()
    }

    #[test]
    fn a_bow_tie_crosses_in_the_middle() {
        let found = crossings(&[ring(&[[0, 0], [100, 100], [100, 0], [0, 100]])], 10);
        assert_eq!(found, [Crossing { segments: (0, 2), at: [50.0, 50.0] }]);
    }

    #[test]
    fn good_rings_have_no_crossing() {
        let square = ring(&[[0, 0], [100, 0], [100, 100], [0, 100]]);
        let touching_hole = ring(&[[50, 0], [40, 50], [60, 50]]);
        assert_eq!(crossings(&[square.clone(), touching_hole], 10), []);
        let crossing_hole = ring(&[[50, -10], [40, 50], [60, 50]]);
        assert_eq!(crossings(&[square, crossing_hole], 10).len(), 2);
    }

    #[test]
    fn touching_oneself_and_turning_back_are_faults() {
        let touch = ring(&[[0, 0], [100, 0], [100, 100], [50, 0], [0, 100]]);
        assert!(!crossings(&[touch], 10).is_empty());
        let spike = ring(&[[0, 0], [100, 0], [50, 0], [50, 100]]);
        assert!(!crossings(&[spike], 10).is_empty());
        let eight = ring(&[[0, 0], [50, 50], [100, 0], [100, 100], [50, 50], [0, 100]]);
        assert!(!crossings(&[eight], 10).is_empty());
    }

    #[test]
    fn areas_and_insides() {
        let square = ring(&[[0, 0], [100, 0], [100, 100], [0, 100]]);
        assert_eq!(double_area(&square), 20_000);
        assert!(inside(&square, GroundPoint::new(1, 99)));
        assert!(!inside(&square, GroundPoint::new(101, 50)));
    }

    /// The fast join finds what comparing every pair finds.
    #[test]
    fn agrees_with_every_pair() {
        let mut seed = 1_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 20) as i32 % 40
        };
        for _ in 0..500 {
            let mut points: Vec<GroundPoint> =
                (0..7).map(|_| GroundPoint::new(next(), next())).collect();
            points.dedup();
            if points.len() < 3 || points.first() == points.last() {
                continue;
            }
            let segment = |index: usize| Segment {
                ring: 0,
                index,
                global: index,
                from: points[index],
                to: points[(index + 1) % points.len()],
            };
            let mut slow = Vec::new();
            for one in 0..points.len() {
                for other in one + 1..points.len() {
                    if meeting(&segment(one), &segment(other), points.len()).is_some() {
                        slow.push((one, other));
                    }
                }
            }
            let fast: Vec<_> =
                crossings(&[points.clone()], 99).iter().map(|c| c.segments).collect();
            assert_eq!(fast, slow, "{points:?}");
        }
    }
}
