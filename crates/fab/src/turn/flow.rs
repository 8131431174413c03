//! The sequence of play (FAB-3, FAB-P1, FAB-P2) as a stack of tasks.

use sandtable_engine::Diary;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::Battle;
use sandtable_pack::fab::Phase;
use std::sync::Arc;

use crate::game::Game;
use crate::game::action::{Node, Question};
use crate::game::event::Happening;
use crate::state::{RetreatCause, Retreats, Reveal, Task, UnitPlace};
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

/// The tasks of a whole turn, in reverse order.
fn turn() -> Vec<Task> {
    // FAB-3.1: the Reinforcement Phase is common to both sides.
    let reinforcement = [Task::Begin(Phase::Reinforcement, SideIndex::First), Task::EndPhase];
    // FAB-3.2, FAB-3.3, FAB-2.1c: both players have the same phases, and the First Player goes
    // first.
    let players = SideIndex::BOTH.into_iter().flat_map(|side| {
        let phases = Phase::PLAYER_TURN.into_iter();
        phases.flat_map(move |phase| [Task::Begin(phase, side), Task::EndPhase])
    });
    let mut tasks: Vec<_> =
        reinforcement.into_iter().chain(players).chain([Task::EndTurn]).collect();
    tasks.reverse();
    tasks
}

/// The tasks from the start of a battle (FAB-D38).
pub(crate) fn from_start(field: &Battlefield) -> Vec<Task> {
    let start = &field.battle().scene().start;
    let mut tasks = turn();
    if start.phase != Phase::Reinforcement {
        let first = Task::Begin(start.phase, field.side(&start.player));
        while tasks.last() != Some(&first) {
            tasks.pop();
        }
    }
    tasks
}

impl Game {
    /// Creates a game, set up and waiting at its first node.
    pub fn new(field: Arc<Battlefield>, diary: Diary) -> Self {
        let mut game = Self::set_up(field, diary);
        game.state.tasks = from_start(&game.field);
        game.record(FAB_3, Happening::TurnBegins);
        game.advance();
        game
    }

    /// Creates a game without a diary.
    pub fn from_battle(battle: Battle) -> Self {
        Self::new(Arc::new(Battlefield::new(battle)), Diary::Off)
    }

    /// Advances until a decision, a die roll or a draw is needed.
    pub(crate) fn advance(&mut self) {
        let mut awaited = None;
        while self.state.verdict.is_none() {
            awaited = self.pending_node();
            match self.state.tasks.last() {
                Some(&task) if awaited.is_none() => self.step(task),
                _ => break,
            }
        }
        if self.state.verdict.is_some() {
            self.state.tasks.clear();
            awaited = None;
        }
        self.cache_node(awaited);
    }

    /// The input that the next task waits for, if any.
    pub(crate) fn pending_node(&self) -> Option<Node> {
        let phasing = self.state.phasing;
        let asks = |any: bool, side, question| any.then_some(Node::Decision { side, question });
        match *self.state.tasks.last()? {
            Task::TakeBack(side, left) => {
                let any = left > 0 && self.used_assets(side).next().is_some();
                asks(any, side, Question::TakeBack)
            }
            Task::Recycle(side) => {
                asks(self.used_assets(side).next().is_some(), side, Question::Recycle)
            }
            Task::Arrive(side) => asks(self.arrival_choice(side), side, Question::Arrive),
            Task::Draw(side, left) => self.draws(side, left).then_some(Node::Cup(side)),
            Task::Administer(side) => asks(self.can_administer(side), side, Question::Administer),
            Task::Effect(chit, left) => {
                let side = self.field.chit(chit).side;
                asks(left > 0 && self.has_target(chit), side, Question::Effect(chit))
            }
            Task::Moves(side) => asks(self.can_move(side), side, Question::Move),
            Task::Motion => self.motion_node(),
            Task::Strategic => asks(self.can_transfer(), phasing, Question::Transfer),
            Task::Combats => asks(self.has_combat_choice(), phasing, Question::Fight),
            Task::Round => self.round_node(),
            Task::Exploit(area) => {
                let any = self.exploiters(area).next().is_some();
                asks(any, phasing, Question::Exploit(area))
            }
            Task::ExploitCheck(_) | Task::MoraleCheck(_) => Some(Node::Dice(1)),
            Task::Retreats => self.retreat_node(),
            Task::Overstacked(area, side) => {
                asks(self.is_overstacked(area, side), side, Question::Leave(area))
            }
            Task::BeginTurn
            | Task::Begin(..)
            | Task::EndPhase
            | Task::EndTurn
            | Task::Renew(_)
            | Task::FillCup(_)
            | Task::HidePeeked
            | Task::MarkRiverAssaults
            | Task::MoraleChecks(_)
            | Task::RemoveMarkers => None,
        }
    }

