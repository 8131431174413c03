//! Checks of hills and crests against the elevation.

pub(crate) mod hill_height;
pub(crate) mod level;
pub(crate) mod moved_crests;
