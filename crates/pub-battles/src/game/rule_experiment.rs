//! What a player does without, though the rules allow it: an experiment on what a rule is worth.

use serde::{Deserialize, Serialize};

use crate::game::action::Action;

/// Acts that a player does without. Nobody has to do any of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forbidden {
    /// Firing from afar (PB-15).
    pub bombard: bool,
    /// Becoming Fresh again (PB-19).
    pub rally: bool,
    /// Altering the order of chits (PB-5.3).
    pub alter: bool,
}

impl Forbidden {
    /// Is an action one of these?
    pub const fn forbids(&self, action: &Action) -> bool {
        match action {
            Action::Bombard { .. } => self.bombard,
            Action::Rally { .. } => self.rally,
            Action::Delay { .. } | Action::Jump { .. } => self.alter,
            _ => false,
        }
    }
}
