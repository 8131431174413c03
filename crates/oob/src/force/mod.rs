//! The content of an order of battle, independent of its author's file (PB-32.1).
//!
//! [`Force::write`] writes a [`Force`] into slots, and [`Force::read`] reads it back. Slot text is
//! part of the frozen scheme: even if the format of scenario files changes, committed orders stay
//! readable.

mod agreement;
mod block;
mod breach;
mod from_pack;
mod orders;
mod read;
mod roster;
mod words;
mod write;

pub use agreement::Judgement;
pub use block::{Block, BlockKind, Headquarters, Piece, Place};
pub use breach::Breach;
pub use from_pack::ForceError;
pub use orders::OrdersError;
pub use read::{SlotReadError, SlotReadErrorKind};
pub use roster::{ArrivalGroup, Detachment, Force};
pub use write::SlotWriteError;

#[cfg(test)]
mod tests;
