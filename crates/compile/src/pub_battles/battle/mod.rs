//! The battle after reading, with resolved names and positions in centimetres. The checks only read
//! it.

pub(crate) mod block;
pub(crate) mod layout;

use sandtable_pack as pack;
use sandtable_pack::{ColumnLengths, GroundPoint, StatusEffect};
use sandtable_terrain::{Shape, Terrain};

use self::block::{BlockKind, PlacedBlock, Slot};
use self::layout::Layout;
use super::context::Context;
use super::forces::Forces;

/// The resolved battle.
pub(crate) struct Battle<'b> {
    pub(crate) context: &'b Context<'b>,
    pub(crate) terrain: &'b Terrain,
    pub(crate) column_lengths: ColumnLengths,
    /// The sides that could be read, in the order of the file.
    pub(crate) forces: Vec<Forces<'b>>,
    /// The blocks that start on the map.
    pub(crate) blocks: Vec<PlacedBlock>,
    /// The positions of blocks outside the frame.
    pub(crate) outside: Vec<GroundPoint>,
    /// The blocks in impossible positions.
    pub(crate) layout: Layout,
}

impl<'b> Battle<'b> {
    /// Whether a fresh piece is set up in buildings and therefore starts spent (PB-3.29).
    pub(crate) fn is_spent_in_buildings(&self, one: &PlacedBlock) -> bool {
        let (BlockKind::Combat(troops), Some(slot)) = (one.block.kind, one.block.piece) else {
            return false;
        };
        let Some(Shape::Block(block)) = &one.shape else { return false };
        let Some(forces) = self.forces.get(one.block.side) else { return false };
        // PB-A10: detachments have only one state.
        troops.rules.status == StatusEffect::FreshAndSpent
            && slot.piece_in(&forces.side).is_some_and(|piece| piece.status == pack::Status::Fresh)
            && self.terrain.ground_under(block).buildings
    }

    /// Returns the sides, after marking pieces in buildings as spent.
    pub(crate) fn into_forces(self) -> Vec<Forces<'b>> {
        let spent = self.pieces_spent_in_buildings();
        let mut forces = self.forces;
        for (side, slot) in spent {
            if let Some(piece) = slot.piece_in_mut(&mut forces[side].side) {
                piece.status = pack::Status::Spent;
            }
        }
        forces
    }

    /// The pieces that start spent because they are set up in buildings, each with its side index.
    fn pieces_spent_in_buildings(&self) -> Vec<(usize, Slot)> {
        let spent = self.blocks.iter().filter(|one| self.is_spent_in_buildings(one));
        spent.filter_map(|one| one.block.piece.map(|slot| (one.block.side, slot))).collect()
    }
}
