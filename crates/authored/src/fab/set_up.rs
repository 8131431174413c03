//! The set-up of a FAB battle: the fields FAB-D33 to FAB-D38.

use sandtable_pack::fab as pack;
use sandtable_source::{Named, Node, Read, Reader, Span, Spanned, Value, authored, choice};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::names::AreaName;
use super::pieces::UnitSetUp;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::word::Word;

authored! {
    /// The set-up at the start (FAB-D33 to FAB-D38).
    pub struct SetUp("set-up") {
        /// Control of areas: `default:` with a side, and lists of areas by the id of a side.
        pub control: Spanned<Named<Control>> => "FAB-V25",
        /// Positions of units, by their ids.
        pub units: Option<Named<UnitSetUp>>,
        /// Markers on the map (default: none).
        pub markers: Option<Markers>,
        /// Boxes of the assets, events and Special Actions that are not in the cup, by their ids.
        pub boxes: Option<Named<Spanned<Word<pack::ChitBox>>>>,
        /// Units, assets and events that are not in play.
        pub not_in_play: Option<Vec<Spanned<Id>>> => "FAB-V20",
        /// Units and areas out of supply (default: `computed`, the result of tracing).
        pub supply: Option<Spanned<Supply>> => "FAB-9.31",
        /// The start of play (default: the Reinforcement Phase of turn 1).
        pub start: Option<Start>,
    }
}

/// The side that controls all unlisted areas, or a list of areas.
#[derive(Clone, Debug)]
pub enum Control {
    /// A side.
    Side(Spanned<Id>),
    /// A list of areas.
    Areas(Vec<Spanned<AreaName>>),
}

impl Read for Control {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Text(_) => Spanned::read(node, reader).map(Self::Side),
            _ => Vec::read(node, reader).map(Self::Areas),
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Control {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Control".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let side = generator.subschema_for::<Id>();
        let areas = generator.subschema_for::<Vec<AreaName>>();
        json_schema!({ "anyOf": [side, areas] })
    }
    fn inline_schema() -> bool {
        true
    }
}

authored! {
    /// Markers on the map at the start (FAB-D35).
    pub struct Markers("set of markers") {
        /// Fieldworks.
        pub fieldworks: Option<Vec<MarkerOf>>,
        /// Borders whose bridges are blown.
        pub blown: Option<Vec<Bridge>>,
        /// Roadblocks.
        pub roadblocks: Option<Vec<MarkerOf>>,
    }
}

authored! {
    /// A marker of a side.
    pub struct MarkerOf("marker") {
        /// The area of the marker.
        pub area: Spanned<AreaName>,
        /// The side that owns it.
        pub side: Spanned<Id>,
    }
}

authored! {
    /// The border between two areas.
    pub struct Bridge("bridge") {
        /// One of the areas.
        pub a: Spanned<AreaName>,
        /// The other area.
        pub b: Spanned<AreaName>,
    }
}

choice! {
    /// Supply that is computed by tracing.
    pub enum Computed("state of supply") {
        /// Computed by tracing supply at the start.
        Computed = "computed",
    }
}

/// Units and areas out of supply at the start.
#[derive(Clone, Debug)]
pub enum Supply {
    /// The result of tracing.
    Computed,
    /// The listed units and areas.
    Without(WithoutSupply),
}

authored! {
    /// Units and areas that are out of supply at the start.
    pub struct WithoutSupply("list of units and areas out of supply") {
        /// Units (default: none).
        pub units: Option<Vec<Spanned<Id>>>,
        /// Areas (default: none).
        pub areas: Option<Vec<Spanned<AreaName>>>,
    }
}

impl Read for Supply {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Map(_) => WithoutSupply::read(node, reader).map(Self::Without),
            _ => Computed::read(node, reader).map(|Computed::Computed| Self::Computed),
        }
    }

    fn expected() -> Option<String> {
        Some("`computed`, or `{ units: […], areas: […] }`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Computed)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Supply {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Supply".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let without = generator.subschema_for::<WithoutSupply>();
        json_schema!({ "anyOf": [{ "const": "computed" }, without] })
    }
    fn inline_schema() -> bool {
        true
    }
}

authored! {
    /// The start of play (FAB-D38).
    pub struct Start("start of play") {
        /// The turn (default: 1).
        pub turn: Option<Spanned<Whole<1, 100>>>,
        /// The side whose player turn it is (default: the first player).
        pub player: Option<Spanned<Id>>,
        /// The phase (default: the Reinforcement Phase).
        pub phase: Option<Spanned<Word<pack::Phase>>>,
    }
}
