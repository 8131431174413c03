//! Effects of events (FAB-D16), target by target.

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{
    AreaFilter, ChitBox, Effect, EventKind, Lasting, Marker, Order, Quality, RelativeSide,
};

use crate::game::Game;
use crate::game::action::Target;
use crate::game::plan::Change;
use crate::state::{ChitPlace, Modifier, Reveal, Task};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex, UnitIndex};

impl Game {
    /// Plays an event: uses it up and starts its effect.
    pub(crate) fn play(&mut self, chit: ChitIndex) {
        self.move_chit(chit, ChitPlace::In(ChitBox::Eliminated), FAB_4_22);
        let side = self.field.chit(chit).side;
        let times = match self.effect_of(chit) {
            Effect::AddSteps { n, .. }
            | Effect::MoveChits { n, .. }
            | Effect::PlaceMarker { n, .. }
            | Effect::RemoveMarker { n, .. }
            | Effect::BlowBridge { n, .. }
            | Effect::RepairBridge { n, .. }
            | Effect::Reveal { n } => *n,
            Effect::GrantSpecialAction => 1,
            Effect::SnModifier { side: whose, fire, n, duration: Lasting::PlayerTurn } => {
                let modifier = Modifier { side: resolve_side(*whose, side), fire: *fire, n: *n };
                self.state.modifiers.push(modifier);
                0
            }
            // These effects apply only in combat, or not at all, so they do nothing in this phase.
            Effect::SnModifier { .. }
            | Effect::ExtraDice { .. }
            | Effect::NoOp
            | Effect::Custom { .. } => 0,
        };
        self.state.tasks.push(Task::Effect(chit, times));
    }

    /// The effect of an event.
    pub(crate) fn effect_of(&self, chit: ChitIndex) -> &Effect {
        match self.field.chit(chit).event() {
            Some(EventKind::Scripted { effect, .. }) => effect,
            _ => &Effect::NoOp,
        }
    }

    /// Whether the effect has any target left.
    pub(crate) fn has_target(&self, chit: ChitIndex) -> bool {
        self.targets(chit).next().is_some()
    }

