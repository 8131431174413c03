//! FAB battles from files: the digest fixture compiles to the battle of the engine's tests,
//! and every mistake of FAB-V1 to FAB-V42 is reported in the right place.
//!
//! Each file in `data/fab/bad` describes a change to the fixture: lines after `-` are removed,
//! lines after `+` replace them. `~ ST0000` marks the lines that must be reported; nothing else may
//! be reported. The changes in `data/fab/good` are valid.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_compile::{Outcome, compile, fab_checks};
use sandtable_pack::{AnyPack, BorderId, ChitId, Language, PackLimits, Text, fab};
use sandtable_source::{CODES, ProjectPath, Severity, code};

use crate::support::{Battle, data};

fn fixture() -> String {
    std::fs::read_to_string(data().join("fab/scenario.yaml")).expect("readable file")
}

/// The text of a battle's files.
type Texts = BTreeMap<String, String>;

/// The map files of the fixture.
const MAP_FILES: [&str; 6] = [
    "map.yaml",
    "layers/areas.geojson",
    "layers/places.geojson",
    "layers/rivers.geojson",
    "layers/roads.geojson",
    "layers/water.geojson",
];

/// The fixture with its map.
fn drawn_fixture() -> Texts {
    let read = |file: &&str| {
        let text = std::fs::read_to_string(data().join("fab").join(file)).expect("readable file");
        ((*file).to_owned(), text)
    };
    let mut texts: Texts = MAP_FILES.iter().map(read).collect();
    let scenario =
        fixture().replace("ruleset: fab/series\n", "ruleset: fab/series\nmap: map.yaml\n");
    texts.insert("scenario.yaml".to_owned(), scenario);
    texts
}

fn compile_text(texts: &Texts) -> Outcome {
    let files = texts.iter().map(|(file, text)| (file.clone(), text.clone().into_bytes()));
    compile(&Battle(files.collect()), &ProjectPath::from_file_name("scenario.yaml"))
}

fn single_file(scenario: String) -> Texts {
    [("scenario.yaml".to_owned(), scenario)].into()
}

fn pack(outcome: Outcome) -> fab::Pack {
    match outcome.pack {
        Some(AnyPack::Fab(pack)) => {
            // FAB-V42: no start that the compiler accepts breaks an invariant of the engine.
            let field = fab::Battlefield::new(pack.battle().clone());
            assert_eq!(sandtable_fab::Game::broken_at_start(&std::sync::Arc::new(field)), None);
            *pack
        }
        _ => panic!("{:?}", outcome.diagnostics.sorted()),
    }
}

/// All diagnostics except notes, by file, line and code.
fn reported(outcome: &Outcome) -> BTreeSet<(String, u32, String)> {
    let findings = outcome.diagnostics.sorted();
    let findings = findings.iter().filter(|finding| finding.severity != Severity::Note);
    findings
        .map(|finding| {
            assert!(!finding.help.is_empty(), "{finding:?} has no help");
            assert!(
                finding.message.as_str() != finding.code.title(),
                "{finding:?} only repeats its title"
            );
            assert!(finding.rule.is_none_or(|rule| rule.starts_with("FAB-")), "{finding:?}");
            let place = finding.labels.first().expect("every diagnostic has a label").place;
            let file = outcome.sources.file(place.file()).path().to_owned();
            (file, place.positions(&outcome.sources).0.line, finding.code.to_string())
        })
        .collect()
}

/// The fixture is the battle of FAB section 3.3.
#[test]
fn fixture_is_battle_of_digest() {
    let outcome = compile_text(&single_file(fixture()));
    assert_eq!(reported(&outcome), BTreeSet::new());
    let pack = pack(outcome);
    assert_eq!(pack.battle().clone().into_parts(), fab::sample::parts());
    assert_eq!(*pack.labels(), fab::sample::pack().into_parts().labels);
    let bytes = sandtable_pack::write_any(&AnyPack::from(pack.clone()));
    let read = sandtable_pack::read_any(&bytes, PackLimits::default());
    assert_eq!(read, Ok(AnyPack::from(pack)));
}

