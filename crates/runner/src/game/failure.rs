//! Failures of games.

use serde::{Deserialize, Serialize};

/// The kind of failure of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// A side had to decide but had no legal action.
    DeadEnd,
    /// The game took more decisions than any game needs.
    StepLimit,
    /// An invariant does not hold.
    Invariant,
    /// A bot chose an illegal action; the game continued with another one.
    Refused,
    /// A bug in this program.
    Panic,
}

/// A game that did not end by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The seed; `run --games 1 --seed` plays the game again.
    pub seed: u64,
    /// Whether the bots were swapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// The kind of failure.
    pub kind: FailureKind,
    /// A description.
    pub message: String,
    /// The record, if one was written.
    pub record: Option<String>,
}
