//! Road junctions: drawn lines split into stretches between junctions and ends.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sandtable_pack::GroundPoint;

use crate::geometry::quad::{Bounds, side};

/// The distance within which roads join, in centimetres.
const SNAP: i32 = 200;

/// A stretch of road between two junctions or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The indices of the junctions at the stretch's two ends.
    pub from: u32,
    pub to: u32,
    /// The points of the stretch, from junction to junction.
    pub line: Vec<GroundPoint>,
}

/// A point at which a line is split: the fraction `share` of the segment from point `after` to the
/// next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    after: usize,
    share: f64,
    at: GroundPoint,
}

/// Splits lines wherever they cross, touch, or end within 2 m of another. Returns the stretches and
/// the positions of the junctions.
pub(crate) fn cut(lines: &[&[GroundPoint]]) -> (Vec<Cut>, Vec<GroundPoint>) {
    let mut junctions = Junctions::default();
    let mut cuts = Vec::new();
    for (line, mut marks) in lines.iter().zip(marks(lines)) {
        marks.sort_by(|a, b| a.after.cmp(&b.after).then(a.share.total_cmp(&b.share)));
        let named: Vec<(Mark, u32)> =
            marks.iter().map(|&mark| (mark, junctions.at(mark.at))).collect();
        for pair in named.windows(2) {
            let ((begin, from), (end, to)) = (pair[0], pair[1]);
            let mut places = vec![junctions.places[from as usize]];
            places.extend_from_slice(&line[begin.after + 1..=end.after]);
            places.push(junctions.places[to as usize]);
            places.dedup();
            // Skip stretches between marks that were merged into one junction.
            if places.len() > 1 && (from != to || length(&places) > SNAP) {
                cuts.push(Cut { from, to, line: places });
            }
        }
    }
    (cuts, junctions.places)
}

/// The junctions so far, indexed by squares as wide as the snapping distance.
#[derive(Default)]
struct Junctions {
    places: Vec<GroundPoint>,
    by_square: BTreeMap<[i32; 2], Vec<u32>>,
}

impl Junctions {
    /// Returns the first junction within snapping distance, or adds one.
    fn at(&mut self, at: GroundPoint) -> u32 {
        let [column, row] = [at.x, at.y].map(|value| value.div_euclid(SNAP));
        let around =
            (column - 1..=column + 1).flat_map(|c| (row - 1..=row + 1).map(move |r| [c, r]));
        let known = around
            .filter_map(|square| self.by_square.get(&square))
            .flatten()
            .copied()
            .filter(|&junction| is_near(self.places[junction as usize], at))
            .min();
        known.unwrap_or_else(|| {
            let junction = self.places.len() as u32;
            self.places.push(at);
            self.by_square.entry([column, row]).or_default().push(junction);
            junction
        })
    }
}

fn is_near(a: GroundPoint, b: GroundPoint) -> bool {
    a.distance_squared(b) <= i64::from(SNAP) * i64::from(SNAP)
}

fn length(places: &[GroundPoint]) -> i32 {
    places.windows(2).map(|pair| pair[0].distance(pair[1]).centimetres()).sum()
}

fn reach(line: &[GroundPoint]) -> Bounds {
    Bounds::of(line).widened(SNAP)
}

fn ends(line: &[GroundPoint]) -> Vec<Mark> {
    let last = line.len() - 1;
    vec![
        Mark { after: 0, share: 0.0, at: line[0] },
        Mark { after: last - 1, share: 1.0, at: line[last] },
    ]
}

/// The marks of each line: at its ends, at crossings with other lines or itself, and wherever a
/// point of one line is near the other.
fn marks(lines: &[&[GroundPoint]]) -> Vec<Vec<Mark>> {
    let runs = lines.iter().enumerate().flat_map(|(line, places)| {
        places.windows(2).enumerate().map(move |(index, run)| {
            let bounds = Bounds::of(run);
            let corners = Rectangle::from_corners(corner(bounds.low), corner(bounds.high));
            GeomWithData::new(corners, (line, index))
        })
    });
    let tree = RTree::bulk_load(runs.collect());
    let of_line = |(line, places): (usize, &&[GroundPoint])| {
        let mut marks = ends(places);
        for (after, run) in places.windows(2).enumerate() {
            let run = [run[0], run[1]];
            let bounds = reach(&run);
            let around = AABB::from_corners(corner(bounds.low), corner(bounds.high));
            let near = tree.locate_in_envelope_intersecting(&around).map(|near| near.data);
            let mut near: Vec<(usize, usize)> = near.collect();
            // The runs of the line itself sort last.
            near.sort_unstable_by_key(|&(other, index)| (other == line, other, index));
            for (other, index) in near {
                let theirs = [lines[other][index], lines[other][index + 1]];
                if other != line {
                    marks.extend(meetings(after, run, theirs));
                } else if after.abs_diff(index) > 1 {
                    marks.extend(crossing(run, theirs).map(|share| mark(after, run, share)));
                }
            }
        }
        marks
    };
    lines.iter().enumerate().map(of_line).collect()
}

/// Uses `i64`, because the tree computes products that do not fit into an `i32`.
fn corner(place: GroundPoint) -> [i64; 2] {
    [i64::from(place.x), i64::from(place.y)]
}

/// The marks on a run due to a run of another line: where they cross, or where an end of either is
/// near the other.
fn meetings(after: usize, run: [GroundPoint; 2], theirs: [GroundPoint; 2]) -> Vec<Mark> {
    let mut marks = Vec::new();
    if theirs[0] == theirs[1] {
        return marks;
    }
    marks.extend(crossing(run, theirs).map(|share| mark(after, run, share)));
    marks.extend(theirs.iter().filter_map(|&place| {
        let (share, foot) = foot(run, place);
        is_near(foot, place).then_some(Mark { after, share, at: place })
    }));
    marks.extend([(0.0, run[0]), (1.0, run[1])].into_iter().filter_map(|(share, place)| {
        let (_, foot) = foot(theirs, place);
        is_near(foot, place).then_some(Mark { after, share, at: place })
    }));
    marks
}

