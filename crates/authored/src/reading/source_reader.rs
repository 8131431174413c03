//! Reads the files of a run within limits, and keeps their text for messages.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use sandtable_source::{
    Diagnostic, FileError, FileId, Files, LEVELS_UP, Node, ProjectPath, Read, ReadSeek, Reader,
    SourceMap, Span, Spanned, Subjects, Value, code, message,
};

use crate::frame::edges;
use crate::reading::encoding;
use crate::reading::file_kind::FileKind;
use crate::reading::folder_listing::CachedFiles;
use crate::reading::foreign_file::ForeignFile;
use crate::reading::include;
use crate::reading::reporter::Reporter;
use crate::reading::similar_file;
use crate::reading::wording;

/// The help for a file that is not saved as UTF-8.
pub const SAVE_AS_UTF8: &str =
    "in Notepad, use File › Save as…, Encoding; in VS Code, click the encoding in the status bar";

/// Bytes in a megabyte.
pub const MEGABYTE: u64 = 1_000_000;

/// Maximum size of a YAML file, in bytes.
const MAX_YAML: u64 = sandtable_source::MAX_TEXT_BYTES as u64;

/// Maximum total size of the files of a run, in bytes.
const MAX_ALL_FILES: u64 = 512 * MEGABYTE;

/// Reads the files of a run. Code that only checks values needs only the [`SourceMap`].
pub struct SourceReader<'f> {
    files: CachedFiles<'f>,
    bytes_read: u64,
    /// Number of features in all layers so far.
    features: Cell<usize>,
    /// Parsed trees of ruleset files; `None` for files with errors.
    trees: BTreeMap<ProjectPath, Option<Rc<Node>>>,
    /// The text of the files read so far.
    pub texts: SourceMap,
}

impl<'f> SourceReader<'f> {
    /// Returns a reader without any files.
    pub fn new(files: &'f dyn Files) -> Self {
        Self {
            files: CachedFiles::new(files),
            bytes_read: 0,
            features: Cell::new(0),
            trees: BTreeMap::new(),
            texts: SourceMap::new(),
        }
    }

