//! What a battle may ask for and the engine does not play: one table, looked at by the compiler, which
//! warns the author, and by reports of games.

use std::collections::BTreeSet;

use super::Scenario;
use super::special_rule::Effect;

/// Something that a battle may ask for and that is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unplayed {
    /// A special rule that is a text alone: it never will be played.
    TextOnly,
}

impl Unplayed {
    /// What players call it, with `the runner does not play` before it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TextOnly => "a rule that is only a text",
        }
    }

    /// What to tell who relies on results of games.
    pub fn warning(self) -> String {
        format!("the runner does not play {}", self.name())
    }

    /// What a battle asks for.
    pub fn of(scenario: &Scenario) -> BTreeSet<Self> {
        let rules = scenario.special_rules.iter();
        rules.filter_map(|rule| Self::of_effect(&rule.effect)).collect()
    }

    fn of_effect(effect: &Effect) -> Option<Self> {
        match effect {
            Effect::TextOnly => Some(Self::TextOnly),
            Effect::Victory(_)
            | Effect::FrozenUntil(_)
            | Effect::ActivateWhen(_)
            | Effect::Visibility(_)
            | Effect::Modifier(_)
            | Effect::Forbid(_) => None,
        }
    }
}
