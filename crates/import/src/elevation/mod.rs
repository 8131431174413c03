//! Converts elevation files to a map's `elevation.tif`, with hills and crests. Tiles are merged,
//! clipped to the frame plus a margin, and contoured. Hills and crests are drafts with `basis:
//! derived`, to be reviewed by someone who knows the terrain.

pub(crate) mod ascii;
pub(crate) mod crests;
pub(crate) mod hgt;
pub(crate) mod hills;
pub(crate) mod isolines;
pub(crate) mod mosaic;
pub(crate) mod surface;
pub(crate) mod tile;
pub(crate) mod unpack;

use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostics, Files, ProjectPath, SourceMap};
use serde::Serialize;

use crate::elevation::crests::Crest;
use crate::elevation::hills::{Hill, MAX_LEVELS};
use crate::elevation::mosaic::Mosaic;
use crate::elevation::surface::Surface;
use crate::ground::Ground;
use crate::osm::feature::{Geometry, geometry};
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::METRES_PER_DEGREE;

/// The side of the smallest hill as a square on paper, in millimetres.
const MIN_HILL_SIDE: f64 = 10.0;
/// The default proportions of the ground below all hills: by elevation, and by elevation relative
/// to the surroundings.
const PART_BELOW_HILLS: f64 = 0.6;
const PART_BELOW_PROMINENT_HILLS: f64 = 0.75;
/// The minimum accuracy figure for hills, in metres; contours cannot be drawn more precisely.
const MIN_ACCURACY: f64 = 10.0;

/// The inputs and options of an import.
pub struct ElevationImport {
    /// The tiles: GeoTIFF, `.hgt`, or ASCII grids, and these in `.zip` or `.gz`.
    pub files: Vec<ProjectPath>,
    /// The map to import for.
    pub map: ProjectPath,
    /// The distance beyond the frame to keep.
    pub margin: GroundLength,
    /// The output folder as the map names it, such as `layers/`.
    pub folder: String,
    /// The levels of the hills.
    pub levels: Levels,
    /// The elevation of the lowest level, in metres above sea level.
    pub from: Option<f64>,
    /// If set, levels are measured from the mean elevation of the ground within this distance, not
    /// from sea level.
    pub standing_out: Option<GroundLength>,
    /// The side of the smallest hill as a square; smaller hills are omitted. The default is 10 mm
    /// on paper.
    pub smallest: Option<GroundLength>,
}

/// Levels of hills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Levels {
    /// This number of levels, with equal steps.
    Count(u32),
    /// One level at each multiple of this height in metres.
    Every(f64),
}

