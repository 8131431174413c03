//! Layers and elevation files made to exhaust their readers.

use serde_json::Value;

use crate::geotiff::{self, Tiff};
use crate::support::Project;
use crate::zip_support::deflate_repeated_byte;

const WOODS: &str = "layers/woods.geojson";

/// A layer of one feature with this geometry.
fn layer(geometry: &str) -> String {
    format!(
        "{{\"type\":\"FeatureCollection\",\"features\":[{{\"type\":\"Feature\",\"properties\":{{\"id\":\"wood\"}},\"geometry\":{geometry}}}]}}\n"
    )
}

/// A position in degrees, given in metres east and north of the map's centre.
fn position(x: f64, y: f64) -> String {
    format!("[{:.8},{:.8}]", 10.0 + x / 71_696.0, 50.0 + y / 111_229.0)
}

/// Returns the errors of `check`, whose number and lengths must be limited.
fn check_errors(project: &Project) -> Vec<Value> {
    let errors = project.json_errors();
    assert!(errors.len() <= 1_000, "{}", errors.len());
    assert!(errors.iter().all(|error| error.to_string().len() < 20_000));
    errors
}

/// The number of vertices or features in ordinary test runs.
const EVERYDAY_COUNT: u32 = 60_000;
/// The number in `cargo test -p sandtable --test hostile -- --ignored`.
const FULL_COUNT: u32 = 1_000_000;

#[test]
fn many_vertices() {
    check_vertices(EVERYDAY_COUNT);
}

#[test]
#[ignore = "minutes in the test profile; `many_vertices` tries the same shapes with 60,000"]
fn million_vertices() {
    check_vertices(FULL_COUNT);
}

/// Checks this many vertices: as a comb-shaped polygon, as a line, and as a tangle.
fn check_vertices(count: u32) {
    let project = Project::new();
    // A comb with upright teeth, 25 cm apart and 2 m long, in stacked rows of 20,000 teeth.
    let teeth: String = (0..count / 2)
        .flat_map(|tooth| {
            let (row, column) = (tooth / 20_000, tooth % 20_000);
            let x = -2_500.0 + f64::from(column) * 0.25;
            let y = 100.0 * f64::from(row);
            // Connect the rows without touching the teeth.
            let by = if column == 0 { position(-2_550.0, y - 10.0) + "," } else { String::new() };
            [by, position(x, y) + ",", position(x + 0.12, y + 2.0) + ","]
        })
        .collect();
    let back = [[-2_600.0, 2_450.0], [-2_600.0, -10.0], [-2_550.0, -10.0]];
    let back = back.map(|[x, y]| position(x, y)).join(",");
    project.write(
        WOODS,
        layer(&format!("{{\"type\":\"Polygon\",\"coordinates\":[[{teeth}{back}]]}}")),
    );
    let errors = check_errors(&project);
    assert!(errors.is_empty(), "{errors:#?}");
    // Use the same vertices for a line.
    let road = layer(&format!(
        "{{\"type\":\"LineString\",\"coordinates\":[{}]}}",
        teeth.trim_end_matches(',')
    ));
    project.write(WOODS, layer("null"));
    project.write("layers/roads.geojson", road);
    assert!(!check_errors(&project).is_empty());
    // Consecutive vertices are far apart, all over the map.
    let tangle: String = (0..count)
        .map(|n| {
            let (x, y) = (f64::from(n % 5_003 * 919 % 5_003), f64::from(n % 5_009 * 607 % 5_009));
            position(x - 2_500.0, y - 2_500.0) + ","
        })
        .collect();
    let first = position(-2_500.0, -2_500.0);
    let project = Project::new();
    project.write(
        WOODS,
        layer(&format!("{{\"type\":\"Polygon\",\"coordinates\":[[{tangle}{first}]]}}")),
    );
    assert!(!check_errors(&project).is_empty());
}

#[test]
fn many_features() {
    check_features(EVERYDAY_COUNT);
}

#[test]
#[ignore = "a minute in the test profile; `many_features` tries the same with 60,000"]
fn million_features() {
    check_features(FULL_COUNT);
}

/// Checks adjacent small features, and features with the same id.
fn check_features(count: u32) {
    for same in [false, true] {
        let project = Project::new();
        let features: String = (0..count)
            .map(|n| {
                let id = if same { 0 } else { n };
                let at = position(f64::from(n % 1_000) * 5.0 - 2_500.0, f64::from(n / 1_000));
                format!(
                    "{{\"type\":\"Feature\",\"properties\":{{\"id\":\"f{id}\",\"rank\":3}},\"geometry\":{{\"type\":\"Point\",\"coordinates\":{at}}}}},\n"
                )
            })
            .collect();
        let features = features.trim_end_matches(",\n");
        project.write(
            "layers/places.geojson",
            format!("{{\"type\":\"FeatureCollection\",\"features\":[{features}]}}"),
        );
        let errors = check_errors(&project);
        assert!(!errors.is_empty(), "the church is missing");
    }
}

