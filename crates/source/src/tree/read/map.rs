//! Reads maps, including missing keys, unknown keys, and keys cut off from their values.

use std::collections::BTreeSet;

use super::{EXAMPLES, EnclosingMap, Field, MAX_QUOTED_BYTES, Read, Reader};
use crate::codes::code;
use crate::diagnostic::Diagnostic;
use crate::file::Span;
use crate::message;
use crate::message::missing_keys;
use crate::number::signed_number;
use crate::phrase::{all_of, list_of, with_article};
use crate::tree::key_synonym::{intended_key, key_for_value};
use crate::tree::long_text::block_text_help;
use crate::tree::{Entry, Node, Value};

/// A map whose keys are being read.
pub struct Map<'n> {
    node: &'n Node,
    noun: &'static str,
    keys: Vec<&'static str>,
    /// Allowed keys that are absent.
    absent: Vec<&'static str>,
    /// Keys whose values a comma or a line end cuts off, as already reported.
    truncated: Vec<String>,
    /// Missing required keys not yet reported.
    missing: Vec<MissingKey>,
}

/// A missing required key.
struct MissingKey {
    key: &'static str,
    rule: Option<&'static str>,
    /// The expected value.
    expected: Option<String>,
}

impl Map<'_> {
    /// The place for labels about missing keys.
    pub fn head(&self) -> Span {
        self.node.head()
    }

    /// Reads the value of a key that `rule` applies to. Reports a missing required key, unless a
    /// similar unknown key was reported: one typo gives one message.
    pub fn field<T: Read>(
        &mut self,
        key: &'static str,
        rule: Option<&'static str>,
        reader: &mut Reader<'_>,
    ) -> Option<T> {
        let is_required = T::absent().is_none();
        let outer =
            reader.field.replace(Field { key: key.into(), rule, is_required, is_name: false });
        let lacking = self.absent.clone();
        reader.enclosing.push(EnclosingMap { head: self.head(), noun: self.noun, absent: lacking });
        let value = match self.node.entry(key) {
            Some(entry) if self.truncated.iter().any(|short| short == key) => {
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
                    if !self.is_misspelt(key) && !self.node.is_part {
                        self.missing.push(MissingKey { key, rule, expected: T::expected() });
                    }
                    reader.damage.add_stand_in(self.head());
                    T::stand_in(self.head())
                })
            }
        };
        reader.enclosing.pop();
        reader.field = outer;
        value
    }

    /// Reports all missing keys in one diagnostic, after every key was read. Returns the start of
    /// the map.
    pub fn finish(self, reader: &mut Reader<'_>) -> Span {
        if let [first, ..] = self.missing.as_slice() {
            let field = Field {
                key: first.key.into(),
                rule: first.rule,
                is_required: true,
                is_name: false,
            };
            let outer = reader.field.replace(field);
            let name = outer.as_ref().filter(|outer| outer.is_name);
            self.report_missing(reader, name.map(|name| &*name.key));
            reader.field = outer;
        }
        self.head()
    }

    fn report_missing(&self, reader: &mut Reader<'_>, name: Option<&str>) {
        // An id or a name identifies the map.
        let id = self.node.entry("id").and_then(|entry| match &entry.value.value {
            Value::Text(id) => Some(id.as_str()),
            _ => None,
        });
        let name = match id.or(name) {
            Some(name) => format!("{} `{name}`", self.noun),
            None => format!("this {}", self.noun),
        };
        let message = missing_keys(self.missing.iter().map(|one| one.key), name);
        let mut finding = Diagnostic::new(code::MISSING_KEY, message)
            .at(self.head(), format!("the {} starts here", self.noun));
        for MissingKey { key, expected, .. } in &self.missing {
            let sides = (*key == "first_player").then(|| self.sides()).flatten();
            finding = finding.help(match sides.as_ref().or(expected.as_ref()) {
                Some(expected) => format!("add `{key}:` with {expected}"),
                None => match EXAMPLES.iter().find(|(known, _)| known == key) {
                    Some((_, example)) => format!("add `{key}:` with a value {example}"),
                    None => format!("add `{key}: …`"),
                },
            });
        }
        reader.report(finding);
    }

    /// The ids of the sides, which are the choices for the side that moves first.
    fn sides(&self) -> Option<String> {
        let Value::Map(sides) = &self.node.entry("sides")?.value.value else { return None };
        (!sides.is_empty()).then(|| list_of(sides.iter().map(|side| side.key.as_str())))
    }

    /// Whether there is an unknown key, which may be a misspelling of a missing key.
    fn has_unknown_key(&self) -> bool {
        let Value::Map(entries) = &self.node.value else { return false };
        entries.iter().any(|entry| !self.keys.contains(&entry.key.as_str()))
    }

    fn is_misspelt(&self, key: &str) -> bool {
        let Value::Map(entries) = &self.node.value else { return false };
        entries.iter().filter(|entry| !self.keys.contains(&entry.key.as_str())).any(|entry| {
            intended_key(&entry.key, &self.keys) == Some(key)
                || key_for_value(&entry.key) == Some(key)
                || misplaced_inner_keys(entry, &self.keys, self.node).contains(&key)
        })
    }
}

