//! Lines and polygons on the ground.

use serde::{Deserialize, Serialize};

use crate::units::GroundPoint;

/// A connected line of at least two points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Polyline(pub Vec<GroundPoint>);

/// A simple polygon with holes. Rings are open (the last point connects to the first); the exterior
/// runs counter-clockwise, holes clockwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// The outer ring.
    pub exterior: Vec<GroundPoint>,
    /// The holes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<GroundPoint>>,
}

impl Polygon {
    /// All rings, the exterior first.
    #[inline]
    pub fn rings(&self) -> impl Iterator<Item = &[GroundPoint]> {
        std::iter::once(self.exterior.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }

    /// Whether a point is inside by the even-odd rule, or on the edge.
    #[inline]
    pub fn contains(&self, place: GroundPoint) -> bool {
        let mut inside = false;
        for ring in self.rings() {
            for (index, &from) in ring.iter().enumerate() {
                let to = ring[(index + 1) % ring.len()];
                let turn = (to - from).cross(place - from);
                let between = |a: i32, b: i32, v: i32| (a.min(b)..=a.max(b)).contains(&v);
                if turn == 0 && between(from.x, to.x, place.x) && between(from.y, to.y, place.y) {
                    return true;
                }
                if (from.y > place.y) != (to.y > place.y) && (turn > 0) == (to.y > from.y) {
                    inside = !inside;
                }
            }
        }
        inside
    }
}

/// Twice the area of a ring in square centimetres: positive if it runs counter-clockwise, negative
/// if clockwise.
#[inline]
pub fn double_area(ring: &[GroundPoint]) -> i128 {
    let Some(&origin) = ring.first() else { return 0 };
    let triangle = |pair: &[GroundPoint]| (pair[0] - origin).cross(pair[1] - origin);
    // The windings of a self-intersecting ring can make the sum exceed an `i64`.
    ring.windows(2).map(|pair| i128::from(triangle(pair))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excludes_holes_and_includes_edges() {
        let square = |from: i32, to: i32| {
            [(from, from), (to, from), (to, to), (from, to)]
                .map(|(x, y)| GroundPoint::new(x, y))
                .to_vec()
        };
        let area = Polygon { exterior: square(0, 100), holes: vec![square(40, 60)] };
        for (x, y, inside) in [
            (10, 10, true),
            (50, 50, false),
            (0, 50, true),
            (100, 100, true),
            (101, 50, false),
            (-1, 0, false),
            (40, 50, true),
            (30, 40, true),
        ] {
            assert_eq!(area.contains(GroundPoint::new(x, y)), inside, "{x}, {y}");
        }
    }
}