/// The result of an import.
pub struct ImportedElevation {
    /// The elevation, as a GeoTIFF.
    pub elevation: Vec<u8>,
    /// The layers: file names and contents.
    pub layers: Vec<(&'static str, String)>,
    /// The counts of imported and omitted features.
    pub report: ElevationReport,
}

/// Counts of an elevation import.
#[derive(Debug, Serialize)]
pub struct ElevationReport {
    /// The files, as named on the command line.
    pub files: Vec<ElevationFile>,
    /// Columns and rows of the output file.
    pub size: [usize; 2],
    /// The south-to-north spacing of the output elevations, in metres.
    pub cell_m: f64,
    /// The lowest and highest elevation in the output, in metres.
    pub heights_m: [f32; 2],
    /// The proportion of the frame without data, from 0 to 1.
    pub missing: f64,
    /// The levels, lowest first.
    pub levels: Vec<HillLevel>,
    /// The number of hills and hollows that are too small to keep.
    pub specks: usize,
    /// The number of crests.
    pub crests: usize,
    /// The number of top-level hills that are too round or too small for a crest.
    pub without_crest: usize,
    /// Lines to paste into the map.
    pub map_lines: Vec<String>,
}

/// An elevation file.
#[derive(Debug, Serialize)]
pub struct ElevationFile {
    /// The name of the file.
    pub file: String,
    /// Columns and rows.
    pub size: [usize; 2],
    /// Whether the heights are converted from feet.
    pub in_feet: bool,
    /// Whether the file overlaps the frame or its margin.
    pub used: bool,
}

/// A hill level.
#[derive(Debug, Serialize)]
pub struct HillLevel {
    /// The level, counted from 1.
    pub level: usize,
    /// The elevation of the level in metres, above sea level or above the surroundings.
    pub metres: f64,
    /// The number of hills.
    pub hills: usize,
}

/// Imports elevation data and reports every mistake in one run. If there are errors, it returns no
/// files to write.
pub fn import_elevation(
    files: &dyn Files,
    import: &ElevationImport,
) -> (Option<ImportedElevation>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let imported = run_import(&mut sources, &mut reporter, import);
    let failed = reporter.diagnostics.has_errors();
    (imported.filter(|_| !failed), reporter.close(), sources.texts)
}

fn run_import(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &ElevationImport,
) -> Option<ImportedElevation> {
    let ground = Ground::read(sources, reporter, &import.map, import.margin);
    let bounds = ground.as_ref().map(Ground::bounds);
    let (mut mosaic, mut named, mut files) = (Mosaic::default(), Vec::new(), Vec::new());
    let mut good = true;
    for path in &import.files {
        // Without a frame, the tiles are still checked.
        let over = bounds.unwrap_or_default();
        let Some((at, tile)) = tile::read(sources, reporter, path, over) else {
            good = false;
            continue;
        };
        named.push(at);
        let (size, in_feet) = ([tile.file.columns, tile.file.rows], tile.is_in_feet);
        let used = mosaic.add(tile, over);
        files.push(ElevationFile { file: sources.display_path(path), size, in_feet, used });
    }
    let (ground, bounds) = (ground?, bounds?);
    let file = *named.first().filter(|_| good)?;
    let surface = Surface::new(&ground, &mosaic);
    let surface = surface.map_err(|coverage| {
        let [west, south, east, north] = bounds;
        let larger = format!(
            "download the tiles between longitude {west:.4} and {east:.4}, latitude {south:.4} and {north:.4}, and pass all of them; or correct `frame` in the map"
        );
        let found = coverage.report(&mosaic.tiles, file, String::new(), larger);
        reporter.diagnostics.push(found);
    });
    let (surface, grid) = (surface.ok()?, mosaic.grid(bounds)?);
    let missing = surface.coverage.missing_ratio();
    let smallest = import
        .smallest
        .map_or_else(|| ground.ground_length(MIN_HILL_SIDE), |side| f64::from(side.centimetres()));
    let (surface, part) = match import.standing_out {
        Some(distance) => (surface.relative_to_mean(distance), PART_BELOW_PROMINENT_HILLS),
        None => (surface, PART_BELOW_HILLS),
    };
    let metres = hills::levels(&surface, import.levels, import.from, part);
    let (hills, specks) = hills::hills(&ground, &surface, &metres, smallest);
    let (crests, without_crest) = crests::crests(&ground, &surface, &hills);
    let cell = f64::from(surface.cell) / 100.0;
    let accuracy = cell.max(MIN_ACCURACY).round();
    let layers = vec![
        ("hills.geojson", hills_layer(&ground, &hills, accuracy, import.standing_out)),
        ("crests.geojson", crests_layer(&ground, &hills, &crests, accuracy)),
    ];
    let level = |(metres, level): (&f64, usize)| HillLevel {
        level,
        metres: *metres,
        hills: hills.iter().filter(|hill| hill.level == level).count(),
    };
    let known = || grid.heights.iter().copied().filter(|height| !height.is_nan());
    let folder = &import.folder;
    let report = ElevationReport {
        files,
        size: [grid.grid.columns, grid.grid.rows],
        cell_m: (grid.grid.step[1] * METRES_PER_DEGREE * 10.0).round() / 10.0,
        heights_m: [
            known().fold(f32::INFINITY, f32::min),
            known().fold(f32::NEG_INFINITY, f32::max),
        ],
        missing,
        levels: metres.iter().zip(1..).map(level).collect(),
        specks,
        crests: crests.len(),
        without_crest,
        map_lines: vec![
            format!("elevation: {{ file: {folder}elevation.tif }}"),
            "layers:".to_owned(),
            format!("  - {{ file: {folder}hills.geojson, class: hill }}"),
            format!("  - {{ file: {folder}crests.geojson, class: crest }}"),
        ],
    };
    let elevation = mosaic::geotiff(&grid).ok()?;
    Some(ImportedElevation { elevation, layers, report })
}

/// The hills as a layer.
fn hills_layer(
    ground: &Ground,
    hills: &[Hill],
    accuracy: f64,
    standing_out: Option<GroundLength>,
) -> String {
    let over = standing_out.map_or(String::new(), |distance| {
        format!(" over the mean of {} m about it", f64::from(distance.centimetres()) / 100.0)
    });
    let feature = |hill: &Hill| {
        let drawn = Geometry::Polygons(vec![hill.polygon.clone()]);
        let own = format!("\"id\": \"{}\", \"level\": {}", hill.id, hill.level);
        let source = format!("elevation.tif, ground above {} m{over}", hill.metres);
        line(ground, &own, accuracy, &source, &drawn)
    };
    collection(hills.iter().map(feature))
}

/// The crests as a layer.
fn crests_layer(ground: &Ground, hills: &[Hill], crests: &[Crest], accuracy: f64) -> String {
    let feature = |crest: &Crest| {
        let hill = &hills[crest.hill].id;
        let drawn = Geometry::Lines(vec![crest.line.clone()]);
        let own = format!("\"id\": \"{hill}-crest\", \"hill\": \"{hill}\"");
        line(ground, &own, accuracy, "elevation.tif, the way along the top", &drawn)
    };
    collection(crests.iter().map(feature))
}

fn line(ground: &Ground, own: &str, accuracy: f64, source: &str, drawn: &Geometry) -> String {
    format!(
        "{{ \"type\": \"Feature\", \"properties\": {{ {own}, \"basis\": \"derived\", \"accuracy_m\": {accuracy}, \"source\": \"{source}\" }}, \"geometry\": {} }}",
        geometry(&ground.wide, drawn)
    )
}

fn collection(features: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = features.collect();
    format!("{{ \"type\": \"FeatureCollection\", \"features\": [\n{}\n] }}\n", lines.join(",\n"))
}

/// The maximum number of levels.
pub(crate) const MAX_HILL_LEVELS: u64 = MAX_LEVELS as u64;
