//! Reads the part of a GeoTIFF that a map needs.
//!
//! The library `tiff` reads the tags. The rest is ours, because the library only reads whole
//! strips and tiles, and reports sparse ones as damage.

mod band;
mod chunks;
mod decompress;
mod keys;
mod refusal;
mod samples;
mod vertical;

use std::io::{Read, SeekFrom};

use sandtable_source::{ReadSeek, code};
use tiff::TiffFormatError;
use tiff::decoder::{Decoder, IfdDecoder};
use tiff::tags::{IfdPointer, Tag};

use self::band::Conversion;
use self::chunks::Chunks;
use self::keys::Keys;
use self::refusal::{
    CHOOSE_BAND, GEOREFERENCE, RESAMPLE, SAVE_AS_INTEGERS, SET_NO_DATA, not_tiff, other_system,
    plain,
};
use super::relief::{Bounds, Grid, MAX_HEIGHTS, Relief, Window};
use super::system::System;

pub use self::refusal::Refusal;

/// The maximum number of images in a file: the elevations, their mask, and coarser copies of both.
const MAX_IMAGES: usize = 64;

/// The number of bytes that show the format of a file that is not a TIFF file.
const HEAD_BYTES: u64 = 2_000;
/// The size of the header of a TIFF file.
const MIN_TIFF_BYTES: usize = 8;

const GDAL_METADATA: Tag = Tag::Unknown(42_112);
/// The bits of `NewSubfileType`: a coarser copy, and a mask.
const COARSER: u64 = 1;
const MASK: u64 = 4;

/// The marks of missing elevations, in addition to the no-data value.
struct Masks {
    /// The index of a band of transparency.
    alpha: Option<usize>,
    /// An image that is zero where elevations are missing.
    image: Option<Chunks>,
}

/// The description of a file of elevations.
struct Header {
    chunks: Chunks,
    masks: Masks,
    grid: Grid,
    /// Whether the first row of the file is the southernmost.
    is_south_up: bool,
    no_data: Option<f64>,
    conversion: Conversion,
}

/// Reads the elevations of a GeoTIFF over a bounding box in degrees, and a few around it.
pub fn decode(file: &mut dyn ReadSeek, bounds: Bounds) -> Result<Relief, Refusal> {
    let Header { chunks, masks, grid, is_south_up, no_data, conversion } = read_header(file)?;
    let grid = grid.turned_towards(bounds);
    let window = grid.window(bounds);
    if window.count() > MAX_HEIGHTS {
        let why =
            format!("the file has {} million heights over the map", window.count() / 1_000_000);
        return Err(Refusal::unreadable(why, RESAMPLE));
    }
    let stored = match is_south_up {
        true => Window {
            rows: grid.rows - window.rows.end..grid.rows - window.rows.start,
            columns: window.columns.clone(),
        },
        false => window.clone(),
    };
    let mut heights = vec![f32::NAN; window.count()];
    chunks.read(file, &stored, masks.height_band(), |index, value| {
        let is_missing =
            |value: &f64| no_data.is_some_and(|mark| chunks.samples.is_equal(*value, mark));
        if let Some(value) = value.filter(|value| !is_missing(value)) {
            heights[index] = conversion.metres(value) as f32;
        }
    })?;
    let mut hide = |index: usize, value: Option<f64>| {
        if value.is_none_or(|value| value.abs() <= 0.0) {
            heights[index] = f32::NAN;
        }
    };
    if let Some(alpha) = masks.alpha {
        chunks.read(file, &stored, alpha, &mut hide)?;
    }
    if let Some(mask) = &masks.image {
        mask.read(file, &stored, 0, &mut hide)?;
    }
    if is_south_up {
        heights = heights.rchunks(window.columns.len()).flatten().copied().collect();
    }
    let is_in_feet = conversion.is_in_feet();
    Ok(Relief { is_in_feet, ..Relief::new(grid, &window, heights) })
}

impl Masks {
    /// The index of the band of elevations: the only band that is not transparency.
    fn height_band(&self) -> usize {
        usize::from(self.alpha == Some(0))
    }
}

