//! Diagnostics for the page, with locations that open in an editor.

use std::path::{Path, PathBuf};

use sandtable_source::{Diagnostics, Report, SourceMap, report};
use serde::Serialize;

/// The maximum number of diagnostics to send; others are only counted.
const MAX_SENT: usize = 200;

/// The diagnostics of the files.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The number of errors, including unsent ones.
    pub errors: usize,
    /// The number of warnings, including unsent ones.
    pub warnings: usize,
    /// Errors first, then warnings, each sorted by file and position.
    pub list: Vec<Finding>,
}

/// One diagnostic.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The code, such as `ST0210`.
    pub code: String,
    /// The severity: `error` or `warning`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// The rule, if any.
    pub rule: Option<&'static str>,
    /// The locations, with the location to fix first.
    pub places: Vec<FindingLocation>,
    /// Advice on how to fix the problem.
    pub help: Vec<String>,
}

/// A location in a file.
#[derive(Clone, Debug, Serialize)]
pub struct FindingLocation {
    /// The file, line and column: `scenario.yaml:12:5`.
    pub shown: String,
    /// The location with the full path, for copying.
    pub path: String,
    /// The link that opens the location in an editor.
    pub link: String,
    /// The label.
    pub label: String,
    /// The text of the line, if the file is text.
    pub line: String,
}

impl Findings {
    /// The errors and warnings of a run; paths are relative to a folder.
    pub(crate) fn new(sources: &SourceMap, diagnostics: &Diagnostics, folder: &Path) -> Self {
        let Report { diagnostics: rows, summary } = report(sources, diagnostics);
        let found = diagnostics.sorted();
        let mut list: Vec<Finding> = Vec::new();
        for severity in ["error", "warning"] {
            let rows = rows.iter().zip(&found).filter(|(row, _)| row.severity == severity);
            list.extend(rows.map(|(row, found)| {
                let places = row.spans.iter().zip(&found.labels);
                let places = places.map(|(span, label)| {
                    let file = sources.file(label.place.file());
                    let line = &file.text()[file.line_range(span.start.line)];
                    let absolute = absolute_path(folder, &span.file);
                    let (row, column) = (span.start.line, span.start.column);
                    FindingLocation {
                        shown: format!("{}:{row}:{column}", span.file),
                        path: format!("{}:{row}:{column}", absolute.display()),
                        link: editor_link(&absolute, row, column),
                        label: span.label.clone(),
                        line: shorten(line),
                    }
                });
                Finding {
                    code: row.code.clone(),
                    severity: row.severity,
                    message: row.message.clone(),
                    rule: row.rule,
                    places: places.collect(),
                    help: row.help.clone(),
                }
            }));
        }
        list.truncate(MAX_SENT);
        Self { errors: summary.errors, warnings: summary.warnings, list }
    }
}

/// A line, shortened if it is too long to show.
fn shorten(line: &str) -> String {
    const MAX_CHARS: usize = 160;
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Returns the absolute form of a displayed path, without `..` where possible.
fn absolute_path(folder: &Path, shown: &str) -> PathBuf {
    let mut absolute = folder.to_owned();
    for part in Path::new(shown).components() {
        match part {
            std::path::Component::ParentDir => {
                absolute.pop();
            }
            std::path::Component::CurDir => {}
            part => absolute.push(part),
        }
    }
    absolute
}

/// The URL that opens a location in Visual Studio Code (its documentation: “Opening VS Code with
/// URLs”).
fn editor_link(path: &Path, line: u32, column: u32) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut link = String::from("vscode://file");
    if !path.starts_with('/') {
        link.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b':' => {
                link.push(char::from(byte));
            }
            other => link.push_str(&format!("%{other:02X}")),
        }
    }
    format!("{link}:{line}:{column}")
}

#[cfg(test)]
mod tests {
    use sandtable_source::{Diagnostic, Span, code};

    use super::*;

    #[test]
    fn links_locations_to_editor() {
        let mut sources = SourceMap::new();
        let file = sources.add("scenarios/../maps/Île d’Aix/map.yaml", "a: 1\nüb: 2\n");
        let mut found = Diagnostics::new();
        found.push(
            Diagnostic::new(code::DUPLICATE_KEY, "twice")
                .at(Span::new(file, 9..10), "here")
                .help("remove one"),
        );
        found.push(Diagnostic::new(code::DEFAULT_USED, "a note"));
        let findings = Findings::new(&sources, &found, Path::new("/home/anna"));
        assert_eq!((findings.errors, findings.warnings, findings.list.len()), (1, 0, 1));
        let place = &findings.list[0].places[0];
        assert_eq!(place.path, "/home/anna/maps/Île d’Aix/map.yaml:2:4");
        assert_eq!(
            place.link,
            "vscode://file/home/anna/maps/%C3%8Ele%20d%E2%80%99Aix/map.yaml:2:4"
        );
        assert_eq!((place.label.as_str(), place.line.as_str()), ("here", "üb: 2"));
        assert_eq!(
            editor_link(Path::new("C:\\a b\\x.yaml"), 1, 2),
            "vscode://file/C:/a%20b/x.yaml:1:2"
        );
    }
}
