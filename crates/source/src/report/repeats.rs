//! Findings of one kind that are shown as one: the first, and of the others what is not the same.

use std::collections::BTreeMap;

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::{FileId, SourceMap};

/// A finding that is shown, and others of the same kind.
pub(super) struct Shown<'d> {
    pub(super) first: &'d Diagnostic,
    /// Names of which the same was found.
    pub(super) names: Vec<&'d str>,
    /// Findings that say the same of something else.
    pub(super) alike: Vec<&'d Diagnostic>,
}

/// So many errors or warnings of one kind in one file are shown in full; of more, the first.
const MANY: usize = 5;
/// So many of the others are listed with what they say.
const LISTED: usize = 12;

/// Notes that differ in one name only, and are about the same file, become one; so do errors and
/// warnings that differ in names and numbers only, when there are many of them.
pub(super) fn gather<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Vec<Shown<'d>> {
    let diagnostics: Vec<&Diagnostic> = diagnostics.collect();
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    for kind in diagnostics.iter().filter_map(|diagnostic| kind(diagnostic)) {
        *kinds.entry(kind).or_default() += 1;
    }
    let mut all: Vec<Shown<'d>> = Vec::new();
    let (mut notes, mut many) = (BTreeMap::new(), BTreeMap::new());
    for diagnostic in diagnostics {
        if let (Severity::Note, [label], Some((before, name, after))) =
            (diagnostic.severity, &*diagnostic.labels, around_last_name(&diagnostic.message))
        {
            let same = (diagnostic.code, label.place.file(), before, after, &label.text);
            let at = *notes.entry((same, &diagnostic.help)).or_insert(all.len());
            if let Some(shown) = all.get_mut(at) {
                shown.names.push(name);
                continue;
            }
        }
        if let Some(kind) = kind(diagnostic).filter(|kind| kinds.get(kind) > Some(&MANY)) {
            let at = *many.entry(kind).or_insert(all.len());
            if let Some(shown) = all.get_mut(at) {
                shown.alike.push(diagnostic);
                continue;
            }
        }
        all.push(Shown { first: diagnostic, names: Vec::new(), alike: Vec::new() });
    }
    all
}

/// What errors and warnings of one kind have in common: code, file, and the message without its
/// names and numbers.
fn kind(diagnostic: &Diagnostic) -> Option<(Code, FileId, String)> {
    if diagnostic.severity == Severity::Note {
        return None;
    }
    let file = diagnostic.labels.first()?.place.file();
    Some((diagnostic.code, file, without_names(&diagnostic.message)))
}

/// A sentence without what stands in backticks, and without digits.
fn without_names(sentence: &str) -> String {
    let words = sentence.split('`').step_by(2);
    let words = words.map(|words| words.replace(|c: char| c.is_ascii_digit(), ""));
    words.collect::<Vec<_>>().join("`")
}

/// How to mend one of a kind, in short where it is the same as for the first but for a name.
fn help_beside<'h>(first: &Diagnostic, one: &'h Diagnostic) -> Option<&'h str> {
    let (first, help) = (first.help.first()?, one.help.first()?);
    match without_names(first) == without_names(help) {
        true => help.split('`').nth(1).filter(|_| first != help),
        false => Some(help),
    }
}

/// The others of a kind: where, what, and how to mend it where that is not the same for all.
pub(super) fn list_alike(sources: &SourceMap, first: &Diagnostic, alike: &[&Diagnostic]) -> String {
    let line = |one: &Diagnostic| {
        one.labels.first().map_or(0, |label| label.place.positions(sources).0.line)
    };
    // What says the very same is told by its line alone.
    let (same, other): (Vec<&Diagnostic>, Vec<&Diagnostic>) = alike
        .iter()
        .partition(|one| one.message == first.message && help_beside(first, one).is_none());
    let mut text = format!("the same of {} more in this file", alike.len());
    if !other.is_empty() {
        text.push(':');
    }
    for one in other.iter().take(LISTED) {
        text.push_str(&format!("\nline {}: {}", line(one), one.message));
        if let Some(help) = help_beside(first, one) {
            text.push_str(&format!(": {help}"));
        }
    }
    let mut rest: Vec<u32> = other.iter().skip(LISTED).chain(&same).map(|one| line(one)).collect();
    rest.sort_unstable();
    rest.dedup();
    let also = if other.is_empty() { ", in" } else { "\nand in" };
    if !rest.is_empty() {
        text.push_str(&format!("{also} the lines {}", in_runs(&rest)));
    }
    text
}

/// Ascending numbers, three and more that follow one another as `15 to 69`.
fn in_runs(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let told = runs.map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What stands before, between and behind the last pair of backticks.
fn around_last_name(message: &str) -> Option<(&str, &str, &str)> {
    let (rest, after) = message.rsplit_once('`')?;
    let (before, name) = rest.rsplit_once('`')?;
    Some((before, name, after))
}
