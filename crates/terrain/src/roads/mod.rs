//! The road network for columns (PB-8, PB-A53).

pub(crate) mod junctions;
pub(crate) mod routes;

use std::collections::BTreeSet;

use sandtable_pack::{Facing, GroundLength, GroundPoint, GroundVector, Pose, Road};

use crate::geometry::grid::Grid;
use crate::geometry::quad::Bounds;
use crate::lines::{Lines, Piece};
use crate::roads::junctions::cut;
use crate::roads::routes::Routes;

/// All roads as a single network. Roads join where they cross or come within 2 m of each other.
#[derive(Clone, Debug)]
pub struct RoadNetwork {
    stretches: Vec<Stretch>,
    junctions: Vec<Junction>,
    /// The segments of all roads; the mark is the stretch and the run.
    runs: Lines<(u32, u32)>,
    pub(crate) routes: Routes,
}

/// A stretch of road between two junctions or ends.
#[derive(Clone, Debug)]
struct Stretch {
    line: Vec<GroundPoint>,
    /// The distance of each point of the line from its start, in centimetres.
    ways: Vec<i32>,
    /// The junctions at the start and end of the stretch.
    ends: [u32; 2],
}

#[derive(Clone, Debug, Default)]
struct Junction {
    /// The stretches that leave the junction, with their directions.
    leaving: Vec<(u32, RoadWay)>,
}

/// A point on the road network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoadPlace {
    /// The index of the stretch between two junctions or ends.
    pub stretch: u32,
    /// The distance along the stretch from its start.
    pub along: GroundLength,
}

/// A direction along a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoadWay {
    /// Toward the end of the stretch.
    Forward,
    /// Toward the start of the stretch.
    Backward,
}

/// A point on the network with the direction of a column at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoadPose {
    /// The position of the head.
    pub place: RoadPlace,
    /// The direction of the head.
    pub way: RoadWay,
}

/// A move along the network.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoadMarch {
    /// The pose at the start.
    pub start: RoadPose,
    /// The pose at the end.
    pub end: RoadPose,
    /// The length along the road.
    pub length: GroundLength,
    /// The points along the move, first and last included.
    pub line: Vec<GroundPoint>,
}

/// The maximum number of moves that [`RoadNetwork::marches`] returns.
const MOST_MARCHES: usize = 64;

impl RoadWay {
    /// The opposite direction.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

impl RoadPose {
    /// The same point with the opposite direction.
    pub const fn reversed(self) -> Self {
        Self { place: self.place, way: self.way.reversed() }
    }
}

impl RoadNetwork {
    /// The maximum distance from a column's head to its road at set-up.
    pub const REACH: GroundLength = GroundLength::from_metres(50);

    pub(crate) fn new(grid: Grid, roads: &[Road]) -> Self {
        let mut lines: Vec<&[GroundPoint]> =
            roads.iter().flat_map(|road| &road.parts).map(|line| line.0.as_slice()).collect();
        // Repeated roads count once.
        let mut drawn = BTreeSet::new();
        lines.retain(|line| drawn.insert(*line));
        let (cuts, places) = cut(&lines);
        let mut junctions = vec![Junction::default(); places.len()];
        let mut stretches = Vec::with_capacity(cuts.len());
        for (index, cut) in (0..).zip(cuts) {
            junctions[cut.from as usize].leaving.push((index, RoadWay::Forward));
            junctions[cut.to as usize].leaving.push((index, RoadWay::Backward));
            stretches.push(Stretch::new(cut.line, [cut.from, cut.to]));
        }
        let runs = (0..).zip(&stretches).flat_map(|(stretch, of): (u32, &Stretch)| {
            (0..).zip(of.line.windows(2)).map(move |(run, pair)| Piece {
                from: pair[0],
                to: pair[1],
                mark: (stretch, run),
            })
        });
        let runs = Lines::new(grid, runs.collect());
        let routes = Routes::new(junctions.len());
        Self { stretches, junctions, runs, routes }
    }

    /// Whether there are no roads.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The lines that columns follow, from junction to junction.
    pub fn lines(&self) -> impl Iterator<Item = &[GroundPoint]> {
        self.stretches.iter().map(|stretch| stretch.line.as_slice())
    }

    /// Whether a place is on one of the stretches, which may be false for a place from another map.
    pub fn has(&self, place: RoadPlace) -> bool {
        let stretch = self.stretches.get(place.stretch as usize);
        let along = place.along.centimetres();
        stretch.is_some_and(|stretch| (0..=stretch.length()).contains(&along))
    }

