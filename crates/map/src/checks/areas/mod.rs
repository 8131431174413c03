//! Checks for areas that overlap, touch or nearly touch.

pub(crate) mod duplicate_shape;
pub(crate) mod gap;
pub(crate) mod heap;
pub(crate) mod overlap;
pub(crate) mod part_overlap;
pub(crate) mod small;
