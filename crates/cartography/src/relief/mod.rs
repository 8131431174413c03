//! The shape of the ground: elevation, contours, hachures, shading, hills.

pub(crate) mod contours;
pub(crate) mod field;
pub(crate) mod hachures;
pub(crate) mod hills;
pub(crate) mod hillsides;
pub(crate) mod shading;
