//! A side's view (FAB-E7). It hides the labels, steps and formations of unrevealed enemy units, the
//! order of the cups, the enemy's secret point unit, and with hidden boxes the enemy's chits.

use sandtable_engine::{Refusal, RuleId};
use sandtable_pack::fab::{ChitBox, Order};
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

/// A side's view of a game.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    side: SideIndex,
}

/// An enemy block on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Block {
    /// The block's area.
    pub area: AreaIndex,
    /// The block's order marker.
    pub order: Order,
    /// Whether the block has no out-of-supply marker.
    pub supplied: bool,
    /// Whether the block has a reserve marker.
    pub reserve: bool,
    /// Whether the block has an exploitation marker.
    pub exploit: bool,
    /// The unit and its steps, if the unit is revealed.
    pub label: Option<(UnitIndex, u8)>,
    /// The unit; private because it identifies the label.
    #[serde(skip)]
    unit: UnitIndex,
}

impl Block {
    /// A handle for naming the block in an action; it reveals nothing about its label.
    pub const fn handle(&self) -> UnitIndex {
        self.unit
    }
}

impl<'a> View<'a> {
    /// Creates the view of a side.
    pub const fn new(game: &'a Game, side: SideIndex) -> Self {
        Self { game, side }
    }

    /// The side of this view.
    pub const fn side(&self) -> SideIndex {
        self.side
    }

