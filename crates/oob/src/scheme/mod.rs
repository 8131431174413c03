//! The scheme `oob/1`: how an order of battle is committed to, and how parts of it are opened. Frozen: it is written down
//! byte by byte in `docs/secret-orders.md`, known answers are committed, and another program (`tests/secret-orders`)
//! agrees with it. Whatever is to be otherwise is a scheme of another name.
//!
//! It knows nothing of scenarios, packs or files: an item is a text, a slot a number.

mod commitment_text;
mod context;
mod invisible;
mod item;
mod note;
mod opening;
mod orders;
mod shape;
mod tree;

pub use commitment_text::CommitmentTextError;
pub use context::{Context, Contribution};
pub(crate) use invisible::is_invisible;
pub use item::{Item, ItemError};
pub use note::{Choice, NightNote, NoteCommitment};
pub use opening::{Opening, OpeningError};
pub use orders::{ItemSetError, Orders};
pub use shape::{Shape, ShapeError, Slot};
pub use tree::Commitment;

/// The name of the scheme.
pub const SCHEME: &str = "oob/1";
