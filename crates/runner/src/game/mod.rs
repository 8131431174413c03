//! Battles of both families, with the interface for runs, records and reports.

pub(crate) mod battle;
pub(crate) mod failure;
pub(crate) mod ground;
pub(crate) mod panic;
pub(crate) mod replay_steps;
