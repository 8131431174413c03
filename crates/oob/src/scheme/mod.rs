//! The scheme `oob/1`: commitments to orders of battle, and openings of their parts. It is frozen.
//! `docs/secret-orders.md` specifies it byte by byte, its test vectors are committed, and an
//! independent verifier (`tests/secret-orders`) agrees with it. Any change needs a new scheme with
//! a different name.
//!
//! The scheme is independent of scenarios, packs and files: an item is text, and a slot is a
//! number.

mod code_points;
mod commitment_text;
mod context;
mod invisible;
mod item;
mod note;
mod opening;
mod orders;
mod shape;
mod tree;
mod umpire;

pub(crate) use code_points::is_known;
pub use commitment_text::CommitmentTextError;
pub(crate) use commitment_text::{in_groups, without_separators};
pub use context::{Context, Contribution};
pub(crate) use invisible::is_invisible;
pub use item::{Item, ItemError};
pub use note::{Choice, NightNote, NoteCommitment};
pub use opening::{Opening, OpeningError};
pub use orders::{ItemSetError, Orders};
pub use shape::{Shape, ShapeError, Slot};
pub use tree::Commitment;
pub(crate) use umpire::umpire_digest;

/// The name of the scheme.
pub const SCHEME: &str = "oob/1";
