//! One game of a run as files: what proves it, and its staff diary.

use sandtable_pack::{Digest, Pack};
use sandtable_rules::{BattleEnd, Battlefield, BotKind, Input, Outcome};
use serde::Serialize;

/// The version of records that this program writes.
const FORMAT: u32 = 1;

/// One game of a run as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The game's seed.
    pub seed: u64,
    /// One JSON document: pack, ruleset, seed, bots, every decision, draw and roll, and the digest
    /// of the end.
    pub record: String,
    /// A line for each event; empty for a game that broke off with a panic.
    pub diary: String,
}

#[derive(Serialize)]
struct Record<'a> {
    format: u32,
    scenario: &'a str,
    play_digest: Digest,
    ruleset: &'a str,
    seed: u64,
    bots: [&'static str; 2],
    end: Option<BattleEnd>,
    digest: Option<Digest>,
    panic: Option<&'a str>,
    inputs: &'a [Input],
}

impl Recorded {
    pub(crate) fn new(
        field: &Battlefield,
        bots: [BotKind; 2],
        seed: u64,
        played: &Result<Outcome, String>,
    ) -> Self {
        let pack: &Pack = &field.pack;
        let outcome = played.as_ref().ok();
        let record = Record {
            format: FORMAT,
            scenario: pack.scenario().id.as_str(),
            play_digest: pack.play_digest(),
            ruleset: &pack.ruleset().id,
            seed,
            bots: bots.map(BotKind::name),
            end: outcome.and_then(|outcome| outcome.end),
            digest: outcome.map(|outcome| outcome.digest),
            panic: played.as_ref().err().map(String::as_str),
            inputs: outcome.map_or(&[], |outcome| &outcome.inputs),
        };
        let text = serde_json::to_string(&record).expect("texts and numbers become JSON");
        let diary = outcome.map(|outcome| diary(field, outcome)).unwrap_or_default();
        Self { seed, record: text + "\n", diary }
    }
}

/// The staff diary of a game that was kept whole, a line for each event.
pub(crate) fn diary(field: &Battlefield, outcome: &Outcome) -> String {
    outcome.diary.iter().map(|event| format!("{}\n", event.diary(&field.roster))).collect()
}
