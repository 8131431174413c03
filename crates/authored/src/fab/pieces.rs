//! Formations, units, assets, events and Special Actions in a scenario (FAB-D4, FAB-D5, FAB-D13 to
//! FAB-D18).

use sandtable_pack::fab as pack;
use sandtable_source::{Node, Read, Reader, Span, Spanned, Value, authored, choice};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::effects::Effect;
use super::names::{AreaName, EntryCode};
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::text::{Colour, Text};
use crate::values::word::Word;

authored! {
    /// One of the two sides.
    pub struct Side("side") {
        /// Its name.
        pub name: Text,
        /// Its colour.
        pub colour: Spanned<Colour>,
    }
}

authored! {
    /// A corps or army headquarters, shown only by a colour; it has no piece (FAB-2.3d).
    pub struct Formation("formation") {
        /// Its id.
        pub id: Spanned<Id>,
        /// The side that owns it.
        pub side: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// Its colour.
        pub colour: Spanned<Colour>,
    }
}

authored! {
    /// A type of unit, with the symbol on its label (FAB-2.3a).
    pub struct UnitType("type of unit") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// Its class.
        pub class: Spanned<Word<pack::Class>> => "FAB-2.3a",
        /// Movement allowance (default: that of its class).
        pub allowance: Option<Spanned<Whole<0, 60>>> => "FAB-5.22",
        /// The ways in which its units may leave their areas (default: `freely`).
        pub moves: Option<Spanned<Word<pack::Mobility>>> => "FAB-D5",
        /// The symbol in the frame on its labels (default: an infantry cross or a tank oval, by its class).
        pub symbol: Option<Spanned<Word<pack::UnitSymbol>>> => "FAB-2.3a",
        /// The size of its units (default: not shown).
        pub size: Option<Spanned<Word<pack::UnitSize>>> => "FAB-2.2a",
    }
}

authored! {
    /// One block (FAB-2.2a).
    pub struct Unit("unit") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// The text on its label (default: its name, shortened if it does not fit).
        pub short: Option<Text>,
        /// The side that owns it (default: the side of its formation).
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it belongs to.
        pub formation: Spanned<Id>,
        /// Its size (default: the size of its type).
        pub size: Option<Spanned<Word<pack::UnitSize>>> => "FAB-2.2a",
        /// Its type.
        pub r#type: Spanned<Id>,
        /// The ways in which it may leave its area (default: those of its type).
        pub moves: Option<Spanned<Word<pack::Mobility>>> => "FAB-D5",
        /// Its quality with one step left, with two, and so on up to full strength, such as `[R, V,
        /// V]`.
        pub quality_by_step: Spanned<Steps> => "FAB-V19",
        /// Steps at the start (default: all).
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
    }
}

/// The quality of a unit by its remaining steps.
#[derive(Clone, Debug)]
pub struct Steps(pub Vec<Spanned<Quality>>);

impl Read for Steps {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Vec::read(node, reader).map(Self)
    }

    fn expected() -> Option<String> {
        Some("one to four qualities, the last step first, such as `[R, V, V]`".to_owned())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Steps {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "QualityByStep".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let quality = generator.subschema_for::<Quality>();
        json_schema!({ "type": "array", "items": quality, "minItems": 1, "maxItems": 4 })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// Quality of troops, as a word or by its first letter (FAB-2.3i).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality(pub pack::Quality);

impl Quality {
    /// Words and letters, from worst to best.
    const FORMS: [(&'static str, &'static str, pack::Quality); 3] = [
        ("recruit", "R", pack::Quality::Recruit),
        ("veteran", "V", pack::Quality::Veteran),
        ("elite", "E", pack::Quality::Elite),
    ];
}

impl Read for Quality {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "`recruit`, `veteran` or `elite`, or `R`, `V` or `E`";
        let Value::Text(text) = &node.value else {
            reader.wrong_kind(node, EXPECTED);
            return None;
        };
        let found = Self::FORMS.iter().find(|(word, letter, _)| text == word || text == letter);
        if found.is_none() {
            let words: Vec<&str> =
                Self::FORMS.iter().flat_map(|&(word, letter, _)| [word, letter]).collect();
            reader.unknown_choice(node, text, "quality", &words);
        }
        found.map(|&(.., quality)| Self(quality))
    }

    fn expected() -> Option<String> {
        Some("`R`, `V` or `E` (`recruit`, `veteran`, `elite`)".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(pack::Quality::Veteran))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Quality {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Quality".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": ["recruit", "veteran", "elite", "R", "V", "E"] })
    }
    fn inline_schema() -> bool {
        true
    }
}

