//! A block of an order of battle: a headquarters, a piece or a train.

use sandtable_pack::{CommandId, FeatureId, PieceId, Pose, Quality, Reserve, Status};

/// An HQ, a piece or a train.
#[derive(Clone, PartialEq, Eq)]
pub struct Block {
    /// Its command's number: 0 for the army commander and all at army level, then as its player numbers them.
    pub command: u8,
    /// What it is.
    pub kind: BlockKind,
    /// Where it is at first.
    pub place: Place,
    /// The zone in which its owner may set it up instead (PB-3.9).
    pub zone: Option<FeatureId>,
}

/// What a block is.
#[derive(Clone, PartialEq, Eq)]
pub enum BlockKind {
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
    /// It enters: with this one of [`Force::arrivals`](crate::force::Force::arrivals).
    Arrival(usize),
}

impl Block {
    /// Its id, and its command's if it is an HQ.
    pub fn id(&self) -> &str {
        match &self.kind {
            BlockKind::Headquarters(headquarters) => headquarters.id.as_str(),
            BlockKind::Piece(piece) => piece.id.as_str(),
            BlockKind::Train { id, .. } => id.as_str(),
        }
    }
}
