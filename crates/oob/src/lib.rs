//! Secret orders of battle that can be verified as unchanged (PB-32).
//!
//! A player commits to an order of battle before the battle, opens each part on its arrival, and
//! opens the whole afterwards. The scheme is `oob/1`. It is frozen and specified byte by byte in
//! `docs/secret-orders.md`.
//!
//! **Nothing secret is printed.** Errors give the kind and location of a fault, never the secret
//! content.

pub mod command;
mod force;
mod hex;
mod match_sheet;
mod opening_file;
mod salts;
mod scheme;
mod sealed_file;
mod sealed_note;
mod secret;
mod strict_json;

pub use force::{
    ArrivalGroup, Block, BlockKind, Breach, Detachment, Force, ForceError, Headquarters, Judgement,
    OrdersError, Piece, Place, SlotReadError, SlotReadErrorKind, SlotWriteError,
};
pub use match_sheet::{Match, MatchError};
pub use opening_file::{OpenedError, OpenedOrders, OpenedSlot};
pub use scheme::{
    Choice, Commitment, CommitmentTextError, Context, Contribution, Item, ItemError, ItemSetError,
    NightNote, NoteCommitment, Opening, OpeningError, Orders, SCHEME, Shape, ShapeError, Slot,
};
pub use sealed_file::{
    Key, Lock, MAX_SEALED_SIZE, SealError, SealedContent, UnsealError, WORK_FACTOR,
};
pub use sealed_note::OpenedNote;
pub use secret::Secret;
