//! Files of quite another kind in the place of an authored one, told by their first bytes.

/// What a file is, and what to name instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherFile {
    /// As in "this file is …".
    pub(crate) is: &'static str,
    pub(crate) help: &'static str,
}

const TEXT: &str = "scenarios, maps and rulesets are plain text: write them in a text editor, and save them as `.yaml`";

/// What a file is that holds no authored text.
pub(crate) fn other_file(bytes: &[u8]) -> Option<OtherFile> {
    let of = |is, help| Some(OtherFile { is, help });
    let head = &bytes[..bytes.len().min(2_000)];
    let starts = |magic: &[u8]| head.starts_with(magic);
    let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    if starts(b"%PDF") {
        return of(
            "a PDF",
            "a PDF is printed, not checked: name the scenario from which it was made, such as `scenarios/gettysburg`",
        );
    }
    if starts(b"PK\x03\x04") && has(b"[Content_Types].xml") {
        return of("a document of a word processor or a spreadsheet", TEXT);
    }
    if starts(b"PK\x03\x04") {
        return of(
            "a zip archive",
            "a pack has a name that ends in `.pack`: rename it if it is one; otherwise unpack it and name the file that is meant",
        );
    }
    if starts(b"{\\rtf") || starts(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return of("a document of a word processor", TEXT);
    }
    if starts(b"II*\0") || starts(b"MM\0*") {
        return of(
            "a TIFF, an elevation or a picture",
            "an elevation is checked with its map: name the `map.yaml` that has it under `elevation:`",
        );
    }
    if starts(b"\x89PNG") || starts(b"\xff\xd8\xff") {
        return of("a picture", "name the scenario or the map from which it was made");
    }
    if starts(b"SQLite format 3\0") || starts(&[0, 0, 0x27, 0x0a]) {
        return of(
            "map data of another program",
            "export it from QGIS as GeoJSON (Layer › Save As…, CRS EPSG:4326 - WGS 84), list it under `layers:` of a map, and check the map",
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_known_by_their_first_bytes() {
        let is = |bytes: &[u8]| other_file(bytes).map(|other| other.is);
        assert_eq!(is(b"%PDF-1.7"), Some("a PDF"));
        assert_eq!(is(b"PK\x03\x04\x14\0scenario.json"), Some("a zip archive"));
        let document = b"PK\x03\x04\x14\0[Content_Types].xml";
        assert_eq!(is(document), Some("a document of a word processor or a spreadsheet"));
        assert_eq!(is(b"format: 1\n"), None);
        assert_eq!(is(b""), None);
    }
}
