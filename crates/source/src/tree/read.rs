//! Typed reading of the tree, with messages in a historian's words.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::damage::Damage;
use super::key_synonym::{key_of_value, meant_key};
use super::{Entry, Node, Value};
use crate::codes::{Code, code};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{SourceMap, Span};
use crate::printable::is_unprintable;
use crate::suggest::{all_of, list_of, with_article};
use crate::written_place::written_place;

/// A type that is read from the tree.
pub trait Read: Sized {
    /// The value, or `None` after having reported why there is none.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// What stands for a key that is not there; `None` when the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// What is written for it, as help for a key that is missing: "a whole number from 0 to 6".
    fn expected() -> Option<String> {
        None
    }

    /// What stands in for a value whose fault was reported, so that the rest can be checked in
    /// the same run; `None` when nothing sensible can.
    fn stand_in(_span: Span) -> Option<Self> {
        None
    }
}

/// Collects what reading finds.
pub struct Reader<'d> {
    sources: &'d SourceMap,
    diagnostics: &'d mut Diagnostics,
    damage: Damage,
    /// The key whose value is being read.
    field: Option<Field>,
    /// The maps in one of whose values the reader is, the outermost first.
    around: Vec<Around>,
    /// Is what is read next an item of a list?
    is_item: bool,
    /// The ids that are given anywhere in the tree.
    ids: BTreeSet<String>,
}

/// A key whose value is being read.
struct Field {
    key: Cow<'static, str>,
    /// The rule behind it.
    rule: Option<&'static str>,
    /// It may not be left out.
    is_required: bool,
}

/// A map that holds what is being read.
struct Around {
    head: Span,
    noun: &'static str,
    /// The keys that it may have and has not.
    lacking: Vec<&'static str>,
}

impl<'d> Reader<'d> {
    /// A reader of trees from these sources that reports into a collection.
    pub fn new(sources: &'d SourceMap, diagnostics: &'d mut Diagnostics) -> Self {
        Self {
            sources,
            diagnostics,
            damage: Damage::default(),
            field: None,
            around: Vec::new(),
            is_item: false,
            ids: BTreeSet::new(),
        }
    }

