//! Reasons why a file is not read, each with the command that helps.

use sandtable_authored::ForeignFile;
use sandtable_source::{Code, code};
use tiff::TiffError;

/// The reason why a file is unusable, and how to fix it.
#[derive(Debug)]
pub struct Refusal {
    /// The diagnostic code.
    pub code: Code,
    /// The reason, as a message.
    pub reason: String,
    /// How to fix the file.
    pub help: &'static str,
}

pub const EXPECTED: &str = "use a single-band GeoTIFF with elevations: in QGIS, Raster › Conversion › Translate, or `gdal_translate old new.tif`. `sandtable import elevation` also reads SRTM tiles (`.hgt`), ASCII grids, and these in `.zip` or `.gz`";
pub const COPY_AGAIN: &str = "copy or download the file again: it is incomplete";
pub const SAVE_AGAIN: &str = "save it again: `gdal_translate -co COMPRESS=DEFLATE old.tif new.tif`, or in QGIS, Raster › Conversion › Translate, with the compression DEFLATE";
pub const EXPORT_AGAIN: &str =
    "export the heights again, without a predictor, from the program that wrote the file";
pub const SAVE_TILES: &str =
    "save it again in tiles: `gdal_translate -co TILED=YES -co COMPRESS=DEFLATE old.tif new.tif`";
pub const SAVE_AS_FLOATS: &str = "convert the values: `gdal_translate -ot Float32 old.tif new.tif`";
pub const SAVE_AS_INTEGERS: &str = "if the values are heights in whole metres, convert them: `gdal_translate -ot Int16 old.tif new.tif`";
pub const CHOOSE_BAND: &str =
    "keep the band with the heights: `gdal_translate -b 1 old.tif new.tif`, with its number";
pub const RESAMPLE: &str = "use coarser data, such as one value every 10 m: `gdalwarp -t_srs EPSG:4326 -tr 0.0001 0.0001 -r average old.tif new.tif`";
pub const GEOREFERENCE: &str = "if you know its edges, write them into the file: `gdal_translate -a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH old.tif new.tif`. A world file (`.tfw`) is applied by `gdal_translate -a_srs EPSG:4326 old.tif new.tif`";
pub const REPROJECT: &str = "reproject it: in QGIS, Raster › Projections › Warp, target EPSG:4326; or `gdalwarp -t_srs EPSG:4326 old.tif new.tif`";
pub const SET_UNIT: &str = "convert the heights: `gdal_translate -ot Float32 -scale 0 1 0 METRES old.tif new.tif`, with the metres in a unit; then, or if only the unit is wrong, set it: `gdal_edit.py -units m new.tif`";
pub const TURN_OVER: &str = "turn depths into heights: `gdal_translate -a_srs EPSG:4326 -ot Float32 -scale 0 1 0 -1 old.tif new.tif`, with the number of the horizontal system";
pub const SET_NO_DATA: &str =
    "write a number: `gdal_translate -a_nodata -9999 old.tif new.tif`, or `-a_nodata none`";

impl Refusal {
    /// The refusal of a file whose heights cannot be read.
    pub fn unreadable(why: impl Into<String>, help: &'static str) -> Self {
        Self { code: code::ELEVATION_UNREADABLE, reason: why.into(), help }
    }
}

pub fn other_system(why: impl Into<String>) -> Refusal {
    Refusal { code: code::ELEVATION_CRS, reason: why.into(), help: REPROJECT }
}

pub fn truncated() -> Refusal {
    Refusal::unreadable("the file ends before the last height", COPY_AGAIN)
}

/// The refusal of a file that is not a TIFF file, by its first bytes.
pub fn not_tiff(head: &[u8]) -> Refusal {
    const FORMATS: [(&[u8], &str); 8] = [
        (b"EHFA_HEADER_TAG", "an Erdas Imagine file"),
        (b"\x89HDF", "an HDF5 or NetCDF file"),
        (b"CDF", "a NetCDF file"),
        (b"\0\0\0\x0cjP  ", "a JPEG 2000 file"),
        (b"<VRTDataset", "a virtual raster, which only names other files"),
        (b"ncols", "an ASCII grid"),
        (b"NCOLS", "an ASCII grid"),
        (b"DSAA", "a Surfer grid"),
    ];
    let format = FORMATS.iter().find(|(magic, _)| head.starts_with(magic)).map(|format| format.1);
    let format = format.or_else(|| ForeignFile::detect(head).map(|foreign| foreign.description));
    let why = match format {
        Some(format) => format!("not a TIFF file, but {format}"),
        None => "not a TIFF file".to_owned(),
    };
    Refusal::unreadable(why, EXPECTED)
}

/// Converts a library error to plain English.
pub fn plain(error: TiffError) -> Refusal {
    match error {
        TiffError::FormatError(fault) => {
            Refusal::unreadable(format!("the TIFF structure is corrupt ({fault})"), SAVE_AGAIN)
        }
        TiffError::UnsupportedError(fault) => Refusal::unreadable(
            format!("the storage format is not supported ({fault})"),
            SAVE_AGAIN,
        ),
        TiffError::IoError(fault) if fault.kind() == std::io::ErrorKind::UnexpectedEof => {
            truncated()
        }
        TiffError::LimitsExceeded | TiffError::IntSizeError => Refusal::unreadable(
            "the size in its header is too large for an elevation file",
            "copy or download the file again, or clip it to the map: `gdal_translate -projwin WEST NORTH EAST SOUTH old.tif new.tif`",
        ),
        other => Refusal::unreadable(format!("the header cannot be read ({other})"), SAVE_AGAIN),
    }
}
