//! Where features lie on the map: from their positions to the frame, clipped, with entries and crossings.

pub(crate) mod crossing;
pub(crate) mod entry;
pub(crate) mod feature_projection;
pub(crate) mod outline;
pub(crate) mod outside;
pub(crate) mod placed;
