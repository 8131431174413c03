//! The turn track, who wins, and how reinforcements find their way in.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::SideId;

choices! {
    /// A phase of the game turn (FAB-3).
    pub enum Phase("phase") {
        /// FAB-3.1: both sides together.
        Reinforcement = "reinforcement",
        /// FAB-3.21.
        Administration = "administration",
        /// FAB-3.22.
        OperationalMovement = "operational-movement",
        /// FAB-3.23.
        StrategicMovement = "strategic-movement",
        /// FAB-3.24.
        Combat = "combat",
        /// FAB-3.25.
        Reaction = "reaction",
        /// FAB-3.26.
        BreakthroughMovement = "breakthrough-movement",
        /// FAB-3.27.
        BreakthroughCombat = "breakthrough-combat",
        /// FAB-3.28.
        Supply = "supply",
    }
}

impl Phase {
    /// The phases of a player turn in their order.
    pub const PLAYER_TURN: [Self; 8] = [
        Self::Administration,
        Self::OperationalMovement,
        Self::StrategicMovement,
        Self::Combat,
        Self::Reaction,
        Self::BreakthroughMovement,
        Self::BreakthroughCombat,
        Self::Supply,
    ];
}

/// Where play starts (FAB-D38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// In which turn.
    pub turn: u8,
    /// In whose player turn; of no account for the Reinforcement Phase.
    pub player: SideId,
    /// In which phase.
    pub phase: Phase,
}

/// Chits that a side draws in the two Administration Phases of a turn (FAB-4.2a, FAB-A19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draws {
    /// In the first player turn.
    pub first: u8,
    /// In the second player turn.
    pub second: u8,
}

/// One space of the turn track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// Draws of each side.
    pub draws: BTreeMap<SideId, Draws>,
    /// Victory points ahead of the enemy with which a side wins at once (FAB-A61).
    pub net_vp: BTreeMap<SideId, i16>,
}

/// What counts for victory (FAB-D31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// Points of the enemy for each unit that a side has lost.
    pub elimination_vp: i16,
    /// Who wins after the last turn (FAB-3.5).
    pub end: EndRule,
}

/// Who wins after the last turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EndRule {
    /// Who has more points; nobody with as many.
    HigherVp,
    /// This side, if it is so many points ahead; else the other.
    NetAtLeast {
        /// Which side must be ahead.
        side: SideId,
        /// By how many points; may be below nought.
        vp: i16,
    },
}

/// How units find an entry area other than their own (FAB-D11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntryPolicy {
    /// Which is the nearest for one that was delayed (FAB-4.1c4).
    pub nearest: NearestEntry,
    /// May one that was delayed come by any letter of its side, or by its own only?
    pub any_letter_after_delay: bool,
    /// Letters to which a Special Action may redirect (FAB-8.27); any of the side when there are
    /// none.
    pub redirect_allowed: BTreeSet<char>,
}

/// Which entry area is the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NearestEntry {
    /// By the number of borders to cross from the areas of the printed letters.
    Graph,
    /// By the alphabet.
    LetterOrder,
}
