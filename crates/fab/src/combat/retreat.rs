//! Retreats (FAB-6.6, FAB-P16).

use sandtable_engine::Refusal;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{Mobility, NoWayBack, Order};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::{Node, Question};
use crate::game::event::Happening;
use crate::state::{RetreatCause, Retreats, Task, UnitPlace, Units};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitCard, UnitIndex};

type Areas = SmallVec<[AreaIndex; 8]>;

impl Game {
    pub(crate) fn begin_retreats(&mut self, retreats: Retreats) {
        self.state.retreats = Some(retreats);
        self.state.tasks.push(Task::Retreats);
    }

    /// FAB-6.6, FAB-A48: the areas to which a unit can retreat.
    pub(crate) fn retreat_areas(&self, unit: UnitIndex, cause: RetreatCause) -> Areas {
        self.retreat_areas_after(unit, cause, &[])
    }

    /// FAB-D5: whether a unit may retreat at all. A fixed post cannot: if the units beside it
    /// retreat, `no_way_back` applies to it (FAB-A4; by default it loses a step). A unit that moved by
    /// an event may go back over the river that it crossed (FAB-A47).
    fn may_retreat(&self, unit: UnitIndex, cause: RetreatCause) -> bool {
        match self.field.unit(unit).moves {
            Mobility::Freely => true,
            Mobility::ByEvent => {
                matches!(cause, RetreatCause::SpecialAction | RetreatCause::RiverAssault)
            }
            Mobility::Never => false,
        }
    }

    /// FAB-A36: the units of which one must leave an overstacked area. A unit that may not retreat
    /// is among them only if all are such units; then it is eliminated (FAB-5.1c).
    pub(crate) fn excess_units(&self, area: AreaIndex, side: SideIndex) -> Units {
        let units = self.state.units_in(area, side);
        let retreats = |unit: &UnitIndex| self.may_retreat(*unit, RetreatCause::Overstacked);
        let mobile: Units = units.iter().copied().filter(retreats).collect();
        if mobile.is_empty() { units.clone() } else { mobile }
    }

    /// As `retreat_areas`, but after other units have retreated to `taken`.
    fn retreat_areas_after(
        &self,
        unit: UnitIndex,
        cause: RetreatCause,
        taken: &[AreaIndex],
    ) -> Areas {
        let &UnitCard { side, class, .. } = self.field.unit(unit);
        let start = self.state.area_of(unit).filter(|_| self.may_retreat(unit, cause));
        let Some(start) = start else { return Areas::new() };
        let room = usize::from(self.field.rules().stacking);
        let mut seen: SmallVec<[bool; 128]> = SmallVec::from_elem(false, self.state.areas.len());
        seen[start.index()] = true;
        let mut ring = Areas::from_slice(&[start]);
        // FAB-A47: a unit that aborts a river assault goes back over the border that it crossed.
        let mut only = match cause {
            RetreatCause::RiverAssault => self.state.unit(unit).came_by.map(|(edge, _)| edge),
            RetreatCause::Hit | RetreatCause::SpecialAction | RetreatCause::Overstacked => None,
        };
        loop {
            let mut next = Areas::new();
            for &area in &ring {
                for &(to, edge) in &self.field.area(area).neighbours {
                    let border = self.field.edge(edge);
                    // FAB-6.6a exempts only blown bridges.
                    let open = !seen[to.index()]
                        && only.is_none_or(|only| only == edge)
                        && !border.blocks_retreat
                        && !border.impassable.for_class(class)
                        && self.holds(side, to);
                    if open {
                        seen[to.index()] = true;
                        next.push(to);
                    }
                }
            }
            only = None;
            let free = |area: &AreaIndex| {
                let more = taken.iter().filter(|&one| one == area).count();
                self.state.units_in(*area, side).len() + more < room
            };
            // FAB-6.6c: if all areas are full, the unit continues to the nearest one that is not.
            let found: Areas = next.iter().copied().filter(free).collect();
            if !found.is_empty() || next.is_empty() {
                return found;
            }
            ring = next;
        }
    }

