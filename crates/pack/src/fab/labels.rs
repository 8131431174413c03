//! Names, colours and printed texts of an area battle: what people read and the rules do not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Asset, AssetKind, UnitSize, UnitSymbol, UnitType};
use crate::ids::{
    AreaId, BorderId, ChitId, ConnectionId, FormationId, SideId, TerrainId, TypeId, UnitId,
};
use crate::model::{BlockProfile, Errata, Language, Rgb, Text};

/// Everything that is printed and has no effect on play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The battle's title.
    pub title: Text,
    /// Date of publication, `YYYY-MM-DD`: the only date that reaches a printed file.
    pub published: Option<String>,
    /// Languages in which the scenario is complete, the first one being its own.
    pub languages: Vec<Language>,
    /// Printed text on the situation.
    pub notes: Option<Text>,
    /// What happened historically.
    pub history: Option<Text>,
    /// Which corrected edition this is.
    pub errata: Option<Errata>,
    /// Real size of the blocks.
    #[serde(default = "usual_blocks", skip_serializing_if = "are_usual")]
    pub block_profile: BlockProfile,
    /// The two sides.
    pub sides: BTreeMap<SideId, Banner>,
    /// Higher formations.
    pub formations: BTreeMap<FormationId, Banner>,
    /// Types of units.
    pub unit_types: BTreeMap<TypeId, Text>,
    /// Symbols of types; those of their class where there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<TypeId, UnitSymbol>,
    /// Kinds of ground.
    pub terrain: BTreeMap<TerrainId, Text>,
    /// Kinds of borders, as far as the battle says what they are called.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub border_types: BTreeMap<BorderId, Text>,
    /// Kinds of connections, likewise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub connection_types: BTreeMap<ConnectionId, Text>,
    /// Areas.
    pub areas: BTreeMap<AreaId, AreaLabel>,
    /// Units.
    pub units: BTreeMap<UnitId, Text>,
    /// What stands on the labels of units whose names are too long for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: BTreeMap<UnitId, Text>,
    /// How large units are, as far as it is said.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sizes: BTreeMap<UnitId, UnitSize>,
    /// Assets, events and Special Actions.
    pub chits: BTreeMap<ChitId, Text>,
    /// Symbols of assets; those of what they are for where there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asset_symbols: BTreeMap<ChitId, UnitSymbol>,
    /// Dates of the turns, one for each turn.
    pub turns: Vec<Option<Text>>,
    /// Rules of this battle alone, as players read them.
    pub exclusive_rules: Vec<ExclusiveRule>,
}

impl Labels {
    /// The symbol of a type.
    pub fn symbol(&self, of: &UnitType) -> UnitSymbol {
        self.symbols.get(&of.id).copied().unwrap_or(UnitSymbol::of_class(of.class))
    }

    /// The symbol of an asset; `None` for a command staff that says none, which has a sign of its own.
    pub fn asset_symbol(&self, of: &Asset) -> Option<UnitSymbol> {
        self.asset_symbols.get(&of.id).copied().or(match of.kind {
            AssetKind::CommandStaff => None,
            AssetKind::Artillery => Some(UnitSymbol::Artillery),
            AssetKind::Battle | AssetKind::Other if of.engineer => Some(UnitSymbol::Engineers),
            AssetKind::Battle | AssetKind::Other => Some(UnitSymbol::of_class(of.class)),
        })
    }
}

const fn usual_blocks() -> BlockProfile {
    BlockProfile::CUBES
}

fn are_usual(blocks: &BlockProfile) -> bool {
    *blocks == BlockProfile::CUBES
}

/// A name and a colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Banner {
    /// What it is called.
    pub name: Text,
    /// Its colour on the screen.
    pub colour: Rgb,
}

/// What the map says of an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaLabel {
    /// Its printed number; its id where it has none.
    pub number: String,
    /// Its name.
    pub name: Text,
}

/// A rule of one battle that goes before that of the series (FAB-2.1b).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExclusiveRule {
    /// The rule of the series that it changes, as `FAB-8.2`.
    pub rule: String,
    /// What is printed for players.
    pub text: Text,
    /// Does the battle or its ruleset say the same in data, so that games of bots follow it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played: bool,
}
