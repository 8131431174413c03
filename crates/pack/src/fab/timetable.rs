//! The turn track, the victory conditions, and entry areas of reinforcements.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::SideId;

choices! {
    /// A phase of the game turn (FAB-3).
    pub enum Phase("phase") {
        /// The Reinforcement Phase of both sides (FAB-3.1).
        Reinforcement = "reinforcement",
        /// The Administration Phase (FAB-3.21).
        Administration = "administration",
        /// The Operational Movement Phase (FAB-3.22).
        OperationalMovement = "operational-movement",
        /// The Strategic Movement Phase (FAB-3.23).
        StrategicMovement = "strategic-movement",
        /// The Combat Phase (FAB-3.24).
        Combat = "combat",
        /// The Reaction Phase (FAB-3.25).
        Reaction = "reaction",
        /// The Breakthrough Movement Phase (FAB-3.26).
        BreakthroughMovement = "breakthrough-movement",
        /// The Breakthrough Combat Phase (FAB-3.27).
        BreakthroughCombat = "breakthrough-combat",
        /// The Supply Phase (FAB-3.28).
        Supply = "supply",
    }
}

impl Phase {
    /// The phases of a player turn, in order.
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

/// The turn and phase in which play starts (FAB-D38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The turn.
    pub turn: u8,
    /// The side whose player turn it is; ignored for the Reinforcement Phase.
    pub player: SideId,
    /// The phase.
    pub phase: Phase,
}

/// The number of chits that a side draws in the two Administration Phases of a turn (FAB-4.2a,
/// FAB-A19).
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
    /// The draws of each side.
    pub draws: BTreeMap<SideId, Draws>,
    /// The lead in victory points with which a side wins at once (FAB-A61).
    pub net_vp: BTreeMap<SideId, i16>,
}

/// The victory conditions (FAB-D31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// Victory points for each enemy unit that was eliminated.
    pub elimination_vp: i16,
    /// The winner after the last turn (FAB-3.5).
    pub end: EndRule,
}

/// The winner after the last turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EndRule {
    /// The side with more points wins; equal points are a draw.
    HigherVp,
    /// This side wins if its lead is large enough; otherwise the other side wins.
    NetAtLeast {
        /// The side that must be ahead.
        side: SideId,
        /// The lead in points; may be negative.
        vp: i16,
    },
}

/// How units choose an entry area other than their own (FAB-D11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntryPolicy {
    /// The method for finding a delayed unit's nearest entry area (FAB-4.1c4).
    pub nearest: NearestEntry,
    /// Whether a delayed unit may use any letter of its side, or only its own.
    pub any_letter_after_delay: bool,
    /// The letters to which a Special Action may redirect units (FAB-8.27); if empty, any letter of
    /// the side.
    pub redirect_allowed: BTreeSet<char>,
}

/// The method for finding the nearest entry area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NearestEntry {
    /// By the number of borders from the areas of the printed letters.
    Graph,
    /// In alphabetical order.
    LetterOrder,
}
