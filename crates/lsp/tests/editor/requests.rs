//! Requests for a position, and their answers.

use serde_json::{Value as Json, json};

use crate::editor::Editor;

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const ROADS: &str = "layers/roads.geojson";

fn open_field(names: &[&str]) -> Editor {
    let mut editor = Editor::with_field();
    names.iter().for_each(|name| editor.open(name));
    editor
}

/// The labels of the completions at a position.
fn labels(editor: &mut Editor, name: &str, marked: &str) -> Vec<String> {
    let answer = editor.ask_at("completion", name, marked);
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
}

fn hover(editor: &mut Editor, name: &str, marked: &str) -> String {
    let answer = editor.ask_at("hover", name, marked);
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn goes_to_definitions() {
    let mut editor = open_field(&[SCENARIO, MAP, ROADS]);
    for (name, marked, expected) in [
        (SCENARIO, "entry: no|rth", "map.yaml: north"),
        (SCENARIO, "command: red-corps|", "scenario.yaml: red-corps"),
        (
            SCENARIO,
            "lines_of_communication: [|south-road]",
            "layers/roads.geojson: \"id\": \"south-road\"",
        ),
        (SCENARIO, "at: { place: |church }", "layers/places.geojson: \"id\": \"church\""),
        (SCENARIO, "from: church|, bearing", "layers/places.geojson: \"id\": \"church\""),
        (SCENARIO, "combat_order: |red", "scenario.yaml: red"),
        (SCENARIO, "map: map.|yaml", "map.yaml: "),
        (MAP, "file: layers/woods|.geojson", "layers/woods.geojson: "),
        (MAP, "road: north-|road", "layers/roads.geojson: \"id\": \"north-road\""),
    ] {
        let answer = editor.ask_at("definition", name, marked);
        assert_eq!(editor.location_texts(&answer), [expected], "{marked}");
    }
    assert_eq!(editor.ask_at("definition", SCENARIO, "published: 2026|"), Json::Null);
}

#[test]
fn finds_references() {
    let mut editor = open_field(&[SCENARIO, MAP, ROADS]);
    for (name, marked, expected) in [
        (SCENARIO, "- id: |red-corps", vec!["scenario.yaml: red-corps"]),
        (MAP, "{ id: |north,", vec!["scenario.yaml: north"]),
        (
            ROADS,
            "\"id\": \"north|-road\"",
            vec!["scenario.yaml: north-road", "map.yaml: north-road"],
        ),
        (SCENARIO, "entry: |north", vec!["scenario.yaml: north"]),
    ] {
        let answer = editor.ask_at("references", name, marked);
        assert_eq!(editor.location_texts(&answer), expected, "{marked}");
    }
}

#[test]
fn completes_ids_across_files() {
    let mut editor = open_field(&[SCENARIO, MAP]);
    for (name, marked, wanted, unwanted) in [
        (SCENARIO, "entry: |north", vec!["north", "fields"], vec!["red-corps", "church"]),
        (SCENARIO, "at: { place: |church }", vec!["church", "grange"], vec!["north-road"]),
        (SCENARIO, "command: red|-corps", vec!["red-corps", "blue-corps"], vec!["navy"]),
        (
            SCENARIO,
            "lines_of_communication: [|south-road]",
            vec!["north-road", "mill-lane"],
            vec!["church"],
        ),
        (SCENARIO, "combat_order: |red", vec!["red", "blue"], vec!["navy"]),
        (
            SCENARIO,
            "id: navy, name: Navy, type: |infantry",
            vec!["infantry", "cavalry", "artillery"],
            vec!["navy"],
        ),
        (SCENARIO, "quality: |elite", vec!["elite"], vec!["infantry"]),
        (
            SCENARIO,
            "ruleset: |pub-battles",
            vec!["pub-battles/3.2", "pub-battles/3.1"],
            vec!["red"],
        ),
        (MAP, "road: |north-road", vec!["north-road", "mill-lane"], vec!["church"]),
        (MAP, "class: |woods", vec!["woods", "road", "hill"], vec!["north"]),
    ] {
        let completions = labels(&mut editor, name, marked);
        for word in wanted {
            assert!(
                completions.iter().any(|label| label == word),
                "{marked}: no {word} in {completions:?}"
            );
        }
        for word in unwanted {
            assert!(
                !completions.iter().any(|label| label == word),
                "{marked}: {word} in {completions:?}"
            );
        }
    }
}

#[test]
fn completes_keys_with_descriptions() {
    let mut editor = open_field(&[SCENARIO]);
    let end = "command: red-corps, formation: column }\n";
    editor.replace_text(SCENARIO, end, &format!("{end}      - {{ day: 1, turn: 6, \n"));
    let answer = editor.ask_at("completion", SCENARIO, "turn: 6, |");
    let items = answer["items"].as_array().expect("the value is a list");
    let entry = items.iter().find(|item| item["label"] == json!("entry"));
    let entry = entry.unwrap_or_else(|| panic!("no key `entry`: {answer}"));
    assert_eq!(entry["textEdit"]["newText"], json!("entry: "));
    let text = entry["documentation"]["value"].as_str().expect("an explanation");
    assert!(text.len() > "`entry`: ".len(), "{text}");
    // Existing keys are not offered again.
    assert!(items.iter().all(|item| item["label"] != json!("day")), "{answer}");
    // The ids are offered even though the line is incomplete.
    editor.replace_text(SCENARIO, "turn: 6, ", "turn: 6, entry: ");
    let completions = labels(&mut editor, SCENARIO, "turn: 6, entry: |");
    assert!(
        ["north", "fields"].iter().all(|id| completions.contains(&(*id).to_owned())),
        "{completions:?}"
    );
}

/// A completion replaces exactly the word at the cursor.
#[test]
fn completion_replaces_partial_word() {
    let mut editor = open_field(&[SCENARIO]);
    editor.replace_text(SCENARIO, "entry: north", "entry: nor");
    let answer = editor.ask_at("completion", SCENARIO, "entry: no|r");
    let items = answer["items"].as_array().expect("the value is a list");
    let north = items.iter().find(|item| item["label"] == json!("north")).expect("an entry");
    let text = editor.text(SCENARIO);
    let range = crate::editor::bytes(text, &north["textEdit"]["range"]).expect("within");
    assert_eq!(&text[range.clone()], "nor");
    editor.replace(SCENARIO, range, "north");
    assert_eq!(editor.finding_lines(SCENARIO), [""; 0]);
}

#[test]
fn hover_explains_items() {
    let mut editor = open_field(&[SCENARIO, MAP]);
    for (name, marked, parts) in [
        (
            SCENARIO,
            "at: { place: |church }",
            vec!["**Church**, place `church`", "layers/places.geojson"],
        ),
        (SCENARIO, "lines_of_communication: [|south-road]", vec!["road `south-road`: road"]),
        (
            SCENARIO,
            "entry: |north",
            vec!["**North Road**, entry `north`", "edge north", "map.yaml"],
        ),
        (
            SCENARIO,
            "command: |red-corps",
            vec!["**Red Corps**, command `red-corps`", "in Red Army"],
        ),
        (
            SCENARIO,
            "id: |ruby",
            vec!["**Ruby**, piece `ruby`: infantry, elite; in Red Corps, Red Army"],
        ),
        (SCENARIO, "type: |artillery", vec!["`artillery`: Massed reserve batteries."]),
        (SCENARIO, "quality: |elite", vec!["`elite`: High quality."]),
        (SCENARIO, "|column_length:", vec!["`column_length`: "]),
        (SCENARIO, "infantry: |644 m", vec!["a length with a unit: m, km, mi, yd, ft"]),
        (MAP, "|frame:", vec!["`frame`: "]),
    ] {
        let text = hover(&mut editor, name, marked);
        for part in parts {
            assert!(text.contains(part), "{marked}: no “{part}” in {text}");
        }
    }
}

/// The names of an outline, indented by two spaces for each level.
fn outline(symbols: &Json, depth: usize, lines: &mut Vec<String>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        lines.push(format!("{}{}", "  ".repeat(depth), symbol["name"].as_str().expect("a name")));
        outline(&symbol["children"], depth + 1, lines);
    }
}

