//! Checks of the strings in all parts: no string moves a terminal's cursor or changes the writing
//! direction, and only prose has several lines. A name with a line break could add a line to the
//! output of a command or to a template.

use serde_json::Value;

use super::Check;
use crate::file::LABELS;

impl Check {
    /// Checks the encoded part. JSON escapes control characters, so this covers the strings of
    /// every key.
    pub(crate) fn texts(&mut self, part: &str, json: &[u8]) {
        let mut bytes = json.iter().copied();
        while let Some(byte) = bytes.next() {
            let escaped = if byte == b'\\' { bytes.next() } else { None };
            let is_harmless = match escaped {
                None | Some(b'"' | b'\\') => true,
                Some(b'n' | b't') => part == LABELS,
                Some(_) => false,
            };
            if !is_harmless {
                self.fault(part, "contains a control character");
                return;
            }
        }
        let text = String::from_utf8_lossy(json);
        if let Some(c) = text.chars().find(|&c| is_unprintable(c)) {
            self.fault(part, format!("contains the character U+{:04X}", u32::from(c)));
        }
        if part == LABELS
            && let Ok(labels) = serde_json::from_slice(json)
        {
            self.lines(&mut Vec::new(), &labels);
        }
    }

    /// Checks that the labels at a path are one line each, except for prose.
    fn lines<'v>(&mut self, path: &mut Vec<&'v str>, labels: &'v Value) {
        match labels {
            Value::String(text) if !is_prose(path) => {
                let place = format!("{LABELS}: {}", path.join("."));
                if text.contains(['\n', '\t']) {
                    self.fault(place, "contains a line break or a tab");
                } else if has_wide_gap(text) {
                    self.fault(place, "contains several spaces in a row");
                }
            }
            Value::Array(items) => {
                path.push("*");
                items.iter().for_each(|item| self.lines(path, item));
                path.pop();
            }
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(key);
                    self.lines(path, value);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

/// Whether a label can have several paragraphs.
fn is_prose(path: &[&str]) -> bool {
    matches!(
        path,
        ["notes" | "history", ..]
            | ["errata", "text", ..]
            | ["special_rules", ..]
            | ["exclusive_rules", "*", "text", ..]
    )
}

/// Whether a line has three or more spaces in a row. On a narrow terminal, the text after a wide gap
/// would look like a line of its own.
pub fn has_wide_gap(line: &str) -> bool {
    line.split(|c: char| !c.is_whitespace()).any(|gap| gap.chars().count() > 2)
}

/// Whether a character is a control character other than a line break or tab, has no width, or
/// changes the writing direction. Such characters occur in names by accident or to deceive.
pub fn is_unprintable(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180E}'
            // Zero-width spaces and joiners, marks of direction, line and paragraph separators.
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            // A Braille cell without dots, variation selectors, the object replacement character.
            | '\u{2800}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFFC}'
            | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{FFFE}' | '\u{FFFF}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}
