//! Cached results about pieces in their current positions. Each result is kept until a relevant
//! piece moves, and none is part of the state.

use sandtable_engine::Refusal;
use sandtable_pack::Facing;
use sandtable_pack::GroundLength;
use sandtable_terrain::Shape;
use std::cell::{Cell, RefCell};

use sandtable_terrain::GroundUnder;

use crate::battlefield::roster::{PieceIndex, Roster, SideIndex};
use crate::game::piece_pairs::PiecePairs;
use crate::game::plan::RetreatPlan;

/// Cached results about pieces in their current positions.
#[derive(Clone, Debug)]
pub(crate) struct PositionCache {
    /// The terrain under each piece.
    terrain_under: Vec<Cell<Option<GroundUnder>>>,
    /// Whether the position of each train is in supply.
    supplied: Vec<Cell<Option<bool>>>,
    /// Pieces of each side that are out of supply (PB-31.4).
    out_of_supply: RefCell<[Option<Vec<PieceIndex>>; 2]>,
    /// Pairs of piece and enemy already checked for PB-10.2.
    checked_pairs: PiecePairs,
    /// Pairs in which the enemy's Field of Fire covers the piece.
    covered: PiecePairs,
    /// The turn that the pairs apply to, because weather changes the range of fire.
    turn: Cell<(u8, u8, bool)>,
}

impl PositionCache {
    pub fn new(pieces: usize) -> Self {
        Self {
            terrain_under: vec![Cell::new(None); pieces],
            supplied: vec![Cell::new(None); pieces],
            out_of_supply: RefCell::default(),
            checked_pairs: PiecePairs::new(pieces),
            covered: PiecePairs::new(pieces),
            turn: Cell::default(),
        }
    }

    /// Whether an enemy's Field of Fire covers a piece in a turn.
    pub fn is_covered(
        &self,
        turn: (u8, u8, bool),
        piece: PieceIndex,
        enemy: PieceIndex,
        find: impl Fn() -> bool,
    ) -> bool {
        if self.turn.replace(turn) != turn {
            self.checked_pairs.forget_all();
        }
        if !self.checked_pairs.holds(piece, enemy) {
            self.checked_pairs.set(piece, enemy, true);
            self.covered.set(piece, enemy, find());
        }
        let covered = self.covered.holds(piece, enemy);
        debug_assert_eq!(covered, find(), "the cached value is still valid");
        covered
    }

    /// The terrain under a piece.
    pub fn terrain_under(&self, piece: PieceIndex, find: impl Fn() -> GroundUnder) -> GroundUnder {
        get(&self.terrain_under[piece.index()], find)
    }

    /// Whether the position of a train is in supply.
    pub fn is_supplied(&self, train: PieceIndex, find: impl Fn() -> bool) -> bool {
        get(&self.supplied[train.index()], find)
    }

    /// Pieces of a side that are out of supply.
    pub fn out_of_supply(
        &self,
        side: SideIndex,
        find: impl Fn() -> Vec<PieceIndex>,
    ) -> Vec<PieceIndex> {
        let cached = self.out_of_supply.borrow()[side.index()].clone();
        let pieces = cached.unwrap_or_else(&find);
        debug_assert_eq!(pieces, find(), "the cached value is still valid");
        self.out_of_supply.borrow_mut()[side.index()] = Some(pieces.clone());
        pieces
    }

    /// Invalidates results after a piece moves or leaves the map, including the enemy's supply.
    pub fn invalidate_after_move(&self, mover: PieceIndex, roster: &Roster) {
        self.terrain_under[mover.index()].set(None);
        self.checked_pairs.forget_first(mover);
        self.checked_pairs.forget_second(mover);
        self.supplied[mover.index()].set(None);
        self.out_of_supply.replace([None, None]);
        self.invalidate_supply(roster.piece(mover).side.enemy(), roster);
    }

    /// Invalidates the supply results of a side.
    pub fn invalidate_supply(&self, side: SideIndex, roster: &Roster) {
        roster.piece_range(side).for_each(|piece| self.supplied[piece].set(None));
        self.out_of_supply.borrow_mut()[side.index()] = None;
    }
}

fn get<T: Copy + PartialEq + std::fmt::Debug>(cache: &Cell<Option<T>>, find: impl Fn() -> T) -> T {
    let value = cache.get().unwrap_or_else(&find);
    debug_assert_eq!(value, find(), "the cached value is still valid");
    cache.set(Some(value));
    value
}

/// The spotting cache. Entries are kept until a relevant piece moves or the spotting ranges change
/// between turns, for example with the weather.
#[derive(Clone, Debug)]
pub(crate) struct SpottingCache {
    pub(crate) turn: Cell<(u8, u8, bool)>,
    /// The range at which each piece spots and is spotted in `turn`.
    pub(crate) ranges: RefCell<Vec<GroundLength>>,
    pub(crate) glances: Vec<Cell<Glance>>,
    /// Pairs of a piece and an observer known not to see the piece; cleared when either moves.
    pub(crate) unseen_pairs: PiecePairs,
}

/// A cached spotting result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance {
    /// Not checked since the last change.
    Unknown,
    Hidden,
    SeenBy(PieceIndex),
}

impl SpottingCache {
    pub fn new(pieces: usize) -> Self {
        Self {
            turn: Cell::default(),
            ranges: RefCell::default(),
            glances: vec![Cell::new(Glance::Unknown); pieces],
            unseen_pairs: PiecePairs::new(pieces),
        }
    }

    /// Invalidates results after a piece moves or leaves the map. All pieces that it had spotted
    /// and all hidden pieces are checked again.
    pub fn invalidate_after_move(&self, mover: PieceIndex, roster: &Roster) {
        self.glances[mover.index()].set(Glance::Unknown);
        self.unseen_pairs.forget_first(mover);
        self.unseen_pairs.forget_second(mover);
        for enemy in roster.piece_range(roster.piece(mover).side.enemy()) {
            let glance = &self.glances[enemy];
            match glance.get() {
                Glance::SeenBy(other) if other != mover => {}
                _ => glance.set(Glance::Unknown),
            }
        }
    }
}

/// Retreats judged since the game last advanced. They are first judged to find out whether any is
/// possible, and then again for the decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetreatCache {
    pub(crate) ways: Vec<CachedRetreat>,
    /// Whether a piece that leaves these enemies can avoid nearing others (PB-A127).
    pub(crate) avoidable: Vec<(PieceIndex, Vec<PieceIndex>, bool)>,
    /// Distances between pieces and enemies.
    pub(crate) distances: Vec<(PieceIndex, PieceIndex, GroundLength)>,
}

#[derive(Clone, Debug)]
pub(crate) struct CachedRetreat {
    pub(crate) piece: PieceIndex,
    pub(crate) threats: Vec<PieceIndex>,
    pub(crate) way: Facing,
    pub(crate) plan: Result<RetreatPlan, Refusal>,
}

impl RetreatCache {
    /// Clears the cache.
    pub fn forget(&mut self) {
        self.ways.clear();
        self.avoidable.clear();
        self.distances.clear();
    }

    pub(crate) fn can_avoid(&self, piece: PieceIndex, threats: &[PieceIndex]) -> Option<bool> {
        let mut known = self.avoidable.iter();
        known.find(|one| one.0 == piece && one.1 == threats).map(|one| one.2)
    }

    pub(crate) fn find(
        &self,
        piece: PieceIndex,
        threats: &[PieceIndex],
        way: Facing,
    ) -> Option<&CachedRetreat> {
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
