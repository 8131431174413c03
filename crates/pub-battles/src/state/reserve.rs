//! The state of hidden reserves.

use sandtable_pack::GroundLength;
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::state::State;

/// A block on a headquarters' Reserve Card (PB-9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reserved {
    /// The block.
    pub piece: PieceIndex,
    /// The headquarters.
    pub headquarters: PieceIndex,
    /// The number of slots ahead of this one (PB-36.10). When a piece leaves, its slot stays empty
    /// until the headquarters moves.
    pub slot: u16,
}

/// The movement of a block this turn with its headquarters (PB-A59).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Carried {
    /// The block.
    pub piece: PieceIndex,
    /// The cost of that movement.
    pub expense: MoveCost,
}

/// The cost of a move so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct MoveCost {
    /// The distance covered by the centre in line.
    pub in_line: GroundLength,
    /// The distance covered in column, at half cost (PB-8.1).
    pub in_column: GroundLength,
    /// Whether difficult terrain in line reduces the move; counts once for the whole move (PB-6.8,
    /// PB-34.10).
    pub reduced: bool,
    /// The number of facing changes; the first one is free (PB-6.7).
    pub facing_changes: i32,
    /// The number of times that the piece formed or left column (PB-8.2).
    pub column_changes: i32,
}

impl State {
    /// The reserve of a headquarters, in order (PB-9.4).
    pub fn reserve_of(&self, headquarters: PieceIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let with = move |one: &&Reserved| one.headquarters == headquarters;
        self.reserves.iter().filter(with).map(|one| one.piece)
    }

    /// The headquarters with which a piece is in reserve.
    pub fn in_reserve_with(&self, piece: PieceIndex) -> Option<PieceIndex> {
        self.reserves.iter().find(|one| one.piece == piece).map(|one| one.headquarters)
    }

    /// The movement of a piece with its headquarters this turn.
    pub(crate) fn carried(&self, piece: PieceIndex) -> MoveCost {
        let own = self.carried.iter().find(|one| one.piece == piece);
        own.map(|one| one.expense).unwrap_or_default()
    }
}
