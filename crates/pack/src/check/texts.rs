//! Checks of the strings in all parts: no string moves a terminal's cursor or changes the writing
//! direction.

use super::Check;

impl Check {
    /// Checks the encoded part. JSON escapes control characters, so this covers the strings of
    /// every key.
    pub(crate) fn texts(&mut self, part: &str, json: &[u8]) {
        let mut bytes = json.iter().copied();
        while let Some(byte) = bytes.next() {
            if byte == b'\\' && !matches!(bytes.next(), Some(b'"' | b'\\' | b'n' | b't')) {
                self.fault(part, "contains a control character");
                return;
            }
        }
        let text = String::from_utf8_lossy(json);
        if let Some(c) = text.chars().find(|&c| is_control(c)) {
            self.fault(part, format!("contains the character U+{:04X}", u32::from(c)));
        }
    }
}

/// Control characters that JSON does not escape, line separators and direction marks.
const fn is_control(c: char) -> bool {
    matches!(c,
        '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}')
}
