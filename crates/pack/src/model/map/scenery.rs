//! What is drawn and named on the map but has no effect on play (PB-1.9).

use serde::{Deserialize, Serialize};

use super::shape::Polyline;
use super::{Area, Edge};
use crate::ids::{FeatureId, SymbolId};
use crate::units::{GroundLength, GroundPoint};

/// What is drawn and named but has no effect on play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenery {
    /// Orchards and groves.
    pub orchards: Vec<Area>,
    /// Fields.
    pub fields: Vec<Area>,
    /// Railroads.
    pub railroads: Vec<Railroad>,
    /// Farms and single houses.
    pub farms: Vec<Farm>,
    /// Named places.
    pub places: Vec<Place>,
    /// Where meridians and parallels meet the neatline.
    pub graticule: Vec<GraticuleTick>,
}

impl Scenery {
    /// All that covers ground.
    pub fn areas(&self) -> impl Iterator<Item = &Area> {
        self.orchards.iter().chain(&self.fields)
    }
}

/// A railroad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Railroad {
    /// The feature's id.
    pub id: FeatureId,
    /// Its state.
    pub kind: RailroadKind,
    /// Its parts.
    pub parts: Vec<Polyline>,
}

/// State of a railroad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RailroadKind {
    /// Trains run.
    InUse,
    /// Graded, without rails.
    Unfinished,
    /// A cut of the grade.
    Cut,
}

/// A farm or single house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Farm {
    /// The feature's id.
    pub id: FeatureId,
    /// Where it stands.
    pub at: GroundPoint,
    /// The symbol of the map's own that stands for it, if it is no plain farm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<SymbolId>,
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The feature's id.
    pub id: FeatureId,
    /// Where it lies.
    pub at: GroundPoint,
    /// 1 a town, 2 a main name, 3 a detail.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub rank: u8,
}

/// Where a meridian or parallel meets the neatline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraticuleTick {
    /// The edge.
    pub edge: Edge,
    /// Distance from the edge's left or lower end.
    pub offset: GroundLength,
    /// What stands beside it, such as `39°48′ N`.
    pub label: String,
}

/// How a feature came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Taken from a data source.
    Data,
    /// Computed from a data source.
    Derived,
    /// Drawn from memory of the literature, without a source at hand.
    Recalled,
}
