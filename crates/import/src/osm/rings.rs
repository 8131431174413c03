//! Polygons from segments, decided only by geometry, as in the assembler of libosmium
//! (<https://osmcode.org/libosmium/>): ground is inside if a line to it from far away crosses an
//! odd number of segments. Roles, order and direction of ways have no influence.
//!
//! Segments form a planar graph. Its faces are traced at exact positions. A part of the graph that
//! has an open end or crosses itself gives no polygons; libosmium then omits the whole object.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::extract::Spot;
use crate::groups::Groups;

/// An outer ring and its holes; the first vertex is not repeated at the end.
pub(crate) type Rings = Vec<Vec<Spot>>;

/// A polygon, and the indices of the lines that it consists of.
#[derive(Debug, Default)]
pub(crate) struct RingPolygon {
    pub(crate) rings: Rings,
    pub(crate) outer_lines: BTreeSet<usize>,
    pub(crate) hole_lines: BTreeSet<usize>,
}

/// The reason why lines do not form polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RingFault {
    /// A line ends here.
    Open(Spot),
    /// Two segments meet here or near here, but not at a common vertex.
    Crossing(Spot),
}

/// The result of tracing lines.
#[derive(Debug, Default)]
pub(crate) struct TracedRings {
    pub(crate) polygons: Vec<RingPolygon>,
    pub(crate) faults: Vec<RingFault>,
    /// The vertices of the parts that give no polygons.
    pub(crate) broken: Vec<Spot>,
}

/// The maximum number of crossings to look for; beyond it, the whole object is invalid.
const MAX_CROSSINGS: usize = 1_000;

/// The width of the first search for a neighbour to the left: about 10 m.
const FIRST_SEARCH_WIDTH: i128 = 1_000;

/// Traces the polygons of lines.
pub(crate) fn trace(lines: &[Vec<Spot>]) -> TracedRings {
    let graph = Graph::new(lines);
    let mut result = TracedRings::default();
    let (mut parts, broken_segments) = graph.find_faults(&mut result.faults);
    let broken: BTreeSet<usize> = broken_segments.iter().map(|&one| parts.find(one)).collect();
    let is_valid: Vec<bool> =
        (0..graph.segments.len()).map(|one| !broken.contains(&parts.find(one))).collect();
    result.broken = graph
        .segments
        .iter()
        .zip(&is_valid)
        .filter(|(_, is_valid)| !**is_valid)
        .flat_map(|(segment, _)| segment.ends)
        .collect();
    result.polygons = Faces::trace(&graph, &is_valid, &mut parts).polygons();
    result
}

/// Whether a ring encloses an area.
pub(crate) fn is_ring(ring: &[Spot]) -> bool {
    ring.len() >= 3 && double_area(ring) != 0
}

/// The rings of polygons as closed lines with the inside on the left.
pub(crate) fn boundaries(polygons: &[Rings]) -> Vec<Vec<Spot>> {
    let rings = polygons.iter().flat_map(|rings| rings.iter().enumerate());
    let line = |(number, ring): (usize, &Vec<Spot>)| {
        let mut line = ring.clone();
        if (double_area(ring) > 0) != (number == 0) {
            line.reverse();
        }
        line.extend(line.first().copied());
        line
    };
    rings.map(line).collect()
}

/// Twice the area in squared grid steps, positive if counter-clockwise.
fn double_area(ring: &[Spot]) -> i128 {
    let Some(&last) = ring.last() else { return 0 };
    let befores = std::iter::once(&last).chain(ring);
    befores.zip(ring).map(|(&a, &b)| shoelace(a, b)).sum()
}

fn shoelace(a: Spot, b: Spot) -> i128 {
    let ([ax, ay], [bx, by]) = (a.steps(), b.steps());
    i128::from(ax) * i128::from(by) - i128::from(bx) * i128::from(ay)
}

/// The vector from one spot to another.
fn vector(from: Spot, to: Spot) -> [i128; 2] {
    let (from, to) = (from.steps().map(i128::from), to.steps().map(i128::from));
    [to[0] - from[0], to[1] - from[1]]
}

fn cross(a: [i128; 2], b: [i128; 2]) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

