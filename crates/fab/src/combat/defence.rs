//! The defender's Special Actions before a combat (FAB-6.21, FAB-8.23, FAB-8.24).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::Order;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::round::{Role, Stage};
use crate::state::{RetreatCause, Retreats};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::{ChitIndex, SideIndex, UnitIndex};

impl Game {
    /// FAB-6.21: whether the defender has a Special Action to spend now.
    pub(crate) fn can_defend(&self) -> bool {
        let side = self.side_in(Role::Defender);
        let beside = || self.field.area(self.round().area).neighbours.iter();
        let near = || beside().flat_map(|&(area, _)| self.state.units_in(area, side));
        self.special_actions(side).any(|by| {
            self.judge_withdrawal(side, by).is_ok()
                || near().any(|&unit| self.judge_joining(side, by, unit).is_ok())
        })
    }

    /// FAB-8.23, FAB-A27: whether this unit may join the defence.
    pub(crate) fn judge_joining(
        &self,
        side: SideIndex,
        by: ChitIndex,
        unit: UnitIndex,
    ) -> Result<(), Refusal> {
        self.may_spend(side, by, &[unit])?;
        self.own_unit(side, unit)?;
        self.ensure_mobile(unit)?;
        let area = self.round().area;
        let from = self.state.area_of(unit).expect("the unit is on the map");
        let state = self.state.unit(unit);
        let defended = !self.state.units_in(area, side).is_empty();
        ensure(defended, FAB_4_35C, "units cannot join lone engineers")?;
        let Some(edge) = self.field.edge_between(from, area) else {
            return refuse(FAB_8_23A, "it is not adjacent to the combat");
        };
        // FAB-A27: a blown bridge does not matter, but a border may bar the unit's class.
        let barred = self.field.edge(edge).impassable.for_class(self.field.unit(unit).class);
        ensure(!barred, FAB_5_31A, "its class cannot cross that border")?;
        ensure(!self.is_contested(from), FAB_8_23A, "its own area is contested")?;
        ensure(state.order == Order::Good, FAB_8_23A, "it is not in good order")?;
        ensure(state.supplied, FAB_9_34D, "it is out of supply")?;
        let room = self.state.units_in(area, side).len() < usize::from(self.field.rules().stacking);
        ensure(room, FAB_8_23B, "the area is full")
    }

    pub(crate) fn join(&mut self, by: ChitIndex, unit: UnitIndex) {
        let area = self.round().area;
        let from = self.state.area_of(unit).expect("the action was judged");
        self.spend(by, FAB_8_23A);
        self.set_reserve(unit, false, FAB_A27);
        self.put(unit, crate::state::UnitPlace::Area(area));
        let round = self.round_mut();
        round.joined.push(unit);
        round.units[Role::Defender.index()].push(unit);
        round.units[Role::Defender.index()].sort_unstable();
        self.record(FAB_8_23A, Happening::Joined { unit, from, area });
        self.reveal(unit, FAB_A27);
    }

    /// FAB-8.24, FAB-A4, FAB-A28: whether all defenders may retreat before combat.
    pub(crate) fn judge_withdrawal(&self, side: SideIndex, by: ChitIndex) -> Result<(), Refusal> {
        let units = &self.round().units[Role::Defender.index()];
        self.may_spend(side, by, units)?;
        ensure(!units.is_empty(), FAB_4_35C, "lone engineers cannot retreat")?;
        let supplied = units.iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(supplied, FAB_A28, "not all of them are in supply")?;
        let free = self.all_can_retreat(units, RetreatCause::SpecialAction);
        ensure(free, FAB_A4, "not all of them can retreat")
    }

    pub(crate) fn withdraw(&mut self, by: ChitIndex) {
        self.spend(by, FAB_8_24A);
        let side = self.side_in(Role::Defender);
        let round = self.round_mut();
        // FAB-8.24b: no asset has been assigned yet, and armour may exploit.
        round.exploitation = true;
        round.stage = Stage::End;
        let units = round.units[Role::Defender.index()].clone();
        self.begin_retreats(Retreats { units, side, cause: RetreatCause::SpecialAction });
    }
}
