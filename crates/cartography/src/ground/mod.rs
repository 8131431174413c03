//! Features on the ground: woods, water, roads and railroads, houses, fences.

pub(crate) mod fences;
pub(crate) mod houses;
pub(crate) mod water;
pub(crate) mod ways;
pub(crate) mod woods;
