//! What a battle may ask for and the engine does not play yet: one table, looked at by the compiler,
//! which warns the author, and by reports of games. Whoever teaches the engine one of these takes
//! it out of [`Feature::UNPLAYED`].

use std::collections::BTreeSet;

use super::scenario::Scenario;
use super::special_rule::{Effect, Fate, SpecialPoints};

/// Something that a battle may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Troops and trains at army level, and a chit for the army commander (PB-7.6, PB-A23).
    ArmyLevel,
    /// A pool of detachments (PB-A21).
    DetachmentPool,
    /// A zone in which the owner sets up as he likes (PB-3.9).
    Zone,
    /// Several entries to choose from.
    AlternativeEntries,
    /// Arrival by a die.
    ArrivalByDie,
    /// Reinforcements that may not be held back.
    NoHoldingBack,
    /// Ground worth points.
    Objectives,
    /// A special rule of this kind.
    FrozenUntil,
    /// A special rule of this kind.
    ActivateWhen,
    /// A special rule of this kind.
    Visibility,
    /// A special rule of this kind.
    Modifier,
    /// A special rule that gives points for those who left by an entry.
    Leaving,
    /// A special rule of this kind.
    Victory,
    /// A special rule of this kind.
    Forbid,
    /// A special rule that is a text alone: never played.
    TextOnly,
}

impl Feature {
    /// What the engine does not play yet.
    pub const UNPLAYED: &[Self] =
        &[Self::DetachmentPool, Self::Zone, Self::Leaving, Self::TextOnly];

    /// Does the engine play it?
    pub fn is_played(self) -> bool {
        !Self::UNPLAYED.contains(&self)
    }

    /// What players call it, with `the runner does not play` before it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ArmyLevel => "troops and trains of the army",
            Self::DetachmentPool => "pools of detachments",
            Self::Zone => "set-up in a zone",
            Self::AlternativeEntries => "entries to choose from",
            Self::ArrivalByDie => "arrival by a die",
            Self::NoHoldingBack => "reinforcements that may not be held back",
            Self::Objectives => "objectives",
            Self::FrozenUntil => "`frozen_until`",
            Self::ActivateWhen => "`activate_when`",
            Self::Visibility => "`visibility`",
            Self::Modifier => "`modifier`",
            Self::Leaving => "`victory` for those who left",
            Self::Victory => "`victory`",
            Self::Forbid => "`forbid`",
            Self::TextOnly => "a rule that is only a text",
        }
    }

    /// What to tell who relies on results of games.
    pub fn warning(self) -> String {
        match self {
            Self::TextOnly => "the runner does not play a rule that is only a text".to_owned(),
            _ => format!("the runner does not play {} yet: {}", self.name(), self.instead()),
        }
    }

    /// What the engine does instead.
    const fn instead(self) -> &'static str {
        match self {
            Self::ArmyLevel => {
                "troops and trains at army level stand still, and the army commander has no chit"
            }
            Self::DetachmentPool => "detachments of the pool stay off the map",
            Self::Zone => "everybody starts where `at` says",
            Self::AlternativeEntries => "they come by the first entry that is named",
            Self::ArrivalByDie => "they come on the first turn that is possible",
            Self::NoHoldingBack => "their owner may hold them back",
            Self::Objectives => "no ground is worth points",
            Self::FrozenUntil
            | Self::ActivateWhen
            | Self::Visibility
            | Self::Modifier
            | Self::Victory
            | Self::Leaving
            | Self::Forbid
            | Self::TextOnly => "the game goes on without it",
        }
    }

    /// What a battle asks for and the engine does not play yet.
    pub fn unplayed(scenario: &Scenario) -> impl Iterator<Item = Self> {
        Self::of(scenario).into_iter().filter(|feature| !feature.is_played())
    }

    /// What a battle asks for.
    pub fn of(scenario: &Scenario) -> BTreeSet<Self> {
        let mut features: BTreeSet<Self> =
            scenario.special_rules.iter().map(|rule| Self::of_effect(&rule.effect)).collect();
        let mut add = |feature, wanted: bool| {
            if wanted {
                features.insert(feature);
            }
        };
        add(Self::Objectives, !scenario.objectives.is_empty());
        for side in &scenario.sides {
            let army = side.commander.as_ref();
            let own = army.is_some_and(|army| army.chit || !army.pieces.is_empty());
            add(Self::ArmyLevel, own || !side.baggage.is_empty());
            add(Self::DetachmentPool, side.detachments.is_some());
            let zones = (side.headquarters().map(|hq| &hq.zone))
                .chain(side.pieces().map(|piece| &piece.zone))
                .chain(side.trains().map(|train| &train.zone));
            add(Self::Zone, zones.flatten().next().is_some());
            for arrival in &side.reinforcements {
                add(Self::AlternativeEntries, !arrival.alternatives.is_empty());
                add(Self::ArrivalByDie, arrival.roll.is_some());
                add(Self::NoHoldingBack, arrival.at_once);
            }
        }
        features
    }

    /// The feature of a special rule.
    pub const fn of_effect(effect: &Effect) -> Self {
        match effect {
            Effect::FrozenUntil(_) => Self::FrozenUntil,
            Effect::ActivateWhen(_) => Self::ActivateWhen,
            Effect::Visibility(_) => Self::Visibility,
            Effect::Modifier(_) => Self::Modifier,
            Effect::Victory(SpecialPoints { when: Fate::Left(_), .. }) => Self::Leaving,
            Effect::Victory(_) => Self::Victory,
            Effect::Forbid(_) => Self::Forbid,
            Effect::TextOnly => Self::TextOnly,
        }
    }
}
