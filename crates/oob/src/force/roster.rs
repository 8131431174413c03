//! The choices of a side: its commands, detachments and arrivals.

use sandtable_pack::{CommandId, Edge, EntryId, FeatureId, Formation, PieceId, SideId};

use super::block::Block;

/// The order of battle of a side: all the choices of its player.
#[derive(Clone, PartialEq, Eq)]
pub struct Force {
    /// The side that the force belongs to.
    pub side: SideId,
    /// The edge of entry (PB-32.3), or `None` if the force is set up.
    pub edge: Option<Edge>,
    /// The roads that are the side's lines of communication (PB-3.8).
    pub lines: Vec<FeatureId>,
    /// Detachments assigned at set-up (PB-3.13).
    pub detachments: Vec<Detachment>,
    /// The commands that may receive a detachment; if empty, any command may.
    pub detachment_commands: Vec<CommandId>,
    /// HQs, pieces and trains. Blocks in the same slot are adjacent, in file order or march order.
    pub blocks: Vec<Block>,
    /// Arrivals, in slot order.
    pub arrivals: Vec<ArrivalGroup>,
}

/// A detachment from the pool.
#[derive(Clone, PartialEq, Eq)]
pub struct Detachment {
    /// Its id.
    pub id: PieceId,
    /// Its name.
    pub name: String,
}

/// Blocks that enter together (PB-3.10).
#[derive(Clone, PartialEq, Eq)]
pub struct ArrivalGroup {
    /// The day, from 1.
    pub day: u8,
    /// The turn of that day, from 1.
    pub turn: u8,
    /// The entry.
    pub entry: EntryId,
    /// The number of the command whose chit lets the blocks enter.
    pub command: u8,
    /// Alternative entries.
    pub alternatives: Vec<EntryId>,
    /// The maximum die roll for entry, if a roll is required.
    pub roll: Option<u8>,
    /// Whether the blocks enter as soon as possible.
    pub at_once: bool,
    /// Line or column.
    pub formation: Formation,
}
