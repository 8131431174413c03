//! A choice that the pack declares, written as a word.

use sandtable_pack::Choice;
use sandtable_source::{Node, Read, Reader, Span, Value, list_of};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::setting::Setting;

/// A choice that the pack declares, read from its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<T: Choice> Setting<T> for Word<T> {
    fn packed(&self) -> T {
        self.0
    }

    fn word(packed: &T) -> String {
        packed.word().to_owned()
    }
}

impl<T: Choice> Read for Word<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Text(word) = &node.value else {
            reader.wrong_kind(node, &list_of(T::words()));
            return None;
        };
        let choice = T::from_word(word);
        if choice.is_none() {
            let words: Vec<&str> = T::words().collect();
            reader.unknown_choice(node, word, T::NOUN, &words);
        }
        choice.map(Self)
    }

    fn expected() -> Option<String> {
        Some(list_of(T::words()))
    }

    fn stand_in(_span: Span) -> Option<Self> {
        T::all().first().copied().map(Self)
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Word<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
