//! Checks of roads and crossings.

pub(crate) mod crossing_place;
pub(crate) mod network;
pub(crate) mod parallel;
pub(crate) mod road_end;
pub(crate) mod town_ends;
