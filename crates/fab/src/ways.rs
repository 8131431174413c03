//! Where a unit can go, and how: for each area that it can end in, the way that leaves it most
//! movement points.

use smallvec::SmallVec;

use crate::game::Game;
use crate::index::{AreaIndex, ChitIndex, UnitIndex};
use crate::state::{Mode, Motion};

/// A way, area by area.
pub type Way = SmallVec<[AreaIndex; 8]>;

/// An area that a search has come to.
#[derive(Clone, Copy)]
struct Reached {
    /// Movement points left.
    points: u8,
    /// Areas entered.
    steps: u8,
    /// Where it came from.
    from: AreaIndex,
    /// Must it stop there?
    stops: bool,
}

impl Game {
    /// Every way on which a unit can set out now, or go on if it was turned back.
    pub(crate) fn ways(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Vec<Way> {
        let going_on = self.state.motion.as_ref().filter(|motion| motion.unit == unit);
        match (going_on, self.mode(unit, by)) {
            (Some(motion), _) => self.ways_of(motion.clone()),
            (None, Some(mode)) => self.ways_of(self.motion(unit, mode)),
            (None, None) => Vec::new(),
        }
    }

    /// The best way to each area, nearest first.
    fn ways_of(&self, motion: Motion) -> Vec<Way> {
        let Some(start) = self.state.area_of(motion.unit) else { return Vec::new() };
        let count = self.state.areas.len();
        let mut reached: SmallVec<[Option<Reached>; 128]> = SmallVec::from_elem(None, count);
        let mut ring: SmallVec<[AreaIndex; 16]> = SmallVec::from_slice(&[start]);
        let areas = if motion.mode == Mode::Exploitation { 1 } else { u8::MAX };
        let card = self.field.unit(motion.unit);
        let (class, allowance) = (card.class, card.allowance);
        let mut at = motion;
        let (steps, points) = (at.steps, at.points);
        let mut found: SmallVec<[AreaIndex; 128]> = SmallVec::new();
        while !ring.is_empty() {
            let mut next: SmallVec<[AreaIndex; 16]> = SmallVec::new();
            for &here in &ring {
                let come = if here == start { None } else { reached[here.index()] };
                at.steps = come.map_or(steps, |come| come.steps);
                at.points = come.map_or(points, |come| come.points);
                at.stopped = come.is_some_and(|come| come.stops);
                if at.stopped || at.steps >= areas {
                    continue;
                }
                for &(to, edge) in &self.field.area(here).neighbours {
                    if to == start {
                        continue;
                    }
                    // What is there already with as much left is not asked again.
                    let cost = self.field.edge(edge).cost.of(class).min(allowance);
                    let most = at.points.saturating_sub(cost);
                    if reached[to.index()].is_some_and(|before| most <= before.points) {
                        continue;
                    }
                    let Ok(step) = self.judge_crossing(&at, edge, to) else { continue };
                    let left = at.points.saturating_sub(step.cost);
                    let better = reached[to.index()].is_none_or(|before| left > before.points);
                    if better {
                        if reached[to.index()].is_none() {
                            found.push(to);
                        }
                        let steps = at.steps + 1;
                        reached[to.index()] =
                            Some(Reached { points: left, steps, from: here, stops: step.stops });
                        if !next.contains(&to) {
                            next.push(to);
                        }
                    }
                }
            }
            ring = next;
        }
        found.retain(|area| self.may_end_in(at.unit, *area).is_ok());
        found.into_iter().map(|area| way_to(area, start, &reached)).collect()
    }
}

/// The way to an area, from where it was reached.
fn way_to(area: AreaIndex, start: AreaIndex, reached: &[Option<Reached>]) -> Way {
    let mut way = Way::new();
    let mut here = area;
    while here != start {
        way.push(here);
        here = reached[here.index()].expect("it was reached from somewhere").from;
    }
    way.reverse();
    way
}
