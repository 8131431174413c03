use proptest::prelude::*;

use super::*;
use crate::diagnostic::Diagnostics;
use crate::file::SourceMap;

fn codes_and_tree(text: &str) -> (Vec<String>, Option<Node>, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add("a.yaml", text);
    let mut diagnostics = Diagnostics::new();
    let tree = parse(&sources, file, &mut diagnostics);
    let codes = diagnostics.sorted().iter().map(|d| d.code.to_string()).collect();
    (codes, tree, sources)
}

/// The node at a JSON pointer (`/sides/union/commands/0`), or its deepest existing ancestor.
fn at_pointer<'n>(tree: &'n Node, pointer: &str) -> &'n Node {
    let mut node = tree;
    for step in pointer.split('/').skip(1) {
        let next = match &node.value {
            Value::Map(_) => node.entry(step).map(|entry| &entry.value),
            Value::List(items) => step.parse().ok().and_then(|index: usize| items.get(index)),
            _ => None,
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

#[test]
fn spans_cover_keys_and_values() {
    let text = "title: Été\nsides:\n  union: { colour: \"#1f3a5f\", at: [1, -2.5] }\n  x:\n    - a\n    - b\nend: 1\n";
    let (codes, tree, sources) = codes_and_tree(text);
    assert_eq!(codes, [""; 0]);
    let tree = tree.expect("good YAML");
    let union = &tree.entry("sides").expect("sides").value.entry("union").expect("union").value;
    assert_eq!(sources.slice(union.span), "{ colour: \"#1f3a5f\", at: [1, -2.5] }");
    let colour = union.entry("colour").expect("colour");
    assert_eq!(sources.slice(colour.key_span), "colour");
    assert_eq!(sources.slice(colour.value.span), "\"#1f3a5f\"");
    assert_eq!(sources.slice(at_pointer(&tree, "/sides/union/at/1").span), "-2.5");
    assert_eq!(sources.slice(at_pointer(&tree, "/sides/x").span), "- a\n    - b");
    assert_eq!(sources.slice(at_pointer(&tree, "/sides/x/7").span), "- a\n    - b");
    assert_eq!(sources.start(at_pointer(&tree, "/title").span).column, 8);
}

#[test]
fn explains_key_in_list() {
    let table = [
        ("arms", "missing `-` to continue the list above", 4),
        ("sides", "expected a key for each side, found a list item", 2),
    ];
    for (key, words, line) in table {
        let text = format!("{key}:\n  - union:\n      x: 1\n  confederate:\n      x: 2\n");
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        assert_eq!(parse(&sources, file, &mut diagnostics), None);
        let label = &diagnostics.sorted()[0].labels[0];
        assert!(label.text.starts_with(words), "{}", label.text);
        assert_eq!(label.place.positions(&sources).0.line, line);
    }
}

#[test]
fn reports_no_break_space_once() {
    for text in ["a:\n  b: 1\n\u{a0}\u{a0}c: 2\n  d: 3\n", "a:\n  b: 1\n\u{a0}\u{a0}c:\n    d: 3\n"]
    {
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        assert_eq!(parse(&sources, file, &mut diagnostics), None, "{text}");
        let found = diagnostics.sorted();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].labels[0].place.positions(&sources).0.line, 3, "{text}");
    }
}

#[test]
fn reports_unclosed_bracket() {
    let opened = |text: &str| {
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        assert_eq!(parse(&sources, file, &mut diagnostics), None, "{text}");
        let found = diagnostics.sorted();
        assert_eq!(found.len(), 1, "{text}");
        let label = found[0].labels.iter().find(|label| label.text.starts_with("opened here"));
        label.map(|label| {
            let position = label.place.positions(&sources).0;
            (position.line, position.column)
        })
    };
    let table = [
        ("a:\n  - { x: 1, at: [1, 2], y: \"}\"\n  - { x: 2 }\nb: 1\nc:\n  - d\n", Some((2, 5))),
        ("a: [1, 2 # a ] in a comment\nb: 1\nc:\n  - d\n", Some((1, 4))),
        // A fault with all brackets closed, and a fault on the line of its bracket.
        ("a: { x: 1 }\nb: c: d\n", None),
        ("it's: don't\nb: c: d\n", None),
    ];
    for (text, place) in table {
        assert_eq!(opened(text), place, "{text}");
    }
}

#[test]
fn reports_missing_dash_before_brace() {
    let table = [
        ("a:\n  - { x: 1 }\n  { x: 2 }\n  - { x: 3 }\n", 3),
        ("a:\n  - { x: 1 }\n    { x: 2 }\n  - { x: 3 }\n", 3),
        ("a:\n  { x: 1 }\n  - { x: 2 }\n", 2),
        ("a:\n    { x: 1 }\n\n  - { x: 2 }\n", 2),
        ("a:\n  - { x: 1 }\n  {\n    x: 2,\n  }\n", 3),
    ];
    for (text, line) in table {
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        assert_eq!(parse(&sources, file, &mut diagnostics), None, "{text}");
        let label = &diagnostics.sorted()[0].labels[0];
        assert_eq!(label.text, "missing `- ` before `{`", "{text}");
        assert_eq!(label.place.positions(&sources).0.line, line, "{text}");
    }
}