/// With its map, the fixture gives the same battle, without diagnostics.
#[test]
fn fab_t1_fixture_map_matches_edges() {
    let outcome = compile_text(&drawn_fixture());
    assert_eq!(reported(&outcome), BTreeSet::new());
    let pack = pack(outcome);
    assert_eq!(pack.battle().clone().into_parts(), fab::sample::parts());
    let map = pack.map().expect("the fixture has a map");
    assert_eq!((map.areas.len(), map.borders.len(), map.rim.len()), (9, 12, 8));
    assert_eq!((map.rivers.len(), map.roads.len(), map.places.len()), (3, 2, 2));
    let bytes = sandtable_pack::write_any(&AnyPack::from(pack.clone()));
    let read = sandtable_pack::read_any(&bytes, PackLimits::default());
    assert_eq!(read, Ok(AnyPack::from(pack)));
}

/// Titles of types and symbols of assets are only printed; no rule uses them.
#[test]
fn type_titles_and_asset_symbols_are_labels() {
    let with = |title: &str, symbol: &str| {
        let rules = format!(
            "ruleset:
  extends: file.yaml
  id: own
  border_types:
    ditch: {{ mp_extra: 1{title} }}
  connection_types: {{ road: {{ title: Way }} }}
"
        );
        let text = fixture().replace("ruleset: fab/series\n", &rules);
        let text =
            text.replace("id: ba1, formation: i,", &format!("id: ba1, formation: i,{symbol}"));
        let mut texts = single_file(text);
        let file = "format: 1
id: file
extends: fab/series
border_types: { ditch: { title: Trench }, river: { title: Stream } }
";
        texts.insert("file.yaml".to_owned(), file.to_owned());
        let outcome = compile_text(&texts);
        assert_eq!(reported(&outcome), BTreeSet::new());
        pack(outcome)
    };
    let (bare, dressed) =
        (with("", ""), with(", title: { en: Ditch, es: Foso, fr: Fossé }", " symbol: ship,"));
    assert_eq!(bare.play_digest(), dressed.play_digest());
    assert_ne!(bare.pack_digest(), dressed.pack_digest());
    let borders = |pack: &fab::Pack| -> Vec<String> {
        let titles = pack.labels().border_types.iter();
        titles.map(|(id, title)| format!("{id}: {}", title.get(Language::Fr))).collect()
    };
    assert_eq!(borders(&bare), ["ditch: Trench", "river: Stream"]);
    assert_eq!(borders(&dressed), ["ditch: Fossé", "river: Stream"]);
    let ways = &dressed.labels().connection_types;
    assert_eq!(ways.values().map(|way| way.en.as_str()).collect::<Vec<_>>(), ["Way"]);
    let symbols = |pack: &fab::Pack| -> Vec<Option<fab::UnitSymbol>> {
        let assets = pack.battle().scene().assets.iter();
        let subset =
            assets.filter(|asset| ["ba1", "be1", "bb1", "bb2", "bst"].contains(&asset.id.as_str()));
        subset.map(|asset| pack.labels().asset_symbol(asset)).collect()
    };
    use fab::UnitSymbol::{Armour, Artillery, Engineers, Infantry, Ship};
    let others = [Some(Engineers), Some(Armour), Some(Infantry), None];
    assert_eq!(symbols(&bare)[0], Some(Artillery));
    assert_eq!(symbols(&bare)[1..], others);
    assert_eq!(symbols(&dressed)[0], Some(Ship));
    assert_eq!(symbols(&dressed)[1..], others);
    // Labels for missing items are errors.
    let mut parts = dressed.clone().into_parts();
    parts.labels.asset_symbols.insert(ChitId::new("bv1").expect("valid id"), Ship);
    let title = Text::plain("Canal");
    parts.labels.border_types.insert(BorderId::new("canal").expect("valid id"), title);
    let faults = fab::Pack::new(parts).expect_err("an event and no kind of border");
    assert_eq!(faults.len(), 2, "{faults:?}");
}

/// Two areas whose shared border is too short are not neighbours, which is reported.
#[test]
fn fab_t3_reports_short_border() {
    let case =
        std::fs::read_to_string(data().join("fab/bad/border-short.edit")).expect("readable file");
    let outcome = compile_text(&changed_files(&case));
    let findings = outcome.diagnostics.sorted();
    let reported_borders = findings.iter().filter(|finding| finding.rule == Some("FAB-V9"));
    assert_eq!(
        reported_borders.map(|finding| finding.severity).collect::<Vec<_>>(),
        [Severity::Warning]
    );
    assert_eq!(pack(outcome).battle().scene().edges.len(), 12);
}

