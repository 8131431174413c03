//! GeoJSON (RFC 7946), feature by feature: a fault in one does not hide the others.

use std::fmt;

use sandtable_source::{Diagnostic, FileId, Span, code};
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map as JsonMap, Value as Json};

use crate::session::Session;

/// Longest layer file, in bytes.
pub(super) const MAX_LAYER_BYTES: u64 = 256 << 20;

/// A feature as the file has it: nothing is projected or checked yet.
pub(super) struct Feature<'t> {
    pub(super) file: FileId,
    /// The feature's text and where it starts in the file.
    raw: &'t str,
    start: usize,
    /// The `id` member, which some programs write instead of a property.
    pub(super) id: Option<Json>,
    pub(super) properties: JsonMap<String, Json>,
    pub(super) shape: Shape<'t>,
}

/// The geometry's coordinates, simple kinds as multi-kinds with one part.
pub(super) struct Shape<'t> {
    pub(super) kind: ShapeKind,
    coordinates: &'t str,
    /// Byte of the coordinates in the file.
    start: usize,
}

/// The coordinates of a geometry.
pub(super) enum ShapeKind {
    Points(Vec<Position>),
    Lines(Vec<Vec<Position>>),
    Polygons(Vec<Vec<Vec<Position>>>),
}

/// Longitude and latitude; height and more are dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position(pub(super) [f64; 2]);

#[derive(Deserialize)]
struct Collection<'t> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'t RawValue>,
    #[serde(borrow)]
    features: Option<Vec<&'t RawValue>>,
    #[serde(borrow)]
    crs: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct RawFeature<'t> {
    id: Option<Json>,
    properties: Option<JsonMap<String, Json>>,
    #[serde(borrow)]
    geometry: Option<RawGeometry<'t>>,
}

#[derive(Deserialize)]
struct RawGeometry<'t> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(borrow)]
    coordinates: Option<&'t RawValue>,
}

impl Feature<'_> {
    /// The place to point at: the feature's id if it is written there, else its first character.
    pub(super) fn head(&self) -> Span {
        let found = self.raw.find("\"id\"").and_then(|at| {
            let end = at + self.raw[at..].find([',', '}'])?;
            (!self.raw[at..end].contains('\n')).then_some(at..end)
        });
        let range = found.unwrap_or(0..1);
        Span::new(self.file, self.start + range.start..self.start + range.end)
    }

    /// Where the n-th position of the geometry is written.
    pub(super) fn position_span(&self, index: usize) -> Span {
        let bytes = self.shape.coordinates.as_bytes();
        let mut count = 0;
        for (at, _) in bytes.iter().enumerate().filter(|&(_, &b)| b == b'[') {
            let next = bytes[at + 1..].iter().find(|b| !b.is_ascii_whitespace());
            if next == Some(&b'[') {
                continue;
            }
            if count == index {
                let end = bytes[at..]
                    .iter()
                    .position(|&b| b == b']')
                    .map_or(bytes.len(), |end| at + end + 1);
                return Span::new(self.file, self.shape.start + at..self.shape.start + end);
            }
            count += 1;
        }
        self.head()
    }
}

/// The features of a layer file; what cannot be read is reported and left out. The text must be
/// that of the file.
pub(super) fn features<'t>(
    session: &mut Session<'_>,
    file: FileId,
    text: &'t str,
) -> Vec<Feature<'t>> {
    // A byte order mark is no JSON, but some programs write one.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let offset_of = |raw: &str| raw.as_ptr() as usize - text.as_ptr() as usize;
    let collection: Collection<'t> = match serde_json::from_str(body) {
        Ok(collection) => collection,
        Err(error) => {
            let at = byte_of(body, &error) + (text.len() - body.len());
            session.features_unread = true;
            session.diagnostics.push(
                Diagnostic::new(code::GEOJSON_SYNTAX, "this file is not GeoJSON")
                    .at(Span::new(file, at..at), plain(&error))
                    .help("export the layer again as GeoJSON (RFC 7946)"),
            );
            return Vec::new();
        }
    };
    if collection.kind.map(RawValue::get) != Some("\"FeatureCollection\"")
        || collection.features.is_none()
    {
        let at = collection.kind.map_or(0, |kind| offset_of(kind.get()));
        let length = collection.kind.map_or(0, |kind| kind.get().len());
        session.features_unread = true;
        session.diagnostics.push(
            Diagnostic::new(code::GEOJSON_SYNTAX, "this file is no collection of features")
                .at(Span::new(file, at..at + length), "not a `FeatureCollection`")
                .help("export the layer as GeoJSON with `\"type\": \"FeatureCollection\"` and `\"features\": […]`"),
        );
        return Vec::new();
    }
    if let Some(crs) = collection.crs
        && !is_wgs84(crs.get())
    {
        let at = offset_of(crs.get());
        session.features_unread = true;
        session.diagnostics.push(
            Diagnostic::new(
                code::WRONG_CRS,
                "these coordinates are not WGS 84 longitude and latitude",
            )
            .at(Span::new(file, at..at + crs.get().len()), "another coordinate system")
            .help("export the layer again with the coordinate system EPSG:4326 (WGS 84)"),
        );
        return Vec::new();
    }
    let mut features = Vec::new();
    for raw in collection.features.unwrap_or_default() {
        let start = offset_of(raw.get());
        match feature(file, raw.get(), start, offset_of) {
            Ok(feature) => features.push(feature),
            Err((range, why)) => {
                session.features_unread = true;
                session.diagnostics.push(
                    Diagnostic::new(
                        code::FEATURE_GEOMETRY,
                        format!("this feature cannot be read: {why}"),
                    )
                    .at(Span::new(file, range), "here")
                    .help("draw it again, or take it out of the layer"),
                );
            }
        }
    }
    features
}

