//! The Administration Phase: draws, then the actions of both players (FAB-4.2, FAB-P4).

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{AssetKind, ChitBox, EventKind, Quality, Timing};

use crate::game::Game;
use crate::game::plan::Plan;
use crate::state::{ChitPlace, Reveal, Task};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::ChitRole;
use sandtable_pack::fab::{ChitIndex, SideIndex, UnitIndex};

impl Game {
    /// FAB-4.2: both sides draw, then the phasing player acts, then the other player.
    pub(crate) fn begin_administration(&mut self, phasing: SideIndex) {
        let scene = self.field.battle().scene();
        let entry = &scene.turn_track[usize::from(self.state.turn) - 1];
        let drawn = SideIndex::BOTH.map(|side| {
            let draws = entry.draws[&self.field.sides()[side.index()]];
            match phasing {
                SideIndex::First => draws.first,
                SideIndex::Second => draws.second,
            }
        });
        self.state.modifiers.clear();
        self.state.tasks.extend([
            Task::HidePeeked,
            Task::Administer(phasing.other()),
            Task::Administer(phasing),
            Task::Draw(SideIndex::Second, drawn[1]),
            Task::Draw(SideIndex::First, drawn[0]),
        ]);
    }

    /// FAB-A20: whether a side draws another chit.
    pub(crate) fn draws(&self, side: SideIndex, left: u8) -> bool {
        left > 0 && self.in_box(side, ChitBox::Cup).next().is_some()
    }

    /// FAB-4.2a: moves a drawn chit to Available.
    pub(crate) fn take_drawn(&mut self, chit: ChitIndex) {
        if let Some(Task::Draw(_, left)) = self.state.tasks.last_mut() {
            *left -= 1;
        }
        self.move_chit(chit, ChitPlace::In(ChitBox::Available), FAB_4_2A);
    }

    /// Whether a side has any chit to use in an Administration Phase.
    pub(crate) fn can_administer(&self, side: SideIndex) -> bool {
        self.in_box(side, ChitBox::Available).any(|chit| match &self.field.chit(chit).role {
            ChitRole::Reusable | ChitRole::Event(_) => true,
            ChitRole::Asset(asset) => asset.engineer || asset.kind == AssetKind::CommandStaff,
        })
    }

    /// FAB-4.2b: whether a side may play this event for its own effect.
    pub(crate) fn judge_event(&self, side: SideIndex, chit: ChitIndex) -> Result<(), Refusal> {
        self.ensure_available(side, chit)?;
        match self.field.chit(chit).event() {
            Some(EventKind::Scripted { timing, .. })
                if timing.contains(&Timing::Administration) =>
            {
                Ok(())
            }
            Some(EventKind::Scripted { .. }) => {
                refuse(FAB_4_2B, "that event cannot be played in an Administration Phase")
            }
            _ => refuse(FAB_4_2B, "it is not an event with its own effect"),
        }
    }

    /// Checks that a chit is in the side's Available box.
    pub(crate) fn ensure_available(&self, side: SideIndex, chit: ChitIndex) -> Result<(), Refusal> {
        let known = chit.index() < self.state.chits.len();
        ensure(
            known && self.field.chit(chit).side == side,
            FAB_2_1E,
            "it does not belong to the side",
        )?;
        let there = self.state.chit(chit) == ChitPlace::In(ChitBox::Available);
        ensure(there, FAB_2_1E, "it is not in the Available box")
    }

    /// FAB-4.21: whether this event may be spent to bring these assets back to the cup.
    pub(crate) fn judge_restore(
        &self,
        side: SideIndex,
        event: ChitIndex,
        assets: &[ChitIndex],
    ) -> Result<(), Refusal> {
        self.ensure_available(side, event)?;
        ensure(self.field.chit(event).event().is_some(), FAB_4_21, "it is not an event")?;
        let is_valid_count =
            (1..=2).contains(&assets.len()) && (assets.len() < 2 || assets[0] != assets[1]);
        ensure(is_valid_count, FAB_4_21, "an event brings back one or two assets")?;
        for &asset in assets {
            let known = asset.index() < self.state.chits.len();
            let lost = known
                && self.state.chit(asset) == ChitPlace::In(ChitBox::Eliminated)
                && self.field.chit(asset).side == side
                && self.field.chit(asset).asset().is_some();
            ensure(lost, FAB_4_21, "it is not an asset in the side's Eliminated box")?;
        }
        Ok(())
    }

