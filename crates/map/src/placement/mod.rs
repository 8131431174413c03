//! Places features on the map: projects and clips features, and adds entries and crossings.

pub(crate) mod class_placement;
pub(crate) mod crossing;
pub(crate) mod entry;
pub(crate) mod feature_projection;
pub(crate) mod outline;
pub(crate) mod outside;
