//! Checks of the area map: its graph and its drawing.

pub(crate) mod edges;
pub(crate) mod graph;
pub(crate) mod lines;
pub(crate) mod map_comparison;
pub(crate) mod polygons;
pub(crate) mod shapes;
pub(crate) mod terrain;
pub(crate) mod water;
