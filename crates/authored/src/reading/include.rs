//! Includes: parts of a scenario in separate files. `{ include: oob/union.yaml }` can replace a
//! side, its commands or reinforcements, one item of these lists, or the ruleset. In a FAB battle,
//! it can replace a list, an item of a list, the reinforcements or the set-up.
//!
//! An included value replaces its `include` line before anything else is read, so the rest of the
//! compiler does not see includes. Spans in included values refer to their own file.

use std::collections::BTreeSet;

use sandtable_source::{
    Diagnostic, Diagnostics, Entry, FileId, LEVELS_UP, MAX_NODES, Node, ProjectPath, Reader, Span,
    Spanned, Value, all_of, code, message,
};

use crate::reading::file_kind::FileKind;
use crate::reading::reporter::Reporter;
use crate::reading::source_reader::SourceReader;

/// Maximum depth of nested includes.
const MAX_DEPTH: usize = 8;
/// Maximum number of included files.
const MAX_FILES: usize = 64;
/// The key of an include.
const INCLUDE: &str = "include";
/// The key in an include without its colon.
const PREFIX_WITHOUT_COLON: &str = "include ";

/// Lists of a FAB battle that can be included.
const LISTS: [&str; 7] =
    ["formations", "areas", "edges", "units", "assets", "events", "turn_track"];

/// The expected content of an included file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedContent {
    Side,
    List,
    Items,
    Names,
    Ruleset,
}

/// Replaces includes with the contents of their files. Reports each failure, and returns whether
/// there was none. `path` is the path of the tree's file.
pub fn expand(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    tree: &mut Node,
    path: &ProjectPath,
) -> bool {
    let mut expansion = Expansion {
        sources,
        reporter,
        chain: vec![path.clone()],
        files: 0,
        values: 0,
        bare_paths: BTreeSet::new(),
        is_complete: true,
    };
    if let Some(ruleset) = tree.entry_mut("ruleset") {
        expansion.expand_ruleset(&mut ruleset.value);
    }
    if let Some(Entry { value: Node { value: Value::Map(sides), .. }, .. }) =
        tree.entry_mut("sides")
    {
        for side in sides {
            expansion.expand_side(&mut side.value);
        }
    }
    for key in LISTS {
        if let Some(list) = tree.entry_mut(key) {
            expansion.expand_list(&mut list.value);
        }
    }
    for key in ["reinforcements", "setup"] {
        if let Some(names) = tree.entry_mut(key) {
            expansion.expand_mapping(&mut names.value);
        }
    }
    expansion.is_complete && !is_misplaced(tree, &mut reporter.diagnostics)
}

/// Returns whether `include` is in an unsupported place; if so, reports it.
pub fn is_misplaced(node: &Node, diagnostics: &mut Diagnostics) -> bool {
    match &node.value {
        Value::List(items) => {
            // Check all items, to report each misplaced include.
            let mut found = false;
            for item in items {
                found = is_misplaced(item, diagnostics) || found;
            }
            found
        }
        Value::Map(entries) => {
            let mut found = false;
            for entry in entries {
                if entry.key == INCLUDE && matches!(entry.value.value, Value::Text(_)) {
                    diagnostics.push(
                        Diagnostic::new(code::UNKNOWN_KEY, "`include` is not supported here")
                            .at(entry.key_span, "cannot include a file here")
                            .help("copy the contents of the file here, or include the whole command or list")
                            .help(format!("a Pub Battles scenario can include the ruleset, sides, commands and reinforcements; a FAB scenario can include the ruleset, sides, `reinforcements`, `setup`, and the following lists or their items: {}", all_of(LISTS))),
                    );
                    found = true;
                }
                found = is_misplaced(&entry.value, diagnostics) || found;
            }
            found
        }
        _ => false,
    }
}

struct Expansion<'s, 'f> {
    sources: &'s mut SourceReader<'f>,
    reporter: &'s mut Reporter,
    /// The stack of including files; the current file is last.
    chain: Vec<ProjectPath>,
    /// Number of files included so far.
    files: usize,
    /// Number of values in the included files.
    values: usize,
    /// Spans of paths without the key `include`.
    bare_paths: BTreeSet<Span>,
    is_complete: bool,
}

impl Expansion<'_, '_> {
    fn expand_side(&mut self, node: &mut Node) {
        self.accept_bare_path(node);
        if is_include(node) {
            self.replace(node, ExpectedContent::Side, Self::expand_side);
            return;
        }
        for key in ["commands", "reinforcements"] {
            if let Some(list) = node.entry_mut(key) {
                self.expand_list(&mut list.value);
            }
        }
    }

