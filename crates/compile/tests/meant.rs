//! What is written in another shape than ours, and plainly meant: one finding, at its place, with the
//! words to write instead.

mod support;

use sandtable_source::{Place, Severity};

use support::{battle, run};

/// A slip: what is written instead of what.
struct Slip {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    code: &'static str,
    /// What stands in the line of the finding.
    line: &'static str,
    /// Words of its help.
    help: &'static str,
}

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const FRAME: &str = "{ centre: [10.0, 50.0], width: 6000 m, height: 6000 m }";
const PASTED: &str = "`frame: { centre: [10, 50], width: 6022 m, height: 6006 m }`";

const fn frame(to: &'static str, line: &'static str, help: &'static str) -> Slip {
    Slip { file: MAP, from: FRAME, to, code: "ST0201", line, help }
}

const fn notes(
    to: &'static str,
    code: &'static str,
    line: &'static str,
    help: &'static str,
) -> Slip {
    Slip { file: SCENARIO, from: "block_profile: publisher", to, code, line, help }
}

const SLIPS: &[Slip] = &[
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
    Slip {
        file: MAP,
        from: "frame: { centre: [10.0, 50.0], width: 6000 m, height: 6000 m }",
        to: "bbox: [9.958, 49.973, 10.042, 50.027]",
        code: "ST0201",
        line: "bbox:",
        help: PASTED,
    },
    Slip {
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
        "write `en: >-` and the text in the lines below it, each after 4 spaces",
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
        "indent its lines farther than `en:`, each after 4 spaces",
    ),
    notes(
        "block_profile: publisher\nnotes:\n  en: \"The day is hot\n  and nobody moves\"\n  es: Calor",
        "ST0101",
        "en: \"The day is hot",
        "indent the lines in which it goes on",
    ),
    Slip {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "rating: 3\n        hq: { name: A. Zure, at: [10.012, 49.985], facing: N }",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }`",
    },
    Slip {
        file: SCENARIO,
        from: "hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }",
        to: "hq: A. Zure\n        rating: 3\n        at: [10.012, 49.985]\n        facing: N",
        code: "ST0201",
        line: "rating: 3",
        help: "`hq: { name: A. Zure, rating: 3, at: [10.012, 49.985], facing: N }`",
    },
];

#[test]
fn what_is_meant_is_told_once_and_ready_to_paste() {
    let mut failures = Vec::new();
    for Slip { file, from, to, code, line, help } in SLIPS {
        let outcome = run(&battle().edited(file, from, to));
        let found = outcome.diagnostics.sorted();
        let found: Vec<_> = found.iter().filter(|f| f.severity != Severity::Note).collect();
        let right = match found.as_slice() {
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
        if !right {
            failures.push(format!("{to}: expected {code} at {line}: {help}, found {found:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
