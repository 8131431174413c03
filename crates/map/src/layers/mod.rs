//! Features of the layers of a battlefield: their class, id and properties.

pub(crate) mod class_geometry;
pub(crate) mod defaults;
pub(crate) mod feature;
pub(crate) mod grouped_diagnostics;
pub(crate) mod identity;
pub(crate) mod layer_list;
pub(crate) mod property;
