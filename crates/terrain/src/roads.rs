//! The road network, along which columns march (PB-8, PB-A53).

use sandtable_pack::{Facing, GroundLength, GroundPoint};

/// All roads as one network: they join where they come within 2 m of each other.
#[derive(Clone, Debug, Default)]
pub struct RoadNetwork {
    stretches: Vec<Vec<GroundPoint>>,
}

/// A place on the road network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoadPlace {
    /// A stretch of road between two junctions or ends.
    pub stretch: u32,
    /// The way along the stretch from its beginning.
    pub along: GroundLength,
}

/// A direction along a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoadWay {
    /// Toward its end.
    Onward,
    /// Toward its beginning.
    Backward,
}

/// A place on the network with the direction in which a column there marches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoadPose {
    /// Where the head is.
    pub place: RoadPlace,
    /// Where it looks.
    pub way: RoadWay,
}

/// A march along the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadMarch {
    /// The places passed, from the first to the last, both included.
    pub line: Vec<GroundPoint>,
    /// Its length along the road.
    pub length: GroundLength,
    /// Where it ends and where it looks there.
    pub end: RoadPose,
}

impl RoadNetwork {
    /// The ground point of a place.
    pub fn point(&self, place: RoadPlace) -> GroundPoint {
        let _ = place;
        GroundPoint::default()
    }

    /// Where a pose looks.
    pub fn facing(&self, pose: RoadPose) -> Facing {
        let _ = pose;
        Facing::UP
    }

    /// The place of the network nearest to a point, unless it is farther than `within`.
    pub fn nearest(&self, point: GroundPoint, within: GroundLength) -> Option<RoadPlace> {
        let _ = (point, within, &self.stretches);
        None
    }

    /// Every march of `length` from a pose, one for each choice of branches, without turning back;
    /// shorter where the road ends. Ordered by their ends.
    pub fn marches(&self, from: RoadPose, length: GroundLength) -> Vec<RoadMarch> {
        let _ = (from, length);
        Vec::new()
    }

    /// The shortest march between two places, `None` when no road joins them.
    pub fn route(&self, from: RoadPlace, to: RoadPlace) -> Option<RoadMarch> {
        let _ = (from, to);
        None
    }

    /// The line of a column from its head back over its length: along the road behind it, straight
    /// on at junctions, and straight off the end of a road (PB-A51, PB-A19).
    pub fn trail(&self, head: RoadPose, length: GroundLength) -> Vec<GroundPoint> {
        let _ = (head, length);
        Vec::new()
    }
}
