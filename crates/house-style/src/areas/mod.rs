//! Elements that FAB maps and components share.

mod arrivals;
mod colours;
mod map_marker;
mod marker_symbol;
mod size;
pub mod steps;
mod symbol;
mod unit_label;

pub use arrivals::{arrivals, entry_letters, notes, turn_and_date};
pub use colours::{
    BLACK, WHITE, area_number, formation_ink, is_light, is_second_side, readable_on, side_ink,
};
pub use map_marker::{MapMarker, SAND};
pub use marker_symbol::{
    DrawSymbol, arrows, barrier, broken_block, broken_bridge, flag_stand, named_symbol, no_wheel,
    over_water, pointer, rampart, up_arrow,
};
pub use symbol::{armour_oval, headquarters_symbol, unit_symbol};
pub use unit_label::{label_face, label_in};
