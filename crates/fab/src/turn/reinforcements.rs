//! The Reinforcement Phase (FAB-4.1, FAB-P3).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, NearestEntry, Order, UnitStart};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{ChitPlace, Task, UnitPlace};
use sandtable_engine::ensure;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};
use sandtable_pack::fab::{ChitRole, EntryCard};

/// The entry areas of a unit.
pub(crate) type Entries = SmallVec<[AreaIndex; 8]>;

impl Game {
    /// FAB-A55: starts the phase; in each step the First Player goes first.
    pub(crate) fn begin_reinforcement(&mut self) {
        let turn = self.state.turn;
        for unit in self.field.units() {
            self.state.unit_mut(unit).acted = false;
        }
        let unspent = SideIndex::BOTH.map(|side| {
            let mut count = 0;
            for chit in self.in_box(side, ChitBox::Available) {
                let reusable = matches!(self.field.chit(chit).role, ChitRole::Reusable);
                // FAB-A21: a chit that became available only this turn does not qualify.
                if reusable && self.state.available_since[chit.index()] < turn {
                    count += 1;
                }
            }
            count
        });
        let [first, second] = SideIndex::BOTH;
        self.state.tasks.extend([
            Task::FillCup(second),
            Task::FillCup(first),
            Task::Arrive(second),
            Task::Arrive(first),
            Task::Recycle(second),
            Task::Recycle(first),
            Task::Renew(second),
            Task::Renew(first),
            Task::TakeBack(second, unspent[1]),
            Task::TakeBack(first, unspent[0]),
        ]);
    }

