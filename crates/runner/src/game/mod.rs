//! Battles as runs, records and reports see them, for both families of rules.

pub(crate) mod battle;
pub(crate) mod failure;
pub(crate) mod ground;
pub(crate) mod panic;
pub(crate) mod replay_steps;
