//! Converts diagnostics for the editor: by file, with positions in its encoding, secondary
//! locations as related information, and fixes that replace one word.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use sandtable_source::{Block, Code, Diagnostic, FileId, Label, Page, Severity, blocks};

use crate::documents::Documents;
use crate::lines::{Encoding, Lines};
use crate::overlay::Overlay;
use crate::protocol::{self, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Uri};
use crate::uri::{file_key, path_to_uri};

/// The source name that editors show.
const SOURCE: &str = "sandtable";

/// A diagnostic with its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) code: Code,
    /// The byte range in the file.
    pub(crate) at: Range<usize>,
    pub(crate) diagnostic: protocol::Diagnostic,
    /// The bytes to replace, and the replacement.
    pub(crate) fix: Option<(Range<usize>, String)>,
}

/// The diagnostics of one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FileFindings {
    pub(crate) uri: Uri,
    /// The version of the checked document; `None` if the file is not open.
    pub(crate) version: Option<i32>,
    pub(crate) found: Vec<Finding>,
}

/// Diagnostics by file key.
pub(crate) type Findings = BTreeMap<PathBuf, FileFindings>;

/// A checked file.
struct CheckedFile {
    key: PathBuf,
    uri: Uri,
    version: Option<i32>,
    lines: Lines,
}

/// Returns the diagnostics of a check, each in the file of its first location. Diagnostics without
/// a file on disk, such as those in a built-in ruleset, are reported at the first byte of `root`.
pub(crate) fn findings(
    outcome: &sandtable_compile::Outcome,
    files: &Overlay,
    documents: &Documents,
    root: &std::path::Path,
    with_notes: bool,
    encoding: Encoding,
) -> Findings {
    let mut checked: BTreeMap<FileId, Option<CheckedFile>> = BTreeMap::new();
    let mut all = Findings::new();
    let checked_file = |file: FileId| {
        let source = outcome.sources.file(file);
        let place = files.file_location(source.path());
        let key = file_key(&place);
        let open = documents.get(&key);
        let (uri, version, lines) = match open {
            // The text may be empty, for example for a binary elevation file.
            Some(open) => (open.uri.clone(), Some(open.version), open.lines.clone()),
            None if key.is_file() => (path_to_uri(&place), None, Lines::new(source.text())),
            None => return None,
        };
        Some(CheckedFile { key, uri, version, lines })
    };
    for diagnostic in outcome.diagnostics.sorted() {
        if diagnostic.severity == Severity::Note && !with_notes {
            continue;
        }
        for label in &diagnostic.labels {
            let file = label.place.file();
            checked.entry(file).or_insert_with(|| checked_file(file));
        }
        let locate = |label: &Label| -> Option<(&CheckedFile, Range<usize>, protocol::Range)> {
            let file = label.place.file();
            let file_data = checked.get(&file)?.as_ref()?;
            let source = outcome.sources.file(file);
            let bytes = match label.place {
                sandtable_source::Place::Text(span) => span.range(),
                sandtable_source::Place::Line(_, line) => source.line_range(line),
            };
            let text = match documents.get(&file_data.key) {
                Some(open) if source.text().is_empty() => &*open.text,
                _ => source.text(),
            };
            Some((file_data, bytes.clone(), file_data.lines.range(text, &bytes, encoding)))
        };
        let primary =
            diagnostic.labels.iter().find_map(|label| locate(label).map(|seen| (label, seen)));
        let related = diagnostic.labels.iter().filter(|label| match primary {
            Some((first, _)) => !std::ptr::eq(*label, first),
            None => true,
        });
        let related = related.filter_map(|label| {
            let (file, _, range) = locate(label)?;
            let message = if label.text.is_empty() { "see here" } else { &label.text };
            let location = Location { uri: file.uri.clone(), range };
            Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
        });
        let label_text = primary.as_ref().map_or("", |(label, _)| label.text.as_str());
        let mut published = protocol::Diagnostic {
            range: protocol::Range::default(),
            severity: severity(diagnostic.severity),
            code: diagnostic.code.to_string(),
            source: SOURCE,
            message: message(diagnostic, label_text),
            related_information: related.collect(),
        };
        let (place, at, fix) = match primary {
            Some((label, (file, bytes, range))) => {
                published.range = range;
                let text = outcome.sources.file(label.place.file()).text();
                let fix = replacement(diagnostic, text, &bytes);
                let place = (file.key.clone(), file.uri.clone(), file.version);
                (place, bytes, fix)
            }
            None => {
                let key = file_key(root);
                let open = documents.get(&key);
                let uri = open.map_or_else(|| path_to_uri(root), |open| open.uri.clone());
                ((key, uri, open.map(|open| open.version)), 0..0, None)
            }
        };
        let (key, uri, version) = place;
        let file_findings =
            all.entry(key).or_insert_with(|| FileFindings { uri, version, found: Vec::new() });
        let found = Finding { code: diagnostic.code, at, diagnostic: published, fix };
        if !file_findings.found.contains(&found) {
            file_findings.found.push(found);
        }
    }
    all
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    }
}

/// The message, the label and the help, one per line.
fn message(diagnostic: &Diagnostic, label: &str) -> String {
    let mut lines = vec![diagnostic.message.to_string()];
    lines.extend((!label.is_empty()).then(|| format!("here: {label}")));
    lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    lines.extend(diagnostic.rule.map(|rule| format!("rule: {rule}")));
    lines.join("\n")
}

/// Returns the byte range of the unknown word within a diagnostic's location, and its replacement.
fn replacement(
    diagnostic: &Diagnostic,
    text: &str,
    place: &Range<usize>,
) -> Option<(Range<usize>, String)> {
    let suggestion = diagnostic.suggestion.as_ref()?;
    let source_text = text.get(place.clone())?;
    let mut places = source_text.match_indices(suggestion.word.as_str());
    let (at, word) = places.next().filter(|(_, word)| !word.is_empty())?;
    // If the word occurs twice, the position is ambiguous.
    if places.next().is_some() {
        return None;
    }
    let start = place.start + at;
    Some((start..start + word.len(), suggestion.replacement.clone()))
}

/// The page of a code, in Markdown.
pub(crate) fn page(code: Code) -> String {
    let mut out = format!("**{code}** ({}): {}", code.severity().name(), code.title());
    let Some(Page { text, wrong, right, rule }) = code.page() else { return out };
    let mut part = |heading: &str, text: &str| {
        if !heading.is_empty() {
            out += &format!("\n\n*{heading}*");
        }
        for block in blocks(text) {
            out += &match block {
                Block::Paragraph(text) => format!("\n\n{text}"),
                Block::Example { language, text } => format!("\n\n```{language}\n{text}\n```"),
            };
        }
    };
    part("", text);
    part("Wrong:", wrong);
    part("Right:", right);
    if let Some(rule) = rule {
        part("Rule:", rule);
    }
    out
}
