//! Finds the files of a project: a scenario, its map, the map's layers, and the parts that it
//! includes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_authored::FileKind;
use sandtable_source::{Files, LEVELS_UP, ProjectPath};

use crate::documents::Documents;
use crate::index::{FileIndex, LayerSort, is_layer, is_yaml};
use crate::overlay::Overlay;
use crate::protocol::Uri;
use crate::terms::Term;
use crate::uri::{key_of, uri_of};

/// The maximum number of files in a project.
const MOST_FILES: usize = 256;
/// The maximum size of a file to index, in bytes; larger files are still checked.
const LONGEST: u64 = 64_000_000;
/// The maximum number of files in a folder to search for a reference.
const MOST_LOOKED_AT: usize = 64;
/// The number of folders to search for a file's map or scenario, upwards from its own folder.
const FOLDERS_UP: usize = LEVELS_UP + 1;

/// A file of a project.
#[derive(Clone, Debug)]
pub(crate) struct ProjectFile {
    /// Its key; `None` for a built-in ruleset.
    pub(crate) key: Option<PathBuf>,
    /// Its URI in the editor's spelling.
    pub(crate) uri: Uri,
    /// Its path relative to the folder of the project's first file.
    pub(crate) shown: String,
    pub(crate) index: Arc<FileIndex>,
}

/// Related files; the first one refers to the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    pub(crate) files: Vec<ProjectFile>,
}

impl Project {
    fn holds(&self, key: &Path) -> bool {
        self.files.iter().any(|file| file.key.as_deref() == Some(key))
    }
}

/// Cached indexes, each valid until its text changes.
#[derive(Debug, Default)]
pub(crate) struct Indexes {
    made: BTreeMap<(PathBuf, Option<LayerSort>), Arc<FileIndex>>,
    /// The last complete index of each file.
    whole: BTreeMap<PathBuf, Arc<FileIndex>>,
    built_in: BTreeMap<&'static str, Arc<FileIndex>>,
}

impl Indexes {
    /// The index of a text.
    pub(crate) fn of_text(
        &mut self,
        key: &Path,
        layer: Option<&LayerSort>,
        text: &Arc<str>,
    ) -> Arc<FileIndex> {
        let place = (key.to_owned(), layer.cloned());
        if let Some(known) = self.made.get(&place).filter(|known| known.text == *text) {
            return known.clone();
        }
        let name = key.file_name().unwrap_or_default().to_string_lossy();
        let index = Arc::new(match layer {
            Some(sort) => FileIndex::of_layer(text.clone(), sort),
            None if is_layer(&name) => FileIndex::of_layer(text.clone(), &any_layer()),
            None => FileIndex::of_yaml(text.clone(), &name),
        });
        if index.is_whole {
            self.whole.insert(key.to_owned(), index.clone());
        }
        self.made.insert(place, index.clone());
        index
    }

    /// The last complete index of a file.
    pub(crate) fn last_whole(&self, key: &Path) -> Option<&Arc<FileIndex>> {
        self.whole.get(key)
    }

    /// The index of an open document. If it is a layer, its class is unknown.
    pub(crate) fn of_document(
        &mut self,
        documents: &Documents,
        key: &Path,
    ) -> Option<Arc<FileIndex>> {
        let text = documents.get(key)?.text.clone();
        Some(self.of_text(key, None, &text))
    }

    /// All files that a file refers to, directly or indirectly, starting with itself.
    pub(crate) fn project(&mut self, documents: &Documents, root: &Path) -> Project {
        let (files, path) = Overlay::about(documents, root);
        let mut project = Project::default();
        let mut waiting = vec![(path, None)];
        // Breadth-first: files that the root refers to come first.
        while !waiting.is_empty() && project.files.len() < MOST_FILES {
            let (path, layer) = waiting.remove(0);
            let shown = files.shown(&path);
            let place = files.place(&shown);
            let key = key_of(&place);
            if project.holds(&key) {
                continue;
            }
            let Some(text) = text_of(documents, &files, &path, &key) else { continue };
            let index = self.of_text(&key, layer.as_ref(), &text);
            for named in &index.files {
                if let Some(built_in) = self.built_in(&named.reference) {
                    let is_there = |file: &ProjectFile| file.shown == built_in.shown;
                    if !project.files.iter().any(is_there) {
                        project.files.push(built_in);
                    }
                } else if (is_yaml(&named.reference) || is_layer(&named.reference))
                    && let Some(other) = path.refer(&named.reference, LEVELS_UP)
                {
                    waiting.push((other, named.layer.clone()));
                }
            }
            let uri = match documents.get(&key) {
                Some(open) => open.uri.clone(),
                None => uri_of(&place),
            };
            project.files.push(ProjectFile { key: Some(key), uri, shown, index });
        }
        // The root file must be first, but a ruleset was added before the file that refers to it.
        project.files.sort_by_key(|file| file.key.is_none());
        project
    }

