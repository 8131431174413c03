//! Who sees whom, and whose field of fire covers which ground.

pub(crate) mod field_of_fire;
pub(crate) mod sighting;
pub(crate) mod spotting;
