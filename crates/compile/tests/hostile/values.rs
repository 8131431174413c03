//! Invalid values, deceptive names and false headers.

use crate::battle::{check_run, field_with, gettysburg};
use crate::geotiff::{self, Tiff};
use crate::support::{Battle, battle};
use sandtable_pack::AnyPack;
use sandtable_source::{Code, Severity, code};

fn errors(battle: &Battle) -> Vec<Code> {
    let outcome = battle.compile();
    let found = outcome.diagnostics.sorted();
    found.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect()
}

#[test]
fn uncorrupted_battle_is_valid() {
    assert_eq!(errors(&battle()), []);
    assert_eq!(check_run(&battle()), Ok(()));
    let battle = field_with(&geotiff::valid().bytes());
    assert_eq!(check_run(&battle), Ok(()));
    let elevation = battle
        .compile()
        .pack
        .and_then(AnyPack::pub_battles)
        .expect("valid battle")
        .elevation()
        .cloned();
    let height = elevation.expect("elevation grid").at(0, 0).expect("known height").metres();
    assert!((100.0..107.0).contains(&height), "{height}");
    assert_eq!(errors(&gettysburg()), []);
    assert_eq!(check_run(&gettysburg()), Ok(()));
}

/// Inserts invalid and extreme numbers wherever a number is expected.
#[test]
fn survives_numbers_beyond_bounds() {
    let scenario = battle().text("scenario.yaml");
    for number in [
        ".nan",
        ".inf",
        "-.inf",
        "1e308",
        "-1e308",
        "1e999",
        "5e-324",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551616",
        "4294967296",
        "-1",
        "0x7fffffffffffffff",
        "1e1000000000000000000000000",
    ] {
        for place in [
            "format: 1",
            "first_turn: 3",
            "last_turn: 8",
            "days: 1",
            "rating: 4",
            "[10.012, 49.985]",
            "strength: 4000",
            "day: 1",
            "turn: 5",
        ] {
            assert!(scenario.contains(place), "{place}");
            let end = place.rfind(|c: char| c.is_ascii_digit()).expect("valid number") + 1;
            let before = |c: char| !c.is_ascii_digit() && c != '.';
            let start = place[..end].rfind(before).expect("the key exists") + 1;
            let spoilt = format!("{}{number}{}", &place[..start], &place[end..]);
            let mut battle = battle();
            battle.set("scenario.yaml", scenario.replacen(place, &spoilt, 1));
            let errors = errors(&battle);
            assert_eq!(errors.len(), 1, "{spoilt}: {errors:?}");
            assert_eq!(check_run(&battle), Ok(()), "{spoilt}");
        }
    }
}

/// A thousand items are the limit for lists that players must know.
#[test]
fn rejects_overlong_lists() {
    let list = |key: &str, count: usize| {
        let mut battle = battle();
        let entry = |number: usize| match key {
            "weather" => format!("  - {{ turn: {}, title: T }}\n", 3 + number % 6),
            "objectives" => format!(
                "  - {{ id: o{number}, title: T, at: [10.0, 50.0], within: 200 m, points: 1 }}\n"
            ),
            _ => format!("  - {{ id: r{number}, text: T, frozen_until: {{ turn: 4 }} }}\n"),
        };
        let entries: String = (0..count).map(entry).collect();
        let scenario = format!("{}\n{key}:\n{entries}", battle.text("scenario.yaml"));
        battle.set("scenario.yaml", scenario);
        battle
    };
    for key in ["objectives", "special_rules"] {
        assert_eq!(errors(&list(key, 1_000)), [], "{key}");
        let battle = list(key, 1_001);
        assert_eq!(errors(&battle), [code::LIST_TOO_LONG], "{key}");
        let outcome = battle.compile();
        let found = outcome.diagnostics.sorted();
        let found = found.iter().find(|found| found.severity == Severity::Error);
        let place = found.expect("error diagnostic").labels[0].place.positions(&outcome.sources).0;
        let lines = battle.text("scenario.yaml").lines().count();
        assert_eq!(place.line as usize, lines, "{key}: first item beyond the limit");
    }
    let is_rejected = |count| errors(&list("weather", count)).contains(&code::LIST_TOO_LONG);
    assert!(is_rejected(1_001) && !is_rejected(1_000));
    assert_eq!(check_run(&list("special_rules", 1_001)), Ok(()));
}

