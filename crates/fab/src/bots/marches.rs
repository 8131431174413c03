//! Where units go in a movement phase: thought out once for all of them, then carried out.

use std::cell::OnceCell;
use std::rc::Rc;

use sandtable_pack::fab::{Order, Phase};

use super::commander::Weights;
use super::estimate::{Estimate, Force};
use super::survey::{Ground, Worth, survey};
use crate::game::action::Action;
use crate::movement::reachable::{Way, Ways};
use crate::view::View;
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

/// As far as a unit goes in a turn on a road that nobody bars, in areas.
const A_MARCH: u8 = 3;

/// What is still to be done in a phase.
#[derive(Default)]
pub(super) struct Marches {
    /// The phase that it is for.
    of: Option<(u8, Phase, SideIndex)>,
    /// The next at the end.
    left: Vec<Action>,
    /// What the areas are worth, found when it is asked for first.
    worth: OnceCell<Worth>,
}

impl Marches {
    fn worth(&self, view: &View<'_>) -> &Worth {
        self.worth.get_or_init(|| Worth::new(view))
    }

    /// The next move of the phase.
    pub(super) fn next(&mut self, view: &View<'_>, weights: &Weights) -> Action {
        if self.is_new(view) {
            self.left.clear();
            if view.movable().next().is_some() {
                self.left = Thought::new(view, weights, self.worth(view)).orders();
                self.left.reverse();
            }
        }
        self.next_legal(view)
    }

    /// The next of what is left that is legal.
    fn next_legal(&mut self, view: &View<'_>) -> Action {
        while let Some(action) = self.left.pop() {
            if view.judge(&action).is_ok() {
                return action;
            }
        }
        Action::Done
    }

    /// Is this the first question of a phase?
    fn is_new(&mut self, view: &View<'_>) -> bool {
        let (phase, phasing) = view.phase();
        let now = Some((view.turn(), phase, phasing));
        std::mem::replace(&mut self.of, now) != now
    }

    /// A unit that was turned back at a bridge stays, or takes the best of what is left.
    pub(super) fn go_on(&mut self, view: &View<'_>, weights: &Weights, unit: UnitIndex) -> Action {
        let ground = survey(view, &Estimate::new(view), weights, self.worth(view));
        let best = view.ways(unit, None).into_iter().map(|way| {
            let to = end(&way);
            (ground[to.index()].pull - if view.enemies_in(to) > 0 { 500 } else { 0 }, way)
        });
        let here = view.area_of(unit);
        let stays = here.map_or(0, |here| ground[here.index()].pull);
        match best.max_by_key(|(pull, _)| *pull) {
            Some((pull, way)) if pull > stays => Action::March { unit, way, by: None },
            _ => Action::Done,
        }
    }

    /// Reserves go strategically to where they are wanted.
    pub(super) fn transfer(&mut self, view: &View<'_>, weights: &Weights) -> Action {
        if self.is_new(view) {
            self.left = self.transfers(view, weights);
        }
        self.next_legal(view)
    }

    /// Whom it would be worth it to move strategically, and where to, the best at the end. In that phase nothing changes hands and
    /// no enemy moves, so that the same holds for all of it.
    fn transfers(&self, view: &View<'_>, weights: &Weights) -> Vec<Action> {
        let ground = survey(view, &Estimate::new(view), weights, self.worth(view));
        let mut pull: Vec<i32> = ground.iter().map(|ground| ground.pull).collect();
        for area in view.forces_of(view.side().other()).iter() {
            let enemies = view.enemies_in(area) as i32;
            for &(beside, _) in &view.field().area(area).neighbours {
                pull[beside.index()] += 20 * enemies;
            }
        }
        let gains = view.transfers().filter_map(|(unit, to)| {
            let gain = pull[to.index()] - pull[view.area_of(unit)?.index()];
            (gain > 25).then_some((gain, Action::Transfer { unit, to }))
        });
        let mut gains: Vec<(i32, Action)> = gains.collect();
        gains.sort_by_key(|(gain, _)| *gain);
        gains.into_iter().map(|(_, action)| action).collect()
    }
}

/// Where a way leads.
fn end(way: &Way) -> AreaIndex {
    *way.last().expect("a way leads somewhere")
}

/// What a commander sees in the map at the beginning of a phase.
struct Thought<'a> {
    view: View<'a>,
    weights: Weights,
    estimate: Estimate,
    /// Each area.
    ground: Vec<Ground>,
    /// Guns of one's own that an attack could have.
    guns: i32,
    /// Units that were sent elsewhere so far.
    sent: usize,
}

