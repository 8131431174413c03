//! A generated map with any number of vertices, byte-identical on every machine.
//!
//! Separate blobs of 200 vertices form a grid: woods, fields, orchards, and hills with a second
//! level inside. A road and a stream run between them.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The number of vertices of a polygon.
pub const VERTICES_PER_POLYGON: usize = 200;

/// Returns the files of a map with approximately the given number of vertices.
pub fn files(vertices: usize) -> BTreeMap<String, String> {
    let polygons = (vertices / VERTICES_PER_POLYGON).max(1);
    let columns = (polygons as f64).sqrt().ceil() as usize;
    // A cell is 800 m wide, so 5,000 of them fit in 90 km.
    let (width, height) = (0.0112, 0.0072);
    let side = columns as f64;
    let centre = (10.0, 50.0);
    let mut layers: BTreeMap<&str, String> = BTreeMap::new();
    let mut dice = Dice(1);
    for number in 0..polygons {
        let (column, row) = ((number % columns) as f64, (number / columns) as f64);
        let x = centre.0 + (column + 0.5 - side / 2.0) * width;
        let y = centre.1 + (row + 0.5 - side / 2.0) * height;
        let (class, extra) = match number % 10 {
            0..=5 => ("woods", ""),
            6 | 7 => ("field", ""),
            8 => ("orchard", ""),
            _ => ("hill", ", \"level\": 1"),
        };
        let blob = |dice: &mut Dice, size: f64| ring(dice, x, y, size * width, size * height);
        let outer = blob(&mut dice, 0.42);
        feature(layers.entry(class).or_default(), &format!("{class}-{number}"), extra, &outer);
        if class == "hill" {
            let inner = blob(&mut dice, 0.2);
            let layer = layers.entry(class).or_default();
            feature(layer, &format!("knoll-{number}"), ", \"level\": 2", &inner);
        }
    }
    let reach = side / 2.0 * height;
    let line = |x: f64| format!("[[{x:.7}, {:.7}], [{x:.7}, {:.7}]]", 50.0 - reach, 50.0 + reach);
    let lines = |id: &str, kind: &str, x: f64| {
        format!(
            "{{\"type\": \"Feature\", \"properties\": {{\"id\": \"{id}\", \"kind\": \"{kind}\", \"basis\": \"data\"}}, \"geometry\": {{\"type\": \"LineString\", \"coordinates\": {}}}}}",
            line(x)
        )
    };
    let border = 10.0 + if columns.is_multiple_of(2) { 0.0 } else { width / 2.0 };
    layers.insert("road", lines("high-road", "road", border - 0.0001));
    layers.insert("watercourse", lines("brook", "stream", border + 0.0001));
    let mut files = BTreeMap::new();
    let mut list = String::new();
    for (class, features) in &layers {
        let features = features.trim_end_matches(",\n");
        let text = format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{features}\n]}}\n");
        files.insert(format!("layers/{class}.geojson"), text);
        let _ = writeln!(list, "  - {{ file: layers/{class}.geojson, class: {class} }}");
    }
    let metres = (side * 800.0).clamp(200.0, 99_000.0);
    // The sheet is always 600 mm wide.
    let scale = (metres / 0.6).ceil();
    files.insert(
        "map.yaml".to_owned(),
        format!(
            "format: 1\nid: generated\ntitle: {{ en: Generated }}\nframe: {{ centre: [10.0, 50.0], width: {metres} m, height: {metres} m }}\nscale: \"1:{scale}\"\nlayers:\n{list}"
        ),
    );
    files
}

fn feature(layer: &mut String, id: &str, extra: &str, ring: &str) {
    let _ = writeln!(
        layer,
        "{{\"type\": \"Feature\", \"properties\": {{\"id\": \"{id}\", \"basis\": \"data\"{extra}}}, \"geometry\": {{\"type\": \"Polygon\", \"coordinates\": [[{ring}]]}}}},"
    );
}

/// Returns a blob that does not cross itself, because its vertices are ordered around its centre.
fn ring(dice: &mut Dice, x: f64, y: f64, width: f64, height: f64) -> String {
    let mut text = String::new();
    let mut first = String::new();
    for corner in 0..VERTICES_PER_POLYGON - 1 {
        let angle = std::f64::consts::TAU * corner as f64 / (VERTICES_PER_POLYGON - 1) as f64;
        let radius = 0.8 + 0.2 * dice.next();
        let (x, y) =
            (x + width * radius * libm::cos(angle), y + height * radius * libm::sin(angle));
        let position = format!("[{x:.7}, {y:.7}], ");
        text += &position;
        if corner == 0 {
            first = position;
        }
    }
    text + first.trim_end_matches(", ")
}

/// A generator of pseudorandom numbers between 0 and 1.
struct Dice(u32);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 24)
    }
}
