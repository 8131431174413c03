//! Checks of the calendar and the rules of a battle.

pub(crate) mod calendar;
pub(crate) mod combat_order;
pub(crate) mod date_of_title;
pub(crate) mod defaults;
pub(crate) mod not_played;
