//! Files of quite another kind under the name of an authored one, told by their first bytes or by
//! the ending of their names.

use sandtable_source::ProjectPath;

/// What a file is that holds neither an authored text nor GeoJSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A PDF.
    Pdf,
    /// A document of a word processor.
    Document,
    /// The same, or a spreadsheet: both are zip archives.
    Office,
    /// A zip archive.
    Zip,
    /// A gzip archive.
    Gzip,
    /// A TIFF.
    Tiff,
    /// A picture, such as a PNG or JPEG.
    Picture,
    /// An SVG.
    Svg,
    /// A GeoPackage or another SQLite database.
    Database,
    /// A shapefile.
    Shapefile,
    /// A FlatGeobuf.
    FlatGeobuf,
    /// The stand-in of Git LFS for a file that was not fetched.
    LfsPointer,
    /// A web page.
    WebPage,
    /// An error message of a server.
    ServerError,
    /// A KML.
    Kml,
    /// A GPX track.
    Gpx,
    /// OpenStreetMap XML.
    OpenStreetMap,
    /// A GML.
    Gml,
    /// Other XML.
    Xml,
    /// A text to be read, in Markdown.
    Markdown,
    /// A table of values.
    Csv,
    /// Settings of a program.
    Toml,
}

/// So much of a file is looked at.
const HEAD: usize = 2_000;

impl Foreign {
    /// What a file is, unless it may be what it is named as.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD)];
        let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        let magics: [(&[u8], Self); 15] = [
            (b"%PDF", Self::Pdf),
            (b"{\\rtf", Self::Document),
            (&[0xd0, 0xcf, 0x11, 0xe0], Self::Document),
            (b"PK\x03\x04", Self::Zip),
            (&[0x1f, 0x8b], Self::Gzip),
            (b"II*\0", Self::Tiff),
            (b"MM\0*", Self::Tiff),
            (b"II+\0", Self::Tiff),
            (b"MM\0+", Self::Tiff),
            (b"\x89PNG", Self::Picture),
            (b"\xff\xd8\xff", Self::Picture),
            (b"SQLite format 3\0", Self::Database),
            (&[0, 0, 0x27, 0x0a], Self::Shapefile),
            (b"fgb", Self::FlatGeobuf),
            (b"version https://git-lfs", Self::LfsPointer),
        ];
        let found = magics.into_iter().find(|(magic, _)| head.starts_with(magic));
        match found.map(|(_, found)| found) {
            Some(Self::Zip) if has(b"[Content_Types].xml") => Some(Self::Office),
            Some(found) => Some(found),
            None => Self::of_markup(head),
        }
    }

    /// What a file that begins with a tag is.
    fn of_markup(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        // `<<:` and `<<<<<<<` begin no tag.
        let is_tag = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'?' | b'!');
        if text.first() != Some(&b'<') || !text.get(1).is_some_and(is_tag) {
            return None;
        }
        let text = String::from_utf8_lossy(text).to_ascii_lowercase();
        let signs: [(&str, Self); 9] = [
            ("<!doctype html", Self::WebPage),
            ("<html", Self::WebPage),
            ("<kml", Self::Kml),
            ("<gpx", Self::Gpx),
            ("<osm", Self::OpenStreetMap),
            ("<gml", Self::Gml),
            ("featurecollection", Self::Gml),
            ("<svg", Self::Svg),
            ("exception", Self::ServerError),
        ];
        let found = signs.into_iter().find(|(sign, _)| text.contains(sign));
        Some(found.map_or(Self::Xml, |(_, found)| found))
    }

    /// What the ending of a file's name says that it is. YAML may end in `.txt`: Notepad does that.
    pub fn by_name(path: &ProjectPath) -> Option<Self> {
        let ending = path.name().rsplit_once('.')?.1.to_ascii_lowercase();
        match ending.as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "csv" | "tsv" => Some(Self::Csv),
            "toml" | "lock" => Some(Self::Toml),
            _ => None,
        }
    }

    /// As in "this file is …".
    pub const fn is(self) -> &'static str {
        match self {
            Self::Pdf => "a PDF",
            Self::Document => "a document of a word processor",
            Self::Office => "a document of a word processor or a spreadsheet",
            Self::Zip => "a zip archive",
            Self::Gzip => "compressed with gzip",
            Self::Tiff => "a TIFF, an elevation or a picture",
            Self::Picture | Self::Svg => "a picture",
            Self::Database => "a GeoPackage or another SQLite database",
            Self::Shapefile => "a shapefile",
            Self::FlatGeobuf => "a FlatGeobuf file",
            Self::LfsPointer => "a pointer of Git LFS without its data",
            Self::WebPage => "a web page",
            Self::ServerError => "the error message of a server",
            Self::Kml => "a KML file",
            Self::Gpx => "a GPX file",
            Self::OpenStreetMap => "raw OpenStreetMap data",
            Self::Gml => "a GML file",
            Self::Xml => "an XML file",
            Self::Markdown => "a text in Markdown",
            Self::Csv => "a table in CSV",
            Self::Toml => "a file of settings in TOML",
        }
    }

    /// What to do when it stands in the place of a scenario, a map or a ruleset.
    pub const fn help_for_text(self) -> &'static str {
        match self {
            Self::Pdf => {
                "a PDF is printed, not checked: name the scenario from which it was made, such as `scenarios/gettysburg`"
            }
            Self::Document | Self::Office => {
                "scenarios, maps and rulesets are plain text: write them in a text editor, and save them as `.yaml`"
            }
            Self::Zip => {
                "a pack has a name that ends in `.pack`: rename it if it is one; otherwise unpack it and name the file that is meant"
            }
            Self::Gzip => UNPACK,
            Self::Tiff => {
                "an elevation is checked with its map: name the `map.yaml` that has it under `elevation:`"
            }
            Self::Picture | Self::Svg => "name the scenario or the map from which it was made",
            Self::Database
            | Self::Shapefile
            | Self::FlatGeobuf
            | Self::Kml
            | Self::Gpx
            | Self::OpenStreetMap
            | Self::Gml => {
                "export it from QGIS as GeoJSON (Layer › Save As…, CRS EPSG:4326 - WGS 84), list it under `layers:` of a map, and check the map"
            }
            Self::LfsPointer => FETCH,
            Self::WebPage | Self::ServerError => DOWNLOAD,
            Self::Xml | Self::Markdown | Self::Csv | Self::Toml => {
                "name a scenario, a map or a ruleset: a `.yaml` file, or its folder, such as `scenarios/gettysburg`"
            }
        }
    }

    /// What to do when it stands in the place of a layer.
    pub const fn help_for_layer(self) -> &'static str {
        match self {
            Self::Database
            | Self::Shapefile
            | Self::FlatGeobuf
            | Self::Kml
            | Self::Gpx
            | Self::OpenStreetMap
            | Self::Gml
            | Self::Xml => {
                "open it in QGIS and save its layer: Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84"
            }
            Self::Zip => {
                "shapefiles and KMZ files come in such: unpack it and open what is inside in QGIS, then Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84"
            }
            Self::Gzip => UNPACK,
            Self::Tiff | Self::Picture => {
                "a layer holds drawn features: trace the picture in QGIS, or name the elevation under `elevation:`"
            }
            Self::Pdf => "a layer holds drawn features: trace the map in QGIS",
            Self::Svg => "a layer holds drawn features with coordinates: draw it in QGIS",
            Self::Document | Self::Office | Self::Csv => {
                "a layer holds drawn features: of a table with coordinates QGIS makes one by Layer › Add Layer › Add Delimited Text Layer…"
            }
            Self::LfsPointer => FETCH,
            Self::WebPage | Self::ServerError => DOWNLOAD,
            Self::Markdown | Self::Toml => "name the GeoJSON file of the layer",
        }
    }
}

