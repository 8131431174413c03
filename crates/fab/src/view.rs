//! What a side sees (FAB-E7): everything but the labels, steps and formations of enemy units that are
//! not revealed, the order of the cups, and the point unit that the enemy has named in secret.

use sandtable_engine::{Refusal, RuleId};
use sandtable_pack::fab::Order;
use serde::Serialize;
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::{Action, Piece, Question};
use crate::game::proposals::Scope;
use crate::movement::reachable::{Way, Ways};
use crate::state::round::{Role, Stage};
use crate::state::{AreaState, ChitPlace, Reveal, UnitPlace, UnitState};
use crate::turn::reinforcements::Entries;
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

/// A game as a side sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    side: SideIndex,
}

/// An enemy block as it stands on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Block {
    /// Where.
    pub area: AreaIndex,
    /// Its marker of order.
    pub order: Order,
    /// Has it no marker of being out of supply?
    pub supplied: bool,
    /// Has it a reserve marker?
    pub reserve: bool,
    /// Has it an exploitation marker?
    pub exploit: bool,
    /// Who it is and its steps, if it is revealed.
    pub label: Option<(UnitIndex, u8)>,
    /// To point at it.
    #[serde(skip)]
    unit: UnitIndex,
}

impl Block {
    /// The block itself, to be named in an action; what is on its label it does not tell.
    pub const fn handle(&self) -> UnitIndex {
        self.unit
    }
}

impl<'a> View<'a> {
    /// What a side sees of a game.
    pub const fn new(game: &'a Game, side: SideIndex) -> Self {
        Self { game, side }
    }

    /// Whose view it is.
    pub const fn side(&self) -> SideIndex {
        self.side
    }

