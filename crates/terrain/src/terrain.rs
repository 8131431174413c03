//! The ground of a map, prepared once for many questions.

use sandtable_pack::{GroundLength, GroundPoint, Map};

use crate::block::Block;
use crate::roads::RoadNetwork;

/// The ground of a map, prepared once for many questions: immutable, shared between threads.
#[derive(Clone, Debug)]
pub struct Terrain {
    width: GroundLength,
    height: GroundLength,
    roads: RoadNetwork,
}

impl Terrain {
    /// Prepares a map.
    pub fn new(map: &Map) -> Self {
        Self { width: map.width, height: map.height, roads: RoadNetwork::default() }
    }

    /// The road network.
    pub const fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// Is a place inside the frame or on its edge?
    pub const fn holds(&self, place: GroundPoint) -> bool {
        place.x >= 0
            && place.y >= 0
            && place.x <= self.width.centimetres()
            && place.y <= self.height.centimetres()
    }

    /// Is a whole block inside the frame?
    pub fn holds_block(&self, block: &Block) -> bool {
        block.corners().into_iter().all(|corner| self.holds(corner))
    }
}
