//! Relief: a GeoTIFF of heights on longitude and latitude, resampled to the pack's grid. Small
//! holes are filled and reported; a frame that the file does not reach is refused.

mod geotiff;
mod holes;
mod plausible;

use sandtable_pack::{Elevation, ElevationGrid, GroundLength, GroundPoint, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Span, Spanned, code};

use self::geotiff::{Refusal, Relief};
use self::holes::Hole;
use crate::authored::Coordinate;
use crate::project::Frame;
use crate::session::{MEGABYTE, Session};
use sandtable_source::ProjectPath;

/// Longest elevation file, in bytes.
const MAX_FILE_BYTES: u64 = 256 * MEGABYTE;
/// Grid distance of the pack, unless the frame is so large that there would be too many heights.
const CELL: i32 = 1_000;
const MAX_GRID: i64 = 4_000_000;
/// Longitude and latitude are computed for every so manyeth crossing and interpolated between: off
/// by less than a centimetre.
const STRIDE: u32 = 16;
/// Holes of more than this share of the frame are no holes: the relief is not there.
const MOST_MISSING: f64 = 0.1;

/// An elevation file that was opened and not looked into.
pub(super) struct File {
    bytes: Vec<u8>,
    /// Its path as people know it.
    shown: String,
    /// Where the map names it.
    named: Span,
}

/// The file of a map's elevation; `None` after having said why there is none.
pub(super) fn open(
    session: &mut Session<'_>,
    map: &ProjectPath,
    file: &Spanned<String>,
) -> Option<File> {
    let path = session.refer(map, file, 0)?;
    let bytes = session.read_bytes(&path, MAX_FILE_BYTES, Some(file.span))?;
    Some(File { bytes, shown: session.files.shown(&path), named: file.span })
}

/// What came of looking into an elevation file.
pub(super) struct Survey {
    shown: String,
    named: Span,
    /// The grid, if the file covers the frame; or why the file cannot be read.
    grid: Result<Option<ElevationGrid>, Refusal>,
    /// What was found of a file that can be read.
    found: Diagnostics,
}

impl File {
    /// The grid over the frame. Nothing else is needed for it: other files can be read meanwhile.
    pub(super) fn survey(self, frame: &Frame, scale: Scale) -> Survey {
        let mut found = Diagnostics::new();
        let relief = geotiff::decode(&self.bytes);
        let grid = relief.map(|relief| grid(&mut found, frame, scale, &relief, self.named));
        Survey { shown: self.shown, named: self.named, grid, found }
    }
}

impl Survey {
    /// The grid, after having said what was found.
    pub(super) fn report(self, session: &mut Session<'_>) -> Option<ElevationGrid> {
        session.diagnostics.extend(self.found);
        let refusal = match self.grid {
            Ok(grid) => return grid,
            Err(refusal) => refusal,
        };
        let file = session.sources.add_without_text(self.shown);
        let message = format!("the elevation cannot be read: {}", refusal.why);
        session.diagnostics.push(
            Diagnostic::new(refusal.code, message)
                .at(self.named, "this file")
                .also(Span::new(file, 0..0), "")
                .help(refusal.help),
        );
        None
    }
}

/// The grid over the frame, and what was found on the way. `file` is where the map names the file.
fn grid(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    scale: Scale,
    relief: &Relief,
    file: Span,
) -> Option<ElevationGrid> {
    if relief.was_feet {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_FEET, "the heights are in feet")
                .at(file, "the file says so; they were turned into metres")
                .help("nothing needs to be done; if they are metres, correct the unit of the band"),
        );
    }
    let mut sampled = resample(frame, relief);
    let missing = sampled.heights.iter().filter(|height| height.is_nan()).count();
    if sampled.outside.is_some() || missing as f64 > MOST_MISSING * sampled.heights.len() as f64 {
        not_covered(diagnostics, frame, relief, &sampled, missing, file);
        return None;
    }
    if missing > 0 {
        let width = sampled.columns as usize;
        let holes = holes::find(&sampled.heights, width);
        holes.iter().for_each(|hole| holes::fill(&mut sampled.heights, width, hole));
        report_holes(diagnostics, frame, &sampled, &holes, file);
    }
    let metres = f64::from(sampled.cell) / 100.0;
    plausible::check(diagnostics, frame, scale, relief, metres, file);
    let mut heights = Vec::with_capacity(sampled.heights.len());
    for metres in sampled.heights {
        heights.push(Elevation::from_metres_rounded(metres)?);
    }
    Some(ElevationGrid {
        origin: GroundPoint::new(0, 0),
        cell: GroundLength::from_centimetres(sampled.cell),
        columns: sampled.columns,
        rows: sampled.rows,
        heights,
    })
}

