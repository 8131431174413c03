//! Exact odds of a combat: plays the engine's own combat through every possible dice roll.
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
    AttackOverRiver, Digest, Facing, PieceRules, PieceType, Quality, Ruleset, Status, StatusEffect,
    TypeId,
};
use sandtable_terrain::Face;
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Question};
use crate::game::event::Happening;
use crate::state::Task;
use crate::state::combat::Stage;
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, RuleId, refuse};
use table::{Table, Troop};

/// One of the pieces of a duel.
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
}

/// A policy for voluntary retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatPolicy {
    /// The piece stays until forced to retreat.
    Never,
    /// The piece leaves at its first decision once Spent.
    WhenSpent,
    /// The piece withdraws before combat if it may (PB-27.1), and otherwise stays.
    BeforeCombat,
}

/// The decision of a Support whose lead has left (PB-13.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportPolicy {
    /// Takes the lead's place if it can.
    TakesPlace,
    /// Retreats if it can.
    Retreats,
}

/// A piece with its place and its Support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The piece itself.
    pub fighter: Fighter,
    /// The piece behind it (PB-13.1).
    pub support: Option<Fighter>,
    /// The number of the enemy lead that it attacks, from zero. The first defender attacks no one.
    pub enemy: usize,
    /// The enemy's edge at which it attacks. At the rear of a supported lead it attacks the Support
    /// (PB-A110).
    pub face: Face,
    /// Whether it attacks across a river (PB-23.5).
    pub river: bool,
    /// Whether it has cover against attackers (PB-23.3).
    pub cover: bool,
    /// Whether it is in road column (PB-23.6); only the first defender can be.
    pub column: bool,
}

impl From<Fighter> for Lead {
    /// The piece without Support, in the open, at the front of the first enemy.
    fn from(fighter: Fighter) -> Self {
        Self {
            fighter,
            support: None,
            enemy: 0,
            face: Face::Front,
            river: false,
            cover: false,
            column: false,
        }
    }
}

/// A combat, or a bombardment of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The pieces that attack the first defender, in order of contact (PB-12.3, PB-28.2).
    pub attackers: Vec<Lead>,
    /// The first defender, then pieces of its side that attack the attackers.
    pub defenders: Vec<Lead>,
    /// Whether the attackers bombard from a distance instead of attacking (PB-15.1).
    pub bombards: bool,
    /// The policy of the attacker's and of the defender's Supports.
    pub supports: [SupportPolicy; 2],
}

impl Duel {
    fn sides(&self) -> [&[Lead]; 2] {
        [&self.attackers, &self.defenders]
    }

    /// Refuses pieces that cannot exist or cannot fight in this way.
    fn judge(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        if self.bombards && self.defenders.len() > 1 {
            return refuse(PB_15_1, "a bombardment has one target");
        }
        if self.bombards && self.attackers.len() > 3 {
            return refuse(PB_6_4, "at most three batteries can bombard together");
        }
        let leads = self.sides().into_iter().flatten();
        for (number, lead) in leads.enumerate() {
            let attacks = number != self.attackers.len();
            for fighter in std::iter::once(&lead.fighter).chain(&lead.support) {
                fighter.judge(ruleset)?;
            }
            if lead.column && attacks {
                return refuse(PB_A55, "a column cannot attack or bombard; form line first");
            }
            if lead.column && lead.support.is_some() {
                return refuse(PB_A55, "a column cannot have a Support");
            }
            if attacks && !self.bombards && !lead.fighter.row(ruleset).attacks {
                return refuse(PB_12_4, "this arm does not attack");
            }
        }
        Ok(())
    }
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
    /// The outcomes for the first attacker.
    pub attacker: Fate,
    /// The outcomes for the first defender.
    pub defender: Fate,
    /// The outcomes for all other pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherFate>,
    /// The mean number of rounds with any fire. A bombardment is one round.
    pub expected_rounds: f64,
    /// The rules that were applied, in order.
    pub rules: Vec<String>,
    /// The ID of the ruleset.
    pub ruleset: String,
    /// Requests that have no effect, each with its rule.
    pub notes: Vec<String>,
}

/// The outcomes for a Support, or for a further attacker or defender.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OtherFate {
    /// `attacker` or `defender`.
    pub side: &'static str,
    /// The number of the lead on its side, from 1.
    pub number: usize,
    /// Whether this is the Support of that lead.
    pub support: bool,
    /// The outcomes. A Support that takes its lead's place holds.
    #[serde(flatten)]
    pub fate: Fate,
}

