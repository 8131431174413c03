//! Reading of pack files, which may be truncated, corrupt or malicious.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Cursor, Read as _};

use serde::de::DeserializeOwned;
use zip::ZipArchive;

use super::parts::{
    ELEVATION, HEIGHTS, LABELS, MANIFEST, MAP, PartKind, RULESET, SCENARIO, SCENERY, SOURCES,
    STYLE, digests_of,
};
use super::{AnyPack, FORMAT_VERSION, Manifest, System, heights};
use crate::digest::Digest;
use crate::fab;
use crate::fault::PackFault;
use crate::model::ElevationGrid;
use crate::pack::{Pack, PackParts};

/// Limits that a reader enforces regardless of the sizes stated in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackLimits {
    /// The maximum bytes of one uncompressed part.
    pub part_bytes: u64,
    /// The maximum bytes of all uncompressed parts together.
    pub total_bytes: u64,
}

impl Default for PackLimits {
    /// 32 MiB for each part, 64 MiB in total. A map with a million vertices has about 20 MiB. In
    /// memory, a part may be eight times as large as its text.
    fn default() -> Self {
        Self { part_bytes: 32 << 20, total_bytes: 64 << 20 }
    }
}

/// An error in reading a pack file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file is not a zip, or is truncated or corrupt.
    InvalidZip {
        /// The message of the zip reader.
        message: String,
    },
    /// The file is text, such as the record of a game.
    Text,
    /// The file has a newer or unknown format version.
    OtherFormat {
        /// The version in the file.
        found: u64,
    },
    /// The file is a FAB battle, but a Pub Battles battle was expected.
    AreaBattle,
    /// A required part is missing.
    Missing {
        /// Its name.
        part: String,
    },
    /// A part is unknown, a duplicate or not a regular file.
    Unexpected {
        /// Its name, shortened.
        part: String,
    },
    /// A part exceeds the limits.
    TooLarge {
        /// Its name.
        part: String,
    },
    /// A part does not match the manifest.
    Changed {
        /// Its name.
        part: String,
    },
    /// A part cannot be parsed.
    Malformed {
        /// Its name.
        part: String,
        /// Line, column and description of the error.
        message: String,
    },
    /// The parts contradict each other.
    Fault(PackFault),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidZip { .. } => f.write_str("the file is truncated, corrupt or not a pack"),
            Self::Text => f.write_str(
                "the file is text, not a pack; if it is a game record, use `sandtable replay`",
            ),
            Self::OtherFormat { found } => {
                write!(
                    f,
                    "unsupported pack format {found}; this version reads format {FORMAT_VERSION}"
                )
            }
            Self::AreaBattle => f.write_str("expected a Pub Battles pack, found a FAB pack"),
            Self::Missing { part } => write!(f, "missing part `{part}`"),
            Self::Unexpected { part } => write!(f, "unexpected part `{part}`"),
            Self::TooLarge { part } => {
                write!(f, "part `{part}` exceeds the size limit")
            }
            Self::Changed { part } if part == MANIFEST => {
                f.write_str("it was edited: its contents do not match the digests in its manifest")
            }
            Self::Changed { part } => write!(f, "part `{part}` does not match the manifest"),
            Self::Malformed { part, message } => {
                write!(f, "cannot read part `{part}`: {message}")
            }
            Self::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads the pack file of a Pub Battles battle, like [`read_any`].
pub fn read(bytes: &[u8], limits: PackLimits) -> Result<Pack, ReadError> {
    match read_any(bytes, limits)? {
        AnyPack::PubBattles(pack) => Ok(*pack),
        AnyPack::Fab(_) => Err(ReadError::AreaBattle),
    }
}