fn mark(after: usize, run: [GroundPoint; 2], share: f64) -> Mark {
    Mark { after, share, at: point_on_run(run, share) }
}

/// The crossing of two straight runs, as a fraction of the first.
fn crossing([a, b]: [GroundPoint; 2], [c, d]: [GroundPoint; 2]) -> Option<f64> {
    let (from, to) = (side(c, d, a), side(c, d, b));
    let (first, second) = (side(a, b, c), side(a, b, d));
    ((from < 0) != (to < 0) && (first < 0) != (second < 0))
        .then(|| from as f64 / (from as f64 - to as f64))
}

/// The point of a run nearest to `place`, as a fraction of the run and as coordinates.
fn foot([a, b]: [GroundPoint; 2], place: GroundPoint) -> (f64, GroundPoint) {
    let way = b - a;
    let length_squared = way.dot(way);
    if length_squared == 0 {
        return (0.0, a);
    }
    let share = ((place - a).dot(way) as f64 / length_squared as f64).clamp(0.0, 1.0);
    (share, point_on_run([a, b], share))
}

fn point_on_run([a, b]: [GroundPoint; 2], share: f64) -> GroundPoint {
    let part = |from: i32, to: i32| from + (f64::from(to - from) * share).round() as i32;
    GroundPoint::new(part(a.x, b.x), part(a.y, b.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(places: &[(i32, i32)]) -> Vec<GroundPoint> {
        places.iter().map(|&(x, y)| GroundPoint::from_metres(x, y)).collect()
    }

    #[test]
    fn crossing_roads_join() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(500, 0), (500, 1_000)]));
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (4, 5));
        assert!(junctions.contains(&GroundPoint::from_metres(500, 500)));
    }

    #[test]
    fn road_ending_metre_short_joins() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(300, 501), (300, 900)]));
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (3, 4));
    }

    #[test]
    fn road_ending_three_metres_short_does_not() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(300, 503), (300, 900)]));
        assert_eq!(cut(&[&one, &two]).0.len(), 2);
    }

    #[test]
    fn roads_with_common_point_join_once() {
        let one = line(&[(0, 0), (500, 500), (1_000, 500)]);
        let two = line(&[(500, 1_000), (500, 500), (600, 0)]);
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (4, 5));
    }

    #[test]
    fn self_crossing_road_has_loop() {
        let road = line(&[(0, 0), (1_000, 0), (1_000, 500), (500, 500), (500, -500)]);
        let (cuts, junctions) = cut(&[&road]);
        assert_eq!((cuts.len(), junctions.len()), (3, 3));
        assert!(cuts.iter().any(|cut| cut.from == cut.to));
    }

    fn random_places(
        count: usize,
        size: i32,
        next: &mut impl FnMut(i32) -> i32,
    ) -> Vec<GroundPoint> {
        (0..count).map(|_| GroundPoint::new(next(size), next(size))).collect()
    }

    fn random() -> impl FnMut(i32) -> i32 {
        let mut seed = 3_u32;
        move |below| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as i32 % below - below / 3
        }
    }

    /// Compares the tree's marks, after sorting, with those from all pairs of runs.
    #[test]
    fn agrees_with_every_pair_of_runs() {
        let mut next = random();
        for round in 0..200 {
            let roads: Vec<Vec<GroundPoint>> = (0..2 + round % 7)
                .map(|_| {
                    random_places(2 + round % 5, 1_500 + 2_000 * (round as i32 % 4), &mut next)
                })
                .collect();
            let lines: Vec<&[GroundPoint]> = roads.iter().map(Vec::as_slice).collect();
            for (one, mut fast) in marks(&lines).into_iter().enumerate() {
                let mut slow = ends(lines[one]);
                // The original algorithm: line by line, with self-crossings last.
                for (_, theirs) in lines.iter().enumerate().filter(|&(other, _)| other != one) {
                    for (after, run) in lines[one].windows(2).enumerate() {
                        let run = [run[0], run[1]];
                        for theirs in theirs.windows(2).map(|pair| [pair[0], pair[1]]) {
                            if reach(&run).meets(&Bounds::of(&theirs)) {
                                slow.extend(meetings(after, run, theirs));
                            }
                        }
                    }
                }
                for (after, run) in lines[one].windows(2).enumerate() {
                    for (other, theirs) in lines[one].windows(2).enumerate() {
                        if after.abs_diff(other) > 1 {
                            let (run, theirs) = ([run[0], run[1]], [theirs[0], theirs[1]]);
                            slow.extend(crossing(run, theirs).map(|s| mark(after, run, s)));
                        }
                    }
                }
                let sort = |marks: &mut Vec<Mark>| {
                    marks.sort_by(|a, b| a.after.cmp(&b.after).then(a.share.total_cmp(&b.share)));
                };
                sort(&mut fast);
                sort(&mut slow);
                assert_eq!(fast, slow, "{roads:?}");
            }
        }
    }

    #[test]
    fn first_junction_within_two_metres_wins() {
        let mut next = random();
        let mut junctions = Junctions::default();
        for place in random_places(3_000, 6_000, &mut next) {
            let first = junctions.places.iter().position(|&junction| is_near(junction, place));
            let known = junctions.places.len();
            assert_eq!(junctions.at(place) as usize, first.unwrap_or(known));
        }
        assert!(junctions.places.len() < 1_500);
    }
}
