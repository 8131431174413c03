//! A commander: weighs ground against losses by its weights, and moves towards what is worth most.

use sandtable_engine::RandomStream;
use sandtable_pack::FormationId;
use sandtable_pack::fab::{AssetKind, ChitBox, Effect, Order, Phase, Quality};
use smallvec::SmallVec;

use super::estimate::{Estimate, Force, worth};
use super::marches::Marches;
use crate::game::Game;
use crate::game::action::{Action, Piece, Question, Target};
use crate::game::proposals::Scope;
use crate::state::ChitPlace;
use crate::view::View;
use sandtable_engine::Bot;
use sandtable_pack::fab::{AreaIndex, ChitIndex, UnitIndex};

/// What a commander is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How much a step lost weighs, in hundredths.
    pub(super) loss: i32,
    /// How much an enemy step lost weighs, in hundredths.
    pub(super) hit: i32,
    /// How much ground weighs, in hundredths.
    pub(super) ground: i32,
    /// How much the danger to ground that is left or held weakly weighs, in hundredths.
    pub(super) guard: i32,
    /// How much of what draws units to an area counts where they stand or go, in hundredths.
    pub(super) pull: i32,
    /// By how much a goal is felt less with each border that lies between, in hundredths of what is left.
    pub(super) far: i32,
    /// What it costs to be in disorder for a turn, in hundredths of a step.
    pub(super) disorder: i32,
    /// What it is worth to stand where nothing is to be held, in hundredths of a step.
    pub(super) stand: i32,
    /// Ground that is worth less is left before a fight that cannot be won.
    pub(super) leave: i32,
    /// What it costs that a unit which is due finds no room to land, in hundredths of a step.
    pub(super) late: i32,
    /// What a Special Action is worth that is spent on a second combat.
    pub(super) spent: i32,
    /// Does he use Special Actions and reserves with a purpose?
    pub(super) schooled: bool,
}

impl Weights {
    /// Attacks wherever an enemy is.
    pub(super) const AGGRESSIVE: Self = Self {
        loss: 40,
        hit: 130,
        ground: 130,
        guard: 20,
        pull: 25,
        far: 60,
        disorder: 60,
        stand: 50,
        leave: 150,
        late: 0,
        spent: 40,
        schooled: false,
    };
    /// Keeps what he has, and attacks at great odds.
    pub(super) const CAUTIOUS: Self =
        Self { loss: 170, hit: 70, ground: 80, guard: 130, ..Self::AGGRESSIVE };
    /// Weighs both, and uses everything. One of the best of 180 tempers that were drawn at random and compared on Sicily, Golan and
    /// the fixture: ground that counts is worth a fight, wherever it is, and steps are not spent on anything else.
    pub(super) const PLANNER: Self = Self {
        loss: 137,
        hit: 64,
        ground: 358,
        guard: 39,
        pull: 36,
        far: 38,
        disorder: 38,
        stand: 21,
        leave: 239,
        late: 180,
        spent: 36,
        schooled: true,
    };
}

/// A commander and what he has in mind for the phase.
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

/// What is wanted, if it is legal.
fn if_legal(view: &View<'_>, wanted: Action) -> Action {
    if view.judge(&wanted).is_ok() {
        return wanted;
    }
    view.proposals().into_iter().next().unwrap_or(Action::Done)
}

impl Commander {
    /// A legal answer. Most are found among those that are.
    fn answer(&mut self, view: &View<'_>, question: Question) -> Action {
        match question {
            Question::TakeBack => take_back(view),
            Question::Recycle => Action::Recycle(view.in_box(ChitBox::Used).collect()),
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
            Question::Lead => lead(view),
            // FAB-10b: abort, disorder and retreat spare steps.
            Question::Abort => if_legal(view, self.abort(view)),
            Question::Disorder => Action::AcceptDisorder,
            Question::GiveGround => self.give_ground(view),
            Question::Lose => lose(view),
            Question::Retreat => retreat(view),
            Question::Exploit(_) | Question::Clear => first_but_done(view),
            Question::Leave(_) => view.proposals().pop().unwrap_or(Action::Done),
        }
    }

