//! Exact odds of a duel: plays the engine's own combat through every possible dice roll.
//!
//! The module repeats no rule. Dice are arguments of [`Game::apply`], and this module only weighs
//! the result of each roll. Rolls that lead to the same state are followed once. A round without
//! effect returns to its initial state. Dividing by the probability of leaving that state gives the
//! odds of a fight of any length.

mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{
    AttackOverRiver, Digest, PieceRules, PieceType, Quality, Ruleset, Status, StatusEffect, TypeId,
};
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Question};
use crate::state::Location;
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, RuleId, refuse};
use table::Table;

/// One of the two pieces of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The arm.
    pub kind: PieceType,
    /// A type defined by the ruleset and based on that arm (PB-3.37).
    pub own_type: Option<TypeId>,
    /// The quality.
    pub quality: Quality,
    /// The status at the beginning of combat, Fresh or Spent; always Fresh for a detachment.
    pub status: Status,
    /// The policy for voluntary retreats (PB-22.4).
    pub retreats: RetreatPolicy,
}

impl Fighter {
    /// The row of Table A, or the row of its `own_type`.
    fn row<'r>(&self, ruleset: &'r Ruleset) -> &'r PieceRules {
        let own = self.own_type.as_ref().and_then(|own| ruleset.types.get(own));
        own.map_or_else(|| ruleset.piece(self.kind), |own| &own.rules)
    }

    /// Refuses a piece that cannot exist.
    fn judge(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        if let Some(own) = &self.own_type {
            match ruleset.types.get(own) {
                Some(own) if own.like == self.kind => {}
                _ => return refuse(PB_3_37, "the ruleset has no such type"),
            }
        }
        if !ruleset.allowed_qualities(self.kind, self.own_type.as_ref()).contains(&self.quality) {
            return refuse(
                PB_3_27,
                match self.own_type {
                    Some(_) => "this type does not have that quality",
                    None => "only infantry can be militia, elite or guard",
                },
            );
        }
        if self.row(ruleset).status == StatusEffect::OneState && self.status == Status::Spent {
            return refuse(
                PB_A10,
                "this piece cannot be Spent: its first hit destroys it; remove `:spent`",
            );
        }
        Ok(())
    }

    /// The reason why the piece cannot follow a policy of voluntary retreat, if any.
    fn never_retires(&self, ruleset: &Ruleset) -> Option<(&'static str, RuleId)> {
        if self.retreats == RetreatPolicy::Never {
            return None;
        }
        if self.row(ruleset).status == StatusEffect::OneState {
            return Some(("cannot be Spent, so it never retreats by choice", PB_A10));
        }
        let is_guns = self.kind == PieceType::Artillery;
        is_guns.then_some(("has no Support, so it never retreats by choice", PB_14_4))
    }
}

/// A policy for voluntary retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatPolicy {
    /// The piece stays until forced to retreat.
    Never,
    /// The piece leaves at its first decision once Spent.
    WhenSpent,
}

/// A combat between two pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The piece that made the contact (PB-12.3).
    pub attacker: Fighter,
    /// The piece that was attacked.
    pub defender: Fighter,
    /// Whether the defender has cover (PB-23.3).
    pub cover: bool,
    /// Whether the attacker is at the defender's rear, which is a flank in every rules edition
    /// (PB-18.1, PB-Q18).
    pub flank: bool,
    /// Whether the attacker crossed a river (PB-23.5).
    pub river: bool,
    /// Whether the defender is in road column (PB-23.6).
    pub column: bool,
}

/// The probabilities of each outcome for a piece. The four add up to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Fate {
    /// The piece stays in place, Fresh.
    pub fresh: f64,
    /// The piece stays in place, Spent.
    pub spent: f64,
    /// The piece has retreated, Fresh or Spent.
    pub retreated: f64,
    /// The piece is destroyed.
    pub eliminated: f64,
}

/// The odds of a duel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// The outcomes for the attacker.
    pub attacker: Fate,
    /// The outcomes for the defender.
    pub defender: Fate,
    /// The mean number of rounds with any fire.
    pub expected_rounds: f64,
    /// The rules that were applied, in order.
    pub rules: Vec<String>,
    /// The ID of the ruleset.
    pub ruleset: String,
    /// Requests that have no effect, each with its rule.
    pub notes: Vec<String>,
}

