//! Fields of fire (PB-10.1, PB-36.7, PB-A65 to PB-A68) and the arc of bombardment (PB-A93).

use sandtable_pack::{GroundLength, GroundPoint};

use crate::block::Block;
use crate::shape::Shape;
use crate::terrain::Terrain;

/// The ground before a block's front that its fire covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldOfFire {
    owner: Block,
    /// Tenths of a degree to each side.
    half_angle: u16,
    range: GroundLength,
}

impl FieldOfFire {
    /// The field of fire of a block: `half_angle` to each side in tenths of a degree (below 90°),
    /// out to `range` from its front.
    pub const fn new(owner: Block, half_angle: u16, range: GroundLength) -> Self {
        Self { owner, half_angle, range }
    }

    /// Whose it is.
    pub const fn owner(&self) -> &Block {
        &self.owner
    }

    /// How far it reaches.
    pub const fn range(&self) -> GroundLength {
        self.range
    }

    /// Does the region hold a place, sight left aside (PB-36.7)? Its edges belong to it, the front
    /// line does not.
    pub fn holds(&self, place: GroundPoint) -> bool {
        let _ = (place, self.half_angle);
        false
    }

    /// Does the region hold most of a shape, sight left aside: more than half of its area (PB-A68)?
    pub fn holds_most_of(&self, target: &Shape) -> bool {
        let _ = target;
        false
    }
}

impl Terrain {
    /// Is most of a shape in a field of fire and seen there from the middle of the owner's front
    /// (PB-A66, PB-A68)?
    pub fn covers(&self, field: &FieldOfFire, target: &Shape, depth: GroundLength) -> bool {
        let _ = depth;
        field.holds_most_of(target)
    }
}
