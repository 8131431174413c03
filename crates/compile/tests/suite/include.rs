//! A battle with parts in separate files is the same battle, with diagnostics in the right file.

use sandtable_compile::check;
use sandtable_pack::AnyPack;
use sandtable_source::{ProjectPath, code};

use crate::support::{Battle, battle, run};

/// Replaces the lines of a scenario from `from` up to the one that starts with `until`. Returns the
/// old lines, moved `by` columns to the left, and the changed scenario.
fn cut(scenario: &str, from: &str, until: Option<&str>, by: usize, put: &str) -> (String, String) {
    let start = scenario.find(from).expect("first line is in the scenario");
    let end = until.map_or(scenario.len(), |until| {
        start + scenario[start..].find(until).expect("last line follows the first")
    });
    let part = scenario[start..end].lines().map(|line| format!("{}\n", &line[by..])).collect();
    (part, format!("{}{put}{}", &scenario[..start], &scenario[end..]))
}

/// The small battle with its order of battle in files: the blue side, the only blue command, the
/// red commands, and one red reinforcement.
fn split() -> Battle {
    let mut battle = battle();
    let scenario = String::from_utf8(battle.0["scenario.yaml"].clone()).expect("UTF-8 text");
    let (blue, scenario) =
        cut(&scenario, "    title: Blue Army", Some("  red:\n"), 4, "    include: oob/blue.yaml\n");
    let (corps, blue) = cut(&blue, "  - id: blue-corps", None, 2, "  - include: corps/blue.yaml\n");
    let (red, scenario) = cut(
        &scenario,
        "      - id: red-corps",
        Some("    reinforcements:"),
        6,
        "      include: ./oob/red.yaml\n",
    );
    let (arrivals, scenario) =
        cut(&scenario, "      - { day: 1", None, 6, "      - include: oob/arrivals.yaml\n");
    let files = [
        ("scenario.yaml", scenario),
        ("oob/blue.yaml", blue),
        ("oob/corps/blue.yaml", corps),
        ("oob/red.yaml", red),
        ("oob/arrivals.yaml", arrivals),
    ];
    battle.0.extend(files.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    battle
}

#[test]
fn split_files_give_same_pack() {
    let whole = run(&battle()).pack.and_then(AnyPack::pub_battles).expect("valid battle");
    let pack = run(&split()).pack.and_then(AnyPack::pub_battles).expect("valid battle");
    assert_eq!(pack.play_digest(), whole.play_digest());
    assert_eq!(pack.pack_digest(), whole.pack_digest());
    let sources = &pack.sources().0;
    assert_eq!(sources["piece/navy"].file, "oob/corps/blue.yaml");
    assert_eq!(sources["piece/ruby"].file, "oob/red.yaml");
    assert_eq!(sources["piece/ruby"].line, 7);
}

#[test]
fn diagnostics_point_into_included_file() {
    let outcome = run(&split().edited("oob/corps/blue.yaml", "rating: 3", "rating: 9"));
    let findings = outcome.diagnostics.sorted();
    let found = findings
        .iter()
        .find(|found| found.code == code::OUT_OF_RANGE)
        .expect("expected diagnostic");
    let place = found.labels[0].place;
    assert_eq!(outcome.sources.file(place.file()).path(), "oob/corps/blue.yaml");
    assert_eq!(place.positions(&outcome.sources).0.line, 4);
}

/// Checking only a part is one mistake; the help names the file to check.
#[test]
fn part_needs_its_battle() {
    for part in ["blue", "red", "arrivals", "corps/blue"] {
        let file = split().0[&format!("oob/{part}.yaml")].clone();
        let alone = Battle([("part.yaml".to_owned(), file)].into());
        let outcome = check(&alone, &ProjectPath::from_file_name("part.yaml"));
        let findings = outcome.diagnostics.sorted();
        assert_eq!(findings.len(), 1, "{part}");
        assert_eq!(findings[0].code, code::OTHER_FILE, "{part}");
        assert!(findings[0].help[0].contains("sandtable check scenario.yaml"), "{part}");
    }
}

/// The FAB fixture with parts in separate files: units, one unit in another file, areas,
/// reinforcements and the set-up.
fn area_battle(is_split: bool) -> Battle {
    let scenario = std::fs::read_to_string(crate::support::data().join("fab/scenario.yaml"))
        .expect("readable file");
    let scenario = scenario.replace("    b5: { area: 3 }\n", "");
    let scenario = scenario
        .replace("\nassets:\n", "\nreinforcements:\n  b5: { turn: 2, entry: A }\nassets:\n");
    let whole = [("scenario.yaml".to_owned(), scenario.clone().into_bytes())];
    if !is_split {
        return Battle(whole.into());
    }
    let put = "  include: parts/areas.yaml\n";
    let (areas, scenario) = cut(&scenario, "  - { id: 1, name: Alpha", Some("edges:"), 2, put);
    let (blue, scenario) =
        cut(&scenario, "  - { id: b1,", Some("  - { id: r1,"), 2, "  - include: parts/blue.yaml\n");
    let (fifth, blue) = cut(&blue, "- { id: b5", None, 0, "- include: more/fifth.yaml\n");
    let put = "  include: parts/arrivals.yaml\n";
    let (arrivals, scenario) = cut(&scenario, "  b5: { turn", Some("assets:"), 2, put);
    let put = "  include: parts/setup.yaml\n";
    let (setup, scenario) = cut(&scenario, "  control: {", Some("allow:"), 2, put);
    let files = [
        ("scenario.yaml", scenario),
        ("parts/areas.yaml", areas),
        ("parts/blue.yaml", blue),
        ("parts/more/fifth.yaml", fifth),
        ("parts/arrivals.yaml", arrivals),
        ("parts/setup.yaml", setup),
    ];
    Battle(files.map(|(name, text)| (name.to_owned(), text.into_bytes())).into())
}

#[test]
fn split_area_battle_gives_same_pack() {
    let fab = |battle: &Battle| match run(battle).pack {
        Some(AnyPack::Fab(pack)) => pack,
        _ => panic!("{:?}", run(battle).diagnostics.sorted()),
    };
    let (whole, pack) = (fab(&area_battle(false)), fab(&area_battle(true)));
    assert_eq!(pack.play_digest(), whole.play_digest());
    assert_eq!(pack.pack_digest(), whole.pack_digest());
    let sources = &pack.sources().0;
    let place = |key: &str| (sources[key].file.as_str(), sources[key].line);
    assert_eq!(place("area/2"), ("parts/areas.yaml", 2));
    assert_eq!(place("unit/b4"), ("parts/blue.yaml", 4));
    assert_eq!(place("unit/b5"), ("parts/more/fifth.yaml", 1));
}

#[test]
fn fab_diagnostics_point_into_included_file() {
    let cases = [
        ("parts/areas.yaml", "terrain: hill", "terrain: hills", code::UNKNOWN_NAME, 4),
        ("parts/more/fifth.yaml", "formation: ii", "formation: iv", code::UNKNOWN_NAME, 1),
        ("parts/arrivals.yaml", "entry: A", "entry: C", code::ENTRY_CODE, 1),
        ("parts/setup.yaml", "b4: { area: 2 }", "b4: { area: 20 }", code::UNKNOWN_NAME, 6),
    ];
    for (file, from, to, code, line) in cases {
        let outcome = run(&area_battle(true).edited(file, from, to));
        let findings = outcome.diagnostics.sorted();
        let found = findings.iter().find(|found| found.code == code);
        let found = found.unwrap_or_else(|| panic!("{file}: {findings:?}"));
        let place = found.labels[0].place;
        assert_eq!(outcome.sources.file(place.file()).path(), file);
        assert_eq!(place.positions(&outcome.sources).0.line, line, "{file}");
    }
    let wrong = area_battle(true).edited("parts/arrivals.yaml", "b5: {", "- {");
    let outcome = run(&wrong);
    let findings = outcome.diagnostics.sorted();
    assert!(findings.iter().any(|found| found.code == code::INCLUDE_SHAPE), "{findings:?}");
}

#[test]
fn fab_part_needs_its_battle() {
    for part in ["areas", "blue", "more/fifth", "arrivals", "setup"] {
        let file = area_battle(true).0[&format!("parts/{part}.yaml")].clone();
        let alone = Battle([("part.yaml".to_owned(), file)].into());
        let outcome = check(&alone, &ProjectPath::from_file_name("part.yaml"));
        let findings = outcome.diagnostics.sorted();
        assert_eq!(findings.len(), 1, "{part}: {findings:?}");
        assert_eq!(findings[0].code, code::OTHER_FILE, "{part}");
    }
}
