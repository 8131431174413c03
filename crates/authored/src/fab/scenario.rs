//! `scenario.yaml` of a battle of FAB: the fields FAB-D1 to FAB-D42 but those that are the ruleset's.

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
use crate::values::text::{Filled, Text};
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
        /// Languages in which every text is given; [en] if left out.
        pub languages: Option<Vec<Spanned<Word<sandtable_pack::Language>>>>,
        /// The ruleset: `fab/series`, a file that `extends:` it, or `extends:` one and what changes.
        pub ruleset: Spanned<RulesetChoice<RulesetChange>>,
        /// The map of areas that is drawn for it; without one it cannot be printed, and is only played, if left out.
        pub map: Option<Spanned<String>>,
        /// Real size of the blocks: `publisher` or measures; the publisher's if left out.
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
        /// Kinds of ground.
        pub terrain: Vec<Terrain>,
        /// Areas.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Area>"))]
        pub areas: Vec<Area>,
        /// Borders between areas, one for each pair of neighbours.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Edge>"))]
        pub edges: Vec<Edge>,
        /// Neighbours on the map over whose border nobody goes; none if left out.
        pub no_edge: Option<Vec<NoEdge>> => "FAB-V8",
        /// Entry areas.
        pub entries: Vec<EntryArea>,
        /// How units find another entry area than their own.
        pub entry_policy: Option<EntryPolicy>,
        /// Where supply comes from, at least one for each side.
        pub supply_sources: Spanned<Vec<SupplySource>>,
        /// Units.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Unit>"))]
        pub units: Vec<Unit>,
        /// When and where units arrive, by their ids.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::scenario::parts::Part<Named<Reinforcement>>>"))]
        pub reinforcements: Option<Named<Reinforcement>>,
        /// Assets.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Asset>"))]
        pub assets: Vec<Asset>,
        /// Events.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<Event>"))]
        pub events: Vec<Event>,
        /// Special Actions that come back every turn, by the id of the side; one of each side if left out.
        pub special_actions: Option<Named<Vec<Reusable>>> => "FAB-8.1a",
        /// Turns in which assets and events enter the cup, by their ids.
        pub chit_schedule: Option<Named<Spanned<Whole<0, 100>>>> => "FAB-V21",
        /// Draws of each turn, and what wins it.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::ListOfParts<TurnEntry>"))]
        pub turn_track: Spanned<Vec<TurnEntry>>,
        /// Reserve markers, and which units may have them.
        pub reserve: Reserve,
        /// What limits strategic movement; nothing if left out.
        pub strategic_movement: Option<StrategicMovement> => "FAB-3.23",
        /// Where the defender may assign more than one artillery asset; nowhere if left out.
        pub defender_artillery: Option<Vec<DefenderArtillery>> => "FAB-6.26a",
        /// Who wins.
        pub victory: Victory,
        /// Where everything is at the start.
        #[cfg_attr(feature = "schema", schemars(with = "crate::scenario::parts::Part<SetUp>"))]
        pub setup: SetUp,
        /// Rules of this battle alone, as players read them.
        pub overrides: Option<Vec<Override>> => "FAB-2.1b",
        /// Printed text on the situation.
        pub notes: Option<Text>,
        /// Printed text on what happened historically.
        pub history: Option<Text>,
        /// Which corrected edition this is.
        pub errata: Option<Errata>,
        /// Warnings that are meant, each at one place and with its reason.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// One turn of the track (FAB-D19).
    pub struct TurnEntry("turn") {
        /// Its number.
        pub turn: Spanned<Whole<1, 100>> => "FAB-V29",
        /// What is printed beside it, such as its date.
        pub date: Option<Text>,
        /// Chits that each side draws in the two Administration Phases, as `{ blue: [2, 1], red: [1, 2] }`.
        pub draws: Spanned<Named<Spanned<Pair>>> => "FAB-V29",
        /// Victory points ahead of the enemy with which a side wins at once; never if left out.
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
        /// Markers that are for one formation only, besides those of its side, by its id.
        pub formation_markers: Option<Named<Spanned<Whole<0, 99>>>>,
        /// Which units may have them, of those in good order, in supply and in no contested area.
        pub eligible: Option<Eligible>,
    }
}

