//! Engineer functions in an Administration Phase (FAB-4.3, FAB-P5).

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::ChitBox;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::ChitPlace;
use sandtable_engine::ensure;
use sandtable_pack::fab::{AreaIndex, ChitIndex, EdgeIndex, SideIndex};

impl Game {
    /// Checks that a chit is the side's engineers and available.
    fn engineers(&self, side: SideIndex, chit: ChitIndex) -> Result<(), Refusal> {
        self.ensure_available(side, chit)?;
        ensure(self.field.chit(chit).is_engineer(), FAB_4_3, "only engineers can do that")
    }

    /// Whether engineers can work from an area: it is held, in supply, and free of enemies.
    pub(crate) fn is_workshop(&self, side: SideIndex, area: AreaIndex) -> bool {
        self.holds(side, area) && self.state.area(area).supplied == Some(true)
    }

    /// FAB-4.31: whether engineers may blow these bridges.
    pub(crate) fn judge_blow(
        &self,
        side: SideIndex,
        engineer: ChitIndex,
        edges: &[EdgeIndex],
    ) -> Result<(), Refusal> {
        self.engineers(side, engineer)?;
        let is_valid_count =
            (1..=2).contains(&edges.len()) && (edges.len() < 2 || edges[0] != edges[1]);
        ensure(is_valid_count, FAB_4_31B, "engineers can blow one or two bridges")?;
        for &edge in edges {
            self.bridge(edge)?;
            ensure(!self.state.is_blown(edge), FAB_4_31C, "that bridge is already blown")?;
        }
        let areas = self.field.edge(edges[0]).areas;
        let shared = areas.into_iter().any(|area| {
            edges.iter().all(|&edge| self.field.edge(edge).areas.contains(&area))
                && self.is_workshop(side, area)
        });
        ensure(
            shared,
            FAB_4_31A,
            "no area next to all of them is held, in supply and uncontested",
        )?;
        let blown = self.state.blown.iter().filter(|&&blown| blown).count() + edges.len() - 1;
        let left = Self::marker_left(self.field.rules().marker_limits.blown, blown);
        ensure(left, FAB_4_31C, "no blown-bridge marker is left")
    }

    /// Checks that a border has a bridge.
    pub(crate) fn bridge(&self, edge: EdgeIndex) -> Result<(), Refusal> {
        let there = edge.index() < self.state.blown.len() && self.field.edge(edge).blown_capable;
        ensure(there, FAB_5_31C, "there is no bridge")
    }

    pub(crate) fn blow_bridges(&mut self, engineer: ChitIndex, edges: &[EdgeIndex]) {
        for &edge in edges {
            self.set_blown(edge, true, FAB_4_31C);
        }
        self.move_chit(engineer, ChitPlace::In(ChitBox::Used), FAB_4_31C);
    }

    /// FAB-4.32: whether engineers may repair this bridge.
    pub(crate) fn judge_repair(
        &self,
        side: SideIndex,
        engineer: ChitIndex,
        edge: EdgeIndex,
    ) -> Result<(), Refusal> {
        self.engineers(side, engineer)?;
        self.bridge(edge)?;
        ensure(self.state.is_blown(edge), FAB_4_32B, "that bridge is not blown")?;
        let [a, b] = self.field.edge(edge).areas;
        // FAB-A56: engineers may work from either area.
        let reached = |from, to| {
            let contests = !self.controls(side, to) && self.is_contested(to);
            self.is_workshop(side, from) && (self.controls(side, to) || contests)
        };
        ensure(
            reached(a, b) || reached(b, a),
            FAB_4_32A,
            "it needs one area held and in supply, and the other held or contested",
        )
    }

    pub(crate) fn repair_bridge(&mut self, engineer: ChitIndex, edge: EdgeIndex) {
        self.set_blown(edge, false, FAB_4_32B);
        self.move_chit(engineer, ChitPlace::In(ChitBox::Used), FAB_4_32B);
    }

