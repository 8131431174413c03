//! What runs, records and reports ask of a battle, whichever rules it is fought by.

pub(crate) mod battle;
pub(crate) mod failure;
pub(crate) mod ground;
pub(crate) mod panic;
pub(crate) mod replay_steps;
