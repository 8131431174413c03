//! From files of heights to a map's `elevation.tif`, with hills and crests drawn after it: tiles put
//! together, cut to the frame with a margin, contoured. What is drawn is a draft for an eye that knows
//! the ground, and says so: `basis: derived`.

pub(crate) mod ascii;
pub(crate) mod crests;
pub(crate) mod hgt;
pub(crate) mod hills;
pub(crate) mod isolines;
pub(crate) mod mosaic;
pub(crate) mod surface;

use sandtable_pack::GroundLength;
use sandtable_source::{
    Diagnostic, Diagnostics, Files, ProjectPath, SourceMap, Span, code, message,
};
use serde::Serialize;

use crate::elevation::crests::Crest;
use crate::elevation::hills::{Hill, MOST_LEVELS};
use crate::elevation::mosaic::Mosaic;
use crate::elevation::surface::Surface;
use crate::ground::Ground;
use crate::osm::feature::{Drawn, geometry};
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};
use sandtable_map::{Refusal, Relief, decode_relief};

/// Longest file, in bytes.
const MAX_BYTES: u64 = 256 * MEGABYTE;
/// A map's elevation that lacks more than this share of the frame is refused by `check`.
const MOST_MISSING: f64 = 0.1;
/// The side on paper of the square that the smallest hill is as large as, in millimetres.
const SMALLEST: f64 = 10.0;
/// The part of the ground that is no hill by itself: of all heights, and of those above their surroundings.
const BELOW_HILLS: f64 = 0.6;
const STANDING_OUT: f64 = 0.75;
/// Hills are no more exact than their contours could be drawn, in metres.
const LEAST_ACCURACY: f64 = 10.0;

/// What is imported, and how.
pub struct ElevationImport {
    /// The tiles: GeoTIFF on longitude and latitude, `.hgt`, or ASCII grids.
    pub files: Vec<ProjectPath>,
    /// The map that they are for.
    pub map: ProjectPath,
    /// What is kept reaches so far beyond the frame.
    pub margin: GroundLength,
    /// How the map names the folder that is written to, as `layers/`.
    pub folder: String,
    /// At which heights hills begin.
    pub levels: Levels,
    /// The height of the lowest level, in metres above the sea.
    pub from: Option<f64>,
    /// Heights of levels are those above the mean of the ground within this distance, not above the sea.
    pub standing_out: Option<GroundLength>,
    /// Hills smaller than a square of this side are left out; 10 mm on paper if it is not said.
    pub smallest: Option<GroundLength>,
}

/// Levels of hills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Levels {
    /// So many, at equal steps.
    Count(u32),
    /// One at each so many metres.
    Every(f64),
}

