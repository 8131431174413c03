//! The battle as it was read: names are things, places are centimetres. The checks look at it and
//! change nothing.

pub(crate) mod block;
pub(crate) mod layout;

use sandtable_pack as pack;
use sandtable_pack::{ColumnLengths, GroundPoint, StatusEffect};
use sandtable_terrain::{Shape, Terrain};

use self::block::{BlockKind, Slot, Standing};
use self::layout::Layout;
use super::context::Context;
use super::forces::Forces;

/// Everything that was read.
pub(crate) struct Battle<'b> {
    pub(crate) context: &'b Context<'b>,
    pub(crate) terrain: &'b Terrain,
    pub(crate) column_lengths: ColumnLengths,
    /// The sides that could be read, in the order of the file.
    pub(crate) forces: Vec<Forces<'b>>,
    pub(crate) standing: Vec<Standing>,
    /// Where other blocks were to be, outside the frame.
    pub(crate) outside: Vec<GroundPoint>,
    /// Who stands where he cannot.
    pub(crate) layout: Layout,
}

impl<'b> Battle<'b> {
    /// Does a piece that is meant to be fresh stand in buildings, so that it starts spent
    /// (PB-3.29)?
    pub(crate) fn is_spent_in_buildings(&self, one: &Standing) -> bool {
        let (BlockKind::Combat(troops), Some(slot)) = (one.block.kind, one.block.piece) else {
            return false;
        };
        let Some(Shape::Block(block)) = &one.shape else { return false };
        let Some(forces) = self.forces.get(one.block.side) else { return false };
        // PB-A10: a detachment has one state.
        troops.rules.status == StatusEffect::FreshAndSpent
            && slot.of(&forces.side).is_some_and(|piece| piece.status == pack::Status::Fresh)
            && self.terrain.ground_under(block).buildings
    }

    /// The sides, with what starts spent because it stands in buildings.
    pub(crate) fn into_forces(self) -> Vec<Forces<'b>> {
        let spent = self.spent_in_buildings();
        let mut forces = self.forces;
        for (side, slot) in spent {
            if let Some(piece) = slot.of_mut(&mut forces[side].side) {
                piece.status = pack::Status::Spent;
            }
        }
        forces
    }

    /// The pieces that start spent because they stand in buildings, each with its side.
    fn spent_in_buildings(&self) -> Vec<(usize, Slot)> {
        let spent = self.standing.iter().filter(|one| self.is_spent_in_buildings(one));
        spent.filter_map(|one| one.block.piece.map(|slot| (one.block.side, slot))).collect()
    }
}