authored! {
    /// The arrival of a unit that is not on the map at the start (FAB-4.1c).
    pub struct Reinforcement("reinforcement") {
        /// The turn of arrival.
        pub turn: Spanned<Whole<1, 100>> => "FAB-V21",
        /// Its entry code: a letter, or the first and last letter of a range.
        pub entry: Spanned<EntryCode> => "FAB-V15",
        /// Steps on arrival (default: those of the unit).
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
    }
}

authored! {
    /// A counter for guns, engineers or a staff (FAB-2.2b).
    pub struct Asset("asset") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// The side that owns it (default: the side of its formation).
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it supports; a command staff may have none.
        pub formation: Option<Spanned<Id>> => "FAB-V27",
        /// Its kind.
        pub kind: Spanned<Word<pack::AssetKind>>,
        /// Its class when it fires (default: infantry).
        pub class: Option<Spanned<Word<pack::Class>>> => "FAB-A39",
        /// Its quality when it fires (default: veteran).
        pub quality: Option<Spanned<Quality>> => "FAB-A39",
        /// Whether it counts as engineers (default: false).
        pub engineer: Option<Spanned<bool>> => "FAB-4.3",
        /// Whether it may retreat with the units that it supports (default: true).
        pub may_retreat: Option<Spanned<bool>> => "FAB-6.42c4",
        /// Dice that it rolls (default: 1).
        pub dice: Option<Spanned<Whole<1, 10>>> => "FAB-A39",
        /// Whether it supports units of any formation of its side (default: false).
        pub any_formation: Option<Spanned<bool>>,
        /// The symbol on its counter (default: guns, engineers, infantry or a tank, by its kind).
        pub symbol: Option<Spanned<Word<pack::UnitSymbol>>> => "FAB-2.2b",
    }
}

choice! {
    /// The kind of an event counter (FAB-2.2c).
    pub enum EventKind("kind of event") {
        /// A Special Action that can be used once (FAB-8.1b).
        SpecialAction = "special-action",
        /// An event with an `effect`.
        Scripted = "scripted",
    }
}

authored! {
    /// An event: a counter that can be used once (FAB-2.2c).
    pub struct Event("event") {
        /// Its id.
        pub id: Spanned<Id>,
        /// The side that owns it (default: the side of its formation).
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it belongs to.
        pub formation: Spanned<Id> => "FAB-V31",
        /// Its name (default: its id).
        pub title: Option<Text>,
        /// The turn printed on it, in which it enters the cup (default: at the start).
        pub turn: Option<Spanned<Whole<0, 100>>> => "FAB-4.1d",
        /// The kind of event.
        pub kind: Spanned<EventKind>,
        /// The occasions on which it can be played (default: an Administration Phase).
        pub timing: Option<Spanned<Vec<Spanned<Word<pack::Timing>>>>> => "FAB-4.21",
        /// Its effect; a Special Action has none.
        pub effect: Option<Effect> => "FAB-V32",
    }
}

authored! {
    /// A Special Action that returns every turn (FAB-8.1a).
    pub struct Reusable("Special Action") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// The first turn in which it can be used (default: 1).
        pub from_turn: Option<Spanned<Whole<1, 100>>> => "FAB-4.1a",
    }
}

authored! {
    /// The position of a unit at the start (FAB-D34).
    pub struct UnitSetUp("place of a unit") {
        /// The area.
        pub area: Spanned<AreaName>,
        /// Its steps (default: those of the unit).
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
        /// Its order (default: good order).
        pub order: Option<Spanned<Word<pack::Order>>> => "FAB-2.3c",
        /// Whether it has a reserve marker (default: false).
        pub reserve: Option<Spanned<bool>> => "FAB-V23",
    }
}
