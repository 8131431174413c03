//! `scenario.yaml` of a FAB battle: the fields FAB-D1 to FAB-D42, except those of the ruleset.

use sandtable_pack::fab as pack;
use sandtable_source::{Named, Node, Read, Reader, Span, Spanned, Value, authored, choice};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::area_graph::{Area, Edge, EntryArea, EntryPolicy, NoEdge, SupplySource, Terrain};
use super::names::AreaName;
use super::pieces::{Asset, Event, Formation, Reinforcement, Reusable, Side, Unit, UnitType};
use super::ruleset::RulesetChange;
use super::set_up::SetUp;
use crate::ruleset::pub_battles::RulesetChoice;
use crate::scenario::allow::Allow;
use crate::scenario::{BlockProfile, Errata};
use crate::values::number::Whole;
use crate::values::text::{LongText, NonEmptyText, Text};
use crate::values::time::Date;
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// A battle of FAB: its area map, its units, assets and events, its turn track and set-up.
    pub struct Scenario("scenario") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The battle's id.
        pub id: Spanned<Id>,
        /// The battle's title.
        pub title: Text,
        /// Date of publication, the only date that reaches a printed file.
        pub published: Option<Spanned<Date>>,
        /// Languages of every text (default: [en]).
        pub languages: Option<Vec<Spanned<Word<sandtable_pack::Language>>>>,
        /// The ruleset: `fab/series`, a file that `extends:` it, or `extends:` with one and the changes.
        pub ruleset: Spanned<RulesetChoice<RulesetChange>>,
        /// The file of its map of areas. If omitted, the battle can be played but not printed.
        pub map: Option<Spanned<String>>,
        /// Real size of the blocks: `publisher` or measures (default: `publisher`).
        pub block_profile: Option<Spanned<BlockProfile>>,
        /// Number of the last turn.
        pub turns: Spanned<Whole<1, 100>> => "FAB-V38",
        /// The side that moves first in every turn.
        pub first_player: Spanned<Id> => "FAB-V4",
        /// The two sides by id.
        #[cfg_attr(feature = "schema", schemars(with = "Named<crate::scenario::parts::Part<Side>>"))]
        pub sides: Spanned<Named<Side>>,
        /// Higher formations.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Formation>"))]
        pub formations: Vec<Formation>,
        /// Types of units.
        pub unit_types: Vec<UnitType>,
        /// Terrain types.
        pub terrain: Vec<Terrain>,
        /// Areas.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Area>"))]
        pub areas: Vec<Area>,
        /// Borders between areas, one for each pair of neighbours.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Edge>"))]
        pub edges: Vec<Edge>,
        /// Neighbours on the map whose border cannot be crossed (default: none).
        pub no_edge: Option<Vec<NoEdge>> => "FAB-V8",
        /// Entry areas.
        pub entries: Vec<EntryArea>,
        /// Rules for entry at an area other than the unit's own.
        pub entry_policy: Option<EntryPolicy>,
        /// Supply sources, at least one for each side.
        pub supply_sources: Spanned<Vec<SupplySource>>,
        /// Units.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Unit>"))]
        pub units: Vec<Unit>,
        /// The times and places at which units arrive, by unit id.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::scenario::parts::Part<Named<Reinforcement>>>"))]
        pub reinforcements: Option<Named<Reinforcement>>,
        /// Assets.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Asset>"))]
        pub assets: Vec<Asset>,
        /// Events.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Event>"))]
        pub events: Vec<Event>,
        /// Special Actions that return every turn, by the id of the side (default: one for each side).
        pub special_actions: Option<Named<Vec<Reusable>>> => "FAB-8.1a",
        /// Turns in which assets and events enter the cup, by their ids.
        pub chit_schedule: Option<Named<Spanned<Whole<0, 100>>>> => "FAB-V21",
        /// The draws of each turn, and the lead in victory points that wins in it.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<TurnEntry>"))]
        pub turn_track: Spanned<Vec<TurnEntry>>,
        /// Reserve markers, and the units that may have them.
        pub reserve: Reserve,
        /// Limits on strategic movement (default: none).
        pub strategic_movement: Option<StrategicMovement> => "FAB-3.23",
        /// Cases where the defender may assign more than one artillery asset (default: none).
        pub defender_artillery: Option<Vec<DefenderArtillery>> => "FAB-6.26a",
        /// The conditions of victory.
        pub victory: Victory,
        /// The set-up at the start.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::Part<SetUp>"))]
        pub setup: SetUp,
        /// Rules for this battle only, as players read them.
        pub overrides: Option<Vec<Override>> => "FAB-2.1b",
        /// Printed text about the situation.
        pub notes: Option<LongText>,
        /// Printed text about the historical outcome.
        pub history: Option<LongText>,
        /// The corrected edition.
        pub errata: Option<Errata>,
        /// Intended warnings, each for one place and with a reason.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// One turn of the turn track (FAB-D19).
    pub struct TurnEntry("turn") {
        /// Its number.
        pub turn: Spanned<Whole<1, 100>> => "FAB-V29",
        /// The text printed next to it, such as its date.
        pub date: Option<Text>,
        /// Chits that each side draws in the two Administration Phases, such as `{ blue: [2, 1], red: [1, 2] }`.
        pub draws: Spanned<Named<Spanned<Pair>>> => "FAB-V29",
        /// The lead in victory points at which a side wins at once (default: none).
        pub net_vp: Option<Spanned<Named<Spanned<Whole<-999, 999>>>>> => "FAB-V37",
    }
}

