//! The display list and the geometry that it is made of.

pub(crate) mod path;
pub(crate) mod sheet;
pub(crate) mod window;
