//! The terrain for the rules (PB-3.16, PB-34), clipped to the map frame.

pub(crate) mod elevation;
pub(crate) mod grid;
pub(crate) mod scenery;
pub(crate) mod shape;

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::{EntryId, FeatureId, MapId};
use crate::units::{Facing, GroundLength, GroundPoint, Scale};
use shape::{Polygon, Polyline};

/// The terrain for the rules. The frame's bottom-left corner is (0, 0); everything is inside the
/// frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The map's id.
    pub id: MapId,
    /// Width of the frame, along `x`.
    pub width: GroundLength,
    /// Height of the frame, along `y`.
    pub height: GroundLength,
    /// The intended scale of the map.
    pub scale: Scale,
    /// The direction of true north at the centre of the frame.
    pub north: Facing,
    /// Woods (PB-34.1).
    pub woods: Vec<Area>,
    /// Built-up areas (PB-34.2).
    pub buildings: Vec<Area>,
    /// Marsh (PB-34.6).
    pub marsh: Vec<Area>,
    /// Impassable ground (PB-34.9).
    pub impassable: Vec<Area>,
    /// Lakes, ponds and the sea, which are impassable too (PB-A46).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub water: Vec<Area>,
    /// Hills by level (PB-34.3); a higher level is inside a lower one.
    pub hills: Vec<Hill>,
    /// Crest lines, up to which a hill is visible (PB-16.3).
    pub crests: Vec<Crest>,
    /// Streams and rivers (PB-34.4, PB-34.5).
    pub watercourses: Vec<Watercourse>,
    /// Bridges and fords (PB-6.11).
    pub crossings: Vec<Crossing>,
    /// Roads, which columns follow (PB-8).
    pub roads: Vec<Road>,
    /// Places on the edge where forces enter (PB-3.10).
    pub entries: Vec<Entry>,
    /// Set-up zones (PB-3.9): outlines on the map, not terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Area>,
}

impl UnitSystem {
    /// Whether these are feet, yards and miles.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub fn is_imperial(&self) -> bool {
        *self == Self::Imperial
    }

    /// The length of a unit of height, a metre or a foot, in metres.
    pub const fn height_unit(self) -> f64 {
        match self {
            Self::Metric => 1.0,
            Self::Imperial => 0.3048,
        }
    }
}

impl Map {
    /// A map without features.
    pub fn empty(id: MapId, width: GroundLength, height: GroundLength, scale: Scale) -> Self {
        Self {
            id,
            width,
            height,
            scale,
            north: Facing::UP,
            woods: Vec::new(),
            buildings: Vec::new(),
            marsh: Vec::new(),
            impassable: Vec::new(),
            water: Vec::new(),
            hills: Vec::new(),
            crests: Vec::new(),
            watercourses: Vec::new(),
            crossings: Vec::new(),
            roads: Vec::new(),
            entries: Vec::new(),
            zones: Vec::new(),
        }
    }

    /// All areas except hills.
    pub fn areas(&self) -> impl Iterator<Item = &Area> {
        let Self { woods, buildings, marsh, impassable, water, zones, .. } = self;
        [woods, buildings, marsh, impassable, water, zones].into_iter().flatten()
    }

    /// All impassable areas, including water (PB-34.9, PB-A46).
    pub fn impassable_areas(&self) -> impl Iterator<Item = &Area> {
        self.impassable.iter().chain(&self.water)
    }
}

/// A feature that covers ground, in one or more parts if the frame cuts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The feature's id.
    pub id: FeatureId,
    /// Its parts, which do not overlap.
    pub parts: Vec<Polygon>,
}

impl Area {
    /// Whether a point is inside the area or on its edge.
    pub fn contains(&self, place: GroundPoint) -> bool {
        self.parts.iter().any(|part| part.contains(place))
    }
}

/// A hill or one of its higher levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hill {
    /// The feature's id.
    pub id: FeatureId,
    /// 1 for the base, 2, 3, … for higher parts (PB-A38).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 15)))]
    pub level: u8,
    /// Its parts.
    pub parts: Vec<Polygon>,
}

