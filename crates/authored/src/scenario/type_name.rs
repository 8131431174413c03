//! The type of a piece: an arm of Table A, or a custom type of the battle.

use std::fmt;

use sandtable_pack::{Choice as _, PieceType};
use sandtable_source::{Node, Read, Reader, Span, Value, code, list_of, message};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::values::word::Word;
use crate::values::{Id, kebab};

/// The name of a piece type: an arm of Table A, or a custom type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// An arm of Table A.
    Arm(PieceType),
    /// A type of the scenario or ruleset.
    Own(Id),
}

#[cfg(feature = "schema")]
impl JsonSchema for TypeName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TypeOfPiece".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let arm = generator.subschema_for::<Word<PieceType>>();
        let own = generator.subschema_for::<Id>();
        json_schema!({ "anyOf": [arm, own] })
    }
}

impl Read for TypeName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) => match PieceType::from_word(word) {
                Some(arm) => Some(Self::Arm(arm)),
                None => {
                    if let Some(help) = suggest_type(word, reader) {
                        let message = message::invalid("type of piece", word);
                        reader.refuse(code::BAD_ID, node, message, "not usable as a type", help);
                        return None;
                    }
                    Id::read(node, reader).map(Self::Own)
                }
            },
            _ => Word::read(node, reader).map(|arm| Self::Arm(arm.0)),
        }
    }

    fn expected() -> Option<String> {
        Some(format!("{}, or a type of your own", list_of(PieceType::words())))
    }

    fn stand_in(span: Span) -> Option<Self> {
        Word::stand_in(span).map(|arm| Self::Arm(arm.0))
    }
}

/// Returns the suggestion for several words that include an arm or a custom type.
fn suggest_type(words: &str, reader: &Reader<'_>) -> Option<String> {
    if sandtable_pack::PieceId::new(words).is_ok() {
        return None;
    }
    let id = kebab(words);
    let is_own = reader.root_value("types").is_some_and(|types| types.entry(&id).is_some());
    let lower = words.to_lowercase();
    let mut named = lower.split(|c: char| !c.is_alphabetic());
    let arm = named.find_map(PieceType::from_word).map(PieceType::word);
    match (is_own, arm) {
        (true, _) => Some(format!("write `{id}`, as in `types`")),
        (false, Some(arm)) => Some(format!("write only the arm: `{arm}`")),
        (false, None) => None,
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Arm(arm) => arm.word(),
            Self::Own(id) => id,
        })
    }
}
