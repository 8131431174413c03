//! A bot that weighs territory against losses and moves units to the most valuable areas.

use sandtable_engine::RandomStream;
use sandtable_pack::FormationId;
use sandtable_pack::fab::{AssetKind, ChitBox, Effect, Order, Phase, Quality};
use smallvec::SmallVec;

use super::estimate::{Estimate, Force, area_value};
use super::marches::Marches;
use crate::game::Game;
use crate::game::action::{Action, Piece, Question, Target};
use crate::game::proposals::Scope;
use crate::state::ChitPlace;
use crate::view::View;
use sandtable_engine::Bot;
use sandtable_pack::fab::{AreaIndex, ChitIndex, UnitIndex};

/// The weights that characterise a commander.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The weight of a friendly step lost, in hundredths.
    pub(super) loss: i32,
    /// The weight of an enemy step lost, in hundredths.
    pub(super) hit: i32,
    /// The weight of territory, in hundredths.
    pub(super) ground: i32,
    /// The weight of the danger to territory that is abandoned or weakly held, in hundredths.
    pub(super) guard: i32,
    /// The weight of an area's pull on units in it or on their way to it, in hundredths.
    pub(super) pull: i32,
    /// The decrease of a goal's pull per border in between, in hundredths of the remainder.
    pub(super) distance_decay: i32,
    /// The cost of a turn in disorder, in hundredths of a step.
    pub(super) disorder_cost: i32,
    /// The value of being in an area with nothing to hold, in hundredths of a step.
    pub(super) stay_value: i32,
    /// Areas below this value are abandoned before a fight that cannot be won.
    pub(super) abandon_below: i32,
    /// The cost of blocking the arrival of a unit that is due, in hundredths of a step.
    pub(super) blocked_cost: i32,
    /// The value of a Special Action that could be spent on a second combat.
    pub(super) action_cost: i32,
    /// Whether the commander uses Special Actions and reserves deliberately.
    pub(super) uses_special_actions: bool,
}

impl Weights {
    /// Attacks every enemy.
    pub(super) const AGGRESSIVE: Self = Self {
        loss: 40,
        hit: 130,
        ground: 130,
        guard: 20,
        pull: 25,
        distance_decay: 60,
        disorder_cost: 60,
        stay_value: 50,
        abandon_below: 150,
        blocked_cost: 0,
        action_cost: 40,
        uses_special_actions: false,
    };
    /// Keeps its territory, and attacks only at very good odds.
    pub(super) const CAUTIOUS: Self =
        Self { loss: 170, hit: 70, ground: 80, guard: 130, ..Self::AGGRESSIVE };
    /// Weighs both and uses all means. One of the best of 180 random sets of weights compared on
    /// Sicily, Golan and the fixture. It fights for valuable territory anywhere and spends steps on
    /// nothing else.
    pub(super) const PLANNER: Self = Self {
        loss: 137,
        hit: 64,
        ground: 358,
        guard: 39,
        pull: 36,
        distance_decay: 38,
        disorder_cost: 38,
        stay_value: 21,
        abandon_below: 239,
        blocked_cost: 180,
        action_cost: 36,
        uses_special_actions: true,
    };
}

/// A commander and its plans for the phase.
pub(super) struct Commander {
    weights: Weights,
    marches: Marches,
}

impl Commander {
    pub(super) fn new(weights: Weights) -> Self {
        Self { weights, marches: Marches::default() }
    }
}

impl Bot<Game> for Commander {
    fn decide(&mut self, view: &View<'_>, question: Question, _: &mut RandomStream) -> Action {
        self.answer(view, question)
    }
}

/// The intended action, if it is legal.
fn if_legal(view: &View<'_>, wanted: Action) -> Action {
    if view.judge(&wanted).is_ok() {
        return wanted;
    }
    view.proposals().into_iter().next().unwrap_or(Action::Done)
}

