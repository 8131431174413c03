//! Nodes of the tree: values with their spans.

use crate::file::Span;

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The bytes of the value; for an alias, the bytes of the anchored value.
    pub span: Span,
    /// Whether this is one of several merged list items; the merge was reported. Keys missing here
    /// may be in another item.
    pub is_part: bool,
    /// The value.
    pub value: Value,
}

/// The content of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Null: `~`, `null`, or empty.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number, including `.inf` and `.nan`.
    Float(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values in file order. Duplicate keys have been reported; the first value applies.
    Map(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The bytes of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The type of the value in messages, with its article.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "`true` or `false`",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }

    /// The place for a label: the value itself (including a list of scalars), the first key of a
    /// map, or the head of a list's first item. A label never covers a whole file.
    pub fn head(&self) -> Span {
        match &self.value {
            Value::Map(entries) => entries.first().map_or(self.span, |entry| entry.key_span),
            Value::List(items) => match items.first() {
                Some(Self { value: Value::Map(_) | Value::List(_), .. }) => items[0].head(),
                _ => self.span,
            },
            _ => self.span,
        }
    }

    /// The entry with a key; `None` if this is not a map or lacks the key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Map(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// The entry with a key, mutable.
    pub fn entry_mut(&mut self, key: &str) -> Option<&mut Entry> {
        match &mut self.value {
            Value::Map(entries) => entries.iter_mut().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// The value as JSON; numbers that JSON cannot hold become null.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => (*value).into(),
            Value::Float(value) => (*value).into(),
            Value::Text(value) => value.as_str().into(),
            Value::List(items) => items.iter().map(Self::to_json).collect(),
            Value::Map(entries) => {
                entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect()
            }
        }
    }
}
