//! A frame defined by its edges or corners, as mapping programs export it. It is reported once,
//! with its centre and size, and read as if it had those keys.

use sandtable_source::{Diagnostic, Diagnostics, Entry, Node, Value, code};

use crate::frame::projection::Projection;
use crate::values::place::Coordinate;

/// Map or frame keys that hold a whole rectangle.
const RECTANGLE_KEYS: [&str; 7] =
    ["bbox", "bounds", "boundingbox", "box", "corners", "edges", "extent"];
/// Keys of a western or eastern edge.
const LONGITUDE_KEYS: [&str; 16] = [
    "e",
    "east",
    "left",
    "lonmax",
    "lonmin",
    "maxlon",
    "maxlongitude",
    "maxx",
    "minlon",
    "minlongitude",
    "minx",
    "right",
    "w",
    "west",
    "xmax",
    "xmin",
];
/// Keys of a southern or northern edge.
const LATITUDE_KEYS: [&str; 16] = [
    "bottom",
    "latmax",
    "latmin",
    "maxlat",
    "maxlatitude",
    "maxy",
    "minlat",
    "minlatitude",
    "miny",
    "n",
    "north",
    "s",
    "south",
    "top",
    "ymax",
    "ymin",
];
/// Keys of a corner point.
const CORNER_KEYS: [&str; 14] = [
    "bottomleft",
    "bottomright",
    "lowerleft",
    "lowerright",
    "max",
    "min",
    "ne",
    "northeast",
    "nw",
    "se",
    "southwest",
    "sw",
    "topright",
    "upperright",
];
/// The maximum latitude of a frame, in degrees.
const MAX_LATITUDE: f64 = 84.0;
/// No battle was fought south of this latitude.
const MIN_LATITUDE: f64 = -60.0;

/// Reports a frame defined by its edges, and replaces the edges with its centre and size.
pub fn replace(map: &mut Node, diagnostics: &mut Diagnostics) {
    let Value::Map(entries) = &mut map.value else { return };
    let has_frame = entries.iter().any(|entry| entry.key == "frame");
    let holds = |entry: &&mut Entry| match has_frame {
        true => entry.key == "frame",
        false => RECTANGLE_KEYS.contains(&normalise_key(&entry.key).as_str()),
    };
    let Some(entry) = entries.iter_mut().find(holds) else { return };
    let (edges, rest) = match (&entry.value.value, has_frame) {
        (Value::Map(inner), true) => {
            let is_edge = |entry: &&Entry| !read_edges(entry).is_empty();
            let (edges, rest): (Vec<&Entry>, Vec<&Entry>) = inner.iter().partition(is_edge);
            if rest.iter().any(|entry| ["centre", "width", "height"].contains(&&*entry.key)) {
                return;
            }
            let found = edges.into_iter().flat_map(read_edges).collect();
            (found, rest.into_iter().cloned().collect())
        }
        _ => (rectangle_edges(&entry.value), Vec::new()),
    };
    let Some(suggested) = SuggestedFrame::from_edges(&edges) else { return };
    let (head, code) = match &entry.value.value {
        Value::Map(inner) => (inner[0].key_span, code::UNKNOWN_KEY),
        _ if has_frame => (entry.value.span, code::WRONG_KIND),
        _ => (entry.key_span, code::UNKNOWN_KEY),
    };
    diagnostics.push(
        Diagnostic::new(code, "a frame is defined by its centre and size, not by its edges")
            .at(head, "edges of the frame")
            .help(format!("write `frame: {}`", suggested.to_yaml(&rest)))
            .help(
                "the centre is longitude first; the lengths are on the ground; you can round them",
            ),
    );
    let number = |value: f64| Node { value: Value::Float(value), ..entry.value.clone() };
    let centre = vec![number(suggested.centre.longitude), number(suggested.centre.latitude)];
    let length = |metres: f64| Value::Text(format!("{metres} m"));
    let written = [
        ("centre", Value::List(centre)),
        ("width", length(suggested.width)),
        ("height", length(suggested.height)),
    ];
    let written = written.into_iter().map(|(key, value)| Entry {
        key: key.to_owned(),
        key_span: head,
        value: Node { span: head, is_part: false, value },
    });
    entry.value.value = Value::Map(written.chain(rest).collect());
    entry.key = "frame".to_owned();
}

/// The frame enclosed by the edges.
struct SuggestedFrame {
    centre: Coordinate,
    /// Width in metres on the ground, like the height.
    width: f64,
    height: f64,
}