/// Two numbers: draws of the first and second Administration Phase, or the first and last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub u8, pub u8);

impl Read for Pair {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let numbers = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => &[],
        };
        if let [first, second] = numbers {
            let first = Whole::<0, 100>::read(first, reader);
            let second = Whole::<0, 100>::read(second, reader);
            return Some(Self(first?.0 as u8, second?.0 as u8));
        }
        reader.wrong_kind(node, "a list of two numbers, such as `[2, 1]`");
        None
    }

    fn expected() -> Option<String> {
        Some("a list of two numbers, such as `[2, 1]`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(1, 1))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Pair {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pair".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": 100 },
            "minItems": 2,
            "maxItems": 2
        })
    }
    fn inline_schema() -> bool {
        true
    }
}

authored! {
    /// Reserve markers (FAB-D23).
    pub struct Reserve("reserve") {
        /// Markers of each side, by its id.
        pub markers: Spanned<Named<Spanned<Whole<0, 99>>>> => "FAB-V23",
        /// Markers for one formation only, in addition to those of its side, by the id of the formation.
        pub formation_markers: Option<Named<Spanned<Whole<0, 99>>>>,
        /// The units that may have them, if in good order, in supply and not in a contested area.
        pub eligible: Option<Eligible>,
    }
}

authored! {
    /// The units that may have reserve markers. If a key is omitted, it does not restrict the
    /// choice.
    pub struct Eligible("choice of units") {
        /// Only units of these types.
        pub types: Option<Vec<Spanned<Id>>>,
        /// Only in these areas.
        pub areas: Option<Vec<Spanned<AreaName>>>,
        /// Never units of these types.
        pub exclude: Option<Vec<Spanned<Id>>>,
    }
}

authored! {
    /// Limits on strategic movement (FAB-D24).
    pub struct StrategicMovement("limit on strategic movement") {
        /// Maximum number of units of a side in one phase (default: no limit).
        pub max_units_per_side: Option<Spanned<Whole<0, 99>>>,
        /// Maximum number of areas that a unit enters (default: no limit).
        pub max_areas: Option<Spanned<Whole<0, 99>>>,
        /// Connections that it may use (default: all).
        pub connections: Option<Vec<Spanned<Id>>>,
        /// Classes that may use it (default: both).
        pub classes: Option<Vec<Spanned<Word<pack::Class>>>>,
        /// Areas that it may not enter (default: none).
        pub forbidden_areas: Option<Vec<Spanned<AreaName>>>,
        /// The first and last turn in which it is possible (default: all turns).
        pub turns: Option<Spanned<Pair>>,
    }
}

authored! {
    /// A case where the defender may assign more than one artillery asset (FAB-D25). If a key is
    /// omitted, it does not restrict the case.
    pub struct DefenderArtillery("rule on the defender's artillery") {
        /// The defending side.
        pub side: Option<Spanned<Id>>,
        /// The formation of the artillery.
        pub formation: Option<Spanned<Id>>,
        /// The area of the combat.
        pub area: Option<Spanned<AreaName>>,
        /// The first and last turn.
        pub turns: Option<Spanned<Pair>>,
        /// Maximum number of artillery assets.
        pub max: Spanned<Whole<0, 99>> => "FAB-V34",
    }
}

