//! The opening of one slot: it proves what that slot holds, and nothing of any other.

use std::fmt;

use super::context::Context;
use super::item::Item;
use super::shape::Slot;
use super::tree::{Commitment, leaf, node};
use crate::salts::SALT;

/// What one slot holds, its salt, and the hashes beside its way to the root, the lowest first.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// The place of the slot.
    pub index: u32,
    /// Its salt.
    pub salt: [u8; SALT],
    /// What it holds.
    pub item: Item,
    /// The hashes beside its way.
    pub path: Vec<[u8; 32]>,
}

/// Why an opening proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The base pack allows no slot at this place.
    NoSuchSlot(u32),
    /// It is for another slot than was asked for.
    OtherSlot(Slot),
    /// There are more or fewer hashes than levels of the tree.
    Path,
    /// It does not lead to the commitment: something was changed, or it belongs to another match, side or base pack.
    Mismatch,
}

impl Opening {
    /// Does the slot that was asked for hold what is said here? Then what it holds; nothing in an empty slot.
    pub fn verify(
        &self,
        context: &Context,
        commitment: &Commitment,
        asked: Slot,
    ) -> Result<&Item, OpeningError> {
        let shape = context.shape();
        let slot = shape.slot(self.index).ok_or(OpeningError::NoSuchSlot(self.index))?;
        if slot != asked {
            return Err(OpeningError::OtherSlot(slot));
        }
        if self.path.len() != shape.depth() as usize {
            return Err(OpeningError::Path);
        }
        let mut hash = leaf(context, self.index, &self.salt, &self.item);
        for (level, beside) in self.path.iter().enumerate() {
            hash = if self.index >> level & 1 == 0 {
                node(&hash, beside)
            } else {
                node(beside, &hash)
            };
        }
        if hash == *commitment.bytes() { Ok(&self.item) } else { Err(OpeningError::Mismatch) }
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchSlot(index) => write!(f, "the base pack has no slot {index}"),
            Self::OtherSlot(_) => f.write_str("it opens a different slot"),
            Self::Path => f.write_str("it must have one hash for each level of the tree"),
            Self::Mismatch => f.write_str(
                "it does not match the commitment: it was changed, or is for another match or side",
            ),
        }
    }
}

impl std::error::Error for OpeningError {}