type Fault = (std::ops::Range<usize>, String);

fn feature<'t>(
    file: FileId,
    raw: &'t str,
    start: usize,
    offset_of: impl Fn(&str) -> usize,
) -> Result<Feature<'t>, Fault> {
    let parsed: RawFeature<'t> = serde_json::from_str(raw).map_err(|error| {
        let at = start + byte_of(raw, &error);
        (at..at, plain(&error))
    })?;
    let at_start = |why: &str| (start..start + 1, why.to_owned());
    let geometry = parsed.geometry.ok_or_else(|| at_start("it has no geometry"))?;
    let coordinates = geometry
        .coordinates
        .ok_or_else(|| at_start(&format!("a {} is of no use here", geometry.kind)))?
        .get();
    let coordinates_start = offset_of(coordinates);
    let fault = |error: serde_json::Error| {
        let at = coordinates_start + byte_of(coordinates, &error);
        (at..at, plain(&error))
    };
    let kind = match geometry.kind.as_str() {
        "Point" => ShapeKind::Points(vec![serde_json::from_str(coordinates).map_err(fault)?]),
        "MultiPoint" => ShapeKind::Points(serde_json::from_str(coordinates).map_err(fault)?),
        "LineString" => ShapeKind::Lines(vec![serde_json::from_str(coordinates).map_err(fault)?]),
        "MultiLineString" => ShapeKind::Lines(serde_json::from_str(coordinates).map_err(fault)?),
        "Polygon" => ShapeKind::Polygons(vec![serde_json::from_str(coordinates).map_err(fault)?]),
        "MultiPolygon" => ShapeKind::Polygons(serde_json::from_str(coordinates).map_err(fault)?),
        other => return Err(at_start(&format!("`{other}` is no geometry that a map can hold"))),
    };
    Ok(Feature {
        file,
        raw,
        start,
        id: parsed.id,
        properties: parsed.properties.unwrap_or_default(),
        shape: Shape { kind, coordinates, start: coordinates_start },
    })
}

/// A `crs` member (GeoJSON of 2008) that names WGS 84.
fn is_wgs84(crs: &str) -> bool {
    crs == "null"
        || crs.contains("CRS84")
        || crs.contains("EPSG::4326")
        || crs.contains("EPSG:4326")
}

/// The byte that a JSON error speaks of.
fn byte_of(text: &str, error: &serde_json::Error) -> usize {
    let line_start = match error.line() {
        0 | 1 => 0,
        line => text
            .bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .nth(line - 2)
            .map_or(0, |(at, _)| at + 1),
    };
    text.floor_char_boundary((line_start + error.column().saturating_sub(1)).min(text.len()))
}

/// A JSON error without its own idea of line and column.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = Position;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position `[longitude, latitude]`")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Position, A::Error> {
                const TOO_SHORT: &str = "a position needs longitude and latitude";
                let longitude = items.next_element()?.ok_or_else(|| A::Error::custom(TOO_SHORT))?;
                let latitude = items.next_element()?.ok_or_else(|| A::Error::custom(TOO_SHORT))?;
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Position([longitude, latitude]))
            }
        }
        deserializer.deserialize_seq(Numbers)
    }
}