authored! {
    /// Which units may have reserve markers; what is left out asks nothing.
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
    /// What limits strategic movement (FAB-D24).
    pub struct StrategicMovement("limit on strategic movement") {
        /// Units of a side in one phase at most; any number if left out.
        pub max_units_per_side: Option<Spanned<Whole<0, 99>>>,
        /// Areas that a unit enters at most; any number if left out.
        pub max_areas: Option<Spanned<Whole<0, 99>>>,
        /// Connections that it uses; all if left out.
        pub connections: Option<Vec<Spanned<Id>>>,
        /// Classes that may; both if left out.
        pub classes: Option<Vec<Spanned<Word<pack::Class>>>>,
        /// Areas that it may not enter; none if left out.
        pub forbidden_areas: Option<Vec<Spanned<AreaName>>>,
        /// The first and the last turn of it; all turns if left out.
        pub turns: Option<Spanned<Pair>>,
    }
}

authored! {
    /// Where the defender may assign more artillery than one (FAB-D25). What is left out asks nothing.
    pub struct DefenderArtillery("rule on the defender's artillery") {
        /// Who defends.
        pub side: Option<Spanned<Id>>,
        /// Of which formation the artillery is.
        pub formation: Option<Spanned<Id>>,
        /// Where.
        pub area: Option<Spanned<AreaName>>,
        /// The first and the last turn.
        pub turns: Option<Spanned<Pair>>,
        /// Artillery assets at most.
        pub max: Spanned<Whole<0, 99>> => "FAB-V34",
    }
}

authored! {
    /// Who wins (FAB-D31). Areas count by their `vp`, sudden death by `net_vp` of the turn track.
    pub struct Victory("victory") {
        /// Points of the enemy for each unit that a side has lost; 0 if left out.
        pub elimination_vp: Option<Spanned<Whole<0, 99>>> => "FAB-3.4",
        /// Who wins after the last turn: `higher-vp`, as if left out, or a side by so many points.
        pub end: Option<Spanned<End>> => "FAB-3.5",
    }
}

/// Who wins after the last turn.
#[derive(Clone, Debug)]
pub enum End {
    /// Who has more points.
    HigherVp,
    /// A side that is so far ahead; else the other.
    NetAtLeast(NetAtLeast),
}

authored! {
    /// A side that wins if it is so many points ahead; else the other one wins.
    pub struct NetAtLeast("end of the battle") {
        /// Which side must be ahead.
        pub side: Spanned<Id>,
        /// By how many points; may be below nought.
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
    /// A rule of this battle alone that goes before one of the series (FAB-2.1b). The runner plays of it
    /// what `played_by` names, and nothing else.
    pub struct Override("exclusive rule") {
        /// The rule of the series that it changes, as `FAB-8.2`.
        pub rule: Spanned<Filled>,
        /// What is printed for players.
        pub text: Text,
        /// The name by which effects of events refer to it, in `custom: …`.
        pub hook: Option<Spanned<Id>> => "FAB-V40",
        /// The parts of the ruleset or scenario that say the same to the runner; it is a text alone if left out.
        pub played_by: Option<Vec<Spanned<Player>>> => "FAB-V40",
    }
}

choice! {
    /// A part of a battle by which an exclusive rule can be played.
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
        /// Dice with which units surrender.
        Surrender = "surrender",
        /// Assets that can be assigned to a combat.
        AssetLimits = "asset_limits",
        /// Markers in the box.
        MarkerLimits = "marker_limits",
        /// Rulings.
        Rulings = "rulings",
        /// Who may be in reserve.
        Reserve = "reserve",
        /// Who moves strategically, and when.
        StrategicMovement = "strategic_movement",
        /// Where the defender may have more artillery.
        DefenderArtillery = "defender_artillery",
        /// How units come in that are late or redirected.
        EntryPolicy = "entry_policy",
        /// Kinds of ground.
        Terrain = "terrain",
        /// Events.
        Events = "events",
        /// Special Actions.
        SpecialActions = "special_actions",
        /// Victory.
        Victory = "victory",
    }
}
