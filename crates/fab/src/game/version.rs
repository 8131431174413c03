//! Which rules engine of FAB this is, so that a record of another one is refused for that reason and not
//! for what comes of it.

/// The version of the rules engine. It is raised by one whenever the same decisions, draws and rolls are
/// judged, end or are told in the event log otherwise than before; `tests/golden.rs` plays fixed games
/// again and fails until it is. What bots decide is no part of it: a record holds their decisions.
pub const ENGINE: u32 = 2;
