//! Diagnostics: a message, its locations, and how to fix it.

use std::collections::{BTreeMap, BTreeSet};

use crate::codes::Code;
use crate::file::{FileId, Position, SourceMap, Span};
use crate::message::{Message, shorten};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Prevents the pack from being written.
    Error,
    /// Should be reviewed; the pack is still written.
    Warning,
    /// Reports a default that the compiler used.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The target of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A span of a text file.
    Text(Span),
    /// A line (from 1) of a file without text.
    Line(FileId, u32),
}

impl Place {
    /// The file.
    pub fn file(self) -> FileId {
        match self {
            Self::Text(span) => span.file,
            Self::Line(file, _) => file,
        }
    }

    /// The positions of the first character and after the last character.
    pub fn positions(self, sources: &SourceMap) -> (Position, Position) {
        match self {
            Self::Text(span) => {
                let file = sources.file(span.file);
                (file.position(span.start as usize), file.position(span.end as usize))
            }
            Self::Line(_, line) => {
                let start = Position { line, column: 1 };
                (start, start)
            }
        }
    }
}

/// A location with a short text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The text; may be empty.
    pub text: String,
    /// Whether this is the place to fix; other labels only explain.
    pub primary: bool,
}

/// A diagnostic. Build it with [`Diagnostic::new`] and its other methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Its severity; the code's default unless changed.
    pub severity: Severity,
    /// The message.
    pub message: Message,
    /// The rule for the diagnostic, such as `PB-3.28`.
    pub rule: Option<&'static str>,
    /// The locations, with the primary location first.
    pub labels: Vec<Label>,
    /// Advice on how to fix the problem.
    pub help: Vec<String>,
    /// The ids of subjects whose lines do not contain the diagnostic.
    pub subjects: Vec<String>,
    /// The author's reason for allowing the diagnostic, if any.
    pub allowed: Option<String>,
    /// The key that groups the diagnostic with repeats of one mistake under the same code; `None`
    /// if it is never grouped.
    pub group_key: Option<Vec<String>>,
    /// The unknown word and the intended word, as in the help, for editors.
    pub suggestion: Option<Box<Suggestion>>,
}

/// A replacement for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The word in the file.
    pub word: String,
    /// The replacement.
    pub replacement: String,
}

impl Diagnostic {
    /// Creates a diagnostic without a location.
    pub fn new(code: Code, message: impl Into<Message>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            rule: None,
            labels: Vec::new(),
            help: Vec::new(),
            subjects: Vec::new(),
            allowed: None,
            group_key: None,
            suggestion: None,
        }
    }

    /// Adds the id of a subject whose lines do not contain the diagnostic.
    #[must_use]
    pub fn subject(mut self, id: impl Into<String>) -> Self {
        self.subjects.push(id.into());
        self
    }

    /// Sets the key that groups the diagnostic with repeats of the same mistake.
    #[must_use]
    pub fn group_key<'k>(mut self, key: impl IntoIterator<Item = &'k str>) -> Self {
        self.group_key = Some(key.into_iter().map(str::to_owned).collect());
        self
    }

    /// Adds a primary label: the place to fix.
    #[must_use]
    pub fn at(self, span: Span, text: impl Into<String>) -> Self {
        self.label(Place::Text(span), text, true)
    }

    /// Adds a secondary label, such as "first defined here".
    #[must_use]
    pub fn also(self, span: Span, text: impl Into<String>) -> Self {
        self.label(Place::Text(span), text, false)
    }

    /// Adds a label.
    #[must_use]
    pub fn label(mut self, place: Place, text: impl Into<String>, primary: bool) -> Self {
        self.labels.push(Label { place, text: shorten(text.into()), primary });
        self
    }

    /// Sets the rule for the diagnostic.
    #[must_use]
    pub fn rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Adds advice on how to fix the problem.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(shorten(help.into()));
        self
    }

    /// Adds "did you mean" if a candidate is close to the word in the file.
    #[must_use]
    pub fn did_you_mean<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.suggest(word, crate::suggest::closest(word, candidates))
    }

    /// Suggests one of a fixed set of choices; also matches synonyms.
    #[must_use]
    pub fn did_you_mean_choice<'a>(
        self,
        word: &str,
        choices: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.suggest(word, crate::synonym::closest_choice(word, choices))
    }

    /// Suggests an id; also matches its printed name.
    #[must_use]
    pub fn did_you_mean_named<'a>(
        self,
        word: &str,
        candidates: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        self.suggest(word, crate::suggest::closest_named(word, candidates))
    }

    pub(crate) fn suggest(mut self, word: &str, close: Option<&str>) -> Self {
        self.suggestion = close.map(|close| {
            Box::new(Suggestion { word: word.to_owned(), replacement: close.to_owned() })
        });
        match close {
            Some(close) => self.help(crate::suggest::did_you_mean(word, close)),
            None => self,
        }
    }
}

/// The numbers of errors and warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Errors, including those beyond the limit.
    pub errors: usize,
    /// Warnings, including those beyond the limit.
    pub warnings: usize,
}

