//! Zip files written byte by byte, to falsify any field.

/// A file in a zip, as described by its headers.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub crc: u32,
    /// Compressed and uncompressed length in the headers.
    pub packed: u32,
    pub size: u32,
    /// Unix mode and file type, in the upper half.
    pub attributes: u32,
    pub data: Vec<u8>,
    /// The index of the entry whose local header this one points to.
    pub at: Option<usize>,
}

pub const STORED: u16 = 0;
pub const DEFLATED: u16 = 8;

/// A file stored without compression.
pub fn stored_entry(name: &str, data: &[u8]) -> Entry {
    Entry {
        name: name.as_bytes().to_vec(),
        method: STORED,
        flags: 0,
        crc: crc(data),
        packed: data.len() as u32,
        size: data.len() as u32,
        attributes: 0o100_644 << 16,
        data: data.to_vec(),
        at: None,
    }
}

/// A file of one repeated byte, compressed to about 1/160 of its size.
pub fn repeated_byte_entry(name: &str, byte: u8, size: u64) -> Entry {
    let data = deflate_repeated_byte(byte, size);
    let (packed, size) = (data.len() as u32, size.min(u64::from(u32::MAX)) as u32);
    Entry { method: DEFLATED, packed, size, data, ..stored_entry(name, &[]) }
}

/// A zip of these files; `count`, if given, is the stated number of files.
pub fn zip(entries: &[Entry], count: Option<u16>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut starts: Vec<u32> = Vec::new();
    for entry in entries {
        starts.push(file.len() as u32);
        file.extend(b"PK\x03\x04\x14\x00");
        header(&mut file, entry);
        file.extend(&entry.name);
        file.extend(&entry.data);
    }
    let directory = file.len() as u32;
    for (entry, start) in entries.iter().zip(&starts) {
        file.extend(b"PK\x01\x02\x14\x03\x14\x00");
        header(&mut file, entry);
        // No comment, on the first disk, no internal attributes.
        file.extend([0; 6]);
        file.extend(entry.attributes.to_le_bytes());
        file.extend(entry.at.map_or(*start, |at| starts[at]).to_le_bytes());
        file.extend(&entry.name);
    }
    let length = file.len() as u32 - directory;
    let count = count.unwrap_or(entries.len() as u16).to_le_bytes();
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend([count, count].concat());
    file.extend(length.to_le_bytes());
    file.extend(directory.to_le_bytes());
    file.extend([0, 0]);
    file
}

/// The fields common to the local header and the directory.
fn header(file: &mut Vec<u8>, entry: &Entry) {
    file.extend(entry.flags.to_le_bytes());
    file.extend(entry.method.to_le_bytes());
    // Midnight on 1 January 1980.
    file.extend([0, 0, 0x21, 0]);
    file.extend(entry.crc.to_le_bytes());
    file.extend(entry.packed.to_le_bytes());
    file.extend(entry.size.to_le_bytes());
    file.extend((entry.name.len() as u16).to_le_bytes());
    file.extend([0, 0]);
}

/// The CRC-32 of zip and PNG.
pub fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// A deflate stream (RFC 1951) of one repeated byte below 144: 13 bits for 258 bytes.
pub fn deflate_repeated_byte(byte: u8, size: u64) -> Vec<u8> {
    let (mut out, mut bits, mut filled) = (Vec::new(), 0_u32, 0);
    // Codes are written from their highest bit, other values from their lowest.
    let mut put = |value: u32, length: u32| {
        for shift in (0..length).rev() {
            bits |= ((value >> shift) & 1) << filled;
            filled += 1;
            if filled == 8 {
                out.push(bits as u8);
                (bits, filled) = (0, 0);
            }
        }
    };
    // The last block, with fixed codes.
    put(0b110, 3);
    let literal = 0b0011_0000 + u32::from(byte);
    let runs = size.saturating_sub(1) / 258;
    put(literal, 8);
    for _ in 0..runs {
        // A run of 258 copies of the previous byte.
        put(0b1100_0101, 8);
        put(0, 5);
    }
    for _ in 0..size.saturating_sub(1) % 258 {
        put(literal, 8);
    }
    // The end code, and zeros up to the next byte.
    put(0, 7);
    put(0, 7);
    out
}
