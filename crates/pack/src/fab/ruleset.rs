//! The numbers of the series, any of which a battle may change (FAB-D23 to FAB-D30, FAB-D41).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{BorderType, Class, ConnectionType, FireKind, Quality, Rulings};
use crate::ids::{AreaId, ConnectionId, FormationId, SideId, TypeId};

/// Numbers and rulings of the series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its name, as in `fab/series`.
    pub name: String,
    /// Movement points by class (FAB-5.22a).
    pub allowances: Allowances,
    /// Kinds of border (FAB-5.31b).
    pub border_types: Vec<BorderType>,
    /// Kinds of connection (FAB-5.31d).
    pub connection_types: Vec<ConnectionType>,
    /// Units of a side in one area at most (FAB-5.1a).
    pub stacking: u8,
    /// Highest die with which a bridge is blown under a unit that crosses (FAB-5.35d1).
    pub blow_on: u8,
    /// Success Numbers of fire.
    pub combat_table: CombatTable,
    /// Success Numbers of morale checks (FAB-6.7).
    pub morale: Morale,
    /// Dice with which a unit surrenders (FAB-9.4d).
    pub surrender: Surrender,
    /// Assets that can be assigned (FAB-6.22, FAB-6.23).
    pub asset_limits: AssetLimits,
    /// Where the defender may assign more artillery (FAB-6.26a).
    pub defender_artillery: Vec<DefenderArtillery>,
    /// Reserve markers and who may have them (FAB-5.21).
    pub reserve: ReserveRules,
    /// What limits strategic movement (FAB-3.23).
    pub strategic_movement: StrategicMovement,
    /// Markers in the box.
    pub marker_limits: MarkerLimits,
    /// What is ruled where the text is silent.
    pub rulings: Rulings,
}

/// Movement points by class (FAB-5.22a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Allowances {
    /// Of infantry.
    pub infantry: u8,
    /// Of armour.
    pub armour: u8,
}

impl Allowances {
    /// Of a class.
    pub const fn of(self, class: Class) -> u8 {
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
    /// For a class.
    pub const fn of(self, class: Class) -> T {
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
    /// For a quality.
    pub const fn of(self, quality: Quality) -> T {
        match quality {
            Quality::Recruit => self.recruit,
            Quality::Veteran => self.veteran,
            Quality::Elite => self.elite,
        }
    }
}

/// Success Numbers of fire (FAB-D27). A natural 1 always hits and a natural 10 never (FAB-2.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// Before all modifiers (FAB-2.1f).
    pub base: i8,
    /// Quality of who fires, then of the enemy point unit (FAB-6.24b).
    pub quality_vs_point: ByQuality<ByQuality<i8>>,
    /// Class of who fires, then of the enemy point unit (FAB-6.24b).
    pub class_vs_point: ByClass<ByClass<i8>>,
    /// Which of the two each fire compares (FAB-A53).
    pub uses: TableUse,
    /// A unit fires that is disordered or recovering (FAB-9.33c).
    pub disordered: i8,
    /// A unit fires that is out of supply (FAB-9.33c).
    pub unsupplied: i8,
    /// At units in fieldworks (FAB-5.23d).
    pub fieldworks: FireModifier,
    /// Offensive close fire, times the Terrain Difficulty Number (FAB-6.28a).
    pub terrain: i8,
    /// Offensive close fire of a river assault.
    pub river_assault: i8,
}

impl CombatTable {
    /// The modifier of offensive close fire into ground of a Terrain Difficulty Number (FAB-6.28a).
    pub fn into_ground(&self, difficulty: u8) -> i8 {
        self.terrain.saturating_mul(i8::try_from(difficulty).unwrap_or(i8::MAX))
    }
}

/// What each kind of fire compares with the point unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableUse {
    /// Does artillery compare class?
    pub artillery_class: bool,
    /// Does artillery compare quality?
    pub artillery_quality: bool,
    /// Does close fire compare class?
    pub close_class: bool,
    /// Does close fire compare quality?
    pub close_quality: bool,
}

/// A modifier for each kind of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FireModifier {
    /// Of artillery.
    pub artillery: i8,
    /// Of units and battle assets.
    pub close: i8,
}

impl FireModifier {
    /// Of a kind of fire.
    pub const fn of(self, kind: FireKind) -> i8 {
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
    /// Before all modifiers.
    pub base: i8,
    /// By quality.
    pub quality: ByQuality<i8>,
    /// Disordered or recovering.
    pub disordered: i8,
    /// Out of supply.
    pub unsupplied: i8,
}

/// The lowest die with which a disordered unit out of supply surrenders that fails its check, by
/// quality; never where there is none (FAB-9.4d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Surrender {
    /// By quality.
    pub from: ByQuality<Option<u8>>,
}

/// Assets that can be assigned to one combat (FAB-D26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AssetLimits {
    /// Of the attacker (FAB-6.22).
    pub attacker: AttackerLimits,
    /// Of the defender (FAB-6.23).
    pub defender: DefenderLimits,
}

/// What an attacker can assign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttackerLimits {
    /// Artillery, when all units are of one formation.
    pub artillery_same: u8,
    /// Artillery of each formation, when they are of several.
    pub artillery_per_hf_mixed: u8,
    /// Battle assets.
    pub battle: u8,
    /// Events.
    pub event: u8,
}

/// What a defender can assign.
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

/// Where the defender may assign more artillery than one (FAB-D25). What is left out asks nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefenderArtillery {
    /// Who defends.
    pub side: Option<SideId>,
    /// Of which formation the artillery is.
    pub formation: Option<FormationId>,
    /// Where.
    pub area: Option<AreaId>,
    /// From which turn to which.
    pub turns: Option<(u8, u8)>,
    /// Artillery assets at most.
    pub max: u8,
}

/// Reserve markers (FAB-D23). Who is eligible is in good order, in supply and in no contested area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRules {
    /// Markers of each side.
    pub markers: BTreeMap<SideId, u8>,
    /// Markers that are for one formation only, besides those of the side.
    pub formation_markers: BTreeMap<FormationId, u8>,
    /// Only units of these types; of any when there are none.
    pub types: BTreeSet<TypeId>,
    /// Only in these areas; in any when there are none.
    pub areas: BTreeSet<AreaId>,
    /// Never units of these types.
    pub exclude: BTreeSet<TypeId>,
}

/// What limits strategic movement (FAB-D24).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StrategicMovement {
    /// Units of a side in one phase at most.
    pub max_units_per_side: Option<u8>,
    /// Areas entered at most.
    pub max_areas: Option<u8>,
    /// Connections it uses; all when there are none.
    pub connections: BTreeSet<ConnectionId>,
    /// Classes that may; both when there are none.
    pub classes: BTreeSet<Class>,
    /// Areas it may not enter.
    pub forbidden_areas: BTreeSet<AreaId>,
    /// From which turn to which.
    pub turns: Option<(u8, u8)>,
}

/// Markers in the box; as many as are wanted where there is no number (FAB-D30).
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
