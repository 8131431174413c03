//! The hash tree. Its root is the commitment.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::commitment_text;
use super::context::Context;
use super::item::Item;
use crate::salts::SALT_SIZE;

/// The commitment to an order of battle, shown before the battle. Only one order of battle matches
/// it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment(pub(crate) [u8; 32]);

impl Commitment {
    /// Parses a written commitment; see the `Display` of [`Commitment`].
    pub fn parse(text: &str) -> Result<Self, commitment_text::CommitmentTextError> {
        commitment_text::decode(commitment_text::ORDERS_PREFIX, text).map(Self)
    }

    /// The bytes of the commitment.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Writes the commitment in groups of four characters, with a checksum (Bech32m, BIP-350).
impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&commitment_text::encode(commitment_text::ORDERS_PREFIX, &self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// SHA-256(0x00 ‖ ctx ‖ index ‖ salt ‖ item).
pub(super) fn leaf(context: &Context, index: u32, salt: &[u8; SALT_SIZE], item: &Item) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix([0]);
    hash.update(context.bytes());
    hash.update(index.to_be_bytes());
    hash.update(salt);
    hash.update(item.to_padded_bytes());
    hash.finalize().into()
}

/// SHA-256(0x01 ‖ left ‖ right).
pub(super) fn node(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix([1]);
    hash.update(left);
    hash.update(right);
    hash.finalize().into()
}

/// Computes the nodes one level above `level`.
pub(super) fn parent_level(level: &[[u8; 32]]) -> Vec<[u8; 32]> {
    level.chunks_exact(2).map(|pair| node(&pair[0], &pair[1])).collect()
}
