//! Checks of events in the turns of a battle.

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
