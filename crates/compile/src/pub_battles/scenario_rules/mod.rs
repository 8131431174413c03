//! Rules that a scenario adds: weather, objectives, special rules and free games.

pub(crate) mod free_game;
pub(crate) mod moments;
pub(crate) mod objectives;
pub(crate) mod special_rules;
pub(crate) mod weather;
