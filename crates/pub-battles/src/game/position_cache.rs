//! What is known of pieces where they stand now: kept until somebody moves for whom it matters, never
//! part of the state.

use sandtable_engine::Refusal;
use sandtable_pack::Facing;
use sandtable_pack::GroundLength;
use sandtable_terrain::Shape;
use std::cell::{Cell, RefCell};

use sandtable_terrain::GroundUnder;

use crate::battlefield::roster::{PieceIndex, Roster, SideIndex};
use crate::game::piece_pairs::PiecePairs;
use crate::game::plan::RetreatPlan;

/// What was found out about pieces where they stand.
#[derive(Clone, Debug)]
pub(crate) struct PositionCache {
    /// What lies under each.
    under: Vec<Cell<Option<GroundUnder>>>,
    /// Whether the place of each train is in supply.
    supplied: Vec<Cell<Option<bool>>>,
    /// Pieces of each side that are cut off (PB-31.4).
    cut_off: RefCell<[Option<Vec<PieceIndex>>; 2]>,
    /// Of which piece and enemy it is known whether it stands on ground that his fire covers (PB-10.2).
    asked: PiecePairs,
    /// Of these, those where it does.
    covered: PiecePairs,
    /// The turn for which that is known: in other weather fire reaches farther, or less far.
    turn: Cell<(u8, u8, bool)>,
}

impl PositionCache {
    pub fn new(pieces: usize) -> Self {
        Self {
            under: vec![Cell::new(None); pieces],
            supplied: vec![Cell::new(None); pieces],
            cut_off: RefCell::default(),
            asked: PiecePairs::new(pieces),
            covered: PiecePairs::new(pieces),
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
        let cached = self.cut_off.borrow()[side.index()].clone();
        let pieces = cached.unwrap_or_else(&find);
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

fn get<T: Copy + PartialEq + std::fmt::Debug>(cache: &Cell<Option<T>>, find: impl Fn() -> T) -> T {
    let value = cache.get().unwrap_or_else(&find);
    debug_assert_eq!(value, find(), "what was found before still holds");
    cache.set(Some(value));
    value
}

/// Who is spotted, remembered until somebody moves who matters for it, or until a turn in which some
/// see farther or less far than before, as in other weather.
#[derive(Clone, Debug)]
pub(crate) struct Glances {
    pub(crate) turn: Cell<(u8, u8, bool)>,
    /// How far each piece spots and is spotted in that turn.
    pub(crate) ranges: RefCell<Vec<GroundLength>>,
    pub(crate) of: Vec<Cell<Glance>>,
    /// Who was looked for in vain, and by whom, since either of the two moved.
    pub(crate) in_vain: PiecePairs,
}

/// What is known of whether a piece is spotted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance {
    /// Not asked since something changed.
    Unknown,
    Hidden,
    SeenBy(PieceIndex),
}

impl Glances {
    pub fn new(pieces: usize) -> Self {
        Self {
            turn: Cell::default(),
            ranges: RefCell::default(),
            of: vec![Cell::new(Glance::Unknown); pieces],
            in_vain: PiecePairs::new(pieces),
        }
    }

    /// Somebody stands elsewhere, or is gone: whoever he saw is to be looked at again, and whom
    /// nobody saw.
    pub fn moved(&self, mover: PieceIndex, roster: &Roster) {
        self.of[mover.index()].set(Glance::Unknown);
        self.in_vain.forget_first(mover);
        self.in_vain.forget_second(mover);
        for enemy in roster.of_side(roster.piece(mover).side.enemy()) {
            let glance = &self.of[enemy];
            match glance.get() {
                Glance::SeenBy(other) if other != mover => {}
                _ => glance.set(Glance::Unknown),
            }
        }
    }
}

/// Ways back of a piece that were looked at since the game moved on last: who decides looks at the same
/// again that were tried to learn whether there is any.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaysBack {
    pub(crate) ways: Vec<WayBack>,
    /// How far pieces stand from enemies.
    pub(crate) distances: Vec<(PieceIndex, PieceIndex, GroundLength)>,
}

#[derive(Clone, Debug)]
pub(crate) struct WayBack {
    pub(crate) piece: PieceIndex,
    pub(crate) threats: Vec<PieceIndex>,
    pub(crate) way: Facing,
    pub(crate) plan: Result<RetreatPlan, Refusal>,
}

impl WaysBack {
    /// Something may have changed.
    pub fn forget(&mut self) {
        self.ways.clear();
        self.distances.clear();
    }

    pub(crate) fn find(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Option<&WayBack> {
        self.ways.iter().find(|one| one.way == way && one.piece == piece && one.threats == threats)
    }

    pub(crate) fn distance(
        &mut self,
        between: (PieceIndex, &Shape),
        and: (PieceIndex, &Shape),
    ) -> GroundLength {
        let pair = (between.0, and.0);
        let cached = self.distances.iter().find(|one| (one.0, one.1) == pair);
        if let Some(&(_, _, distance)) = cached {
            return distance;
        }
        let distance = between.1.distance(and.1);
        self.distances.push((pair.0, pair.1, distance));
        distance
    }
}
