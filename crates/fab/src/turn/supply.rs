//! The Supply Phase: routes, recovery, morale and the removal of markers (FAB-9, FAB-P17 to
//! FAB-P19).

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use std::ops::ControlFlow;

use sandtable_pack::fab::{ChitBox, Order};

use crate::combat::fire::succeeds;
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{AreaState, ChitPlace, Reveal, Task};
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{EdgeIndex, SupplyState};

impl Game {
    /// FAB-9.1, FAB-P18: checks supply, recovers units, checks the phasing side's morale and
    /// removes markers.
    pub(crate) fn begin_supply(&mut self) {
        // FAB-9.2: a sole occupant controls its area; a contested area stays with its last sole
        // occupant.
        let [first, second] = self.state.forces;
        (first | second).iter().for_each(|area| self.refresh_control(area));
        let before: Vec<bool> = self.state.areas.iter().map(out_of_supply).collect();
        self.check_supply();
        self.record_area_supply(&before);
        self.recover();
        self.state.tasks.extend([Task::RemoveMarkers, Task::MoraleChecks(0)]);
    }

    /// FAB-9.31: updates the supply status of both sides.
    fn check_supply(&mut self) {
        for side in SideIndex::BOTH {
            let in_supply = self.field.supplied_areas(self, side);
            let field = std::sync::Arc::clone(&self.field);
            for unit in field.units_of(side) {
                if let Some(area) = self.state.area_of(unit) {
                    let supplied = in_supply.contains(area);
                    if self.state.unit(unit).supplied != supplied {
                        self.state.unit_mut(unit).supplied = supplied;
                        self.record(FAB_9_32, Happening::Supply { unit, supplied });
                    }
                }
            }
            for area in self.field.areas() {
                if self.controls(side, area) {
                    self.state.area_mut(area).supplied = Some(in_supply.contains(area));
                }
            }
        }
    }

    /// FAB-9.32: records areas that gain or lose their out-of-supply marker.
    fn record_area_supply(&mut self, before: &[bool]) {
        for area in self.field.areas() {
            let out = out_of_supply(self.state.area(area));
            if out != before[area.index()] {
                self.record(FAB_9_32, Happening::AreaSupply { area, supplied: !out });
            }
        }
    }

    /// FAB-D37: sets supply at the start, as traced or as declared.
    pub(crate) fn supply_at_start(&mut self) {
        self.check_supply();
        let field = std::sync::Arc::clone(&self.field);
        let Some((units, areas)) = &field.battle().scene().out_of_supply else { return };
        for unit in field.units() {
            self.state.unit_mut(unit).supplied = !units.contains(&field.unit(unit).unit.id);
        }
        for area in field.areas() {
            self.state.area_mut(area).supplied = Some(!areas.contains(&field.area(area).id));
        }
    }

