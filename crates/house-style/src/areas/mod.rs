//! What maps and components of a battle of FAB have in common.

mod arrivals;
mod colours;
mod map_marker;
mod marker_sign;
mod size;
pub mod steps;
mod symbol;
mod unit_label;

pub use arrivals::{arrivals, entry_letters, notes, turn_and_date};
pub use colours::{
    BLACK, WHITE, area_number, formation_ink, is_light, is_second_side, readable_on, side_ink,
};
pub use map_marker::{MapMarker, SAND};
pub use marker_sign::{
    Sign, arrows, barrier, broken, broken_bridge, no_wheel, over_water, pointer, rampart, rising,
    signed, waiting,
};
pub use symbol::{hull_sign, staff_sign, unit_symbol};
pub use unit_label::{label_face, label_in};
