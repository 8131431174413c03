//! The `crs` member of GeoJSON from before RFC 7946. Recognises the names of WGS 84 longitude and
//! latitude.

use sandtable_source::{Diagnostic, Span, code};
use serde_json::Value as Json;

use crate::geojson::json::abbreviate;

/// The coordinate system of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crs {
    /// WGS 84 longitude and latitude; also the default.
    Wgs84,
    /// Another system, by its name.
    Other(String),
}

/// Reads a `crs` member.
pub fn crs(member: &Json) -> Crs {
    let named = match member {
        Json::Null => return Crs::Wgs84,
        Json::String(name) => Some(name.clone()),
        Json::Object(member) => {
            let properties = member.get("properties");
            let of = |key: &str| properties.and_then(|properties| properties.get(key));
            // An older form is `{"type": "EPSG", "properties": {"code": 4326}}`.
            match (of("name").and_then(Json::as_str), of("code")) {
                (Some(name), _) => Some(name.to_owned()),
                (None, Some(Json::Number(code))) => Some(format!("EPSG:{code}")),
                (None, Some(Json::String(code))) => Some(format!("EPSG:{code}")),
                _ => None,
            }
        }
        _ => None,
    };
    match named {
        Some(name) if is_wgs84(&name) => Crs::Wgs84,
        Some(name) => Crs::Other(name),
        None => Crs::Other(String::new()),
    }
}

/// Formally, `EPSG:4326` puts latitude first, but most programs do not do so in GeoJSON. If one
/// does, its positions are reported as swapped.
fn is_wgs84(name: &str) -> bool {
    let name = name.trim().to_ascii_uppercase();
    let words: Vec<&str> = name.split([':', '/', '#']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        // `OGC:CRS84`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `http://www.opengis.net/def/crs/OGC/1.3/CRS84`
        [.., "CRS84" | "CRS84H"] => true,
        // `EPSG:4326`, `urn:ogc:def:crs:EPSG::4326`, `http://www.opengis.net/def/crs/EPSG/0/4326`;
        // 4979 adds an elevation.
        [before @ .., "4326" | "4979"] => {
            before.iter().any(|word| matches!(*word, "EPSG" | "EPSG.XML"))
        }
        ["WGS84" | "WGS 84"] => true,
        _ => false,
    }
}

/// The diagnostic for coordinates in another system.
pub fn wrong_crs(at: Span, name: &str) -> Diagnostic {
    let label = match name {
        "" => "unknown coordinate system".to_owned(),
        name => format!("the coordinates are in `{}`", abbreviate(name)),
    };
    Diagnostic::new(code::WRONG_CRS, "coordinates are not WGS 84 longitude and latitude")
        .group_key(["file"])
        .at(at, label)
        .help("export the layer again: in QGIS, Export › Save Features As…, CRS EPSG:4326 - WGS 84")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Crs {
        crs(&serde_json::json!({ "type": "name", "properties": { "name": name } }))
    }

    #[test]
    fn wgs84_has_many_names() {
        for name in [
            "urn:ogc:def:crs:OGC:1.3:CRS84",
            "urn:ogc:def:crs:OGC::CRS84",
            "OGC:CRS84",
            "CRS84",
            "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
            "urn:ogc:def:crs:EPSG::4326",
            "urn:ogc:def:crs:EPSG:6.18:4326",
            "EPSG:4326",
            "epsg:4326",
            "http://www.opengis.net/def/crs/EPSG/0/4326",
            "http://www.opengis.net/gml/srs/epsg.xml#4326",
            "urn:ogc:def:crs:EPSG::4979",
            "WGS84",
        ] {
            assert_eq!(named(name), Crs::Wgs84, "{name}");
        }
        assert_eq!(crs(&Json::Null), Crs::Wgs84);
        let old = serde_json::json!({ "type": "EPSG", "properties": { "code": 4326 } });
        assert_eq!(crs(&old), Crs::Wgs84);
    }

    #[test]
    fn other_systems_are_not_wgs84() {
        for name in ["EPSG:43260", "EPSG:3857", "urn:ogc:def:crs:EPSG::4269", "4326", "CRS842"] {
            assert_eq!(named(name), Crs::Other(name.to_owned()));
        }
        let link = serde_json::json!({ "type": "link", "properties": { "href": "x/4326" } });
        assert_eq!(crs(&link), Crs::Other(String::new()));
    }
}
