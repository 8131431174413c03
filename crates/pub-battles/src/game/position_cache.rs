//! What is known of pieces where they stand now: kept until somebody moves for whom it matters, never
//! part of the state.

use std::cell::{Cell, RefCell};

use sandtable_terrain::GroundUnder;

use crate::battlefield::roster::{PieceIndex, Roster, SideIndex};
use crate::game::piece_pairs::Pairs;

/// What was found out about pieces where they stand.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What lies under each.
    under: Vec<Cell<Option<GroundUnder>>>,
    /// Whether the place of each train is in supply.
    supplied: Vec<Cell<Option<bool>>>,
    /// Pieces of each side that are cut off (PB-31.4).
    cut_off: RefCell<[Option<Vec<PieceIndex>>; 2]>,
    /// Of which piece and enemy it is known whether it stands on ground that his fire covers (PB-10.2).
    asked: Pairs,
    /// Of these, those where it does.
    covered: Pairs,
    /// The turn for which that is known: in other weather fire reaches farther, or less far.
    turn: Cell<(u8, u8, bool)>,
}

impl Known {
    pub fn new(pieces: usize) -> Self {
        Self {
            under: vec![Cell::new(None); pieces],
            supplied: vec![Cell::new(None); pieces],
            cut_off: RefCell::default(),
            asked: Pairs::new(pieces),
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
            self.asked.forget_all();
        }
        if !self.asked.holds(piece, enemy) {
            self.asked.set(piece, enemy, true);
            self.covered.set(piece, enemy, find());
        }
        let covered = self.covered.holds(piece, enemy);
        debug_assert_eq!(covered, find(), "what was found before still holds");
        covered
    }

    /// What lies under a piece, found if need be.
    pub fn under(&self, piece: PieceIndex, find: impl Fn() -> GroundUnder) -> GroundUnder {
        get(&self.under[piece.index()], find)
    }

    /// Whether the place of a train is in supply, found if need be.
    pub fn supplied(&self, train: PieceIndex, find: impl Fn() -> bool) -> bool {
        get(&self.supplied[train.index()], find)
    }

    /// Which pieces of a side are cut off, found if need be.
    pub fn cut_off(&self, side: SideIndex, find: impl Fn() -> Vec<PieceIndex>) -> Vec<PieceIndex> {
        let known = self.cut_off.borrow()[side.index()].clone();
        let pieces = known.unwrap_or_else(&find);
        debug_assert_eq!(pieces, find(), "what was found before still holds");
        self.cut_off.borrow_mut()[side.index()] = Some(pieces.clone());
        pieces
    }

    /// Somebody stands elsewhere, or is gone: his enemies' ways of supply may be others.
    pub fn moved(&self, mover: PieceIndex, roster: &Roster) {
        self.under[mover.index()].set(None);
        self.asked.forget_first(mover);
        self.asked.forget_second(mover);
        self.supplied[mover.index()].set(None);
        self.cut_off.replace([None, None]);
        self.has_other_ways(roster.piece(mover).side.enemy(), roster);
    }

    /// The ways of supply of a side may be others.
    pub fn has_other_ways(&self, side: SideIndex, roster: &Roster) {
        roster.of_side(side).for_each(|piece| self.supplied[piece].set(None));
        self.cut_off.borrow_mut()[side.index()] = None;
    }
}

fn get<T: Copy + PartialEq + std::fmt::Debug>(known: &Cell<Option<T>>, find: impl Fn() -> T) -> T {
    let value = known.get().unwrap_or_else(&find);
    debug_assert_eq!(value, find(), "what was found before still holds");
    known.set(Some(value));
    value
}
