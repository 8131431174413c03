//! What one run of the compiler carries along: files read, findings, damaged names.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use sandtable_source::{
    Allowance, Code, Damage, Diagnostic, Diagnostics, FileId, Node, Read, Reader, Severity,
    SourceMap, Span, Spanned, Subjects, Value, code,
};

use sandtable_source::{FileError, Files, ProjectPath};

use crate::frame::edges as frame_edges;
use crate::map::LayerClass;
use crate::reading::encoding;
use crate::reading::file_kind::FileKind;
use crate::reading::folder_listing::Listed;
use crate::reading::foreign_file::Foreign;
use crate::reading::include;
use crate::reading::missing_layers::Lacking;
use crate::reading::similar_file as near_file;
use crate::reading::wording;
use crate::scenario::allow::Allow;

/// How an editor saves a file as UTF-8.
pub const SAVE_AS_UTF8: &str = "open it in your editor so that its letters look right, and save it with the encoding UTF-8; in Notepad, File › Save as…, Encoding; in VS Code, click the encoding at the foot of the window";

/// Bytes of a megabyte, as people count.
pub const MEGABYTE: u64 = 1_000_000;

/// Longest YAML file, in bytes.
const MAX_YAML: u64 = sandtable_source::MAX_TEXT_BYTES as u64;

/// Most bytes of all files of a run together.
const MAX_ALL_FILES: u64 = 512 * MEGABYTE;

/// The state of one run of the compiler: files read, diagnostics, and what is known to be damaged.
pub struct Session<'f> {
    files: Listed<'f>,
    bytes_read: u64,
    /// Trees of rulesets' files, each parsed once; none for one that could not be.
    trees: BTreeMap<ProjectPath, Option<Rc<Node>>>,
    /// Where the text files lie.
    paths: BTreeMap<FileId, ProjectPath>,
    /// Texts of the files read.
    pub sources: SourceMap,
    /// Everything found so far.
    pub diagnostics: Diagnostics,
    /// Names defined in places that could not be read: who misses them need not say so again.
    pub damaged: BTreeSet<String>,
    /// Values that could not be read, and what stands in for them cannot be judged.
    pub unread: Damage,
    /// Features of all layers so far.
    pub features: usize,
    /// Classes of which a layer or a feature could not be read, so that any name may be missing.
    pub unread_classes: BTreeSet<LayerClass>,
    /// Layers without features, and classes without a layer.
    pub lacking: Lacking,
    /// Classes of which a feature could not be used.
    pub damaged_classes: BTreeSet<LayerClass>,
    /// What the lines of the files speak of.
    pub subjects: Subjects,
    /// Warnings that the author allows.
    allowances: Vec<Allowance>,
}

impl<'f> Session<'f> {
    /// Returns a session that has read nothing.
    pub fn new(files: &'f dyn Files) -> Self {
        Self {
            files: Listed::new(files),
            bytes_read: 0,
            trees: BTreeMap::new(),
            paths: BTreeMap::new(),
            sources: SourceMap::new(),
            diagnostics: Diagnostics::new(),
            damaged: BTreeSet::new(),
            unread: Damage::default(),
            features: 0,
            unread_classes: BTreeSet::new(),
            lacking: Lacking::default(),
            damaged_classes: BTreeSet::new(),
            subjects: Subjects::new(),
            allowances: Vec::new(),
        }
    }

