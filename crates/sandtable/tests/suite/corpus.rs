//! The recorded games of `tests/replays` and `sandtable replay compare`: games that a rule change
//! leaves unchanged, changes or breaks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sandtable_pack::Digest;
use serde_json::Value;

use crate::process::{command, packs, sandtable, text};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays")
}

const COMPARE_ALL: [&str; 8] = [
    "replay",
    "compare",
    "crossroads/games",
    "bridgehead/games",
    "--pack",
    "crossroads",
    "--pack",
    "bridgehead",
];

/// A copy of the corpus with its games and battles, to edit.
fn copy_corpus() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    for part in
        ["crossroads", "crossroads/layers", "crossroads/games", "bridgehead", "bridgehead/games"]
    {
        std::fs::create_dir_all(folder.path().join(part)).expect("the folder is created");
        for entry in std::fs::read_dir(corpus().join(part)).expect("the folder exists") {
            let path = entry.expect("readable").path();
            if path.is_file() {
                let name = path.file_name().expect("a file");
                std::fs::copy(&path, folder.path().join(part).join(name)).expect("copied");
            }
        }
    }
    folder
}

/// The battles of the corpus with newly recorded games in `games`, because tests of comparisons
/// must not depend on the engine's results.
fn record_games(battle: &str, bots: &str) -> tempfile::TempDir {
    let folder = copy_corpus();
    let run = ["run", battle, "--games", "24", "--bots", bots, "--record", "games"];
    let output = sandtable(folder.path(), &run);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    folder
}

const COMPARE_CROSSROADS: [&str; 5] = ["replay", "compare", "games", "--pack", "crossroads"];

fn replace_once(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).expect("readable");
    assert!(text.contains(from), "{file} does not contain {from}");
    std::fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// Adds a ruling to the battle at the crossroads.
fn add_ruling(folder: &Path, ruling: &str) {
    let extends = "  extends: pub-battles/3.2\n";
    replace_once(
        folder,
        "crossroads/scenario.yaml",
        extends,
        &format!("{extends}  rulings: {{ {ruling} }}\n"),
    );
}

/// The report of a comparison, which must end with this status.
fn compare(folder: &Path, arguments: &[&str], status: i32) -> Value {
    let output = sandtable(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// The report entries of the games with this outcome.
fn records_with_outcome<'r>(report: &'r Value, outcome: &str) -> Vec<&'r Value> {
    let records = report["records"].as_array().expect("the value is a list").iter();
    let found: Vec<_> = records.filter(|record| record["outcome"] == outcome).collect();
    assert_eq!(report[outcome].as_u64(), Some(found.len() as u64));
    found
}

/// The line of a record at a line number from a comparison.
fn record_line(folder: &Path, record: &Value, line: &Value) -> String {
    let file = record["file"].as_str().expect("a file");
    let text = std::fs::read_to_string(folder.join(file)).expect("readable");
    let line = line.as_u64().expect("a line") as usize;
    text.lines().nth(line - 1).expect("a line of the record").to_owned()
}

/// Detects rule changes that alter games. If a change is intended, `UPDATE_EXPECTED=1` accepts it,
/// and the diaries show its effect on the games.
#[test]
fn recorded_games_are_kept() {
    let accept: &[&str] = match std::env::var_os("UPDATE_EXPECTED") {
        Some(_) => &["--accept"],
        None => &[],
    };
    let output = sandtable(&corpus(), &[&COMPARE_ALL[..], accept].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "docs/GAMES.md, \"Kept, changed, broken\":\n{told}");
    assert!(
        told.ends_with("11 games: 11 kept, 0 changed, 0 broken\n") || !accept.is_empty(),
        "{told}"
    );
}

