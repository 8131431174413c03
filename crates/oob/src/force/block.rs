//! A block of an order of battle: a headquarters, a piece or a train.

use sandtable_pack::{CommandId, FeatureId, PieceId, Pose, Quality, Reserve, Status};

/// An HQ, a piece or a train.
#[derive(Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of its command: 0 for the army level, then in the player's command order.
    pub command: u8,
    /// Its kind.
    pub kind: BlockKind,
    /// Its initial place.
    pub place: Place,
    /// The zone in which its owner may set it up instead (PB-3.9).
    pub zone: Option<FeatureId>,
}

/// The kind of a block.
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
        /// Whether it starts packed.
        is_packed: bool,
    },
}

/// A headquarters and the names of its command.
#[derive(Clone, PartialEq, Eq)]
pub struct Headquarters {
    /// The id of the command or army.
    pub id: CommandId,
    /// Its rating.
    pub rating: u8,
    /// Whether it has a chit; only an army HQ may lack one (PB-3.12).
    pub has_chit: bool,
    /// The leader of the command.
    pub leader: String,
    /// The title of the command.
    pub title: String,
    /// The short name on its stickers.
    pub short: String,
}

/// A combat piece.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its id.
    pub id: PieceId,
    /// Its arm, or its custom type if the battle defines one.
    pub type_name: String,
    /// Its quality.
    pub quality: Quality,
    /// Fresh or Spent.
    pub status: Status,
    /// Its strength in men; it has no effect in play.
    pub strength: Option<u32>,
    /// Its name.
    pub name: String,
}

/// The initial place of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Set up in line.
    Line(Pose),
    /// Set up in road column, with its head at this pose.
    Column(Pose),
    /// In reserve.
    Reserve(Reserve),
    /// Enters with the arrival group at this index of
    /// [`Force::arrivals`](crate::force::Force::arrivals).
    Arrival(usize),
}

impl Block {
    /// The id of the block; for an HQ, the id of its command.
    pub fn id(&self) -> &str {
        match &self.kind {
            BlockKind::Headquarters(headquarters) => headquarters.id.as_str(),
            BlockKind::Piece(piece) => piece.id.as_str(),
            BlockKind::Train { id, .. } => id.as_str(),
        }
    }
}
