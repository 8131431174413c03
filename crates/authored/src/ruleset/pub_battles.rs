//! A Pub Battles ruleset file. Every key is optional: a file that `extends:` another contains only
//! its changes.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_source::{Named, Node, Read, Reader, Span, Spanned, Value, authored};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::layer::{Change, Key, Layer, Table, table};
use super::rulings::Rulings;
use crate::ruleset::heading::{
    Heading, InPlaceChange, RulesetFile, RulesetOverride, ruleset_types,
};
use crate::scenario::own_type::OwnType;
use crate::values::length::GroundDistance;
use crate::values::number::Whole;
use crate::values::word::Word;

ruleset_types! {
    "pub-battles/3.2",
    /// The numbers and rulings of a game.
    {
        /// Distances on the ground.
        pub distances: Option<Distances>,
        /// Table A: the abilities of each arm.
        pub pieces: Option<PieceRows>,
        /// Types of pieces that are not in Table A, such as horse artillery, by name (PB-3.37).
        pub types: Option<Named<OwnType>>,
        /// The effects of each quality.
        pub qualities: Option<QualityRows>,
        /// Multipliers of the winner's points.
        pub victory: Option<Victory>,
        /// Rulings on open questions and on differences between editions (PB-36.14).
        pub rulings: Option<Rulings>,
    }
}

/// Implements the accessors of both types.
macro_rules! overrides {
    ($name:ident) => {
        impl $name {
            /// The tables of the ruleset.
            fn tables(&self) -> Tables<'_> {
                Tables {
                    distances: &self.distances,
                    pieces: &self.pieces,
                    qualities: &self.qualities,
                    victory: &self.victory,
                    rulings: &self.rulings,
                }
            }
        }

        impl RulesetOverride for $name {
            type Packed = pack::Ruleset;

            fn apply_to(
                &self,
                base: &pack::Ruleset,
                id: String,
                changes: &mut Vec<Change>,
            ) -> pack::Ruleset {
                self.tables().apply_to(base, id, changes)
            }

            fn name(packed: &pack::Ruleset) -> &str {
                &packed.id
            }
        }
    };
}

overrides!(Ruleset);
overrides!(RulesetChange);

impl RulesetFile for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] = &[
        ("pub-battles/3.2", include_str!("../../rulesets/pub-battles-3.2.yaml")),
        ("pub-battles/3.1", include_str!("../../rulesets/pub-battles-3.1.yaml")),
        ("pub-battles/quick-start", include_str!("../../rulesets/pub-battles-quick-start.yaml")),
    ];
    const RULE: &'static str = "PB-3.19";

    fn heading(&self) -> Heading<'_> {
        Heading { span: self.span, id: &self.id.value, extends: self.extends.as_ref() }
    }

    fn whole(&self, id: String, missing: &mut Vec<String>) -> Option<pack::Ruleset> {
        self.tables().whole(id, missing)
    }
}

/// The ruleset of a scenario.
#[derive(Clone, Debug)]
pub enum RulesetChoice<C = RulesetChange> {
    /// A name such as `pub-battles/3.2`, or a file.
    Named(String),
    /// A named ruleset or file, with changes.
    Change(Box<C>),
}

#[cfg(feature = "schema")]
impl<C: JsonSchema> JsonSchema for RulesetChoice<C> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RulesetChoice".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let change = generator.subschema_for::<crate::scenario::parts::Part<C>>();
        json_schema!({ "anyOf": [{ "type": "string" }, change] })
    }
    fn inline_schema() -> bool {
        true
    }
}

impl<C: InPlaceChange> Read for RulesetChoice<C> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(name) => Some(Self::Named(name.clone())),
            Value::Map(_) => C::read(node, reader).map(Box::new).map(Self::Change),
            _ => {
                reader.wrong_kind(
                    node,
                    "the name or path of a ruleset, or `extends:` with one and the values that it changes",
                );
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Named(C::STANDARD.to_owned()))
    }
}

/// The tables of a ruleset or of a change.
#[derive(Clone, Copy)]
struct Tables<'t> {
    distances: &'t Option<Distances>,
    pieces: &'t Option<PieceRows>,
    qualities: &'t Option<QualityRows>,
    victory: &'t Option<Victory>,
    rulings: &'t Option<Rulings>,
}

