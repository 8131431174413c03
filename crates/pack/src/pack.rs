//! The pack itself: parts that have been checked against one another.

use crate::check::{encoding_faults, faults};
use crate::digest::Digest;
use crate::fault::PackFault;
use crate::file::{PackLimits, digests, encoded_parts};
use crate::model::{
    ElevationGrid, Labels, Map, MapStyle, Ruleset, Scenario, Scenery, Side, Sources,
};

/// The parts of a pack before they are checked against one another.
#[derive(Clone, Debug, PartialEq)]
pub struct PackParts {
    /// The order of battle and its timetable.
    pub scenario: Scenario,
    /// The ground as the rules see it.
    pub map: Map,
    /// Numbers and rulings.
    pub ruleset: Ruleset,
    /// Printed names and texts.
    pub labels: Labels,
    /// What is only drawn.
    pub scenery: Scenery,
    /// How the map looks.
    pub style: MapStyle,
    /// Relief.
    pub elevation: Option<ElevationGrid>,
    /// Authored places.
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
    /// The pack of these parts, or every fault found in them.
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

    /// The order of battle and its timetable.
    pub fn scenario(&self) -> &Scenario {
        &self.parts.scenario
    }

    /// The ground as the rules see it.
    pub fn map(&self) -> &Map {
        &self.parts.map
    }

    /// Numbers and rulings.
    pub fn ruleset(&self) -> &Ruleset {
        &self.parts.ruleset
    }

    /// Printed names and texts.
    pub fn labels(&self) -> &Labels {
        &self.parts.labels
    }

    /// What is only drawn.
    pub fn scenery(&self) -> &Scenery {
        &self.parts.scenery
    }

    /// How the map looks.
    pub fn style(&self) -> &MapStyle {
        &self.parts.style
    }

    /// Relief, where the map has it.
    pub fn elevation(&self) -> Option<&ElevationGrid> {
        self.parts.elevation.as_ref()
    }

    /// Authored places.
    pub fn sources(&self) -> &Sources {
        &self.parts.sources
    }

    /// Digest of exactly what the rules read: scenario, map and ruleset.
    pub fn play_digest(&self) -> Digest {
        self.play_digest
    }

    /// Digest of everything but the authored places.
    pub fn pack_digest(&self) -> Digest {
        self.pack_digest
    }

    /// What may stand on printed sheets: the digest of the pack. Of a battle into which players' orders of battle were merged
    /// (PB-32) it is that of the base: with that of the whole, whoever sees a sheet could try orders of battle.
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

    /// The parts again, to change and check anew.
    pub fn into_parts(self) -> PackParts {
        self.parts
    }

    pub(crate) fn parts(&self) -> &PackParts {
        &self.parts
    }
}