authored! {
    /// The conditions of victory (FAB-D31). Areas score their `vp`; sudden death depends on
    /// `net_vp` of the turn track.
    pub struct Victory("victory") {
        /// Points for the enemy for each unit that a side has lost (default: 0).
        pub elimination_vp: Option<Spanned<Whole<0, 99>>> => "FAB-3.4",
        /// The winner after the last turn: `higher-vp` (the default), or a side with a minimum lead.
        pub end: Option<Spanned<End>> => "FAB-3.5",
    }
}

/// The winner after the last turn.
#[derive(Clone, Debug)]
pub enum End {
    /// The side with more points.
    HigherVp,
    /// A side with a minimum lead; otherwise the other side.
    NetAtLeast(NetAtLeast),
}

authored! {
    /// A side that wins if its lead is at least this large; otherwise the other side wins.
    pub struct NetAtLeast("end of the battle") {
        /// The side that must lead.
        pub side: Spanned<Id>,
        /// The minimum lead in points; may be negative.
        pub net_at_least: Spanned<Whole<-999, 999>>,
    }
}

impl Read for End {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "higher-vp" => Some(Self::HigherVp),
            Value::Text(word) => {
                reader.unknown_choice(node, word, "end of a battle", &["higher-vp"]);
                None
            }
            Value::Map(_) => NetAtLeast::read(node, reader).map(Self::NetAtLeast),
            _ => {
                reader.wrong_kind(node, "`higher-vp`, or `{ side: …, net_at_least: … }`");
                None
            }
        }
    }

    fn expected() -> Option<String> {
        Some("`higher-vp`, or `{ side: …, net_at_least: … }`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::HigherVp)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for End {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "End".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let net = generator.subschema_for::<NetAtLeast>();
        json_schema!({ "anyOf": [{ "const": "higher-vp" }, net] })
    }
    fn inline_schema() -> bool {
        true
    }
}

authored! {
    /// A rule for this battle only that overrides one of the series (FAB-2.1b). The runner applies
    /// only the parts that `played_by` names.
    pub struct Override("exclusive rule") {
        /// The rule of the series that it changes, such as `FAB-8.2`.
        pub rule: Spanned<NonEmptyText>,
        /// The text printed for players.
        pub text: LongText,
        /// The name that effects of events use in `custom: …`.
        pub hook: Option<Spanned<Id>> => "FAB-V40",
        /// The parts of the ruleset or scenario that implement the rule for the runner. If omitted,
        /// the rule is only printed.
        pub played_by: Option<Vec<Spanned<Player>>> => "FAB-V40",
    }
}

choice! {
    /// A part of a battle that can implement an exclusive rule.
    pub enum Player("component that applies a rule") {
        /// Movement points by class.
        Allowances = "allowances",
        /// Units in one area.
        Stacking = "stacking",
        /// The die that blows a bridge under a unit.
        BlowOn = "blow_on",
        /// Kinds of borders.
        BorderTypes = "border_types",
        /// Kinds of connections.
        ConnectionTypes = "connection_types",
        /// Success Numbers of fire.
        CombatTable = "combat_table",
        /// Success Numbers of morale checks.
        Morale = "morale",
        /// Dice at which units surrender.
        Surrender = "surrender",
        /// Maximum number of assets assigned to a combat.
        AssetLimits = "asset_limits",
        /// Markers in the box.
        MarkerLimits = "marker_limits",
        /// Rulings.
        Rulings = "rulings",
        /// Units that may be in reserve.
        Reserve = "reserve",
        /// Limits on strategic movement.
        StrategicMovement = "strategic_movement",
        /// Cases where the defender may have more artillery.
        DefenderArtillery = "defender_artillery",
        /// Entry rules for delayed or redirected units.
        EntryPolicy = "entry_policy",
        /// Terrain types.
        Terrain = "terrain",
        /// Events.
        Events = "events",
        /// Special Actions.
        SpecialActions = "special_actions",
        /// Victory.
        Victory = "victory",
    }
}
