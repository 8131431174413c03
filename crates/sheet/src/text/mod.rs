//! Type on a sheet: lines, paragraphs and short text in small boxes.

pub(crate) mod block;
pub(crate) mod missing_letters;
pub(crate) mod paragraph;
pub(crate) mod typeface;
