//! Reads plain values, lists and names.

use std::collections::BTreeSet;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{Field, MAX_QUOTED_BYTES, Read, Reader};
use crate::codes::code;
use crate::file::Span;
use crate::message;
use crate::phrase::split_list;
use crate::printable::{has_wide_gap, is_unprintable};
use crate::tree::{Entry, Node, Value};

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span of the value.
    pub span: Span,
}

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Read> Read for Spanned<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(|value| Self { value, span: node.head() })
    }

    fn expected() -> Option<String> {
        T::expected()
    }

    fn stand_in(span: Span) -> Option<Self> {
        T::stand_in(span).map(|value| Self { value, span })
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
    fn inline_schema() -> bool {
        T::inline_schema()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn stand_in(span: Span) -> Option<Self> {
        Some(T::stand_in(span))
    }
}

/// Unreadable items are reported and skipped.
impl<T: Read> Read for Vec<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::List(items) = &node.value else {
            report_not_list(node, T::expected(), reader);
            return None;
        };
        let mut read = Self::new();
        for item in items {
            reader.is_item = true;
            read.extend(reader.read(item));
        }
        reader.is_item = false;
        if read.len() < items.len() {
            reader.damage.add_list(node.head());
        }
        Some(read)
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::new())
    }
}

/// Reports a value that is not a list; `item` describes the items, with their keys in backticks.
fn report_not_list(node: &Node, item: Option<String>, reader: &mut Reader<'_>) {
    let shape = item.as_deref().and_then(|item| item.split('`').nth(1));
    let shape = shape.filter(|shape| shape.starts_with('{'));
    let help = match (&node.value, shape) {
        (Value::Map(_), Some(shape)) => {
            format!("start each item of the list with a dash: `- {shape}`")
        }
        (Value::Map(_), None) => "start each item of the list with a dash".to_owned(),
        (Value::Text(_), Some(shape)) => {
            format!("write each item below the key, after a dash: `- {shape}`")
        }
        (Value::Text(text), None) if text.len() <= MAX_QUOTED_BYTES => {
            let mut parts = split_list(text);
            // A code of letters, such as `VEE` for `[V, E, E]`.
            let is_choice =
                |c: char| item.as_ref().is_some_and(|item| item.contains(&format!("`{c}`")));
            if parts.len() == 1 && text.chars().all(is_choice) {
                parts = text.chars().map(String::from).collect();
            }
            let is_word = |part: &String| !part.contains(char::is_whitespace);
            match parts.iter().all(is_word) {
                true => format!("put it in brackets: `[{}]`", parts.join(", ")),
                false => {
                    "write the items of the list in brackets, with commas between them: `[…, …]`"
                        .to_owned()
                }
            }
        }
        _ => return reader.wrong_kind(node, "a list"),
    };
    let message = reader.expected("a list", node);
    reader.refuse(code::WRONG_KIND, node, message, "not a list", help);
}

/// Names chosen by the author with their values, in file order.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(Spanned<String>, T)>);

impl<T: Read> Read for Named<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Map(entries) = &node.value else {
            match node.value {
                Value::List(_) => {
                    let message = reader.expected("a mapping", node);
                    let help = "replace the dash before each name: write the name with a colon in the column of the dash, and its keys two columns further right";
                    reader.refuse(code::WRONG_KIND, node, message, "a list", help);
                }
                _ => reader.wrong_kind(node, "a mapping of names to values"),
            }
            return None;
        };
        let mut seen = BTreeSet::new();
        let mut named = Vec::new();
        for Entry { key, key_span, value } in entries {
            if !seen.insert(key) {
                // The duplicate was already reported: one of the two items needs another name.
                reader.damage.add_list(node.head());
                reader.record_damaged_ids(value);
                continue;
            }
            let rule = reader.field.as_ref().and_then(|field| field.rule);
            let name = Field { key: key.clone().into(), rule, is_required: false, is_name: true };
            let outer = reader.field.replace(name);
            let read = reader.read(value);
            reader.field = outer;
            match read {
                Some(value) => named.push((Spanned { value: key.clone(), span: *key_span }, value)),
                None => {
                    // Other checks need not report this name as missing.
                    reader.damage.names.insert(key.clone());
                }
            }
        }
        Some(Self(named))
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("NamesOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let values = generator.subschema_for::<T>();
        schemars::json_schema!({ "type": "object", "additionalProperties": values })
    }
    fn inline_schema() -> bool {
        true
    }
}

