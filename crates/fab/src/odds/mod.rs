//! Exact odds of a combat round and of morale checks. The engine itself plays them for every
//! possible number of hits and every check; no rule is duplicated here.

mod duel_scene;
#[cfg(test)]
mod tests;

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use sandtable_engine::Refusal;
use sandtable_pack::PackFault;
use sandtable_pack::fab::{
    AssetKind, Battle, BattleParts, ChitBox, Class, Effect, Order, Quality, Ruleset,
};
use serde::Serialize;
use smallvec::SmallVec;

use crate::combat::fire::succeeds;
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Piece, Question};
use crate::game::event::Happening;
use crate::state::round::Role;
use duel_scene::{duel_game, rules_for, scene};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::SideIndex;

/// A unit of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelUnit {
    /// The unit's class.
    pub class: Class,
    /// The unit's quality, the same at every step.
    pub quality: Quality,
    /// The unit's steps, 1 to 4.
    pub steps: u8,
    /// The unit's order.
    pub order: Order,
    /// Whether the unit is in supply.
    pub supplied: bool,
}

/// Whether a side that may absorb hits does so: the attacker by aborting (FAB-6.41b), the defender
/// by disorder (FAB-6.42b) or retreat (FAB-6.42c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsorbPolicy {
    /// Takes the hits.
    Never,
    /// Absorbs at every opportunity.
    Always,
    /// Absorbs if the hits left would eliminate all its units and battle assets.
    WhenDestroyed,
}

/// An asset assigned to a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelAsset {
    /// Artillery or a battle asset.
    pub kind: AssetKind,
    /// Infantry or armour.
    pub class: Class,
    /// The asset's quality.
    pub quality: Quality,
    /// Whether the asset is an engineer. An attacking engineer that survives removes fieldworks
    /// instead of firing (FAB-6.33).
    pub engineer: bool,
}

/// Two forces that fight one round in an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The attacker's units, all from one formation.
    pub attackers: Vec<DuelUnit>,
    /// The defender's units, all from one formation; none if there is no combat.
    pub defenders: Vec<DuelUnit>,
    /// Assets of the attacker and of the defender.
    pub assets: [Vec<DuelAsset>; 2],
    /// Combat events of the attacker and of the defender (FAB-6.22b, FAB-6.23b).
    pub events: [Vec<Effect>; 2],
    /// The Terrain Difficulty Number of the area.
    pub difficulty: u8,
    /// Whether the defender has fieldworks.
    pub fieldworks: bool,
    /// Whether all attackers crossed rivers, at least one of them over a blown bridge (FAB-5.35e).
    pub river_assault: bool,
    /// The attacker's abort policy.
    pub abort: AbsorbPolicy,
    /// The defender's policy for absorbing an artillery hit by disorder.
    pub disorder: AbsorbPolicy,
    /// The defender's policy for absorbing a close-fire hit by retreating.
    pub retreat: AbsorbPolicy,
    /// Whether the attacker's units out of supply check morale afterwards (FAB-9.4).
    pub morale: bool,
}

/// The outcome of a round, as probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelOdds {
    /// The probability of each number of steps lost by the attacker's units, from zero.
    pub attacker_steps: Vec<f64>,
    /// The probability of each number of steps lost by the defender's units, from zero.
    pub defender_steps: Vec<f64>,
    /// The probability that all the attacker's units are eliminated.
    pub attacker_eliminated: f64,
    /// The probability that all the defender's units are eliminated.
    pub defender_eliminated: f64,
    /// The probability that the attack is aborted.
    pub aborted: f64,
    /// The probability that the surviving defenders retreat.
    pub retreated: f64,
    /// The probability that a surviving defender is disordered.
    pub disordered: f64,
    /// The probability that the attacker has units left and the defender has none in the area.
    pub taken: f64,
    /// The probability of an exploitation opportunity (FAB-6.8a).
    pub exploitation: f64,
    /// The mean number of armour units that pass the exploitation check (FAB-6.8b).
    pub exploiting: f64,
    /// The results of the attacker's morale checks.
    pub morale: Morale,
    /// The mean numbers of assets lost by the attacker and the defender.
    pub assets: [f64; 2],
    /// The numbers of assets that could not be assigned because not all units are in supply
    /// (FAB-9.34a).
    pub unused: [u8; 2],
    /// Whether the attacker's and the defender's event is unused for the same reason.
    pub event_unused: [bool; 2],
    /// The rules that were applied.
    pub rules: BTreeSet<RuleId>,
}