/// Returns the exact odds of a duel under a ruleset, or a refusal if no such combat can happen.
pub fn odds(ruleset: &Ruleset, duel: &Duel) -> Result<Odds, Refusal> {
    for fighter in [&duel.attacker, &duel.defender] {
        fighter.judge(ruleset)?;
    }
    if !duel.attacker.row(ruleset).attacks {
        return refuse(PB_12_4, "this arm does not attack");
    }
    let table = Table::set(ruleset, duel);
    let mut solver = Solver { duel, table: &table, cache: BTreeMap::new(), rules: BTreeSet::new() };
    let chances = solver.fight_on(&table.game);
    let rules = solver.rules;
    Ok(Odds {
        attacker: chances.fates[0],
        defender: chances.fates[1],
        expected_rounds: chances.rounds,
        rules: in_order(rules),
        ruleset: ruleset.id.clone(),
        notes: notes(ruleset, duel),
    })
}

/// Notes about requests that have no effect.
fn notes(ruleset: &Ruleset, duel: &Duel) -> Vec<String> {
    let is_plain = ruleset.rulings.attack_over_river == AttackOverRiver::Plain;
    let river = (duel.river && is_plain)
        .then(|| "the river has no effect under this ruleset (PB-Q23)".to_owned());
    let fighters = [("attacker", &duel.attacker), ("defender", &duel.defender)];
    let retreats = fighters.into_iter().filter_map(|(name, fighter)| {
        let (why, rule) = fighter.never_retires(ruleset)?;
        Some(format!("the {name} {why} ({rule})"))
    });
    river.into_iter().chain(retreats).collect()
}

/// Rules sorted by chapter and number, with rulings and editions last.
fn in_order(rules: BTreeSet<RuleId>) -> Vec<String> {
    let numbers = |rule: &str| -> Vec<u32> {
        rule.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    };
    let mut rules: Vec<&str> = rules.into_iter().map(|rule| rule.0).collect();
    let letter = |rule: &str| rule.chars().nth(3).filter(char::is_ascii_alphabetic);
    rules.sort_by_key(|rule| (letter(rule), numbers(rule)));
    rules.into_iter().map(str::to_owned).collect()
}

/// The expected results from a state onwards.
#[derive(Clone, Copy, Default)]
struct Chances {
    /// The outcomes of the attacker and of the defender.
    fates: [Fate; 2],
    /// The expected number of remaining rounds.
    rounds: f64,
}

impl Chances {
    fn add(&mut self, share: f64, other: &Self) {
        for (fate, of) in self.fates.iter_mut().zip(&other.fates) {
            fate.fresh += share * of.fresh;
            fate.spent += share * of.spent;
            fate.retreated += share * of.retreated;
            fate.eliminated += share * of.eliminated;
        }
        self.rounds += share * other.rounds;
    }
}

/// States, each with its probability.
type WeightedStates = BTreeMap<Digest, (f64, Game)>;

struct Solver<'t> {
    duel: &'t Duel,
    table: &'t Table,
    /// The expected results from the beginning of a round, by state.
    cache: BTreeMap<Digest, Chances>,
    rules: BTreeSet<RuleId>,
}

