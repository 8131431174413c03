//! Checks of areas near and over each other.

pub(crate) mod duplicate_shape;
pub(crate) mod gap;
pub(crate) mod heap;
pub(crate) mod overlap;
pub(crate) mod part_overlap;
pub(crate) mod small;
