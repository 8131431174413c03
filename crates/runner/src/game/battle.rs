//! One interface to the battles of both families of rules.

mod area_battle;
mod pub_battle;

use std::collections::BTreeMap;

use sandtable_engine::{
    Anomaly, BotKind, Game, GameInfo, Keep, Outcome, PendingInput, RandomStream, Watch, WatchPoint,
};
use sandtable_pack::{Digest, HookId, MissingOrders, System};
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

/// A pack of either family: facts about its battle, and the battle to play.
pub(crate) trait BattlePack: Sync + Sized {
    /// The family of rules.
    const SYSTEM: System;
    /// The battle, prepared for many games.
    type Battle<'p>: Battle<Pack = Self>
    where
        Self: 'p;

    /// Prepares the battle for many games.
    fn prepare(&self) -> Self::Battle<'_>;
    /// Returns the sides whose orders of battle are missing (PB-32.1).
    fn awaits_orders(&self) -> Option<MissingOrders>;
    /// Returns an effect that bots do not support (FAB-V40).
    fn unknown_effect(&self) -> Option<&HookId>;
    /// Returns the identity of the battle.
    fn facts(&self) -> Facts;
    /// Returns findings about rules that games do not play.
    fn findings(&self) -> Vec<ReportDiagnostic>;
    /// Returns the rulings in force, by their names in rulesets.
    fn rulings(&self) -> BTreeMap<String, Value>;
    /// Returns the possible endings as kind, reason and rule, in the order of the report.
    fn endings(&self) -> Vec<[&'static str; 3]>;
    /// Returns the sort key and the text of an end time.
    fn end_time(&self, when: &str) -> (u32, String);
    /// Returns some numbers that `run --vary` can change, with valid values.
    fn variable_values(&self) -> Vec<(String, Vec<u8>)>;
    /// Returns short descriptions of rules that are not played.
    fn unplayed_rules(&self) -> Vec<String>;
    /// Returns the side that must lead by this many points to win after the last turn; otherwise,
    /// the other side wins. `None` if the side with more points wins.
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

/// A battle of either family, prepared to play, count, record and replay many games, and to draw
/// them. Players are always in the order of the scenario's sides.
pub(crate) trait Battle: Sync {
    /// The pack of the battle.
    type Pack: BattlePack;
    /// The rules engine.
    type Game: Game;

    /// The pack of the battle.
    fn pack(&self) -> &Self::Pack;
    /// Returns the parts of the battle.
    fn cast(&self) -> &Cast;
    /// Returns a game at set-up.
    fn new_game(&self) -> Self::Game;
    /// Plays a game and calls `watch` before and after each input.
    fn play_watched(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
        watch: &mut Watch<'_, Self::Game>,
    ) -> Outcome<Self::Game>;
    /// Plays a game; returns its observation if it ended.
    fn play(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
    ) -> (Outcome<Self::Game>, Option<GameObservation>);
    /// Returns the end of a game.
    fn end(&self, game: &Self::Game, end: <Self::Game as Game>::End) -> GameEnd;
    /// Returns the broken invariant of the current state, if any.
    fn broken_invariant(&self, game: &Self::Game) -> Option<FailureKind>;

    /// Returns the name of a side of the engine.
    fn side_name(&self, side: usize) -> String;
    /// Describes an input.
    fn input_description(&self, input: &InputOf<Self>) -> InputDescription;
    /// Returns the current time: `on day 1, turn 3`.
    fn now(game: &Self::Game) -> String;
    /// Returns a key of the turn of an event.
    fn turn(event: &EventOf<Self>) -> (u8, u8, bool);
    /// Returns all events as JSON lines.
    fn log(&self, events: &[EventOf<Self>]) -> String;
    /// Returns all events as a staff diary.
    fn diary(&self, played: GameInfo<'_>, events: &[EventOf<Self>]) -> String;
    /// Returns the sentences of the staff diary, each with the number of events covered so far.
    fn sentences(&self, events: &[EventOf<Self>]) -> Vec<(usize, String)>;
    /// Returns the line of the diary about the end of the battle.
    fn last_line(&self, events: &[EventOf<Self>]) -> Option<String>;

    /// Returns the data for drawings on the battle's map.
    fn ground(&self) -> Ground;
    /// Returns the steps of a game; `None` if it crashes.
    fn replay(&self, seed: u64, players: Players, name: String) -> Option<Replay>;

    /// Returns the outcome of a game.
    fn outcome(&self, outcome: &Outcome<Self::Game>) -> GameOutcome {
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

    /// Returns the end of a game, if it ended.
    fn ended(&self, game: &Self::Game) -> Option<GameEnd> {
        match pending_input::<Self>(game) {
            PendingInput::Ended(end) => Some(self.end(game, end)),
            _ => None,
        }
    }

    /// Plays a game and stores every input before it is applied, so inputs survive a crash.
    fn log_into(&self, seed: u64, players: Players, inputs: &mut Vec<InputOf<Self>>) {
        self.play_watched(seed, players, Keep::Outcome, &mut |_, watched| {
            if let WatchPoint::Before(input) = watched {
                inputs.push(input.clone());
            }
        });
    }

    /// Returns the last turn of a game, in lines of the staff diary.
    fn last_turn(&self, events: &[EventOf<Self>]) -> String {
        let last = events.last().map(Self::turn);
        let sentences = self.sentences(events).into_iter();
        sentences
            .filter(|(count, _)| events.get(count.saturating_sub(1)).map(Self::turn) == last)
            .map(|(_, line)| line + "\n")
            .collect()
    }
}

/// The input of a game.
pub(crate) type InputOf<B> = <<B as Battle>::Game as Game>::Input;
/// The event of a game.
pub(crate) type EventOf<B> = <<B as Battle>::Game as Game>::Event;
/// The pending input of a game.
type PendingInputOf<B> =
    PendingInput<<<B as Battle>::Game as Game>::Question, <<B as Battle>::Game as Game>::End>;

/// Returns the input that a game waits for.
pub(crate) fn pending_input<B: Battle + ?Sized>(game: &B::Game) -> PendingInputOf<B> {
    B::Game::pending_input(&game.node())
}

/// Returns the pending roll or draw; `None` if the game waits for neither.
pub(crate) fn chance_input<B: Battle>(
    game: &B::Game,
    dice: &mut RandomStream,
) -> Option<InputOf<B>> {
    game.chance_input(&game.node(), dice)
}

/// The players of the sides, in the order of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players {
    pub(crate) bots: [BotKind; 2],
    /// Acts that each player must not use.
    pub(crate) forbidden: [ForbiddenActs; 2],
}

impl Players {
    /// Returns bots without forbidden acts.
    pub(crate) fn from_bots(bots: [BotKind; 2]) -> Self {
        Self { bots, forbidden: [ForbiddenActs::default(); 2] }
    }
}

/// The identity of a battle.
pub(crate) struct Facts {
    pub(crate) scenario: String,
    pub(crate) title: String,
    pub(crate) ruleset: String,
    pub(crate) play_digest: Digest,
    pub(crate) pack_digest: Digest,
    /// The ids and names of the sides, in the order of the scenario.
    pub(crate) sides: [(String, String); 2],
}

impl Facts {
    /// Returns column headings for the sides: their names, or their ids if a name is longer than
    /// `letters` characters.
    pub(crate) fn headings(&self, letters: usize) -> [&str; 2] {
        let have_room = self.sides.iter().all(|(_, name)| name.chars().count() <= letters);
        self.sides.each_ref().map(|(id, name)| if have_room { name.as_str() } else { id })
    }
}

/// The outcome of a game.
pub(crate) struct GameOutcome {
    /// The end, if the game ended.
    pub(crate) end: Option<GameEnd>,
    /// The digest of the last state.
    pub(crate) digest: Digest,
    /// The anomalies.
    pub(crate) anomalies: Vec<(FailureKind, String)>,
}

/// The end of a battle.
pub(crate) struct GameEnd {
    /// The winner, as a side of the scenario.
    pub(crate) winner: Option<usize>,
    /// The points of the sides of the scenario.
    pub(crate) points: [i64; 2],
    /// The kind of ending.
    pub(crate) kind: &'static str,
    /// The last turn, in the format of the result.
    pub(crate) when: String,
}

/// Returns rulings by name.
fn rulings_by_name(rulings: &impl Serialize) -> BTreeMap<String, Value> {
    match serde_json::to_value(rulings) {
        Ok(Value::Object(rulings)) => rulings.into_iter().collect(),
        _ => unreachable!("rulings are numbers, names and yes or no, each with its name"),
    }
}

/// A description of an input.
pub(crate) enum InputDescription {
    /// A decision.
    Decision,
    /// The draw of this chit, if the battle has it.
    Draw(Option<String>),
    /// The roll of these dice.
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
