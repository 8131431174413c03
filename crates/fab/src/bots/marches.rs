//! Where units go in a movement phase: thought out once for all of them, then carried out.

use std::cell::OnceCell;
use std::rc::Rc;

use sandtable_pack::fab::{Order, Phase};

use super::commander::{Temper, near_enemies};
use super::estimate::{Estimate, Force, worth};
use crate::action::Action;
use crate::field::{APART, Battlefield};
use crate::index::{AreaIndex, SideIndex, UnitIndex};
use crate::view::View;
use crate::ways::{Way, Ways};

/// What is still to be done in a phase.
#[derive(Default)]
pub(super) struct Marches {
    /// The phase that it is for.
    of: Option<(u8, Phase, SideIndex)>,
    /// The next at the end.
    left: Vec<Action>,
    /// What draws units to each area in Strategic Movement, in which nothing changes hands and no enemy moves.
    pull: Vec<i32>,
    /// What the areas are worth, found when it is asked for first.
    worth: OnceCell<Worth>,
}

impl Marches {
    fn worth(&self, view: &View<'_>) -> &Worth {
        self.worth.get_or_init(|| Worth::new(view))
    }

    /// The next move of the phase.
    pub(super) fn next(&mut self, view: &View<'_>, temper: &Temper) -> Action {
        if self.is_new(view) {
            self.left.clear();
            if view.movable().next().is_some() {
                self.left = Thought::new(view, temper, self.worth(view)).orders();
                self.left.reverse();
            }
        }
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
    pub(super) fn go_on(&mut self, view: &View<'_>, temper: &Temper, unit: UnitIndex) -> Action {
        let thought = Thought::new(view, temper, self.worth(view));
        let best = view.ways(unit, None).into_iter().map(|way| {
            let to = end(&way);
            (thought.pull[to.index()] - if view.enemies_in(to) > 0 { 500 } else { 0 }, way)
        });
        let here = view.area_of(unit);
        let stays = here.map_or(0, |here| thought.pull[here.index()]);
        match best.max_by_key(|(pull, _)| *pull) {
            Some((pull, way)) if pull > stays => Action::March { unit, way, by: None },
            _ => Action::Done,
        }
    }

    /// Reserves go strategically to where they are wanted.
    pub(super) fn transfer(&mut self, view: &View<'_>, temper: &Temper) -> Action {
        if self.is_new(view) {
            self.pull = Thought::new(view, temper, self.worth(view)).pull;
            for (area, pull) in view.field().areas().zip(&mut self.pull) {
                *pull += 20 * near_enemies(view, area);
            }
        }
        let best = view.best(|action| match *action {
            Action::Transfer { unit, to } => {
                let here = view.area_of(unit)?;
                let gain = self.pull[to.index()] - self.pull[here.index()];
                Some(gain).filter(|gain| *gain > 25)
            }
            _ => None,
        });
        best.unwrap_or(Action::Done)
    }
}

/// Where a way leads.
fn end(way: &Way) -> AreaIndex {
    *way.last().expect("a way leads somewhere")
}

/// What a commander sees in the map at the beginning of a phase.
struct Thought<'a> {
    view: View<'a>,
    temper: Temper,
    estimate: Estimate,
    /// What each area is worth.
    worth: &'a [i32],
    /// What draws units to each area.
    pull: Vec<i32>,
    /// What of one's own would attack or hold each area.
    own: Vec<Force>,
    /// Units that would be there.
    stacks: Vec<usize>,
    /// Enemies in each area.
    enemies: Vec<Force>,
    /// Enemies beside each area.
    threats: Vec<i32>,
    /// Guns of one's own that an attack could have.
    guns: i32,
}

/// How strongly goals draw units to each area: the strongest of them counts, the less the farther it
/// is. The stronger come first, so that most of the others are soon known to be felt nowhere.
fn pull(
    field: &Battlefield,
    goals: impl Iterator<Item = (AreaIndex, i32)>,
    temper: &Temper,
) -> Vec<i32> {
    let mut pull = vec![0; field.areas().len()];
    let mut felt = [0; APART as usize + 1];
    let farthest = field.farthest();
    for (goal, value) in goals {
        // Where another goal is felt as strongly as this one, it is so everywhere: whoever goes on from here has come
        // as far from both.
        if pull[goal.index()] >= value {
            continue;
        }
        for (far, felt) in (0..=farthest).zip(&mut felt) {
            *felt = value * 100 / (100 + temper.far * i32::from(far));
        }
        for (strongest, &far) in pull.iter_mut().zip(field.distances_from(goal)) {
            *strongest = felt[usize::from(far)].max(*strongest);
        }
    }
    pull
}

