//! Layers with too many features to compare every pair.

use std::time::Instant;

use sandtable_source::{Severity, code};

use crate::battle::TIME_LIMIT;
use crate::support::battle;

/// Enough hills that comparing every pair would take minutes.
const HILL_COUNT: u32 = 20_000;

/// Returns a layer of features, each with its id, another property and its geometry.
fn layer(features: impl Iterator<Item = (String, String, String)>) -> String {
    let features_json = features.map(|(id, property, geometry)| {
        format!("{{\"type\":\"Feature\",\"properties\":{{\"id\":\"{id}\",\"basis\":\"data\",{property}}},\"geometry\":{geometry}}}")
    });
    let features_json: Vec<String> = features_json.collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}\n", features_json.join(",\n"))
}

/// The south-western corner of a numbered grid cell.
fn cell_corner(number: u32) -> [f64; 2] {
    [9.962 + f64::from(number % 200) * 0.000_37, 49.975 + f64::from(number / 200) * 0.000_4]
}

/// A square with sides of about 15 m.
fn square([x, y]: [f64; 2]) -> String {
    let (east, north) = (x + 0.000_2, y + 0.000_14);
    format!(
        "{{\"type\":\"Polygon\",\"coordinates\":[[[{x:.6},{y:.6}],[{east:.6},{y:.6}],[{east:.6},{north:.6}],[{x:.6},{north:.6}],[{x:.6},{y:.6}]]]}}"
    )
}

/// Asserts that checking these layers in the small battle reports a message within the time limit.
fn assert_reported(layers: [(&str, String); 2], expected: &str) {
    let mut battle = battle();
    for (file, text) in layers {
        battle.set(file, text);
    }
    let start = Instant::now();
    let outcome = battle.compile();
    assert!(start.elapsed() < TIME_LIMIT, "{:?}", start.elapsed());
    let findings = outcome.diagnostics.sorted();
    assert!(
        findings.iter().any(|finding| finding.message.contains(expected)),
        "{}",
        findings.len()
    );
}

#[test]
fn reports_hills_too_close_to_lower_level() {
    let hills = layer((0..HILL_COUNT).map(|number| {
        let level = 1 + number % 2;
        (format!("h{number}"), format!("\"level\":{level}"), square(cell_corner(number)))
    }));
    let crests = layer(std::iter::empty());
    let layers = [("layers/hills.geojson", hills), ("layers/crests.geojson", crests)];
    assert_reported(layers, "m from `h0` of level 1");
}

