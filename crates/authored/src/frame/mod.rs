//! The frame of a map, between longitude and latitude and metres of the ground.

pub mod edges;
pub(crate) mod georeference;
pub(crate) mod projection;