const DOWNLOAD: &str = "the download went wrong: open the file in a text editor to see what the server says, then download the data again";
const FETCH: &str = "fetch the data with `git lfs pull`";
const UNPACK: &str = "unpack it and name the file that comes out";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let kinds: [(&[u8], Foreign); 11] = [
            (b"%PDF-1.7", Foreign::Pdf),
            (b"PK\x03\x04\x14\0scenario.json", Foreign::Zip),
            (b"PK\x03\x04\x14\0[Content_Types].xml", Foreign::Office),
            (b"II+\0\x08\0", Foreign::Tiff),
            (b"\xef\xbb\xbf \n<!DOCTYPE html><html>", Foreign::WebPage),
            (b"<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">", Foreign::Kml),
            (b"<ows:ExceptionReport>", Foreign::ServerError),
            (b"<note>", Foreign::Xml),
            (&[0, 0, 0x27, 0x0a, 0, 0], Foreign::Shapefile),
            (&[0x1f, 0x8b, 8], Foreign::Gzip),
            (b"version https://git-lfs.github.com/spec/v1\n", Foreign::LfsPointer),
        ];
        for (bytes, kind) in kinds {
            assert_eq!(Foreign::of(bytes), Some(kind), "{}", String::from_utf8_lossy(bytes));
        }
        for bytes in [&b"format: 1\n"[..], b"{\"type\": \"<html>\"}", b"<<: *base\n", b"<", b""] {
            assert_eq!(Foreign::of(bytes), None);
        }
    }

    #[test]
    fn texts_are_known_by_the_ending_of_their_names() {
        let of = |name| Foreign::by_name(&ProjectPath::of_file(name));
        assert_eq!(of("README.md"), Some(Foreign::Markdown));
        assert_eq!(of("Cargo.toml"), Some(Foreign::Toml));
        for name in ["scenario.yaml", "scenario.yaml.txt", "md"] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}
