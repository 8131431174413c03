//! Single vertices far from their line or outline, caused by a wrong digit or an accidental mouse
//! drag.

use sandtable_pack::GroundPoint;

use crate::geometry::distance::distance_between;

/// The minimum ratio of both edges at a far vertex of an outline to the longest other edge.
const MIN_EDGE_RATIO: f64 = 4.0;
/// The minimum ratio for triangles, which have only one other edge and may be legitimate wedges.
const MIN_TRIANGLE_RATIO: f64 = 10.0;
/// The maximum distance between a far vertex's neighbours, as a multiple of the longest other edge.
/// An outline that goes far out and returns elsewhere is intended.
const MAX_OUTLINE_GAP: f64 = 2.0;
/// The minimum length of both edges at a far vertex, in centimetres.
const MIN_FAR_EDGE: f64 = 10_000.0;

/// The far vertex of an unclosed ring without repeated vertices.
pub fn far_vertex(ring: &[GroundPoint]) -> Option<usize> {
    far_vertex_by_ratio(ring, if ring.len() == 3 { MIN_TRIANGLE_RATIO } else { MIN_EDGE_RATIO })
}

/// Like [`far_vertex`], with the given minimum ratio of both edges to all others.
pub fn far_vertex_by_ratio(ring: &[GroundPoint], long: f64) -> Option<usize> {
    let count = ring.len();
    let edge = |corner: usize| distance_between(ring[corner], ring[(corner + 1) % count]);
    let mut edges: Vec<(f64, usize)> = (0..count).map(|corner| (edge(corner), corner)).collect();
    edges.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [(_, longest), (shorter, second), (usual, _), ..] = edges[..] else { return None };
    let corner = match (longest, second) {
        (one, other) if (one + 1) % count == other => other,
        (one, other) if (other + 1) % count == one => one,
        _ => return None,
    };
    let straight = distance_between(ring[(corner + count - 1) % count], ring[(corner + 1) % count]);
    let is_far = shorter >= MIN_FAR_EDGE.max(long * usual) && straight <= MAX_OUTLINE_GAP * usual;
    is_far.then_some(corner)
}

/// The cosine of the maximum angle between the legs at a stray vertex of a line, 40 degrees.
const MIN_LEG_COSINE: f64 = 0.766;
/// The minimum ratio of each leg to a typical segment of the line.
const MIN_LEG_RATIO: f64 = 2.0;
/// The quantile of the other segments' lengths that counts as typical.
const TYPICAL_QUANTILE: f64 = 0.75;
/// The minimum length of each leg, in centimetres; shorter legs are invisible.
const MIN_LEG_LENGTH: f64 = 3_000.0;
/// The minimum number of segments other than the legs.
const MIN_OTHER_SEGMENTS: usize = 2;
/// The maximum distance between a stray vertex's neighbours, as a multiple of a typical segment.
const MAX_LINE_GAP: f64 = 4.0;
/// The maximum ratio of the segments next to the legs to the shorter leg; in a zigzag, a leg
/// follows a leg.
const NEXT_TO_LEGS: f64 = 0.5;

