//! The pack file: a zip with a manifest and the parts. Order, times and compression are fixed, so
//! the same pack gives the same bytes everywhere.
//!
//! The bytes of the zip do not identify a pack; digests cover the uncompressed parts.

mod heights;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

use serde::{Deserialize, Serialize};

pub(crate) use parts::{EncodedPart, LABELS, digests, encoded_fab_parts, encoded_parts};
pub use read::{BEGINNING_BYTES, PackLimits, ReadError, is_pack_beginning, read, read_any};
pub use write::{write, write_any};

use crate::digest::Digest;
use crate::fab;
use crate::ids::ScenarioId;
use crate::pack::Pack;

/// The version of the pack file that this program reads and writes.
pub const FORMAT_VERSION: u32 = 7;

/// `manifest.json`: the contents of the pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the pack file.
    pub format: u32,
    /// The family of rules.
    pub system: System,
    /// The battle's id.
    pub scenario: String,
    /// The map's id; area battles have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The ruleset's name.
    pub ruleset: String,
    /// Digest of the data that the rules read.
    pub play_digest: Digest,
    /// Digest of everything except the source lines.
    pub pack_digest: Digest,
    /// The parts in file order.
    pub parts: Vec<ManifestPart>,
}

/// The family of rules of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Pub Battles, by Command Post Games.
    PubBattles,
    /// FAB, Fast Action Battle.
    Fab,
}

impl System {
    /// The human-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PubBattles => "Pub Battles",
            Self::Fab => "FAB",
        }
    }
}

/// A pack of either family.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPack {
    /// A Pub Battles pack.
    PubBattles(Box<Pack>),
    /// A FAB pack.
    Fab(Box<fab::Pack>),
}

impl AnyPack {
    /// The battle's id.
    pub fn id(&self) -> &ScenarioId {
        match self {
            Self::PubBattles(pack) => &pack.scenario().id,
            Self::Fab(pack) => &pack.battle().scene().id,
        }
    }

    /// The pack, if it is a Pub Battles pack.
    pub fn pub_battles(self) -> Option<Pack> {
        match self {
            Self::PubBattles(pack) => Some(*pack),
            Self::Fab(_) => None,
        }
    }

    /// Digest of the data that the rules read.
    pub fn play_digest(&self) -> Digest {
        match self {
            Self::PubBattles(pack) => pack.play_digest(),
            Self::Fab(pack) => pack.play_digest(),
        }
    }

    /// Digest of everything except the source lines.
    pub fn pack_digest(&self) -> Digest {
        match self {
            Self::PubBattles(pack) => pack.pack_digest(),
            Self::Fab(pack) => pack.pack_digest(),
        }
    }
}

impl From<Pack> for AnyPack {
    fn from(pack: Pack) -> Self {
        Self::PubBattles(Box::new(pack))
    }
}

impl From<fab::Pack> for AnyPack {
    fn from(pack: fab::Pack) -> Self {
        Self::Fab(Box::new(pack))
    }
}

/// One part of the pack file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ManifestPart {
    /// Its name in the zip.
    pub name: String,
    /// Its uncompressed size in bytes.
    pub size: u64,
    /// Its digest.
    pub digest: Digest,
}
