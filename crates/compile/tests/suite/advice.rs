//! Following advice literally: the first help of a diagnostic gives the text to write. With that
//! text, the battle is the intended one.

use sandtable_source::{Severity, Summary};

use crate::support::{Battle, battle, run};

/// A mistake and the intended text.
struct Mistake {
    file: &'static str,
    /// The preceding text, which stays unchanged.
    key: &'static str,
    from: &'static str,
    to: &'static str,
    code: &'static str,
    /// Part of the first help.
    help: &'static str,
    /// The text to write, which the help contains, and the text to replace.
    write: &'static str,
    replaced: &'static str,
}

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const ARRIVAL: &str = "{ day: 1, turn: 5, entry: north, command: red-corps, formation: column }";
const NAVY: &str =
    "- { id: navy, name: Navy, type: infantry, at: [10.006, 49.99], facing: N, strength: 4000 }";

const fn digit(to: &'static str, code: &'static str) -> Mistake {
    Mistake {
        file: SCENARIO,
        key: "",
        from: "[10.012, 49.985]",
        to,
        code,
        help: "check the digits: did you mean `[10.012, 49.985]`?",
        write: "[10.012, 49.985]",
        replaced: to,
    }
}

const fn day(to: &'static str, code: &'static str, instead_of: &'static str) -> Mistake {
    Mistake {
        file: SCENARIO,
        key: "",
        from: ARRIVAL,
        to,
        code,
        help: "days are counted from 1: 3 July 1815 is day 2: write `day: 2`",
        write: "day: 2",
        replaced: instead_of,
    }
}

/// A list written as a single text. The second road is the enemy's, so `check` warns.
const TWO_ROADS: &str = "South Road and North Road";