/// Compares directions by angle, counter-clockwise from west.
fn compare_angles(a: [i128; 2], b: [i128; 2]) -> Ordering {
    let is_upper = |[x, y]: [i128; 2]| y > 0 || (y == 0 && x > 0);
    is_upper(a).cmp(&is_upper(b)).then_with(|| 0.cmp(&cross(a, b)))
}

/// A segment with its lower end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Segment {
    ends: [Spot; 2],
    line: usize,
}

impl Segment {
    /// A position where two segments meet apart from a common end.
    fn crossing(&self, other: &Self) -> Option<Spot> {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let shared = [a, b].into_iter().find(|end| other.ends.contains(end));
        if let Some(at) = shared {
            let far = |[one, two]: [Spot; 2]| vector(at, if one == at { two } else { one });
            let (one, two) = (far(self.ends), far(other.ends));
            let is_overlap = cross(one, two) == 0 && one[0] * two[0] + one[1] * two[1] > 0;
            return is_overlap.then_some(at);
        }
        let side = |from, to, spot| cross(vector(from, to), vector(from, spot)).signum();
        let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
        // Ends are sorted, so a collinear spot between the ends of a segment is on the segment.
        let touching = [(c, self), (d, self), (a, other), (b, other)]
            .into_iter()
            .zip(sides)
            .find(|((spot, on), side)| *side == 0 && (on.ends[0]..=on.ends[1]).contains(spot));
        match touching {
            Some(((spot, _), _)) => Some(spot),
            None => (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0).then_some(a),
        }
    }

    /// The horizontal position, as a fraction, where the segment passes a height.
    fn position_at(&self, y: i128) -> (i128, i128) {
        let [[ax, ay], [bx, by]] = self.ends.map(|end| end.steps().map(i128::from));
        let (rise, run) = (by - ay, bx - ax);
        match rise < 0 {
            true => (-(ax * rise + (y - ay) * run), -rise),
            false => (ax * rise + (y - ay) * run, rise),
        }
    }
}

type SegmentBox = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// The segments of all lines. Two equal segments cancel each other, which joins rings along their
/// common border.
struct Graph {
    segments: Vec<Segment>,
    tree: RTree<SegmentBox>,
    /// The half-edges by origin, at each spot counter-clockwise. Half-edge `2 n` runs along segment
    /// `n`, and `2 n + 1` against it.
    spokes: Vec<usize>,
    /// The position of each half-edge among the spokes.
    position: Vec<usize>,
    /// The spokes of each spot.
    spots: BTreeMap<Spot, std::ops::Range<usize>>,
}

impl Graph {
    fn new(lines: &[Vec<Spot>]) -> Self {
        let pairs = lines.iter().enumerate().flat_map(|(line, spots)| {
            spots.windows(2).map(move |pair| Segment {
                ends: [pair[0].min(pair[1]), pair[0].max(pair[1])],
                line,
            })
        });
        let mut all: Vec<Segment> = pairs.filter(|one| one.ends[0] != one.ends[1]).collect();
        all.sort_unstable();
        let same = all.chunk_by(|a, b| a.ends == b.ends);
        let segments: Vec<Segment> =
            same.filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect();
        let boxes = segments.iter().enumerate().map(|(number, segment)| {
            let [low, high] = segment.ends.map(|end| end.steps().map(f64::from));
            SegmentBox::new(Rectangle::from_corners(low, high), number)
        });
        let tree = RTree::bulk_load(boxes.collect());
        let origin = |half: usize| segments[half / 2].ends[half % 2];
        let direction = |half: usize| vector(origin(half), origin(half ^ 1));
        let mut spokes: Vec<usize> = (0..2 * segments.len()).collect();
        spokes.sort_by(|&a, &b| {
            let by_origin = origin(a).cmp(&origin(b));
            by_origin.then_with(|| compare_angles(direction(a), direction(b))).then(a.cmp(&b))
        });
        let (mut position, mut spots) = (vec![0; spokes.len()], BTreeMap::new());
        for (place, &half) in spokes.iter().enumerate() {
            position[half] = place;
            let range = spots.entry(origin(half)).or_insert(place..place);
            range.end = place + 1;
        }
        Self { segments, tree, spokes, position, spots }
    }

