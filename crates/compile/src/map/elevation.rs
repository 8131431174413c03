//! Relief: a GeoTIFF of heights on longitude and latitude, resampled to the pack's grid.
//!
//! The GeoTIFF keys are read by hand: pixel size, one tie point, and that the coordinates are
//! geographic. Sizes are checked before anything is decoded, so that a header that promises a
//! terabyte is refused.

use std::io::Cursor;

use sandtable_pack::{Elevation, ElevationGrid, GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Span, Spanned, code};
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::authored::Coordinate;
use crate::project::Frame;
use crate::session::Session;
use sandtable_source::ProjectPath;

/// Longest elevation file, in bytes.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// Most heights in a file.
const MAX_HEIGHTS: u64 = 64_000_000;
/// Grid distance of the pack, unless the frame is so large that there would be too many heights.
const CELL: i32 = 1_000;
const MAX_GRID: i64 = 4_000_000;
/// Longitude and latitude are computed for every so manyeth crossing and interpolated between: off
/// by less than a centimetre.
const STRIDE: u32 = 16;

/// Heights by longitude and latitude; rows run from north to south.
struct Relief {
    columns: usize,
    rows: usize,
    /// Longitude and latitude of the first height.
    west: f64,
    north: f64,
    /// Degrees between neighbours.
    step: [f64; 2],
    heights: Vec<f32>,
}

/// The grid of an elevation file over the frame; faults are reported.
pub(super) fn read(
    session: &mut Session<'_>,
    frame: &Frame,
    map: &ProjectPath,
    file: &Spanned<String>,
) -> Option<ElevationGrid> {
    let path = session.refer(map, file, 0)?;
    let bytes = session.read_bytes(&path, MAX_FILE_BYTES, Some(file.span))?;
    let shown = session.files.shown(&path);
    let relief = match decode(&bytes) {
        Ok(relief) => relief,
        Err(why) => {
            let named = session.sources.add_without_text(shown);
            session.diagnostics.push(
                Diagnostic::new(code::ELEVATION_UNREADABLE, format!("the elevation cannot be read: {why}"))
                    .at(file.span, "this file")
                    .also(Span::new(named, 0..0), "")
                    .help("give a GeoTIFF of heights in metres, WGS 84 longitude and latitude, one band, north up"),
            );
            return None;
        }
    };
    let grid = resample(frame, &relief);
    if let Err(at) = &grid {
        session.diagnostics.push(
            Diagnostic::new(code::ELEVATION_COVERAGE, "the elevation does not cover the whole frame")
                .at(file.span, format!("nothing at longitude {:.5}, latitude {:.5}", at.longitude, at.latitude))
                .help(format!(
                    "the file reaches from {:.5} to {:.5} E and from {:.5} to {:.5} N: take a larger piece, or make the frame smaller",
                    relief.west,
                    relief.west + relief.step[0] * (relief.columns - 1) as f64,
                    relief.north - relief.step[1] * (relief.rows - 1) as f64,
                    relief.north,
                )),
        );
    }
    grid.ok()
}