    /// Advances a task that needs no input.
    fn step(&mut self, task: Task) {
        match task {
            Task::BeginTurn => {
                self.state.tasks = turn();
                self.record(FAB_3, Happening::TurnBegins);
            }
            Task::Begin(phase, side) => {
                self.state.tasks.pop();
                self.begin(phase, side);
            }
            Task::EndPhase => self.end_phase(),
            Task::EndTurn => {
                self.state.tasks.pop();
                self.end_turn();
            }
            Task::Renew(side) => {
                self.state.tasks.pop();
                self.renew(side);
            }
            Task::Arrive(side) => {
                self.state.tasks.pop();
                self.delay_the_others(side);
            }
            Task::FillCup(side) => {
                self.state.tasks.pop();
                self.fill_cup(side);
            }
            Task::HidePeeked => {
                self.state.tasks.pop();
                for unit in self.field.units() {
                    if self.state.unit(unit).reveal == Reveal::Peeked {
                        self.hide(unit, FAB_8_32);
                    }
                }
            }
            Task::Motion => self.advance_motion(),
            Task::MarkRiverAssaults => {
                self.state.tasks.pop();
                self.mark_river_assaults();
            }
            Task::Combats => self.next_combat(),
            Task::Round => self.advance_round(),
            Task::Retreats => self.advance_retreats(),
            Task::MoraleChecks(from) => self.next_morale_check(from),
            Task::RemoveMarkers => {
                self.state.tasks.pop();
                self.remove_markers();
            }
            Task::TakeBack(..)
            | Task::Recycle(_)
            | Task::Draw(..)
            | Task::Administer(_)
            | Task::Effect(..)
            | Task::Moves(_)
            | Task::Strategic
            | Task::Exploit(_)
            | Task::Overstacked(..) => {
                self.state.tasks.pop();
            }
            Task::ExploitCheck(_) | Task::MoraleCheck(_) => {
                unreachable!("a check waits for its die")
            }
        }
    }

    /// Begins a phase (FAB-3).
    fn begin(&mut self, phase: Phase, side: SideIndex) {
        self.state.phase = phase;
        self.state.phasing = side;
        self.record(FAB_3, Happening::Phase { phase, side });
        let tasks = &mut self.state.tasks;
        match phase {
            Phase::Reinforcement => self.begin_reinforcement(),
            // FAB-3.21.
            Phase::Administration => self.begin_administration(side),
            Phase::OperationalMovement => {
                // FAB-3.22: the phasing player's units move.
                tasks.extend([Task::MarkRiverAssaults, Task::Moves(side)]);
                self.begin_movement();
            }
            // FAB-3.23.
            Phase::StrategicMovement => {
                self.state.strategic_moves = 0;
                if self.strategic_turn() {
                    self.state.tasks.push(Task::Strategic);
                }
            }
            // FAB-3.24, FAB-3.27, FAB-7.4: only combats take place, at most one in each area.
            Phase::Combat | Phase::BreakthroughCombat => {
                self.state.areas.iter_mut().for_each(|area| area.fought = false);
                self.state.units.iter_mut().for_each(|unit| unit.acted = false);
                self.state.tasks.push(Task::Combats);
            }
            // FAB-3.25: the other player's units move.
            Phase::Reaction => {
                tasks.push(Task::Moves(side.other()));
                self.begin_movement();
            }
            // FAB-3.26.
            Phase::BreakthroughMovement => {
                tasks.extend([Task::MarkRiverAssaults, Task::Moves(side)]);
                self.begin_movement();
            }
            // FAB-3.28.
            Phase::Supply => self.begin_supply(),
        }
    }

