//! Checks of hills and crests against the relief.

pub(crate) mod hill_height;
pub(crate) mod level;
pub(crate) mod moved_crests;
