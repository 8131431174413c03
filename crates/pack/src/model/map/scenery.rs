//! Features that are drawn and named on the map but have no effect on play (PB-1.9).

use serde::{Deserialize, Serialize};

use super::shape::Polyline;
use super::{Area, Edge};
use crate::ids::{FeatureId, SymbolId};
use crate::units::{GroundLength, GroundPoint};

/// Features that are drawn and named but have no effect on play.
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
    /// Ticks of meridians and parallels on the neatline.
    pub graticule: Vec<GraticuleTick>,
}

impl Scenery {
    /// All features that cover ground.
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
    /// In use.
    InUse,
    /// Graded, without rails.
    Unfinished,
    /// A cutting of the graded line.
    Cut,
}

/// A farm or single house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Farm {
    /// The feature's id.
    pub id: FeatureId,
    /// Its position.
    pub at: GroundPoint,
    /// The map's own symbol for it, if it is not drawn as an ordinary farm.
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
    /// Its position.
    pub at: GroundPoint,
    /// 1 for a town, 2 for a main name, 3 for a detail.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub rank: u8,
}

/// A tick where a meridian or parallel crosses the neatline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraticuleTick {
    /// The edge.
    pub edge: Edge,
    /// Distance from the edge's left or lower end.
    pub offset: GroundLength,
    /// Its label, such as `39°48′ N`.
    pub label: String,
}

/// The basis of a feature's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Taken from a data source.
    Data,
    /// Computed from a data source.
    Derived,
    /// Drawn from memory of the literature, without a specific source.
    Recalled,
}
