//! Invariants at the end of every phase (FAB-S20 to FAB-S33). Debug builds, and therefore all
//! tests, check them. The compiler checks the start of every battle (FAB-V42).

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use std::sync::Arc;

use sandtable_pack::fab::{ChitBox, Class, Order, Phase};

use crate::game::Game;
use crate::state::{ChitPlace, UnitPlace};
use sandtable_engine::Diary;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{SideIndex, UnitIndex};

/// The time of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Before the first event.
    SetUp,
    /// After a Supply Phase, once markers have been removed.
    Supply,
    /// After another phase.
    AnotherPhase,
}

impl Game {
    /// FAB-V42: the first invariant that the set-up of a battle violates.
    pub fn broken_at_start(field: &Arc<Battlefield>) -> Option<RuleId> {
        Self::set_up(Arc::clone(field), Diary::Off).violation(After::SetUp)
    }

    /// The first invariant violated at the end of this phase.
    pub fn broken_invariant(&self) -> Option<RuleId> {
        self.violation(match self.state.phase {
            Phase::Supply => After::Supply,
            _ => After::AnotherPhase,
        })
    }

    /// FAB-S30, FAB-S31: the invariant violated by a forbidden change since `before`. Supply
    /// changes only in a Supply Phase, except for units that enter or leave the map and areas that
    /// change hands. The number of assets and events in play per side is constant.
    #[cfg(test)]
    pub(crate) fn forbidden_change_since(&self, before: &Self) -> Option<RuleId> {
        // The player turn; the first one begins with the common Reinforcement Phase.
        let player_turn = |game: &Self| {
            let reinforces = game.state.phase == Phase::Reinforcement;
            (game.state.turn, if reinforces { SideIndex::First } else { game.state.phasing })
        };
        let supplied =
            player_turn(before) != player_turn(self) || self.state.phase == Phase::Supply;
        let unit_changed = |unit| {
            let (one, now) = (before.state.unit(unit), self.state.unit(unit));
            before.state.area_of(unit).is_some()
                && self.state.area_of(unit).is_some()
                && one.supplied != now.supplied
        };
        let area_changed = |area| {
            let (one, now) = (before.state.area(area), self.state.area(area));
            if one.control == now.control {
                one.supplied != now.supplied
            } else {
                now.supplied.is_some()
            }
        };
        let changed = self.field.units().any(unit_changed) || self.field.areas().any(area_changed);
        if changed && !supplied {
            return Some(FAB_S30);
        }
        let in_play = |game: &Self, side| {
            let chits = game.field.chits_of(side);
            chits.filter(|&chit| game.state.chit(chit) != ChitPlace::NotInPlay).count()
        };
        let lost =
            SideIndex::BOTH.into_iter().any(|side| in_play(before, side) != in_play(self, side));
        lost.then_some(FAB_S31)
    }

    fn violation(&self, after: After) -> Option<RuleId> {
        self.stacks()
            .or_else(|| self.pieces())
            .or_else(|| self.reserves(after))
            .or_else(|| self.chits_in_place(after))
            .or_else(|| self.markers(after))
            .or_else(|| self.violation_of_lists())
    }

    /// FAB-S22: the invariant violated if the lists of units and forces by area disagree with the
    /// units' places.
    fn violation_of_lists(&self) -> Option<RuleId> {
        let is_right = |area, side| {
            let units = self.state.units_in(area, side);
            let there = |unit: &UnitIndex| {
                self.side_of(*unit) == side && self.state.area_of(*unit) == Some(area)
            };
            let forces = !units.is_empty() || self.defended_by(area, side).is_some();
            units.iter().all(there) && self.has_forces(area, side) == forces
        };
        let mut areas = self.field.areas();
        let wrong = areas.any(|area| SideIndex::BOTH.iter().any(|&side| !is_right(area, side)));
        wrong.then_some(FAB_S22)
    }

