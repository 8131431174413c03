//! The scheme `oob/1`: how an order of battle is committed to, and how parts of it are opened. Frozen: it is written down
//! byte by byte in `docs/secret-orders.md`, known answers are committed, and another program (`tests/secret-orders`)
//! agrees with it. Whatever is to be otherwise is a scheme of another name.
//!
//! It knows nothing of scenarios, packs or files: an item is a text, a slot a number.

mod context;
mod item;
mod note;
mod opening;
mod orders;
mod shape;
mod tree;
mod unseen;
mod written;

pub use context::{Context, Contribution};
pub use item::{Item, ItemError};
pub use note::{Choice, NightNote, NoteCommitment};
pub use opening::{Opening, OpeningError};
pub use orders::{Orders, OrdersError};
pub use shape::{Shape, ShapeError, Slot};
pub use tree::Commitment;
pub(crate) use unseen::is_unseen;
pub use written::WrittenError;

/// The name of the scheme.
pub const SCHEME: &str = "oob/1";

/// 256 bits that make guessing useless.
pub(crate) const SALT: usize = 32;