    /// What is printed.
    pub fn field(&self) -> &'a Battlefield {
        &self.game.field
    }

    /// The turn.
    pub const fn turn(&self) -> u8 {
        self.game.state.turn
    }

    /// The phase, and whose it is.
    pub const fn phase(&self) -> (sandtable_pack::fab::Phase, SideIndex) {
        (self.game.state.phase, self.game.state.phasing)
    }

    /// A unit of the side's own.
    pub fn unit(&self, unit: UnitIndex) -> Option<&'a UnitState> {
        let own = self.game.side_of(unit) == self.side;
        own.then(|| self.game.state.unit(unit))
    }

    /// Where a unit of the side's own is, while it is on the map.
    pub fn area_of(&self, unit: UnitIndex) -> Option<AreaIndex> {
        let own = self.game.side_of(unit) == self.side;
        self.game.state.area_of(unit).filter(|_| own)
    }

    /// Units of the side's own on the map, with their areas.
    pub fn units(&self) -> impl Iterator<Item = (UnitIndex, AreaIndex)> + 'a {
        let (game, side) = (self.game, self.side);
        let units = game.field.units_of(side);
        units.filter_map(move |unit| Some((unit, game.state.area_of(unit)?)))
    }

    /// Units of the side's own that are to land by a turn, with the areas which their labels name.
    pub(crate) fn landing_by(
        &self,
        turn: u8,
    ) -> impl Iterator<Item = (UnitIndex, Entries)> + use<'a> {
        let game = self.game;
        let due = move |unit: &UnitIndex| match game.state.unit(*unit).place {
            UnitPlace::Awaited(due) => due <= turn,
            UnitPlace::Delayed(_) => true,
            _ => false,
        };
        let units = game.field.units_of(self.side).filter(due);
        units.map(move |unit| (unit, game.printed_entries(unit)))
    }

    /// Units of the side's own in an area.
    pub fn own_in(&self, area: AreaIndex) -> &'a [UnitIndex] {
        self.game.state.units_in(area, self.side)
    }

    /// Areas where a side has blocks, or engineers who defend a roadblock.
    pub(crate) const fn forces_of(&self, side: SideIndex) -> AreaSet {
        self.game.state.forces[side.index()]
    }

    /// How many enemy blocks are in an area.
    pub fn enemies_in(&self, area: AreaIndex) -> usize {
        self.game.state.units_in(area, self.side.other()).len()
    }

    /// The enemy's blocks on the map, in an order that tells nothing.
    pub fn blocks(&self) -> Vec<Block> {
        let areas = self.game.field.areas();
        let mut blocks: Vec<Block> = areas.flat_map(|area| self.blocks_in(area)).collect();
        blocks.sort_unstable_by_key(seen);
        blocks
    }

    /// The enemy's blocks in an area, in an order that tells nothing.
    pub fn blocks_in(&self, area: AreaIndex) -> SmallVec<[Block; 4]> {
        let mut blocks: SmallVec<[Block; 4]> = self.unsorted_blocks_in(area).collect();
        blocks.sort_unstable_by_key(seen);
        blocks
    }

    /// The enemy's blocks in an area in the order of the ids, which tells which is which: for sums.
    pub(crate) fn unsorted_blocks_in(
        &self,
        area: AreaIndex,
    ) -> impl Iterator<Item = Block> + use<'a> {
        let game = self.game;
        game.state.units_in(area, self.side.other()).iter().map(move |&unit| {
            let state = game.state.unit(unit);
            let shown = state.reveal != Reveal::Hidden;
            Block {
                area,
                order: state.order,
                supplied: state.supplied,
                reserve: state.reserve,
                exploit: state.exploit,
                label: shown.then_some((unit, state.steps)),
                unit,
            }
        })
    }

    /// Enemy units that are not lost; the Eliminated boxes are public.
    pub(crate) fn enemies_left(&self) -> impl Iterator<Item = UnitIndex> + 'a {
        let (game, side) = (self.game, self.side);
        let units = game.field.units_of(side.other());
        units.filter(move |&unit| game.state.unit(unit).place != UnitPlace::Eliminated)
    }

    /// An area.
    pub fn area(&self, area: AreaIndex) -> &'a AreaState {
        self.game.state.area(area)
    }

    /// Is an area contested?
    pub fn is_contested(&self, area: AreaIndex) -> bool {
        self.game.is_contested(area)
    }

    /// Is the bridge of a border blown?
    pub fn is_blown(&self, edge: sandtable_pack::fab::EdgeIndex) -> bool {
        self.game.state.is_blown(edge)
    }

    /// Where an asset, event or Special Action is: boxes are public (FAB-10a).
    pub fn chit(&self, chit: ChitIndex) -> ChitPlace {
        self.game.state.chit(chit)
    }

    /// Victory points of both sides as things stand.
    pub fn points(&self) -> [i32; 2] {
        self.game.points()
    }

    /// The combat that is being fought, and the side's role in it.
    pub fn combat(&self) -> Option<(AreaIndex, Role)> {
        let round = self.game.state.round.as_ref()?;
        Some((round.area, self.game.role_of(self.side)))
    }

    /// The point of a side in the combat, once it is no secret: in a newly contested area the defender's is one until the
    /// attacker has named his (FAB-6.24a).
    pub fn point(&self, of: SideIndex) -> Option<Piece> {
        let round = self.game.state.round.as_ref()?;
        let secret = of != self.side
            && round.stage <= Stage::AttackerPoint
            && self.game.is_newly_contested(round.area);
        if secret { None } else { round.points[self.game.role_of(of).index()] }
    }

    /// Hits that are still to be applied.
    pub fn hits(&self) -> u8 {
        let batch = self.game.state.round.as_ref().and_then(|round| round.batch);
        batch.map_or(0, |batch| batch.hits)
    }

    /// Is this action legal? What is hidden has no say in what one's own side may do: all that is
    /// asked of enemy units is where they are and what markers they have.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        self.game.judge(action)
    }

    /// Legal answers to what this side is asked.
    pub fn proposals(&self) -> Vec<Action> {
        match self.game.question() {
            Some((side, _)) if side == self.side => self.game.proposals(),
            _ => Vec::new(),
        }
    }

    /// The legal answer to what this side is asked that is worth most; of those that are worth the
    /// same, the last of the proposals. What has no worth is none.
    pub fn best<W: Ord>(&self, worth: impl Fn(&Action) -> Option<W>) -> Option<Action> {
        self.best_of(Scope::All, worth)
    }

    /// The same, of some of the answers.
    pub fn best_of<W: Ord>(
        &self,
        scope: Scope,
        worth: impl Fn(&Action) -> Option<W>,
    ) -> Option<Action> {
        match self.game.question() {
            Some((side, _)) if side == self.side => self.game.best_proposal(scope, worth),
            _ => None,
        }
    }

    /// Units of the side's own that may still do something in this movement phase without a Special
    /// Action.
    pub fn movable(&self) -> impl Iterator<Item = UnitIndex> + 'a {
        let game = self.game;
        self.units().map(|(unit, _)| unit).filter(move |&unit| game.mode(unit, None).is_some())
    }

    /// Every way on which a unit of the side's own can set out now, or go on if it was turned back: the
    /// best to each area.
    pub fn ways(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Vec<Way> {
        if self.game.side_of(unit) == self.side { self.game.ways(unit, by) } else { Vec::new() }
    }

    /// Units of the side's own that may move strategically now, and where to.
    pub(crate) fn transfers(&self) -> impl Iterator<Item = (UnitIndex, AreaIndex)> + 'a {
        self.game.destinations(self.side)
    }

    /// Where a unit of the side's own can go that sets out now.
    pub(crate) fn ways_from_here(&self, unit: UnitIndex) -> Option<Ways> {
        let own = self.game.side_of(unit) == self.side;
        own.then(|| self.game.ways_from_here(unit, None))
    }

    /// All that is asked of a unit of the side's own that moves: units of which it is the same have the same ways.
    pub(crate) fn bearing(&self, unit: UnitIndex) -> Option<impl PartialEq + use<'a>> {
        let (card, state) = (self.field().unit(unit), self.unit(unit)?);
        let how = (state.order == Order::Good, state.impaired(), self.game.mode(unit, None)?);
        Some((self.area_of(unit)?, card.class, card.allowance, how))
    }

    /// What this side is asked.
    pub fn question(&self) -> Option<Question> {
        self.game.question().filter(|(side, _)| *side == self.side).map(|(_, question)| question)
    }
}

/// What is seen of a block.
fn seen(block: &Block) -> impl Ord + use<> {
    (block.area, block.label, block.order, block.supplied, block.reserve, block.exploit)
}