    fn origin(&self, half: usize) -> Spot {
        self.segments[half / 2].ends[half % 2]
    }

    fn target(&self, half: usize) -> Spot {
        self.origin(half ^ 1)
    }

    /// The next half-edge around the face to the left: the first one clockwise.
    fn next(&self, half: usize) -> usize {
        let back = half ^ 1;
        let range = &self.spots[&self.origin(back)];
        let position = self.position[back];
        let before = if position == range.start { range.end } else { position };
        self.spokes[before - 1]
    }

    /// Groups connected segments, and returns the segments with open ends or crossings.
    fn find_faults(&self, faults: &mut Vec<RingFault>) -> (Groups, Vec<usize>) {
        let mut parts = Groups::new(self.segments.len());
        let mut broken = Vec::new();
        for (&spot, range) in &self.spots {
            let halves = &self.spokes[range.clone()];
            for pair in halves.windows(2) {
                parts.join(pair[0] / 2, pair[1] / 2);
            }
            if halves.len() % 2 == 1 {
                faults.push(RingFault::Open(spot));
                broken.push(halves[0] / 2);
            }
        }
        let mut crossings = 0;
        for (number, segment) in self.segments.iter().enumerate() {
            let [low, high] = segment.ends.map(|end| end.steps().map(f64::from));
            let near = self.tree.locate_in_envelope_intersecting(&AABB::from_corners(low, high));
            let mut others: Vec<usize> =
                near.map(|near| near.data).filter(|&other| other > number).collect();
            others.sort_unstable();
            for other in others {
                if let Some(at) = segment.crossing(&self.segments[other]) {
                    crossings += 1;
                    faults.push(RingFault::Crossing(at));
                    parts.join(number, other);
                    broken.push(number);
                }
            }
            if crossings > MAX_CROSSINGS {
                return (parts, (0..self.segments.len()).collect());
            }
        }
        (parts, broken)
    }

    /// The half-edge on the near side of the nearest valid segment to the left of a spot, seen just
    /// above the spot.
    fn left_of(&self, spot: Spot, is_valid: &[bool]) -> Option<usize> {
        let [x, y] = spot.steps().map(i128::from);
        let passes = |segment: &Segment| {
            let [from, to] = segment.ends.map(|end| i128::from(end.steps()[1]) > y);
            let (at, over) = segment.position_at(y);
            from != to && at < x * over
        };
        let nearest_from = |west: i128| {
            let ray = AABB::from_corners([west as f64, y as f64], [x as f64, y as f64]);
            let near = self.tree.locate_in_envelope_intersecting(&ray).map(|near| near.data);
            let left = near.filter(|&one| is_valid[one] && passes(&self.segments[one]));
            left.max_by(|&a, &b| {
                let [a, b] = [a, b].map(|one| &self.segments[one]);
                let at = |segment: &Segment, y| segment.position_at(y);
                let compare = |(a, over_a): (i128, i128), (b, over_b): (i128, i128)| {
                    (a * over_b).cmp(&(b * over_a))
                };
                // Segments that meet at this height differ above it.
                compare(at(a, y), at(b, y)).then_with(|| compare(at(a, y + 1), at(b, y + 1)))
            })
        };
        // Most spots have a neighbour close by, so search boxes of doubling width. Beyond a box, a
        // segment may be nearer than one that only begins in it.
        let is_in = |one: usize, west: i128| {
            let (at, over) = self.segments[one].position_at(y);
            at >= west * over
        };
        let mut width = FIRST_SEARCH_WIDTH;
        let nearest = loop {
            let west = x - width;
            match nearest_from(west) {
                Some(nearest) if is_in(nearest, west) => break nearest,
                nearest if west <= i128::from(i32::MIN) => break nearest?,
                _ => width *= 2,
            }
        };
        let [low, high] = self.segments[nearest].ends;
        // The half-edge that runs down has the spot on its left.
        Some(2 * nearest + usize::from(low.steps()[1] < high.steps()[1]))
    }
}

/// A walk along one border of a face, with the face on its left.
struct Walk {
    halves: Vec<usize>,
    /// The walk around the outer border of the same face; `None` for the outside of everything.
    outer: Option<usize>,
    is_inside: bool,
}

