//! What a run of games found: the JSON document that `run --format json` promises.

use std::collections::BTreeMap;

use sandtable_pack::Digest;
use sandtable_source::ReportDiagnostic;
use serde::Serialize;

/// What a run of games found. Nothing in it depends on time, threads or machine.
#[derive(Debug, Serialize)]
pub struct RunResult {
    /// The battle's id.
    pub scenario: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// What exactly was played.
    pub play_digest: Digest,
    /// The pack with all that is only printed.
    pub pack_digest: Digest,
    /// Games asked for.
    pub games: u64,
    /// Games that came to an end by the rules.
    pub completed: u64,
    /// The first game's seed; game `k` (from 0) has the seed `seed + k`.
    pub seed: u64,
    /// The bots by side, first side first.
    pub bots: [String; 2],
    /// Digest of the play digest and every game's end in order: equal digests mean equal games.
    pub digest: Digest,
    /// What the designer should know, beside failures.
    pub findings: Vec<ReportDiagnostic>,
    /// Games that did not come to an end by the rules.
    pub failures: Vec<Failure>,
    /// By side.
    pub sides: BTreeMap<String, SideResult>,
    /// Games that nobody won; a draw is a win for nobody.
    pub draws: u64,
    /// Completed games by how they ended.
    pub victories: BTreeMap<String, u64>,
    /// Completed games by the turn in which they ended, as `day-turn`.
    pub turns: BTreeMap<String, u64>,
}

/// A game that did not come to an end by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Its seed: `run --games 1 --seed` plays it again.
    pub seed: u64,
    /// What happened.
    pub kind: FailureKind,
    /// In words.
    pub message: String,
    /// The file that records it, if one was written.
    pub record: Option<String>,
}

/// What keeps a game from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// More decisions than any game needs.
    StepLimit,
    /// Something that must always hold does not.
    Invariant,
    /// A bot answered with something illegal; the game went on with another answer.
    Refused,
    /// A defect of this program.
    Panic,
}

/// How a side fared over the completed games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideResult {
    /// Battles won.
    pub wins: u64,
    /// Wins over completed games.
    pub win_rate: f64,
    /// Wilson interval of the win rate at 95 %.
    pub interval: [f64; 2],
    /// Mean final points.
    pub mean_points: f64,
}
