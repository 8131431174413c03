//! The night note of a player (PB-29.5), with a separate commitment.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::commitment_text;
use super::context::Context;
use crate::salts::{OperatingSystem, SALT_SIZE, SaltSource};
use crate::secret::Secret;

/// The choice to stay or to withdraw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The battle continues.
    Stay,
    /// The battle ends, and this side loses.
    Withdraw,
}

/// A choice for one night, with its own salt. Anyone with the salt and the commitment can find the
/// choice, because there are only two.
#[derive(Clone)]
pub struct NightNote {
    night: u8,
    choice: Choice,
    salt: Secret<[u8; SALT_SIZE]>,
}

/// The commitment to a note, which each player shows before both notes are opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NoteCommitment([u8; 32]);

impl NightNote {
    /// Creates a note with a fresh salt.
    pub fn new(night: u8, choice: Choice) -> Self {
        Self::with_salt(night, choice, OperatingSystem.next_salt())
    }

    /// Creates a note with a given salt.
    pub(crate) const fn with_salt(night: u8, choice: Choice, salt: [u8; SALT_SIZE]) -> Self {
        Self { night, choice, salt: Secret::new(salt) }
    }

    /// The day before the night, from 1.
    pub const fn night(&self) -> u8 {
        self.night
    }

    /// The choice.
    pub const fn choice(&self) -> Choice {
        self.choice
    }

    pub(crate) const fn salt(&self) -> &[u8; SALT_SIZE] {
        self.salt.expose()
    }

    /// SHA-256(0x02 ‖ ctx ‖ night ‖ salt ‖ choice).
    pub fn commitment(&self, context: &Context) -> NoteCommitment {
        let mut hash = Sha256::new_with_prefix([2]);
        hash.update(context.bytes());
        hash.update([self.night]);
        hash.update(self.salt.expose());
        hash.update([match self.choice {
            Choice::Stay => 0,
            Choice::Withdraw => 1,
        }]);
        NoteCommitment(hash.finalize().into())
    }
}

impl NoteCommitment {
    /// Parses a written commitment.
    pub fn parse(text: &str) -> Result<Self, commitment_text::CommitmentTextError> {
        commitment_text::decode(commitment_text::NOTE_PREFIX, text).map(Self)
    }

    /// The bytes of the commitment.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for NoteCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&commitment_text::encode(commitment_text::NOTE_PREFIX, &self.0))
    }
}

impl fmt::Debug for NoteCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Digest;

    use super::*;
    use crate::scheme::{Contribution, Shape};

    #[test]
    fn every_input_changes_commitment() {
        let context = |side| {
            let shape = Shape::new(2, 8, 5, 3).expect("valid shape");
            let nonces = [1, 2].map(|byte| Contribution([byte; 16]));
            Context::new(&Digest::compute(b"pack"), shape, ["confederate", "union"], nonces, side)
        };
        let shown = |night, choice, salt, side| {
            NightNote::with_salt(night, choice, [salt; SALT_SIZE]).commitment(&context(side))
        };
        let one = shown(1, Choice::Stay, 7, "union");
        assert_eq!(one, shown(1, Choice::Stay, 7, "union"));
        for other in [
            shown(2, Choice::Stay, 7, "union"),
            shown(1, Choice::Withdraw, 7, "union"),
            shown(1, Choice::Stay, 8, "union"),
            shown(1, Choice::Stay, 7, "confederate"),
        ] {
            assert_ne!(one, other);
        }
    }
}
