//! Malicious pack files must give an error within bounded time and memory.

mod support;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use sandtable_pack::{Digest, Manifest, Pack, PackLimits, ReadError, read, sample, write};
use support::{Entry, repeated_byte_entry, stored_entry, zip};

fn read_default(bytes: &[u8]) -> Result<Pack, ReadError> {
    read(bytes, PackLimits::default())
}

/// The files of a valid pack, in order.
fn valid_entries() -> Vec<Entry> {
    let bytes = write(&Pack::new(sample::parts()).expect("valid sample"));
    let mut archive = open_with_zip_crate(&bytes);
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).expect("valid entry");
            let name = file.name().expect("valid name").into_owned();
            let mut data = Vec::new();
            file.read_to_end(&mut data).expect("readable entry");
            stored_entry(&name, &data)
        })
        .collect()
}

fn open_with_zip_crate(bytes: &[u8]) -> ::zip::ZipArchive<Cursor<&[u8]>> {
    ::zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip")
}

/// The files with one of them changed.
fn with_changed_entry(name: &str, change: impl FnOnce(&mut Entry)) -> Vec<u8> {
    let mut files = valid_entries();
    change(files.iter_mut().find(|file| file.name == name.as_bytes()).expect("named part"));
    zip(&files, None)
}

/// The files with one added.
fn with_added_entry(entry: Entry) -> Vec<u8> {
    let mut files = valid_entries();
    files.push(entry);
    zip(&files, None)
}

/// A file with false metadata is rejected, unless no reader uses the false field.
fn assert_rejected_or_unchanged(bytes: &[u8]) {
    if let Ok(read) = read_default(bytes) {
        assert!(Ok(read) == read_default(&zip(&valid_entries(), None)), "another battle was read");
    }
}

fn assert_rejected(bytes: &[u8]) -> ReadError {
    let Err(error) = read_default(bytes) else { panic!("a malicious pack was accepted") };
    let message = error.to_string();
    assert!(message.len() < 500 && !message.chars().any(char::is_control), "{message}");
    error
}

#[test]
fn reads_handwritten_zip() {
    let pack = Pack::new(sample::parts()).expect("valid sample");
    assert!(read_default(&zip(&valid_entries(), None)) == Ok(pack));
    let spaces = " ".repeat(1_000_000);
    let crc = support::crc(spaces.as_bytes());
    let bytes = zip(&[Entry { crc, ..repeated_byte_entry("a", b' ', 1_000_000) }], None);
    let mut text = String::new();
    open_with_zip_crate(&bytes)
        .by_index(0)
        .expect("valid file")
        .read_to_string(&mut text)
        .expect("valid file");
    assert_eq!(text, spaces);
}

#[test]
fn rejects_decompression_bombs() {
    // 7 MB that expand to 1 GiB, also with headers that claim a kilobyte.
    let bomb = repeated_byte_entry("map.json", b' ', 1 << 30);
    let swelling =
        |size| with_changed_entry("map.json", |part| *part = Entry { size, ..bomb.clone() });
    for claim in [u32::MAX, 1 << 30, 1_000, 0] {
        let error = assert_rejected(&swelling(claim));
        assert!(
            matches!(error, ReadError::TooLarge { .. } | ReadError::InvalidZip { .. }),
            "{error:?}"
        );
    }
    // Each part is within the limits, but the total is not.
    let all: Vec<Entry> = valid_entries()
        .iter()
        .map(|part| repeated_byte_entry(&String::from_utf8_lossy(&part.name), b' ', 30 << 20))
        .collect();
    let error = assert_rejected(&zip(&all, None));
    assert!(!matches!(error, ReadError::Malformed { .. }), "{error:?}");
}

#[test]
fn rejects_excessive_part_count() {
    let many: Vec<Entry> = (0..65_000).map(|n| stored_entry(&format!("part-{n}"), &[])).collect();
    assert!(matches!(assert_rejected(&zip(&many, None)), ReadError::Unexpected { .. }));
    // A false number of files in the end record.
    for claim in [0, 1, 5, 7, 9, 0xFFFE, 0xFFFF] {
        assert_rejected_or_unchanged(&zip(&valid_entries(), Some(claim)));
    }
}

