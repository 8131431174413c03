//! Bad input to whole processes, in a copy of Gettysburg. Errors have a location, help and an exit
//! status; there are no panics and no partial output.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const SCENARIO: &str = "scenarios/gettysburg/scenario.yaml";

/// A copy of the real battle, to corrupt.
struct ProjectCopy(tempfile::TempDir);

impl ProjectCopy {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for part in ["maps/gettysburg", "maps/gettysburg/layers", "scenarios/gettysburg"] {
            std::fs::create_dir_all(folder.path().join(part)).expect("the folder is created");
            for entry in std::fs::read_dir(project.join(part)).expect("the folder exists") {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    let name = path.file_name().expect("a file");
                    std::fs::copy(&path, folder.path().join(part).join(name)).expect("copied");
                }
            }
        }
        Self(folder)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Replaces the first occurrence of some text in a file.
    fn replace_once(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path(file)).expect("readable");
        assert!(text.contains(from), "{file} does not contain {from}");
        std::fs::write(self.path(file), text.replacen(from, to, 1)).expect("written");
    }

    /// Returns a piece's line in the scenario, and its coordinate.
    fn line_and_coordinate(&self, piece: &str) -> (String, String) {
        let text = std::fs::read_to_string(self.path(SCENARIO)).expect("readable");
        let line = text
            .lines()
            .find(|line| line.contains(&format!("{{ id: {piece},")))
            .expect("the piece");
        let start = line.find("at: [").expect("a coordinate") + 4;
        let end = start + line[start..].find(']').expect("closed") + 1;
        (line.to_owned(), line[start..end].to_owned())
    }

    /// Moves a piece to another coordinate.
    fn move_piece(&self, piece: &str, at: &str) {
        let (line, before) = self.line_and_coordinate(piece);
        self.replace_once(SCENARIO, &line, &line.replace(&before, at));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("the program runs")
    }

    /// The errors of `check`. If there are any, `compile` writes no pack either.
    fn errors(&self) -> Vec<Value> {
        let output = self.run(&["check", "scenarios/gettysburg", "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        let all = report["diagnostics"].as_array().expect("the value is a list").clone();
        let errors: Vec<Value> =
            all.into_iter().filter(|finding| finding["severity"] == "error").collect();
        let expected = if errors.is_empty() { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(expected), "{report:#}");
        let compiled = self.run(&["compile", "scenarios/gettysburg", "-o", "out/battle.pack"]);
        assert_eq!(compiled.status.code(), Some(expected));
        assert_eq!(self.path("out").exists(), errors.is_empty());
        errors
    }
}

/// Asserts that the only error has this code, is in this file on a line with this text, and has
/// some help.
fn assert_only_error(copy: &ProjectCopy, code: &str, file: &str, line_text: &str) {
    let errors = copy.errors();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let error = &errors[0];
    assert_eq!(error["code"], code, "{error:#}");
    let place =
        error["spans"].as_array().expect("spans").iter().find(|span| span["primary"] == true);
    let place = place.expect("a primary span");
    assert_eq!(place["file"], file, "{error:#}");
    let text = std::fs::read_to_string(copy.path(file)).expect("readable");
    let line = place["start"]["line"].as_u64().expect("a line") as usize;
    let written = text.lines().nth(line - 1).expect("inside the file");
    assert!(written.contains(line_text), "line {line}: {written}");
    assert!(!error["help"].as_array().expect("help").is_empty(), "{error:#}");
}

#[test]
fn unedited_battle_has_no_errors() {
    assert_eq!(ProjectCopy::new().errors(), Vec::<Value>::new());
}

#[test]
fn reports_missing_map() {
    let copy = ProjectCopy::new();
    copy.replace_once(SCENARIO, "maps/gettysburg/map.yaml", "maps/getysburg/map.yaml");
    assert_only_error(&copy, "ST0001", SCENARIO, "map: ../../maps/getysburg");
}

#[test]
fn reports_misspelt_key() {
    let copy = ProjectCopy::new();
    copy.replace_once(SCENARIO, "quality: elite, at:", "qualty: elite, at:");
    assert_only_error(&copy, "ST0201", SCENARIO, "qualty");
    let output = copy.run(&["check", "scenarios/gettysburg"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `quality`?"));
}

#[test]
fn failed_build_writes_nothing() {
    let copy = ProjectCopy::new();
    copy.replace_once(SCENARIO, "quality: elite, at:", "qualty: elite, at:");
    let output = copy.run(&["build", "scenarios/gettysburg", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && !copy.path("out").exists());
}

#[test]
fn reports_unknown_command() {
    let copy = ProjectCopy::new();
    copy.replace_once(SCENARIO, "command: cavalry-division", "command: cavalry-divison");
    assert_only_error(&copy, "ST0402", SCENARIO, "cavalry-divison");
}

#[test]
fn reports_piece_outside_frame() {
    let copy = ProjectCopy::new();
    copy.move_piece("geary", "[-77.1, 39.81]");
    assert_only_error(&copy, "ST0503", SCENARIO, "geary");
}

#[test]
fn reports_overlapping_pieces() {
    let copy = ProjectCopy::new();
    let (_, at) = copy.line_and_coordinate("alexander-hays");
    copy.move_piece("gibbon", &at);
    assert_only_error(&copy, "ST0504", SCENARIO, "gibbon");
}

#[test]
fn reports_self_intersecting_polygon() {
    let copy = ProjectCopy::new();
    let layer = "maps/gettysburg/layers/buildings.geojson";
    let text = std::fs::read_to_string(copy.path(layer)).expect("readable");
    let start = text.find("[[[").expect("a polygon") + 2;
    let positions: Vec<&str> = text[start..].split("],[").take(3).collect();
    let (second, third) = (positions[1].to_owned(), positions[2].to_owned());
    copy.replace_once(layer, &format!("{second}],[{third}"), &format!("{third}],[{second}"));
    assert_only_error(&copy, "ST0707", layer, "gettysburg-block-1");
}

#[test]
fn reports_truncated_elevation() {
    let copy = ProjectCopy::new();
    let file = copy.path("maps/gettysburg/elevation.tif");
    let bytes = std::fs::read(&file).expect("readable");
    for length in [0, 7, 1_000, bytes.len() / 2] {
        std::fs::write(&file, &bytes[..length]).expect("written");
        assert_only_error(&copy, "ST0801", "maps/gettysburg/map.yaml", "elevation.tif");
    }
}

#[test]
fn reports_oversized_frame() {
    let copy = ProjectCopy::new();
    copy.replace_once("maps/gettysburg/map.yaml", "height: 6830 m", "height: 9830 m");
    assert_only_error(&copy, "ST0756", "maps/gettysburg/map.yaml", "height");
}

#[test]
fn reports_partial_elevation() {
    let copy = ProjectCopy::new();
    copy.replace_once("maps/gettysburg/map.yaml", "height: 6830 m", "height: 8000 m");
    let errors = copy.errors();
    assert!(errors.iter().any(|error| error["code"] == "ST0802"), "{errors:#?}");
}

#[test]
fn reports_truncated_pack() {
    let copy = ProjectCopy::new();
    assert!(copy.run(&["compile", "scenarios/gettysburg", "-o", "a.pack"]).status.success());
    let bytes = std::fs::read(copy.path("a.pack")).expect("readable");
    for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(copy.path("b.pack"), &bytes[..length]).expect("written");
        let output = copy.run(&["check", "b.pack", "--format", "json"]);
        assert_eq!(output.status.code(), Some(1));
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        assert_eq!(report["diagnostics"][0]["code"], "ST1001");
        assert_eq!(report["diagnostics"][0]["spans"][0]["file"], "b.pack");
        assert_eq!(copy.run(&["inspect", "b.pack"]).status.code(), Some(1));
    }
}

#[test]
fn unopenable_input_is_usage_error() {
    let copy = ProjectCopy::new();
    for arguments in [
        &["check", "nowhere"][..],
        &["check", "scenarios"],
        &["compile", "nowhere.yaml"],
        &["inspect", "nowhere.pack"],
        &["compile"],
        &["check", "scenarios/gettysburg", "--format", "yaml"],
        &["compile", "scenarios/gettysburg", "-o", "scenarios/gettysburg/scenario.yaml/x.pack"],
    ] {
        let output = copy.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
    copy.replace_once(SCENARIO, "format: 1", "format: 2");
    assert_eq!(copy.run(&["check", "scenarios/gettysburg"]).status.code(), Some(2));
}

#[test]
fn prints_github_annotations() {
    let copy = ProjectCopy::new();
    copy.replace_once(SCENARIO, "command: cavalry-division", "command: cavalry-divison");
    let output = copy.run(&["check", "scenarios/gettysburg", "--format", "github"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("::error file=scenarios/gettysburg/scenario.yaml,line="), "{text}");
    assert!(text.contains("title=ST0402 (PB-3.10)::"), "{text}");
}

/// Returns every file of the copy with its content, except files in `out`.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        if path.is_dir() && !path.ends_with("out") {
            all.extend(files(&path));
        } else if path.is_file() {
            all.insert(path.clone(), std::fs::read(&path).expect("readable"));
        }
    }
    all
}

/// Runs share no cache: a change counts even if the file's size and time are the same, and a pack
/// depends only on the current files.
#[test]
fn recompiles_after_every_change() {
    let copy = ProjectCopy::new();
    let compiled = |copy: &ProjectCopy| {
        let before = files(copy.0.path());
        let output = copy.run(&["compile", "scenarios/gettysburg", "-o", "out/battle.pack"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(files(copy.0.path()) == before, "compile left files next to the sources");
        std::fs::read(copy.path("out/battle.pack")).expect("written")
    };
    let first = compiled(&copy);
    let mut packs = BTreeSet::from([first.clone()]);
    for (file, from, to) in [
        (SCENARIO, "George G. Meade, rating: 3", "George G. Meade, rating: 4"),
        ("maps/gettysburg/map.yaml", "en: \"Gettysburg\"", "en: \"gettysburG\""),
        ("maps/gettysburg/layers/woods.geojson", "A. Plank Woods", "B. Plank Woods"),
    ] {
        let good = std::fs::read(copy.path(file)).expect("readable");
        let time = std::fs::metadata(copy.path(file)).and_then(|about| about.modified());
        let time = time.expect("files have times");
        let restore_time = || {
            let opened = std::fs::File::options().append(true).open(copy.path(file));
            opened.and_then(|opened| opened.set_modified(time)).expect("times can be set");
        };
        copy.replace_once(file, from, to);
        restore_time();
        let changed = compiled(&copy);
        // The result is the same in a folder where nothing was compiled before.
        let fresh = ProjectCopy::new();
        fresh.replace_once(file, from, to);
        assert!(changed == compiled(&fresh), "{file}");
        assert!(packs.insert(changed), "{file}: the change has no effect");
        std::fs::write(copy.path(file), good).expect("written");
        restore_time();
        assert!(compiled(&copy) == first, "{file}");
    }
}
