//! Locations that are worth points.

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::{ObjectiveId, SideId};
use crate::model::Polygon;
use crate::units::{GroundLength, GroundPoint};

/// A location that is worth points to its holder: the last side with combat pieces there while the
/// enemy had none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its id.
    pub id: ObjectiveId,
    /// Its location.
    pub ground: ObjectiveGround,
    /// Points for holding it.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub points: u32,
    /// The only side that can score it; if `None`, both sides can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The time at which its points are counted.
    pub counted: ObjectiveTiming,
}

/// The location of an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ObjectiveGround {
    /// Everything within a distance of a place.
    Around(Surroundings),
    /// The polygons of a feature.
    Area(Vec<Polygon>),
}

/// Everything within a distance of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Surroundings {
    /// The place.
    pub centre: GroundPoint,
    /// The distance.
    pub within: GroundLength,
}

choices! {
    /// The time at which the points of an objective are counted.
    #[cfg_attr(feature = "schema", schemars(rename = "Counted"))]
    pub enum ObjectiveTiming("counting method") {
        /// Once, at the end of the battle.
        AtEnd = "at-end",
        /// At the end of each day.
        EachDay = "each-day",
        /// At the end of each day turn.
        EachTurn = "each-turn",
        /// Once, for the side that holds it first.
        Once = "once",
    }
}
