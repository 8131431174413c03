//! FAB components: block labels, counters, markers, set-up cards, charts and the turn track.
//!
//! Every number and name on them comes from the pack; every fixed phrase comes from a word list
//! that has all languages.

pub(crate) mod counter;
pub(crate) mod effect;
pub(crate) mod key;
pub(crate) mod label;
pub(crate) mod marker;
pub(crate) mod set_up_card;
#[cfg(test)]
mod tests;
pub(crate) mod turn_card;

pub(crate) use crate::area_charts::charts;
pub(crate) use crate::areas::counter::counters;
pub(crate) use crate::areas::key::{counter_key, label_key};
pub(crate) use crate::areas::label::labels;
pub(crate) use crate::areas::marker::markers;
pub(crate) use crate::areas::set_up_card::set_up_cards;
pub(crate) use crate::areas::turn_card::turn_track;
