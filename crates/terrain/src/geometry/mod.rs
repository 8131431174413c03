//! Shapes on the ground in whole centimetres, and the tiles and bounds by which they are found.

pub(crate) mod block;
pub(crate) mod edge;
pub(crate) mod extents;
pub(crate) mod grid;
pub(crate) mod quad;
pub(crate) mod shape;
