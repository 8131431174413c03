//! Files of another kind under the name of a layer, told by their first bytes.

/// A file that is no GeoJSON: what it is, and how to make GeoJSON of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Foreign {
    /// As in "this file is …".
    pub(super) is: &'static str,
    pub(super) help: &'static str,
}

const EXPORT: &str = "open it in QGIS and save its layer: Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84";
const DOWNLOAD: &str = "the download went wrong: open the file in a text editor to see what the server says, then download the data again";

/// What a file is, unless it may be GeoJSON.
pub(super) fn foreign(bytes: &[u8]) -> Option<Foreign> {
    let of = |is: &'static str, help: &'static str| Some(Foreign { is, help });
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"SQLite format 3\0") {
        return of("a GeoPackage or another SQLite database", EXPORT);
    }
    if starts(&[0, 0, 0x27, 0x0a]) {
        return of("a shapefile", EXPORT);
    }
    if starts(b"PK\x03\x04") {
        return of(
            "a zip archive, as shapefiles and KMZ files come in",
            "unpack it and open what is inside in QGIS, then Export › Save Features As…, format GeoJSON, CRS EPSG:4326 - WGS 84",
        );
    }
    if starts(&[0x1f, 0x8b]) {
        return of("compressed with gzip", "unpack it and name the file that comes out");
    }
    if starts(b"fgb") {
        return of("a FlatGeobuf file", EXPORT);
    }
    if starts(b"II*\0") || starts(b"MM\0*") || starts(b"\x89PNG") || starts(b"\xff\xd8\xff") {
        return of(
            "a picture",
            "a layer holds drawn features: trace the picture in QGIS, or name the elevation under `elevation:`",
        );
    }
    if starts(b"%PDF") {
        return of("a PDF", "a layer holds drawn features: trace the map in QGIS");
    }
    if starts(b"version https://git-lfs") {
        return of("a pointer of Git LFS without its data", "fetch the data with `git lfs pull`");
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if text.first() == Some(&b'<') {
        let head = String::from_utf8_lossy(&text[..text.len().min(1_000)]).to_ascii_lowercase();
        let has = |word: &str| head.contains(word);
        return match () {
            () if has("<!doctype html") || has("<html") => of("a web page", DOWNLOAD),
            () if has("<kml") => of("a KML file", EXPORT),
            () if has("<gpx") => of("a GPX file", EXPORT),
            () if has("<osm") => of("raw OpenStreetMap data", EXPORT),
            () if has("<gml") || has("featurecollection") => of("a GML file", EXPORT),
            () if has("<svg") => {
                of("a picture", "a layer holds drawn features with coordinates: draw it in QGIS")
            }
            () if has("exception") || has("error") => of("the error message of a server", DOWNLOAD),
            () => of("an XML file", EXPORT),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let is = |bytes: &[u8]| foreign(bytes).map(|foreign| foreign.is);
        assert_eq!(is(b"\xef\xbb\xbf \n<!DOCTYPE html><html>"), Some("a web page"));
        assert_eq!(is(b"<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">"), Some("a KML file"));
        assert_eq!(is(&[0, 0, 0x27, 0x0a, 0, 0]), Some("a shapefile"));
        assert_eq!(is(b"{\"type\": \"<html>\"}"), None);
        assert_eq!(is(b""), None);
    }
}
