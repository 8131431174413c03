//! Optional and mandatory combats (FAB-6.1, FAB-7.4, FAB-8.22).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{Order, Phase};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::round::{Round, Stage};
use crate::state::{Task, Units};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex};

impl Game {
    /// Whether the phasing side can attack here. The area must be contested, not yet fought for,
    /// and contain a unit of that side in good order (FAB-6.2b).
    fn can_attack(&self, area: AreaIndex) -> bool {
        let units = self.state.units_in(area, self.state.phasing);
        !units.is_empty()
            && !self.state.area(area).fought
            && self.is_contested(area)
            && units.iter().any(|&unit| self.state.unit(unit).order == Order::Good)
    }

    /// FAB-6.1a: areas with a mandatory combat.
    pub(crate) fn mandatory_combats(&self) -> impl Iterator<Item = AreaIndex> + '_ {
        self.contested()
            .iter()
            .filter(|&area| !self.state.area(area).contested_at_start && self.can_attack(area))
    }

    /// FAB-6.1a: areas with an optional combat. In Breakthrough Combat each costs a Special Action.
    pub(crate) fn optional_combats(
        &self,
    ) -> impl Iterator<Item = (AreaIndex, Option<ChitIndex>)> + '_ {
        let breakthrough = self.state.phase == Phase::BreakthroughCombat;
        self.contested()
            .iter()
            .filter(|&area| self.state.area(area).contested_at_start && self.can_attack(area))
            .flat_map(move |area| {
                let by = self.special_actions(self.state.phasing);
                let paid = by
                    .filter(move |&by| breakthrough && self.judge_second_combat(area, by).is_ok())
                    .map(move |by| (area, Some(by)));
                (!breakthrough).then_some((area, None)).into_iter().chain(paid)
            })
    }

    /// FAB-8.22, FAB-A68: whether a Special Action may be spent on a combat here.
    fn judge_second_combat(&self, area: AreaIndex, by: ChitIndex) -> Result<(), Refusal> {
        let side = self.state.phasing;
        let units = self.participants(area, side);
        self.may_spend(side, by, &units)?;
        let supplied = units.iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(supplied, FAB_A68, "not all attackers are in supply")
    }

    /// Units of the phasing side that would attack here, which are neither disordered nor
    /// recovering (FAB-2.3b, FAB-9.33d).
    pub(crate) fn participants(&self, area: AreaIndex, side: SideIndex) -> Units {
        let units = self.state.units_in(area, side).iter().copied();
        units.filter(|&unit| self.state.unit(unit).order == Order::Good).collect()
    }

    /// Whether there is a choice of combats.
    pub(crate) fn has_combat_choice(&self) -> bool {
        self.optional_combats().next().is_some() || self.mandatory_combats().nth(1).is_some()
    }

    /// Begins the only mandatory combat, or ends the phase.
    pub(crate) fn next_combat(&mut self) {
        let next = self.mandatory_combats().next();
        match next {
            Some(area) => self.fight(area, None),
            None => {
                self.state.tasks.pop();
            }
        }
    }

    /// Judges whether a combat in this area may begin now.
    pub(crate) fn judge_fight(
        &self,
        area: AreaIndex,
        by: Option<ChitIndex>,
    ) -> Result<(), Refusal> {
        self.ensure_area(area)?;
        ensure(self.is_contested(area), FAB_6_1A, "the area is not contested")?;
        ensure(
            !self.state.area(area).fought,
            FAB_6_1B,
            "it has already been fought for in this phase",
        )?;
        ensure(self.can_attack(area), FAB_6_2B, "no unit in good order can attack there")?;
        let must = !self.state.area(area).contested_at_start;
        match (must, by, self.state.phase) {
            (true, None, _) => Ok(()),
            (true, Some(_), _) => {
                refuse(FAB_7_41, "a newly contested area needs no Special Action")
            }
            (false, Some(by), Phase::BreakthroughCombat) => self.judge_second_combat(area, by),
            (false, None, Phase::BreakthroughCombat) => {
                refuse(FAB_7_42, "a combat there costs a Special Action")
            }
            (false, None, _) => Ok(()),
            (false, Some(_), _) => {
                refuse(FAB_8_22, "a Special Action is spent this way only in Breakthrough Combat")
            }
        }
    }

    /// Begins a round.
    pub(crate) fn fight(&mut self, area: AreaIndex, by: Option<ChitIndex>) {
        if let Some(by) = by {
            self.spend(by, FAB_8_22);
        }
        self.state.area_mut(area).fought = true;
        self.record(FAB_6_1B, Happening::Combat { area });
        self.state.round = Some(Box::new(Round {
            area,
            stage: Stage::Muster,
            units: Default::default(),
            assets: Default::default(),
            events: [None; 2],
            points: [None; 2],
            joined: Units::new(),
            losses: SmallVec::new(),
            bled: [false; 2],
            clearing: None,
            batch: None,
            exploitation: false,
            aborted: false,
        }));
        self.state.tasks.push(Task::Round);
    }
}