    /// FAB-6.22a: whether an area has a supply route now.
    pub(crate) fn traces_now(&self, side: SideIndex, start: AreaIndex) -> bool {
        let come =
            |area| if area == start { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.field.follow_supply(self, side, come).is_break()
    }

    /// FAB-9.35, FAB-6.5b: advances recovery of both sides by one stage, recovery markers first.
    /// FAB-9.34c: units out of supply do not recover.
    fn recover(&mut self) {
        for unit in self.field.units() {
            let state = self.state.unit(unit);
            if self.state.area_of(unit).is_none() || !state.supplied {
                continue;
            }
            match state.order {
                Order::Good => {}
                Order::Recovering => self.set_order(unit, Order::Good, FAB_9_35),
                Order::Disordered => self.set_order(unit, Order::Recovering, FAB_9_35),
            }
        }
    }

    /// FAB-9.4a, FAB-9.34b: starts the morale check of the phasing side's next unit out of supply.
    pub(crate) fn next_morale_check(&mut self, from: u8) {
        self.state.tasks.pop();
        let mut units = self.field.units().skip(usize::from(from));
        let next = units.find(|&unit| {
            self.side_of(unit) == self.state.phasing
                && self.state.area_of(unit).is_some()
                && !self.state.unit(unit).supplied
        });
        if let Some(unit) = next {
            self.reveal_for_roll(unit);
            let after = unit.0.saturating_add(1);
            self.state.tasks.extend([Task::MoraleChecks(after), Task::MoraleCheck(unit)]);
        }
    }

    /// FAB-6.7b: reveals a hidden unit for its roll.
    pub(crate) fn reveal_for_roll(&mut self, unit: UnitIndex) {
        if self.state.unit(unit).reveal == Reveal::Hidden {
            self.peek(unit, FAB_6_7B);
        }
    }

    /// FAB-6.7a: the Success Number of a morale check.
    pub(crate) fn morale_number(&self, unit: UnitIndex) -> i8 {
        let morale = &self.field.rules().morale;
        let state = self.state.unit(unit);
        let quality = self.field.unit(unit).quality(state.steps);
        let mut number = morale.base + morale.quality.for_quality(quality);
        if state.order != Order::Good {
            number += morale.disordered;
        }
        if !state.supplied {
            number += morale.unsupplied;
        }
        number
    }

    /// Records a unit's roll for morale; returns whether it passes.
    fn record_check(&mut self, unit: UnitIndex, die: u8, rule: RuleId) -> bool {
        let number = self.morale_number(unit);
        let passed = succeeds(die, number);
        self.record(rule, Happening::Checked { unit, number, die, passed });
        if self.state.unit(unit).reveal == Reveal::Peeked {
            self.hide(unit, FAB_6_7B);
        }
        passed
    }

    /// FAB-9.4: applies the morale roll of a unit out of supply.
    pub(crate) fn apply_morale_die(&mut self, unit: UnitIndex, die: u8) {
        self.state.tasks.pop();
        if self.record_check(unit, die, FAB_9_4A) {
            return;
        }
        let state = *self.state.unit(unit);
        if state.order != Order::Disordered {
            self.set_order(unit, Order::Disordered, FAB_9_4B);
            return;
        }
        // FAB-A43: the natural die and the quality before the loss decide.
        let quality = self.field.unit(unit).quality(state.steps);
        let surrenders =
            self.field.rules().surrender.from.for_quality(quality).is_some_and(|from| die >= from);
        if surrenders {
            self.eliminate(unit, FAB_9_4D);
        } else {
            self.lose_step(unit, FAB_9_4C);
        }
    }

    /// FAB-6.8b: applies the exploitation roll of armour.
    pub(crate) fn apply_exploitation_die(&mut self, unit: UnitIndex, die: u8) {
        self.state.tasks.pop();
        if self.record_check(unit, die, FAB_6_8B) {
            self.state.unit_mut(unit).exploit = true;
            self.record(FAB_6_8B, Happening::Exploits { unit });
        }
    }

    /// FAB-9.5: removes the markers of both sides.
    pub(crate) fn remove_markers(&mut self) {
        for area in self.contested().iter() {
            self.set_fieldworks(area, None, FAB_9_5);
        }
        for area in self.field.areas() {
            self.clear_roadblock(area, FAB_9_5);
            self.state.area_mut(area).river_assault = false;
            if let Some(chit) = self.state.area(area).defended {
                self.move_chit(chit, ChitPlace::In(ChitBox::Used), FAB_4_35D);
                self.refresh_control(area);
            }
        }
        for unit in self.field.units() {
            self.state.unit_mut(unit).exploit = false;
            if self.side_of(unit) != self.state.phasing {
                self.set_reserve(unit, false, FAB_9_5);
            }
        }
    }
}

impl SupplyState for Game {
    fn controls(&self, side: SideIndex, area: AreaIndex) -> bool {
        self.controls(side, area)
    }

    fn is_contested(&self, area: AreaIndex) -> bool {
        self.is_contested(area)
    }

    fn is_blown(&self, edge: EdgeIndex) -> bool {
        self.state.is_blown(edge)
    }
}

/// Whether an area has its out-of-supply marker.
fn out_of_supply(area: &AreaState) -> bool {
    area.supplied == Some(false)
}