/// Reads the tags of a file, and refuses a file that has no elevations of one band.
fn read_header(file: &mut dyn ReadSeek) -> Result<Header, Refusal> {
    let mut head = Vec::new();
    let rewound = file.seek(SeekFrom::Start(0));
    let read = rewound.and_then(|_| (&mut *file).take(HEAD_BYTES).read_to_end(&mut head));
    read.and_then(|_| file.seek(SeekFrom::Start(0))).map_err(|error| plain(error.into()))?;
    let mut decoder = Decoder::new(file).map_err(|error| match error {
        tiff::TiffError::IoError(_) if head.len() < MIN_TIFF_BYTES => not_tiff(&head),
        tiff::TiffError::FormatError(
            TiffFormatError::TiffSignatureNotFound | TiffFormatError::TiffSignatureInvalid,
        ) => not_tiff(&head),
        other => plain(other),
    })?;
    let is_big_endian = decoder.byte_order() == tiff::tags::ByteOrder::BigEndian;
    let mut tags = decoder.image_ifd();
    let chunks = Chunks::read_tags(&mut tags, is_big_endian)?;
    let alpha = alpha_band(&mut tags, &chunks)?;
    let keys = Keys {
        directory: match tags.find_tag(Tag::GeoKeyDirectoryTag).map_err(plain)? {
            Some(keys) => keys.into_u16_vec().map_err(plain)?,
            None => Vec::new(),
        },
        doubles: numbers(&mut tags, Tag::GeoDoubleParamsTag)?,
        names: text(&mut tags, Tag::GeoAsciiParamsTag).unwrap_or_default(),
    };
    let no_data = no_data(&mut tags)?;
    let metadata = text(&mut tags, GDAL_METADATA);
    let conversion = Conversion::read(metadata.as_deref(), &keys)?;
    let (grid, is_south_up) = grid(&mut tags, &keys, &chunks)?;
    let image = mask_image(&mut decoder, &chunks, is_big_endian)?;
    Ok(Header { chunks, masks: Masks { alpha, image }, grid, is_south_up, no_data, conversion })
}

/// The index of the band of transparency. Refuses pictures and files with several bands.
fn alpha_band(tags: &mut IfdDecoder<'_>, chunks: &Chunks) -> Result<Option<usize>, Refusal> {
    if chunks.samples.is_picture() {
        let bits = chunks.samples.bits;
        let why = format!("the file is an image, such as a hillshade: its values have {bits} bits");
        return Err(Refusal::unreadable(why, SAVE_AS_INTEGERS));
    }
    let extra = tags.find_tag_unsigned_vec::<u64>(Tag::ExtraSamples).map_err(plain)?;
    let extra = extra.unwrap_or_default();
    // Associated and unassociated transparency.
    let alpha = extra.iter().position(|kind| matches!(kind, 1 | 2));
    let alpha = alpha.and_then(|at| (at + chunks.bands).checked_sub(extra.len()));
    match chunks.bands - usize::from(alpha.is_some()) {
        1 => Ok(alpha),
        bands => Err(Refusal::unreadable(format!("the file has {bands} bands"), CHOOSE_BAND)),
    }
}

/// The value of missing elevations; values that are not numbers are missing in any case.
fn no_data(tags: &mut IfdDecoder<'_>) -> Result<Option<f64>, Refusal> {
    let Some(written) = text(tags, Tag::GdalNodata) else { return Ok(None) };
    let written = written.trim_matches(['\0', ' ']);
    if written.is_empty() {
        return Ok(None);
    }
    let number = written.parse::<f64>();
    number.map(Some).or_else(|_| match written.to_ascii_lowercase().contains("nan") {
        true => Ok(None),
        false => {
            Err(Refusal::unreadable(format!("invalid no-data value `{written}`"), SET_NO_DATA))
        }
    })
}