impl Commander {
    /// A legal answer, usually chosen from the proposals.
    fn answer(&mut self, view: &View<'_>, question: Question) -> Action {
        match question {
            Question::TakeBack => take_back(view),
            Question::Recycle => Action::Recycle(view.assets_in_box(ChitBox::Used).collect()),
            Question::Arrive => self.arrive(view),
            Question::Administer => self.administer(view),
            Question::Effect(_) => self.target(view),
            Question::Move => self.marches.next(view, &self.weights),
            Question::GoOn(unit) => if_legal(view, self.marches.go_on(view, &self.weights, unit)),
            Question::Blow(_) => Action::BlowNow,
            Question::Cross(_) => {
                if self.weights.loss < 100 {
                    Action::Cross
                } else {
                    Action::TurnBack
                }
            }
            Question::Transfer => self.marches.transfer(view, &self.weights),
            Question::Fight => self.fight(view),
            Question::Defend => self.defend(view),
            Question::Assign => assign(view),
            Question::Lead => choose_point(view),
            // FAB-10b: aborting, disorder and retreating save steps.
            Question::Abort => if_legal(view, self.abort(view)),
            Question::Disorder => Action::AcceptDisorder,
            Question::GiveGround => self.give_ground(view),
            Question::Lose => assign_loss(view),
            Question::Retreat => retreat(view),
            Question::Exploit(_) | Question::Clear => first_except_done(view),
            Question::Leave(_) => view.proposals().pop().unwrap_or(Action::Done),
        }
    }

    /// Units with the fewest options arrive first; otherwise a unit might take the only space
    /// available to another.
    fn arrive(&self, view: &View<'_>) -> Action {
        let choices: Vec<_> = view.arrivals_by(view.turn()).collect();
        let choice = |unit: UnitIndex| {
            choices.iter().find(|(other, _)| *other == unit).map_or(0, |(_, areas)| areas.len())
        };
        let best = view.best_of(Scope::Usual, |action| {
            Some(match action {
                Action::Arrive { unit, area, by: None } => {
                    let place =
                        area_value(view, *area) - 100 * view.own_units_in(*area).len() as i32;
                    1_000_000 + place - 10_000 * choice(*unit) as i32
                }
                Action::Wait(_) => 10,
                _ => 0,
            })
        });
        best.unwrap_or(Action::Done)
    }

    /// The most useful action of an Administration Phase.
    fn administer(&self, view: &View<'_>) -> Action {
        // Engineers are saved: they are worth more in combat than any work of theirs.
        let best = view.best_of(Scope::Usual, |action| {
            Some(self.use_value(view, action)).filter(|value| *value > 0)
        });
        best.unwrap_or(Action::Done)
    }

    /// The value of an action in the Administration Phase; 0 if the chit is better saved.
    fn use_value(&self, view: &View<'_>, action: &Action) -> i32 {
        let steps = |unit: &UnitIndex| view.unit(*unit).map_or(0, |state| i32::from(state.steps));
        match action {
            // Replacements go to the weakest units first.
            Action::Replace { unit, .. } => 90 - steps(unit),
            Action::Play(event) => match effect_of(view, *event) {
                Some(Effect::AddSteps { .. }) if !has_use(view, *event) => 0,
                Some(Effect::AddSteps { .. }) => 80,
                Some(Effect::NoOp | Effect::Custom { .. }) | None => 0,
                Some(_) => 50,
            },
            Action::Restore { event, assets } => {
                let idle =
                    matches!(effect_of(view, *event), Some(Effect::NoOp | Effect::Custom { .. }));
                let special = view.field().chit(*event).is_special_action();
                if idle {
                    40
                } else if special {
                    0
                } else {
                    15 * assets.len() as i32 - 15
                }
            }
            Action::Reorganise { area, .. } if self.weights.uses_special_actions => {
                let about = view.field().area(*area).neighbours.iter().map(|&(beside, _)| beside);
                let areas = [*area].into_iter().chain(about);
                let lame = areas.flat_map(|area| view.own_units_in(area)).filter(|&&unit| {
                    view.unit(unit).is_some_and(|state| state.order == Order::Disordered)
                });
                let count = lame.count() as i32;
                if count >= 2 { 30 * count } else { 0 }
            }
            _ => 0,
        }
    }

    fn target(&self, view: &View<'_>) -> Action {
        let best = view.best(|action| {
            Some(match action {
                Action::Use(Target::Unit(unit)) => match view.unit(*unit) {
                    Some(state) => 100 - i32::from(state.steps),
                    None => 50,
                },
                Action::Use(_) => 40,
                _ => 0,
            })
        });
        best.unwrap_or(Action::Done)
    }

