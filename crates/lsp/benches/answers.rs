//! Measures response times for an author who edits Gettysburg: `cargo bench -p sandtable-lsp`. Each
//! request follows an edit of the scenario, so its index is rebuilt while its check is pending. The
//! last benchmark measures the time from an edit to its diagnostics, including a pause of 150 ms.

#[path = "../tests/editor/editor.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod editor;

use divan::Bencher;
use editor::Editor;
use serde_json::json;

const SCENARIO: &str = "scenarios/gettysburg/scenario.yaml";

fn main() {
    divan::main();
}

/// Gettysburg, opened and checked once.
fn gettysburg() -> Editor {
    let folders = ["scenarios/gettysburg", "maps/gettysburg"].map(|folder| (folder, folder));
    let mut editor = Editor::with_folders(&folders, json!({}));
    editor.open(SCENARIO);
    assert!(editor.findings(SCENARIO).is_empty());
    editor
}

/// Requests and their positions in the scenario.
const REQUESTS: [(&str, &str); 9] = [
    ("hover", "combat_order: |confederate"),
    ("hover", "|column_length:"),
    ("completion", "combat_order: |confederate"),
    // All places and farms of the map.
    ("completion", "at: { place: |"),
    // All keys of a side.
    ("completion", "    |lines_of_communication:"),
    ("definition", "at: { place: |"),
    ("references", "  |union:"),
    ("documentSymbol", "|format: 1"),
    ("codeAction", "|format: 1"),
];

#[divan::bench(args = REQUESTS.map(|(method, place)| Request { method, place }), sample_count = 50, sample_size = 1)]
fn answer(bencher: Bencher, request: Request) {
    let mut editor = gettysburg();
    bencher.bench_local(|| {
        editor.replace(SCENARIO, 0..0, "#\n");
        editor.ask_at(request.method, SCENARIO, request.place)
    });
}

#[derive(Clone, Copy, Debug)]
struct Request {
    method: &'static str,
    place: &'static str,
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn edit_to_findings(bencher: Bencher) {
    let mut editor = gettysburg();
    bencher.bench_local(|| {
        editor.replace(SCENARIO, 0..0, "#\n");
        editor.findings(SCENARIO)
    });
}
