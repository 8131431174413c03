//! Bad input, with one mistake in each file. Each file in `data/bad` replaces the file with the
//! same ending in the small battle `data/field`. Marks (`~ ST0000`) show the lines that must be
//! reported. No other lines and no follow-on errors may be reported, and there is no pack.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sandtable_compile::{Outcome, checks, compile};
use sandtable_pack::{AnyPack, Language};
use sandtable_source::{
    CODES, Code, Colour, Diagnostics, MAX_TEXT_BYTES, ProjectPath, Severity, code,
};

use crate::elevation::{Tif, WHOLE_FRAME, ground, is_in_box};
use crate::support::{Battle, battle, data, run};

/// Returns the replaced file: `name.scenario.yaml` replaces `scenario.yaml`, `name.woods.geojson`
/// replaces `layers/woods.geojson`.
fn replaced(case: &str) -> String {
    let (_, role) = case.split_once('.').expect("file name `name.role.ending`");
    if role.ends_with(".geojson") { format!("layers/{role}") } else { role.to_owned() }
}

/// Generates a file that cannot be stored as a text case: an elevation file, or a file that is too
/// large.
fn generated_file(case: &str) -> Option<(&'static str, Vec<u8>)> {
    let hole = |longitude, latitude| {
        let is_hole = is_in_box([10.0, 50.02], longitude, latitude, [0.002, 0.001]);
        if is_hole { f32::NAN } else { ground(longitude, latitude) }
    };
    let needle = |longitude, latitude| {
        let is_needle = is_in_box([10.0101, 50.01025], longitude, latitude, [0.0003, 0.00025]);
        ground(longitude, latitude) + if is_needle { 200.0 } else { 0.0 }
    };
    let hollow = |longitude: f64, latitude: f64| {
        let plain = 200.0 + 600.0 * (longitude - 10.0) + 140.0 * (latitude - 50.0);
        (2.0 * plain) as f32 - ground(longitude, latitude)
    };
    let file = match case {
        "elevation-of-half-the-map" => Tif { size: [80, 140], ..WHOLE_FRAME }.write(ground),
        "elevation-with-a-hole" => WHOLE_FRAME.write(hole),
        "elevation-of-the-andes" => {
            WHOLE_FRAME.write(|longitude, latitude| ground(longitude, latitude) + 4_000.0)
        }
        "elevation-with-a-needle" => WHOLE_FRAME.write(needle),
        "elevation-in-feet" => WHOLE_FRAME
            .with_keys(&[[1024, 2], [2048, 4326], [4099, 9003]])
            .write(|longitude, latitude| ground(longitude, latitude) / 0.3048),
        "elevation-too-coarse" => {
            Tif { step: [0.0025, 0.002], size: [40, 35], ..WHOLE_FRAME }.write(ground)
        }
        "elevation-in-metres-east" => {
            WHOLE_FRAME.with_keys(&[[1024, 1], [3072, 3_035]]).write(ground)
        }
        "elevation-is-a-page" => b"<!DOCTYPE html><html>Not found".to_vec(),
        "hill-in-a-hollow" => WHOLE_FRAME.write(hollow),
        "crest-on-the-slope" => WHOLE_FRAME.write(ground),
        "too-many-blocks" => return Some(("crowd.yaml", crowd().into_bytes())),
        "include-too-large" => return Some(("oob.yaml", vec![b' '; MAX_TEXT_BYTES + 1])),
        _ => return None,
    };
    Some(("elevation.tif", file))
}

/// A corps with more pieces than a table holds, and a mark on the first excess piece.
fn crowd() -> String {
    let head = "- id: blue-corps\n  title: Blue Corps\n  short: B\n  hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }\n  baggage: { at: [10.012, 49.981], facing: N }\n  pieces:\n";
    let piece = |number: usize| {
        let mark = if number == 997 { "  # ~ ST0515" } else { "" };
        format!(
            "    - {{ id: p{number}, name: P{number}, type: infantry, at: [10.006, 49.99], facing: N }}{mark}\n"
        )
    };
    format!("{head}{}", (0..1_001).map(piece).collect::<String>())
}

