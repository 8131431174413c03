//! Typos in values: each gives one diagnostic with the intended value.

use sandtable_source::{Severity, code};

use crate::support::{battle, run};

/// A typo: the wrong and the correct text, the code and rule of the diagnostic, and part of its
/// help.
struct Typo(
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";

const TYPOS: &[Typo] = &[
    Typo(SCENARIO, "rating: 4", "rating: 9", "ST0205", Some("PB-3.22"), "from 0 to 6"),
    Typo(
        SCENARIO,
        "rating: 4",
        "rating: \"4\"",
        "ST0203",
        Some("PB-3.22"),
        "write 4 without quotes",
    ),
    Typo(SCENARIO, "rating: 4", "rating: 4.5", "ST0203", Some("PB-3.22"), "a whole number"),
    Typo(SCENARIO, "turn: 5", "turn: 9", "ST0205", Some("PB-3.23"), "from 1 to 8"),
    Typo(
        SCENARIO,
        "type: cavalry",
        "type: calvary",
        "ST0411",
        Some("PB-3.37"),
        "did you mean `cavalry`?",
    ),
    Typo(SCENARIO, "type: cavalry", "type: hussars", "ST0411", Some("PB-3.37"), "dragoons"),
    Typo(SCENARIO, "quality: elite", "quality: veteran", "ST0204", Some("PB-3.27"), "`guard`"),
    Typo(SCENARIO, "short: R", "shrt: R", "ST0201", None, "did you mean `short`?"),
    Typo(
        SCENARIO,
        "name: Rust, type: infantry",
        "name: Rust",
        "ST0202",
        Some("PB-3.1"),
        "add `type:` with `infantry`",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: North",
        "ST0204",
        Some("PB-2.5"),
        "did you mean `N`?",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: 350°",
        "ST0204",
        Some("PB-2.5"),
        "a plain number: 350",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: -90",
        "ST0205",
        Some("PB-2.5"),
        "the same direction is 270",
    ),
    Typo(
        SCENARIO,
        "at: [10.012, 49.985]",
        "at: 10.012, 49.985",
        "ST0201",
        None,
        "`at: [10.012, 49.985]`",
    ),
    Typo(
        SCENARIO,
        "at: [10.012, 49.985]",
        "at: 49.985, 10.012",
        "ST0201",
        None,
        "write `at: [10.012, 49.985]`: longitude first",
    ),
    Typo(
        SCENARIO,
        "at: [10.012, 49.985]",
        "at: \"10.012, 49.985\"",
        "ST0203",
        Some("PB-3.9"),
        "write `[10.012, 49.985]`",
    ),
    Typo(
        SCENARIO,
        "at: [10.012, 49.985]",
        "at: [10,012, 49,985]",
        "ST0203",
        Some("PB-3.9"),
        "write `[10.012, 49.985]`: degrees with a decimal point",
    ),
    Typo(SCENARIO, "strength: 4000", "strength: 4,000", "ST0201", None, "`strength: 4000`"),
    Typo(SCENARIO, "distance: 2.8 km", "distance: 2800", "ST0206", None, "write `2800 m`"),
    Typo(SCENARIO, "distance: 2.8 km", "distance: 2,8 km", "ST0201", None, "`distance: 2.8 km`"),
    Typo(SCENARIO, "distance: 2.8 km", "distance: 2,800 m", "ST0201", None, "`distance: 2800 m`"),
    Typo(
        SCENARIO,
        "distance: 2.8 km",
        "distance: 1.74 miles",
        "ST0206",
        None,
        "did you mean `1.74 mi`?",
    ),
    Typo(SCENARIO, "baggage: 322 m", "baggage: \"322\"", "ST0206", Some("PB-3.4"), "with its unit"),
    Typo(
        SCENARIO,
        "date: 1815-06-18",
        "date: 18 June 1815",
        "ST0209",
        None,
        "did you mean `1815-06-18`?",
    ),
    Typo(
        SCENARIO,
        "date: 1815-06-18",
        "date: 1815/06/18",
        "ST0209",
        None,
        "did you mean `1815-06-18`?",
    ),
    Typo(SCENARIO, "date: 1815-06-18", "date: 1815", "ST0203", None, "such as `1863-07-02`"),
    Typo(SCENARIO, "dawn: \"06:00\"", "dawn: 6.30", "ST0209", None, "\"06:30\""),
    Typo(SCENARIO, "dawn: \"06:00\"", "dawn: 6:00", "ST0209", None, "\"06:00\""),
    Typo(SCENARIO, "colour: \"#8c2f2a\"", "colour: #8c2f2a", "ST0203", None, "in quotes"),
    Typo(SCENARIO, "colour: \"#8c2f2a\"", "colour: 8c2f2a", "ST0203", None, "\"#8c2f2a\""),
    Typo(SCENARIO, "id: teal", "id: Teal's men", "ST0207", None, "write `teals-men`"),
    Typo(SCENARIO, "place: church", "place: old-church", "ST0402", None, "did you mean `church`?"),
    Typo(
        MAP,
        "scale: \"1:16000\"",
        "scale: \"1:16,000\"",
        "ST0602",
        None,
        "did you mean \"1:16000\"?",
    ),
    Typo(MAP, "scale: \"1:16000\"", "scale: 16000", "ST0602", None, "did you mean \"1:16000\"?"),
    Typo(
        MAP,
        "scale: \"1:16000\"",
        "scale: \"1/16 000\"",
        "ST0602",
        None,
        "did you mean \"1:16000\"?",
    ),
    Typo(SCENARIO, "strength: 4000", "strength: 4.000", "ST0203", Some("PB-3.33"), "write 4000"),
    Typo(
        SCENARIO,
        "turn: 5",
        "turn: 10:30",
        "ST0203",
        Some("PB-3.23"),
        "turn 4 runs from 10:30 to 12:00: write `turn: 4`",
    ),
    Typo(
        SCENARIO,
        "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        "hq: A. Zure",
        "ST0203",
        Some("PB-3.20"),
        "one per line or in braces: `{ name: …, … }`",
    ),
    Typo(
        SCENARIO,
        "        hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }\n",
        "",
        "ST0202",
        Some("PB-3.20"),
        "add `hq:` with its keys, `{ name: …, rating: …, at: …, facing: … }`",
    ),
    Typo(
        SCENARIO,
        "- { id: navy, name: Navy, type: infantry, at: [10.006, 49.99], facing: N, strength: 4000 }\n          - { id: teal,",
        "  navy: { name: Navy, type: infantry, at: [10.006, 49.99], facing: N, strength: 4000 }\n            teal: { id: teal,",
        "ST0203",
        Some("PB-2.2"),
        "with a dash",
    ),
    Typo(
        SCENARIO,
        "at: [10.006, 50.014], facing: S",
        "at: reserve",
        "ST0203",
        Some("PB-3.9"),
        "write `{ reserve: ii-corps }`",
    ),
    Typo(
        SCENARIO,
        "[south-road]",
        "south-road",
        "ST0203",
        Some("PB-3.8"),
        "brackets: `[south-road]`",
    ),
    Typo(
        SCENARIO,
        "combat_order: red",
        "combat_order: Rebels",
        "ST0303",
        Some("PB-3.24"),
        "chooses the order of combats: `blue` or `red`",
    ),
    Typo(MAP, "class: woods", "class: forest", "ST0204", None, "did you mean `woods`?"),
    Typo(MAP, "class: buildings", "class: town", "ST0204", None, "did you mean `buildings`?"),
    Typo(MAP, "class: marsh", "class: swamp", "ST0204", None, "did you mean `marsh`?"),
    Typo(MAP, "class: watercourse", "class: river", "ST0204", None, "did you mean `watercourse`?"),
    Typo(MAP, "class: road", "class: street", "ST0204", None, "did you mean `road`?"),
    Typo(
        SCENARIO,
        "date: 1815-06-18",
        "date: 06-07-1815",
        "ST0209",
        None,
        "did you mean `1815-07-06` or `1815-06-07`?",
    ),
    Typo(
        SCENARIO,
        "command: red-corps,",
        "command: red-corps, pieces: [rust ruby],",
        "ST0207",
        None,
        "add the missing comma: write `rust, ruby`",
    ),
    Typo(
        SCENARIO,
        "command: red-corps,",
        "command: red-corps, pieces: [Rusty],",
        "ST0207",
        None,
        "did you mean `rust`?",
    ),
    Typo(SCENARIO, "name: A. Zure", "leader: A. Zure", "ST0201", None, "did you mean `name`?"),
    Typo(MAP, "edge: north", "edge: E", "ST0204", None, "did you mean `east`?"),
    Typo(MAP, "edge: north", "edge: sur", "ST0204", None, "did you mean `south`?"),
    Typo(MAP, "entries:", "entry:", "ST0201", None, "did you mean `entries`?"),
    Typo(MAP, "width: 6000 m", "width: 6000 metres", "ST0206", None, "did you mean `6000 m`?"),
    Typo(SCENARIO, "strength: 4000", "spent: true", "ST0201", None, "write `status: spent`"),
    Typo(
        SCENARIO,
        "strength: 4000",
        "spent: false",
        "ST0201",
        None,
        "remove it: only `status: spent`",
    ),
    Typo(SCENARIO, "strength: 4000", "status: elite", "ST0204", Some("PB-3.9"), "`quality: elite`"),
    Typo(
        SCENARIO,
        "baggage: 322 m",
        "baggage: 322 m, wagons: 400 m",
        "ST0201",
        None,
        "`baggage` is already set",
    ),
    Typo(
        SCENARIO,
        "strength: 4000",
        "strength:",
        "ST0203",
        Some("PB-3.33"),
        "a whole number from 1 to 100000 after the colon, or remove the key",
    ),
    Typo(
        SCENARIO,
        "hq: { name: A. Zure, rating: 3",
        "hq: { name: A. Zure, rating:",
        "ST0203",
        Some("PB-3.22"),
        "from 0 to 6 after the colon",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: OSO",
        "ST0204",
        Some("PB-2.5"),
        "did you mean `WSW`? West is `W` here",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: NO",
        "ST0204",
        Some("PB-2.5"),
        "did you mean `NW`?",
    ),
    Typo(
        SCENARIO,
        "at: { place: church }, facing: N",
        "at: { place: church }, facing: nord",
        "ST0204",
        Some("PB-2.5"),
        "did you mean `N`?",
    ),
    Typo(
        SCENARIO,
        "at: [10.012, 49.985]",
        "at: [ 308000, 4409000 ]",
        "ST0205",
        Some("PB-3.9"),
        "“Copy Coordinate”",
    ),
    Typo(
        SCENARIO,
        "map: map.yaml",
        "map: layers/..",
        "ST0005",
        None,
        "write the path of the map in it: `map.yaml`",
    ),
    Typo(
        SCENARIO,
        "type: cavalry",
        "type: baggage",
        "ST0411",
        Some("PB-3.37"),
        "add `baggage: { at: …, facing: … }`",
    ),
    Typo(
        SCENARIO,
        "type: cavalry",
        "type: hq",
        "ST0411",
        Some("PB-3.37"),
        "an HQ is not a combat piece",
    ),
    Typo(
        SCENARIO,
        "date: 1815-06-18",
        "date: 06/18/1815",
        "ST0209",
        None,
        "did you mean `1815-06-18`? Write dates as year-month-day",
    ),
    Typo(
        SCENARIO,
        "calendar: { date: 1815-06-18, first_turn: 3, last_turn: 8, days: 1, dawn: \"06:00\" }",
        "calendar: { start: { date: 1815-06-18, first_turn: 3, last_turn: 8, days: 1, dawn: \"06:00\" } }",
        "ST0201",
        None,
        "remove `start:`",
    ),
    Typo(
        SCENARIO,
        "calendar: { date: 1815-06-18, first_turn: 3, last_turn: 8, days: 1, dawn: \"06:00\" }",
        "calendar: { dawn: \"06:00\" }",
        "ST0202",
        None,
        "add `first_turn:` with a whole number from 1 to 8",
    ),
    Typo(
        MAP,
        "height: 6000 m }",
        "height: 6000 m, rotation: N }",
        "ST0203",
        None,
        "remove it, or write 0",
    ),
    Typo(MAP, "height: 6000 m }", "height: 6000 m, rotation: ENE }", "ST0203", None, "write 67.5"),
    Typo(MAP, "licence: \"public domain\"", "licence:", "ST0203", None, "such as `public domain`"),
    Typo(
        MAP,
        "licence: \"public domain\"",
        "licence: \" \"",
        "ST0203",
        None,
        "such as `public domain`",
    ),
    Typo(
        MAP,
        "at: [10.0418, 50.01]",
        "at: [10.03, 50.01]",
        "ST0603",
        Some("PB-3.32"),
        "use the nearest point of the edge: `at: [10.04",
    ),
];

#[test]
fn typos_give_one_diagnostic() {
    let mut failures = Vec::new();
    for Typo(file, from, to, code, rule, words) in TYPOS {
        let outcome = run(&battle().edited(file, from, to));
        let found = outcome.diagnostics.sorted();
        let found: Vec<_> = found.iter().filter(|f| f.severity != Severity::Note).collect();
        let right = match found.as_slice() {
            [only] => {
                only.code.to_string() == *code
                    && only.rule == *rule
                    && only.help.iter().any(|help| help.contains(words))
            }
            _ => false,
        };
        if !right {
            failures.push(format!("{to}: expected {code} {rule:?} {words}, found {found:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The ids of a hill and its place differ only at the end.
#[test]
fn suggests_place_of_hill() {
    let battle = battle()
        .edited("layers/places.geojson", "\"grange\"", "\"low-hill-place\"")
        .edited(SCENARIO, "place: church", "place: low-hill");
    let outcome = run(&battle);
    let found = outcome.diagnostics.sorted();
    let found =
        found.iter().find(|found| found.code == code::NOT_A_PLACE).expect("a single diagnostic");
    assert_eq!(found.help[0], "did you mean `low-hill-place`?");
}

/// A road stops short of the intended edge and leaves the map by another.
#[test]
fn suggests_extending_short_road() {
    let battle = battle()
        .edited(
            "layers/roads.geojson",
            "[10.0, 50.0], [10.0, 50.04]",
            "[10.0, 49.976], [10.0, 50.04]",
        )
        .edited(MAP, "road: north-road, edge: north", "road: north-road, edge: south");
    let outcome = run(&battle);
    let found = outcome.diagnostics.sorted();
    let found = found
        .iter()
        .find(|found| found.code == code::ROAD_NOT_AT_EDGE)
        .expect("expected diagnostic");
    assert_eq!(found.labels[0].text, "it ends 330 m short of this edge");
    assert!(
        found.help[0].starts_with("extend the road from its end at [10.00000"),
        "{:?}",
        found.help
    );
    assert!(
        found.help[1].starts_with("or write `edge: north`: the road leaves the map there"),
        "{:?}",
        found.help
    );
}

/// The QGIS expression that derives ids from names, with any placeholder for unnamed features.
fn formula(text: &str) -> String {
    let from = text
        .find("regexp_replace(regexp_replace(regexp_replace(")
        .expect("the page has the formula");
    let length =
        text[from..].find("'^-|-$', '')").expect("end of the expression") + "'^-|-$', '')".len();
    let whole = &text[from..from + length];
    let (before, rest) = whole
        .split_once("coalesce(nullif(\"name\",''), '")
        .expect("placeholder for unnamed features");
    let (_, after) = rest.split_once("-' || $id").expect("feature number");
    format!("{before}coalesce(nullif(\"name\",''), '…-' || $id{after}")
}

#[test]
fn one_expression_derives_ids_from_names() {
    let nameless = battle().edited("layers/woods.geojson", "\"id\": \"old-wood\", ", "");
    let nameless = nameless.edited("layers/woods.geojson", "\"id\": \"far-wood\", ", "");
    let outcome = run(&nameless);
    let help = outcome.diagnostics.sorted().into_iter().flat_map(|found| found.help.clone());
    let formula_help = help
        .into_iter()
        .find(|help| help.contains("regexp_replace"))
        .expect("help with the formula");
    let page = code::FEATURE_ID.page().expect("page of the code").text;
    let guide = std::fs::read_to_string("../../docs/qgis.md").expect("readable guide");
    assert_eq!(formula(&formula_help), formula(page));
    assert_eq!(formula(&formula_help), formula(&guide));
}

/// RFC 7946 allows only strings and numbers.
#[test]
fn reports_id_of_wrong_type() {
    for (id, found) in [("true", "a boolean"), ("[1]", "a list"), ("{}", "an object")] {
        let id = format!("\"id\": {id}");
        let spoilt = battle().edited("layers/woods.geojson", "\"id\": \"old-wood\"", &id);
        let outcome = run(&spoilt);
        let sorted = outcome.diagnostics.sorted();
        let named = sorted.into_iter().find(|found| found.code == code::FEATURE_ID);
        let message = named.expect("expected diagnostic").message.to_string();
        assert_eq!(message, format!("expected a string or a number for the id, found {found}"));
    }
}

/// The advice for the only feature of a layer, which has no id or has a name as its id.
#[test]
fn suggests_id_for_one_feature() {
    let suggestion = |id: &str| {
        let spoilt = battle().edited("layers/woods.geojson", "\"id\": \"old-wood\"", id);
        let found = run(&spoilt).diagnostics;
        let found = found.sorted();
        let named = found.into_iter().find(|found| found.code == code::FEATURE_ID);
        named.expect("expected diagnostic").help[0].clone()
    };
    for empty in ["\"id\": null", "\"id\": \"\"", "\"id\": \" \""] {
        let help = suggestion(empty);
        assert!(help.ends_with("set the empty `id` to `old-wood`"), "{empty}: {help}");
    }
    assert!(suggestion("\"number\": 7").contains("add a property `\"id\": \"old-wood\"`"));
    assert!(suggestion("\"id\": \"Culp's Hill\"").starts_with("write `culps-hill`"));
    assert!(suggestion("\"id\": \"Culp’s Hill\"").starts_with("write `culps-hill`"));
}
