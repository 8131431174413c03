//! Duplicate battle ids in one run of `check`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_source::{
    Diagnostic, Diagnostics, Files, MAX_TEXT_BYTES, ProjectPath, SourceMap, Span, Value, code,
    message,
};

use crate::compile::Outcome;
use sandtable_authored::FileKind;

/// The scenario ids checked so far, with their source locations.
#[derive(Default)]
pub(crate) struct BattleIds {
    first: BTreeMap<String, AuthoredId>,
}

/// The source location of a scenario's id.
struct AuthoredId {
    /// The file without symbolic links: checking the same file twice is not a duplicate.
    file: PathBuf,
    sources: SourceMap,
    id: Span,
}

impl BattleIds {
    /// Adds the id of a scenario. If an earlier scenario has the same id, reports it in the later
    /// one.
    pub(crate) fn add(
        &mut self,
        file: &Path,
        files: &DiskFiles,
        path: &ProjectPath,
        outcome: &mut Outcome,
    ) {
        let Some((id, written)) = read(file, files, path) else { return };
        match self.first.get(&id) {
            None => {
                self.first.insert(id, written);
            }
            Some(first) if first.file == written.file => {}
            Some(first) => outcome.diagnostics.push(
                Diagnostic::new(code::SAME_BATTLE, message::duplicate("battle id", &id))
                    .at(written.span_in(&mut outcome.sources), "duplicate")
                    .also(first.span_in(&mut outcome.sources), "first defined here")
                    .help("rename one: each build would overwrite the other's output"),
            ),
        }
    }
}

impl AuthoredId {
    /// The span of the id, in the sources of another run.
    fn span_in(&self, sources: &mut SourceMap) -> Span {
        let file = self.sources.file(self.id.file);
        Span::new(sources.add(file.path(), file.text()), self.id.range())
    }
}

/// Returns a scenario's id with its location; `None` if the id is missing, which the check itself
/// reports.
fn read(file: &Path, files: &DiskFiles, path: &ProjectPath) -> Option<(String, AuthoredId)> {
    let text = String::from_utf8(files.read(path, MAX_TEXT_BYTES as u64).ok()?).ok()?;
    let mut sources = SourceMap::new();
    let added = sources.add(files.display_path(path), text);
    let tree = sandtable_source::parse(&sources, added, &mut Diagnostics::new())?;
    if !matches!(FileKind::detect(&tree), Some(FileKind::Scenario)) {
        return None;
    }
    let value = &tree.entry("id")?.value;
    let Value::Text(id) = &value.value else { return None };
    let (id, place) = (id.to_string(), value.span);
    Some((id, AuthoredId { file: file.canonicalize().ok()?, sources, id: place }))
}
