//! The JSON format of `check` (a contract: see `docs/`). It always includes notes, which programs
//! can filter.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{SourceFile, SourceMap};

/// All diagnostics.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// The diagnostics, sorted by file and place.
    pub diagnostics: Vec<ReportDiagnostic>,
    /// The numbers of errors and warnings.
    pub summary: ReportSummary,
}

/// The numbers of errors and warnings.
#[derive(Debug, Default, Serialize)]
pub struct ReportSummary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

/// A diagnostic.
#[derive(Debug, Serialize)]
pub struct ReportDiagnostic {
    /// The code, such as `ST0210`.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// The rule for the diagnostic.
    pub rule: Option<&'static str>,
    /// The locations.
    pub spans: Vec<ReportSpan>,
    /// Advice on how to fix the problem.
    pub help: Vec<String>,
    /// The ids of subjects whose lines do not contain the diagnostic.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// The reason why the scenario allows the diagnostic, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
}

/// A location with a label.
#[derive(Debug, Serialize)]
pub struct ReportSpan {
    /// The path of the file.
    pub file: String,
    /// The first character.
    pub start: ReportPosition,
    /// One past the last character.
    pub end: ReportPosition,
    /// The label.
    pub label: String,
    /// Whether this is the place to fix.
    pub primary: bool,
}

/// A line and a column in Unicode characters, both from 1.
#[derive(Debug, Serialize)]
pub struct ReportPosition {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// Converts the diagnostics to plain values, with displayed paths, which open from the current
/// folder.
pub fn report(sources: &SourceMap, diagnostics: &Diagnostics) -> Report {
    report_with_paths(sources, diagnostics, |file| file.path().to_owned())
}

/// Converts the diagnostics to plain values, with paths relative to the folder of the main file.
/// They are the same for every way to name that file.
pub fn portable_report(sources: &SourceMap, diagnostics: &Diagnostics) -> Report {
    report_with_paths(sources, diagnostics, SourceFile::portable_path)
}

fn report_with_paths(
    sources: &SourceMap,
    diagnostics: &Diagnostics,
    path: impl Fn(&SourceFile) -> String,
) -> Report {
    let summary = diagnostics.summary();
    Report {
        diagnostics: diagnostics
            .sorted()
            .into_iter()
            .map(|d| report_diagnostic(sources, d, &path))
            .collect(),
        summary: ReportSummary { errors: summary.errors, warnings: summary.warnings },
    }
}

impl Report {
    /// Adds the diagnostics of another run.
    pub fn merge(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
        self.summary.errors += other.summary.errors;
        self.summary.warnings += other.summary.warnings;
    }

    /// Formats the report as one JSON document with a final line break.
    ///
    /// # Panics
    /// Never: strings and numbers always serialise to JSON.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("strings and numbers always serialise to JSON") + "\n"
    }
}

fn report_diagnostic(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    path: impl Fn(&SourceFile) -> String,
) -> ReportDiagnostic {
    let spans = diagnostic.labels.iter().map(|label| {
        let (start, end) = label.place.positions(sources);
        ReportSpan {
            file: path(sources.file(label.place.file())),
            start: ReportPosition { line: start.line, column: start.column },
            end: ReportPosition { line: end.line, column: end.column },
            label: label.text.clone(),
            primary: label.primary,
        }
    });
    ReportDiagnostic {
        code: diagnostic.code.to_string(),
        severity: diagnostic.severity.name(),
        message: diagnostic.message.to_string(),
        rule: diagnostic.rule,
        spans: spans.collect(),
        help: diagnostic.help.clone(),
        about: diagnostic.subjects.clone(),
        allowed: diagnostic.allowed.clone(),
    }
}