    /// Takes note of the ids in a tree, to which what is read in it may refer.
    pub fn know_ids(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.know_ids(item)),
            Value::Map(entries) => {
                for entry in entries {
                    match &entry.value.value {
                        Value::Text(id) if entry.key == "id" => {
                            self.ids.insert(id.clone());
                        }
                        _ => self.know_ids(&entry.value),
                    }
                }
            }
            _ => {}
        }
    }

    /// The ids that were taken note of.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str)
    }

    /// What stands in the file, from the start of one place to the end of another.
    pub fn written(&self, from: Span, to: Span) -> &'d str {
        let text = self.sources.file(from.file).text();
        text.get(from.to(to).range()).unwrap_or_default()
    }

    /// Reads a node; when nothing comes of it, the ids in it are remembered as damaged.
    pub fn read<T: Read>(&mut self, node: &Node) -> Option<T> {
        let value = T::read(node, self);
        if value.is_none() {
            self.remember_ids(node);
        }
        value
    }

    /// Takes a finding; the rule behind the key that is being read is added to it.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        let rule = self.field.as_ref().and_then(|field| field.rule);
        diagnostic.rule = diagnostic.rule.or(rule);
        self.diagnostics.push(diagnostic);
    }

    /// What is being read, as the subject of a sentence: the key, or "this".
    pub fn subject(&self) -> String {
        self.field.as_ref().map_or_else(|| "this".to_owned(), |field| format!("`{}`", field.key))
    }

    /// Reports a value that cannot be used.
    pub fn refuse(
        &mut self,
        code: Code,
        node: &Node,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        let curly = match &node.value {
            Value::Text(text) if within_curly_quotes(text).is_some() => Some(straight_quotes(text)),
            _ => None,
        };
        let help = curly.unwrap_or_else(|| help.into());
        self.report(Diagnostic::new(code, message).at(node.head(), label).help(help));
    }

    /// Reports a value of the wrong kind: "`rating` must be {expected}", where a list was found.
    pub fn wrong_kind(&mut self, node: &Node, expected: &str) {
        let message = format!("{} must be {expected}", self.subject());
        let label = match node.value {
            Value::Null => "nothing stands here".to_owned(),
            _ => format!("found {}", node.kind()),
        };
        let help = match &node.value {
            Value::Null => self.help_for_nothing(expected),
            Value::List(_) if !expected.contains("list") => {
                "write one value, without brackets or dashes".to_owned()
            }
            Value::Text(text) if text.parse::<f64>().is_ok() => {
                format!("write {text} without quotes")
            }
            Value::Text(text) if digits_of(text).is_some() => {
                let digits = digits_of(text).unwrap_or_default();
                format!("write {digits}: letters stand for digits in `{text}`")
            }
            Value::Text(text) if within_curly_quotes(text).is_some() => straight_quotes(text),
            Value::Text(text) if text.replacen(',', ".", 1).parse::<f64>().is_ok() => {
                format!("write {} with a point", text.replacen(',', ".", 1))
            }
            Value::Text(text) if expected == "a list" && text.len() <= LONGEST_WORD => {
                format!("put it in brackets: `[{text}]`")
            }
            Value::Map(_) if expected == "a list" => {
                "begin each item of the list with a dash: `- id: …`, or `- { id: …, … }`".to_owned()
            }
            Value::Text(text) if self.subject().contains("turn") && is_clock_time(text) => {
                "write the number of the turn: turn 1 begins at `dawn`, and each lasts an hour and a half".to_owned()
            }
            _ => format!("write {expected}"),
        };
        self.report(Diagnostic::new(code::WRONG_KIND, message).at(node.head(), label).help(help));
    }

    /// What to write where nothing stands.
    fn help_for_nothing(&self, expected: &str) -> String {
        let key = self.field.as_ref().map_or("", |field| &field.key);
        let what = match (EXAMPLES.iter().find(|(known, _)| *known == key), expected) {
            (Some((_, example)), _) => format!("write {expected} after the colon, {example}"),
            (None, "a list") => "write its items below it, each after a dash".to_owned(),
            (None, _) => format!("write {expected} after the colon"),
        };
        match self.is_required() {
            true => what,
            false => format!("{what}, or take the key out"),
        }
    }

    /// Must there be a value of the key that is being read?
    fn is_required(&self) -> bool {
        self.field.as_ref().is_some_and(|field| field.is_required)
    }

    /// Reports a word that is none of those that may stand here; `noun` names what is chosen
    /// ("status").
    #[doc(hidden)]
    pub fn unknown_choice(&mut self, node: &Node, word: &str, noun: &str, words: &[&str]) {
        let finding = Diagnostic::new(code::UNKNOWN_CHOICE, format!("`{word}` is no {noun}"))
            .at(node.head(), format!("not {}", with_article(noun)))
            .did_you_mean_choice(word, words.iter().copied());
        let lacks = |key: &&str| self.around.last().is_some_and(|map| map.lacking.contains(key));
        let finding = match key_of_value(word).filter(|key| lacks(key)) {
            Some(key) => finding.help(format!("`{word}` is a {key}: write `{key}: {word}`")),
            None => finding,
        };
        self.report(finding.help(format!("write {}", list_of(words.iter().copied()))));
    }

    /// What could not be read.
    pub fn into_damage(self) -> Damage {
        self.damage
    }

    /// The keys of a map, unknown ones reported; `noun` names the map in messages ("piece").
    pub fn map<'n>(
        &mut self,
        node: &'n Node,
        noun: &'static str,
        keys: &[&'static str],
    ) -> Option<Map<'n>> {
        let is_item = std::mem::take(&mut self.is_item);
        let Value::Map(entries) = &node.value else {
            self.no_map(node, noun, keys);
            return None;
        };
        // What is said of keys is not said of the field that holds them.
        let field = self.field.take();
        if let [only] = entries.as_slice()
            && is_item
            && self.is_of_outer(only, noun, keys)
        {
            self.remember_ids(node);
            self.field = field;
            return None;
        }
        let (mut cut_short, mut seen) = (Vec::new(), BTreeSet::new());
        let mut index = 0;
        while let Some(entry) = entries.get(index) {
            index += 1;
            if keys.contains(&entry.key.as_str()) {
                if !seen.insert(entry.key.as_str()) {
                    self.remember_ids(&entry.value);
                }
                continue;
            }
            // What an unknown key holds may be what is missed elsewhere.
            self.remember_ids(&entry.value);
            let before = index.checked_sub(2).map(|before| &entries[before]);
            let cut = before.and_then(|before| {
                let rest = &entries[index - 1..];
                let rest = &rest[..rest.iter().take_while(|entry| is_rest(entry)).count()];
                Some((before, rest.len(), self.rest_of_value(before, rest)?))
            });
            let cut = cut.or_else(|| {
                let help = self.rest_of_text(before?, entry, keys)?;
                Some((before?, 1, help))
            });
            match cut {
                Some((before, parts, help)) => {
                    cut_short.push(before.key.clone());
                    index += parts - 1;
                    let message = format!("the value of `{}` is cut off by a comma", before.key);
                    self.report(
                        Diagnostic::new(code::UNKNOWN_KEY, message)
                            .at(entry.key_span, "this is taken for the next key")
                            .help(help),
                    );
                }
                None => self.report(unknown_key(entry, noun, keys, node)),
            }
        }
        self.field = field;
        let lacking = keys.iter().copied().filter(|key| node.entry(key).is_none()).collect();
        Some(Map { node, noun, keys: keys.to_vec(), lacking, cut_short, missing: Vec::new() })
    }

    /// Is the only key of an item of a list one that the map with the list lacks, as an army commander
    /// among its commands? Then that is reported.
    fn is_of_outer(&mut self, entry: &Entry, noun: &str, keys: &[&'static str]) -> bool {
        let key = entry.key.as_str();
        let lacks = |around: &&Around| around.lacking.contains(&key);
        let Some(outer) = self.around.last().filter(lacks).filter(|_| !keys.contains(&key)) else {
            return false;
        };
        let known = outer.lacking.iter().copied().find(|known| *known == key);
        let finding = Diagnostic::new(
            code::UNKNOWN_KEY,
            format!("`{key}` is a key of {}, not {}", with_article(outer.noun), with_article(noun)),
        )
        .at(entry.key_span, "one level too deep")
        .help(format!(
            "take it out of this list, without a dash, and write `{key}:` in the column of the other keys of the {}",
            outer.noun
        ));
        if let Some(known) = known {
            self.damage.add_key(outer.head, known);
        }
        self.report(finding);
        true
    }

    /// Reports what stands in the place of keys and their values.
    fn no_map(&mut self, node: &Node, noun: &str, keys: &[&'static str]) {
        let message =
            format!("{} must be {}, written with its keys", self.subject(), with_article(noun));
        let label = match node.value {
            Value::Null => "nothing stands here".to_owned(),
            _ => format!("found {}", node.kind()),
        };
        let all = all_of(keys.iter().copied());
        let help = match (&node.value, keys) {
            (Value::Text(text), [only]) => format!("write `{{ {only}: {text} }}`"),
            (Value::Text(text), [first, second, third]) if text.len() <= LONGEST_WORD => {
                format!("write all its keys, `{{ {first}: {text}, {second}: …, {third}: … }}`")
            }
            (Value::Null, _) if self.is_required() => {
                format!("write its keys and their values here; the keys are {all}")
            }
            (Value::Null, _) => {
                format!(
                    "write its keys and their values here, or take this out; the keys are {all}"
                )
            }
            (_, [first, ..]) => format!(
                "write its keys and their values, in braces as in `{{ {first}: …, … }}`, or one to a line; the keys are {all}"
            ),
            (_, []) => "write it with its keys".to_owned(),
        };
        self.report(Diagnostic::new(code::WRONG_KIND, message).at(node.head(), label).help(help));
    }

    /// Are these keys the rest of the value before them, cut off by a comma in `{ … }`? Then how to
    /// write the whole.
    fn rest_of_value(&self, before: &Entry, rest: &[Entry]) -> Option<String> {
        let (key, last) = (&before.key, rest.last()?);
        let whole = self.written(before.value.span, last.key_span);
        let place = written_place(whole);
        // Whole numbers may be any list.
        let is_place = |told: bool| told || rest.len() > 1 || whole.contains('.');
        if let Some(place) = place.filter(|place| is_place(place.told)) {
            return Some(place.advice(&format!("{key}: ")));
        }
        let [Entry { key: rest, .. }] = rest else { return None };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match &before.value.value {
            // 3,300 or 1,288 m.
            Value::Integer(thousands)
                if digits == 3 && matches!(rest.get(3..4), None | Some(" ")) =>
            {
                // A unit belongs to a length, and no word to a number of men.
                let unit = rest[3..].trim();
                let rest = if UNITS.contains(&unit) { rest } else { &rest[..3] };
                Some(format!("write the number without a comma: `{key}: {thousands}{rest}`"))
            }
            // 0,4 mi.
            Value::Integer(whole) if digits > 0 && rest.len() > digits => {
                Some(format!("write a point for the decimal comma: `{key}: {whole}.{rest}`"))
            }
            Value::Integer(_) | Value::Float(_) if rest.parse::<f64>().is_ok() => {
                let first = before.value.to_json();
                Some(format!("put a list in brackets: `{key}: [{first}, {rest}]`"))
            }
            _ => None,
        }
    }

    /// Is this key the rest of a text before it, cut off by a comma in `{ … }`? Then how to write
    /// the whole.
    fn rest_of_text(&self, before: &Entry, rest: &Entry, keys: &[&'static str]) -> Option<String> {
        let (Value::Text(_), Value::Null) = (&before.value.value, &rest.value.value) else {
            return None;
        };
        let whole = self.written(before.value.span, rest.key_span);
        let is_cut = whole.contains(',') && !whole.contains(['\n', '"', '\'']);
        (is_cut && meant_key(&rest.key, keys).is_none()).then(|| {
            format!("a text with a comma stands in quotation marks: `{}: \"{whole}\"`", before.key)
        })
    }

    fn remember_ids(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.remember_ids(item)),
            Value::Map(entries) => {
                for entry in entries {
                    match &entry.value.value {
                        Value::Text(id) if entry.key == "id" || entry.key == "command" => {
                            self.damage.names.insert(id.clone());
                        }
                        _ => self.remember_ids(&entry.value),
                    }
                }
            }
            _ => {}
        }
    }
}

