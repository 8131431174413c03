//! Groups diagnostics of the same kind. The first diagnostic is shown in full; for the others, only
//! the differences are shown.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Severity};
use crate::file::SourceMap;

/// A diagnostic shown in full, with others of the same kind.
pub(super) struct DiagnosticGroup<'d> {
    pub(super) first: &'d Diagnostic,
    /// The names in other notes that differ only in the name.
    pub(super) names: Vec<&'d str>,
    /// Diagnostics of the same kind with other values.
    pub(super) similar: Vec<&'d Diagnostic>,
}

/// The maximum number of errors or warnings of one kind in a file that are all shown in full.
const MAX_IN_FULL: usize = 5;
/// The maximum number of similar diagnostics listed with their messages.
const MAX_LISTED: usize = 12;

/// Merges notes about one file that differ only in a name. If there are many errors or warnings
/// that differ only in their values, merges them too.
pub(super) fn gather<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
) -> Vec<DiagnosticGroup<'d>> {
    let diagnostics: Vec<&Diagnostic> = diagnostics.collect();
    // A kind is a code and a template in one file.
    let kind = |diagnostic: &Diagnostic| {
        let file = diagnostic.labels.first()?.place.file();
        let is_note = diagnostic.severity == Severity::Note;
        (!is_note).then_some((diagnostic.code, file, diagnostic.message.template()))
    };
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    for kind in diagnostics.iter().filter_map(|diagnostic| kind(diagnostic)) {
        *kinds.entry(kind).or_default() += 1;
    }
    let mut all: Vec<DiagnosticGroup<'d>> = Vec::new();
    let (mut notes, mut similar) = (BTreeMap::new(), BTreeMap::new());
    for diagnostic in diagnostics {
        if let (Severity::Note, [label], Some((name, words))) =
            (diagnostic.severity, &*diagnostic.labels, diagnostic.message.split_name())
        {
            let same = (diagnostic.code, label.place.file(), words, &label.text);
            let at = *notes.entry((same, &diagnostic.help)).or_insert(all.len());
            if let Some(group) = all.get_mut(at) {
                group.names.push(name);
                continue;
            }
        }
        if let Some(kind) = kind(diagnostic).filter(|kind| kinds.get(kind) > Some(&MAX_IN_FULL)) {
            let at = *similar.entry(kind).or_insert(all.len());
            if let Some(group) = all.get_mut(at) {
                group.similar.push(diagnostic);
                continue;
            }
        }
        all.push(DiagnosticGroup { first: diagnostic, names: Vec::new(), similar: Vec::new() });
    }
    all
}

/// Returns a diagnostic's help if it differs from the first diagnostic's help; for a suggestion,
/// only the replacement.
fn differing_help<'h>(first: &Diagnostic, one: &'h Diagnostic) -> Option<&'h str> {
    let help = one.help.first().filter(|help| first.help.first() != Some(help))?;
    Some(one.suggestion.as_ref().map_or(help, |suggestion| &suggestion.replacement))
}

/// Lists similar diagnostics: line, message, and help if it differs.
pub(super) fn list_similar(
    sources: &SourceMap,
    first: &Diagnostic,
    similar: &[&Diagnostic],
) -> String {
    let line = |one: &Diagnostic| {
        one.labels.first().map_or(0, |label| label.place.positions(sources).0.line)
    };
    // If message and help equal those of the first diagnostic, only the line is listed.
    let (same, other): (Vec<&Diagnostic>, Vec<&Diagnostic>) = similar
        .iter()
        .partition(|one| one.message == first.message && differing_help(first, one).is_none());
    let mut text = format!("{} more like this in this file", similar.len());
    let mut lines: Vec<u32> =
        other.iter().skip(MAX_LISTED).chain(&same).map(|one| line(one)).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines = match lines.as_slice() {
        [] => None,
        [only] => Some(format!("line {only}")),
        several => Some(format!("lines {}", format_runs(several))),
    };
    if other.is_empty() {
        return text + &lines.map(|lines| format!(" ({lines})")).unwrap_or_default();
    }
    text.push(':');
    for one in other.iter().take(MAX_LISTED) {
        text.push_str(&format!("\nline {}: {}", line(one), one.message));
        if let Some(help) = differing_help(first, one) {
            text.push_str(&format!(": {help}"));
        }
    }
    text + &lines.map(|lines| format!("\nand {lines}")).unwrap_or_default()
}

/// Formats ascending numbers, with three or more consecutive numbers as a range: `15-69`.
fn format_runs(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}
