//! The JSON format of `check` (a contract: see `docs/`). It always includes notes; programs can
//! filter them.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::SourceMap;

/// All findings.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// The findings in the order of files and places.
    pub diagnostics: Vec<ReportDiagnostic>,
    /// How many there are.
    pub summary: ReportSummary,
}

/// How many errors and warnings there are.
#[derive(Debug, Default, Serialize)]
pub struct ReportSummary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

/// One finding.
#[derive(Debug, Serialize)]
pub struct ReportDiagnostic {
    /// `ST0210`.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// The rule behind it.
    pub rule: Option<&'static str>,
    /// Where.
    pub spans: Vec<ReportSpan>,
    /// How to fix it.
    pub help: Vec<String>,
    /// Ids of its subjects, where its place does not name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// Why the scenario allows it, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
}

/// A place.
#[derive(Debug, Serialize)]
pub struct ReportSpan {
    /// The file's path as it was given.
    pub file: String,
    /// First character.
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

/// The findings as plain values.
pub fn report(sources: &SourceMap, diagnostics: &Diagnostics) -> Report {
    let summary = diagnostics.summary();
    Report {
        diagnostics: diagnostics.sorted().into_iter().map(|d| row(sources, d)).collect(),
        summary: ReportSummary { errors: summary.errors, warnings: summary.warnings },
    }
}

impl Report {
    /// Adds the findings of another run.
    pub fn join(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
        self.summary.errors += other.summary.errors;
        self.summary.warnings += other.summary.warnings;
    }

    /// One JSON document that ends with a line break.
    ///
    /// # Panics
    /// Never: strings and numbers always serialise to JSON.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("plain texts and numbers always become JSON") + "\n"
    }
}

fn row(sources: &SourceMap, diagnostic: &Diagnostic) -> ReportDiagnostic {
    let spans = diagnostic.labels.iter().map(|label| {
        let (start, end) = label.place.positions(sources);
        ReportSpan {
            file: sources.file(label.place.file()).path().to_owned(),
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
