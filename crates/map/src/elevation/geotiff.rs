//! Decodes a GeoTIFF of elevations by longitude and latitude.
//!
//! Reads the GeoTIFF keys without a library: pixel size, one tie point, the coordinate system and
//! the elevation unit. Checks sizes before decoding, and rejects a header with an enormous size.

use std::io::Cursor;

use sandtable_source::{Code, code};
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{TiffError, TiffFormatError};

use sandtable_authored::Coordinate;

/// The maximum number of elevations in a file.
const MAX_HEIGHTS: u64 = 64_000_000;
/// The range of valid elevations: values above Everest or below the Dead Sea mark missing data.
const VALID_HEIGHTS: std::ops::Range<f32> = -500.0..9_000.0;
/// The length of an international foot in metres. The survey foot differs by an eighth of an inch
/// per mile.
const FOOT: f32 = 0.3048;
/// Geographic coordinate systems that differ from WGS 84 by less than a lane's width: WGS 84, NAD83
/// and its Canadian form, ETRS89, GDA94, GDA2020, NZGD2000, SIRGAS 2000, JGD2000, CGCS2000, and
/// user-defined systems without a number.
const LIKE_WGS84: [u16; 12] =
    [4326, 4269, 4617, 4258, 4283, 7844, 4167, 4674, 4612, 4490, 4979, 32_767];

/// Elevations by longitude and latitude; rows run from north to south.
pub struct Relief {
    /// The number of elevations in a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The longitude of the first elevation.
    pub west: f64,
    /// The latitude of the northern edge.
    pub north: f64,
    /// Degrees between adjacent elevations.
    pub step: [f64; 2],
    /// Elevations in metres; NaN where missing.
    pub heights: Vec<f32>,
    /// Whether the elevations in the file were in feet.
    pub is_in_feet: bool,
}

/// A fractional column and row in the elevation file.
pub type Position = [f64; 2];

/// The reason why a file is unusable, and how to fix it.
pub struct Refusal {
    /// The diagnostic code.
    pub code: Code,
    /// The reason, as a message.
    pub reason: String,
    /// How to fix the file.
    pub help: &'static str,
}

const EXPECTED: &str = "use a single-band, north-up GeoTIFF with elevations in metres, in WGS 84 longitude and latitude";
const COPY_AGAIN: &str = "copy or download the file again: it is incomplete";
const SAVE_AGAIN: &str =
    "save it again from QGIS: Raster › Conversion › Translate, with the compression DEFLATE or LZW";
const REPROJECT: &str = "reproject it: in QGIS, Raster › Projections › Warp, target EPSG:4326; or `gdalwarp -t_srs EPSG:4326 old.tif new.tif`";

fn refusal(code: Code, why: impl Into<String>, help: &'static str) -> Refusal {
    Refusal { code, reason: why.into(), help }
}

fn unreadable(why: impl Into<String>) -> Refusal {
    refusal(code::ELEVATION_UNREADABLE, why, EXPECTED)
}

/// Converts a library error to plain English.
fn plain_refusal(error: TiffError) -> Refusal {
    let unreadable = |why: String, help| refusal(code::ELEVATION_UNREADABLE, why, help);
    match error {
        TiffError::FormatError(
            TiffFormatError::TiffSignatureNotFound | TiffFormatError::TiffSignatureInvalid,
        ) => unreadable("not a TIFF file".to_owned(), EXPECTED),
        TiffError::FormatError(fault) => {
            unreadable(format!("the TIFF structure is corrupt ({fault})"), SAVE_AGAIN)
        }
        TiffError::UnsupportedError(fault) => {
            unreadable(format!("the storage format is not supported ({fault})"), SAVE_AGAIN)
        }
        TiffError::IoError(fault) if fault.kind() == std::io::ErrorKind::UnexpectedEof => {
            unreadable("the file ends before the last height".to_owned(), COPY_AGAIN)
        }
        TiffError::IoError(_) => {
            unreadable("the heights cannot be decompressed".to_owned(), COPY_AGAIN)
        }
        TiffError::LimitsExceeded | TiffError::IntSizeError => unreadable(
            "the size in its header is too large for an elevation file".to_owned(),
            COPY_AGAIN,
        ),
        other => unreadable(format!("the heights cannot be decoded ({other})"), SAVE_AGAIN),
    }
}