    /// The ground point of a place. For a place beyond the end of its stretch, returns the end.
    ///
    /// # Panics
    /// If the place is not on this network.
    pub fn point(&self, place: RoadPlace) -> GroundPoint {
        let stretch = &self.stretches[place.stretch as usize];
        let along = stretch.clamp(place.along);
        let run = stretch.run_at(along);
        let (from, to) = (stretch.line[run], stretch.line[run + 1]);
        let (begin, end) = (stretch.ways[run], stretch.ways[run + 1]);
        let part = |whole: i32| {
            let share = f64::from(along - begin) / f64::from(end - begin);
            (f64::from(whole) * share).round() as i32
        };
        let way = to - from;
        from + GroundVector::new(part(way.x), part(way.y))
    }

    /// The facing of a pose: along the run ahead, or along the last run if the pose is at the end
    /// of a stretch.
    ///
    /// # Panics
    /// If the pose is not on this network.
    pub fn facing(&self, pose: RoadPose) -> Facing {
        let stretch = &self.stretches[pose.place.stretch as usize];
        let along = stretch.clamp(pose.place.along);
        let (ahead, way) = match pose.way {
            RoadWay::Forward => (stretch.run_at(along), 1),
            RoadWay::Backward => (stretch.run_at((along - 1).max(0)), -1),
        };
        let run = stretch.line[ahead + 1] - stretch.line[ahead];
        let looks = if way > 0 { run } else { -run };
        Facing::from_vector(looks).expect("runs have a length")
    }

    /// The place on the network nearest to a point, if it is at most `within` away. Ties go to the
    /// first stretch, then to the smallest distance along it.
    pub fn nearest(&self, point: GroundPoint, within: GroundLength) -> Option<RoadPlace> {
        let bounds = Bounds::of(&[point]).widened(within.centimetres());
        self.runs
            .near(&bounds)
            .map(|piece| {
                let (stretch, run) = piece.mark;
                let way = piece.to - piece.from;
                let share =
                    ((point - piece.from).dot(way) as f64 / way.dot(way) as f64).clamp(0.0, 1.0);
                let ways = &self.stretches[stretch as usize].ways[run as usize..];
                let along = ways[0] + (f64::from(ways[1] - ways[0]) * share).round() as i32;
                let along = GroundLength::from_centimetres(along);
                let place = RoadPlace { stretch, along };
                (self.point(place).distance_squared(point), place)
            })
            .min()
            .filter(|&(distance_squared, _)| distance_squared <= within.squared())
            .map(|(_, place)| place)
    }

    /// All moves of `length` from a pose, one for each choice of branches; shorter where the road
    /// ends. Moves do not turn back or pass a junction twice. Returns the first 64 in branch order.
    pub fn marches(&self, from: RoadPose, length: GroundLength) -> Vec<RoadMarch> {
        let mut marches = Vec::new();
        let mut passed = Vec::new();
        self.extend_march(self.empty_march(from), length.centimetres(), &mut passed, &mut marches);
        marches
    }

    pub(crate) fn empty_march(&self, start: RoadPose) -> RoadMarch {
        RoadMarch {
            start,
            end: start,
            length: GroundLength::ZERO,
            line: vec![self.point(start.place)],
        }
    }

    fn extend_march(
        &self,
        march: RoadMarch,
        length: i32,
        passed: &mut Vec<u32>,
        marches: &mut Vec<RoadMarch>,
    ) {
        if marches.len() >= MOST_MARCHES {
            return;
        }
        let march = self.march_along_stretch(march, length);
        let left = length - march.length.centimetres();
        let at = self.junction_ahead(march.end);
        let branches: Vec<RoadPose> = if left > 0 && !passed.contains(&at) {
            self.branches(march.end).collect()
        } else {
            Vec::new()
        };
        if branches.is_empty() {
            marches.push(march);
            return;
        }
        passed.push(at);
        for branch in branches {
            let onto = RoadMarch { end: branch, ..march.clone() };
            self.extend_march(onto, length, passed, marches);
        }
        passed.pop();
    }

    /// Extends the move along its stretch, to its end or up to `length`.
    pub(crate) fn march_along_stretch(&self, mut march: RoadMarch, length: i32) -> RoadMarch {
        let stretch = &self.stretches[march.end.place.stretch as usize];
        let along = stretch.clamp(march.end.place.along);
        let left = length - march.length.centimetres();
        let target = match march.end.way {
            RoadWay::Forward => stretch.length().min(along.saturating_add(left)),
            RoadWay::Backward => (along - left).max(0),
        };
        let passed = stretch.between(along, target);
        march.line.extend(passed);
        march.end.place.along = GroundLength::from_centimetres(target);
        march.line.push(self.point(march.end.place));
        march.line.dedup();
        march.length += GroundLength::from_centimetres((target - along).abs());
        march
    }