/// What the areas of a battle are worth.
struct Worth {
    /// Of each.
    of: Vec<i32>,
    /// The areas, those that are worth most first.
    order: Vec<AreaIndex>,
}

impl Worth {
    fn new(view: &View<'_>) -> Self {
        let mut order: Vec<AreaIndex> = view.field().areas().collect();
        let of: Vec<i32> = order.iter().map(|&area| worth(view, area)).collect();
        order.sort_by_key(|area| -of[area.index()]);
        Self { of, order }
    }
}

impl<'a> Thought<'a> {
    fn new(view: &View<'a>, temper: &Temper, worth: &'a Worth) -> Self {
        let estimate = Estimate::new(view);
        let field = view.field();
        let side = view.side();
        let count = worth.of.len();
        let (mut enemies, mut threats) = (vec![Force::default(); count], vec![0; count]);
        for area in view.held_by(side.other()).iter() {
            let force = estimate.enemies(view, area);
            enemies[area.index()] = force;
            for &(beside, _) in &field.area(area).neighbours {
                threats[beside.index()] = force.steps.max(threats[beside.index()]);
            }
        }
        // What there is to take or to hold, as it is felt from afar.
        let held = |area: AreaIndex| view.area(area).control == side;
        let order = || worth.order.iter().map(|&area| (area, worth.of[area.index()]));
        let to_take = order().filter(|&(area, _)| !held(area));
        let to_hold = order().filter(|&(area, _)| held(area) && threats[area.index()] > 0);
        let goals = to_take.chain(to_hold.map(|(area, value)| (area, value * 2 / 3)));
        let pull = pull(field, goals, temper);
        let mut own = vec![Force::default(); count];
        let mut stacks = vec![0; count];
        for (unit, area) in view.units() {
            own[area.index()] = own[area.index()].and(estimate.own(view, unit));
            stacks[area.index()] += 1;
        }
        let guns = if view.is_phasing() { view.guns() } else { 0 };
        let (view, temper, worth) = (*view, *temper, &worth.of[..]);
        Self { view, temper, estimate, worth, pull, own, stacks, enemies, threats, guns }
    }

