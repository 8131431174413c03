//! Layers of a battlefield: the class, id and properties of their features.

pub(crate) mod class_geometry;
pub(crate) mod defaults;
pub(crate) mod feature;
pub(crate) mod grouped_diagnostics;
pub(crate) mod identity;
pub(crate) mod layer_list;
pub(crate) mod property;
