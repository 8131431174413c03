//! One game of a run as files: what proves it, and its staff diary. A record is one JSON document
//! with a key or an input on each line, so that what is wrong with it can be told by its line.

pub(crate) mod shrink;
pub(crate) mod trace;

use crate::game::battle::{Battle, Described, Ended, Facts, InputOf, Players};
use sandtable_engine::{BotKind, Game as _, Outcome, Played};
use std::collections::BTreeMap;

use sandtable_pack::{Digest, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::failure::{Failure, FailureKind};
use crate::game::panic::caught;
use crate::record::shrink::{Symptom, shrunk};
use crate::record::trace::trace;

/// The version of records that this program writes and reads: which keys there are.
pub(crate) const FORMAT: u32 = 3;

/// The version of this program, to tell who wrote a record; what counts is its engine.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// What stands before the digest of all that stands before it.
const CHECKSUM: &str = ",\n  \"checksum\": \"";

/// What stands behind that digest.
const END: &str = "\"\n}\n";

/// One game of a run as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The game's seed.
    pub seed: u64,
    /// The bots of the run had changed sides.
    pub swapped: bool,
    /// One JSON document: pack, ruleset, seed, bots, every decision, draw and roll, and the digests
    /// of the end and of the events.
    pub record: String,
    /// The staff diary; empty for a game that broke off with a panic.
    pub diary: String,
}

/// What a record says of a game beside its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// Which records these are.
    pub format: u32,
    /// The program that played.
    pub sandtable: String,
    /// The rules engine that played: by another one the same inputs may end otherwise.
    pub engine: u32,
    /// The family of rules, whose engines are numbered for themselves.
    #[serde(default = "pub_battles")]
    pub system: System,
    /// The battle's id.
    pub scenario: String,
    /// What exactly was played.
    pub play_digest: Digest,
    /// The ruleset's id.
    pub ruleset: String,
    /// From which dice and draws follow.
    pub seed: u64,
    /// Who played, by side, the first side first.
    pub players: Vec<Player>,
    /// How the battle ended; nothing for a game that did not.
    pub end: Option<End>,
    /// Digest of the last state; nothing after a panic.
    pub digest: Option<Digest>,
    /// Digest of the event log; nothing after a panic.
    pub events: Option<Digest>,
    /// The words of a panic.
    pub panic: Option<String>,
    /// The pack with its texts and drawings, which change no game; nothing in records of older programs, as all that follows.
    #[serde(default)]
    pub pack_digest: Option<Digest>,
    /// The rulings in force.
    #[serde(default)]
    pub rulings: BTreeMap<String, Value>,
    /// The trace of the game.
    #[serde(default)]
    pub trace: Vec<String>,
}

/// Records that name no system are older than the second.
pub(crate) const fn pub_battles() -> System {
    System::PubBattles
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Player {
    /// The side's id.
    pub side: String,
    /// The bot's name.
    pub bot: String,
}

/// How a battle ended, in the words of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    /// The kind of victory.
    pub kind: String,
    /// The id of the side that won; nothing for a draw.
    pub winner: Option<String>,
    /// Final points by side.
    pub points: BTreeMap<String, i64>,
}

impl End {
    pub(crate) fn new(facts: &Facts, end: &Ended) -> Self {
        let ids = facts.sides.each_ref().map(|(id, _)| id.clone());
        Self {
            kind: end.kind.to_owned(),
            winner: end.winner.map(|side| ids[side].clone()),
            points: ids.into_iter().zip(end.points).collect(),
        }
    }
}

/// What a record says of a game's end.
#[derive(Default)]
struct Ending {
    end: Option<End>,
    digest: Option<Digest>,
    /// The event log.
    log: Option<String>,
    panic: Option<String>,
}