/// Returns the small battle with a case's file, and any other files for the case from
/// `data/bad_parts/name` or `data/good_parts/name`. Also returns the replaced files with their
/// text.
fn battle_with_case(case: &Path) -> (Battle, Vec<(String, String)>) {
    let name = case.file_name().expect("valid file name").to_string_lossy();
    let mut battle = battle();
    let mut replaced_files = Vec::new();
    let mut add = |file: String, path: &Path| {
        let bytes = std::fs::read(path).expect("readable file");
        replaced_files.push((file.clone(), String::from_utf8_lossy(&bytes).into_owned()));
        battle.0.insert(file, bytes);
    };
    add(replaced(&name), case);
    let (title, role) = name.split_once('.').expect("file name `name.role.ending`");
    let folder =
        case.parent().expect("a folder").file_name().expect("valid file name").to_string_lossy();
    let parts = data().join(format!("{folder}_parts")).join(title);
    for folder in ["", "other/", "layers/", "symbols/"] {
        for entry in std::fs::read_dir(parts.join(folder)).into_iter().flatten() {
            let path = entry.expect("readable entry").path();
            if path.is_file() {
                let name = path.file_name().expect("valid file name").to_string_lossy();
                add(format!("{folder}{name}"), &path);
            }
        }
    }
    if let Some((file, bytes)) = generated_file(title) {
        replaced_files.push((file.to_owned(), String::from_utf8_lossy(&bytes).into_owned()));
        battle.0.insert(file.to_owned(), bytes);
        if file == "elevation.tif" && role != "map.yaml" {
            let relief = "elevation: { file: elevation.tif }\nlayers:\n";
            battle = battle.edited("map.yaml", "layers:\n", relief);
        }
    }
    (battle, replaced_files)
}

/// A file of `data/bad`, with its outcome.
struct Case {
    name: String,
    /// The replaced files with their text.
    put: Vec<(String, String)>,
    outcome: Outcome,
}

/// All cases, compiled once for all tests.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let files = std::fs::read_dir(data().join("bad")).expect("the folder exists");
    let mut files: Vec<PathBuf> =
        files.map(|entry| entry.expect("readable entry").path()).collect();
    files.sort();
    let case = |file: &PathBuf| {
        let name = file.file_name().expect("valid file name").to_string_lossy().into_owned();
        let (battle, put) = battle_with_case(file);
        Case { name, put, outcome: run(&battle) }
    };
    files.iter().map(case).collect()
});

fn marks(text: &str) -> BTreeSet<(u32, String)> {
    let mut marks = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("~ ST") {
            marks.insert((index as u32 + 1, line[at + 2..at + 8].to_owned()));
        }
    }
    marks
}

/// The file, line and code of a diagnostic, at its first span.
type FoundDiagnostic = (String, u32, String);

/// All diagnostics except notes.
fn reported(outcome: &Outcome) -> BTreeSet<FoundDiagnostic> {
    with_severity(outcome, |severity| severity != Severity::Note)
}

fn with_severity(
    outcome: &Outcome,
    is_wanted: impl Fn(Severity) -> bool,
) -> BTreeSet<FoundDiagnostic> {
    let findings = outcome.diagnostics.sorted();
    findings
        .iter()
        .filter(|finding| is_wanted(finding.severity))
        .map(|finding| {
            let needs_help = finding.severity != Severity::Note;
            assert!(!needs_help || !finding.help.is_empty(), "{finding:?} has no help");
            assert!(
                finding.message.as_str() != finding.code.title(),
                "{finding:?} only repeats its title"
            );
            let place = finding.labels.first().expect("every diagnostic has a label").place;
            let file = outcome.sources.file(place.file()).path().to_owned();
            (file, place.positions(&outcome.sources).0.line, finding.code.to_string())
        })
        .collect()
}

#[test]
fn small_battle_is_valid() {
    let outcome = run(&battle());
    assert_eq!(reported(&outcome), BTreeSet::new());
    assert!(outcome.pack.is_some());
}