fn decode(bytes: &[u8]) -> Result<Relief, String> {
    let plain = |error: tiff::TiffError| error.to_string();
    let mut limits = Limits::default();
    limits.decoding_buffer_size = (MAX_HEIGHTS as usize) * 4;
    limits.intermediate_buffer_size = 64 << 20;
    limits.ifd_value_size = 16 << 20;
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(plain)?.with_limits(limits);
    let (columns, rows) = decoder.dimensions().map_err(plain)?;
    if columns < 2 || rows < 2 || u64::from(columns) * u64::from(rows) > MAX_HEIGHTS {
        return Err(format!("it has {columns} × {rows} heights"));
    }
    let numbers = |decoder: &mut Decoder<_>, tag| {
        decoder
            .find_tag(tag)
            .map_err(plain)?
            .map(|value| value.into_f64_vec().map_err(plain))
            .transpose()
    };
    let scale = numbers(&mut decoder, Tag::ModelPixelScaleTag)?
        .ok_or("it has no pixel size (it is no GeoTIFF)")?;
    let tie = numbers(&mut decoder, Tag::ModelTiepointTag)?
        .ok_or("it has no tie point (it is no GeoTIFF)")?;
    let ([dx, dy, ..], [i, j, _, x, y, ..]) = (scale.as_slice(), tie.as_slice()) else {
        return Err("its pixel size or tie point is incomplete".to_owned());
    };
    if !(*dx > 0.0 && *dx < 1.0 && *dy > 0.0 && *dy < 1.0 && x.abs() <= 360.0 && y.abs() <= 90.0) {
        return Err("its coordinates are not degrees of longitude and latitude".to_owned());
    }
    let keys = decoder.find_tag(Tag::GeoKeyDirectoryTag).map_err(plain)?;
    let keys = keys.map(|keys| keys.into_u16_vec().map_err(plain)).transpose()?.unwrap_or_default();
    let key = |wanted: u16| {
        keys.chunks_exact(4).skip(1).find(|key| key[0] == wanted && key[1] == 0).map(|key| key[3])
    };
    // GTModelTypeGeoKey: 2 is geographic. GTRasterTypeGeoKey: 1 is area, 2 is point.
    if key(1024).is_some_and(|model| model != 2) {
        return Err("its coordinates are projected, not longitude and latitude".to_owned());
    }
    // GDAL writes the mark for missing heights as a text.
    let missing = decoder
        .find_tag(Tag::GdalNodata)
        .map_err(plain)?
        .and_then(|value| value.into_string().ok());
    let missing: Option<f32> = missing.and_then(|text| text.trim_matches(['\0', ' ']).parse().ok());
    let half = if key(1025) == Some(2) { 0.0 } else { 0.5 };
    let mut heights: Vec<f32> = match decoder.read_image().map_err(plain)? {
        DecodingResult::F32(heights) => heights,
        DecodingResult::F64(heights) => heights.into_iter().map(|height| height as f32).collect(),
        DecodingResult::I16(heights) => heights.into_iter().map(f32::from).collect(),
        DecodingResult::U16(heights) => heights.into_iter().map(f32::from).collect(),
        DecodingResult::I32(heights) => heights.into_iter().map(|height| height as f32).collect(),
        _ => {
            return Err(
                "its heights are neither whole nor floating-point numbers of metres".to_owned()
            );
        }
    };
    let (columns, rows) = (columns as usize, rows as usize);
    if heights.len() != columns * rows {
        return Err(format!("it has {} values for {columns} × {rows} heights", heights.len()));
    }
    if let Some(missing) = missing {
        heights
            .iter_mut()
            // The mark is exact, or no mark at all.
            .filter(|height| height.total_cmp(&missing).is_eq())
            .for_each(|height| *height = f32::NAN);
    }
    Ok(Relief {
        columns,
        rows,
        west: x + (half - i) * dx,
        north: y - (half - j) * dy,
        step: [*dx, *dy],
        heights,
    })
}

impl Relief {
    /// The height in metres by bilinear interpolation; `None` outside or where there is no data.
    fn at(&self, place: Coordinate) -> Option<f64> {
        let column = (place.longitude - self.west) / self.step[0];
        let row = (self.north - place.latitude) / self.step[1];
        // The outermost half cell has no neighbour to interpolate with.
        const MARGIN: f64 = 0.5;
        let (last_column, last_row) = ((self.columns - 1) as f64, (self.rows - 1) as f64);
        if !(column >= -MARGIN
            && row >= -MARGIN
            && column <= last_column + MARGIN
            && row <= last_row + MARGIN)
        {
            return None;
        }
        let (column, row) = (column.clamp(0.0, last_column), row.clamp(0.0, last_row));
        let (left, top) =
            ((column as usize).min(self.columns - 2), (row as usize).min(self.rows - 2));
        let (right_part, lower_part) = (column - left as f64, row - top as f64);
        let height =
            |column: usize, row: usize| f64::from(self.heights[row * self.columns + column]);
        let upper = height(left, top) * (1.0 - right_part) + height(left + 1, top) * right_part;
        let lower =
            height(left, top + 1) * (1.0 - right_part) + height(left + 1, top + 1) * right_part;
        let metres = upper * (1.0 - lower_part) + lower * lower_part;
        // Higher than Everest or deeper than the Dead Sea is a mark for missing data.
        (metres.is_finite() && (-500.0..9_000.0).contains(&metres)).then_some(metres)
    }
}

/// The frame's grid, or a place in it without data.
fn resample(frame: &Frame, relief: &Relief) -> Result<ElevationGrid, Coordinate> {
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
    let (mut lower_row, mut lower) = (0, line(0));
    let (mut upper_row, mut upper) = ((STRIDE).min(rows - 1), line(STRIDE.min(rows - 1)));
    for row in 0..rows {
        if row > upper_row {
            (lower_row, lower) = (upper_row, std::mem::take(&mut upper));
            upper_row = (lower_row + STRIDE).min(rows - 1);
            upper = line(upper_row);
        }
        let up = part(y(row), y(lower_row), y(upper_row));
        for column in 0..columns {
            let knot = ((column / STRIDE) as usize).min(knot_columns.len() - 2);
            let right = part(x(column), x(knot_columns[knot]), x(knot_columns[knot + 1]));
            let below = between(lower[knot], lower[knot + 1], right);
            let above = between(upper[knot], upper[knot + 1], right);
            let place = between(below, above, up);
            let height = relief.at(place).and_then(Elevation::from_metres_rounded);
            heights.push(height.ok_or(place)?);
        }
    }
    Ok(ElevationGrid {
        origin: GroundPoint::new(0, 0),
        cell: GroundLength::from_centimetres(cell),
        columns,
        rows,
        heights,
    })
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
