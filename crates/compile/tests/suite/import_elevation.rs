//! `import elevation`: tiles become a map's elevation, hills and crests.

use std::collections::BTreeMap;

use sandtable_import::{ElevationImport, ImportedElevation, Levels, import_elevation};
use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostics, ProjectPath};
use serde_json::Value;

use crate::elevation::{Tif, WHOLE_FRAME, ground};
use crate::support::{Battle, battle, data, run};

fn import(tiles: Vec<(&str, Vec<u8>)>) -> (Option<ImportedElevation>, Diagnostics) {
    let map = std::fs::read(data().join("field/map.yaml")).expect("readable file");
    let names: Vec<ProjectPath> =
        tiles.iter().map(|(name, _)| ProjectPath::from_file_name(name)).collect();
    let mut files: BTreeMap<String, Vec<u8>> = [("map.yaml".to_owned(), map)].into();
    files.extend(tiles.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)));
    let import = ElevationImport {
        files: names,
        map: ProjectPath::from_file_name("map.yaml"),
        margin: GroundLength::from_metres(300),
        folder: String::new(),
        levels: Levels::Every(10.0),
        from: Some(225.0),
        standing_out: None,
        smallest: None,
    };
    let (imported, diagnostics, _) = import_elevation(&Battle(files), &import);
    (imported, diagnostics)
}

fn codes(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.sorted().iter().map(|one| one.code.to_string()).collect()
}

/// A three-arc-second HGT tile with elevations from a function.
fn hgt(west: f64, north: f64, height: impl Fn(f64, f64) -> f32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1_201 * 1_201 * 2);
    for row in 0..1_201 {
        for column in 0..1_201 {
            let metres =
                height(west + f64::from(column) / 1_200.0, north - f64::from(row) / 1_200.0);
            bytes.extend((metres as i16).to_be_bytes());
        }
    }
    bytes
}

fn layer(text: &str) -> Vec<Value> {
    let json: Value = serde_json::from_str(text).expect("valid JSON");
    json["features"].as_array().expect("feature list").clone()
}

/// The battle compiles with the imported elevation, and the imported hills surround the summit.
#[test]
fn imports_hill_that_compiles() {
    let (imported, diagnostics) = import(vec![("whole.tif", WHOLE_FRAME.write(ground))]);
    let imported = imported.unwrap_or_else(|| panic!("{:?}", codes(&diagnostics)));
    let hills = layer(&imported.layers[0].1);
    let around = |hill: &&Value| {
        let ring = hill["geometry"]["coordinates"][0].as_array().expect("ring coordinates").clone();
        let range = |axis: usize| {
            let all = ring.iter().map(|at| at[axis].as_f64().expect("valid number"));
            (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((west, east), (south, north)) = (range(0), range(1));
        (west..=east).contains(&10.03) && (south..=north).contains(&49.99)
    };
    assert!(hills.iter().filter(around).count() >= 2, "hill levels: {hills:?}");
    let mut battle = battle();
    battle.0.insert("elevation.tif".to_owned(), imported.elevation.clone());
    let map = String::from_utf8(battle.0["map.yaml"].clone()).expect("UTF-8 text");
    battle.0.insert(
        "map.yaml".to_owned(),
        format!("{map}elevation: {{ file: elevation.tif }}\n").into(),
    );
    let outcome = run(&battle);
    let elevation_codes: Vec<String> =
        codes(&outcome.diagnostics).into_iter().filter(|code| code.starts_with("ST080")).collect();
    assert!(elevation_codes.is_empty(), "{elevation_codes:?}");
    let (again, _) = import(vec![("whole.tif", WHOLE_FRAME.write(ground))]);
    assert_eq!(
        again.map(|again| (again.elevation, again.layers)),
        Some((imported.elevation, imported.layers))
    );
}

/// The frame spans four one-degree tiles and needs all of them.
#[test]
fn four_tiles_cover_the_frame() {
    let tile = |name: &'static str, west: f64, north: f64| (name, hgt(west, north, ground));
    let tiles = || {
        vec![
            tile("N50E009.hgt", 9.0, 51.0),
            tile("N50E010.hgt", 10.0, 51.0),
            tile("N49E009.hgt", 9.0, 50.0),
            tile("N49E010.hgt", 10.0, 50.0),
        ]
    };
    let (imported, diagnostics) = import(tiles());
    let imported = imported.unwrap_or_else(|| panic!("{:?}", codes(&diagnostics)));
    assert!(imported.report.missing.abs() < f64::EPSILON);
    let mut three = tiles();
    three.pop();
    let (imported, diagnostics) = import(three);
    assert!(imported.is_none());
    assert_eq!(codes(&diagnostics), ["ST0802"]);
}

#[test]
fn reports_all_bad_tiles() {
    let projected = WHOLE_FRAME.with_keys(&[[1024, 1], [3072, 3_035]]).write(ground);
    let asc = b"ncols 3\nnrows 2\nxllcorner 9\nyllcorner 49\ncellsize 0.5\n1 2 x\n".to_vec();
    let (imported, diagnostics) = import(vec![
        ("metres.tif", projected),
        ("grid.asc", asc),
        ("N50E010.hgt", vec![0; 100]),
        ("text.tif", b"hello".to_vec()),
    ]);
    assert!(imported.is_none());
    let mut found = codes(&diagnostics);
    found.sort();
    assert_eq!(found, ["ST0801", "ST0801", "ST0801", "ST0807"]);
}

#[test]
fn reports_tiles_outside_the_frame() {
    let far = Tif { corner: [20.0, 40.0], ..WHOLE_FRAME }.write(ground);
    let (imported, diagnostics) = import(vec![("far.tif", far)]);
    assert!(imported.is_none());
    assert_eq!(codes(&diagnostics), ["ST0802"]);
}

/// Each file of the folders is read or refused as the `.expected` file shows; `UPDATE_EXPECTED=1`
/// rewrites it. `tests/elevation-oracle` compares many more files with GDAL.
#[test]
fn reads_or_refuses_each_kind_of_file() {
    let folder = data().join("import/elevation");
    let paths = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).expect("readable folder");
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("readable entry").path()).collect();
        paths.sort();
        paths
    };
    let paths: Vec<_> = paths(&folder).iter().flat_map(|folder| paths(folder)).collect();
    let outcomes: String = paths
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a file name").to_string_lossy();
            describe(&name, std::fs::read(path).expect("readable file"))
        })
        .collect();
    let expected = folder.with_extension("expected");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&expected, &outcomes).expect("writable");
    }
    assert_eq!(outcomes, std::fs::read_to_string(&expected).expect("readable file"));
}

/// The heights of an import, or its mistakes and their help.
fn describe(name: &str, bytes: Vec<u8>) -> String {
    let (imported, diagnostics) = import(vec![(name, bytes)]);
    match imported {
        Some(imported) => {
            let [low, high] = imported.report.heights_m;
            let missing = 100.0 * imported.report.missing;
            let feet = if imported.report.files[0].in_feet { ", converted from feet" } else { "" };
            format!(
                "{name}: from {low:.1} to {high:.1} m{feet}, {missing:.1} % of the frame missing\n"
            )
        }
        None => {
            let line = |one: &&sandtable_source::Diagnostic| {
                let help = one.help.join("; ");
                format!("{name}: {}: {}\n  help: {help}\n", one.code, one.message)
            };
            diagnostics.sorted().iter().map(line).collect()
        }
    }
}