/// The grid of the elevations, north up, and whether the file is south up.
fn grid(tags: &mut IfdDecoder<'_>, keys: &Keys, chunks: &Chunks) -> Result<(Grid, bool), Refusal> {
    let system = keys.system()?;
    let [[column, row], [x, y], [dx, dy]] = placement(tags)?;
    let is_south_up = dy < 0.0;
    let dy = dy.abs();
    let is_plausible = match system {
        System::Geographic => dx < 1.0 && dy < 1.0 && x.abs() <= 361.0 && y.abs() <= 91.0,
        System::Projected(_) => x.is_finite() && y.is_finite() && dx < 1e6 && dy < 1e6,
    };
    // Comparisons with NaN are false.
    if !(is_plausible && dx > 0.0 && dy > 0.0) {
        let why = "the coordinates are not degrees of longitude and latitude";
        return Err(Refusal {
            code: code::ELEVATION_CRS,
            reason: why.to_owned(),
            help: "if the file does not say its coordinate system, name it: `gdalwarp -s_srs EPSG:32633 -t_srs EPSG:4326 old.tif new.tif`, with its number",
        });
    }
    let half = if keys.is_point() { 0.0 } else { 0.5 };
    let first_row = (half - row) * dy;
    let last_row = first_row + (chunks.rows - 1) as f64 * dy;
    let grid = Grid {
        columns: chunks.columns,
        rows: chunks.rows,
        west: x + (half - column) * dx,
        north: if is_south_up { y + last_row } else { y - first_row },
        step: [dx, dy],
        system,
    };
    Ok((grid, is_south_up))
}

/// The column and row of a point of the file, its coordinates, and the steps east and south.
fn placement(tags: &mut IfdDecoder<'_>) -> Result<[[f64; 2]; 3], Refusal> {
    let steps = numbers(tags, Tag::ModelPixelScaleTag)?;
    let ties = numbers(tags, Tag::ModelTiepointTag)?;
    let matrix = numbers(tags, Tag::ModelTransformationTag)?;
    match (steps.as_slice(), ties.as_slice(), matrix.as_slice()) {
        ([dx, dy, ..], [column, row, _, x, y, _, ..], _) => {
            // Readers ignore the sign here.
            Ok([[*column, *row], [*x, *y], [*dx, dy.abs()]])
        }
        (_, _, [dx, skew_x, _, x, skew_y, dy, _, y, ..]) => {
            if skew_x.abs() > 0.0 || skew_y.abs() > 0.0 || *dx < 0.0 {
                return Err(other_system("the grid is rotated or mirrored"));
            }
            Ok([[0.0, 0.0], [*x, *y], [*dx, -dy]])
        }
        (_, [_, _, _, _, _, _, _, ..], _) => {
            Err(other_system("the file has ground control points instead of a regular grid"))
        }
        _ => Err(Refusal::unreadable(
            "no pixel size, so the position of the heights is unknown (not a GeoTIFF)",
            GEOREFERENCE,
        )),
    }
}

/// The mask of the file, among its other images.
fn mask_image(
    decoder: &mut Decoder<&mut dyn ReadSeek>,
    heights: &Chunks,
    is_big_endian: bool,
) -> Result<Option<Chunks>, Refusal> {
    let mut next: Option<IfdPointer> = decoder.ifd_pointer();
    for _ in 0..MAX_IMAGES {
        let Some(pointer) = next else { return Ok(None) };
        // Other readers ignore damage behind the first image, too.
        let Ok(directory) = decoder.read_directory(pointer) else { return Ok(None) };
        next = directory.next();
        let mut tags = decoder.read_directory_tags(&directory);
        let kind = tags.find_tag_unsigned::<u64>(Tag::NewSubfileType);
        if kind.ok().flatten().is_some_and(|kind| kind & MASK != 0 && kind & COARSER == 0) {
            let mask = Chunks::read_tags(&mut tags, is_big_endian)?;
            if [mask.columns, mask.rows] != [heights.columns, heights.rows] {
                return Err(Refusal::unreadable(
                    "the mask and the heights differ in size",
                    CHOOSE_BAND,
                ));
            }
            return Ok(Some(mask));
        }
    }
    Ok(None)
}

/// The text of an optional tag.
fn text(tags: &mut IfdDecoder<'_>, tag: Tag) -> Option<String> {
    tags.find_tag(tag).ok().flatten().and_then(|value| value.into_string().ok())
}

/// The floating-point numbers of a tag; none if it is absent.
fn numbers(tags: &mut IfdDecoder<'_>, tag: Tag) -> Result<Vec<f64>, Refusal> {
    let value = tags.find_tag(tag).map_err(plain)?;
    value.map_or(Ok(Vec::new()), |value| value.into_f64_vec().map_err(plain))
}
