//! GeoJSON that Overpass Turbo exports: properties are tags, and `@id` is the id. Overpass Turbo
//! has already assembled the geometry.

use serde_json::Value as Json;

use crate::osm::element::{Element, Elements, OmittedObject, Shape};
use crate::osm::extract::{Extract, Kind, OsmId, Spot, Tags};
use crate::osm::rings::is_ring;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::{RawFeature, RawShape, raw_features};
use sandtable_source::FileId;

/// Reads the features of a file; if that fails, reports the reason and returns `None`.
pub(crate) fn read(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    file: FileId,
    extract: &mut Extract,
) -> Option<Elements> {
    let features = raw_features(sources, reporter, file)?;
    let mut elements = Elements::default();
    for (number, feature) in features.into_iter().enumerate() {
        let id =
            osm_id(&feature).unwrap_or(OsmId { kind: Kind::Node, number: -(number as i64) - 1 });
        let tags = read_tags(&feature, extract);
        if tags.is_empty() {
            continue;
        }
        match read_shape(&feature.shape, extract) {
            Some(shape) => {
                elements.whole.push(Element { id, tags, shape, borders: Vec::new() });
            }
            None => {
                let reason = "its geometry is empty or invalid";
                elements.omitted.push(OmittedObject { id, tags, reason });
            }
        }
    }
    Some(elements)
}

/// The id, such as `way/4305800`, from the property `@id`, the property `id` or the member `id`.
fn osm_id(feature: &RawFeature) -> Option<OsmId> {
    let named = ["@id", "id"].iter().filter_map(|key| feature.properties.get(*key)?.as_str());
    named.chain(feature.id.as_deref()).find_map(|written| {
        let (kind, number) = written.split_once('/')?;
        Some(OsmId { kind: Kind::from_word(kind)?, number: number.parse().ok()? })
    })
}

fn read_tags(feature: &RawFeature, extract: &mut Extract) -> Tags {
    let mut tags = Tags::new();
    let mut take = |key: &str, value: &Json| {
        let text = match value {
            Json::String(text) => text.clone(),
            Json::Number(number) => number.to_string(),
            Json::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            _ => return,
        };
        match key {
            "@timestamp" => extract.record_date(&text),
            "id" => {}
            _ if key.starts_with('@') => {}
            _ => {
                tags.insert(key.to_owned(), text);
            }
        }
    };
    for (key, value) in &feature.properties {
        match (key.as_str(), value) {
            // Older exports nest the tags.
            ("tags", Json::Object(inner)) => {
                inner.iter().for_each(|(key, value)| take(key, value));
            }
            _ => take(key, value),
        }
    }
    tags
}

fn read_shape(shape: &RawShape, extract: &mut Extract) -> Option<Shape> {
    let mut spots = |line: &Vec<[f64; 2]>| -> Vec<Spot> {
        let spot = |&[longitude, latitude]: &[f64; 2]| {
            let spot = Spot::new(longitude, latitude);
            if spot.is_none() {
                extract.count_off_globe();
            }
            spot
        };
        let mut spots: Vec<Spot> = line.iter().filter_map(spot).collect();
        spots.dedup();
        spots
    };
    match shape {
        RawShape::Points(points) => spots(points).first().map(|&spot| Shape::Point(spot)),
        RawShape::Lines(lines) => {
            let lines: Vec<Vec<Spot>> = lines.iter().map(spots).collect();
            let lines: Vec<Vec<Spot>> = lines.into_iter().filter(|line| line.len() >= 2).collect();
            (!lines.is_empty()).then_some(Shape::Lines(lines))
        }
        RawShape::Polygons(polygons) => {
            let mut open = |ring: &Vec<[f64; 2]>| {
                let mut ring = spots(ring);
                if ring.len() > 1 && ring.first() == ring.last() {
                    ring.pop();
                }
                ring
            };
            let mut whole = Vec::new();
            for polygon in polygons {
                let mut rings: Vec<Vec<Spot>> = polygon.iter().map(&mut open).collect();
                if rings.first().is_some_and(|outer| is_ring(outer)) {
                    rings.retain(|ring| is_ring(ring));
                    whole.push(rings);
                }
            }
            (!whole.is_empty()).then_some(Shape::Polygons(whole))
        }
    }
}
