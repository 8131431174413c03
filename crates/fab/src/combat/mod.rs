//! Combats, from the assignment of assets to retreats.

pub(crate) mod assets;
pub(crate) mod combats;
pub(crate) mod defence;
pub(crate) mod effects;
pub(crate) mod fire;
pub(crate) mod hits;
pub(crate) mod losses;
pub(crate) mod retreat;
pub(crate) mod round;
