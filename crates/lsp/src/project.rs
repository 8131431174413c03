//! Finds the files of a project: a scenario, its map, the map's layers, and the parts that it
//! includes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_authored::FileKind;
use sandtable_source::{Files, LEVELS_UP, ProjectPath};

use crate::documents::Documents;
use crate::index::{FileIndex, LayerSpec, is_layer, is_yaml};
use crate::overlay::Overlay;
use crate::protocol::Uri;
use crate::terms::Term;
use crate::uri::{file_key, path_to_uri};

/// The maximum number of files in a project.
const MAX_FILES: usize = 256;
/// The maximum size of a file to index, in bytes; larger files are still checked.
const MAX_INDEXED_BYTES: u64 = 64_000_000;
/// The maximum number of files in a folder to search for a reference.
const MAX_SEARCHED_FILES: usize = 64;
/// The number of folders to search upwards for a file's map or scenario, including its own folder.
const FOLDERS_UP: usize = LEVELS_UP + 1;

/// A file of a project.
#[derive(Clone, Debug)]
pub(crate) struct ProjectFile {
    /// The key of the file; `None` for a built-in ruleset.
    pub(crate) key: Option<PathBuf>,
    /// The URI in the editor's spelling.
    pub(crate) uri: Uri,
    /// The path relative to the folder of the project's first file.
    pub(crate) display_path: String,
    pub(crate) index: Arc<FileIndex>,
}

/// Related files; the first file refers to the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    pub(crate) files: Vec<ProjectFile>,
}

impl Project {
    fn contains(&self, key: &Path) -> bool {
        self.files.iter().any(|file| file.key.as_deref() == Some(key))
    }
}

/// Cached indexes, each valid until the text of its file changes.
#[derive(Debug, Default)]
pub(crate) struct Indexes {
    cache: BTreeMap<(PathBuf, Option<LayerSpec>), Arc<FileIndex>>,
    /// The last complete index of each file.
    complete: BTreeMap<PathBuf, Arc<FileIndex>>,
    built_in: BTreeMap<&'static str, Arc<FileIndex>>,
}

impl Indexes {
    /// The index of a text.
    pub(crate) fn index_text(
        &mut self,
        key: &Path,
        layer: Option<&LayerSpec>,
        text: &Arc<str>,
    ) -> Arc<FileIndex> {
        let cache_key = (key.to_owned(), layer.cloned());
        if let Some(known) = self.cache.get(&cache_key).filter(|known| known.text == *text) {
            return known.clone();
        }
        let name = key.file_name().unwrap_or_default().to_string_lossy();
        let index = Arc::new(match layer {
            Some(sort) => FileIndex::from_layer(text.clone(), sort),
            None if is_layer(&name) => FileIndex::from_layer(text.clone(), &unknown_layer()),
            None => FileIndex::from_yaml(text.clone(), &name),
        });
        if index.is_complete {
            self.complete.insert(key.to_owned(), index.clone());
        }
        self.cache.insert(cache_key, index.clone());
        index
    }

    /// The last complete index of a file.
    pub(crate) fn last_complete(&self, key: &Path) -> Option<&Arc<FileIndex>> {
        self.complete.get(key)
    }

    /// The index of an open document. If it is a layer, its class is unknown.
    pub(crate) fn index_document(
        &mut self,
        documents: &Documents,
        key: &Path,
    ) -> Option<Arc<FileIndex>> {
        let text = documents.get(key)?.text.clone();
        Some(self.index_text(key, None, &text))
    }

    /// Returns all files that a file refers to, directly or indirectly, starting with the file
    /// itself.
    pub(crate) fn project(&mut self, documents: &Documents, root: &Path) -> Project {
        let (files, path) = Overlay::for_file(documents, root);
        let mut project = Project::default();
        let mut queue = vec![(path, None)];
        // Breadth-first: files that the root refers to come first.
        while !queue.is_empty() && project.files.len() < MAX_FILES {
            let (path, layer) = queue.remove(0);
            let shown = files.display_path(&path);
            let location = files.file_location(&shown);
            let key = file_key(&location);
            if project.contains(&key) {
                continue;
            }
            let Some(text) = read_text(documents, &files, &path, &key) else { continue };
            let index = self.index_text(&key, layer.as_ref(), &text);
            for named in &index.files {
                if let Some(built_in) = self.built_in(&named.reference) {
                    let is_same = |file: &ProjectFile| file.display_path == built_in.display_path;
                    if !project.files.iter().any(is_same) {
                        project.files.push(built_in);
                    }
                } else if (is_yaml(&named.reference) || is_layer(&named.reference))
                    && let Some(other) = path.resolve(&named.reference, LEVELS_UP)
                {
                    queue.push((other, named.layer.clone()));
                }
            }
            let uri = match documents.get(&key) {
                Some(open) => open.uri.clone(),
                None => path_to_uri(&location),
            };
            project.files.push(ProjectFile { key: Some(key), uri, display_path: shown, index });
        }
        // The root file must be first, but a ruleset was added before the file that refers to it.
        project.files.sort_by_key(|file| file.key.is_none());
        project
    }

