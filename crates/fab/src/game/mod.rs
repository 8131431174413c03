//! The pure state machine: each node is a decision, dice, a draw from a cup, or the end.

pub(crate) mod action;
pub(crate) mod event;
pub(crate) mod event_log;
pub(crate) mod invariants;
pub(crate) mod legality;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod proposals;

use sandtable_engine::rule_ids::*;
use std::sync::Arc;

use sandtable_engine::{Diary, Refusal, RuleId};
use sandtable_pack::Digest;
use sandtable_pack::fab::{ChitBox, ChitStart, Order, UnitStart};

use crate::game::action::{Input, Node};
use crate::game::event::{Event, Happening};
use crate::state::{AreaState, ChitPlace, Reveal, State, UnitPlace, UnitState};
use sandtable_engine::refuse;
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{Battlefield, ChitRole};

/// A game: shared battlefield, small state, and an optional diary.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) field: Arc<Battlefield>,
    pub(crate) state: State,
    diary: Option<Vec<Event>>,
    /// The node that the game waits at, cached when the game stopped; never part of the digest.
    cached_node: Option<Node>,
}

impl Game {
    /// Sets up a game without any tasks.
    pub(crate) fn set_up(field: Arc<Battlefield>, diary: Diary) -> Self {
        let scene = field.battle().scene();
        let start = &scene.start;
        let areas: Vec<AreaState> = field
            .areas()
            .map(|area| {
                let id = &field.area(area).id;
                let marked = |markers: &std::collections::BTreeMap<_, _>| {
                    markers.get(id).map(|side| field.side(side))
                };
                AreaState {
                    control: field.side(&scene.control[id]),
                    supplied: None,
                    fieldworks: marked(&scene.markers.fieldworks),
                    roadblock: marked(&scene.markers.roadblocks),
                    defended: None,
                    river_assault: false,
                    contested_at_start: false,
                    fought: false,
                }
            })
            .collect();
        let state = State {
            turn: start.turn,
            phase: start.phase,
            phasing: field.side(&start.player),
            units: field.units().map(|unit| unit_at_start(&field, unit)).collect(),
            chits: field.chits().map(|chit| chit_at_start(&field, chit)).collect(),
            available_since: field
                .chits()
                .map(|chit| match field.chit(chit).role {
                    ChitRole::Reusable => scene.reusable[field.chit(chit).list_index].from_turn,
                    ChitRole::Asset(_) | ChitRole::Event(_) => 0,
                })
                .collect(),
            occupants: vec![Default::default(); areas.len()],
            forces: Default::default(),
            areas,
            blown: field.edges().map(|edge| field.is_blown_at_start(edge)).collect(),
            crossings: Vec::new(),
            strategic_moves: 0,
            modifiers: Vec::new(),
            motion: None,
            round: None,
            retreats: None,
            tasks: Vec::new(),
            verdict: None,
        };
        let diary = (diary == Diary::On).then(Vec::new);
        let mut game = Self { field, state, diary, cached_node: None };
        for unit in game.field.units() {
            if let Some(area) = game.state.area_of(unit) {
                let side = game.side_of(unit);
                game.state.occupants[area.index()][side.index()].push(unit);
                game.state.forces[side.index()].insert(area);
            }
        }
        game.supply_at_start();
        game
    }

    /// The full state, for judges and tests; bots receive a [`crate::View`].
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The data that all games of the battle share.
    pub const fn field(&self) -> &Arc<Battlefield> {
        &self.field
    }

    /// The events so far; empty if no diary is kept.
    pub fn diary(&self) -> &[Event] {
        self.diary.as_deref().unwrap_or_default()
    }

    /// The SHA-256 digest of the state.
    pub fn digest(&self) -> Digest {
        self.state.digest()
    }

    /// The input that the game waits for.
    pub fn node(&self) -> Node {
        if let Some(verdict) = self.state.verdict {
            return Node::Over(verdict);
        }
        let Some(awaited) = &self.cached_node else {
            return self.pending_node().expect("a game that has not ended waits for an input");
        };
        debug_assert_eq!(Some(awaited), self.pending_node().as_ref(), "the cached node is current");
        awaited.clone()
    }