impl Summary {
    /// Formats the counts, such as "2 errors, 1 warning"; `None` if both are zero.
    pub fn describe(self) -> Option<String> {
        let count_of = |count: usize, noun: &str| match count {
            0 => None,
            1 => Some(format!("1 {noun}")),
            _ => Some(format!("{count} {noun}s")),
        };
        match (count_of(self.errors, "error"), count_of(self.warnings, "warning")) {
            (Some(errors), Some(warnings)) => Some(format!("{errors}, {warnings}")),
            (one, other) => one.or(other),
        }
    }
}

/// A bounded collection of diagnostics without duplicates.
#[derive(Debug, Default)]
pub struct Diagnostics {
    diagnostics: Vec<Diagnostic>,
    /// The number of stored diagnostics by severity. Each severity has its own limit, so a thousand
    /// notes never displace an error.
    counts: BTreeMap<Severity, usize>,
    seen: BTreeSet<(Code, Option<Place>, String)>,
    summary: Summary,
}

impl Diagnostics {
    /// The maximum number of stored diagnostics of each severity; any others are only counted.
    pub const LIMIT: usize = 1_000;

    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic, unless it is a duplicate.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let kept = self.counts.entry(diagnostic.severity).or_default();
        let place = diagnostic.labels.first().map(|label| label.place);
        if *kept < Self::LIMIT
            && !self.seen.insert((diagnostic.code, place, diagnostic.message.to_string()))
        {
            return;
        }
        match diagnostic.severity {
            Severity::Error => self.summary.errors += 1,
            Severity::Warning => self.summary.warnings += 1,
            Severity::Note => {}
        }
        if *kept < Self::LIMIT {
            *kept += 1;
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds all diagnostics of another collection.
    pub fn extend(&mut self, other: Self) {
        let beyond = |severity, all: usize| all - other.counts.get(&severity).copied().unwrap_or(0);
        self.summary.errors += beyond(Severity::Error, other.summary.errors);
        self.summary.warnings += beyond(Severity::Warning, other.summary.warnings);
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
    }

    /// Changes the help of stored diagnostics when more is known. `change` must not alter their
    /// messages or locations.
    pub fn amend(&mut self, change: impl FnMut(&mut Diagnostic)) {
        self.diagnostics.iter_mut().for_each(change);
    }

    /// Keeps only the diagnostics that satisfy `keep`, for example to remove consequences of
    /// another diagnostic.
    pub fn retain(&mut self, keep: impl Fn(&Diagnostic) -> bool) {
        let (summary, counts) = (&mut self.summary, &mut self.counts);
        self.diagnostics.retain(|found| {
            let kept = keep(found);
            if !kept {
                *counts.entry(found.severity).or_default() -= 1;
                match found.severity {
                    Severity::Error => summary.errors -= 1,
                    Severity::Warning => summary.warnings -= 1,
                    Severity::Note => {}
                }
            }
            kept
        });
    }

    /// The diagnostics in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter()
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Diagnostic] {
        &mut self.diagnostics
    }

    /// Recounts the stored warnings after some of them became notes. Warnings beyond the limit are
    /// not stored, so they remain warnings.
    pub(crate) fn recount_warnings(&mut self) {
        let warnings =
            self.diagnostics.iter().filter(|found| found.severity == Severity::Warning).count();
        let before = self.counts.insert(Severity::Warning, warnings).unwrap_or(0);
        self.summary.warnings -= before - warnings;
        *self.counts.entry(Severity::Note).or_default() += before - warnings;
    }

    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.summary.errors > 0
    }

    /// The numbers of errors and warnings.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// The diagnostics sorted by file (in reading order), place and code.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.diagnostics.iter().collect();
        let place =
            |d: &Diagnostic| d.labels.first().map(|label| (label.place.file(), label.place));
        all.sort_by(|a, b| {
            (place(a), a.code, a.message.as_str()).cmp(&(place(b), b.code, b.message.as_str()))
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::code;
    use crate::message;

    #[test]
    fn shortens_huge_texts() {
        let long = format!("`{}` is no id", "é".repeat(1_000_000));
        let finding = Diagnostic::new(code::BAD_ID, message!("{long}")).help(long);
        for text in [finding.message.as_str(), &finding.help[0]] {
            assert!(text.starts_with("`éé") && text.ends_with("é` is no id"));
            assert_eq!(text.chars().count(), 1_503);
        }
        let short = "é".repeat(1_500);
        assert_eq!(message!("{short}").as_str(), short);
    }

    #[test]
    fn notes_never_displace_errors() {
        let diagnostic = |code, number: usize| Diagnostic::new(code, message!("{number}"));
        let mut first = Diagnostics::new();
        for number in 0..3 * Diagnostics::LIMIT {
            first.push(diagnostic(code::DEFAULT_USED, number));
            first.push(diagnostic(code::DUPLICATE_KEY, number));
        }
        let mut all = Diagnostics::new();
        all.push(diagnostic(code::NO_BAGGAGE, 0));
        all.extend(first);
        assert_eq!(all.summary(), Summary { errors: 3 * Diagnostics::LIMIT, warnings: 1 });
        let errors = all.sorted().iter().filter(|d| d.severity == Severity::Error).count();
        assert_eq!(errors, Diagnostics::LIMIT);
    }
}
