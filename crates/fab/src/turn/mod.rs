//! The phases of a turn, except movement and combat.

pub(crate) mod administration;
pub(crate) mod engineers;
pub(crate) mod flow;
pub(crate) mod reinforcements;
pub(crate) mod special_actions;
pub(crate) mod supply;
pub(crate) mod victory;