    /// Orders for all units that may move, those with most to gain first; each reckons with those
    /// before it.
    fn orders(mut self) -> Vec<Action> {
        let view = self.view;
        let (mut open, mut known): (Vec<(UnitIndex, Rc<Ways>)>, Vec<_>) = Default::default();
        for unit in view.movable() {
            let bearing = view.bearing(unit);
            let alike = known.iter().position(|known| *known == bearing);
            let ways = match alike {
                Some(alike) => Some(Rc::clone(&open[alike].1)),
                None => view.ways_from_here(unit).map(Rc::new),
            };
            if let Some(ways) = ways {
                open.push((unit, ways));
                known.push(bearing);
            }
        }
        // Those nearest to the enemy think first.
        open.sort_by_key(|(unit, _)| {
            let area = view.area_of(*unit);
            area.map_or(i32::MAX, |area| -self.pull[area.index()])
        });
        let mut orders = Vec::new();
        // What was not worth it for the first may be with others on their way.
        for _ in 0..2 {
            let before = orders.len();
            open.retain(|(unit, ways)| {
                let Some(to) = self.best(*unit, ways) else { return true };
                self.go(*unit, to);
                orders.push(Action::March { unit: *unit, way: ways.to(to), by: None });
                false
            });
            if orders.len() == before {
                break;
            }
        }
        let reserves = self.view.phase().0 == Phase::OperationalMovement && self.temper.schooled;
        for (unit, _) in open {
            if reserves {
                orders.push(Action::Reserve(unit));
            }
            let area = self.view.area_of(unit);
            if area.is_some_and(|area| self.threats[area.index()] > 0) {
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

    /// A unit is reckoned with elsewhere from now on.
    fn go(&mut self, unit: UnitIndex, to: AreaIndex) {
        let Some(from) = self.view.area_of(unit) else { return };
        let force = self.estimate.own(&self.view, unit);
        let here = &mut self.own[from.index()];
        here.units -= force.units;
        here.steps -= force.steps;
        here.skill -= force.skill;
        self.stacks[from.index()] -= 1;
        self.own[to.index()] = self.own[to.index()].and(force);
        self.stacks[to.index()] += 1;
    }

    /// Where the best of its ways leads that a unit can go, if that is better than to stay.
    fn best(&self, unit: UnitIndex, ways: &Ways) -> Option<AreaIndex> {
        let from = self.view.area_of(unit)?;
        let force = self.estimate.own(&self.view, unit);
        let valued = ways.ends().map(|to| (self.value(force, ways, to), to));
        let (value, to) = valued.max_by_key(|(value, _)| *value)?;
        (value > self.stays(unit, from, force)).then_some(to)
    }

    /// What it is worth that a unit stays.
    fn stays(&self, unit: UnitIndex, from: AreaIndex, force: Force) -> i32 {
        let without = Force {
            units: self.own[from.index()].units - force.units,
            steps: self.own[from.index()].steps - force.steps,
            skill: self.own[from.index()].skill - force.skill,
        };
        let held = self.holding(from, self.own[from.index()]) - self.holding(from, without);
        let fights = self.enemies[from.index()].units > 0 && self.ready(unit);
        let fight = if fights {
            self.attack(from, self.own[from.index()]) - self.attack(from, without)
        } else {
            0
        };
        held + fight.max(0) + self.drawn_to(from)
    }

    /// What an area is worth for what lies beyond it.
    fn drawn_to(&self, area: AreaIndex) -> i32 {
        self.pull[area.index()] * self.temper.pull / 100
    }

    fn ready(&self, unit: UnitIndex) -> bool {
        self.view.unit(unit).is_some_and(|state| state.order == Order::Good)
    }

    /// What it is worth that a force goes there.
    fn value(&self, force: Force, ways: &Ways, to: AreaIndex) -> i32 {
        let there = self.own[to.index()];
        let with = there.and(force);
        let crowded = self.stacks[to.index()] >= usize::from(self.view.field().rules().stacking);
        let mut value = if crowded {
            -100_000
        } else if self.enemies[to.index()].units > 0 {
            let alone = if there.units > 0 { self.attack(to, there) } else { 0 };
            self.attack(to, with) - alone
        } else {
            self.holding(to, with) - self.holding(to, there)
        };
        value += self.drawn_to(to);
        // What it takes on its way, and does not hold.
        for area in ways.through(to) {
            if self.view.area(area).control != self.view.side() {
                value += self.worth[area.index()] * self.temper.ground / 300;
            }
        }
        value
    }

    /// What it is worth that a force stands in an area without enemies: ground that is taken, or kept
    /// from those who are near.
    fn holding(&self, area: AreaIndex, force: Force) -> i32 {
        let value = self.worth[area.index()];
        let own = self.view.area(area).control == self.view.side();
        if force.units <= 0 {
            return 0;
        }
        let threat = self.threats[area.index()];
        let taken = if own { 0 } else { value * self.temper.ground / 100 };
        if threat == 0 {
            return taken;
        }
        // How well it would stand against the strongest neighbour.
        let stand = (force.steps * 100 / threat.max(1)).min(150);
        let kept = value * self.temper.guard / 100 * stand / 150;
        let exposed = (threat - force.steps).max(0) * self.temper.loss / 1_000;
        taken + kept - exposed
    }

    /// What it is worth to attack an area with a force.
    fn attack(&self, area: AreaIndex, force: Force) -> i32 {
        if force.units <= 0 {
            return 0;
        }
        let defenders = self.enemies[area.index()];
        let (fire, suffered) = self.estimate.attack(&self.view, force, area, defenders, self.guns);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let value = self.worth[area.index()] * self.temper.ground / 100;
        fire.min(defenders.steps) * self.temper.hit / 100 + value * drives_off / 100
            - suffered.min(force.steps) * self.temper.loss / 100
    }
}
