//! Destinations of units in a movement phase, planned once for all of them and then carried out.

use std::cell::OnceCell;
use std::rc::Rc;

use sandtable_pack::fab::{Order, Phase};

use super::commander::Weights;
use super::estimate::{Estimate, Force};
use super::survey::{AreaAssessment, Worth, survey};
use crate::game::action::Action;
use crate::movement::reachable::{Way, Ways};
use crate::view::View;
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

/// The number of areas that a unit covers in a turn on an unblocked road.
const TURN_DISTANCE: u8 = 3;

/// The remaining orders of a phase.
#[derive(Default)]
pub(super) struct Marches {
    /// The phase of the orders.
    of: Option<(u8, Phase, SideIndex)>,
    /// The remaining orders; the next is at the end.
    remaining: Vec<Action>,
    /// The value of each area, computed on first use.
    worth: OnceCell<Worth>,
}

impl Marches {
    fn worth(&self, view: &View<'_>) -> &Worth {
        self.worth.get_or_init(|| Worth::new(view))
    }

    /// The next move of the phase.
    pub(super) fn next(&mut self, view: &View<'_>, weights: &Weights) -> Action {
        if self.is_new(view) {
            self.remaining.clear();
            if view.movable().next().is_some() {
                self.remaining = MovementPlan::new(view, weights, self.worth(view)).orders();
                self.remaining.reverse();
            }
        }
        self.next_legal(view)
    }

    /// The next remaining order that is legal.
    fn next_legal(&mut self, view: &View<'_>) -> Action {
        while let Some(action) = self.remaining.pop() {
            if view.judge(&action).is_ok() {
                return action;
            }
        }
        Action::Done
    }

    /// Whether this is the first question of a phase.
    fn is_new(&mut self, view: &View<'_>) -> bool {
        let (phase, phasing) = view.phase();
        let now = Some((view.turn(), phase, phasing));
        std::mem::replace(&mut self.of, now) != now
    }

    /// Lets a unit that was turned back at a bridge stay or take the best remaining route.
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

    /// Moves reserves strategically to the areas that need them.
    pub(super) fn transfer(&mut self, view: &View<'_>, weights: &Weights) -> Action {
        if self.is_new(view) {
            self.remaining = self.transfers(view, weights);
        }
        self.next_legal(view)
    }

    /// The strategic moves worth making, the best at the end. In that phase no area changes hands
    /// and no enemy moves, so the list stays valid throughout.
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

/// The last area of a route.
fn end(way: &Way) -> AreaIndex {
    *way.last().expect("a route has an area")
}

/// The commander's plan at the beginning of a phase.
struct MovementPlan<'a> {
    view: View<'a>,
    weights: Weights,
    estimate: Estimate,
    /// The assessment of each area.
    ground: Vec<AreaAssessment>,
    /// The number of friendly artillery assets that an attack could use.
    guns: i32,
    /// The number of units sent elsewhere so far.
    sent_count: usize,
}

impl<'a> MovementPlan<'a> {
    fn new(view: &View<'a>, weights: &Weights, worth: &Worth) -> Self {
        let estimate = Estimate::new(view);
        let mut ground = survey(view, &estimate, weights, worth);
        for (unit, area) in view.units() {
            let ground = &mut ground[area.index()];
            ground.own = ground.own.plus(estimate.own_force(view, unit));
            ground.stack += 1;
        }
        // A commander that does not mind delayed arrivals reserves no space for them.
        let landings = if weights.blocked_cost > 0 { next_arrivals(view) } else { Vec::new() };
        for area in landings {
            let enemies = view.forces_of(view.side().other());
            let far =
                |enemy| view.field().distance(enemy, area).is_none_or(|far| far > TURN_DISTANCE);
            let exposed = !enemies.iter().all(far);
            let ground = &mut ground[area.index()];
            ground.landing += 1;
            ground.is_exposed = exposed;
        }
        let guns = if view.is_phasing() { view.artillery_count() } else { 0 };
        let (view, weights) = (*view, *weights);
        let mut plan = Self { view, weights, estimate, ground, guns, sent_count: 0 };
        for area in view.forces_of(view.side()).iter() {
            plan.update_force_value(area);
        }
        plan
    }

    /// Orders for all units that may move, starting with those with the most to gain. Each order
    /// takes the earlier ones into account.
    fn orders(mut self) -> Vec<Action> {
        let view = self.view;
        let (mut open, mut known): (Vec<IdleUnit>, Vec<_>) = Default::default();
        for unit in view.movable() {
            let bearing = view.route_key(unit);
            let same = known.iter().position(|known| *known == bearing);
            let ways = match same {
                Some(same) => Some(Rc::clone(&open[same].ways)),
                None => view.ways_from_here(unit).map(Rc::new),
            };
            if let (Some(ways), Some(area)) = (ways, view.area_of(unit)) {
                open.push(IdleUnit { unit, area, ways, considered_at: None });
                known.push(bearing);
            }
        }
        // The units nearest the enemy get orders first.
        open.sort_by_key(|open| -self.at(open.area).pull);
        let mut orders = Vec::new();
        // A move that was not worth making may become worthwhile once others are on their way.
        for _ in 0..2 {
            open.retain_mut(|open| {
                if open.considered_at.replace(self.sent_count) == Some(self.sent_count) {
                    return true;
                }
                let Some(to) = self.best(open) else { return true };
                self.count_arrival(open, to);
                let way = open.ways.to(to);
                orders.push(Action::March { unit: open.unit, way, by: None });
                false
            });
        }
        let reserves =
            self.view.phase().0 == Phase::OperationalMovement && self.weights.uses_special_actions;
        for IdleUnit { unit, area, .. } in open {
            if reserves {
                orders.push(Action::Reserve(unit));
            }
            if self.at(area).threat > 0 {
                orders.push(Action::DigIn(unit));
            }
        }
        // Going into reserve would prevent a unit from digging in as ordered.
        if reserves {
            orders.sort_by_key(|action| match action {
                Action::March { .. } => 0,
                Action::DigIn(_) => 1,
                _ => 2,
            });
        }
        orders
    }