    /// A built-in ruleset.
    fn built_in(&mut self, name: &str) -> Option<ProjectFile> {
        let (name, text) =
            sandtable_authored::built_in_rulesets().find(|(known, _)| *known == name)?;
        let build = || Arc::new(FileIndex::from_yaml(text.into(), name));
        let index = self.built_in.entry(name).or_insert_with(build).clone();
        Some(ProjectFile {
            key: None,
            uri: Uri(String::new()),
            display_path: name.to_owned(),
            index,
        })
    }

    /// Returns the root files for checking an open document: the document itself, the open
    /// scenarios that include it, or the files on disk that refer to it. Empty if it is not a
    /// Sandtable file.
    pub(crate) fn roots(&mut self, documents: &Documents, key: &Path) -> Vec<PathBuf> {
        let Some(document) = documents.get(key).cloned() else { return Vec::new() };
        let Some(index) = self.index_document(documents, key) else { return Vec::new() };
        if index.kind == Some(FileKind::Scenario) && index.is_sandtable_file {
            return vec![document.path.clone()];
        }
        let mut scenario_roots = Vec::new();
        for (other, open) in documents.iter().filter(|(other, _)| *other != key) {
            let Some(index) = self.index_document(documents, other) else { continue };
            let can_include = matches!(index.kind, Some(FileKind::Scenario | FileKind::Orders));
            if can_include
                && index.is_sandtable_file
                && self.project(documents, &open.path).contains(key)
            {
                scenario_roots.push(open.path.clone());
            }
        }
        if !scenario_roots.is_empty() {
            return scenario_roots;
        }
        let is_layer = index.kind == Some(FileKind::Layer);
        let referrer_kinds: &[FileKind] = match (is_layer, index.kind) {
            (true, _) => &[FileKind::Map, FileKind::AreaMap],
            (false, Some(FileKind::Part) | None) => &[FileKind::Scenario],
            _ => &[],
        };
        if let Some(referrer) = self.find_referrer(documents, &document.path, key, referrer_kinds) {
            return vec![referrer];
        }
        let is_standalone = matches!(
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
        match index.is_sandtable_file && (is_standalone || is_usual) {
            true => vec![document.path.clone()],
            false => Vec::new(),
        }
    }

    /// Finds a file of one of these kinds, in the same folder or above, that refers to the given
    /// file.
    fn find_referrer(
        &mut self,
        documents: &Documents,
        path: &Path,
        key: &Path,
        kinds: &[FileKind],
    ) -> Option<PathBuf> {
        if kinds.is_empty() {
            return None;
        }
        let name = path.file_name()?.to_string_lossy().into_owned();
        for folder in path.ancestors().skip(1).take(FOLDERS_UP) {
            let (files, start) = Overlay::for_file(documents, &folder.join("scenario.yaml"));
            let names = files.sibling_names(&start);
            let yaml_names = names.iter().filter(|name| is_yaml(name)).take(MAX_SEARCHED_FILES);
            for other in yaml_names {
                let path = folder.join(other);
                let other = file_key(&path);
                let (files, at) = Overlay::for_file(documents, &path);
                if other == key {
                    continue;
                }
                let Some(text) = read_text(documents, &files, &at, &other) else { continue };
                // A folder may contain unrelated files: read only those that mention this name.
                if !text.contains(&name) {
                    continue;
                }
                let index = self.index_text(&other, None, &text);
                if index.kind.is_some_and(|kind| kinds.contains(&kind))
                    && self.project(documents, &path).contains(key)
                {
                    return Some(path);
                }
            }
        }
        None
    }
}

/// The layer settings for an unknown class.
fn unknown_layer() -> LayerSpec {
    LayerSpec { term: Term::Ground, id: "id".to_owned() }
}

/// The text of a file, open or on the disk.
fn read_text(
    documents: &Documents,
    files: &Overlay,
    path: &ProjectPath,
    key: &Path,
) -> Option<Arc<str>> {
    match documents.get(key) {
        Some(open) => Some(open.text.clone()),
        None => Some(String::from_utf8(files.read(path, MAX_INDEXED_BYTES).ok()?).ok()?.into()),
    }
}