/// The faces between the valid segments.
struct Faces<'g> {
    graph: &'g Graph,
    walks: Vec<Walk>,
}

impl<'g> Faces<'g> {
    fn trace(graph: &'g Graph, is_valid: &[bool], parts: &mut Groups) -> Self {
        let mut walk_of: Vec<Option<usize>> = vec![None; 2 * graph.segments.len()];
        let mut walks: Vec<Walk> = Vec::new();
        // The outermost walk of each part, by the part's first spot from the west.
        let mut outermost: Vec<(Spot, usize)> = Vec::new();
        let mut west: BTreeMap<usize, Spot> = BTreeMap::new();
        for half in 0..walk_of.len() {
            if !is_valid[half / 2] || walk_of[half].is_some() {
                continue;
            }
            let (mut halves, mut at) = (Vec::new(), half);
            while walk_of[at].is_none() {
                walk_of[at] = Some(walks.len());
                halves.push(at);
                at = graph.next(at);
            }
            // Segments are sorted, so the first one of a part has its westernmost spot.
            let spot =
                *west.entry(parts.find(half / 2)).or_insert(graph.segments[half / 2].ends[0]);
            let area: i128 =
                halves.iter().map(|&one| shoelace(graph.origin(one), graph.target(one))).sum();
            if area < 0 {
                outermost.push((spot, walks.len()));
            }
            walks.push(Walk { halves, outer: Some(walks.len()), is_inside: false });
        }
        outermost.sort_unstable();
        let mut is_known = vec![false; walks.len()];
        for (spot, outermost) in outermost {
            let around = graph.left_of(spot, is_valid).and_then(|half| walk_of[half]);
            walks[outermost].outer = around.and_then(|walk| walks[walk].outer);
            walks[outermost].is_inside = around.is_some_and(|walk| walks[walk].is_inside);
            // Each segment has the inside on one side only.
            let mut open = vec![outermost];
            is_known[outermost] = true;
            while let Some(walk) = open.pop() {
                let beyond: Vec<usize> =
                    walks[walk].halves.iter().filter_map(|half| walk_of[half ^ 1]).collect();
                for other in beyond {
                    if !std::mem::replace(&mut is_known[other], true) {
                        walks[other].is_inside = !walks[walk].is_inside;
                        open.push(other);
                    }
                }
            }
        }
        Self { graph, walks }
    }

    /// The polygons: each inside face with its holes.
    fn polygons(&self) -> Vec<RingPolygon> {
        let mut polygons: BTreeMap<usize, RingPolygon> = BTreeMap::new();
        for walk in self.walks.iter().filter(|walk| walk.is_inside) {
            let Some(face) = walk.outer else { continue };
            let polygon = polygons.entry(face).or_default();
            for halves in self.simple_rings(&walk.halves) {
                let ring: Vec<Spot> = halves.iter().map(|&half| self.graph.origin(half)).collect();
                let lines = halves.iter().map(|half| self.graph.segments[half / 2].line);
                if double_area(&ring) > 0 {
                    polygon.rings.insert(0, ring);
                    polygon.outer_lines.extend(lines);
                } else if is_ring(&ring) {
                    polygon.rings.push(ring);
                    polygon.hole_lines.extend(lines);
                }
            }
        }
        polygons.into_values().filter(|polygon| !polygon.outer_lines.is_empty()).collect()
    }

