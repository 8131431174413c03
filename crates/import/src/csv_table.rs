//! CSV tables from the command line, as spreadsheets of all countries save them.

use sandtable_authored::{ForeignFile, Reporter, SourceReader};
use sandtable_source::message::wrong_type;
use sandtable_source::{
    Diagnostic, FileId, MAX_TEXT_BYTES, Message, ProjectPath, Span, all_of, code, message,
};

/// Reads the text of a table with any file name.
pub(crate) fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<FileId> {
    let bytes = sources.read_bytes(reporter, path, MAX_TEXT_BYTES as u64, None)?;
    if let Some(foreign) = ForeignFile::detect(&bytes) {
        let file = sources.texts.add_without_text(sources.display_path(path));
        reporter.diagnostics.push(
            Diagnostic::new(code::OTHER_FILE, wrong_type("a CSV table", None, foreign.description))
                .at(Span::new(file, 0..0), "")
                .help("save the table as CSV, separated by commas and encoded as UTF-8"),
        );
        return None;
    }
    sources.add_file(reporter, path, bytes)
}

/// A table from its first line, which names the columns.
pub(crate) struct CsvTable<'t> {
    file: FileId,
    text: &'t str,
    /// The byte positions of the first line.
    head: std::ops::Range<usize>,
    delimiter: u8,
    /// The text from the first line, with line feeds only: the CSV reader ends comments at these.
    rows: String,
}

impl<'t> CsvTable<'t> {
    /// Finds the first line with text, after a byte order mark, empty rows, comments and a line such
    /// as `sep=;`, which tells Excel the delimiter.
    pub(crate) fn new(file: FileId, text: &'t str) -> Self {
        let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
        let mut announced = None;
        loop {
            let rest = &text[start..];
            let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
            let line = &rest[..end];
            let separator = separator_line(line);
            let is_empty = line.chars().all(|c| c.is_whitespace() || ",;\"".contains(c));
            let is_skipped = separator.is_some() || is_empty || is_comment(line);
            if !is_skipped || end == rest.len() {
                let delimiter = announced.unwrap_or(delimiter(line));
                let rows = rest.replace('\r', "\n");
                return Self { file, text, head: start..start + end, delimiter, rows };
            }
            announced = announced.or(separator);
            start += end + 1;
        }
    }

    /// The first line.
    pub(crate) fn head(&self) -> Span {
        Span::new(self.file, self.head.clone())
    }

    pub(crate) fn reader(&self) -> csv::Reader<&[u8]> {
        csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            // Spreadsheets add empty columns and rows.
            .flexible(true)
            .from_reader(self.rows.as_bytes())
    }

    /// Returns the span of a record, without preceding empty lines.
    pub(crate) fn line_at(&self, position: Option<&csv::Position>) -> Span {
        let from = self.head.start + position.map_or(0, |at| at.byte() as usize);
        let rest = &self.text[from..];
        let from = from + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let to = self.text[from..].find(['\r', '\n']).map_or(self.text.len(), |end| from + end);
        Span::new(self.file, from..to)
    }
}

/// Whether a record is an empty row, or a comment that a spreadsheet put into quotes.
pub(crate) fn is_blank(record: &csv::StringRecord) -> bool {
    record.iter().all(str::is_empty) || record.get(0).is_some_and(is_comment)
}

fn is_comment(line: &str) -> bool {
    line.trim_start_matches(['"', ' ']).starts_with('#')
}

/// The delimiter in a line such as `sep=;`.
fn separator_line(line: &str) -> Option<u8> {
    let line = line.trim_matches(|c: char| c == '"' || c == ' ');
    let (key, mark) = line.split_once('=')?;
    let mark = if mark == "\\t" { "\t" } else { mark };
    match mark.as_bytes() {
        [mark @ (b',' | b';' | b'\t' | b'|')] if key.trim().eq_ignore_ascii_case("sep") => {
            Some(*mark)
        }
        _ => None,
    }
}

/// Returns the delimiter of a table. Spreadsheets write semicolons in countries with decimal
/// commas.
fn delimiter(head: &str) -> u8 {
    let count = |mark: &u8| head.bytes().filter(|byte| byte == mark).count();
    // If counts are equal, the comma wins because it is last.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Returns a message about required columns missing from a table's first line.
pub(crate) fn missing_columns(required: [&'static str; 2], names: &csv::StringRecord) -> Message {
    let has = |wanted: &str| names.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    let missing: Vec<&str> = required.into_iter().filter(|&name| !has(name)).collect();
    let noun = if missing.len() == 1 { "column" } else { "columns" };
    message!("missing {noun} {} in this table", all_of(missing))
}
