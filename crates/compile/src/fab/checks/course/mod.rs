//! Checks of the course of a battle, turn by turn.

pub(crate) mod artillery;
pub(crate) mod cup;
pub(crate) mod entries;
pub(crate) mod events;
pub(crate) mod exclusive_rules;
pub(crate) mod moves;
pub(crate) mod reach;
pub(crate) mod strategic;
pub(crate) mod sudden_death;
pub(crate) mod table;
pub(crate) mod turns;
