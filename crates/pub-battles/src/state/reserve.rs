//! The part of the state that hidden reserves take.

use sandtable_pack::GroundLength;
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::state::State;

/// A block on a headquarters' Reserve Card (PB-9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reserved {
    /// Who.
    pub piece: PieceIndex,
    /// With which headquarters.
    pub headquarters: PieceIndex,
    /// How many slots are before its own (PB-36.10). Who leaves leaves his slot empty until the
    /// headquarters moves.
    pub slot: u16,
}

/// What a block has been carried this turn by its headquarters (PB-A59).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Carried {
    /// Who.
    pub piece: PieceIndex,
    /// How far, and at what costs.
    pub expense: MoveCost,
}

/// What a move has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct MoveCost {
    /// Way of the centre in line.
    pub in_line: GroundLength,
    /// Way in column, which costs half (PB-8.1).
    pub in_column: GroundLength,
    /// Difficult ground was met in line: once for the whole move (PB-6.8, PB-34.10).
    pub reduced: bool,
    /// Changes of facing, of which one is free (PB-6.7).
    pub facing_changes: i32,
    /// Columns formed and left (PB-8.2).
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

    /// What a piece has been carried this turn.
    pub(crate) fn carried(&self, piece: PieceIndex) -> MoveCost {
        let own = self.carried.iter().find(|one| one.piece == piece);
        own.map(|one| one.expense).unwrap_or_default()
    }
}
