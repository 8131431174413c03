//! The YAML tree: each key and each value with its bytes in the text.
//!
//! YAML 1.2 core schema; no tags, no merge keys, one document. Building a tree takes limited time,
//! memory and stack for any text.

mod authored;
mod build;
mod column;
mod cursor;
mod damage;
mod key_synonym;
mod limits;
mod line;
mod long_text;
mod node;
mod read;
mod scalar;
mod syntax;
#[cfg(test)]
mod tests;
mod typo;
mod typos;

#[doc(hidden)]
pub use authored::key_of;
pub use build::{parse, parse_prefix};
pub use cursor::{Role, ScalarPlace, Step, insertion_points, scalar_at};
pub use damage::Damage;
pub use limits::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES};
pub use node::{Entry, Node, Value};
#[doc(hidden)]
pub use read::in_braces;
pub use read::{Map, Named, Prose, Read, Reader, Spanned};