/// The vertices far to the side of their line. Real sharp turns of roads and streams have vertices
/// all along; stray legs have none.
pub fn stray_corners(line: &[GroundPoint]) -> impl Iterator<Item = usize> {
    let legs: Vec<f64> = line.windows(2).map(|pair| distance_between(pair[0], pair[1])).collect();
    let mut sorted = legs.clone();
    sorted.sort_by(f64::total_cmp);
    // The two long legs sort last, so dropping the last two leaves the others.
    let others = sorted.len().checked_sub(2).filter(|others| *others >= MIN_OTHER_SEGMENTS);
    let usual = others.map(|others| sorted[((others - 1) as f64 * TYPICAL_QUANTILE) as usize]);
    let is_stray = move |&corner: &usize| {
        let (out, back) = (legs[corner - 1], legs[corner]);
        let (leg, straight) = (out.min(back), distance_between(line[corner - 1], line[corner + 1]));
        let cosine = (out * out + back * back - straight * straight) / (2.0 * out * back);
        let next = [corner.checked_sub(2), Some(corner + 1)];
        let mut next = next.into_iter().flatten().filter_map(|leg| legs.get(leg));
        cosine >= MIN_LEG_COSINE
            && next.all(|other| *other <= NEXT_TO_LEGS * leg)
            && usual.is_some_and(|usual| {
                leg >= MIN_LEG_LENGTH.max(MIN_LEG_RATIO * usual) && straight <= MAX_LINE_GAP * usual
            })
    };
    (1..line.len().saturating_sub(1)).filter(is_stray)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(points: &[[i32; 2]]) -> Option<usize> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        far_vertex(&points.iter().map(metres).collect::<Vec<_>>())
    }

    #[test]
    fn finds_far_vertex() {
        let block = [[0, 0], [90, 0], [90, 60], [0, 60]];
        assert_eq!(far(&block), None);
        for corner in 0..4 {
            let mut block = block;
            block[corner][0] += 900;
            assert_eq!(far(&block), Some(corner));
        }
        assert_eq!(far(&[[0, 0], [60, 0], [30, 900]]), Some(2));
    }

    #[test]
    fn ignores_spits_strips_and_wedges() {
        // A strip along a road, and a strip that ends in a point.
        assert_eq!(far(&[[0, 0], [900, 0], [900, 20], [0, 20]]), None);
        assert_eq!(far(&[[0, 0], [900, 10], [0, 20], [-30, 10]]), Some(1));
        assert_eq!(far(&[[0, 0], [450, 0], [900, 10], [450, 20], [0, 20]]), None);
        assert_eq!(far(&[[0, 0], [100, 0], [50, 600]]), None);
        // A spit has vertices on its way out and back.
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
        assert_eq!(far(&spit), None);
        // Small shapes have long edges next to short ones.
        assert_eq!(far(&[[0, 0], [5, 0], [5, 60], [2, 0]]), None);
    }

    fn stray(points: &[[i32; 2]]) -> Option<usize> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        stray_corners(&points.iter().map(metres).collect::<Vec<_>>()).next()
    }

    #[test]
    fn finds_stray_vertex() {
        let road = [[0, 0], [100, 10], [200, 0], [300, 5], [400, 0], [500, 0]];
        assert_eq!(stray(&road), None);
        let mut dragged = road;
        dragged[3] = [300, 900];
        assert_eq!(stray(&dragged), Some(3));
        dragged[3] = [1_300, 5];
        assert_eq!(stray(&dragged), Some(3));
        // A plausible bend of a road.
        dragged[3] = [300, 100];
        assert_eq!(stray(&dragged), None);
    }

    #[test]
    fn finds_every_stray_vertex() {
        let mut twice: Vec<[i32; 2]> = (0..12).map(|step| [100 * step, 0]).collect();
        (twice[2], twice[6]) = ([200, 900], [600, 900]);
        let metres = |[x, y]: [i32; 2]| GroundPoint::from_metres(x, y);
        let line: Vec<_> = twice.into_iter().map(metres).collect();
        assert_eq!(stray_corners(&line).collect::<Vec<_>>(), [2, 6]);
    }

    #[test]
    fn ignores_hairpins() {
        // Sharp turns in sequence, with legs of similar length.
        let serpentine = [[0, 0], [300, 20], [0, 40], [300, 60], [0, 80], [300, 100]];
        assert_eq!(stray(&serpentine), None);
        // Long straight legs with a rounded bend between them.
        let bend = [[0, 0], [400, 0], [420, 10], [425, 20], [420, 30], [400, 40], [0, 40]];
        assert_eq!(stray(&bend), None);
        // A spur with vertices on its way out and back.
        let spur = [[0, 0], [100, 0], [200, 0], [210, 150], [220, 300], [225, 150], [230, 0]];
        assert_eq!(stray(&spur), None);
        assert_eq!(stray(&[[0, 0], [400, 0], [0, 40]]), None);
        // Short segments followed by three long legs of a switchback.
        let mut switchback: Vec<[i32; 2]> = (0..12).map(|step| [25 * step, 0]).collect();
        switchback.extend([[390, 30], [270, 55], [395, 80]]);
        switchback.extend((1..12).map(|step| [395 + 25 * step, 80]));
        assert_eq!(stray(&switchback), None);
    }
}
