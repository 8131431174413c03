//! The output of an import: polygons as GeoJSON, and a graph in scenario syntax.

use std::fmt::Write as _;

use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::table::Group;
use sandtable_authored::Frame;
use sandtable_map::Tie;

/// Formats area polygons as GeoJSON. Coordinates have six decimals, a tenth of a metre, and
/// adjacent areas keep their shared vertices.
pub(crate) fn geojson(frame: &Frame, groups: &[Group], pieces: &[Vec<Polygon>]) -> String {
    let mut text = "{ \"type\": \"FeatureCollection\", \"features\": [\n".to_owned();
    for (number, (group, polygons)) in groups.iter().zip(pieces).enumerate() {
        let comma = if number + 1 < groups.len() { "," } else { "" };
        let parts: Vec<String> = polygons.iter().map(|polygon| rings(frame, polygon)).collect();
        let (kind, coordinates) = match parts.as_slice() {
            [part] => ("Polygon", part.clone()),
            _ => ("MultiPolygon", format!("[{}]", parts.join(","))),
        };
        let id = &group.id;
        let _ = writeln!(
            text,
            "{{ \"type\": \"Feature\", \"properties\": {{ \"id\": \"{id}\", \"basis\": \"derived\" }}, \"geometry\": {{ \"type\": \"{kind}\", \"coordinates\": {coordinates} }} }}{comma}"
        );
    }
    text + "] }\n"
}

fn rings(frame: &Frame, polygon: &Polygon) -> String {
    let corner = |&at: &GroundPoint| {
        let at = frame.point_to_coordinate(at);
        format!("[{:.6},{:.6}]", at.longitude, at.latitude)
    };
    let ring = |ring: &[GroundPoint]| {
        let corners: Vec<String> = ring.iter().chain(ring.first()).map(corner).collect();
        format!("[{}]", corners.join(","))
    };
    format!("[{}]", polygon.rings().map(ring).collect::<Vec<_>>().join(","))
}

/// Areas and edges, to be completed by hand.
pub(crate) fn graph(groups: &[Group], pieces: &[Vec<Polygon>], ties: &[Tie]) -> String {
    let mut text = "\
# A draft graph for `scenario.yaml`, generated from polygons: set terrain and points of each area, and
# border (default `open`) and connection (default `field`) of each edge.
areas:
"
    .to_owned();
    for (group, polygons) in groups.iter().zip(pieces) {
        let ground: i128 = polygons.iter().map(|polygon| double_area(&polygon.exterior)).sum();
        let square_km = ground as f64 / 2e10;
        let made_of = match group.features {
            1 => "one polygon".to_owned(),
            many => format!("{many} polygons"),
        };
        let id = &group.id;
        let _ = writeln!(text, "  - {{ id: {id}, terrain: open }} # {made_of}, {square_km:.0} km²");
    }
    text += "edges:\n";
    for tie in ties {
        let [a, b] = tie.areas.map(|area| groups[area].id.as_str());
        let _ = writeln!(text, "  - {} # {:.1} km", tie.to_yaml(a, b), tie.length / 1_000.0);
    }
    text
}
