//! The connection to the editor: validates the order of messages and distributes the work.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::answer::{self, AnswerTask, RequestKind};
use crate::check::{self, CheckReport, CheckRequest, ReportOptions};
use crate::documents::Documents;
use crate::findings::FileFindings;
use crate::lines::Encoding;
use crate::protocol::{
    ClientCapabilities, CodeActionKind, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidOpenTextDocumentParams, InitializeParams, PublishDiagnosticsParams, TextDocumentParams,
};
use crate::uri::{file_key, uri_to_path};

/// The pause after an edit before a document is checked.
const DEBOUNCE: Duration = Duration::from_millis(150);

/// The protocol's name of the byte encoding.
const UTF8: &str = "utf-8";
const UTF16: &str = "utf-16";

/// The settings of a server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Whether to report notes, such as defaults that were used.
    pub notes: bool,
}

/// The end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A graceful end, with `shutdown` and `exit`.
    Graceful,
    /// An end with `exit` but no `shutdown`, or by disconnecting.
    Abrupt,
    /// The editor stopped reading.
    OutputClosed,
}

/// The error for a closed connection.
struct Disconnected;

/// Serves an editor until it disconnects.
pub fn serve(connection: &Connection, settings: Settings) -> Ending {
    let params = match await_initialize(connection) {
        Ok(params) => params,
        Err(ending) => return ending,
    };
    let encoding = choose_encoding(&params.capabilities);
    let result = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "sandtable", "version": env!("CARGO_PKG_VERSION") },
    });
    let (id, options) = (params.id, params.initialization_options);
    let wants_notes = options.is_some_and(|options| options["notes"] == json!(true));
    let report_options = ReportOptions { notes: settings.notes || wants_notes, encoding };
    if connection.sender.send(Response::new_ok(id, result).into()).is_err() {
        return Ending::OutputClosed;
    }
    let (check_requests, check_receiver) = unbounded();
    let (report_sender, reports) = unbounded();
    let (tasks, task_receiver) = unbounded();
    let (response_sender, answers) = unbounded();
    std::thread::scope(|scope| {
        // The checking thread builds the schema table while the editor reads the capabilities.
        scope.spawn(move || check::run(&check_receiver, &report_sender, report_options));
        scope.spawn(move || answer::run(&task_receiver, &response_sender, encoding));
        let server = Server {
            sender: &connection.sender,
            encoding,
            can_watch_files: can_watch_files(&params.capabilities),
            check_requests,
            tasks,
            documents: Documents::default(),
            revision: 0,
            changed: Some(BTreeSet::new()),
            deadline: None,
            pending: BTreeMap::new(),
            published: BTreeMap::new(),
            is_shut_down: false,
            requests_sent: 0,
        };
        server.run(&connection.receiver, &reports, &answers)
    })
}

/// The `initialize` request.
struct InitializeRequest {
    id: RequestId,
    capabilities: ClientCapabilities,
    initialization_options: Option<Json>,
}

/// Waits for `initialize` and refuses all earlier requests.
fn await_initialize(connection: &Connection) -> Result<InitializeRequest, Ending> {
    loop {
        let refusal = match connection.receiver.recv() {
            Err(_) => return Err(Ending::Abrupt),
            Ok(Message::Request(request)) if request.method == "initialize" => {
                match serde_json::from_value::<InitializeParams>(request.params) {
                    Ok(params) => {
                        return Ok(InitializeRequest {
                            id: request.id,
                            capabilities: params.capabilities,
                            initialization_options: params.initialization_options,
                        });
                    }
                    Err(_) => {
                        let text = "invalid parameters of `initialize`".to_owned();
                        Response::new_err(request.id, ErrorCode::InvalidParams as i32, text)
                    }
                }
            }
            Ok(Message::Request(request)) => {
                let text = "expected `initialize` first".to_owned();
                Response::new_err(request.id, ErrorCode::ServerNotInitialized as i32, text)
            }
            Ok(Message::Notification(notification)) if notification.method == "exit" => {
                return Err(Ending::Abrupt);
            }
            Ok(Message::Notification(_) | Message::Response(_)) => continue,
        };
        if connection.sender.send(refusal.into()).is_err() {
            return Err(Ending::OutputClosed);
        }
    }
}

