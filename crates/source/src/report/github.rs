//! Workflow commands: GitHub shows each finding beside its line.

use std::fmt::Write;

use crate::diagnostic::{Diagnostics, Severity};
use crate::file::SourceMap;
use crate::printable::printable;

/// One `::error file=…,line=…::…` line for each finding; notes only if they are asked for, as in
/// [`human`](crate::human).
pub fn github(sources: &SourceMap, diagnostics: &Diagnostics, notes: bool) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.sorted() {
        if diagnostic.severity == Severity::Note && !notes {
            continue;
        }
        // GitHub calls a note a notice.
        let command = match diagnostic.severity.name() {
            "note" => "notice",
            other => other,
        };
        let mut place = String::new();
        if let Some(label) = diagnostic.labels.first() {
            let (start, end) = label.place.positions(sources);
            let file = property(sources.file(label.place.file()).path());
            let (line, column) = (start.line, start.column);
            place = format!("file={file},line={line},col={column},endLine={},", end.line);
        }
        let mut text = diagnostic.message.clone();
        for help in &diagnostic.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        let title = diagnostic.rule.map_or(String::new(), |rule| format!(" ({rule})"));
        let _ =
            writeln!(out, "::{command} {place}title={}{title}::{}", diagnostic.code, data(&text));
    }
    out
}

fn data(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