#[test]
fn reports_each_mistake_once_in_place() {
    let (mut seen, mut failures) = (BTreeSet::new(), Vec::new());
    for Case { name, put, outcome } in &*CASES {
        let marked = |(file, text): &(String, String)| {
            marks(text)
                .into_iter()
                .map(|(line, code)| (file.clone(), line, code))
                .collect::<Vec<_>>()
        };
        let expected: BTreeSet<_> = put.iter().flat_map(marked).collect();
        if expected.is_empty() {
            failures.push(format!("{name} marks nothing"));
        }
        let mut found = reported(outcome);
        // Many notes are reported; only the marked ones are required.
        let notes = with_severity(outcome, |severity| severity == Severity::Note);
        found.extend(notes.into_iter().filter(|note| expected.contains(note)));
        if found != expected || outcome.pack.is_none() != outcome.diagnostics.has_errors() {
            let shown = rendered(&outcome.sources, &outcome.diagnostics);
            failures.push(format!("{name}: expected {expected:?}\n{shown}"));
        }
        failures.extend(too_wide(outcome).map(|line| format!("{name}: too wide: {line}")));
        seen.extend(expected.into_iter().map(|(_, _, code)| code));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let is_elsewhere = |code: Code| TESTED_ELSEWHERE.iter().any(|(other, ..)| *other == code);
    let missing: Vec<String> = CODES
        .iter()
        // Area battles have their cases in `data/fab/bad`, imports in `import.rs`, and games in the
        // findings of the runner.
        .filter(|entry| ![14, 15, 16].contains(&entry.code.group()))
        .filter(|entry| !is_elsewhere(entry.code) && !seen.contains(&entry.code.to_string()))
        .map(|entry| format!("{} {}", entry.code, entry.title))
        .collect();
    assert!(missing.is_empty(), "codes without a case: {missing:#?}");
}

/// Returns a line of an excerpt that is too wide for a narrow terminal, if any.
fn too_wide(outcome: &Outcome) -> Option<String> {
    const NARROW_WIDTH: usize = 72;
    let (sources, found) = (&outcome.sources, &outcome.diagnostics);
    let text = sandtable_source::human(sources, found, false, Colour::Never, NARROW_WIDTH);
    let is_of_excerpt = |line: &&str| {
        line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|')
    };
    let mut lines = text.lines().filter(is_of_excerpt);
    lines.find(|line| line.chars().count() > NARROW_WIDTH).map(str::to_owned)
}

/// Codes that are tested elsewhere, each with the file and the test. Their input is not text or
/// very long (packs, duplicate battles, names on other systems), or is not a battle (shop profiles,
/// finished PDFs).
const TESTED_ELSEWHERE: &[(Code, &str, &str)] = &[
    (code::LIST_TOO_LONG, "tests/hostile/values.rs", "rejects_overlong_lists"),
    (code::NAME_IN_CAPITALS, "tests/suite/file_names.rs", "reports_wrong_capitals_on_any_system"),
    (code::LAYER_HEAPED, "tests/hostile/terrain.rs", "reports_overlapping_areas_once"),
    (code::PACK_UNREADABLE, "tests/suite/no_text.rs", "reports_damaged_pack_at_file"),
    (code::PACK_NEWER, "tests/suite/no_text.rs", "reports_pack_format_at_file"),
    (code::SAME_BATTLE, "tests/suite/no_text.rs", "reports_duplicate_battle_id_at_both"),
    (code::PACK_REFUSED, "src/compile.rs", "reports_pack_faults_with_part"),
    (code::GUTTER_TOO_NARROW, SHOP, "reports_mistakes_on_marked_lines"),
    (code::UNKNOWN_PROFILE, SHOP, "reports_mistakes_on_marked_lines"),
    (code::SPOT_NAME, SHOP, "reports_mistakes_on_marked_lines"),
    (code::STOCK_LAYOUT, STOCKS, "reports_mistakes_on_marked_lines"),
    (code::LARGER_THAN_STOCK, PRINTING, "reports_component_larger_than_label"),
    (code::TOO_FEW_SHEETS, PRINTING, "reports_too_few_label_sheets"),
    (code::STOCK_TOO_WIDE, PRINTING, "reports_stock_wider_than_printer"),
    (code::LETTERS_TOO_SMALL, PRINTING, "reports_small_text_and_safe_zone"),
    (code::OUT_OF_SAFE_ZONE, PRINTING, "reports_small_text_and_safe_zone"),
    (code::ORDERS_SIDE, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_BASE, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_WAY, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_ENTRY, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_GROUND, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_POOL, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_LIMIT, ORDERS, "reports_each_mistake_once_in_place"),
    (code::ORDERS_COORDINATE, ORDERS, "reports_each_mistake_once_in_place"),
    (code::LINE_TOO_FINE, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::REVERSED_LINE_TOO_FINE, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::HAIRLINE_INKS, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::TYPE_TOO_SMALL, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::TEXT_NEAR_TRIM, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::FONT_NOT_EMBEDDED, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::BLACK_KNOCKS_OUT, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::RGB, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::INK_LIMIT, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::IMAGE_COARSE, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::CUT_KNOCKS_OUT, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::CUT_OPEN, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::CUT_NAME, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::BLEED_NOT_COVERED, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::PDF_DAMAGED, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::TRIM_MISSING, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::PAGE_ROTATED, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::LAYER_HIDDEN, PREFLIGHT, "hidden_layers_are_named"),
    (code::WHITE_OVERPRINTS, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::CUT_HIDDEN, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::CUT_WIDE, PREFLIGHT, "reports_expected_codes_for_drawings"),
    (code::PRINT_SCALING, PREFLIGHT, "profile_sets_limits"),
    (code::BOXES_NOT_NESTED, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::BLEED_TOO_SMALL, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::OUTPUT_INTENT, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::PDFX_MISSING, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::PDFX_FORBIDDEN, PREFLIGHT, "reports_expected_codes_for_changes"),
    (code::RULER_OFF, PREFLIGHT, "finds_and_measures_rulers"),
    (code::PDF_UNREADABLE, HOSTILE_PDFS, "rejects_files_other_than_pdf"),
    (code::PDF_LOCKED, HOSTILE_PDFS, "reports_encrypted_files"),
    (code::PDF_TOO_MUCH, HOSTILE_PDFS, "reports_exceeded_page_limit"),
];
/// The tests of orders of battle, which are checked against a pack.
const ORDERS: &str = "tests/suite/orders.rs";
/// The tests of shop profiles, which mark their own mistakes.
const SHOP: &str = "../shop/tests/profiles.rs";
const PRINTING: &str = "../sandtable/tests/suite/printing.rs";
const STOCKS: &str = "../shop/tests/stocks.rs";
/// The tests of finished PDFs, which generate them.
const PREFLIGHT: &str = "../preflight/tests/findings.rs";
const HOSTILE_PDFS: &str = "../preflight/tests/hostile.rs";

#[test]
fn other_cases_name_existing_tests() {
    for (code, file, test) in TESTED_ELSEWHERE {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(path).expect("readable file");
        let named = format!("#[test] fn {test}()");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(&named), "{file} has no test {test} for {code}");
    }
}

