//! The numbers of the series. A battle may change any of them (FAB-D23 to FAB-D30, FAB-D41).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{BorderType, Class, ConnectionType, FireKind, Quality, Rulings};
use crate::ids::{AreaId, ConnectionId, FormationId, SideId, TypeId};

/// Numbers and rulings of the series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its name, such as `fab/series`.
    pub name: String,
    /// Movement points by class (FAB-5.22a).
    pub allowances: Allowances,
    /// Kinds of border (FAB-5.31b).
    pub border_types: Vec<BorderType>,
    /// Kinds of connection (FAB-5.31d).
    pub connection_types: Vec<ConnectionType>,
    /// The maximum number of units of a side in one area (FAB-5.1a).
    pub stacking: u8,
    /// The highest die roll that blows a bridge under a crossing unit (FAB-5.35d1).
    pub blow_on: u8,
    /// Success Numbers of fire.
    pub combat_table: CombatTable,
    /// Success Numbers of morale checks (FAB-6.7).
    pub morale: Morale,
    /// Die rolls with which a unit surrenders (FAB-9.4d).
    pub surrender: Surrender,
    /// The maximum number of assets in a combat (FAB-6.22, FAB-6.23).
    pub asset_limits: AssetLimits,
    /// Cases in which the defender may assign more artillery (FAB-6.26a).
    pub defender_artillery: Vec<DefenderArtillery>,
    /// Reserve markers and the units that may have them (FAB-5.21).
    pub reserve: ReserveRules,
    /// Limits on strategic movement (FAB-3.23).
    pub strategic_movement: StrategicMovement,
    /// The number of markers in the box.
    pub marker_limits: MarkerLimits,
    /// Rulings where the rules are silent.
    pub rulings: Rulings,
}

/// Movement points by class (FAB-5.22a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Allowances {
    /// For infantry.
    pub infantry: u8,
    /// For armour.
    pub armour: u8,
}

impl Allowances {
    /// The value for a class.
    pub const fn for_class(self, class: Class) -> u8 {
        match class {
            Class::Infantry => self.infantry,
            Class::Armour => self.armour,
        }
    }
}

/// A value for each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ByClass<T> {
    /// For infantry.
    pub infantry: T,
    /// For armour.
    pub armour: T,
}

impl<T: Copy> ByClass<T> {
    /// The value for a class.
    pub const fn for_class(self, class: Class) -> T {
        match class {
            Class::Infantry => self.infantry,
            Class::Armour => self.armour,
        }
    }
}

/// A value for each quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ByQuality<T> {
    /// For recruits.
    pub recruit: T,
    /// For veterans.
    pub veteran: T,
    /// For elites.
    pub elite: T,
}

impl<T: Copy> ByQuality<T> {
    /// The value for a quality.
    pub const fn for_quality(self, quality: Quality) -> T {
        match quality {
            Quality::Recruit => self.recruit,
            Quality::Veteran => self.veteran,
            Quality::Elite => self.elite,
        }
    }
}

/// Success Numbers of fire (FAB-D27). A natural 1 always hits and a natural 10 never hits
/// (FAB-2.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// The Success Number before all modifiers (FAB-2.1f).
    pub base: i8,
    /// Modifiers by the firer's quality, then by the quality of the enemy point unit (FAB-6.24b).
    pub quality_vs_point: ByQuality<ByQuality<i8>>,
    /// Modifiers by the firer's class, then by the class of the enemy point unit (FAB-6.24b).
    pub class_vs_point: ByClass<ByClass<i8>>,
    /// The tables that each kind of fire uses (FAB-A53).
    pub uses: TableUse,
    /// Modifier if the firing unit is disordered or recovering (FAB-9.33c).
    pub disordered: i8,
    /// Modifier if the firing unit is out of supply (FAB-9.33c).
    pub unsupplied: i8,
    /// Modifier against units in fieldworks (FAB-5.23d).
    pub fieldworks: FireModifier,
    /// Modifier of offensive close fire, multiplied by the Terrain Difficulty Number (FAB-6.28a).
    pub terrain: i8,
    /// Modifier of offensive close fire in a river assault.
    pub river_assault: i8,
}

impl CombatTable {
    /// The modifier of offensive close fire for a Terrain Difficulty Number (FAB-6.28a).
    pub fn terrain_modifier(&self, difficulty: u8) -> i8 {
        self.terrain.saturating_mul(i8::try_from(difficulty).unwrap_or(i8::MAX))
    }
}

