//! Lines and polygons on the ground.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::GroundPoint;

/// A connected line of at least two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Polyline(pub Vec<GroundPoint>);

/// A simple polygon with holes. Rings are not closed (the last place is joined to the first), the
/// exterior runs counter-clockwise, holes clockwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// The outer ring.
    pub exterior: Vec<GroundPoint>,
    /// The holes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<GroundPoint>>,
}

impl Polygon {
    /// Every ring, the exterior first.
    pub fn rings(&self) -> impl Iterator<Item = &[GroundPoint]> {
        std::iter::once(self.exterior.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }
}
