//! Special Actions: their cost and the units that can use them (FAB-8.1, FAB-8.2, FAB-P22).

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Class, Order};

use crate::game::Game;
use crate::game::plan::Plan;
use crate::state::{ChitPlace, Units};
use sandtable_engine::ensure;
use sandtable_pack::fab::ChitRole;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

impl Game {
    /// Special Actions that a side can spend.
    pub(crate) fn special_actions(&self, side: SideIndex) -> impl Iterator<Item = ChitIndex> + '_ {
        let all = self.field.special_actions_of(side);
        all.filter(|&chit| self.state.chit(chit) == ChitPlace::In(ChitBox::Available))
    }

    /// FAB-A26: whether this Special Action can be spent on all these units. A one-use action
    /// serves only its own formation. Otherwise it has the same uses as a reusable one (FAB-8.1c).
    pub(crate) fn may_spend(
        &self,
        side: SideIndex,
        by: ChitIndex,
        on: &[UnitIndex],
    ) -> Result<(), Refusal> {
        self.ensure_available(side, by)?;
        let card = self.field.chit(by);
        ensure(card.is_special_action(), FAB_8_1, "it is not a Special Action")?;
        let serves = |unit: &UnitIndex| {
            card.formation.is_none_or(|formation| self.field.unit(*unit).formation == formation)
        };
        ensure(on.iter().all(serves), FAB_8_1B, "it serves only units of its own formation")
    }

    /// FAB-8.1a, FAB-8.1b: spends a Special Action.
    pub(crate) fn spend(&mut self, by: ChitIndex, rule: RuleId) {
        let to = match self.field.chit(by).role {
            ChitRole::Reusable => ChitBox::Used,
            ChitRole::Asset(_) | ChitRole::Event(_) => ChitBox::Eliminated,
        };
        self.move_chit(by, ChitPlace::In(to), rule);
    }

    /// FAB-8.21: whether a Special Action may activate this unit for breakthrough.
    pub(crate) fn judge_activation(
        &self,
        side: SideIndex,
        by: ChitIndex,
        unit: UnitIndex,
    ) -> Result<(), Refusal> {
        self.may_spend(side, by, &[unit])?;
        let card = self.own_unit(side, unit)?;
        ensure(card.class == Class::Armour, FAB_8_21, "only armour can break through")?;
        self.ensure_mobile(unit)?;
        let state = self.state.unit(unit);
        ensure(state.supplied, FAB_9_34D, "it is out of supply")?;
        ensure(state.order == Order::Good, FAB_8_21, "it is not in good order")?;
        ensure(!state.acted, FAB_8_21, "it has moved in this phase")
    }

    /// FAB-8.25: plans a reorganisation of this area.
    pub(crate) fn plan_reorganisation(
        &self,
        side: SideIndex,
        by: ChitIndex,
        area: AreaIndex,
    ) -> Result<Plan<'static>, Refusal> {
        self.may_spend(side, by, &[])?;
        self.ensure_area(area)?;
        let supplied = self.controls(side, area) && self.state.area(area).supplied == Some(true);
        ensure(supplied, FAB_8_25, "the area is not the side's, or not in supply")?;
        let units: Units = self.reorganised_units(side, by, area).collect();
        ensure(!units.is_empty(), FAB_8_25, "no unit there is both disordered and in supply")?;
        Ok(Plan::Reorganise { by, units })
    }

    /// The units that recover when a Special Action reorganises an area.
    pub(crate) fn reorganised_units(
        &self,
        side: SideIndex,
        by: ChitIndex,
        area: AreaIndex,
    ) -> impl Iterator<Item = UnitIndex> + '_ {
        let about = self.field.area(area).neighbours.iter().map(|&(beside, _)| beside);
        let formation = self.field.chit(by).formation;
        [area]
            .into_iter()
            .chain(about)
            .flat_map(move |area| self.state.units_in(area, side).iter().copied())
            .filter(move |&unit| {
                let state = self.state.unit(unit);
                let own =
                    formation.is_none_or(|formation| self.field.unit(unit).formation == formation);
                state.order != Order::Good && state.supplied && own
            })
    }

    pub(crate) fn reorganise(&mut self, by: ChitIndex, units: Units) {
        self.spend(by, FAB_8_25);
        for unit in units {
            self.set_order(unit, Order::Good, FAB_8_25);
        }
    }
}
