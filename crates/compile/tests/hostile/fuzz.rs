//! Valid files, corrupted at random: the compiler returns either diagnostics, or a pack that can be
//! written and read. It never fails in any other way.
//!
//! To run more than the few default cases: `PROPTEST_CASES=100000 cargo test -p sandtable-compile
//! --test hostile`. Failing files are kept in `target/tmp` under a name that fits
//! `tests/data/hostile`: move them there and fix the bug.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use proptest::sample::Index;

use crate::battle::{check_run, field_with, gettysburg};
use crate::support::{Battle, battle, data};
use crate::{geotiff, orders};

/// The number of corrupted files to try.
fn cases(everyday: u32) -> ProptestConfig {
    let requested = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: requested.unwrap_or(everyday),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..ProptestConfig::default()
    }
}

/// A change to a text.
#[derive(Clone, Debug)]
enum Change {
    DeleteToken(Index),
    DoubleToken(Index),
    ReplaceToken(Index, &'static str),
    /// Replaces a token with another one from the same file.
    CopyToken(Index, Index),
    /// Replaces a number.
    Number(Index, &'static str),
    DeleteLine(Index),
    DoubleLine(Index),
    MoveLine(Index, Index),
    Byte(Index, u8),
    CutOff(Index),
    /// Inserts part of a different file.
    Splice(Index, Index, Index),
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "7",
    "9",
    "89.9",
    "90",
    "-90",
    "180",
    "-180",
    "180.0000001",
    "360",
    "540",
    "1e5",
    "1e308",
    "-1e308",
    "1e400",
    "5e-324",
    "0.1",
    "1e-9",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    ".inf",
    "-.inf",
    ".nan",
    "null",
    "true",
    "\"1\"",
    "10.0000000000000001",
];

const TOKENS: &[&str] = &[
    "",
    " ",
    "\n",
    "\n  ",
    "\t",
    ":",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "#",
    "&a ",
    "*a",
    "!t ",
    "|\n",
    ">\n",
    "?",
    "---\n",
    "...\n",
    "%",
    "null",
    "true",
    "[]",
    "{}",
    "[[]]",
    "[[],[]]",
    "[[[]]]",
    "\"\"",
    "<<",
    "~",
    "é",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "\u{1b}[2J",
    "\\u0000",
    "\u{10ffff}",
    "N",
    "NNE",
    "-77.2",
    "1 m",
    "1e30 m",
    "0 m",
    "-1 m",
    "1 km",
    "99999999 mm",
    "\"1:1\"",
    "1863-13-45",
    "0000-00-00",
    "24:00",
    "9999-12-31",
    "../x.yaml",
    "map.yaml",
    "scenario.yaml",
    "layers/woods.geojson",
    "pub-battles/3.2",
    "Point",
    "LineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
    "FeatureCollection",
    "Feature",
    "type",
    "id",
    "coordinates",
    "features",
    "geometry",
    "properties",
    "level",
    "north-road",
    "south-road",
    "church",
    "red",
    "blue",
    "north",
    "fields",
    "red-corps",
    "column",
    "line",
    "reinforcement",
];

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    prop_oneof![
        3 => index().prop_map(Change::DeleteToken),
        1 => index().prop_map(Change::DoubleToken),
        3 => (index(), proptest::sample::select(TOKENS)).prop_map(|(at, token)| Change::ReplaceToken(at, token)),
        2 => (index(), index()).prop_map(|(from, to)| Change::CopyToken(from, to)),
        6 => (index(), proptest::sample::select(NUMBERS)).prop_map(|(at, number)| Change::Number(at, number)),
        1 => index().prop_map(Change::DeleteLine),
        1 => index().prop_map(Change::DoubleLine),
        1 => (index(), index()).prop_map(|(from, to)| Change::MoveLine(from, to)),
        1 => (index(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        1 => index().prop_map(Change::CutOff),
        1 => (index(), index(), index()).prop_map(|(at, from, to)| Change::Splice(at, from, to)),
    ]
}

/// Splits text into words, numbers, runs of white space, and other single characters.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+') => 0,
        ' ' | '\n' => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let end = at + c.len_utf8();
        let goes_on =
            characters.peek().is_some_and(|&(_, next)| class(c) != 2 && class(next) == class(c));
        if !goes_on {
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens
}

fn apply(bytes: &[u8], change: &Change, other: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut tokens = tokens(&text);
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if bytes.is_empty() {
        return other.to_vec();
    }
    match change {
        Change::DeleteToken(at) => {
            tokens.remove(at.index(tokens.len()));
        }
        Change::DoubleToken(at) => {
            let at = at.index(tokens.len());
            tokens.insert(at, tokens[at]);
        }
        Change::ReplaceToken(at, token) => {
            let at = at.index(tokens.len());
            tokens[at] = token;
        }
        Change::CopyToken(from, to) => {
            let to = to.index(tokens.len());
            tokens[to] = tokens[from.index(tokens.len())];
        }
        Change::Number(at, number) => {
            let numbers: Vec<usize> =
                (0..tokens.len()).filter(|&at| tokens[at].parse::<f64>().is_ok()).collect();
            if !numbers.is_empty() {
                tokens[numbers[at.index(numbers.len())]] = number;
            }
        }
        Change::DeleteLine(at) => {
            lines.remove(at.index(lines.len()));
            return lines.concat().into_bytes();
        }
        Change::DoubleLine(at) => {
            let at = at.index(lines.len());
            lines.insert(at, lines[at]);
            return lines.concat().into_bytes();
        }
        Change::MoveLine(from, to) => {
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), line);
            return lines.concat().into_bytes();
        }
        Change::Byte(at, byte) => {
            let mut bytes = bytes.to_vec();
            let at = at.index(bytes.len());
            bytes[at] = *byte;
            return bytes;
        }
        Change::CutOff(at) => return bytes[..at.index(bytes.len())].to_vec(),
        Change::Splice(at, from, to) => {
            let mut bytes = bytes.to_vec();
            let (from, to) = (from.index(other.len()), to.index(other.len()));
            let at = at.index(bytes.len());
            bytes.splice(at..at, other[from.min(to)..from.max(to)].iter().copied());
            return bytes;
        }
    }
    tokens.concat().into_bytes()
}

/// The name of a file of the battle without its folder.
fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// The prefix of kept Gettysburg cases.
const GETTYSBURG_PREFIX: &str = "gettysburg-";

/// Checks a battle with one corrupted file, and keeps the file if the check fails.
fn check_corrupted(battle: &Battle, file: &str) -> Result<(), TestCaseError> {
    let result = catch_unwind(AssertUnwindSafe(|| check_run(battle)))
        .unwrap_or_else(|_| Err("the compiler panics".to_owned()));
    result.map_err(|why| {
        let real = if battle.0.keys().any(|file| file.contains("gettysburg")) {
            GETTYSBURG_PREFIX
        } else {
            ""
        };
        let name = format!("{real}found.{}", file_name(file));
        let kept = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::write(&kept, &battle.0[file]);
        TestCaseError::fail(format!("{why}; the file is {}", kept.display()))
    })
}

fn corrupt(battle: &mut Battle, file: &str, other: &str, changes: &[Change]) {
    let mut bytes = battle.0[file].clone();
    for change in changes {
        bytes = apply(&bytes, change, &battle.0[other]);
    }
    battle.set(file, bytes);
}

fn file_of(battle: &Battle, ending: &str, index: &Index) -> String {
    let files: Vec<&String> = battle.0.keys().filter(|file| file.ends_with(ending)).collect();
    files[index.index(files.len())].clone()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn survives_corrupted_yaml(
        file in any::<Index>(), other in any::<Index>(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        let mut battle = battle();
        let (file, other) = (file_of(&battle, ".yaml", &file), file_of(&battle, "", &other));
        corrupt(&mut battle, &file, &other, &changes);
        check_corrupted(&battle, &file)?;
    }

    #[test]
    fn survives_corrupted_geojson(
        file in any::<Index>(), other in any::<Index>(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        let mut battle = battle();
        let (file, other) = (file_of(&battle, ".geojson", &file), file_of(&battle, "", &other));
        corrupt(&mut battle, &file, &other, &changes);
        check_corrupted(&battle, &file)?;
    }
}

/// Words that occur in orders of battle but not in scenarios.
const ORDERS_TOKENS: [&str; 14] = [
    "edge",
    "commander",
    "detachments",
    "zone",
    "roll",
    "or",
    "at_once",
    "reserve",
    "{ grid: A1.37 }",
    "south-bank",
    "north-road",
    "corps",
    "n\u{430}vy",
    "99999",
];

/// Checks an order of battle with some tokens replaced and then corrupted like any other file, and
/// keeps it if the check fails.
fn check_corrupted_orders(
    (side, other): (&str, &str),
    words: &[(Index, &str)],
    changes: &[Change],
) -> Result<(), TestCaseError> {
    let text = String::from_utf8(orders::file(side)).expect("UTF-8 text");
    let mut tokens = tokens(&text);
    for (at, word) in words {
        let at = at.index(tokens.len());
        tokens[at] = word;
    }
    let mut bytes = tokens.concat().into_bytes();
    for change in changes {
        bytes = apply(&bytes, change, &orders::file(other));
    }
    let result = catch_unwind(AssertUnwindSafe(|| orders::check_orders(&bytes)))
        .unwrap_or_else(|_| Err("the compiler panics".to_owned()));
    result.map_err(|why| {
        let kept = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("found.oob.yaml");
        let _ = std::fs::write(&kept, &bytes);
        TestCaseError::fail(format!("{why}; the file is {}", kept.display()))
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn survives_corrupted_orders_of_battle(
        files in proptest::sample::select(vec![
            ("good/blue.oob.yaml", "good/red.oob.yaml"),
            ("good/red.oob.yaml", "good/blue.oob.yaml"),
            ("good/blue.oob.yaml", "base.scenario.yaml"),
            ("bad/blocks-overlap.oob.yaml", "good/red.oob.yaml"),
            ("bad/comes-by-chance.oob.yaml", "good/blue.oob.yaml"),
        ]),
        words in proptest::collection::vec((any::<Index>(), proptest::sample::select(&ORDERS_TOKENS[..])), 0..3),
        changes in proptest::collection::vec(change(), 0..5),
    ) {
        check_corrupted_orders(files, &words, &changes)?;
    }
}

// Gettysburg has more data of every kind, and takes longer.
proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn survives_corrupted_gettysburg_yaml(
        file in any::<Index>(), other in any::<Index>(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        let mut battle = gettysburg();
        let (file, other) = (file_of(&battle, ".yaml", &file), file_of(&battle, "", &other));
        corrupt(&mut battle, &file, &other, &changes);
        check_corrupted(&battle, &file)?;
    }

    #[test]
    fn survives_corrupted_gettysburg_layers(
        file in any::<Index>(), other in any::<Index>(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        let mut battle = gettysburg();
        let layers = |index| file_of(&battle, ".geojson", index);
        let (file, other) = (layers(&file), layers(&other));
        corrupt(&mut battle, &file, &other, &changes);
        check_corrupted(&battle, &file)?;
    }
}

/// Extreme values for a TIFF field.
const EXTREME_VALUES: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    16,
    64,
    255,
    256,
    32_768,
    65_535,
    65_536,
    1 << 20,
    (1 << 31) - 1,
    1 << 31,
    u32::MAX as u64 - 1,
    u32::MAX as u64,
    1 << 32,
    1 << 40,
    i64::MAX as u64,
    u64::MAX,
];

/// A change to a TIFF, described by what remains of a field.
#[derive(Clone, Debug)]
enum FieldChange {
    Kind(Index, u16),
    Count(Index, u64),
    Value(Index, u64),
    Offset(Index, u64),
    Number(Index, f64),
    Remove(Index),
    Byte(Index, u8),
    CutOff(Index),
    Next(u64),
    Big,
}

fn field_change() -> impl Strategy<Value = FieldChange> {
    let index = any::<Index>;
    let claim = || proptest::sample::select(EXTREME_VALUES);
    prop_oneof![
        1 => (index(), 0..20_u16).prop_map(|(at, kind)| FieldChange::Kind(at, kind)),
        1 => (index(), claim()).prop_map(|(at, count)| FieldChange::Count(at, count)),
        4 => (index(), claim()).prop_map(|(at, value)| FieldChange::Value(at, value)),
        1 => (index(), claim()).prop_map(|(at, offset)| FieldChange::Offset(at, offset)),
        1 => (index(), any::<f64>()).prop_map(|(at, number)| FieldChange::Number(at, number)),
        1 => index().prop_map(FieldChange::Remove),
        2 => (index(), any::<u8>()).prop_map(|(at, byte)| FieldChange::Byte(at, byte)),
        1 => index().prop_map(FieldChange::CutOff),
        1 => claim().prop_map(FieldChange::Next),
        1 => Just(FieldChange::Big),
    ]
}

fn corrupt_tiff(changes: &[FieldChange]) -> Vec<u8> {
    let mut tiff = geotiff::valid();
    for change in changes {
        let at = |index: &Index, tiff: &geotiff::Tiff| index.index(tiff.fields.len());
        match change {
            FieldChange::Kind(index, kind) => {
                let at = at(index, &tiff);
                tiff.fields[at].kind = *kind;
            }
            FieldChange::Count(index, count) => {
                let at = at(index, &tiff);
                tiff.fields[at].count = *count;
            }
            FieldChange::Value(index, value) => {
                let at = at(index, &tiff);
                let length = tiff.fields[at].value.len().clamp(2, 8);
                tiff.fields[at].value = value.to_le_bytes()[..length].to_vec();
            }
            FieldChange::Offset(index, offset) => {
                let at = at(index, &tiff);
                tiff.fields[at].offset = Some(*offset);
            }
            FieldChange::Number(index, number) => {
                let at = at(index, &tiff);
                let value = &mut tiff.fields[at].value;
                let end = value.len().min(8);
                value[..end].copy_from_slice(&number.to_le_bytes()[..end]);
            }
            FieldChange::Remove(index) if tiff.fields.len() > 1 => {
                let at = at(index, &tiff);
                tiff.fields.remove(at);
            }
            FieldChange::Next(next) => tiff.next = *next,
            FieldChange::Big => tiff.big = !tiff.big,
            FieldChange::Remove(_) | FieldChange::Byte(..) | FieldChange::CutOff(_) => {}
        }
    }
    let mut bytes = tiff.bytes();
    for change in changes {
        match change {
            FieldChange::Byte(index, byte) if !bytes.is_empty() => {
                let at = index.index(bytes.len());
                bytes[at] = *byte;
            }
            FieldChange::CutOff(index) if !bytes.is_empty() => {
                bytes.truncate(index.index(bytes.len()));
            }
            _ => {}
        }
    }
    bytes
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn survives_corrupted_elevation(changes in proptest::collection::vec(field_change(), 1..5)) {
        let battle = field_with(&corrupt_tiff(&changes));
        check_corrupted(&battle, "elevation.tif")?;
    }
}

/// The small battle with its own copy of the standard ruleset.
fn with_ruleset() -> Battle {
    let mut battle = battle();
    let scenario =
        battle.text("scenario.yaml").replace("ruleset: pub-battles/3.2", "ruleset: own.yaml");
    battle.set("scenario.yaml", scenario);
    let standard = std::fs::read(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../authored/rulesets/pub-battles-3.2.yaml"),
    );
    battle.set("own.yaml", standard.expect("built-in standard ruleset"));
    battle
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn survives_corrupted_rulesets(other in any::<Index>(), changes in proptest::collection::vec(change(), 1..6)) {
        let mut battle = with_ruleset();
        let other = file_of(&battle, "", &other);
        corrupt(&mut battle, "own.yaml", &other, &changes);
        check_corrupted(&battle, "own.yaml")?;
    }
}

/// Returns the file that a case replaces. `name.scenario.yaml` replaces `scenario.yaml`,
/// `name.woods.geojson` replaces `layers/woods.geojson`, and `gettysburg-name.map.yaml` replaces
/// the Gettysburg map.
fn replaced_file(case: &str, battle: &Battle) -> String {
    let (_, wanted) = case.split_once('.').expect("file name `name.role.ending`");
    let found = battle.0.keys().find(|file| file_name(file) == wanted);
    found.unwrap_or_else(|| panic!("{case} replaces no file")).clone()
}

/// Fixed bugs stay fixed.
#[test]
fn kept_cases_hold() {
    let mut case_count = 0;
    for entry in std::fs::read_dir(data().join("hostile")).expect("the folder exists") {
        let path = entry.expect("readable entry").path();
        let name = path.file_name().expect("valid file name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("readable file");
        let mut battle = match name.split_once('.') {
            _ if name.starts_with(GETTYSBURG_PREFIX) => gettysburg(),
            Some((_, "own.yaml")) => with_ruleset(),
            Some((_, "elevation.tif")) => field_with(&bytes),
            _ => battle(),
        };
        let file = replaced_file(&name, &battle);
        battle.set(&file, bytes);
        if let Err(why) = check_run(&battle) {
            panic!("{name}: {why}");
        }
        case_count += 1;
    }
    assert!(case_count > 0, "no cases found");
}
