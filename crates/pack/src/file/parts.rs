//! The parts of a pack as bytes, in file order.

use serde::Serialize;

use super::heights;
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
pub(super) const LABELS: &str = "labels.json";
pub(super) const SCENERY: &str = "scenery.json";
pub(super) const STYLE: &str = "style.json";
pub(super) const ELEVATION: &str = "elevation.json";
pub(super) const HEIGHTS: &str = "elevation.residuals";
pub(super) const SOURCES: &str = "sources.json";

/// Encodes all parts in file order. Serializing typed values, never `serde_json::Value`, keeps
/// numbers and key order independent of a library's features.
pub(crate) fn encoded_parts(parts: &PackParts) -> Vec<EncodedPart> {
    use PartKind::{Play, Print, Sources};
    let mut encoded = vec![
        json(SCENARIO, Play, &parts.scenario),
        json(MAP, Play, &parts.map),
        json(RULESET, Play, &parts.ruleset),
        json(LABELS, Print, &parts.labels),
        json(SCENERY, Print, &parts.scenery),
        json(STYLE, Print, &parts.style),
    ];
    if let Some(grid) = &parts.elevation {
        encoded.push(json(ELEVATION, Print, grid));
        encoded.push(EncodedPart { name: HEIGHTS, kind: Print, bytes: heights::encode(grid) });
    }
    encoded.push(json(SOURCES, Sources, &parts.sources));
    encoded
}

/// Encodes the parts of an area battle in file order, also from typed values.
pub(crate) fn encoded_fab_parts(
    battle: &fab::Battle,
    labels: &fab::Labels,
    map: Option<&fab::AreaMap>,
    sources: &Sources,
) -> Vec<EncodedPart> {
    let mut encoded = vec![
        json(SCENARIO, PartKind::Play, battle.scene()),
        json(RULESET, PartKind::Play, battle.ruleset()),
        json(LABELS, PartKind::Print, labels),
    ];
    // The map of an area battle is only printed; its rules do not read it.
    encoded.extend(map.map(|map| json(MAP, PartKind::Print, map)));
    encoded.push(json(SOURCES, PartKind::Sources, sources));
    encoded
}

/// The digest of the data that the rules read, and the digest of everything except the source
/// lines.
pub(crate) fn digests(encoded: &[EncodedPart]) -> (Digest, Digest) {
    let of = |is_in: fn(PartKind) -> bool| {
        let parts = encoded.iter().filter(|part| is_in(part.kind));
        Digest::from_parts(parts.map(|part| (part.name, part.bytes.as_slice())))
    };
    (of(PartKind::is_play), of(PartKind::is_covered))
}

fn json(name: &'static str, kind: PartKind, value: &impl Serialize) -> EncodedPart {
    let bytes = serde_json::to_vec(value).expect("pack types have string keys and serialise");
    EncodedPart { name, kind, bytes }
}
