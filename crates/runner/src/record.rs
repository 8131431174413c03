//! One game of a run as files: what proves it, and its staff diary. A record is one JSON document
//! with a key or an input on each line, so that what is wrong with it can be told by its line.

use std::collections::BTreeMap;

use sandtable_pack::{Digest, System};
use sandtable_rules::{BotKind, Played};
use serde::{Deserialize, Serialize};

use crate::playable::{Described, Ended, Facts};
use crate::recordable::Recordable;

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

impl Head {
    fn new<B: Recordable>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<B::Outcome, String>,
    ) -> Self {
        let facts = battle.pack().facts();
        let outcome = played.as_ref().ok();
        let told = outcome.map(|outcome| battle.told(outcome));
        let events = |outcome| Digest::of(battle.log(B::happened(outcome)).as_bytes());
        let player = |(side, _): &(String, String), bot: BotKind| Player {
            side: side.clone(),
            bot: bot.name().to_owned(),
        };
        Self {
            format: FORMAT,
            sandtable: PROGRAM.to_owned(),
            engine: B::ENGINE,
            system: B::SYSTEM,
            seed,
            players: facts.sides.iter().zip(bots).map(|(side, bot)| player(side, bot)).collect(),
            end: told.as_ref().and_then(|told| told.end.as_ref()).map(|end| End::new(&facts, end)),
            digest: told.map(|told| told.digest),
            events: outcome.map(events),
            panic: played.as_ref().err().cloned(),
            scenario: facts.scenario,
            play_digest: facts.play_digest,
            ruleset: facts.ruleset,
        }
    }
}

impl Recorded {
    pub(crate) fn new<B: Recordable>(
        battle: &B,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<B::Outcome, String>,
    ) -> Self {
        let outcome = played.as_ref().ok();
        let head = Head::new(battle, bots, seed, played);
        let head = serde_json::to_string_pretty(&head).expect("texts and numbers become JSON");
        let head = head.strip_suffix("\n}").expect("a head has keys");
        let inputs = outcome.map(B::inputs).unwrap_or_default();
        let inputs = inputs.iter().map(|input| {
            serde_json::to_string(input).expect("whole numbers and names become JSON")
        });
        let inputs = inputs.collect::<Vec<_>>().join(",\n");
        let record = format!("{head},\n  \"inputs\": [\n{inputs}\n]");
        let checksum = Digest::of(record.as_bytes());
        let record = format!("{record}{CHECKSUM}{checksum}{END}");
        let players = bots.map(BotKind::name);
        let diary =
            outcome.map(|outcome| battle.diary(Played { seed, players }, B::happened(outcome)));
        Self { seed, swapped: false, record, diary: diary.unwrap_or_default() }
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
