//! The small battle with elevation: elevation files with one mistake each, and features that
//! contradict the elevation. Each test creates its GeoTIFF and lists exactly the expected
//! diagnostics.

use sandtable_compile::Outcome;
use sandtable_pack::AnyPack;
use sandtable_source::{Code, Diagnostic, Severity, SourceMap, code};

use crate::elevation::{Tif, WHOLE_FRAME, ground, is_in_box};
use crate::support::{Battle, run};

/// The small battle with an elevation file.
fn battle(elevation: Vec<u8>) -> Battle {
    let mut battle = crate::support::battle().edited(
        "map.yaml",
        "layers:\n",
        "elevation: { file: elevation.tif }\nlayers:\n",
    );
    battle.0.insert("elevation.tif".to_owned(), elevation);
    battle
}

/// Returns errors and warnings.
fn findings(outcome: &Outcome) -> Vec<Diagnostic> {
    let all = outcome.diagnostics.sorted().into_iter();
    all.filter(|finding| finding.severity != Severity::Note).cloned().collect()
}

fn codes(outcome: &Outcome) -> Vec<Code> {
    findings(outcome).iter().map(|finding| finding.code).collect()
}

/// Asserts that the only diagnostic has this code, and that the line of its first span contains
/// this text.
fn assert_only(outcome: &Outcome, code: Code, line_holds: &str) -> Diagnostic {
    let found = findings(outcome);
    assert_eq!(codes(outcome), [code], "{found:#?}");
    let place = found[0].labels.first().expect("every diagnostic has a label").place;
    let line = line_of(&outcome.sources, place);
    assert!(line.contains(line_holds), "{line}");
    assert!(!found[0].help.is_empty());
    found[0].clone()
}

fn line_of(sources: &SourceMap, place: sandtable_source::Place) -> String {
    let (start, _) = place.positions(sources);
    let text = sources.file(place.file()).text();
    text.lines().nth(start.line as usize - 1).unwrap_or_default().to_owned()
}

#[test]
fn valid_ground_gives_no_diagnostics() {
    for keys in [&[][..], &[[1024, 2], [2048, 4326]], &[[1024, 2], [2048, 4269]]] {
        let outcome = run(&battle(WHOLE_FRAME.with_keys(keys).write(ground)));
        assert_eq!(codes(&outcome), [], "{:#?}", findings(&outcome));
        assert!(outcome.pack.is_some());
    }
}

#[test]
fn frame_outside_file_is_one_diagnostic() {
    let half = Tif { size: [80, 140], ..WHOLE_FRAME };
    let found =
        assert_only(&run(&battle(half.write(ground))), code::ELEVATION_COVERAGE, "elevation");
    assert!(found.message.contains("only 4"), "{}", found.message);
    let elsewhere = Tif { corner: [11.0, 50.035], ..WHOLE_FRAME };
    let found =
        assert_only(&run(&battle(elsewhere.write(ground))), code::ELEVATION_COVERAGE, "elevation");
    assert!(found.message.contains("does not cover the frame"), "{}", found.message);
}

#[test]
fn fills_and_reports_hole() {
    // Missing data is marked by a declared value, by an impossible height, or by NaN.
    for (missing, mark) in [(Some("7"), 7.0), (None, -9999.0), (None, f32::NAN)] {
        let tif = Tif { no_data: missing, ..WHOLE_FRAME };
        let file = tif.write(|longitude, latitude| {
            let hole = is_in_box([10.0, 50.02], longitude, latitude, [0.002, 0.001]);
            if hole { mark } else { ground(longitude, latitude) }
        });
        let outcome = run(&battle(file));
        let found = assert_only(&outcome, code::ELEVATION_HOLES, "elevation.tif");
        assert!(found.labels[0].text.contains("longitude 10.000"), "{found:#?}");
        let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("only warnings");
        let grid = pack.elevation().expect("elevation grid");
        let middle = grid.at(300, 522).expect("point on the grid").metres();
        assert!((middle - f64::from(ground(10.0, 50.02))).abs() < 1.0, "{middle}");
    }
}

