//! Formations, units, assets, events and Special Actions as a scenario writes them (FAB-D4, FAB-D5,
//! FAB-D13 to FAB-D18).

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
        /// What it is called.
        pub name: Text,
        /// Its colour.
        pub colour: Spanned<Colour>,
    }
}

authored! {
    /// A corps or army headquarters: a colour, without a piece of its own (FAB-2.3d).
    pub struct Formation("formation") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Whose it is.
        pub side: Spanned<Id>,
        /// What it is called; its id if left out.
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
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// Its class.
        pub class: Spanned<Word<pack::Class>> => "FAB-2.3a",
        /// Movement points; those of its class if left out.
        pub allowance: Option<Spanned<Whole<0, 60>>> => "FAB-5.22",
        /// What is drawn in the frame on its labels; an infantryman's cross or a tank's oval by its class if left out.
        pub symbol: Option<Spanned<Word<pack::UnitSymbol>>> => "FAB-2.3a",
        /// How large its units are; not shown if left out.
        pub size: Option<Spanned<Word<pack::UnitSize>>> => "FAB-2.2a",
    }
}

authored! {
    /// One block (FAB-2.2a).
    pub struct Unit("unit") {
        /// Its id.
        pub id: Spanned<Id>,
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// What stands on its label; its name if left out, cut where it has no room.
        pub short: Option<Text>,
        /// Whose it is; its formation's if left out.
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it belongs to.
        pub formation: Spanned<Id>,
        /// How large it is; that of its type if left out.
        pub size: Option<Spanned<Word<pack::UnitSize>>> => "FAB-2.2a",
        /// Its type.
        pub r#type: Spanned<Id>,
        /// Its quality with one step left, with two, and so on to full strength, as `[R, V, V]`.
        pub quality_by_step: Spanned<Steps> => "FAB-V19",
        /// Steps that it starts with; all if left out.
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
    }
}

/// The quality of a unit by the steps it has left.
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
    /// Words and letters, the worst first.
    const WORDS: [(&'static str, &'static str, pack::Quality); 3] = [
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
        let found = Self::WORDS.iter().find(|(word, letter, _)| text == word || text == letter);
        if found.is_none() {
            let words: Vec<&str> =
                Self::WORDS.iter().flat_map(|&(word, letter, _)| [word, letter]).collect();
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
    /// How a unit that is not on the map at the start arrives (FAB-4.1c).
    pub struct Reinforcement("reinforcement") {
        /// In which turn.
        pub turn: Spanned<Whole<1, 100>> => "FAB-V21",
        /// Its entry code: a letter, or the first and last letter of a range.
        pub entry: Spanned<EntryCode> => "FAB-V15",
        /// Steps that it arrives with; those of the unit if left out.
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
    }
}

authored! {
    /// A counter of guns, engineers, a staff (FAB-2.2b).
    pub struct Asset("asset") {
        /// Its id.
        pub id: Spanned<Id>,
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// Whose it is; its formation's if left out.
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it supports; a command staff may have none.
        pub formation: Option<Spanned<Id>> => "FAB-V27",
        /// What it is for.
        pub kind: Spanned<Word<pack::AssetKind>>,
        /// Its class when it fires; infantry if left out.
        pub class: Option<Spanned<Word<pack::Class>>> => "FAB-A39",
        /// Its quality when it fires; veteran if left out.
        pub quality: Option<Spanned<Quality>> => "FAB-A39",
        /// Can it do what engineers do? Not, if left out.
        pub engineer: Option<Spanned<bool>> => "FAB-4.3",
        /// May it retreat with the units it supports? Yes, if left out.
        pub may_retreat: Option<Spanned<bool>> => "FAB-6.42c4",
        /// Dice that it rolls; 1 if left out.
        pub dice: Option<Spanned<Whole<1, 10>>> => "FAB-A39",
        /// Does it support units of any formation of its side? Not, if left out.
        pub any_formation: Option<Spanned<bool>>,
        /// What is drawn on its counter; guns, engineers, infantry or a tank by what it is for, if left out.
        pub symbol: Option<Spanned<Word<pack::UnitSymbol>>> => "FAB-2.2b",
    }
}

choice! {
    /// What kind of event a counter is (FAB-2.2c).
    pub enum EventKind("kind of event") {
        /// A Special Action that is used once (FAB-8.1b).
        SpecialAction = "special-action",
        /// It does what its `effect` says.
        Scripted = "scripted",
    }
}

authored! {
    /// An event: a counter that is used once (FAB-2.2c).
    pub struct Event("event") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Whose it is; its formation's if left out.
        pub side: Option<Spanned<Id>> => "FAB-V3",
        /// The formation it belongs to.
        pub formation: Spanned<Id> => "FAB-V31",
        /// What it is called; its id if left out.
        pub title: Option<Text>,
        /// The turn that is printed on it, in which it enters the cup; at the start if left out.
        pub turn: Option<Spanned<Whole<0, 100>>> => "FAB-4.1d",
        /// What kind of event it is.
        pub kind: Spanned<EventKind>,
        /// When it can be played; in an Administration Phase if left out.
        pub timing: Option<Spanned<Vec<Spanned<Word<pack::Timing>>>>> => "FAB-4.21",
        /// What it does; a Special Action has none.
        pub effect: Option<Effect> => "FAB-V32",
    }
}

authored! {
    /// A Special Action that comes back every turn (FAB-8.1a).
    pub struct Reusable("Special Action") {
        /// Its id.
        pub id: Spanned<Id>,
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// The first turn in which it can be used; 1 if left out.
        pub from_turn: Option<Spanned<Whole<1, 100>>> => "FAB-4.1a",
    }
}

authored! {
    /// Where a unit stands at the start (FAB-D34).
    pub struct UnitSetUp("place of a unit") {
        /// The area.
        pub area: Spanned<AreaName>,
        /// Its steps; those of the unit if left out.
        pub steps: Option<Spanned<Whole<1, 4>>> => "FAB-V19",
        /// Is it in order? In good order if left out.
        pub order: Option<Spanned<Word<pack::Order>>> => "FAB-2.3c",
        /// Has it a reserve marker? Not, if left out.
        pub reserve: Option<Spanned<bool>> => "FAB-V23",
    }
}