    /// Caches the node that the game waits at.
    pub(crate) fn cache_node(&mut self, awaited: Option<Node>) {
        self.cached_node = awaited;
    }

    /// Continues with a decision, a roll or a draw. A refused input has no effect.
    pub fn apply(&mut self, input: &Input) -> Result<RuleId, Refusal> {
        let rule = match (self.node(), input) {
            (Node::Decision { side, question }, Input::Action(action)) => {
                let plan = self.plan(side, question, action)?;
                let rule = plan.rule();
                self.carry_out(plan);
                rule
            }
            (Node::Dice(count), Input::Dice(dice)) => {
                let shown = dice.iter().all(|die| (1..=10).contains(die));
                if dice.len() != usize::from(count) || !shown {
                    return refuse(FAB_2_1A, "the dice do not match those requested");
                }
                self.apply_dice(dice);
                FAB_2_1A
            }
            (Node::Cup(side), Input::Drawn(chit)) => {
                let there = self.field.chits().any(|one| one == *chit)
                    && self.field.chit(*chit).side == side
                    && self.state.chit(*chit) == ChitPlace::In(ChitBox::Cup);
                if !there {
                    return refuse(FAB_2_1D, "it is not in the cup");
                }
                self.take_drawn(*chit);
                FAB_4_2A
            }
            (Node::Over(_), _) => return refuse(FAB_3_5, "the battle is over"),
            _ => return refuse(FAB_E6, "the game waits for something else"),
        };
        self.advance();
        Ok(rule)
    }

    pub(crate) fn record(&mut self, rule: RuleId, what: Happening) {
        if let Some(diary) = &mut self.diary {
            diary.push(Event { turn: self.state.turn, what, rule });
        }
    }

    /// The side of a unit.
    pub(crate) fn side_of(&self, unit: UnitIndex) -> SideIndex {
        self.field.unit(unit).side
    }

    /// Moves a unit. This is the only function that changes a unit's place. A unit that leaves the
    /// map loses its markers.
    pub(crate) fn put(&mut self, unit: UnitIndex, place: UnitPlace) {
        let side = self.side_of(unit).index();
        if let Some(area) = self.state.area_of(unit) {
            self.state.occupants[area.index()][side].retain(|one| *one != unit);
            self.count_forces(area);
        }
        let state = self.state.unit_mut(unit);
        state.place = place;
        if let UnitPlace::Area(area) = place {
            let there = &mut self.state.occupants[area.index()][side];
            let at = there.iter().position(|&one| one > unit).unwrap_or(there.len());
            there.insert(at, unit);
            self.state.forces[side].insert(area);
        } else {
            state.reserve = false;
            state.exploit = false;
            state.order = Order::Good;
            state.reveal = Reveal::Hidden;
        }
    }

    /// FAB-2.3h: eliminates a unit for good.
    pub(crate) fn eliminate(&mut self, unit: UnitIndex, rule: RuleId) {
        let area = self.state.area_of(unit);
        self.state.unit_mut(unit).steps = 0;
        self.put(unit, UnitPlace::Eliminated);
        self.record(rule, Happening::Eliminated { unit });
        if let Some(round) = &mut self.state.round {
            round.remove_unit(unit);
        }
        if let Some(area) = area {
            self.refresh_control(area);
        }
    }

    /// Moves a chit. This is the only function that changes a chit's place.
    pub(crate) fn move_chit(&mut self, chit: ChitIndex, place: ChitPlace, rule: RuleId) {
        if let ChitPlace::OnMap(area) = self.state.chit(chit) {
            self.state.area_mut(area).defended = None;
            self.count_forces(area);
        }
        if let ChitPlace::OnMap(area) = place {
            self.state.area_mut(area).defended = Some(chit);
            self.count_forces(area);
        }
        self.state.chits[chit.index()] = place;
        self.record(rule, Happening::Chit { chit, place });
    }