    fn expand_ruleset(&mut self, node: &mut Node) {
        if let Value::Text(text) = &node.value
            && text.starts_with(PREFIX_WITHOUT_COLON)
        {
            self.accept_bare_path(node);
        }
        if is_include(node) {
            self.replace(node, ExpectedContent::Ruleset, Self::expand_ruleset);
        }
    }

    fn expand_list(&mut self, node: &mut Node) {
        self.accept_bare_path(node);
        if is_include(node) {
            self.replace(node, ExpectedContent::List, Self::expand_list);
            return;
        }
        let Value::List(items) = &mut node.value else { return };
        items.iter_mut().for_each(|item| self.accept_bare_path(item));
        if !items.iter().any(is_include) {
            return;
        }
        for mut item in std::mem::take(items) {
            if is_include(&item) {
                self.replace(&mut item, ExpectedContent::Items, Self::expand_list);
                match item.value {
                    Value::List(included) => items.extend(included),
                    _ => items.push(item),
                }
            } else {
                items.push(item);
            }
        }
    }

    /// Expands a mapping, such as reinforcements by the ids of units.
    fn expand_mapping(&mut self, node: &mut Node) {
        self.accept_bare_path(node);
        if is_include(node) {
            self.replace(node, ExpectedContent::Names, Self::expand_mapping);
        }
    }

    /// Converts a path without the key `include` to an include.
    fn accept_bare_path(&mut self, node: &mut Node) {
        let Value::Text(path) = &node.value else { return };
        if !path.ends_with(".yaml") && !path.ends_with(".yml") {
            return;
        }
        // `include oob/union.yaml`: the colon is missing.
        let start = path
            .strip_prefix(PREFIX_WITHOUT_COLON)
            .map_or(0, |rest| path.len() - rest.trim_start().len());
        let mut value = node.clone();
        value.value = Value::Text(path[start..].to_owned());
        if self.sources.texts.file(node.span.file).text().get(node.span.range()) == Some(path) {
            value.span =
                Span::new(node.span.file, node.span.range().start + start..node.span.range().end);
        }
        self.bare_paths.insert(value.span);
        let entry = Entry { key: INCLUDE.to_owned(), key_span: node.span, value };
        node.value = Value::Map(vec![entry]);
    }

    /// Replaces a node with the included file, and expands the result with `inside`.
    fn replace(
        &mut self,
        node: &mut Node,
        wanted: ExpectedContent,
        inside: fn(&mut Self, &mut Node),
    ) {
        let Some((included, path)) = self.load(node, wanted) else {
            self.is_complete = false;
            return;
        };
        *node = included;
        self.chain.push(path);
        inside(self, node);
        self.chain.pop();
    }

    fn load(&mut self, node: &Node, wanted: ExpectedContent) -> Option<(Node, ProjectPath)> {
        let written = self.read_include_path(node)?;
        let from = self.chain.last().expect("the chain begins with the scenario");
        let path = self.sources.resolve(self.reporter, &from.clone(), &written, LEVELS_UP)?;
        if self.chain.contains(&path) {
            self.report(
                Diagnostic::new(
                    code::INCLUDE_LOOP,
                    message!(
                        "`{}` includes itself, directly or through other files",
                        written.value
                    ),
                )
                .at(written.span, "include cycle")
                .help("include a file that does not lead back to this one"),
            );
            return None;
        }
        self.files += 1;
        if self.files > MAX_FILES || self.chain.len() > MAX_DEPTH {
            let message = match self.files > MAX_FILES {
                true => message!("the battle includes more than {MAX_FILES} files"),
                false => message!("includes are nested more than {MAX_DEPTH} levels deep"),
            };
            // Report the excess only once.
            if self.files <= MAX_FILES + 1 {
                self.report(
                    Diagnostic::new(code::INCLUDE_LIMIT, message)
                        .at(written.span, "this file and any further ones are not read")
                        .help("put several commands into one file, as a list"),
                );
            }
            return None;
        }
        // `read_text` reports a missing file.
        let file = self.sources.read_text(self.reporter, &path, Some(written.span))?;
        if self.bare_paths.contains(&written.span) {
            self.report(
                Diagnostic::new(code::WRONG_KIND, "to include a file, use the key `include`")
                    .at(written.span, "without the key and a colon this is plain text")
                    .help(format!("write `{{ include: {} }}`", written.value)),
            );
        }
        let included = self.sources.parse(self.reporter, file)?;
        let included = match wanted {
            ExpectedContent::Side => self.remove_side_name(included, &written),
            _ => included,
        };
        self.values += count_values(&included);
        if self.values > MAX_NODES {
            self.report(
                Diagnostic::new(
                    code::TOO_MANY_VALUES,
                    message!("the included files hold more than {MAX_NODES} values together"),
                )
                .at(written.span, "this file exceeds the limit")
                .help(
                    "an order of battle needs a few thousand values; look for aliases that repeat values",
                ),
            );
            return None;
        }
        self.check_content(&included, file, wanted, &written).then_some((included, path))
    }

