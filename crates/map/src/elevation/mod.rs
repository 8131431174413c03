//! Relief: a GeoTIFF of heights on longitude and latitude, resampled to the pack's grid. Small
//! holes are filled and reported; a frame that the file does not reach is refused.

pub(crate) mod geotiff;
pub mod holes;
pub(crate) mod plausible;
pub(crate) mod raster;

use std::ops::Range;

use sandtable_pack::{Elevation, ElevationGrid, GroundLength, GroundPoint, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Span, Spanned, code, message};

use crate::elevation::geotiff::{Refusal, Relief};
use crate::elevation::holes::Hole;
use crate::elevation::raster::Raster;
use sandtable_authored::Coordinate;
use sandtable_authored::Frame;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};
use sandtable_source::ProjectPath;

/// Longest elevation file, in bytes.
const MAX_FILE_BYTES: u64 = 256 * MEGABYTE;
/// Holes of more than this share of the frame are no holes: the relief is not there.
const MOST_MISSING: f64 = 0.1;

/// An elevation file that was opened and not looked into.
pub struct File {
    bytes: Vec<u8>,
    /// Its path as people know it.
    shown: String,
    /// Where the map names it.
    named: Span,
}

/// The file of a map's elevation; `None` after having said why there is none.
pub fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    map: &ProjectPath,
    file: &Spanned<String>,
) -> Option<File> {
    let path = sources.refer(reporter, map, file, 0)?;
    let bytes = sources.read_bytes(reporter, &path, MAX_FILE_BYTES, Some(file.span))?;
    Some(File { bytes, shown: sources.shown(&path), named: file.span })
}

/// What came of looking into an elevation file.
pub struct Survey {
    shown: String,
    named: Span,
    /// The grid, if the file covers the frame; or why the file cannot be read.
    grid: Result<Option<ElevationGrid>, Refusal>,
    /// What was found of a file that can be read.
    found: Diagnostics,
}

impl File {
    /// The grid over the frame. Nothing else is needed for it: other files can be read at the same time.
    pub fn survey(self, frame: &Frame, scale: Scale) -> Survey {
        let mut found = Diagnostics::new();
        let relief = geotiff::decode(&self.bytes);
        let grid = relief.map(|relief| grid(&mut found, frame, scale, &relief, self.named));
        Survey { shown: self.shown, named: self.named, grid, found }
    }
}

impl Survey {
    /// The grid, after having said what was found.
    pub fn report(
        self,
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
    ) -> Option<ElevationGrid> {
        reporter.diagnostics.extend(self.found);
        let refusal = match self.grid {
            Ok(grid) => return grid,
            Err(refusal) => refusal,
        };
        let file = sources.texts.add_without_text(self.shown);
        let message = message!("the elevation cannot be read: {}", refusal.why);
        reporter.diagnostics.push(
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
    let raster = Raster::over(frame);
    let whole = whole(frame, relief, &raster);
    let patched = match whole {
        Some(_) => None,
        None => Some(patched(diagnostics, frame, relief, &raster, file)?),
    };
    let metres = f64::from(raster.cell) / 100.0;
    plausible::check(diagnostics, frame, scale, relief, metres, file);
    let heights = whole.or_else(|| {
        let packed: Option<Vec<Elevation>> =
            patched?.into_iter().map(Elevation::from_metres_rounded).collect();
        if packed.is_none() {
            diagnostics.push(
                Diagnostic::new(code::ELEVATION_HEIGHTS, "some ground is higher than a pack can hold: the relief is left out")
                    .at(file, "above 3276 m inside the frame")
                    .help("take a whole number of metres off all heights, such as 2000: in QGIS, Raster › Raster Calculator; only differences of height count in play"),
            );
        }
        packed
    })?;
    Some(ElevationGrid {
        origin: GroundPoint::new(0, 0),
        cell: GroundLength::from_centimetres(raster.cell),
        columns: raster.columns,
        rows: raster.rows,
        heights,
    })
}

/// The heights over the frame, if none is missing.
fn whole(frame: &Frame, relief: &Relief, raster: &Raster) -> Option<Vec<Elevation>> {
    let half = |rows: Range<u32>| {
        let mut heights = Vec::with_capacity(raster.count());
        raster.resample(rows, frame, relief, |_, metres| {
            heights.push(Elevation::from_metres_rounded(metres?)?);
            Some(())
        })?;
        Some(heights)
    };
    let [lower, upper] = raster.halves();
    let (lower, upper) = rayon::join(|| half(lower), || half(upper));
    let mut heights = lower?;
    heights.append(&mut upper?);
    Some(heights)
}

/// The heights over the frame in metres, holes filled; `None` when too much is missing. Both are reported.
fn patched(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    relief: &Relief,
    raster: &Raster,
    file: Span,
) -> Option<Vec<f64>> {
    let mut heights = Vec::with_capacity(raster.count());
    let (mut missing, mut outside) = (0, None);
    raster.resample(0..raster.rows, frame, relief, |position, metres| {
        if metres.is_none() {
            missing += 1;
            outside = outside.or_else(|| (!relief.reaches(position)).then_some(heights.len()));
        }
        heights.push(metres.unwrap_or(f64::NAN));
        Some(())
    })?;
    if outside.is_some() || missing as f64 > MOST_MISSING * heights.len() as f64 {
        let first = || heights.iter().position(|height| height.is_nan()).unwrap_or(0);
        let place = frame.coordinate(raster.place(outside.unwrap_or_else(first)));
        let share = missing as f64 / heights.len() as f64;
        not_covered(diagnostics, relief, share, outside.is_some(), place, file);
        return None;
    }
    let width = raster.columns as usize;
    let found = holes::find(&heights, width);
    found.iter().for_each(|hole| holes::fill(&mut heights, width, hole));
    report_holes(diagnostics, frame, raster, &found, file);
    Some(heights)
}

/// The file does not reach over the frame, or holds nothing there: `share` of the heights is
/// missing, among them that of a place.
fn not_covered(
    diagnostics: &mut Diagnostics,
    relief: &Relief,
    share: f64,
    is_outside: bool,
    place: Coordinate,
    file: Span,
) {
    let covered = 100.0 * (1.0 - share);
    let message = match is_outside {
        true if share >= 1.0 => "the elevation lies beside the frame".to_owned(),
        true => {
            format!("the elevation does not cover the whole frame, only {covered:.0} % of it")
        }
        false => format!("the elevation has no heights for {:.0} % of the frame", 100.0 - covered),
    };
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
    raster: &Raster,
    found: &[Hole],
    file: Span,
) {
    let Some(largest) = found.first() else { return };
    let metres = |[from, to]: [usize; 2]| ((to - from + 1) as i64 * i64::from(raster.cell)) / 100;
    let middle = |[from, to]: [usize; 2]| (from + to) / 2;
    let middle = middle(largest.rows) * raster.columns as usize + middle(largest.columns);
    let place = frame.coordinate(raster.place(middle));
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