#[test]
fn reports_crests_far_from_hills() {
    let hills = (0..HILL_COUNT).map(|number| {
        (format!("h{number}"), "\"level\":1".to_owned(), square(cell_corner(number)))
    });
    let crests = (0..HILL_COUNT).map(|number| {
        let [x, y] = cell_corner(number);
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
    assert_reported(layers, "crest `c0` is not on its hill `h1`");
}

/// Enough overlapping lines or areas that comparing every pair would take minutes.
const PILE_SIZE: u32 = 3_000;
/// The number of crossing roads that can still be processed individually.
const CROSSING_ROADS: u32 = 300;

/// A square ring around the map's centre, with half its side in degrees given.
fn ring(half: f64) -> String {
    let [west, south, east, north] = [10.0 - half, 50.0 - half, 10.0 + half, 50.0 + half];
    format!(
        "{{\"type\":\"Polygon\",\"coordinates\":[[[{west:.7},{south:.7}],[{east:.7},{south:.7}],[{east:.7},{north:.7}],[{west:.7},{north:.7}],[{west:.7},{south:.7}]]]}}"
    )
}

/// Returns roads between pairs of places, each through the map's centre.
fn roads(count: u32, ends: impl Fn(u32) -> [f64; 2]) -> String {
    let old = battle().text("layers/roads.geojson");
    let new = layer((0..count).map(|number| {
        let [x, y] = ends(number);
        let line = format!(
            "{{\"type\":\"LineString\",\"coordinates\":[[{:.7},{:.7}],[10.0,50.0],[{:.7},{:.7}]]}}",
            10.0 - x,
            50.0 - y,
            10.0 + x,
            50.0 + y
        );
        (format!("r{number}"), "\"kind\":\"road\"".to_owned(), line)
    }));
    let start = new.find('[').expect("the layer has a feature list") + 1;
    let list = new[start..].trim_end().strip_suffix("]}").expect("the layer ends with `]}`");
    let end = old.rfind(']').expect("the layer has a feature list");
    format!("{},{list}{}", &old[..end], &old[end..])
}

#[test]
fn reports_roads_on_one_spot_once() {
    let identical_roads = roads(PILE_SIZE, |_| [0.02, 0.01]);
    let crests = battle().text("layers/crests.geojson");
    let layers = [("layers/roads.geojson", identical_roads), ("layers/crests.geojson", crests)];
    assert_reported(layers, "and 2996 more are the same road");
}

/// Returns roads in all directions from the map's centre.
fn star(count: u32) -> String {
    roads(count, |number| {
        let angle = f64::from(number) * std::f64::consts::PI / f64::from(count);
        [0.02 * libm::cos(angle), 0.02 * libm::sin(angle)]
    })
}

#[test]
fn handles_roads_with_many_crossings() {
    let crests = battle().text("layers/crests.geojson");
    let layers =
        [("layers/roads.geojson", star(PILE_SIZE)), ("layers/crests.geojson", crests.clone())];
    assert_reported(layers, "too many overlapping features of class `road`");
    // The roads run in rows, one metre apart.
    let parallel_roads = roads(PILE_SIZE, |number| {
        let [column, row] = [number % 55, number / 55].map(f64::from);
        [0.01 + 0.000_014 * column, 0.01 + 0.000_009 * row]
    });
    let layers = [("layers/roads.geojson", parallel_roads), ("layers/crests.geojson", crests)];
    assert_reported(layers, "too many overlapping features of class `road`");
}

#[test]
fn reports_overlapping_areas_once() {
    let places = |number: u32| {
        let [column, row] = [number % 55, number / 55].map(f64::from);
        [9.99 + 0.000_014 * column, 50.01 + 0.000_009 * row]
    };
    let areas = layer((0..PILE_SIZE).map(|number| {
        let [x, y] = places(number);
        let (east, north) = (x + 0.002, y + 0.001);
        let ring = format!("{{\"type\":\"Polygon\",\"coordinates\":[[[{x:.7},{y:.7}],[{east:.7},{y:.7}],[{east:.7},{north:.7}],[{x:.7},{north:.7}],[{x:.7},{y:.7}]]]}}");
        (format!("a{number}"), "\"level\":1".to_owned(), ring)
    }));
    let streams = layer((0..PILE_SIZE).map(|number| {
        let [x, y] = places(number);
        let line = format!(
            "{{\"type\":\"LineString\",\"coordinates\":[[{x:.7},{y:.7}],[{:.7},{:.7}]]}}",
            x + 0.002,
            y + 0.001
        );
        (format!("a{number}"), "\"kind\":\"stream\",\"width_m\":3".to_owned(), line)
    }));
    for (file, class, text) in [
        ("woods", "woods", &areas),
        ("village", "buildings", &areas),
        ("hills", "hill", &areas),
        ("water", "watercourse", &streams),
    ] {
        let file = format!("layers/{file}.geojson");
        let crests = layer(std::iter::empty());
        let mut battle = battle();
        battle.set(&file, text.clone());
        battle.set("layers/crests.geojson", crests);
        let start = Instant::now();
        let outcome = battle.compile();
        assert!(start.elapsed() < TIME_LIMIT, "{class}: {:?}", start.elapsed());
        let findings = outcome.diagnostics.sorted();
        let errors: Vec<_> =
            findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(errors[0].code, code::LAYER_HEAPED);
        assert!(errors[0].message.contains(&format!("of class `{class}`")), "{errors:?}");
        let place = errors[0].labels[0].place;
        assert_eq!(outcome.sources.file(place.file()).path(), file);
    }
}

#[test]
fn handles_roads_that_all_cross() {
    let crests = battle().text("layers/crests.geojson");
    let layers =
        [("layers/roads.geojson", star(CROSSING_ROADS)), ("layers/crests.geojson", crests)];
    assert_reported(layers, "coincide for");
}

#[test]
fn handles_nested_woods() {
    let woods = layer((0..PILE_SIZE).map(|number| {
        let half = 0.000_5 + 0.02 * f64::from(number) / f64::from(PILE_SIZE);
        (format!("w{number}"), "\"name\":\"Wood\"".to_owned(), ring(half))
    }));
    let crests = battle().text("layers/crests.geojson");
    let layers = [("layers/woods.geojson", woods), ("layers/crests.geojson", crests)];
    assert_reported(layers, "both woods, overlap");
}

#[test]
fn handles_nested_hills() {
    let hills = layer((0..PILE_SIZE).map(|number| {
        let half = 0.000_5 + 0.02 * f64::from(number) / f64::from(PILE_SIZE);
        (format!("h{number}"), "\"level\":1".to_owned(), ring(half))
    }));
    let crests = layer(std::iter::empty());
    let layers = [("layers/hills.geojson", hills), ("layers/crests.geojson", crests)];
    assert_reported(layers, "has level 1 but is on another hill");
}
