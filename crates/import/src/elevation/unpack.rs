//! The one elevation file in a `.zip` archive, or in a file compressed with gzip. Agencies publish
//! tiles as `N50E011.hgt.zip` or `N50E011.hgt.gz`.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use sandtable_authored::MEGABYTE;
use sandtable_map::Refusal;
use sandtable_source::{ReadSeek, code};
use zip::ZipArchive;

use super::tile::head;

/// The maximum size of an unpacked file, in bytes. A packed file cannot be read in parts, so the
/// whole is in memory.
const MAX_UNPACKED: u64 = 512 * MEGABYTE;
/// The extensions of elevation files.
const EXTENSIONS: [&str; 4] = ["tif", "tiff", "hgt", "asc"];
/// The maximum number of names in a message.
const MAX_NAMES: usize = 5;

/// An unpacked file and its name.
pub(crate) struct Unpacked {
    pub(crate) file: Box<dyn ReadSeek>,
    pub(crate) name: String,
}

/// Unpacks a file if it is packed.
pub(crate) fn unpack(mut packed: Unpacked) -> Result<Unpacked, Refusal> {
    let head = head(&mut *packed.file)?;
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        unzip(packed)
    } else if head.starts_with(&[0x1f, 0x8b]) {
        let name = packed.name.rsplit_once('.').map_or(packed.name.as_str(), |(name, _)| name);
        let name = name.to_owned();
        Ok(Unpacked { file: read_all(MultiGzDecoder::new(packed.file))?, name })
    } else {
        Ok(packed)
    }
}

fn unzip(packed: Unpacked) -> Result<Unpacked, Refusal> {
    let corrupt = |error| refusal(format!("the zip archive is corrupt ({error})"), DOWNLOAD);
    let mut archive = ZipArchive::new(packed.file).map_err(corrupt)?;
    let names = archive.file_names().map(|name| name.map(Cow::into_owned));
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(corrupt)?;
    let is_elevation = |name: &&String| {
        let file = name.rsplit('/').next().unwrap_or_default();
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        // macOS adds a file of attributes for each file.
        !file.starts_with("._") && EXTENSIONS.iter().any(|one| extension.eq_ignore_ascii_case(one))
    };
    let found: Vec<&String> = names.iter().filter(is_elevation).collect();
    match found.as_slice() {
        [name] => {
            let file = archive.by_name(name).map_err(corrupt)?;
            let name = name.rsplit('/').next().unwrap_or_default().to_owned();
            Ok(Unpacked { file: read_all(file)?, name })
        }
        [] => Err(refusal(
            format!("the zip archive has no GeoTIFF, `.hgt` or `.asc`, only {}", list(&names)),
            "unpack it and convert the elevation in it: `gdal_translate old new.tif`",
        )),
        [..] => Err(refusal(
            format!("the zip archive has {} elevation files: {}", found.len(), list(&found)),
            "unpack it, and name the files that cover the map",
        )),
    }
}

const DOWNLOAD: &str = "download the file again, or unpack it and name the file inside";

fn read_all(packed: impl Read) -> Result<Box<dyn ReadSeek>, Refusal> {
    let mut bytes = Vec::new();
    let read = packed.take(MAX_UNPACKED + 1).read_to_end(&mut bytes);
    read.map_err(|error| refusal(format!("the file cannot be unpacked ({error})"), DOWNLOAD))?;
    if bytes.len() as u64 > MAX_UNPACKED {
        return Err(Refusal {
            code: code::FILE_TOO_LARGE,
            reason: format!("unpacked, the file is larger than {} MB", MAX_UNPACKED / MEGABYTE),
            help: "unpack it, and name the file inside: an unpacked file may have any size",
        });
    }
    Ok(Box::new(Cursor::new(bytes)))
}

/// The first names of a list.
fn list(names: &[impl AsRef<str>]) -> String {
    let first = names.iter().take(MAX_NAMES).map(|name| format!("`{}`", name.as_ref()));
    let first = first.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 if names.is_empty() => "empty folders".to_owned(),
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn refusal(reason: String, help: &'static str) -> Refusal {
    Refusal { code: code::ELEVATION_UNREADABLE, reason, help }
}
