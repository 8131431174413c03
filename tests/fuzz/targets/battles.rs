//! Scenarios, maps, layers, rulesets and elevation files.

use std::io::Cursor;

use sandtable_map::{decode_relief, fill_hole, find_holes, repair as repair_map};
use sandtable_source::{Diagnostics, ProjectPath, SourceMap, insertion_points, parse, scalar_at};
use sandtable_tests::EditedBattle;

use super::outcome::{check_findings, check_outcome};

/// The small battle, by its path in the project.
pub const FIELD: &str = "crates/compile/tests/data/field/scenario.yaml";
/// The most cells of an elevation file whose holes are filled: larger ones only take longer.
const MAX_CELLS: usize = 10_000;

/// A YAML file of any kind, and a pointer in it.
pub fn yaml(bytes: &[u8]) -> Result<(), String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(()) };
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add("fuzz.yaml", text.to_owned());
    let tree = parse(&sources, file, &mut diagnostics);
    if tree.is_none() && !diagnostics.has_errors() {
        return Err("neither a tree nor an error".to_owned());
    }
    let pointer = text.floor_char_boundary(text.len() / 2);
    let scalar = scalar_at(text, pointer);
    let insertions = insertion_points(text, 0..text.len());
    for place in scalar.iter().chain(&insertions) {
        if text.get(place.at.clone()).is_none() {
            return Err(format!("a place outside the text: {:?}", place.at));
        }
    }
    check_findings(&sources, &diagnostics)
}

/// Compiles a battle with one file replaced.
fn check_battle(battle: &str, file: &str, bytes: &[u8]) -> Result<(), String> {
    let mut battle = EditedBattle::new(battle);
    battle.set(file, bytes);
    check_outcome(&battle.compile())
}

/// A Pub Battles scenario.
pub fn scenario(bytes: &[u8]) -> Result<(), String> {
    check_battle(FIELD, "scenario.yaml", bytes)
}

/// A FAB scenario without a drawn map.
pub fn area_battle(bytes: &[u8]) -> Result<(), String> {
    check_battle("tests/replays/bridgehead/scenario.yaml", "scenario.yaml", bytes)
}

/// A map.
pub fn map(bytes: &[u8]) -> Result<(), String> {
    check_battle(FIELD, "map.yaml", bytes)
}

/// The layer that a text replaces: one with lines, points or polygons.
fn layer_name(bytes: &[u8]) -> &'static str {
    let has = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    match (has(b"Line"), has(b"Point")) {
        (true, _) => "layers/roads.geojson",
        (_, true) => "layers/places.geojson",
        _ => "layers/woods.geojson",
    }
}

/// A layer of a map.
pub fn layer(bytes: &[u8]) -> Result<(), String> {
    check_battle(FIELD, layer_name(bytes), bytes)
}

/// A layer that `check --fix` repairs: the result is GeoJSON again.
pub fn repair(bytes: &[u8]) -> Result<(), String> {
    let mut battle = EditedBattle::new(FIELD);
    battle.set(layer_name(bytes), bytes);
    let repairs = repair_map(&battle, &ProjectPath::from_file_name("map.yaml"));
    for text in repairs.layers.iter().filter_map(|layer| layer.text.as_ref()) {
        let json: Result<serde_json::Value, _> = serde_json::from_str(text);
        json.map_err(|error| format!("the repaired layer is not JSON: {error}"))?;
    }
    Ok(())
}

/// A ruleset.
pub fn ruleset(bytes: &[u8]) -> Result<(), String> {
    let mut battle = EditedBattle::new(FIELD);
    let scenario = sandtable_tests::project_text(FIELD);
    battle.set("scenario.yaml", scenario.replace("pub-battles/3.2", "own.yaml"));
    battle.set("own.yaml", bytes);
    check_outcome(&battle.compile())
}

/// An elevation file.
pub fn elevation(bytes: &[u8]) -> Result<(), String> {
    const EARTH: [f64; 4] = [-180.0, -90.0, 180.0, 90.0];
    let Ok(relief) = decode_relief(&mut Cursor::new(bytes), EARTH) else { return Ok(()) };
    if relief.heights.len() != relief.grid.columns * relief.grid.rows {
        return Err("more or fewer heights than cells".to_owned());
    }
    let mut heights: Vec<f64> = relief.heights.iter().map(|&height| height.into()).collect();
    if heights.len() > MAX_CELLS || heights.iter().all(|height| height.is_nan()) {
        return Ok(());
    }
    for hole in find_holes(&heights, relief.grid.columns) {
        fill_hole(&mut heights, relief.grid.columns, &hole);
    }
    match heights.iter().any(|height| height.is_nan()) {
        true => Err("a hole stays open".to_owned()),
        false => Ok(()),
    }
}
