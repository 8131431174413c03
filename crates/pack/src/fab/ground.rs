//! The area map as the rules see it: a graph whose nodes are areas (FAB-G1).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Class;
use crate::ids::{AreaId, BorderId, ConnectionId, SideId, TerrainId};

/// A kind of ground and what it does to an attacker's close fire (FAB-2.4g).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its id.
    pub id: TerrainId,
    /// Terrain Difficulty Number: what the attacker's Success Number loses in close fire.
    pub difficulty: u8,
}

/// A space of the map (FAB-G2). A unit in play is always in exactly one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its id.
    pub id: AreaId,
    /// Its kind of ground.
    pub terrain: TerrainId,
    /// Victory points of a side that controls it; nothing for a side that is not named.
    pub vp: BTreeMap<SideId, i16>,
}

/// Two areas that share a border of positive length (FAB-G3, FAB-G10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// One of the areas.
    pub a: AreaId,
    /// The other.
    pub b: AreaId,
    /// What lies between them.
    pub border: BorderId,
    /// What leads over it.
    pub connection: ConnectionId,
}

/// A kind of border (FAB-G8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BorderType {
    /// Its id.
    pub id: BorderId,
    /// Has it a bridge that can be blown (FAB-5.31c)?
    pub blown_capable: bool,
    /// Movement points that crossing it costs besides the connection.
    pub mp_extra: u8,
    /// May only one unit a movement phase cross it into an area with enemies (FAB-5.35c)?
    pub one_unit_limit: bool,
    /// May the enemy try to blow its bridge under a unit that crosses (FAB-5.35d)?
    pub blow_attempt: bool,
    /// Is crossing it part of a river assault (FAB-5.35e)?
    pub counts_as_river_for_assault: bool,
    /// Classes that cannot cross it.
    pub impassable_for: BTreeSet<Class>,
    /// Does no supply pass it?
    pub blocks_supply: bool,
    /// Does no retreat pass it?
    pub blocks_retreat: bool,
    /// Does no strategic movement pass it?
    pub blocks_strategic: bool,
}

/// A kind of connection between two areas (FAB-G8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConnectionType {
    /// Its id.
    pub id: ConnectionId,
    /// Movement points of infantry class.
    pub infantry: u8,
    /// Movement points of armour class.
    pub armour: u8,
}

/// A letter at the edge of the map: a label of the areas beside it, never an area (FAB-G6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntryArea {
    /// `A` to `Z`.
    pub letter: char,
    /// Who may arrive there.
    pub sides: BTreeSet<SideId>,
    /// Where they arrive.
    pub areas: Vec<AreaId>,
}

/// Where supply comes from (FAB-9.31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SupplySource {
    /// Whose.
    pub side: SideId,
    /// Where.
    pub area: AreaId,
    /// Does it count only while the side controls the area?
    pub needs_control: bool,
    /// Does it not count while the area is contested?
    pub disabled_if_contested: bool,
}
