//! The battle itself: parts that have been checked against each other.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::check::faults;
use super::{
    Area, Asset, Edge, Effect, EntryArea, EntryPolicy, Event, EventKind, Formation, Reusable,
    Ruleset, Start, SupplySource, Terrain, TurnEntry, Unit, UnitType, VictoryRules,
};
use crate::fault::PackFault;
use crate::ids::{AreaId, HookId, ScenarioId, SideId, UnitId};

/// The order of battle, the area graph and the timetable of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The battle's id.
    pub id: ScenarioId,
    /// The two sides, in the order of the turn track.
    pub sides: [SideId; 2],
    /// The side that moves first in every turn (FAB-2.1c).
    pub first_player: SideId,
    /// Higher formations.
    pub formations: Vec<Formation>,
    /// Types of units.
    pub unit_types: Vec<UnitType>,
    /// Kinds of terrain.
    pub terrain: Vec<Terrain>,
    /// Areas.
    pub areas: Vec<Area>,
    /// Borders between areas.
    pub edges: Vec<Edge>,
    /// Entry areas.
    pub entries: Vec<EntryArea>,
    /// How units choose another entry area.
    pub entry_policy: EntryPolicy,
    /// Supply sources.
    pub supply_sources: Vec<SupplySource>,
    /// Units.
    pub units: Vec<Unit>,
    /// Assets.
    pub assets: Vec<Asset>,
    /// Events.
    pub events: Vec<Event>,
    /// Reusable Special Actions.
    pub reusable: Vec<Reusable>,
    /// The turn and phase in which play starts.
    pub start: Start,
    /// One entry for each turn, from turn 1 (FAB-V29).
    pub turn_track: Vec<TurnEntry>,
    /// The victory conditions.
    pub victory: VictoryRules,
    /// The side that controls each area at the start.
    pub control: BTreeMap<AreaId, SideId>,
    /// Markers on the map at the start.
    pub markers: Markers,
    /// Units and areas that are out of supply at the start, if stated instead of traced (FAB-D37).
    pub out_of_supply: Option<(BTreeSet<UnitId>, BTreeSet<AreaId>)>,
}

impl Scene {
    /// Effects that the rules do not play, by the hooks of their exclusive rules (FAB-V40).
    pub fn hooks(&self) -> impl Iterator<Item = &HookId> {
        self.events.iter().filter_map(|event| match &event.kind {
            EventKind::Scripted { effect: Effect::Custom { hook }, .. } => Some(hook),
            _ => None,
        })
    }
}

/// Markers on the map at the start (FAB-D35).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Markers {
    /// Fieldworks with the side that owns them.
    pub fieldworks: BTreeMap<AreaId, SideId>,
    /// Borders whose bridges are blown.
    pub blown: BTreeSet<(AreaId, AreaId)>,
    /// Roadblocks with the side that owns them.
    pub roadblocks: BTreeMap<AreaId, SideId>,
}

/// The maximum counts of a battle's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits;

impl Limits {
    /// Areas, units and chits: an index fits into a byte, with one value reserved for "none".
    pub const PIECES: usize = 250;
    /// Borders.
    pub const EDGES: usize = 1_000;
    /// Turns.
    pub const TURNS: usize = 100;
}

/// The parts of a battle before they are checked against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleParts {
    /// Order of battle, graph and timetable.
    pub scene: Scene,
    /// Numbers and rulings.
    pub ruleset: Ruleset,
}

/// A validated battle. See the guarantees at the top of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    parts: BattleParts,
}

impl Battle {
    /// Creates the battle from its parts, or returns all faults in them.
    pub fn new(parts: BattleParts) -> Result<Self, Vec<PackFault>> {
        let faults = faults(&parts);
        if faults.is_empty() { Ok(Self { parts }) } else { Err(faults) }
    }

    /// Order of battle, graph and timetable.
    pub const fn scene(&self) -> &Scene {
        &self.parts.scene
    }

    /// Numbers and rulings.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.parts.ruleset
    }

    /// Returns the parts, to be changed and checked again.
    pub fn into_parts(self) -> BattleParts {
        self.parts
    }
}
