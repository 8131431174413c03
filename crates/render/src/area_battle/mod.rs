//! What is cut out of a battle of FAB: block labels, counters, markers, set-up cards, charts.
//!
//! Every number and name on them comes from the pack; every fixed word from its list, in all languages.

mod charts;
mod counter;
mod effect;
mod label;
mod livery;
mod marker;
mod set_up_card;
mod size;
mod steps;
mod symbol;
#[cfg(test)]
mod tests;
mod words;
mod written;

pub(crate) use charts::charts;
pub(crate) use counter::counters;
pub(crate) use label::labels;
pub(crate) use marker::markers;
pub(crate) use set_up_card::set_up_cards;
