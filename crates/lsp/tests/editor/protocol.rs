//! The order of messages, and the end of a connection.

use lsp_server::{Connection, Message, Notification, Request};
use sandtable_lsp::{Ending, Settings, serve};
use serde_json::{Value as Json, json};

use crate::editor::{Editor, position};

const NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const REQUEST_CANCELLED: i64 = -32800;
const CONTENT_MODIFIED: i64 = -32801;

/// Returns the answers to messages sent without `initialize`, until the editor disconnects.
fn before_initialize(messages: Vec<Message>) -> (Ending, Vec<Json>) {
    let (editor, server_end) = Connection::memory();
    let server = std::thread::spawn(move || serve(&server_end, Settings::default()));
    let waits = messages.iter().filter(|message| matches!(message, Message::Request(_))).count();
    for message in messages {
        editor.sender.send(message).expect("the server listens");
    }
    let answers: Vec<Json> = (0..waits)
        .map(|_| serde_json::to_value(editor.receiver.recv().expect("an answer")).expect("JSON"))
        .collect();
    drop(editor);
    (server.join().expect("no panic"), answers)
}

#[test]
fn refuses_requests_before_initialize() {
    let request = Request::new(7.into(), "textDocument/hover".to_owned(), Json::Null);
    let notification = Notification::new("textDocument/didOpen".to_owned(), json!({}));
    let unreadable = Request::new(8.into(), "initialize".to_owned(), json!({"capabilities": 3}));
    let (ending, answers) =
        before_initialize(vec![notification.into(), request.into(), unreadable.into()]);
    assert_eq!(ending, Ending::Abrupt);
    assert_eq!(
        (&answers[0]["id"], &answers[0]["error"]["code"]),
        (&json!(7), &json!(NOT_INITIALIZED))
    );
    assert_eq!(
        (&answers[1]["id"], &answers[1]["error"]["code"]),
        (&json!(8), &json!(INVALID_PARAMS))
    );
}

#[test]
fn exit_before_initialize_ends_server() {
    let exit = Notification::new("exit".to_owned(), Json::Null);
    assert_eq!(before_initialize(vec![exit.into()]), (Ending::Abrupt, vec![]));
}

#[test]
fn distinguishes_graceful_and_abrupt_endings() {
    assert_eq!(Editor::with_field().shut_down(), Ending::Graceful);
    let editor = Editor::with_field();
    editor.notify("exit", Json::Null);
    assert_eq!(editor.disconnect(), Ending::Abrupt, "exit without shutdown");
    assert_eq!(Editor::with_field().disconnect(), Ending::Abrupt, "disconnection without exit");
}

#[test]
fn refuses_requests_after_shutdown() {
    let mut editor = Editor::with_field();
    editor.ask("shutdown", Json::Null).expect("the server accepts the shutdown");
    let (code, _) = editor.ask("textDocument/hover", Json::Null).expect_err("refused");
    assert_eq!(code, INVALID_REQUEST);
    editor.notify("exit", Json::Null);
    assert_eq!(editor.disconnect(), Ending::Graceful);
}

#[test]
fn survives_invalid_messages() {
    let mut editor = Editor::with_field();
    for (method, params, expected) in [
        ("initialize", json!({ "capabilities": {} }), INVALID_REQUEST),
        ("textDocument/somethingElse", json!({}), METHOD_NOT_FOUND),
        ("textDocument/hover", json!({ "textDocument": 3 }), INVALID_PARAMS),
        ("textDocument/hover", json!({ "textDocument": "secret" }), INVALID_PARAMS),
        ("textDocument/hover", Json::Null, INVALID_PARAMS),
    ] {
        let (code, text) = editor.ask(method, params).expect_err("refused");
        assert_eq!(code, expected, "{method}: {text}");
        assert!(!text.contains("secret"), "{text}");
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({ "textDocument": [] })),
        ("textDocument/didChange", Json::Null),
        (
            "textDocument/didClose",
            json!({ "textDocument": { "uri": "file:///nowhere/at-all.yaml" } }),
        ),
        (
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": "file:///nowhere/at-all.yaml", "version": 2 },
                "contentChanges": [{ "text": "a: 1" }],
            }),
        ),
        ("$/cancelRequest", json!({ "id": 99 })),
        ("$/somethingElse", json!(1)),
    ] {
        editor.notify(method, params);
    }
    editor.open("scenario.yaml");
    assert_eq!(editor.finding_lines("scenario.yaml"), [""; 0]);
    assert_eq!(editor.shut_down(), Ending::Graceful);
}

#[test]
fn ignores_unopened_documents() {
    let mut editor = Editor::with_field();
    for uri in [
        "untitled:Untitled-1",
        "file:///nowhere/scenario.yaml",
        "https://example.org/a.yaml",
        "",
        "file://%",
    ] {
        let params =
            json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": 1 } });
        assert_eq!(editor.ask("textDocument/hover", params), Ok(Json::Null), "{uri}");
    }
}

#[test]
fn ignores_unsaved_and_unrelated_files() {
    let mut editor = Editor::with_field();
    let document = json!({ "uri": "untitled:Untitled-1", "languageId": "yaml", "version": 1, "text": "format: 1\nsides: [" });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    editor.open_with("docker-compose.yaml", "services:\n  web: { image: [ }\n");
    editor.open("scenario.yaml");
    assert_eq!(editor.finding_lines("scenario.yaml"), [""; 0]);
    assert!(!editor.has_published("docker-compose.yaml"));
}

/// Every request gets one answer; if it is cancelled or the document changes, the answer is an
/// error.
#[test]
fn answers_each_request_once() {
    let mut editor = Editor::with_field();
    editor.open("scenario.yaml");
    let mut waiting = Vec::new();
    for round in 0..40 {
        let place = position(editor.text("scenario.yaml"), 200 + round);
        let params =
            json!({ "textDocument": { "uri": editor.uri("scenario.yaml") }, "position": place });
        let id = editor.send("textDocument/completion", params);
        waiting.push(id);
        match round % 3 {
            0 => editor.notify("$/cancelRequest", json!({ "id": id })),
            1 => editor.replace("scenario.yaml", 0..0, "# one more\n"),
            _ => {}
        }
    }
    let mut codes = Vec::new();
    while !waiting.is_empty() {
        let response = serde_json::to_value(editor.next_response()).expect("JSON");
        let at = waiting.iter().position(|id| response["id"] == json!(id));
        waiting.remove(at.expect("a pending request"));
        codes.extend(response["error"]["code"].as_i64());
    }
    assert!(
        codes.iter().all(|code| [REQUEST_CANCELLED, CONTENT_MODIFIED].contains(code)),
        "{codes:?}"
    );
    assert_eq!(editor.shut_down(), Ending::Graceful);
}

#[test]
fn uses_byte_columns_if_supported() {
    for (encodings, column) in [(json!(["utf-8", "utf-16"]), 15), (json!(["utf-16"]), 12)] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let mut editor =
            Editor::with_folders(&[("crates/compile/tests/data/field", "")], capabilities);
        // The clef is four bytes and two units, é two bytes and one: `x` follows 15 or 12.
        editor.open_with("scenario.yaml", "{ 'é𝄞': 1, x: 2 }\n");
        let found = editor.findings("scenario.yaml");
        let columns: Vec<_> =
            found.iter().map(|found| found["range"]["start"]["character"].clone()).collect();
        assert!(columns.contains(&json!(column)), "{columns:?}");
    }
}
