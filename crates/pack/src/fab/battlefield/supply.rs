//! The areas that a side's supply reaches (FAB-9.31, FAB-P17).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{AreaIndex, AreaSet, Battlefield, EdgeIndex, SideIndex};

/// The state of a game that supply depends on.
pub trait SupplyState {
    /// Whether a side controls an area (FAB-2.4c).
    fn controls(&self, side: SideIndex, area: AreaIndex) -> bool;
    /// Whether both sides have forces in an area (FAB-2.4b).
    fn is_contested(&self, area: AreaIndex) -> bool;
    /// Whether the bridge of a border is blown.
    fn is_blown(&self, edge: EdgeIndex) -> bool;
}

impl Battlefield {
    /// FAB-P17: the areas from which a side can trace a route to a supply source.
    pub fn supplied_areas(&self, now: &impl SupplyState, side: SideIndex) -> AreaSet {
        let mut supplied = AreaSet::default();
        let _ = self.follow_supply(now, side, |area| {
            supplied.insert(area);
            ControlFlow::Continue(())
        });
        supplied
    }

    /// Visits every area from which a side can trace a route to a source, until the visitor stops.
    /// FAB-9.31a, FAB-9.31b: the first border of a route may have a blown bridge, and its start may
    /// be enemy-controlled.
    pub fn follow_supply(
        &self,
        now: &impl SupplyState,
        side: SideIndex,
        mut visit: impl FnMut(AreaIndex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut network = AreaSet::default();
        let mut open: SmallVec<[AreaIndex; 128]> = SmallVec::new();
        for source in self.sources(side) {
            // FAB-A33: the source works while the side controls its area, contested or not.
            let controlled = now.controls(side, source.area);
            let usable = (!source.needs_control || controlled)
                && !(source.disabled_if_contested && now.is_contested(source.area));
            if usable {
                visit(source.area)?;
                if controlled && !network.contains(source.area) {
                    network.insert(source.area);
                    open.push(source.area);
                }
            }
        }
        while let Some(area) = open.pop() {
            for &(next, edge) in &self.area(area).neighbours {
                if self.edge(edge).blocks_supply {
                    continue;
                }
                visit(next)?;
                // FAB-9.31c: routes continue through friendly areas, with or without enemies in
                // them.
                let leads =
                    !network.contains(next) && now.controls(side, next) && !now.is_blown(edge);
                if leads {
                    network.insert(next);
                    open.push(next);
                }
            }
        }
        ControlFlow::Continue(())
    }
}
