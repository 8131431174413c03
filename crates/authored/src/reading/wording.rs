//! Warns about text that probably differs from the author's intent: text in a wrong encoding or in
//! curly quotation marks, and text with unprintable or confusable characters.

use sandtable_lettering::unprintable_character;
use sandtable_source::{
    Confusable, Diagnostic, Diagnostics, Entry, Node, SourceMap, Span, Value, code, confusables,
    decode_mojibake, message,
};

/// Keys of printed text.
const PRINTED_KEYS: [&str; 13] = [
    "title", "subtitle", "name", "surname", "short", "text", "notes", "history", "reason",
    "licence", "en", "es", "fr",
];

/// Checks all text in a tree.
pub fn check(sources: &SourceMap, tree: &Node, diagnostics: &mut Diagnostics) {
    match &tree.value {
        Value::Text(text) => {
            if let Some(meant) = decode_mojibake(text) {
                diagnostics
                    .push(garbled_text_diagnostic(text, &meant).at(tree.span, "garbled text"));
            }
        }
        Value::List(items) => items.iter().for_each(|item| check(sources, item, diagnostics)),
        Value::Map(entries) => {
            for entry in entries {
                check_quotes(sources, entry, diagnostics);
                check_confusables(sources, entry, diagnostics);
                check(sources, &entry.value, diagnostics);
            }
        }
        _ => {}
    }
}

/// Warns about printed text in curly quotation marks without straight ones around it.
fn check_quotes(sources: &SourceMap, entry: &Entry, diagnostics: &mut Diagnostics) {
    const OPENING: [char; 5] = ['“', '„', '‘', '«', '”'];
    const CLOSING: [char; 5] = ['”', '“', '’', '»', '‟'];
    let Value::Text(text) = &entry.value.value else { return };
    let within = text.strip_prefix(OPENING).and_then(|text| text.strip_suffix(CLOSING));
    // In `“Hill” and “Dale”`, the marks are part of the text.
    let within = within.filter(|within| !within.contains(OPENING) && !within.contains('”'));
    let span = entry.value.span;
    let plain = sources.file(span.file).text()[span.range()].starts_with(OPENING);
    if let Some(within) = within.filter(|_| plain && PRINTED_KEYS.contains(&entry.key.as_str())) {
        let within = within.trim();
        diagnostics.push(
            Diagnostic::new(
                code::CURLY_QUOTES,
                message!("the curly quotation marks around this `{}` would be printed", entry.key),
            )
            .at(span, "YAML reads these marks as part of the text")
            .help(format!("write \"{within}\", with straight quotation marks"))
            .help(format!("to print them, put straight ones around them: \"{text}\"")),
        );
    }
}

/// Warns about a letter from another alphabet that looks like a Latin letter: readers see one name,
/// programs see two.
fn check_confusables(sources: &SourceMap, entry: &Entry, diagnostics: &mut Diagnostics) {
    let Value::Text(text) = &entry.value.value else { return };
    if !PRINTED_KEYS.contains(&entry.key.as_str()) {
        return;
    }
    let Some(found) = confusables(text).first().copied() else { return };
    let Confusable { letter, lookalike: like, .. } = found;
    let span = entry.value.span;
    // After an escape sequence, the exact position is unknown.
    let written = sources.slice(span).find(letter);
    let at = written.map_or(span, |at| {
        let start = span.start as usize + at;
        Span::new(span.file, start..start + letter.len_utf8())
    });
    diagnostics.push(
        Diagnostic::new(
            code::LOOK_ALIKE,
            message!("in this `{}` {found}", entry.key),
        )
        .at(at, format!("U+{:04X}, not U+{:04X}", u32::from(letter), u32::from(like)))
        .help(format!("delete the letter and type `{like}`: text that looks the same must be the same, above all where it is compared or committed to")),
    );
}

/// The label for a character that cannot be printed.
pub const MISSING_LETTER_LABEL: &str = "not in the printed typeface";

/// Returns a diagnostic for text with a character missing from a font that sheets use; the caller
/// adds the span.
pub fn missing_letter_diagnostic(text: &str) -> Option<Diagnostic> {
    let letter = unprintable_character(text)?;
    let finding = Diagnostic::new(code::LETTER_MISSING, message!("`{letter}` cannot be printed"));
    let like = letter.to_string();
    Some(finding.group_key([like.as_str()]).help("write the name in Latin letters"))
}

/// Returns a diagnostic for garbled text; the caller adds the span.
pub fn garbled_text_diagnostic(text: &str, meant: &str) -> Diagnostic {
    let short = |text: &str| match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let garbled = short(text);
    Diagnostic::new(
        code::GARBLED_TEXT,
        message!("`{garbled}` was saved or read in the wrong encoding"),
    )
    .group_key([garbled.as_str()])
    .help(format!("write `{}`, or copy the text again from a source in UTF-8", short(meant)))
}