/// The mean number of units with each result of a morale check for being out of supply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Morale {
    /// The unit passes (FAB-9.4a).
    pub passed: f64,
    /// The unit becomes disordered (FAB-9.4b).
    pub disordered: f64,
    /// The unit loses a step (FAB-9.4c).
    pub step_lost: f64,
    /// The unit surrenders (FAB-9.4d).
    pub surrendered: f64,
}

impl DuelOdds {
    /// Odds before any outcome is counted.
    fn empty(duel: &Duel) -> Self {
        let none = |units: &[DuelUnit]| {
            let steps: usize = units.iter().map(|unit| usize::from(unit.steps)).sum();
            vec![0.0; steps + 1]
        };
        Self {
            attacker_steps: none(&duel.attackers),
            defender_steps: none(&duel.defenders),
            attacker_eliminated: 0.0,
            defender_eliminated: 0.0,
            aborted: 0.0,
            retreated: 0.0,
            disordered: 0.0,
            taken: 0.0,
            exploitation: 0.0,
            exploiting: 0.0,
            morale: Morale::default(),
            assets: [0.0; 2],
            unused: [0; 2],
            event_unused: [false; 2],
            rules: BTreeSet::new(),
        }
    }
}

/// The reason why a duel has no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DuelError {
    /// The battle is invalid, with at least one error.
    NoBattle(Vec<PackFault>),
    /// The rules forbid a side's action, for example assigning assets beyond its limits.
    Refused(Refusal),
}

impl fmt::Display for DuelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBattle(faults) => faults.iter().take(1).try_for_each(|fault| fault.fmt(f)),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for DuelError {}

/// Returns the odds of a duel under a ruleset. Fails if the combat is impossible under the ruleset,
/// or if a side exceeds its limits.
pub fn duel_odds(duel: &Duel, ruleset: &Ruleset) -> Result<DuelOdds, DuelError> {
    let parts = BattleParts { scene: scene(duel), ruleset: rules_for(ruleset) };
    let battle = Battle::new(parts).map_err(DuelError::NoBattle)?;
    let game = duel_game(duel, Arc::new(Battlefield::new(battle)));
    let mut odds = DuelOdds::empty(duel);
    follow_courses(duel, &game, 1.0, &mut odds).map_err(DuelError::Refused)?;
    Ok(odds)
}

/// Follows every course of the round to its end.
fn follow_courses(
    duel: &Duel,
    game: &Game,
    chance: f64,
    odds: &mut DuelOdds,
) -> Result<(), Refusal> {
    if game.state.tasks.is_empty() {
        add_outcome(duel, game, chance, odds);
        return Ok(());
    }
    match game.node() {
        Node::Dice(_) if game.state.round.is_none() => {
            for (next, part) in check_results(game)? {
                follow_courses(duel, &next, chance * part, odds)?;
            }
            Ok(())
        }
        Node::Dice(dice) => {
            for (hits, part) in hit_probabilities(&game.fire_numbers()).into_iter().enumerate() {
                if part > 0.0 {
                    // A natural 1 always hits and a natural 10 never does, so these dice stand for
                    // all rolls with this many hits.
                    let shown = (0..usize::from(dice)).map(|die| if die < hits { 1 } else { 10 });
                    let next = apply_input(game, Input::Dice(shown.collect()))?;
                    follow_courses(duel, &next, chance * part, odds)?;
                }
            }
            Ok(())
        }
        Node::Decision { side, question } => {
            let action = answer(duel, game, side, question);
            follow_courses(duel, &apply_input(game, Input::Action(action))?, chance, odds)
        }
        Node::Cup(_) | Node::Over(_) => unreachable!("a round draws nothing and ends no battle"),
    }
}

