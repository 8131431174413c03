//! What should not have happened in a game.

use serde::{Deserialize, Serialize};

/// What keeps a game from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// A side should decide, and nothing was legal.
    DeadEnd,
    /// More decisions than any game needs.
    StepLimit,
    /// Something that must always hold does not.
    Invariant,
    /// A bot answered with something illegal; the game went on with another answer.
    Refused,
    /// A defect of this program.
    Panic,
}

/// A game that did not come to an end by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Its seed: `run --games 1 --seed` plays it again.
    pub seed: u64,
    /// Whether the bots were swapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// What happened.
    pub kind: FailureKind,
    /// A description.
    pub message: String,
    /// The file that records it, if one was written.
    pub record: Option<String>,
}
