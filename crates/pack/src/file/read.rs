//! Reading a pack file that may be truncated, damaged or hostile.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Cursor, Read as _};

use serde::de::DeserializeOwned;
use zip::ZipArchive;

use super::parts::{
    ELEVATION, HEIGHTS, LABELS, MANIFEST, MAP, RULESET, SCENARIO, SCENERY, SOURCES, STYLE,
};
use super::{AnyPack, FORMAT_VERSION, Manifest, System, heights};
use crate::digest::Digest;
use crate::fab;
use crate::fault::PackFault;
use crate::model::ElevationGrid;
use crate::pack::{Pack, PackParts};

/// Bounds that a reader enforces, whatever the file claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackLimits {
    /// Bytes of one uncompressed part.
    pub part_bytes: u64,
    /// Bytes of all uncompressed parts together.
    pub total_bytes: u64,
}

impl Default for PackLimits {
    /// 32 MiB a part, 64 MiB in all: a map of a million corners has some 20. What a part becomes in
    /// memory may be eight times as long as its text.
    fn default() -> Self {
        Self { part_bytes: 32 << 20, total_bytes: 64 << 20 }
    }
}

/// Why bytes are not a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The bytes are no zip, or it is truncated or damaged.
    NotAZip {
        /// What the zip reader says.
        message: String,
    },
    /// The bytes are a text, such as the record of a game.
    Text,
    /// The file was written by a newer (or unknown) version.
    OtherFormat {
        /// The version that the file gives.
        found: u64,
    },
    /// The battle is of FAB, where one of Pub Battles is wanted.
    AreaBattle,
    /// A part that every pack has is missing.
    Missing {
        /// Its name.
        part: String,
    },
    /// A part that no pack has is there, or it is there twice, or it is no file.
    Unexpected {
        /// Its name, shortened.
        part: String,
    },
    /// A part is larger than a reader accepts.
    TooLarge {
        /// Its name.
        part: String,
    },
    /// A part is not what the manifest says.
    Changed {
        /// Its name.
        part: String,
    },
    /// A part cannot be understood.
    Malformed {
        /// Its name.
        part: String,
        /// Line and column and what is wrong there.
        message: String,
    },
    /// The parts contradict one another.
    Fault(PackFault),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAZip { message } => {
                write!(f, "it is cut short, damaged, or no pack at all ({message})")
            }
            Self::Text => f.write_str(
                "it is a text, not a pack; if it is the record of a game, `sandtable replay` reads it",
            ),
            Self::OtherFormat { found } => {
                write!(
                    f,
                    "pack format {found} is not read here; this program reads format {FORMAT_VERSION}"
                )
            }
            Self::AreaBattle => {
                f.write_str("it is a battle of FAB, and only those of Pub Battles are read here")
            }
            Self::Missing { part } => write!(f, "the part `{part}` is missing"),
            Self::Unexpected { part } => write!(f, "the part `{part}` does not belong in a pack"),
            Self::TooLarge { part } => {
                write!(f, "the part `{part}` is larger than a pack may hold")
            }
            Self::Changed { part } => write!(f, "the part `{part}` is not what the manifest says"),
            Self::Malformed { part, message } => {
                write!(f, "the part `{part}` cannot be read: {message}")
            }
            Self::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads the pack file of a battle of Pub Battles, as [`read_any`] does.
pub fn read(bytes: &[u8], limits: PackLimits) -> Result<Pack, ReadError> {
    match read_any(bytes, limits)? {
        AnyPack::PubBattles(pack) => Ok(*pack),
        AnyPack::Fab(_) => Err(ReadError::AreaBattle),
    }
}

/// Reads a pack file: bounded sizes and names, digests checked, every guarantee of [`Pack`] and
/// [`fab::Pack`] checked again.
pub fn read_any(bytes: &[u8], limits: PackLimits) -> Result<AnyPack, ReadError> {
    if bytes.starts_with(b"{") {
        return Err(ReadError::Text);
    }
    let mut parts =
        unzipped(bytes, limits).map_err(|error| other_format(bytes, limits).unwrap_or(error))?;
    let manifest = parts.remove(MANIFEST).ok_or_else(|| missing(MANIFEST))?;
    let manifest = read_manifest(&manifest)?;
    for part in &manifest.parts {
        let bytes = parts.get(part.name.as_str()).ok_or_else(|| missing(&shown(&part.name)))?;
        if bytes.len() as u64 != part.size || Digest::of(bytes) != part.digest {
            return Err(ReadError::Changed { part: part.name.clone() });
        }
    }
    if let Some(name) =
        parts.keys().find(|name| manifest.parts.iter().all(|part| part.name != **name))
    {
        return Err(ReadError::Unexpected { part: (*name).to_owned() });
    }
    let pack = match manifest.system {
        System::PubBattles => AnyPack::from(pub_battles(&parts)?),
        System::Fab => AnyPack::from(area_battle(&parts)?),
    };
    let promised = (manifest.play_digest, manifest.pack_digest);
    if promised != (pack.play_digest(), pack.pack_digest()) {
        return Err(ReadError::Changed { part: MANIFEST.to_owned() });
    }
    Ok(pack)
}