/// The first of some keys as they are written in one line.
pub fn in_braces(keys: &[&str]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = keys.iter().take(SHOWN).map(|key| format!("{key}: …")).collect();
    format!("{{ {} }}", shown.join(", "))
}

/// What a text may say that nothing else tells.
const EXAMPLES: [(&str, &str); 2] = [
    ("licence", "such as `public domain` or `CC BY 4.0`"),
    ("reason", "in a few words why it is meant"),
];

/// Units of length, as they are written after a number.
const UNITS: [&str; 8] = ["m", "km", "mi", "yd", "ft", "mm", "cm", "in"];

/// So many bytes of a text are repeated in brackets.
const LONGEST_WORD: usize = 64;

/// Is this a time, as 10:30?
fn is_clock_time(text: &str) -> bool {
    let digits = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(':').is_some_and(|(hour, minute)| {
        !hour.is_empty() && minute.len() == 2 && digits(hour) && digits(minute)
    })
}

/// The number that is meant by digits with an O or l among them.
fn digits_of(text: &str) -> Option<String> {
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

/// What stands between the quotation marks of a word processor.
fn within_curly_quotes(text: &str) -> Option<&str> {
    const CURLY: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];
    text.strip_prefix(CURLY)?.strip_suffix(CURLY)
}

fn straight_quotes(text: &str) -> String {
    let within = within_curly_quotes(text).unwrap_or(text);
    format!(
        "these quotation marks are curly, as a word processor makes them: write \"{within}\" with straight ones"
    )
}