#[test]
fn outlines_scenario_and_map() {
    let mut editor = open_field(&[SCENARIO, MAP, ROADS]);
    let mut names = |name: &str| {
        let params = json!({ "textDocument": { "uri": editor.uri(name) } });
        let answer = editor.ask("textDocument/documentSymbol", params).expect("an answer");
        let mut lines = Vec::new();
        outline(&answer, 0, &mut lines);
        lines
    };
    let scenario = names(SCENARIO);
    let from = scenario.iter().position(|line| line == "sides").expect("a key");
    let expected = [
        "sides",
        "  Blue Army",
        "    B. Lue",
        "    Blue Corps",
        "      Navy",
        "      Teal",
        "  Red Army",
        "    Red Corps",
        "      Ruby",
        "      Rose",
        "      Rust",
    ];
    assert_eq!(scenario[from..], expected);
    let map = names(MAP);
    let from = map.iter().position(|line| line == "entries").expect("a key");
    assert_eq!(map[from..from + 3], ["entries", "  North Road", "  Across the fields"]);
    assert_eq!(names(ROADS), ["north-road", "south-road", "mill-lane"]);
}

#[test]
fn supports_fab_battles() {
    let mut editor = Editor::with_folders(&[("crates/compile/tests/data/fab", "")], json!({}));
    editor.open(SCENARIO);
    for (marked, wanted) in [
        ("id: 1, name: Alpha, terrain: |clear", vec!["clear", "rough", "hill"]),
        ("{ a: 1, b: 2, border: |open", vec!["open", "river"]),
        ("{ a: |1, b: 2", vec!["1", "9"]),
        ("{ id: i, side: |blue", vec!["blue", "red"]),
        ("first_player: |blue", vec!["blue", "red"]),
        ("ruleset: |fab/series", vec!["fab/series"]),
    ] {
        let completions = labels(&mut editor, SCENARIO, marked);
        for word in wanted {
            assert!(
                completions.iter().any(|label| label == word),
                "{marked}: no {word} in {completions:?}"
            );
        }
    }
    let answer = editor.ask_at("definition", SCENARIO, "{ a: 1, b: |2, border: open");
    assert_eq!(editor.location_texts(&answer), ["scenario.yaml: 2"]);
    let text = hover(&mut editor, SCENARIO, "{ a: 1, b: |2, border: open");
    assert!(text.contains("**Bravo**, area `2`: rough"), "{text}");
}