/// The results of one morale check with their probabilities. Dice with the same effect by the same
/// rules count as one result.
fn check_results(game: &Game) -> Result<Vec<(Game, f64)>, Refusal> {
    let mut results: BTreeMap<_, (Game, f64)> = BTreeMap::new();
    for die in 1..=10 {
        let next = apply_input(game, Input::Dice(SmallVec::from_slice(&[die])))?;
        let events = &next.diary()[game.diary().len()..];
        let rules: Vec<RuleId> = events.iter().map(|event| event.rule).collect();
        results.entry((next.digest(), rules)).or_insert((next, 0.0)).1 += 0.1;
    }
    Ok(results.into_values().collect())
}

fn apply_input(game: &Game, input: Input) -> Result<Game, Refusal> {
    let mut next = game.clone();
    next.apply(&input)?;
    Ok(next)
}

/// The probability of each number of hits, from zero, with these Success Numbers.
fn hit_probabilities(numbers: &[i8]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for &number in numbers {
        let successes = (1..=10).filter(|&die| succeeds(die, number)).count();
        let hit = successes as f64 / 10.0;
        let mut next = vec![0.0; chances.len() + 1];
        for (hits, chance) in chances.iter().enumerate() {
            next[hits] += chance * (1.0 - hit);
            next[hits + 1] += chance * hit;
        }
        chances = next;
    }
    chances
}

/// The answer that follows the duel's policies.
fn answer(duel: &Duel, game: &Game, side: SideIndex, question: Question) -> Action {
    let absorb = |policy: AbsorbPolicy, action: Action, otherwise: Action| {
        let absorbs = match policy {
            AbsorbPolicy::Always => true,
            AbsorbPolicy::Never => false,
            AbsorbPolicy::WhenDestroyed => game.batch().hits >= strength(game, game.role_of(side)),
        };
        if absorbs { action } else { otherwise }
    };
    match question {
        Question::Assign => {
            let own = game.in_box(side, ChitBox::Available);
            Action::Assign(own.collect::<SmallVec<_>>())
        }
        Question::Disorder => absorb(duel.disorder, Action::AcceptDisorder, Action::Stand),
        Question::GiveGround => absorb(duel.retreat, Action::GiveGround, Action::Stand),
        // An attacker that cannot retreat over the river takes all hits.
        Question::Abort if game.judge_abort().is_err() => Action::PressOn,
        Question::Abort => absorb(duel.abort, Action::Abort, Action::PressOn),
        // Battle assets are lost before units, the worse ones first. Among units, the one with the
        // most steps loses first, then the worse one.
        Question::Lose => {
            let targets = game.loss_targets(game.role_of(side));
            let rank = |piece: &Piece| (steps(game, *piece), Reverse(piece_rank(game, *piece)));
            let chosen = targets.iter().copied().max_by_key(rank);
            Action::Lose(chosen.expect("a piece can take the loss"))
        }
        // The point is the unit with the most steps; ties go to the better unit. Retreats are
        // chosen in order.
        Question::Lead => {
            let leaders = game.leaders(game.role_of(side));
            let rank = |piece: &Piece| match piece {
                Piece::Asset(_) => (0, piece_rank(game, *piece)),
                Piece::Unit(_) => (steps(game, *piece), piece_rank(game, *piece)),
            };
            let chosen = leaders.iter().copied().max_by_key(rank);
            Action::Lead(chosen.expect("a piece can lead"))
        }
        Question::Retreat | Question::Clear | Question::Exploit(_) => {
            game.proposals().into_iter().next().expect("a legal action always exists")
        }
        _ => Action::Done,
    }
}

/// The hits that eliminate all units and battle assets of a role.
fn strength(game: &Game, role: Role) -> u8 {
    let units = game.round().units[role.index()].iter();
    let steps: u8 = units.map(|&unit| game.state.unit(unit).steps).sum();
    steps + game.battle_assets(role).count() as u8
}

/// The steps of a unit; for an asset, more than any unit has.
fn steps(game: &Game, piece: Piece) -> u8 {
    match piece {
        Piece::Asset(_) => u8::MAX,
        Piece::Unit(unit) => game.state.unit(unit).steps,
    }
}

