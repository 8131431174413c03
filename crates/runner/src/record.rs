//! One game of a run as files: what proves it, and its staff diary. A record is one JSON document
//! with a key or an input on each line, so that what is wrong with it can be told by its line.

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use sandtable_rules::{
    BattleEnd, Battlefield, BotKind, Diarist, ENGINE, EventLog, Outcome, Played, SideIndex,
    VictoryKind,
};
use serde::{Deserialize, Serialize};

/// The version of records that this program writes and reads: which keys there are.
pub(crate) const FORMAT: u32 = 3;

/// The version of this program, to tell who wrote a record; what counts is its engine.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// What stands before the digest of all that stands before it.
const CHECKSUM: &str = ",\n  \"checksum\"";

/// One game of a run as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The game's seed.
    pub seed: u64,
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
    pub kind: VictoryKind,
    /// The id of the side that won; nothing for a draw.
    pub winner: Option<String>,
    /// Final points by side.
    pub points: BTreeMap<String, u32>,
}

impl End {
    pub(crate) fn new(field: &Battlefield, end: BattleEnd) -> Self {
        let id = |side: SideIndex| field.pack.scenario().sides[side.index()].id.to_string();
        let points = SideIndex::BOTH.map(id).into_iter().zip(end.totals()).collect();
        Self { kind: end.kind, winner: end.winner.map(id), points }
    }
}

impl Head {
    fn new(
        field: &Battlefield,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<Outcome, String>,
    ) -> Self {
        let scenario = field.pack.scenario();
        let players = scenario.sides.iter().zip(bots);
        let outcome = played.as_ref().ok();
        let events = |outcome: &Outcome| EventLog::new(field, &outcome.diary).digest();
        Self {
            format: FORMAT,
            sandtable: PROGRAM.to_owned(),
            engine: ENGINE,
            scenario: scenario.id.to_string(),
            play_digest: field.pack.play_digest(),
            ruleset: field.pack.ruleset().id.clone(),
            seed,
            players: players
                .map(|(side, bot)| Player { side: side.id.to_string(), bot: bot.name().to_owned() })
                .collect(),
            end: outcome.and_then(|outcome| outcome.end).map(|end| End::new(field, end)),
            digest: outcome.map(|outcome| outcome.digest),
            events: outcome.map(events),
            panic: played.as_ref().err().cloned(),
        }
    }
}

impl Recorded {
    pub(crate) fn new(
        field: &Battlefield,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<Outcome, String>,
    ) -> Self {
        let outcome = played.as_ref().ok();
        let head = Head::new(field, bots, seed, played);
        let head = serde_json::to_string_pretty(&head).expect("texts and numbers become JSON");
        let head = head.strip_suffix("\n}").expect("a head has keys");
        let inputs = outcome.map(|outcome| outcome.inputs.as_slice()).unwrap_or_default();
        let inputs = inputs.iter().map(|input| {
            serde_json::to_string(input).expect("whole numbers and names become JSON")
        });
        let inputs = inputs.collect::<Vec<_>>().join(",\n");
        let record = format!("{head},\n  \"inputs\": [\n{inputs}\n]");
        let checksum = Digest::of(record.as_bytes());
        let record = format!("{record}{CHECKSUM}: \"{checksum}\"\n}}\n");
        let players = bots.map(BotKind::name);
        let diary = outcome.map(|outcome| {
            Diarist::new(field).diary(Some(Played { seed, players }), &outcome.diary)
        });
        let diary = diary.unwrap_or_default();
        Self { seed, record, diary }
    }
}

/// The digest of all that stands in a record before its checksum, however its lines end.
pub(crate) fn checksum_of(text: &str) -> Option<Digest> {
    let text = text.replace('\r', "");
    let (covered, _) = text.rsplit_once(CHECKSUM)?;
    Some(Digest::of(covered.as_bytes()))
}
