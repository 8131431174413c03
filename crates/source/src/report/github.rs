//! GitHub workflow commands, which show each diagnostic next to its line.

use std::fmt::Write;

use crate::diagnostic::{Diagnostics, Severity};
use crate::file::SourceMap;
use crate::printable::printable;

/// Formats one `::error file=…,line=…::…` line for each diagnostic, with its labels and help in the
/// text. Includes notes only if requested, as in [`human`](crate::human).
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
            let file = escape_property(sources.file(label.place.file()).path());
            let (line, column) = (start.line, start.column);
            place = format!("file={file},line={line},col={column},endLine={},", end.line);
        }
        let mut text = diagnostic.message.to_string();
        for (index, label) in diagnostic.labels.iter().enumerate() {
            if label.text.is_empty() {
                continue;
            }
            let detail = match index {
                0 => format!("\nhere: {}", label.text),
                _ => {
                    let (start, _) = label.place.positions(sources);
                    let file = sources.file(label.place.file()).path();
                    format!("\n{file}:{}: {}", start.line, label.text)
                }
            };
            text.push_str(&detail);
        }
        for help in &diagnostic.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        let rule = diagnostic.rule.map_or(String::new(), |rule| format!(" ({rule})"));
        let title = escape_property(&format!("{}{rule}", diagnostic.code));
        let _ = writeln!(out, "::{command} {place}title={title}::{}", escape_data(&text));
    }
    out
}

/// Escapes a message as GitHub's own toolkit does.
fn escape_data(text: &str) -> String {
    // Escape the carriage return first: it is unprintable.
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// Escapes the value of a property, including colons and commas.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostic, Span, code};

    #[test]
    fn escapes_workflow_commands() {
        let mut sources = SourceMap::new();
        let file = sources.add("a,b:c%/x.yaml", "id: a\n");
        let mut found = Diagnostics::new();
        found.push(
            Diagnostic::new(code::SAME_BATTLE, "50 %, a: b\r\n::error::c\u{1b}[2J")
                .rule("PB-3.19")
                .at(Span::new(file, 4..5), "an id")
                .also(Span::new(file, 0..2), "its key")
                .help("write 100%"),
        );
        assert_eq!(
            github(&sources, &found, false),
            "::warning file=a%2Cb%3Ac%25/x.yaml,line=1,col=5,endLine=1,title=ST0016 (PB-3.19)::\
             50 %25, a: b%0D%0A::error::c\u{FFFD}[2J%0Ahere: an id%0Aa,b:c%25/x.yaml:1: its key\
             %0Ahelp: write 100%25\n"
        );
    }
}