    /// Splits a walk where it passes a spot again.
    fn simple_rings(&self, walk: &[usize]) -> Vec<Vec<usize>> {
        let (mut rings, mut path) = (Vec::new(), Vec::new());
        let mut passed: BTreeMap<Spot, usize> = BTreeMap::new();
        for &half in walk {
            let spot = self.graph.origin(half);
            if let Some(&since) = passed.get(&spot) {
                let ring: Vec<usize> = path.split_off(since);
                ring.iter().for_each(|&half| {
                    passed.remove(&self.graph.origin(half));
                });
                rings.push(ring);
            }
            passed.insert(spot, path.len());
            path.push(half);
        }
        rings.push(path);
        rings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traces lines through positions of a grid: `27` is at x 2, y 7.
    fn trace_lines(lines: &[&[i32]]) -> TracedRings {
        let spot = |&at: &i32| Spot::new(f64::from(at / 10), f64::from(at % 10));
        let line = |line: &&[i32]| line.iter().filter_map(spot).collect();
        trace(&lines.iter().map(line).collect::<Vec<Vec<Spot>>>())
    }

    /// The numbers of vertices of each polygon's rings.
    fn sizes(traced: &TracedRings) -> Vec<Vec<usize>> {
        traced.polygons.iter().map(|one| one.rings.iter().map(Vec::len).collect()).collect()
    }

    #[test]
    fn geometry_decides_about_holes() {
        type Case<'a> = (&'a str, &'a [&'a [i32]], &'a [&'a [usize]]);
        let cases: [Case<'_>; 9] = [
            ("ways in any order", &[&[0, 50], &[5, 0], &[5, 55, 50]], &[&[4]]),
            ("hole", &[&[0, 90, 99, 9, 0], &[11, 18, 88, 81, 11]], &[&[4, 4]]),
            (
                "island in a hole",
                &[&[0, 90, 99, 9, 0], &[11, 81, 88, 18, 11], &[22, 72, 77, 27, 22]],
                &[&[4, 4], &[4]],
            ),
            (
                "rings touch at a vertex",
                &[&[0, 30, 33, 3, 0], &[33, 63, 66, 36, 33]],
                &[&[4], &[4]],
            ),
            ("hole touches its ring", &[&[0, 50, 99, 5, 0], &[0, 42, 24, 0]], &[&[4, 3]]),
            (
                "holes with a common border",
                &[&[0, 90, 99, 9, 0], &[11, 41, 44, 14, 11], &[41, 71, 74, 44, 41]],
                &[&[4, 6]],
            ),
            ("rings with a common border", &[&[0, 40, 44, 4, 0], &[40, 80, 84, 44, 40]], &[&[6]]),
            ("there and back", &[&[0, 50, 55, 77, 55, 5, 0]], &[&[4]]),
            (
                "rings touch at two vertices",
                &[&[0, 90, 99, 9, 0], &[0, 41, 99, 14, 0]],
                &[&[4], &[4]],
            ),
        ];
        for (name, lines, expected) in cases {
            let traced = trace_lines(lines);
            assert_eq!(sizes(&traced), expected, "{name}");
            assert_eq!(traced.faults, [], "{name}");
        }
    }

    /// Each ring looks for the nearest segment to its left. Among all segments there, this takes minutes.
    #[test]
    fn traces_many_rings_in_a_row() {
        const COUNT: i32 = 20_000;
        let spot = |x: i32, y: i32| Spot::new(f64::from(x) * 1e-7, f64::from(y) * 1e-7);
        let ring = |[left, low, right, high]: [i32; 4]| {
            let spots = [(left, low), (right, low), (right, high), (left, high), (left, low)];
            spots.into_iter().filter_map(|(x, y)| spot(x, y)).collect::<Vec<Spot>>()
        };
        let mut lines: Vec<_> = (0..COUNT).map(|n| ring([3 * n, 0, 3 * n + 2, 2])).collect();
        let far = COUNT * 4;
        lines.push(ring([far, 0, 50 * far, 9]));
        lines.push(ring([40 * far, 3, 41 * far, 5]));
        let traced = trace(&lines);
        assert_eq!((traced.polygons.len(), traced.faults.len()), (COUNT as usize + 1, 0));
        assert_eq!(traced.polygons.iter().filter(|one| one.rings.len() == 2).count(), 1);
    }

    #[test]
    fn broken_parts_give_no_polygon() {
        let open = trace_lines(&[&[0, 30, 33], &[33, 3], &[60, 90, 93, 60]]);
        assert_eq!((sizes(&open), open.faults.len()), (vec![vec![3]], 2));
        let bow_tie = trace_lines(&[&[0, 33, 30, 3, 0], &[60, 90, 93, 60]]);
        assert_eq!((sizes(&bow_tie), bow_tie.faults.len()), (vec![vec![3]], 1));
        let touch = trace_lines(&[&[0, 40, 44, 4, 0], &[42, 62, 64, 42]]);
        assert_eq!((sizes(&touch).len(), touch.broken.is_empty()), (0, false));
    }
}
