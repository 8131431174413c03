//! Checks of a battle's calendar and rules.

pub(crate) mod calendar;
pub(crate) mod combat_order;
pub(crate) mod date_of_title;
pub(crate) mod defaults;
pub(crate) mod not_played;
