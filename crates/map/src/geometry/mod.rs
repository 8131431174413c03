//! Geometry of rings and lines in whole centimetres: crossings, nesting, clipping and distances.

pub(crate) mod bounds;
pub(crate) mod clip;
pub(crate) mod distance;
pub(crate) mod neighbours;
pub(crate) mod outline;
pub(crate) mod runs;
pub(crate) mod shared_ground;
pub(crate) mod spike;
