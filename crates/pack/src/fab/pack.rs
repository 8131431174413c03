//! The pack of an area battle: the battle, its printed parts, and the source lines of both.

use super::{AreaMap, Battle, BattleParts, Labels};
use crate::check::encoding_faults;
use crate::digest::Digest;
use crate::fault::PackFault;
use crate::file::{EncodedPart, PackLimits, digests, encoded_fab_parts};
use crate::model::Sources;

/// The parts of a pack before they are checked against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PackParts {
    /// The data that the rules read.
    pub battle: BattleParts,
    /// Printed names and text.
    pub labels: Labels,
    /// The drawn map, if any.
    pub map: Option<AreaMap>,
    /// Source lines.
    pub sources: Sources,
}

/// A validated area battle with all its printed parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    battle: Battle,
    labels: Labels,
    map: Option<AreaMap>,
    sources: Sources,
    play_digest: Digest,
    pack_digest: Digest,
}

impl Pack {
    /// Creates the pack from its parts, or returns all faults in them.
    pub fn new(parts: PackParts) -> Result<Self, Vec<PackFault>> {
        let PackParts { battle, labels, map, sources } = parts;
        let battle = Battle::new(battle)?;
        let mut faults = unnamed(&battle, &labels);
        faults.extend(map.iter().flat_map(|map| map.faults(&battle)));
        if !faults.is_empty() {
            return Err(faults);
        }
        let encoded = encoded_fab_parts(&battle, &labels, map.as_ref(), &sources);
        let faults = encoding_faults(&encoded, PackLimits::default());
        if !faults.is_empty() {
            return Err(faults);
        }
        let (play_digest, pack_digest) = digests(&encoded);
        Ok(Self { battle, labels, map, sources, play_digest, pack_digest })
    }

    /// The pack with the digests of the file that it was read from.
    pub(crate) fn with_digests(self, play_digest: Digest, pack_digest: Digest) -> Self {
        Self { play_digest, pack_digest, ..self }
    }

    /// The data that the rules read.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Printed names and text.
    pub const fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The drawn map. A battle without one can be played but not printed.
    pub const fn map(&self) -> Option<&AreaMap> {
        self.map.as_ref()
    }

    /// Source lines.
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Digest of the data that the rules read.
    pub const fn play_digest(&self) -> Digest {
        self.play_digest
    }

    /// Digest of everything except the source lines.
    pub const fn pack_digest(&self) -> Digest {
        self.pack_digest
    }

    /// Returns the parts, to be changed and checked again.
    pub fn into_parts(self) -> PackParts {
        let Self { battle, labels, map, sources, .. } = self;
        PackParts { battle: battle.into_parts(), labels, map, sources }
    }

    pub(crate) fn encoded(&self) -> Vec<EncodedPart> {
        encoded_fab_parts(&self.battle, &self.labels, self.map.as_ref(), &self.sources)
    }
}

/// Faults for every part without a name, and for every name without a part.
fn unnamed(battle: &Battle, labels: &Labels) -> Vec<PackFault> {
    let scene = battle.scene();
    let mut faults = Vec::new();
    let mut same = |what: &str, mut ids: Vec<&str>, mut named: Vec<&str>| {
        ids.sort_unstable();
        named.sort_unstable();
        if ids != named {
            faults.push(PackFault::contradiction(
                format!("labels.json: {what}"),
                "do not match the battle",
            ));
        }
    };
    macro_rules! same {
        ($what:literal: $ids:expr, $named:ident) => {
            same(
                $what,
                $ids.map(|id| id.as_str()).collect(),
                labels.$named.keys().map(|id| id.as_str()).collect(),
            )
        };
    }
    same!("sides": scene.sides.iter(), sides);
    same!("formations": scene.formations.iter().map(|one| &one.id), formations);
    same!("unit types": scene.unit_types.iter().map(|one| &one.id), unit_types);
    same!("terrain": scene.terrain.iter().map(|one| &one.id), terrain);
    same!("areas": scene.areas.iter().map(|one| &one.id), areas);
    same!("units": scene.units.iter().map(|one| &one.id), units);
    let assets = scene.assets.iter().map(|one| &one.id);
    let events = scene.events.iter().map(|one| &one.id);
    same!("chits": assets.chain(events).chain(scene.reusable.iter().map(|one| &one.id)), chits);
    macro_rules! known {
        ($what:literal: $named:ident among $all:ident) => {
            known!($what: $named, |id| labels.$all.contains_key(id))
        };
        ($what:literal: $named:ident, $is_known:expr) => {
            if !labels.$named.keys().all($is_known) {
                let place = concat!("labels.json: ", $what);
                faults.push(PackFault::contradiction(place, "refer to unknown parts of the battle"));
            }
        };
    }
    known!("symbols": symbols among unit_types);
    known!("short names": short_names among units);
    known!("sizes": sizes among units);
    known!("symbols of assets": asset_symbols, |id| scene.assets.iter().any(|one| one.id == *id));
    let rules = battle.ruleset();
    known!("border types": border_types, |id| rules.border_types.iter().any(|one| one.id == *id));
    let ways = &rules.connection_types;
    known!("connection types": connection_types, |id| ways.iter().any(|one| one.id == *id));
    if !labels.block_profile.is_possible() {
        let fault =
            PackFault::contradiction("labels.json: block_profile", "has no space for labels");
        faults.push(fault);
    }
    if labels.turns.len() != scene.turn_track.len() {
        faults.push(PackFault::contradiction("labels.json: turns", "do not match the battle"));
    }
    faults
}
