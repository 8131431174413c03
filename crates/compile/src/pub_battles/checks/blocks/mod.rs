//! Checks of block positions.

pub(crate) mod back_to_enemy;
pub(crate) mod block_overlap;
pub(crate) mod block_size;
pub(crate) mod buildings;
pub(crate) mod closed_ground;
pub(crate) mod column_length;
pub(crate) mod column_road;
pub(crate) mod column_room;
pub(crate) mod contact;
pub(crate) mod exposure;
pub(crate) mod field_of_fire;
pub(crate) mod inside_frame;
pub(crate) mod river_overlap;
pub(crate) mod zone;
