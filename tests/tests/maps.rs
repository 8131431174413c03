//! Every map in `maps` is valid by itself, even without a battle, and names its sources.

use std::path::PathBuf;

use sandtable_cli::DiskFiles;
use sandtable_compile::check;
use sandtable_source::Severity;
use sandtable_tests::project;

fn maps() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(project().join("maps")).expect("there are maps");
    let mut maps: Vec<PathBuf> = folder.map(|entry| entry.expect("a folder").path()).collect();
    maps.sort();
    maps
}

#[test]
fn all_maps_are_valid() {
    assert!(maps().len() >= 3);
    for map in maps() {
        let (files, path) = DiskFiles::for_file(&map.join("map.yaml"));
        let outcome = check(&files, &path);
        let wrong: Vec<_> = outcome
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity != Severity::Note)
            .map(|diagnostic| format!("{} {}", diagnostic.code, diagnostic.message))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", map.display());
    }
}

#[test]
fn every_map_names_its_sources() {
    for map in maps() {
        let sources = std::fs::read_to_string(map.join("SOURCES.md")).expect("a map has sources");
        let layers = std::fs::read_dir(map.join("layers")).expect("a map has layers");
        for layer in layers {
            let name = layer.expect("a file").file_name();
            let stem = name.to_string_lossy().replace(".geojson", "");
            assert!(sources.contains(&stem), "{}: nothing on {stem}", map.display());
        }
    }
}
