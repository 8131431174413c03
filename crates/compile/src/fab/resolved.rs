//! A battle that was read, with the places where its parts were written.

use sandtable_fab::{AreaIndex, Battlefield, EdgeIndex, SideIndex};
use sandtable_pack::fab as pack;
use sandtable_source::Span;

use super::authored::Scenario;

/// A battle and the scenario that it was read from.
pub(super) struct Resolved<'r> {
    pub(super) scenario: &'r Scenario,
    pub(super) field: Battlefield,
}

impl<'r> Resolved<'r> {
    pub(super) fn new(scenario: &'r Scenario, battle: pack::Battle) -> Self {
        Self { scenario, field: Battlefield::new(battle) }
    }

    pub(super) fn scene(&self) -> &pack::Scene {
        self.field.battle().scene()
    }

    /// Where an area was written.
    pub(super) fn area_at(&self, area: AreaIndex) -> Span {
        self.scenario.areas[self.field.area(area).authored].id.span
    }

    /// The id of an area.
    pub(super) fn area_id(&self, area: AreaIndex) -> &str {
        self.field.area(area).id.as_str()
    }

    /// Where an edge was written.
    pub(super) fn edge_at(&self, edge: EdgeIndex) -> Span {
        self.scenario.edges[edge.index()].span
    }

    /// The id of a side.
    pub(super) fn side_id(&self, side: SideIndex) -> &str {
        self.field.sides()[side.index()].as_str()
    }

    /// Areas that can be reached from some, over edges that a filter lets through.
    pub(super) fn reached(
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
