//! Typed reading of the tree, with messages in plain terms.

mod map;
mod values;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::damage::Damage;
use super::key_synonym::key_for_value;
use super::{Node, Value};
use crate::codes::{Code, code};
use crate::confusables::{appearance, explain_difference};
use crate::coordinate::{ParsedCoordinate, parse_coordinate};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{SourceMap, Span};
use crate::message;
use crate::message::{Message, invalid, wrong_type};
use crate::number::signed_number;
use crate::phrase::{list_of, with_article};

pub use map::Map;
pub use values::{Named, Prose, Spanned};

/// A type that can be read from the tree.
pub trait Read: Sized {
    /// Reads a value; `None` after reporting the reason.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// The default for an absent key; `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// A description of the expected value, as help for a missing key: "a whole number from 0 to
    /// 6".
    fn expected() -> Option<String> {
        None
    }

    /// A placeholder for a value whose fault was reported, so that the rest can be checked in the
    /// same run. `None` if no placeholder makes sense.
    fn stand_in(_span: Span) -> Option<Self> {
        None
    }
}

/// Reads values from trees and collects diagnostics and damage.
pub struct Reader<'d> {
    sources: &'d SourceMap,
    diagnostics: &'d mut Diagnostics,
    damage: Damage,
    /// The key whose value is being read.
    field: Option<Field>,
    /// The maps around the reader's position, outermost first.
    enclosing: Vec<EnclosingMap>,
    /// Whether the next value is a list item.
    is_item: bool,
    /// All ids defined in the tree.
    ids: BTreeSet<String>,
    /// The whole tree.
    root: Option<&'d Node>,
    /// A coordinate of the tree in the correct notation.
    reference_coordinate: Option<[f64; 2]>,
}

/// A key whose value is being read.
struct Field {
    key: Cow<'static, str>,
    /// The rule for the key.
    rule: Option<&'static str>,
    /// Whether the key is required.
    is_required: bool,
    /// Whether the key is a name chosen by the author.
    is_name: bool,
}

/// A map that contains the value being read.
struct EnclosingMap {
    head: Span,
    noun: &'static str,
    /// The allowed keys that are absent.
    absent: Vec<&'static str>,
}

impl<'d> Reader<'d> {
    /// Creates a reader of trees from these sources that reports to a collection.
    pub fn new(sources: &'d SourceMap, diagnostics: &'d mut Diagnostics) -> Self {
        Self {
            sources,
            diagnostics,
            damage: Damage::default(),
            field: None,
            enclosing: Vec::new(),
            is_item: false,
            ids: BTreeSet::new(),
            root: None,
            reference_coordinate: None,
        }
    }

    /// Indexes the tree to be read: the ids that values can refer to, and one coordinate.
    pub fn index_tree(&mut self, root: &'d Node) {
        self.root = Some(root);
        self.index_ids(root);
    }

