//! The files of a game: its record and its staff diary. A record is one JSON document with one key
//! or input per line, so errors can name a line.

pub(crate) mod shrink;
pub(crate) mod trace;

use crate::game::battle::{Battle, BattlePack, Facts, GameEnd, InputOf, Players};
use sandtable_engine::{BotKind, Game as _, GameInfo, Outcome};
use std::collections::BTreeMap;

use sandtable_pack::{Digest, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::failure::{Failure, FailureKind};
use crate::game::panic::catch_panic;
use crate::record::shrink::{Symptom, shorten_game};
use crate::record::trace::trace;

/// The format version of records.
pub(crate) const FORMAT: u32 = 3;

/// The version of this program, for information; only the engine matters.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The text before the checksum, which covers everything before this text.
const CHECKSUM: &str = ",\n  \"checksum\": \"";

/// The text after the checksum.
const END: &str = "\"\n}\n";

/// The files of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The seed of the game.
    pub seed: u64,
    /// Whether the bots were swapped.
    pub swapped: bool,
    /// The record, a JSON document: pack, ruleset, seed, bots, every decision, draw and roll, and
    /// digests of the end and the events.
    pub record: String,
    /// The staff diary; empty after a panic.
    pub diary: String,
}

/// The head of a record: everything except the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The format version.
    pub format: u32,
    /// The program version that played the game.
    pub sandtable: String,
    /// The version of the rules engine: with a different version, the same inputs may lead to a
    /// different end.
    pub engine: u32,
    /// The family of rules; each numbers its own engine.
    #[serde(default = "pub_battles")]
    pub system: System,
    /// The battle's id.
    pub scenario: String,
    /// The digest of everything that affects play.
    pub play_digest: Digest,
    /// The ruleset's id.
    pub ruleset: String,
    /// The seed of dice and draws.
    pub seed: u64,
    /// The players, in order of sides.
    pub players: Vec<Player>,
    /// The end of the battle; `None` if it did not end.
    pub end: Option<End>,
    /// The digest of the last state; `None` after a panic.
    pub digest: Option<Digest>,
    /// The digest of the event log; `None` after a panic.
    pub events: Option<Digest>,
    /// The message of a panic.
    pub panic: Option<String>,
    /// The digest of the whole pack, including text and drawings that do not affect play. Old
    /// records lack this key and all keys below.
    #[serde(default)]
    pub pack_digest: Option<Digest>,
    /// The rulings in force.
    #[serde(default)]
    pub rulings: BTreeMap<String, Value>,
    /// The trace of the game.
    #[serde(default)]
    pub trace: Vec<String>,
}

/// The system of records older than FAB, which do not name one.
pub(crate) const fn pub_battles() -> System {
    System::PubBattles
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Player {
    /// The id of the side.
    pub side: String,
    /// The bot's name.
    pub bot: String,
}

/// The end of a battle, with ids of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    /// The kind of victory.
    pub kind: String,
    /// The id of the winner; `None` for a draw.
    pub winner: Option<String>,
    /// Final points by side.
    pub points: BTreeMap<String, i64>,
}

impl End {
    pub(crate) fn new(facts: &Facts, end: &GameEnd) -> Self {
        let ids = facts.sides.each_ref().map(|(id, _)| id.clone());
        Self {
            kind: end.kind.to_owned(),
            winner: end.winner.map(|side| ids[side].clone()),
            points: ids.into_iter().zip(end.points).collect(),
        }
    }
}

/// The part of a record about the end of the game.
#[derive(Default)]
struct Ending {
    end: Option<End>,
    digest: Option<Digest>,
    /// The event log.
    log: Option<String>,
    panic: Option<String>,
}

impl Ending {
    /// Returns the ending of a game in its current state.
    fn from_game<B: Battle>(battle: &B, game: &B::Game) -> Self {
        let facts = battle.pack().facts();
        Self {
            end: battle.ended(game).map(|end| End::new(&facts, &end)),
            digest: Some(game.digest()),
            log: Some(battle.log(game.diary())),
            panic: None,
        }
    }
}

impl Head {
    fn new<B: Battle>(battle: &B, bots: [BotKind; 2], seed: u64, ending: Ending) -> Self {
        let facts = battle.pack().facts();
        let player = |(side, _): &(String, String), bot: BotKind| Player {
            side: side.clone(),
            bot: bot.name().to_owned(),
        };
        Self {
            format: FORMAT,
            sandtable: PROGRAM.to_owned(),
            engine: B::Game::ENGINE,
            system: <B::Pack>::SYSTEM,
            seed,
            players: facts.sides.iter().zip(bots).map(|(side, bot)| player(side, bot)).collect(),
            end: ending.end,
            digest: ending.digest,
            events: ending.log.as_ref().map(|log| Digest::compute(log.as_bytes())),
            trace: ending.log.as_deref().map(trace).unwrap_or_default(),
            panic: ending.panic,
            scenario: facts.scenario,
            play_digest: facts.play_digest,
            pack_digest: Some(facts.pack_digest),
            ruleset: facts.ruleset,
            rulings: battle.pack().rulings(),
        }
    }

