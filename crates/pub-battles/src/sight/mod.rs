//! Sight and Fields of Fire.

pub(crate) mod field_of_fire;
pub(crate) mod sighting;
pub(crate) mod spotting;
