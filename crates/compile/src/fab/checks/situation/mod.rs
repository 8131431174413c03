//! Checks of the situation at the start.

pub(crate) mod control;
pub(crate) mod placement;
pub(crate) mod reserve;
pub(crate) mod set_up;
pub(crate) mod start;
pub(crate) mod supply;
