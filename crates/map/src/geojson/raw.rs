//! The features of a GeoJSON file that is not a layer: all properties, and positions as written.

use sandtable_source::{Diagnostic, FileId, Message};
use serde_json::{Map as JsonMap, Value as Json};

use super as geojson;
use super::shape::{Shape, ShapeKind};
use sandtable_authored::{Reporter, SourceReader};

/// A feature as written in the file.
pub struct RawFeature {
    /// The `id` member, if it is a string.
    pub id: Option<String>,
    /// The feature's properties.
    pub properties: JsonMap<String, Json>,
    /// The feature's geometry.
    pub shape: RawShape,
}

/// A geometry with unvalidated longitudes and latitudes, and rings as written.
pub enum RawShape {
    /// Points.
    Points(Vec<[f64; 2]>),
    /// Lines.
    Lines(Vec<Vec<[f64; 2]>>),
    /// Polygons with their rings.
    Polygons(Vec<Vec<Vec<[f64; 2]>>>),
}

/// Reads the valid features of a file, and reports the others. Reports an unreadable file, and
/// returns `None`.
pub fn raw_features(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
) -> Option<Vec<RawFeature>> {
    let text = sources.texts.file(file).text();
    let mut read = Vec::new();
    let places = geojson::features(sources, reporter, file);
    for at in places.iter().flatten() {
        let Some(feature) = geojson::feature(reporter, file, text, at.clone()) else { continue };
        match feature.shape() {
            Ok(shape) => read.push(RawFeature {
                id: feature.id.as_ref().and_then(Json::as_str).map(str::to_owned),
                shape: RawShape::of(&shape),
                properties: feature.properties,
            }),
            Err(fault) => {
                let text = format!("a feature {}", fault.message);
                let message = Message::new(fault.message.template(), text);
                reporter.diagnostics.push(
                    Diagnostic::new(fault.code, message)
                        .at(feature.span(fault.at), fault.label)
                        .help(fault.help),
                );
            }
        }
    }
    places.map(|_| read)
}

impl RawShape {
    fn of(shape: &Shape) -> Self {
        let place = |number: usize| {
            let position = shape.positions[number];
            [position.longitude, position.latitude]
        };
        let lines = || shape.rings().map(|ring| ring.map(place).collect::<Vec<_>>());
        match shape.kind {
            ShapeKind::Points => Self::Points((0..shape.positions.len()).map(place).collect()),
            ShapeKind::Lines => Self::Lines(lines().collect()),
            ShapeKind::Polygons => {
                let rings: Vec<Vec<[f64; 2]>> = lines().collect();
                Self::Polygons(shape.polygons().map(|part| rings[part].to_vec()).collect())
            }
        }
    }
}
