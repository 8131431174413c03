//! Checks of the forces.

pub(crate) mod arm_quality;
pub(crate) mod command_pieces;
pub(crate) mod commander;
pub(crate) mod components;
pub(crate) mod detachment;
pub(crate) mod ids;
pub(crate) mod infantry;
pub(crate) mod ratings;
pub(crate) mod same_name;
pub(crate) mod strength;
pub(crate) mod two_sides;
