//! The parts of a pack as bytes, in file order.

use serde::Serialize;

use super::{System, heights};
use crate::digest::Digest;
use crate::fab;
use crate::model::Sources;
use crate::pack::PackParts;

/// The reader of a part, which decides the digests that cover it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// The rules.
    Play,
    /// The printer.
    Print,
    /// Only diagnostics.
    Sources,
}

impl PartKind {
    /// The kind of a part of a battle.
    pub(super) fn of(system: System, name: &str) -> Self {
        match (system, name) {
            (_, SCENARIO | RULESET) | (System::PubBattles, MAP) => Self::Play,
            (_, SOURCES) => Self::Sources,
            // The map of an area battle is only printed; its rules do not read it.
            _ => Self::Print,
        }
    }

    pub(crate) fn is_play(self) -> bool {
        self == Self::Play
    }

    pub(crate) fn is_covered(self) -> bool {
        self != Self::Sources
    }
}

pub(crate) struct EncodedPart {
    pub(crate) name: &'static str,
    pub(crate) kind: PartKind,
    pub(crate) bytes: Vec<u8>,
}

impl EncodedPart {
    /// Whether the part is text; only elevations are not.
    pub(crate) fn is_text(&self) -> bool {
        self.name != HEIGHTS
    }
}

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const SCENARIO: &str = "scenario.json";
pub(super) const MAP: &str = "map.json";
pub(super) const RULESET: &str = "ruleset.json";
pub(crate) const LABELS: &str = "labels.json";
pub(super) const SCENERY: &str = "scenery.json";
pub(super) const STYLE: &str = "style.json";
pub(super) const ELEVATION: &str = "elevation.json";
pub(super) const HEIGHTS: &str = "elevation.residuals";
pub(super) const SOURCES: &str = "sources.json";

/// Encodes all parts in file order. Serializing typed values, never `serde_json::Value`, keeps
/// numbers and key order independent of a library's features.
pub(crate) fn encoded_parts(parts: &PackParts) -> Vec<EncodedPart> {
    let system = System::PubBattles;
    let mut encoded = vec![
        json(SCENARIO, system, &parts.scenario),
        json(MAP, system, &parts.map),
        json(RULESET, system, &parts.ruleset),
        json(LABELS, system, &parts.labels),
        json(SCENERY, system, &parts.scenery),
        json(STYLE, system, &parts.style),
    ];
    if let Some(grid) = &parts.elevation {
        encoded.push(json(ELEVATION, system, grid));
        let kind = PartKind::of(system, HEIGHTS);
        encoded.push(EncodedPart { name: HEIGHTS, kind, bytes: heights::encode(grid) });
    }
    encoded.push(json(SOURCES, system, &parts.sources));
    encoded
}

/// Encodes the parts of an area battle in file order, also from typed values.
pub(crate) fn encoded_fab_parts(
    battle: &fab::Battle,
    labels: &fab::Labels,
    map: Option<&fab::AreaMap>,
    sources: &Sources,
) -> Vec<EncodedPart> {
    let system = System::Fab;
    let mut encoded = vec![
        json(SCENARIO, system, battle.scene()),
        json(RULESET, system, battle.ruleset()),
        json(LABELS, system, labels),
    ];
    encoded.extend(map.map(|map| json(MAP, system, map)));
    encoded.push(json(SOURCES, system, sources));
    encoded
}

/// The digest of the data that the rules read, and the digest of everything except the source
/// lines.
pub(crate) fn digests(encoded: &[EncodedPart]) -> (Digest, Digest) {
    digests_of(encoded.iter().map(|part| (part.name, part.kind, part.bytes.as_slice())))
}

/// The digests of parts given by name, kind and bytes, in file order.
pub(super) fn digests_of<'a>(
    parts: impl Iterator<Item = (&'a str, PartKind, &'a [u8])> + Clone,
) -> (Digest, Digest) {
    let of = |is_in: fn(PartKind) -> bool| {
        let parts = parts.clone().filter(move |&(_, kind, _)| is_in(kind));
        Digest::from_parts(parts.map(|(name, _, bytes)| (name, bytes)))
    };
    (of(PartKind::is_play), of(PartKind::is_covered))
}

fn json(name: &'static str, system: System, value: &impl Serialize) -> EncodedPart {
    let kind = PartKind::of(system, name);
    let bytes = serde_json::to_vec(value).expect("pack types have string keys and serialise");
    EncodedPart { name, kind, bytes }
}