/// The message and labels of the only diagnostic with a code in a case.
fn only_diagnostic(case: &str, code: sandtable_source::Code) -> (String, Vec<String>) {
    let case = data().join(format!("fab/bad/{case}.edit"));
    let outcome =
        compile_text(&changed_files(&std::fs::read_to_string(case).expect("readable file")));
    let findings = outcome.diagnostics.sorted();
    let mut of_code = findings.iter().filter(|finding| finding.code == code);
    let (Some(found), None) = (of_code.next(), of_code.next()) else { panic!("{findings:?}") };
    let labels = found.labels.iter().map(|label| label.text.clone());
    (found.message.to_string(), labels.collect())
}

#[test]
fn messages_state_the_facts() {
    let (message, labels) = only_diagnostic("polygon-inside-another", code::POLYGONS_OVERLAP);
    assert_eq!(message, "`9` lies entirely within `5`");
    assert!(labels[0].contains("km²"), "{labels:?}");
    let (message, labels) = only_diagnostic("entry-special-action-too-late", code::ENTRY_BLOCKED);
    assert!(message.contains("by taking all its entry areas before turn 2"), "{message}");
    assert_eq!(labels, ["it can enter by `7`, where an enemy can be by then"]);
    let (message, _) = only_diagnostic("source-by-a-letter-of-the-enemy", code::SOURCE_PLACE);
    assert_eq!(message, "`red` does not enter by letter `A`, so no supply comes by it");
}

/// Without a default, an area without a controller is an error.
#[test]
fn fab_t139_every_area_has_a_controller() {
    let all = "control: { default: red, blue: [1, 2, 3] }";
    let text = fixture().replace(all, "control: { red: [4, 5, 6, 8, 9], blue: [1, 2, 3] }");
    let outcome = compile_text(&single_file(text));
    let findings = outcome.diagnostics.sorted();
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    assert_eq!(errors.map(|finding| finding.rule).collect::<Vec<_>>(), [Some("FAB-V25")]);
    assert!(outcome.pack.is_none());
}

#[test]
fn fab_4_1c6_units_arrive_at_full_strength() {
    for (said, steps) in [("", 3), (", steps: 2", 2)] {
        let arrival =
            format!("reinforcements:\n  r5: {{ turn: 2, entry: D{said} }}\nspecial_actions:");
        let text = fixture().replace("special_actions:", &arrival);
        let outcome = compile_text(&single_file(text.replace("    r5: { area: 9 }\n", "")));
        let pack = pack(outcome);
        let unit = pack.battle().scene().units.iter().find(|unit| unit.id.as_str() == "r5");
        let start = &unit.expect("unit r5").start;
        let expected = fab::UnitStart::Reinforcement { turn: 2, entry: ('D', 'D'), steps };
        assert_eq!(*start, expected);
    }
}

/// FAB counts turns through the whole battle, Pub Battles within a day (FAB-D19).
#[test]
fn battle_may_have_many_turns() {
    let mut text = fixture().replace("\nturns: 3\n", "\nturns: 10\n");
    let last =
        text.lines().find(|line| line.contains("{ turn: 3,")).expect("turn 3 exists").to_owned();
    let more: Vec<String> =
        (4..=10).map(|turn| last.replace("turn: 3", &format!("turn: {turn}"))).collect();
    text = text.replace(&last, &format!("{last}\n{}", more.join("\n")));
    let outcome = compile_text(&single_file(text));
    assert!(!outcome.diagnostics.has_errors(), "{:?}", outcome.diagnostics.sorted());
    assert_eq!(pack(outcome).battle().scene().turn_track.len(), 10);
}

