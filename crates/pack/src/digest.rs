//! SHA-256 digests of parts, written as 64 hexadecimal digits.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest (FIPS 180-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$")))]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of bytes.
    pub fn compute(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Computes the digest of named parts in the given order. It includes names and lengths, so
    /// moving bytes between parts changes it.
    pub fn from_parts<'a>(parts: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut digest = PartsDigest::default();
        for (name, bytes) in parts {
            digest.add(name, bytes);
        }
        digest.finish()
    }

    /// Creates a digest from its stored bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The raw bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first twelve digits, enough for people to compare.
    pub fn short(&self) -> String {
        self.to_string()[..12].to_owned()
    }
}

/// An incremental digest of named parts; see [`Digest::from_parts`].
#[derive(Clone, Default)]
pub struct PartsDigest(Sha256);

impl PartsDigest {
    /// Adds a part.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        for text in [name.as_bytes(), bytes] {
            self.0.update((text.len() as u64).to_le_bytes());
            self.0.update(text);
        }
    }

    /// Returns the digest of all parts.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let fault = || format!("invalid SHA-256 digest `{text}`");
        if text.len() != 64 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(fault());
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| fault())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| fault())?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The one-block example of FIPS 180-4.
    #[test]
    fn matches_fips_180_4_example() {
        let digest = Digest::compute(b"abc");
        assert_eq!(
            digest.to_string(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(Digest::try_from(digest.to_string()), Ok(digest));
    }

    #[test]
    fn bytes_cannot_move_between_parts() {
        let one = Digest::from_parts([("a", b"xy".as_slice()), ("b", b"")]);
        let other = Digest::from_parts([("a", b"x".as_slice()), ("b", b"y")]);
        assert_ne!(one, other);
    }
}
