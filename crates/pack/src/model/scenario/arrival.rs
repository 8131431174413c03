//! Initial positions of blocks, and their later entry onto the map (PB-3.9, PB-3.10).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use crate::choice::choices;
use crate::ids::{CommandId, EntryId, PieceId};
use crate::units::{Facing, GroundPoint};

/// The initial position of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Arrival {
    /// Set up on the map in line.
    Line(Pose),
    /// Set up on the map in road column, with its head at the pose's centre.
    Column(Pose),
    /// In reserve, hidden with a headquarters and without its own position (PB-9.3).
    Reserve(Reserve),
    /// Enters according to the reinforcement schedule.
    Reinforcement,
}

/// The headquarters with which a block is in reserve (PB-A62, PB-3.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reserve {
    /// The headquarters of its own command.
    Command,
    /// The headquarters of the army commander.
    Army,
}

/// A position and a facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The block's centre.
    pub centre: GroundPoint,
    /// The direction of its front (PB-2.5).
    pub facing: Facing,
}

choices! {
    /// Whether a piece is in line or in road column.
    #[derive(Default)]
    pub enum Formation("formation") {
        /// Deployed in line.
        #[default]
        Line = "line",
        /// In column along a road.
        Column = "column",
    }
}

/// Blocks that enter together (PB-3.10, PB-A19).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    /// Day, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 9)))]
    pub day: u8,
    /// Turn of that day.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 8)))]
    pub turn: Turn,
    /// The entry that they use.
    pub entry: EntryId,
    /// Other entries that their owner may choose instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<EntryId>,
    /// The highest die roll with which they enter. They roll one die each turn, from the given turn
    /// on. Without it they enter without a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))]
    pub roll: Option<u8>,
    /// They enter as soon as they can; otherwise their owner may hold them back (PB-A19).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_once: bool,
    /// The command whose chit brings them; the army HQ's id for blocks at army level (PB-A19,
    /// PB-A23).
    pub command: CommandId,
    /// Whether they enter in line or in column.
    pub formation: Formation,
    /// The blocks that enter, in marching order.
    pub elements: Vec<Element>,
}

/// One block of a command or of the army.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Element {
    /// Its headquarters.
    Headquarters,
    /// One of its baggage trains.
    Baggage(PieceId),
    /// One of its pieces.
    Piece(PieceId),
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headquarters => f.write_str("the HQ"),
            Self::Baggage(id) => write!(f, "the train `{id}`"),
            Self::Piece(id) => write!(f, "the piece `{id}`"),
        }
    }
}
