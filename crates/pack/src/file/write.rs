//! Writing of pack files.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::parts::{EncodedPart, HEIGHTS, MANIFEST, digests, encoded_parts};
use super::{AnyPack, FORMAT_VERSION, Manifest, ManifestPart, System};
use crate::digest::Digest;
use crate::pack::Pack;

/// The deflate level, from 1 to 9: fast, with files only slightly larger than at the best level.
/// Most of a pack is relief, whose last digits are noise.
const DEFLATE_LEVEL: i64 = 2;

/// Writes a pack file; the same pack gives the same bytes.
pub fn write(pack: &Pack) -> Vec<u8> {
    file(&encoded_parts(pack.parts()), |parts, (play_digest, pack_digest)| Manifest {
        format: FORMAT_VERSION,
        system: System::PubBattles,
        scenario: pack.scenario().id.to_string(),
        map: Some(pack.map().id.to_string()),
        ruleset: pack.ruleset().id.clone(),
        play_digest,
        pack_digest,
        parts,
    })
}

/// Writes a pack file of either family.
pub fn write_any(pack: &AnyPack) -> Vec<u8> {
    match pack {
        AnyPack::PubBattles(pack) => write(pack),
        AnyPack::Fab(pack) => file(&pack.encoded(), |parts, (play_digest, pack_digest)| Manifest {
            format: FORMAT_VERSION,
            system: System::Fab,
            scenario: pack.battle().scene().id.to_string(),
            map: pack.map().map(|map| map.id.to_string()),
            ruleset: pack.battle().ruleset().name.clone(),
            play_digest,
            pack_digest,
            parts,
        }),
    }
}

/// Writes the parts with the manifest that lists them.
pub(super) fn file(
    parts: &[EncodedPart],
    manifest: impl FnOnce(Vec<ManifestPart>, (Digest, Digest)) -> Manifest,
) -> Vec<u8> {
    let listed = parts.iter().map(|part| ManifestPart {
        name: part.name.to_owned(),
        size: part.bytes.len() as u64,
        digest: Digest::compute(&part.bytes),
    });
    let manifest = serde_json::to_vec_pretty(&manifest(listed.collect(), digests(parts)));
    let manifest = manifest.expect("a manifest serialises");
    let mut files = vec![(MANIFEST, manifest.as_slice())];
    files.extend(parts.iter().map(|part| (part.name, part.bytes.as_slice())));
    zip_files(&files).expect("writing to memory does not fail")
}

/// A file as name and bytes.
type File<'a> = (&'a str, &'a [u8]);

/// Writes the files as a zip. Elevations take as long as all preceding files, so both halves are
/// compressed in parallel and then joined in order.
fn zip_files(files: &[File<'_>]) -> ZipResult<Vec<u8>> {
    let heights = files.iter().position(|(name, _)| *name == HEIGHTS).unwrap_or(files.len());
    let (before, after) = files.split_at(heights);
    let (before, after) = rayon::join(|| deflate_files(before), || deflate_files(after));
    let mut zip = before?;
    zip.merge_archive(after?.finish_into_readable()?)?;
    Ok(zip.finish()?.into_inner())
}

fn deflate_files(files: &[File<'_>]) -> ZipResult<ZipWriter<Cursor<Vec<u8>>>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(DEFLATE_LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip)
}
