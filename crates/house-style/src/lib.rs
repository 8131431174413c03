//! The design elements that maps and components share: fixed words, figures, side colours, unit
//! symbols and ornaments.
//!
//! A card and the map must use the same words and show a unit by the same symbol. Elements used
//! only by maps or only by components are in those crates.

pub mod areas;
pub mod battlefield;
pub mod figures;
mod ornament;
#[expect(missing_docs, reason = "a fixed word is its own description")]
pub mod words;

pub use ornament::swelled_rule;