    /// All targets of the effect.
    pub(crate) fn targets(&self, chit: ChitIndex) -> impl Iterator<Item = Target> + '_ {
        let aim = target_kind(self.effect_of(chit));
        let all_if = |aimed: bool| if aimed { usize::MAX } else { 0 };
        let units =
            self.field.units().map(Target::Unit).take(all_if(aim == Some(TargetKind::Unit)));
        let chits =
            self.field.chits().map(Target::Chit).take(all_if(aim == Some(TargetKind::Chit)));
        let areas =
            self.field.areas().map(Target::Area).take(all_if(aim == Some(TargetKind::Area)));
        let edges =
            self.field.edges().map(Target::Edge).take(all_if(aim == Some(TargetKind::Edge)));
        units
            .chain(chits)
            .chain(areas)
            .chain(edges)
            .filter(move |&target| self.plan_effect(chit, target).is_ok())
    }

    /// The change that an effect makes to a target, if the effect may be used on it.
    pub(crate) fn plan_effect(&self, chit: ChitIndex, target: Target) -> Result<Change, Refusal> {
        let side = self.field.chit(chit).side;
        match (self.effect_of(chit), target) {
            (Effect::AddSteps { elite_ok, class, formation, .. }, Target::Unit(unit)) => {
                let card = self.own_unit(side, unit)?;
                self.may_gain_step(unit, FAB_D16)?;
                let quality = card.quality(self.state.unit(unit).steps + 1);
                let fits = (*elite_ok || quality != Quality::Elite)
                    && class.is_none_or(|class| class == card.class)
                    && formation.as_ref().is_none_or(|id| *id == card.unit.formation);
                ensure(fits, FAB_D16, "the event does not apply to this unit")?;
                Ok(Change::Step(unit))
            }
            (Effect::MoveChits { from, to, kinds, .. }, Target::Chit(asset)) => {
                let card = self.field.chit(asset);
                let kind = card.asset().map(|asset| asset.kind);
                let fits = card.side == side
                    && kind.is_some_and(|kind| kinds.is_empty() || kinds.contains(&kind))
                    && self.state.chit(asset) == ChitPlace::In(*from);
                ensure(fits, FAB_D16, "the event does not move this piece")?;
                Ok(Change::Chit(asset, *to))
            }
            (Effect::PlaceMarker { marker, area_filter, .. }, target) => {
                self.plan_marker(side, *marker, area_filter, target)
            }
            (Effect::RemoveMarker { marker, area_filter, .. }, target) => {
                self.plan_removal(side, *marker, area_filter, target)
            }
            (Effect::BlowBridge { area_filter, .. }, Target::Edge(edge)) => {
                self.plan_bridge(side, area_filter, edge, true)
            }
            (Effect::RepairBridge { area_filter, .. }, Target::Edge(edge)) => {
                self.plan_bridge(side, area_filter, edge, false)
            }
            (Effect::GrantSpecialAction, Target::Chit(action)) => {
                let card = self.field.chit(action);
                let used = self.state.chit(action) == ChitPlace::In(ChitBox::Used);
                let fits = card.side == side && card.is_special_action() && used;
                ensure(fits, FAB_D16, "it is not a used Special Action")?;
                Ok(Change::Chit(action, ChitBox::Available))
            }
            (Effect::Reveal { .. }, Target::Unit(unit)) => {
                self.enemy_unit(side, unit)?;
                let hidden = self.state.unit(unit).reveal == Reveal::Hidden;
                ensure(hidden, FAB_8_32, "that unit is already revealed")?;
                Ok(Change::Peek(unit))
            }
            _ => refuse(FAB_D16, "the event cannot be used on that"),
        }
    }

    fn plan_bridge(
        &self,
        side: SideIndex,
        filter: &AreaFilter,
        edge: EdgeIndex,
        blown: bool,
    ) -> Result<Change, Refusal> {
        self.bridge(edge)?;
        let areas = self.field.edge(edge).areas;
        let fits = self.state.is_blown(edge) != blown
            && areas.into_iter().any(|area| self.is_match(side, filter, area));
        ensure(fits, FAB_D16, "the event does not reach this bridge")?;
        Ok(Change::Bridge(edge, blown))
    }

    fn plan_marker(
        &self,
        side: SideIndex,
        marker: Marker,
        filter: &AreaFilter,
        target: Target,
    ) -> Result<Change, Refusal> {
        match (marker, target) {
            (Marker::Fieldworks, Target::Area(area)) => {
                let with = !self.state.units_in(area, side).is_empty() && !self.is_contested(area);
                ensure(with, FAB_V26, "the side has no uncontested unit there")?;
                let supplied = self.state.area(area).supplied != Some(false);
                ensure(supplied, FAB_9_34D, "the area is out of supply")?;
                self.may_dig(area)?;
                self.ensure_fits(side, filter, area)?;
                Ok(Change::Fieldworks(area, Some(side)))
            }
            (Marker::Roadblock, Target::Area(area)) => {
                self.may_block(side, area)?;
                self.ensure_fits(side, filter, area)?;
                Ok(Change::Roadblock(area, Some(side)))
            }
            (Marker::Disorder, Target::Unit(unit)) => {
                self.enemy_unit(side, unit)?;
                let order = self.state.unit(unit).order != Order::Disordered;
                ensure(order, FAB_6_5C, "it is already disordered")?;
                self.judge_unit(side, filter, unit)?;
                Ok(Change::Order(unit, Order::Disordered))
            }
            (Marker::Reserve, Target::Unit(unit)) => {
                self.own_unit(side, unit)?;
                self.ensure_reserve_allowed(unit)?;
                self.judge_unit(side, filter, unit)?;
                Ok(Change::Reserve(unit, true))
            }
            _ => refuse(FAB_D16, "the event cannot be used on that"),
        }
    }

    fn plan_removal(
        &self,
        side: SideIndex,
        marker: Marker,
        filter: &AreaFilter,
        target: Target,
    ) -> Result<Change, Refusal> {
        match (marker, target) {
            (Marker::Fieldworks, Target::Area(area)) => {
                let enemy = self.state.area(area).fieldworks == Some(side.other());
                ensure(enemy, FAB_D16, "there are no enemy fieldworks")?;
                self.ensure_fits(side, filter, area)?;
                Ok(Change::Fieldworks(area, None))
            }
            (Marker::Roadblock, Target::Area(area)) => {
                let enemy = self.state.area(area).roadblock == Some(side.other());
                ensure(enemy, FAB_D16, "there is no enemy roadblock")?;
                self.ensure_fits(side, filter, area)?;
                Ok(Change::Roadblock(area, None))
            }
            (Marker::Disorder, Target::Unit(unit)) => {
                self.own_unit(side, unit)?;
                let disordered = self.state.unit(unit).order != Order::Good;
                ensure(disordered, FAB_D16, "it is in good order")?;
                ensure(self.state.unit(unit).supplied, FAB_9_34D, "it is out of supply")?;
                self.judge_unit(side, filter, unit)?;
                Ok(Change::Order(unit, Order::Good))
            }
            (Marker::Reserve, Target::Unit(unit)) => {
                self.enemy_unit(side, unit)?;
                let reserve = self.state.unit(unit).reserve;
                ensure(reserve, FAB_D16, "it is not in reserve")?;
                self.judge_unit(side, filter, unit)?;
                Ok(Change::Reserve(unit, false))
            }
            _ => refuse(FAB_D16, "the event cannot be used on that"),
        }
    }

    fn judge_unit(
        &self,
        side: SideIndex,
        filter: &AreaFilter,
        unit: UnitIndex,
    ) -> Result<(), Refusal> {
        let fits = self.state.area_of(unit).is_some_and(|area| self.is_match(side, filter, area));
        ensure(fits, FAB_D16, "the event does not reach that area")
    }

    fn ensure_fits(
        &self,
        side: SideIndex,
        filter: &AreaFilter,
        area: AreaIndex,
    ) -> Result<(), Refusal> {
        ensure(self.is_match(side, filter, area), FAB_D16, "the event does not reach that area")
    }

    /// Whether a filter includes this area.
    fn is_match(&self, side: SideIndex, filter: &AreaFilter, area: AreaIndex) -> bool {
        let scene = self.field.battle().scene();
        let card = self.field.area(area);
        let terrain = &scene.areas[card.list_index].terrain;
        let supplied = self.state.area(area).supplied == Some(true);
        filter.control.is_none_or(|whose| self.controls(resolve_side(whose, side), area))
            && filter.contested.is_none_or(|contested| self.is_contested(area) == contested)
            && filter.supplied.is_none_or(|wanted| supplied == wanted)
            && (filter.terrain.is_empty() || filter.terrain.contains(terrain))
            && (filter.areas.is_empty() || filter.areas.contains(&card.id))
    }

    /// Applies the change of an effect.
    pub(crate) fn change(&mut self, change: Change) {
        if let Some(Task::Effect(_, left)) = self.state.tasks.last_mut() {
            *left -= 1;
        }
        match change {
            Change::Step(unit) => self.gain_step(unit, FAB_D16),
            Change::Chit(chit, to) => self.move_chit(chit, ChitPlace::In(to), FAB_D16),
            Change::Fieldworks(area, owner) => self.set_fieldworks(area, owner, FAB_D16),
            Change::Roadblock(area, Some(side)) => self.set_roadblock(area, side, FAB_D16),
            Change::Roadblock(area, None) => self.clear_roadblock(area, FAB_D16),
            Change::Order(unit, order) => self.set_order(unit, order, FAB_D16),
            Change::Reserve(unit, reserve) => self.set_reserve(unit, reserve, FAB_D16),
            Change::Bridge(edge, blown) => self.set_blown(edge, blown, FAB_D16),
            Change::Peek(unit) => self.peek(unit, FAB_D16),
        }
    }

    /// FAB-A64: reveals a unit until the end of the Administration Phase.
    pub(crate) fn peek(&mut self, unit: UnitIndex, rule: RuleId) {
        self.state.unit_mut(unit).reveal = Reveal::Peeked;
        self.record(rule, crate::game::event::Happening::Revealed { unit });
    }
}

