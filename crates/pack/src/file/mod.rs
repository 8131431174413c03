//! The pack file: a zip with a manifest and the parts in a fixed order, fixed times and fixed
//! compression, so that the same pack is the same bytes everywhere.
//!
//! The zip's own bytes are no identity: digests are taken over the uncompressed parts.

mod heights;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use parts::{EncodedPart, encoded_parts};
pub use read::{PackLimits, ReadError, read};
pub use write::write;

use crate::digest::Digest;

/// The version of the pack file that this program writes and reads.
pub const FORMAT_VERSION: u32 = 7;

/// `manifest.json`: what the pack holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the pack file.
    pub format: u32,
    /// The family of rules.
    pub system: String,
    /// The battle's id.
    pub scenario: String,
    /// The map's id.
    pub map: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// Digest of exactly what the rules read.
    pub play_digest: Digest,
    /// Digest of everything but the authored places.
    pub pack_digest: Digest,
    /// The parts in their order.
    pub parts: Vec<ManifestPart>,
}

/// One part of the pack file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManifestPart {
    /// Its name in the zip.
    pub name: String,
    /// Its uncompressed size in bytes.
    pub size: u64,
    /// Its digest.
    pub digest: Digest,
}
