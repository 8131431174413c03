//! Operational, reaction and breakthrough movement (FAB-5.2, FAB-5.3, FAB-7, FAB-P6 to FAB-P8, FAB-P20, FAB-P21).

pub(crate) mod motion;
pub(crate) mod reachable;
pub(crate) mod strategic;

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{BlownCrossing, Mobility, Order, Phase};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::state::{AtBorder, Mode, Motion};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::UnitCard;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

impl Game {
    /// Begins a movement phase. Areas that are already contested do not count as newly contested
    /// later (FAB-A8).
    pub(crate) fn begin_movement(&mut self) {
        let contested = self.contested();
        for (area, state) in self.field.areas().zip(&mut self.state.areas) {
            state.contested_at_start = contested.contains(area);
        }
        self.state.crossings.clear();
        self.state.units.iter_mut().for_each(|unit| unit.acted = false);
    }

    /// The mode in which a unit may move in this phase, if any. With a Special Action, the unit
    /// moves as activated armour. FAB-5.21b: reserves move in Operational Movement, Reaction and
    /// Breakthrough Movement, and strategically by FAB-5.4.
    pub(crate) fn mode(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Option<Mode> {
        let state = self.state.unit(unit);
        let on_map = self.state.area_of(unit).is_some();
        if !on_map || state.acted {
            return None;
        }
        match self.state.phase {
            Phase::OperationalMovement => by.is_none().then_some(Mode::Operational),
            // FAB-7.1a.
            Phase::Reaction => (by.is_none() && state.reserve).then_some(Mode::Reaction),
            // FAB-7.1b, FAB-7.3: activated units, reserves (FAB-7.31a) and exploiting units may
            // move.
            Phase::BreakthroughMovement if by.is_some() => Some(Mode::Exploitation),
            Phase::BreakthroughMovement if state.reserve => Some(Mode::Operational),
            Phase::BreakthroughMovement => state.exploit.then_some(Mode::Exploitation),
            _ => None,
        }
    }

    /// FAB-D5: whether a unit may leave its area in a movement phase in which it may act. A unit that
    /// moves only by an event needs a reserve marker from one, or a Special Action.
    pub(crate) fn may_leave(&self, unit: UnitIndex, by: Option<ChitIndex>) -> bool {
        self.ensure_may_leave(unit, by).is_ok()
    }

    /// FAB-D5: checks that a unit may leave its area, as [`Self::may_leave`].
    fn ensure_may_leave(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Result<(), Refusal> {
        self.ensure_mobile(unit)?;
        let waits = self.field.unit(unit).moves == Mobility::ByEvent;
        let is_released = by.is_some() || self.state.unit(unit).reserve;
        ensure(!waits || is_released, FAB_D5, "it moves only by an event")
    }

    /// FAB-D5: checks that a unit is no fixed post.
    pub(crate) fn ensure_mobile(&self, unit: UnitIndex) -> Result<(), Refusal> {
        ensure(self.field.unit(unit).moves != Mobility::Never, FAB_D5, "it may not move")
    }

    /// FAB-D5: checks that a unit needs no event to move.
    pub(crate) fn ensure_moves_freely(&self, unit: UnitIndex) -> Result<(), Refusal> {
        self.ensure_mobile(unit)?;
        let free = self.field.unit(unit).moves == Mobility::Freely;
        ensure(free, FAB_D5, "it moves only by an event")
    }

    /// Whether a side has a unit that can still act in this phase.
    pub(crate) fn can_move(&self, side: SideIndex) -> bool {
        let activates = self.state.phase == Phase::BreakthroughMovement
            && self.special_actions(side).next().is_some();
        self.field.units_of(side).any(|unit| {
            let activated = || {
                self.special_actions(side).any(|by| self.judge_activation(side, by, unit).is_ok())
            };
            self.mode(unit, None).is_some() || (activates && activated())
        })
    }

    /// FAB-5.21a, FAB-D23: whether a unit may be given a reserve marker.
    pub(crate) fn ensure_reserve_allowed(&self, unit: UnitIndex) -> Result<(), Refusal> {
        let state = self.state.unit(unit);
        let card = self.field.unit(unit);
        let Some(area) = self.state.area_of(unit) else {
            return refuse(FAB_5_21A, "it is not on the map");
        };
        ensure(!state.reserve, FAB_5_21A, "it is already in reserve")?;
        self.ensure_mobile(unit)?;
        ensure(card.may_reserve, FAB_D23, "its type cannot go into reserve")?;
        let areas = &self.field.rules().reserve.areas;
        let here = areas.is_empty() || areas.contains(&self.field.area(area).id);
        ensure(here, FAB_D23, "units cannot go into reserve there")?;
        ensure(!state.impaired(), FAB_9_33B, "it is disordered, recovering or out of supply")?;
        ensure(!self.is_contested(area), FAB_5_21C, "its area is contested")?;
        ensure(self.reserve_markers_left(unit) > 0, FAB_2_3G, "no reserve marker is left")
    }

    /// Reserve markers left for a unit, from its formation or otherwise from its side.
    fn reserve_markers_left(&self, unit: UnitIndex) -> usize {
        let card = self.field.unit(unit);
        let reserve = &self.field.rules().reserve;
        let side_markers = reserve.markers.get(&self.field.sides()[card.side.index()]);
        let mut general = usize::from(side_markers.copied().unwrap_or(0));
        let mut own = 0;
        let formations = self.field.formations();
        let mut in_reserve: SmallVec<[usize; 32]> = SmallVec::from_elem(0, formations.len());
        for one in self.field.units_of(card.side).filter(|&one| self.state.unit(one).reserve) {
            in_reserve[self.field.unit(one).formation.index()] += 1;
        }
        // Units use the markers of their own formation first.
        for formation in formations {
            let used = in_reserve[formation.index()];
            let markers = usize::from(self.field.formation(formation).reserve_markers);
            general = general.saturating_sub(used.saturating_sub(markers));
            if formation == card.formation {
                own = markers.saturating_sub(used);
            }
        }
        general + own
    }

    /// Judges whether a unit may build fieldworks instead of moving (FAB-5.23, FAB-7.2b,
    /// FAB-7.31c).
    pub(crate) fn plan_digging(
        &self,
        side: SideIndex,
        unit: UnitIndex,
    ) -> Result<Plan<'static>, Refusal> {
        self.own_unit(side, unit)?;
        if self.mode(unit, None).is_none() {
            return refuse(FAB_5_2, "it cannot do anything more in this phase");
        }
        let Some(area) = self.state.area_of(unit) else {
            return refuse(FAB_5_23A, "it is not on the map");
        };
        ensure(!self.is_contested(area), FAB_5_23A, "its area is contested")?;
        let fit = !self.state.unit(unit).impaired();
        ensure(fit, FAB_5_23A, "it is disordered, recovering or out of supply")?;
        self.may_dig(area)?;
        let rule = match self.state.phase {
            Phase::Reaction => FAB_7_2B,
            Phase::BreakthroughMovement => FAB_7_31C,
            _ => FAB_5_23A,
        };
        Ok(Plan::DigIn { unit, area, rule })
    }

    pub(crate) fn dig_in(&mut self, unit: UnitIndex, area: AreaIndex, rule: RuleId) {
        let side = self.side_of(unit);
        self.set_fieldworks(area, Some(side), rule);
        self.state.unit_mut(unit).acted = true;
        self.state.unit_mut(unit).exploit = false;
        self.set_reserve(unit, false, rule);
    }

    /// FAB-5.21a: whether a unit may go into reserve instead of moving.
    pub(crate) fn judge_reserve(&self, side: SideIndex, unit: UnitIndex) -> Result<(), Refusal> {
        self.own_unit(side, unit)?;
        let operational = self.state.phase == Phase::OperationalMovement;
        ensure(operational, FAB_5_21A, "units go into reserve only in Operational Movement")?;
        ensure(!self.state.unit(unit).acted, FAB_5_2, "it cannot do anything more in this phase")?;
        self.ensure_moves_freely(unit)?;
        self.ensure_reserve_allowed(unit)
    }

    /// Judges a unit's route, assuming no interruption (FAB-P7).
    pub(crate) fn plan_march<'a>(
        &self,
        side: SideIndex,
        unit: UnitIndex,
        way: &'a [AreaIndex],
        by: Option<ChitIndex>,
    ) -> Result<Plan<'a>, Refusal> {
        self.own_unit(side, unit)?;
        if let Some(by) = by {
            let breakthrough = self.state.phase == Phase::BreakthroughMovement;
            ensure(
                breakthrough,
                FAB_8_21,
                "this Special Action is only for Breakthrough Movement",
            )?;
            self.judge_activation(side, by, unit)?;
        }
        let Some(mode) = self.mode(unit, by) else {
            return refuse(FAB_5_2, "it cannot move in this phase");
        };
        self.ensure_may_leave(unit, by)?;
        self.judge_way(self.motion(unit, mode), way)?;
        Ok(Plan::March { unit, mode, way, by })
    }

    /// The motion of a unit that has not set out yet.
    pub(crate) fn motion(&self, unit: UnitIndex, mode: Mode) -> Motion {
        let area = self.state.area_of(unit).expect("only units on the map can move");
        Motion {
            unit,
            mode,
            steps: 0,
            points: self.field.unit(unit).allowance,
            left_contested: self.is_contested(area),
            started: area,
            way: SmallVec::new(),
            border: AtBorder::Open,
            stopped: false,
        }
    }

    /// Judges a route step by step without moving the unit.
    pub(crate) fn judge_way(&self, mut motion: Motion, way: &[AreaIndex]) -> Result<(), Refusal> {
        ensure(!way.is_empty(), FAB_5_24, "a route needs at least one area")?;
        let mut here = self.state.area_of(motion.unit).expect("only units on the map can move");
        for &next in way {
            ensure(next.index() < self.state.areas.len(), FAB_5_32A, "no such area")?;
            let step = self.judge_step(&motion, here, next)?;
            motion.steps += 1;
            motion.points = motion.points.saturating_sub(step.cost);
            motion.stopped = step.stops;
            here = next;
        }
        self.may_end_in(motion.unit, here)
    }

    /// FAB-5.1b: whether a unit may end its move in an area.
    pub(crate) fn may_end_in(&self, unit: UnitIndex, area: AreaIndex) -> Result<(), Refusal> {
        let side = self.side_of(unit);
        let others = self.state.units_in(area, side).iter().filter(|&&one| one != unit).count();
        let room = others < usize::from(self.field.rules().stacking);
        ensure(room, FAB_5_1B, "the area is full")
    }

    /// FAB-P7: the cost of a step, if it is legal.
    pub(crate) fn judge_step(
        &self,
        motion: &Motion,
        from: AreaIndex,
        to: AreaIndex,
    ) -> Result<Step, Refusal> {
        let Some(edge) = self.field.edge_between(from, to) else {
            return refuse(FAB_5_32A, "the areas have no common border");
        };
        self.judge_crossing(&self.mover(motion.unit), motion, edge, to)
    }

    /// The data about a unit that every border crossing depends on.
    pub(crate) fn mover(&self, unit: UnitIndex) -> Mover<'_> {
        let state = self.state.unit(unit);
        let card = self.field.unit(unit);
        let (area, ordered) = (self.state.area_of(unit), state.order == Order::Good);
        Mover { unit, card, area, is_ordered: ordered, impaired: state.impaired() }
    }

    /// FAB-P7: as `judge_step`, over a border of the unit's current area. Inlined so that unread
    /// refusals are not built.
    #[inline(always)]
    pub(crate) fn judge_crossing(
        &self,
        mover: &Mover<'_>,
        motion: &Motion,
        edge: EdgeIndex,
        to: AreaIndex,
    ) -> Result<Step, Refusal> {
        let &Mover { unit, card, is_ordered: ordered, impaired, .. } = mover;
        let (side, enemy) = (card.side, card.side.other());
        ensure(!motion.stopped, FAB_5_35B, "it must stop where it is")?;
        let border = self.field.edge(edge);
        ensure(
            !border.impassable.for_class(card.class),
            FAB_5_31A,
            "its class cannot cross that border",
        )?;
        let first = motion.steps == 0;
        let blown = self.state.is_blown(edge);
        let enemies = self.has_forces(to, enemy);
        let blocked = self.state.area(to).roadblock == Some(enemy);
        let occupied = enemies || self.has_other_friends(to, mover);
        // FAB-5.32b, FAB-5.32c: the cost by road or field (FAB-5.31d, FAB-5.31e), over an open
        // border or a bridge. FAB-5.32d: a blown bridge costs the whole allowance.
        let base = if blown { card.allowance } else { border.cost.for_class(card.class) };
        // FAB-5.32e, FAB-4.34b: entering an occupied or blocked area costs one more. FAB-5.32f: so
        // does leaving a contested area.
        let cost = base + u8::from(occupied || blocked) + u8::from(first && motion.left_contested);
        ensure(
            first || cost <= motion.points,
            FAB_5_33,
            "it does not have enough movement points",
        )?;
        // FAB-9.33a: units out of supply or in disorder also enter only one area.
        ensure(first || !impaired, FAB_5_32G, "in its state it may enter only one area")?;
        if blown {
            let any = self.field.rules().rulings.blown_crossing == BlownCrossing::AnyStep
                && self.field.edge_between(motion.started, to).is_some();
            ensure(
                first || any,
                FAB_A12,
                "a blown bridge can be crossed only with the first step",
            )?;
            let exploits = motion.mode == Mode::Exploitation;
            ensure(!exploits, FAB_7_31B, "an exploiting unit cannot cross a blown bridge")?;
        }
        if motion.left_contested {
            if first {
                let safe = self.holds(side, to);
                ensure(
                    safe,
                    FAB_5_34A,
                    "it may leave a contested area only for a friendly uncontested area",
                )?;
            } else {
                ensure(
                    !enemies,
                    FAB_5_34B,
                    "it has left a contested area and may not enter another",
                )?;
            }
        }
        if enemies && border.one_unit_limit {
            let free = !self.state.crossings.contains(&(edge, to));
            ensure(free, FAB_5_35C, "a unit has already crossed there in this phase")?;
        }
        if enemies && !self.has_forces(to, side) {
            // FAB-9.33d: disordered units do not attack.
            ensure(ordered, FAB_A10, "a disordered unit cannot make an area contested")?;
            ensure(
                motion.mode != Mode::Reaction,
                FAB_7_2A,
                "a reaction cannot make an area contested",
            )?;
        }
        let once = first || motion.mode != Mode::Exploitation;
        ensure(once, FAB_7_31B, "an exploiting unit may enter only one area")?;
        let stops = enemies || blocked;
        if stops {
            self.may_end_in(unit, to)?;
        }
        Ok(Step { edge, cost, stops })
    }

    /// Whether the unit's side has other units or a defended roadblock in an area.
    fn has_other_friends(&self, area: AreaIndex, mover: &Mover<'_>) -> bool {
        let side = mover.card.side;
        let alone = || {
            self.defended_by(area, side).is_none()
                && self.state.units_in(area, side).as_slice() == [mover.unit]
        };
        self.has_forces(area, side) && !(mover.area == Some(area) && alone())
    }

    /// FAB-5.35e: marks newly contested areas whose attackers all crossed rivers, at least one of
    /// them over a blown bridge.
    pub(crate) fn mark_river_assaults(&mut self) {
        let side = self.state.phasing;
        for area in self.contested().iter() {
            let attackers = self.state.units_in(area, side);
            if attackers.is_empty() || !self.is_newly_contested(area) {
                continue;
            }
            let ways: SmallVec<[_; 4]> =
                attackers.iter().map(|&unit| self.state.unit(unit).came_by).collect();
            let over_rivers = ways
                .iter()
                .all(|way| way.is_some_and(|(edge, _)| self.field.edge(edge).river_for_assault));
            let blown = ways.iter().any(|way| way.is_some_and(|(_, blown)| blown));
            if over_rivers && blown {
                self.state.area_mut(area).river_assault = true;
                self.record(FAB_5_35E, Happening::RiverAssault { area });
            }
        }
    }

    /// FAB-2.4h, FAB-A8: whether an area is contested now but was not when the movement phase
    /// began.
    pub(crate) fn is_newly_contested(&self, area: AreaIndex) -> bool {
        self.is_contested(area) && !self.state.area(area).contested_at_start
    }
}

/// The data about a unit that border crossings depend on.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    /// The unit.
    unit: UnitIndex,
    /// The unit's printed data.
    pub(crate) card: &'a UnitCard,
    /// The unit's area.
    area: Option<AreaIndex>,
    /// Whether the unit is in good order.
    is_ordered: bool,
    /// Whether the unit may enter only one area (FAB-5.32g).
    impaired: bool,
}

/// One step of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The border that the step crosses.
    pub(crate) edge: EdgeIndex,
    /// The cost in movement points.
    pub(crate) cost: u8,
    /// Whether the unit must stop after the step (FAB-5.35b).
    pub(crate) stops: bool,
}
