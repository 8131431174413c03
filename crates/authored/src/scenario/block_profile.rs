//! Reads a block profile: the word `publisher`, or the dimensions of a block.

use sandtable_source::{Node, Read, Reader, Span, Value, list_of};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::scenario::{BlockProfile, BlockSize};

#[cfg(feature = "schema")]
impl JsonSchema for BlockProfile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BlockProfile".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let size = generator.subschema_for::<BlockSize>();
        json_schema!({ "anyOf": [{ "type": "string", "enum": ["publisher"] }, size] })
    }
}

impl Read for BlockProfile {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "publisher" => Some(Self::Publisher),
            Value::Map(_) => BlockSize::read(node, reader).map(Self::Size),
            _ => {
                let expected = format!(
                    "{} or the keys `length`, `height` and `thickness`",
                    list_of(["publisher"])
                );
                reader.wrong_kind(node, &expected);
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Publisher)
    }
}
