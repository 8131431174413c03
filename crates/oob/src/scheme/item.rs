//! The content of a slot: text of limited length, padded to a constant size.

use std::fmt;

use unicode_normalization::is_nfc;
use zeroize::Zeroize;

use super::code_points::is_known;

/// The text of a slot; empty for an empty slot.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Item(String);

/// An error in the text of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemError {
    /// The text is longer than [`Item::MAX_SIZE`] bytes.
    TooLong,
    /// The text is not in Unicode normalization form C (UAX #15), which gives each text only one
    /// spelling.
    NotNormalised,
    /// The text contains a control character other than a line feed.
    ControlCharacter,
    /// The scheme does not know this character.
    UnknownCharacter(char),
    /// The bytes are not UTF-8, or not all bytes after the text are zero.
    Broken,
}

impl Item {
    /// The size of a hashed item in bytes: two for the text length, then the text, then zeros.
    pub const PADDED_SIZE: usize = 2_048;
    /// The maximum length of the text in bytes.
    pub const MAX_SIZE: usize = Self::PADDED_SIZE - 2;

    /// Creates an item, if the text is valid.
    pub fn new(text: &str) -> Result<Self, ItemError> {
        if text.len() > Self::MAX_SIZE {
            Err(ItemError::TooLong)
        } else if let Some(unknown) = text.chars().find(|one| !is_known(*one)) {
            // Checked first, because versions of Unicode differ in how they normalise it.
            Err(ItemError::UnknownCharacter(unknown))
        } else if !is_nfc(text) {
            Err(ItemError::NotNormalised)
        } else if text.chars().any(|one| one.is_control() && one != '\n') {
            Err(ItemError::ControlCharacter)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The text of the slot.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether the slot is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes to hash.
    pub(crate) fn to_padded_bytes(&self) -> [u8; Self::PADDED_SIZE] {
        let mut padded = [0; Self::PADDED_SIZE];
        let length = u16::try_from(self.0.len()).expect("items are short");
        padded[..2].copy_from_slice(&length.to_be_bytes());
        padded[2..2 + self.0.len()].copy_from_slice(self.0.as_bytes());
        padded
    }
}

impl Zeroize for Item {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "an item must have at most {} bytes", Item::MAX_SIZE),
            Self::NotNormalised => f.write_str("an item must be in Unicode normalization form C"),
            Self::ControlCharacter => f.write_str("an item must not contain control characters"),
            Self::UnknownCharacter(unknown) => write!(
                f,
                "an item must only contain characters of the scheme's table (Unicode 16.0), found U+{:04X}",
                u32::from(*unknown)
            ),
            Self::Broken => f.write_str("an item must be UTF-8, followed by zeros"),
        }
    }
}

impl std::error::Error for ItemError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_equal_length() {
        for text in ["", "reserve", &"x".repeat(Item::MAX_SIZE)] {
            let item = Item::new(text).expect("valid item");
            let padded = item.to_padded_bytes();
            assert_eq!(usize::from(u16::from_be_bytes([padded[0], padded[1]])), text.len());
            assert_eq!(&padded[2..2 + text.len()], text.as_bytes());
            assert!(padded[2 + text.len()..].iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn rejects_ambiguous_spellings() {
        assert_eq!(Item::new(&"x".repeat(Item::MAX_SIZE + 1)).err(), Some(ItemError::TooLong));
        // An “e” and a combining acute accent: two characters instead of one.
        assert_eq!(Item::new("re\u{301}serve").err(), Some(ItemError::NotNormalised));
        assert_eq!(Item::new("a\u{7}b").err(), Some(ItemError::ControlCharacter));
        let unassigned = Item::new("a\u{301}\u{378}").err();
        assert_eq!(unassigned, Some(ItemError::UnknownCharacter('\u{378}')));
        assert!(Item::new("réserve\nsecond line").is_ok());
    }
}