    fn at(&self, area: AreaIndex) -> &AreaAssessment {
        &self.ground[area.index()]
    }

    /// Recomputes the value of the force planned for an area.
    fn update_force_value(&mut self, area: AreaIndex) {
        self.ground[area.index()].force_value = self.force_value(area, self.at(area).own);
    }

    /// Records a unit in its new area.
    fn count_arrival(&mut self, open: &IdleUnit, to: AreaIndex) {
        let force = self.estimate.own_force(&self.view, open.unit);
        let here = &mut self.ground[open.area.index()];
        here.own = here.own.minus(force);
        here.stack -= 1;
        let there = &mut self.ground[to.index()];
        there.own = there.own.plus(force);
        there.stack += 1;
        self.update_force_value(open.area);
        self.update_force_value(to);
        self.sent_count += 1;
    }

    /// The best area that a unit can reach, if that is better than staying.
    fn best(&self, open: &IdleUnit) -> Option<AreaIndex> {
        let force = self.estimate.own_force(&self.view, open.unit);
        let valued = open.ways.ends().map(|to| (self.move_value(force, &open.ways, to), to));
        let (value, to) = valued.max_by_key(|(value, _)| *value)?;
        (value > self.staying_value(open, force)).then_some(to)
    }

    /// The value of leaving a unit where it is.
    fn staying_value(&self, open: &IdleUnit, force: Force) -> i32 {
        let here = self.at(open.area);
        let without = here.own.minus(force);
        let held = self.holding_value(here, here.own) - self.holding_value(here, without);
        let fights = here.enemies.units > 0 && self.ready(open.unit);
        let fight = if fights {
            self.attack_value(open.area, here.own) - self.attack_value(open.area, without)
        } else {
            0
        };
        let landings =
            self.arrival_value(here, here.stack) - self.arrival_value(here, here.stack - 1);
        held + fight.max(0) + self.pull_value(here) + landings
    }

    /// The value of next turn's arrivals in an area that holds `stack` units. Units in the area
    /// leave less space for arrivals (FAB-4.1c2); in an empty area, a nearby enemy may get there
    /// first.
    fn arrival_value(&self, ground: &AreaAssessment, stack: usize) -> i32 {
        if ground.landing == 0 {
            return 0;
        }
        let room = usize::from(self.view.field().rules().stacking).saturating_sub(stack);
        let landed = room.min(ground.landing) as i32 * self.weights.blocked_cost;
        if stack == 0 && ground.is_exposed { landed / 2 } else { landed }
    }

    /// The value of an area for the goals beyond it.
    fn pull_value(&self, ground: &AreaAssessment) -> i32 {
        ground.pull * self.weights.pull / 100
    }

    fn ready(&self, unit: UnitIndex) -> bool {
        self.view.unit(unit).is_some_and(|state| state.order == Order::Good)
    }

    /// The value of sending a force to an area.
    fn move_value(&self, force: Force, ways: &Ways, to: AreaIndex) -> i32 {
        let there = self.at(to);
        let crowded = there.stack >= usize::from(self.view.field().rules().stacking);
        let mut value = if crowded {
            -100_000
        } else {
            self.force_value(to, there.own.plus(force)) - there.force_value
        };
        value += self.pull_value(there);
        value +=
            self.arrival_value(there, there.stack + 1) - self.arrival_value(there, there.stack);
        // The areas are taken on the way, but not held.
        for area in ways.areas_before(to) {
            let taken = self.at(area);
            if !taken.is_held {
                value += taken.worth * self.weights.ground / 300;
            }
        }
        value
    }

    /// The value of a force in an area, where it either attacks or holds.
    fn force_value(&self, area: AreaIndex, force: Force) -> i32 {
        let ground = self.at(area);
        if ground.enemies.units > 0 {
            self.attack_value(area, force)
        } else {
            self.holding_value(ground, force)
        }
    }

    /// The value of a force in an area without enemies: it takes the area, or keeps it from nearby
    /// enemies.
    fn holding_value(&self, ground: &AreaAssessment, force: Force) -> i32 {
        if force.units <= 0 {
            return 0;
        }
        let taken = if ground.is_held { 0 } else { ground.worth * self.weights.ground / 100 };
        if ground.threat == 0 {
            return taken;
        }
        // The force's chance of holding against the strongest adjacent enemy.
        let stand = (force.steps * 100 / ground.threat.max(1)).min(150);
        let kept = ground.worth * self.weights.guard / 100 * stand / 150;
        let exposed = (ground.threat - force.steps).max(0) * self.weights.loss / 1_000;
        taken + kept - exposed
    }

    /// The value of attacking an area with a force.
    fn attack_value(&self, area: AreaIndex, force: Force) -> i32 {
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

/// The arrival area of each unit that is due next turn or waits to arrive. If a label names
/// several, areas that the side controls are preferred, then those with the fewest other arrivals.
fn next_arrivals(view: &View<'_>) -> Vec<AreaIndex> {
    let mut landings: Vec<AreaIndex> = Vec::new();
    let mut due: Vec<_> = view.arrivals_by(view.turn() + 1).collect();
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

/// A unit without an order yet.
struct IdleUnit {
    unit: UnitIndex,
    /// The unit's area.
    area: AreaIndex,
    ways: Rc<Ways>,
    /// The number of units sent elsewhere when this one was last considered.
    considered_at: Option<usize>,
}
