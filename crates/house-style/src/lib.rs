//! What maps and components have in common: fixed words, figures, colours of sides, signs of units, ornaments.
//!
//! A card and the map beside it must say the same thing in the same words and show the same unit by the same
//! sign. What one of them alone draws is not here.

pub mod areas;
pub mod battlefield;
pub mod figures;
mod ornament;
#[expect(missing_docs, reason = "a fixed word is its own description")]
pub mod words;

pub use ornament::swelled_rule;