/// The parts of a file by their names.
type Parts = BTreeMap<&'static str, Vec<u8>>;

fn pub_battles(parts: &Parts) -> Result<Pack, ReadError> {
    let elevation = match (parts.contains_key(ELEVATION), parts.get(HEIGHTS)) {
        (true, Some(heights)) => {
            let grid: ElevationGrid = json(parts, ELEVATION)?;
            Some(with_heights(grid, heights)?)
        }
        (true, None) => return Err(missing(HEIGHTS)),
        (false, Some(_)) => return Err(missing(ELEVATION)),
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
    .map_err(first)
}

fn area_battle(parts: &Parts) -> Result<fab::Pack, ReadError> {
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
    .map_err(first)
}

fn first(mut faults: Vec<PackFault>) -> ReadError {
    ReadError::Fault(faults.swap_remove(0))
}

fn missing(part: &str) -> ReadError {
    ReadError::Missing { part: part.to_owned() }
}

/// So many bytes of a file tell whether it begins as a pack does.
pub const BEGINNING_BYTES: u64 = 64;

/// Does a file begin as packs do that this program wrote, of whatever format? Their first part is the manifest.
pub fn begins_a_pack(beginning: &[u8]) -> bool {
    // A part's name stands behind the 30 bytes of its head (APPNOTE 4.3.7).
    let name = beginning.get(30..).unwrap_or_default();
    beginning.starts_with(b"PK\x03\x04") && name.starts_with(MANIFEST.as_bytes())
}

/// Every part by its name. Only the names of a pack are accepted, so no path can climb anywhere.
fn unzipped(bytes: &[u8], limits: PackLimits) -> Result<Parts, ReadError> {
    let known =
        [MANIFEST, SCENARIO, MAP, RULESET, LABELS, SCENERY, STYLE, ELEVATION, HEIGHTS, SOURCES];
    let damaged = |error: &dyn fmt::Display| ReadError::NotAZip { message: shown(error) };
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if zip.has_duplicate_names() {
        // One program takes the first of them and another the last.
        return Err(ReadError::Unexpected { part: "two of one name".to_owned() });
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
            return Err(ReadError::Unexpected { part: shown(&found) });
        };
        if file.unix_mode().is_some_and(|mode| !is_plain_file(mode)) {
            return Err(ReadError::Unexpected { part: format!("{name} (no plain file)") });
        }
        let mut content = Vec::new();
        // What the header claims is not trusted: one byte more than allowed is read at most.
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

/// What is odd about a pack may be new in a later format: its manifest says which it is.
fn other_format(bytes: &[u8], limits: PackLimits) -> Option<ReadError> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut manifest = Vec::new();
    let file = zip.by_name(MANIFEST).ok()?;
    file.take(limits.part_bytes).read_to_end(&mut manifest).ok()?;
    let error = read_manifest(&manifest).err()?;
    matches!(error, ReadError::OtherFormat { .. }).then_some(error)
}

/// Is this Unix mode that of a plain file, or does it leave out what it is of?
fn is_plain_file(mode: u32) -> bool {
    matches!(mode & 0o170_000, 0 | 0o100_000)
}

/// What a hostile file may have a say in, as a message shows it: short, and nothing that a terminal
/// obeys.
fn shown(text: &dyn fmt::Display) -> String {
    const LONGEST: usize = 200;
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    text.to_string().chars().take(LONGEST).map(plain).collect()
}

fn read_manifest(bytes: &[u8]) -> Result<Manifest, ReadError> {
    #[derive(serde::Deserialize)]
    struct FormatOnly {
        format: u64,
    }
    let malformed = |error: serde_json::Error| ReadError::Malformed {
        part: MANIFEST.to_owned(),
        message: shown(&error),
    };
    // The version comes first: a newer manifest may have keys that this program does not know.
    let FormatOnly { format } = serde_json::from_slice(bytes).map_err(malformed)?;
    if format != u64::from(FORMAT_VERSION) {
        return Err(ReadError::OtherFormat { found: format });
    }
    serde_json::from_slice(bytes).map_err(malformed)
}

fn json<T: DeserializeOwned>(parts: &Parts, name: &'static str) -> Result<T, ReadError> {
    let bytes = parts.get(name).ok_or_else(|| missing(name))?;
    serde_json::from_slice(bytes)
        .map_err(|error| ReadError::Malformed { part: name.to_owned(), message: shown(&error) })
}

fn with_heights(mut grid: ElevationGrid, bytes: &[u8]) -> Result<ElevationGrid, ReadError> {
    grid.heights = heights::decoded(bytes, grid.columns).ok_or_else(|| ReadError::Malformed {
        part: HEIGHTS.to_owned(),
        message: "odd number of bytes".to_owned(),
    })?;
    Ok(grid)
}