#[test]
fn misleading_names_are_rejected() {
    for name in [
        "../map.json",
        "/map.json",
        "./map.json",
        "map.json/",
        "c:\\map.json",
        "..\\map.json",
        "MAP.JSON",
        "map.json\0",
        "map.json ",
        "",
        ".",
        "folder/",
        "nested.pack",
        "\u{202e}nosj.pam",
        "\u{1b}[2J",
    ] {
        let error = assert_rejected(&with_added_entry(stored_entry(name, b"x")));
        assert!(matches!(error, ReadError::Unexpected { .. }), "{name:?}: {error:?}");
    }
    let error = assert_rejected(&with_added_entry(Entry {
        name: vec![0xFF, 0xFE, b'a'],
        ..stored_entry("", b"x")
    }));
    assert!(
        matches!(error, ReadError::Unexpected { .. } | ReadError::InvalidZip { .. }),
        "{error:?}"
    );
    assert_rejected(&with_added_entry(stored_entry(&"x".repeat(60_000), b"x")));
    // A part with a different spelling of its name does not count.
    let renamed = with_changed_entry("map.json", |part| part.name = b"./map.json".to_vec());
    assert_rejected(&renamed);
}

/// Readers that pick different duplicates would see different battles.
#[test]
fn duplicate_parts_are_rejected() {
    let files = valid_entries();
    for part in &files {
        assert_rejected(&with_added_entry(part.clone()));
        assert_rejected(&with_added_entry(Entry {
            data: b"{}".to_vec(),
            crc: support::crc(b"{}"),
            packed: 2,
            size: 2,
            ..part.clone()
        }));
    }
}

#[test]
fn overlapping_parts_are_rejected() {
    // All entries point to the same bytes.
    let mut files = valid_entries();
    for file in &mut files[1..] {
        file.at = Some(0);
    }
    assert_rejected(&zip(&files, None));
    // A zip bomb of overlapping files, each containing the next.
    let mut quilt: Vec<Entry> = valid_entries();
    quilt.iter_mut().for_each(|part| part.packed = 1 << 20);
    assert_rejected(&zip(&quilt, None));
}

#[test]
fn non_files_are_rejected() {
    for kind in [0o120_777, 0o040_755, 0o010_644, 0o020_666, 0o060_666, 0o140_777] {
        let error =
            assert_rejected(&with_changed_entry("map.json", |part| part.attributes = kind << 16));
        assert!(matches!(error, ReadError::Unexpected { .. }), "{kind:o}: {error:?}");
    }
}

#[test]
fn encrypted_parts_are_rejected() {
    // Encrypted, strongly encrypted, patched.
    for flags in [1, 0x41, 0x20] {
        let bytes = with_changed_entry("map.json", |part| part.flags = flags);
        if flags & 1 == 1 {
            assert_rejected(&bytes);
        } else {
            assert_rejected_or_unchanged(&bytes);
        }
    }
    for method in [1, 6, 9, 12, 14, 93, 95, 98, 99, u16::MAX] {
        assert_rejected(&with_changed_entry("map.json", |part| part.method = method));
    }
    assert_rejected(&with_changed_entry("map.json", |part| part.crc ^= 1));
    assert_rejected(&with_changed_entry("map.json", |part| part.method = support::DEFLATED));
    assert_rejected_or_unchanged(&with_changed_entry("map.json", |part| part.size += 1));
    assert_rejected(&with_changed_entry("map.json", |part| part.packed -= 1));
    assert_rejected(&with_changed_entry("map.json", |part| {
        (part.packed, part.size) = (u32::MAX, u32::MAX)
    }));
}