#[test]
fn large_gap_is_not_a_hole() {
    let file =
        WHOLE_FRAME.write(
            |longitude, latitude| {
                if longitude > 10.02 { f32::NAN } else { ground(longitude, latitude) }
            },
        );
    let found = assert_only(&run(&battle(file)), code::ELEVATION_COVERAGE, "elevation.tif");
    assert!(found.message.contains("no elevation data for"), "{}", found.message);
}

#[test]
fn reports_needles_and_tables() {
    let needle = |by: f32| {
        WHOLE_FRAME.write(move |longitude, latitude| {
            let here = is_in_box([10.0101, 50.01025], longitude, latitude, [0.0003, 0.00025]);
            ground(longitude, latitude) + if here { by } else { 0.0 }
        })
    };
    let found = assert_only(&run(&battle(needle(200.0))), code::ELEVATION_HEIGHTS, "elevation.tif");
    assert!(found.labels[0].text.contains("longitude 10.010"), "{found:#?}");
    // A steep knoll is plausible.
    assert_eq!(codes(&run(&battle(needle(50.0)))), []);
    let flat = run(&battle(WHOLE_FRAME.write(|_, _| 0.0)));
    assert!(codes(&flat).contains(&code::ELEVATION_HEIGHTS), "{:#?}", findings(&flat));
}

#[test]
fn feet_become_metres() {
    let tif = WHOLE_FRAME.with_keys(&[[1024, 2], [2048, 4326], [4099, 9003]]);
    let outcome = run(&battle(tif.write(|east, north| ground(east, north) / 0.3048)));
    assert_eq!(codes(&outcome), []);
    let told = outcome.diagnostics.sorted();
    assert!(told.iter().any(|finding| finding.code == code::ELEVATION_FEET));
    let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle");
    let height = pack.elevation().and_then(|grid| grid.at(0, 0)).expect("known height").metres();
    assert!((height - f64::from(ground(9.9582, 49.973))).abs() < 1.0, "{height}");
}

#[test]
fn reports_coarse_relief() {
    let coarse = Tif { step: [0.0025, 0.002], size: [40, 35], ..WHOLE_FRAME };
    let found =
        assert_only(&run(&battle(coarse.write(ground))), code::ELEVATION_RESOLUTION, "elevation");
    assert!(found.labels[0].text.contains("222 m"), "{found:#?}");
    // A resolution of three arc-seconds is enough.
    let enough = Tif { step: [1.0 / 1200.0, 1.0 / 1200.0], size: [120, 84], ..WHOLE_FRAME };
    assert_eq!(codes(&run(&battle(enough.write(ground)))), []);
}

#[test]
fn names_other_coordinate_systems() {
    let cases: [(&[[u16; 2]], &str); 3] = [
        (&[[1024, 1], [3072, 3_035]], "EPSG:3035"),
        (&[[1024, 2], [2048, 4277]], "EPSG:4277"),
        (&[[1024, 1], [3072, 32_767]], "projected"),
    ];
    for (keys, named) in cases {
        let outcome = run(&battle(WHOLE_FRAME.with_keys(keys).write(ground)));
        let found = assert_only(&outcome, code::ELEVATION_CRS, "elevation.tif");
        assert!(found.message.contains(named), "{}", found.message);
        assert!(found.help[0].contains("gdalwarp"), "{found:#?}");
    }
}

#[test]
fn reports_damage_in_plain_words() {
    let whole = WHOLE_FRAME.write(ground);
    let cases = [
        (Vec::new(), "not a TIFF"),
        (b"<!DOCTYPE html><html>Not found".to_vec(), "not a TIFF"),
        (whole[..whole.len() / 2].to_vec(), "ends before"),
    ];
    for (bytes, words) in cases {
        let found = assert_only(&run(&battle(bytes)), code::ELEVATION_UNREADABLE, "elevation.tif");
        assert!(found.message.contains(words), "{}", found.message);
    }
}

