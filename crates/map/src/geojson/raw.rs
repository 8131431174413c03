//! The features of a GeoJSON file that is no layer yet: all properties, and positions as they are
//! written.

use sandtable_source::{Diagnostic, FileId, message};
use serde_json::{Map as JsonMap, Value as Json};

use super as geojson;
use super::shape::{Shape, ShapeKind};
use sandtable_authored::{Reporter, SourceReader};

/// A feature as its file has it.
pub struct RawFeature {
    /// The member `id`, if it is a text.
    pub id: Option<String>,
    /// Its properties.
    pub properties: JsonMap<String, Json>,
    /// Its geometry.
    pub shape: RawShape,
}

/// Longitudes and latitudes, not judged; rings as they are written.
pub enum RawShape {
    /// Points.
    Points(Vec<[f64; 2]>),
    /// Lines.
    Lines(Vec<Vec<[f64; 2]>>),
    /// Polygons with their rings.
    Polygons(Vec<Vec<Vec<[f64; 2]>>>),
}

/// The features of a file; `None` after having said why it cannot be read. What is wrong with one of
/// them is told, and the others are read.
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
            Err(fault) => reporter.diagnostics.push(
                Diagnostic::new(fault.code, message!("a feature {}", fault.message))
                    .at(feature.span(fault.at), fault.label)
                    .help(fault.help),
            ),
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