/// A key with its correct and its wrong value. The help gives another value.
const fn mistake(
    file: &'static str,
    key: &'static str,
    [from, to]: [&'static str; 2],
    code: &'static str,
    help: &'static str,
    write: &'static str,
) -> Mistake {
    Mistake { file, key, from, to, code, help, write, replaced: to }
}

const MISTAKES: &[Mistake] = &[
    day(
        "{ day: 3, turn: 5, entry: north, command: red-corps, formation: column }",
        "ST0509",
        "day: 3",
    ),
    day(
        "{ day: 1, turn: 5, entry: north, command: red-corps, formation: column }\nweather:\n  - { day: 3, turn: 2, title: { en: Rain, es: Lluvia } }",
        "ST0317",
        "day: 3",
    ),
    day(
        "{ day: 3, turn: 5, entry: north, command: red-corps, formation: column }\nweather:\n  - { day: 3, turn: 2, title: { en: Rain, es: Lluvia } }",
        "ST0334",
        "day: 3",
    ),
    digit("[10.012, 94.985]", "ST0205"),
    digit("[10.012, 48.985]", "ST0503"),
    digit("[10.012, 49985]", "ST0205"),
    digit("[10.012, 4.985]", "ST0503"),
    Mistake {
        file: SCENARIO,
        key: "",
        from: "map: map.yaml",
        to: "map: ../maps/map.yaml",
        code: "ST0001",
        help: "a file with a similar name exists: `map.yaml`",
        write: "map.yaml",
        replaced: "../maps/map.yaml",
    },
    mistake(
        SCENARIO,
        "lines_of_communication: ",
        ["[south-road]", TWO_ROADS],
        "ST0203",
        "brackets: `[south-road, north-road]`",
        "[south-road, north-road]",
    ),
    mistake(SCENARIO, "place: ", ["church", "The Church"], "ST0207", "write `church`", "church"),
    mistake(SCENARIO, "entry: ", ["north", "North Road"], "ST0207", "write `north`", "north"),
    mistake(SCENARIO, "from: ", ["church", "the church"], "ST0207", "write `church`", "church"),
    mistake(
        SCENARIO,
        "type: ",
        ["cavalry", "cavalry brigade"],
        "ST0207",
        "write only the arm: `cavalry`",
        "cavalry",
    ),
    mistake(
        MAP,
        "scale: ",
        ["\"1:16000\"", "4 inches to the mile"],
        "ST0602",
        "did you mean \"1:15840\"",
        "\"1:15840\"",
    ),
    mistake(
        MAP,
        "scale: ",
        ["\"1:16000\"", "\"1:16.000\""],
        "ST0602",
        "did you mean \"1:16000\"",
        "\"1:16000\"",
    ),
    mistake(SCENARIO, "rating: ", ["4", "5+"], "ST0203", "write only 5", "5"),
    mistake(SCENARIO, "rating: ", ["4", "5/6"], "ST0203", "write only 5", "5"),
    mistake(SCENARIO, "rating: ", ["4", "5 of 6"], "ST0203", "write only 5", "5"),
    mistake(
        SCENARIO,
        "rating: ",
        ["4", "excellent"],
        "ST0203",
        "5 stands for an outstanding leader",
        "5",
    ),
    mistake(SCENARIO, "turn: ", ["5", "noon"], "ST0203", "write `turn: 5`", "5"),
    mistake(SCENARIO, "strength: ", ["4000", "4000–4500"], "ST0203", "such as 4250", "4250"),
    mistake(
        SCENARIO,
        "column_length: ",
        ["{ infantry: 644 m, artillery: 644 m, cavalry: 644 m, baggage: 322 m }", "644 m"],
        "ST0203",
        "write `column_length: {",
        "{ infantry: 644 m, artillery: 644 m, cavalry: 644 m, baggage: 644 m }",
    ),
    Mistake {
        file: MAP,
        key: "",
        from: "layers/woods.geojson",
        to: "layers/woods.shp",
        code: "ST0001",
        help: "layers are GeoJSON",
        write: "layers/woods.geojson",
        replaced: "layers/woods.shp",
    },
];

/// The small battle, on the second and third of July.
fn two_day_battle() -> Battle {
    battle().edited(SCENARIO, "1815-06-18", "1815-07-02").edited(SCENARIO, "days: 1", "days: 2")
}

#[test]
fn advice_gives_intended_battle() {
    let mut failures = Vec::new();
    for Mistake { file, key, from, to, code, help, write, replaced: instead_of } in MISTAKES {
        let spoilt = two_day_battle().edited(file, &format!("{key}{from}"), &format!("{key}{to}"));
        let outcome = run(&spoilt);
        let found = outcome.diagnostics.sorted();
        let found: Vec<_> = found.iter().filter(|one| one.severity != Severity::Note).collect();
        let is_told = match found.as_slice() {
            [only] => {
                let first = only.help.first().map_or("", String::as_str);
                only.code.to_string() == *code && first.contains(help) && first.contains(write)
            }
            _ => false,
        };
        if !is_told {
            failures.push(format!("{to}: expected {code}: {help}, found {found:#?}"));
        }
        let mut fixed = spoilt;
        let text = String::from_utf8_lossy(&fixed.0[*file]);
        let text = text.replace(&format!("{key}{instead_of}"), &format!("{key}{write}"));
        fixed.0.insert((*file).to_owned(), text.into_bytes());
        let summary: Summary = run(&fixed).diagnostics.summary();
        if (summary.errors, summary.warnings) != (0, usize::from(*to == TWO_ROADS)) {
            failures.push(format!("{to}: with {write} there is {summary:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn advice_removes_copied_piece() {
    let first_help = |copy: &str| {
        let spoilt = battle().edited(SCENARIO, NAVY, &format!("{NAVY}\n          {copy}"));
        let outcome = run(&spoilt);
        let found = outcome.diagnostics.sorted();
        let found = found.iter().find(|found| found.severity != Severity::Note);
        found.and_then(|found| found.help.first().cloned()).unwrap_or_default()
    };
    assert!(first_help(NAVY).starts_with("remove one of them: the two are identical"));
    let other = NAVY.replace("strength: 4000", "strength: 4500");
    assert!(first_help(&other).contains("rename one"));
}

/// A piece that must move in any case is not reported for cutting a line as well.
#[test]
fn reports_piece_on_enemy_once() {
    let spoilt = battle().edited(
        SCENARIO,
        "at: [10.006, 50.014], facing: S",
        "at: [10.012, 49.981], facing: S",
    );
    let outcome = run(&spoilt);
    let found = outcome.diagnostics.sorted();
    let codes = found.iter().filter(|one| one.severity != Severity::Note);
    let codes: Vec<String> = codes.map(|one| one.code.to_string()).collect();
    assert_eq!(codes, ["ST0504"]);
}

/// The help moves a block that is a few metres outside just inside the edge. The distance is half
/// the block's depth if it faces up the sheet, and half its length if it faces along the edge.
#[test]
fn moves_block_just_inside_edge() {
    for (facing, at_most) in [("N", 0.0022), ("E", 0.0035)] {
        let edited = |at: &str| {
            let Battle(mut files) = battle();
            let bytes = files.get_mut(SCENARIO).expect("`scenario.yaml`");
            let text = String::from_utf8(bytes.clone()).expect("UTF-8 text");
            let from = "at: [10.02, 49.988], facing: N";
            assert!(text.contains(from), "{from}");
            *bytes = text.replace(from, &format!("at: {at}, facing: {facing}")).into_bytes();
            run(&Battle(files))
        };
        let outcome = edited("[10.02, 49.9727]");
        let found = outcome.diagnostics.sorted();
        let found = found.iter().find(|found| found.code.to_string() == "ST0503");
        let help = &found.expect("block outside the frame").help[0];
        let (_, place) = help.split_once("`at: ").expect("suggested position");
        let (place, _) = place.split_once('`').expect("closing backtick");
        let (_, latitude) = place.split_once(", ").expect("two numbers");
        let latitude: f64 = latitude.trim_end_matches(']').parse().expect("valid number");
        assert!(latitude > 49.9727 && latitude < 49.9727 + at_most, "{facing}: {help}");
        let fixed = edited(place);
        let codes: Vec<String> =
            fixed.diagnostics.sorted().iter().map(|found| found.code.to_string()).collect();
        assert!(!codes.contains(&"ST0503".to_owned()), "{facing}: {codes:?}");
    }
}