    /// The next combat, or the end of the phase instead of an optional combat.
    fn fight(&self, view: &View<'_>) -> Action {
        let may_end = view.judge(&Action::Done).is_ok();
        let estimate = Estimate::new(view);
        let best = view.best(|action| match action {
            Action::Fight { area, by } => {
                let value = self.attack_worth(view, &estimate, *area)
                    - if by.is_some() { self.weights.action_cost } else { 0 };
                Some(value).filter(|value| *value > 0 || !may_end)
            }
            _ => None,
        });
        best.unwrap_or(Action::Done)
    }

    /// The value of an attack with all units in an area.
    fn attack_worth(&self, view: &View<'_>, estimate: &Estimate, area: AreaIndex) -> i32 {
        let ready = view
            .own_units_in(area)
            .iter()
            .filter(|&&unit| view.unit(unit).is_some_and(|state| state.order == Order::Good));
        let attackers =
            ready.fold(Force::default(), |all, &unit| all.plus(estimate.own_force(view, unit)));
        let defenders = estimate.enemy_force(view, area);
        let guns = view.artillery_count();
        let (fire, suffered) = estimate.attack(view, attackers, area, defenders, guns);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let ground = area_value(view, area) * self.weights.ground / 100;
        fire.min(defenders.steps) * self.weights.hit / 100 + ground * drives_off / 100
            - suffered.min(attackers.steps) * self.weights.loss / 100
    }

    /// Special Actions in defence: reinforces outnumbered units and leaves areas that cannot be
    /// held.
    fn defend(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Done };
        if !self.weights.uses_special_actions {
            return Action::Done;
        }
        let estimate = Estimate::new(view);
        let attackers = estimate.enemy_force(view, area);
        let own = view.own_units_in(area).iter();
        let defenders =
            own.fold(Force::default(), |all, &unit| all.plus(estimate.own_force(view, unit)));
        let difficulty = i32::from(view.field().area(area).difficulty);
        let danger = attackers.hits(estimate.base, -difficulty);
        if danger * 2 < defenders.steps {
            return Action::Done;
        }
        let proposals = view.proposals();
        let joins = proposals.iter().filter_map(|action| match action {
            Action::Reinforce { unit, .. } => {
                let from = view.area_of(*unit);
                let alone = from.is_some_and(|from| {
                    view.own_units_in(from).len() == 1 && near_enemies(view, from) > 0
                });
                let steps = view.unit(*unit).map_or(0, |state| i32::from(state.steps));
                (!alone).then_some((steps, action))
            }
            _ => None,
        });
        if let Some((_, join)) = joins.max_by_key(|(steps, _)| *steps) {
            return join.clone();
        }
        let withdraw = proposals.iter().find(|action| matches!(action, Action::Withdraw { .. }));
        match withdraw {
            Some(action)
                if danger >= defenders.steps
                    && area_value(view, area) < self.weights.abandon_below =>
            {
                action.clone()
            }
            _ => Action::Done,
        }
    }

    /// Aborts, or takes all hits and fires.
    fn abort(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Abort };
        let estimate = Estimate::new(view);
        let own = view.own_units_in(area).iter();
        let attackers =
            own.fold(Force::default(), |all, &unit| all.plus(estimate.own_force(view, unit)));
        let hits = i32::from(view.hits()) * 100;
        let left = (attackers.steps - hits).max(0);
        let part = if attackers.steps == 0 { 0 } else { left * 100 / attackers.steps };
        let difficulty = i32::from(view.field().area(area).difficulty);
        let fire = attackers.hits(estimate.base, -difficulty) * part / 100;
        let defenders = estimate.enemy_force(view, area);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let gain = fire.min(defenders.steps) * self.weights.hit / 100
            + area_value(view, area) * self.weights.ground / 100 * drives_off / 100;
        let cost = hits * self.weights.loss / 100 - self.weights.disorder_cost;
        if gain > cost { Action::PressOn } else { Action::Abort }
    }

    /// Retreats to save a step, or holds.
    fn give_ground(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Stand };
        let steps: i32 = view
            .own_units_in(area)
            .iter()
            .filter_map(|&unit| view.unit(unit))
            .map(|state| i32::from(state.steps))
            .sum();
        if i32::from(view.hits()) >= steps {
            return Action::GiveGround;
        }
        // A retreat absorbs one hit. It saves nothing if a unit that cannot retreat loses a step.
        if view.retreat_losses() > 0 {
            return Action::Stand;
        }
        let ground = area_value(view, area) * self.weights.ground / 100;
        let saved = self.weights.loss;
        if ground + self.weights.stay_value > saved { Action::Stand } else { Action::GiveGround }
    }
}

