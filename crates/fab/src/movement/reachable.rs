//! Reachable areas: for each area in which a unit can end its move, the route that leaves the most
//! movement points.

use smallvec::SmallVec;

use crate::game::Game;
use crate::state::{Mode, Motion};
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::{AreaIndex, ChitIndex, UnitIndex};

/// A route, area by area.
pub type Way = SmallVec<[AreaIndex; 8]>;

/// The best arrival in an area found so far by a search.
#[derive(Clone, Copy)]
struct Arrival {
    /// Movement points left; negative if the area is not reached.
    points: i16,
    /// The previous area.
    from: AreaIndex,
    /// Whether the unit must stop in the area.
    stops: bool,
}

/// Every area in which a unit can end its move, and the best route to each.
pub(crate) struct Ways {
    start: AreaIndex,
    ends: SmallVec<[AreaIndex; 64]>,
    reached: Vec<Arrival>,
}

impl Ways {
    /// No routes.
    fn none() -> Self {
        Self { start: AreaIndex(0), ends: SmallVec::new(), reached: Vec::new() }
    }

    /// The destinations of the routes, nearest first.
    pub(crate) fn ends(&self) -> impl ExactSizeIterator<Item = AreaIndex> + '_ {
        self.ends.iter().copied()
    }

    /// The areas on the route to a destination, from last to first.
    pub(crate) fn areas_before(&self, end: AreaIndex) -> impl Iterator<Item = AreaIndex> + '_ {
        let before = |area: AreaIndex| {
            Some(self.reached[area.index()].from).filter(|&from| from != self.start)
        };
        std::iter::successors(before(end), move |&area| before(area))
    }

    /// The route to a destination.
    pub(crate) fn to(&self, end: AreaIndex) -> Way {
        let mut way: Way = std::iter::once(end).chain(self.areas_before(end)).collect();
        way.reverse();
        way
    }

    fn all_ways(&self) -> Vec<Way> {
        self.ends().map(|end| self.to(end)).collect()
    }
}

impl Game {
    /// Every route that a unit can take now, whether it sets out or was turned back.
    pub(crate) fn ways(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Vec<Way> {
        let going_on = self.state.motion.as_ref().filter(|motion| motion.unit == unit);
        match going_on {
            Some(motion) => self.find_ways(motion.clone()).all_ways(),
            None => self.ways_from_here(unit, by).all_ways(),
        }
    }

    /// The routes of a unit that sets out now.
    pub(crate) fn ways_from_here(&self, unit: UnitIndex, by: Option<ChitIndex>) -> Ways {
        match self.mode(unit, by).filter(|_| self.may_leave(unit, by)) {
            Some(mode) => self.find_ways(self.motion(unit, mode)),
            None => Ways::none(),
        }
    }

    /// The best route to each area, nearest first.
    fn find_ways(&self, motion: Motion) -> Ways {
        let mut ways = Ways::none();
        let Some(start) = self.state.area_of(motion.unit) else { return ways };
        let mover = self.mover(motion.unit);
        let class = mover.card.class;
        let [first, second] = self.state.forces;
        let occupied = first | second;
        let entered = motion.steps;
        ways.start = start;
        ways.reached =
            vec![Arrival { points: -1, from: start, stops: false }; self.state.areas.len()];
        let reached = &mut ways.reached[..];
        // No route back to the start leaves more points.
        let points = i16::from(motion.points);
        reached[start.index()] = Arrival { points, from: start, stops: motion.stopped };
        let mut ring: SmallVec<[AreaIndex; 32]> = SmallVec::from_slice(&[start]);
        let rings = match motion.mode {
            Mode::Exploitation => 1_u8.saturating_sub(entered),
            Mode::Operational | Mode::Reaction => u8::MAX,
        };
        let mut at = motion;
        for length in 0..rings {
            let (mut next, mut fresh) = (SmallVec::<[AreaIndex; 32]>::new(), AreaSet::default());
            at.steps = entered.saturating_add(length);
            for &here in &ring {
                let come = reached[here.index()];
                if come.stops {
                    continue;
                }
                at.points = come.points as u8;
                let area = self.field.area(here);
                let cheapest = area.cheapest_step.for_class(class).min(mover.card.allowance);
                if at.steps > 0 && cheapest > at.points {
                    continue;
                }
                for &(to, edge) in &area.neighbours {
                    // Steps that cost too much, or that leave no more points than a known route,
                    // are not judged.
                    let cost = self.field.edge(edge).cost.for_class(class);
                    let least = cost.min(mover.card.allowance) + u8::from(occupied.contains(to));
                    let most = i16::from(at.points.saturating_sub(least));
                    let before = reached[to.index()].points;
                    if most <= before || (at.steps > 0 && least > at.points) {
                        continue;
                    }
                    let Ok(step) = self.judge_crossing(&mover, &at, edge, to) else { continue };
                    let points = i16::from(at.points.saturating_sub(step.cost));
                    if points <= before {
                        continue;
                    }
                    if before < 0 {
                        ways.ends.push(to);
                    }
                    reached[to.index()] = Arrival { points, from: here, stops: step.stops };
                    if !fresh.contains(to) {
                        fresh.insert(to);
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        ways.ends.retain(|area| self.may_end_in(at.unit, *area).is_ok());
        ways
    }
}