/// The comparisons with the point unit that each kind of fire uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableUse {
    /// Whether artillery fire compares class.
    pub artillery_class: bool,
    /// Whether artillery fire compares quality.
    pub artillery_quality: bool,
    /// Whether close fire compares class.
    pub close_class: bool,
    /// Whether close fire compares quality.
    pub close_quality: bool,
}

/// A modifier for each kind of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FireModifier {
    /// For artillery fire.
    pub artillery: i8,
    /// For the fire of units and battle assets.
    pub close: i8,
}

impl FireModifier {
    /// The modifier for a kind of fire.
    pub const fn for_fire(self, kind: FireKind) -> i8 {
        match kind {
            FireKind::Artillery => self.artillery,
            FireKind::Close => self.close,
        }
    }
}

/// Success Numbers of morale checks (FAB-6.7a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// The Success Number before all modifiers.
    pub base: i8,
    /// Modifier by quality.
    pub quality: ByQuality<i8>,
    /// Modifier if the unit is disordered or recovering.
    pub disordered: i8,
    /// Modifier if the unit is out of supply.
    pub unsupplied: i8,
}

/// The lowest die roll with which a unit surrenders if it is disordered, out of supply and fails
/// its morale check (FAB-9.4d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Surrender {
    /// The die roll by quality; units of a quality without one never surrender.
    pub from: ByQuality<Option<u8>>,
}

/// The maximum number of assets in one combat (FAB-D26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AssetLimits {
    /// For the attacker (FAB-6.22).
    pub attacker: AttackerLimits,
    /// For the defender (FAB-6.23).
    pub defender: DefenderLimits,
}

/// The maximum number of assets for an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttackerLimits {
    /// Artillery, if all units belong to one formation.
    pub artillery_same: u8,
    /// Artillery of each formation, if the units belong to several.
    pub artillery_per_hf_mixed: u8,
    /// Battle assets.
    pub battle: u8,
    /// Events.
    pub event: u8,
}

/// The maximum number of assets for a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefenderLimits {
    /// Artillery.
    pub artillery: u8,
    /// Battle assets.
    pub battle: u8,
    /// Events.
    pub event: u8,
}

/// A case in which the defender may assign more than one artillery asset (FAB-D25). Keys that are
/// not set do not restrict it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefenderArtillery {
    /// The defending side.
    pub side: Option<SideId>,
    /// The formation of the artillery.
    pub formation: Option<FormationId>,
    /// The area of the combat.
    pub area: Option<AreaId>,
    /// The first and the last turn.
    pub turns: Option<(u8, u8)>,
    /// The maximum number of artillery assets.
    pub max: u8,
}

/// Reserve markers (FAB-D23). Eligible units are in good order, in supply and not in a contested
/// area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRules {
    /// The number of markers of each side.
    pub markers: BTreeMap<SideId, u8>,
    /// Additional markers for single formations.
    pub formation_markers: BTreeMap<FormationId, u8>,
    /// Only units of these types; if empty, units of any type.
    pub types: BTreeSet<TypeId>,
    /// Only in these areas; if empty, in any area.
    pub areas: BTreeSet<AreaId>,
    /// Never units of these types.
    pub exclude: BTreeSet<TypeId>,
}

/// Limits on strategic movement (FAB-D24).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StrategicMovement {
    /// The maximum number of units of a side in one phase.
    pub max_units_per_side: Option<u8>,
    /// The maximum number of areas entered.
    pub max_areas: Option<u8>,
    /// The connections that it may use; if empty, all.
    pub connections: BTreeSet<ConnectionId>,
    /// The classes that may use it; if empty, both.
    pub classes: BTreeSet<Class>,
    /// The areas that it may not enter.
    pub forbidden_areas: BTreeSet<AreaId>,
    /// The first and the last turn.
    pub turns: Option<(u8, u8)>,
}

/// The number of markers in the box (FAB-D30). Without a number there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkerLimits {
    /// Fieldworks.
    pub fieldworks: Option<u8>,
    /// Blown bridges.
    pub blown: Option<u8>,
    /// Roadblocks.
    pub roadblock: Option<u8>,
    /// Exploitation.
    pub exploitation: Option<u8>,
}
