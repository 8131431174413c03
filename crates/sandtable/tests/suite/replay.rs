//! `sandtable run --record` and `sandtable replay` as whole processes: their files, output and exit
//! status.

use std::path::PathBuf;

use serde_json::Value;

use crate::process::{packs, sandtable, text};

/// A folder with packs, and with records of three games each in `games` and `of-fab`.
fn record_games() -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = packs();
    for (pack, into) in [("b.pack", "games"), ("fab.pack", "of-fab")] {
        let run = ["run", pack, "--games", "3", "--seed", "17", "--record", into];
        let run = sandtable(&path, &run);
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    }
    (folder, path)
}

#[test]
fn verifies_all_recorded_games() {
    let (_guard, folder) = record_games();
    let games = (17..20).flat_map(|seed| [("b.pack", "games", seed), ("fab.pack", "of-fab", seed)]);
    for (pack, games, seed) in games {
        let record = format!("{games}/game-{seed}.json");
        let arguments = ["replay", &record, "--pack", pack, "--diary", "d.txt", "--log", "l"];
        let output = sandtable(&folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("valid record"));
        let read =
            |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file was written");
        assert_eq!(read("d.txt"), read(&format!("{games}/game-{seed}.txt")), "the same diary");
        for line in read("l").lines() {
            serde_json::from_str::<Value>(line).expect("each line is JSON");
        }
        let json = sandtable(&folder, &["replay", &record, "--pack", pack, "--format", "json"]);
        let json: Value = serde_json::from_slice(&json.stdout).expect("one JSON document");
        assert_eq!(json["proved"], true);
        assert_eq!(json["seed"], seed);
    }
    assert!(!folder.join("games/game-20.json").exists());
}

