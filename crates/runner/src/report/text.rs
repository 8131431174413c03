//! Escaping and encoding of text for the page.

use sandtable_source::escape_markup;

/// Escapes text for HTML content and attributes.
pub(crate) fn escape(text: &str) -> String {
    escape_markup(text).replace('\'', "&#39;")
}

/// Escapes text and marks up words in backticks as code.
pub(crate) fn mark_up(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired backtick stays as it is.
    let pairs = (parts.len() - 1) / 2 * 2;
    let mut safe = String::new();
    for (number, part) in parts.iter().enumerate() {
        safe += match number {
            0 => "",
            _ if number > pairs => "`",
            _ if number % 2 == 1 => "<code>",
            _ => "</code>",
        };
        safe += &escape(part);
    }
    safe
}

/// Escapes JSON for a script element.
pub(crate) fn escape_script(text: &str) -> String {
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

pub(crate) fn percent(proportion: f64) -> String {
    format!("{:.0} %", proportion * 100.0)
}

/// Formats a confidence interval: `47-66 %`.
pub(crate) fn percent_range([low, high]: [f64; 2]) -> String {
    format!("{:.0}-{:.0} %", low * 100.0, high * 100.0)
}

/// Encodes bytes as Base64 (RFC 4648, section 4).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
        let number = number << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = (number >> (18 - 6 * place)) & 63;
            text.push(if place <= three.len() { char::from(LETTERS[digit as usize]) } else { '=' });
        }
    }
    text
}