    /// Those come first who have least choice, so that nobody takes the place that another needs.
    fn arrive(&self, view: &View<'_>) -> Action {
        let choices: Vec<_> = view.landing_by(view.turn()).collect();
        let choice = |unit: UnitIndex| {
            choices.iter().find(|(other, _)| *other == unit).map_or(0, |(_, areas)| areas.len())
        };
        let best = view.best_of(Scope::Usual, |action| {
            Some(match action {
                Action::Arrive { unit, area, by: None } => {
                    let place = worth(view, *area) - 100 * view.own_in(*area).len() as i32;
                    1_000_000 + place - 10_000 * choice(*unit) as i32
                }
                Action::Wait(_) => 10,
                _ => 0,
            })
        });
        best.unwrap_or(Action::Done)
    }

    /// What is done in an Administration Phase, most useful first.
    fn administer(&self, view: &View<'_>) -> Action {
        // Engineers are kept: in a combat they are worth more than by what they build.
        let best = view.best_of(Scope::Usual, |action| {
            Some(self.use_of(view, action)).filter(|value| *value > 0)
        });
        best.unwrap_or(Action::Done)
    }

    /// What an action of the Administration Phase is good for; nothing if it is better kept.
    fn use_of(&self, view: &View<'_>, action: &Action) -> i32 {
        let steps = |unit: &UnitIndex| view.unit(*unit).map_or(0, |state| i32::from(state.steps));
        match action {
            // Replacements first for whoever is weakest.
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
            Action::Reorganise { area, .. } if self.weights.schooled => {
                let about = view.field().area(*area).neighbours.iter().map(|&(beside, _)| beside);
                let areas = [*area].into_iter().chain(about);
                let lame = areas.flat_map(|area| view.own_in(area)).filter(|&&unit| {
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

    /// Which combat next, and whether one that need not be fought is.
    fn fight(&self, view: &View<'_>) -> Action {
        let may_end = view.judge(&Action::Done).is_ok();
        let estimate = Estimate::new(view);
        let best = view.best(|action| match action {
            Action::Fight { area, by } => {
                let value = self.value_of_attack(view, &estimate, *area)
                    - if by.is_some() { self.weights.spent } else { 0 };
                Some(value).filter(|value| *value > 0 || !may_end)
            }
            _ => None,
        });
        best.unwrap_or(Action::Done)
    }

    /// What an attack with all units that are in an area is worth.
    fn value_of_attack(&self, view: &View<'_>, estimate: &Estimate, area: AreaIndex) -> i32 {
        let ready = view
            .own_in(area)
            .iter()
            .filter(|&&unit| view.unit(unit).is_some_and(|state| state.order == Order::Good));
        let attackers =
            ready.fold(Force::default(), |all, &unit| all.and(estimate.own(view, unit)));
        let defenders = estimate.enemies(view, area);
        let guns = view.guns();
        let (fire, suffered) = estimate.attack(view, attackers, area, defenders, guns);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let ground = worth(view, area) * self.weights.ground / 100;
        fire.min(defenders.steps) * self.weights.hit / 100 + ground * drives_off / 100
            - suffered.min(attackers.steps) * self.weights.loss / 100
    }

    /// Special Actions in defence: join who is outnumbered, leave what cannot be held.
    fn defend(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Done };
        if !self.weights.schooled {
            return Action::Done;
        }
        let estimate = Estimate::new(view);
        let attackers = estimate.enemies(view, area);
        let own = view.own_in(area).iter();
        let defenders = own.fold(Force::default(), |all, &unit| all.and(estimate.own(view, unit)));
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
                    view.own_in(from).len() == 1 && near_enemies(view, from) > 0
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
            Some(action) if danger >= defenders.steps && worth(view, area) < self.weights.leave => {
                action.clone()
            }
            _ => Action::Done,
        }
    }

    /// Abort, or take all hits and fire.
    fn abort(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Abort };
        let estimate = Estimate::new(view);
        let own = view.own_in(area).iter();
        let attackers = own.fold(Force::default(), |all, &unit| all.and(estimate.own(view, unit)));
        let hits = i32::from(view.hits()) * 100;
        let left = (attackers.steps - hits).max(0);
        let part = if attackers.steps == 0 { 0 } else { left * 100 / attackers.steps };
        let difficulty = i32::from(view.field().area(area).difficulty);
        let fire = attackers.hits(estimate.base, -difficulty) * part / 100;
        let defenders = estimate.enemies(view, area);
        let drives_off = (fire * 100 / defenders.steps.max(100)).min(100);
        let gain = fire.min(defenders.steps) * self.weights.hit / 100
            + worth(view, area) * self.weights.ground / 100 * drives_off / 100;
        let cost = hits * self.weights.loss / 100 - self.weights.disorder;
        if gain > cost { Action::PressOn } else { Action::Abort }
    }

    /// Retreat to save a step, or stand.
    fn give_ground(&self, view: &View<'_>) -> Action {
        let Some((area, _)) = view.combat() else { return Action::Stand };
        let steps: i32 = view
            .own_in(area)
            .iter()
            .filter_map(|&unit| view.unit(unit))
            .map(|state| i32::from(state.steps))
            .sum();
        if i32::from(view.hits()) >= steps {
            return Action::GiveGround;
        }
        let ground = worth(view, area) * self.weights.ground / 100;
        let saved = 100 * self.weights.loss / 100;
        if ground + self.weights.stand > saved { Action::Stand } else { Action::GiveGround }
    }
}

/// How many enemy blocks stand in areas beside this one.
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

/// Is there anybody whom an event would give a step back?
fn has_use(view: &View<'_>, event: ChitIndex) -> bool {
    let Some(Effect::AddSteps { elite_ok, class, formation, .. }) = effect_of(view, event) else {
        return false;
    };
    view.units().filter_map(|(unit, _)| Some((unit, view.unit(unit)?))).any(|(unit, state)| {
        let card = view.field().unit(unit);
        let own = |id: &FormationId| view.field().formation(card.formation).id == *id;
        state.supplied
            && state.steps < card.full()
            && (*elite_ok || card.quality(state.steps + 1) != Quality::Elite)
            && class.is_none_or(|class| class == card.class)
            && formation.as_ref().is_none_or(own)
    })
}

/// Guns first, then engineers.
fn take_back(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::TakeBack(chit) => {
            let card = view.field().chit(*chit);
            Some(if card.is(AssetKind::Artillery) { 3 } else { 2 })
        }
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// All that fits: guns, then battle assets, then the event.
fn assign(view: &View<'_>) -> Action {
    let size = |action: &Action| match action {
        Action::Assign(chits) => Some(chits.len()),
        _ => None,
    };
    let none = || Action::Assign(SmallVec::new());
    view.best(size).unwrap_or_else(none)
}

/// The point is the unit with most steps.
fn lead(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Lead(Piece::Unit(unit)) => {
            Some(view.unit(*unit).map_or(0, |state| state.steps + 1))
        }
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// Losses go to whoever has most steps; an asset is dearer than a step of three.
fn lose(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Lose(Piece::Unit(unit)) => {
            Some(view.unit(*unit).map_or(0, |state| i32::from(state.steps) * 10))
        }
        Action::Lose(Piece::Asset(_)) => Some(15),
        _ => Some(0),
    };
    view.best(rank).unwrap_or(Action::Done)
}

/// Back to where most is worth holding, and few enemies are near.
fn retreat(view: &View<'_>) -> Action {
    let rank = |action: &Action| match action {
        Action::Retreat { to, .. } => Some(worth(view, *to) - 30 * near_enemies(view, *to)),
        _ => None,
    };
    view.best(rank).unwrap_or(Action::Done)
}

fn first_but_done(view: &View<'_>) -> Action {
    let mut proposals = view.proposals().into_iter();
    proposals.find(|action| *action != Action::Done).unwrap_or(Action::Done)
}

impl View<'_> {
    /// Chits of the side's own in a box that are assets.
    fn in_box(&self, of: ChitBox) -> impl Iterator<Item = ChitIndex> + '_ {
        let side = self.side();
        self.field().chits_of(side).filter(move |&chit| {
            self.chit(chit) == ChitPlace::In(of) && self.field().chit(chit).asset().is_some()
        })
    }

    /// Guns that could be assigned to one attack, two at most.
    pub(super) fn guns(&self) -> i32 {
        let guns = self.in_box(ChitBox::Available);
        let guns = guns.filter(|&chit| self.field().chit(chit).is(AssetKind::Artillery));
        guns.take(2).count() as i32
    }

    /// Is this the side's own player turn?
    pub(super) fn is_phasing(&self) -> bool {
        self.phase().1 == self.side() && self.phase().0 != Phase::Reinforcement
    }
}
