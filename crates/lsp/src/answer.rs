//! The thread that answers: one request after another, from snapshots of the texts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, RequestId, Response};
use lsp_types::{
    CodeActionParams, CompletionParams, DefinitionParams, DocumentSymbolParams, HoverParams,
    Position, ReferenceParams, Uri,
};
use serde::Serialize;

use crate::answers::{actions, completion, definition, hover, references, symbols};
use crate::documents::{Document, Documents};
use crate::findings::FileFindings;
use crate::index::FileIndex;
use crate::lines::Encoding;
use crate::project::{Indexes, Project, ProjectFile};

/// What an editor asks.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    Hover(HoverParams),
    Completion(CompletionParams),
    Definition(DefinitionParams),
    References(ReferenceParams),
    Symbols(DocumentSymbolParams),
    Actions(CodeActionParams),
}

/// A request with what it is answered from.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) id: RequestId,
    pub(crate) ask: Ask,
    pub(crate) documents: Documents,
    /// What was found last in the text that is asked about.
    pub(crate) findings: Option<Arc<FileFindings>>,
    /// Was it taken back?
    pub(crate) is_cancelled: Arc<AtomicBool>,
}

impl Ask {
    /// The text that is asked about.
    pub(crate) fn uri(&self) -> &Uri {
        match self {
            Self::Hover(params) => &params.text_document_position_params.text_document.uri,
            Self::Completion(params) => &params.text_document_position_params.text_document.uri,
            Self::Definition(params) => &params.text_document_position_params.text_document.uri,
            Self::References(params) => &params.text_document_position_params.text_document.uri,
            Self::Symbols(params) => &params.text_document.uri,
            Self::Actions(params) => &params.text_document.uri,
        }
    }
}

/// Answers until nobody asks any more.
pub(crate) fn work(questions: &Receiver<Question>, answers: &Sender<Response>, encoding: Encoding) {
    let mut indexes = Indexes::default();
    while let Ok(question) = questions.recv() {
        if question.is_cancelled.load(Ordering::Relaxed) {
            continue;
        }
        let id = question.id.clone();
        // A slip of ours must not end all that an editor may still ask.
        let answered = catch_unwind(AssertUnwindSafe(|| answer(question, &mut indexes, encoding)));
        let response = answered.unwrap_or_else(|_| {
            indexes = Indexes::default();
            let text = "this is a bug: please report it with the file".to_owned();
            Response::new_err(id, ErrorCode::InternalError as i32, text)
        });
        if answers.send(response).is_err() {
            return;
        }
    }
}

/// The answer to a question.
pub(crate) fn answer(question: Question, indexes: &mut Indexes, encoding: Encoding) -> Response {
    let Question { id, ask, documents, findings, .. } = question;
    let Some(document) = documents.at(ask.uri()).cloned() else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let mut desk = Desk { documents, document, findings, indexes, encoding };
    match ask {
        Ask::Hover(params) => {
            respond(id, hover(&mut desk, params.text_document_position_params.position))
        }
        Ask::Completion(params) => {
            respond(id, completion(&mut desk, params.text_document_position_params.position))
        }
        Ask::Definition(params) => {
            respond(id, definition(&mut desk, params.text_document_position_params.position))
        }
        Ask::References(params) => {
            let position = params.text_document_position_params.position;
            respond(id, references(&mut desk, position, params.context.include_declaration))
        }
        Ask::Symbols(_) => respond(id, symbols(&mut desk)),
        Ask::Actions(params) => respond(id, actions(&mut desk, &params)),
    }
}

fn respond(id: RequestId, result: impl Serialize) -> Response {
    match serde_json::to_value(result) {
        Ok(value) => Response::new_ok(id, value),
        Err(error) => Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()),
    }
}

/// What lies before whoever answers.
pub(crate) struct Desk<'i> {
    pub(crate) documents: Documents,
    /// The text that is asked about.
    pub(crate) document: Arc<Document>,
    findings: Option<Arc<FileFindings>>,
    pub(crate) indexes: &'i mut Indexes,
    pub(crate) encoding: Encoding,
}

impl Desk<'_> {
    /// The byte of a position in the text that is asked about.
    pub(crate) fn byte(&self, position: Position) -> usize {
        self.document.lines.byte(&self.document.text, position, self.encoding)
    }

    /// Bytes of the text that is asked about, as the editor counts them.
    pub(crate) fn range(&self, bytes: &std::ops::Range<usize>) -> lsp_types::Range {
        self.document.lines.range(&self.document.text, bytes, self.encoding)
    }

    /// What was found in the text as it is now; nothing while it is being checked.
    pub(crate) fn findings(&self) -> &[crate::findings::Found] {
        let is_of_now =
            |findings: &&Arc<FileFindings>| findings.version == Some(self.document.version);
        self.findings.as_ref().filter(is_of_now).map_or(&[], |findings| &findings.found)
    }

    /// The projects to which the text belongs, the first file of each first; itself alone if there is none.
    pub(crate) fn projects(&mut self) -> Vec<Project> {
        let key = crate::uri::key_of(&self.document.path);
        let mut roots = self.indexes.roots(&self.documents, &key);
        if roots.is_empty() {
            roots.push(self.document.path.clone());
        }
        roots.iter().map(|root| self.indexes.project(&self.documents, root)).collect()
    }

    /// The index of the text, as the projects read it.
    pub(crate) fn index(&mut self, projects: &[Project]) -> Arc<FileIndex> {
        let key = crate::uri::key_of(&self.document.path);
        let files = projects.iter().flat_map(|project| &project.files);
        let of_project = files.into_iter().find(|file| file.key.as_deref() == Some(&key));
        match of_project {
            Some(file) => file.index.clone(),
            None => self.indexes.of_text(&key, None, &self.document.text.clone()),
        }
    }
}

/// The files of several projects, each once.
pub(crate) fn each_file(projects: &[Project]) -> Vec<&ProjectFile> {
    let mut files: Vec<&ProjectFile> = Vec::new();
    for file in projects.iter().flat_map(|project| &project.files) {
        let is_it = |other: &&&ProjectFile| other.key == file.key && other.shown == file.shown;
        let is_there = files.iter().find(is_it).is_some()
            || (file.key.is_some() && files.iter().any(|other| other.key == file.key));
        if !is_there {
            files.push(file);
        }
    }
    files
}
