//! What an umpire should see of a battle whose orders of battle are merged.

use sandtable_pack::{Pack, SideId};

/// Whose facts a finding tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concerns {
    /// Those of one side alone: its owner may be told.
    One(SideId),
    /// Those of both: it is for the umpire alone.
    Both,
}

/// Something that an umpire should know before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UmpireFinding {
    /// Whose facts it tells.
    pub concerns: Concerns,
    /// What is found, in a sentence.
    pub message: String,
    /// The rule behind it.
    pub rule: &'static str,
}

/// What an umpire should know of a battle with all its orders of battle.
pub fn umpire_findings(_merged: &Pack) -> Vec<UmpireFinding> {
    Vec::new()
}