/// Names pass no invisible character to a pack, and no control character to a terminal.
#[test]
fn removes_deceptive_characters() {
    let scenario = battle().text("scenario.yaml");
    let woods = battle().text("layers/woods.geojson");
    for c in [
        '\u{1}',
        '\u{7}',
        '\u{8}',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{9b}',
        '\u{ad}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{202a}',
        '\u{202e}',
        '\u{2028}',
        '\u{2029}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{61c}',
        '\u{feff}',
        '\u{fff9}',
        '\u{e0041}',
    ] {
        let escaped = format!("\\U{:08x}", u32::from(c));
        for (from, to) in [
            ("name: Navy", format!("name: \"Na{escaped}vy\"")),
            ("id: navy", format!("id: \"na{escaped}vy\"")),
            ("title: Blue Army", format!("title: \"Blue {escaped}Army\"")),
            ("title: Blue Army", format!("title: Blue Army\n    \"ti{escaped}tle\": x")),
            ("map: map.yaml", format!("map: \"ma{escaped}p.yaml\"")),
            ("combat_order: red", format!("combat_order: \"re{escaped}d\"")),
            ("short: B", format!("short: \"B{escaped}\"")),
            ("type: cavalry", format!("type: \"cav{escaped}alry\"")),
        ] {
            assert!(scenario.contains(from));
            let mut battle = battle();
            battle.set("scenario.yaml", scenario.replacen(from, &to, 1));
            assert_eq!(check_run(&battle), Ok(()), "{to}");
            assert!(!errors(&battle).is_empty(), "{to} gives no error");
        }
        // The characters are literal in YAML and escaped in GeoJSON.
        let mut battle = battle();
        battle.set(
            "scenario.yaml",
            scenario.replacen("name: Navy", &format!("name: \"Na{c}vy\""), 1),
        );
        assert_eq!(check_run(&battle), Ok(()), "U+{:04X}", u32::from(c));
        assert!(!errors(&battle).is_empty(), "U+{:04X}", u32::from(c));
        for key in ["name", "id", "basis"] {
            let mut layer: serde_json::Value = serde_json::from_str(&woods).expect("valid JSON");
            layer["features"][0]["properties"][key] = format!("a{c}b").into();
            let mut battle = crate::support::battle();
            battle.set("layers/woods.geojson", layer.to_string());
            assert_eq!(check_run(&battle), Ok(()), "{key} U+{:04X}", u32::from(c));
            assert!(!errors(&battle).is_empty(), "{key} U+{:04X}", u32::from(c));
        }
    }
}

fn elevation(tiff: &Tiff) -> Vec<Code> {
    let battle = field_with(&tiff.bytes());
    assert_eq!(check_run(&battle), Ok(()), "{tiff:?}");
    errors(&battle)
}

/// Whether the only diagnostic is about the elevation.
fn is_refused(tiff: &Tiff) -> bool {
    let errors = elevation(tiff);
    errors.len() == 1 && errors[0].to_string().starts_with("ST08")
}