/// The line up to which a hill is visible from outside (PB-A102).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Crest {
    /// The feature's id.
    pub id: FeatureId,
    /// The hill it belongs to.
    pub hill: FeatureId,
    /// Its parts.
    pub parts: Vec<Polyline>,
}

/// A stream or a river.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Watercourse {
    /// The feature's id.
    pub id: FeatureId,
    /// Whether it is a stream or a river.
    pub kind: WatercourseKind,
    /// Width of the water, for drawing and for the majority test of rivers.
    pub width: GroundLength,
    /// Its parts, drawn downstream.
    pub parts: Vec<Polyline>,
}

/// How difficult a watercourse is to cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WatercourseKind {
    /// Can be crossed anywhere, with a Reduced move (PB-34.4).
    Stream,
    /// Can be crossed only at bridges and fords (PB-34.5).
    River,
}

/// A bridge or ford.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    /// The feature's id.
    pub id: FeatureId,
    /// Whether it is a bridge or a ford.
    pub kind: CrossingKind,
    /// Its position.
    pub at: GroundPoint,
    /// The watercourse that it crosses.
    pub over: FeatureId,
    /// The road that it carries, if any.
    pub road: Option<FeatureId>,
}

/// Bridge or ford; the rules treat them the same (PB-6.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CrossingKind {
    /// A bridge.
    Bridge,
    /// A ford.
    Ford,
}

/// A road.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// The feature's id.
    pub id: FeatureId,
    /// Its class; the rules treat all classes the same (PB-A53).
    pub kind: RoadKind,
    /// Its parts.
    pub parts: Vec<Polyline>,
}

/// Class of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoadKind {
    /// A turnpike: a maintained road with a hard surface.
    Pike,
    /// A public road.
    Road,
    /// A farm lane.
    Lane,
}

/// A place on the frame's edge where forces enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The entry's id.
    pub id: EntryId,
    /// The point on the edge.
    pub at: GroundPoint,
    /// The edge of the map that it is on.
    pub edge: Edge,
    /// The road that enters there, if any.
    pub road: Option<FeatureId>,
}

choices! {
    /// The units of scale bars and contours on a printed map.
    #[derive(Default)]
    pub enum UnitSystem("units") {
        /// Metres and kilometres.
        Metric = "metric",
        /// Feet, yards and miles.
        #[default]
        Imperial = "imperial",
    }

    /// An edge of the map. North is the top edge.
    pub enum Edge("edge") {
        /// The top edge.
        North = "north",
        /// The right edge.
        East = "east",
        /// The bottom edge.
        South = "south",
        /// The left edge.
        West = "west",
    }
}

impl Edge {
    /// The direction into the map.
    pub const fn inward(self) -> Facing {
        match self {
            Self::North => Facing::DOWN,
            Self::East => Facing::LEFT,
            Self::South => Facing::UP,
            Self::West => Facing::RIGHT,
        }
    }

    /// The edge that a place is on, for a frame of this size; at a corner, the first of the two.
    pub fn at(width: GroundLength, height: GroundLength, place: GroundPoint) -> Option<Self> {
        let (width, height) = (width.centimetres(), height.centimetres());
        // Lines clipped by the frame end on its edge, to the centimetre.
        let is_on = |along: i32, border: i32| along.abs_diff(border) <= 1;
        [
            (is_on(place.y, height), Self::North),
            (is_on(place.x, width), Self::East),
            (is_on(place.y, 0), Self::South),
            (is_on(place.x, 0), Self::West),
        ]
        .into_iter()
        .find_map(|(is_on, edge)| is_on.then_some(edge))
    }
}

impl Map {
    /// The edge that a place is on; at a corner, the first of the two.
    pub fn edge_of(&self, place: GroundPoint) -> Option<Edge> {
        Edge::at(self.width, self.height, place)
    }

    /// Whether a place is inside the frame or on its edge.
    pub const fn contains(&self, place: GroundPoint) -> bool {
        place.x >= 0
            && place.y >= 0
            && place.x <= self.width.centimetres()
            && place.y <= self.height.centimetres()
    }
}
