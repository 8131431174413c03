//! The one elevation file in a `.zip` archive, or in a file compressed with gzip or Zstandard.
//! Agencies publish tiles as `N50E011.hgt.zip` or `N50E011.hgt.gz`.

use std::borrow::Cow;
use std::io::{BufReader, Cursor, Read as _};

use sandtable_authored::MEGABYTE;
use sandtable_map::{Refusal, check_companion_contents};
use sandtable_source::{ReadSeek, code};
use zip::ZipArchive;

use super::tile::{head, rewind};
use crate::compression::{CompressionError, decompress, read_all, refuse_unsupported};

/// The maximum size of an unpacked file, in bytes. A packed file cannot be read in parts, so the
/// whole is in memory.
const MAX_UNPACKED: u64 = 512 * MEGABYTE;
/// The extensions of elevation files, and of archives.
const EXTENSIONS: [&str; 4] = ["tif", "tiff", "hgt", "asc"];
const ARCHIVES: [&str; 9] = ["zip", "gz", "zst", "bz2", "xz", "7z", "tar", "tgz", "rar"];
/// The maximum number of names in a message.
const MAX_NAMES: usize = 5;
/// The maximum size of a file of metadata, in bytes.
const MAX_METADATA: u64 = 16 * MEGABYTE;

/// An unpacked file and its name.
pub(crate) struct Unpacked {
    pub(crate) file: Box<dyn ReadSeek>,
    pub(crate) name: String,
}

/// Unpacks a file if it is packed.
pub(crate) fn unpack(mut packed: Unpacked) -> Result<Unpacked, Refusal> {
    let head = head(&mut *packed.file)?;
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return unzip(packed);
    }
    let content = decompress(BufReader::new(&mut packed.file), MAX_UNPACKED).map_err(refusal)?;
    match content {
        Some(content) => {
            let name = packed.name.rsplit_once('.').map_or(&*packed.name, |(name, _)| name);
            Ok(Unpacked { name: name.to_owned(), file: Box::new(Cursor::new(content)) })
        }
        None => {
            rewind(&mut *packed.file)?;
            Ok(packed)
        }
    }
}

fn unzip(packed: Unpacked) -> Result<Unpacked, Refusal> {
    let corrupt =
        |error| Refusal::unreadable(format!("the zip archive is corrupt ({error})"), DOWNLOAD);
    let mut archive = ZipArchive::new(packed.file).map_err(corrupt)?;
    let names = archive.file_names().map(|name| name.map(Cow::into_owned));
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(corrupt)?;
    let found: Vec<&String> =
        names.iter().filter(|name| has_extension(name, &EXTENSIONS)).collect();
    match found.as_slice() {
        [name] => {
            check_companion_contents(|extension| {
                let companion = format!("{name}{extension}");
                let at = names.iter().position(|name| name.eq_ignore_ascii_case(&companion))?;
                let mut content = Vec::new();
                // A file that cannot be unpacked is there nevertheless.
                if let Ok(file) = archive.by_index(at) {
                    drop(file.take(MAX_METADATA).read_to_end(&mut content));
                }
                Some(content)
            })?;
            let file = archive.by_name(name).map_err(corrupt)?;
            let content = read_all("ZIP", file, MAX_UNPACKED);
            let content =
                content.and_then(|content| refuse_unsupported(&content).map(|()| content));
            let name = name.rsplit('/').next().unwrap_or_default().to_owned();
            Ok(Unpacked { file: Box::new(Cursor::new(content.map_err(refusal)?)), name })
        }
        [] => Err(Refusal::unreadable(
            format!("the zip archive has no GeoTIFF, `.hgt` or `.asc`, only {}", list(&names)),
            match names.iter().any(|name| has_extension(name, &ARCHIVES)) {
                true => "unpack it, and name the archive inside",
                false => "unpack it and convert the elevation in it: `gdal_translate old new.tif`",
            },
        )),
        [..] => Err(Refusal::unreadable(
            format!("the zip archive has {} elevation files: {}", found.len(), list(&found)),
            "unpack it, and name the files that cover the map",
        )),
    }
}

/// Whether a file in an archive has one of several extensions.
fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    // macOS adds a file of attributes for each file.
    !file.starts_with("._") && extensions.iter().any(|one| extension.eq_ignore_ascii_case(one))
}

const DOWNLOAD: &str = "download the file again, or unpack it and name the file inside";

fn refusal(error: CompressionError) -> Refusal {
    match error {
        CompressionError::Unsupported { format, help } => {
            Refusal::unreadable(format!("the file is {format}, which is not supported"), help)
        }
        CompressionError::Corrupt { message, .. } => {
            Refusal::unreadable(format!("the file cannot be unpacked ({message})"), DOWNLOAD)
        }
        CompressionError::TooLarge { .. } => Refusal {
            code: code::FILE_TOO_LARGE,
            reason: format!("unpacked, the file is larger than {} MB", MAX_UNPACKED / MEGABYTE),
            help: "unpack it, and name the file inside: an unpacked file may have any size",
        },
    }
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