impl Read for bool {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Bool(value) => Some(value),
            Value::Text(ref word) => {
                let message = reader.expected("`true` or `false`", node);
                let help = match word.to_lowercase().as_str() {
                    "yes" | "y" | "on" => "write `true`, without quotes",
                    "no" | "n" | "off" => "write `false`, without quotes",
                    "true" | "false" => "write it in lower case and without quotes",
                    _ => "write `true` or `false`",
                };
                reader.refuse(code::WRONG_KIND, node, message, "text", help);
                None
            }
            _ => {
                reader.wrong_kind(node, "`true` or `false`");
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(false)
    }
}

impl Read for f64 {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Integer(value) => Some(value as Self),
            Value::Float(value) if value.is_finite() => Some(value),
            _ => {
                reader.wrong_kind(node, "a number");
                None
            }
        }
    }
}

impl Read for i64 {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Integer(value) => Some(value),
            _ => {
                reader.wrong_kind(node, "a whole number");
                None
            }
        }
    }

    fn expected() -> Option<String> {
        Some("a whole number".to_owned())
    }
}

/// Keys of a text with one entry for each language.
const LANGUAGES: [&str; 3] = ["en", "es", "fr"];

/// One line of printable text: without control characters, invisible characters or characters that
/// change the writing direction. The final line break of a YAML block is not part of the text.
impl Read for String {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = Prose::read(node, reader)?.0;
        let line = text.trim_end_matches('\n');
        let (message, found, help) = match line.find(['\n', '\t']).map(|at| line.as_bytes()[at]) {
            None if has_wide_gap(line) => (
                message!("{} contains several spaces in a row", reader.subject()),
                "too many spaces",
                "write one space between words",
            ),
            None => return Some(line.to_owned()),
            Some(b'\t') => (
                message!("{} contains a tab", reader.subject()),
                "a tab",
                "replace the tab with a space",
            ),
            Some(_) => (
                message!("{} contains a line break", reader.subject()),
                "must be one line",
                "write the text on one line, or start it with `>-`, which joins its lines",
            ),
        };
        reader.refuse(code::BAD_TEXT, node, message, found, help);
        None
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::new())
    }
}

/// Printable text that may have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prose(pub String);

crate::inline_schema!(Prose, "Prose", { "type": "string" });

impl Read for Prose {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Text(text) = &node.value else {
            match node.value {
                Value::Integer(_) | Value::Float(_) | Value::Bool(_) => {
                    let message = reader.expected("text", node);
                    let written = reader.source_text(node.span, node.span);
                    reader.refuse(
                        code::WRONG_KIND,
                        node,
                        message,
                        format!("YAML reads this as {}", node.kind()),
                        format!("put it in quotes: \"{written}\""),
                    );
                }
                Value::Map(ref entries) => {
                    let message = reader.expected("text", node);
                    let languages = entries.iter().all(|entry| LANGUAGES.contains(&&*entry.key));
                    let (found, help) = if languages {
                        (
                            "one text for each language",
                            "this text is the same in every language: keep one, as in `name: Text`",
                        )
                    } else {
                        ("a mapping", "put text that contains a colon in quotes: \"…: …\"")
                    };
                    reader.refuse(code::WRONG_KIND, node, message, found, help);
                }
                _ => reader.wrong_kind(node, "text"),
            }
            return None;
        };
        if let Some(bad) = text.chars().find(|&c| is_unprintable(c)) {
            let message = message!("{} contains an unprintable character", reader.subject());
            reader.refuse(
                code::BAD_TEXT,
                node,
                message,
                format!("the character U+{:04X}", u32::from(bad)),
                "delete the text and type it again: most editors do not show this character",
            );
            return None;
        }
        Some(Self(text.clone()))
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(String::new()))
    }
}
