//! What lies on the ground: woods, water, ways, houses, fences.

pub(crate) mod fences;
pub(crate) mod houses;
pub(crate) mod water;
pub(crate) mod ways;
pub(crate) mod woods;
