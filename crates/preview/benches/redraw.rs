//! The time from saving a file of Gettysburg to the pixels on a screen: `cargo bench -p
//! sandtable-preview`.
//!
//! It includes compiling, drawing the changes, and painting the set-up tiles for a window of 1,280
//! × 900 pixels. These are painted as PNGs in parallel on all processors, as the page requests
//! them. It excludes the system's delay in reporting the save, the 30 ms wait for further saves,
//! and the browser's time to show the tiles.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use sandtable_pack::Language;
use sandtable_preview::{Battle, TILE, TileAddress, Tiles, Workshop};
use sandtable_source::{FileError, Files, ProjectPath};

fn main() {
    divan::main();
}

/// The window, in pixels.
const WINDOW: (u32, u32) = (1_280, 900);

/// Files in memory, one of which may be changed.
struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl MemoryFiles {
    /// All files of a battle, read once.
    fn gettysburg() -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = BTreeMap::new();
        for (folder, prefix) in [
            ("scenarios/gettysburg", ""),
            ("maps/gettysburg", "../../maps/gettysburg/"),
            ("maps/gettysburg/layers", "../../maps/gettysburg/layers/"),
        ] {
            for entry in std::fs::read_dir(project.join(folder)).expect("the folder exists") {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
                    files
                        .insert(format!("{prefix}{name}"), std::fs::read(&path).expect("readable"));
                }
            }
        }
        Self(files)
    }

    fn change(&mut self, file: &str, change: impl Fn(String) -> String) {
        let bytes = self.0.get_mut(file).expect("the battle has this file");
        let text = String::from_utf8(bytes.clone()).expect("the file is text");
        *bytes = change(text).into_bytes();
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.get(&path.to_string()).ok_or(FileError::Missing)?;
        if bytes.len() as u64 > limit { Err(FileError::TooLarge) } else { Ok(bytes.clone()) }
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
}

/// Compiles and draws.
fn draw(workshop: &mut Workshop, files: &MemoryFiles) -> Battle {
    let mut checked = workshop.check(files, &ProjectPath::from_file_name("scenario.yaml"));
    assert_eq!(checked.findings.errors, 0, "{:?}", checked.findings.list);
    workshop.draw(&mut checked).expect("Gettysburg has no errors")
}

/// Paints the part of the set-up visible in a window: either the whole sheet, or the sheet at
/// printed size.
fn paint(battle: &Battle, tiles: &Tiles, whole: bool) -> usize {
    let view = battle.maps().iter().find(|view| view.id == "set-up").expect("there is a set-up");
    let (width, height) = (view.size.0.millimetres(), view.size.1.millimetres());
    let dots = match whole {
        true => (f64::from(WINDOW.0) / width).min(f64::from(WINDOW.1) / height),
        false => 96.0 / 25.4,
    };
    let scale = (dots * 1_000.0).round() as u32;
    let tile_count = |length: f64, window: u32| {
        ((length * dots).min(f64::from(window)) / f64::from(TILE)).ceil() as u32
    };
    let (columns, rows) = (tile_count(width, WINDOW.0), tile_count(height, WINDOW.1));
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let all: Vec<(u32, u32)> = all.collect();
    let bytes = all.into_par_iter().map(|(column, row)| {
        let at = TileAddress::new(scale, column, row).expect("the position is valid");
        tiles.png(view, at, || true).expect("the tile overlaps the sheet").len()
    });
    bytes.sum()
}

/// Redraws the battle after one file has changed.
fn redraw(
    bencher: divan::Bencher<'_, '_>,
    is_whole_sheet: bool,
    change: fn(&mut MemoryFiles, u32),
) {
    let mut files = MemoryFiles::gettysburg();
    let folder = Path::new("/");
    let (mut workshop, tiles) =
        (Workshop::new(Language::En, folder), Tiles::new(rayon::current_num_threads()));
    paint(&draw(&mut workshop, &files), &tiles, is_whole_sheet);
    let mut count = 0;
    bencher.bench_local(|| {
        count += 1;
        change(&mut files, count);
        let battle = draw(&mut workshop, &files);
        paint(&battle, &tiles, is_whole_sheet)
    });
}

/// Changes Meade's rating, which affects only the set-up.
fn change_meade_rating(files: &mut MemoryFiles, count: u32) {
    files.change("scenario.yaml", |text| {
        let (before, rest) =
            text.split_once("George G. Meade, rating: ").expect("the text contains Meade");
        format!("{before}George G. Meade, rating: {}{}", 1 + count % 6, &rest[1..])
    });
}

/// Renames a road, which redraws the ground.
fn rename_road(files: &mut MemoryFiles, count: u32) {
    files.change("../../maps/gettysburg/layers/roads.geojson", |text| {
        let name = if count % 2 == 1 {
            ("Emmitsburg Road", "Emmitsburg Pike")
        } else {
            ("Emmitsburg Pike", "Emmitsburg Road")
        };
        text.replace(name.0, name.1)
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn set_up_changed_whole_sheet(bencher: divan::Bencher<'_, '_>) {
    redraw(bencher, true, change_meade_rating);
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn set_up_changed_printed_size(bencher: divan::Bencher<'_, '_>) {
    redraw(bencher, false, change_meade_rating);
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn ground_changed_whole_sheet(bencher: divan::Bencher<'_, '_>) {
    redraw(bencher, true, rename_road);
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn ground_changed_printed_size(bencher: divan::Bencher<'_, '_>) {
    redraw(bencher, false, rename_road);
}

/// The separate steps: compiling, and drawing the ground.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn compile_only(bencher: divan::Bencher<'_, '_>) {
    let files = MemoryFiles::gettysburg();
    let workshop = Workshop::new(Language::En, Path::new("/"));
    bencher.bench_local(|| {
        workshop.check(&files, &ProjectPath::from_file_name("scenario.yaml")).pack.is_some()
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn compile_and_ground(bencher: divan::Bencher<'_, '_>) {
    let files = MemoryFiles::gettysburg();
    bencher.bench_local(|| draw(&mut Workshop::new(Language::En, Path::new("/")), &files));
}
