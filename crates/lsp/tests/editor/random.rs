//! For any text, the server keeps running, and every position in its answers is within the text.

use proptest::prelude::*;
use sandtable_lsp::Ending;
use serde_json::{Value as Json, json};

use crate::editor::{Editor, bytes, position};

const NAMES: [&str; 3] = ["scenario.yaml", "map.yaml", "layers/roads.geojson"];

/// An edit: the document, the position as a fraction of its length, the length removed, and the
/// text inserted.
#[derive(Clone, Debug)]
struct Edit {
    name: usize,
    at: f64,
    removed: usize,
    inserted: String,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let pieces = prop::sample::select(vec![
        "",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\t",
        ":",
        ": ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "|\n",
        ">",
        "&a ",
        "*a",
        "!t ",
        "#",
        ",",
        "---\n",
        "...\n",
        "%",
        "\\",
        "é",
        "𝄞",
        "\u{feff}",
        "\u{2028}",
        "\0",
        "north",
        "red-corps",
        "sides:\n  red:\n",
        "  include: scenario.yaml\n",
        "map: map.yaml\n",
        "a: &a [*a, *a]\n",
        "\"id\": \"x\", ",
        "99999999999999999999",
    ]);
    let inserted = prop::collection::vec(pieces, 0..4).prop_map(|pieces| pieces.concat());
    let removed = prop_oneof![4 => 0_usize..4, 1 => 0_usize..400];
    let edit = (0..NAMES.len(), 0.0..=1.0, removed, inserted)
        .prop_map(|(name, at, goes, comes)| Edit { name, at, removed: goes, inserted: comes });
    prop::collection::vec(edit, 1..6)
}

/// All ranges in an answer, each with its file: the URI of the innermost object around it.
fn ranges<'j>(answer: &'j Json, uri: &'j str, found: &mut Vec<(&'j str, &'j Json)>) {
    match answer {
        Json::Object(members) => {
            let uri = members.get("uri").and_then(Json::as_str).unwrap_or(uri);
            for (key, value) in members {
                match key.as_str() {
                    "range" | "selectionRange" => found.push((uri, value)),
                    _ => ranges(value, uri, found),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| ranges(item, uri, found)),
        _ => {}
    }
}

fn check_ranges(editor: &Editor, name: &str, answer: &Json) -> Result<(), TestCaseError> {
    let own_uri = editor.uri(name);
    let mut found = Vec::new();
    ranges(answer, &own_uri, &mut found);
    for (uri, range) in found {
        let open = NAMES.iter().find(|name| editor.uri(name) == uri);
        let text = match open {
            Some(name) => editor.text(name).to_owned(),
            None => {
                let path = uri.strip_prefix("file://").expect("a file");
                std::fs::read_to_string(path).expect("an existing file")
            }
        };
        // A single `\r` ends a line like `\n`.
        let text = text.replace("\r\n", "\u{1}\n").replace('\r', "\n").replace('\u{1}', "\r");
        prop_assert!(bytes(&text, range).is_some(), "{range} of {uri} in {text:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn survives_random_edits(edits in edits(), pointer in 0.0..=1.0) {
        let mut editor = Editor::with_field();
        NAMES.iter().for_each(|name| editor.open(name));
        for Edit { name, at, removed, inserted } in edits {
            let name = NAMES[name];
            let text = editor.text(name);
            let start = text.floor_char_boundary((text.len() as f64 * at) as usize);
            let end = text.floor_char_boundary(start + removed);
            // Editors have no position between `\r` and `\n`.
            let splits = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
            if text.contains('\r') || splits(start) || splits(end) {
                continue;
            }
            editor.replace(name, start..end, &inserted);
        }
        for name in NAMES {
            let text = editor.text(name).to_owned();
            let byte = text.floor_char_boundary((text.len() as f64 * pointer) as usize);
            let place = position(&text, byte);
            for method in ["hover", "completion", "definition", "references", "documentSymbol", "codeAction"] {
                let params = json!({
                    "textDocument": { "uri": editor.uri(name) },
                    "position": place,
                    "range": { "start": place, "end": place },
                    "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 },
                });
                let answer = editor.ask(&format!("textDocument/{method}"), params);
                prop_assert!(answer.is_ok(), "{method} of {name}: {answer:?}");
                check_ranges(&editor, name, &answer.expect("an answer"))?;
            }
        }
        prop_assert_eq!(editor.shut_down(), Ending::Graceful);
    }
}
