//! Elevation: the part of a GeoTIFF over the frame, resampled to the pack's grid. Fills and reports
//! small holes; rejects a file that does not cover the frame.

pub(crate) mod companions;
pub(crate) mod coverage;
mod epsg;
pub(crate) mod geotiff;
pub mod holes;
pub(crate) mod plausible;
pub(crate) mod raster;
pub(crate) mod relief;
pub(crate) mod system;

use std::ops::Range;

use sandtable_pack::{Elevation, ElevationGrid, GroundLength, GroundPoint, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Message, ReadSeek, Span, Spanned, code, message};

use crate::elevation::coverage::Coverage;
use crate::elevation::geotiff::Refusal;
use crate::elevation::holes::Hole;
use crate::elevation::raster::Raster;
use crate::elevation::relief::Relief;
use sandtable_authored::Frame;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_source::ProjectPath;

/// An elevation file, open but not read.
pub struct File {
    file: Box<dyn ReadSeek>,
    /// Whether no file next to it changes the heights.
    companions: Result<(), Refusal>,
    /// The file's path for messages.
    shown: String,
    /// The span of the file name in the map.
    name_span: Span,
}

/// Opens the elevation file of a map. Reports an unreadable file, and returns `None`.
pub fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    map: &ProjectPath,
    file: &Spanned<String>,
) -> Option<File> {
    let path = sources.resolve(reporter, map, file, 0)?;
    let opened = sources.open(reporter, &path, Some(file.span))?;
    let companions = companions::check(sources, &path);
    Some(File {
        file: opened,
        companions,
        shown: sources.display_path(&path),
        name_span: file.span,
    })
}

/// The result of decoding an elevation file.
pub struct Survey {
    shown: String,
    name_span: Span,
    /// The grid, `None` if the file does not cover the frame, or the reason why the file is
    /// unusable.
    grid: Result<Option<ElevationGrid>, Refusal>,
    /// The diagnostics of a decoded file.
    diagnostics: Diagnostics,
}

impl File {
    /// Resamples the file to the frame. Needs no other state, so other files can be read in
    /// parallel.
    pub fn survey(mut self, frame: &Frame, scale: Scale) -> Survey {
        let mut found = Diagnostics::new();
        let relief =
            self.companions.and_then(|()| geotiff::decode(&mut *self.file, frame.bounds()));
        let grid = relief.map(|relief| grid(&mut found, frame, scale, &relief, self.name_span));
        Survey { shown: self.shown, name_span: self.name_span, grid, diagnostics: found }
    }
}

impl Survey {
    /// Reports the diagnostics, and returns the grid.
    pub fn report(
        self,
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
    ) -> Option<ElevationGrid> {
        reporter.diagnostics.extend(self.diagnostics);
        let refusal = match self.grid {
            Ok(grid) => return grid,
            Err(refusal) => refusal,
        };
        let file = sources.texts.add_without_text(self.shown);
        let message = message!("cannot read the elevation: {}", refusal.reason);
        reporter.diagnostics.push(
            Diagnostic::new(refusal.code, message)
                .at(self.name_span, "this file")
                .also(Span::new(file, 0..0), "")
                .help(refusal.help),
        );
        None
    }
}

/// Resamples a file to the frame and pushes diagnostics. `file` is the span of the file name in the
/// map.
fn grid(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    scale: Scale,
    relief: &Relief,
    file: Span,
) -> Option<ElevationGrid> {
    if relief.is_in_feet {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_FEET, "the heights are in feet")
                .at(file, "converted to metres, as the unit of the file is feet")
                .help("if they are already in metres, correct the unit of the band; otherwise, nothing needs to be done"),
        );
    }
    let raster = Raster::over(frame);
    let whole = covering_heights(frame, relief, &raster);
    let patched = match whole {
        Some(_) => None,
        None => Some(fill_holes(diagnostics, frame, relief, &raster, file)?),
    };
    let metres = f64::from(raster.cell) / 100.0;
    plausible::check(diagnostics, frame, scale, relief, metres, file);
    let heights = whole.or_else(|| {
        let packed: Option<Vec<Elevation>> =
            patched?.into_iter().map(Elevation::from_metres_rounded).collect();
        if packed.is_none() {
            diagnostics.push(
                Diagnostic::new(code::ELEVATION_HEIGHTS, "elevation too high for a pack: relief omitted")
                    .at(file, "above 3276 m inside the frame")
                    .help("subtract a whole number of metres, such as 2000, from all heights: in QGIS, Raster › Raster Calculator; only differences in height matter in play"),
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

/// The elevations over the frame, if none are missing.
fn covering_heights(frame: &Frame, relief: &Relief, raster: &Raster) -> Option<Vec<Elevation>> {
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

/// The elevations over the frame in metres, with filled holes; `None` if too many are missing.
/// Reports both cases.
fn fill_holes(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    relief: &Relief,
    raster: &Raster,
    file: Span,
) -> Option<Vec<f64>> {
    let mut heights = Vec::with_capacity(raster.count());
    let mut coverage = Coverage { points: raster.count(), ..Coverage::default() };
    let mut outside = None;
    raster.resample(0..raster.rows, frame, relief, |position, metres| {
        match metres {
            Some(_) => {}
            None if relief.grid.reaches(position) => coverage.missing += 1,
            None => {
                coverage.outside += 1;
                outside = outside.or(Some(heights.len()));
            }
        }
        heights.push(metres.unwrap_or(f64::NAN));
        Some(())
    })?;
    if coverage.outside > 0 || !coverage.is_sufficient() {
        let first = || heights.iter().position(|height| height.is_nan()).unwrap_or(0);
        let place = frame.coordinate(raster.place(outside.unwrap_or_else(first)));
        let label =
            format!("no data at longitude {:.5}, latitude {:.5}", place.longitude, place.latitude);
        let [west, south, east, north] = relief.file.bounds();
        let larger = format!(
            "the file covers {west:.5} to {east:.5} E and {south:.5} to {north:.5} N: use a larger section, or a smaller frame",
        );
        diagnostics.push(coverage.report(std::slice::from_ref(relief), file, label, larger));
        return None;
    }
    let width = raster.columns as usize;
    let found = holes::find(&heights, width);
    found.iter().for_each(|hole| holes::fill(&mut heights, width, hole));
    report_holes(diagnostics, frame, raster, &found, file);
    Some(heights)
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
        1 => Message::from("the elevation has a hole"),
        count => message!("the elevation has {count} holes"),
    };
    diagnostics.push(
        Diagnostic::new(code::ELEVATION_HOLES, message)
            .at(
                file,
                format!(
                    "largest {} × {} m, near longitude {:.6}, latitude {:.6}",
                    metres(largest.columns),
                    metres(largest.rows),
                    place.longitude,
                    place.latitude
                ),
            )
            .help("holes were filled with a smooth surface: check that no hill or valley is lost, or fill them in QGIS with Raster › Analysis › Fill nodata"),
    );
}
