//! Small values in FAB files: numbers or words, lists of classes.

use std::collections::BTreeSet;

use sandtable_pack::{Choice as _, fab as pack};
use sandtable_source::{Node, Read, Reader, Span, Spanned, Value};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::values::number::Whole;
use crate::values::setting::Setting;
use crate::values::word::Word;

/// The lowest die that has an effect, or `never`.
#[derive(Clone, Copy, Debug)]
pub struct LowestDie(Option<u8>);

/// A number of markers, or `unlimited`.
#[derive(Clone, Copy, Debug)]
pub struct Limit(Option<u8>);

/// Implements a number within bounds, or a word.
macro_rules! number_or_word {
    ($name:ident: $min:literal to $max:literal or $word:literal) => {
        impl Read for $name {
            fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
                match &node.value {
                    Value::Text(word) if word == $word => Some(Self(None)),
                    Value::Integer(_) => Whole::<$min, $max>::read(node, reader)
                        .map(|number| Self(Some(number.packed()))),
                    _ => {
                        reader.wrong_kind(node, EXPECTED);
                        None
                    }
                }
            }

            fn expected() -> Option<String> {
                Some(EXPECTED.to_owned())
            }

            fn stand_in(_span: Span) -> Option<Self> {
                Some(Self(None))
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let number = generator.subschema_for::<Whole<$min, $max>>();
                json_schema!({ "anyOf": [number, { "const": $word }] })
            }
            fn inline_schema() -> bool {
                true
            }
        }

        impl Setting<Option<u8>> for $name {
            fn packed(&self) -> Option<u8> {
                self.0
            }
            fn word(packed: &Option<u8>) -> String {
                packed.map_or_else(|| $word.to_owned(), |number| number.to_string())
            }
        }

        const EXPECTED: &str =
            concat!("a whole number from ", $min, " to ", $max, ", or `", $word, "`");
    };
}

mod lowest_die {
    use super::*;
    number_or_word!(LowestDie: 2 to 10 or "never");
}

mod limit {
    use super::*;
    number_or_word!(Limit: 0 to 99 or "unlimited");
}

/// Classes: a list, which may be empty.
#[derive(Clone, Debug)]
pub struct Classes(Vec<Word<pack::Class>>);

impl Read for Classes {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Vec::read(node, reader).map(Self)
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Classes {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Classes".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Word<pack::Class>>::json_schema(generator)
    }
    fn inline_schema() -> bool {
        true
    }
}

impl Setting<BTreeSet<pack::Class>> for Classes {
    fn packed(&self) -> BTreeSet<pack::Class> {
        self.0.iter().map(Setting::packed).collect()
    }
    fn word(packed: &BTreeSet<pack::Class>) -> String {
        let words: Vec<&str> = packed.iter().map(|class| class.word()).collect();
        format!("[{}]", words.join(", "))
    }
}

/// A word that means all items, or a list.
#[derive(Clone, Debug)]
pub enum WordOrList<W, T> {
    /// All items.
    Word(W),
    /// The listed items.
    List(Vec<Spanned<T>>),
}

impl<W: Read, T: Read> Read for WordOrList<W, T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Text(_) => W::read(node, reader).map(Self::Word),
            _ => Vec::read(node, reader).map(Self::List),
        }
    }

    fn expected() -> Option<String> {
        Some(format!("{}, or a list", W::expected()?))
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::List(Vec::new()))
    }
}

#[cfg(feature = "schema")]
impl<W: JsonSchema, T: JsonSchema> JsonSchema for WordOrList<W, T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrListOf{}", W::schema_name(), T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<W>();
        let list = generator.subschema_for::<Vec<T>>();
        json_schema!({ "anyOf": [word, list] })
    }
    fn inline_schema() -> bool {
        true
    }
}
