//! Rules that a battle may use but the engine does not play. The compiler uses this table to warn
//! the author, and game reports to warn the reader.

use std::collections::BTreeSet;

use super::Scenario;
use super::special_rule::Effect;

/// A rule that a battle may use but the engine does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnplayedRule {
    /// A special rule that is only text; it will never be played.
    TextOnly,
}

impl UnplayedRule {
    /// The name for players, to follow "`sandtable run` ignores".
    pub const fn name(self) -> &'static str {
        match self {
            Self::TextOnly => "text-only rules",
        }
    }

    /// The warning for people who rely on results of games.
    pub fn warning(self) -> String {
        format!("`sandtable run` ignores {}", self.name())
    }

    /// The unplayed rules that a battle uses.
    pub fn in_scenario(scenario: &Scenario) -> BTreeSet<Self> {
        let rules = scenario.special_rules.iter();
        rules.filter_map(|rule| Self::from_effect(&rule.effect)).collect()
    }

    fn from_effect(effect: &Effect) -> Option<Self> {
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