    /// FAB-A4: whether all these units can retreat, given that each takes up space.
    pub(crate) fn all_can_retreat(&self, units: &[UnitIndex], cause: RetreatCause) -> bool {
        fn can_all_retreat(
            game: &Game,
            units: &[UnitIndex],
            cause: RetreatCause,
            taken: &mut Vec<AreaIndex>,
        ) -> bool {
            let Some((&unit, others)) = units.split_first() else { return true };
            game.retreat_areas_after(unit, cause, taken).into_iter().any(|area| {
                taken.push(area);
                let free = can_all_retreat(game, others, cause, taken);
                taken.pop();
                free
            })
        }
        can_all_retreat(self, units, cause, &mut Vec::new())
    }

    /// FAB-A4: the steps that these units lose in a retreat because some of them cannot retreat.
    pub(crate) fn retreat_losses(&self, units: &[UnitIndex]) -> u8 {
        let is_stuck = |unit: &UnitIndex| self.retreat_areas(*unit, RetreatCause::Hit).is_empty();
        let loss = |&unit: &UnitIndex| match self.field.rules().rulings.no_way_back {
            NoWayBack::Eliminate => self.state.unit(unit).steps,
            NoWayBack::StepLoss => 1,
        };
        units.iter().filter(|unit| is_stuck(unit)).map(loss).sum()
    }

    /// The decision that retreating units wait for.
    pub(crate) fn retreat_node(&self) -> Option<Node> {
        let retreats = self.state.retreats.as_ref()?;
        let ways = |&unit: &UnitIndex| self.retreat_areas(unit, retreats.cause).len();
        let choices: usize = retreats.units.iter().map(ways).sum();
        let question = Question::Retreat;
        (choices > 1).then_some(Node::Decision { side: retreats.side, question })
    }

    /// Makes retreats that leave no choice, and handles units that cannot retreat.
    pub(crate) fn advance_retreats(&mut self) {
        let retreats = self.state.retreats.clone().expect("units are retreating");
        let way = |&unit: &UnitIndex| {
            self.retreat_areas(unit, retreats.cause).first().map(|&to| (unit, to))
        };
        if let Some((unit, to)) = retreats.units.iter().find_map(way) {
            self.retreat(unit, to);
            return;
        }
        self.state.tasks.pop();
        self.state.retreats = None;
        for unit in retreats.units {
            self.penalise_stuck_unit(unit, retreats.cause);
        }
    }

    /// FAB-6.6d, FAB-A4: applies the penalty for a unit that cannot retreat.
    fn penalise_stuck_unit(&mut self, unit: UnitIndex, cause: RetreatCause) {
        match (cause, self.field.rules().rulings.no_way_back) {
            // FAB-5.1c: a unit that cannot cure overstacking is eliminated.
            (RetreatCause::Overstacked, _) => self.eliminate(unit, FAB_5_1C),
            (_, NoWayBack::Eliminate) => self.eliminate(unit, FAB_A4),
            (_, NoWayBack::StepLoss) => self.lose_step(unit, FAB_6_6D),
        }
    }

    /// Judges whether this unit may retreat to an area now.
    pub(crate) fn judge_retreat(&self, unit: UnitIndex, to: AreaIndex) -> Result<(), Refusal> {
        let Some(retreats) = &self.state.retreats else {
            return refuse(FAB_6_6A, "no unit retreats now");
        };
        ensure(retreats.units.contains(&unit), FAB_6_6A, "that unit does not retreat")?;
        let areas = self.retreat_areas(unit, retreats.cause);
        ensure(areas.contains(&to), FAB_6_6B, "it cannot retreat there")
    }

    /// Moves a retreating unit.
    pub(crate) fn retreat(&mut self, unit: UnitIndex, to: AreaIndex) {
        let retreats = self.state.retreats.as_mut().expect("units are retreating");
        retreats.units.retain(|one| *one != unit);
        let cause = retreats.cause;
        let from = self.state.area_of(unit).expect("the unit is on the map");
        if let Some(round) = &mut self.state.round {
            round.remove_unit(unit);
        }
        // FAB-6.6e: a retreat costs no movement points.
        self.put(unit, UnitPlace::Area(to));
        self.record(FAB_6_6A, Happening::Retreated { unit, from, to, cause });
        self.hide(unit, FAB_6_29);
        // FAB-6.6f: the unit is disordered unless it retreats by Special Action.
        if cause != RetreatCause::SpecialAction {
            self.set_order(unit, Order::Disordered, FAB_6_6F);
        }
        self.set_reserve(unit, false, FAB_5_21C);
        self.refresh_control(from);
    }
}