impl SuggestedFrame {
    fn from_edges(edges: &[Edge]) -> Option<Self> {
        let (mut longitudes, mut latitudes) = (Vec::new(), Vec::new());
        for edge in edges {
            match *edge {
                Edge::Longitude(degrees) => longitudes.push(degrees),
                Edge::Latitude(degrees) => latitudes.push(degrees),
            }
        }
        let ends = |degrees: &[f64]| {
            let low = degrees.iter().copied().reduce(f64::min)?;
            let high = degrees.iter().copied().reduce(f64::max)?;
            (low < high).then_some([low, high])
        };
        let ([west, east], [south, north]) = (ends(&longitudes)?, ends(&latitudes)?);
        // A larger area is not a battlefield.
        if west < -180.0 || east > 180.0 || east - west > 10.0 || north - south > 10.0 {
            return None;
        }
        if south < -MAX_LATITUDE || north > MAX_LATITUDE {
            return None;
        }
        let sixth = |degrees: f64| (degrees * 1e6).round() / 1e6;
        let centre = Coordinate {
            longitude: sixth(f64::midpoint(west, east)),
            latitude: sixth(f64::midpoint(south, north)),
        };
        let projection = Projection::centred_on(centre);
        let at = |longitude, latitude| projection.forward(Coordinate { longitude, latitude });
        let width = at(east, centre.latitude).east - at(west, centre.latitude).east;
        let height = at(centre.longitude, north).north - at(centre.longitude, south).north;
        Some(Self { centre, width: width.round(), height: height.round() })
    }

    /// Returns the frame as YAML to paste, including its other keys.
    fn to_yaml(&self, rest: &[Entry]) -> String {
        let Self { centre: Coordinate { longitude, latitude }, width, height } = self;
        let rotation = rest.iter().find(|entry| entry.key == "rotation");
        let rotation = rotation
            .map_or(String::new(), |entry| format!(", rotation: {}", entry.value.to_json()));
        format!(
            "{{ centre: [{longitude}, {latitude}], width: {width} m, height: {height} m{rotation} }}"
        )
    }
}

/// One edge in degrees.
#[derive(Clone, Copy)]
enum Edge {
    Longitude(f64),
    Latitude(f64),
}

/// Returns the edges that one frame key defines.
fn read_edges(entry: &Entry) -> Vec<Edge> {
    let key = normalise_key(&entry.key);
    let is_one_of = |keys: &[&str]| keys.contains(&key.as_str());
    match &entry.value.value {
        value if is_one_of(&LONGITUDE_KEYS) => {
            number(value).map(Edge::Longitude).into_iter().collect()
        }
        value if is_one_of(&LATITUDE_KEYS) => {
            number(value).map(Edge::Latitude).into_iter().collect()
        }
        _ if is_one_of(&CORNER_KEYS) => match numbers(&entry.value).as_slice() {
            &[longitude, latitude] => corner_edges(&[[longitude, latitude]]),
            _ => Vec::new(),
        },
        _ if is_one_of(&RECTANGLE_KEYS) => rectangle_edges(&entry.value),
        _ => Vec::new(),
    }
}

/// Returns the edges in a list of four numbers, or in two corners.
fn rectangle_edges(node: &Node) -> Vec<Edge> {
    if let Value::Map(inner) = &node.value {
        return inner.iter().flat_map(read_edges).collect();
    }
    let &[first, second, third, fourth] = numbers(node).as_slice() else { return Vec::new() };
    // West, south, east, north; or both longitudes before both latitudes, as QGIS shows an extent.
    let by_corners = (third - first).abs() + (fourth - second).abs();
    let by_axes = (second - first).abs() + (fourth - third).abs();
    match by_corners <= by_axes {
        true => corner_edges(&[[first, second], [third, fourth]]),
        false => corner_edges(&[[first, third], [second, fourth]]),
    }
}

/// Returns the edges from corners; latitude may come first if the other order is implausible.
fn corner_edges(corners: &[[f64; 2]]) -> Vec<Edge> {
    let is_turned = corners.iter().any(|[_, latitude]| latitude.abs() > MAX_LATITUDE)
        || corners.iter().all(|[_, latitude]| *latitude < MIN_LATITUDE);
    let edges = corners.iter().flat_map(|&[first, second]| match is_turned {
        true => [Edge::Longitude(second), Edge::Latitude(first)],
        false => [Edge::Longitude(first), Edge::Latitude(second)],
    });
    edges.collect()
}

/// Returns the numbers in a list, or in comma-separated text.
fn numbers(node: &Node) -> Vec<f64> {
    match &node.value {
        Value::List(items) => items.iter().flat_map(numbers).collect(),
        Value::Text(text) => {
            let text = text.split(['[', '(']).next().unwrap_or_default();
            let numbers = text.split([',', ';']).map(|number| number.trim().parse().ok());
            numbers.collect::<Option<_>>().unwrap_or_default()
        }
        value => number(value).into_iter().collect(),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(whole) => Some(*whole as f64),
        Value::Float(number) => Some(*number).filter(|number| number.is_finite()),
        _ => None,
    }
}

/// Returns a key in lower case, without separators.
fn normalise_key(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
