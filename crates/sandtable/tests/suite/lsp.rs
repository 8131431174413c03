//! `lsp` as an editor starts it: a process with messages on standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value as Json, json};

use crate::process::command;

struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut command = command(folder, &["lsp", "--stdio"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, output }
    }

    fn send(&mut self, message: Json) {
        let text = message.to_string();
        let input = self.child.stdin.as_mut().expect("a pipe");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .expect("the server reads its input");
        input.flush().expect("the server reads its input");
    }

    fn receive(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            match line.trim().split_once(": ") {
                Some(("Content-Length", bytes)) => length = bytes.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("valid JSON")
    }

    /// Ends the session and returns the exit status and standard error.
    fn finish(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let output = self.child.wait_with_output().expect("the server exits");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn initialize() -> Json {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } })
}

#[test]
fn opens_map_and_shuts_down() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let mut server = Server::start(folder.path());
    server.send(initialize());
    let answer = server.receive();
    assert_eq!(answer["result"]["serverInfo"]["name"], json!("sandtable"));
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], json!("utf-16"));
    server.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let uri = format!("file://{}/map.yaml", folder.path().display());
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 5, "text": "format: 1\nframes: {}\n" });
    server.send(json!({
        "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document },
    }));
    let published = server.receive();
    assert_eq!(published["method"], json!("textDocument/publishDiagnostics"));
    assert_eq!(
        (&published["params"]["uri"], &published["params"]["version"]),
        (&json!(uri), &json!(5))
    );
    let found = published["params"]["diagnostics"].as_array().expect("the value is a list");
    let has_diagnostic_on =
        |line: i32| found.iter().any(|found| found["range"]["start"]["line"] == json!(line));
    assert!(has_diagnostic_on(1), "{found:?}");
    server.send(json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(server.receive(), json!({ "jsonrpc": "2.0", "id": 2, "result": null }));
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.finish(), (Some(0), String::new()));
}

#[test]
fn exits_when_editor_disconnects() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let mut server = Server::start(folder.path());
    server.send(initialize());
    server.receive();
    let (code, said) = server.finish();
    assert_eq!(code, Some(1));
    assert!(said.contains("the editor disconnected without a shutdown request"), "{said}");
}

#[test]
fn rejects_invalid_message() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    for (bytes, fault) in [
        ("Content-Length: 3\r\n\r\n{]{", "it is not JSON (line 1, column 2)"),
        ("Content-Length: 8\r\n\r\n\"secret\"", "it is not a JSON-RPC message"),
        ("Content-Length: 99999999999999\r\n\r\nsecret", "it has 99999999999999 bytes"),
    ] {
        let mut server = Server::start(folder.path());
        let input = server.child.stdin.as_mut().expect("a pipe");
        input.write_all(bytes.as_bytes()).expect("the server reads its input");
        let (code, stderr) = server.finish();
        assert_eq!(code, Some(1));
        assert!(stderr.contains("invalid message from the editor"), "{stderr}");
        assert!(stderr.contains(fault) && !stderr.contains("secret"), "{stderr}");
    }
}