    /// The printed data.
    pub fn field(&self) -> &'a Battlefield {
        &self.game.field
    }

    /// The turn.
    pub const fn turn(&self) -> u8 {
        self.game.state.turn
    }

    /// The phase and its phasing side.
    pub const fn phase(&self) -> (sandtable_pack::fab::Phase, SideIndex) {
        (self.game.state.phase, self.game.state.phasing)
    }

    /// One of the side's own units.
    pub fn unit(&self, unit: UnitIndex) -> Option<&'a UnitState> {
        let own = self.game.side_of(unit) == self.side;
        own.then(|| self.game.state.unit(unit))
    }

    /// The area of one of the side's own units that is on the map.
    pub fn area_of(&self, unit: UnitIndex) -> Option<AreaIndex> {
        let own = self.game.side_of(unit) == self.side;
        self.game.state.area_of(unit).filter(|_| own)
    }

    /// The side's own units on the map, with their areas.
    pub fn units(&self) -> impl Iterator<Item = (UnitIndex, AreaIndex)> + 'a {
        let (game, side) = (self.game, self.side);
        let units = game.field.units_of(side);
        units.filter_map(move |unit| Some((unit, game.state.area_of(unit)?)))
    }

    /// The side's own units that are due by a turn, with the areas named on their labels.
    pub(crate) fn arrivals_by(
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

    /// The side's own units in an area.
    pub fn own_units_in(&self, area: AreaIndex) -> &'a [UnitIndex] {
        self.game.state.units_in(area, self.side)
    }

    /// Areas where a side has blocks, or engineers that defend a roadblock.
    pub(crate) const fn forces_of(&self, side: SideIndex) -> AreaSet {
        self.game.state.forces[side.index()]
    }

    /// The number of enemy blocks in an area.
    pub fn enemies_in(&self, area: AreaIndex) -> usize {
        self.game.state.units_in(area, self.side.other()).len()
    }

    /// The enemy's blocks on the map, in an order that reveals nothing.
    pub fn blocks(&self) -> Vec<Block> {
        let areas = self.game.field.areas();
        let mut blocks: Vec<Block> = areas.flat_map(|area| self.blocks_in(area)).collect();
        blocks.sort_unstable_by_key(visible_facts);
        blocks
    }

    /// The enemy's blocks in an area, in an order that reveals nothing.
    pub fn blocks_in(&self, area: AreaIndex) -> SmallVec<[Block; 4]> {
        let mut blocks: SmallVec<[Block; 4]> = self.unsorted_blocks_in(area).collect();
        blocks.sort_unstable_by_key(visible_facts);
        blocks
    }

    /// The enemy's blocks in an area, sorted by id. The order identifies the blocks, so use this
    /// only for sums.
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

    /// Enemy units not yet lost; the Eliminated boxes are public.
    pub(crate) fn enemies_left(&self) -> impl Iterator<Item = UnitIndex> + 'a {
        let (game, side) = (self.game, self.side);
        let units = game.field.units_of(side.other());
        units.filter(move |&unit| game.state.unit(unit).place != UnitPlace::Eliminated)
    }

    /// An area.
    pub fn area(&self, area: AreaIndex) -> &'a AreaState {
        self.game.state.area(area)
    }

    /// Whether an area is contested.
    pub fn is_contested(&self, area: AreaIndex) -> bool {
        self.game.is_contested(area)
    }

    /// Whether the bridge of a border is blown.
    pub fn is_blown(&self, edge: sandtable_pack::fab::EdgeIndex) -> bool {
        self.game.state.is_blown(edge)
    }

    /// The location of an asset, event or Special Action. Boxes are public (FAB-10a) unless the
    /// battle is played with hidden boxes. Then this is `None` for the enemy's chits in the cup and
    /// in the Available and Used boxes.
    pub fn chit(&self, chit: ChitIndex) -> Option<ChitPlace> {
        let place = self.game.state.chit(chit);
        let is_hidden = self.game.field.rules().rulings.hidden_boxes
            && self.game.field.chit(chit).side != self.side
            && matches!(place, ChitPlace::In(ChitBox::Cup | ChitBox::Available | ChitBox::Used));
        (!is_hidden).then_some(place)
    }

    /// The current victory points of both sides.
    pub fn points(&self) -> [i32; 2] {
        self.game.points()
    }

    /// The current combat, and the side's role in it.
    pub fn combat(&self) -> Option<(AreaIndex, Role)> {
        let round = self.game.state.round.as_ref()?;
        Some((round.area, self.game.role_of(self.side)))
    }

    /// A side's point unit in the combat, unless it is secret. In a newly contested area the
    /// defender's stays secret until the attacker names a point unit (FAB-6.24a).
    pub fn point(&self, of: SideIndex) -> Option<Piece> {
        let round = self.game.state.round.as_ref()?;
        let secret = of != self.side
            && round.stage <= Stage::AttackerPoint
            && self.game.is_newly_contested(round.area);
        if secret { None } else { round.points[self.game.role_of(of).index()] }
    }

    /// The number of hits still to be applied.
    pub fn hits(&self) -> u8 {
        let batch = self.game.state.round.as_ref().and_then(|round| round.batch);
        batch.map_or(0, |batch| batch.hits)
    }

    /// The steps that the side would lose in a retreat from the combat because some of its units
    /// cannot retreat (FAB-A4).
    pub fn retreat_losses(&self) -> u8 {
        let Some((area, _)) = self.combat() else { return 0 };
        self.game.retreat_losses(self.own_units_in(area))
    }

    /// Judges an action by the true state. This reveals nothing hidden: the rules for a side's
    /// actions read only the places and markers of enemy units.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        self.game.judge(action)
    }

    /// Legal answers to this side's question.
    pub fn proposals(&self) -> Vec<Action> {
        match self.game.question() {
            Some((side, _)) if side == self.side => self.game.proposals(),
            _ => Vec::new(),
        }
    }

    /// The legal answer to this side's question with the highest worth; ties go to the last
    /// proposal. Answers without worth are skipped.
    pub fn best<W: Ord>(&self, worth: impl Fn(&Action) -> Option<W>) -> Option<Action> {
        self.best_of(Scope::All, worth)
    }

    /// As `best`, but only among the answers in a scope.
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

    /// The side's own units that may still act in this movement phase without a Special Action.
    pub fn movable(&self) -> impl Iterator<Item = UnitIndex> + 'a {
        let game = self.game;
        self.units().map(|(unit, _)| unit).filter(move |&unit| game.mode(unit, None).is_some())
    }

    /// The best route to each area for one of the side's own units, whether the unit sets out now
    /// or was turned back.
    pub fn ways(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Vec<Way> {
        if self.game.side_of(unit) == self.side { self.game.ways(unit, by) } else { Vec::new() }
    }

    /// The side's own units that may move strategically now, with their destinations.
    pub(crate) fn transfers(&self) -> impl Iterator<Item = (UnitIndex, AreaIndex)> + 'a {
        self.game.destinations(self.side)
    }

    /// The routes of one of the side's own units that sets out now.
    pub(crate) fn ways_from_here(&self, unit: UnitIndex) -> Option<Ways> {
        let own = self.game.side_of(unit) == self.side;
        own.then(|| self.game.ways_from_here(unit, None))
    }

    /// Everything that determines the routes of one of the side's own units. Units with equal keys
    /// have the same routes.
    pub(crate) fn route_key(&self, unit: UnitIndex) -> Option<impl PartialEq + use<'a>> {
        let (card, state) = (self.field().unit(unit), self.unit(unit)?);
        let mode = self.game.mode(unit, None).filter(|_| self.game.may_leave(unit, None))?;
        let how = (state.order == Order::Good, state.impaired(), mode);
        Some((self.area_of(unit)?, card.class, card.allowance, how))
    }

    /// This side's question.
    pub fn question(&self) -> Option<Question> {
        self.game.question().filter(|(side, _)| *side == self.side).map(|(_, question)| question)
    }
}

/// The visible facts of a block.
fn visible_facts(block: &Block) -> impl Ord + use<> {
    (block.area, block.label, block.order, block.supplied, block.reserve, block.exploit)
}
