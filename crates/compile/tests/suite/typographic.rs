//! Numbers pasted from pages and word processors: typographic minus signs and spaces, thousands
//! separators, degree signs. Each is reported, and the advice gives the intended battle.

use sandtable_compile::Outcome;
use sandtable_source::Severity;

use crate::support::{battle, run};

const SCENARIO: &str = "scenario.yaml";
const MAP: &str = "map.yaml";
const STRENGTH: &str = "facing: N, strength: 4000";
const CENTRE: &str = "frame: { centre: [10.0, 50.0], width: 6000 m, height: 6000 m }";
const COLUMNS: &str = "infantry: 644 m";

/// A file, a text of it, the key, the intended value, and the values that someone may write.
type Sample = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const SAMPLES: &[Sample] = &[
    (
        MAP,
        CENTRE,
        "frame: { centre: [10.0, 50.0], width: 6000 m, height: 6000 m, rotation: ",
        "-0.5",
        &[
            "\u{2212}0.5",
            "\u{2013}0.5",
            "\u{2212} 0.5",
            "\"-0.5\"",
            "\"-0,5\"",
            "\u{2212}0.5°",
            "-0.5°",
            "0.5 W",
            "0.5° W",
            "0.5 degrees west",
            "N 0.5° W",
            "\u{2212}0,5",
        ],
    ),
    (
        MAP,
        CENTRE,
        "frame: { centre: [10.0, 50.0], height: 6000 m, width: ",
        "6000 m",
        &[
            "6,000 m",
            "6\u{2009}000 m",
            "6\u{202f}000\u{a0}m",
            "6000\u{a0}m",
            "6'000 m",
            "6000 metres",
            "\"6,000.0 m\"",
            "6,0 km",
        ],
    ),
    (
        MAP,
        CENTRE,
        "frame: { width: 6000 m, height: 6000 m, centre: ",
        "[-10.0, 50.0]",
        &["[\u{2212}10.0, 50.0]", "[\u{2013}10.0,\u{a0}50.0]", "50° N 10° W"],
    ),
    (
        SCENARIO,
        STRENGTH,
        "facing: N, strength: ",
        "3300",
        &[
            "3,300",
            "3.300",
            "\"3,300\"",
            "\"3.300\"",
            "3\u{2009}300",
            "3\u{202f}300",
            "3\u{a0}300",
            "3'300",
            "3’300",
            "\"3300\"",
            "3_300",
            "3300 men",
        ],
    ),
    (SCENARIO, STRENGTH, "strength: 4000, facing: ", "355", &["\u{2212}5", "5° W", "N5W", "355°"]),
    (
        SCENARIO,
        COLUMNS,
        "infantry: ",
        "640.08 m",
        &["2100\u{a0}ft", "2,100 ft", "2100′", "700 yards", "700\u{2009}yd"],
    ),
    (
        SCENARIO,
        COLUMNS,
        "infantry: ",
        "0.64 km",
        &[
            "0,64 km",
            "\"0,640 km\"",
            "0,640 km",
            "0.64\u{202f}km",
            "\"0,64 км\"",
            "0.64\u{200b} km",
        ],
    ),
    (
        SCENARIO,
        "date: 1815-06-18",
        "date: ",
        "1815-06-18",
        &["1815\u{2011}06\u{2011}18", "1815–06–18"],
    ),
    (
        MAP,
        "scale: \"1:16000\"",
        "scale: ",
        "\"1:16000\"",
        &["\"1:16\u{2009}000\"", "1:16’000", "1∶16000", "1：16000", "\"1:\u{200b}16000\""],
    ),
];

/// The text to write: in backticks or quotation marks, or the word after "write".
fn advised(help: &str) -> Option<&str> {
    let is_number = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
    if let Some(number) = help.strip_prefix("write only ").filter(is_number) {
        return number.split(';').next();
    }
    let quote = help.find('"');
    if let Some(start) = help.find('`').filter(|&tick| quote.is_none_or(|quote| tick < quote)) {
        return help[start + 1..].split('`').next();
    }
    if let Some(start) = quote {
        return help[start..].find("\"?").map(|end| &help[start..=start + end]);
    }
    let (_, after) = help.split_once("write ").or_else(|| help.split_once("number: "))?;
    let words = after.strip_prefix("only ").unwrap_or(after);
    let words = words.strip_prefix("degrees as a plain number: ").unwrap_or(words);
    words.split([',', ';', ' ']).next()
}

/// The pack and the diagnostics of a battle.
fn result(outcome: &Outcome) -> (Option<String>, Vec<String>) {
    let found = outcome.diagnostics.sorted();
    let found = found.iter().map(|one| format!("{}: {}", one.code, one.message)).collect();
    (outcome.pack.as_ref().map(|pack| format!("{pack:?}")), found)
}

#[test]
fn advice_never_changes_value() {
    let mut failures = Vec::new();
    for (file, from, key, meant, samples) in SAMPLES {
        let end = if from.starts_with("frame:") { " }" } else { "" };
        let with = |value: &str| run(&battle().edited(file, from, &format!("{key}{value}{end}")));
        let intended = result(&with(meant));
        for written in *samples {
            let outcome = with(written);
            let found = outcome.diagnostics.sorted();
            let first = found.iter().find(|one| one.severity == Severity::Error);
            let help = first.and_then(|one| one.help.first()).map_or("", String::as_str);
            let last_key = key.split_whitespace().next_back().unwrap_or_default();
            let advice = advised(help).unwrap_or_default();
            let advice = advice.strip_prefix(last_key).unwrap_or(advice).trim();
            if advice.is_empty() || result(&with(advice)) != intended {
                failures.push(format!("`{key}{written}`: {help}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Characters that look like the right ones are named.
#[test]
fn explains_lookalikes() {
    for (from, to, expected) in [
        ("scale: \"1:16000\"", "scale: 1∶16000", "U+2236"),
        ("width: 6000 m", "width: \"6000\u{200b} m\"", "U+200B"),
        ("class: woods", "class: wo\u{43e}ds", "U+043E"),
        ("edge: north", "edge: n\u{43e}rth", "U+043E"),
    ] {
        let outcome = run(&battle().edited(MAP, from, to));
        let found = outcome.diagnostics.sorted();
        let is_named = found.iter().flat_map(|one| &one.help).any(|help| help.contains(expected));
        assert!(is_named, "{to}: {found:#?}");
    }
}