/// Bytes if the editor supports them, otherwise UTF-16, which every editor supports.
fn choose_encoding(client: &ClientCapabilities) -> Encoding {
    let general = client.general.as_ref();
    let supported = general.and_then(|general| general.position_encodings.as_ref());
    match supported.is_some_and(|known| known.iter().any(|known| known == UTF8)) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

/// Whether the editor can report files changed by other programs, such as QGIS.
fn can_watch_files(client: &ClientCapabilities) -> bool {
    let workspace = client.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watched.and_then(|watched| watched.dynamic_registration).unwrap_or(false)
}

/// The capabilities of this server.
fn capabilities(encoding: Encoding) -> Json {
    json!({
        "positionEncoding": match encoding {
            Encoding::Utf8 => UTF8,
            Encoding::Utf16 => UTF16,
        },
        // Incremental changes (2).
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "completionProvider": { "triggerCharacters": [" ", "-", "[", "{", ","] },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "codeActionProvider": {
            "codeActionKinds": [CodeActionKind::QUICK_FIX, CodeActionKind::SOURCE_FIX_ALL],
        },
    })
}

/// A request in progress.
struct PendingRequest {
    is_cancelled: Arc<AtomicBool>,
    /// The document, and its version at the time of the request.
    document_version: Option<(PathBuf, i32)>,
}

struct Server<'c> {
    sender: &'c Sender<Message>,
    encoding: Encoding,
    can_watch_files: bool,
    check_requests: Sender<CheckRequest>,
    tasks: Sender<AnswerTask>,
    documents: Documents,
    /// The number of changes.
    revision: u64,
    /// Files changed since the last check request; `None` if any may have changed.
    changed: Option<BTreeSet<PathBuf>>,
    /// The time of the next check.
    deadline: Option<Instant>,
    pending: BTreeMap<RequestId, PendingRequest>,
    /// The last published diagnostics, by file.
    published: BTreeMap<PathBuf, Arc<FileFindings>>,
    is_shut_down: bool,
    /// The number of requests sent to the editor.
    requests_sent: i32,
}

