//! Warnings that the author allows with a reason.

use sandtable_compile::Outcome;
use sandtable_source::{Severity, code};

use crate::support::{Battle, battle, data, run};

/// A battle with a piece in an enemy's field of fire and the given `allow`.
fn battle_in_field_of_fire(allowed: &str) -> Outcome {
    let text = std::fs::read_to_string(data().join("bad/in-field-of-fire.scenario.yaml"));
    let text = format!("{}allow:\n{allowed}", text.expect("readable file"));
    let Battle(mut files) = battle();
    files.insert("scenario.yaml".to_owned(), text.into_bytes());
    run(&Battle(files))
}

/// The codes of errors and warnings.
fn codes(outcome: &Outcome) -> Vec<String> {
    let found = outcome.diagnostics.sorted();
    let found = found.iter().filter(|found| found.severity != Severity::Note);
    found.map(|found| found.code.to_string()).collect()
}

/// The id of the piece in the field of fire.
const AT: &str = "teal";

#[test]
fn allowed_warning_becomes_note() {
    let warned = battle_in_field_of_fire("  []\n");
    assert_eq!(codes(&warned), ["ST0508"]);
    let allowed = battle_in_field_of_fire(&format!(
        "  - {{ code: ST0508, at: {AT}, reason: \"They met at noon\" }}\n"
    ));
    assert_eq!(codes(&allowed), Vec::<String>::new());
    assert_eq!(allowed.diagnostics.summary().warnings, 0);
    let notes = allowed.diagnostics.sorted();
    let note =
        notes.iter().find(|note| note.code == code::IN_FIELD_OF_FIRE).expect("expected note");
    assert_eq!(note.help, ["allowed: They met at noon"]);
    let (warned, allowed) =
        (warned.pack.expect("valid battle"), allowed.pack.expect("valid battle"));
    assert_eq!(warned.pack_digest(), allowed.pack_digest());
}

#[test]
fn other_code_or_place_has_no_effect() {
    let cases = [
        ("  - { code: ST0508, at: navy, reason: x }\n".to_owned(), "the warning no longer occurs"),
        ("  - { code: ST0508, at: navy, reason: x }\n".to_owned(), "write `at: teal`"),
        (
            format!("  - {{ code: ST0506, at: {AT}, reason: x }}\n"),
            "the warning there is now `ST0508`",
        ),
        ("  - { code: ST0508, at: tael, reason: x }\n".to_owned(), "did you mean `teal`?"),
    ];
    for (allowed, words) in cases {
        let outcome = battle_in_field_of_fire(&allowed);
        assert_eq!(codes(&outcome), ["ST0508", "ST1203"], "{allowed}");
        let found = outcome.diagnostics.sorted();
        let unused = found
            .iter()
            .find(|found| found.code == code::ALLOW_UNUSED)
            .expect("expected diagnostic");
        assert!(unused.help.iter().any(|help| help.contains(words)), "{:?}", unused.help);
    }
}

/// An `allow` may match a check that did not run because of an error.
#[test]
fn errors_do_not_report_unused_allow() {
    let allowed = format!("  - {{ code: ST0506, at: {AT}, reason: x }}\nnonsense: 1\n");
    assert_eq!(codes(&battle_in_field_of_fire(&allowed)), ["ST0508", "ST0201"]);
}

/// All diagnostics inside a feature concern that feature.
#[test]
fn map_allows_warnings_of_its_layers() {
    let text = std::fs::read_to_string(data().join("bad/level-alone.hills.geojson"));
    let mut battle = battle();
    battle.0.insert("layers/hills.geojson".to_owned(), text.expect("readable file").into_bytes());
    let found = run(&battle);
    assert_eq!(codes(&found), ["ST0716"]);
    let subjects = found.diagnostics.sorted();
    let label =
        &subjects.iter().find(|f| f.code == code::HILL_LEVEL).expect("expected diagnostic").message;
    let id = label.split('`').nth(1).expect("id in backticks").to_owned();
    let map = String::from_utf8(battle.0["map.yaml"].clone()).expect("UTF-8 text");
    let map =
        format!("{map}allow:\n  - {{ code: ST0716, at: {id}, reason: \"its foot is cut off\" }}\n");
    battle.0.insert("map.yaml".to_owned(), map.into_bytes());
    assert_eq!(codes(&run(&battle)), Vec::<String>::new());
}