/// The number of enemy blocks in adjacent areas.
pub(super) fn near_enemies(view: &View<'_>, area: AreaIndex) -> i32 {
    let neighbours = view.field().area(area).neighbours.iter();
    neighbours.map(|&(beside, _)| view.enemies_in(beside) as i32).sum()
}

fn effect_of<'a>(view: &View<'a>, event: ChitIndex) -> Option<&'a Effect> {
    match view.field().chit(event).event() {
        Some(sandtable_pack::fab::EventKind::Scripted { effect, .. }) => Some(effect),
        _ => None,
    }
}

/// Whether an event could restore a step to any unit.
fn has_use(view: &View<'_>, event: ChitIndex) -> bool {
    let Some(Effect::AddSteps { elite_ok, class, formation, .. }) = effect_of(view, event) else {
        return false;
    };
    view.units().filter_map(|(unit, _)| Some((unit, view.unit(unit)?))).any(|(unit, state)| {
        let card = view.field().unit(unit);
        let own = |id: &FormationId| view.field().formation(card.formation).id == *id;
        state.supplied
            && state.steps < card.max_steps()
            && (*elite_ok || card.quality(state.steps + 1) != Quality::Elite)
            && class.is_none_or(|class| class == card.class)
            && formation.as_ref().is_none_or(own)
    })
}

/// Takes back artillery first, then engineers.
fn take_back(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::TakeBack(chit) => {
            let card = view.field().chit(*chit);
            Some(if card.is_asset_kind(AssetKind::Artillery) { 3 } else { 2 })
        }
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// Assigns everything that fits: artillery, then battle assets, then the event.
fn assign(view: &View<'_>) -> Action {
    let size = |action: &Action| match action {
        Action::Assign(chits) => Some(chits.len()),
        _ => None,
    };
    let none = || Action::Assign(SmallVec::new());
    view.best(size).unwrap_or_else(none)
}

/// Names the unit with the most steps as the point.
fn choose_point(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Lead(Piece::Unit(unit)) => {
            Some(view.unit(*unit).map_or(0, |state| state.steps + 1))
        }
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// Assigns losses to the unit with the most steps; an asset is worth more than one step of three.
fn assign_loss(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Lose(Piece::Unit(unit)) => {
            Some(view.unit(*unit).map_or(0, |state| i32::from(state.steps) * 10))
        }
        Action::Lose(Piece::Asset(_)) => Some(15),
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// Retreats to the most valuable area with few enemies nearby.
fn retreat(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Retreat { to, .. } => Some(area_value(view, *to) - 30 * near_enemies(view, *to)),
        _ => None,
    };
    view.best(rank).unwrap_or(Action::Done)
}

fn first_except_done(view: &View<'_>) -> Action {
    let mut proposals = view.proposals().into_iter();
    proposals.find(|action| *action != Action::Done).unwrap_or(Action::Done)
}

impl View<'_> {
    /// The side's own assets in a box.
    fn assets_in_box(&self, of: ChitBox) -> impl Iterator<Item = ChitIndex> + '_ {
        let side = self.side();
        self.field().chits_of(side).filter(move |&chit| {
            self.chit(chit) == Some(ChitPlace::In(of)) && self.field().chit(chit).asset().is_some()
        })
    }

    /// The number of artillery assets that one attack could use, two at most.
    pub(super) fn artillery_count(&self) -> i32 {
        let guns = self.assets_in_box(ChitBox::Available);
        let guns = guns.filter(|&chit| self.field().chit(chit).is_asset_kind(AssetKind::Artillery));
        guns.take(2).count() as i32
    }

    /// Whether this is the side's own player turn.
    pub(super) fn is_phasing(&self) -> bool {
        self.phase().1 == self.side() && self.phase().0 != Phase::Reinforcement
    }
}
