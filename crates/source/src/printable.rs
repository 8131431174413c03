//! Characters that are invisible or change the appearance of adjacent characters.

use std::borrow::Cow;

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

/// Whether a text is one printable line: without line breaks, tabs and unprintable characters.
pub fn is_one_line(text: &str) -> bool {
    !text.chars().any(breaks_line)
}

fn breaks_line(c: char) -> bool {
    is_unprintable(c) || matches!(c, '\n' | '\t')
}

/// Whether a line has three or more spaces in a row. On a narrow terminal, the text after a wide gap
/// would look like a line of its own.
pub fn has_wide_gap(line: &str) -> bool {
    line.split(|c: char| !c.is_whitespace()).any(|gap| gap.chars().count() > 2)
}

/// Replaces unprintable characters with `�`. Messages quote authored text, which may contain
/// terminal codes that move the cursor or change colours.
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.chars().any(is_unprintable) {
        true => text.chars().map(|c| if is_unprintable(c) { '\u{FFFD}' } else { c }).collect(),
        false => Cow::Borrowed(text),
    }
}

/// Escapes line breaks, tabs and unprintable characters (`\\u{1b}`). Quotes from untrusted files
/// could otherwise add lines.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if is_one_line(text) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match breaks_line(c) {
            true => line.extend(c.escape_default()),
            false => line.push(c),
        }
    }
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_unprintable_characters() {
        assert_eq!(printable("Pickett's Charge – ¡Adelante!\n"), "Pickett's Charge – ¡Adelante!\n");
        assert_eq!(
            printable("a\u{2800}b\u{FE0F}c\u{FE00}d\u{FFFC}"),
            "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"
        );
        assert_eq!(printable("a\u{1b}[2Jb\u{202E}c\u{200B}"), "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}");
    }

    #[test]
    fn escapes_line_breaks() {
        assert_eq!(one_line("Pickett's Charge – ¡Adelante!"), "Pickett's Charge – ¡Adelante!");
        assert_eq!(one_line("a\nproved\t\r\u{1b}[2J"), "a\\nproved\\t\\r\\u{1b}[2J");
        assert_eq!(one_line("e\u{202E}l\u{2028}i\u{3164}"), "e\\u{202e}l\\u{2028}i\\u{3164}");
    }
}
