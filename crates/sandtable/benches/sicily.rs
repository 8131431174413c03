//! Benchmarks of Sicily 1943, the largest FAB battle: its games, and the checks of its polygons.
//! `cargo bench -p sandtable --bench sicily`.

use sandtable_fab::Game;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use sandtable_compile::{check, compile};
use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_import::{AreaImport, import_areas};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::{AnyPack, GroundLength};
use sandtable_source::{FileError, Files, ProjectPath};

fn main() {
    divan::main();
}

const SCENARIO: &str = "scenarios/sicily/scenario.yaml";
const MAP: &str = "maps/sicily/map.yaml";
const AREAS: &str = "maps/sicily/layers/areas.geojson";

/// A path relative to the project folder.
fn path(text: &str) -> ProjectPath {
    ProjectPath::from_file_name("README.md").resolve(text, 0).expect("a path in the project")
}

/// The files of a battle, read once and held in memory.
#[derive(Clone)]
struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl Files for MemoryFiles {
    fn read(&self, path: &ProjectPath, _limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.get(&path.to_string()).cloned().ok_or(FileError::Missing)
    }
    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }
}

/// The files of the battle.
fn sicily() -> MemoryFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let layers = ["water", "rivers", "roads", "places"];
    let layers = layers.map(|layer| format!("maps/sicily/layers/{layer}.geojson"));
    let others =
        [SCENARIO, MAP, AREAS, "maps/sicily/municipalities.geojson", "maps/sicily/areas.csv"];
    let names = layers.into_iter().chain(others.map(str::to_owned));
    let file = |name: String| (name.clone(), std::fs::read(root.join(name)).expect("readable"));
    MemoryFiles(names.map(file).collect())
}

/// Returns the municipalities with all their vertices, grouped into areas by a table.
fn full_detail_areas(files: &MemoryFiles, table: &str) -> Vec<u8> {
    let mut files = files.clone();
    files.0.insert("table.csv".to_owned(), table.into());
    let import = AreaImport {
        polygons: path("maps/sicily/municipalities.geojson"),
        property: "name".to_owned(),
        table: path("table.csv"),
        rivers: None,
        roads: None,
        snap: GroundLength::from_metres(1),
        detail: GroundLength::ZERO,
        along: None,
    };
    let (imported, diagnostics, _) = import_areas(&files, &import);
    imported.unwrap_or_else(|| panic!("{:?}", diagnostics.sorted())).areas.into_bytes()
}

/// Checks the battle with all vertices of the municipalities on its borders.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_full_detail_battle(bencher: Bencher<'_, '_>) {
    let mut files = sicily();
    let table = String::from_utf8(files.0["maps/sicily/areas.csv"].clone()).expect("valid UTF-8");
    let areas = full_detail_areas(&files, &table);
    files.0.insert(AREAS.to_owned(), areas);
    let scenario = path(SCENARIO);
    bencher.bench_local(|| {
        let outcome = check(&files, &scenario);
        assert!(!outcome.diagnostics.has_errors(), "{:?}", outcome.diagnostics.sorted());
    });
}

/// Checks a map where each municipality of the battle is a separate area with all its vertices.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_municipalities(bencher: Bencher<'_, '_>) {
    let mut files = sicily();
    let grouped = String::from_utf8(files.0["maps/sicily/areas.csv"].clone()).expect("valid UTF-8");
    let mut table = "feature,area\n".to_owned();
    for (number, line) in grouped.lines().skip(1).enumerate() {
        // Islands are not areas and are outside the frame.
        let _ = match line.rsplit_once(',').expect("a name and an area") {
            (name, "-") => writeln!(table, "{name},-"),
            (name, _) => writeln!(table, "{name},m{number:03}"),
        };
    }
    let areas = full_detail_areas(&files, &table);
    files.0.insert(AREAS.to_owned(), areas);
    let map = path(MAP);
    bencher.bench_local(|| {
        let outcome = check(&files, &map);
        assert!(!outcome.diagnostics.has_errors(), "{:?}", outcome.diagnostics.sorted());
    });
}

const BOTS: [BotKind; 4] =
    [BotKind::Random, BotKind::Cautious, BotKind::Aggressive, BotKind::Planner];

/// Plays whole games on one core: a different game each time, but the same games in every run.
#[divan::bench(args = BOTS, sample_count = 200, sample_size = 1)]
fn game(bencher: Bencher<'_, '_>, bot: BotKind) {
    let outcome = compile(&sicily(), &path(SCENARIO));
    let Some(AnyPack::Fab(pack)) = outcome.pack else { panic!("Sicily must compile") };
    let field = Arc::new(Battlefield::new(pack.battle().clone()));
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            seed
        })
        .input_counter(|_| ItemsCount::new(1_usize))
        .bench_local_values(|seed| play_bots::<Game>(&field, seed, [bot; 2], Keep::Outcome));
}