impl Tables<'_> {
    /// Applies these tables to a ruleset.
    fn apply_to(
        &self,
        base: &pack::Ruleset,
        id: String,
        changes: &mut Vec<Change>,
    ) -> pack::Ruleset {
        let key = |table| Key::default().child(table, None);
        pack::Ruleset {
            id,
            distances: self.distances.apply_to(&base.distances, &key("distances"), changes),
            pieces: self.pieces.apply_to(&base.pieces, &key("pieces"), changes),
            types: base.types.clone(),
            qualities: self.qualities.apply_to(&base.qualities, &key("qualities"), changes),
            victory: self.victory.apply_to(&base.victory, &key("victory"), changes),
            rulings: self.rulings.apply_to(&base.rulings, &key("rulings"), changes),
        }
    }

    /// Returns a ruleset with only these tables, and lists the missing values.
    fn whole(&self, id: String, missing: &mut Vec<String>) -> Option<pack::Ruleset> {
        let key = |table| Key::default().child(table, None);
        let distances = self.distances.whole(&key("distances"), missing);
        let pieces = self.pieces.whole(&key("pieces"), missing);
        let qualities = self.qualities.whole(&key("qualities"), missing);
        let victory = self.victory.whole(&key("victory"), missing);
        let rulings = self.rulings.whole(&key("rulings"), missing);
        Some(pack::Ruleset {
            id,
            distances: distances?,
            pieces: pieces?,
            types: BTreeMap::new(),
            qualities: qualities?,
            victory: victory?,
            rulings: rulings?,
        })
    }
}

table! {
    /// Distances on the ground.
    pub struct Distances("table of distances") is Distances {
        /// One third of a foot move: also field of fire, column stand-off, supply clearance (PB-1.4).
        pub foot_third: Option<Spanned<GroundDistance>>,
        /// One third of a mounted move: also command and rally range (PB-1.4).
        pub mounted_third: Option<Spanned<GroundDistance>>,
        /// Spotting and bombardment range (PB-17.1, PB-15.1).
        pub spotting: Option<Spanned<GroundDistance>>,
        /// Depth of sight into woods and buildings (PB-16.2).
        pub sight_depth: Option<Spanned<GroundDistance>>,
        /// Blocks within this distance are in contact (PB-36.5).
        pub contact_tolerance: Option<Spanned<GroundDistance>>,
        /// Maximum distance of a Support behind its lead (PB-A85).
        pub support_gap: Option<Spanned<GroundDistance>>,
    }
}

authored! {
    /// The rows of Table A by arm.
    pub struct PieceRows("table of pieces") {
        /// Infantry.
        pub infantry: Option<PieceRow>,
        /// Detachments.
        pub detachment: Option<PieceRow>,
        /// Artillery.
        pub artillery: Option<PieceRow>,
        /// Cavalry.
        pub cavalry: Option<PieceRow>,
        /// Dragoons.
        pub dragoons: Option<PieceRow>,
    }
}

