//! Detects files of another kind in place of an authored file, by their first bytes or file
//! extension.

use sandtable_source::ProjectPath;

/// The kind of a file that contains neither authored text nor GeoJSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignFile {
    /// A description that completes "this file is …".
    pub description: &'static str,
    /// Help for a file named as a scenario, a map or a ruleset.
    pub help_for_text: &'static str,
    /// Help for a file named as a layer.
    pub help_for_layer: &'static str,
}

/// The kinds of files: description, help for authored text and help for a layer.
impl ForeignFile {
    const PDF: Self = Self::new(
        "a PDF",
        "a PDF is an output: use the scenario it was made from, such as `scenarios/gettysburg`",
        "a layer holds drawn features: trace the map in QGIS",
    );
    const DOCUMENT: Self = Self::new("a word-processor document", PLAIN_TEXT, TABLE);
    const OFFICE: Self = Self::new("a word-processor document or a spreadsheet", PLAIN_TEXT, TABLE);
    const ZIP: Self = Self::new(
        "a zip archive",
        "if it is a pack, rename it so that its name ends in `.pack`; otherwise unpack it and use the file inside",
        "shapefiles and KMZ files are often zipped: unpack it and open the contents in QGIS, then Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84",
    );
    const GZIP: Self = Self::new("compressed with gzip", UNPACK, UNPACK);
    const TIFF: Self = Self::new(
        "a TIFF file (elevation data or a picture)",
        "elevation data is checked with its map: pass the `map.yaml` that lists it under `elevation:`",
        TRACE,
    );
    const PICTURE: Self = Self::new("a picture", NAME_SOURCE, TRACE);
    const SVG: Self = Self::new(
        "a picture",
        NAME_SOURCE,
        "a layer holds drawn features with coordinates: draw it in QGIS",
    );
    const DATABASE: Self = Self::new("a GeoPackage or another SQLite database", EXPORT, SAVE);
    const SHAPEFILE: Self = Self::new("a shapefile", EXPORT, SAVE);
    const FLAT_GEOBUF: Self = Self::new("a FlatGeobuf file", EXPORT, SAVE);
    const LFS_POINTER: Self = Self::new("a Git LFS pointer without its data", FETCH, FETCH);
    const WEB_PAGE: Self = Self::new("a web page", DOWNLOAD, DOWNLOAD);
    const SERVER_ERROR: Self = Self::new("an error message from a server", DOWNLOAD, DOWNLOAD);
    const KML: Self = Self::new("a KML file", EXPORT, SAVE);
    const GPX: Self = Self::new("a GPX file", EXPORT, SAVE);
    const OPEN_STREET_MAP: Self = Self::new("raw OpenStreetMap data", EXPORT, SAVE);
    const GML: Self = Self::new("a GML file", EXPORT, SAVE);
    const XML: Self = Self::new("an XML file", AUTHORED, SAVE);
    const MARKDOWN: Self = Self::new("a Markdown document", AUTHORED, LAYER);
    const CSV: Self = Self::new("a CSV table", AUTHORED, TABLE);
    const TOML: Self = Self::new("a TOML settings file", AUTHORED, LAYER);
}

const PLAIN_TEXT: &str = "scenarios, maps and rulesets are plain text: write them in a text editor, and save them as `.yaml`";
const NAME_SOURCE: &str = "use the scenario or map it was made from";
const AUTHORED: &str = "use a scenario, a map or a ruleset: a `.yaml` file, or its folder, such as `scenarios/gettysburg`";
const EXPORT: &str = "export it from QGIS as GeoJSON (Layer › Save As…, CRS EPSG:4326 - WGS 84), list it under `layers:` of a map, and check the map";
const SAVE: &str = "open it in QGIS and export the layer: Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84";
const TRACE: &str = "a layer holds drawn features: trace the picture in QGIS, or list elevation data under `elevation:`";
const TABLE: &str = "a layer holds drawn features: QGIS turns a table with coordinates into one by Layer › Add Layer › Add Delimited Text Layer…";
const LAYER: &str = "use the GeoJSON file of the layer";
const DOWNLOAD: &str = "the download failed: open the file in a text editor to read the server's message, then download the data again";
const FETCH: &str = "fetch the data with `git lfs pull`";
const UNPACK: &str = "unpack it and use the unpacked file";

/// Number of bytes examined at the start of a file.
const HEAD_BYTES: usize = 2_000;

