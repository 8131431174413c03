//! Shapes on the ground in whole centimetres, with tiles and bounds for spatial queries.

pub(crate) mod block;
pub(crate) mod edge;
pub(crate) mod extents;
pub(crate) mod grid;
pub(crate) mod quad;
pub(crate) mod shape;