    /// FAB-4.33: whether engineers may build fieldworks in an area.
    pub(crate) fn judge_fortify(
        &self,
        side: SideIndex,
        engineer: ChitIndex,
        area: AreaIndex,
    ) -> Result<(), Refusal> {
        self.engineers(side, engineer)?;
        self.ensure_area(area)?;
        let workshop = self.is_workshop(side, area);
        ensure(workshop, FAB_4_33, "the area is not held, in supply and uncontested")?;
        let formation = self.field.chit(engineer).formation;
        let with = self.state.units_in(area, side).iter().any(|&unit| {
            formation.is_none_or(|formation| self.field.unit(unit).formation == formation)
        });
        ensure(with, FAB_4_33, "the engineers' formation has no unit there")?;
        self.may_dig(area)
    }

    /// FAB-A18: whether the area can have fieldworks and a marker is left.
    pub(crate) fn may_dig(&self, area: AreaIndex) -> Result<(), Refusal> {
        let none = self.state.area(area).fieldworks.is_none();
        ensure(none, FAB_A18, "there are already fieldworks")?;
        let in_use = self.state.areas.iter().filter(|area| area.fieldworks.is_some()).count();
        let left = Self::marker_left(self.field.rules().marker_limits.fieldworks, in_use);
        ensure(left, FAB_5_23A, "no fieldworks marker is left")
    }

    pub(crate) fn fortify(&mut self, side: SideIndex, engineer: ChitIndex, area: AreaIndex) {
        self.set_fieldworks(area, Some(side), FAB_4_33);
        self.move_chit(engineer, ChitPlace::In(ChitBox::Used), FAB_4_33);
    }

    /// FAB-4.34a, FAB-4.35a: whether engineers may block the roads of an area.
    pub(crate) fn judge_roadblock(
        &self,
        side: SideIndex,
        engineer: ChitIndex,
        area: AreaIndex,
    ) -> Result<(), Refusal> {
        self.engineers(side, engineer)?;
        self.may_block(side, area)
    }

    /// FAB-4.34a: whether a side can place a roadblock here.
    pub(crate) fn may_block(&self, side: SideIndex, area: AreaIndex) -> Result<(), Refusal> {
        self.ensure_area(area)?;
        let workshop = self.is_workshop(side, area);
        ensure(workshop, FAB_4_34A, "the area is not the side's, or not in supply")?;
        ensure(self.is_empty(area), FAB_4_34A, "the area is not empty")?;
        let difficult = self.field.area(area).difficulty >= 1;
        ensure(difficult, FAB_4_34A, "the Terrain Difficulty Number is 0")?;
        let none = self.state.area(area).roadblock.is_none();
        ensure(none, FAB_4_34A, "there is already a roadblock")?;
        let in_use = self.state.areas.iter().filter(|area| area.roadblock.is_some()).count();
        let left = Self::marker_left(self.field.rules().marker_limits.roadblock, in_use);
        ensure(left, FAB_4_34A, "no roadblock marker is left")
    }

    pub(crate) fn set_roadblock(&mut self, area: AreaIndex, side: SideIndex, rule: RuleId) {
        self.state.area_mut(area).roadblock = Some(side);
        self.record(rule, Happening::Roadblock { area, side });
    }

    pub(crate) fn clear_roadblock(&mut self, area: AreaIndex, rule: RuleId) {
        if self.state.area(area).roadblock.is_some() {
            self.state.area_mut(area).roadblock = None;
            self.record(rule, Happening::RoadblockGone { area });
        }
    }

    pub(crate) fn roadblock(&mut self, side: SideIndex, engineer: ChitIndex, area: AreaIndex) {
        self.set_roadblock(area, side, FAB_4_34A);
        self.move_chit(engineer, ChitPlace::In(ChitBox::Used), FAB_4_34A);
    }

    /// FAB-4.35a, FAB-P24: places the engineers themselves in the area.
    pub(crate) fn defend_roadblock(&mut self, engineer: ChitIndex, area: AreaIndex) {
        self.move_chit(engineer, ChitPlace::OnMap(area), FAB_4_35A);
    }

    /// Checks that an area exists.
    pub(crate) fn ensure_area(&self, area: AreaIndex) -> Result<(), Refusal> {
        ensure(area.index() < self.state.areas.len(), FAB_2_4A, "no such area")
    }
}