    /// Chits of a side in a box.
    pub(crate) fn in_box(
        &self,
        side: SideIndex,
        of: ChitBox,
    ) -> impl Iterator<Item = ChitIndex> + '_ {
        self.field.chits_of(side).filter(move |&chit| self.state.chit(chit) == ChitPlace::In(of))
    }

    /// FAB-4.3: whether a side has forces in an area: units or a defended roadblock (FAB-A9).
    pub(crate) fn has_forces(&self, area: AreaIndex, side: SideIndex) -> bool {
        self.state.forces[side.index()].contains(area)
    }

    /// Recomputes which sides have forces in an area, after any change of place.
    fn count_forces(&mut self, area: AreaIndex) {
        for side in SideIndex::BOTH {
            let any = !self.state.units_in(area, side).is_empty()
                || self.defended_by(area, side).is_some();
            self.state.forces[side.index()].set(area, any);
        }
    }

    /// The side's engineers that defend a roadblock here.
    pub(crate) fn defended_by(&self, area: AreaIndex, side: SideIndex) -> Option<ChitIndex> {
        self.state.area(area).defended.filter(|&chit| self.field.chit(chit).side == side)
    }

    /// FAB-2.4b: whether both sides have forces here.
    pub(crate) fn is_contested(&self, area: AreaIndex) -> bool {
        self.contested().contains(area)
    }

    /// FAB-2.4b: all areas where both sides have forces.
    pub(crate) fn contested(&self) -> AreaSet {
        let [first, second] = self.state.forces;
        first & second
    }

    /// Whether neither side has any force here.
    pub(crate) fn is_empty(&self, area: AreaIndex) -> bool {
        !SideIndex::BOTH.iter().any(|&side| self.has_forces(area, side))
    }

    /// Whether a side controls an area (FAB-2.4c).
    pub(crate) fn controls(&self, side: SideIndex, area: AreaIndex) -> bool {
        self.state.area(area).control == side
    }

    /// Whether a side controls an area that no enemy contests.
    pub(crate) fn holds(&self, side: SideIndex, area: AreaIndex) -> bool {
        self.controls(side, area) && !self.is_contested(area)
    }

    /// FAB-2.4d, FAB-2.4e: gives control to sole occupants at once. FAB-A34: an area that changes
    /// hands has no supply status.
    pub(crate) fn refresh_control(&mut self, area: AreaIndex) {
        for side in SideIndex::BOTH {
            let alone = !self.controls(side, area)
                && !self.state.units_in(area, side).is_empty()
                && !self.has_forces(area, side.other());
            if alone {
                let state = self.state.area_mut(area);
                state.control = side;
                state.supplied = None;
                self.record(FAB_2_4D, Happening::Control { area, side });
            }
        }
    }

    /// FAB-5.21c: removes reserve markers in an area with enemies.
    pub(crate) fn end_reserves(&mut self, area: AreaIndex) {
        if !self.is_contested(area) {
            return;
        }
        for side in SideIndex::BOTH {
            for unit in self.state.units_in(area, side).clone() {
                self.set_reserve(unit, false, FAB_5_21C);
            }
        }
    }

    pub(crate) fn set_reserve(&mut self, unit: UnitIndex, reserve: bool, rule: RuleId) {
        if self.state.unit(unit).reserve != reserve {
            self.state.unit_mut(unit).reserve = reserve;
            self.record(rule, Happening::Reserve { unit, reserve });
        }
    }

    pub(crate) fn set_order(&mut self, unit: UnitIndex, order: Order, rule: RuleId) {
        if self.state.unit(unit).order != order {
            self.state.unit_mut(unit).order = order;
            self.record(rule, Happening::Ordered { unit, order });
        }
    }

    pub(crate) fn reveal(&mut self, unit: UnitIndex, rule: RuleId) {
        if self.state.unit(unit).reveal != Reveal::FaceUp {
            self.state.unit_mut(unit).reveal = Reveal::FaceUp;
            self.record(rule, Happening::Revealed { unit });
        }
    }

    /// Hides a unit again, with its label towards its owner (FAB-2.2a).
    pub(crate) fn hide(&mut self, unit: UnitIndex, rule: RuleId) {
        if self.state.unit(unit).reveal != Reveal::Hidden {
            self.state.unit_mut(unit).reveal = Reveal::Hidden;
            self.record(rule, Happening::Hidden { unit });
        }
    }

    pub(crate) fn set_fieldworks(
        &mut self,
        area: AreaIndex,
        owner: Option<SideIndex>,
        rule: RuleId,
    ) {
        if self.state.area(area).fieldworks == owner {
            return;
        }
        self.state.area_mut(area).fieldworks = owner;
        self.record(
            rule,
            owner.map_or(Happening::FieldworksGone { area }, |side| Happening::Fieldworks {
                area,
                side,
            }),
        );
    }

    pub(crate) fn set_blown(&mut self, edge: EdgeIndex, blown: bool, rule: RuleId) {
        self.state.blown[edge.index()] = blown;
        let what =
            if blown { Happening::Blown { edge, die: None } } else { Happening::Repaired { edge } };
        self.record(rule, what);
    }

    /// Whether any markers are left when `in_use` are in use (FAB-D30).
    pub(crate) fn marker_left(limit: Option<u8>, in_use: usize) -> bool {
        limit.is_none_or(|limit| in_use < usize::from(limit))
    }

    /// Takes a step from a unit (FAB-2.3h); one with no steps left is eliminated.
    pub(crate) fn lose_step(&mut self, unit: UnitIndex, rule: RuleId) {
        let left = self.state.unit(unit).steps.saturating_sub(1);
        self.state.unit_mut(unit).steps = left;
        self.record(rule, Happening::StepLost { unit, left });
        if left == 0 {
            self.eliminate(unit, FAB_2_3H);
        }
    }

    /// Restores a step to a unit (FAB-2.3h).
    pub(crate) fn gain_step(&mut self, unit: UnitIndex, rule: RuleId) {
        let steps = self.state.unit(unit).steps + 1;
        self.state.unit_mut(unit).steps = steps;
        self.record(rule, Happening::StepGained { unit, steps });
    }
}

