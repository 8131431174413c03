//! Checks of trains and lines of communication.

pub(crate) mod baggage;
pub(crate) mod enemy_line;
pub(crate) mod line_of_communication;
pub(crate) mod supply_line;
pub(crate) mod supply_open;
pub(crate) mod supply_reach;
