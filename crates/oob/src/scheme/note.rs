//! What a player writes down at nightfall (PB-29.5): a commitment of its own.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::context::Context;
use super::{SALT, written};
use crate::salts::{OperatingSystem, Salts};

/// To stay, or to withdraw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The battle goes on.
    Stay,
    /// It ends, and is lost.
    Withdraw,
}

/// A choice for one night, with a salt of its own.
#[derive(Clone, PartialEq, Eq)]
pub struct NightNote {
    /// The night after this day, from 1.
    pub night: u8,
    /// What was chosen.
    pub choice: Choice,
    /// Its salt.
    pub salt: [u8; SALT],
}

/// What is shown before both are opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NoteCommitment([u8; 32]);

impl NightNote {
    /// A note with a fresh salt.
    pub fn new(night: u8, choice: Choice) -> Self {
        Self { night, choice, salt: OperatingSystem.salt() }
    }

    /// SHA-256(0x02 ‖ ctx ‖ night ‖ salt ‖ choice).
    pub fn commitment(&self, context: &Context) -> NoteCommitment {
        let mut hash = Sha256::new_with_prefix([2]);
        hash.update(context.bytes());
        hash.update([self.night]);
        hash.update(self.salt);
        hash.update([match self.choice {
            Choice::Stay => 0,
            Choice::Withdraw => 1,
        }]);
        NoteCommitment(hash.finalize().into())
    }
}

impl NoteCommitment {
    /// Reads what was written down.
    pub fn read(text: &str) -> Result<Self, written::WrittenError> {
        written::read(written::NOTE, text).map(Self)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for NoteCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written::write(written::NOTE, &self.0))
    }
}

impl fmt::Debug for NoteCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
