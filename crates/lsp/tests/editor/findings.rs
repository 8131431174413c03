//! Diagnostics while typing: their content, their positions and their fixes.

use serde_json::{Value as Json, json};

use crate::editor::{Editor, byte, bytes, position};

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const ROADS: &str = "layers/roads.geojson";
const WOODS: &str = "layers/woods.geojson";
const NOTHING: [&str; 0] = [];

/// The text at each diagnostic.
fn underlined_texts(editor: &mut Editor, name: &str) -> Vec<String> {
    let found = editor.findings(name);
    let text = editor.text(name);
    let stretch = |found: &Json| text[bytes(text, &found["range"]).expect("within")].to_owned();
    found.iter().map(stretch).collect()
}

#[test]
fn publishes_and_clears_findings() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    assert_eq!(editor.finding_lines(SCENARIO), NOTHING);
    // The document is not saved, but its text in the editor is checked.
    editor.replace_text(SCENARIO, "name: B. Lue, rating: 4", "name: B. Lue, rating: 40");
    assert_eq!(underlined_texts(&mut editor, SCENARIO), ["40"]);
    editor.replace_text(SCENARIO, "rating: 40", "rating: 4");
    assert_eq!(editor.finding_lines(SCENARIO), NOTHING);
}

/// A character of two UTF-16 units comes before the error.
#[test]
fn counts_columns_in_utf_16() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    editor.replace_text(SCENARIO, "name: Navy, type: infantry", "name: \"𝄞é\", type: infantri");
    // The font lacks the clef.
    assert_eq!(underlined_texts(&mut editor, SCENARIO), ["\"𝄞é\"", "infantri"]);
}

#[test]
fn reports_errors_in_incomplete_text() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    editor.replace_text(SCENARIO, "pieces:\n", "pieces: [\n");
    let found = editor.findings(SCENARIO);
    assert!(!found.is_empty());
    assert!(found.iter().all(|found| found["severity"] == json!(1)), "{found:?}");
}

#[test]
fn reports_layer_errors_in_layer() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    editor.open(ROADS);
    assert_eq!(editor.finding_lines(ROADS), NOTHING);
    editor.replace_text(ROADS, "\"kind\": \"lane\"", "\"kind\": \"lame\"");
    assert_eq!(editor.finding_lines(SCENARIO), NOTHING);
    let found = editor.findings(ROADS);
    assert_eq!(found.len(), 1, "{found:?}");
    // Closing without saving restores the file on the disk.
    editor.close(ROADS);
    assert!(editor.findings(ROADS).is_empty());
}

#[test]
fn checks_layer_through_its_map() {
    let mut editor = Editor::with_field();
    editor.open(ROADS);
    editor.replace_text(ROADS, "\"kind\": \"lane\"", "\"kind\": \"lame\"");
    assert_eq!(editor.findings(ROADS).len(), 1);
}

#[test]
fn rechecks_externally_changed_files() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    assert_eq!(editor.finding_lines(SCENARIO), NOTHING);
    let path = editor.folder.path().join(MAP);
    let good = std::fs::read_to_string(&path).expect("readable");
    let changed = json!({ "changes": [{ "uri": editor.uri(MAP), "type": 2 }] });
    let misspelt = good.replace("road: north-road", "road: nroth-road");
    std::fs::write(&path, misspelt).expect("written");
    editor.notify("workspace/didChangeWatchedFiles", changed.clone());
    // The map is not open, but its diagnostics are still published for it.
    let found = editor.findings(MAP);
    assert_eq!(found.len(), 1, "{found:?}");
    std::fs::write(&path, good).expect("written");
    editor.notify("workspace/didChangeWatchedFiles", changed);
    assert!(editor.findings(MAP).is_empty());
}

#[test]
fn reports_missing_file_until_opened() {
    let mut editor = Editor::with_field();
    let path = editor.folder.path().join(WOODS);
    let text = std::fs::read_to_string(&path).expect("readable");
    std::fs::remove_file(&path).expect("removed");
    editor.open(MAP);
    assert_eq!(underlined_texts(&mut editor, MAP), ["layers/woods.geojson"]);
    // The editor has a document that was never saved.
    editor.open_with(WOODS, &text);
    editor.replace(MAP, 0..0, "# looked at again\n");
    assert_eq!(editor.finding_lines(MAP), NOTHING);
}

