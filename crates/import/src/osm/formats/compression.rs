//! Compressed files: gzip and Zstandard are read, others are named.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// A compressed file that cannot be read.
#[derive(Debug)]
pub(crate) enum CompressionError {
    /// A format that is not supported, and the command that decompresses it.
    Unsupported { format: &'static str, command: &'static str },
    /// A corrupt file.
    Corrupt { format: &'static str, message: String },
    /// The content exceeds the limit.
    TooLarge { format: &'static str },
}

/// The formats that are only named: first bytes, name and command.
const UNSUPPORTED: [(&[u8], &str, &str); 5] = [
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ\0", "xz", "unxz"),
    (b"\x04\x22\x4d\x18", "LZ4", "unlz4"),
    (b"PK\x03\x04", "ZIP", "unzip"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x"),
];

/// Decompresses a file; returns a file that is not compressed as it is.
pub(crate) fn decompress(bytes: Vec<u8>, most: u64) -> Result<Vec<u8>, CompressionError> {
    if bytes.starts_with(b"\x1f\x8b") {
        return read_all("gzip", MultiGzDecoder::new(bytes.as_slice()), most);
    }
    if bytes.starts_with(b"\x28\xb5\x2f\xfd") {
        let format = "Zstandard";
        let corrupt = |error: &dyn std::fmt::Display| CompressionError::Corrupt {
            format,
            message: error.to_string(),
        };
        let (mut content, mut rest) = (Vec::new(), bytes.as_slice());
        // A file can consist of several frames.
        while !rest.is_empty() {
            let decoder = StreamingDecoder::new(&mut rest).map_err(|error| corrupt(&error))?;
            content.extend(read_all(format, decoder, most - content.len() as u64)?);
        }
        return Ok(content);
    }
    match UNSUPPORTED.into_iter().find(|(start, ..)| bytes.starts_with(start)) {
        Some((_, format, command)) => Err(CompressionError::Unsupported { format, command }),
        None => Ok(bytes),
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
            let read = |bytes: &[u8], most| decompress(bytes.to_vec(), most);
            assert_eq!(read(&packed, 600).expect("the file is valid"), content);
            assert_eq!(read(&packed.repeat(2), 1_200).map(|all| all.len()).ok(), Some(1_200));
            assert!(matches!(read(&packed, 599), Err(CompressionError::TooLarge { .. })));
            let cut = read(&packed[..packed.len() - 9], 600);
            assert!(matches!(cut, Err(CompressionError::Corrupt { .. })), "{cut:?}");
        }
    }
}
