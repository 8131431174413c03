//! Checks of the arrival of troops on the map.

pub(crate) mod arrival_entry;
pub(crate) mod arrival_turns;
pub(crate) mod edges;
pub(crate) mod entry_held;
pub(crate) mod entry_room;
pub(crate) mod free_side;
pub(crate) mod hq_arrival;
pub(crate) mod train_arrival;
pub(crate) mod way_onto_map;
