//! A validated battle with the source locations of its parts.

use std::cell::OnceCell;

use sandtable_pack::fab::{
    AreaIndex, AreaSet, Battlefield, EdgeIndex, SideIndex, SupplyState, UnitStart,
};
use sandtable_pack::{SideId, fab as pack};
use sandtable_source::Span;

use super::authored_battle::entries;
use sandtable_authored::fab::Scenario;

/// A battle and its authored scenario.
pub(crate) struct LocatedBattle<'r> {
    pub(crate) scenario: &'r Scenario,
    pub(crate) field: Battlefield,
    /// The side that controls each area at the start.
    controllers: Vec<SideIndex>,
    /// The areas in which each side has units at the start.
    occupied: [AreaSet; 2],
    /// The first turn in which units of each side can be in each area, cached for several checks.
    pub(crate) first_turns: OnceCell<[Vec<Option<u8>>; 2]>,
}

impl<'r> LocatedBattle<'r> {
    pub(crate) fn new(scenario: &'r Scenario, battle: pack::Battle) -> Self {
        let field = Battlefield::new(battle);
        let control = &field.battle().scene().control;
        let holder = |area| field.side(&control[&field.area(area).id]);
        let holders = field.areas().map(holder).collect();
        let mut occupied = [AreaSet::default(); 2];
        for unit in field.units().map(|unit| field.unit(unit)) {
            if let UnitStart::SetUp { area, .. } = &unit.unit.start
                && let Some(area) = field.find_area(area.as_str())
            {
                occupied[unit.side.index()].insert(area);
            }
        }
        Self { scenario, field, controllers: holders, occupied, first_turns: OnceCell::new() }
    }

    pub(crate) fn scene(&self) -> &pack::Scene {
        self.field.battle().scene()
    }

    /// The source location of an area.
    pub(crate) fn area_at(&self, area: AreaIndex) -> Span {
        self.scenario.areas[self.field.area(area).list_index].id.span
    }

    /// The id of an area.
    pub(crate) fn area_id(&self, area: AreaIndex) -> &str {
        self.field.area(area).id.as_str()
    }

    /// The side that controls an area at the start.
    pub(crate) fn holder(&self, area: AreaIndex) -> SideIndex {
        self.controllers[area.index()]
    }

    /// The source location of an edge.
    pub(crate) fn edge_at(&self, edge: EdgeIndex) -> Span {
        self.scenario.edges[edge.index()].span
    }

    /// The source location of the turn in which a chit enters the cup: in the schedule or at the
    /// event.
    pub(crate) fn chit_at(&self, id: &str) -> Option<Span> {
        let mut schedule = entries(&self.scenario.chit_schedule);
        let scheduled = schedule.find(|(chit, _)| chit.value == id).map(|(_, turn)| turn.span);
        let mut events = self.scenario.events.iter();
        let printed = || events.find(|one| one.id.value.0 == id)?.turn.as_ref().map(|at| at.span);
        scheduled.or_else(printed)
    }

    /// The number of chits that a side draws in both player turns of each turn, from turn 1 on;
    /// zero before play starts (FAB-D38).
    pub(crate) fn draws(&self, side: &SideId) -> Vec<[usize; 2]> {
        let scene = self.scene();
        let start = &scene.start;
        let is_past = |turn: u8, in_second: bool| {
            let has_begun = start.phase != pack::Phase::Reinforcement;
            let second_plays = has_begun && start.player != scene.first_player;
            // Draws are the first step of the player turn in which play starts.
            let over = has_begun && start.phase > pack::Phase::Administration;
            let in_this = match (in_second, second_plays) {
                (false, true) => true,
                (true, false) => false,
                (false, false) | (true, true) => over,
            };
            turn < start.turn || (turn == start.turn && in_this)
        };
        let track = (1..).zip(&scene.turn_track);
        let draws = track.map(|(turn, entry)| {
            let draws = entry.draws[side];
            [(false, draws.first), (true, draws.second)].map(|(in_second, draws)| {
                if is_past(turn, in_second) { 0 } else { usize::from(draws) }
            })
        });
        draws.collect()
    }

    /// The id of a side.
    pub(crate) fn side_id(&self, side: SideIndex) -> &str {
        self.field.sides()[side.index()].as_str()
    }

    /// The areas reachable from the given ones, over edges that pass a filter.
    pub(crate) fn reachable_areas(
        &self,
        from: impl IntoIterator<Item = AreaIndex>,
        passes: impl Fn(EdgeIndex) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.scene().areas.len()];
        let mut open: Vec<AreaIndex> = from.into_iter().collect();
        for area in &open {
            reached[area.index()] = true;
        }
        while let Some(area) = open.pop() {
            for &(next, edge) in &self.field.area(area).neighbours {
                if !reached[next.index()] && passes(edge) {
                    reached[next.index()] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}

/// The supply state at the start.
impl SupplyState for LocatedBattle<'_> {
    fn controls(&self, side: SideIndex, area: AreaIndex) -> bool {
        self.holder(area) == side
    }

    fn is_contested(&self, area: AreaIndex) -> bool {
        self.occupied.iter().all(|occupied| occupied.contains(area))
    }

    fn is_blown(&self, edge: EdgeIndex) -> bool {
        self.field.is_blown_at_start(edge)
    }
}