/// The small battle with eight more hills whose crests are displaced to the north; some of the
/// resulting warnings are allowed.
fn battle_with_moved_crests(allowed: usize) -> Outcome {
    let mut battle = battle();
    let map = String::from_utf8(battle.0["map.yaml"].clone()).expect("UTF-8 text");
    let mut set = |file: &str, text: String| {
        battle.0.insert(file.to_owned(), text.into_bytes());
    };
    let layer = |features: Vec<String>| {
        format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
    };
    let feature = |properties: String, geometry: String| {
        format!("{{\"type\":\"Feature\",\"properties\":{{{properties}}},\"geometry\":{geometry}}}")
    };
    let west = |number: usize| 9.965 + 0.004 * number as f64;
    let hills = (0..8).map(|number| {
        let [west, east] = [west(number), west(number) + 0.002];
        let ring = format!("[[[{west:.6},49.976],[{east:.6},49.976],[{east:.6},49.978],[{west:.6},49.978],[{west:.6},49.976]]]");
        let geometry = format!("{{\"type\":\"Polygon\",\"coordinates\":{ring}}}");
        feature(format!("\"id\":\"h{number}\",\"level\":1"), geometry)
    });
    let crests = (0..8).map(|number| {
        let [west, east] = [west(number) + 0.0005, west(number) + 0.0015];
        let line = format!("[[{west:.6},49.981],[{east:.6},49.981]]");
        let geometry = format!("{{\"type\":\"LineString\",\"coordinates\":{line}}}");
        feature(format!("\"id\":\"c{number}\",\"hill\":\"h{number}\""), geometry)
    });
    set("layers/hills.geojson", layer(hills.collect()));
    set("layers/crests.geojson", layer(crests.collect()));
    let allow: String = (0..allowed)
        .map(|number| format!("  - {{ code: ST0717, at: c{number}, reason: a saddle }}\n"))
        .collect();
    let allow = if allowed == 0 { " []\n".to_owned() } else { format!("\n{allow}") };
    set("map.yaml", format!("{map}allow:{allow}"));
    run(&battle)
}

/// Crests of one displaced layer give one diagnostic. Allowed crests do not count, because the
/// author has reviewed them.
#[test]
fn allowed_crests_do_not_hide_moved_layer() {
    let told = |allowed: usize| {
        let outcome = battle_with_moved_crests(allowed);
        let found = outcome.diagnostics.sorted();
        let crests = found.iter().filter(|found| found.code == code::CREST_OFF_HILL);
        let [notes, others]: [Vec<_>; 2] = [true, false].map(|note| {
            let kept = crests.clone().filter(|found| (found.severity == Severity::Note) == note);
            kept.map(|found| found.message.to_string()).collect()
        });
        assert_eq!(notes.len(), allowed, "{notes:?}");
        assert!(!codes(&outcome).contains(&"ST1203".to_owned()));
        others
    };
    let moved =
        |count| format!("{count} of 8 crests are not on their hills or not along their tops");
    assert_eq!(told(0), [moved(8)]);
    assert_eq!(told(1), [moved(7)]);
    // So few crests may be separate mistakes.
    assert_eq!(told(3).len(), 5);
}

/// Low strengths of three pieces are one warning at the scenario; allowing one of them leaves two
/// warnings.
#[test]
fn low_strengths_are_allowed_once() {
    let warnings_with = |allowed: &str| {
        let text = std::fs::read_to_string(data().join("bad/few-men-everywhere.scenario.yaml"));
        let Battle(mut files) = battle();
        let text = format!("{}allow:\n{allowed}", text.expect("readable file"));
        files.insert("scenario.yaml".to_owned(), text.into_bytes());
        codes(&run(&Battle(files)))
    };
    assert_eq!(warnings_with("  []\n"), ["ST0405"]);
    let none: [&str; 0] = [];
    assert_eq!(
        warnings_with("  - { code: ST0405, at: field, reason: \"A small battle\" }\n"),
        none
    );
    let one = warnings_with("  - { code: ST0405, at: navy, reason: \"A half-battalion\" }\n");
    assert_eq!(one, ["ST0405", "ST0405"]);
}
