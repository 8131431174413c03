//! Geometry of rings and lines in whole centimetres: crossings, nesting, clipping, distances.

pub(crate) mod clip;
pub(crate) mod distance;
pub(crate) mod outline;
pub(crate) mod spike;