impl<'a> Thought<'a> {
    fn new(view: &View<'a>, weights: &Weights, worth: &Worth) -> Self {
        let estimate = Estimate::new(view);
        let mut ground = survey(view, &estimate, weights, worth);
        for (unit, area) in view.units() {
            let ground = &mut ground[area.index()];
            ground.own = ground.own.and(estimate.own(view, unit));
            ground.stack += 1;
        }
        // Who does not mind a late landing keeps no room for one.
        let landings = if weights.late > 0 { landing_next(view) } else { Vec::new() };
        for area in landings {
            let enemies = view.forces_of(view.side().other());
            let far = |enemy| view.field().distance(enemy, area).is_none_or(|far| far > A_MARCH);
            let exposed = !enemies.iter().all(far);
            let ground = &mut ground[area.index()];
            ground.landing += 1;
            ground.exposed = exposed;
        }
        let guns = if view.is_phasing() { view.guns() } else { 0 };
        let (view, weights) = (*view, *weights);
        let mut thought = Self { view, weights, estimate, ground, guns, sent: 0 };
        for area in view.forces_of(view.side()).iter() {
            thought.reckon(area);
        }
        thought
    }

    /// Orders for all units that may move, those with most to gain first; each reckons with those
    /// before it.
    fn orders(mut self) -> Vec<Action> {
        let view = self.view;
        let (mut open, mut known): (Vec<Open>, Vec<_>) = Default::default();
        for unit in view.movable() {
            let bearing = view.bearing(unit);
            let alike = known.iter().position(|known| *known == bearing);
            let ways = match alike {
                Some(alike) => Some(Rc::clone(&open[alike].ways)),
                None => view.ways_from_here(unit).map(Rc::new),
            };
            if let (Some(ways), Some(area)) = (ways, view.area_of(unit)) {
                open.push(Open { unit, area, ways, thought_at: None });
                known.push(bearing);
            }
        }
        // Those nearest to the enemy think first.
        open.sort_by_key(|open| -self.at(open.area).pull);
        let mut orders = Vec::new();
        // What was not worth it for the first may be with others on their way.
        for _ in 0..2 {
            open.retain_mut(|open| {
                if open.thought_at.replace(self.sent) == Some(self.sent) {
                    return true;
                }
                let Some(to) = self.best(open) else { return true };
                self.go(open, to);
                let way = open.ways.to(to);
                orders.push(Action::March { unit: open.unit, way, by: None });
                false
            });
        }
        let reserves = self.view.phase().0 == Phase::OperationalMovement && self.weights.schooled;
        for Open { unit, area, .. } in open {
            if reserves {
                orders.push(Action::Reserve(unit));
            }
            if self.at(area).threat > 0 {
                orders.push(Action::DigIn(unit));
            }
        }
        // Who is to dig in would lose it by going into reserve.
        if reserves {
            orders.sort_by_key(|action| match action {
                Action::March { .. } => 0,
                Action::DigIn(_) => 1,
                _ => 2,
            });
        }
        orders
    }

    fn at(&self, area: AreaIndex) -> &Ground {
        &self.ground[area.index()]
    }

    /// Finds anew what those are worth who would be in an area.
    fn reckon(&mut self, area: AreaIndex) {
        self.ground[area.index()].stood = self.stood(area, self.at(area).own);
    }

    /// A unit is reckoned with elsewhere from now on.
    fn go(&mut self, open: &Open, to: AreaIndex) {
        let force = self.estimate.own(&self.view, open.unit);
        let here = &mut self.ground[open.area.index()];
        here.own = here.own.without(force);
        here.stack -= 1;
        let there = &mut self.ground[to.index()];
        there.own = there.own.and(force);
        there.stack += 1;
        self.reckon(open.area);
        self.reckon(to);
        self.sent += 1;
    }

    /// Where the best of its ways leads that a unit can go, if that is better than to stay.
    fn best(&self, open: &Open) -> Option<AreaIndex> {
        let force = self.estimate.own(&self.view, open.unit);
        let valued = open.ways.ends().map(|to| (self.value(force, &open.ways, to), to));
        let (value, to) = valued.max_by_key(|(value, _)| *value)?;
        (value > self.stays(open, force)).then_some(to)
    }