    /// Assets of a side in its Used box.
    pub(crate) fn used_assets(&self, side: SideIndex) -> impl Iterator<Item = ChitIndex> + '_ {
        self.in_box(side, ChitBox::Used).filter(|&chit| self.field.chit(chit).asset().is_some())
    }

    /// FAB-4.1a1: moves an asset straight to Available.
    pub(crate) fn take_back(&mut self, chit: ChitIndex) {
        if let Some(Task::TakeBack(_, left)) = self.state.tasks.last_mut() {
            *left -= 1;
        }
        self.move_chit(chit, ChitPlace::In(ChitBox::Available), FAB_4_1A1);
    }

    /// FAB-4.1a2: returns used Special Actions.
    pub(crate) fn renew(&mut self, side: SideIndex) {
        let turn = self.state.turn;
        let field = std::sync::Arc::clone(&self.field);
        for chit in field.chits_of(side) {
            let card = field.chit(chit);
            let comes = match self.state.chit(chit) {
                ChitPlace::In(ChitBox::Used) => true,
                ChitPlace::Turn(due) => due <= turn,
                _ => false,
            };
            if matches!(card.role, ChitRole::Reusable) && comes {
                self.state.available_since[chit.index()] = turn;
                self.move_chit(chit, ChitPlace::In(ChitBox::Available), FAB_4_1A2);
            }
        }
    }

    /// FAB-4.1b: moves these assets to the cup.
    pub(crate) fn recycle(&mut self, chits: &[ChitIndex]) {
        self.state.tasks.pop();
        for &chit in chits {
            self.move_chit(chit, ChitPlace::In(ChitBox::Cup), FAB_4_1B);
        }
    }

    /// Units of a side that may arrive now: the longest delayed unit, or this turn's units if none
    /// is delayed (FAB-P3).
    pub(crate) fn arriving_units(&self, side: SideIndex) -> SmallVec<[UnitIndex; 16]> {
        let (mut delayed, mut due) = (None, SmallVec::new());
        for unit in self.field.units_of(side).filter(|&unit| !self.state.unit(unit).acted) {
            match self.state.unit(unit).place {
                UnitPlace::Delayed(since) if delayed.is_none_or(|first| (since, unit) < first) => {
                    delayed = Some((since, unit));
                }
                UnitPlace::Awaited(turn) if turn <= self.state.turn => due.push(unit),
                _ => {}
            }
        }
        match delayed {
            Some((_, unit)) => SmallVec::from_slice(&[unit]),
            None => due,
        }
    }

    /// FAB-4.1c2: whether a unit of a side may arrive in this area.
    fn may_arrive_in(&self, side: SideIndex, area: AreaIndex) -> bool {
        let room = usize::from(self.field.rules().stacking);
        self.state.units_in(area, side).len() < room
            && (self.controls(side, area) || self.is_empty(area))
    }

    /// The areas for the letters on a unit's label (FAB-4.1c3).
    pub(crate) fn printed_entries(&self, unit: UnitIndex) -> Entries {
        let card = self.field.unit(unit);
        let UnitStart::Reinforcement { entry: (first, last), .. } = card.unit.start else {
            return Entries::new();
        };
        let printed = |entry: &&EntryCard| {
            (first..=last).contains(&entry.letter) && entry.sides[card.side.index()]
        };
        let entries = self.field.entries().iter().filter(printed);
        entries.flat_map(|entry| entry.areas.iter().copied()).collect()
    }

    /// The areas in which a unit may arrive without a Special Action.
    pub(crate) fn entry_areas(&self, unit: UnitIndex) -> Entries {
        let card = self.field.unit(unit);
        let UnitStart::Reinforcement { entry: (first, _), .. } = card.unit.start else {
            return Entries::new();
        };
        let side = card.side;
        let own = |entry: &&EntryCard| entry.sides[side.index()];
        let entries = self.field.entries();
        let by_letter = self.printed_entries(unit);
        let policy = &self.field.battle().scene().entry_policy;
        let delayed = matches!(self.state.unit(unit).place, UnitPlace::Delayed(_));
        let mut areas: Entries = if delayed && policy.any_letter_after_delay {
            entries.iter().filter(own).flat_map(|entry| entry.areas.iter().copied()).collect()
        } else {
            by_letter.clone()
        };
        areas.retain(|area| self.may_arrive_in(side, *area));
        areas.sort_unstable();
        areas.dedup();
        if delayed && policy.any_letter_after_delay {
            // FAB-A25: the areas nearest to the printed ones; the owner breaks ties.
            let entry_distance = |area: AreaIndex| match policy.nearest {
                NearestEntry::Graph => by_letter
                    .iter()
                    .filter_map(|&from| self.field.distance(from, area))
                    .min()
                    .map_or(u32::MAX, u32::from),
                NearestEntry::LetterOrder => entries
                    .iter()
                    .find(|entry| entry.sides[side.index()] && entry.areas.contains(&area))
                    .map_or(u32::MAX, |entry| u32::from(entry.letter).abs_diff(u32::from(first))),
            };
            if let Some(nearest) = areas.iter().map(|&area| entry_distance(area)).min() {
                areas.retain(|area| entry_distance(*area) == nearest);
            }
        }
        areas
    }

    /// FAB-8.27: whether this Special Action may bring in a unit due this turn in the area.
    pub(crate) fn may_redirect(
        &self,
        unit: UnitIndex,
        area: AreaIndex,
        by: ChitIndex,
    ) -> Result<(), Refusal> {
        let side = self.side_of(unit);
        self.may_spend(side, by, &[unit])?;
        let in_its_turn = matches!(self.state.unit(unit).place, UnitPlace::Awaited(_));
        ensure(in_its_turn, FAB_8_27, "only units of this turn can be redirected")?;
        let allowed = &self.field.battle().scene().entry_policy.redirect_allowed;
        let entry = self.field.entries().iter().any(|entry| {
            entry.sides[side.index()]
                && entry.areas.contains(&area)
                && (allowed.is_empty() || allowed.contains(&entry.letter))
        });
        ensure(entry, FAB_8_27, "it is not an entry area of the side")?;
        ensure(self.may_arrive_in(side, area), FAB_4_1C2, "the area is full or held by the enemy")
    }

    /// Whether the side has any choice about arrivals.
    pub(crate) fn arrival_choice(&self, side: SideIndex) -> bool {
        self.arriving_units(side)
            .into_iter()
            .any(|unit| !self.entry_areas(unit).is_empty() || self.redirects(unit).next().is_some())
    }

    /// All arrivals that a Special Action makes possible.
    pub(crate) fn redirects(
        &self,
        unit: UnitIndex,
    ) -> impl Iterator<Item = (AreaIndex, ChitIndex)> + '_ {
        let side = self.side_of(unit);
        let areas = self.field.entries().iter().flat_map(|entry| entry.areas.iter().copied());
        areas
            .flat_map(move |area| {
                let actions = self.special_actions(side);
                actions.map(move |by| (area, by))
            })
            .filter(move |&(area, by)| self.may_redirect(unit, area, by).is_ok())
    }

    /// Judges an arrival (FAB-4.1c).
    pub(crate) fn judge_arrival(
        &self,
        side: SideIndex,
        unit: UnitIndex,
        area: AreaIndex,
        by: Option<ChitIndex>,
    ) -> Result<(), Refusal> {
        ensure(
            self.arriving_units(side).contains(&unit),
            FAB_4_1C1,
            "that unit cannot arrive now",
        )?;
        if let Some(by) = by {
            // FAB-4.1c5.
            return self.may_redirect(unit, area, by);
        }
        ensure(self.entry_areas(unit).contains(&area), FAB_4_1C2, "it cannot arrive there")
    }

    /// Places an arriving unit (FAB-4.1c).
    pub(crate) fn arrive(&mut self, unit: UnitIndex, area: AreaIndex, by: Option<ChitIndex>) {
        if let Some(by) = by {
            self.spend(by, FAB_8_27);
        }
        let rule = if by.is_some() { FAB_8_27 } else { FAB_4_1C1 };
        self.put(unit, UnitPlace::Area(area));
        let state = self.state.unit_mut(unit);
        state.acted = true;
        state.order = Order::Good;
        // FAB-A35: the unit is in supply until the next Supply Phase.
        state.supplied = true;
        self.record(rule, Happening::Arrived { unit, area });
        // FAB-A24: the unit is face up if other units in the area are.
        if self.is_face_up(area) {
            self.reveal(unit, FAB_A24);
        }
        self.refresh_control(area);
        self.end_reserves(area);
    }

    /// Delays a unit to the next turn (FAB-4.1c4).
    pub(crate) fn delay(&mut self, unit: UnitIndex) {
        let state = self.state.unit_mut(unit);
        state.acted = true;
        if let UnitPlace::Awaited(due) = state.place {
            state.place = UnitPlace::Delayed(due);
        }
        self.record(FAB_4_1C4, Happening::Delayed { unit });
    }

    /// Delays units without a free entry area (FAB-4.1c4).
    pub(crate) fn delay_the_others(&mut self, side: SideIndex) {
        let blocked = self.arriving_units(side);
        if !blocked.is_empty() {
            blocked.into_iter().for_each(|unit| self.delay(unit));
            // Units that queue behind earlier delayed units may still have an entry area.
            self.state.tasks.push(Task::Arrive(side));
        }
    }

    /// Puts a side's chits of this turn in its cup (FAB-4.1d).
    pub(crate) fn fill_cup(&mut self, side: SideIndex) {
        let turn = self.state.turn;
        for chit in self.field.chits() {
            let due = matches!(self.state.chit(chit), ChitPlace::Turn(due) if due <= turn);
            let card = self.field.chit(chit);
            if due && card.side == side && !matches!(card.role, ChitRole::Reusable) {
                self.move_chit(chit, ChitPlace::In(ChitBox::Cup), FAB_4_1D);
            }
        }
    }

    /// FAB-5.22b: whether units of both sides are face up in an area.
    pub(crate) fn is_face_up(&self, area: AreaIndex) -> bool {
        let units = self.state.occupants[area.index()].iter().flatten();
        units.into_iter().any(|&unit| self.state.unit(unit).reveal == crate::state::Reveal::FaceUp)
    }
}