    /// FAB-P2: the end of every phase. The task stays until nothing is left to do.
    fn end_phase(&mut self) {
        let room = usize::from(self.field.rules().stacking);
        let [first, second] = self.state.forces;
        let crowded = (first | second).iter().find_map(|area| {
            let units = &self.state.occupants[area.index()];
            let side = SideIndex::BOTH.into_iter().find(|side| units[side.index()].len() > room)?;
            Some((area, side))
        });
        if let Some((area, side)) = crowded {
            self.state.tasks.push(Task::Overstacked(area, side));
            return;
        }
        self.state.tasks.pop();
        for area in self.untidy_areas().iter() {
            self.tidy(area);
            self.end_contest(area);
        }
        debug_assert_eq!(self.broken_invariant(), None, "at the end of {:?}", self.state.phase);
    }

    /// Areas to update: areas with fieldworks but no units, with a sole occupant that lacks
    /// control, or with a revealed unit no longer in contact.
    fn untidy_areas(&self) -> AreaSet {
        let mut untidy = AreaSet::default();
        for unit in self.state.units.iter().filter(|unit| unit.reveal != Reveal::Hidden) {
            if let UnitPlace::Area(area) = unit.place {
                untidy.insert(area);
            }
        }
        untidy = untidy.without(self.contested());
        for (area, state) in self.field.areas().zip(&self.state.areas) {
            if state.fieldworks.is_some_and(|owner| self.state.units_in(area, owner).is_empty()) {
                untidy.insert(area);
            }
        }
        for side in SideIndex::BOTH {
            let [own, enemy] = [side, side.other()].map(|side| self.state.forces[side.index()]);
            let lost = own.without(enemy).iter().filter(|&area| !self.controls(side, area));
            lost.for_each(|area| untidy.insert(area));
        }
        untidy
    }

    /// FAB-6.29: hides units again when their area is no longer contested.
    pub(crate) fn end_contest(&mut self, area: AreaIndex) {
        if self.is_contested(area) {
            return;
        }
        for side in SideIndex::BOTH {
            for at in 0..self.state.units_in(area, side).len() {
                let unit = self.state.units_in(area, side)[at];
                self.hide(unit, FAB_6_29);
            }
        }
    }

    /// Removes fieldworks without units, and gives control to a sole occupant (FAB-5.23c,
    /// FAB-2.4d).
    pub(crate) fn tidy(&mut self, area: AreaIndex) {
        if let Some(owner) = self.state.area(area).fieldworks
            && self.state.units_in(area, owner).is_empty()
        {
            self.set_fieldworks(area, None, FAB_5_23C);
        }
        self.refresh_control(area);
    }

    /// FAB-5.1a: whether a side exceeds the stacking limit here.
    pub(crate) fn is_overstacked(&self, area: AreaIndex, side: SideIndex) -> bool {
        self.state.units_in(area, side).len() > usize::from(self.field.rules().stacking)
    }

    /// FAB-A36: starts the retreat of an excess unit.
    pub(crate) fn retreat_excess(&mut self, unit: UnitIndex) {
        self.state.tasks.pop();
        let side = self.side_of(unit);
        let units = [unit].into_iter().collect();
        self.state.retreats = Some(Retreats { units, side, cause: RetreatCause::Overstacked });
        self.state.tasks.push(Task::Retreats);
    }
}
