//! Which areas a side's supply reaches (FAB-9.31, FAB-P17).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{AreaIndex, AreaSet, Battlefield, EdgeIndex, SideIndex};

/// What supply asks of a moment of a game.
pub trait Holdings {
    /// Does a side control an area (FAB-2.4c)?
    fn controls(&self, side: SideIndex, area: AreaIndex) -> bool;
    /// Have both sides forces in an area (FAB-2.4b)?
    fn is_contested(&self, area: AreaIndex) -> bool;
    /// Is the bridge of a border blown?
    fn is_blown(&self, edge: EdgeIndex) -> bool;
}

impl Battlefield {
    /// FAB-P17: the areas from which a side's routes lead to a source.
    pub fn supplied(&self, now: &impl Holdings, side: SideIndex) -> AreaSet {
        let mut supplied = AreaSet::default();
        let _ = self.follow_supply(now, side, |area| {
            supplied.insert(area);
            ControlFlow::Continue(())
        });
        supplied
    }

    /// Comes to every area from which a route leads to a source of a side, until it has seen enough. FAB-9.31a, FAB-9.31b: the
    /// first border of a route may have a blown bridge, and its start may be the enemy's.
    pub fn follow_supply(
        &self,
        now: &impl Holdings,
        side: SideIndex,
        mut come: impl FnMut(AreaIndex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut network = AreaSet::default();
        let mut open: SmallVec<[AreaIndex; 128]> = SmallVec::new();
        for source in self.sources(side) {
            // FAB-A33: contested or not, while the side controls it.
            let controlled = now.controls(side, source.area);
            let usable = (!source.needs_control || controlled)
                && !(source.disabled_if_contested && now.is_contested(source.area));
            if usable {
                come(source.area)?;
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
                come(next)?;
                // FAB-9.31c: on through friendly areas, whatever enemies are in them.
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
