//! The properties of compiler results for any files; each error describes a violation.

use sandtable_compile::Outcome;
use sandtable_pack::{AnyPack, PackLimits, read_any, write_any};
use sandtable_source::{Colour, Diagnostics, Place, SourceMap, code, github, human};

/// Checks that there is either an error or a pack, and that both can be shown and kept.
pub fn check_outcome(outcome: &Outcome) -> Result<(), String> {
    check_findings(&outcome.sources, &outcome.diagnostics)?;
    if outcome.pack.is_none() != outcome.diagnostics.has_errors() {
        return Err("a pack and an error, or neither".to_owned());
    }
    outcome.pack.as_ref().map_or(Ok(()), check_pack)
}

/// Checks that a pack is the same after writing and reading it.
pub fn check_pack(pack: &AnyPack) -> Result<(), String> {
    let bytes = write_any(pack);
    match read_any(&bytes, PackLimits::default()) {
        Ok(again) if again == *pack && write_any(&again) == bytes => Ok(()),
        Ok(_) => Err("the pack reads differently".to_owned()),
        Err(error) => Err(format!("the pack is not read again: {error}")),
    }
}

/// Checks that all diagnostics have a place inside a file, and that every format can show them.
pub fn check_findings(sources: &SourceMap, diagnostics: &Diagnostics) -> Result<(), String> {
    for finding in diagnostics.sorted() {
        if finding.code == code::PACK_REFUSED {
            return Err(format!("a gap in the compiler's own checks: {}", finding.message));
        }
        if finding.labels.is_empty() || !finding.labels[0].primary {
            return Err(format!("no place: {finding:?}"));
        }
        for label in &finding.labels {
            let inside = match label.place {
                Place::Text(span) => sources.file(span.file).text().get(span.range()).is_some(),
                Place::Line(..) => true,
            };
            if !inside {
                return Err(format!("a place outside its file: {finding:?}"));
            }
        }
    }
    for (colour, width) in [(Colour::Never, 60), (Colour::Always, 100)] {
        let shown = human(sources, diagnostics, true, colour, width);
        check_plain_text(&shown, colour)?;
    }
    check_plain_text(&github(sources, diagnostics, true), Colour::Never)?;
    Ok(())
}

/// Checks that text has no control characters, apart from requested colours.
fn check_plain_text(shown: &str, colour: Colour) -> Result<(), String> {
    let obeyed = |c: char| match colour {
        Colour::Always => c.is_control() && !matches!(c, '\n' | '\t' | '\u{1b}'),
        Colour::Never => c.is_control() && !matches!(c, '\n' | '\t'),
    };
    match shown.chars().find(|&c| obeyed(c) || matches!(c, '\u{202A}'..='\u{202E}')) {
        Some(c) => Err(format!("U+{:04X} reaches the terminal: {shown}", u32::from(c))),
        None => Ok(()),
    }
}