impl Server<'_> {
    fn run(
        mut self,
        messages: &Receiver<Message>,
        reports: &Receiver<CheckReport>,
        answers: &Receiver<Response>,
    ) -> Ending {
        loop {
            let timer = match self.deadline {
                Some(deadline) => crossbeam_channel::at(deadline),
                None => never(),
            };
            let outcome = select! {
                recv(messages) -> message => match message {
                    Ok(message) => {
                        // Do not start requests that were cancelled while waiting.
                        let mut waiting: VecDeque<Message> = VecDeque::from([message]);
                        waiting.extend(messages.try_iter());
                        self.take_all(waiting)
                    }
                    Err(_) => return Ending::Abrupt,
                },
                recv(reports) -> report => match report {
                    Ok(report) => self.publish(report).map(|()| None),
                    Err(_) => return Ending::OutputClosed,
                },
                recv(answers) -> response => match response {
                    Ok(response) => self.send_response(response).map(|()| None),
                    Err(_) => return Ending::OutputClosed,
                },
                recv(timer) -> _ => {
                    self.start_check();
                    Ok(None)
                }
            };
            match outcome {
                Ok(None) => {}
                Ok(Some(ending)) => return ending,
                Err(Disconnected) => return Ending::OutputClosed,
            }
        }
    }

    fn take_all(&mut self, mut waiting: VecDeque<Message>) -> Result<Option<Ending>, Disconnected> {
        let cancelled_ids: BTreeSet<RequestId> =
            waiting.iter().filter_map(cancelled_request).collect();
        while let Some(message) = waiting.pop_front() {
            match message {
                Message::Request(request) if cancelled_ids.contains(&request.id) => {
                    self.refuse(request.id, ErrorCode::RequestCanceled, "cancelled")?;
                }
                Message::Request(request) => self.request(request)?,
                Message::Notification(notification) => {
                    if let Some(ending) = self.handle_notification(notification)? {
                        return Ok(Some(ending));
                    }
                }
                // The editor's reply about watching files does not matter.
                Message::Response(_) => {}
            }
        }
        Ok(None)
    }

    fn request(&mut self, request: Request) -> Result<(), Disconnected> {
        let Request { id, method, params } = request;
        if self.is_shut_down {
            return self.refuse(id, ErrorCode::InvalidRequest, "the server has shut down");
        }
        let kind = match method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                return self.send(Response::new_ok(id, Json::Null).into());
            }
            "initialize" => {
                return self.refuse(
                    id,
                    ErrorCode::InvalidRequest,
                    "duplicate `initialize` request",
                );
            }
            "textDocument/hover" => parse_params(params).map(RequestKind::Hover),
            "textDocument/completion" => parse_params(params).map(RequestKind::Completion),
            "textDocument/definition" => parse_params(params).map(RequestKind::Definition),
            "textDocument/references" => parse_params(params).map(RequestKind::References),
            "textDocument/documentSymbol" => parse_params(params).map(RequestKind::Symbols),
            "textDocument/codeAction" => parse_params(params).map(RequestKind::Actions),
            _ => {
                return self.refuse(id, ErrorCode::MethodNotFound, "unknown method");
            }
        };
        let kind = match kind {
            Ok(kind) => kind,
            // The error would quote the parameters.
            Err(_) => {
                let text = format!("invalid parameters of `{method}`");
                return self.refuse(id, ErrorCode::InvalidParams, &text);
            }
        };
        let key = uri_to_path(kind.uri()).map(|path| file_key(&path));
        let document = key.as_ref().and_then(|key| self.documents.get(key));
        let document_version = key.clone().zip(document.map(|document| document.version));
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let pending = PendingRequest { is_cancelled: is_cancelled.clone(), document_version };
        self.pending.insert(id.clone(), pending);
        let findings = key.and_then(|key| self.published.get(&key).cloned());
        let documents = self.documents.clone();
        self.tasks
            .send(AnswerTask { id, kind, documents, findings, is_cancelled })
            .map_err(|_| Disconnected)
    }

    /// Handles a notification; ignores invalid ones.
    fn handle_notification(&mut self, said: Notification) -> Result<Option<Ending>, Disconnected> {
        match said.method.as_str() {
            "exit" => {
                return Ok(Some(match self.is_shut_down {
                    true => Ending::Graceful,
                    false => Ending::Abrupt,
                }));
            }
            "initialized" if self.can_watch_files => self.ask_to_watch()?,
            "$/cancelRequest" => {
                let id = request_id(&said.params["id"]);
                let pending = id.as_ref().and_then(|id| self.pending.remove(id));
                if let (Some(id), Some(pending)) = (id, pending) {
                    pending.is_cancelled.store(true, Ordering::Relaxed);
                    self.refuse(id, ErrorCode::RequestCanceled, "cancelled")?;
                }
            }
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document: text }) =
                    parse_params(said.params)
                {
                    let key = self.documents.open(text.uri, text.version, text.text);
                    self.mark_changed(key, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = parse_params::<DidChangeTextDocumentParams>(said.params) {
                    let text = params.text_document;
                    let changes = params.content_changes;
                    let key =
                        self.documents.change(&text.uri, text.version, changes, self.encoding);
                    self.mark_changed(key, DEBOUNCE);
                }
            }
            "textDocument/didSave" => {
                if let Ok(params) = parse_params::<TextDocumentParams>(said.params) {
                    let key = uri_to_path(&params.text_document.uri).map(|path| file_key(&path));
                    self.mark_changed(key, Duration::ZERO);
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = parse_params::<TextDocumentParams>(said.params) {
                    let key = self.documents.close(&params.text_document.uri);
                    self.mark_changed(key, Duration::ZERO);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                if let Ok(params) = parse_params::<DidChangeWatchedFilesParams>(said.params) {
                    for change in params.changes {
                        self.mark_changed(
                            uri_to_path(&change.uri).map(|path| file_key(&path)),
                            DEBOUNCE,
                        );
                    }
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Marks a file as changed and schedules a check after a pause.
    fn mark_changed(&mut self, key: Option<PathBuf>, pause: Duration) {
        let Some(key) = key else { return };
        self.revision += 1;
        if let Some(changed) = &mut self.changed {
            changed.insert(key);
        }
        self.deadline = Some(Instant::now() + pause);
    }

    fn start_check(&mut self) {
        self.deadline = None;
        let request = CheckRequest {
            revision: self.revision,
            documents: self.documents.clone(),
            changed: self.changed.replace(BTreeSet::new()),
        };
        // If the receiver is gone, the other channel reports the end.
        let _ = self.check_requests.send(request);
    }

    /// Publishes changed diagnostics file by file, and clears fixed diagnostics.
    fn publish(&mut self, report: CheckReport) -> Result<(), Disconnected> {
        for failed in report.failures {
            let text = format!(
                "the check of {} crashed: this is a bug; please report it with the file",
                failed.display()
            );
            let params = json!({ "type": 1, "message": text });
            self.send(Notification::new("window/logMessage".to_owned(), params).into())?;
        }
        // A document has changed since the check, so these diagnostics may be outdated, and a new
        // check is pending.
        if report.revision != self.revision {
            return Ok(());
        }
        let before = std::mem::take(&mut self.published);
        let now: BTreeMap<PathBuf, Arc<FileFindings>> =
            report.findings.into_iter().map(|(key, file)| (key, Arc::new(file))).collect();
        for (key, file) in &before {
            if !now.contains_key(key) {
                let uri = self.documents.get(key).map_or(&file.uri, |open| &open.uri);
                let version = self.documents.get(key).map(|open| open.version);
                let cleared = FileFindings { uri: uri.clone(), version, found: Vec::new() };
                self.publish_file(&cleared)?;
            }
        }
        for (key, file) in &now {
            let is_unchanged = before.get(key).is_some_and(|known| {
                known.found == file.found && known.uri == file.uri && file.version.is_none()
            });
            if !is_unchanged {
                self.publish_file(file)?;
            }
        }
        self.published = now;
        Ok(())
    }

    fn publish_file(&self, file: &FileFindings) -> Result<(), Disconnected> {
        let params = PublishDiagnosticsParams {
            uri: file.uri.clone(),
            version: file.version,
            diagnostics: file.found.iter().map(|found| found.diagnostic.clone()).collect(),
        };
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification::new(method, params).into())
    }

    /// Sends an answer, unless the request was cancelled or the document has changed.
    fn send_response(&mut self, response: Response) -> Result<(), Disconnected> {
        let Some(pending) = self.pending.remove(&response.id) else { return Ok(()) };
        let is_stale = pending.document_version.is_some_and(|(key, version)| {
            self.documents.get(&key).is_none_or(|document| document.version != version)
        });
        match is_stale {
            true => self.refuse(response.id, ErrorCode::ContentModified, "the text has changed"),
            false => self.send(response.into()),
        }
    }

    /// Asks the editor to report files written by other programs.
    fn ask_to_watch(&mut self) -> Result<(), Disconnected> {
        let watchers = json!([{ "globPattern": "**/*.{yaml,yml,geojson,json,tif,tiff,svg}" }]);
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        self.requests_sent += 1;
        let (id, method) =
            (RequestId::from(self.requests_sent), "client/registerCapability".to_owned());
        let params = json!({ "registrations": [registration] });
        self.send(Request::new(id, method, params).into())
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, text: &str) -> Result<(), Disconnected> {
        self.send(Response::new_err(id, code as i32, text.to_owned()).into())
    }

    fn send(&self, message: Message) -> Result<(), Disconnected> {
        self.sender.send(message).map_err(|_| Disconnected)
    }
}

fn parse_params<P: DeserializeOwned>(params: Json) -> Result<P, serde_json::Error> {
    serde_json::from_value(params)
}

/// Returns the id of the request that a message cancels.
fn cancelled_request(message: &Message) -> Option<RequestId> {
    match message {
        Message::Notification(notification) if notification.method == "$/cancelRequest" => {
            request_id(&notification.params["id"])
        }
        _ => None,
    }
}

fn request_id(id: &Json) -> Option<RequestId> {
    match id {
        Json::String(id) => Some(id.clone().into()),
        Json::Number(id) => Some(i32::try_from(id.as_i64()?).ok()?.into()),
        _ => None,
    }
}