impl Solver<'_> {
    /// Returns the expected results from the beginning of a round.
    fn fight_on(&mut self, game: &Game) -> Chances {
        let key = with_round_two(game).digest();
        if let Some(chances) = self.cache.get(&key) {
            return *chances;
        }
        let mut again = 0.0;
        let (ends, is_fought) = self.play_round(game);
        let mut chances = Chances { rounds: f64::from(is_fought), ..Chances::default() };
        for (digest, (share, next)) in ends {
            if self.is_over(&next) {
                let fates =
                    [self.table.attacker, self.table.defender].map(|piece| self.fate(&next, piece));
                chances.add(share, &Chances { fates, rounds: 0.0 });
            } else if digest == key {
                again += share;
            } else {
                let following = self.fight_on(&next);
                chances.add(share, &following);
            }
        }
        // Rounds without effect return to this state, so only the other results decide.
        let mut decided = Chances::default();
        decided.add(1.0 / (1.0 - again), &chances);
        self.cache.insert(key, decided);
        decided
    }

    /// All states at the end of a round with their probabilities, and whether any piece fires. A
    /// piece that withdraws before combat does so before any dice are rolled (PB-27.1).
    fn play_round(&mut self, game: &Game) -> (WeightedStates, bool) {
        let round = round_of(game);
        let mut is_fought = false;
        let mut open = WeightedStates::from([(game.digest(), (1.0, game.clone()))]);
        let mut ended = WeightedStates::new();
        while let Some((_, (share, game))) = open.pop_first() {
            is_fought |= matches!(game.node(), Node::Dice { .. });
            self.rules.extend(game.rules_of_shot());
            for (part, input) in self.inputs(&game) {
                let mut next = game.clone();
                let rule = next.apply(&input).expect("a duel has only legal continuations");
                // A piece that stays has applied no rule, not even the one that allowed it to
                // leave.
                if input != Input::Action(Action::Stay) {
                    self.rules.insert(rule);
                }
                self.rules.extend(next.take_diary().into_iter().map(|event| event.rule));
                let done = self.is_over(&next) || round_of(&next) != round;
                let next = if done { with_round_two(&next) } else { next };
                let heap = if done { &mut ended } else { &mut open };
                heap.entry(next.digest()).or_insert((0.0, next)).0 += share * part;
            }
        }
        (ended, is_fought)
    }

    /// The possible next inputs with their probabilities: the choice by the side's policy, or all
    /// dice rolls.
    fn inputs(&self, game: &Game) -> Vec<(f64, Input)> {
        let choose = |action| vec![(1.0, Input::Action(action))];
        match game.node() {
            Node::Dice { count, sides } => rolls(count, sides),
            Node::Decision { question: Question::StayOrRetire(piece), .. } => {
                let fighter = self.fighter(piece);
                let leaves = fighter.retreats == RetreatPolicy::WhenSpent && game.is_spent(piece);
                choose(if leaves { Action::Retire } else { Action::Stay })
            }
            Node::Decision { question: Question::RetreatWay(_), .. } => {
                let ways = game.proposals();
                choose(ways.into_iter().next().expect("a retreat is possible on an empty field"))
            }
            other => unreachable!("unexpected node in a duel: {other:?}"),
        }
    }

    fn fighter(&self, piece: PieceIndex) -> &Fighter {
        if piece == self.table.attacker { &self.duel.attacker } else { &self.duel.defender }
    }

    fn is_over(&self, game: &Game) -> bool {
        matches!(game.node(), Node::Over(_))
    }

    /// A piece's outcome in a finished combat.
    fn fate(&self, game: &Game, piece: PieceIndex) -> Fate {
        let mut fate = Fate::default();
        let now = game.state.piece(piece);
        let before = self.table.game.state.piece(piece);
        *match (&now.place, now.status) {
            (Location::Destroyed { .. }, _) => &mut fate.eliminated,
            (place, _) if *place != before.place => &mut fate.retreated,
            (_, Status::Fresh) => &mut fate.fresh,
            (_, Status::Spent) => &mut fate.spent,
        } = 1.0;
        fate
    }
}

fn round_of(game: &Game) -> Option<u8> {
    game.state.combat.as_ref().map(|combat| combat.round)
}

/// The game with later rounds counted as the second, because only the first round differs.
fn with_round_two(game: &Game) -> Game {
    let mut game = game.clone();
    if let Some(combat) = &mut game.state.combat {
        combat.round = combat.round.min(2);
    }
    game
}

/// All rolls of this many dice, each in ascending order, with their probabilities.
fn rolls(count: u8, sides: u8) -> Vec<(f64, Input)> {
    let mut heaps: BTreeMap<Vec<u8>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for (dice, share) in heaps {
            for die in 1..=sides {
                let mut dice: Vec<u8> = dice.clone();
                let at = dice.partition_point(|&other| other <= die);
                dice.insert(at, die);
                *next.entry(dice).or_insert(0.0) += share / f64::from(sides);
            }
        }
        heaps = next;
    }
    heaps.into_iter().map(|(dice, share)| (share, Input::Dice(dice))).collect()
}
