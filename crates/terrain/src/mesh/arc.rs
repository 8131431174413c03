//! Arcs and rings: what a mesh is cut into.

use sandtable_pack::GroundPoint;

/// An area of a mesh, by the place of its polygons among those that were given.
pub type AreaNumber = usize;

/// A chain of places with the same areas on both sides, from one place where three or more borders
/// meet to the next; closed if there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    /// Its places; of a closed arc the first comes again at the end.
    pub line: Vec<GroundPoint>,
    /// The area on the left, if there is one.
    pub left: Option<AreaNumber>,
    /// The area on the right.
    pub right: Option<AreaNumber>,
}

/// A ring of an area after snapping and cutting, as numbers of places.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pub(super) area: AreaNumber,
    pub(super) places: Vec<u32>,
}

/// The length of a line in metres.
pub(crate) fn length(line: &[GroundPoint]) -> f64 {
    line.windows(2).map(|pair| apart(pair[0], pair[1])).sum::<f64>() / 100.0
}

/// How far apart two places are, in centimetres.
pub(super) fn apart(one: GroundPoint, other: GroundPoint) -> f64 {
    let (x, y) = (f64::from(one.x - other.x), f64::from(one.y - other.y));
    (x * x + y * y).sqrt()
}
