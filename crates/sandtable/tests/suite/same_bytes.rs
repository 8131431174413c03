//! The same battle, named in different ways: the bytes of its pack, result and report are the same,
//! and no folder of the author is in them.

use std::path::Path;

use sandtable_pack::{AnyPack, PackLimits, read_any};

use crate::process::{sandtable, text};

/// A project with two small battles below `project`. The map of `field` and the units of `areas`
/// are in a folder that both battles could share.
fn project() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("the temporary folder is created");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data");
    let read = |file: &str| std::fs::read_to_string(data.join(file)).expect("readable");
    let write = |file: &str, text: String| {
        let path = root.path().join("project").join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("writable");
    };
    let layers = std::fs::read_dir(data.join("field/layers")).expect("the folder is readable");
    for layer in layers.map(|entry| entry.expect("readable").file_name()) {
        let layer = format!("layers/{}", layer.to_string_lossy());
        write(&format!("shared/{layer}"), read(&format!("field/{layer}")));
    }
    write("shared/map.yaml", read("field/map.yaml"));
    let field = read("field/scenario.yaml").replace("map: map.yaml", "map: ../../shared/map.yaml");
    write("battles/field/scenario.yaml", field);
    let areas = read("fab/scenario.yaml").replace("map: map.yaml\n", "");
    let (before, after) = areas.split_once("formations:\n").expect("formations");
    let (formations, after) = after.split_once("unit_types:\n").expect("types of units");
    write("shared/formations.yaml", formations.lines().map(|line| format!("{line}\n")).collect());
    let included = "formations:\n  - include: ../../shared/formations.yaml\n";
    write("battles/areas/scenario.yaml", format!("{before}{included}unit_types:\n{after}"));
    root
}

/// The folder to run in, and the battle's path from there.
fn spellings(root: &Path, battle: &str) -> Vec<(std::path::PathBuf, String)> {
    let project = root.join("project");
    let folder = project.join("battles").join(battle);
    let absolute = folder.to_string_lossy().into_owned();
    let mut spellings = vec![
        (project.clone(), format!("battles/{battle}")),
        (project.clone(), format!("./battles/../battles/{battle}/scenario.yaml")),
        (folder.clone(), ".".to_owned()),
        (folder.clone(), "scenario.yaml".to_owned()),
        (root.to_owned(), absolute.clone()),
        (project.join("shared"), format!("{absolute}/scenario.yaml")),
        (project.join("shared"), format!("../battles/{battle}")),
    ];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(&folder, root.join(format!("{battle}-link"))).expect("a link");
        spellings.push((root.to_owned(), format!("{battle}-link")));
        spellings.push((project, format!("../{battle}-link/scenario.yaml")));
    }
    spellings
}

#[test]
fn output_ignores_spelling_of_path() {
    let root = project();
    let out = |name: &str| root.path().join(name).to_string_lossy().into_owned();
    for (battle, shared_file) in
        [("field", "../../shared/map.yaml"), ("areas", "../../shared/formations.yaml")]
    {
        let mut first: Option<[Vec<u8>; 3]> = None;
        for (folder, path) in spellings(root.path(), battle) {
            let compiled = sandtable(&folder, &["compile", &path, "-o", &out("b.pack")]);
            assert!(compiled.status.success(), "{path}: {}", text(&compiled.stderr));
            let games = ["run", &path, "--games", "10", "--format", "json"];
            let result = sandtable(&folder, &[&games[..], &["--report", &out("r.html")]].concat());
            assert!(result.status.success(), "{path}: {}", text(&result.stderr));
            let shard = ["run", &path, "--games", "2", "--shard", "1/2"];
            let part = sandtable(&folder, &shard).stdout;
            let read = |name: &str| std::fs::read(out(name)).expect("the file was written");
            let outputs = [read("b.pack"), result.stdout, read("r.html")];
            let names = ["the pack", "games.json", "the report", "a part of a run"];
            for (bytes, what) in outputs.iter().chain([&part]).zip(names) {
                let is_disclosed = text(bytes).contains(&*root.path().to_string_lossy());
                assert!(!is_disclosed, "{battle}, {path}: {what} names a folder of the author");
            }
            let pack = read_any(&outputs[0], PackLimits::default()).expect("a valid pack");
            let lines = match &pack {
                AnyPack::PubBattles(pack) => pack.sources(),
                AnyPack::Fab(pack) => pack.sources(),
            };
            let files: Vec<&str> = lines.0.values().map(|line| line.file.as_str()).collect();
            assert!(files.contains(&"scenario.yaml") && files.contains(&shared_file), "{files:?}");
            assert!(text(&outputs[1]).contains("\"file\": \"scenario.yaml\""), "a finding in it");
            let first = first.get_or_insert_with(|| outputs.clone());
            assert!(*first == outputs, "{battle}, {path}: other bytes");
        }
    }
}
