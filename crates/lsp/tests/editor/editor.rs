//! A simulated editor: opens a battle in a temporary folder, edits its documents without saving,
//! sends requests, and keeps the diagnostics of each file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, Response};
use sandtable_lsp::{Ending, Settings, serve};
use serde_json::{Value as Json, json};

/// A timeout longer than any answer takes on any machine.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Editor {
    pub folder: tempfile::TempDir,
    pub connection: Connection,
    server: JoinHandle<Ending>,
    requests_sent: i32,
    /// Open documents with their versions, by name.
    texts: BTreeMap<String, (i32, String)>,
    /// The last diagnostics of each file.
    published: BTreeMap<String, Json>,
}

/// A folder of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder is created");
    for entry in std::fs::read_dir(from).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(std::fs::copy(&path, to).expect("copied")),
        }
    }
}

impl Editor {
    /// An editor with the small battle of the compiler's tests.
    pub fn with_field() -> Self {
        Self::with_folders(&[("crates/compile/tests/data/field", "")], json!({}))
    }

    /// Starts an editor with these capabilities, and with project folders copied to a temporary
    /// folder.
    pub fn with_folders(folders: &[(&str, &str)], capabilities: Json) -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        for (from, to) in folders {
            copy(&project(from), &folder.path().join(to));
        }
        let (connection, server_end) = Connection::memory();
        let server = std::thread::spawn(move || serve(&server_end, Settings::default()));
        let (texts, published) = (BTreeMap::new(), BTreeMap::new());
        let mut editor = Self { folder, connection, server, requests_sent: 0, texts, published };
        editor.ask("initialize", json!({ "capabilities": capabilities })).expect("initialized");
        editor.notify("initialized", json!({}));
        editor
    }

    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.path().join(name).display())
    }

    pub fn text(&self, name: &str) -> &str {
        &self.texts[name].1
    }

    /// Opens a file as it is on the disk.
    pub fn open(&mut self, name: &str) {
        let text = std::fs::read_to_string(self.folder.path().join(name)).expect("readable");
        self.open_with(name, &text);
    }

    /// Opens a file that may not exist on the disk.
    pub fn open_with(&mut self, name: &str, text: &str) {
        let document = json!({
            "uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text,
        });
        self.texts.insert(name.to_owned(), (1, text.to_owned()));
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn close(&mut self, name: &str) {
        self.texts.remove(name);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": self.uri(name) } }));
    }

    /// Replaces a text that occurs once in the document.
    pub fn replace_text(&mut self, name: &str, old: &str, new: &str) {
        let start = self.text(name).find(old).unwrap_or_else(|| panic!("{name} has no {old}"));
        self.replace(name, start..start + old.len(), new);
    }

    /// Replaces some bytes.
    pub fn replace(&mut self, name: &str, at: std::ops::Range<usize>, new: &str) {
        let range = json!({
            "start": position(self.text(name), at.start), "end": position(self.text(name), at.end),
        });
        let (version, text) = self.texts.get_mut(name).expect("open");
        text.replace_range(at, new);
        *version += 1;
        let document = json!({ "uri": format!("file://{}", self.folder.path().join(name).display()), "version": *version });
        let changes = json!([{ "range": range, "text": new }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub fn notify(&self, method: &str, params: Json) {
        let notification = Notification::new(method.to_owned(), params);
        self.connection.sender.send(notification.into()).expect("the server listens");
    }

    /// Sends a request and returns its number.
    pub fn send(&mut self, method: &str, params: Json) -> i32 {
        self.requests_sent += 1;
        let request = Request::new(self.requests_sent.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("the server listens");
        self.requests_sent
    }

    /// Sends a request and waits for the answer; `Err` holds the code and text of a refusal.
    pub fn ask(&mut self, method: &str, params: Json) -> Result<Json, (i32, String)> {
        let id = self.send(method, params);
        loop {
            let response = self.next_response();
            if response.id == id.into() {
                let response = serde_json::to_value(&response).expect("JSON");
                return match response.get("error") {
                    Some(error) => Err((
                        error["code"].as_i64().expect("a code") as i32,
                        error["message"].as_str().expect("a text").to_owned(),
                    )),
                    None => Ok(response["result"].clone()),
                };
            }
        }
    }

    /// The next answer; keeps the notifications before it.
    pub fn next_response(&mut self) -> Response {
        loop {
            if let Some(response) = self.receive() {
                return response;
            }
        }
    }

    /// Handles one message.
    fn receive(&mut self) -> Option<Response> {
        match self.connection.receiver.recv_timeout(TIMEOUT).expect("the server responds") {
            Message::Response(response) => return Some(response),
            Message::Notification(notification)
                if notification.method == "textDocument/publishDiagnostics" =>
            {
                let uri = notification.params["uri"].as_str().expect("a URI").to_owned();
                self.published.insert(uri, notification.params);
            }
            Message::Notification(notification) => {
                panic!("{}: {}", notification.method, notification.params)
            }
            Message::Request(_) => {}
        }
        None
    }

    /// Returns a file's diagnostics: for an open document, those of its current version; otherwise,
    /// the next published ones.
    pub fn findings(&mut self, name: &str) -> Vec<Json> {
        let uri = self.uri(name);
        let version = self.texts.get(name).map(|(version, _)| *version);
        loop {
            let is_of_now = |params: &&Json| match version {
                Some(version) => params["version"] == json!(version),
                None => params.get("version").is_none_or(Json::is_null),
            };
            if let Some(params) = self.published.get(&uri).filter(is_of_now) {
                let found = params["diagnostics"].as_array().expect("the value is a list").clone();
                // Diagnostics of a closed file have no version and are used at once.
                if version.is_none() {
                    self.published.remove(&uri);
                }
                return found;
            }
            self.receive();
        }
    }

    /// Whether diagnostics of a file have been published.
    pub fn has_published(&self, name: &str) -> bool {
        self.published.contains_key(&self.uri(name))
    }

    /// The diagnostics, one per line: `ST0104 2:5-2:9 the first line`.
    pub fn finding_lines(&mut self, name: &str) -> Vec<String> {
        let format_line = |found: &Json| {
            let (start, end) = (&found["range"]["start"], &found["range"]["end"]);
            let message = found["message"].as_str().expect("a text").lines().next();
            format!(
                "{} {}:{}-{}:{} {}",
                found["code"].as_str().expect("a code"),
                start["line"],
                start["character"],
                end["line"],
                end["character"],
                message.unwrap_or_default(),
            )
        };
        self.findings(name).iter().map(format_line).collect()
    }

    /// Sends a request for a position. In `entry: |north`, the bar marks the position and is not
    /// part of the text.
    pub fn ask_at(&mut self, method: &str, name: &str, marked: &str) -> Json {
        let byte = byte(self.text(name), marked);
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": position(self.text(name), byte),
            "range": { "start": position(self.text(name), byte), "end": position(self.text(name), byte) },
            "context": { "includeDeclaration": false, "diagnostics": [], "triggerKind": 1 },
        });
        self.ask(&format!("textDocument/{method}"), params).expect("an answer")
    }

    /// Shuts down gracefully.
    pub fn shut_down(mut self) -> Ending {
        self.ask("shutdown", Json::Null).expect("the server accepts the shutdown");
        self.notify("exit", Json::Null);
        self.disconnect()
    }

    /// Disconnects without a shutdown.
    pub fn disconnect(self) -> Ending {
        drop(self.connection);
        self.server.join().expect("the server does not panic")
    }

    /// Returns the text at each location, after the file name: `map.yaml: north`.
    pub fn location_texts(&self, locations: &Json) -> Vec<String> {
        let one = std::slice::from_ref(locations);
        let all = locations.as_array().map_or(one, |all| all.as_slice());
        let quote = |location: &Json| {
            let uri = location["uri"].as_str().expect("a URI");
            let name = uri.strip_prefix(&self.uri("")).expect("in the folder").to_owned();
            let text = match self.texts.get(&name) {
                Some((_, text)) => text.clone(),
                None => std::fs::read_to_string(self.folder.path().join(&name)).expect("readable"),
            };
            let range = bytes(&text, &location["range"]).expect("within the text");
            format!("{name}: {}", &text[range])
        };
        all.iter().map(quote).collect()
    }
}

/// The byte of the bar in a marked text.
pub fn byte(text: &str, marked: &str) -> usize {
    let bar = marked.find('|').expect("a bar");
    let plain = marked.replacen('|', "", 1);
    text.find(&plain).unwrap_or_else(|| panic!("{plain} does not occur")) + bar
}

/// A byte as a protocol position, in UTF-16 units.
pub fn position(text: &str, byte: usize) -> Json {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = text[start..byte].encode_utf16().count();
    json!({ "line": before.matches('\n').count(), "character": column })
}

/// Returns the bytes of a range, by counting; `None` if the range is outside the text or splits a
/// character.
pub fn bytes(text: &str, range: &Json) -> Option<std::ops::Range<usize>> {
    let byte = |position: &Json| {
        let (mut line, mut column) = (0, 0);
        let target = (position["line"].as_u64()?, position["character"].as_u64()?);
        for (at, c) in text.char_indices() {
            if (line, column) == target {
                return Some(at);
            }
            if c == '\n' {
                (line, column) = (line + 1, 0);
            } else {
                column += c.len_utf16() as u64;
            }
        }
        ((line, column) == target).then_some(text.len())
    };
    let (start, end) = (byte(&range["start"])?, byte(&range["end"])?);
    (start <= end).then_some(start..end)
}
