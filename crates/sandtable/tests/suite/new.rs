//! `new` and `export qgis`: starter battles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::process::{sandtable, text};

/// All files below a folder, by relative path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn collect(folder: &Path, top: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                collect(&path, top, found);
            } else {
                let name =
                    path.strip_prefix(top).expect("a path below the folder").display().to_string();
                found.insert(name, std::fs::read(&path).expect("readable"));
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(folder, folder, &mut found);
    found
}

fn create_battle(arguments: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let output = sandtable(folder.path(), &[&["new", "mine"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let path = folder.path().join("mine");
    (folder, path)
}

/// Returns the exit status and output of `check`.
fn check(folder: &Path) -> (Option<i32>, String) {
    let output = sandtable(folder, &["check", "."]);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn new_battles_check_and_play() {
    for system in ["pub-battles", "fab"] {
        let (_folder, battle) = create_battle(&["--system", system]);
        let (status, said) = check(&battle);
        assert_eq!((status, said.contains("warning")), (Some(0), false), "{system}: {said}");
        let played = sandtable(&battle, &["run", ".", "--games", "30", "--format", "json"]);
        let result: serde_json::Value = serde_json::from_slice(&played.stdout).expect("valid JSON");
        assert_eq!(played.status.code(), Some(0), "{system}: {}", text(&played.stderr));
        let sides = result["sides"].as_object().expect("sides");
        let each = sides.values().map(|side| side["wins"].as_u64());
        assert!(
            each.clone().all(|wins| wins > Some(0)),
            "{system}: {:?}",
            each.collect::<Vec<_>>()
        );
    }
}

#[test]
fn name_sets_title_and_id() {
    let (_folder, battle) =
        create_battle(&["--system", "fab", "--name", "Battle of Les Quatre-Bras"]);
    let scenario = std::fs::read_to_string(battle.join("scenario.yaml")).expect("the file exists");
    assert!(scenario.contains("\nid: les-quatre-bras\n"), "{scenario}");
    assert!(scenario.contains("Battle of Les Quatre-Bras"), "{scenario}");
    assert_eq!(check(&battle).0, Some(0));
}

/// An empty frame lacks only the roads for supply and reinforcements.
#[test]
fn empty_frame_reports_missing_roads() {
    for place in [
        &["--centre=-77.74,39.47", "--size", "7x6km"][..],
        &["--from-bbox=-77.78,39.44,-77.70,39.50"],
        &["--centre=179.99,-16.5", "--size=5x4km"],
    ] {
        let (_folder, battle) = create_battle(place);
        let (status, stderr) = check(&battle);
        assert_eq!(status, Some(1), "{stderr}");
        for road in ["north-road", "south-road"] {
            assert!(stderr.contains(road), "{stderr}");
        }
        let codes: Vec<&str> = stderr
            .lines()
            .filter_map(|line| line.strip_prefix("error[").or(line.strip_prefix("warning[")))
            .map(|line| &line[..6])
            .collect();
        assert!(codes.len() <= 4, "too many diagnostics about the roads: {stderr}");
    }
}

/// The map can be named by its file, its folder, its scenario or the folder of that. The empty layers
/// of a new battle are replaced; others are kept.
#[test]
fn imports_into_new_battle() {
    let (folder, _) = create_battle(&["--centre=10.005,50.0", "--size", "7x6km"]);
    let osm = concat!(env!("CARGO_MANIFEST_DIR"), "/../compile/tests/data/import/village.osm");
    let import = |map: &str, more: &[&str]| {
        let arguments = ["import", "osm", osm, "--map", map, "--out", "mine/map/layers"];
        let output = sandtable(folder.path(), &[&arguments, more].concat());
        (output.status.code(), text(&output.stderr))
    };
    let (status, first) = import("mine", &[]);
    assert_eq!(status, Some(0), "{first}");
    assert!(first.contains("\nfor mine/map/map.yaml:\n"), "{first}");
    for map in ["mine/map", "mine/map/map.yaml", "mine/scenario.yaml"] {
        let (status, said) = import(map, &[]);
        assert_eq!(status, Some(2), "{map}: {said}");
        assert!(said.contains("already exists: mine/map/layers/"), "{map}: {said}");
        assert_eq!(import(map, &["--replace"]), (Some(0), first.clone()), "{map}");
    }
}

/// A map is drawn without its scenario, and with one that has errors; a map of areas needs it.
#[test]
fn draws_map_alone() {
    let (_folder, battle) = create_battle(&["--system", "pub-battles"]);
    let render = |input: &str, only: &str| {
        let arguments = ["render", input, "--only", only, "--as", "svg", "--out", "out"];
        let output = sandtable(&battle, &arguments);
        let drawn = std::fs::read_to_string(battle.join("out/map.svg")).ok();
        let _ = std::fs::remove_dir_all(battle.join("out"));
        (output.status.code(), drawn, text(&output.stderr))
    };
    let (status, alone, said) = render("map", "map");
    assert_eq!(status, Some(0), "{said}");
    let alone = alone.expect("a map");
    let (status, _, said) = render("map", "map,set-up");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("--only"), "{said}");
    let scenario = battle.join("scenario.yaml");
    let text = std::fs::read_to_string(&scenario).expect("the file exists");
    let misspelt = text.replace("combat_order:", "combat_ordre:");
    let begun = "format: 1\nid: mine\nmap: map/map.yaml\nruleset: pub-battles/3.2\n";
    for text in [misspelt.as_str(), begun] {
        std::fs::write(&scenario, text).expect("writable");
        let (status, drawn, said) = render(".", "map");
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("its map is drawn without pieces"), "{said}");
        assert_eq!(drawn.as_ref(), Some(&alone));
    }
    let (_folder, areas) = create_battle(&["--system", "fab"]);
    let output = sandtable(&areas, &["render", "map", "--only", "map"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn keeps_folder_with_files() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    std::fs::create_dir(folder.path().join("mine")).expect("the folder is created");
    std::fs::write(folder.path().join("mine/notes.txt"), "dear to me").expect("written");
    let output = sandtable(folder.path(), &["new", "mine", "--system", "fab"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("nothing was written"), "{}", text(&output.stderr));
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["mine/notes.txt"]);
}

/// Bounds in the wrong order, or unsuitable for a battlefield, are reported with help.
#[test]
fn rejects_unsuitable_boxes() {
    for (place, expected) in [
        ("--from-bbox=39.44,-77.78,39.50,-77.70", "--from-bbox=-77.78,39.44,-77.7,39.5"),
        ("--from-bbox=-77.70,39.44,-77.78,39.50", "--from-bbox="),
        ("--from-bbox=-78.5,39.0,-77.0,40.0", "larger than a table"),
        ("--from-bbox=-77.741,39.469,-77.740,39.470", "too small"),
        ("--from-bbox=110,89,111,89.5", "pole"),
        ("--from-bbox=1,2,3", "west,south,east,north"),
        ("--from-bbox=a,b,c,d", "west,south,east,north"),
        ("--from-bbox=NaN,inf,1,2", "west,south,east,north"),
    ] {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let output = sandtable(folder.path(), &["new", "mine", place]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{place}: {said}");
        assert!(said.contains(expected), "{place}: {said}");
        assert!(!folder.path().join("mine").exists(), "{place}");
    }
}

/// A QGIS project names the file of every layer by relative path, so its location does not affect
/// its content.
#[test]
fn qgis_project_lists_all_layers() {
    for system in ["pub-battles", "fab"] {
        let (_folder, battle) = create_battle(&["--system", system]);
        let (_other, again) = create_battle(&["--system", system]);
        assert_eq!(files(&battle), files(&again), "{system}");
        let project = std::fs::read_to_string(battle.join("map/map.qgs")).expect("the file exists");
        // QGIS projects have an empty document type declaration.
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document =
            roxmltree::Document::parse_with_options(&project, options).expect("well-formed XML");
        let sources = document.descendants().filter(|node| node.has_tag_name("datasource"));
        let files: Vec<&str> =
            sources.filter_map(|node| node.text()).filter(|text| text.starts_with("./")).collect();
        assert!(files.len() >= 5, "{files:?}");
        for file in files {
            let file = file.split('|').next().unwrap_or_default();
            assert!(battle.join("map").join(file).is_file(), "{system}: {file}");
        }
        // QGIS replaces a shorter layer id and then draws no layers. Without the switch, it reads
        // no projection.
        let ids: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("maplayer"))
            .filter_map(|layer| layer.children().find(|node| node.has_tag_name("id"))?.text())
            .collect();
        assert!(ids.iter().all(|id| id.len() > 10), "{ids:?}");
        let mut in_tree: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("layer-tree-layer"))
            .filter_map(|node| node.attribute("id"))
            .collect();
        in_tree.reverse();
        assert_eq!(in_tree, ids, "{system}");
        let switch = document.descendants().find(|node| node.has_tag_name("ProjectionsEnabled"));
        assert_eq!(switch.and_then(|node| node.text()), Some("1"), "{system}");
        // `export` creates the same file, so the existing one stays.
        let output = sandtable(&battle, &["export", "qgis", "."]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        std::fs::write(battle.join("map/map.qgs"), "mine").expect("written");
        let output = sandtable(&battle, &["export", "qgis", "."]);
        assert_eq!(output.status.code(), Some(2), "an edited project was replaced");
        let output = sandtable(&battle, &["export", "qgis", ".", "--replace"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let made = std::fs::read_to_string(battle.join("map/map.qgs")).expect("the file exists");
        assert_eq!(made, project);
    }
}