    /// The junction that a pose faces.
    pub(crate) fn junction_ahead(&self, pose: RoadPose) -> u32 {
        let ends = self.stretches[pose.place.stretch as usize].ends;
        match pose.way {
            RoadWay::Forward => ends[1],
            RoadWay::Backward => ends[0],
        }
    }

    /// The branches at the junction that a pose faces, except back along the same stretch.
    fn branches(&self, pose: RoadPose) -> impl Iterator<Item = RoadPose> + '_ {
        let back = (pose.place.stretch, pose.way.reversed());
        self.branches_from(self.junction_ahead(pose))
            .filter(move |on| (on.place.stretch, on.way) != back)
    }

    /// The branches from a junction.
    pub(crate) fn branches_from(&self, junction: u32) -> impl Iterator<Item = RoadPose> + '_ {
        let leaving = &self.junctions[junction as usize].leaving;
        leaving.iter().map(|&(stretch, way)| self.entering(stretch, way))
    }

    /// The pose at the start of a stretch in this direction.
    pub(crate) fn entering(&self, stretch: u32, way: RoadWay) -> RoadPose {
        let along = match way {
            RoadWay::Forward => 0,
            RoadWay::Backward => self.stretches[stretch as usize].length(),
        };
        let along = GroundLength::from_centimetres(along);
        RoadPose { place: RoadPlace { stretch, along }, way }
    }

    /// The junction behind a pose.
    pub(crate) fn junction_behind(&self, pose: RoadPose) -> u32 {
        self.junction_ahead(pose.reversed())
    }

    pub(crate) fn to_end(&self, pose: RoadPose) -> i32 {
        let stretch = &self.stretches[pose.place.stretch as usize];
        match pose.way {
            RoadWay::Forward => stretch.length() - stretch.clamp(pose.place.along),
            RoadWay::Backward => stretch.clamp(pose.place.along),
        }
    }

    /// The head of a column set up at a pose. It is the nearest place on a road, at most
    /// [`Self::REACH`] away, in the road direction closer to the pose's facing.
    pub fn head(&self, pose: Pose) -> Option<RoadPose> {
        let place = self.nearest(pose.centre, Self::REACH)?;
        let turn = |way| self.facing(RoadPose { place, way }).turn_to(pose.facing).abs();
        let way = if turn(RoadWay::Forward) <= turn(RoadWay::Backward) {
            RoadWay::Forward
        } else {
            RoadWay::Backward
        };
        Some(RoadPose { place, way })
    }

    /// The line of a column from its head back to its tail. It follows the road behind the head,
    /// straight on at junctions, and continues straight beyond the end of a road (PB-A51, PB-A19).
    pub fn trail(&self, head: RoadPose, length: GroundLength) -> Vec<GroundPoint> {
        let mut march = self.empty_march(head.reversed());
        let mut turns = 0;
        loop {
            march = self.march_along_stretch(march, length.centimetres());
            let left = length - march.length;
            let facing = self.facing(march.end);
            let straightest =
                self.branches(march.end).min_by_key(|on| facing.turn_to(self.facing(*on)).abs());
            turns += 1;
            match straightest {
                // A ring road of zero length would cause an infinite loop.
                Some(on) if left > GroundLength::ZERO && turns < self.stretches.len() + 2 => {
                    march.end = on;
                }
                _ => {
                    let end = self.point(march.end.place);
                    march.line.push(end + facing.advance(left));
                    march.line.dedup();
                    return march.line;
                }
            }
        }
    }
}

impl Stretch {
    fn new(line: Vec<GroundPoint>, ends: [u32; 2]) -> Self {
        let mut ways = vec![0];
        for pair in line.windows(2) {
            let length = pair[0].distance(pair[1]).centimetres();
            ways.push(ways[ways.len() - 1] + length.max(1));
        }
        Self { line, ways, ends }
    }

    fn length(&self) -> i32 {
        self.ways[self.ways.len() - 1]
    }

    fn clamp(&self, along: GroundLength) -> i32 {
        along.centimetres().clamp(0, self.length())
    }

    /// The run at a distance along the stretch: the later run where two join, and the last run at
    /// the end.
    fn run_at(&self, along: i32) -> usize {
        let begun = self.ways.partition_point(|&way| way <= along);
        (begun - 1).min(self.line.len() - 2)
    }

    /// The points of the line strictly between two distances, in order from the first distance to
    /// the second.
    fn between(&self, from: i32, to: i32) -> Vec<GroundPoint> {
        let (low, high) = (from.min(to), from.max(to));
        let inner = self.ways.iter().zip(&self.line);
        let mut places: Vec<GroundPoint> =
            inner.filter(|(way, _)| **way > low && **way < high).map(|(_, &place)| place).collect();
        if to < from {
            places.reverse();
        }
        places
    }
}
