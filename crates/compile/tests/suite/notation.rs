//! Values in an unsupported notation with an obvious meaning give one diagnostic, in the right
//! place, with the text to write instead.

use sandtable_compile::Outcome;
use sandtable_source::{Place, Severity};

use crate::support::{battle, run};

/// A typo and the text that it replaces.
struct Mistake {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    code: &'static str,
    /// Part of the reported line.
    line: &'static str,
    /// Part of the help.
    help: &'static str,
}

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const FRAME: &str = "{ centre: [10.0, 50.0], width: 6000 m, height: 6000 m }";
const PASTED: &str = "`frame: { centre: [10, 50], width: 6022 m, height: 6006 m }`";

const fn frame(to: &'static str, line: &'static str, help: &'static str) -> Mistake {
    Mistake { file: MAP, from: FRAME, to, code: "ST0201", line, help }
}

const fn notes(
    to: &'static str,
    code: &'static str,
    line: &'static str,
    help: &'static str,
) -> Mistake {
    Mistake { file: SCENARIO, from: "block_profile: publisher", to, code, line, help }
}

const MISTAKES: &[Mistake] = &[
    frame("{ west: 9.958, east: 10.042, south: 49.973, north: 50.027 }", "frame:", PASTED),
    frame("{ min_lon: 9.958, minLat: 49.973, max-lon: 10.042, maxLat: 50.027 }", "frame:", PASTED),
    frame("\n  xmin: 9.958\n  ymin: 49.973\n  xmax: 10.042\n  ymax: 50.027", "xmin:", PASTED),
    frame("{ bbox: [9.958, 49.973, 10.042, 50.027] }", "bbox", PASTED),
    frame("{ extent: \"9.958,10.042,49.973,50.027 [EPSG:4326]\" }", "extent", PASTED),
    frame("{ sw: [9.958, 49.973], ne: [10.042, 50.027] }", "sw:", PASTED),
    frame(
        "{ west: 9.958, east: 10.042, south: 49.973, north: 50.027, rotation: 0 }",
        "frame:",
        "height: 6006 m, rotation: 0 }`",
    ),
    Mistake {
        file: MAP,
        from: "frame: { centre: [10.0, 50.0], width: 6000 m, height: 6000 m }",
        to: "bbox: [9.958, 49.973, 10.042, 50.027]",
        code: "ST0201",
        line: "bbox:",
        help: PASTED,
    },
    Mistake {
        file: MAP,
        from: FRAME,
        to: "[9.958, 49.973, 10.042, 50.027]",
        code: "ST0203",
        line: "frame:",
        help: PASTED,
    },
    notes(
        "block_profile: publisher\nnotes: The day is hot: nobody moves\n  until noon.",
        "ST0101",
        "notes: The day is hot",
        "`notes: \"The day is hot: nobody moves until noon.\"`",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: The day is hot\n  and nobody moves: they rest\n  es: Calor",
        "ST0201",
        "en: The day is hot",
        "`en: \"The day is hot and nobody moves: they rest\"`",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: The day is hot\n    and nobody moves: they rest\n  es: Calor",
        "ST0101",
        "en: The day is hot",
        "write `en: >-` and the text on the lines below it, each after 4 spaces",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: The day is hot\n  and nobody moves\n  es: Calor",
        "ST0101",
        "en: The day is hot",
        "write `en: >-`",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: The day is hot\n and nobody moves\n  es: Calor",
        "ST0101",
        "en: The day is hot",
        "`en: \"The day is hot and nobody moves\"`",
    ),
    notes(
        "block_profile: publisher\nnotes: The day is\nhot. Lee waits for\nLongstreet: he is late.",
        "ST0101",
        "notes: The day is",
        "write `notes: >-`",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: >-\n  The day is hot\n  es: Calor",
        "ST0101",
        "en: >-",
        "indent its lines further than `en:`, with 4 spaces",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: \"The day is hot\n  and nobody moves\"\n  es: Calor",
        "ST0101",
        "en: \"The day is hot",
        "indent the next lines of the text",
    ),
    Mistake {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "rating: 3\n        hq: { name: A. Zure, at: [10.012, 49.985], facing: N }",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }`",
    },
    Mistake {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "hq: A. Zure\n        rating: 3\n        at: [10.012, 49.985]\n        facing: N",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }`",
    },
    Mistake {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "rating: 3\n        hq: { name: A. Zure, facing: N, at: { from: church, bearing: E, distance: 900 m } }",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { name: A. Zure, rating: 3, facing: N, at: { from: church, bearing: E, distance: 900 m } }`",
    },
    Mistake {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "rating: 3\n        name: A. Zure\n        hq: { facing: N, at: { from: church, bearing: E, distance: 900 m } }",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { facing: N, at: { from: church, bearing: E, distance: 900 m }, rating: 3, name: A. Zure }`",
    },
    Mistake {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "rating: 3\n        name: A. Zure\n        at: [10.012, 49.985]\n        facing: N\n        hq: {}",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { rating: 3, name: A. Zure, at: [10.012, 49.985], facing: N }`",
    },
    Mistake {
        file: SCENARIO,
        from: "turn: 5",
        to: "turn: \"16:00\"",
        code: "ST0203",
        line: "turn:",
        help: "turn 7 runs from 15:00 to 16:30: write `turn: 7`",
    },
    Mistake {
        file: SCENARIO,
        from: "turn: 5",
        to: "turn: 4 pm",
        code: "ST0203",
        line: "turn:",
        help: "write `turn: 7`",
    },
    Mistake {
        file: SCENARIO,
        from: "turn: 5",
        to: "turn: 23:30",
        code: "ST0203",
        line: "turn:",
        help: "23:30 is at night",
    },
    Mistake {
        file: SCENARIO,
        from: "turn: 5",
        to: "turn: 12",
        code: "ST0205",
        line: "turn:",
        help: "write a whole number from 1 to 8",
    },
    Mistake {
        file: SCENARIO,
        from: "last_turn: 8, days: 1",
        to: "last_turn: 16, days: 1",
        code: "ST0205",
        line: "last_turn:",
        help: "write `last_turn: 8` and `days: 2`",
    },
    Mistake {
        file: SCENARIO,
        from: "first_turn: 3",
        to: "first_turn: 9:00",
        code: "ST0203",
        line: "first_turn:",
        help: "write `first_turn: 3`",
    },
    Mistake {
        file: SCENARIO,
        from: "day: 1",
        to: "day: 18 June",
        code: "ST0203",
        line: "day:",
        help: "1815-06-18 is day 1 of the battle: write `day: 1`",
    },
    Mistake {
        file: SCENARIO,
        from: "day: 1",
        to: "day: 1815-06-30",
        code: "ST0203",
        line: "day:",
        help: "1815-06-30 is outside the battle",
    },
    Mistake {
        file: SCENARIO,
        from: "at: [10.006, 49.99]",
        to: "at: \"49.99, 10.006\"",
        code: "ST0203",
        line: "id: navy",
        help: "write `[10.006, 49.99]`: longitude first",
    },
    Mistake {
        file: SCENARIO,
        from: "block_profile: publisher",
        to: "block_profile: publisher\nallow: { ST0403: navy }",
        code: "ST0203",
        line: "allow:",
        help: "`- { code: …, at: …, reason: … }`",
    },
    Mistake {
        file: SCENARIO,
        from: "block_profile: publisher",
        to: "block_profile: publisher\nallow: ST0403",
        code: "ST0203",
        line: "allow:",
        help: "`- { code: …, at: …, reason: … }`",
    },
];

#[test]
fn help_gives_text_ready_to_paste() {
    let mut failures = Vec::new();
    for mistake in MISTAKES {
        let outcome = run(&battle().edited(mistake.file, mistake.from, mistake.to));
        failures.extend(mismatch(&outcome, mistake));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the difference between the actual and the expected diagnostics.
fn mismatch(outcome: &Outcome, mistake: &Mistake) -> Option<String> {
    let Mistake { code, line, help, to, .. } = mistake;
    let found = outcome.diagnostics.sorted();
    let found: Vec<_> = found.iter().filter(|f| f.severity != Severity::Note).collect();
    let is_right = match found.as_slice() {
        [only] => {
            let place = only.labels[0].place;
            let (start, _) = place.positions(&outcome.sources);
            let text = match place {
                Place::Text(span) => outcome.sources.file(span.file).text(),
                Place::Line(..) => "",
            };
            let there = text.lines().nth(start.line as usize - 1).unwrap_or_default();
            only.code.to_string() == *code
                && there.contains(line)
                && only.help.iter().any(|one| one.contains(help))
        }
        _ => false,
    };
    (!is_right).then(|| format!("{to}: expected {code} at {line}: {help}, found {found:#?}"))
}

/// The red corps is in a separate file, which is included with unsupported notations.
#[test]
fn finds_parts_in_other_notations() {
    let scenario = String::from_utf8(battle().0[SCENARIO].clone()).expect("UTF-8 text");
    let start = scenario.find("      - id: red-corps").expect("red corps in the scenario");
    let end = scenario[start..]
        .find("    reinforcements")
        .expect("the corps ends before `reinforcements`")
        + start;
    let corps = &scenario[start..end];
    let part: Vec<&str> = corps.lines().map(|line| &line[8..]).collect();
    for (to, code, help) in [
        ("- include oob/red.yaml\n", "ST0203", "write `{ include: oob/red.yaml }`"),
        ("- include: parts/red.yaml\n", "ST0001", "`oob/red.yaml`"),
        ("- include: ../red.yaml\n", "ST0001", "`oob/red.yaml`"),
        ("- include: red.yaml\n", "ST0001", "`oob/red.yaml`"),
    ] {
        let mut battle = battle().edited(SCENARIO, corps, &format!("      {to}"));
        battle.0.insert("oob/red.yaml".to_owned(), part.join("\n").into_bytes());
        let mistake = Mistake { file: SCENARIO, from: "", to, code, line: "red.yaml", help };
        assert_eq!(mismatch(&run(&battle), &mistake), None);
    }
}
