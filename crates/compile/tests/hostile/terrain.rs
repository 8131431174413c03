//! Layers of so many hills and crests that whoever asks each about all others never ends.

use std::time::Instant;

use crate::battle::LONGEST;
use crate::support::battle;

/// So many hills; asked each about all others they take minutes.
const MANY: u32 = 20_000;

/// A layer of features, each with its id, another property and its geometry.
fn layer(features: impl Iterator<Item = (String, String, String)>) -> String {
    let written = features.map(|(id, property, geometry)| {
        format!("{{\"type\":\"Feature\",\"properties\":{{\"id\":\"{id}\",\"basis\":\"data\",{property}}},\"geometry\":{geometry}}}")
    });
    let written: Vec<String> = written.collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}\n", written.join(",\n"))
}

/// The south-western corner of one of many places, side by side.
fn place(number: u32) -> [f64; 2] {
    [9.962 + f64::from(number % 200) * 0.000_37, 49.975 + f64::from(number / 200) * 0.000_4]
}

/// A square of about 15 m.
fn square([x, y]: [f64; 2]) -> String {
    let (east, north) = (x + 0.000_2, y + 0.000_14);
    format!(
        "{{\"type\":\"Polygon\",\"coordinates\":[[[{x:.6},{y:.6}],[{east:.6},{y:.6}],[{east:.6},{north:.6}],[{x:.6},{north:.6}],[{x:.6},{y:.6}]]]}}"
    )
}

/// Checks the small battle with some layers: something is said, and before long.
fn is_told(layers: [(&str, String); 2], said: &str) {
    let mut battle = battle();
    for (file, text) in layers {
        battle.set(file, text);
    }
    let start = Instant::now();
    let outcome = battle.compile();
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    let findings = outcome.diagnostics.sorted();
    assert!(findings.iter().any(|finding| finding.message.contains(said)), "{}", findings.len());
}

#[test]
fn hills_beside_their_feet_are_not_each_compared_with_all() {
    let hills = layer((0..MANY).map(|number| {
        let level = 1 + number % 2;
        (format!("h{number}"), format!("\"level\":{level}"), square(place(number)))
    }));
    let crests = layer(std::iter::empty());
    let layers = [("layers/hills.geojson", hills), ("layers/crests.geojson", crests)];
    is_told(layers, "m beside `h0` of level 1");
}

#[test]
fn crests_are_not_each_compared_with_all_hills() {
    let hills = (0..MANY)
        .map(|number| (format!("h{number}"), "\"level\":1".to_owned(), square(place(number))));
    let crests = (0..MANY).map(|number| {
        let [x, y] = place(number);
        let (east, north) = (x + 0.000_1, y + 0.000_1);
        let line = format!(
            "{{\"type\":\"LineString\",\"coordinates\":[[{:.6},{:.6}],[{east:.6},{north:.6}]]}}",
            x + 0.000_05,
            y + 0.000_05
        );
        (format!("c{number}"), format!("\"hill\":\"h{}\"", number.max(1)), line)
    });
    let (hills, crests) = (layer(hills), layer(crests));
    let layers = [("layers/hills.geojson", hills), ("layers/crests.geojson", crests)];
    is_told(layers, "the crest `c0` does not lie on its hill `h1`");
}