/// Resolves a `RelativeSide` for the side that plays the effect.
pub(crate) const fn resolve_side(whose: RelativeSide, side: SideIndex) -> SideIndex {
    match whose {
        RelativeSide::Own => side,
        RelativeSide::Enemy => side.other(),
    }
}

/// The kind of target that an effect needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TargetKind {
    Unit,
    Chit,
    Area,
    Edge,
}

/// The kind of target that an effect needs; `None` if it has no target.
const fn target_kind(effect: &Effect) -> Option<TargetKind> {
    match effect {
        Effect::AddSteps { .. } | Effect::Reveal { .. } => Some(TargetKind::Unit),
        Effect::MoveChits { .. } | Effect::GrantSpecialAction => Some(TargetKind::Chit),
        Effect::PlaceMarker { marker, .. } | Effect::RemoveMarker { marker, .. } => match marker {
            Marker::Fieldworks | Marker::Roadblock => Some(TargetKind::Area),
            Marker::Disorder | Marker::Reserve => Some(TargetKind::Unit),
        },
        Effect::BlowBridge { .. } | Effect::RepairBridge { .. } => Some(TargetKind::Edge),
        Effect::SnModifier { .. }
        | Effect::ExtraDice { .. }
        | Effect::NoOp
        | Effect::Custom { .. } => None,
    }
}
