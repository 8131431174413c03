//! A map's style overrides. Each value is inserted into the style and validated with it.

use sandtable_pack as pack;
use sandtable_pack::Choice as _;
use sandtable_source::message::{unknown_key, wrong_type};
use sandtable_source::{Code, Diagnostic, Entry, Message, Node, Value, all_of, code, message};
use serde_json::Value as Json;

use sandtable_authored::{Reporter, StyleChoice};

/// Returns a map's style without its symbols. Reports invalid values and keeps their defaults.
pub fn read(reporter: &mut Reporter, chosen: Option<&StyleChoice>) -> pack::MapStyle {
    let Some(chosen) = chosen else { return pack::MapStyle::default() };
    let name = chosen.name;
    if chosen.changes.is_empty() {
        return pack::MapStyle { name, ..pack::MapStyle::default() };
    }
    let base = serde_json::to_value(pack::Style::built_in(name)).expect("style serialises");
    let mut change = Change { reporter, name, style: base };
    change.keys(&chosen.changes, &mut Vec::new());
    let own = serde_json::from_value(change.style).expect("values are validated");
    pack::MapStyle { name, own: Some(Box::new(own)), ..pack::MapStyle::default() }
}

struct Change<'s> {
    reporter: &'s mut Reporter,
    name: pack::StyleName,
    /// The style with the overrides so far; always complete.
    style: Json,
}

impl Change<'_> {
    fn keys<'e>(&mut self, entries: &'e [Entry], path: &mut Vec<&'e str>) {
        for entry in entries {
            path.push(&entry.key);
            self.key(entry, path);
            path.pop();
        }
    }

    fn key<'e>(&mut self, entry: &'e Entry, path: &mut Vec<&'e str>) {
        let pointer = format!("/{}", path.join("/"));
        let known = !entry.key.contains(['/', '~']);
        let Some(before) = self.style.pointer(&pointer).filter(|_| known).cloned() else {
            self.report_unknown_key(entry, path);
            return;
        };
        match (&before, &entry.value.value) {
            (Json::Object(_), Value::Map(inner)) => self.keys(inner, path),
            (Json::Object(keys), _) => {
                let keys = all_of(keys.keys().map(String::as_str));
                let message =
                    wrong_type("a mapping", Some(&describe_path(path)), entry.value.kind());
                let help = format!("use the keys {keys}");
                let kind = entry.value.kind().to_owned();
                self.refuse(code::WRONG_KIND, &entry.value, message, kind, help);
            }
            _ => self.value(&entry.value, path, &pointer, &before),
        }
    }

    /// Inserts a value if the resulting style is valid.
    fn value(&mut self, node: &Node, path: &[&str], pointer: &str, before: &Json) {
        let slot = self.style.pointer_mut(pointer).expect("existing key");
        *slot = node.to_json();
        let Err(error) = serde_json::from_value::<pack::Style>(self.style.clone()) else { return };
        *self.style.pointer_mut(pointer).expect("existing key") = before.clone();
        let message = message!("invalid value for {}", describe_path(path));
        let is_colour = before.as_str().is_some_and(|text| text.starts_with('#'));
        let label = match node.value {
            Value::Null => "no value",
            _ => node.kind(),
        };
        let example = match before {
            Json::String(text) if !is_colour => format!("`{text}`"),
            Json::String(_) => format!("{before}, in quotes"),
            other => format!("`{other}`"),
        };
        let name = self.name.word();
        let help = match (&node.value, before) {
            // In YAML, a bare `#` starts a comment.
            (Value::Null, _) if is_colour => {
                format!("put the colour in quotes, {before}: without quotes, `#` starts a comment")
            }
            (Value::Text(_), Json::String(_))
            | (Value::Integer(_) | Value::Float(_), Json::Number(_)) => {
                format!("{error}; the {name} style has {example}")
            }
            _ => format!("use a value like that of the {name} style: {example}"),
        };
        let code = match (&node.value, before) {
            // The format is valid, but the number is not.
            (Value::Text(text), Json::String(before)) if has_unit_of(text, before) => {
                code::STYLE_VALUE
            }
            (Value::Text(_), Json::String(before)) if !is_measure(before) && !is_colour => {
                code::UNKNOWN_CHOICE
            }
            (Value::Integer(_) | Value::Float(_), Json::Number(_)) => code::OUT_OF_RANGE,
            _ => code::WRONG_KIND,
        };
        self.refuse(code, node, message, label.to_owned(), help);
    }

    fn report_unknown_key(&mut self, entry: &Entry, path: &[&str]) {
        let outer = &path[..path.len() - 1];
        let table = match outer {
            [] => self.style.as_object(),
            _ => self.style.pointer(&format!("/{}", outer.join("/"))).and_then(Json::as_object),
        };
        let mut keys: Vec<&str> =
            table.into_iter().flat_map(|t| t.keys()).map(String::as_str).collect();
        if outer.is_empty() {
            keys.push("symbols");
        }
        let place = if outer.is_empty() { "style".to_owned() } else { describe_path(outer) };
        let finding = Diagnostic::new(code::UNKNOWN_KEY, unknown_key(&entry.key, place))
            .at(entry.key_span, "unknown key")
            .did_you_mean(&entry.key, keys.iter().copied());
        let finding = match finding.help.is_empty() {
            true => finding.help(format!("use one of the keys {}", all_of(keys))),
            false => finding,
        };
        self.reporter.diagnostics.push(finding);
    }

    fn refuse(&mut self, code: Code, node: &Node, message: Message, label: String, help: String) {
        let finding = Diagnostic::new(code, message).at(node.head(), label).help(help);
        self.reporter.diagnostics.push(finding);
    }
}

/// Whether the text is a number with a unit, such as `0.15 mm`.
fn is_measure(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the text is a plain number followed by the unit of `other`.
fn has_unit_of(text: &str, other: &str) -> bool {
    let Some((_, unit)) = other.split_once(' ').filter(|_| is_measure(other)) else { return false };
    let Some(number) = text.strip_suffix(unit) else { return false };
    let number = number.strip_suffix(' ').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(fraction)
}

/// Formats the path of a key for messages, such as `hachures: finest`.
fn describe_path(path: &[&str]) -> String {
    format!("`{}` of the style", path.join(": "))
}
