//! Valid packs as JSON, part by part, to corrupt.

use std::sync::LazyLock;

use sandtable_cli::DiskFiles;
use sandtable_pack::{
    AnyPack, Elevation, ElevationGrid, Farm, GroundLength, GroundPoint, MapStyle, PackParts, Place,
    Style, sample,
};
use sandtable_tests::{compile_battle, project};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The parts of a pack as JSON, and the elevations, which are not JSON.
#[derive(Clone, Debug)]
pub struct Seed {
    pub parts: Value,
    heights: Vec<Elevation>,
}

/// The small battle, with every kind of map feature.
pub fn field() -> &'static Seed {
    static FIELD: LazyLock<Seed> = LazyLock::new(|| {
        let file = project().join("crates/compile/tests/data/field/scenario.yaml");
        let (files, path) = DiskFiles::for_file(&file);
        let pack = sandtable_compile::compile(&files, &path)
            .pack
            .and_then(AnyPack::pub_battles)
            .expect("the battle is valid");
        let mut parts = pack.into_parts();
        let at = GroundPoint::from_metres;
        let mut orchard = parts.map.woods[0].clone();
        orchard.id = sample::id("an-orchard");
        parts.scenery.orchards.push(orchard);
        parts.scenery.farms.push(Farm { id: sample::id("a-farm"), at: at(500, 600), symbol: None });
        parts.scenery.places.push(Place { id: sample::id("a-name"), at: at(700, 300), rank: 2 });
        let (columns, rows) = (130, 110);
        let heights = (0..columns * rows)
            .map(|n| Elevation::from_decimetres(1_000 + (n % 37 * (n % columns)) as i16))
            .collect();
        let cell = GroundLength::from_metres(60);
        parts.elevation =
            Some(ElevationGrid { origin: at(-10, -10), cell, columns, rows, heights });
        Seed::from_parts(parts)
    });
    &FIELD
}

/// The real battle.
pub fn gettysburg() -> &'static Seed {
    static GETTYSBURG: LazyLock<Seed> = LazyLock::new(|| {
        let pack = compile_battle("gettysburg")
            .pack
            .and_then(AnyPack::pub_battles)
            .expect("Gettysburg compiles");
        Seed::from_parts(pack.into_parts())
    });
    &GETTYSBURG
}

/// The battle to corrupt, from the environment variable `SPOIL`.
pub fn seed_from_env() -> &'static Seed {
    match std::env::var("SPOIL").as_deref() {
        Ok("gettysburg") => gettysburg(),
        _ => field(),
    }
}

impl Seed {
    fn from_parts(parts: PackParts) -> Self {
        let heights = parts.elevation.as_ref().map_or_else(Vec::new, |grid| grid.heights.clone());
        let own = Some(Box::new(Style::built_in(parts.style.name)));
        let style = MapStyle { own, ..parts.style };
        let parts = json!({
            "scenario": parts.scenario,
            "map": parts.map,
            "ruleset": parts.ruleset,
            "labels": parts.labels,
            "scenery": parts.scenery,
            "style": style,
            "elevation": parts.elevation,
            "sources": parts.sources,
        });
        Self { parts, heights }
    }

    /// Returns the pack with some values replaced, each by its JSON pointer; `null` removes a value
    /// from its map.
    pub fn with_patches(&self, patches: &[(String, Value)]) -> Self {
        let mut patched = self.clone();
        for (pointer, value) in patches {
            let (above, key) = pointer.rsplit_once('/').unwrap_or_default();
            match patched.parts.pointer_mut(above) {
                Some(Value::Object(map)) if value.is_null() => {
                    map.remove(key);
                }
                Some(Value::Object(map)) => {
                    map.insert(key.to_owned(), value.clone());
                }
                Some(Value::Array(list)) => {
                    if let Some(old) = key.parse().ok().and_then(|at: usize| list.get_mut(at)) {
                        *old = value.clone();
                    }
                }
                _ => {}
            }
        }
        patched
    }

    /// The parts of a pack, or the reason why the JSON is invalid.
    pub fn to_parts(&self) -> Result<PackParts, String> {
        let elevation: Option<ElevationGrid> = self.parse_part("elevation")?;
        let elevation =
            elevation.map(|grid| ElevationGrid { heights: self.heights.clone(), ..grid });
        Ok(PackParts {
            scenario: self.parse_part("scenario")?,
            map: self.parse_part("map")?,
            ruleset: self.parse_part("ruleset")?,
            labels: self.parse_part("labels")?,
            scenery: self.parse_part("scenery")?,
            style: self.parse_part("style")?,
            elevation,
            sources: self.parse_part("sources")?,
        })
    }

    fn parse_part<T: DeserializeOwned>(&self, name: &str) -> Result<T, String> {
        // Read from text, as the pack reader does.
        let text = self.parts[name].to_string();
        serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))
    }
}