/// Decodes a GeoTIFF file.
pub fn decode(bytes: &[u8]) -> Result<Relief, Refusal> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = (MAX_HEIGHTS as usize) * 4;
    limits.intermediate_buffer_size = 64 << 20;
    limits.ifd_value_size = 16 << 20;
    if bytes.len() < 8 {
        return Err(refusal(code::ELEVATION_UNREADABLE, "not a TIFF file", EXPECTED));
    }
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(plain_refusal)?.with_limits(limits);
    let (columns, rows) = decoder.dimensions().map_err(plain_refusal)?;
    if columns < 2 || rows < 2 || u64::from(columns) * u64::from(rows) > MAX_HEIGHTS {
        return Err(unreadable(format!("the file has {columns} × {rows} heights")));
    }
    let keys = decoder.find_tag(Tag::GeoKeyDirectoryTag).map_err(plain_refusal)?;
    let keys = keys
        .map(|keys| keys.into_u16_vec().map_err(plain_refusal))
        .transpose()?
        .unwrap_or_default();
    let key = |wanted: u16| {
        keys.chunks_exact(4).skip(1).find(|key| key[0] == wanted && key[1] == 0).map(|key| key[3])
    };
    check_system(key(1024), key(3072), key(2048))?;
    let numbers = |decoder: &mut Decoder<_>, tag| {
        let value = decoder.find_tag(tag).map_err(plain_refusal)?;
        value.map(|value| value.into_f64_vec().map_err(plain_refusal)).transpose()
    };
    let scale = numbers(&mut decoder, Tag::ModelPixelScaleTag)?
        .ok_or_else(|| unreadable("no pixel size (not a GeoTIFF)"))?;
    let tie = numbers(&mut decoder, Tag::ModelTiepointTag)?
        .ok_or_else(|| unreadable("no tie point (not a GeoTIFF)"))?;
    let ([dx, dy, ..], [i, j, _, x, y, ..]) = (scale.as_slice(), tie.as_slice()) else {
        return Err(unreadable("the pixel size or tie point is incomplete"));
    };
    if !(*dx > 0.0 && *dx < 1.0 && *dy > 0.0 && *dy < 1.0 && x.abs() <= 360.0 && y.abs() <= 90.0) {
        let why = "the coordinates are not degrees of longitude and latitude";
        return Err(refusal(code::ELEVATION_CRS, why, REPROJECT));
    }
    let missing = text(&mut decoder, Tag::GdalNodata);
    let missing: Option<f32> = missing.and_then(|text| text.trim_matches(['\0', ' ']).parse().ok());
    // VerticalUnitsGeoKey: 9002 is the foot, 9003 the survey foot. GDAL writes the unit of a band
    // to a separate tag.
    let described = text(&mut decoder, Tag::Unknown(42_112)).unwrap_or_default();
    let was_feet = matches!(key(4099), Some(9002 | 9003)) || is_in_feet(&described);
    check_length(&mut decoder, columns, rows)?;
    // GTRasterTypeGeoKey: 1 is area, 2 is point.
    let half = if key(1025) == Some(2) { 0.0 } else { 0.5 };
    let mut heights: Vec<f32> = match decoder.read_image().map_err(plain_refusal)? {
        DecodingResult::F32(heights) => heights,
        DecodingResult::F64(heights) => heights.into_iter().map(|height| height as f32).collect(),
        DecodingResult::I16(heights) => heights.into_iter().map(f32::from).collect(),
        DecodingResult::U16(heights) => heights.into_iter().map(f32::from).collect(),
        DecodingResult::I32(heights) => heights.into_iter().map(|height| height as f32).collect(),
        _ => {
            return Err(unreadable(
                "the file is an image: its values are neither integers nor floating-point numbers of metres",
            ));
        }
    };
    let (columns, rows) = (columns as usize, rows as usize);
    if heights.len() != columns * rows {
        let why = format!("the file has {} values for {columns} × {rows} heights", heights.len());
        return Err(unreadable(why));
    }
    for height in &mut heights {
        // Only the exact no-data value marks a missing elevation.
        let marked = missing.is_some_and(|missing| height.to_bits() == missing.to_bits());
        if was_feet {
            *height *= FOOT;
        }
        if marked || !VALID_HEIGHTS.contains(height) {
            *height = f32::NAN;
        }
    }
    Ok(Relief {
        columns,
        rows,
        west: x + (half - i) * dx,
        north: y - (half - j) * dy,
        step: [*dx, *dy],
        heights,
        is_in_feet: was_feet,
    })
}

/// Checks the byte count of uncompressed elevations. Without this check, a truncated file would
/// look like flat ground.
fn check_length(
    decoder: &mut Decoder<Cursor<&[u8]>>,
    columns: u32,
    rows: u32,
) -> Result<(), Refusal> {
    let mut counts = |tag| {
        let counts = decoder.find_tag_unsigned_vec::<u64>(tag).map_err(plain_refusal);
        counts.map(Option::unwrap_or_default)
    };
    if !matches!(counts(Tag::Compression)?.as_slice(), [] | [1]) {
        return Ok(());
    }
    let (strips, tiles) = (counts(Tag::StripByteCounts)?, counts(Tag::TileByteCounts)?);
    let stored: f64 = strips.iter().chain(&tiles).map(|&bytes| bytes as f64).sum();
    let bits = counts(Tag::BitsPerSample)?.first().copied().unwrap_or(1);
    match stored * 8.0 < f64::from(columns) * f64::from(rows) * bits as f64 {
        true => Err(refusal(
            code::ELEVATION_UNREADABLE,
            format!("the file has fewer than {columns} × {rows} heights"),
            COPY_AGAIN,
        )),
        false => Ok(()),
    }
}

