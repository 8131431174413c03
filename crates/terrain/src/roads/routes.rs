//! Shortest ways along the roads (PB-A53).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use sandtable_pack::GroundLength;

use crate::roads::{RoadMarch, RoadNetwork, RoadPlace, RoadPose, RoadWay};

/// The shortest ways from each junction, found when they are first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    from: Vec<OnceLock<Tree>>,
}

/// The shortest ways from one junction to every other that roads reach.
type Tree = Vec<Option<Step>>;

/// The end of a shortest way to a junction.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Of the whole way.
    length: i32,
    /// The last stretch, unless the way has none, and the junction from which it comes.
    last: Option<(RoadPose, u32)>,
}

/// A way between two places, by where it leaves the first stretch and enters the last.
struct Way {
    length: i32,
    start: RoadPose,
    /// None on one stretch.
    onto: Option<RoadPose>,
}

impl Routes {
    pub(crate) fn new(junctions: usize) -> Self {
        Self { from: vec![OnceLock::new(); junctions] }
    }
}

impl RoadNetwork {
    /// The length of the shortest march between two places, `None` when no road joins them.
    pub fn distance(&self, from: RoadPlace, to: RoadPlace) -> Option<GroundLength> {
        self.shortest(from, to).map(|way| GroundLength::from_centimetres(way.length))
    }

    /// The shortest march between two places, `None` when no road joins them. Its start and end look
    /// along it.
    pub fn route(&self, from: RoadPlace, to: RoadPlace) -> Option<RoadMarch> {
        let way = self.shortest(from, to)?;
        let mut march = self.standing(way.start);
        if let Some(onto) = way.onto {
            march = self.along_stretch(march, self.to_end(way.start));
            for pose in self.between(self.ahead(way.start), self.behind(onto)) {
                march.end = pose;
                let length = march.length.centimetres() + self.to_end(pose);
                march = self.along_stretch(march, length);
            }
            march.end = onto;
        }
        Some(self.along_stretch(march, way.length))
    }

    /// Of equal ways the first: on one stretch, then onward before backward.
    fn shortest(&self, from: RoadPlace, to: RoadPlace) -> Option<Way> {
        let both = [RoadWay::Onward, RoadWay::Backward];
        let direct = (from.stretch == to.stretch).then(|| {
            let way = both[usize::from(to.along < from.along)];
            let length = (to.along - from.along).abs().centimetres();
            Way { length, start: RoadPose { place: from, way }, onto: None }
        });
        let pairs = both.into_iter().flat_map(|out| both.into_iter().map(move |in_| (out, in_)));
        let around = pairs.filter_map(|(out, in_)| {
            let start = RoadPose { place: from, way: out };
            let onto = self.entering(to.stretch, in_);
            let tree = self.tree(self.ahead(start));
            let between = tree[self.behind(onto) as usize]?.length;
            let rest = (to.along - onto.place.along).abs().centimetres();
            Some(Way { length: self.to_end(start) + between + rest, start, onto: Some(onto) })
        });
        direct.into_iter().chain(around).min_by_key(|way| way.length)
    }

    /// The stretches of the shortest way from one junction to another, in order.
    fn between(&self, from: u32, to: u32) -> Vec<RoadPose> {
        let tree = self.tree(from);
        let step = |junction: u32| tree[junction as usize].and_then(|step| step.last);
        let mut poses: Vec<RoadPose> = std::iter::successors(step(to), |&(_, before)| step(before))
            .map(|last| last.0)
            .collect();
        poses.reverse();
        poses
    }

    /// Dijkstra; of equal ways the first by junction, then by stretch.
    fn tree(&self, from: u32) -> &Tree {
        self.routes.from[from as usize].get_or_init(|| {
            let mut tree: Tree = vec![None; self.routes.from.len()];
            let mut heap = BinaryHeap::from([Reverse((0, from, None))]);
            while let Some(Reverse((length, junction, last))) = heap.pop() {
                if tree[junction as usize].is_some() {
                    continue;
                }
                tree[junction as usize] = Some(Step { length, last });
                for on in self.leaving(junction) {
                    let length = length + self.to_end(on);
                    heap.push(Reverse((length, self.ahead(on), Some((on, junction)))));
                }
            }
            tree
        })
    }
}
