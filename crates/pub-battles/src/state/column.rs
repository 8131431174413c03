//! PB-8: road columns: forming them, marching along roads, and forming line.

use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::{RoadMarch, RoadNetwork, RoadPlace, RoadPose, RoadWay, Strip};
use serde::{Deserialize, Serialize};

/// A place on the road network, as stored in actions and states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadSpot {
    /// A stretch of road.
    pub stretch: u32,
    /// The distance along the stretch, in centimetres.
    pub along: GroundLength,
}

/// A piece in road column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The position of the head.
    pub at: RoadSpot,
    /// Whether the column faces the end of the stretch.
    pub onward: bool,
    /// The line from head to tail, cut to the column's length (PB-36.9).
    pub line: Vec<GroundPoint>,
}

impl From<RoadPlace> for RoadSpot {
    fn from(place: RoadPlace) -> Self {
        Self { stretch: place.stretch, along: place.along }
    }
}

impl From<RoadSpot> for RoadPlace {
    fn from(spot: RoadSpot) -> Self {
        Self { stretch: spot.stretch, along: spot.along }
    }
}

impl Column {
    /// Forms a column of a given length with its head at a place on the road and its tail along the
    /// road behind (PB-A51).
    pub(crate) fn formed(roads: &RoadNetwork, at: RoadPose, length: GroundLength) -> Self {
        Self {
            at: at.place.into(),
            onward: at.way == RoadWay::Forward,
            line: roads.trail(at, length),
        }
    }

    /// The column after a march, in which the tail follows the path of the head (PB-A51).
    pub(crate) fn marched(
        &self,
        roads: &RoadNetwork,
        march: &RoadMarch,
        length: GroundLength,
    ) -> Self {
        let turns_back = match (march.line.as_slice(), self.line.as_slice()) {
            ([from, to, ..], [head, behind, ..]) => (*to - *from).dot(*head - *behind) < 0,
            _ => true,
        };
        if turns_back {
            return Self::formed(roads, march.end, length);
        }
        let mut line: Vec<GroundPoint> = march.line.iter().rev().copied().collect();
        line.extend(self.line.iter().skip(1));
        Self {
            at: march.end.place.into(),
            onward: march.end.way == RoadWay::Forward,
            line: cut(line, length),
        }
    }

    /// The position of the head.
    pub fn head(&self) -> GroundPoint {
        self.line[0]
    }

    /// The position and direction of the head on the network.
    pub(crate) fn road_pose(&self) -> RoadPose {
        let way = if self.onward { RoadWay::Forward } else { RoadWay::Backward };
        RoadPose { place: self.at.into(), way }
    }

    /// The facing of the head.
    pub(crate) fn facing(&self) -> Facing {
        self.line
            .windows(2)
            .find_map(|run| Facing::from_vector(run[0] - run[1]))
            .unwrap_or(Facing::UP)
    }

    /// The strip that the column covers.
    pub(crate) fn strip(&self, width: GroundLength) -> Option<Strip> {
        Strip::new(self.line.clone(), width)
    }
}

/// The pose at a place on the network, in the direction closest to a facing.
pub(crate) fn pose_toward(roads: &RoadNetwork, place: RoadPlace, facing: Facing) -> RoadPose {
    let onward = RoadPose { place, way: RoadWay::Forward };
    if roads.facing(onward).turn_to(facing).abs() <= 1024 {
        onward
    } else {
        RoadPose { place, way: RoadWay::Backward }
    }
}

/// Cuts a line to a length.
fn cut(line: Vec<GroundPoint>, length: GroundLength) -> Vec<GroundPoint> {
    let mut left = i64::from(length.centimetres());
    let mut kept = vec![line[0]];
    for run in line.windows(2) {
        let way = run[1] - run[0];
        let run_length = i64::from(way.length().centimetres());
        if run_length == 0 {
            continue;
        }
        if run_length >= left {
            let part = |component: i32| (i64::from(component) * left / run_length) as i32;
            kept.push(GroundPoint::new(run[0].x + part(way.x), run[0].y + part(way.y)));
            return kept;
        }
        left -= run_length;
        kept.push(run[1]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_length() {
        let metres = GroundPoint::from_metres;
        let line = vec![metres(0, 0), metres(300, 0), metres(300, 900)];
        let short = cut(line, GroundLength::from_metres(500));
        assert_eq!(short, vec![metres(0, 0), metres(300, 0), metres(300, 200)]);
    }
}
