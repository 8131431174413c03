//! The sealed night note (PB-29.5) and its opening.

use serde::{Deserialize, Serialize};
use zeroize::{Zeroize as _, Zeroizing};

use crate::hex::Hex;
use crate::match_sheet::Match;
use crate::opening_file::OpenedError;
use crate::scheme::{Choice, NightNote, NoteCommitment};
use crate::sealed_file::{
    Key, Lock, SealError, UnsealError, WORK_FACTOR, content_error, decrypt, encrypt,
};
use crate::strict_json;

/// A night note with its match and side. Once opened, it is a file that anyone can verify.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct OpenedNote {
    #[serde(rename = "match")]
    sheet: Match,
    side: String,
    night: u8,
    choice: ChoiceText,
    salt: Hex<32>,
}

strict_json::as_object!(OpenedNote);

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
enum ChoiceText {
    Stay,
    Withdraw,
}

impl From<ChoiceText> for &'static str {
    fn from(word: ChoiceText) -> Self {
        match word {
            ChoiceText::Stay => "stay",
            ChoiceText::Withdraw => "withdraw",
        }
    }
}

/// Accepts only a string: a derived deserializer would also accept `{ "stay": null }`.
impl TryFrom<String> for ChoiceText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        match text.as_str() {
            "stay" => Ok(Self::Stay),
            "withdraw" => Ok(Self::Withdraw),
            _ => Err("the choice must be `stay` or `withdraw`"),
        }
    }
}

/// The plain-text size of every sealed note in bytes, regardless of the choice.
const PLAIN_SIZE: usize = 1 << 15;
const MAGIC: &[u8] = b"sandtable oob/1 note\n";
/// The maximum size of a sealed note in bytes.
pub(crate) const MAX_SIZE: usize = PLAIN_SIZE + 4_096;

impl Drop for OpenedNote {
    /// Wipes the salt. Until the note is opened, the salt is as secret as the choice.
    fn drop(&mut self) {
        self.salt.0.zeroize();
    }
}

impl OpenedNote {
    /// The note of a side, or `None` if the side is not in the match.
    pub fn new(sheet: &Match, side: &str, note: &NightNote) -> Option<Self> {
        sheet.context(side)?;
        let choice = match note.choice() {
            Choice::Stay => ChoiceText::Stay,
            Choice::Withdraw => ChoiceText::Withdraw,
        };
        let (sheet, side, salt) = (sheet.clone(), side.to_owned(), Hex(*note.salt()));
        Some(Self { sheet, side, night: note.night(), choice, salt })
    }

    /// The match.
    pub const fn sheet(&self) -> &Match {
        &self.sheet
    }

    /// The side that the note belongs to.
    pub fn side(&self) -> &str {
        &self.side
    }

    /// The night note.
    pub fn note(&self) -> NightNote {
        let choice = match self.choice {
            ChoiceText::Stay => Choice::Stay,
            ChoiceText::Withdraw => Choice::Withdraw,
        };
        NightNote::with_salt(self.night, choice, self.salt.0)
    }

    /// The note's commitment, or `None` if the side is not in the match.
    pub fn commitment(&self) -> Option<NoteCommitment> {
        Some(self.note().commitment(&self.sheet.context(&self.side)?))
    }

    /// Verifies the note, and returns the committed choice of this side for this night.
    pub fn verify(
        &self,
        sheet: &Match,
        side: &str,
        commitment: &NoteCommitment,
        night: u8,
    ) -> Result<Choice, OpenedError> {
        if *sheet != self.sheet {
            return Err(OpenedError::OtherMatch);
        }
        let wrong_side = || OpenedError::OtherSide(self.side.clone());
        if self.side != side {
            return Err(wrong_side());
        }
        let context = sheet.context(side).ok_or_else(wrong_side)?;
        let note = self.note();
        if note.night() != night {
            return Err(OpenedError::OtherNight { found: note.night(), requested: night });
        }
        if note.commitment(&context) == *commitment {
            Ok(note.choice())
        } else {
            Err(OpenedError::Mismatch)
        }
    }

