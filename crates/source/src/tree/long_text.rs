//! Strings that continue on the next line in a form that YAML forbids: too far left, or with a
//! colon.

use granit_parser::ErrorKind;

use super::line::{key_of_line, line_at, lines_above};
use super::typo::Typo;

/// Keys whose values are prose.
const TEXT_KEYS: [&str; 8] = ["en", "es", "fr", "history", "notes", "reason", "subtitle", "text"];
/// The maximum number of lines of a string to examine.
const MAX_LINES: usize = 40;
/// The maximum length of a string to repeat in full, in characters.
const MAX_REPEATED: usize = 160;

/// Returns the start and the correct form of a string that continues on the line of a fault or the
/// line above.
pub(super) fn multiline_text_typo(text: &str, fault: usize, kind: &ErrorKind) -> Option<Typo> {
    let is_torn = matches!(
        kind,
        ErrorKind::MappingValueNotAllowed
            | ErrorKind::SimpleKeyExpected
            | ErrorKind::InvalidSimpleKey
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::InvalidIndentation
    );
    if !is_torn {
        return None;
    }
    let (start, line) = line_at(text, fault);
    let has_colon = matches!(kind, ErrorKind::MappingValueNotAllowed);
    if has_colon && let Some(head) = Head::parse(start, line) {
        let more = continuation(text, start + line.len(), head.column);
        return (!more.is_empty()).then(|| head.typo(&more, true));
    }
    let above: Vec<(usize, &str)> = lines_above(text, start).take(MAX_LINES).collect();
    let mut torn = vec![line.trim()];
    let next = text[start + line.len()..].lines().nth(1);
    let mut is_whole =
        next.is_none_or(|next| next.trim().is_empty() || lowercase_key(next).is_some());
    if let Some((column, key)) = lowercase_key(line) {
        is_whole = true;
        // The parser noticed the fault one line late.
        let (_, last) = above.first()?;
        let is_new_key = TEXT_KEYS.contains(&key) || column <= indent(last);
        if !is_new_key || lowercase_key(last).is_some() {
            return None;
        }
        torn.clear();
    } else if line.trim_start().starts_with(['-', '{', '}', '[', ']', '?', '<']) {
        return None;
    }
    let mut column = indent(line);
    for (start, line) in above {
        if let Some(head) = Head::parse(start, line) {
            // Lines that are indented further continue the string, unless they contain a colon.
            let is_fault = has_colon || column <= head.column;
            let first = torn.last().and_then(|line| line.split_whitespace().next());
            let is_key = first.is_none_or(|word| TEXT_KEYS.contains(&word));
            return (is_fault && !is_key).then(|| {
                let lines: Vec<&str> = torn.into_iter().rev().collect();
                head.typo(&lines, is_whole)
            });
        }
        if lowercase_key(line).is_some() || line.trim_start().starts_with('-') {
            return None;
        }
        column = column.min(indent(line));
        torn.push(line.trim());
    }
    None
}

/// The first line of a string.
struct Head<'t> {
    key: &'t str,
    /// The column of the key.
    column: usize,
    /// The text after the colon.
    value: &'t str,
    /// The position of that text.
    at: usize,
}

impl<'t> Head<'t> {
    fn parse(start: usize, line: &'t str) -> Option<Self> {
        let (column, key) = key_of_line(line).filter(|(_, key)| TEXT_KEYS.contains(key))?;
        let value = line[column + key.len() + 1..].trim();
        let is_plain =
            !value.is_empty() && !value.starts_with(['"', '\'', '{', '[', '&', '*', '!']);
        let at = start + line.find(value)?.max(column + key.len() + 1);
        is_plain.then_some(Self { key, column, value, at })
    }

    fn typo(&self, more: &[&str], is_whole: bool) -> Typo {
        let Self { key, column, value, at } = *self;
        let spaces = column + 2;
        if value.starts_with(['|', '>']) {
            return Typo {
                at,
                label: "the text below is too far left",
                help: format!("indent its lines further than `{key}:`, with {spaces} spaces"),
            };
        }
        let whole =
            std::iter::once(value).chain(more.iter().copied()).collect::<Vec<_>>().join(" ");
        Typo {
            at,
            label: "this text continues on the next line",
            help: block_text_help(key, column, if is_whole { &whole } else { "" }),
        }
    }
}

/// Returns the help for a long string after a key in a column; `whole` is empty if the end of the
/// string is unknown.
pub(super) fn block_text_help(key: &str, column: usize, whole: &str) -> String {
    let below = format!(
        "write `{key}: >-` and the text on the lines below it, each after {} spaces: it may contain colons there",
        column + 2
    );
    let is_short = (1..=MAX_REPEATED).contains(&whole.chars().count());
    match is_short && !whole.contains(['"', '\\']) {
        true => format!("{below}; or put it in quotes on one line: `{key}: \"{whole}\"`"),
        false => below,
    }
}

/// The key at the start of a line, unless it is capitalised like a word of a sentence.
fn lowercase_key(line: &str) -> Option<(usize, &str)> {
    key_of_line(line).filter(|(_, key)| !key.starts_with(char::is_uppercase))
}

/// The lines after a position that are indented further than a column.
fn continuation(text: &str, from: usize, column: usize) -> Vec<&str> {
    let lines = text[from..].lines().skip(1).take(MAX_LINES);
    let more = lines.take_while(|line| !line.trim().is_empty() && indent(line) > column);
    more.map(str::trim).collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
