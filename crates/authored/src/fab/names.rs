//! Names and letters that refer to the parts of a FAB battle.

use sandtable_source::{Diagnostic, Node, Read, Reader, Value, code, message};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::values::Id;

/// The id of an area: a normal id, or its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaName(pub String);

impl std::ops::Deref for AreaName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Read for AreaName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Integer(number) if (0..=9_999).contains(&number) => {
                Some(Self(number.to_string()))
            }
            _ => Id::read(node, reader).map(|id| Self(id.0)),
        }
    }

    fn expected() -> Option<String> {
        Some("the id of an area, such as `gela` or its number".to_owned())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for AreaName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AreaName".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let id = generator.subschema_for::<Id>();
        json_schema!({ "anyOf": [id, { "type": "integer", "minimum": 0, "maximum": 9_999 }] })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// The letter of an entry area (FAB-V14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Letter(pub char);

impl Letter {
    fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => Some(Self(letter)),
            _ => None,
        }
    }
}

impl Read for Letter {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = match &node.value {
            Value::Text(text) => text.as_str(),
            _ => "",
        };
        let letter = Self::parse(text);
        if letter.is_none() {
            let help = match Self::parse(&text.to_uppercase()) {
                Some(Self(letter)) => format!("write `{letter}`, a capital"),
                None => "write one capital letter, such as `A`".to_owned(),
            };
            let message = message!("{} must be one letter from A to Z", reader.subject());
            reader.refuse(code::WRONG_KIND, node, message, "not the letter of an entry area", help);
        }
        letter
    }

    fn expected() -> Option<String> {
        Some("a letter from A to Z".to_owned())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Letter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Letter".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Z]$" })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// The entry code of a unit: a letter, or the first and last letter of a range (FAB-4.1c3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryCode {
    /// The first letter.
    pub first: char,
    /// The last letter; equal to the first for a single letter.
    pub last: char,
}

impl Read for EntryCode {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str =
            "a letter such as `A`, or the first and last letter of a range, such as `AC`";
        let Value::Text(text) = &node.value else {
            reader.wrong_kind(node, EXPECTED);
            return None;
        };
        let letters: Vec<char> = text.chars().collect();
        let is_letter = |letter: char| letter.is_ascii_uppercase();
        let (first, last) = match *letters.as_slice() {
            [one] if is_letter(one) => return Some(Self { first: one, last: one }),
            [first, last] if is_letter(first) && is_letter(last) => (first, last),
            _ => {
                let message = message!("{} must be {EXPECTED}", reader.subject());
                let help = format!("write {EXPECTED}");
                reader.refuse(code::WRONG_KIND, node, message, "not an entry code", help);
                return None;
            }
        };
        if first < last {
            return Some(Self { first, last });
        }
        let help = match first == last {
            true => format!("write `{first}`"),
            false => format!("write `{last}{first}`"),
        };
        reader.report(
            Diagnostic::new(
                code::ENTRY_CODE,
                message!("entry code `{text}` is not in alphabetical order"),
            )
            .rule("FAB-V15")
            .at(node.head(), "the second letter must come later than the first")
            .help(help),
        );
        None
    }

    fn expected() -> Option<String> {
        Some(
            "a letter such as `A`, or the first and last letter of a range, such as `AC`"
                .to_owned(),
        )
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for EntryCode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EntryCode".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Z]{1,2}$" })
    }
    fn inline_schema() -> bool {
        true
    }
}