    /// What it is worth that a unit stays.
    fn stays(&self, open: &Open, force: Force) -> i32 {
        let here = self.at(open.area);
        let without = here.own.without(force);
        let held = self.holding(here, here.own) - self.holding(here, without);
        let fights = here.enemies.units > 0 && self.ready(open.unit);
        let fight = if fights {
            self.attack(open.area, here.own) - self.attack(open.area, without)
        } else {
            0
        };
        let landings = self.landings(here, here.stack) - self.landings(here, here.stack - 1);
        held + fight.max(0) + self.drawn_to(here) + landings
    }

    /// What the landings of next turn are worth with so many units in an area: those who stand there take the room of those who
    /// come (FAB-4.1c2), and where nobody stands an enemy who is near may be there first.
    fn landings(&self, ground: &Ground, stack: usize) -> i32 {
        if ground.landing == 0 {
            return 0;
        }
        let room = usize::from(self.view.field().rules().stacking).saturating_sub(stack);
        let landed = room.min(ground.landing) as i32 * self.weights.late;
        if stack == 0 && ground.exposed { landed / 2 } else { landed }
    }

    /// What an area is worth for what lies beyond it.
    fn drawn_to(&self, ground: &Ground) -> i32 {
        ground.pull * self.weights.pull / 100
    }

    fn ready(&self, unit: UnitIndex) -> bool {
        self.view.unit(unit).is_some_and(|state| state.order == Order::Good)
    }

    /// What it is worth that a force goes there.
    fn value(&self, force: Force, ways: &Ways, to: AreaIndex) -> i32 {
        let there = self.at(to);
        let crowded = there.stack >= usize::from(self.view.field().rules().stacking);
        let mut value =
            if crowded { -100_000 } else { self.stood(to, there.own.and(force)) - there.stood };
        value += self.drawn_to(there);
        value += self.landings(there, there.stack + 1) - self.landings(there, there.stack);
        // What it takes on its way, and does not hold.
        for area in ways.through(to) {
            let taken = self.at(area);
            if !taken.held {
                value += taken.worth * self.weights.ground / 300;
            }
        }
        value
    }

    /// What a force is worth in an area: it attacks, or it holds.
    fn stood(&self, area: AreaIndex, force: Force) -> i32 {
        let ground = self.at(area);
        if ground.enemies.units > 0 {
            self.attack(area, force)
        } else {
            self.holding(ground, force)
        }
    }

    /// What it is worth that a force stands in an area without enemies: ground that is taken, or kept
    /// from those who are near.
    fn holding(&self, ground: &Ground, force: Force) -> i32 {
        if force.units <= 0 {
            return 0;
        }
        let taken = if ground.held { 0 } else { ground.worth * self.weights.ground / 100 };
        if ground.threat == 0 {
            return taken;
        }
        // How well it would stand against the strongest neighbour.
        let stand = (force.steps * 100 / ground.threat.max(1)).min(150);
        let kept = ground.worth * self.weights.guard / 100 * stand / 150;
        let exposed = (ground.threat - force.steps).max(0) * self.weights.loss / 1_000;
        taken + kept - exposed
    }

    /// What it is worth to attack an area with a force.
    fn attack(&self, area: AreaIndex, force: Force) -> i32 {
        if force.units <= 0 {
            return 0;
        }
        let ground = self.at(area);
        let defenders = ground.enemies;
        let (fire, suffered) = self.estimate.attack(&self.view, force, area, defenders, self.guns);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let value = ground.worth * self.weights.ground / 100;
        fire.min(defenders.steps) * self.weights.hit / 100 + value * drives_off / 100
            - suffered.min(force.steps) * self.weights.loss / 100
    }
}

/// Where those land who are due next turn or wait to land, an area for each. Of several that a label names it is the one where fewest
/// others land, of those that the enemy does not hold.
fn landing_next(view: &View<'_>) -> Vec<AreaIndex> {
    let mut landings: Vec<AreaIndex> = Vec::new();
    let mut due: Vec<_> = view.landing_by(view.turn() + 1).collect();
    due.sort_by_key(|(_, areas)| areas.len());
    for (_, areas) in due {
        let others = |area: &AreaIndex| {
            let lost = view.area(*area).control != view.side();
            (lost, landings.iter().filter(|landing| *landing == area).count())
        };
        landings.extend(areas.into_iter().min_by_key(others));
    }
    landings
}

/// A unit for which there is no order yet.
struct Open {
    unit: UnitIndex,
    /// Where it is.
    area: AreaIndex,
    ways: Rc<Ways>,
    /// How many had been sent elsewhere when it was thought of last.
    thought_at: Option<usize>,
}
