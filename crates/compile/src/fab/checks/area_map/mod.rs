//! Checks of the area map, as a graph and as it is drawn.

pub(crate) mod drawn;
pub(crate) mod edges;
pub(crate) mod graph;
pub(crate) mod lines;
pub(crate) mod polygons;
pub(crate) mod shapes;
pub(crate) mod terrain;