/// Reads a pack file. Limits sizes and names, verifies digests, and checks every guarantee of
/// [`Pack`] and [`fab::Pack`] again.
pub fn read_any(bytes: &[u8], limits: PackLimits) -> Result<AnyPack, ReadError> {
    if bytes.starts_with(b"{") {
        return Err(ReadError::Text);
    }
    let mut parts =
        unzip(bytes, limits).map_err(|error| other_format(bytes, limits).unwrap_or(error))?;
    let manifest = parts.remove(MANIFEST).ok_or_else(|| missing_part(MANIFEST))?;
    let manifest = read_manifest(&manifest)?;
    for part in &manifest.parts {
        let bytes =
            parts.get(part.name.as_str()).ok_or_else(|| missing_part(&sanitize(&part.name)))?;
        if bytes.len() as u64 != part.size || Digest::compute(bytes) != part.digest {
            return Err(ReadError::Changed { part: part.name.clone() });
        }
    }
    if let Some(name) =
        parts.keys().find(|name| manifest.parts.iter().all(|part| part.name != **name))
    {
        return Err(ReadError::Unexpected { part: (*name).to_owned() });
    }
    let pack = match manifest.system {
        System::PubBattles => AnyPack::from(read_pub_battles(&parts)?),
        System::Fab => AnyPack::from(read_fab(&parts)?),
    };
    // The digests are those of the stored bytes: a pack keeps them when later versions add keys.
    let stored = manifest.parts.iter().map(|part| {
        let kind = PartKind::of(manifest.system, &part.name);
        (part.name.as_str(), kind, parts[part.name.as_str()].as_slice())
    });
    let promised = (manifest.play_digest, manifest.pack_digest);
    if promised != digests_of(stored) {
        return Err(ReadError::Changed { part: MANIFEST.to_owned() });
    }
    Ok(match pack {
        AnyPack::PubBattles(pack) => AnyPack::from(pack.with_digests(promised.0, promised.1)),
        AnyPack::Fab(pack) => AnyPack::from(pack.with_digests(promised.0, promised.1)),
    })
}

/// The parts of a file by name.
type Parts = BTreeMap<&'static str, Vec<u8>>;

fn read_pub_battles(parts: &Parts) -> Result<Pack, ReadError> {
    let elevation = match (parts.contains_key(ELEVATION), parts.get(HEIGHTS)) {
        (true, Some(heights)) => {
            let grid: ElevationGrid = json(parts, ELEVATION)?;
            Some(with_heights(grid, heights)?)
        }
        (true, None) => return Err(missing_part(HEIGHTS)),
        (false, Some(_)) => return Err(missing_part(ELEVATION)),
        (false, None) => None,
    };
    Pack::new(PackParts {
        scenario: json(parts, SCENARIO)?,
        map: json(parts, MAP)?,
        ruleset: json(parts, RULESET)?,
        labels: json(parts, LABELS)?,
        scenery: json(parts, SCENERY)?,
        style: json(parts, STYLE)?,
        elevation,
        sources: json(parts, SOURCES)?,
    })
    .map_err(first_fault)
}

fn read_fab(parts: &Parts) -> Result<fab::Pack, ReadError> {
    if let Some(other) =
        [SCENERY, STYLE, ELEVATION, HEIGHTS].into_iter().find(|part| parts.contains_key(part))
    {
        return Err(ReadError::Unexpected { part: other.to_owned() });
    }
    fab::Pack::new(fab::PackParts {
        battle: fab::BattleParts { scene: json(parts, SCENARIO)?, ruleset: json(parts, RULESET)? },
        labels: json(parts, LABELS)?,
        map: parts.contains_key(MAP).then(|| json(parts, MAP)).transpose()?,
        sources: json(parts, SOURCES)?,
    })
    .map_err(first_fault)
}

fn first_fault(mut faults: Vec<PackFault>) -> ReadError {
    ReadError::Fault(faults.swap_remove(0))
}

fn missing_part(part: &str) -> ReadError {
    ReadError::Missing { part: part.to_owned() }
}

/// The number of bytes that [`is_pack_beginning`] needs.
pub const BEGINNING_BYTES: u64 = 64;

/// Whether a file starts like a pack written by this program, in any format version. The first part
/// is always the manifest.
pub fn is_pack_beginning(beginning: &[u8]) -> bool {
    // The name of a part follows the 30 bytes of its header (APPNOTE 4.3.7).
    let name = beginning.get(30..).unwrap_or_default();
    beginning.starts_with(b"PK\x03\x04") && name.starts_with(MANIFEST.as_bytes())
}