    /// Takes the warnings that a file allows; says which of them cannot be.
    pub fn allow(&mut self, allowed: Option<&Vec<Allow>>) {
        for Allow { code, at, reason, .. } in allowed.into_iter().flatten() {
            let severity = code.value.0.severity();
            if severity != Severity::Warning {
                let help = match severity {
                    Severity::Error => "mend what it is about, and take this line out",
                    _ => "take this line out: notes are shown only when they are asked for",
                };
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_NO_WARNING,
                        format!(
                            "{} is {}, and only warnings can be allowed",
                            code.value.0,
                            article(severity)
                        ),
                    )
                    .at(code.span, code.value.0.title())
                    .help(help),
                );
                continue;
            }
            // A reason that is left out was reported.
            if self.is_stand_in(reason.span) {
                continue;
            }
            if reason.value.trim().is_empty() {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_REASON,
                        format!("nothing says why {} is allowed at `{}`", code.value.0, at.value.0),
                    )
                    .at(reason.span, "no reason")
                    .help("write in a few words why this is meant"),
                );
                continue;
            }
            let same = |other: &&Allowance| {
                other.code.value == code.value.0 && other.at.value == at.value.0
            };
            if let Some(first) = self.allowances.iter().find(same) {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_UNUSED,
                        format!("{} is allowed twice at `{}`", code.value.0, at.value.0),
                    )
                    .at(at.span, "again here")
                    .also(first.at.span, "first here")
                    .help("take one of the two lines out: one allows all of them at this place"),
                );
                continue;
            }
            self.allowances.push(Allowance {
                code: Spanned { value: code.value.0, span: code.span },
                at: Spanned { value: at.value.0.clone(), span: at.span },
                reason: reason.value.clone(),
            });
        }
    }

    /// Takes away what is allowed of findings on games, which are not looked for here.
    pub fn allowed_in_games(&mut self) -> Vec<Allowance> {
        /// The group of codes about games between bots.
        const GAMES: u16 = 16;
        let all = std::mem::take(&mut self.allowances);
        let (of_games, others) =
            all.into_iter().partition(|allowance| allowance.code.value.group() == GAMES);
        self.allowances = others;
        of_games
    }

    /// Puts aside what is allowed of warnings that only a scenario brings.
    pub fn without_scenario(&mut self) {
        // The groups of codes about the scenario, its order of battle and set-up.
        self.allowances.retain(|allowance| !(3..=5).contains(&allowance.code.value.group()));
    }

    /// Everything that was found, less what is allowed, with the files in which it was.
    pub fn close(mut self) -> (Diagnostics, SourceMap) {
        self.close_map();
        self.diagnostics.allow(&self.allowances, &self.subjects);
        (self.diagnostics, self.sources)
    }

    /// Says what the map lacks, when nothing more is looked for on it.
    pub fn close_map(&mut self) {
        std::mem::take(&mut self.lacking).report(&mut self.diagnostics);
    }

    /// Is a finding of a code allowed somewhere?
    pub fn allows(&self, code: Code) -> bool {
        self.allowances.iter().any(|allowance| allowance.code.value == code)
    }

    /// Is a finding of a code allowed at the thing with this id?
    pub fn allows_at(&self, code: Code, id: &str) -> bool {
        let is_it =
            |allowance: &Allowance| allowance.code.value == code && allowance.at.value == id;
        self.allowances.iter().any(is_it)
    }

    /// Any feature may be missing, for a reason that was reported.
    pub fn lose_all_features(&mut self) {
        self.unread_classes.extend(LayerClass::all());
    }

    /// Need a missing entry not be reported, because something else was that explains it?
    pub fn excuses(&self, name: &str) -> bool {
        self.damaged.contains(name)
    }

    /// Need a missing feature of some classes not be reported, because something else was that
    /// explains it?
    pub fn excuses_feature(&self, name: &str, classes: &[LayerClass]) -> bool {
        self.damaged.contains(name)
            || classes.iter().any(|class| self.unread_classes.contains(class))
    }

    /// Is a name that the map has nowhere one of a layer without features, or of classes without a
    /// layer? That is remembered, and told with the layer.
    pub fn lacks_layer(&mut self, name: &str, at: Span, classes: &[LayerClass]) -> bool {
        let lacks = !self.damaged.contains(name) && self.lacking.explains(name, at, classes);
        if lacks {
            let missing = self.lacking.not_listed(classes.iter().copied());
            self.unread_classes.extend(missing);
            if self.lacking.is_dissolved(classes) {
                self.unread_classes.extend(classes);
            }
        }
        lacks
    }

    /// Is the value of a key unknown, because it is missing or could not be read, which was
    /// reported? `map` is the place of the thing that has the key.
    pub fn is_unread(&self, map: Span, key: &'static str) -> bool {
        self.unread.has_key(map, key)
    }

    /// Does something stand in for the value at a place, which could not be read and was reported?
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.unread.is_stand_in(value)
    }

    /// Did a list lose items that could not be read, which was reported?
    pub fn lost_items(&self, list: Span) -> bool {
        self.unread.has_list(list)
    }

    /// May a feature of a class be missing for a reason that was reported?
    pub fn may_lack(&self, class: LayerClass) -> bool {
        self.unread_classes.contains(&class) || self.damaged_classes.contains(&class)
    }

    /// Warns of a name that only some systems take for that of the file.
    fn warn_of_capitals(&mut self, path: &ProjectPath, asked_by: Option<Span>) {
        let (Some(span), Some(spelled)) = (asked_by, self.files.spelled(path)) else { return };
        if spelled != *path {
            self.diagnostics.push(
                Diagnostic::new(
                    code::NAME_IN_CAPITALS,
                    format!("the file `{}` is written with other capitals here", self.files.shown(&spelled)),
                )
                .at(span, "other systems, such as Linux, do not find it by this name")
                .help("write the name as the file bears it, or rename the file; small letters throughout are safest"),
            );
        }
    }

    /// A file's path as people know it.
    pub fn shown(&self, path: &ProjectPath) -> String {
        self.files.shown(path)
    }

    /// The bytes of a file; `asked_by` is the place that names it.
    pub fn read_bytes(
        &mut self,
        path: &ProjectPath,
        limit: u64,
        asked_by: Option<Span>,
    ) -> Option<Vec<u8>> {
        let room = MAX_ALL_FILES.saturating_sub(self.bytes_read);
        let error = match self.files.read(path, limit.min(room)) {
            Ok(bytes) => {
                self.bytes_read += bytes.len() as u64;
                self.warn_of_capitals(path, asked_by);
                return Some(bytes);
            }
            Err(error) => error,
        };
        let shown = self.files.shown(path);
        let namer = asked_by.and_then(|span| self.path_of(span.file));
        let map_within = near_file::map_within(&self.files, path, namer);
        let diagnostic = match error {
            FileError::Missing | FileError::Unreadable(_) if map_within.is_some() => {
                Diagnostic::new(code::FILE_UNREADABLE, format!("`{shown}` is no file"))
                    .help(map_within.unwrap_or_default())
            }
            FileError::Missing => {
                let mut diagnostic =
                    Diagnostic::new(code::FILE_MISSING, format!("there is no file `{shown}`"));
                if let Some(near) = near_file::near(&self.files, path, namer) {
                    diagnostic = diagnostic.help(near);
                }
                diagnostic.help("paths are relative to the file that names them; look at the spelling and at upper and lower case")
            }
            FileError::Unreadable(why) => {
                Diagnostic::new(code::FILE_UNREADABLE, format!("`{shown}` cannot be read: {why}"))
                    .help("name a file, not a folder, that you may read")
            }
            FileError::TooLarge if limit > room => Diagnostic::new(
                code::FILE_TOO_LARGE,
                format!("with `{shown}` the files of this battle come to more than {} MB", MAX_ALL_FILES / MEGABYTE),
            )
            .help("keep to what lies inside the frame, with no more corners than can be seen: in QGIS, “Clip” and “Simplify”"),
            FileError::TooLarge => Diagnostic::new(
                code::FILE_TOO_LARGE,
                format!("`{shown}` is larger than {} MB", limit / MEGABYTE),
            )
            .help("a battle needs far less: cut map data to the frame, or divide the file"),
            FileError::Outside => Diagnostic::new(
                code::PATH_CLIMBS_OUT,
                format!("`{shown}` lies outside the project"),
            )
            .help("copy the file into the project; symbolic links may not lead out of it"),
        };
        self.diagnostics.push(match asked_by {
            Some(span) => diagnostic.at(span, "named here"),
            None => {
                let file = self.sources.add_without_text(shown);
                diagnostic.at(Span::new(file, 0..0), "")
            }
        });
        None
    }

    /// A text file; kept for messages.
    pub fn read_text(&mut self, path: &ProjectPath, asked_by: Option<Span>) -> Option<FileId> {
        let bytes = self.read_bytes(path, MAX_YAML, asked_by)?;
        if let Some(foreign) = Foreign::of(&bytes).or_else(|| Foreign::by_name(path)) {
            let file = self.sources.add_without_text(self.files.shown(path));
            let finding = Diagnostic::new(
                code::OTHER_FILE,
                format!("this file is {}, not a scenario, map or ruleset", foreign.is()),
            );
            let finding = finding.at(Span::new(file, 0..0), "").help(foreign.help_for_text());
            self.diagnostics.push(match asked_by {
                Some(span) => finding.also(span, "named here"),
                None => finding,
            });
            return None;
        }
        let file = self.take_text(self.files.shown(path), bytes)?;
        self.paths.insert(file, path.clone());
        Some(file)
    }

    /// The bytes of a file as a text; kept for messages.
    pub fn take_text(&mut self, shown: String, bytes: Vec<u8>) -> Option<FileId> {
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.sources.add(shown, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let text = String::from_utf8_lossy(&bytes[..good]).into_owned();
                let encoding = encoding::likely(bytes, good);
                let file = self.sources.add(shown, text);
                self.diagnostics.push(
                    Diagnostic::new(code::NOT_UTF8, "this file is not saved as UTF-8")
                        .at(Span::new(file, good..good), encoding.seen)
                        .help(format!("it looks like {}: {SAVE_AS_UTF8}", encoding.name)),
                );
                None
            }
        }
    }

    /// Where a path written in a file leads; climbing more than `levels` folders is an error.
    pub fn refer(
        &mut self,
        from: &ProjectPath,
        written: &Spanned<String>,
        levels: usize,
    ) -> Option<ProjectPath> {
        let path = from.refer(written, levels);
        if path.is_none() && !written.value.is_empty() {
            let forward = written.value.replace('\\', "/");
            let is_only_slashes =
                forward != written.value && from.refer(&forward, levels).is_some();
            let folder = written.value.trim_end_matches('/');
            let map = from.refer(&format!("{folder}/map.yaml"), levels);
            let is_map = |map: &ProjectPath| {
                self.files.names_beside(map).iter().any(|name| name == map.name())
            };
            let map_within = map.filter(is_map).map(|map| from.reference(&map));
            let (label, help) = match levels {
                _ if map_within.is_some() => (
                    "a folder",
                    format!("name the map in it: write `{}`", map_within.unwrap_or_default()),
                ),
                _ if is_only_slashes => (
                    "backslashes part folders on Windows only",
                    format!("write `{forward}`, with forward slashes"),
                ),
                0 => (
                    "leaves the folder, or is no relative path",
                    "name a file in this file's folder or below it, with forward slashes"
                        .to_owned(),
                ),
                _ => (
                    "leaves the folder, or is no relative path",
                    format!(
                        "write a relative path with forward slashes that climbs at most {levels} folders, as in `../../maps/gettysburg/map.yaml`"
                    ),
                ),
            };
            self.diagnostics.push(
                Diagnostic::new(
                    code::PATH_CLIMBS_OUT,
                    format!("`{}` is no path that may be used here", written.value),
                )
                .at(written.span, label)
                .help(help),
            );
        }
        path
    }

    /// The tree of a YAML file.
    pub fn parse(&mut self, file: FileId) -> Option<Node> {
        sandtable_source::parse(&self.sources, file, &mut self.diagnostics)
    }

    /// The tree of a YAML file that several ask for; what is wrong with it is reported once.
    pub fn tree_of(&mut self, path: &ProjectPath, asked_by: Option<Span>) -> Option<Rc<Node>> {
        if let Some(known) = self.trees.get(path) {
            return known.clone();
        }
        let file = self.read_text(path, asked_by);
        let tree = file.and_then(|file| self.parse(file)).map(Rc::new);
        self.trees.insert(path.clone(), tree.clone());
        tree
    }

    /// An authored file as its type.
    pub fn read_tree<T: Read>(&mut self, file: FileId, kind: FileKind) -> Option<T> {
        let mut tree = self.parse(file)?;
        if kind == FileKind::Map {
            frame_edges::replace(&mut tree, &mut self.diagnostics);
        }
        self.read_as(&tree, kind)
    }

    /// A tree as the type of what it should be.
    pub fn read_as<T: Read>(&mut self, tree: &Node, kind: FileKind) -> Option<T> {
        if !kind.expect(tree, &mut self.diagnostics)
            || include::is_misplaced(tree, &mut self.diagnostics)
        {
            return None;
        }
        self.read_node(tree)
    }

    /// Whoever misses what has an id in a tree that is left out need not say so.
    pub fn excuse_ids(&mut self, tree: &Node) {
        let mut subjects = Subjects::new();
        subjects.add_tree(tree);
        self.damaged.extend(subjects.ids().map(str::to_owned));
    }

    /// The path of a text file that was read.
    pub fn path_of(&self, file: FileId) -> Option<&ProjectPath> {
        self.paths.get(&file)
    }

    /// The tree of a scenario, parts in files of their own put in their places.
    pub fn scenario_tree(&mut self, mut tree: Node, path: &ProjectPath) -> Option<Node> {
        if !FileKind::Scenario.expect(&tree, &mut self.diagnostics) {
            return None;
        }
        include::expand(self, &mut tree, path).then_some(tree)
    }

    /// A scenario as its type.
    pub fn read_scenario<T: Read>(&mut self, tree: &Node) -> Option<T> {
        let sides = tree.entry("sides").map(|entry| &entry.value.value);
        if let Some(Value::Map(sides)) = sides {
            for side in sides {
                let here = side.key_span.file == side.value.span.file;
                let place = if here { side.key_span.to(side.value.span) } else { side.key_span };
                self.subjects.add(place, side.key.as_str());
                self.add_parts(&side.value, side.key_span, side.key.as_str());
            }
        }
        self.read_node(tree)
    }

    /// A side's lines speak of it, in each of its files. `above` is the place of what holds the node.
    fn add_parts(&mut self, node: &Node, above: Span, id: &str) {
        if node.span.file != above.file {
            self.subjects.add(node.span, id);
        }
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.add_parts(item, node.span, id)),
            Value::Map(entries) => {
                entries.iter().for_each(|entry| self.add_parts(&entry.value, node.span, id));
            }
            _ => {}
        }
    }

    fn read_node<T: Read>(&mut self, tree: &Node) -> Option<T> {
        self.subjects.add_tree(tree);
        wording::check(&self.sources, tree, &mut self.diagnostics);
        let mut reader = Reader::new(&self.sources, &mut self.diagnostics);
        reader.know(tree);
        let value = reader.read(tree);
        let damage = reader.into_damage();
        self.damaged.extend(damage.names.iter().cloned());
        self.unread.extend(damage);
        value
    }
}

const fn article(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Note => "a note",
    }
}
