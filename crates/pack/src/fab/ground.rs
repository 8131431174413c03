//! The area map for the rules: a graph whose nodes are areas (FAB-G1).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Class;
use crate::ids::{AreaId, BorderId, ConnectionId, SideId, TerrainId};

/// A kind of terrain with its effect on an attacker's close fire (FAB-2.4g).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its id.
    pub id: TerrainId,
    /// Terrain Difficulty Number, subtracted from the attacker's Success Number in close fire.
    pub difficulty: u8,
}

/// A space of the map (FAB-G2). A unit in play is always in exactly one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its id.
    pub id: AreaId,
    /// Its kind of terrain.
    pub terrain: TerrainId,
    /// Victory points for the side that controls it; sides that are not listed get none.
    pub vp: BTreeMap<SideId, i16>,
}

/// Two areas that share a border of positive length (FAB-G3, FAB-G10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// One of the areas.
    pub a: AreaId,
    /// The other area.
    pub b: AreaId,
    /// The kind of border between them.
    pub border: BorderId,
    /// The kind of connection across the border.
    pub connection: ConnectionId,
}

/// A kind of border (FAB-G8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BorderType {
    /// Its id.
    pub id: BorderId,
    /// Whether it has a bridge that can be blown (FAB-5.31c).
    pub blown_capable: bool,
    /// Movement points for crossing it, added to those of the connection.
    pub mp_extra: u8,
    /// Whether only one unit per movement phase may cross it into an area with enemies (FAB-5.35c).
    pub one_unit_limit: bool,
    /// Whether the enemy may try to blow its bridge under a crossing unit (FAB-5.35d).
    pub blow_attempt: bool,
    /// Whether crossing it counts as a river assault (FAB-5.35e).
    pub counts_as_river_for_assault: bool,
    /// The classes that cannot cross it.
    pub impassable_for: BTreeSet<Class>,
    /// Whether it blocks supply.
    pub blocks_supply: bool,
    /// Whether it blocks retreats.
    pub blocks_retreat: bool,
    /// Whether it blocks strategic movement.
    pub blocks_strategic: bool,
}

/// A kind of connection between two areas (FAB-G8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConnectionType {
    /// Its id.
    pub id: ConnectionId,
    /// Movement points for the infantry class.
    pub infantry: u8,
    /// Movement points for the armour class.
    pub armour: u8,
}

/// A letter at the edge of the map. It labels the adjacent areas and is not an area itself
/// (FAB-G6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EntryArea {
    /// Its letter, `A` to `Z`.
    pub letter: char,
    /// The sides that may arrive there.
    pub sides: BTreeSet<SideId>,
    /// The areas in which units arrive.
    pub areas: Vec<AreaId>,
}

/// A supply source (FAB-9.31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SupplySource {
    /// Its side.
    pub side: SideId,
    /// Its area.
    pub area: AreaId,
    /// Whether it works only while the side controls the area.
    pub needs_control: bool,
    /// Whether it stops working while the area is contested.
    pub disabled_if_contested: bool,
}
