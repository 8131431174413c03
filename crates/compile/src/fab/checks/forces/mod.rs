//! Checks of units, assets and their labels.

pub(crate) mod assets;
pub(crate) mod blocks;
pub(crate) mod colours;
pub(crate) mod identity;
pub(crate) mod languages;
pub(crate) mod references;
pub(crate) mod support;
pub(crate) mod units;
