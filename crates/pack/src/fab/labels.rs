//! Names, colours and printed text of an area battle, which the rules do not read.

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
    /// Date of publication, `YYYY-MM-DD`: the only date in printed files.
    pub published: Option<String>,
    /// Languages in which the scenario is complete, its original language first.
    pub languages: Vec<Language>,
    /// Printed notes on the situation.
    pub notes: Option<Text>,
    /// A printed account of the historical events.
    pub history: Option<Text>,
    /// The corrected edition, if this is one.
    pub errata: Option<Errata>,
    /// Physical size of the blocks.
    #[serde(default = "usual_blocks", skip_serializing_if = "are_usual")]
    pub block_profile: BlockProfile,
    /// The two sides.
    pub sides: BTreeMap<SideId, Banner>,
    /// Higher formations.
    pub formations: BTreeMap<FormationId, Banner>,
    /// Types of units.
    pub unit_types: BTreeMap<TypeId, Text>,
    /// Symbols of types; types that are not listed use the symbol of their class.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<TypeId, UnitSymbol>,
    /// Kinds of terrain.
    pub terrain: BTreeMap<TerrainId, Text>,
    /// Kinds of borders that the battle names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub border_types: BTreeMap<BorderId, Text>,
    /// Kinds of connections that the battle names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub connection_types: BTreeMap<ConnectionId, Text>,
    /// Areas.
    pub areas: BTreeMap<AreaId, AreaLabel>,
    /// Units.
    pub units: BTreeMap<UnitId, Text>,
    /// Short names for labels, for units whose names are too long.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: BTreeMap<UnitId, Text>,
    /// Sizes of units, if given.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sizes: BTreeMap<UnitId, UnitSize>,
    /// Assets, events and Special Actions.
    pub chits: BTreeMap<ChitId, Text>,
    /// Symbols of assets; assets that are not listed use the symbol of their kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asset_symbols: BTreeMap<ChitId, UnitSymbol>,
    /// Dates of the turns, one entry for each turn.
    pub turns: Vec<Option<Text>>,
    /// Rules for this battle only, as players read them.
    pub exclusive_rules: Vec<ExclusiveRule>,
}

impl Labels {
    /// The symbol of a type.
    pub fn symbol(&self, of: &UnitType) -> UnitSymbol {
        self.symbols.get(&of.id).copied().unwrap_or(UnitSymbol::for_class(of.class))
    }

    /// The symbol of an asset; `None` for a command staff without one, which has a special drawing.
    pub fn asset_symbol(&self, of: &Asset) -> Option<UnitSymbol> {
        self.asset_symbols.get(&of.id).copied().or(match of.kind {
            AssetKind::CommandStaff => None,
            AssetKind::Artillery => Some(UnitSymbol::Artillery),
            AssetKind::Battle | AssetKind::Other if of.engineer => Some(UnitSymbol::Engineers),
            AssetKind::Battle | AssetKind::Other => Some(UnitSymbol::for_class(of.class)),
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
    /// Its name.
    pub name: Text,
    /// Its colour on screen.
    pub colour: Rgb,
}

/// The printed text of an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaLabel {
    /// Its printed number; its id if it has none.
    pub number: String,
    /// Its name.
    pub name: Text,
}

/// A rule of one battle that overrides the rules of the series (FAB-2.1b).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExclusiveRule {
    /// The rule of the series that it changes, such as `FAB-8.2`.
    pub rule: String,
    /// The text printed for players.
    pub text: Text,
    /// Whether bots follow the rule, because the battle or its ruleset contains it as data.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played: bool,
}