/// The file does not reach over the frame, or holds nothing there.
fn not_covered(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    relief: &Relief,
    sampled: &Sampled,
    missing: usize,
    file: Span,
) {
    let covered = 100.0 * (1.0 - missing as f64 / sampled.heights.len() as f64);
    let message = match sampled.outside {
        Some(_) if missing == sampled.heights.len() => {
            "the elevation lies beside the frame".to_owned()
        }
        Some(_) => {
            format!("the elevation does not cover the whole frame, only {covered:.0} % of it")
        }
        None => format!("the elevation has no heights for {:.0} % of the frame", 100.0 - covered),
    };
    let first = sampled.heights.iter().position(|height| height.is_nan()).unwrap_or(0);
    let place = sampled.outside.unwrap_or_else(|| frame.coordinate(sampled.place(first)));
    let edges = [
        relief.west,
        relief.west + relief.step[0] * (relief.columns - 1) as f64,
        relief.north - relief.step[1] * (relief.rows - 1) as f64,
        relief.north,
    ];
    diagnostics.push(
        Diagnostic::new(code::ELEVATION_COVERAGE, message)
            .at(
                file,
                format!("nothing at longitude {:.5}, latitude {:.5}", place.longitude, place.latitude),
            )
            .help(format!(
                "the file reaches from {:.5} to {:.5} E and from {:.5} to {:.5} N: take a larger piece, or make the frame smaller",
                edges[0], edges[1], edges[2], edges[3],
            )),
    );
}

fn report_holes(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    sampled: &Sampled,
    found: &[Hole],
    file: Span,
) {
    let Some(largest) = found.first() else { return };
    let metres = |[from, to]: [usize; 2]| ((to - from + 1) as i64 * i64::from(sampled.cell)) / 100;
    let middle = |[from, to]: [usize; 2]| (from + to) / 2;
    let middle = middle(largest.rows) * sampled.columns as usize + middle(largest.columns);
    let place = frame.coordinate(sampled.place(middle));
    let message = match found.len() {
        1 => "the elevation has a hole".to_owned(),
        count => format!("the elevation has {count} holes"),
    };
    diagnostics.push(
        Diagnostic::new(code::ELEVATION_HOLES, message)
            .at(
                file,
                format!(
                    "the largest {} × {} m, near longitude {:.6}, latitude {:.6}",
                    metres(largest.columns),
                    metres(largest.rows),
                    place.longitude,
                    place.latitude
                ),
            )
            .help("they were filled with a surface stretched between their rims: look whether a hill or valley is lost, or fill them in QGIS with Raster › Analysis › Fill nodata"),
    );
}

/// Heights over the frame in metres, NaN where there are none.
struct Sampled {
    /// In centimetres.
    cell: i32,
    columns: u32,
    rows: u32,
    heights: Vec<f64>,
    /// A place in the frame to which the file does not reach.
    outside: Option<Coordinate>,
}

impl Sampled {
    /// Where a height lies in the frame.
    fn place(&self, index: usize) -> [f64; 2] {
        let columns = self.columns as usize;
        [index % columns, index / columns].map(|count| count as f64 * f64::from(self.cell))
    }
}

/// The heights over the frame.
fn resample(frame: &Frame, relief: &Relief) -> Sampled {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let count = |side: i32, cell: i32| i64::from((side + cell - 1) / cell) + 1;
    let mut cell = CELL;
    while count(width, cell) * count(height, cell) > MAX_GRID {
        cell *= 2;
    }
    let (columns, rows) = (count(width, cell) as u32, count(height, cell) as u32);
    // Crossings beyond the frame's far edges repeat the edge.
    let x = |column: u32| f64::from((column as i32 * cell).min(width));
    let y = |row: u32| f64::from((row as i32 * cell).min(height));
    let mut heights = Vec::with_capacity((columns * rows) as usize);
    let mut outside = None;
    let knots = |count: u32| {
        (0..)
            .map(|k| k * STRIDE)
            .take_while(move |&k| k < count + STRIDE)
            .map(move |k| k.min(count - 1))
    };
    let knot_columns: Vec<u32> = knots(columns).collect();
    let line = |row: u32| -> Vec<Coordinate> {
        knot_columns.iter().map(|&column| frame.coordinate([x(column), y(row)])).collect()
    };
    // The knot left of each column, and how far right of it the column lies.
    let columns_between: Vec<(usize, f64)> = (0..columns)
        .map(|column| {
            let knot = ((column / STRIDE) as usize).min(knot_columns.len() - 2);
            (knot, part(x(column), x(knot_columns[knot]), x(knot_columns[knot + 1])))
        })
        .collect();
    let (mut lower_row, mut lower) = (0, line(0));
    let (mut upper_row, mut upper) = ((STRIDE).min(rows - 1), line(STRIDE.min(rows - 1)));
    for row in 0..rows {
        if row > upper_row {
            (lower_row, lower) = (upper_row, std::mem::take(&mut upper));
            upper_row = (lower_row + STRIDE).min(rows - 1);
            upper = line(upper_row);
        }
        let up = part(y(row), y(lower_row), y(upper_row));
        for &(knot, right) in &columns_between {
            let below = between(lower[knot], lower[knot + 1], right);
            let above = between(upper[knot], upper[knot + 1], right);
            let place = between(below, above, up);
            let height = relief.at(place);
            if height.is_none() && outside.is_none() && !relief.reaches(place) {
                outside = Some(place);
            }
            heights.push(height.unwrap_or(f64::NAN));
        }
    }
    Sampled { cell, columns, rows, heights, outside }
}

fn part(value: f64, from: f64, to: f64) -> f64 {
    if to > from { (value - from) / (to - from) } else { 0.0 }
}

fn between(one: Coordinate, other: Coordinate, part: f64) -> Coordinate {
    Coordinate {
        longitude: one.longitude + part * (other.longitude - one.longitude),
        latitude: one.latitude + part * (other.latitude - one.latitude),
    }
}