    fn stacks(&self) -> Option<RuleId> {
        self.field.areas().find_map(|area| {
            SideIndex::BOTH.into_iter().find_map(|side| {
                let units = self.state.units_in(area, side);
                let alone = !units.is_empty() && !self.has_forces(area, side.other());
                if self.is_overstacked(area, side) {
                    return Some(FAB_S20);
                }
                (alone && !self.controls(side, area)).then_some(FAB_S21)
            })
        })
    }

    fn pieces(&self) -> Option<RuleId> {
        self.field.units().find_map(|unit| {
            let state = self.state.unit(unit);
            let full = self.field.unit(unit).max_steps();
            let is_valid = match state.place {
                UnitPlace::Area(area) => {
                    (1..=full).contains(&state.steps)
                        && self.state.units_in(area, self.side_of(unit)).contains(&unit)
                }
                _ => !state.reserve && !state.exploit && state.order == Order::Good,
            };
            if !is_valid {
                return Some(FAB_S22);
            }
            // Exactly the units without steps are eliminated.
            if (state.place == UnitPlace::Eliminated) != (state.steps == 0) {
                return Some(FAB_S32);
            }
            let may = (Phase::Combat..Phase::Supply).contains(&self.state.phase)
                && self.side_of(unit) == self.state.phasing
                && self.field.unit(unit).class == Class::Armour;
            (state.exploit && !may).then_some(FAB_S24)
        })
    }

    fn reserves(&self, after: After) -> Option<RuleId> {
        let rules = &self.field.rules().reserve;
        SideIndex::BOTH.into_iter().find_map(|side| {
            let in_reserve = || {
                let units = self.field.units().filter(move |&unit| self.side_of(unit) == side);
                units.filter(|&unit| self.state.unit(unit).reserve)
            };
            let own = rules.markers.get(&self.field.sides()[side.index()]).copied().unwrap_or(0);
            let formation_markers: usize = self
                .field
                .formations()
                .filter(|&formation| self.field.formation(formation).side == side)
                .map(|formation| usize::from(self.field.formation(formation).reserve_markers))
                .sum();
            if in_reserve().count() > usize::from(own) + formation_markers {
                return Some(FAB_S23);
            }
            let contested = in_reserve()
                .any(|unit| self.state.area_of(unit).is_some_and(|area| self.is_contested(area)));
            if contested {
                return Some(FAB_S23);
            }
            let late = after == After::Supply && side != self.state.phasing;
            (late && in_reserve().next().is_some()).then_some(FAB_S33)
        })
    }

    fn chits_in_place(&self, after: After) -> Option<RuleId> {
        // The engineers recorded as defending an area are on the map there.
        let deserted = self.field.areas().any(|area| {
            let defended = self.state.area(area).defended;
            defended.is_some_and(|chit| self.state.chit(chit) != ChitPlace::OnMap(area))
        });
        if deserted {
            return Some(FAB_S25);
        }
        self.field.chits().find_map(|chit| {
            let card = self.field.chit(chit);
            match self.state.chit(chit) {
                ChitPlace::Assigned => Some(FAB_S25),
                ChitPlace::OnMap(area) => {
                    let there = self.state.area(area).defended == Some(chit) && card.is_engineer();
                    (!there || after == After::Supply).then_some(FAB_S25)
                }
                ChitPlace::In(ChitBox::Used) => card.event().is_some().then_some(FAB_S26),
                ChitPlace::In(_) | ChitPlace::Turn(_) | ChitPlace::NotInPlay => None,
            }
        })
    }

    fn markers(&self, after: After) -> Option<RuleId> {
        let blown = |&edge: &_| self.state.is_blown(edge) && !self.field.edge(edge).blown_capable;
        if self.field.edges().any(|edge| blown(&edge)) {
            return Some(FAB_S27);
        }
        self.field.areas().find_map(|area| {
            let state = self.state.area(area);
            let supply = after == After::Supply;
            if let Some(owner) = state.fieldworks {
                let deserted = self.state.units_in(area, owner).is_empty();
                if deserted || (supply && self.is_contested(area)) {
                    return Some(FAB_S28);
                }
            }
            let left = state.river_assault || state.roadblock.is_some();
            (supply && left).then_some(FAB_S29)
        })
    }
}
