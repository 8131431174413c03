//! The opening of one slot. It proves the content of that slot and reveals no other slot.

use std::fmt;

use super::context::Context;
use super::item::Item;
use super::shape::Slot;
use super::tree::{Commitment, leaf, node};
use crate::salts::SALT_SIZE;

/// The content of one slot, its salt, and the sibling hashes on the path to the root, lowest first.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// The index of the slot.
    pub index: u32,
    /// The salt of the slot.
    pub salt: [u8; SALT_SIZE],
    /// The content of the slot.
    pub item: Item,
    /// The sibling hashes.
    pub path: Vec<[u8; 32]>,
}

/// The reason why verification failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The base pack has no slot with this index.
    NoSuchSlot(u32),
    /// The opening is for this slot instead.
    OtherSlot(Slot),
    /// The number of hashes differs from the number of tree levels.
    Path,
    /// The opening does not match the commitment: it was changed, or belongs to another match, side
    /// or base pack.
    Mismatch,
}

impl Opening {
    /// Verifies the opening, and returns the content of the requested slot. An empty slot has an
    /// empty item.
    pub fn verify(
        &self,
        context: &Context,
        commitment: &Commitment,
        requested: Slot,
    ) -> Result<&Item, OpeningError> {
        let shape = context.shape();
        let slot = shape.slot(self.index).ok_or(OpeningError::NoSuchSlot(self.index))?;
        if slot != requested {
            return Err(OpeningError::OtherSlot(slot));
        }
        if self.path.len() != shape.depth() as usize {
            return Err(OpeningError::Path);
        }
        let mut hash = leaf(context, self.index, &self.salt, &self.item);
        for (level, sibling) in self.path.iter().enumerate() {
            hash = if self.index >> level & 1 == 0 {
                node(&hash, sibling)
            } else {
                node(sibling, &hash)
            };
        }
        if hash == *commitment.bytes() { Ok(&self.item) } else { Err(OpeningError::Mismatch) }
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchSlot(index) => write!(f, "the base pack has no slot {index}"),
            Self::OtherSlot(_) => f.write_str("the file opens a different slot"),
            Self::Path => f.write_str("the file must have one hash for each level of the tree"),
            Self::Mismatch => f.write_str(
                "the file does not match the commitment: it was changed, or the commitment is for another match or side",
            ),
        }
    }
}

impl std::error::Error for OpeningError {}
