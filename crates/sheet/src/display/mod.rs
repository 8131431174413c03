//! The display list and its geometry.

pub(crate) mod path;
pub(crate) mod sheet;
pub(crate) mod window;