/// Returns the exact odds of a duel under a ruleset, or a refusal if no such combat can happen.
pub fn odds(ruleset: &Ruleset, duel: &Duel) -> Result<Odds, Refusal> {
    duel.judge(ruleset)?;
    let table = Table::set(ruleset, duel)?;
    let mut solver = Solver { duel, table: &table, cache: BTreeMap::new(), rules: BTreeSet::new() };
    let chances = solver.fight_on(&table.game);
    let rules = solver.rules;
    let mut odds = Odds {
        attacker: Fate::default(),
        defender: Fate::default(),
        others: Vec::new(),
        expected_rounds: chances.rounds,
        notes: notes(ruleset, duel, &table, &rules),
        rules: in_order(rules),
        ruleset: ruleset.id.clone(),
    };
    for (&Troop { side, number, support, .. }, fate) in table.troops.iter().zip(chances.fates) {
        match (SIDES[side], number, support) {
            ("attacker", 0, false) => odds.attacker = fate,
            ("defender", 0, false) => odds.defender = fate,
            (side, _, _) => {
                odds.others.push(OtherFate { side, number: number + 1, support, fate });
            }
        }
    }
    Ok(odds)
}

const SIDES: [&str; 2] = ["attacker", "defender"];

/// Notes about requests that have no effect.
fn notes(
    ruleset: &Ruleset,
    duel: &Duel,
    table: &Table<'_>,
    rules: &BTreeSet<RuleId>,
) -> Vec<String> {
    let crosses = duel.sides().into_iter().flatten().any(|lead| lead.river);
    let is_plain = ruleset.rulings.attack_over_river == AttackOverRiver::Plain;
    let river = match (crosses, duel.bombards) {
        (true, true) => Some("the river has no effect on a bombardment (PB-A94)".to_owned()),
        (true, false) if is_plain => {
            Some("the river has no effect under this ruleset (PB-Q23)".to_owned())
        }
        _ => None,
    };
    let leads = duel.attackers.iter().filter(|lead| {
        !duel.bombards && lead.face == Face::Rear && duel.defenders[0].support.is_some()
    });
    let rear = leads.map(|_| {
        "an attacker at the rear of a supported piece attacks its Support (PB-A110)".to_owned()
    });
    let retreats = table.troops.iter().filter_map(|troop| {
        let (why, rule) = troop.never_retires(ruleset)?;
        Some(format!("{} {why} ({rule})", troop.name()))
    });
    let withdrawals = (0..2).filter(|&side| {
        let mut own = table.troops.iter().filter(|troop| troop.side == side);
        own.any(|troop| troop.fighter.retreats == RetreatPolicy::BeforeCombat)
            && !rules.contains(&PB_27_1)
    });
    let withdrawals =
        withdrawals.map(|side| format!("no {} may withdraw before combat (PB-27.1)", SIDES[side]));
    river.into_iter().chain(rear).chain(retreats).chain(withdrawals).collect()
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
#[derive(Clone)]
struct Chances {
    /// The outcomes of the pieces, in table order.
    fates: Vec<Fate>,
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
    table: &'t Table<'t>,
    /// The expected results from the beginning of a round, by state.
    cache: BTreeMap<Digest, Chances>,
    rules: BTreeSet<RuleId>,
}

impl Solver<'_> {
    /// Returns the expected results from the beginning of a round.
    fn fight_on(&mut self, game: &Game) -> Chances {
        let key = with_round_two(game).digest();
        if let Some(chances) = self.cache.get(&key) {
            return chances.clone();
        }
        let mut again = 0.0;
        let (ends, is_fought) = self.play_round(game);
        let none = Chances { fates: vec![Fate::default(); self.table.troops.len()], rounds: 0.0 };
        let mut chances = Chances { rounds: f64::from(is_fought), ..none.clone() };
        for (digest, (share, next)) in ends {
            if self.is_over(&next) {
                let fates = self.table.troops.iter().map(|troop| troop.fate(&next)).collect();
                chances.add(share, &Chances { fates, rounds: 0.0 });
            } else if digest == key {
                again += share;
            } else {
                let following = self.fight_on(&next);
                chances.add(share, &following);
            }
        }
        // Rounds without effect return to this state, so only the other results decide.
        let mut decided = none;
        decided.add(1.0 / (1.0 - again), &chances);
        self.cache.insert(key, decided.clone());
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
                for event in next.take_diary() {
                    self.rules.insert(event.rule);
                    if let Happening::Bombarded { modifiers, rules, .. } = event.what {
                        let cover = modifiers.target_in_cover.then_some(PB_23_3);
                        self.rules.extend(rules.target_flanked.into_iter().chain(rules.quality));
                        self.rules.extend(cover);
                    }
                }
                let done = self.is_over(&next) || round_of(&next) != round;
                let next = if done { with_round_two(&next) } else { next };
                let heap = if done { &mut ended } else { &mut open };
                heap.entry(next.digest()).or_insert((0.0, next)).0 += share * part;
            }
        }
        (ended, is_fought)
    }

    /// The possible next inputs with their probabilities: the choice by the side's policy, or all
    /// numbers of hits.
    fn inputs(&self, game: &Game) -> Vec<(f64, Input)> {
        let (side, question) = match game.node() {
            Node::Dice { count, sides } => return rolls(game, count, sides),
            Node::Decision { side, question } => (side, question),
            other => unreachable!("unexpected node in a duel: {other:?}"),
        };
        let chosen = match question {
            Question::Activation(_) => self.bombardment(game),
            Question::StayOrRetire(piece) => {
                Some(if self.leaves(game, piece) { Action::Retire } else { Action::Stay })
            }
            Question::TakePlace(_) => {
                let action = match self.duel.supports[side.index()] {
                    SupportPolicy::TakesPlace => Action::TakePlace,
                    SupportPolicy::Retreats => Action::Retire,
                };
                game.judge(&action).is_ok().then_some(action)
            }
            Question::RetreatDirection(piece) => straightest_retreat(game, piece),
            _ => None,
        };
        // Otherwise the first proposal, such as the enemy that was in contact first.
        let chosen = chosen.or_else(|| game.proposals().into_iter().next());
        vec![(1.0, Input::Action(chosen.expect("a side has a legal action")))]
    }

    /// Whether a piece leaves by its side's policy.
    fn leaves(&self, game: &Game, piece: PieceIndex) -> bool {
        let stage = game.state.combat.as_ref().map(|combat| combat.stage);
        match self.table.troop(piece).fighter.retreats {
            RetreatPolicy::Never => false,
            RetreatPolicy::WhenSpent => game.is_spent(piece),
            RetreatPolicy::BeforeCombat => matches!(stage, Some(Stage::Withdrawal(_))),
        }
    }

    /// The next bombardment, while the target remains in its place.
    fn bombardment(&self, game: &Game) -> Option<Action> {
        let target = self.table.first_defender();
        let stands = game.state.piece(target.piece).place == target.places[0];
        let mut batteries = self.table.troops.iter().filter(|troop| troop.side == 0 && stands);
        batteries.find_map(|troop| {
            let action = Table::bombardment(game, troop.piece, target.piece)?;
            game.judge(&action).is_ok().then_some(action)
        })
    }

    fn is_over(&self, game: &Game) -> bool {
        match game.node() {
            Node::Over(_) => true,
            Node::Decision { question: Question::Activation(_), .. } => {
                self.bombardment(game).is_none()
            }
            _ => false,
        }
    }
}