/// A map of another type is reported in its own file and where the scenario names it.
#[test]
fn reports_map_without_areas_in_scenario() {
    let areas = "areas: { file: layers/areas.geojson, snap: 5 m, min_shared: 20 m, along: 20 m }\n";
    let river = "  - { file: layers/rivers.geojson, class: river }\n";
    let water = "  - { file: layers/water.geojson, class: water }\n";
    for (without, code) in
        [(&[areas][..], code::MISSING_KEY), (&[areas, river, water][..], code::OTHER_FILE)]
    {
        let mut texts = drawn_fixture();
        let map = texts.get_mut("map.yaml").expect("the fixture has a map");
        for line in without {
            assert!(map.contains(line), "{line}");
            *map = map.replace(line, "");
        }
        let outcome = compile_text(&texts);
        let findings = outcome.diagnostics.sorted();
        let found = findings.iter().find(|found| found.code == code).expect("expected diagnostic");
        let places: Vec<(&str, u32)> = found
            .labels
            .iter()
            .map(|label| {
                let file = outcome.sources.file(label.place.file()).path();
                (file, label.place.positions(&outcome.sources).0.line)
            })
            .collect();
        assert_eq!(places.len(), 2, "{places:?}");
        assert_eq!((places[0].0, places[1]), ("map.yaml", ("scenario.yaml", 5)));
    }
}

