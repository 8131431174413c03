//! What a run of games asks of a battle, whichever rules it is fought by.

mod area_battle;
mod pub_battle;

use std::collections::BTreeMap;

use sandtable_engine::{
    Anomaly, BotKind, Game, Keep, Outcome, PendingInput, Played, RandomStream, Watch, WatchPoint,
};
use sandtable_pack::{AwaitsOrders, Digest, HookId, System};
use sandtable_pub_battles::ForbiddenActs;
use sandtable_source::ReportDiagnostic;
use serde::Serialize;
use serde_json::Value;

use crate::census::{Cast, GameObservation};
use crate::game::failure::FailureKind;
use crate::game::ground::Ground;
use crate::game::replay_steps::Replay;
#[cfg(test)]
pub(crate) use {area_battle::AreaBattle, pub_battle::PubBattle};

/// A pack of either family: what is told of its battle beside games, and the battle to play.
pub(crate) trait Described: Sync + Sized {
    /// The family of rules.
    const SYSTEM: System;
    /// The battle, ready to be played many times.
    type Battle<'p>: Battle<Pack = Self>
    where
        Self: 'p;

    /// Makes the battle ready to be played.
    fn prepare(&self) -> Self::Battle<'_>;
    /// The sides without orders of battle: nobody can play yet (PB-32.1).
    fn awaits_orders(&self) -> Option<AwaitsOrders>;
    /// An effect that bots do not know (FAB-V40).
    fn unknown_effect(&self) -> Option<&HookId>;
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
    /// Which side wins after the last turn if it is so many points ahead, else the other; none where more points win.
    fn target(&self) -> Option<(usize, i64)>;
}

/// Evaluates an expression for the pack of either family.
macro_rules! with_pack {
    ($any:expr, $pack:ident => $result:expr) => {
        match $any {
            sandtable_pack::AnyPack::PubBattles(pack) => {
                let $pack = &**pack;
                $result
            }
            sandtable_pack::AnyPack::Fab(pack) => {
                let $pack = &**pack;
                $result
            }
        }
    };
}

pub(crate) use with_pack;

/// A battle of either family, ready to be played many times: its games are counted, written down, played again from
/// that, and shown on its map. Players are always in the order of the scenario's sides.
pub(crate) trait Battle: Sync {
    /// What it is played from.
    type Pack: Described;
    /// The rules engine.
    type Game: Game;

    /// What it is played from.
    fn pack(&self) -> &Self::Pack;
    /// Who and what it consists of.
    fn cast(&self) -> &Cast;
    /// A game, set up.
    fn begin(&self) -> Self::Game;
    /// A game that is watched.
    fn watched(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
        watch: &mut Watch<'_, Self::Game>,
    ) -> Outcome<Self::Game>;
    /// A game, and what it showed if it came to an end.
    fn play(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
    ) -> (Outcome<Self::Game>, Option<GameObservation>);
    /// How a game ended.
    fn end(&self, game: &Self::Game, end: <Self::Game as Game>::End) -> Ended;
    /// What is wrong with a game now that must never be.
    fn broken(&self, game: &Self::Game) -> Option<FailureKind>;

