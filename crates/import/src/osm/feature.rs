//! Features of a layer, and their GeoJSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sandtable_pack::{FeatureId, GroundPoint, Polygon};
use sandtable_source::{and_more, json_string};
use unicode_normalization::UnicodeNormalization as _;

use super::extract::{OsmId, Tags};
use sandtable_authored::Frame;
use sandtable_authored::{LayerClass, kebab};

/// The geometry of a feature, in the wide frame of an import.
#[derive(Clone, Debug)]
pub(crate) enum Geometry {
    Point(GroundPoint),
    Lines(Vec<Vec<GroundPoint>>),
    Polygons(Vec<Polygon>),
}

/// A feature of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Feature {
    pub(crate) class: LayerClass,
    /// The kind, or the rank of a place; empty if the class has no kinds.
    pub(crate) kind: String,
    /// The id; empty until all features exist.
    pub(crate) id: String,
    /// The name and its translations, keyed as `name` and `name:fr`.
    pub(crate) names: Vec<(&'static str, String)>,
    pub(crate) width: Option<f64>,
    /// The source objects, sorted by kind and number.
    pub(crate) made_of: Vec<OsmId>,
    pub(crate) drawn: Geometry,
    pub(crate) basis: &'static str,
    pub(crate) accuracy: u32,
}

/// The name tags that layers support.
const NAMES: [&str; 4] = ["name", "name:en", "name:es", "name:fr"];
/// The usual accuracy in metres: OpenStreetMap is traced from aerial images and GPS tracks.
pub(crate) const ACCURACY: u32 = 10;

/// Returns the supported names among tags, without control characters.
pub(crate) fn names_in(tags: &Tags) -> Vec<(&'static str, String)> {
    let clean =
        |text: &String| text.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
    let name = |key: &&'static str| Some((*key, tags.get(*key).map(clean)?));
    NAMES.iter().filter_map(name).filter(|(_, name)| !name.trim().is_empty()).collect()
}

impl Feature {
    pub(crate) fn name(&self) -> Option<&str> {
        self.names.iter().find(|(key, _)| *key == "name").map(|(_, name)| name.as_str())
    }
}

/// Assigns unique ids to all features, based on their names if any.
pub(crate) fn assign_ids(features: &mut [Feature]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for feature in features {
        let wanted = feature.name().map(id_from_name).unwrap_or_default();
        let number = feature.made_of.first().map_or(0, |id| id.number.unsigned_abs());
        let wanted = match FeatureId::new(&wanted) {
            Ok(_) => wanted,
            Err(_) => format!("{}-{number}", noun(feature.class)),
        };
        let count = seen.entry(wanted.clone()).or_insert(0_usize);
        let id = loop {
            *count += 1;
            let id = if *count == 1 { wanted.clone() } else { format!("{wanted}-{count}") };
            if taken.insert(id.clone()) {
                break id;
            }
        };
        feature.id = id;
    }
}

const fn noun(class: LayerClass) -> &'static str {
    match class {
        LayerClass::Woods => "wood",
        LayerClass::Buildings => "built-up",
        LayerClass::Hill => "hill",
        LayerClass::Crest => "crest",
        LayerClass::Marsh => "marsh",
        LayerClass::Impassable => "impassable",
        LayerClass::Water => "water",
        LayerClass::Watercourse => "stream",
        LayerClass::Crossing => "crossing",
        LayerClass::Road => "road",
        LayerClass::Railroad => "railroad",
        LayerClass::Orchard => "orchard",
        LayerClass::Field => "field",
        LayerClass::Farm => "farm",
        LayerClass::Place => "place",
        LayerClass::Zone => "zone",
    }
}

/// Converts a name to an id: letters without diacritics, with umlauts transcribed as in German.
fn id_from_name(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.nfc() {
        match letter {
            'ä' | 'Ä' => plain.push_str("ae"),
            'ö' | 'Ö' => plain.push_str("oe"),
            'ü' | 'Ü' => plain.push_str("ue"),
            _ => plain.push(letter),
        }
    }
    // Leave space for a numeric suffix.
    let id: String = kebab(&plain).chars().take(48).collect();
    id.trim_end_matches('-').to_owned()
}

/// Formats a layer as GeoJSON, with one feature per line. Six decimals are a tenth of a metre.
pub(crate) fn geojson(frame: &Frame, features: &[&Feature], date: Option<&str>) -> String {
    let mut text = "{ \"type\": \"FeatureCollection\", \"features\": [\n".to_owned();
    for (number, feature) in features.iter().enumerate() {
        let comma = if number + 1 < features.len() { "," } else { "" };
        let _ = writeln!(
            text,
            "{{ \"type\": \"Feature\", \"properties\": {{ {} }}, \"geometry\": {} }}{comma}",
            properties(feature, date),
            geometry(frame, &feature.drawn)
        );
    }
    text + "] }\n"
}