/// PB-3.19 to PB-3.37: a check in the table covers each rule, and a bad input demonstrates it.
#[test]
fn every_listed_rule_has_a_check() {
    // The reader creates a reserve card for every HQ, so none can be missing.
    let by_construction = ["PB-3.21"];
    let covered_rules: BTreeSet<&str> =
        checks().iter().flat_map(|check| check.rules).copied().collect();
    let mut cited = BTreeSet::new();
    for case in &*CASES {
        cited.extend(case.outcome.diagnostics.sorted().iter().filter_map(|found| found.rule));
    }
    for number in 19..=37 {
        let rule = format!("PB-3.{number}");
        assert!(covered_rules.contains(rule.as_str()), "no check covers {rule}");
        let excused = by_construction.contains(&rule.as_str());
        assert_eq!(cited.contains(rule.as_str()), !excused, "bad input for {rule}");
    }
}

/// Each file in `data/good` is just within a limit.
#[test]
fn accepts_near_misses() {
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(data().join("good")).expect("the folder exists") {
        let case = entry.expect("readable entry").path();
        let name = case.file_name().expect("valid file name").to_string_lossy().into_owned();
        let outcome = run(&battle_with_case(&case).0);
        if !reported(&outcome).is_empty() || outcome.pack.is_none() {
            failures.push(format!("{name}\n{}", rendered(&outcome.sources, &outcome.diagnostics)));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Roads that cross without a shared vertex are joined, and a note reports the junction.
#[test]
fn notes_junction_by_geometry() {
    let mut battle = battle();
    let roads = String::from_utf8(battle.0["layers/roads.geojson"].clone()).expect("UTF-8 text");
    let roads = roads.replace("[[10.0, 50.0], [10.02, 50.005]]", "[[9.99, 50.0], [10.02, 50.005]]");
    battle.0.insert("layers/roads.geojson".to_owned(), roads.into_bytes());
    let outcome = run(&battle);
    let junctions = outcome.diagnostics.sorted();
    let junctions = junctions.iter().filter(|finding| finding.code == code::JUNCTION_BY_GEOMETRY);
    assert_eq!(junctions.count(), 1);
    assert_eq!(reported(&outcome), BTreeSet::new());
}

fn rendered(sources: &sandtable_source::SourceMap, diagnostics: &Diagnostics) -> String {
    sandtable_source::human(sources, diagnostics, false, Colour::Never, 120)
}

#[test]
fn accepts_byte_order_mark() {
    let mut battle = battle();
    for file in ["scenario.yaml", "layers/woods.geojson"] {
        let mut bytes = b"\xef\xbb\xbf".to_vec();
        bytes.extend(&battle.0[file]);
        battle.0.insert(file.to_owned(), bytes);
    }
    let outcome = run(&battle);
    assert_eq!(reported(&outcome), BTreeSet::new());
}

#[test]
fn groups_same_mistake_of_layer() {
    let mut battle = battle();
    let feature = |n: usize| {
        format!(
            r#"{{"type":"Feature","properties":{{"id":"wood-{n}","basis":"data"}},"geometry":{{"type":"Point","coordinates":[10,50]}}}}"#
        )
    };
    let features: Vec<String> = (1..=9).map(feature).collect();
    let layer = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(",\n"));
    battle.0.insert("layers/woods.geojson".to_owned(), layer.into_bytes());
    let outcome = run(&battle);
    let findings = outcome.diagnostics.sorted();
    let findings: Vec<_> = findings.iter().filter(|f| f.severity != Severity::Note).collect();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, code::FEATURE_GEOMETRY);
    let help = findings[0].help.last().expect("diagnostic with help");
    assert!(help.contains("`wood-2`") && help.contains("4 more"), "{help}");
}

/// The codes reported for the small battle with changed roads.
fn with_roads(change: impl Fn(&str) -> String) -> Vec<String> {
    let mut battle = battle();
    let roads = String::from_utf8(battle.0["layers/roads.geojson"].clone()).expect("UTF-8 text");
    let changed = change(&roads);
    assert_ne!(roads, changed);
    battle.0.insert("layers/roads.geojson".to_owned(), changed.into_bytes());
    reported(&run(&battle)).into_iter().map(|(_, _, code)| code).collect()
}

/// A road that ends inside the map is one mistake, even if an entry and a line of communication
/// need it.
#[test]
fn reports_road_end_inside_map_once() {
    let found = with_roads(|roads| roads.replace("[10.0, 50.04]", "[10.0, 50.02]"));
    assert_eq!(found, [code::ROAD_NOT_AT_EDGE.to_string()]);
}

/// An unreadable river does not cause diagnostics about its bridges or its other parts.
#[test]
fn faulty_river_has_no_consequences() {
    let mut battle = battle();
    let water = String::from_utf8(battle.0["layers/water.geojson"].clone()).expect("UTF-8 text");
    let water = water.replace("\"width_m\": 12", "\"width_m\": -12");
    battle.0.insert("layers/water.geojson".to_owned(), water.into_bytes());
    let codes: Vec<String> = reported(&run(&battle)).into_iter().map(|(_, _, code)| code).collect();
    assert_eq!(codes, [code::FEATURE_PROPERTY.to_string()]);
}

#[test]
fn order_of_layers_does_not_matter() {
    let pack = |battle: &Battle| run(battle).pack.expect("valid battle").pack_digest();
    let mut turned = battle();
    let map = String::from_utf8(turned.0["map.yaml"].clone()).expect("UTF-8 text");
    let (mut layers, others): (Vec<&str>, Vec<&str>) =
        map.lines().partition(|line| line.contains("class:"));
    layers.reverse();
    let at = others.iter().position(|line| line.starts_with("layers:")).expect("`layers` key") + 1;
    let lines = [&others[..at], &layers, &others[at..]].concat().join("\n");
    turned.0.insert("map.yaml".to_owned(), lines.into_bytes());
    assert_eq!(pack(&battle()), pack(&turned));
}

#[test]
fn rulesets_extend_one_another() {
    let mut battle = battle();
    let scenario = String::from_utf8(battle.0["scenario.yaml"].clone()).expect("UTF-8 text");
    let scenario = scenario.replace("ruleset: pub-battles/3.2", "ruleset: own.yaml");
    battle.0.insert("scenario.yaml".to_owned(), scenario.into_bytes());
    let mut with = |text: &str| {
        battle.0.insert("own.yaml".to_owned(), text.as_bytes().to_vec());
        run(&battle)
    };
    let good = "format: 1\nid: own\nextends: pub-battles/3.2\nrulings: { reattack: flank-only, rout_base: arrived, points_model: cumulative }\npieces: { infantry: { dice: 4 } }\n";
    let outcome = with(good);
    let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid ruleset");
    assert_eq!(pack.ruleset().id, "own");
    assert_eq!(pack.ruleset().rulings.reattack, sandtable_pack::Reattack::FlankOnly);
    assert_eq!(pack.ruleset().piece(sandtable_pack::PieceType::Infantry).dice, 4);
    assert_eq!(pack.ruleset().piece(sandtable_pack::PieceType::Infantry).hits_on, 4);
    let all = outcome.diagnostics.sorted();
    let changes = all.iter().filter(|finding| finding.code == code::RULING_CHANGED);
    let reported_changes: Vec<_> =
        changes.map(|change| (change.message.as_str(), change.rule)).collect();
    assert_eq!(
        reported_changes,
        [
            ("ruling `reattack` changed from `never` to `flank-only`", Some("PB-A77")),
            ("ruling `rout_base` changed from `scheduled` to `arrived`", Some("PB-A148")),
            ("`pieces: infantry: dice` of the ruleset changed from `3` to `4`", Some("PB-3.19")),
        ]
    );
    let bad = [
        ("format: 1\nid: own\nextends: pub-battles/9\n", code::UNKNOWN_RULESET),
        ("format: 1\nid: own\ndistances: { foot_third: 760 m }\n", code::MISSING_KEY),
        (
            "format: 1\nid: own\nextends: pub-battles/3.2\nrulings: { field_of_fire_half_angle: 90 }\n",
            code::RULESET_VALUE,
        ),
        (
            "format: 1\nid: own\nextends: pub-battles/3.2\nrulings: { bombardment_half_angle: 90 }\n",
            code::RULESET_VALUE,
        ),
    ];
    for (text, code) in bad {
        let outcome = with(text);
        let codes: Vec<_> = outcome
            .diagnostics
            .sorted()
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| d.code)
            .collect();
        assert_eq!(codes, [code], "{text}");
        assert!(outcome.pack.is_none());
    }
}