/// What came of an import.
pub struct ImportedElevation {
    /// The heights, a GeoTIFF.
    pub elevation: Vec<u8>,
    /// The layers: names of files and their texts.
    pub layers: Vec<(&'static str, String)>,
    /// What was made and what was left out.
    pub report: ElevationReport,
}

/// What an import of heights made and what it left out.
#[derive(Debug, Serialize)]
pub struct ElevationReport {
    /// The files, as they were named.
    pub files: Vec<ElevationFile>,
    /// Columns and rows of the file that was made.
    pub size: [usize; 2],
    /// Metres between its heights, from south to north.
    pub cell_m: f64,
    /// The lowest and the highest ground in it, in metres.
    pub heights_m: [f32; 2],
    /// The share of the frame, from 0 to 1, for which there was no height.
    pub missing: f64,
    /// The levels, the lowest first.
    pub levels: Vec<HillLevel>,
    /// Hills and hollows that were too small.
    pub specks: usize,
    /// How many crests were drawn.
    pub crests: usize,
    /// Hills without a higher one on them that are too round or too small for a crest.
    pub without_crest: usize,
    /// Lines for the map.
    pub map_lines: Vec<String>,
}

/// A file of heights.
#[derive(Debug, Serialize)]
pub struct ElevationFile {
    /// Its name.
    pub file: String,
    /// Columns and rows.
    pub size: [usize; 2],
    /// Does it reach into the frame or its margin?
    pub used: bool,
}

/// A level of hills.
#[derive(Debug, Serialize)]
pub struct HillLevel {
    /// From 1.
    pub level: usize,
    /// Where it begins, in metres above the sea or what lies about.
    pub metres: f64,
    /// How many hills.
    pub hills: usize,
}

/// Imports heights. Everything that is wrong is told in one run; there is nothing to write when
/// anything of it is an error.
pub fn import_elevation(
    files: &dyn Files,
    import: &ElevationImport,
) -> (Option<ImportedElevation>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let imported = imported(&mut sources, &mut reporter, import);
    let failed = reporter.diagnostics.has_errors();
    (imported.filter(|_| !failed), reporter.close(), sources.texts)
}

fn imported(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &ElevationImport,
) -> Option<ImportedElevation> {
    let ground = Ground::read(sources, reporter, &import.map, import.margin);
    let bounds = ground.as_ref().map(Ground::bounds);
    let (mut mosaic, mut named, mut files) = (Mosaic::default(), Vec::new(), Vec::new());
    let mut good = true;
    for path in &import.files {
        let Some((at, tile)) = open(sources, reporter, path) else {
            good = false;
            continue;
        };
        named.push(at);
        let size = [tile.columns, tile.rows];
        let used = bounds.is_some_and(|bounds| mosaic.add(tile, bounds));
        files.push(ElevationFile { file: sources.shown(path), size, used });
    }
    let (ground, bounds) = (ground?, bounds?);
    let file = *named.first().filter(|_| good)?;
    let Some(grid) = mosaic.grid(bounds) else {
        not_covered(reporter, file, bounds, 1.0);
        return None;
    };
    let surface = Surface::new(&ground, &mosaic);
    let missing = surface.missing as f64 / surface.inside.max(1) as f64;
    if missing > MOST_MISSING {
        not_covered(reporter, file, bounds, missing);
        return None;
    }
    let smallest = import
        .smallest
        .map_or_else(|| ground.paper(SMALLEST), |side| f64::from(side.centimetres()));
    let (surface, part) = match import.standing_out {
        Some(distance) => (surface.standing_out(distance), STANDING_OUT),
        None => (surface, BELOW_HILLS),
    };
    let metres = hills::levels(&surface, import.levels, import.from, part);
    let (hills, specks) = hills::hills(&ground, &surface, &metres, smallest);
    let (crests, without_crest) = crests::crests(&ground, &surface, &hills);
    let cell = f64::from(surface.cell) / 100.0;
    let accuracy = cell.max(LEAST_ACCURACY).round();
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
        size: [grid.columns, grid.rows],
        cell_m: (grid.step[1] * 111_195.0 * 10.0).round() / 10.0,
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

/// Reads a tile; `None` after having said why it cannot be read.
fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<(Span, Relief)> {
    let bytes = sources.read_bytes(reporter, path, MAX_BYTES, None)?;
    let shown = sources.shown(path);
    let name = shown.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    if ascii::is_grid(&bytes) {
        let file = sources.take_text(reporter, shown, bytes)?;
        return match ascii::read(sources.texts.file(file).text()) {
            Ok(tile) => Some((Span::new(file, 0..0), tile)),
            Err(fault) => {
                let (code, help) = match fault.is_projected {
                    true => (
                        code::ELEVATION_CRS,
                        "reproject it: in QGIS, Raster › Projections › Warp, target EPSG:4326",
                    ),
                    false => (
                        code::ELEVATION_UNREADABLE,
                        "convert it to GeoTIFF: in QGIS, Raster › Conversion › Translate",
                    ),
                };
                reporter.diagnostics.push(
                    Diagnostic::new(code, "cannot read this ASCII grid")
                        .at(Span::new(file, fault.at), fault.what)
                        .help(help),
                );
                None
            }
        };
    }
    let file = sources.texts.add_without_text(shown);
    let at = Span::new(file, 0..0);
    let read = match hgt::is_hgt(&name) {
        true => hgt::read(&name, &bytes).map_err(|why| Refusal {
            code: code::ELEVATION_UNREADABLE,
            why,
            help: "download the tile again and unpack it without renaming it",
        }),
        false => decode_relief(&bytes),
    };
    match read {
        Ok(tile) => Some((at, tile)),
        Err(refusal) => {
            reporter.diagnostics.push(
                Diagnostic::new(
                    refusal.code,
                    message!("cannot read the elevation: {}", refusal.why),
                )
                .at(at, "")
                .help(refusal.help),
            );
            None
        }
    }
}

fn not_covered(
    reporter: &mut Reporter,
    file: Span,
    [west, south, east, north]: [f64; 4],
    missing: f64,
) {
    let message = match missing >= 1.0 {
        true => message!("the elevation does not cover the frame"),
        false => message!("the elevation does not cover {:.0} % of the frame", 100.0 * missing),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::ELEVATION_COVERAGE, message)
            .at(file, "all files together")
            .help(format!(
                "download the tiles between longitude {west:.4} and {east:.4}, latitude {south:.4} and \
                {north:.4}, and name all of them; or correct `frame` in the map"
            )),
    );
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
        let drawn = Drawn::Polygons(vec![hill.polygon.clone()]);
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
        let drawn = Drawn::Lines(vec![crest.line.clone()]);
        let own = format!("\"id\": \"{hill}-crest\", \"hill\": \"{hill}\"");
        line(ground, &own, accuracy, "elevation.tif, the way along the top", &drawn)
    };
    collection(crests.iter().map(feature))
}

fn line(ground: &Ground, own: &str, accuracy: f64, source: &str, drawn: &Drawn) -> String {
    format!(
        "{{ \"type\": \"Feature\", \"properties\": {{ {own}, \"basis\": \"derived\", \"accuracy_m\": {accuracy}, \"source\": \"{source}\" }}, \"geometry\": {} }}",
        geometry(&ground.wide, drawn)
    )
}

fn collection(features: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = features.collect();
    format!("{{ \"type\": \"FeatureCollection\", \"features\": [\n{}\n] }}\n", lines.join(",\n"))
}

/// The most levels that may be asked for.
pub(crate) const MOST_HILL_LEVELS: i64 = MOST_LEVELS as i64;