/// Deeply nested lists and objects, wherever JSON allows them, closed or not.
#[test]
fn rejects_deep_json() {
    const DEPTH: usize = 100_000;
    let closed = |open: &str, close: &str| open.repeat(DEPTH) + "0" + &close.repeat(DEPTH);
    for deep in [
        closed("[", "]"),
        closed("{\"a\":", "}"),
        closed("[{\"a\":", "}]"),
        "[".repeat(DEPTH),
        "{\"a\":".repeat(DEPTH),
    ] {
        for text in [
            deep.clone(),
            layer(&deep),
            layer(&format!("{{\"type\":\"Polygon\",\"coordinates\":{deep}}}")),
            layer(&format!("{{\"type\":\"GeometryCollection\",\"geometries\":{deep}}}")),
            layer("null").replace("\"wood\"", &deep),
            layer("null").replace("\"features\"", &format!("\"bbox\":{deep},\"features\"")),
        ] {
            let project = Project::new();
            project.write(WOODS, text);
            assert!(!check_errors(&project).is_empty());
        }
    }
    // Nested geometry collections.
    let nested = "{\"type\":\"GeometryCollection\",\"geometries\":[".repeat(DEPTH);
    let project = Project::new();
    project.write(WOODS, layer(&(nested + &"]}".repeat(DEPTH))));
    assert!(!check_errors(&project).is_empty());
}

/// The battle with this elevation file.
fn with_elevation(tiff: &Tiff) -> Project {
    let project = Project::new();
    let map = std::fs::read_to_string(project.file("map.yaml")).expect("readable");
    project.write("map.yaml", map + "elevation: { file: elevation.tif }\n");
    project.write("elevation.tif", tiff.bytes());
    project
}

/// A file whose strip decompresses to far more than the available memory.
fn compressed_bomb(compression: u16, strip: Vec<u8>, side: u32) -> Tiff {
    let length = strip.len() as u32;
    Tiff { strip, ..geotiff::valid() }
        .with(geotiff::long(geotiff::WIDTH, &[side]))
        .with(geotiff::long(geotiff::HEIGHT, &[side]))
        .with(geotiff::long(geotiff::ROWS_PER_STRIP, &[side]))
        .with(geotiff::long(geotiff::STRIP_BYTES, &[length]))
        .with(geotiff::short(geotiff::COMPRESSION, &[compression]))
        .with(geotiff::double(
            geotiff::PIXEL_SCALE,
            &[0.16 / f64::from(side), 0.1 / f64::from(side), 0.0],
        ))
}

/// Zeros as a zlib stream.
fn zlib_zeros(size: u64) -> Vec<u8> {
    let sum = [((size % 65_521) as u16).to_be_bytes(), 1_u16.to_be_bytes()].concat();
    [vec![0x78, 0x9c], deflate_repeated_byte(0, size), sum].concat()
}

/// Zeros as TIFF LZW data, where each code stands for a longer run.
fn lzw_zeros(size: u64) -> Vec<u8> {
    let (mut out, mut bits, mut filled) = (Vec::new(), 0_u32, 0);
    let mut put = |code: u32, length: u32| {
        bits = bits << length | code;
        filled += length;
        while filled >= 8 {
            filled -= 8;
            out.push((bits >> filled) as u8);
            bits &= (1 << filled) - 1;
        }
    };
    let mut written = 0;
    while written < size {
        put(256, 9);
        put(0, 9);
        written += 1;
        for (code, run) in (258..4_094).zip(2_u64..) {
            // TIFF switches to longer codes one code early.
            let length = match code {
                0..=510 => 9,
                511..=1_022 => 10,
                1_023..=2_046 => 11,
                _ => 12,
            };
            put(code, length);
            written += run;
        }
    }
    put(257, 12);
    put(0, 8);
    out
}

#[test]
fn bounds_compressed_elevations() {
    const DEFLATE: u16 = 8;
    const LZW: u16 = 5;
    for (compression, strip) in [(DEFLATE, zlib_zeros(4 << 30)), (LZW, lzw_zeros(4 << 30))] {
        // The file claims a small size, the largest allowed size, and its true size.
        for side in [16, 8_000, 32_768] {
            let project = with_elevation(&compressed_bomb(compression, strip.clone(), side));
            let errors = check_errors(&project);
            assert!(side < 9_000 || !errors.is_empty());
        }
    }
}

#[test]
fn rejects_huge_elevation_claims() {
    let promise = geotiff::valid()
        .with(geotiff::long(geotiff::WIDTH, &[500_000]))
        .with(geotiff::long(geotiff::HEIGHT, &[500_000]));
    let project = with_elevation(&promise);
    let error = project.only_error("ST0801");
    assert!(error["spans"][0]["file"].as_str().is_some());
    let tiles = geotiff::valid()
        .without(geotiff::STRIP_OFFSETS)
        .without(geotiff::STRIP_BYTES)
        .without(geotiff::ROWS_PER_STRIP)
        .with(geotiff::long(geotiff::TILE_WIDTH, &[1 << 20]))
        .with(geotiff::long(geotiff::TILE_LENGTH, &[1 << 20]))
        .with(geotiff::long(geotiff::TILE_OFFSETS, &[8]))
        .with(geotiff::long(geotiff::TILE_BYTES, &[640]));
    assert_eq!(check_errors(&with_elevation(&tiles)).len(), 1);
}