    /// The value of a top-level key of the indexed tree.
    pub fn root_value(&self, key: &str) -> Option<&'d Node> {
        self.root?.entry(key).map(|entry| &entry.value)
    }

    /// Parses a coordinate; another coordinate of the tree helps to distinguish longitude from
    /// latitude.
    pub fn coordinate(&self, text: &str) -> Option<ParsedCoordinate> {
        parse_coordinate(text).map(|place| place.disambiguate(self.reference_coordinate))
    }

    /// A coordinate of the tree in the correct notation.
    pub fn reference_coordinate(&self) -> Option<[f64; 2]> {
        self.reference_coordinate
    }

    fn index_ids(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.index_ids(item)),
            Value::Map(entries) => {
                for entry in entries {
                    match &entry.value.value {
                        Value::Text(id) if entry.key == "id" => {
                            self.ids.insert(id.clone());
                        }
                        Value::List(items)
                            if self.reference_coordinate.is_none() && entry.key == "at" =>
                        {
                            self.reference_coordinate = match items.as_slice() {
                                [
                                    Node { value: Value::Float(longitude), .. },
                                    Node { value: Value::Float(latitude), .. },
                                ] if longitude.abs() <= 180.0 && latitude.abs() <= 90.0 => {
                                    Some([*longitude, *latitude])
                                }
                                _ => None,
                            };
                        }
                        _ => self.index_ids(&entry.value),
                    }
                }
            }
            _ => {}
        }
    }

    /// The ids of the indexed tree.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str)
    }

    /// The text in the file from the start of one span to the end of another.
    pub fn source_text(&self, from: Span, to: Span) -> &'d str {
        let text = self.sources.file(from.file).text();
        text.get(from.to(to).range()).unwrap_or_default()
    }

    /// Reads a node; if that fails, records the ids in it as damaged.
    pub fn read<T: Read>(&mut self, node: &Node) -> Option<T> {
        let value = T::read(node, self);
        if value.is_none() {
            self.record_damaged_ids(node);
        }
        value
    }

    /// Adds a diagnostic, with the rule of the current key unless the diagnostic cites another.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        let rule = self.field.as_ref().and_then(|field| field.rule);
        diagnostic.rule = diagnostic.rule.or(rule);
        self.diagnostics.push(diagnostic);
    }

    /// The current key in backticks, or "this" outside any key.
    pub fn subject(&self) -> String {
        self.key().unwrap_or_else(|| "this".to_owned())
    }

    fn key(&self) -> Option<String> {
        self.field.as_ref().map(|field| format!("`{}`", field.key))
    }

    /// The message for a value of the wrong type: "expected a list for `turns`, found text".
    pub(super) fn expected(&self, expected: &str, node: &Node) -> Message {
        wrong_type(expected, self.key().as_deref(), node.kind())
    }

    /// Reports a value that cannot be used.
    pub fn refuse(
        &mut self,
        code: Code,
        node: &Node,
        message: impl Into<Message>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        let curly = match &node.value {
            Value::Text(text) if within_curly_quotes(text).is_some() => {
                Some(curly_quotes_help(text))
            }
            _ => None,
        };
        let is_explained = curly.is_some();
        let help = curly.unwrap_or_else(|| help.into());
        let hidden = match &node.value {
            Value::Text(text) if !is_explained && !help.contains("U+") => hidden_character(text),
            _ => None,
        };
        let finding = Diagnostic::new(code, message).at(node.head(), label).help(help);
        self.report(hidden.into_iter().fold(finding, Diagnostic::help));
    }

    /// Whether the value is the supported format number; reports any other value.
    pub fn check_format(&mut self, node: &Node, known: i64) -> bool {
        match node.value {
            Value::Integer(format) if format == known => return true,
            Value::Integer(other) => self.refuse(
                code::UNSUPPORTED_FORMAT,
                node,
                message!("unsupported format {other}: this program reads format {known}"),
                "unsupported",
                format!(
                    "write `format: {known}`, or use the version of Sandtable that reads format {other}"
                ),
            ),
            _ => self.wrong_kind(node, &format!("a format number, such as `{known}`")),
        }
        false
    }

    /// Reports a value of the wrong type.
    pub fn wrong_kind(&mut self, node: &Node, expected: &str) {
        let message = self.expected(expected, node);
        let help = match &node.value {
            Value::Null => self.missing_value_help(expected),
            Value::List(_) if !expected.contains("list") => {
                "write one value, without brackets or dashes".to_owned()
            }
            Value::Text(text) if text.parse::<f64>().is_ok() => {
                format!("write {text} without quotes")
            }
            Value::Text(text) if corrected_digits(text).is_some() => {
                let digits = corrected_digits(text).unwrap_or_default();
                format!("write {digits}: `{text}` has letters instead of digits")
            }
            Value::Text(text) if within_curly_quotes(text).is_some() => curly_quotes_help(text),
            Value::Text(text) if signed_number(text).is_some() => number_help(text),
            Value::Text(text) if self.subject().contains("turn") && is_clock_time(text) => {
                "write the number of the turn: turn 1 starts at `dawn`, and each turn lasts an hour and a half".to_owned()
            }
            _ => format!("write {expected}"),
        };
        let label = format!("not {}", expected.split(", such as").next().unwrap_or(expected));
        self.report(Diagnostic::new(code::WRONG_KIND, message).at(node.head(), label).help(help));
    }

    /// The help for a key without a value.
    fn missing_value_help(&self, expected: &str) -> String {
        let key = self.field.as_ref().map_or("", |field| &field.key);
        let help = match (EXAMPLES.iter().find(|(known, _)| *known == key), expected) {
            (Some((_, example)), _) => format!("write {expected} after the colon, {example}"),
            (None, "a list") => "write its items below the key, each after a dash".to_owned(),
            (None, _) => format!("write {expected} after the colon"),
        };
        match self.is_required() {
            true => help,
            false => format!("{help}, or remove the key"),
        }
    }

    /// Whether the current key must have a value.
    fn is_required(&self) -> bool {
        self.field.as_ref().is_some_and(|field| field.is_required)
    }

    /// Reports a word that is not one of the choices; `noun` names their subject ("status").
    #[doc(hidden)]
    pub fn unknown_choice(&mut self, node: &Node, word: &str, noun: &str, words: &[&str]) {
        let finding = Diagnostic::new(code::UNKNOWN_CHOICE, invalid(noun, word))
            .at(node.head(), format!("not {}", with_article(noun)))
            .did_you_mean_choice(word, words.iter().copied());
        let is_absent =
            |key: &&str| self.enclosing.last().is_some_and(|map| map.absent.contains(key));
        let finding = match key_for_value(word).filter(|key| is_absent(key)) {
            Some(key) => {
                finding.help(format!("`{word}` is a value of `{key}`: write `{key}: {word}`"))
            }
            None => finding,
        };
        self.report(finding.help(format!("write {}", list_of(words.iter().copied()))));
    }

    /// Returns the record of unreadable values.
    pub fn into_damage(self) -> Damage {
        self.damage
    }

    fn record_damaged_ids(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.record_damaged_ids(item)),
            Value::Map(entries) => {
                for entry in entries {
                    match &entry.value.value {
                        Value::Text(id) if entry.key == "id" || entry.key == "command" => {
                            self.damage.names.insert(id.clone());
                        }
                        _ => self.record_damaged_ids(&entry.value),
                    }
                }
            }
            _ => {}
        }
    }
}

