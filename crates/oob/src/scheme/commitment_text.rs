//! The text form of commitments, for writing down: Bech32m (BIP-350) in groups of four.
//!
//! Its 32 characters exclude 1, b, i and o. Its checksum detects up to four wrong characters at any
//! position.

use std::fmt;

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32m, Hrp};

/// The prefix of commitments to orders of battle.
pub(crate) const ORDERS: Hrp = Hrp::parse_unchecked("oob");
/// The prefix of commitments to notes.
pub(crate) const NOTE: Hrp = Hrp::parse_unchecked("night");

/// An error in the text of a commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitmentTextError {
    /// A character is wrong or missing.
    Misspelt,
    /// It has the prefix of another kind of commitment.
    OtherKind {
        /// The prefix found.
        found: String,
        /// The expected prefix.
        wanted: String,
    },
    /// It has the wrong length.
    Length,
}

/// Writes a commitment in groups of four.
pub(crate) fn write(kind: Hrp, bytes: &[u8; 32]) -> String {
    let text = bech32::encode::<Bech32m>(kind, bytes).expect("32 bytes are short enough");
    let mut grouped = String::with_capacity(text.len() * 5 / 4);
    for (at, one) in text.chars().enumerate() {
        if at > 0 && at % 4 == 0 {
            grouped.push(' ');
        }
        grouped.push(one);
    }
    grouped
}

/// Reads a commitment in upper or lower case, with or without groups.
pub(crate) fn read(kind: Hrp, text: &str) -> Result<[u8; 32], CommitmentTextError> {
    let text: String = text.chars().filter(|one| !one.is_whitespace() && *one != '-').collect();
    let checked =
        CheckedHrpstring::new::<Bech32m>(&text).map_err(|_| CommitmentTextError::Misspelt)?;
    if checked.hrp() != kind {
        let found = checked.hrp().to_string();
        return Err(CommitmentTextError::OtherKind { found, wanted: kind.to_string() });
    }
    let bytes: Vec<u8> = checked.byte_iter().collect();
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| CommitmentTextError::Length)?;
    // The last character has unused bits. Accept only one text for each commitment.
    let is_the_one = bech32::encode_lower::<Bech32m>(kind, &bytes[..])
        .is_ok_and(|own| own == text.to_ascii_lowercase());
    is_the_one.then_some(bytes).ok_or(CommitmentTextError::Misspelt)
}

impl fmt::Display for CommitmentTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misspelt => {
                f.write_str("a character is wrong or missing: compare the text group by group")
            }
            Self::OtherKind { found, wanted } => {
                write!(f, "it begins with `{found}1`, expected `{wanted}1`")
            }
            Self::Length => f.write_str("it is too long or too short"),
        }
    }
}

impl std::error::Error for CommitmentTextError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(bytes: [u8; 32]) {
            let written = write(ORDERS, &bytes);
            prop_assert_eq!(read(ORDERS, &written), Ok(bytes));
            prop_assert_eq!(read(ORDERS, &written.to_uppercase().replace(' ', "-")), Ok(bytes));
            let other = read(NOTE, &written);
            prop_assert!(matches!(other, Err(CommitmentTextError::OtherKind { .. })), "{:?}", other);
        }

        #[test]
        fn a_wrong_character_is_found(bytes: [u8; 32], at in 4..61_usize, other in 0..31_usize) {
            let written: String = write(ORDERS, &bytes).replace(' ', "");
            let letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
            let now = written.as_bytes()[at];
            let others: Vec<u8> = letters.bytes().filter(|one| *one != now).collect();
            let mut wrong = written.into_bytes();
            wrong[at] = others[other];
            let wrong = String::from_utf8(wrong).expect("ASCII");
            prop_assert_eq!(read(ORDERS, &wrong), Err(CommitmentTextError::Misspelt));
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,80}") {
            let _ = read(ORDERS, &text);
        }
    }

    #[test]
    fn mixed_capitals_and_other_lengths_are_none() {
        let written = write(ORDERS, &[7; 32]).replace(' ', "");
        let mixed = written.replacen("oob1", "OOB1", 1);
        assert_eq!(read(ORDERS, &mixed), Err(CommitmentTextError::Misspelt));
        let short = bech32::encode::<Bech32m>(ORDERS, &[7; 31]).expect("short");
        assert_eq!(read(ORDERS, &short), Err(CommitmentTextError::Length));
        assert_eq!(read(ORDERS, ""), Err(CommitmentTextError::Misspelt));
    }
}
