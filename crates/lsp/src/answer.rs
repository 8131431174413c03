//! The answering thread: handles one request at a time, from snapshots of the documents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, RequestId, Response};
use serde::Serialize;

use crate::answers::context::AnswerContext;
use crate::answers::{actions, completion, definition, hover, references, symbols};
use crate::documents::Documents;
use crate::findings::FileFindings;
use crate::lines::Encoding;
use crate::project::Indexes;
use crate::protocol::{
    CodeActionParams, ReferenceParams, TextDocumentParams, TextDocumentPositionParams, Uri,
};

/// A kind of request, with its parameters.
#[derive(Clone, Debug)]
pub(crate) enum RequestKind {
    Hover(TextDocumentPositionParams),
    Completion(TextDocumentPositionParams),
    Definition(TextDocumentPositionParams),
    References(ReferenceParams),
    Symbols(TextDocumentParams),
    Actions(CodeActionParams),
}

/// A request with the data to answer it.
#[derive(Debug)]
pub(crate) struct AnswerTask {
    pub(crate) id: RequestId,
    pub(crate) kind: RequestKind,
    pub(crate) documents: Documents,
    /// The last diagnostics of the document.
    pub(crate) findings: Option<Arc<FileFindings>>,
    /// Whether the request was cancelled.
    pub(crate) is_cancelled: Arc<AtomicBool>,
}

impl RequestKind {
    /// The document of the request.
    pub(crate) fn uri(&self) -> &Uri {
        match self {
            Self::Hover(params) | Self::Completion(params) | Self::Definition(params) => {
                &params.text_document.uri
            }
            Self::References(params) => &params.text_document.uri,
            Self::Symbols(params) => &params.text_document.uri,
            Self::Actions(params) => &params.text_document.uri,
        }
    }
}

/// Answers requests until the channel closes.
pub(crate) fn run(tasks: &Receiver<AnswerTask>, responses: &Sender<Response>, encoding: Encoding) {
    let mut indexes = Indexes::default();
    while let Ok(task) = tasks.recv() {
        if task.is_cancelled.load(Ordering::Relaxed) {
            continue;
        }
        let id = task.id.clone();
        // A bug in one answer must not stop the server.
        let result = catch_unwind(AssertUnwindSafe(|| answer(task, &mut indexes, encoding)));
        let response = result.unwrap_or_else(|_| {
            indexes = Indexes::default();
            let text = "this is a bug; please report it with the file".to_owned();
            Response::new_err(id, ErrorCode::InternalError as i32, text)
        });
        if responses.send(response).is_err() {
            return;
        }
    }
}

/// The response to a request.
pub(crate) fn answer(task: AnswerTask, indexes: &mut Indexes, encoding: Encoding) -> Response {
    let AnswerTask { id, kind, documents, findings, .. } = task;
    let Some(document) = documents.by_uri(kind.uri()).cloned() else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let mut context = AnswerContext { documents, document, findings, indexes, encoding };
    match kind {
        RequestKind::Hover(params) => respond(id, hover(&mut context, params.position)),
        RequestKind::Completion(params) => respond(id, completion(&mut context, params.position)),
        RequestKind::Definition(params) => respond(id, definition(&mut context, params.position)),
        RequestKind::References(params) => {
            let with_definitions = params.context.include_declaration;
            respond(id, references(&mut context, params.position, with_definitions))
        }
        RequestKind::Symbols(_) => respond(id, symbols(&mut context)),
        RequestKind::Actions(params) => respond(id, actions(&mut context, &params)),
    }
}

fn respond(id: RequestId, result: impl Serialize) -> Response {
    match serde_json::to_value(result) {
        Ok(value) => Response::new_ok(id, value),
        Err(error) => Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()),
    }
}
