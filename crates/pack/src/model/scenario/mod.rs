//! The order of battle and its timetable for the rules (PB-3).

pub(crate) mod agreement;
pub(crate) mod arrival;
pub(crate) mod calendar;
pub(crate) mod forces;
pub(crate) mod free_game;
pub(crate) mod objective;
pub(crate) mod special_rule;
pub(crate) mod unplayed;

use serde::{Deserialize, Serialize};

use crate::ids::{ScenarioId, SideId};
use crate::units::GroundLength;
use calendar::{Calendar, Moment, Turn, Weather};
use forces::{PieceType, Side};
use free_game::FreeGame;
use objective::Objective;
use special_rule::SpecialRule;

/// The order of battle and its timetable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The battle's id.
    pub id: ScenarioId,
    /// Turns and days.
    pub calendar: Calendar,
    /// The side that chooses the order of combats (PB-3.3).
    pub combat_order: SideId,
    /// Ground area of the blocks (PB-36.1).
    pub footprints: Footprints,
    /// Lengths of columns on the road (PB-3.4).
    pub column_lengths: ColumnLengths,
    /// The two sides, in file order.
    pub sides: [Side; 2],
    /// Visibility over time, in order of turns (PB-3.15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weather: Vec<Weather>,
    /// Locations that are worth points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective>,
    /// Special rules (PB-3.18).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special_rules: Vec<SpecialRule>,
    /// The options of free sides, if it is a free game (PB-32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_game: Option<FreeGame>,
}

impl Scenario {
    /// The maximum visibility on a turn; `None` in clear weather (PB-A22).
    pub fn visibility(&self, day: u8, turn: Turn) -> Option<GroundLength> {
        let now = Moment { day, turn };
        self.weather.iter().rev().find(|weather| weather.from <= now)?.visibility
    }
}

/// Ground area of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// Length along the front.
    pub length: GroundLength,
    /// Depth from front to rear.
    pub depth: GroundLength,
}

/// Ground area of the blocks of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Footprints {
    /// Every combat piece.
    pub combat: Footprint,
    /// Every headquarters.
    pub headquarters: Footprint,
    /// Every baggage train.
    pub baggage: Footprint,
}

/// Length of a column on the road, by kind of piece (PB-A51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnLengths {
    /// Infantry and detachments.
    pub infantry: GroundLength,
    /// Artillery.
    pub artillery: GroundLength,
    /// Cavalry and dragoons.
    pub cavalry: GroundLength,
    /// Baggage trains.
    pub baggage: GroundLength,
    /// Headquarters.
    pub headquarters: GroundLength,
}

impl ColumnLengths {
    /// The length of a combat piece in column.
    pub const fn for_kind(&self, kind: PieceType) -> GroundLength {
        match kind {
            PieceType::Infantry | PieceType::Detachment => self.infantry,
            PieceType::Artillery => self.artillery,
            PieceType::Cavalry | PieceType::Dragoons => self.cavalry,
        }
    }
}
