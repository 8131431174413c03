//! The pages of diagnostic codes exist and are complete, their examples can be parsed, and the
//! generated document is current.

use std::path::{Path, PathBuf};

use sandtable_source::{
    Block, CODES, Code, Diagnostics, SourceMap, blocks, pages_as_markdown, parse,
};

fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_page_parses() {
    for entry in CODES {
        let code = entry.code;
        let whole = code.page().is_some();
        assert!(whole, "{code}: its page must have text, `## Wrong` and `## Right`, in this order");
    }
}

#[test]
fn every_page_belongs_to_a_code() {
    for entry in std::fs::read_dir(crate_folder().join("pages")).expect("the folder exists") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        let code = name.strip_suffix(".md").and_then(Code::parse);
        assert_eq!(code.map(|code| format!("{code}.md")), Some(name));
    }
}

/// Checks the examples in a part: there is at least one, and YAML and JSON parse, unless a syntax
/// error is the mistake.
fn check_examples(code: Code, part: &str, may_be_faulty: bool) {
    let examples = blocks(part).into_iter().filter_map(|block| match block {
        Block::Example { language, text } => Some((language, text)),
        Block::Paragraph(_) => None,
    });
    let mut count = 0;
    for (language, text) in examples {
        count += 1;
        match language {
            "yaml" => {
                let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
                let file = sources.add(code.to_string(), text);
                let _ = parse(&sources, file, &mut diagnostics);
                for found in diagnostics.sorted() {
                    let is_expected = may_be_faulty && found.code == code;
                    assert!(is_expected, "{code}: {} in\n{text}", found.message);
                }
            }
            "json" => {
                let read: Result<serde_json::Value, _> = serde_json::from_str(text);
                assert!(read.is_ok(), "{code}: {read:?} in\n{text}");
            }
            "sh" | "text" => {}
            other => panic!("{code}: a fence is yaml, json, sh or text, not `{other}`"),
        }
    }
    assert!(count > 0, "{code}: no example in\n{part}");
    assert_eq!(part.matches("```").count(), 2 * count, "{code}: a fence is not closed");
}

#[test]
fn page_examples_parse() {
    for (code, page) in CODES.iter().filter_map(|entry| Some((entry.code, entry.code.page()?))) {
        check_examples(code, page.wrong, true);
        check_examples(code, page.right, false);
        if let Some(rule) = page.rule {
            assert!(rule.starts_with("PB-") || rule.starts_with("FAB-"), "{code}: {rule}");
        }
    }
}

#[test]
fn diagnostics_document_is_current() {
    let file = crate_folder().join("../../docs/diagnostics.md");
    let committed = std::fs::read_to_string(Path::new(&file)).unwrap_or_default();
    assert!(
        committed == pages_as_markdown(),
        "docs/diagnostics.md is stale: run `cargo run -- explain --markdown > docs/diagnostics.md`"
    );
}
