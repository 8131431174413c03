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

use serde::{Deserialize, Serialize};

pub(crate) use parts::{EncodedPart, digests, encoded_fab_parts, encoded_parts};
pub use read::{BEGINNING_BYTES, PackLimits, ReadError, begins_a_pack, read, read_any};
pub use write::{write, write_any};

use crate::digest::Digest;
use crate::fab;
use crate::ids::ScenarioId;
use crate::pack::Pack;

/// The version of the pack file that this program writes and reads.
pub const FORMAT_VERSION: u32 = 7;

/// `manifest.json`: what the pack holds.
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
    /// The map's id; an area battle has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The ruleset's name.
    pub ruleset: String,
    /// Digest of exactly what the rules read.
    pub play_digest: Digest,
    /// Digest of everything but the authored places.
    pub pack_digest: Digest,
    /// The parts in their order.
    pub parts: Vec<ManifestPart>,
}

/// The family of rules that a battle is fought by.
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
    /// What people call it.
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
    /// Of Pub Battles.
    PubBattles(Box<Pack>),
    /// Of FAB.
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

    /// The pack, if it is one of Pub Battles.
    pub fn pub_battles(self) -> Option<Pack> {
        match self {
            Self::PubBattles(pack) => Some(*pack),
            Self::Fab(_) => None,
        }
    }

    /// Digest of exactly what the rules read.
    pub fn play_digest(&self) -> Digest {
        match self {
            Self::PubBattles(pack) => pack.play_digest(),
            Self::Fab(pack) => pack.play_digest(),
        }
    }

    /// Digest of everything but the authored places.
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
