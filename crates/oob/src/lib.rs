//! Secret orders of battle that can be proved unchanged (PB-32).
//!
//! A player commits to an order of battle before the battle, opens parts of it as they arrive, and all of it afterwards.
//! The scheme is `oob/1`; it is frozen, and written down byte by byte in `docs/secret-orders.md`.
//!
//! **Nothing secret is printed.** Errors say what kind of thing is wrong and where, and never what it holds.

pub mod command;
mod force;
mod hex;
mod match_sheet;
mod once;
mod opened;
mod salts;
mod scheme;
mod sealed;
mod sealed_note;
mod secret;

pub use force::{
    Arriving, Block, Breach, Detachment, Force, Headquarters, Judged, Misread, MisreadKind,
    NoForce, NoOrders, NoRoom, Piece, Place, What,
};
pub use match_sheet::{Match, MatchError};
pub use opened::{Opened, OpenedError, OpenedSlot};
pub use scheme::{
    Choice, Commitment, Context, Contribution, Item, ItemError, NightNote, NoteCommitment, Opening,
    OpeningError, Orders, OrdersError, SCHEME, Shape, ShapeError, Slot, WrittenError,
};
pub use sealed::{Key, LONGEST, Lock, SealError, Sealed, UnsealError, WORK_FACTOR};
pub use sealed_note::OpenedNote;
pub use secret::Secret;