/// May this be no key, but what follows a comma in the value before it?
fn is_rest(entry: &Entry) -> bool {
    let begins = |c: char| c.is_ascii_digit() || "-−–NSEW".contains(c);
    entry.value.value == Value::Null && entry.key.starts_with(begins)
}

/// What to say of a key that is not known: often it is a key that ran into its value.
fn unknown_key(entry: &Entry, noun: &str, keys: &[&'static str], map: &Node) -> Diagnostic {
    let (key, span) = (entry.key.as_str(), entry.key_span);
    let unknown = |label: &str| {
        Diagnostic::new(code::UNKNOWN_KEY, format!("{} has no key `{key}`", with_article(noun)))
            .at(span, label)
    };
    let alone = entry.value.value == Value::Null;
    if let Some((word, rest)) = key.split_once(':').filter(|_| alone)
        && keys.contains(&word)
    {
        return unknown("the key and its value run together")
            .help(format!("write a plain space after the colon: `{word}: {}`", rest.trim()));
    }
    if let Some(value_of) = key_of_value(key).filter(|value_of| keys.contains(value_of)) {
        let help = match entry.value.value {
            Value::Bool(false) => {
                format!("take it out: it is so only where `{value_of}: {key}` is written")
            }
            _ => format!("write `{value_of}: {key}`"),
        };
        return unknown("this is a value, not a key").help(help);
    }
    if !inner_keys(entry, keys, map).is_empty() {
        return unknown("one level too much").help(format!(
            "take `{key}:` out, so that what it holds stands among the keys of the {noun} itself"
        ));
    }
    let meant = meant_key(key, keys);
    let diagnostic = unknown("not known here").suggest(key, meant);
    let diagnostic = match meant.filter(|meant| map.entry(meant).is_some()) {
        Some(meant) => {
            diagnostic.help(format!("`{meant}` stands here already: keep one of the two"))
        }
        None => diagnostic,
    };
    match diagnostic.help.is_empty() {
        true => {
            let all = all_of(keys.iter().copied());
            diagnostic.help(format!("the keys of {} are {all}", with_article(noun)))
        }
        false => diagnostic,
    }
}

/// The keys of a map that stand one level too deep, in the value of a key that is not known: all
/// that this value holds, if the map has none of them itself.
fn inner_keys<'n>(entry: &'n Entry, keys: &[&'static str], map: &Node) -> Vec<&'n str> {
    let Value::Map(inner) = &entry.value.value else { return Vec::new() };
    let inner: Vec<&str> = inner.iter().map(|entry| entry.key.as_str()).collect();
    let is_meant = |key: &&str| keys.contains(key) && map.entry(key).is_none();
    if inner.iter().all(is_meant) { inner } else { Vec::new() }
}

/// A map whose keys are being read.
pub struct Map<'n> {
    node: &'n Node,
    noun: &'static str,
    keys: Vec<&'static str>,
    /// Keys that are not there.
    lacking: Vec<&'static str>,
    /// Keys whose values are cut off by a comma, which was reported.
    cut_short: Vec<String>,
    /// Keys that must be there and are not, and are still to be reported.
    missing: Vec<Missing>,
}

/// A key that must be there and is not.
struct Missing {
    key: &'static str,
    rule: Option<&'static str>,
    /// What is written for it.
    expected: Option<String>,
}

impl Map<'_> {
    /// The place to point at when something is missing.
    pub fn head(&self) -> Span {
        self.node.head()
    }

    /// Reads the value of a key; `rule` is the rule behind it. A missing key that is required is
    /// reported, unless an unknown key close to it was: one slip, one message.
    pub fn field<T: Read>(
        &mut self,
        key: &'static str,
        rule: Option<&'static str>,
        reader: &mut Reader<'_>,
    ) -> Option<T> {
        let is_required = T::absent().is_none();
        let outer = reader.field.replace(Field { key: key.into(), rule, is_required });
        let lacking = self.lacking.clone();
        reader.around.push(Around { head: self.head(), noun: self.noun, lacking });
        let value = match self.node.entry(key) {
            Some(entry) if self.cut_short.iter().any(|short| short == key) => {
                reader.damage.add_key(self.head(), key);
                reader.damage.add_stand_in(entry.value.span);
                T::stand_in(entry.value.span)
            }
            Some(entry) => reader.read(&entry.value).or_else(|| {
                reader.damage.add_key(self.head(), key);
                reader.damage.add_stand_in(entry.value.span);
                T::stand_in(entry.value.span)
            }),
            None => {
                if self.has_unknown_key() || self.node.is_part || is_required {
                    reader.damage.add_key(self.head(), key);
                }
                T::absent().or_else(|| {
                    if !self.misspelt(key) && !self.node.is_part {
                        self.missing.push(Missing { key, rule, expected: T::expected() });
                    }
                    reader.damage.add_stand_in(self.head());
                    T::stand_in(self.head())
                })
            }
        };
        reader.around.pop();
        reader.field = outer;
        value
    }

    /// Reports the keys that are missing, all of them at once, when every key was read; where the
    /// map starts.
    pub fn finish(self, reader: &mut Reader<'_>) -> Span {
        if let [first, ..] = self.missing.as_slice() {
            let field = Field { key: first.key.into(), rule: first.rule, is_required: true };
            let outer = reader.field.replace(field);
            self.report_missing(reader);
            reader.field = outer;
        }
        self.head()
    }

    fn report_missing(&self, reader: &mut Reader<'_>) {
        // The keys of a piece say which piece it is.
        let name = self.node.entry("id").and_then(|entry| match &entry.value.value {
            Value::Text(id) => Some(format!("the {} `{id}`", self.noun)),
            _ => None,
        });
        let name = name.unwrap_or_else(|| format!("this {}", self.noun));
        let message = match self.missing.as_slice() {
            [only] => format!("{name} has no `{}`", only.key),
            several => format!("{name} lacks {}", all_of(several.iter().map(|one| one.key))),
        };
        let mut finding = Diagnostic::new(code::MISSING_KEY, message)
            .at(self.head(), format!("the {} starts here", self.noun));
        for Missing { key, expected, .. } in &self.missing {
            finding = finding.help(match expected {
                Some(expected) => format!("add `{key}:` with {expected}"),
                None => format!("add `{key}: …`"),
            });
        }
        reader.report(finding);
    }

    /// Is there a key that is not known, which may have been meant for one that is left out?
    fn has_unknown_key(&self) -> bool {
        let Value::Map(entries) = &self.node.value else { return false };
        entries.iter().any(|entry| !self.keys.contains(&entry.key.as_str()))
    }

    fn misspelt(&self, key: &str) -> bool {
        let Value::Map(entries) = &self.node.value else { return false };
        entries.iter().filter(|entry| !self.keys.contains(&entry.key.as_str())).any(|entry| {
            meant_key(&entry.key, &self.keys) == Some(key)
                || key_of_value(&entry.key) == Some(key)
                || inner_keys(entry, &self.keys, self.node).contains(&key)
        })
    }
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
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

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn schema_name() -> Cow<'static, str> {
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

/// Items that cannot be read are reported and left out.
impl<T: Read> Read for Vec<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::List(items) = &node.value else {
            reader.wrong_kind(node, "a list");
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

/// Names of the author's choosing with their values, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(Spanned<String>, T)>);

impl<T: Read> Read for Named<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Map(entries) = &node.value else {
            match node.value {
                Value::List(_) => {
                    let message = format!("{} are keys, without dashes", reader.subject());
                    let help = "take the dash from before each name, and write the name with a colon in the column of the dash, what belongs to it two columns to the right of it";
                    reader.refuse(code::WRONG_KIND, node, message, "found a list", help);
                }
                _ => reader.wrong_kind(node, "names, each with a colon and what belongs to it"),
            }
            return None;
        };
        let mut seen = BTreeSet::new();
        let mut named = Vec::new();
        for Entry { key, key_span, value } in entries {
            if !seen.insert(key) {
                // Reported as standing twice: one of the two is meant for another name.
                reader.damage.add_list(node.head());
                reader.remember_ids(value);
                continue;
            }
            let rule = reader.field.as_ref().and_then(|field| field.rule);
            let name = Field { key: key.clone().into(), rule, is_required: false };
            let outer = reader.field.replace(name);
            let read = reader.read(value);
            reader.field = outer;
            match read {
                Some(value) => named.push((Spanned { value: key.clone(), span: *key_span }, value)),
                None => {
                    // Whoever misses this name need not say so again.
                    reader.damage.names.insert(key.clone());
                }
            }
        }
        Some(Self(named))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
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
                let message = format!("{} must be `true` or `false`", reader.subject());
                let help = match word.to_lowercase().as_str() {
                    "yes" | "y" | "on" => "write `true`, without quotes",
                    "no" | "n" | "off" => "write `false`, without quotes",
                    "true" | "false" => "write it in small letters and without quotes",
                    _ => "write `true` or `false`",
                };
                reader.refuse(code::WRONG_KIND, node, message, "found a text", help);
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

/// A text that can be printed: no control characters and nothing that is invisible or
/// turns the direction of writing around.
impl Read for String {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Text(text) = &node.value else {
            match node.value {
                Value::Integer(_) | Value::Float(_) | Value::Bool(_) => {
                    let message = format!("{} must be a text", reader.subject());
                    let written = reader.written(node.span, node.span);
                    reader.refuse(
                        code::WRONG_KIND,
                        node,
                        message,
                        format!("YAML reads this as {}", node.kind()),
                        format!("put it in quotes: \"{written}\""),
                    );
                }
                Value::Map(_) => {
                    let message = format!("{} must be a text", reader.subject());
                    reader.refuse(
                        code::WRONG_KIND,
                        node,
                        message,
                        "found a map of keys",
                        "put a text with a colon in it in quotes: \"…: …\"",
                    );
                }
                _ => reader.wrong_kind(node, "a text"),
            }
            return None;
        };
        if let Some(bad) = text.chars().find(|&c| is_unprintable(c)) {
            let message = format!("{} holds a character that cannot be printed", reader.subject());
            reader.refuse(
                code::BAD_TEXT,
                node,
                message,
                format!("the character U+{:04X} stands here", u32::from(bad)),
                "delete the text and type it again: the character is invisible in most editors",
            );
            return None;
        }
        Some(text.clone())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::new())
    }
}