    /// What a side of the engine is called.
    fn side_name(&self, side: usize) -> String;
    /// What an input is.
    fn input_description(&self, input: &InputOf<Self>) -> InputDescription;
    /// When it is: `on day 1, turn 3`.
    fn now(game: &Self::Game) -> String;
    /// What tells the turn of an event from others.
    fn turn(event: &EventOf<Self>) -> (u8, u8, bool);
    /// All events as JSON lines.
    fn log(&self, events: &[EventOf<Self>]) -> String;
    /// All events as a staff diary.
    fn diary(&self, played: Played<'_>, events: &[EventOf<Self>]) -> String;
    /// What happened in sentences of the staff diary, each with the number of events that have been told then.
    fn sentences(&self, events: &[EventOf<Self>]) -> Vec<(usize, String)>;
    /// How the battle ended, in a line of the diary.
    fn last_line(&self, events: &[EventOf<Self>]) -> Option<String>;

    /// What is drawn of it.
    fn ground(&self) -> Ground;
    /// A game, step by step; `None` for one that breaks off.
    fn replay(&self, seed: u64, players: Players, name: String) -> Option<Replay>;

    /// How a game went.
    fn told(&self, outcome: &Outcome<Self::Game>) -> GameOutcome {
        let anomalies = outcome.anomalies.iter().map(|anomaly| match anomaly {
            Anomaly::DeadEnd => {
                (FailureKind::DeadEnd, "a side must decide but has no legal action".to_owned())
            }
            Anomaly::Invariant(broken) => (FailureKind::Invariant, (*broken).to_owned()),
            Anomaly::StepLimit => {
                let steps = outcome.steps;
                (FailureKind::StepLimit, format!("no end after {steps} decisions, draws and rolls"))
            }
            Anomaly::Refused { action, refusal } => {
                (FailureKind::Refused, format!("a bot chose {action:?}, refused: {refusal}"))
            }
        });
        GameOutcome {
            end: outcome.end.map(|end| self.end(&outcome.game, end)),
            digest: outcome.digest,
            anomalies: anomalies.collect(),
        }
    }

    /// How a game ended, if it did.
    fn ended(&self, game: &Self::Game) -> Option<Ended> {
        match awaited::<Self>(game) {
            PendingInput::Over(end) => Some(self.end(game, end)),
            _ => None,
        }
    }

    /// Plays a game and keeps every input before it is applied, so that a game that breaks off leaves them.
    fn log_into(&self, seed: u64, players: Players, inputs: &mut Vec<InputOf<Self>>) {
        self.watched(seed, players, Keep::Outcome, &mut |_, watched| {
            if let WatchPoint::Before(input) = watched {
                inputs.push(input.clone());
            }
        });
    }

    /// The last turn of a game, in lines of the staff diary.
    fn last_turn(&self, events: &[EventOf<Self>]) -> String {
        let last = events.last().map(Self::turn);
        let told = self.sentences(events).into_iter();
        told.filter(|(told, _)| events.get(told.saturating_sub(1)).map(Self::turn) == last)
            .map(|(_, line)| line + "\n")
            .collect()
    }
}

/// What moves a game of a battle on.
pub(crate) type InputOf<B> = <<B as Battle>::Game as Game>::Input;
/// What happens in one.
pub(crate) type EventOf<B> = <<B as Battle>::Game as Game>::Event;
/// What one waits for.
type AwaitedOf<B> =
    PendingInput<<<B as Battle>::Game as Game>::Question, <<B as Battle>::Game as Game>::End>;

/// What a game waits for.
pub(crate) fn awaited<B: Battle + ?Sized>(game: &B::Game) -> AwaitedOf<B> {
    B::Game::pending_input(&game.node())
}

/// What dice or a cup show now; `None` where neither speaks.
pub(crate) fn shown<B: Battle>(game: &B::Game, dice: &mut RandomStream) -> Option<InputOf<B>> {
    game.chance_input(&game.node(), dice)
}

/// Who plays the sides, in the order of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players {
    pub(crate) bots: [BotKind; 2],
    /// What each does without.
    pub(crate) forbidden: [ForbiddenActs; 2],
}

impl Players {
    /// Bots that do without nothing.
    pub(crate) fn of(bots: [BotKind; 2]) -> Self {
        Self { bots, forbidden: [ForbiddenActs::default(); 2] }
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

/// What an input is, in words for people.
pub(crate) enum InputDescription {
    /// A decision.
    Decision,
    /// This chit, if the battle has it.
    Draw(Option<String>),
    /// These dice.
    Dice(Vec<u8>),
}

impl std::fmt::Display for InputDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Decision => f.write_str("a decision"),
            Self::Draw(Some(name)) => write!(f, "the chit of {name}"),
            Self::Draw(None) => f.write_str("a chit that is not in the battle"),
            Self::Dice(dice) => {
                let dice: Vec<String> = dice.iter().take(20).map(u8::to_string).collect();
                write!(f, "the dice {}", dice.join("-"))
            }
        }
    }
}
