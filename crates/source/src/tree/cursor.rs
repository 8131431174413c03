//! Finds the tree position of a byte in a YAML text, for editors. The text after the byte may be
//! incomplete.

use std::ops::Range;

use granit_parser::{Event, Parser};

use super::limits::{MAX_TEXT_BYTES, parser_options};

/// A step from a value into one of its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Into the value of a key.
    Key(String),
    /// Into an item of a list, counted from 0.
    Item(usize),
}

/// The role of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A key of a map.
    Key,
    /// A value.
    Value,
}

/// A scalar in a text, as a key or a value, with its position in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarPlace {
    /// The path to the value; for a key, the path to its map.
    pub path: Vec<Step>,
    /// Key or value.
    pub role: Role,
    /// The bytes of the scalar, including quotation marks.
    pub at: Range<usize>,
    /// The text of the scalar.
    pub word: String,
    /// All keys of the map that directly contains the scalar, up to the point where parsing fails.
    pub keys: Vec<String>,
}

/// The placeholder for a word not yet typed.
const PLACEHOLDER: &str = "sandtable-cursor";

/// Returns the scalar at a byte of a text. The text before the scalar must be valid YAML; the text
/// after it may be invalid.
pub fn scalar_at(text: &str, byte: usize) -> Option<ScalarPlace> {
    find_scalar(text, |at, _| !at.is_empty() && at.start <= byte && byte <= at.end)
}

/// Returns the tree positions for a word that replaces the bytes `at` of a text: as a key, as a
/// value, or both.
pub fn insertion_points(text: &str, at: Range<usize>) -> Vec<ScalarPlace> {
    let (Some(before), Some(behind)) = (text.get(..at.start), text.get(at.end..)) else {
        return Vec::new();
    };
    let has_colon = behind.trim_start_matches(' ').starts_with(':');
    let as_key = if has_colon { "" } else { ": ~" };
    let tries = [(as_key, Role::Key), ("", Role::Value)];
    let found = tries.into_iter().filter_map(|(ending, role)| {
        let is_placeholder = |_: &Range<usize>, word: &str| word == PLACEHOLDER;
        let with = |behind: &str| {
            let tried = format!("{before}{PLACEHOLDER}{ending}{behind}");
            find_scalar(&tried, is_placeholder).filter(|found| found.role == role)
        };
        // After an unclosed bracket, the parser would add the following lines to the word.
        let found = with(behind).or_else(|| with(&closing_brackets(before)))?;
        Some(ScalarPlace {
            at: at.clone(),
            keys: found.keys.into_iter().filter(|key| key != PLACEHOLDER).collect(),
            ..found
        })
    });
    found.collect()
}

/// The closing brackets that a text lacks. This is a guess: if a character only looks like a
/// bracket, the result is not valid YAML.
fn closing_brackets(text: &str) -> String {
    let mut open = Vec::new();
    let (mut quote, mut last) = (None, ' ');
    for letter in text.chars() {
        let may_begin = matches!(last, ' ' | '\n' | '[' | '{' | ',');
        match (quote, letter) {
            (Some(mark), _) if mark == letter => quote = None,
            (Some('#'), '\n') => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '#') if may_begin => quote = Some(letter),
            (None, '[') => open.push(']'),
            (None, '{') => open.push('}'),
            (None, ']' | '}') => {
                open.pop();
            }
            (None, _) => {}
        }
        last = letter;
    }
    open.into_iter().rev().collect()
}

/// A list or map that is still open.
struct OpenNode {
    is_map: bool,
    /// Whether the node is used as a key.
    is_key: bool,
    /// The key whose value comes next.
    pending_key: Option<String>,
    keys: Vec<String>,
    items: usize,
}

/// The first scalar that matches.
fn find_scalar(text: &str, is_wanted: impl Fn(&Range<usize>, &str) -> bool) -> Option<ScalarPlace> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let mut open: Vec<OpenNode> = Vec::new();
    let mut found: Option<(ScalarPlace, usize)> = None;
    for event in Parser::new_from_str_with_options(text, parser_options()) {
        let Ok((event, span)) = event else { break };
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_map = matches!(event, Event::MappingStart(..));
                let is_key = is_key_next(&open);
                let new =
                    OpenNode { is_map, is_key, pending_key: None, keys: Vec::new(), items: 0 };
                open.push(new);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let closed = open.pop();
                if let Some((mut place, depth)) = found.take() {
                    if open.len() < depth {
                        place.keys = closed.map(|closed| closed.keys).unwrap_or_default();
                        return Some(place);
                    }
                    found = Some((place, depth));
                }
                match closed {
                    Some(closed) if closed.is_key => set_pending_key(&mut open, String::new()),
                    _ => close_value(&mut open),
                }
            }
            Event::Scalar(word, ..) => {
                let role = if is_key_next(&open) { Role::Key } else { Role::Value };
                if found.is_none() {
                    let range = span.byte_range().unwrap_or(0..0);
                    let start = text.floor_char_boundary(range.start.min(text.len()));
                    let end = text.floor_char_boundary(range.end.clamp(start, text.len()));
                    if is_wanted(&(start..end), &word) {
                        let path = match (role, open.split_last()) {
                            (Role::Key, Some((_, above))) => open_path(above),
                            _ => open_path(&open),
                        };
                        let word = word.to_string();
                        let keys = Vec::new();
                        found = Some((
                            ScalarPlace { path, role, at: start..end, word, keys },
                            open.len(),
                        ));
                    }
                }
                match role {
                    Role::Key => set_pending_key(&mut open, word.into_owned()),
                    Role::Value => close_value(&mut open),
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => match is_key_next(&open) {
                true => set_pending_key(&mut open, String::new()),
                false => close_value(&mut open),
            },
            _ => {}
        }
        if found.is_some() && open.is_empty() {
            break;
        }
    }
    let (mut place, depth) = found?;
    if let Some(innermost) = depth.checked_sub(1).and_then(|depth| open.get(depth)) {
        place.keys.clone_from(&innermost.keys);
    }
    Some(place)
}

