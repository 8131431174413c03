//! Writing a pack file.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::parts::{MANIFEST, encoded_parts};
use super::{FORMAT_VERSION, Manifest, ManifestPart};
use crate::digest::Digest;
use crate::pack::Pack;

/// Of 1 to 9: quick, and hardly larger than the best. Elevation is most of a pack, and its last
/// digits are noise.
const DEFLATE_LEVEL: i64 = 3;

/// The bytes of the pack file; the same pack gives the same bytes.
pub fn write(pack: &Pack) -> Vec<u8> {
    let parts = encoded_parts(pack.parts());
    let manifest = Manifest {
        format: FORMAT_VERSION,
        system: "pub-battles".to_owned(),
        scenario: pack.scenario().id.to_string(),
        map: pack.map().id.to_string(),
        ruleset: pack.ruleset().id.clone(),
        play_digest: pack.play_digest(),
        pack_digest: pack.pack_digest(),
        parts: parts
            .iter()
            .map(|part| ManifestPart {
                name: part.name.to_owned(),
                size: part.bytes.len() as u64,
                digest: Digest::of(&part.bytes),
            })
            .collect(),
    };
    let manifest = serde_json::to_vec_pretty(&manifest).expect("a manifest serialises");
    let files = std::iter::once((MANIFEST, manifest.as_slice()))
        .chain(parts.iter().map(|part| (part.name, part.bytes.as_slice())));
    zipped(files).expect("writing to memory does not fail")
}

fn zipped<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(DEFLATE_LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
