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
        if let Some(c) = text.chars().find(|&c| is_control(c)) {
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
            Value::String(text) if text.contains(['\n', '\t']) && !is_prose(path) => {
                let place = format!("{LABELS}: {}", path.join("."));
                self.fault(place, "contains a line break or a tab");
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

/// Control characters that JSON does not escape, line separators and direction marks.
const fn is_control(c: char) -> bool {
    matches!(c,
        '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}')
}