impl ForeignFile {
    /// Detects the kind of a file by its first bytes; `None` if the file may be valid.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD_BYTES)];
        let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        let magics: [(&[u8], Self); 15] = [
            (b"%PDF", Self::PDF),
            (b"{\\rtf", Self::DOCUMENT),
            (&[0xd0, 0xcf, 0x11, 0xe0], Self::DOCUMENT),
            (b"PK\x03\x04", Self::ZIP),
            (&[0x1f, 0x8b], Self::GZIP),
            (b"II*\0", Self::TIFF),
            (b"MM\0*", Self::TIFF),
            (b"II+\0", Self::TIFF),
            (b"MM\0+", Self::TIFF),
            (b"\x89PNG", Self::PICTURE),
            (b"\xff\xd8\xff", Self::PICTURE),
            (b"SQLite format 3\0", Self::DATABASE),
            (&[0, 0, 0x27, 0x0a], Self::SHAPEFILE),
            (b"fgb", Self::FLAT_GEOBUF),
            (b"version https://git-lfs", Self::LFS_POINTER),
        ];
        let found = magics.into_iter().find(|(magic, _)| head.starts_with(magic));
        match found.map(|(_, found)| found) {
            Some(Self::ZIP) if has(b"[Content_Types].xml") => Some(Self::OFFICE),
            Some(found) => Some(found),
            None => Self::markup_kind(head),
        }
    }

    /// Detects the kind of a file that begins with a tag.
    fn markup_kind(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        // `<<:` and `<<<<<<<` are not tags.
        let is_tag = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'?' | b'!');
        if text.first() != Some(&b'<') || !text.get(1).is_some_and(is_tag) {
            return None;
        }
        let text = String::from_utf8_lossy(text).to_ascii_lowercase();
        let signs: [(&str, Self); 9] = [
            ("<!doctype html", Self::WEB_PAGE),
            ("<html", Self::WEB_PAGE),
            ("<kml", Self::KML),
            ("<gpx", Self::GPX),
            ("<osm", Self::OPEN_STREET_MAP),
            ("<gml", Self::GML),
            ("featurecollection", Self::GML),
            ("<svg", Self::SVG),
            ("exception", Self::SERVER_ERROR),
        ];
        let found = signs.into_iter().find(|(sign, _)| text.contains(sign));
        Some(found.map_or(Self::XML, |(_, found)| found))
    }

    /// Detects the kind of a file by its extension. YAML files may end in `.txt`, because Notepad
    /// adds that extension.
    pub fn from_extension(path: &ProjectPath) -> Option<Self> {
        let ending = path.name().rsplit_once('.')?.1.to_ascii_lowercase();
        match ending.as_str() {
            "md" | "markdown" => Some(Self::MARKDOWN),
            "csv" | "tsv" => Some(Self::CSV),
            "toml" | "lock" => Some(Self::TOML),
            _ => None,
        }
    }

    const fn new(
        is: &'static str,
        help_for_text: &'static str,
        help_for_layer: &'static str,
    ) -> Self {
        Self { description: is, help_for_text, help_for_layer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_formats_by_first_bytes() {
        let kinds: [(&[u8], ForeignFile); 11] = [
            (b"%PDF-1.7", ForeignFile::PDF),
            (b"PK\x03\x04\x14\0scenario.json", ForeignFile::ZIP),
            (b"PK\x03\x04\x14\0[Content_Types].xml", ForeignFile::OFFICE),
            (b"II+\0\x08\0", ForeignFile::TIFF),
            (b"\xef\xbb\xbf \n<!DOCTYPE html><html>", ForeignFile::WEB_PAGE),
            (b"<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">", ForeignFile::KML),
            (b"<ows:ExceptionReport>", ForeignFile::SERVER_ERROR),
            (b"<note>", ForeignFile::XML),
            (&[0, 0, 0x27, 0x0a, 0, 0], ForeignFile::SHAPEFILE),
            (&[0x1f, 0x8b, 8], ForeignFile::GZIP),
            (b"version https://git-lfs.github.com/spec/v1\n", ForeignFile::LFS_POINTER),
        ];
        for (bytes, kind) in kinds {
            assert_eq!(
                ForeignFile::detect(bytes),
                Some(kind),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
        for bytes in [&b"format: 1\n"[..], b"{\"type\": \"<html>\"}", b"<<: *base\n", b"<", b""] {
            assert_eq!(ForeignFile::detect(bytes), None);
        }
    }

    #[test]
    fn detects_text_formats_by_extension() {
        let of = |name| ForeignFile::from_extension(&ProjectPath::from_file_name(name));
        assert_eq!(of("README.md"), Some(ForeignFile::MARKDOWN));
        assert_eq!(of("Cargo.toml"), Some(ForeignFile::TOML));
        for name in ["scenario.yaml", "scenario.yaml.txt", "md"] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}
