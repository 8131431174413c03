//! What is cut out of a battle of FAB: block labels, counters, markers, set-up cards, charts, turn track.
//!
//! Every number and name on them comes from the pack; every fixed word from its list, in all languages.

mod arrivals;
mod charts;
mod counter;
mod effect;
mod key;
mod label;
mod livery;
mod marker;
mod set_up_card;
mod size;
mod steps;
mod symbol;
#[cfg(test)]
mod tests;
mod turn_card;
mod words;
mod written;

pub(crate) use arrivals::{arrivals, notes, turn_and_date};
pub(crate) use charts::charts;
pub(crate) use counter::counters;
pub(crate) use key::{counter_key, label_key};
pub(crate) use label::{label_face, labels};
pub(crate) use livery::{is_light, number_of};
pub(crate) use marker::{MapMarker, markers};
pub(crate) use set_up_card::set_up_cards;
pub(crate) use turn_card::turn_track;