fn is_key_next(open: &[OpenNode]) -> bool {
    open.last().is_some_and(|open| open.is_map && open.pending_key.is_none())
}

fn set_pending_key(open: &mut [OpenNode], key: String) {
    if let Some(map) = open.last_mut() {
        map.keys.push(key.clone());
        map.pending_key = Some(key);
    }
}

/// Closes a value of the innermost list or map.
fn close_value(open: &mut [OpenNode]) {
    if let Some(around) = open.last_mut() {
        around.pending_key = None;
        around.items += 1;
    }
}

/// The path to the innermost open node.
fn open_path(open: &[OpenNode]) -> Vec<Step> {
    let step = |open: &OpenNode| match open.is_map {
        true => Step::Key(open.pending_key.clone().unwrap_or_default()),
        false => Step::Item(open.items),
    };
    open.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn describe(standing: &ScalarPlace) -> String {
        let path: Vec<String> = standing
            .path
            .iter()
            .map(|step| match step {
                Step::Key(key) => key.clone(),
                Step::Item(item) => item.to_string(),
            })
            .collect();
        let role = if standing.role == Role::Key { "key of" } else { "value at" };
        format!("{role} /{} among {}", path.join("/"), standing.keys.join(","))
    }

    /// The insertion points at the mark `|`.
    fn described_insertion_points(marked: &str) -> Vec<String> {
        let at = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        insertion_points(&text, at..at).iter().map(describe).collect()
    }

    #[test]
    fn finds_insertion_points() {
        for (marked, expected) in [
            ("|", vec!["key of / among ", "value at / among "]),
            ("a: 1\n|\nb: 2\n", vec!["key of / among a,b"]),
            ("a: |\nb: 2\n", vec!["value at /a among a,b"]),
            ("a:\n  - { b: 1, | }\nc: 3\n", vec!["key of /a/0 among b"]),
            ("a:\n  - b: 1\n  - |\nc: 3\n", vec!["key of /a/1 among ", "value at /a/1 among "]),
            // The map is not closed, so the text after it cannot be parsed.
            ("a:\n  - { b: |\nc: 3\n", vec!["value at /a/0/b among b"]),
            ("a: { b: [x, |\nc: 3\n", vec!["key of /a/b/1 among ", "value at /a/b/1 among "]),
            ("a: 1 # |\n", vec![]),
            ("a: [1\nb: |\n", vec![]),
        ] {
            assert_eq!(described_insertion_points(marked), expected, "{marked}");
        }
    }

    #[test]
    fn finds_word_at_byte() {
        let text = "sides:\n  union: { title: \"A b\", at: [1, 2] }\n  oops: [\n\t";
        let at = |word: &str| {
            let byte = text.find(word).expect("in the text");
            scalar_at(text, byte + 1).map(|found| (describe(&found), found.word))
        };
        let found = at("A b").expect("a value");
        assert_eq!(found, ("value at /sides/union/title among title,at".into(), "A b".into()));
        let found = at("union").expect("a key");
        assert_eq!(found, ("key of /sides among union,oops".into(), "union".into()));
        assert_eq!(scalar_at(text, text.len()), None);
    }

    proptest! {
        /// Returned ranges are always within the text.
        #[test]
        fn spans_stay_within_text(text in "[a-c:\\-\\[\\]{}, \n\"'|#&*é\t]{0,60}", byte in 0_usize..70) {
            if let Some(found) = scalar_at(&text, byte) {
                prop_assert!(text.get(found.at.clone()).is_some());
            }
            let byte = text.floor_char_boundary(byte.min(text.len()));
            for found in insertion_points(&text, byte..byte) {
                prop_assert!(text.get(found.at.clone()).is_some());
            }
        }
    }
}
