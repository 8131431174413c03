//! What a side makes up: its commands, detachments and arrivals.

use sandtable_pack::{CommandId, Edge, EntryId, FeatureId, Formation, PieceId, SideId};

use super::block::Block;

/// Everything that a player makes up.
#[derive(Clone, PartialEq, Eq)]
pub struct Force {
    /// Whose it is.
    pub side: SideId,
    /// The edge by which it enters (PB-32.3); none, and it is set up.
    pub edge: Option<Edge>,
    /// Roads along which it is supplied (PB-3.8).
    pub lines: Vec<FeatureId>,
    /// Detachments that are assigned at set-up (PB-3.13).
    pub detachments: Vec<Detachment>,
    /// Commands that may be given one; any if empty.
    pub detached_to: Vec<CommandId>,
    /// HQs, pieces and trains. Those of one slot stand together, in the order of its file or of march.
    pub blocks: Vec<Block>,
    /// How those enter that do so, in the order of the slots.
    pub arrivals: Vec<Arriving>,
}

/// A detachment of the pool.
#[derive(Clone, PartialEq, Eq)]
pub struct Detachment {
    /// Its id.
    pub id: PieceId,
    /// Its name.
    pub name: String,
}

/// Blocks that enter together (PB-3.10).
#[derive(Clone, PartialEq, Eq)]
pub struct Arriving {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day, from 1.
    pub turn: u8,
    /// Where they enter.
    pub entry: EntryId,
    /// The number of the command whose chit brings them on.
    pub command: u8,
    /// Other entries to choose from.
    pub alternatives: Vec<EntryId>,
    /// They come when a die shows this or less.
    pub roll: Option<u8>,
    /// They come as soon as they can.
    pub at_once: bool,
    /// Line or column.
    pub formation: Formation,
}