/// Headers declare data that is missing.
#[test]
fn rejects_false_elevation_headers() {
    use crate::geotiff::*;
    let lies = [
        valid().with(long(WIDTH, &[u32::MAX])).with(long(HEIGHT, &[u32::MAX])),
        valid().with(long(WIDTH, &[1_000_000])).with(long(HEIGHT, &[1_000_000])),
        valid().with(long(WIDTH, &[7_000])).with(long(HEIGHT, &[7_000])),
        valid().with(short(WIDTH, &[0])),
        valid().with(short(HEIGHT, &[1])),
        valid().with(short(WIDTH, &[20])),
        valid().without(WIDTH),
        valid().without(STRIP_OFFSETS),
        valid().with(long(STRIP_OFFSETS, &[u32::MAX])),
        valid().with(long(STRIP_OFFSETS, &[8; 10_000])),
        valid().with(Field { count: 1 << 31, ..long(STRIP_OFFSETS, &[8, 8]) }),
        valid().with(Field {
            count: u64::from(u32::MAX),
            offset: Some(0),
            ..long(STRIP_BYTES, &[8, 8])
        }),
        valid().with(Field { offset: Some(u64::from(u32::MAX)), ..double(TIE_POINT, &[0.0; 6]) }),
        valid().with(Field { count: 0, ..double(TIE_POINT, &[]) }),
        valid().with(short(SAMPLES, &[65_535])),
        valid().with(short(BITS, &[1])),
        valid().with(short(BITS, &[65_535])),
        valid().with(short(BITS, &[32; 40])),
        valid().with(short(FORMAT, &[9])),
        valid().with(short(COMPRESSION, &[7])),
        valid().with(short(COMPRESSION, &[5])),
        valid().with(short(COMPRESSION, &[8])),
        valid().with(short(COMPRESSION, &[50_000])),
        valid()
            .without(STRIP_OFFSETS)
            .without(STRIP_BYTES)
            .without(ROWS_PER_STRIP)
            .with(short(TILE_WIDTH, &[1]))
            .with(short(TILE_LENGTH, &[1]))
            .with(long(TILE_OFFSETS, &[8; 16]))
            .with(long(TILE_BYTES, &[4; 16])),
        valid()
            .without(STRIP_OFFSETS)
            .without(STRIP_BYTES)
            .without(ROWS_PER_STRIP)
            .with(long(TILE_WIDTH, &[u32::MAX]))
            .with(long(TILE_LENGTH, &[u32::MAX]))
            .with(long(TILE_OFFSETS, &[8]))
            .with(long(TILE_BYTES, &[640])),
        valid().with(double(PIXEL_SCALE, &[f64::NAN, 0.01, 0.0])),
        valid().with(double(PIXEL_SCALE, &[0.0, 0.01, 0.0])),
        valid().with(double(PIXEL_SCALE, &[-0.01, 0.01, 0.0])),
        valid().with(double(PIXEL_SCALE, &[f64::INFINITY, 0.01, 0.0])),
        valid().with(double(PIXEL_SCALE, &[0.01])),
        valid().with(double(TIE_POINT, &[0.0, 0.0, 0.0, f64::NAN, 50.05, 0.0])),
        valid().with(double(TIE_POINT, &[0.0, 0.0, 0.0, 1e300, 50.05, 0.0])),
        valid().with(short(GEO_KEYS, &[1, 1, 0, 3, 1024, 0, 1, 1])),
        valid().with(text(NO_DATA, "naïve")),
        Tiff { strip: Vec::new(), ..valid() },
    ];
    for tiff in &lies {
        assert!(is_refused(tiff), "{:?}", tiff.fields);
    }
    for tiff in [
        valid().with(double(PIXEL_SCALE, &[1e-300, 0.01, 0.0])),
        valid().with(double(PIXEL_SCALE, &[0.01, 1e-300, 0.0])),
        valid().with(double(TIE_POINT, &[f64::NAN, 0.0, 0.0, 9.92, 50.05, 0.0])),
        valid().with(double(TIE_POINT, &[f64::INFINITY, 0.0, 0.0, 9.92, 50.05, 0.0])),
        valid().with(double(TIE_POINT, &[1e308, -1e308, 0.0, 9.92, 50.05, 0.0])),
        Tiff { strip: f32::NAN.to_le_bytes().repeat(160), ..valid() },
        Tiff { strip: f32::INFINITY.to_le_bytes().repeat(160), ..valid() },
        Tiff { strip: 3e38_f32.to_le_bytes().repeat(160), ..valid() },
        Tiff { strip: (-9999_f32).to_le_bytes().repeat(160), ..valid() },
    ] {
        assert!(is_refused(&tiff), "{:?}", tiff.fields);
    }
    // Unusual but valid files.
    for tiff in [
        Tiff { big: true, ..valid() },
        Tiff { next: 8, ..valid() },
        Tiff { next: u64::from(u32::MAX), ..valid() },
        valid().with(text(NO_DATA, &"9".repeat(100_000))),
        valid().with(text(NO_DATA, "1e999")),
        valid().with(short(GEO_KEYS, &[1, 1, 0])),
        valid().without(GEO_KEYS),
    ] {
        assert_eq!(elevation(&tiff), [], "{:?}", tiff.fields);
    }
}