/// The compiled standard ruleset equals the ruleset in the engine's own tests.
#[test]
fn standard_ruleset_is_pub_battles_3_2() {
    let pack = run(&battle()).pack.and_then(AnyPack::pub_battles).expect("valid battle");
    assert_eq!(*pack.ruleset(), sandtable_pack::sample::ruleset());
}

/// Checks the small battle with another woods layer.
fn with_woods(bytes: impl Into<Vec<u8>>) -> Outcome {
    let mut battle = battle();
    battle.0.insert("layers/woods.geojson".to_owned(), bytes.into());
    run(&battle)
}

/// Programs write the same layer in different ways.
#[test]
fn geojson_variants_give_same_layer() {
    let plain = String::from_utf8(battle().0["layers/woods.geojson"].clone()).expect("UTF-8 text");
    let digest = |text: String| {
        let outcome = with_woods(text);
        assert_eq!(reported(&outcome), BTreeSet::new());
        outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle").pack_digest()
    };
    let crs = |crs: &str| plain.replacen('{', &format!(r#"{{"crs": {crs}, "#), 1);
    let far = r#"{"type": "Polygon", "coordinates": [[[10.034, 49.977], [10.046, 49.977], [10.046, 49.983], [10.034, 49.983], [10.034, 49.977]]]}"#;
    assert!(plain.contains(far));
    let expected = digest(plain.clone());
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace(['\n', ' '], "").replace("OldWood", "Old Wood"),
        plain.replace(", [", ",\n\t[").replace(", 50.", " ,\n50."),
        crs(r#"{"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}"#),
        crs(r#"{"type": "name", "properties": {"name": "EPSG:4326"}}"#),
        crs("null"),
        plain.replace("10.024, 50.005]", "10.024, 50.005, 171.25]"),
        plain.replace("10.024, 50.005]", "10.0240000000000001, 50.0050000000000002, 171.25, NaN]"),
        plain.replace("[10.034, 49.977], [", "[1.0034e1, 49.977], [10.034, 49.977], ["),
        plain.replace(far, &far.replace("Polygon", "MultiPolygon").replace("[[[", "[[[[").replace("]]]", "]]]]")),
        plain.replace(far, &format!(r#"{{"geometries": [{{"type": "GeometryCollection", "geometries": [{far}]}}], "type": "GeometryCollection"}}"#)),
        plain.replace(r#""id": "far-wood", "#, "").replace(r#"{"type": "Feature", "properties": {"basis""#, r#"{"type": "Feature", "id": "far-wood", "properties": {"fid": NaN, "basis""#),
        plain.replace(r#"{"type": "Feature""#, r#"{"type": "Feature", "id": 7, "bbox": [1, 2, 3, 4]"#),
    ] {
        assert_ne!(other, plain);
        assert_eq!(digest(other.clone()), expected, "{other}");
    }
}

/// `name` is the default name, `name:es` the Spanish one.
#[test]
fn names_of_features_may_differ_by_language() {
    let plain = String::from_utf8(battle().0["layers/woods.geojson"].clone()).expect("UTF-8 text");
    let named = |names: &str| {
        let text = plain.replace(r#""name": "Old Wood""#, names);
        assert_ne!(text, plain);
        let outcome = with_woods(text);
        assert_eq!(reported(&outcome), BTreeSet::new());
        let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle");
        let name = pack.labels().features.values().filter_map(|label| label.name.clone());
        let name = name.into_iter().find(|name| name.en.contains("Wood") || name.en == "Bosque");
        Language::ALL.map(|language| name.as_ref().map(|n| n.get(language).to_owned()))
    };
    let texts = |en: &str, es: &str, fr: &str| [en, es, fr].map(|name| Some(name.to_owned()));
    assert_eq!(
        named(r#""name": "Old Wood", "name:es": "Bosque Viejo", "name:de": "Altholz""#),
        texts("Old Wood", "Bosque Viejo", "Old Wood"),
    );
    assert_eq!(
        named(r#""name": "Altholz", "name:en": "Old Wood", "name:fr": """#),
        texts("Old Wood", "Old Wood", "Old Wood"),
    );
    assert_eq!(named(r#""name:es": "Bosque""#), texts("Bosque", "Bosque", "Bosque"));
}

/// Files that are not text, or not in UTF-8, are reported.
#[test]
fn reports_other_kinds_of_files() {
    let utf16: Vec<u8> = "{\"type\"".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, code, word) in [
        (b"SQLite format 3\0....".to_vec(), code::OTHER_FORMAT, "GeoPackage"),
        (vec![0, 0, 0x27, 0x0a, 0, 0, 0, 0], code::OTHER_FORMAT, "shapefile"),
        (b"PK\x03\x04....".to_vec(), code::OTHER_FORMAT, "zip"),
        (utf16, code::NOT_UTF8, "UTF-16"),
        (b"{\"type\": \"\xff\"}".to_vec(), code::NOT_UTF8, "UTF-8"),
        (Vec::new(), code::GEOJSON_SYNTAX, "empty"),
        (b"\x1e{\"type\":\"Feature\"}".to_vec(), code::OTHER_FORMAT, "each line"),
    ] {
        let outcome = with_woods(bytes);
        let findings = outcome.diagnostics.sorted();
        let findings: Vec<_> = findings.iter().filter(|f| f.severity != Severity::Note).collect();
        assert_eq!(findings.len(), 1, "{word}");
        assert_eq!(findings[0].code, code);
        assert!(findings[0].message.contains(word), "{}", findings[0].message);
    }
}

/// Project files that are not battles are reported.
#[test]
fn reports_other_project_files() {
    let schema =
        br#"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }"#;
    for (name, bytes, word) in [
        ("README.md", &b"# The Ford\n\n`- a`: b\n"[..], "a Markdown document"),
        ("Cargo.toml", b"[package]\nname = \"x\"\n", "a TOML settings file"),
        ("scenario.schema.json", schema, "a JSON schema"),
        ("shop.yaml", b"format: 1\nid: my-shop\nbleed: 3 mm\n", "a shop profile"),
    ] {
        let mut battle = battle();
        battle.0.insert(name.to_owned(), bytes.to_vec());
        let outcome = compile(&battle, &ProjectPath::from_file_name(name));
        let findings = outcome.diagnostics.sorted();
        assert_eq!(findings.len(), 1, "{name}: {findings:?}");
        assert_eq!(findings[0].code, code::OTHER_FILE);
        assert!(findings[0].message.contains(word), "{}", findings[0].message);
    }
}

#[test]
fn shop_profiles_and_stocks_are_checked_as_such() {
    for (text, expected) in [
        ("bleed: 3 mm", None),
        ("extends: thru-cut\ngutter: 5 mm", Some(code::GUTTER_TOO_NARROW)),
        // One key identifies them.
        ("extends: thru-cut", None),
        ("layout: one-up", None),
        ("target: shop", None),
        ("marks: { offset: 4 mm }", None),
        ("lines: { positive: 0.3 pt }", None),
        ("letters: { smallest: 7 pt }", None),
        ("colours: any", None),
        ("resolution: 200", None),
        ("standard: none", None),
        ("resolution: 1", Some(code::OUT_OF_RANGE)),
        ("roll: { width: 300 mm }", None),
        ("sheets: 3", Some(code::STOCK_LAYOUT)),
    ] {
        let mut battle = battle();
        let file = format!("format: 1\nid: mine\n{text}\n");
        battle.0.insert("mine.yaml".to_owned(), file.into_bytes());
        let outcome = sandtable_compile::check(&battle, &ProjectPath::from_file_name("mine.yaml"));
        let findings = outcome.diagnostics.sorted();
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, Vec::from_iter(expected), "{text}");
    }
}

/// Harmless mistakes give one note for each layer and have no effect.
#[test]
fn repeated_positions_and_winding_are_notes() {
    let plain = String::from_utf8(battle().0["layers/woods.geojson"].clone()).expect("UTF-8 text");
    let other = plain.replace(
        "[10.046, 49.977], [10.046, 49.983], [10.034, 49.983]",
        "[10.034, 49.983], [10.034, 49.983], [10.046, 49.983], [10.046, 49.977]",
    );
    let outcome = with_woods(other);
    let findings = outcome.diagnostics.sorted();
    let codes: Vec<_> = findings
        .iter()
        .map(|finding| finding.code)
        .filter(|code| [code::REPEATED_POSITION, code::WINDING].contains(code))
        .collect();
    assert_eq!(codes, [code::WINDING, code::REPEATED_POSITION]);
    assert_eq!(reported(&outcome), BTreeSet::new());
    let digest = |outcome: Outcome| {
        outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle").play_digest()
    };
    // The rings start at the same vertex and have the same winding.
    assert_eq!(digest(outcome), digest(run(&battle())));
}

/// The map crosses the antimeridian, with longitudes on both sides of it and beyond 180.
#[test]
fn accepts_map_across_antimeridian() {
    let moved = |text: &str| -> String {
        // 10 degrees east becomes 180: longitudes west of 10.0 stay below 180, the others wrap.
        text.split('[')
            .map(|piece| match piece.split_once(',') {
                Some((number, rest)) if number.parse::<f64>().is_ok() && !rest.is_empty() => {
                    let longitude = number.parse::<f64>().expect("valid number") + 170.0;
                    let wrapped = if longitude > 180.0 { longitude - 360.0 } else { longitude };
                    format!("{wrapped:.4},{rest}")
                }
                _ => piece.to_owned(),
            })
            .collect::<Vec<_>>()
            .join("[")
    };
    let mut east = battle();
    for (name, bytes) in &mut east.0 {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8 text");
        if name.ends_with("geojson") || name == "scenario.yaml" {
            *bytes = moved(&text).into_bytes();
        } else {
            *bytes = text
                .replace("[10.0, 50.0]", "[180.0, 50.0]")
                .replace("[10.0418,", "[-179.9582,")
                .into_bytes();
        }
    }
    let outcome = run(&east);
    assert_eq!(
        reported(&outcome),
        BTreeSet::new(),
        "{}",
        rendered(&outcome.sources, &outcome.diagnostics)
    );
    let here = run(&battle()).pack.and_then(AnyPack::pub_battles).expect("valid battle");
    let there = outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle");
    assert_eq!(here.map().woods.len(), there.map().woods.len());
}

/// A ford at a bend of a brook disappears with the stray vertex of the brook, whose diagnostic
/// names the ford.
#[test]
fn names_crossing_removed_with_stray_vertex() {
    let corner = |number: usize| {
        let step = number as f64;
        match number {
            5 => "[9.985, 50.0251]".to_owned(),
            _ => format!("[{:.5}, {:.4}]", 9.98 - 0.00145 * step, 50.03 - 0.001 * step),
        }
    };
    let brook: Vec<String> = (0..=10).map(corner).collect();
    let mut battle = battle().edited(
        "layers/water.geojson",
        "[[9.98, 50.03], [9.9655, 50.02]]",
        &format!("[{}]", brook.join(", ")),
    );
    let fords = String::from_utf8(battle.0["layers/bridges.geojson"].clone()).expect("UTF-8 text");
    let ford = r#"{"type": "Feature", "properties": {"id": "bend-ford", "kind": "ford"}, "geometry": {"type": "Point", "coordinates": [9.97275, 50.0256]}}"#;
    let fords = fords.replacen("\n{", &format!("\n{ford},\n{{"), 1);
    battle.0.insert("layers/bridges.geojson".to_owned(), fords.into_bytes());
    let outcome = run(&battle);
    let codes: Vec<String> = reported(&outcome).into_iter().map(|(.., code)| code).collect();
    assert_eq!(codes, ["ST0762"], "{}", rendered(&outcome.sources, &outcome.diagnostics));
    let findings = outcome.diagnostics.sorted();
    let stray = findings
        .iter()
        .find(|finding| finding.code == code::STRAY_CORNER)
        .expect("expected diagnostic");
    let also = &stray.labels[1];
    assert!(
        also.text.contains("this crossing, probably on the removed vertex, is omitted"),
        "{also:?}"
    );
    assert!(outcome.sources.file(also.place.file()).path().ends_with("bridges.geojson"));
}

/// A map without layers is a blank sheet; features that a scenario then cannot find are not
/// reported.
#[test]
fn reports_map_without_layers() {
    let mut battle = battle();
    let map = String::from_utf8(battle.0["map.yaml"].clone()).expect("UTF-8");
    let layers = map.split_inclusive('\n').filter(|line| !line.contains(", class: "));
    let blank = layers.collect::<String>().replace("layers:", "layers: []");
    let (before, _) = blank.split_once("entries:").expect("the map has entries");
    battle.0.insert("map.yaml".to_owned(), before.as_bytes().to_vec());
    let codes = |outcome: Outcome| -> Vec<Code> {
        outcome.diagnostics.sorted().iter().map(|found| found.code).collect()
    };
    let alone = sandtable_compile::check(&battle, &ProjectPath::from_file_name("map.yaml"));
    assert_eq!(codes(alone).into_iter().filter(|found| *found == code::LAYER_EMPTY).count(), 1);
    let missed = codes(run(&battle));
    assert!(!missed.contains(&code::LAYER_EMPTY), "{missed:?}");
    assert!(missed.contains(&code::LAYER_MISSING), "{missed:?}");
}
