//! One elevation file of an import: a GeoTIFF, an SRTM tile or an ASCII grid, packed or not.

use std::io::{Read as _, SeekFrom};

use sandtable_authored::{MEGABYTE, Reporter, SourceReader};
use sandtable_map::{Bounds, Refusal, Relief, check_companions, decode_relief};
use sandtable_source::{Diagnostic, ProjectPath, ReadSeek, Span, code, message};

use super::unpack::{self, Unpacked};
use super::{ascii, hgt};

/// The maximum size of an ASCII grid, in bytes.
const MAX_TEXT_BYTES: u64 = 256 * MEGABYTE;
/// The number of bytes that show the format.
const HEAD_BYTES: u64 = 512;

/// Reads a tile over a bounding box; if that fails, reports the reason and returns `None`.
pub(crate) fn read(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    bounds: Bounds,
) -> Option<(Span, Relief)> {
    let file = sources.open(reporter, path, None)?;
    let shown = sources.display_path(path);
    let name = shown.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let alone = check_companions(sources, path);
    let unpacked = alone.and_then(|()| unpack::unpack(Unpacked { file, name }));
    let relief = unpacked.and_then(|mut unpacked| {
        let head = head(&mut *unpacked.file)?;
        if ascii::is_grid(&head) {
            return Ok(Err(text(&mut *unpacked.file)?));
        }
        match hgt::is_hgt(&unpacked.name) {
            true => hgt::read(&unpacked.name, &mut *unpacked.file, bounds).map_err(|why| {
                Refusal::unreadable(why, "download the tile again, and do not rename it")
            }),
            false => decode_relief(&mut *unpacked.file, bounds),
        }
        .map(Ok)
    });
    match relief {
        Ok(Ok(relief)) => {
            let file = sources.texts.add_without_text(shown);
            Some((Span::new(file, 0..0), relief))
        }
        Ok(Err(bytes)) => read_grid(sources, reporter, &shown, bytes, bounds),
        Err(refusal) => {
            let at = Span::new(sources.texts.add_without_text(shown), 0..0);
            let why = message!("cannot read the elevation: {}", refusal.reason);
            let found = Diagnostic::new(refusal.code, why).at(at, "").help(refusal.help);
            reporter.diagnostics.push(found);
            None
        }
    }
}

/// Reads an ASCII grid, whose mistakes have a place in the text.
fn read_grid(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    shown: &str,
    bytes: Vec<u8>,
    bounds: Bounds,
) -> Option<(Span, Relief)> {
    let file = sources.add_text(reporter, shown, bytes)?;
    let fault = match ascii::read(sources.texts.file(file).text(), bounds) {
        Ok(tile) => return Some((Span::new(file, 0..0), tile)),
        Err(fault) => fault,
    };
    reporter.diagnostics.push(
        Diagnostic::new(fault.code, "cannot read this ASCII grid")
            .at(Span::new(file, fault.at), fault.message)
            .help(fault.help),
    );
    None
}

/// The first bytes of a file, which is rewound.
pub(crate) fn head(file: &mut dyn ReadSeek) -> Result<Vec<u8>, Refusal> {
    let mut head = Vec::new();
    (&mut *file).take(HEAD_BYTES).read_to_end(&mut head).map_err(no_access)?;
    rewind(file)?;
    Ok(head)
}

/// Moves to the start of a file.
pub(crate) fn rewind(file: &mut dyn ReadSeek) -> Result<(), Refusal> {
    file.seek(SeekFrom::Start(0)).map(drop).map_err(no_access)
}

/// The whole text of a file.
fn text(file: &mut dyn ReadSeek) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    file.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes).map_err(no_access)?;
    match bytes.len() as u64 > MAX_TEXT_BYTES {
        true => Err(Refusal {
            code: code::FILE_TOO_LARGE,
            reason: format!("the ASCII grid is larger than {} MB", MAX_TEXT_BYTES / MEGABYTE),
            help: "convert it to GeoTIFF: `gdal_translate -co TILED=YES -co COMPRESS=DEFLATE old.asc new.tif`",
        }),
        false => Ok(bytes),
    }
}

/// The refusal of a file that the system cannot read.
fn no_access(error: std::io::Error) -> Refusal {
    Refusal {
        code: code::FILE_UNREADABLE,
        reason: error.to_string(),
        help: "name a file that you have permission to read",
    }
}