    /// A built-in ruleset.
    fn built_in(&mut self, name: &str) -> Option<ProjectFile> {
        let (name, text) =
            sandtable_authored::built_in_rulesets().find(|(known, _)| *known == name)?;
        let of_text = || Arc::new(FileIndex::of_yaml(text.into(), name));
        let index = self.built_in.entry(name).or_insert_with(of_text).clone();
        Some(ProjectFile { key: None, uri: Uri(String::new()), shown: name.to_owned(), index })
    }

    /// The root files for checking an open document: itself, the open scenarios that include it, or
    /// the files on the disk that refer to it. Empty if it is not a Sandtable file.
    pub(crate) fn roots(&mut self, documents: &Documents, key: &Path) -> Vec<PathBuf> {
        let Some(document) = documents.get(key).cloned() else { return Vec::new() };
        let Some(index) = self.of_document(documents, key) else { return Vec::new() };
        if index.kind == Some(FileKind::Scenario) && index.is_ours {
            return vec![document.path.clone()];
        }
        let mut of_scenarios = Vec::new();
        for (other, open) in documents.iter().filter(|(other, _)| *other != key) {
            let Some(index) = self.of_document(documents, other) else { continue };
            let names_others = matches!(index.kind, Some(FileKind::Scenario | FileKind::Orders));
            if names_others && index.is_ours && self.project(documents, &open.path).holds(key) {
                of_scenarios.push(open.path.clone());
            }
        }
        if !of_scenarios.is_empty() {
            return of_scenarios;
        }
        let is_layer = index.kind == Some(FileKind::Layer);
        let wanted: &[FileKind] = match (is_layer, index.kind) {
            (true, _) => &[FileKind::Map, FileKind::AreaMap],
            (false, Some(FileKind::Part) | None) => &[FileKind::Scenario],
            _ => &[],
        };
        if let Some(found) = self.named_by(documents, &document.path, key, wanted) {
            return vec![found];
        }
        let stands_for_itself = matches!(
            index.kind,
            Some(
                FileKind::Map
                    | FileKind::AreaMap
                    | FileKind::Ruleset
                    | FileKind::Shop
                    | FileKind::Stock
            )
        );
        let name = document.path.file_name().and_then(|name| name.to_str());
        let is_usual = matches!(name, Some("scenario.yaml" | "map.yaml"));
        match index.is_ours && (stands_for_itself || is_usual) {
            true => vec![document.path.clone()],
            false => Vec::new(),
        }
    }

    /// A file of one of these kinds, in the same folder or above, that refers to this one.
    fn named_by(
        &mut self,
        documents: &Documents,
        path: &Path,
        key: &Path,
        wanted: &[FileKind],
    ) -> Option<PathBuf> {
        if wanted.is_empty() {
            return None;
        }
        let name = path.file_name()?.to_string_lossy().into_owned();
        for folder in path.ancestors().skip(1).take(FOLDERS_UP) {
            let (files, start) = Overlay::about(documents, &folder.join("scenario.yaml"));
            let names = files.names_beside(&start);
            let of_yaml = names.iter().filter(|name| is_yaml(name)).take(MOST_LOOKED_AT);
            for other in of_yaml {
                let path = folder.join(other);
                let other = key_of(&path);
                let (files, at) = Overlay::about(documents, &path);
                if other == key {
                    continue;
                }
                let Some(text) = text_of(documents, &files, &at, &other) else { continue };
                // A folder may contain unrelated files: read only those that mention this name.
                if !text.contains(&name) {
                    continue;
                }
                let index = self.of_text(&other, None, &text);
                if index.kind.is_some_and(|kind| wanted.contains(&kind))
                    && self.project(documents, &path).holds(key)
                {
                    return Some(path);
                }
            }
        }
        None
    }
}

/// The layer settings for an unknown class.
fn any_layer() -> LayerSort {
    LayerSort { term: Term::Ground, id: "id".to_owned() }
}

/// The text of a file, open or on the disk.
fn text_of(
    documents: &Documents,
    files: &Overlay,
    path: &ProjectPath,
    key: &Path,
) -> Option<Arc<str>> {
    match documents.get(key) {
        Some(open) => Some(open.text.clone()),
        None => Some(String::from_utf8(files.read(path, LONGEST).ok()?).ok()?.into()),
    }
}