/// Unpacks all parts by name. Only known part names are accepted, which rules out path traversal.
fn unzip(bytes: &[u8], limits: PackLimits) -> Result<Parts, ReadError> {
    let known =
        [MANIFEST, SCENARIO, MAP, RULESET, LABELS, SCENERY, STYLE, ELEVATION, HEIGHTS, SOURCES];
    let damaged = |error: &dyn fmt::Display| ReadError::InvalidZip { message: sanitize(error) };
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if zip.has_duplicate_names() {
        // Programs differ in which duplicate they use.
        return Err(ReadError::Unexpected { part: "duplicate names".to_owned() });
    }
    if zip.len() > known.len() {
        return Err(ReadError::Unexpected { part: format!("{} parts", zip.len()) });
    }
    let mut parts = BTreeMap::new();
    let mut total = 0;
    for index in 0..zip.len() {
        let file = zip.by_index(index).map_err(|error| damaged(&error))?;
        let found = file.name().map_err(|error| damaged(&error))?.into_owned();
        let Some(name) = known.into_iter().find(|name| *name == found) else {
            return Err(ReadError::Unexpected { part: sanitize(&found) });
        };
        if file.unix_mode().is_some_and(|mode| !is_plain_file(mode)) {
            return Err(ReadError::Unexpected { part: format!("{name} (not a regular file)") });
        }
        let mut content = Vec::new();
        // Do not trust the size in the header: read at most one byte more than the limit.
        file.take(limits.part_bytes + 1)
            .read_to_end(&mut content)
            .map_err(|error| damaged(&error))?;
        total += content.len() as u64;
        if content.len() as u64 > limits.part_bytes || total > limits.total_bytes {
            return Err(ReadError::TooLarge { part: name.to_owned() });
        }
        if parts.insert(name, content).is_some() {
            return Err(ReadError::Unexpected { part: name.to_owned() });
        }
    }
    Ok(parts)
}

/// Returns the error for an invalid pack in a different format, according to its manifest.
fn other_format(bytes: &[u8], limits: PackLimits) -> Option<ReadError> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut manifest = Vec::new();
    let file = zip.by_name(MANIFEST).ok()?;
    file.take(limits.part_bytes).read_to_end(&mut manifest).ok()?;
    let error = read_manifest(&manifest).err()?;
    matches!(error, ReadError::OtherFormat { .. }).then_some(error)
}

/// Whether a Unix mode denotes a regular file, or gives no file type.
fn is_plain_file(mode: u32) -> bool {
    matches!(mode & 0o170_000, 0 | 0o100_000)
}

/// Shortens untrusted text for a message and removes control characters.
fn sanitize(text: &dyn fmt::Display) -> String {
    const MAX_CHARS: usize = 200;
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    text.to_string().chars().take(MAX_CHARS).map(plain).collect()
}

fn read_manifest(bytes: &[u8]) -> Result<Manifest, ReadError> {
    #[derive(serde::Deserialize)]
    struct FormatOnly {
        format: u64,
    }
    let malformed = |error: serde_json::Error| ReadError::Malformed {
        part: MANIFEST.to_owned(),
        message: sanitize(&error),
    };
    // Check the version first: a newer manifest may have unknown keys.
    let FormatOnly { format } = serde_json::from_slice(bytes).map_err(malformed)?;
    if format != u64::from(FORMAT_VERSION) {
        return Err(ReadError::OtherFormat { found: format });
    }
    serde_json::from_slice(bytes).map_err(malformed)
}

fn json<T: DeserializeOwned>(parts: &Parts, name: &'static str) -> Result<T, ReadError> {
    let bytes = parts.get(name).ok_or_else(|| missing_part(name))?;
    serde_json::from_slice(bytes)
        .map_err(|error| ReadError::Malformed { part: name.to_owned(), message: sanitize(&error) })
}

fn with_heights(mut grid: ElevationGrid, bytes: &[u8]) -> Result<ElevationGrid, ReadError> {
    grid.heights = heights::decode(bytes, grid.columns).ok_or_else(|| ReadError::Malformed {
        part: HEIGHTS.to_owned(),
        message: "odd number of bytes".to_owned(),
    })?;
    Ok(grid)
}