fn unit_at_start(field: &Battlefield, unit: UnitIndex) -> UnitState {
    let card = field.unit(unit);
    let (place, steps, order, reserve) = match &card.unit.start {
        UnitStart::SetUp { area, steps, order, reserve } => {
            let area = field.find_area(area.as_str()).expect("the areas of a battle exist");
            (UnitPlace::Area(area), *steps, *order, *reserve)
        }
        UnitStart::Reinforcement { turn, steps, .. } => {
            (UnitPlace::Awaited(*turn), *steps, Order::Good, false)
        }
        UnitStart::NotInPlay => (UnitPlace::NotInPlay, card.max_steps(), Order::Good, false),
    };
    UnitState {
        place,
        steps,
        order,
        // FAB-A35: arriving units are in supply.
        supplied: true,
        reserve,
        exploit: false,
        reveal: Reveal::Hidden,
        acted: false,
        came_by: None,
    }
}

fn chit_at_start(field: &Battlefield, chit: ChitIndex) -> ChitPlace {
    let scene = field.battle().scene();
    let card = field.chit(chit);
    let start = match card.role {
        ChitRole::Asset(_) => scene.assets[card.list_index].start,
        ChitRole::Event(_) => scene.events[card.list_index].start,
        ChitRole::Reusable => {
            let reusable = &scene.reusable[card.list_index];
            return if reusable.from_turn > scene.start.turn {
                ChitPlace::Turn(reusable.from_turn)
            } else if reusable.used {
                ChitPlace::In(ChitBox::Used)
            } else {
                ChitPlace::In(ChitBox::Available)
            };
        }
    };
    match start {
        ChitStart::In(of) => ChitPlace::In(of),
        ChitStart::Turn(turn) => ChitPlace::Turn(turn),
        ChitStart::NotInPlay => ChitPlace::NotInPlay,
    }
}