#[test]
fn reports_line_of_invalid_record() {
    let (_guard, folder) = record_games();
    let record = std::fs::read_to_string(folder.join("games/game-17.json")).expect("written");
    let cases = [
        (record.replacen("\"format\": 3", "\"format\": 1", 1), 2, "t.json, line 2: "),
        (record.replacen("\"seed\": 17", "\"seed\": 18", 1), 1, "but seed 18 gives"),
        (record[..record.len() / 2].to_owned(), 1, "the record is truncated here"),
        ("no record".to_owned(), 1, "t.json, line 1: "),
        (String::new(), 1, "t.json, line 1: "),
    ];
    for (corrupt, status, words) in cases {
        std::fs::write(folder.join("t.json"), corrupt).expect("written");
        let output = sandtable(&folder, &["replay", "t.json", "--pack", "b.pack", "--log", "l"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(words) && output.stdout.is_empty(), "{said}");
        assert!(!folder.join("l").exists(), "an invalid record must write nothing");
        assert!(said.contains("`--log`: not written because the record is invalid"), "{said}");
        let json = ["replay", "t.json", "--pack", "b.pack", "--format", "json"];
        let output = sandtable(&folder, &json);
        let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        assert_eq!(json["proved"], false);
        assert!(json["fault"]["message"].is_string() && json["fault"]["line"].is_u64());
    }
}

#[test]
fn rejects_other_packs_and_bad_paths() {
    let (_guard, folder) = record_games();
    let replay = |record: &str, pack: &str| {
        let output = sandtable(&folder, &["replay", record, "--pack", pack]);
        (output.status.code(), text(&output.stderr))
    };
    let (status, said) = replay("games/game-17.json", "other.pack");
    assert_eq!(status, Some(1));
    assert!(said.contains("another edition"), "{said}");
    let (status, said) = replay("games/game-17.json", "fab.pack");
    assert_eq!(status, Some(1));
    assert!(said.contains("a game of Pub Battles, but the pack is for FAB"), "{said}");
    assert_eq!(replay("games/game-99.json", "b.pack").0, Some(2));
    assert_eq!(replay("games", "b.pack").0, Some(2));
    assert_eq!(replay("games/game-17.json", "none.pack").0, Some(2));
    std::fs::write(folder.join("bytes.json"), [0xff, 0xfe, 0x00]).expect("written");
    let (status, said) = replay("bytes.json", "b.pack");
    assert_eq!(status, Some(1));
    assert!(said.contains("UTF-8"), "{said}");
    let (status, said) = replay("b.pack", "b.pack");
    assert_eq!(status, Some(1));
    assert!(
        said.contains("b.pack` is a pack, not a text file") && said.contains("--pack"),
        "{said}"
    );
    std::fs::copy(folder.join("games/game-17.json"), folder.join("r.pack")).expect("copied");
    let (status, said) = replay("games/game-17.json", "r.pack");
    assert_eq!(status, Some(1));
    assert!(said.contains("`sandtable replay`"), "{said}");
    let unpacked = sandtable(&folder, &["replay", "games/game-17.json"]);
    assert_eq!(unpacked.status.code(), Some(2));
}

/// Outputs never replace inputs or other outputs.
#[test]
fn rejects_conflicting_outputs() {
    let (_guard, folder) = record_games();
    std::fs::create_dir(folder.join("battle")).expect("the folder is created");
    std::fs::write(folder.join("battle/scenario.yaml"), "format: 1\n").expect("written");
    let replay = ["replay", "games/game-17.json", "--pack", "b.pack"];
    let cases = [
        (
            &replay[..],
            ["--diary", "d.txt"],
            ["--log", "./d.txt"],
            "`--diary` and `--log` name the same file",
        ),
        (
            &replay,
            ["--format", "json"],
            ["--log", "games/game-17.json"],
            "`--log` would replace the record",
        ),
        (&replay, ["--log", "l"], ["--diary", "b.pack"], "`--diary` would replace the pack"),
        (
            &["run", "b.pack"],
            ["--games", "1"],
            ["--timings", "b.pack"],
            "`--timings` would replace the input",
        ),
        (
            &["compile"],
            ["battle", "--output"],
            ["battle/scenario.yaml", "--color=never"],
            "`--output` would replace the scenario",
        ),
    ];
    let content = || {
        ["games/game-17.json", "b.pack", "battle/scenario.yaml"]
            .map(|name| std::fs::read(folder.join(name)).expect("the file exists"))
    };
    let before = content();
    for (command, first, second, words) in cases {
        let output = sandtable(&folder, &[command, &first, &second].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains("choose another file"), "{said}");
        assert!(output.stdout.is_empty() && content() == before, "{said}");
    }
    assert!(!folder.join("d.txt").exists() && !folder.join("l").exists());
}

/// Games of an older run are neither overwritten nor mixed with new ones.
#[test]
fn rejects_folder_with_older_games() {
    let (_guard, folder) = record_games();
    let names = || {
        let entries = std::fs::read_dir(folder.join("games")).expect("the folder exists");
        entries.count()
    };
    let before = std::fs::read(folder.join("games/game-17.json")).expect("written");
    let run = |into: &str| {
        let arguments = ["run", "other.pack", "--games", "1", "--seed", "17", "--record", into];
        let output = sandtable(&folder, &arguments);
        (output.status.code(), text(&output.stderr), output.stdout.is_empty())
    };
    let (status, said, is_silent) = run("games");
    assert_eq!((status, is_silent), (Some(2), true));
    assert!(said.contains("game-17.json and 5 more") && said.contains("another folder"), "{said}");
    assert_eq!(names(), 6);
    let after = std::fs::read(folder.join("games/game-17.json")).expect("the file still exists");
    assert_eq!(before, after);
    // Other files in the folder are allowed.
    std::fs::create_dir(folder.join("notes")).expect("the folder is created");
    std::fs::write(folder.join("notes/game-of-chess.txt"), "e4").expect("written");
    assert_eq!(run("notes").0, Some(0));
}

#[test]
fn rejects_invalid_numbers() {
    let (_guard, folder) = record_games();
    for (option, value, words) in [
        ("--seed", "-1", "a whole number between 0 and 18446744073709551615"),
        ("--seed", "x", "a whole number between 0"),
        ("--games", "-1", "a whole number between 1 and 1000000"),
        ("--bots", "planer", "did you mean `planner`?"),
    ] {
        let output = sandtable(&folder, &["run", "b.pack", option, value]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.replace('\n', " ").contains(words) && !said.contains("tip:"), "{said}");
    }
    let output = sandtable(&folder, &["run", "b.pack", "--kriegsspiel"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("an option of `render`"), "{}", text(&output.stderr));
}
