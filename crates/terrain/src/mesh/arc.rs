//! Arcs and rings, the parts of a mesh.

use sandtable_pack::GroundPoint;

/// The index of an area in the list from which the mesh was built.
pub type AreaNumber = usize;

/// A chain of points whose left and right areas stay the same along its whole length. It connects
/// two points where three or more borders join, or is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The points of the arc; a closed arc repeats the first point at the end.
    pub line: Vec<GroundPoint>,
    /// The area on the left, if any.
    pub left: Option<AreaNumber>,
    /// The area on the right, if any.
    pub right: Option<AreaNumber>,
}

/// A ring of an area after snapping and cutting, as point numbers.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pub(super) area: AreaNumber,
    pub(super) places: Vec<u32>,
}

/// The length of a line in metres.
pub(crate) fn length(line: &[GroundPoint]) -> f64 {
    line.windows(2).map(|pair| apart(pair[0], pair[1])).sum::<f64>() / 100.0
}

/// The distance between two points in centimetres.
pub(super) fn apart(one: GroundPoint, other: GroundPoint) -> f64 {
    let (x, y) = (f64::from(one.x - other.x), f64::from(one.y - other.y));
    (x * x + y * y).sqrt()
}
