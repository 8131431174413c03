//! The written form of commitments: Bech32m (BIP-350) in groups of four.
//!
//! The 32 characters exclude 1, b, i and o. The checksum detects up to four wrong characters at any
//! position.

use std::fmt;

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32m, Hrp};

/// The prefix of commitments to orders of battle.
pub(crate) const ORDERS_PREFIX: Hrp = Hrp::parse_unchecked("oob");
/// The prefix of commitments to notes.
pub(crate) const NOTE_PREFIX: Hrp = Hrp::parse_unchecked("night");

/// An error in the text of a commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitmentTextError {
    /// A character is wrong or missing.
    Misspelt,
    /// The text has the prefix of another kind of commitment.
    OtherKind {
        /// The prefix found.
        found: String,
        /// The expected prefix.
        expected: String,
    },
    /// The text has the wrong length.
    Length,
}

/// The subject of a commitment with this prefix.
fn subject(prefix: &str) -> &'static str {
    if prefix == NOTE_PREFIX.as_str() { "a night note" } else { "an order of battle" }
}

/// Writes a commitment in groups of four.
pub(crate) fn encode(kind: Hrp, bytes: &[u8; 32]) -> String {
    let text = bech32::encode::<Bech32m>(kind, bytes).expect("32 bytes are short enough");
    in_groups(&text)
}

/// Whether people may add the character to a commitment or a key: a space, a hyphen, a quotation
/// mark, another ASCII or general punctuation mark, or a byte order mark.
fn is_separator(one: char) -> bool {
    one.is_whitespace()
        || one.is_ascii_punctuation()
        || matches!(one, '\u{AB}' | '\u{AD}' | '\u{BB}' | '\u{2000}'..='\u{206F}' | '\u{FEFF}')
}

/// Removes the characters that people add when they copy a commitment or a key.
pub(crate) fn without_separators(text: &str) -> String {
    text.chars().filter(|one| !is_separator(*one)).collect()
}

/// Returns the text in groups of four.
pub(crate) fn in_groups(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// Reads a commitment in upper or lower case, with or without groups and punctuation.
pub(crate) fn decode(kind: Hrp, text: &str) -> Result<[u8; 32], CommitmentTextError> {
    let text = without_separators(text);
    let checked =
        CheckedHrpstring::new::<Bech32m>(&text).map_err(|_| CommitmentTextError::Misspelt)?;
    if checked.hrp() != kind {
        let found = checked.hrp().to_string();
        return Err(CommitmentTextError::OtherKind { found, expected: kind.to_string() });
    }
    let bytes: Vec<u8> = checked.byte_iter().collect();
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| CommitmentTextError::Length)?;
    // The last character has unused bits. Accept only one text per commitment.
    let is_canonical = bech32::encode_lower::<Bech32m>(kind, &bytes[..])
        .is_ok_and(|own| own == text.to_ascii_lowercase());
    is_canonical.then_some(bytes).ok_or(CommitmentTextError::Misspelt)
}

impl fmt::Display for CommitmentTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misspelt => {
                f.write_str("a character is wrong or missing: compare the text group by group")
            }
            Self::OtherKind { found, expected } => {
                write!(
                    f,
                    "expected the commitment of {} (`{expected}1…`), found `{found}1…`",
                    subject(expected)
                )?;
                match [ORDERS_PREFIX, NOTE_PREFIX].iter().any(|known| known.as_str() == found) {
                    true => write!(f, ", that of {}", subject(found)),
                    false => Ok(()),
                }
            }
            Self::Length => f.write_str("the text is too long or too short"),
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
        fn round_trips_commitments(bytes: [u8; 32]) {
            let text = encode(ORDERS_PREFIX, &bytes);
            prop_assert_eq!(decode(ORDERS_PREFIX, &text), Ok(bytes));
            prop_assert_eq!(decode(ORDERS_PREFIX, &text.to_uppercase().replace(' ', "-")), Ok(bytes));
            let other = decode(NOTE_PREFIX, &text);
            prop_assert!(matches!(other, Err(CommitmentTextError::OtherKind { .. })), "{:?}", other);
        }

        #[test]
        fn detects_wrong_character(bytes: [u8; 32], at in 4..61_usize, other in 0..31_usize) {
            let text: String = encode(ORDERS_PREFIX, &bytes).replace(' ', "");
            let letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
            let now = text.as_bytes()[at];
            let others: Vec<u8> = letters.bytes().filter(|one| *one != now).collect();
            let mut wrong = text.into_bytes();
            wrong[at] = others[other];
            let wrong = String::from_utf8(wrong).expect("ASCII");
            prop_assert_eq!(decode(ORDERS_PREFIX, &wrong), Err(CommitmentTextError::Misspelt));
        }

        #[test]
        fn decodes_any_text_without_panic(text in "\\PC{0,80}") {
            let _ = decode(ORDERS_PREFIX, &text);
        }
    }

    #[test]
    fn ignores_added_punctuation() {
        let text = encode(ORDERS_PREFIX, &[7; 32]);
        for added in [
            format!("\u{201C}{text}\u{201D}"),
            format!("\u{AB}\u{A0}{text}\u{A0}\u{BB}."),
            format!("'{text}'."),
            format!("\u{FEFF}{text}\r\n"),
            text.replace(' ', "\u{2013}"),
            text.replace(' ', "\u{202F}"),
        ] {
            assert_eq!(decode(ORDERS_PREFIX, &added), Ok([7; 32]), "{added}");
        }
        let letters = [format!("{text}\u{430}"), format!("my {text}"), text.replace('1', "l")];
        for wrong in letters {
            assert_eq!(
                decode(ORDERS_PREFIX, &wrong),
                Err(CommitmentTextError::Misspelt),
                "{wrong}"
            );
        }
    }

    #[test]
    fn rejects_mixed_case_and_lengths() {
        let text = encode(ORDERS_PREFIX, &[7; 32]).replace(' ', "");
        let mixed = text.replacen("oob1", "OOB1", 1);
        assert_eq!(decode(ORDERS_PREFIX, &mixed), Err(CommitmentTextError::Misspelt));
        let short = bech32::encode::<Bech32m>(ORDERS_PREFIX, &[7; 31]).expect("short");
        assert_eq!(decode(ORDERS_PREFIX, &short), Err(CommitmentTextError::Length));
        assert_eq!(decode(ORDERS_PREFIX, ""), Err(CommitmentTextError::Misspelt));
    }
}
