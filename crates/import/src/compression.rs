//! Compressed files: gzip and Zstandard are read, others are named.

use std::io::{BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// A compressed file that cannot be read.
#[derive(Debug)]
pub(crate) enum CompressionError {
    /// A format that is not supported, as a complement of "this file is", and the help.
    Unsupported { format: &'static str, help: &'static str },
    /// A corrupt file.
    Corrupt { format: &'static str, message: String },
    /// The content exceeds the limit.
    TooLarge { format: &'static str },
}

/// The formats that are only named: the first bytes after an offset, the format and the help.
const UNSUPPORTED: [(usize, &[u8], &str, &str); 8] = [
    (0, b"BZh", "compressed with bzip2", "decompress it first with `bunzip2`"),
    (0, b"\xfd7zXZ\0", "compressed with xz", "decompress it first with `unxz`"),
    (0, b"\x04\x22\x4d\x18", "compressed with LZ4", "decompress it first with `unlz4`"),
    (0, b"PK\x03\x04", "compressed with ZIP", "decompress it first with `unzip`"),
    (0, b"7z\xbc\xaf\x27\x1c", "compressed with 7-Zip", "decompress it first with `7z x`"),
    (257, b"ustar", "a tar archive", "unpack it first with `tar -xf`"),
    (0, GZIP, "compressed twice, with gzip", "decompress it first with `gunzip`"),
    (0, ZSTANDARD, "compressed twice, with Zstandard", "decompress it first with `unzstd`"),
];
const GZIP: &[u8] = b"\x1f\x8b";
const ZSTANDARD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Decompresses a file; `None` if it is not compressed.
pub(crate) fn decompress(
    mut packed: impl BufRead,
    most: u64,
) -> Result<Option<Vec<u8>>, CompressionError> {
    let corrupt = |format, error: &dyn std::fmt::Display| CompressionError::Corrupt {
        format,
        message: error.to_string(),
    };
    // The reader of a file that is not compressed reports the error.
    let head = packed.fill_buf().unwrap_or_default();
    let content = if head.starts_with(GZIP) {
        read_all("gzip", MultiGzDecoder::new(packed), most)?
    } else if head.starts_with(ZSTANDARD) {
        let format = "Zstandard";
        let mut content = Vec::new();
        // A file can consist of several frames.
        while !packed.fill_buf().map_err(|error| corrupt(format, &error))?.is_empty() {
            let decoder =
                StreamingDecoder::new(&mut packed).map_err(|error| corrupt(format, &error))?;
            content.extend(read_all(format, decoder, most - content.len() as u64)?);
        }
        content
    } else {
        return refuse_unsupported(head).map(|()| None);
    };
    refuse_unsupported(&content).map(|()| Some(content))
}

/// Refuses content in a format that is only named.
pub(crate) fn refuse_unsupported(content: &[u8]) -> Result<(), CompressionError> {
    let is_format = |&&(start, bytes, ..): &&(usize, &[u8], _, _)| {
        content.get(start..).is_some_and(|rest| rest.starts_with(bytes))
    };
    match UNSUPPORTED.iter().find(is_format) {
        Some(&(.., format, help)) => Err(CompressionError::Unsupported { format, help }),
        None => Ok(()),
    }
}

/// Reads at most a number of bytes.
pub(crate) fn read_all(
    format: &'static str,
    decoder: impl Read,
    most: u64,
) -> Result<Vec<u8>, CompressionError> {
    let mut content = Vec::new();
    decoder
        .take(most + 1)
        .read_to_end(&mut content)
        .map_err(|error| CompressionError::Corrupt { format, message: error.to_string() })?;
    match content.len() as u64 > most {
        true => Err(CompressionError::TooLarge { format }),
        false => Ok(content),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn reads_compressed_files() {
        let content = b"<osm/>".repeat(100);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&content).expect("writing to memory succeeds");
        let gzip = gzip.finish().expect("writing to memory succeeds");
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let zstd = ruzstd::encoding::compress_to_vec(content.as_slice(), level);
        for packed in [gzip, zstd] {
            let read = |bytes: &[u8], most| {
                decompress(bytes, most).map(|content| content.expect("the file is compressed"))
            };
            assert_eq!(read(&packed, 600).expect("the file is valid"), content);
            assert_eq!(read(&packed.repeat(2), 1_200).map(|all| all.len()).ok(), Some(1_200));
            assert!(matches!(read(&packed, 599), Err(CompressionError::TooLarge { .. })));
            let cut = read(&packed[..packed.len() - 9], 600);
            assert!(matches!(cut, Err(CompressionError::Corrupt { .. })), "{cut:?}");
        }
    }

    #[test]
    fn names_other_formats() {
        let tar = [&[0; 257], b"ustar".as_slice()].concat();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&tar).expect("writing to memory succeeds");
        let gzip = gzip.finish().expect("writing to memory succeeds");
        for (bytes, name) in [(tar, "a tar"), (gzip, "a tar"), (b"BZh9".to_vec(), "bzip2")] {
            let Err(CompressionError::Unsupported { format, .. }) = decompress(&*bytes, 600) else {
                panic!("{name} is not supported")
            };
            assert!(format.contains(name), "{format}");
        }
        assert!(matches!(decompress(&b"<osm/>"[..], 600), Ok(None)));
    }
}