    /// Removes and reports a side name that the included file repeats.
    fn remove_side_name(&mut self, included: Node, written: &Spanned<String>) -> Node {
        let Value::Map(entries) = &included.value else { return included };
        let [only] = entries.as_slice() else { return included };
        if !is_side(&only.value) {
            return included;
        }
        self.report(
            Diagnostic::new(
                code::INCLUDE_SHAPE,
                message!("the file of a side repeats its name, `{}`", only.key),
            )
            .at(only.key_span, "the name belongs in the including file")
            .also(written.span, "included here")
            .help(format!(
                "remove the line `{}:`, and unindent the lines below it until `title:` is in the first column",
                only.key
            )),
        );
        only.value.clone()
    }

    /// Returns the path of an include, whose mapping must have no other key.
    fn read_include_path(&mut self, node: &Node) -> Option<Spanned<String>> {
        let Value::Map(entries) = &node.value else { return None };
        if let Some(other) = entries.iter().find(|entry| entry.key != INCLUDE) {
            self.report(
                Diagnostic::new(code::UNKNOWN_KEY, message::conflict(&other.key, INCLUDE))
                    .at(other.key_span, "not allowed together with `include`")
                    .help("move it into the included file, which replaces this whole mapping"),
            );
            return None;
        }
        let mut reader = Reader::new(&self.sources.texts, &mut self.reporter.diagnostics);
        let mut map = reader.map(node, "include", &[INCLUDE])?;
        let path: Option<Spanned<String>> = map.field(INCLUDE, None, &mut reader);
        map.finish(&mut reader);
        let path = path?;
        let read = !reader.into_damage().is_stand_in(path.span);
        if read && path.value.is_empty() {
            self.report(
                Diagnostic::new(code::WRONG_KIND, "`include` must be the path of a file")
                    .at(path.span, "empty")
                    .help("write a path relative to this file, such as `oob/union.yaml`"),
            );
        }
        (read && !path.value.is_empty()).then_some(path)
    }

    /// Returns whether an included file has the expected content; if not, reports it in that file.
    fn check_content(
        &mut self,
        included: &Node,
        file: FileId,
        wanted: ExpectedContent,
        written: &Spanned<String>,
    ) -> bool {
        let found = match FileKind::detect(included) {
            Some(FileKind::Ruleset) if wanted == ExpectedContent::Ruleset => return true,
            Some(FileKind::Part) | None => match (&included.value, wanted) {
                (
                    Value::Map(_),
                    ExpectedContent::Side | ExpectedContent::Items | ExpectedContent::Names,
                ) => return true,
                (Value::List(_), ExpectedContent::List | ExpectedContent::Items) => return true,
                _ => included.kind().to_owned(),
            },
            Some(kind) => kind.phrase(),
        };
        let (what, help) = match wanted {
            ExpectedContent::Side => (
                "a side",
                "begin the file with the keys of a side: `title:`, `colour:`, `commands:`",
            ),
            ExpectedContent::Ruleset => (
                "a change of a ruleset",
                "begin the file with `extends: pub-battles/3.2`, followed by the values that differ",
            ),
            ExpectedContent::Names => (
                "keys with their values",
                "begin the file with the keys of this mapping, such as the ids of units; remove the key above them",
            ),
            ExpectedContent::List => (
                "a list",
                "remove the key above the list, and start each item with a dash; to include a single item, write `- include: …`",
            ),
            ExpectedContent::Items => (
                "an item or a list of items",
                "begin the file with the keys of the item (`id:` of a command or unit, `turn:` of a reinforcement), or with a dash",
            ),
        };
        let head = match included.value {
            Value::Null => Span::new(file, 0..0),
            _ => included.head(),
        };
        self.report(
            Diagnostic::new(
                code::INCLUDE_SHAPE,
                message!("expected {what} in `{}`, found {found}", written.value),
            )
            .at(head, format!("found {found}"))
            .also(written.span, "included here")
            .help(help),
        );
        false
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.reporter.diagnostics.push(diagnostic);
    }
}

/// Whether this node looks like a side.
pub fn is_side(node: &Node) -> bool {
    let has = |key| node.entry(key).is_some();
    has("commands") && (has("title") || has("colour"))
}

fn is_include(node: &Node) -> bool {
    node.entry(INCLUDE).is_some()
}

/// The number of values in a tree.
fn count_values(node: &Node) -> usize {
    1 + match &node.value {
        Value::List(items) => items.iter().map(count_values).sum(),
        Value::Map(entries) => entries.iter().map(|entry| count_values(&entry.value)).sum(),
        _ => 0,
    }
}
