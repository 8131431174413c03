//! What is known of pieces where they stand now: kept until somebody moves for whom it matters, never
//! part of the state.

use std::cell::Cell;

use sandtable_terrain::GroundUnder;

use crate::roster::{PieceIndex, Roster, SideIndex};

/// What was found out about pieces where they stand.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What lies under each.
    under: Vec<Cell<Option<GroundUnder>>>,
    /// Whether the place of each train is in supply.
    supplied: Vec<Cell<Option<bool>>>,
    /// Whether each stands on ground that an enemy's fire covers (PB-10.2).
    covered: Pairs,
    /// The turn for which that is known: in other weather fire reaches farther, or less far.
    turn: Cell<(u8, u8, bool)>,
}

/// What is known of each piece and each other: two rows of bits for each piece, a bit for each other.
#[derive(Clone, Debug)]
struct Pairs {
    words: usize,
    asked: Vec<Cell<u64>>,
    holds: Vec<Cell<u64>>,
}

impl Pairs {
    fn new(pieces: usize) -> Self {
        let words = pieces.div_ceil(64);
        let none = vec![Cell::new(0); words * pieces];
        Self { words, asked: none.clone(), holds: none }
    }

    fn get(&self, one: PieceIndex, other: PieceIndex, find: impl Fn() -> bool) -> bool {
        let (index, bit) = self.bit(one, other);
        let (asked, holds) = (&self.asked[index], &self.holds[index]);
        if asked.get() & bit == 0 {
            asked.set(asked.get() | bit);
            holds.set(if find() { holds.get() | bit } else { holds.get() & !bit });
        }
        let value = holds.get() & bit != 0;
        debug_assert_eq!(value, find(), "what was found before still holds");
        value
    }

    fn bit(&self, one: PieceIndex, other: PieceIndex) -> (usize, u64) {
        (one.index() * self.words + other.index() / 64, 1 << (other.index() % 64))
    }

    /// Nothing is known any more of a piece and any other.
    fn forget(&self, piece: PieceIndex) {
        let row = piece.index() * self.words..(piece.index() + 1) * self.words;
        self.asked[row].iter().for_each(|word| word.set(0));
        let (word, bit) = (piece.index() / 64, 1 << (piece.index() % 64));
        let column = self.asked.iter().skip(word).step_by(self.words);
        column.for_each(|word| word.set(word.get() & !bit));
    }

    fn forget_all(&self) {
        self.asked.iter().for_each(|word| word.set(0));
    }
}

impl Known {
    pub fn new(pieces: usize) -> Self {
        Self {
            under: vec![Cell::new(None); pieces],
            supplied: vec![Cell::new(None); pieces],
            covered: Pairs::new(pieces),
            turn: Cell::default(),
        }
    }

    /// Whether a piece stands on ground that an enemy's fire covers in a turn, found if need be.
    pub fn covered(
        &self,
        turn: (u8, u8, bool),
        piece: PieceIndex,
        enemy: PieceIndex,
        find: impl Fn() -> bool,
    ) -> bool {
        if self.turn.replace(turn) != turn {
            self.covered.forget_all();
        }
        self.covered.get(piece, enemy, find)
    }

    /// What lies under a piece, found if need be.
    pub fn under(&self, piece: PieceIndex, find: impl Fn() -> GroundUnder) -> GroundUnder {
        get(&self.under[piece.index()], find)
    }

    /// Whether the place of a train is in supply, found if need be.
    pub fn supplied(&self, train: PieceIndex, find: impl Fn() -> bool) -> bool {
        get(&self.supplied[train.index()], find)
    }

    /// Somebody stands elsewhere, or is gone: his enemies' ways of supply may be others.
    pub fn moved(&self, mover: PieceIndex, roster: &Roster) {
        self.under[mover.index()].set(None);
        self.covered.forget(mover);
        self.supplied[mover.index()].set(None);
        self.has_other_ways(roster.piece(mover).side.enemy(), roster);
    }

    /// The ways of supply of a side may be others.
    pub fn has_other_ways(&self, side: SideIndex, roster: &Roster) {
        roster.of_side(side).for_each(|piece| self.supplied[piece].set(None));
    }
}

fn get<T: Copy + PartialEq + std::fmt::Debug>(known: &Cell<Option<T>>, find: impl Fn() -> T) -> T {
    let value = known.get().unwrap_or_else(&find);
    debug_assert_eq!(value, find(), "what was found before still holds");
    known.set(Some(value));
    value
}