/// Declares a row of Table A, with additional keys before its own.
macro_rules! row_of_table_a {
    ($(#[$meta:meta])* pub struct $name:ident($noun:literal) { $($own:tt)* }) => {
        $crate::ruleset::layer::table! {
            $(#[$meta])*
            pub struct $name($noun) is PieceRules { $($own)* } over {
                /// Number of dice that it rolls (PB-23.1).
                pub dice: Option<Spanned<Whole<1, 12>>>,
                /// The lowest die that hits (PB-23.1).
                pub hits_on: Option<Spanned<Whole<2, 6>>>,
                /// The class of its move: Foot or Mounted (PB-6.1).
                pub moves: Option<Spanned<Word<sandtable_pack::MoveClass>>>,
                /// Whether it projects a field of fire (PB-10.1).
                pub field_of_fire: Option<Spanned<bool>>,
                /// Whether it may make contact (PB-12.4).
                pub attacks: Option<Spanned<bool>>,
                /// Whether it may support (PB-13.1).
                pub supports: Option<Spanned<bool>>,
                /// Whether it may bombard (PB-15.1).
                pub bombards: Option<Spanned<bool>>,
                /// Whether it may enter marsh (PB-6.13).
                pub enters_marsh: Option<Spanned<bool>>,
                /// Whether it rallies only near an unpacked train (PB-19.1, PB-19.2).
                pub rally_needs_baggage: Option<Spanned<bool>>,
                /// The states that it can have: Fresh and Spent, or only one (PB-A10).
                pub status: Option<Spanned<Word<sandtable_pack::StatusEffect>>>,
                /// Whether it counts for Rout (PB-29.3).
                pub counts_for_rout: Option<Spanned<bool>>,
                /// Points when destroyed, by quality (PB-29.1).
                pub points: Option<Points>,
            }
        }
    };
}

pub(crate) use row_of_table_a;

row_of_table_a! {
    /// One arm's row of Table A.
    pub struct PieceRow("row of the table of pieces") {}
}

table! {
    /// Points when destroyed, by quality.
    pub struct Points("table of points") is Points {
        /// Militia.
        pub militia: Option<Spanned<Whole<0, 1_000>>>,
        /// Regular.
        pub regular: Option<Spanned<Whole<0, 1_000>>>,
        /// Elite.
        pub elite: Option<Spanned<Whole<0, 1_000>>>,
        /// Guard.
        pub guard: Option<Spanned<Whole<0, 1_000>>>,
    }
}

authored! {
    /// The effects of each quality.
    pub struct QualityRows("table of qualities") {
        /// Militia.
        pub militia: Option<QualityRow>,
        /// Regular.
        pub regular: Option<QualityRow>,
        /// Elite.
        pub elite: Option<QualityRow>,
        /// Guard.
        pub guard: Option<QualityRow>,
    }
}

table! {
    /// The effects of one quality.
    pub struct QualityRow("row of the table of qualities") is QualityRules {
        /// The effect of the first hit of a combat (PB-24.4, PB-24.5).
        pub first_hit: Option<Spanned<Word<pack::FirstHit>>>,
    }
}

table! {
    /// Multipliers of the winner's points (PB-29).
    pub struct Victory("table of multipliers") is VictoryRules {
        /// Multiplier if the enemy's infantry is routed (PB-29.2).
        pub rout_multiplier: Option<Spanned<Whole<1, 100>>>,
        /// Multiplier if the enemy lost a train (PB-29.3).
        pub broken_multiplier: Option<Spanned<Whole<1, 100>>>,
        /// Multiplier if the enemy packed up a train (PB-29.4).
        pub forced_back_multiplier: Option<Spanned<Whole<1, 100>>>,
    }
}

impl PieceRows {
    fn rows(&self) -> [(pack::PieceType, &'static str, &Option<PieceRow>); 5] {
        [
            (pack::PieceType::Infantry, "infantry", &self.infantry),
            (pack::PieceType::Detachment, "detachment", &self.detachment),
            (pack::PieceType::Artillery, "artillery", &self.artillery),
            (pack::PieceType::Cavalry, "cavalry", &self.cavalry),
            (pack::PieceType::Dragoons, "dragoons", &self.dragoons),
        ]
    }
}

impl QualityRows {
    fn rows(&self) -> [(pack::Quality, &'static str, &Option<QualityRow>); 4] {
        [
            (pack::Quality::Militia, "militia", &self.militia),
            (pack::Quality::Regular, "regular", &self.regular),
            (pack::Quality::Elite, "elite", &self.elite),
            (pack::Quality::Guard, "guard", &self.guard),
        ]
    }
}

/// Implements a table whose rows are a map in the pack.
macro_rules! rows {
    ($name:ident: $kind:ident => $row:ident) => {
        impl Table for $name {
            type Packed = BTreeMap<pack::$kind, pack::$row>;

            fn apply_to(
                &self,
                base: &Self::Packed,
                key: &Key,
                changes: &mut Vec<Change>,
            ) -> Self::Packed {
                let rows = self.rows().into_iter().filter_map(|(kind, name, row)| {
                    let key = key.child(name, None);
                    Some((kind, row.apply_to(base.get(&kind)?, &key, changes)))
                });
                rows.collect()
            }

            fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<Self::Packed> {
                let rows = self.rows().map(|(kind, name, row)| {
                    let row = row.whole(&key.child(name, None), missing);
                    row.map(|row| (kind, row))
                });
                rows.into_iter().collect()
            }
        }
    };
}

rows!(PieceRows: PieceType => PieceRules);
rows!(QualityRows: Quality => QualityRules);
