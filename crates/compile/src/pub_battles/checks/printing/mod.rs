//! Checks of printed blocks and chits.

pub(crate) mod colour_vision;
pub(crate) mod label_lines;
pub(crate) mod labels;
pub(crate) mod languages;
pub(crate) mod looks;
