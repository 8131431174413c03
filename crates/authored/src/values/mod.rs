//! Small values in authored files: ids, quantities, bearings, places, text.

pub(crate) mod languages;
pub(crate) mod length;
pub(crate) mod number;
pub(crate) mod place;
pub mod quantity;
pub(crate) mod setting;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod title_date;
pub(crate) mod turn_suggestion;
pub(crate) mod word;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use sandtable_source::{
    Node, Read, Reader, Span, Value, closest, code, confusables, did_you_mean, inline_schema,
    message,
};

/// Returns the text of a node; for any other value, reports what was expected.
fn text<'n>(node: &'n Node, reader: &mut Reader<'_>, expected: &str) -> Option<&'n str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => {
            reader.wrong_kind(node, expected);
            None
        }
    }
}

/// The version of a format, always 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format;

inline_schema!(Format, "Format", { "type": "integer", "const": 1 });

impl Read for Format {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.check_format(node, 1).then_some(Self)
    }

    fn expected() -> Option<String> {
        Some("`1`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self)
    }
}

/// A name by which other parts refer to an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub String);

inline_schema!(Id, "Id", { "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64 });

impl std::ops::Deref for Id {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Read for Id {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let (Value::List(_), "`entry`") = (&node.value, reader.subject().as_str()) {
            reader.refuse(
                code::WRONG_KIND,
                node,
                "`entry` must be one entry",
                "found a list",
                "write one here, and list the alternatives under `or:`, such as `entry: york-pike, or: [hanover-road]`",
            );
            return None;
        }
        if let Value::Integer(number) = node.value {
            let message =
                message::wrong_type("an id", Some(reader.subject().as_str()), node.kind());
            let help = format!(
                "write a descriptive name, such as `ii-corps`; to use the number, write \"{number}\", in quotes"
            );
            reader.refuse(code::WRONG_KIND, node, message, "not an id", help);
            return None;
        }
        let text = text(node, reader, "an id, such as `ii-corps`")?;
        if sandtable_pack::PieceId::new(text).is_ok() {
            return Some(Self(text.to_owned()));
        }
        let message = message::invalid("id", text);
        let help = suggest_ids(text, reader).unwrap_or_else(|| id_help(text));
        reader.refuse(code::BAD_ID, node, message, "not usable as an id", help);
        None
    }

    fn expected() -> Option<String> {
        Some("a name in lower-case letters, digits and hyphens, such as `ii-corps`".to_owned())
    }
}

/// The suggestion for text that does not match an id of the file.
fn suggest_ids(text: &str, reader: &Reader<'_>) -> Option<String> {
    let is_known = |word: &str| reader.ids().any(|id| id == word);
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|word| is_known(word)) {
        return Some(format!("add the missing comma: write `{}`", words.join(", ")));
    }
    let refers = ["`pieces`", "`command`", "`commands`", "`reserve`"];
    let suggestion = kebab(text);
    if !refers.contains(&reader.subject().as_str()) || is_known(&suggestion) {
        return None;
    }
    closest(&suggestion, reader.ids()).map(|id| did_you_mean(text, id))
}

/// The help for text that is not a valid id.
pub fn id_help(text: &str) -> String {
    const RULE: &str = "lower-case letters, digits and single hyphens, 64 characters at most";
    if let Some(found) = confusables(text).first() {
        let repaired: String = text
            .chars()
            .map(|c| confusables(&c.to_string()).first().map_or(c, |one| one.lookalike))
            .collect();
        return format!("write `{}`: {found}", kebab(&repaired));
    }
    match kebab(text) {
        suggestion if is_romanised(text) && !suggestion.is_empty() => {
            format!("write `{suggestion}`: {RULE}")
        }
        _ => format!("use {RULE}"),
    }
}

/// Whether [`kebab`] keeps all letters of a text, without accents.
pub fn is_romanised(text: &str) -> bool {
    romanised(text).chars().all(|c| c.is_ascii() || !c.is_alphanumeric())
}

/// Replaces accented Latin letters with plain ones.
fn romanised(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.nfkd().filter(|&c| !is_combining_mark(c)) {
        match letter {
            'ß' => plain.push_str("ss"),
            'æ' | 'Æ' => plain.push_str("ae"),
            'œ' | 'Œ' => plain.push_str("oe"),
            'ø' | 'Ø' => plain.push('o'),
            'ł' | 'Ł' => plain.push('l'),
            'đ' | 'Đ' | 'ð' | 'Ð' => plain.push('d'),
            'þ' | 'Þ' => plain.push_str("th"),
            'ı' => plain.push('i'),
            _ => plain.push(letter),
        }
    }
    plain
}

/// Converts text to a valid id. Letters of other alphabets than the Latin one are lost.
pub fn kebab(text: &str) -> String {
    let plain: String = romanised(text)
        .chars()
        .filter(|c| !matches!(c, '\'' | '’' | 'ʼ'))
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(64).collect::<String>().trim_end_matches('-').to_owned()
}
