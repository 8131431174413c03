//! Hexadecimal encoding of bytes.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `N` bytes, written as `2 * N` lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hex<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Hex<N> {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_digit = |one: u8| one.is_ascii_digit() || (b'a'..=b'f').contains(&one);
        if text.len() != 2 * N || !text.bytes().all(is_digit) {
            return None;
        }
        let mut bytes = [0; N];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }

    pub(crate) fn text(&self) -> String {
        self.0.iter().fold(String::with_capacity(2 * N), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a string never fails");
            text
        })
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let message = format!("expected {} lower-case hexadecimal digits", 2 * N);
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom(message))
    }
}
