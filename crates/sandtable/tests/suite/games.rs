//! `sandtable run` as a whole process: parts of a run and their merge, experiments, comparisons,
//! and refusals.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::process::{command, packs, sandtable, text};

/// Plays part of a run and writes it to a file.
fn play_part(folder: &Path, pack: &str, shard: &str, into: &str) {
    let output = sandtable(
        folder,
        &["run", pack, "--games", "25", "--swap", "--shard", shard, "--seed", "5"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    std::fs::write(folder.join(into), output.stdout).expect("writable");
}

#[test]
fn merged_parts_equal_one_run() {
    let (_guard, folder) = packs();
    for pack in ["b.pack", "fab.pack"] {
        for number in 1..=3 {
            play_part(&folder, pack, &format!("{number}/3"), &format!("{number}.json"));
        }
        for format in ["human", "json"] {
            let one = ["run", pack, "--games", "25", "--swap", "--seed", "5", "--format", format];
            let one = sandtable(&folder, &[&one[..], &["--report", "one.html"]].concat());
            let merged = ["run", "merge", "2.json", "3.json", "1.json", "--format", format];
            let merged = sandtable(&folder, &[&merged[..], &["--report", "merged.html"]].concat());
            assert_eq!(merged.status.code(), Some(0), "{}", text(&merged.stderr));
            assert_eq!(text(&merged.stdout), text(&one.stdout));
            let [one, merged] =
                ["one.html", "merged.html"].map(|name| std::fs::read(folder.join(name)));
            assert_eq!(merged.expect("written"), one.expect("written"));
        }
    }
}

#[test]
fn rejects_parts_of_different_runs() {
    let (_guard, folder) = packs();
    for number in 1..=3 {
        play_part(&folder, "b.pack", &format!("{number}/3"), &format!("{number}.json"));
    }
    play_part(&folder, "b.pack", "1/2", "half.json");
    play_part(&folder, "other.pack", "2/3", "other.json");
    std::fs::write(folder.join("empty.json"), "").expect("writable");
    let whole = std::fs::read_to_string(folder.join("2.json")).expect("readable");
    std::fs::write(folder.join("cut.json"), &whole[..whole.len() / 2]).expect("writable");
    let mut newer: Value = serde_json::from_str(&whole).expect("a part is JSON");
    newer["part_of_run"] = 999.into();
    std::fs::write(folder.join("newer.json"), newer.to_string()).expect("writable");
    let finished = sandtable(&folder, &["run", "b.pack", "--games", "2", "--format", "json"]);
    std::fs::write(folder.join("finished.json"), finished.stdout).expect("writable");
    let cases: [(&[&str], &str); 8] = [
        (&["1.json", "3.json"], "missing: 2/3"),
        (&["1.json", "2.json", "2.json", "3.json"], "duplicate part 2/3"),
        (
            &["1.json", "half.json"],
            "half.json: the part belongs to another run: parts 2, expected 3",
        ),
        (&["1.json", "other.json", "3.json"], "other.json: the part belongs to another run: pack "),
        (&["1.json", "empty.json", "3.json"], "empty.json: the file is empty"),
        (&["1.json", "cut.json", "3.json"], "cut.json: not a part of a run, or truncated"),
        (&["1.json", "newer.json", "3.json"], "another version of Sandtable"),
        (&["1.json", "finished.json", "3.json"], "the file is a complete result"),
    ];
    for (parts, expected) in cases {
        let output = sandtable(&folder, &[&["run", "merge"], parts].concat());
        assert_eq!(output.status.code(), Some(2), "{parts:?}");
        let told = text(&output.stderr).replace("\n    ", " ");
        assert!(told.contains(expected), "{parts:?}: {told}");
        assert!(output.stdout.is_empty(), "{parts:?}");
    }
    let other = ["run", "merge", "1.json", "2.json", "3.json", "--battle", "other.pack"];
    let output = sandtable(&folder, &other);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the part belongs to another battle"));
}

#[test]
fn varies_battle_value() {
    let (_guard, folder) = packs();
    let vary = ["run", "b.pack", "--games", "10", "--format", "json", "--vary", "blue.red.turn=1"];
    let output = sandtable(&folder, &vary);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot find path `blue.red.turn` in this battle"));
    let output = sandtable(&folder, &["run", "b.pack", "--vary", "blue.turn", "--games", "1"]);
    assert_eq!(output.status.code(), Some(2), "no values");
    // Varies a rating of the battle: the current value plays the same games as without --vary.
    let known = text(&sandtable(&folder, &vary).stderr);
    let path = known.split(['`', ' ', ',', '?']).find(|word| word.ends_with(".rating"));
    let path = path.expect("the message names a path").to_owned();
    let varied = format!("{path}=1..6");
    let varied = ["run", "b.pack", "--games", "10", "--format", "json", "--vary", &varied];
    let varied = sandtable(&folder, &varied);
    assert_eq!(varied.status.code(), Some(0), "{}", text(&varied.stderr));
    let varied: Value = serde_json::from_slice(&varied.stdout).expect("one JSON document");
    let values = varied["values"].as_array().expect("the value is a list");
    assert_eq!(values.len(), 6);
    let plain = sandtable(&folder, &["run", "b.pack", "--games", "10", "--format", "json"]);
    let plain: Value = serde_json::from_slice(&plain.stdout).expect("one JSON document");
    let as_is = values.iter().find(|value| value["as_is"] == true).expect("the current rating");
    assert_eq!(as_is["sides"], plain["sides"]);
}

/// If a command enters in two groups, the later one shifts too, and may then enter too late.
#[test]
fn reports_shifted_reinforcements() {
    let (_guard, folder) = packs();
    let jena = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/jena");
    let vary = ["run", jena, "--games", "1", "--vary", "french.reserve-cavalry.turn=8"];
    let output = sandtable(&folder, &vary);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("not on a turn of the battle"), "{told}");
    assert!(told.contains("all reinforcements of this command, on turns 3 and 4, shift"), "{told}");
    assert!(!told.contains("scenario.json"), "{told}");
}

#[test]
fn forbidden_acts_do_not_occur() {
    let (_guard, folder) = packs();
    let run = |more: &[&str]| {
        let arguments = ["run", "b.pack", "--games", "20", "--bots", "planner", "--format", "json"];
        let output = sandtable(&folder, &[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("one JSON document")
    };
    let plain = run(&[]);
    let without = run(&["--forbid", "blue.rally,alter,bombard"]);
    assert_ne!(plain["digest"], without["digest"]);
    for side in ["blue", "red"] {
        for act in ["alter", "bombard"] {
            assert!(without["acts"][side].get(act).is_none(), "{side} {act}");
        }
    }
    assert!(without["acts"]["blue"].get("rally").is_none());
    for (bad, expected) in
        [("blu.rally", "did you mean `blue`?"), ("raly", "did you mean `rally`?")]
    {
        let output = sandtable(&folder, &["run", "b.pack", "--forbid", bad]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn compares_with_baseline() {
    let (_guard, folder) = packs();
    let games = |pack: &str, more: &[&str]| {
        sandtable(&folder, &[&["run", pack, "--games", "30"], more].concat())
    };
    let before = games("b.pack", &["--format", "json"]).stdout;
    std::fs::write(folder.join("before.json"), &before).expect("writable");
    // PowerShell writes a byte-order mark.
    let marked = [&b"\xEF\xBB\xBF"[..], &before].concat();
    std::fs::write(folder.join("marked.json"), marked).expect("writable");
    for name in ["before.json", "marked.json"] {
        let same = games("b.pack", &["--baseline", name]);
        assert!(text(&same.stderr).contains("No changes: every game is the same."), "{name}");
    }
    let other = games("other.pack", &["--baseline", "before.json"]);
    let told = text(&other.stderr);
    assert!(told.contains("The battle or its rules have changed."), "{told}");
    assert!(told.contains("95 % CI"), "{told}");
    let of_fab = games("fab.pack", &["--baseline", "before.json"]);
    assert_eq!(of_fab.status.code(), Some(2));
    assert!(text(&of_fab.stderr).contains("it is of battle"));
    let none = games("b.pack", &["--baseline", "b.pack"]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn csv_has_one_line_per_game() {
    let (_guard, folder) = packs();
    for pack in ["b.pack", "fab.pack"] {
        let output = sandtable(&folder, &["run", pack, "--games", "7", "--format", "csv"]);
        let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 8);
        let columns = |line: &String| line.split(',').count();
        assert!(lines.iter().all(|line| columns(line) == columns(&lines[0])), "{lines:?}");
        assert!(lines[7].starts_with("7,false,aggressive,aggressive,"));
    }
}

/// A manipulated part is always reported by name, without a crash.
#[test]
fn rejects_corrupt_parts() {
    let (_guard, folder) = packs();
    for number in 1..=3 {
        play_part(&folder, "b.pack", &format!("{number}/3"), &format!("{number}.json"));
    }
    let sound = std::fs::read_to_string(folder.join("2.json")).expect("readable");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut part: Value = serde_json::from_str(&sound).expect("a part is JSON");
        change(&mut part);
        part.to_string()
    };
    let put = |path: &'static str, value: Value| {
        changed(&|part| *part.pointer_mut(path).expect(path) = value.clone())
    };
    let deep = format!("{{\"part_of_run\": 3, \"ends\": {}", "[".repeat(200_000));
    let cases: [(String, &str); 23] = [
        (
            put("/counts/victories_of/0", serde_json::json!({ "rout": 9 })),
            "victories do not add up to the games won",
        ),
        (put("/counts/played", (-3).into()), "corrupt part of a run (invalid value: integer `-3`"),
        (put("/counts/completed", u64::MAX.into()), "part 2/3 does not add up"),
        (put("/counts/wins/0", u64::MAX.into()), "part 2/3 does not add up"),
        (put("/counts/points/1", i64::MIN.into()), "more points than games allow"),
        (put("/counts/draws", 9_000_000_000_u64.into()), "part 2/3 does not add up"),
        (put("/counts/failed", u64::MAX.into()), "part 2/3 does not add up (listed failures"),
        (put("/counts/bot_wins/0", 77.into()), "wins by bot do not add up to the games won"),
        (put("/counts/turns", serde_json::json!({ "999-1": 8 })), "part 2/3 does not add up"),
        (put("/counts/census/games", u64::MAX.into()), "more games observed than played"),
        (put("/counts/census/steps", u64::MAX.into()), "counts exceed what this number"),
        (put("/counts/census/pieces/0/moved", 1_000.into()), "a piece or command exceeds what"),
        (put("/counts/census/sample", serde_json::json!([])), "example games do not match"),
        (put("/counts/census/pieces", serde_json::json!([])), "differ from the battle"),
        (
            put("/counts/census/margins", serde_json::json!({ "9223372036854775807": [8, 0, 0] })),
            "does not add up",
        ),
        (put("/games", 0.into()), "corrupt part of a run: 0 games"),
        (put("/games", u64::MAX.into()), "corrupt part of a run: 18446744073709551615 games"),
        (put("/shard/of", 0.into()), "its number is 2/0"),
        (put("/shard/number", 0.into()), "its number is 0/3"),
        (
            put("/engine", 9_000.into()),
            "the part belongs to another run: rules engine 9000, expected",
        ),
        (
            put("/bots/0", "planner".into()),
            "the part belongs to another run: bots planner,aggressive",
        ),
        (put("/ends", serde_json::json!(["x"])), "part 2/3 has 1 games, expected"),
        (deep, "not a part of a run, or truncated"),
    ];
    for (spoilt, told) in cases {
        std::fs::write(folder.join("bad.json"), spoilt).expect("writable");
        let merge = ["run", "merge", "1.json", "bad.json", "3.json", "--report", "r.html"];
        let output = sandtable(&folder, &merge);
        let said = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{told}: {said}");
        assert!(said.contains("bad.json: ") && said.contains(told), "{told}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        assert!(output.stdout.is_empty() && !folder.join("r.html").exists(), "{said}");
    }
    std::fs::write(folder.join("bytes.json"), [0xff, 0xfe, 0x00]).expect("writable");
    std::fs::create_dir(folder.join("folder.json")).expect("writable");
    for (name, told) in [
        ("bytes.json", "`bytes.json` is not valid UTF-8"),
        ("folder.json", "cannot read `folder.json`"),
        ("none.json", "cannot read `none.json`"),
        ("b.pack", "`b.pack` is not valid UTF-8"),
    ] {
        let output = sandtable(&folder, &["run", "merge", "1.json", name, "3.json"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
    let baseline = r#"{"completed": 5, "sides": {"blue": {"wins": 18446744073709551615}}}"#;
    std::fs::write(folder.join("then.json"), baseline).expect("writable");
    let output = sandtable(&folder, &["run", "b.pack", "--baseline", "then.json"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Both a run and a merge report a full disk, and the merge keeps its parts.
#[cfg(target_os = "linux")]
#[test]
fn reports_full_disk() {
    let (_guard, folder) = packs();
    for number in 1..=2 {
        play_part(&folder, "b.pack", &format!("{number}/2"), &format!("{number}.json"));
    }
    let parts = || ["1.json", "2.json"].map(|name| std::fs::read(folder.join(name)).expect("kept"));
    let before = parts();
    let merge: &[&str] = &["run", "merge", "1.json", "2.json"];
    let run: &[&str] = &["run", "b.pack", "--games", "2"];
    let cases: [(&[&str], &[&str]); 6] = [
        (run, &["--format", "json"]),
        (run, &["--shard", "1/2"]),
        (run, &["--format", "csv"]),
        (merge, &[]),
        (merge, &["--format", "json"]),
        (merge, &["--format", "github", "--report", "r.html"]),
    ];
    for (arguments, more) in cases {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = command(&folder, &[arguments, more].concat())
            .stdout(Stdio::from(full))
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {more:?}");
        let said = text(&output.stderr);
        assert!(said.contains("cannot write the result"), "{more:?}: {said}");
    }
    assert_eq!(parts(), before);
    // A report cannot be written below a file.
    let output = sandtable(&folder, &[merge, &["--report", "1.json/r.html"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(parts() == before);
    assert!(output.stdout.is_empty());
    for place in [["--report", "1.json/r.html"], ["--timings", "1.json/t.json"]] {
        let output = sandtable(&folder, &[run, &place].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        // No game is played.
        assert_eq!(text(&output.stdout), "", "{place:?}");
    }
}