#[test]
fn includes_related_locations_and_pages() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    editor.replace_text(SCENARIO, "id: teal, name: Teal", "id: navy, name: Teal");
    let found = editor.findings(SCENARIO);
    let duplicate = found.iter().find(|found| found["relatedInformation"].is_array());
    let twice = duplicate.unwrap_or_else(|| panic!("no related location: {found:?}"));
    assert_eq!(twice["source"], json!("sandtable"));
    let second = &twice["relatedInformation"][0]["location"];
    assert_eq!(second["uri"], json!(editor.uri(SCENARIO)));
    let range = bytes(editor.text(SCENARIO), &second["range"]).expect("within");
    assert!(editor.text(SCENARIO)[range].contains("navy"));
    // Hover shows the page of the code.
    let params = json!({
        "textDocument": { "uri": editor.uri(SCENARIO) }, "position": twice["range"]["start"],
    });
    let hover = editor.ask("textDocument/hover", params).expect("an answer");
    let text = hover["contents"]["value"].as_str().expect("Markdown");
    let code = twice["code"].as_str().expect("a code");
    for part in [&format!("**{code}**"), "*Wrong:*", "*Right:*", "```"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// The code actions at a position.
fn code_actions(editor: &mut Editor, name: &str, marked: &str, only: Option<&str>) -> Vec<Json> {
    let at = position(editor.text(name), byte(editor.text(name), marked));
    let params = json!({
        "textDocument": { "uri": editor.uri(name) },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "only": only.map(|kind| [kind]) },
    });
    let answer = editor.ask("textDocument/codeAction", params).expect("an answer");
    answer.as_array().cloned().unwrap_or_default()
}

/// Applies an action like an editor.
fn apply(editor: &mut Editor, name: &str, action: &Json) {
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["uri"], json!(editor.uri(name)));
    let mut edits = change["edits"].as_array().expect("edits").clone();
    edits.sort_by_key(|edit| bytes(editor.text(name), &edit["range"]).expect("within").start);
    for edit in edits.iter().rev() {
        let range = bytes(editor.text(name), &edit["range"]).expect("within");
        editor.replace(name, range, edit["newText"].as_str().expect("a text"));
    }
}

#[test]
fn quick_fix_corrects_misspelt_word() {
    let mut editor = Editor::with_field();
    editor.open(SCENARIO);
    for (right, wrong) in [
        ("entry: north", "entry: nroth"),
        ("quality: elite", "quality: elte"),
        ("type: artillery", "type: artilery"),
        ("combat_order: red", "combat_ordr: red"),
        ("place: church", "place: chruch"),
    ] {
        editor.replace_text(SCENARIO, right, wrong);
        let found = editor.findings(SCENARIO);
        let (key, value) = wrong.split_once(' ').expect("a key and a value");
        let marked = match right.starts_with(key) {
            true => format!("{key} |{value}"),
            false => format!("|{wrong}"),
        };
        let actions = code_actions(&mut editor, SCENARIO, &marked, Some("quickfix"));
        assert_eq!(actions.len(), 1, "{wrong}: {actions:?} for {found:?}");
        assert_eq!(actions[0]["kind"], json!("quickfix"));
        assert_eq!(actions[0]["diagnostics"][0]["code"], found[0]["code"]);
        apply(&mut editor, SCENARIO, &actions[0]);
        assert!(editor.text(SCENARIO).contains(right), "{}", actions[0]);
        assert_eq!(editor.finding_lines(SCENARIO), NOTHING, "{right}");
    }
}

#[test]
fn quick_fix_closes_open_ring() {
    let mut editor = Editor::with_field();
    editor.open(WOODS);
    assert_eq!(editor.finding_lines(WOODS), NOTHING);
    // Opens the ring by removing its last position.
    let text = editor.text(WOODS).to_owned();
    let end = text.find("]]]").expect("a ring");
    let start = text[..end].rfind(", [").expect("a last position");
    editor.replace(WOODS, start..end + 1, "");
    let found = editor.findings(WOODS);
    assert!(!found.is_empty());
    let at = bytes(editor.text(WOODS), &found[0]["range"]).expect("within").start;
    let params = json!({
        "textDocument": { "uri": editor.uri(WOODS) },
        "range": { "start": position(editor.text(WOODS), at), "end": position(editor.text(WOODS), at) },
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params).expect("an answer");
    let quick = actions.as_array().and_then(|actions| {
        actions.iter().find(|action| action["kind"] == json!("quickfix")).cloned()
    });
    let quick = quick.unwrap_or_else(|| panic!("no quick fix: {actions}"));
    apply(&mut editor, WOODS, &quick);
    assert_eq!(editor.finding_lines(WOODS), NOTHING, "{}", editor.text(WOODS));
}

#[test]
fn gettysburg_is_clean_until_broken() {
    let folders =
        [("scenarios/gettysburg", "scenarios/gettysburg"), ("maps/gettysburg", "maps/gettysburg")];
    let mut editor = Editor::with_folders(&folders, json!({}));
    let scenario = "scenarios/gettysburg/scenario.yaml";
    editor.open(scenario);
    assert_eq!(editor.finding_lines(scenario), NOTHING);
    editor.replace_text(
        scenario,
        "map: ../../maps/gettysburg/map.yaml",
        "map: ../../maps/gettysburgh/map.yaml",
    );
    assert!(!editor.findings(scenario).is_empty());
}
