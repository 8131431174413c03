//! Shortest routes along the roads (PB-A53).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use sandtable_pack::GroundLength;

use crate::roads::{RoadMarch, RoadNetwork, RoadPlace, RoadPose, RoadWay};

/// The shortest routes from each junction, computed on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    from: Vec<OnceLock<Tree>>,
}

/// The shortest routes from one junction to every connected junction.
type Tree = Vec<Option<Step>>;

/// The last step of a shortest route to a junction.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The length of the whole route.
    length: i32,
    /// The last stretch, and the junction at its start; `None` for an empty route.
    last: Option<(RoadPose, u32)>,
}

/// A route between two places, given by its exit from the first stretch and its entry to the last.
struct Way {
    length: i32,
    start: RoadPose,
    /// The entry to the last stretch; `None` for a route on a single stretch.
    onto: Option<RoadPose>,
}

impl Routes {
    pub(crate) fn new(junctions: usize) -> Self {
        Self { from: vec![OnceLock::new(); junctions] }
    }
}

impl RoadNetwork {
    /// The length of the shortest route between two places; `None` if no road connects them.
    pub fn distance(&self, from: RoadPlace, to: RoadPlace) -> Option<GroundLength> {
        self.shortest(from, to).map(|way| GroundLength::from_centimetres(way.length))
    }

    /// The shortest route between two places; `None` if no road connects them. The start and end
    /// poses face along the route.
    pub fn route(&self, from: RoadPlace, to: RoadPlace) -> Option<RoadMarch> {
        let way = self.shortest(from, to)?;
        let mut march = self.empty_march(way.start);
        if let Some(onto) = way.onto {
            march = self.march_along_stretch(march, self.to_end(way.start));
            for pose in self.between(self.junction_ahead(way.start), self.junction_behind(onto)) {
                march.end = pose;
                let length = march.length.centimetres() + self.to_end(pose);
                march = self.march_along_stretch(march, length);
            }
            march.end = onto;
        }
        Some(self.march_along_stretch(march, way.length))
    }

    /// The shortest route. Ties go to a route on a single stretch, then to forward before backward.
    fn shortest(&self, from: RoadPlace, to: RoadPlace) -> Option<Way> {
        let both = [RoadWay::Forward, RoadWay::Backward];
        let direct = (from.stretch == to.stretch).then(|| {
            let way = both[usize::from(to.along < from.along)];
            let length = (to.along - from.along).abs().centimetres();
            Way { length, start: RoadPose { place: from, way }, onto: None }
        });
        let pairs = both.into_iter().flat_map(|out| both.into_iter().map(move |in_| (out, in_)));
        let around = pairs.filter_map(|(out, in_)| {
            let start = RoadPose { place: from, way: out };
            let onto = self.entering(to.stretch, in_);
            let tree = self.tree(self.junction_ahead(start));
            let between = tree[self.junction_behind(onto) as usize]?.length;
            let rest = (to.along - onto.place.along).abs().centimetres();
            Some(Way { length: self.to_end(start) + between + rest, start, onto: Some(onto) })
        });
        direct.into_iter().chain(around).min_by_key(|way| way.length)
    }

    /// The stretches of the shortest route between two junctions, in order.
    fn between(&self, from: u32, to: u32) -> Vec<RoadPose> {
        let tree = self.tree(from);
        let step = |junction: u32| tree[junction as usize].and_then(|step| step.last);
        let mut poses: Vec<RoadPose> = std::iter::successors(step(to), |&(_, before)| step(before))
            .map(|last| last.0)
            .collect();
        poses.reverse();
        poses
    }

    /// The shortest routes from a junction, by Dijkstra's algorithm; ties go to the first junction,
    /// then to the first stretch.
    fn tree(&self, from: u32) -> &Tree {
        self.routes.from[from as usize].get_or_init(|| {
            let mut tree: Tree = vec![None; self.routes.from.len()];
            let mut heap = BinaryHeap::from([Reverse((0, from, None))]);
            while let Some(Reverse((length, junction, last))) = heap.pop() {
                if tree[junction as usize].is_some() {
                    continue;
                }
                tree[junction as usize] = Some(Step { length, last });
                for on in self.branches_from(junction) {
                    let length = length + self.to_end(on);
                    heap.push(Reverse((length, self.junction_ahead(on), Some((on, junction)))));
                }
            }
            tree
        })
    }
}
