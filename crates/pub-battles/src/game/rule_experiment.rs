//! Voluntary restrictions on players, for experiments that measure a rule's effect.

use serde::{Deserialize, Serialize};

use crate::game::action::Action;

/// Acts that a player never takes. None of them is ever mandatory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForbiddenActs {
    /// Bombardment (PB-15).
    pub bombard: bool,
    /// Rally (PB-19).
    pub rally: bool,
    /// Attempts to Alter the turn order (PB-5.3).
    pub alter: bool,
}

impl ForbiddenActs {
    /// Whether an action is one of these acts.
    pub const fn forbids(&self, action: &Action) -> bool {
        match action {
            Action::Bombard { .. } => self.bombard,
            Action::Rally { .. } => self.rally,
            Action::Delay { .. } | Action::Jump { .. } => self.alter,
            _ => false,
        }
    }
}