    /// Seals the note.
    pub fn seal(&self, lock: &Lock<'_>) -> Result<Vec<u8>, SealError> {
        self.seal_with(lock, WORK_FACTOR)
    }

    pub(crate) fn seal_with(&self, lock: &Lock<'_>, work_factor: u8) -> Result<Vec<u8>, SealError> {
        let mut plain = Zeroizing::new(Vec::with_capacity(PLAIN_SIZE));
        plain.extend_from_slice(MAGIC);
        let text = serde_json::to_vec(self).map(Zeroizing::new).map_err(|_| SealError::Oversize)?;
        if MAGIC.len() + text.len() > PLAIN_SIZE {
            return Err(SealError::Oversize);
        }
        plain.extend_from_slice(&text);
        plain.resize(PLAIN_SIZE, b' ');
        encrypt(&plain, lock, work_factor)
    }

    /// Opens a sealed note.
    pub fn unseal(sealed: &[u8], key: &Key<'_>) -> Result<Self, UnsealError> {
        let plain = decrypt(sealed, key, PLAIN_SIZE)?;
        let text = plain.strip_prefix(MAGIC).ok_or_else(|| content_error(&plain))?;
        serde_json::from_slice(text).map_err(|_| UnsealError::Foreign)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Digest;

    use super::*;
    use crate::scheme::Contribution;
    use crate::secret::Secret;

    fn sheet() -> Match {
        let sides = [("union", 1), ("confederate", 2)]
            .map(|(id, byte)| (id.to_owned(), Contribution([byte; 16])));
        Match::new(Digest::compute(b"pack"), 2, 8, 12, vec!["north".to_owned()], sides)
            .expect("valid match")
    }

    #[test]
    fn seals_opens_and_verifies_note() {
        let (sheet, key) = (sheet(), Secret::new("Little Round Top".to_owned()));
        let note = NightNote::new(1, Choice::Withdraw);
        let before = OpenedNote::new(&sheet, "union", &note).expect("the side is in the match");
        let commitment = before.commitment().expect("the side is in the match");
        let file = before.seal_with(&Lock::Passphrase(&key), 10).expect("sealing succeeds");
        let after = OpenedNote::unseal(&file, &Key::Passphrase(&key)).expect("the file opens");
        assert!(after == before);
        let verified = after.verify(&sheet, "union", &commitment, 1);
        assert!(verified == Ok(Choice::Withdraw));
        assert!(after.verify(&sheet, "union", &commitment, 2).is_err(), "another night");
        assert!(after.verify(&sheet, "confederate", &commitment, 1).is_err(), "another side");
        let text = serde_json::to_string(&after).expect("the value serialises");
        let changed: OpenedNote =
            serde_json::from_str(&text.replace("withdraw", "stay")).expect("valid opening");
        assert!(changed.verify(&sheet, "union", &commitment, 1).is_err(), "another choice");
    }

    #[test]
    fn sealed_notes_have_equal_size() {
        let (sheet, key) = (sheet(), Secret::new("x".to_owned()));
        let seal = |side: &str, choice| {
            let note =
                OpenedNote::new(&sheet, side, &NightNote::new(1, choice)).expect("the side exists");
            note.seal_with(&Lock::Passphrase(&key), 10).expect("sealing succeeds")
        };
        let [stay, withdraw] = [seal("union", Choice::Stay), seal("confederate", Choice::Withdraw)];
        assert_eq!(stay.len(), withdraw.len());
        assert!(stay.len() <= MAX_SIZE);
        let as_orders = crate::sealed_file::SealedContent::unseal(&stay, &Key::Passphrase(&key));
        assert_eq!(as_orders.err(), Some(UnsealError::Foreign));
    }
}