/// The text of an optional tag.
fn text(decoder: &mut Decoder<Cursor<&[u8]>>, tag: Tag) -> Option<String> {
    decoder.find_tag(tag).ok().flatten().and_then(|value| value.into_string().ok())
}

/// Checks the coordinate system. GTModelTypeGeoKey: 1 is projected, 2 is geographic; other keys
/// hold the system's number.
fn check_system(
    model: Option<u16>,
    projected: Option<u16>,
    geographic: Option<u16>,
) -> Result<(), Refusal> {
    let why = match (model, projected, geographic) {
        (Some(2) | None, None, Some(datum)) if !LIKE_WGS84.contains(&datum) => format!(
            "the coordinates use another datum, EPSG:{datum}, which may be 100 m or more off WGS 84"
        ),
        (Some(2) | None, None, _) => return Ok(()),
        (_, Some(system), _) if system != 32_767 => {
            format!("the coordinates are projected, EPSG:{system}, not longitude and latitude")
        }
        _ => "the coordinates are projected, not longitude and latitude".to_owned(),
    };
    Err(refusal(code::ELEVATION_CRS, why, REPROJECT))
}

/// Whether GDAL's band metadata gives the unit as feet.
fn is_in_feet(described: &str) -> bool {
    described.split("<Item").filter(|item| item.to_lowercase().contains("unittype")).any(|item| {
        let value = item.split_once('>').map_or("", |(_, rest)| rest);
        let value = value.split_once('<').map_or(value, |(value, _)| value).trim();
        matches!(value, "ft" | "feet" | "foot" | "US survey foot" | "us-ft")
    })
}

impl Relief {
    /// The elevation in metres by bilinear interpolation; `None` outside the file or without data.
    pub fn height_at(&self, position: Position) -> Option<f64> {
        if !self.is_near(position) {
            return None;
        }
        let ([column, row], [last_column, last_row]) = (position, self.last());
        self.inside([column.clamp(0.0, last_column), row.clamp(0.0, last_row)])
    }

    /// The elevation in metres at a position that [is inside](Self::is_inside); `None` without
    /// data.
    #[inline]
    pub fn inside(&self, [column, row]: Position) -> Option<f64> {
        // 32 bits suffice for any number of columns and convert faster than 64.
        let (left, top) =
            ((column as u32).min(self.columns as u32 - 2), (row as u32).min(self.rows as u32 - 2));
        let (right_part, lower_part) = (column - f64::from(left), row - f64::from(top));
        let first = top as usize * self.columns + left as usize;
        let across = |first: usize| {
            let pair = &self.heights[first..first + 2];
            f64::from(pair[0]) * (1.0 - right_part) + f64::from(pair[1]) * right_part
        };
        let (upper, lower) = (across(first), across(first + self.columns));
        let metres = upper * (1.0 - lower_part) + lower * lower_part;
        metres.is_finite().then_some(metres)
    }

    /// Whether the file covers a position, including the outermost half cell, which has no
    /// neighbour for interpolation.
    pub fn reaches(&self, position: Position) -> bool {
        self.is_near(position)
    }

    /// Whether a position is between the outermost grid points. If two positions are, so is every
    /// position between them.
    pub fn is_inside(&self, [column, row]: Position) -> bool {
        let [last_column, last_row] = self.last();
        (0.0..=last_column).contains(&column) && (0.0..=last_row).contains(&row)
    }

    fn is_near(&self, [column, row]: Position) -> bool {
        const MARGIN: f64 = 0.5;
        let [last_column, last_row] = self.last();
        column >= -MARGIN
            && row >= -MARGIN
            && column <= last_column + MARGIN
            && row <= last_row + MARGIN
    }

    /// The last column and the last row.
    fn last(&self) -> [f64; 2] {
        [self.columns, self.rows].map(|count| f64::from(count as u32 - 1))
    }

    /// Converts a longitude and latitude to a grid position.
    pub fn position(&self, place: Coordinate) -> Position {
        [(place.longitude - self.west) / self.step[0], (self.north - place.latitude) / self.step[1]]
    }

    /// The longitude and latitude of a grid point.
    pub fn place(&self, column: usize, row: usize) -> Coordinate {
        Coordinate {
            longitude: self.west + column as f64 * self.step[0],
            latitude: self.north - row as f64 * self.step[1],
        }
    }
}