impl Reader<'_> {
    /// Reads the keys of a map and reports unknown keys; `noun` names the map in messages
    /// ("piece").
    pub fn map<'n>(
        &mut self,
        node: &'n Node,
        noun: &'static str,
        keys: &[&'static str],
    ) -> Option<Map<'n>> {
        let is_item = std::mem::take(&mut self.is_item);
        let Value::Map(entries) = &node.value else {
            self.report_not_map(node, noun, keys);
            return None;
        };
        // Diagnostics about keys must not cite the rule of the field that contains them.
        let field = self.field.take();
        if let [only] = entries.as_slice()
            && is_item
            && self.belongs_to_outer_map(only, noun, keys)
        {
            self.record_damaged_ids(node);
            self.field = field;
            return None;
        }
        let (mut truncated, mut seen) = (Vec::new(), BTreeSet::new());
        let mut index = 0;
        while let Some(entry) = entries.get(index) {
            index += 1;
            if keys.contains(&entry.key.as_str()) {
                if !seen.insert(entry.key.as_str()) {
                    self.record_damaged_ids(&entry.value);
                }
                continue;
            }
            // Later checks may miss the ids in the value of an unknown key.
            self.record_damaged_ids(&entry.value);
            let before = index.checked_sub(2).map(|before| &entries[before]);
            let cut = before.and_then(|before| {
                let rest = &entries[index - 1..];
                let rest = &rest[..rest.iter().take_while(|entry| may_be_remainder(entry)).count()];
                Some((before, rest.len(), self.split_value_help(before, rest)?))
            });
            let cut = cut.or_else(|| {
                let help = self.split_text_help(before?, entry, keys)?;
                Some((before?, 1, help))
            });
            match cut {
                Some((before, parts, help)) => {
                    truncated.push(before.key.clone());
                    index += parts - 1;
                    let message = message!("a comma cuts off the value of `{}`", before.key);
                    self.report(
                        Diagnostic::new(code::UNKNOWN_KEY, message)
                            .at(entry.key_span, "read as the next key")
                            .help(help),
                    );
                }
                None if before.is_some_and(|before| self.is_continuation(before, entry, keys)) => {
                    let before = before.expect("checked above");
                    truncated.push(before.key.clone());
                    let rest = &entries[index - 1..];
                    let more =
                        rest.iter().take_while(|entry| self.is_continuation(before, entry, keys));
                    index += more.count() - 1;
                    self.report(self.truncated_text(before, &entries[index - 1]));
                }
                None => self.report(unknown_key(entry, noun, keys, node)),
            }
        }
        self.field = field;
        let absent = keys.iter().copied().filter(|key| node.entry(key).is_none()).collect();
        Some(Map { node, noun, keys: keys.to_vec(), absent, truncated, missing: Vec::new() })
    }

    /// Returns whether the only key of a list item belongs to the map around the list, such as an
    /// army commander among its commands. If so, reports the key.
    fn belongs_to_outer_map(&mut self, entry: &Entry, noun: &str, keys: &[&'static str]) -> bool {
        let key = entry.key.as_str();
        let is_absent = |around: &&EnclosingMap| around.absent.contains(&key);
        let Some(outer) = self.enclosing.last().filter(is_absent).filter(|_| !keys.contains(&key))
        else {
            return false;
        };
        let known = outer.absent.iter().copied().find(|known| *known == key);
        let finding = Diagnostic::new(
            code::UNKNOWN_KEY,
            message!("`{key}` is a key of {}, not of {}", with_article(outer.noun), with_article(noun)),
        )
        .at(entry.key_span, "one level too deep")
        .help(format!(
            "move it out of this list: write `{key}:`, without a dash, in the column of the other keys of the {}",
            outer.noun
        ));
        if let Some(known) = known {
            self.damage.add_key(outer.head, known);
        }
        self.report(finding);
        true
    }

    /// Reports a value that is not a map.
    fn report_not_map(&mut self, node: &Node, noun: &str, keys: &[&'static str]) {
        let message = self.expected(&format!("a mapping ({noun})"), node);
        let label = format!("not {}", with_article(noun));
        let all = all_of(keys.iter().copied());
        let help = match (&node.value, keys) {
            (Value::Text(text), [only]) => format!("write `{{ {only}: {text} }}`"),
            (Value::Text(text), [first, second, third]) if text.len() <= MAX_QUOTED_BYTES => {
                format!("write all its keys: `{{ {first}: {text}, {second}: …, {third}: … }}`")
            }
            (Value::Null, _) if self.is_required() => {
                format!("write keys and values here; the keys are {all}")
            }
            (Value::Null, _) => {
                format!("write keys and values here, or remove this key; the keys are {all}")
            }
            (Value::Text(_), _) if noun == "scenario" => {
                "this file is neither a scenario nor a pack: pass another one".to_owned()
            }
            (_, [first, ..]) => format!(
                "write keys and values, one per line or in braces: `{{ {first}: …, … }}`; the keys are {all}"
            ),
            (_, []) => "write it as a mapping".to_owned(),
        };
        self.report(Diagnostic::new(code::WRONG_KIND, message).at(node.head(), label).help(help));
    }

    /// Returns the correct form of the previous value, if a comma in `{ … }` split it and these
    /// keys are its remainder.
    fn split_value_help(&self, before: &Entry, rest: &[Entry]) -> Option<String> {
        let (key, last) = (&before.key, rest.last()?);
        let whole = self.source_text(before.value.span, last.key_span);
        let place = self.coordinate(whole);
        // Whole numbers may be any list, not only a coordinate.
        let is_place =
            |is_order_known: bool| is_order_known || rest.len() > 1 || whole.contains('.');
        if let Some(place) = place.filter(|place| is_place(place.is_order_known)) {
            return Some(place.advice(&format!("{key}: ")));
        }
        let [Entry { key: rest, .. }] = rest else { return None };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // YAML reads `−3` with a typographic minus sign as text.
        let integer = match &before.value.value {
            Value::Text(text) => signed_number(text).filter(|number| !number.contains('.')),
            Value::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        match (integer, &before.value.value) {
            // 3,300 or 1,288 m; but 0,300 is a fraction.
            (Some(thousands), _)
                if digits == 3
                    && thousands.trim_start_matches('-') != "0"
                    && matches!(rest.get(3..4), None | Some(" ")) =>
            {
                // A length has a unit; a number of men has none.
                let unit = rest[3..].trim();
                let rest = if UNITS.contains(&unit) { rest } else { &rest[..3] };
                Some(format!("write the number without a comma: `{key}: {thousands}{rest}`"))
            }
            // 0,4 mi.
            (Some(whole), before)
                if digits > 0
                    && (rest.len() > digits
                        || whole == "0"
                        || matches!(before, Value::Text(_))) =>
            {
                Some(format!("write a decimal point instead of the comma: `{key}: {whole}.{rest}`"))
            }
            (whole, Value::Integer(_) | Value::Float(_)) if rest.parse::<f64>().is_ok() => {
                let first = before.value.to_json();
                let list = format!("put a list in brackets: `{key}: [{first}, {rest}]`");
                let decimal = whole.filter(|_| digits == rest.len());
                let decimal = decimal.map_or(String::new(), |whole| {
                    format!("; if it is a decimal comma, write `{key}: {whole}.{rest}`")
                });
                Some(list + &decimal)
            }
            _ => None,
        }
    }

    /// Whether a key is a continuation line of the preceding text.
    fn is_continuation(&self, before: &Entry, rest: &Entry, keys: &[&'static str]) -> bool {
        let is_text = matches!(before.value.value, Value::Text(_));
        let between = self.source_text(before.value.span, rest.key_span);
        is_text
            && before.key_span.file == rest.key_span.file
            && between.contains('\n')
            && !between.starts_with(['"', '\'', '|', '>'])
            && rest.key.contains(' ')
            && intended_key(&rest.key, keys).is_none()
    }

    /// The diagnostic for a text with continuation lines, the last of which was parsed as a key.
    fn truncated_text(&self, before: &Entry, last: &Entry) -> Diagnostic {
        let key = &before.key;
        let text = self.sources.file(before.key_span.file);
        let column = text.position(before.key_span.start as usize).column as usize - 1;
        let whole = self.source_text(before.value.span, last.key_span.to(last.value.span));
        // The text may continue below the last line.
        let whole: Vec<&str> = match last.value.value {
            Value::Text(_) => whole.split_whitespace().collect(),
            _ => Vec::new(),
        };
        Diagnostic::new(
            code::UNKNOWN_KEY,
            message!("the end of the line cuts off the text of `{key}`"),
        )
        .at(before.value.span, "this text continues on the next line")
        .also(last.key_span, "read as a key")
        .help(block_text_help(key, column, &whole.join(" ")))
    }

    /// Returns the correct form of the previous text, if a comma in `{ … }` split it and this key
    /// is its remainder.
    fn split_text_help(
        &self,
        before: &Entry,
        rest: &Entry,
        keys: &[&'static str],
    ) -> Option<String> {
        let (Value::Text(_), Value::Null) = (&before.value.value, &rest.value.value) else {
            return None;
        };
        let whole = self.source_text(before.value.span, rest.key_span);
        let is_cut = whole.contains(',') && !whole.contains(['\n', '"', '\'']);
        (is_cut && intended_key(&rest.key, keys).is_none()).then(|| {
            format!("put text that contains a comma in quotes: `{}: \"{whole}\"`", before.key)
        })
    }
}

/// Units of length that can follow a number.
const UNITS: [&str; 8] = ["m", "km", "mi", "yd", "ft", "mm", "cm", "in"];

/// Whether a key may be the remainder of the previous value after a comma.
fn may_be_remainder(entry: &Entry) -> bool {
    let begins = |c: char| c.is_ascii_digit() || "-−–NSEW".contains(c);
    entry.value.value == Value::Null && entry.key.starts_with(begins)
}

/// Returns the diagnostic for an unknown key; often the space between key and value is missing.
fn unknown_key(entry: &Entry, noun: &str, keys: &[&'static str], map: &Node) -> Diagnostic {
    let (key, span) = (entry.key.as_str(), entry.key_span);
    let unknown = |label: &str| {
        Diagnostic::new(code::UNKNOWN_KEY, message::unknown_key(key, noun)).at(span, label)
    };
    let alone = entry.value.value == Value::Null;
    if let Some((word, rest)) = key.split_once(':').filter(|_| alone)
        && keys.contains(&word)
    {
        return unknown("missing space after the colon")
            .help(format!("write a space after the colon: `{word}: {}`", rest.trim()));
    }
    if let Some(value_of) = key_for_value(key).filter(|value_of| keys.contains(value_of)) {
        let help = match entry.value.value {
            Value::Bool(false) => {
                format!("remove it: only `{value_of}: {key}` switches it on")
            }
            _ => format!("write `{value_of}: {key}`"),
        };
        return unknown("this is a value, not a key").help(help);
    }
    if noun == "scenario"
        && keys.contains(&"unit_types")
        && let Some(help) = other_file_help(key, map)
    {
        return unknown("a key of another file").help(help);
    }
    if !misplaced_inner_keys(entry, keys, map).is_empty() {
        return unknown("one level too many")
            .help(format!("remove `{key}:` and move its keys to the {noun} itself"));
    }
    if noun == "scenario"
        && let Some((other, this)) = other_system(key, keys)
    {
        return unknown("unknown key").help(format!(
            "`{key}` is a key of {other} scenarios: remove it from this {this} scenario"
        ));
    }
    let intended = intended_key(key, keys);
    let diagnostic = unknown("unknown key").suggest(key, intended);
    let diagnostic = match intended.filter(|meant| map.entry(meant).is_some()) {
        Some(meant) => diagnostic.help(format!("`{meant}` is already set: remove one of them")),
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

/// The help for a FAB scenario key that belongs in the ruleset or the map.
fn other_file_help(key: &str, map: &Node) -> Option<String> {
    match key {
        "allowances" | "stacking" | "blow_on" | "border_types" | "connection_types"
        | "combat_table" | "morale" | "surrender" | "asset_limits" | "marker_limits"
        | "rulings" => Some(match map.entry("ruleset").map(|entry| &entry.value.value) {
            Some(Value::Text(base)) => format!(
                "it is a key of the ruleset: write `extends: {base}` on a new line below `ruleset:`, and move `{key}:` with its value next to it"
            ),
            _ => "it is a key of the ruleset: move it with its value below `ruleset:`, next to `extends:`".to_owned(),
        }),
        "frame" | "scale" | "layers" | "style" | "credits" | "subtitle" => {
            Some(format!("it is a key of the map: move `{key}:` to the file that `map:` names"))
        }
        _ => None,
    }
}

/// The game system that has a scenario key, and the system of the scenario, if they differ.
fn other_system(key: &str, keys: &[&'static str]) -> Option<(&'static str, &'static str)> {
    const PUB_BATTLES: [&str; 7] = [
        "calendar",
        "combat_order",
        "column_length",
        "weather",
        "objectives",
        "special_rules",
        "free_game",
    ];
    const FAB: [&str; 7] = [
        "formations",
        "unit_types",
        "units",
        "assets",
        "chit_schedule",
        "turn_track",
        "strategic_movement",
    ];
    match keys.contains(&"unit_types") {
        true => PUB_BATTLES.contains(&key).then_some(("Pub Battles", "FAB")),
        false => FAB.contains(&key).then_some(("FAB", "Pub Battles")),
    }
}

/// Returns the keys in the value of an unknown key, if they are one level too deep: they all belong
/// to the map, which has none of them.
fn misplaced_inner_keys<'n>(entry: &'n Entry, keys: &[&'static str], map: &Node) -> Vec<&'n str> {
    let Value::Map(inner) = &entry.value.value else { return Vec::new() };
    let inner: Vec<&str> = inner.iter().map(|entry| entry.key.as_str()).collect();
    let is_expected = |key: &&str| keys.contains(key) && map.entry(key).is_none();
    if inner.iter().all(is_expected) { inner } else { Vec::new() }
}
