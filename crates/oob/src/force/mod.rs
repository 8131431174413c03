//! What an order of battle says, apart from how its author wrote it (PB-32.1).
//!
//! A [`Force`] is written into slots by [`Force::write`] and read from them by [`Force::read`]. The text is a part of the scheme and
//! frozen with it: files of scenarios may change their format, and yet what was committed to is read.

mod agreement;
mod lines;
mod of_pack;
mod orders;
mod read;
mod write;

use sandtable_pack::{
    CommandId, Edge, EntryId, FeatureId, Formation, PieceId, Pose, Quality, Reserve, SideId, Status,
};

pub use agreement::{Breach, Judged};
pub use of_pack::NoForce;
pub use orders::NoOrders;
pub use read::{Misread, MisreadKind};
pub use write::NoRoom;

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

/// An HQ, a piece or a train.
#[derive(Clone, PartialEq, Eq)]
pub struct Block {
    /// Its command's number: 0 for the army commander and all at army level, then as its player numbers them.
    pub command: u8,
    /// What it is.
    pub what: What,
    /// Where it is at first.
    pub place: Place,
    /// The zone in which its owner may set it up instead (PB-3.9).
    pub zone: Option<FeatureId>,
}

/// What a block is.
#[derive(Clone, PartialEq, Eq)]
pub enum What {
    /// The headquarters of its command (PB-2.11).
    Headquarters(Headquarters),
    /// A combat piece.
    Piece(Piece),
    /// A baggage train (PB-2.10).
    Train {
        /// Its id.
        id: PieceId,
        /// It starts packed.
        packed: bool,
    },
}

/// A headquarters and what its command is called.
#[derive(Clone, PartialEq, Eq)]
pub struct Headquarters {
    /// The command's id, or the army's.
    pub id: CommandId,
    /// Its rating.
    pub rating: u8,
    /// It has a chit: all but an army HQ without one of its own (PB-3.12).
    pub chit: bool,
    /// Who leads the command.
    pub leader: String,
    /// What the command is called.
    pub title: String,
    /// What stands on its stickers.
    pub short: String,
}

/// A combat piece.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its id.
    pub id: PieceId,
    /// Its arm, or its type if that is of the battle's own.
    pub of_type: String,
    /// Its quality.
    pub quality: Quality,
    /// Fresh or Spent.
    pub status: Status,
    /// Its men; no effect in play.
    pub strength: Option<u32>,
    /// Its name.
    pub name: String,
}

/// Where a block is at first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Set up in line.
    Line(Pose),
    /// Set up in road column, the head at the place.
    Column(Pose),
    /// In reserve.
    Reserve(Reserve),
    /// It enters: with this one of [`Force::arrivals`].
    Arrival(usize),
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

impl Block {
    /// Its id, and its command's if it is an HQ.
    pub fn id(&self) -> &str {
        match &self.what {
            What::Headquarters(headquarters) => headquarters.id.as_str(),
            What::Piece(piece) => piece.id.as_str(),
            What::Train { id, .. } => id.as_str(),
        }
    }
}

#[cfg(test)]
mod tests;
