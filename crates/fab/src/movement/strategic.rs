//! Strategic movement (FAB-5.4, FAB-P9).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::Class;
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::event::Happening;
use crate::state::UnitPlace;
use sandtable_engine::ensure;
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

impl Game {
    /// FAB-D24: whether there is strategic movement this turn.
    pub(crate) fn strategic_turn(&self) -> bool {
        let rules = &self.field.rules().strategic_movement;
        rules.turns.is_none_or(|(first, last)| (first..=last).contains(&self.state.turn))
    }

    /// Whether the phasing side can move any unit strategically.
    pub(crate) fn can_transfer(&self) -> bool {
        let side = self.state.phasing;
        let room = |area| self.is_destination(side, area);
        self.field.units_of(side).any(|unit| {
            self.may_transfer(unit).is_ok() && self.reachable_areas(unit, room).iter().any(room)
        })
    }

    /// FAB-5.4a: whether this unit may move strategically at all.
    pub(crate) fn may_transfer(&self, unit: UnitIndex) -> Result<(), Refusal> {
        let state = self.state.unit(unit);
        let rules = &self.field.rules().strategic_movement;
        ensure(state.reserve, FAB_5_4A, "it is not in reserve")?;
        ensure(!state.impaired(), FAB_A52, "it is disordered, recovering or out of supply")?;
        let class = self.field.unit(unit).class;
        let allowed = rules.classes.is_empty() || rules.classes.contains(&class);
        ensure(allowed, FAB_D24, "its class does not move strategically")?;
        let left = rules.max_units_per_side.is_none_or(|max| self.state.strategic_moves < max);
        ensure(left, FAB_D24, "no more units may move strategically in this phase")
    }

    /// The destinations of each unit that may move strategically (FAB-5.4b).
    pub(crate) fn destinations(
        &self,
        side: SideIndex,
    ) -> impl Iterator<Item = (UnitIndex, AreaIndex)> + '_ {
        let open: AreaSet =
            self.field.areas().filter(|&area| self.is_destination(side, area)).collect();
        let limited = self.field.rules().strategic_movement.max_areas.is_some();
        // Chains work in both directions. A unit in an area that another unit's chain has reached
        // can therefore reach the same areas, and the other unit's start.
        let mut known: SmallVec<[(Class, AreaSet); 8]> = SmallVec::new();
        let units = self.field.units_of(side).filter(|&unit| self.may_transfer(unit).is_ok());
        units.flat_map(move |unit| {
            let class = self.field.unit(unit).class;
            let start =
                self.state.area_of(unit).expect("units that move strategically are on the map");
            let joined = |(of, joined): &&(Class, AreaSet)| *of == class && joined.contains(start);
            let reached = match known.iter().find(joined) {
                Some((_, joined)) => *joined,
                None => {
                    let mut reached = self.reachable_areas(unit, |_| false);
                    if !limited && self.leads_through(side, start) {
                        reached.insert(start);
                        known.push((class, reached));
                    }
                    reached
                }
            };
            let mut ends = reached & open;
            ends.remove(start);
            ends.iter().map(move |to| (unit, to))
        })
    }

    /// FAB-5.4b: whether a chain may lead into this area.
    fn leads_through(&self, side: SideIndex, area: AreaIndex) -> bool {
        let forbidden = &self.field.rules().strategic_movement.forbidden_areas;
        self.holds(side, area) && !forbidden.contains(&self.field.area(area).id)
    }

    /// FAB-5.4b: whether a unit may end in this area. The area must be in supply and not full.
    fn is_destination(&self, side: SideIndex, area: AreaIndex) -> bool {
        let room = usize::from(self.field.rules().stacking);
        self.state.area(area).supplied == Some(true) && self.state.units_in(area, side).len() < room
    }

    /// Areas reached by an unbroken chain of connections, without blown bridges and only through
    /// areas held by the side. Full areas can be passed (FAB-A46). The search stops once `enough`
    /// accepts an area.
    fn reachable_areas(&self, unit: UnitIndex, enough: impl Fn(AreaIndex) -> bool) -> AreaSet {
        let mut reached = AreaSet::default();
        let side = self.side_of(unit);
        let rules = &self.field.rules().strategic_movement;
        let class = self.field.unit(unit).class;
        let Some(start) = self.state.area_of(unit) else { return reached };
        let mut ring: SmallVec<[AreaIndex; 32]> = SmallVec::from_slice(&[start]);
        let mut length = 0;
        while !ring.is_empty() && rules.max_areas.is_none_or(|max| length < max) {
            length += 1;
            let mut next: SmallVec<[AreaIndex; 32]> = SmallVec::new();
            for area in ring {
                for &(to, edge) in &self.field.area(area).neighbours {
                    if to == start || reached.contains(to) {
                        continue;
                    }
                    let card = self.field.edge(edge);
                    let open = !self.state.is_blown(edge)
                        && !card.blocks_strategic
                        && !card.impassable.for_class(class)
                        && self.leads_through(side, to);
                    if open {
                        reached.insert(to);
                        if enough(to) {
                            return reached;
                        }
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        reached
    }

    /// Judges a strategic move.
    pub(crate) fn judge_transfer(
        &self,
        side: SideIndex,
        unit: UnitIndex,
        to: AreaIndex,
    ) -> Result<(), Refusal> {
        self.own_unit(side, unit)?;
        self.may_transfer(unit)?;
        self.ensure_area(to)?;
        let leads = self.is_destination(side, to)
            && self.reachable_areas(unit, |area| area == to).contains(to);
        ensure(
            leads,
            FAB_5_4B,
            "no chain of held areas leads there, or the area is full or out of supply",
        )
    }

    pub(crate) fn transfer(&mut self, unit: UnitIndex, to: AreaIndex) {
        let from = self.state.area_of(unit).expect("the action was judged");
        self.put(unit, UnitPlace::Area(to));
        self.state.strategic_moves += 1;
        self.record(FAB_5_4B, Happening::Moved { unit, from, to });
        self.set_reserve(unit, false, FAB_5_4C);
    }
}