impl Ending {
    /// That of a game as it stands.
    fn of<B: Battle>(battle: &B, game: &B::Game) -> Self {
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
            events: ending.log.as_ref().map(|log| Digest::of(log.as_bytes())),
            trace: ending.log.as_deref().map(trace).unwrap_or_default(),
            panic: ending.panic,
            scenario: facts.scenario,
            play_digest: facts.play_digest,
            pack_digest: Some(facts.pack_digest),
            ruleset: facts.ruleset,
            rulings: battle.pack().rulings(),
        }
    }

    /// The record with its inputs, sealed.
    fn sealed<I: Serialize>(&self, inputs: &[I]) -> String {
        let head = serde_json::to_string_pretty(self).expect("texts and numbers become JSON");
        let head = head.strip_suffix("\n}").expect("a head has keys");
        let inputs = inputs.iter().map(|input| {
            serde_json::to_string(input).expect("whole numbers and names become JSON")
        });
        let inputs = inputs.collect::<Vec<_>>().join(",\n");
        let record = format!("{head},\n  \"inputs\": [\n{inputs}\n]");
        let checksum = Digest::of(record.as_bytes());
        format!("{record}{CHECKSUM}{checksum}{END}")
    }
}

impl Recorded {
    pub(crate) fn new<B: Battle>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<Outcome<B::Game>, String>,
    ) -> Self {
        let facts = battle.pack().facts();
        let outcome = played.as_ref().ok();
        let told = outcome.map(|outcome| battle.told(outcome));
        let ending = Ending {
            end: told.as_ref().and_then(|told| told.end.as_ref()).map(|end| End::new(&facts, end)),
            digest: told.map(|told| told.digest),
            log: outcome.map(|outcome| battle.log(outcome.game.diary())),
            panic: played.as_ref().err().cloned(),
        };
        let inputs = outcome.map(|outcome| outcome.inputs.as_slice()).unwrap_or_default();
        let record = Head::new(battle, bots, seed, ending).sealed(inputs);
        let players = bots.map(BotKind::name);
        let diary =
            outcome.map(|outcome| battle.diary(Played { seed, players }, outcome.game.diary()));
        Self { seed, swapped: false, record, diary: diary.unwrap_or_default() }
    }

    /// The files of a game that was played again by these inputs.
    pub(crate) fn again<B: Battle>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        game: &B::Game,
        inputs: &[InputOf<B>],
    ) -> Self {
        let record = Head::new(battle, bots, seed, Ending::of(battle, game)).sealed(inputs);
        let played = Played { seed, players: bots.map(BotKind::name) };
        Self { seed, swapped: false, record, diary: battle.diary(played, game.diary()) }
    }

    /// The shortest record of a game that still fails as it did, with the diary of its last turn; none of a game that fails otherwise when its
    /// decisions are played again, or whose failure is that it goes on and on.
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
        // A game that breaks off leaves what it was told so far.
        let _ = caught(|| battle.log_into(seed, players, &mut inputs));
        inputs.retain(|input| B::Game::action(input).is_some());
        let short = shrunk(battle, seed, inputs, &symptom)?;
        let mut game = battle.begin();
        let mut events = 0;
        let ended = caught(|| {
            for input in &short.inputs {
                events = game.diary().len();
                if game.apply(input).is_err() {
                    break;
                }
            }
        });
        let panic = ended.err();
        let told = battle.last_turn(match panic {
            // What was half done when it broke off is not told.
            Some(_) => &game.diary()[..events],
            None => game.diary(),
        });
        let ending = match panic {
            Some(_) => Ending { panic, ..Ending::default() },
            None => Ending::of(battle, &game),
        };
        let record = Head::new(battle, players.bots, seed, ending).sealed(&short.inputs);
        let diary = format!(
            "Shortest game that still fails: {} of {} decisions, {} inputs with dice and draws.\n{}\n\nThe last turn:\n\n{told}",
            short.decisions,
            short.before,
            short.inputs.len(),
            failure.message,
        );
        Some(Self { seed, swapped: failure.swapped, record, diary })
    }

    /// What its files are called, without what follows the point.
    pub fn name(&self) -> String {
        let swapped = if self.swapped { "-swapped" } else { "" };
        format!("game-{}{swapped}", self.seed)
    }
}

/// Does a record end with this digest, and is it that of all that stands before it, however its lines end?
pub(crate) fn is_sealed(text: &str, checksum: Digest) -> bool {
    let text = text.replace('\r', "");
    text.rsplit_once(CHECKSUM).is_some_and(|(covered, seal)| {
        Digest::of(covered.as_bytes()) == checksum && seal == format!("{checksum}{END}")
    })
}