/// The straightest retreat that pushes no friends back, if any (PB-25.4).
fn straightest_retreat(game: &Game, piece: PieceIndex) -> Option<Action> {
    let Task::Retreat { threats, .. } = game.top() else { return None };
    let pushes_nobody = |way: &Facing| {
        game.friends_pushed_back(piece, threats, *way).is_some_and(|friends| friends.is_empty())
    };
    game.retreats(piece, threats).find(pushes_nobody).map(Action::RetreatToward)
}

/// The combat in progress and its round.
fn round_of(game: &Game) -> (usize, Option<u8>) {
    (game.state.fought.len(), game.state.combat.as_ref().map(|combat| combat.round))
}

/// The game with later rounds counted as the second, because only the first round differs.
fn with_round_two(game: &Game) -> Game {
    let mut game = game.clone();
    if let Some(combat) = &mut game.state.combat {
        combat.round = combat.round.min(2);
    }
    game
}

/// One roll for each number of hits, with its probability. Each die hits or misses by itself
/// (PB-23.1), so any roll with the same number of hits has the same effect.
fn rolls(game: &Game, count: u8, sides: u8) -> Vec<(f64, Input)> {
    let misses = |die: &u8| {
        let mut next = game.clone();
        next.take_diary();
        next.apply(&Input::Dice(vec![*die; usize::from(count)])).expect("the dice are legal");
        next.take_diary().iter().all(|event| match event.what {
            Happening::Fired { hits, .. } | Happening::Bombarded { hits, .. } => hits == 0,
            _ => true,
        })
    };
    // Higher dice hit.
    let faces: Vec<u8> = (1..=sides).collect();
    let (missing, hitting) = faces.split_at(faces.partition_point(misses));
    let mut chances = vec![1.0];
    let chance = hitting.len() as f64 / f64::from(sides);
    for _ in 0..count {
        let hit = std::iter::once(0.0).chain(chances.iter().map(|part| part * chance));
        let miss = chances.iter().map(|part| part * (1.0 - chance)).chain([0.0]);
        chances = hit.zip(miss).map(|(hit, miss)| hit + miss).collect();
    }
    let roll = |number: usize| {
        let die = |index| if index < number { hitting.first() } else { missing.first() };
        (0..usize::from(count)).map(die).map(Option::<&u8>::copied).collect::<Option<Vec<u8>>>()
    };
    let rolled = chances.into_iter().enumerate();
    rolled.filter_map(|(number, part)| Some((part, Input::Dice(roll(number)?)))).collect()
}
