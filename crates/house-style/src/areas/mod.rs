//! What maps and components of a battle of FAB have in common.

mod arrivals;
mod colours;
mod map_marker;
mod marker_sign;
mod size;
pub mod steps;
mod symbol;
mod unit_label;

pub use arrivals::{arrivals, letters, notes, turn_and_date};
pub use colours::{BLACK, WHITE, cap, formation, is_light, is_second, number_of, on, side};
pub use map_marker::{MapMarker, SAND};
pub use marker_sign::{
    Sign, arrows, barrier, broken, broken_bridge, no_wheel, over_water, pointer, rampart, rising,
    signed, waiting,
};
pub use symbol::{hull, staff, symbol};
pub use unit_label::{label_face, label_in};