/// The first few keys as an inline mapping.
pub fn in_braces(keys: &[&str]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = keys.iter().take(SHOWN).map(|key| format!("{key}: …")).collect();
    format!("{{ {} }}", shown.join(", "))
}

/// Example values of keys that take free text.
pub(super) const EXAMPLES: [(&str, &str); 4] = [
    ("ruleset", "such as `pub-battles/3.2` or `fab/series`"),
    ("colour", "such as `\"#1f3a5f\"`"),
    ("licence", "such as `public domain` or `CC BY 4.0`"),
    ("reason", "such as `the ford was unknown to the staff`"),
];

/// The maximum length of a text to quote in a corrected mapping or list, in bytes.
const MAX_QUOTED_BYTES: usize = 64;

/// Explains a character that readers cannot tell from an ASCII character.
fn hidden_character(text: &str) -> Option<String> {
    let plain = appearance(text);
    plain.is_ascii().then(|| explain_difference(text, &plain)).flatten()
}

/// Whether this is a time such as 10:30.
fn is_clock_time(text: &str) -> bool {
    let digits = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(':').is_some_and(|(hour, minute)| {
        !hour.is_empty() && minute.len() == 2 && digits(hour) && digits(minute)
    })
}

/// Returns the intended number, if O or l was typed for a digit.
fn corrected_digits(text: &str) -> Option<String> {
    let digits: String = text
        .chars()
        .map(|c| match c {
            'O' | 'o' => '0',
            'l' | 'I' => '1',
            other => other,
        })
        .collect();
    let has_digit = text.bytes().any(|b| b.is_ascii_digit());
    (has_digit && digits != text && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// The help for a number in another notation. A single comma before three digits may be either a
/// thousands separator or a decimal comma.
fn number_help(text: &str) -> String {
    let number = signed_number(text).unwrap_or_default();
    let decimal = signed_number(&text.replacen(',', ".", 1)).unwrap_or_default();
    match decimal == number || number.contains('.') {
        true => format!("write {number}"),
        false => format!("write {number}, or {decimal} if the comma is a decimal comma"),
    }
}

/// The text between curly quotation marks.
fn within_curly_quotes(text: &str) -> Option<&str> {
    const CURLY: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];
    text.strip_prefix(CURLY)?.strip_suffix(CURLY)
}

fn curly_quotes_help(text: &str) -> String {
    let within = within_curly_quotes(text).unwrap_or(text);
    format!(
        "replace the curly quotation marks of a word processor with straight ones: \"{within}\""
    )
}
