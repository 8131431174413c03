//! Turns, days and weather of a battle (PB-3.2, PB-3.15, PB-3.17).

use serde::{Deserialize, Serialize};

use crate::units::GroundLength;

/// A day turn, 1 to 8 (PB-1.8).
pub type Turn = u8;

/// A turn of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Day, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 9)))]
    pub day: u8,
    /// Turn of that day.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 8)))]
    pub turn: Turn,
}

/// Weather from a turn until the next entry in the list (PB-3.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// Its first turn.
    pub from: Moment,
    /// The maximum range of spotting, bombardment and, if shorter, fields of fire (PB-A22); `None`
    /// in clear weather.
    pub visibility: Option<GroundLength>,
}

/// Turns and days of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// Date of day 1, `YYYY-MM-DD`.
    pub date: String,
    /// First turn of day 1 (PB-3.2).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 8)))]
    pub first_turn: Turn,
    /// Last turn of the last day (PB-3.17).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 8)))]
    pub last_turn: Turn,
    /// The number of days (PB-3.17).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 9)))]
    pub days: u8,
    /// Whether the battle has no last turn and continues until a side wins (PB-3.17). `days` and
    /// `last_turn` then have their maximum, turn 8 of day 9.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_ended: bool,
    /// Start of turn 1 in minutes after midnight (PB-A15).
    #[cfg_attr(feature = "schema", schemars(range(max = 1439)))]
    pub dawn_minutes: u16,
}
