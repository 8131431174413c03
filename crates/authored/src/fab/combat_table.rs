//! Success Numbers in a ruleset file: the Combat Table, morale, surrender (FAB-D27 to FAB-D29).

use sandtable_pack::fab as pack;
use sandtable_source::{Node, Read, Reader, Span, Spanned, authored, choice};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::values::LowestDie;
use crate::ruleset::layer::{Change, Key, Layer as _, Table, table};
use crate::values::number::Whole;
use crate::values::setting::Setting;

/// A modifier to a Success Number.
type Modifier = Option<Spanned<Whole<-9, 9>>>;

table! {
    /// Success Numbers of fire: a die at or below the number hits (FAB-2.1f). A natural 1 always
    /// hits, a natural 10 never.
    pub struct CombatTable("combat table") is fab::CombatTable {
        /// The Success Number before all modifiers (FAB-2.1f).
        pub base: Option<Spanned<Whole<0, 10>>>,
        /// The modifier for the quality of the firing unit compared with that of the enemy point
        /// unit (FAB-6.24).
        pub quality_vs_point: Option<QualityVsPoint>,
        /// The modifier for the class of the firing unit compared with that of the enemy point unit
        /// (FAB-6.24).
        pub class_vs_point: Option<ClassVsPoint>,
        /// The comparisons that each kind of fire uses (FAB-A53).
        pub uses: Option<Uses> => "FAB-A53",
        /// Fire of a disordered or recovering unit (FAB-9.33c).
        pub disordered: Modifier,
        /// Fire of a unit out of supply (FAB-9.33c).
        pub unsupplied: Modifier,
        /// Fire at units in fieldworks (FAB-5.23d).
        pub fieldworks: Option<ByFire>,
        /// Close fire of the attacker, for each point of the area's Terrain Difficulty Number (FAB-6.28a).
        pub terrain: Modifier,
        /// Close fire of an attacker across a river (FAB-5.35e).
        pub river_assault: Modifier,
    }
}

table! {
    /// Modifiers by the quality of the firing unit, then of the enemy point unit.
    pub struct QualityVsPoint("table of qualities") is fab::ByQuality<pack::ByQuality<i8>> {
        /// Fire of recruits.
        pub recruit: Option<ByQuality>,
        /// Fire of veterans.
        pub veteran: Option<ByQuality>,
        /// Fire of elites.
        pub elite: Option<ByQuality>,
    }
}

table! {
    /// A modifier for each quality.
    pub struct ByQuality("row of modifiers by quality") is fab::ByQuality<i8> {
        /// Recruits (white).
        pub recruit: Modifier,
        /// Veterans (black).
        pub veteran: Modifier,
        /// Elites (red).
        pub elite: Modifier,
    }
}

table! {
    /// Modifiers by the class of the firing unit, then of the enemy point unit.
    pub struct ClassVsPoint("table of classes") is fab::ByClass<pack::ByClass<i8>> {
        /// Fire of infantry.
        pub infantry: Option<ByClass>,
        /// Fire of armour.
        pub armour: Option<ByClass>,
    }
}

table! {
    /// A modifier for each class.
    pub struct ByClass("row of modifiers by class") is fab::ByClass<i8> {
        /// Infantry.
        pub infantry: Modifier,
        /// Armour.
        pub armour: Modifier,
    }
}

table! {
    /// A modifier for each kind of fire.
    pub struct ByFire("row of modifiers by fire") is fab::FireModifier {
        /// Fire of artillery assets.
        pub artillery: Modifier,
        /// Fire of units and battle assets.
        pub close: Modifier,
    }
}

authored! {
    /// The comparisons of each kind of fire with the enemy point unit (FAB-A53).
    pub struct Uses("table of comparisons") {
        /// Artillery assets.
        pub artillery: Option<Spanned<ComparisonList>>,
        /// Units and battle assets.
        pub close: Option<Spanned<ComparisonList>>,
    }
}

choice! {
    /// A comparison with the enemy point unit.
    pub enum Comparison("comparison") {
        /// Its class, by `class_vs_point`.
        Class = "class",
        /// Its quality, by `quality_vs_point`.
        Quality = "quality",
    }
}

/// The comparisons of one kind of fire with the enemy point unit: a list, which may be empty.
#[derive(Clone, Debug)]
pub struct ComparisonList(Vec<Comparison>);

impl Read for ComparisonList {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Vec::read(node, reader).map(Self)
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for ComparisonList {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Compared".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Comparison>::json_schema(generator)
    }
    fn inline_schema() -> bool {
        true
    }
}

/// Whether class and quality are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ComparisonFlags {
    class: bool,
    quality: bool,
}

impl Setting<ComparisonFlags> for ComparisonList {
    fn packed(&self) -> ComparisonFlags {
        let has = |comparison| self.0.contains(&comparison);
        ComparisonFlags { class: has(Comparison::Class), quality: has(Comparison::Quality) }
    }
    fn word(packed: &ComparisonFlags) -> String {
        let words = match packed {
            ComparisonFlags { class: true, quality: true } => "[class, quality]",
            ComparisonFlags { class: true, quality: false } => "[class]",
            ComparisonFlags { class: false, quality: true } => "[quality]",
            ComparisonFlags { class: false, quality: false } => "[]",
        };
        words.to_owned()
    }
}

impl Table for Uses {
    type Packed = pack::TableUse;

    fn apply_to(&self, base: &Self::Packed, key: &Key, changes: &mut Vec<Change>) -> Self::Packed {
        let artillery =
            ComparisonFlags { class: base.artillery_class, quality: base.artillery_quality };
        let close = ComparisonFlags { class: base.close_class, quality: base.close_quality };
        let artillery = self.artillery.apply_to(&artillery, &key.child("artillery", None), changes);
        table_use(artillery, self.close.apply_to(&close, &key.child("close", None), changes))
    }

    fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<Self::Packed> {
        let artillery = self.artillery.whole(&key.child("artillery", None), missing);
        let close = self.close.whole(&key.child("close", None), missing);
        Some(table_use(artillery?, close?))
    }
}

const fn table_use(artillery: ComparisonFlags, close: ComparisonFlags) -> pack::TableUse {
    pack::TableUse {
        artillery_class: artillery.class,
        artillery_quality: artillery.quality,
        close_class: close.class,
        close_quality: close.quality,
    }
}

table! {
    /// Success Numbers of morale checks (FAB-6.7).
    pub struct Morale("table of morale") is fab::Morale {
        /// The Success Number before all modifiers.
        pub base: Option<Spanned<Whole<0, 10>>>,
        /// The modifier by the quality that the unit has with its remaining steps.
        pub quality: Option<ByQuality>,
        /// The modifier for a disordered or recovering unit.
        pub disordered: Modifier,
        /// The modifier for a unit out of supply.
        pub unsupplied: Modifier,
    }
}

table! {
    /// The lowest die at which a disordered unit out of supply surrenders after a failed check, or
    /// `never` (FAB-9.4d).
    pub struct Surrender("table of surrender") is fab::ByQuality<Option<u8>> {
        /// Recruits (white).
        pub recruit: Option<Spanned<LowestDie>>,
        /// Veterans (black).
        pub veteran: Option<Spanned<LowestDie>>,
        /// Elites (red).
        pub elite: Option<Spanned<LowestDie>>,
    }
}
