//! What is cut out of a battle of FAB: block labels, counters, markers.
//!
//! Every number and name on them comes from the pack; every fixed word from its list, in all languages.

mod counter;
mod effect;
mod label;
mod livery;
mod marker;
mod size;
mod steps;
mod symbol;
#[cfg(test)]
mod tests;
mod words;
mod written;

pub(crate) use counter::counters;
pub(crate) use label::labels;
pub(crate) use marker::markers;
