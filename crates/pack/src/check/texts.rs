//! Texts of all parts: nothing in them moves a terminal's cursor or turns the direction of writing.

use super::Check;

impl Check {
    /// Looks at a part as it is written: there control characters are escaped, so that no text of
    /// any key is forgotten.
    pub(crate) fn texts(&mut self, part: &str, json: &[u8]) {
        let mut bytes = json.iter().copied();
        while let Some(byte) = bytes.next() {
            if byte == b'\\' && !matches!(bytes.next(), Some(b'"' | b'\\' | b'n' | b't')) {
                self.fault(part, "holds a control character");
                return;
            }
        }
        let text = String::from_utf8_lossy(json);
        if let Some(c) = text.chars().find(|&c| is_obeyed(c)) {
            self.fault(part, format!("holds the character U+{:04X}", u32::from(c)));
        }
    }
}

/// Control characters that JSON does not escape, line separators, and marks of direction.
const fn is_obeyed(c: char) -> bool {
    matches!(c,
        '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}')
}
