//! Ground that is worth points.

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::{ObjectiveId, SideId};
use crate::model::Polygon;
use crate::units::{GroundLength, GroundPoint};

/// Ground that is worth points to the side that holds it: the last one that had combat pieces on
/// it when the enemy had none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its id.
    pub id: ObjectiveId,
    /// Where it is.
    pub ground: ObjectiveGround,
    /// Points for holding it.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub points: u32,
    /// The one side that it counts for; both if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// When its points are counted.
    pub counted: Counted,
}

/// The ground of an objective.
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
    /// How far.
    pub within: GroundLength,
}

choices! {
    /// When the points of an objective are counted.
    pub enum Counted("way to count an objective") {
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