#[test]
fn hill_in_hollow_and_crest_on_slope() {
    let hollow = WHOLE_FRAME.write(|longitude, latitude| {
        let base = ground(longitude, latitude);
        let plain = 200.0 + 600.0 * (longitude - 10.0) + 140.0 * (latitude - 50.0);
        (2.0 * plain) as f32 - base
    });
    let found = assert_only(&run(&battle(hollow)), code::HILL_NOT_HIGHER, "low-hill\"");
    assert!(found.labels[0].text.contains("around it"), "{found:#?}");
    let mut low = battle(WHOLE_FRAME.write(ground));
    let crests = String::from_utf8(low.0["layers/crests.geojson"].clone()).expect("UTF-8 text");
    let crests = crests
        .replace("[10.027, 49.99], [10.033, 49.99]", "[10.0255, 49.9865], [10.0345, 49.9865]");
    low.0.insert("layers/crests.geojson".to_owned(), crests.into_bytes());
    let found = assert_only(&run(&low), code::CREST_LOW, "low-hill-crest");
    assert!(found.help[0].contains("longitude 10.03"), "{found:#?}");
}

/// Watercourses that are drawn upstream or that climb over a ridge are reported.
#[test]
fn water_runs_downhill() {
    let brook = |positions: &str| {
        let mut battle = battle(WHOLE_FRAME.write(|longitude, latitude| {
            // A ridge across the brook, higher than an embankment.
            let ridge = 30.0 * (1.0 - ((longitude - 9.972) / 0.0015).abs()).max(0.0);
            ground(longitude, latitude) + if latitude > 50.024 { ridge as f32 } else { 0.0 }
        }));
        let water =
            String::from_utf8(battle.0["layers/water.geojson"].clone()).expect("UTF-8 text");
        let water = water.replace("[9.98, 50.03], [9.9655, 50.02]", positions);
        assert!(water.contains(positions), "the layer contains the brook");
        battle.0.insert("layers/water.geojson".to_owned(), water.into_bytes());
        run(&battle)
    };
    assert_eq!(codes(&brook("[9.98, 50.02], [9.9655, 50.02]")), []);
    let found = assert_only(&brook("[9.9655, 50.02], [9.98, 50.02]"), code::WATER_UPHILL, "brook");
    assert!(found.message.contains("ends higher than it begins"), "{}", found.message);
    let found = assert_only(
        &brook("[9.98, 50.0247], [9.969, 50.0247], [9.9655, 50.02]"),
        code::WATER_UPHILL,
        "brook",
    );
    assert!(found.message.contains("uphill for"), "{}", found.message);
    assert!(found.labels[0].text.contains("longitude 9.97"), "{found:#?}");
}

/// Two parts of one stream on flat ground, separated by the frame: at most one of them may run off
/// the map.
#[test]
fn reaches_continue_like_their_neighbours() {
    let becks = |lower: &str| {
        let mut battle = battle(WHOLE_FRAME.write(|longitude, latitude| {
            // West of the river is a plain, where the relief gives no flow direction.
            ground(longitude.max(9.968), latitude)
        }));
        let beck = |id: &str, positions: &str| {
            format!(
                r#"{{"type": "Feature", "properties": {{"id": "{id}", "name": "Beck", "kind": "stream", "basis": "data"}}, "geometry": {{"type": "LineString", "coordinates": [{positions}]}}}},"#
            )
        };
        let upper = beck("upper-beck", "[9.9625, 50.0255], [9.955, 50.0255]");
        let water =
            String::from_utf8(battle.0["layers/water.geojson"].clone()).expect("UTF-8 text");
        let both = format!("\"features\":[\n{upper}\n{}", beck("lower-beck", lower));
        let water = water.replacen("\"features\":[", &both, 1);
        assert!(water.contains("lower-beck"), "the layer has features");
        battle.0.insert("layers/water.geojson".to_owned(), water.into_bytes());
        run(&battle)
    };
    assert_eq!(codes(&becks("[9.955, 50.0235], [9.96545, 50.022]")), []);
    let outcome = becks("[9.96545, 50.022], [9.955, 50.0235]");
    let found = assert_only(&outcome, code::WATER_UPHILL, "lower-beck");
    assert!(found.message.contains("upstream"), "{}", found.message);
    assert!(found.labels[0].text.contains("both leave the map"), "{found:#?}");
    assert!(line_of(&outcome.sources, found.labels[1].place).contains("upper-beck"), "{found:#?}");
}