    /// Warns about a name that differs from the actual file name only in upper and lower case.
    fn warn_about_case(&self, reporter: &mut Reporter, path: &ProjectPath, named_at: Option<Span>) {
        let (Some(span), Some(spelled)) = (named_at, self.files.spelling_on_disk(path)) else {
            return;
        };
        if spelled != *path {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NAME_IN_CAPITALS,
                    message!("the spelling of `{}` differs here in upper and lower case", self.files.display_path(&spelled)),
                )
                .at(span, "other systems, such as Linux, do not find this name")
                .help("write the name exactly as the file has it, or rename the file; all lower case is safest"),
            );
        }
    }

    /// Adds the feature count of another layer; returns the total.
    pub fn add_features(&self, more: usize) -> usize {
        self.features.set(self.features.get() + more);
        self.features.get()
    }

    /// Returns a file's path for messages.
    pub fn display_path(&self, path: &ProjectPath) -> String {
        self.files.display_path(path)
    }

    /// Reads the bytes of a file.
    pub fn read_bytes(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        limit: u64,
        named_at: Option<Span>,
    ) -> Option<Vec<u8>> {
        let room = MAX_ALL_FILES.saturating_sub(self.bytes_read);
        match self.files.read(path, limit.min(room)) {
            Ok(bytes) => {
                self.bytes_read += bytes.len() as u64;
                self.warn_about_case(reporter, path, named_at);
                Some(bytes)
            }
            Err(error) => {
                self.report_unreadable(reporter, path, limit, named_at, error);
                None
            }
        }
    }

    /// Opens a file of any size, to read parts of it.
    pub fn open(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        named_at: Option<Span>,
    ) -> Option<Box<dyn ReadSeek>> {
        match self.files.open(path) {
            Ok(file) => {
                self.warn_about_case(reporter, path, named_at);
                Some(file)
            }
            Err(error) => {
                self.report_unreadable(reporter, path, u64::MAX, named_at, error);
                None
            }
        }
    }

    /// Opens a file that need not exist.
    pub fn find(&self, path: &ProjectPath) -> Option<Box<dyn ReadSeek>> {
        self.files.open(path).ok()
    }

    fn report_unreadable(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        limit: u64,
        named_at: Option<Span>,
        error: FileError,
    ) {
        let room = MAX_ALL_FILES.saturating_sub(self.bytes_read);
        let shown = self.files.display_path(path);
        let namer = named_at.and_then(|span| self.path_of(span.file));
        let map_within = similar_file::suggest_map_in_folder(&self.files, path, namer);
        let diagnostic = match error {
            FileError::Missing | FileError::Unreadable(_) if map_within.is_some() => {
                Diagnostic::new(code::FILE_UNREADABLE, message!("`{shown}` is not a regular file"))
                    .help(map_within.unwrap_or_default())
            }
            FileError::Missing => {
                let near = similar_file::suggest(&self.files, path, namer);
                Diagnostic::new(code::FILE_MISSING, message::not_found("file", &shown)).help(near.unwrap_or_else(|| {
                    "paths are relative to the file that names them; check the spelling, and upper and lower case".to_owned()
                }))
            }
            FileError::Unreadable(why) => {
                Diagnostic::new(code::FILE_UNREADABLE, message!("cannot read `{shown}`: {why}"))
                    .help("name a file that you have permission to read, not a folder")
            }
            FileError::TooLarge if limit > room => Diagnostic::new(
                code::FILE_TOO_LARGE,
                message!("with `{shown}`, the files of this battle exceed {} MB", MAX_ALL_FILES / MEGABYTE),
            )
            .help("keep only features inside the frame, with as many vertices as are visible: use “Clip” and “Simplify” in QGIS"),
            FileError::TooLarge => Diagnostic::new(
                code::FILE_TOO_LARGE,
                message!("`{shown}` is larger than {} MB", limit / MEGABYTE),
            )
            .help("a battle needs far less: clip map data to the frame, or split the file"),
            FileError::Outside => Diagnostic::new(
                code::PATH_CLIMBS_OUT,
                message!("`{shown}` is outside the project"),
            )
            .help("copy the file into the project; symbolic links must not lead out of it"),
        };
        reporter.diagnostics.push(match named_at {
            Some(span) => diagnostic.at(span, "named here"),
            None => {
                let file = self.texts.add_without_text(shown);
                diagnostic.at(Span::new(file, 0..0), "")
            }
        });
    }

    /// Reads a text file and keeps it for messages.
    pub fn read_text(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        named_at: Option<Span>,
    ) -> Option<FileId> {
        let bytes = self.read_bytes(reporter, path, MAX_YAML, named_at)?;
        if let Some(foreign) =
            ForeignFile::detect(&bytes).or_else(|| ForeignFile::from_extension(path))
        {
            let file = self.texts.add_without_text(self.files.display_path(path));
            let finding = Diagnostic::new(
                code::OTHER_FILE,
                message!("this file is {}, not a scenario, map or ruleset", foreign.description),
            );
            let finding = finding.at(Span::new(file, 0..0), "").help(foreign.help_for_text);
            reporter.diagnostics.push(match named_at {
                Some(span) => finding.also(span, "named here"),
                None => finding,
            });
            return None;
        }
        self.add_file(reporter, path, bytes)
    }

    /// Decodes the bytes of a project file as text, and keeps it for messages.
    pub fn add_file(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        bytes: Vec<u8>,
    ) -> Option<FileId> {
        let shown = self.files.display_path(path);
        self.decode(reporter, bytes, |texts, text| {
            texts.add_project_file(path.clone(), shown, text)
        })
    }

    /// Decodes bytes that are not a project file, and keeps the text for messages.
    pub fn add_text(
        &mut self,
        reporter: &mut Reporter,
        shown: &str,
        bytes: Vec<u8>,
    ) -> Option<FileId> {
        self.decode(reporter, bytes, |texts, text| texts.add(shown, text))
    }

    fn decode(
        &mut self,
        reporter: &mut Reporter,
        bytes: Vec<u8>,
        add: impl FnOnce(&mut SourceMap, String) -> FileId,
    ) -> Option<FileId> {
        match String::from_utf8(bytes) {
            Ok(text) => Some(add(&mut self.texts, text)),
            Err(error) => {
                let valid_bytes = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let text = String::from_utf8_lossy(&bytes[..valid_bytes]).into_owned();
                let encoding = encoding::guess(bytes, valid_bytes);
                let file = add(&mut self.texts, text);
                reporter.diagnostics.push(
                    Diagnostic::new(code::NOT_UTF8, "this file is not saved as UTF-8")
                        .at(Span::new(file, valid_bytes..valid_bytes), encoding.found)
                        .help(format!(
                            "this looks like {}: open the file so that accented letters are correct, and save it as UTF-8",
                            encoding.name
                        ))
                        .help(SAVE_AS_UTF8),
                );
                None
            }
        }
    }

    /// Resolves a path written in a file; going up more than `levels` folders is an error.
    pub fn resolve(
        &self,
        reporter: &mut Reporter,
        from: &ProjectPath,
        written: &Spanned<String>,
        levels: usize,
    ) -> Option<ProjectPath> {
        let path = from.resolve(written, levels);
        if path.is_none() && !written.value.is_empty() {
            let forward = written.value.replace('\\', "/");
            let is_only_slashes =
                forward != written.value && from.resolve(&forward, levels).is_some();
            let folder = written.value.trim_end_matches('/');
            let map = from.resolve(&format!("{folder}/map.yaml"), levels);
            let is_map = |map: &ProjectPath| {
                self.files.sibling_names(map).iter().any(|name| name == map.name())
            };
            let map_within = map.filter(is_map).map(|map| from.relative_path_to(&map));
            let outside = match &written.value {
                path if path.starts_with(['/', '\\']) || path.get(1..2) == Some(":") => {
                    "an absolute path"
                }
                path if path.contains("..") => "leaves the permitted folders",
                _ => "not a relative path",
            };
            let (label, help) = match levels {
                _ if map_within.is_some() => (
                    "a folder",
                    format!(
                        "write the path of the map in it: `{}`",
                        map_within.unwrap_or_default()
                    ),
                ),
                _ if is_only_slashes => (
                    "backslashes separate folders on Windows only",
                    format!("write `{forward}`, with forward slashes"),
                ),
                0 => (
                    outside,
                    "use a file in this file's folder or below it, with forward slashes".to_owned(),
                ),
                _ => (
                    outside,
                    format!(
                        "write a relative path with forward slashes that goes up at most {levels} folders, such as `../../maps/gettysburg/map.yaml`"
                    ),
                ),
            };
            reporter.diagnostics.push(
                Diagnostic::new(code::PATH_CLIMBS_OUT, message::invalid("path", &written.value))
                    .at(written.span, label)
                    .help(help),
            );
        }
        path
    }

    /// The path of the map that a scenario names, with the span of the name; of any other file, its own
    /// path.
    pub fn map_of(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
    ) -> Option<(ProjectPath, Option<Span>)> {
        let tree = self.tree_of(reporter, path, None)?;
        if FileKind::detect(&tree) != Some(FileKind::Scenario) {
            return Some((path.clone(), None));
        }
        let node = &tree.entry("map")?.value;
        let Value::Text(map) = &node.value else { return None };
        let map = Spanned { value: map.clone(), span: node.span };
        Some((self.resolve(reporter, path, &map, LEVELS_UP)?, Some(map.span)))
    }

    /// Parses a YAML file.
    pub fn parse(&self, reporter: &mut Reporter, file: FileId) -> Option<Node> {
        sandtable_source::parse(&self.texts, file, &mut reporter.diagnostics)
    }

    /// Parses a YAML file only once for several callers, so its mistakes are reported once.
    pub fn tree_of(
        &mut self,
        reporter: &mut Reporter,
        path: &ProjectPath,
        named_at: Option<Span>,
    ) -> Option<Rc<Node>> {
        if let Some(known) = self.trees.get(path) {
            return known.clone();
        }
        let file = self.read_text(reporter, path, named_at);
        let tree = file.and_then(|file| self.parse(reporter, file)).map(Rc::new);
        self.trees.insert(path.clone(), tree.clone());
        tree
    }

    /// Reads an authored file as its type.
    pub fn read_tree<T: Read>(
        &self,
        reporter: &mut Reporter,
        file: FileId,
        kind: FileKind,
    ) -> Option<T> {
        let mut tree = self.parse(reporter, file)?;
        if kind == FileKind::Map {
            edges::replace(&mut tree, &mut reporter.diagnostics);
        }
        self.read_as(reporter, &tree, kind)
    }

    /// Reads a tree as its expected type.
    pub fn read_as<T: Read>(
        &self,
        reporter: &mut Reporter,
        tree: &Node,
        kind: FileKind,
    ) -> Option<T> {
        if !kind.expect(tree, &mut reporter.diagnostics)
            || include::is_misplaced(tree, &mut reporter.diagnostics)
        {
            return None;
        }
        self.read_node(reporter, tree)
    }

    /// The path of a text file that was read.
    pub fn path_of(&self, file: FileId) -> Option<&ProjectPath> {
        self.texts.file(file).project_path()
    }

    /// Expands the includes of a scenario.
    pub fn scenario_tree(
        &mut self,
        reporter: &mut Reporter,
        mut tree: Node,
        path: &ProjectPath,
    ) -> Option<Node> {
        if !FileKind::Scenario.expect(&tree, &mut reporter.diagnostics) {
            return None;
        }
        include::expand(self, reporter, &mut tree, path).then_some(tree)
    }

    /// Reads a scenario as its type.
    pub fn read_scenario<T: Read>(&self, reporter: &mut Reporter, tree: &Node) -> Option<T> {
        let sides = tree.entry("sides").map(|entry| &entry.value.value);
        if let Some(Value::Map(sides)) = sides {
            for side in sides {
                let is_same_file = side.key_span.file == side.value.span.file;
                let place =
                    if is_same_file { side.key_span.to(side.value.span) } else { side.key_span };
                reporter.subjects.add(place, side.key.as_str());
                add_parts(&mut reporter.subjects, &side.value, side.key_span, side.key.as_str());
            }
        }
        self.read_node(reporter, tree)
    }

    fn read_node<T: Read>(&self, reporter: &mut Reporter, tree: &Node) -> Option<T> {
        reporter.subjects.add_tree(tree);
        wording::check(&self.texts, tree, &mut reporter.diagnostics);
        let mut reader = Reader::new(&self.texts, &mut reporter.diagnostics);
        reader.index_tree(tree);
        let value = reader.read(tree);
        let damage = reader.into_damage();
        reporter.damage.extend(damage);
        value
    }
}

/// Records the side as the subject of its lines in each file. `above` is the parent's span.
fn add_parts(subjects: &mut Subjects, node: &Node, above: Span, id: &str) {
    if node.span.file != above.file {
        subjects.add(node.span, id);
    }
    match &node.value {
        Value::List(items) => {
            items.iter().for_each(|item| add_parts(subjects, item, node.span, id));
        }
        Value::Map(entries) => {
            entries.iter().for_each(|entry| add_parts(subjects, &entry.value, node.span, id));
        }
        _ => {}
    }
}
