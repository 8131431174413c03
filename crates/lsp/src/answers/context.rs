//! The data for answering a request: the open documents, the projects and the diagnostics.

use std::sync::Arc;

use crate::documents::{Document, Documents};
use crate::findings::FileFindings;
use crate::index::FileIndex;
use crate::lines::Encoding;
use crate::project::{Indexes, Project, ProjectFile};
use crate::protocol::{self, Position};

/// The data for answering a request.
pub(crate) struct AnswerContext<'i> {
    pub(crate) documents: Documents,
    /// The document of the request.
    pub(crate) document: Arc<Document>,
    pub(crate) findings: Option<Arc<FileFindings>>,
    pub(crate) indexes: &'i mut Indexes,
    pub(crate) encoding: Encoding,
}

impl AnswerContext<'_> {
    /// The byte of a position in the document.
    pub(crate) fn byte(&self, position: Position) -> usize {
        self.document.lines.byte(&self.document.text, position, self.encoding)
    }

    /// Converts a byte range of the document to a protocol range.
    pub(crate) fn range(&self, bytes: &std::ops::Range<usize>) -> protocol::Range {
        self.document.lines.range(&self.document.text, bytes, self.encoding)
    }

    /// The diagnostics of the current text; empty while a check is pending.
    pub(crate) fn findings(&self) -> &[crate::findings::Finding] {
        let is_current =
            |findings: &&Arc<FileFindings>| findings.version == Some(self.document.version);
        self.findings.as_ref().filter(is_current).map_or(&[], |findings| &findings.found)
    }

    /// Returns the projects of the document, each with its root file first, or only the document if
    /// it has no project.
    pub(crate) fn projects(&mut self) -> Vec<Project> {
        let key = crate::uri::file_key(&self.document.path);
        let mut roots = self.indexes.roots(&self.documents, &key);
        if roots.is_empty() {
            roots.push(self.document.path.clone());
        }
        roots.iter().map(|root| self.indexes.project(&self.documents, root)).collect()
    }

    /// The index of the text, as the projects read it.
    pub(crate) fn index(&mut self, projects: &[Project]) -> Arc<FileIndex> {
        let key = crate::uri::file_key(&self.document.path);
        let files = projects.iter().flat_map(|project| &project.files);
        let project_file = files.into_iter().find(|file| file.key.as_deref() == Some(&key));
        match project_file {
            Some(file) => file.index.clone(),
            None => self.indexes.index_text(&key, None, &self.document.text.clone()),
        }
    }
}

/// The files of several projects without duplicates.
pub(crate) fn unique_files(projects: &[Project]) -> Vec<&ProjectFile> {
    let mut files: Vec<&ProjectFile> = Vec::new();
    for file in projects.iter().flat_map(|project| &project.files) {
        let is_same = |other: &&&ProjectFile| {
            other.key == file.key && other.display_path == file.display_path
        };
        let is_listed = files.iter().find(is_same).is_some()
            || (file.key.is_some() && files.iter().any(|other| other.key == file.key));
        if !is_listed {
            files.push(file);
        }
    }
    files
}