/// Recorded games that use few rules would detect few changes.
#[test]
fn recorded_games_use_many_rules() {
    let folder = copy_corpus();
    let folder = folder.path();
    // `replay` refuses records of other engine versions, so they are first recorded again.
    let output = sandtable(folder, &[&COMPARE_ALL[..], &["--accept"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut events = BTreeSet::new();
    let mut rules = BTreeSet::new();
    for battle in ["crossroads", "bridgehead"] {
        let games = folder.join(battle).join("games");
        for entry in std::fs::read_dir(games).expect("the folder exists") {
            let path = entry.expect("readable").path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let record = path.to_str().expect("a plain path");
            let replay = ["replay", record, "--pack", battle, "--log", "log"];
            let output = sandtable(folder, &replay);
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            let log = std::fs::read_to_string(folder.join("log")).expect("the file was written");
            for line in log.lines().skip(1) {
                let event: Value = serde_json::from_str(line).expect("each line is JSON");
                let event_kind = &event["what"];
                let name =
                    event_kind.as_str().or_else(|| Some(event_kind.as_object()?.keys().next()?));
                let name = name.expect("an event has a name");
                let night = if event["night"] == true { "night: " } else { "" };
                events.insert(format!("{night}{name}"));
                rules.insert(event["rule"].as_str().expect("an event has a rule").to_owned());
            }
        }
    }
    for name in [
        "AlterTried",
        "Attacked",
        "Bombarded",
        "CutOff",
        "Destroyed",
        "Disengaged",
        "Disordered",
        "Ended",
        "Entered",
        "Enveloped",
        "Fired",
        "JoinedReserve",
        "LeftMap",
        "LeftReserve",
        "NightfallDecision",
        "Pushed",
        "PushedAside",
        "Rallied",
        "ReserveSpotted",
        "Retreated",
        "TookPlace",
        "Unpacked",
        "night: Ended",
        "night: Moved",
        "night: Rallied",
        "night: Recovered",
        "aborted",
        "area-supply",
        "blown",
        "checked",
        "control",
        "eliminated",
        "exploits",
        "fieldworks",
        "joined",
        "reserve",
        "retreated",
        "river-assault",
        "step-gained",
        "supply",
        "turned-back",
    ] {
        assert!(events.contains(name), "no recorded game has the event {name}: {events:?}");
    }
    for rule in ["PB-27.1", "PB-26.1", "PB-18.6", "PB-14.4", "FAB-4.22", "FAB-8.23a", "FAB-6.32"] {
        assert!(rules.contains(rule), "no recorded game uses {rule}: {rules:?}");
    }
}

/// A changed ruling keeps the games that it does not affect, changes some and breaks others.
#[test]
fn ruling_keeps_changes_and_breaks_games() {
    let folder = record_games("crossroads", "planner,aggressive");
    let folder = folder.path();
    let report = compare(folder, &COMPARE_CROSSROADS, 0);
    assert_eq!((&report["games"], &report["kept"]), (&24.into(), &24.into()));
    assert!(
        records_with_outcome(&report, "kept").iter().all(|kept| kept["edited"]["battle"] == false)
    );

    add_ruling(folder, "bombardment_doubles_militia: false");
    let report = compare(folder, &COMPARE_CROSSROADS, 1);
    let outcomes =
        ["kept", "changed", "broken"].map(|outcome| records_with_outcome(&report, outcome));
    let [kept, changed, broken] = &outcomes;
    assert!(outcomes.iter().all(|games| !games.is_empty()), "{report}");
    for record in outcomes.iter().flatten() {
        let expected = serde_json::json!({ "bombardment_doubles_militia": [true, false] });
        assert_eq!(record["edited"]["rulings"], expected);
        assert_eq!(record["edited"]["battle"], true);
    }
    for record in kept {
        assert_eq!([&record["first"], &record["halt"], &record["ends"]], [&Value::Null; 3]);
    }
    // The first difference is a bombardment of militia, which is no longer doubled.
    for record in changed.iter().chain(broken) {
        let first = &record["first"];
        let dice = record_line(folder, record, &first["line"]);
        assert!(dice.starts_with("{\"dice\":["), "{dice}: {record}");
        assert!(first["when"].as_str().is_some_and(|when| when.starts_with("on day ")));
        let [then, now] = ["then", "now"].map(|key| first[key].as_str().expect("a sentence"));
        assert!(then.contains("bombards Indigo") && then.contains("PB-24.5"), "{then}");
        assert!(now.contains("bombards Indigo") && !now.contains("PB-24.5"), "{now}");
    }
    for record in changed {
        assert_eq!(record["halt"], Value::Null);
    }
    for record in broken {
        let halt = &record["halt"];
        let decision = record_line(folder, record, &halt["line"]);
        assert!(decision.starts_with("{\"action\":"), "{decision}");
        assert!(halt["rule"].as_str().is_some_and(|rule| rule.starts_with("PB-")), "{halt}");
    }

    let output = sandtable(folder, &COMPARE_CROSSROADS);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    let [kept, changed, broken] = outcomes.map(|games| games.len());
    let edited = "crossroads: the ruling `bombardment_doubles_militia` was true, now false\n";
    assert!(told.starts_with(edited) && told.matches(edited).count() == 1, "{told}");
    assert_eq!(told.matches("\nbroken   games/game-").count(), broken);
    assert_eq!(told.matches(": illegal decision: ").count(), broken);
    assert_eq!(told.matches("\n         first difference: line ").count(), changed + broken);
    assert_eq!(told.matches("\n           recorded: ").count(), changed + broken);
    let sum = format!("\n24 games: {kept} kept, {changed} changed, {broken} broken\n");
    assert!(told.ends_with(&sum), "{told}");
}

/// Intended changes are accepted: changed games keep their decisions, and broken games keep their
/// bots.
#[test]
fn accepts_intended_changes() {
    let folder = record_games("crossroads", "planner,aggressive");
    let folder = folder.path();
    let inputs = |record: &Value| {
        let file = record["file"].as_str().expect("a file");
        let text = std::fs::read_to_string(folder.join(file)).expect("readable");
        let record: Value = serde_json::from_str(&text).expect("a record is JSON");
        let inputs = record["inputs"].as_array().expect("the value is a list").clone();
        inputs.into_iter().filter(|input| input.get("action").is_some()).collect::<Vec<_>>()
    };
    add_ruling(folder, "bombardment_doubles_militia: false");
    let report = compare(folder, &COMPARE_CROSSROADS, 1);
    let changed = records_with_outcome(&report, "changed");
    let by_the_same = |record: &&Value| match record["ends"].as_array() {
        Some(ends) => ends[1] != Value::Null && record["left_over"] == 0,
        None => true,
    };
    let changed: Vec<_> = changed.into_iter().filter(by_the_same).collect();
    let before: Vec<_> = changed.iter().map(|record| inputs(record)).collect();
    assert!(!before.is_empty());
    let accepted = compare(folder, &[&COMPARE_CROSSROADS[..], &["--accept"]].concat(), 0);
    assert_eq!(accepted["records"], report["records"], "the report lists the accepted records");
    let report = compare(folder, &COMPARE_CROSSROADS, 0);
    assert_eq!((&report["games"], &report["kept"]), (&24.into(), &24.into()));
    let after: Vec<_> = changed.iter().map(|record| inputs(record)).collect();
    assert!(after == before, "changed games keep their decisions");
    for seed in 1..=24 {
        let (record, diary) = (format!("games/game-{seed}.json"), format!("games/game-{seed}.txt"));
        let replay = ["replay", &record, "--pack", "crossroads", "--diary", "told"];
        let output = sandtable(folder, &replay);
        assert_eq!(output.status.code(), Some(0), "{seed}: {}", text(&output.stderr));
        let read = |name: &str| std::fs::read(folder.join(name)).expect("the file exists");
        assert!(read("told") == read(&diary), "{seed}: the diary is accepted too");
    }
    // Nothing is left to accept.
    let output = sandtable(folder, &[&COMPARE_CROSSROADS[..], &["--accept"]].concat());
    assert!(text(&output.stderr).contains("rewrote 0 of 24 records"));
}

/// A game is changed if it ends before its last decision, or continues after it.
#[test]
fn different_end_is_a_change() {
    let folder = record_games("crossroads", "planner,aggressive");
    let folder = folder.path();
    add_ruling(folder, "train_lost: nothing");
    let report = compare(folder, &COMPARE_CROSSROADS, 1);
    let longer = records_with_outcome(&report, "changed");
    let goes_on =
        |record: &&Value| record["ends"][1] == Value::Null && record["ends"][0] != Value::Null;
    assert!(longer.iter().any(goes_on), "{report}");
    assert!(text(&sandtable(folder, &COMPARE_CROSSROADS).stdout).contains("; now: no end\n"));

    let folder = record_games("bridgehead", "cautious");
    let folder = folder.path();
    let last =
        "  - { turn: 3, draws: { blue: [2, 1], red: [1, 2] }, net_vp: { blue: 6, red: 4 } }\n";
    replace_once(folder, "bridgehead/scenario.yaml", last, "");
    replace_once(folder, "bridgehead/scenario.yaml", "turns: 3", "turns: 2");
    let games = ["replay", "compare", "games", "--pack", "bridgehead"];
    let report = compare(folder, &games, 1);
    let left_over = |record: &&Value| record["left_over"].as_u64().is_some_and(|count| count > 0);
    assert!(records_with_outcome(&report, "changed").iter().any(left_over), "{report}");
    assert!(text(&sandtable(folder, &games).stdout).contains("the battle ends before the last"));
}

/// Names do not affect games: comparisons and proofs ignore them.
#[test]
fn renaming_keeps_all_games() {
    let folder = copy_corpus();
    let folder = folder.path();
    replace_once(folder, "crossroads/scenario.yaml", "name: Navy", "name: Marines");
    replace_once(folder, "bridgehead/scenario.yaml", "name: Alpha", "name: Omega");
    let report = compare(folder, &COMPARE_ALL, 0);
    assert!(
        report["records"]
            .as_array()
            .expect("the value is a list")
            .iter()
            .all(|one| one["edited"]["battle"] == false)
    );
    for (record, pack) in [
        ("crossroads/games/planners.json", "crossroads"),
        ("bridgehead/games/at-random.json", "bridgehead"),
    ] {
        let output = sandtable(folder, &["replay", record, "--pack", pack]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

/// A record from a different rules engine can be compared; an edited record cannot.
#[test]
fn reports_incomparable_records() {
    let folder = copy_corpus();
    let folder = folder.path();
    let at = folder.join("crossroads/games/at-random.json");
    let record = std::fs::read_to_string(&at).expect("readable");
    let engine = record
        .lines()
        .find(|line| line.contains("\"engine\""))
        .expect("the record names its engine");
    let one = ["replay", "compare", "crossroads/games/at-random.json", "--pack", "crossroads"];

    let edited = record.replacen(engine, "  \"engine\": 1,", 1);
    std::fs::write(&at, &edited).expect("written");
    let output = sandtable(folder, &one);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the file was edited"), "{}", text(&output.stderr));

    let (covered, _) = edited.rsplit_once(",\n  \"checksum\"").expect("the record has a checksum");
    let sealed =
        format!("{covered},\n  \"checksum\": \"{}\"\n}}\n", Digest::compute(covered.as_bytes()));
    std::fs::write(&at, sealed).expect("written");
    let report = compare(folder, &one, 0);
    assert_eq!(report["records"][0]["edited"]["engine"][0], 1);

    let cut = &record[..record.len() / 2];
    std::fs::write(&at, cut).expect("written");
    let report = compare(folder, &one, 1);
    assert_eq!(
        (&report["refused"], &report["records"][0]["fault"]["kind"]),
        (&1.into(), &"broken".into())
    );

    let (_guard, others) = packs();
    let other = others.join("b.pack");
    let other = other.to_str().expect("a plain path");
    let record = "crossroads/games/planners.json";
    for (arguments, expected) in [
        (vec![record, "--pack", other], "the record is of battle `crossroads`, but the pack is of"),
        (vec![record, "--pack", other, "--pack", "bridgehead"], "but the packs are of"),
        (
            vec![record, "--pack", "crossroads", "--pack", "crossroads/scenario.yaml"],
            "another battle with id `crossroads`",
        ),
        (vec!["none.json", "--pack", "crossroads"], "cannot open `none.json`"),
        (
            vec!["crossroads/layers", "--pack", "crossroads"],
            "`crossroads/layers` contains no records",
        ),
        (vec![record], "--pack"),
    ] {
        let output = sandtable(folder, &[&["replay", "compare"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn reports_full_disk() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = command(&corpus(), &COMPARE_ALL).stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write the result"));
}