#[test]
fn splits_merged_list_items() {
    // The keys of a list's only item, and the number of items after splitting.
    let table = [
        ("a b c a b c", 2),
        ("a b c c", 1),
        ("a b c b c", 2),
        ("a b c d e d", 1),
        ("a b c d e d e", 1),
        ("a b c x b a c", 2),
        ("a a b c a b c", 2),
        ("a b a b a b", 3),
        ("a a a", 1),
    ];
    for (keys, items) in table {
        let lines: Vec<String> = keys.split(' ').map(|key| format!("{key}: 1\n")).collect();
        let (codes, tree, _) = codes_and_tree(&format!("- {}", lines.join("  ")));
        let tree = tree.expect("good");
        let Value::List(found) = &tree.value else { panic!("a list") };
        assert_eq!(found.len(), items, "{keys}");
        assert!(found.iter().all(|item| item.is_part == (items > 1)), "{keys}");
        assert!(!codes.is_empty() && codes.iter().all(|code| *code == "ST0102"), "{keys}");
    }
}

#[test]
fn reports_faults_and_continues() {
    let table = [
        ("a: 1\na: 2\n", "ST0102"),
        ("a: !tag 1\n", "ST0103"),
        ("a: *nowhere\n", "ST0106"),
        ("[1, 2]: 3\n", "ST0107"),
        ("a: 1\n---\nb: 2\n", "ST0108"),
        ("a: [1, 2\nb: 3\n", "ST0101"),
        ("a: b: c\n", "ST0101"),
        ("a:\n\tb: 1\n", "ST0101"),
        ("a: &x [*x]\n", "ST0106"),
    ];
    for (text, code) in table {
        let (codes, _, _) = codes_and_tree(text);
        assert_eq!(codes, [code], "{text:?}");
    }
}

#[test]
fn explains_syntax_without_jargon() {
    let table = [
        ("en: Lee: a life\n", "`en: \"Lee: a life\"`"),
        ("a: { type: horse foot: x }\n", "`type: horse, foot: …`"),
        ("a: { fr: 'l'art' }\n", "double quotes"),
        ("a:\n  b: 1\n c: 2\n", "to align it with `b`"),
        ("- {x: 1,\n- y\n", "add the missing `}`"),
        ("a: [1, 2\nb: 3\n", "add the missing `]`"),
        ("a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n", "lines of one version"),
        ("a: 1\n// b is omitted\nc: 2\n", "start the comment with `#`"),
    ];
    for (text, help) in table {
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        let file = sources.add("test.yaml", text);
        assert!(parse(&sources, file, &mut diagnostics).is_none());
        let found = format!("{:?}", diagnostics.sorted()).replace("\\\"", "\"");
        assert!(found.contains(help), "{text}: {found}");
        assert!(!found.contains("mapping") && !found.contains("scalar"), "{found}");
    }
}

#[test]
fn rejects_deep_and_expanding_files() {
    let nested = "[".repeat(20_000);
    assert_eq!(codes_and_tree(&nested).0, ["ST0104"]);
    let blocks: String = (0..1_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert_eq!(codes_and_tree(&blocks).0, ["ST0104"]);
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    assert_eq!(codes_and_tree(&bomb).0, ["ST0105"]);
}

#[test]
fn aliases_repeat_values() {
    let (codes, tree, _) = codes_and_tree("a: &x { b: 1 }\nc: *x\n");
    assert_eq!(codes, [""; 0]);
    assert_eq!(
        tree.expect("good").to_json(),
        serde_json::json!({ "a": { "b": 1 }, "c": { "b": 1 } })
    );
}

fn assert_spans_within(node: &Node, text: &str) {
    assert!(text.get(node.span.range()).is_some());
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| assert_spans_within(item, text)),
        Value::Map(entries) => entries.iter().for_each(|entry| {
            assert!(text.get(entry.key_span.range()).is_some());
            assert_spans_within(&entry.value, text);
        }),
        _ => {}
    }
}

/// Strings similar enough to YAML to nest deeply.
fn yaml_like_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a: ".to_owned()),
        Just("\n".to_owned()),
        Just("  ".to_owned()),
        Just("- ".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("&x ".to_owned()),
        Just("*x".to_owned()),
        Just("|\n".to_owned()),
        Just("\"".to_owned()),
        Just("'".to_owned()),
        Just("# c\n".to_owned()),
        Just("---\n".to_owned()),
        Just("? ".to_owned()),
        Just(", ".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("é".to_owned()),
        Just("\t".to_owned()),
        Just("!t ".to_owned()),
        Just("%YAML 1.2\n".to_owned()),
        "[ -~]{0,4}",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_never_panics(text in yaml_like_text()) {
        let (codes, tree, _) = codes_and_tree(&text);
        match tree {
            Some(tree) => assert_spans_within(&tree, &text),
            None => prop_assert!(!codes.is_empty(), "no tree and no diagnostic"),
        }
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        let _ = parse(&sources, file, &mut diagnostics);
        for colour in [crate::Colour::Always, crate::Colour::Never] {
            let _ = crate::human(&sources, &diagnostics, true, colour, 80);
        }
    }
}