    /// Returns the record with its inputs and checksum.
    fn seal<I: Serialize>(&self, inputs: &[I]) -> String {
        let head = serde_json::to_string_pretty(self).expect("strings and numbers serialize");
        let head = head.strip_suffix("\n}").expect("a head has keys");
        let inputs = inputs
            .iter()
            .map(|input| serde_json::to_string(input).expect("whole numbers and names serialize"));
        let inputs = inputs.collect::<Vec<_>>().join(",\n");
        let record = format!("{head},\n  \"inputs\": [\n{inputs}\n]");
        let checksum = Digest::compute(record.as_bytes());
        format!("{record}{CHECKSUM}{checksum}{END}")
    }
}

impl GameRecord {
    pub(crate) fn new<B: Battle>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<Outcome<B::Game>, String>,
    ) -> Self {
        let facts = battle.pack().facts();
        let outcome = played.as_ref().ok();
        let summary = outcome.map(|outcome| battle.outcome(outcome));
        let ending = Ending {
            end: summary
                .as_ref()
                .and_then(|summary| summary.end.as_ref())
                .map(|end| End::new(&facts, end)),
            digest: summary.map(|summary| summary.digest),
            log: outcome.map(|outcome| battle.log(outcome.game.diary())),
            panic: played.as_ref().err().cloned(),
        };
        let inputs = outcome.map(|outcome| outcome.inputs.as_slice()).unwrap_or_default();
        let record = Head::new(battle, bots, seed, ending).seal(inputs);
        let players = bots.map(BotKind::name);
        let diary =
            outcome.map(|outcome| battle.diary(GameInfo { seed, players }, outcome.game.diary()));
        Self { seed, swapped: false, record, diary: diary.unwrap_or_default() }
    }

    /// Returns the files of a game replayed with these inputs.
    pub(crate) fn from_replay<B: Battle>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        game: &B::Game,
        inputs: &[InputOf<B>],
    ) -> Self {
        let record = Head::new(battle, bots, seed, Ending::from_game(battle, game)).seal(inputs);
        let played = GameInfo { seed, players: bots.map(BotKind::name) };
        Self { seed, swapped: false, record, diary: battle.diary(played, game.diary()) }
    }

    /// Returns the shortest record that still fails in the same way, with the diary of its last
    /// turn. `None` if replaying the decisions fails differently, or if the game reached the step
    /// limit.
    pub(crate) fn shortest<B: Battle>(
        battle: &B,
        players: Players,
        seed: u64,
        failure: &Failure,
    ) -> Option<Self> {
        let symptom = match failure.kind {
            FailureKind::Panic => Symptom::Panic(failure.message.clone()),
            FailureKind::DeadEnd | FailureKind::Invariant => Symptom::Broken(failure.kind),
            FailureKind::StepLimit | FailureKind::Refused => return None,
        };
        let mut inputs = Vec::new();
        // A crashed game leaves the inputs up to the crash.
        let _ = catch_panic(|| battle.log_into(seed, players, &mut inputs));
        inputs.retain(|input| B::Game::action(input).is_some());
        let short = shorten_game(battle, seed, inputs, &symptom)?;
        let mut game = battle.new_game();
        let mut events = 0;
        let ended = catch_panic(|| {
            for input in &short.inputs {
                events = game.diary().len();
                if game.apply(input).is_err() {
                    break;
                }
            }
        });
        let panic = ended.err();
        let last_turn = battle.last_turn(match panic {
            // Events of the crashed input are incomplete.
            Some(_) => &game.diary()[..events],
            None => game.diary(),
        });
        let ending = match panic {
            Some(_) => Ending { panic, ..Ending::default() },
            None => Ending::from_game(battle, &game),
        };
        let record = Head::new(battle, players.bots, seed, ending).seal(&short.inputs);
        let diary = format!(
            "Shortest game that still fails: {} of {} decisions, {} inputs with dice and draws.\n{}\n\nThe last turn:\n\n{last_turn}",
            short.decisions,
            short.before,
            short.inputs.len(),
            failure.message,
        );
        Some(Self { seed, swapped: failure.swapped, record, diary })
    }

    /// Returns the name of the game's files, without extension.
    pub fn name(&self) -> String {
        let swapped = if self.swapped { "-swapped" } else { "" };
        format!("game-{}{swapped}", self.seed)
    }
}

/// Whether a record ends with this digest and the digest matches the preceding text. Line endings
/// do not matter.
pub(crate) fn has_valid_checksum(text: &str, checksum: Digest) -> bool {
    let text = text.replace('\r', "");
    text.rsplit_once(CHECKSUM).is_some_and(|(covered, seal)| {
        Digest::compute(covered.as_bytes()) == checksum && seal == format!("{checksum}{END}")
    })
}
