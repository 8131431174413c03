//! Where roads join: drawn lines cut into stretches between junctions and ends.

use sandtable_pack::GroundPoint;

use crate::lines::pieces_of;
use crate::quad::{Bounds, side};

/// Roads that come so near to each other join, in centimetres.
const SNAP: i32 = 200;

/// A stretch of road between two junctions or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The junctions that it joins, by index.
    pub from: u32,
    pub to: u32,
    /// Its places, from junction to junction.
    pub line: Vec<GroundPoint>,
}

/// A place of a line at which it is cut: behind place `after`, `share` of the way to the next.
#[derive(Clone, Copy, Debug)]
struct Mark {
    after: usize,
    share: f64,
    at: GroundPoint,
}

/// Cuts lines wherever they cross, touch, or end within 2 m of another; lines join at junctions,
/// whose places come second.
pub(crate) fn cut(lines: &[&[GroundPoint]]) -> (Vec<Cut>, Vec<GroundPoint>) {
    let mut marks: Vec<Vec<Mark>> = lines.iter().map(|line| ends(line)).collect();
    for (one, first) in lines.iter().enumerate() {
        for (other, second) in lines.iter().enumerate() {
            if one != other && reach(first).meets(&reach(second)) {
                marks[one].extend(meetings(first, second));
            }
        }
        marks[one].extend(own_crossings(first));
    }
    let mut junctions: Vec<GroundPoint> = Vec::new();
    let mut cuts = Vec::new();
    for (line, marks) in lines.iter().zip(&mut marks) {
        marks.sort_by(|a, b| a.after.cmp(&b.after).then(a.share.total_cmp(&b.share)));
        let named: Vec<(Mark, u32)> =
            marks.iter().map(|&mark| (mark, junction_at(&mut junctions, mark.at))).collect();
        for pair in named.windows(2) {
            let ((begin, from), (end, to)) = (pair[0], pair[1]);
            let mut places = vec![junctions[from as usize]];
            places.extend_from_slice(&line[begin.after + 1..=end.after]);
            places.push(junctions[to as usize]);
            places.dedup();
            // Marks that fell into one junction have no road between them.
            if places.len() > 1 && (from != to || length(&places) > SNAP) {
                cuts.push(Cut { from, to, line: places });
            }
        }
    }
    (cuts, junctions)
}

/// The junction within snapping distance, or a new one.
fn junction_at(junctions: &mut Vec<GroundPoint>, at: GroundPoint) -> u32 {
    let known = junctions.iter().position(|&junction| is_near(junction, at));
    known.unwrap_or_else(|| {
        junctions.push(at);
        junctions.len() - 1
    }) as u32
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

/// Where `line` meets another: where they cross, where it comes near one of the other's places, and
/// where one of its own places comes near the other.
fn meetings(line: &[GroundPoint], other: &[GroundPoint]) -> Vec<Mark> {
    let beyond = reach(other);
    let mut marks = Vec::new();
    for (after, run) in line.windows(2).enumerate() {
        let run = [run[0], run[1]];
        let bounds = reach(&run);
        if !bounds.meets(&beyond) {
            continue;
        }
        for piece in pieces_of(other, 0) {
            let theirs = [piece.from, piece.to];
            if bounds.meets(&Bounds::of(&theirs)) {
                marks.extend(crossing(run, theirs).map(|share| mark(after, run, share)));
                marks.extend(theirs.iter().filter_map(|&place| {
                    let (share, foot) = foot(run, place);
                    is_near(foot, place).then_some(Mark { after, share, at: place })
                }));
                marks.extend([(0.0, run[0]), (1.0, run[1])].into_iter().filter_map(
                    |(share, place)| {
                        let (_, foot) = foot(theirs, place);
                        is_near(foot, place).then_some(Mark { after, share, at: place })
                    },
                ));
            }
        }
    }
    marks
}

/// Where a line crosses itself.
fn own_crossings(line: &[GroundPoint]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (after, run) in line.windows(2).enumerate() {
        for (other, theirs) in line.windows(2).enumerate() {
            if after.abs_diff(other) > 1 {
                let (run, theirs) = ([run[0], run[1]], [theirs[0], theirs[1]]);
                marks.extend(crossing(run, theirs).map(|share| mark(after, run, share)));
            }
        }
    }
    marks
}

fn mark(after: usize, run: [GroundPoint; 2], share: f64) -> Mark {
    Mark { after, share, at: along(run, share) }
}

/// Where two straight runs cross, as a share of the first.
fn crossing([a, b]: [GroundPoint; 2], [c, d]: [GroundPoint; 2]) -> Option<f64> {
    let (from, to) = (side(c, d, a), side(c, d, b));
    let (first, second) = (side(a, b, c), side(a, b, d));
    ((from < 0) != (to < 0) && (first < 0) != (second < 0))
        .then(|| from as f64 / (from as f64 - to as f64))
}

/// The place of a run nearest to a place, with its share of the run.
fn foot([a, b]: [GroundPoint; 2], place: GroundPoint) -> (f64, GroundPoint) {
    let way = b - a;
    let length_squared = way.dot(way);
    if length_squared == 0 {
        return (0.0, a);
    }
    let share = ((place - a).dot(way) as f64 / length_squared as f64).clamp(0.0, 1.0);
    (share, along([a, b], share))
}

fn along([a, b]: [GroundPoint; 2], share: f64) -> GroundPoint {
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
    fn roads_that_cross_in_mid_run_join() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(500, 0), (500, 1_000)]));
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (4, 5));
        assert!(junctions.contains(&GroundPoint::from_metres(500, 500)));
    }

    #[test]
    fn a_road_that_ends_a_metre_short_of_another_joins_it() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(300, 501), (300, 900)]));
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (3, 4));
    }

    #[test]
    fn a_road_that_ends_three_metres_short_does_not() {
        let (one, two) = (line(&[(0, 500), (1_000, 500)]), line(&[(300, 503), (300, 900)]));
        assert_eq!(cut(&[&one, &two]).0.len(), 2);
    }

    #[test]
    fn roads_that_share_a_place_join_there_once() {
        let one = line(&[(0, 0), (500, 500), (1_000, 500)]);
        let two = line(&[(500, 1_000), (500, 500), (600, 0)]);
        let (cuts, junctions) = cut(&[&one, &two]);
        assert_eq!((cuts.len(), junctions.len()), (4, 5));
    }

    #[test]
    fn a_road_that_crosses_itself_has_a_loop() {
        let road = line(&[(0, 0), (1_000, 0), (1_000, 500), (500, 500), (500, -500)]);
        let (cuts, junctions) = cut(&[&road]);
        assert_eq!((cuts.len(), junctions.len()), (3, 3));
        assert!(cuts.iter().any(|cut| cut.from == cut.to));
    }
}