/// The ranking of pieces with equal steps: quality, then armour, order and supply. Pieces that rank
/// equal fight identically, so the order of units does not affect the odds.
fn piece_rank(game: &Game, piece: Piece) -> (Option<Quality>, bool, bool, bool) {
    match piece {
        Piece::Asset(chit) => {
            let asset = game.field.chit(chit).asset();
            let is_armour = asset.is_some_and(|asset| asset.class == Class::Armour);
            (asset.map(|asset| asset.quality), is_armour, true, true)
        }
        Piece::Unit(unit) => {
            let (card, state) = (game.field.unit(unit), game.state.unit(unit));
            let is_armour = card.class == Class::Armour;
            let quality = card.quality(state.steps);
            (Some(quality), is_armour, state.order == Order::Good, state.supplied)
        }
    }
}

/// Adds a final state of the round to the odds.
fn add_outcome(duel: &Duel, game: &Game, chance: f64, odds: &mut DuelOdds) {
    let sides = [(SideIndex::First, &duel.attackers), (SideIndex::Second, &duel.defenders)];
    let [attacker_lost, defender_lost] = sides.map(|(side, units)| {
        let before: u8 = units.iter().map(|unit| unit.steps).sum();
        let own = game.field.units().filter(|&unit| game.side_of(unit) == side);
        let left: u8 = own.map(|unit| game.state.unit(unit).steps).sum();
        usize::from(before - left)
    });
    // Whether assets can be assigned is settled before any dice are rolled.
    for side in SideIndex::BOTH {
        let left = || game.in_box(side, ChitBox::Available).map(|chit| game.field.chit(chit));
        odds.unused[side.index()] = left().filter(|card| card.asset().is_some()).count() as u8;
        odds.event_unused[side.index()] = left().any(|card| card.event().is_some());
    }
    odds.attacker_steps[attacker_lost] += chance;
    odds.defender_steps[defender_lost] += chance;
    let mut add = |holds: bool, to: fn(&mut DuelOdds) -> &mut f64| {
        if holds {
            *to(odds) += chance;
        }
    };
    let happened =
        |what: fn(&Happening) -> bool| game.diary().iter().any(|event| what(&event.what));
    let area = game.field.find_area("field").expect("the duel has a field");
    let left = |side: SideIndex| {
        game.field.units().any(|unit| game.side_of(unit) == side && game.state.unit(unit).steps > 0)
    };
    add(!left(SideIndex::First), |odds| &mut odds.attacker_eliminated);
    let fights = !duel.defenders.is_empty();
    add(fights && !left(SideIndex::Second), |odds| &mut odds.defender_eliminated);
    add(happened(|what| matches!(what, Happening::Aborted { .. })), |odds| &mut odds.aborted);
    let gone = !game.has_forces(area, SideIndex::Second);
    add(gone && left(SideIndex::Second), |odds| &mut odds.retreated);
    let disordered = game.field.units().any(|unit| {
        game.side_of(unit) == SideIndex::Second
            && game.state.unit(unit).order == Order::Disordered
            && game.state.unit(unit).steps > 0
    });
    add(disordered, |odds| &mut odds.disordered);
    add(fights && gone && left(SideIndex::First), |odds| &mut odds.taken);
    let exploits = happened(|what| matches!(what, Happening::ExploitationChance { .. }));
    add(exploits, |odds| &mut odds.exploitation);
    for event in game.diary() {
        let count = match (&event.what, event.rule) {
            (Happening::Exploits { .. }, _) => &mut odds.exploiting,
            (Happening::Checked { passed: true, .. }, FAB_9_4A) => &mut odds.morale.passed,
            (_, FAB_9_4B) => &mut odds.morale.disordered,
            (_, FAB_9_4C) => &mut odds.morale.step_lost,
            (_, FAB_9_4D) => &mut odds.morale.surrendered,
            _ => continue,
        };
        *count += chance;
    }
    for side in SideIndex::BOTH {
        // Events are eliminated too once they are used (FAB-4.22).
        let lost = game.in_box(side, ChitBox::Eliminated);
        let lost = lost.filter(|&chit| game.field.chit(chit).asset().is_some()).count();
        odds.assets[side.index()] += chance * lost as f64;
    }
    odds.rules.extend(game.diary().iter().map(|event| event.rule));
}