fn properties(feature: &Feature, date: Option<&str>) -> String {
    let mut all = vec![format!("\"id\": {}", json_string(&feature.id))];
    all.extend(feature.names.iter().map(|(key, name)| format!("\"{key}\": {}", json_string(name))));
    if !feature.kind.is_empty() {
        all.push(match feature.class {
            LayerClass::Place => format!("\"rank\": {}", feature.kind),
            _ => format!("\"kind\": {}", json_string(&feature.kind)),
        });
    }
    if let Some(width) = feature.width {
        all.push(format!("\"width_m\": {width}"));
    }
    all.push(format!("\"basis\": \"{}\"", feature.basis));
    all.push(format!("\"accuracy_m\": {}", feature.accuracy));
    all.push(format!("\"source\": {}", json_string(&source(&feature.made_of, date))));
    all.join(", ")
}

/// Describes the source of the data: the first three objects, and the number of others.
fn source(made_of: &[OsmId], date: Option<&str>) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = made_of.iter().take(NAMED).map(ToString::to_string).collect();
    let more = and_more(NAMED, made_of.len());
    let mut source = format!("OpenStreetMap {}{more}", named.join(" "));
    if let Some(date) = date {
        let _ = write!(source, ", {date}");
    }
    source
}

/// Formats a shape in the wide frame as GeoJSON. Six decimals are a tenth of a metre.
pub(crate) fn geometry(frame: &Frame, drawn: &Geometry) -> String {
    let corner = |&at: &GroundPoint| {
        let at = frame.point_to_coordinate(at);
        format!("[{:.6},{:.6}]", at.longitude, at.latitude)
    };
    let line = |line: &[GroundPoint]| {
        let corners: Vec<String> = line.iter().map(corner).collect();
        format!("[{}]", corners.join(","))
    };
    let ring = |ring: &[GroundPoint]| {
        let closed: Vec<GroundPoint> = ring.iter().chain(ring.first()).copied().collect();
        line(&closed)
    };
    let polygon = |polygon: &Polygon| {
        format!("[{}]", polygon.rings().map(ring).collect::<Vec<_>>().join(","))
    };
    let (kind, coordinates) = match drawn {
        Geometry::Point(at) => ("Point", corner(at)),
        Geometry::Lines(lines) => match lines.as_slice() {
            [one] => ("LineString", line(one)),
            many => {
                let parts: Vec<String> = many.iter().map(|one| line(one)).collect();
                ("MultiLineString", format!("[{}]", parts.join(",")))
            }
        },
        Geometry::Polygons(polygons) => match polygons.as_slice() {
            [one] => ("Polygon", polygon(one)),
            many => {
                let parts: Vec<String> = many.iter().map(polygon).collect();
                ("MultiPolygon", format!("[{}]", parts.join(",")))
            }
        },
    };
    format!("{{ \"type\": \"{kind}\", \"coordinates\": {coordinates} }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derives_ids_from_names() {
        let ids = [
            ("Großschwabhäuser Straße", "grossschwabhaeuser-strasse"),
            ("Rue de l'Église", "rue-de-leglise"),
            ("Čertův hrádek", "certuv-hradek"),
            ("Москва", ""),
        ];
        for (name, id) in ids {
            assert_eq!(id_from_name(name), id);
        }
    }

    #[test]
    fn ids_are_unique_and_valid() {
        use crate::osm::extract::Kind;
        let feature = |name: &str, number| Feature {
            class: LayerClass::Road,
            kind: "road".to_owned(),
            id: String::new(),
            names: vec![("name", name.to_owned())],
            width: None,
            made_of: vec![OsmId { kind: Kind::Way, number }],
            drawn: Geometry::Point(GroundPoint::new(0, 0)),
            basis: "data",
            accuracy: ACCURACY,
        };
        let long = "Straße ".repeat(30);
        let names = ["Am Markt", "Am Markt", "Москва", "Москва", &long, &long, "Am Markt 2"];
        let mut all: Vec<Feature> = names.iter().map(|name| feature(name, 7)).collect();
        assign_ids(&mut all);
        let ids: BTreeSet<&str> = all.iter().map(|feature| feature.id.as_str()).collect();
        assert_eq!(ids.len(), names.len());
        assert!(ids.iter().all(|id| FeatureId::new(id).is_ok()), "{ids:?}");
        assert_eq!(all[2].id, "road-7");
    }
}
