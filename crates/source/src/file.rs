//! Source files and positions in them.

use std::ops::Range;

use crate::project_path::ProjectPath;

/// The id of a file in a [`SourceMap`], in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A range of bytes in a file. Both ends are character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from `range.start` up to, but not including, `range.end`.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        let bounded = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Self { file, start: bounded(range.start), end: bounded(range.end) }
    }

    /// The span as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span from the start of this span to the end of another in the same file.
    pub fn to(self, last: Self) -> Self {
        Self { end: last.end.max(self.end), ..self }
    }
}

/// A human-readable position: lines and columns from 1, columns in Unicode characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A file's name and text.
#[derive(Debug)]
pub struct SourceFile {
    path: String,
    project_path: Option<ProjectPath>,
    text: String,
    line_starts: Vec<u32>,
    /// Character counts at regular byte intervals, to find a column in a 100 MB line without
    /// counting from its start.
    character_counts: Vec<u32>,
}

/// The interval between two character counts, in bytes.
const COUNT_INTERVAL: usize = 4_096;

impl SourceFile {
    /// The displayed path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path in the project; `None` for built-in and generated text.
    pub fn project_path(&self) -> Option<&ProjectPath> {
        self.project_path.as_ref()
    }

    /// The path in the project, which is the same for every way to name the main file. Built-in and
    /// generated text has only a displayed path.
    pub fn portable_path(&self) -> String {
        self.project_path.as_ref().map_or_else(|| self.path.clone(), ProjectPath::to_string)
    }

    /// The whole text; empty for binary files.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte; a byte beyond the end counts as the end.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.line(byte);
        let start = self.line_starts[line as usize - 1] as usize;
        Position { line, column: self.characters_before(byte) - self.characters_before(start) + 1 }
    }

    /// The line of a byte, from 1; a byte beyond the end counts as the end.
    pub fn line(&self, byte: usize) -> u32 {
        let byte = byte.min(self.text.len());
        self.line_starts.partition_point(|&start| start as usize <= byte).max(1) as u32
    }

    /// The number of characters that begin before a byte.
    fn characters_before(&self, byte: usize) -> u32 {
        let mark = byte / COUNT_INTERVAL;
        self.character_counts[mark]
            + count_characters(&self.text.as_bytes()[mark * COUNT_INTERVAL..byte])
    }

    /// The bytes of a line (from 1) without its line break. A number beyond the last line means the
    /// last line.
    pub fn line_range(&self, line: u32) -> Range<usize> {
        let index = (line.max(1) as usize - 1).min(self.line_starts.len() - 1);
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        // Any other carriage returns belong to the line.
        let line = &self.text[start..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        start..start + line.strip_suffix('\r').unwrap_or(line).len()
    }
}

/// Counts the characters in UTF-8 bytes: all bytes except continuation bytes.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

/// All files of one run.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under its displayed path.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(path.into(), None, text.into())
    }

    /// Adds the text of a project file under its displayed path.
    pub fn add_project_file(
        &mut self,
        project_path: ProjectPath,
        shown: impl Into<String>,
        text: impl Into<String>,
    ) -> FileId {
        self.push(shown.into(), Some(project_path), text.into())
    }

    fn push(&mut self, path: String, project_path: Option<ProjectPath>, text: String) -> FileId {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        let mut counted = vec![0];
        for stretch in text.as_bytes().chunks_exact(COUNT_INTERVAL) {
            counted.push(counted[counted.len() - 1] + count_characters(stretch));
        }
        self.files.push(SourceFile {
            path,
            project_path,
            text,
            line_starts,
            character_counts: counted,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds a binary file (a pack, an elevation grid) or an unreadable file, without text.
    pub fn add_without_text(&mut self, path: impl Into<String>) -> FileId {
        self.add(path, "")
    }

    /// The file with an id from this map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text under a span.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).text().get(span.range()).unwrap_or_default()
    }

    /// The line of a span's start; faster than [`Self::start`].
    pub fn line(&self, span: Span) -> u32 {
        self.file(span.file).line(span.start as usize)
    }

    /// The line and column of a span's start.
    pub fn start(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut map = SourceMap::new();
        let id = map.add("a.yaml", "é: 1\r\nnaïve: x\n");
        let file = map.file(id);
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(2), Position { line: 1, column: 2 });
        let naive = file.text().find(": x").expect("in the text");
        assert_eq!(file.position(naive), Position { line: 2, column: 6 });
        assert_eq!(&file.text()[file.line_range(1)], "é: 1");
        assert_eq!(file.position(999), Position { line: 3, column: 1 });
        let id = map.add("b.yaml", "a\r\r\r\nb");
        assert_eq!(map.file(id).line_range(1), 0..3);
    }

    #[test]
    fn computes_columns_in_long_lines() {
        let text = format!("a\n{}", "é".repeat(10_000));
        let mut map = SourceMap::new();
        let id = map.add("a.geojson", text.as_str());
        let file = map.file(id);
        for (character, byte) in [(0, 2), (1, 4), (2_047, 4_096), (2_048, 4_098), (9_999, 20_000)] {
            assert_eq!(file.position(byte), Position { line: 2, column: character + 1 });
        }
        assert_eq!(file.position(text.len()).column, 10_001);
    }
}
