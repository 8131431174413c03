//! What a run of games asks of a battle, whichever rules it is fought by.

mod area_battle;
mod pub_battle;

use std::collections::BTreeMap;
use std::fmt::Debug;

use sandtable_pack::Digest;
use sandtable_rules::{BotKind, Forbidden, Keep, Refusal};
use sandtable_source::ReportDiagnostic;
use serde::Serialize;
use serde_json::Value;

use crate::census::{Cast, GameObservation};
use crate::game::failure::FailureKind;
use crate::game::ground::Ground;
use crate::game::replay_steps::Replay;
pub(crate) use area_battle::AreaBattle;
pub(crate) use pub_battle::PubBattle;

/// What is told of a battle beside its games.
pub(crate) trait Described: Sync {
    /// Which battle it is.
    fn facts(&self) -> Facts;
    /// What games leave out.
    fn findings(&self) -> Vec<ReportDiagnostic>;
    /// The rulings in force, by their names in rulesets.
    fn rulings(&self) -> BTreeMap<String, Value>;
    /// Ways to end, with the reason and the rule, in the order in which they are listed.
    fn endings(&self) -> Vec<[&'static str; 3]>;
    /// When a game ended, for people, and by what it is sorted.
    fn moment(&self, when: &str) -> (u32, String);
    /// Some numbers of it that `run --vary` changes, each with values that leave it a battle.
    fn variable(&self) -> Vec<(String, Vec<u8>)>;
    /// What is not played, in a few words each.
    fn unplayed(&self) -> Vec<String>;
    /// Is it a battle of FAB?
    fn is_of_areas(&self) -> bool;
    /// Which side wins after the last turn if it is so many points ahead, else the other; none where more points win.
    fn target(&self) -> Option<(usize, i64)>;
}

/// A battle that bots can play.
pub(crate) trait Playable: Sync {
    /// What it is played from.
    type Pack: Described;
    /// What is kept of a game.
    type Outcome: Send;

    /// What it is played from.
    fn pack(&self) -> &Self::Pack;
    /// Who and what it consists of.
    fn cast(&self) -> &Cast;
    /// A game, and what it showed if it came to an end; the players are those of the sides in the order of the scenario.
    fn play(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
    ) -> (Self::Outcome, Option<GameObservation>);
    /// How a game went.
    fn told(&self, outcome: &Self::Outcome) -> GameOutcome;
}

/// A battle whose games can be shown on its map.
pub(crate) trait Drawable: Playable {
    /// What is drawn of it.
    fn ground(&self) -> Ground;
    /// A game, step by step; `None` for one that breaks off.
    fn replay(&self, seed: u64, players: Players, name: String) -> Option<Replay>;
}

/// Who plays the sides, in the order of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players {
    pub(crate) bots: [BotKind; 2],
    /// What each does without.
    pub(crate) forbidden: [Forbidden; 2],
}

impl Players {
    /// Bots that do without nothing.
    pub(crate) fn of(bots: [BotKind; 2]) -> Self {
        Self { bots, forbidden: [Forbidden::default(); 2] }
    }
}

/// Which battle is played.
pub(crate) struct Facts {
    pub(crate) scenario: String,
    pub(crate) title: String,
    pub(crate) ruleset: String,
    pub(crate) play_digest: Digest,
    pub(crate) pack_digest: Digest,
    /// Ids and names of the sides in the order of the scenario.
    pub(crate) sides: [(String, String); 2],
}

impl Facts {
    /// What the sides are called in columns of so many letters: their names, or their ids where a name is longer.
    pub(crate) fn headings(&self, letters: usize) -> [&str; 2] {
        let have_room = self.sides.iter().all(|(_, name)| name.chars().count() <= letters);
        self.sides.each_ref().map(|(id, name)| if have_room { name.as_str() } else { id })
    }
}

/// How a game went.
pub(crate) struct GameOutcome {
    /// Its end, if it came to one.
    pub(crate) end: Option<Ended>,
    /// Digest of the last state.
    pub(crate) digest: Digest,
    /// What should not have happened.
    pub(crate) anomalies: Vec<(FailureKind, String)>,
}

/// How a battle ended.
pub(crate) struct Ended {
    /// Which side of the scenario won.
    pub(crate) winner: Option<usize>,
    /// Points of the sides of the scenario.
    pub(crate) points: [i64; 2],
    /// The way it ended.
    pub(crate) kind: &'static str,
    /// When, as the result has it.
    pub(crate) when: String,
}

/// Rulings by their names.
fn named(rulings: &impl Serialize) -> BTreeMap<String, Value> {
    match serde_json::to_value(rulings) {
        Ok(Value::Object(rulings)) => rulings.into_iter().collect(),
        _ => unreachable!("rulings are numbers, names and yes or no, each with its name"),
    }
}

/// A game that cannot go on.
fn dead_end() -> (FailureKind, String) {
    (FailureKind::DeadEnd, "a side should decide, and nothing is legal".to_owned())
}

/// A game that goes on and on.
fn step_limit(steps: u32) -> (FailureKind, String) {
    (FailureKind::StepLimit, format!("no end after {steps} decisions, draws and rolls"))
}

/// An answer of a bot that was refused.
fn refused(action: &impl Debug, refusal: &Refusal) -> (FailureKind, String) {
    (FailureKind::Refused, format!("a bot wanted {action:?}, refused: {refusal}"))
}
