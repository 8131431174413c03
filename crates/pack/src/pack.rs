//! The pack itself: parts that have been checked against each other.

use crate::Scale;
use crate::check::{encoding_faults, faults};
use crate::digest::Digest;
use crate::fault::PackFault;
use crate::file::{PackLimits, digests, encoded_parts};
use crate::model::{
    ElevationGrid, Labels, Map, MapStyle, Ruleset, Scenario, Scenery, Side, Sources,
};

/// The parts of a pack before they are checked against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PackParts {
    /// The order of battle and its timetable.
    pub scenario: Scenario,
    /// The terrain for the rules.
    pub map: Map,
    /// Numbers and rulings.
    pub ruleset: Ruleset,
    /// Printed names and text.
    pub labels: Labels,
    /// Features that are only drawn.
    pub scenery: Scenery,
    /// The style of the map.
    pub style: MapStyle,
    /// The relief, if the map has it.
    pub elevation: Option<ElevationGrid>,
    /// Source lines.
    pub sources: Sources,
}

/// A validated battle. See the guarantees at the top of the crate.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    parts: PackParts,
    play_digest: Digest,
    pack_digest: Digest,
}

impl Pack {
    /// Creates the pack from its parts, or returns all faults in them.
    pub fn new(parts: PackParts) -> Result<Self, Vec<PackFault>> {
        let faults = faults(&parts);
        if !faults.is_empty() {
            return Err(faults);
        }
        let encoded = encoded_parts(&parts);
        let faults = encoding_faults(&encoded, PackLimits::default());
        if !faults.is_empty() {
            return Err(faults);
        }
        let (play_digest, pack_digest) = digests(&encoded);
        Ok(Self { parts, play_digest, pack_digest })
    }

    /// The pack with its map and sticks at another scale. It keeps its digests: distances on the
    /// ground, which the rules read, are the same.
    pub fn printed_at(mut self, scale: Scale) -> Self {
        self.parts.map.scale = scale;
        self
    }

    /// The pack with the digests of the file that it was read from.
    pub(crate) fn with_digests(self, play_digest: Digest, pack_digest: Digest) -> Self {
        Self { play_digest, pack_digest, ..self }
    }

    /// The order of battle and its timetable.
    pub fn scenario(&self) -> &Scenario {
        &self.parts.scenario
    }

    /// The terrain for the rules.
    pub fn map(&self) -> &Map {
        &self.parts.map
    }

    /// Numbers and rulings.
    pub fn ruleset(&self) -> &Ruleset {
        &self.parts.ruleset
    }

    /// Printed names and text.
    pub fn labels(&self) -> &Labels {
        &self.parts.labels
    }

    /// Features that are only drawn.
    pub fn scenery(&self) -> &Scenery {
        &self.parts.scenery
    }

    /// The style of the map.
    pub fn style(&self) -> &MapStyle {
        &self.parts.style
    }

    /// The relief, if the map has it.
    pub fn elevation(&self) -> Option<&ElevationGrid> {
        self.parts.elevation.as_ref()
    }

    /// Source lines.
    pub fn sources(&self) -> &Sources {
        &self.parts.sources
    }

    /// Digest of the data that the rules read: scenario, map and ruleset.
    pub fn play_digest(&self) -> Digest {
        self.play_digest
    }

    /// Digest of everything except the source lines.
    pub fn pack_digest(&self) -> Digest {
        self.pack_digest
    }

    /// The digest that may appear on printed sheets: normally that of the pack. A battle with
    /// merged orders of battle (PB-32) uses the digest of its base. The digest of the whole would
    /// let readers of a sheet test guesses at the orders of battle.
    pub fn printed_digest(&self) -> Digest {
        let Some(free) = &self.parts.scenario.free_game else { return self.pack_digest };
        let mut parts = self.parts.clone();
        let PackParts { scenario, labels, .. } = &mut parts;
        for side in scenario.sides.iter_mut().filter(|side| free.sides.contains_key(&side.id)) {
            for id in side.headquarters().map(|hq| &hq.id) {
                labels.commands.remove(id);
            }
            let pool = side.detachments.iter().flat_map(|pool| &pool.pieces);
            for id in side.pieces().map(|piece| &piece.id).chain(pool) {
                labels.pieces.remove(id);
            }
            *side = Side {
                id: side.id.clone(),
                commander: None,
                commands: Vec::new(),
                baggage: Vec::new(),
                detachments: None,
                lines_of_communication: Vec::new(),
                edges_of_choice: Vec::new(),
                reinforcements: Vec::new(),
            };
        }
        digests(&encoded_parts(&parts)).1
    }

    /// Returns the parts, to be changed and checked again.
    pub fn into_parts(self) -> PackParts {
        self.parts
    }

    pub(crate) fn parts(&self) -> &PackParts {
        &self.parts
    }
}