/// Returns the files of a case. `@ FILE` names the file for the following lines. A case with such a
/// line, or with `# drawn`, includes the map.
fn changed_files(case: &str) -> Texts {
    let is_drawn = case.lines().any(|line| line.starts_with("@ ") || line == "# drawn");
    let mut texts = if is_drawn { drawn_fixture() } else { single_file(fixture()) };
    // The battle's own ruleset is initially the series.
    if case.contains("@ ruleset.yaml") {
        let series = data().join("../../../authored/rulesets/fab-series.yaml");
        let series = std::fs::read_to_string(series).expect("readable file");
        texts.insert("ruleset.yaml".to_owned(), series);
    }
    let mut file = "scenario.yaml";
    let mut lines = case.lines().filter(|line| !line.starts_with("# ")).peekable();
    while let Some(line) = lines.peek() {
        if let Some(other) = line.strip_prefix("@ ") {
            file = other;
            lines.next();
            continue;
        }
        let text = texts.get_mut(file).expect("a file of the fixture");
        let (mut old, mut new) = (String::new(), String::new());
        while let Some(line) = lines.next_if(|line| line.starts_with('-')) {
            old += &format!("{}\n", line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
        }
        while let Some(line) = lines.next_if(|line| line.starts_with('+')) {
            new += &format!("{}\n", line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
        }
        assert!(!old.is_empty(), "lines to remove must come first: {:?}", lines.peek());
        assert_eq!(text.matches(&old).count(), 1, "these lines must occur once in {file}:\n{old}");
        *text = text.replace(&old, &new);
    }
    texts
}

fn marks(texts: &Texts) -> BTreeSet<(String, u32, String)> {
    let mut marks = BTreeSet::new();
    for (file, text) in texts {
        for (line, text) in (1..).zip(text.lines()) {
            for (at, _) in text.match_indices("~ ST") {
                marks.insert((file.clone(), line, text[at + 2..at + 8].to_owned()));
            }
        }
    }
    marks
}

/// The cases of a folder next to the fixture.
fn cases(folder: &str) -> Vec<(String, String)> {
    let folder = std::fs::read_dir(data().join("fab").join(folder)).expect("the folder exists");
    let mut cases: Vec<(String, String)> = folder
        .map(|entry| {
            let path = entry.expect("readable entry").path();
            let name = path.file_stem().expect("valid file name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("readable file"))
        })
        .collect();
    cases.sort();
    cases
}

/// The checks that a case says it covers: `# FAB-V2: …`.
fn checks_covered_by(case: &str) -> impl Iterator<Item = &str> {
    let comments = case.lines().filter_map(|line| line.strip_prefix("# "));
    comments.filter(|line| line.starts_with("FAB-V")).filter_map(|line| line.split(':').next())
}

#[test]
fn reports_every_mistake_in_place() {
    let mut wrong = Vec::new();
    for (name, case) in cases("bad") {
        let texts = changed_files(&case);
        let outcome = compile_text(&texts);
        let (found, expected) = (reported(&outcome), marks(&texts));
        assert!(!expected.is_empty(), "no marks in {name}");
        let findings = outcome.diagnostics.sorted();
        let reported_rules: BTreeSet<&str> =
            findings.iter().filter_map(|finding| finding.rule).collect();
        for check in checks_covered_by(&case).filter(|check| !reported_rules.contains(check)) {
            wrong.push(format!("{name} says that it shows {check}: {reported_rules:?}"));
        }
        if found != expected || outcome.pack.is_none() != outcome.diagnostics.has_errors() {
            let mut shown = String::new();
            for finding in outcome.diagnostics.sorted() {
                shown += &format!("\n    {} {}", finding.code, finding.message);
            }
            wrong.push(format!("{name}: found {found:?}, expected {expected:?}{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn valid_changes_give_no_diagnostics() {
    let mut wrong = Vec::new();
    for (name, case) in cases("good") {
        let outcome = compile_text(&changed_files(&case));
        let found = reported(&outcome);
        if !found.is_empty() || outcome.pack.is_none() {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Optional keys without a default: if one is omitted, the item does not exist, or another key
/// defines it.
const NOTHING: [&str; 27] = [
    "Area.vp",
    "Asset.formation",
    "Errata.text",
    "Event.effect",
    "Markers.blown",
    "Markers.fieldworks",
    "Markers.roadblocks",
    "Override.hook",
    "Reserve.eligible",
    "Reserve.formation_markers",
    "Scenario.allow",
    "Scenario.chit_schedule",
    "Scenario.entry_policy",
    "Scenario.errata",
    "Scenario.history",
    "Scenario.notes",
    "Scenario.overrides",
    "Scenario.published",
    "Scenario.reinforcements",
    "SetUp.boxes",
    "SetUp.not_in_play",
    "SetUp.units",
    "SupplySource.area",
    "SupplySource.entry",
    "Translations.es",
    "Translations.fr",
    "TurnEntry.date",
];

fn schema(name: &str) -> serde_json::Value {
    let file = format!("{name}.schema.json");
    let schemas = sandtable_authored::schemas();
    let (_, text) = schemas.iter().find(|(name, _)| *name == file).expect("the schema exists");
    serde_json::from_str(text).expect("valid JSON")
}

/// The schemas describe every default.
#[test]
fn optional_keys_describe_their_default() {
    let (of_scenarios, of_maps) = (schema("fab-scenario"), schema("area-map"));
    let ruleset_schema = schema("fab-ruleset");
    // Omitted ruleset keys keep the original values; exactly one effect is set.
    let is_told = |name: &str| {
        let is_of_rulesets = !ruleset_schema["definitions"][name].is_null();
        name == "RulesetChange" || name == "Effect" || is_of_rulesets && name != "Translations"
    };
    let parts = [("Scenario", &of_scenarios), ("AreaMap", &of_maps)].into_iter();
    let parts = parts.flat_map(|(file, schema)| {
        let inner = schema["definitions"].as_object().expect("definitions object").iter();
        inner.map(|(name, part)| (name.as_str(), part)).chain([(file, schema)])
    });
    let mut silent = BTreeSet::new();
    for (name, part) in parts.filter(|(name, _)| !is_told(name)) {
        let required = part["required"].as_array().cloned().unwrap_or_default();
        let says = |text: &serde_json::Value| {
            let text = text.as_str().unwrap_or_default();
            text.contains("default") || text.contains("omitted")
        };
        for (key, value) in part["properties"].as_object().into_iter().flatten() {
            if !required.contains(&key.as_str().into())
                && !says(&value["description"])
                && !says(&part["description"])
            {
                silent.insert(format!("{name}.{key}"));
            }
        }
    }
    let expected: BTreeSet<String> = NOTHING.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(silent, expected);
}

#[test]
fn every_area_battle_code_has_case() {
    let all: String = cases("bad").into_iter().map(|(_, case)| case).collect();
    for entry in CODES.iter().filter(|entry| entry.code.group() == 14) {
        let code = entry.code.to_string();
        assert!(all.contains(&format!("~ {code}")), "no case shows {code}, {}", entry.title);
    }
}

#[test]
fn every_check_of_digest_is_listed() {
    let named: BTreeSet<&str> =
        fab_checks().iter().flat_map(|check| check.rules).copied().collect();
    for number in 1..=42 {
        assert!(named.contains(format!("FAB-V{number}").as_str()), "FAB-V{number}");
    }
}
