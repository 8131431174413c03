//! Where blocks are at first, and how they come onto the map later (PB-3.9, PB-3.10).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use crate::choice::choices;
use crate::ids::{CommandId, EntryId, PieceId};
use crate::units::{Facing, GroundPoint};

/// Where a block is at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Arrival {
    /// Set up on the map in line.
    Line(Pose),
    /// Set up on the map in road column, the head at the pose's centre.
    Column(Pose),
    /// In reserve, hidden with a headquarters; it has no place of its own (PB-9.3).
    Reserve(Reserve),
    /// Comes by the reinforcement schedule.
    Reinforcement,
}

/// With which headquarters a block is in reserve (PB-A62, PB-3.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reserve {
    /// That of its own command.
    Command,
    /// That of the army commander.
    Army,
}

/// A place and a facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The block's centre.
    pub centre: GroundPoint,
    /// Where its front looks (PB-2.5).
    pub facing: Facing,
}

choices! {
    /// Line or road column.
    #[derive(Default)]
    pub enum Formation("formation") {
        /// Deployed.
        #[default]
        Line = "line",
        /// Stretched along a road.
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
    /// Where they enter.
    pub entry: EntryId,
    /// Other entries that their owner may choose instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<EntryId>,
    /// They come on the first turn, from the given one on, on which one die shows this or less;
    /// without it they come for certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))]
    pub roll: Option<u8>,
    /// They come on as soon as they can; else their owner may hold them back (PB-A19).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_once: bool,
    /// Whose chit brings them on; the army HQ's id for blocks at army level (PB-A19, PB-A23).
    pub command: CommandId,
    /// Line or column.
    pub formation: Formation,
    /// Who enters, in order of march.
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