/// The end record of a zip over 4 GiB with false values.
#[test]
fn false_zip64_ends_are_rejected() {
    let files = valid_entries();
    let plain = zip(&files, None);
    let (body, end) = plain.split_at(plain.len() - 22);
    for (count, length, start) in [
        (u64::MAX, 1_u64 << 60, 0_u64),
        (1 << 60, 46, 0),
        (9, u64::MAX, u64::MAX),
        (9, 1 << 40, 1 << 40),
        (1 << 32, 0, body.len() as u64),
    ] {
        let mut bytes = body.to_vec();
        let at = bytes.len() as u64;
        bytes.extend(b"PK\x06\x06");
        bytes.extend(44_u64.to_le_bytes());
        bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for value in [count, count, length, start] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(at.to_le_bytes());
        bytes.extend([1, 0, 0, 0]);
        bytes.extend(&end[..8]);
        bytes.extend([0xFF; 12]);
        bytes.extend([0, 0]);
        // A reader of the ordinary end record finds the same battle.
        assert_rejected_or_unchanged(&bytes);
    }
}

/// Bytes before or after a zip do not change its contents.
#[test]
fn surrounding_bytes_change_nothing() {
    let plain = zip(&valid_entries(), None);
    for bytes in [
        [b"MZ\0\0", plain.as_slice()].concat(),
        [plain.as_slice(), b"trailing"].concat(),
        [plain.as_slice(), plain.as_slice()].concat(),
        [plain.as_slice(), &vec![0; 70_000]].concat(),
    ] {
        assert_rejected_or_unchanged(&bytes);
    }
}

/// A pack with these parts and a manifest with matching digests.
fn pack_with_parts(changed: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut parts: BTreeMap<String, Vec<u8>> = valid_entries()
        .into_iter()
        .map(|part| (String::from_utf8(part.name).expect("UTF-8 name"), part.data))
        .collect();
    for (name, bytes) in changed {
        parts.insert((*name).to_owned(), bytes.clone());
    }
    let mut manifest: Manifest =
        serde_json::from_slice(&parts["manifest.json"]).expect("a manifest");
    for part in &mut manifest.parts {
        part.digest = Digest::compute(&parts[&part.name]);
        part.size = parts[&part.name].len() as u64;
    }
    parts.insert("manifest.json".to_owned(), serde_json::to_vec(&manifest).expect("JSON"));
    let files: Vec<Entry> = parts.iter().map(|(name, bytes)| stored_entry(name, bytes)).collect();
    zip(&files, None)
}

#[test]
fn rejects_exhausting_json() {
    let deep =
        |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    let map = String::from_utf8(
        valid_entries().iter().find(|part| part.name == b"map.json").expect("a map").data.clone(),
    )
    .expect("JSON");
    let woods =
        |value: &str| map.replacen("\"woods\":[]", &format!("\"woods\":{value}"), 1).into_bytes();
    assert!(map.contains("\"woods\":[]"));
    for bytes in [
        deep("[", "]").into_bytes(),
        deep("{\"a\":", "}").into_bytes(),
        woods(&deep("[", "]")),
        woods(&deep("{\"id\":", "}")),
        woods(&format!("[{{\"id\":\"{}\",\"parts\":[]}}]", "x".repeat(10 << 20))),
        woods(&format!("[{{\"id\":\"a\",\"parts\":[{}0]}}]", "[],".repeat(5 << 20))),
        woods("[{\"id\":\"a\",\"id\":\"b\",\"parts\":[]}]"),
        woods("[{\"id\":\"a\",\"parts\":[]},{\"id\":\"a\",\"parts\":[]}]"),
        woods("[{\"id\":\"a\",\"parts\":[],\"more\":1}]"),
        woods("NaN"),
        woods("[1e999]"),
        woods(&"9".repeat(1 << 20)),
        b"\xff\xfe{".to_vec(),
        Vec::new(),
        vec![0; 1 << 20],
    ] {
        let error = assert_rejected(&pack_with_parts(&[("map.json", bytes)]));
        assert!(matches!(error, ReadError::Malformed { .. } | ReadError::Fault(_)), "{error:?}");
    }
    // Parts of another battle do not match the manifest's digest of the whole pack.
    let other = map.replacen("\"width\":800000", "\"width\":800001", 1);
    assert_ne!(other, map);
    assert_rejected(&pack_with_parts(&[("map.json", other.into_bytes())]));
}
