//! What a battle may ask for and the engine does not play yet: one table, looked at by the compiler,
//! which warns the author, and by reports of games. Whoever teaches the engine one of these takes it
//! out.

use std::collections::BTreeSet;

use super::scenario::Scenario;
use super::special_rule::Effect;

/// Something that a battle may ask for and that is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unplayed {
    /// A pool of detachments (PB-A21).
    DetachmentPool,
    /// A zone in which the owner sets up as he likes (PB-3.9).
    Zone,
    /// A special rule that is a text alone: it never will be played.
    TextOnly,
}

impl Unplayed {
    /// What players call it, with `the runner does not play` before it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DetachmentPool => "pools of detachments",
            Self::Zone => "set-up in a zone",
            Self::TextOnly => "a rule that is only a text",
        }
    }

    /// What to tell who relies on results of games.
    pub fn warning(self) -> String {
        let instead = match self {
            Self::DetachmentPool => "detachments of the pool stay off the map",
            Self::Zone => "everybody starts where `at` says",
            Self::TextOnly => {
                return "the runner does not play a rule that is only a text".to_owned();
            }
        };
        format!("the runner does not play {} yet: {instead}", self.name())
    }

    /// What a battle asks for.
    pub fn of(scenario: &Scenario) -> BTreeSet<Self> {
        let rules = scenario.special_rules.iter();
        let mut asked: BTreeSet<Self> =
            rules.filter_map(|rule| Self::of_effect(&rule.effect)).collect();
        for side in &scenario.sides {
            let zones = (side.headquarters().map(|hq| &hq.zone))
                .chain(side.pieces().map(|piece| &piece.zone))
                .chain(side.trains().map(|train| &train.zone));
            asked.extend(zones.flatten().next().map(|_| Self::Zone));
            asked.extend(side.detachments.iter().map(|_| Self::DetachmentPool));
        }
        asked
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
