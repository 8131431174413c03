//! What an order of battle says, apart from how its author wrote it (PB-32.1).
//!
//! A [`Force`] is written into slots by [`Force::write`] and read from them by [`Force::read`]. The text is a part of the scheme and
//! frozen with it: files of scenarios may change their format, and yet what was committed to is read.

mod agreement;
mod block;
mod breach;
mod from_pack;
mod lines;
mod orders;
mod read;
mod roster;
mod write;

pub use agreement::Judgement;
pub use block::{Block, BlockKind, Headquarters, Piece, Place};
pub use breach::Breach;
pub use from_pack::ForceError;
pub use orders::OrdersError;
pub use read::{SlotReadError, SlotReadErrorKind};
pub use roster::{Arriving, Detachment, Force};
pub use write::SlotOverflow;

#[cfg(test)]
mod tests;
