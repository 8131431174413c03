//! Warnings that are allowed with a reason.

mod support;

use sandtable_compile::Outcome;
use sandtable_source::{Severity, code};

use support::{Battle, battle, data, run};

/// A battle with a piece in an enemy's field of fire, which allows what is given.
fn in_sight(allowed: &str) -> Outcome {
    let text = std::fs::read_to_string(data().join("bad/in-field-of-fire.scenario.yaml"));
    let text = format!("{}allow:\n{allowed}", text.expect("readable"));
    let Battle(mut files) = battle();
    files.insert("scenario.yaml".to_owned(), text.into_bytes());
    run(&Battle(files))
}

/// Codes of errors and warnings.
fn codes(outcome: &Outcome) -> Vec<String> {
    let found = outcome.diagnostics.sorted();
    let found = found.iter().filter(|found| found.severity != Severity::Note);
    found.map(|found| found.code.to_string()).collect()
}

/// The id of the piece that stands in the field of fire.
const AT: &str = "teal";

#[test]
fn a_warning_that_is_allowed_becomes_a_note_with_its_reason() {
    let warned = in_sight("  []\n");
    assert_eq!(codes(&warned), ["ST0508"]);
    let allowed =
        in_sight(&format!("  - {{ code: ST0508, at: {AT}, reason: \"They met at noon\" }}\n"));
    assert_eq!(codes(&allowed), Vec::<String>::new());
    assert_eq!(allowed.diagnostics.summary().warnings, 0);
    let notes = allowed.diagnostics.sorted();
    let note = notes.iter().find(|note| note.code == code::IN_FIELD_OF_FIRE).expect("a note");
    assert_eq!(note.help, ["allowed: They met at noon"]);
    let (warned, allowed) = (warned.pack.expect("good"), allowed.pack.expect("good"));
    assert_eq!(warned.pack_digest(), allowed.pack_digest());
}

#[test]
fn another_code_or_place_allows_nothing() {
    let cases = [
        ("  - { code: ST0508, at: navy, reason: x }\n".to_owned(), "nothing is wrong there now"),
        ("  - { code: ST0508, at: navy, reason: x }\n".to_owned(), "write `at: teal`"),
        (format!("  - {{ code: ST0506, at: {AT}, reason: x }}\n"), "reported there now is ST0508"),
        ("  - { code: ST0508, at: tael, reason: x }\n".to_owned(), "did you mean `teal`?"),
    ];
    for (allowed, words) in cases {
        let outcome = in_sight(&allowed);
        assert_eq!(codes(&outcome), ["ST0508", "ST1203"], "{allowed}");
        let found = outcome.diagnostics.sorted();
        let unused = found.iter().find(|found| found.code == code::ALLOW_UNUSED).expect("found");
        assert!(unused.help.iter().any(|help| help.contains(words)), "{:?}", unused.help);
    }
}

/// What an error keeps from being checked may be there.
#[test]
fn an_error_says_nothing_of_what_is_allowed() {
    let allowed = format!("  - {{ code: ST0506, at: {AT}, reason: x }}\nnonsense: 1\n");
    assert_eq!(codes(&in_sight(&allowed)), ["ST0508", "ST0201"]);
}

/// The findings of a feature are about the feature, wherever in it they lie.
#[test]
fn a_map_allows_what_is_found_in_its_layers() {
    let text = std::fs::read_to_string(data().join("bad/level-alone.hills.geojson"));
    let mut battle = battle();
    battle.0.insert("layers/hills.geojson".to_owned(), text.expect("readable").into_bytes());
    let found = run(&battle);
    assert_eq!(codes(&found), ["ST0716"]);
    let subjects = found.diagnostics.sorted();
    let label = &subjects.iter().find(|f| f.code == code::HILL_LEVEL).expect("found").message;
    let id = label.split('`').nth(1).expect("an id").to_owned();
    let map = String::from_utf8(battle.0["map.yaml"].clone()).expect("text");
    let map =
        format!("{map}allow:\n  - {{ code: ST0716, at: {id}, reason: \"its foot is cut off\" }}\n");
    battle.0.insert("map.yaml".to_owned(), map.into_bytes());
    assert_eq!(codes(&run(&battle)), Vec::<String>::new());
}
