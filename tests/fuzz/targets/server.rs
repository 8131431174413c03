//! The language server.

use lsp_server::{Connection, ErrorCode, Message, Request};
use sandtable_lsp::{Settings, serve};
use serde_json::json;

/// The id of the request that ends a session.
const LAST: &str = "the last request";

/// A session: one message of the protocol in each line.
pub fn lsp(bytes: &[u8]) -> Result<(), String> {
    let (editor, server_end) = Connection::memory();
    let server = std::thread::spawn(move || serve(&server_end, Settings { notes: true }));
    let request = |id: &str, method: &str, params| -> Message {
        Request::new(id.to_owned().into(), method.to_owned(), params).into()
    };
    let hover = json!({
        "textDocument": { "uri": "file:///fuzz.yaml" }, "position": { "line": 0, "character": 0 },
    });
    let start = request("start", "initialize", json!({ "capabilities": {} }));
    let lines = bytes.split(|&byte| byte == b'\n');
    let messages = lines.filter_map(|line| serde_json::from_slice(line).ok());
    // Requests are answered in order.
    let last = request(LAST, "textDocument/hover", hover);
    for message in std::iter::once(start).chain(messages).chain([last]) {
        // After `exit`, nobody reads.
        let _ = editor.sender.send(message);
    }
    let mut result = Ok(());
    while let Ok(message) = editor.receiver.recv() {
        if let Message::Response(response) = message {
            if let Err(error) = &response.response_result
                && error.code == ErrorCode::InternalError as i32
            {
                result = Err(error.message.clone());
            }
            if response.id == LAST.to_owned().into() {
                break;
            }
        }
    }
    drop(editor);
    server.join().map_err(|_| "the server panics".to_owned())?;
    result
}