    pub(crate) fn restore(&mut self, event: ChitIndex, assets: &[ChitIndex]) {
        for &asset in assets {
            self.move_chit(asset, ChitPlace::In(ChitBox::Cup), FAB_4_21);
        }
        // FAB-4.22: every event can be used only once.
        self.move_chit(event, ChitPlace::In(ChitBox::Eliminated), FAB_4_22);
    }

    /// Checks that a chit is the side's command staff and available (FAB-8.1d, FAB-P23).
    pub(crate) fn staff(&self, side: SideIndex, chit: ChitIndex) -> Result<(), Refusal> {
        self.ensure_available(side, chit)?;
        let staff = self.field.chit(chit).is_asset_kind(AssetKind::CommandStaff);
        ensure(staff, FAB_8_3, "only a command staff can do that")
    }

    /// FAB-8.26, FAB-8.31: plans to restore a step to a unit, by a Special Action or a command
    /// staff.
    pub(crate) fn plan_replacement(
        &self,
        side: SideIndex,
        by: ChitIndex,
        unit: UnitIndex,
    ) -> Result<Plan<'static>, Refusal> {
        self.ensure_available(side, by)?;
        let card = self.own_unit(side, unit)?;
        let state = self.state.unit(unit);
        if self.field.chit(by).is_special_action() {
            self.may_spend(side, by, &[unit])?;
            self.may_gain_step(unit, FAB_8_26)?;
            return Ok(Plan::Replace { by, unit });
        }
        self.staff(side, by)?;
        self.may_gain_step(unit, FAB_8_31)?;
        let infantry = card.class == sandtable_pack::fab::Class::Infantry;
        ensure(infantry, FAB_8_31, "a staff can find replacements only for infantry")?;
        // FAB-A42: the quality of the restored step.
        let elite = card.quality(state.steps + 1) == Quality::Elite;
        ensure(!elite, FAB_8_31, "a staff cannot find elite replacements")?;
        Ok(Plan::FindReplacements { staff: by, unit })
    }

    /// FAB-A42: whether a unit may regain a step at all.
    pub(crate) fn may_gain_step(&self, unit: UnitIndex, rule: RuleId) -> Result<(), Refusal> {
        let state = self.state.unit(unit);
        ensure(self.state.area_of(unit).is_some(), rule, "that unit is not on the map")?;
        ensure(state.supplied, FAB_9_34D, "it is out of supply")?;
        ensure(state.steps < self.field.unit(unit).max_steps(), rule, "it is at full strength")
    }

    /// FAB-8.32: whether the staff may look at this enemy unit.
    pub(crate) fn judge_peek(
        &self,
        side: SideIndex,
        staff: ChitIndex,
        unit: UnitIndex,
    ) -> Result<(), Refusal> {
        self.staff(side, staff)?;
        self.enemy_unit(side, unit)?;
        let hidden = self.state.unit(unit).reveal == Reveal::Hidden;
        ensure(hidden, FAB_8_32, "that unit is already revealed")
    }

    /// FAB-8.33: whether the staff may put this unit in reserve.
    pub(crate) fn judge_reserve_at_hand(
        &self,
        side: SideIndex,
        staff: ChitIndex,
        unit: UnitIndex,
    ) -> Result<(), Refusal> {
        self.staff(side, staff)?;
        self.own_unit(side, unit)?;
        self.ensure_moves_freely(unit)?;
        self.ensure_reserve_allowed(unit)
    }

    /// The printed data of one of the side's own units that is on the map.
    pub(crate) fn own_unit(
        &self,
        side: SideIndex,
        unit: UnitIndex,
    ) -> Result<&sandtable_pack::fab::UnitCard, Refusal> {
        let known = unit.index() < self.state.units.len();
        if known && self.side_of(unit) == side && self.state.area_of(unit).is_some() {
            return Ok(self.field.unit(unit));
        }
        refuse(FAB_2_2A, "it is not one of the side's units on the map")
    }

    /// Checks that a unit is an enemy unit on the map.
    pub(crate) fn enemy_unit(&self, side: SideIndex, unit: UnitIndex) -> Result<(), Refusal> {
        let known = unit.index() < self.state.units.len();
        let there = known && self.side_of(unit) != side && self.state.area_of(unit).is_some();
        ensure(there, FAB_2_2A, "it is not an enemy unit on the map")
    }
}
