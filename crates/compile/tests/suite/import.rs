//! `import areas`: polygons from elsewhere become the areas of a map, grouped by a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sandtable_import::{AreaImport, ImportedAreas, import_areas};
use sandtable_pack::GroundLength;
use sandtable_source::{CODES, Diagnostics, ProjectPath, Severity, SourceMap};
use serde_json::Value;

use crate::support::{Battle, data};

fn import(
    polygons: Vec<u8>,
    table: &str,
    metres: i32,
) -> (Option<ImportedAreas>, Diagnostics, SourceMap) {
    let files = [("polygons".to_owned(), polygons), ("table".to_owned(), table.into())];
    let import = AreaImport {
        polygons: ProjectPath::from_file_name("polygons"),
        property: "name".to_owned(),
        table: ProjectPath::from_file_name("table"),
        rivers: None,
        roads: None,
        snap: GroundLength::from_metres(1),
        detail: GroundLength::from_metres(metres),
        along: None,
    };
    import_areas(&Battle(files.into()), &import)
}

/// The nine squares of the fixture, called `Square 1` to `Square 9`.
fn squares() -> Vec<u8> {
    let text =
        std::fs::read_to_string(data().join("fab/layers/areas.geojson")).expect("readable file");
    let mut text = text;
    for number in 1..=9 {
        text = text
            .replace(&format!("\"id\": \"{number}\""), &format!("\"name\": \"Square {number}\""));
    }
    text.into_bytes()
}

/// A table with rows of three squares.
const ROWS: &str = "\
feature,area
Square 1,south
Square 2,south
Square 3,south
Square 4,middle
Square 5,middle
Square 6,middle
Square 7,north
Square 8,north
Square 9,north
";

#[test]
fn imports_squares_as_rows() {
    let (imported, diagnostics, _) = import(squares(), ROWS, 0);
    assert_eq!(diagnostics.iter().count(), 0, "{:?}", diagnostics.sorted());
    let imported = imported.expect("successful import");
    assert_eq!(
        imported.summary,
        "merged 9 polygons into 3 areas; 2 pairs with a shared border, 0 touching only at vertices"
    );
    let graph: Vec<&str> = imported.graph.lines().skip(2).collect();
    assert_eq!(
        graph,
        [
            "areas:",
            "  - { id: middle, terrain: open } # 3 polygons, 300 km²",
            "  - { id: north, terrain: open } # 3 polygons, 300 km²",
            "  - { id: south, terrain: open } # 3 polygons, 301 km²",
            "edges:",
            "  - { a: middle, b: north } # 30.0 km",
            "  - { a: middle, b: south } # 30.1 km",
        ]
    );
    let areas: Value = serde_json::from_str(&imported.areas).expect("valid JSON");
    let ids: Vec<&str> = areas["features"]
        .as_array()
        .expect("feature list")
        .iter()
        .filter_map(|feature| feature["properties"]["id"].as_str())
        .collect();
    assert_eq!(ids, ["middle", "north", "south"]);
}

/// Mistakes in a table, each with its line and code.
const MISTAKES: [(&str, &str, u32, &str); 10] = [
    ("feature,area", "name,area", 1, "ST1501"),
    ("Square 2,south", "Square 2,South Shore", 3, "ST1501"),
    ("Square 2,south", "Square 2,south,what", 3, "ST1501"),
    ("Square 2,south", "Évora,south,what", 3, "ST1501"),
    ("\nSquare 2,south", "\n\r\n\nSqare 2,south", 5, "ST1502"),
    ("Square 2,south", "Sqare 2,south", 3, "ST1502"),
    ("Square 2,south", "Square 2#7,south\nSquare 2,south", 3, "ST1502"),
    ("Square 2,south", "Square 2#x,south\nSquare 2,south", 3, "ST1502"),
    ("Square 3,south\n", "", 1, "ST1503"),
    ("Square 2,south", "Square 2,south\nsquare-2,north", 4, "ST1504"),
];

#[test]
fn reports_table_mistakes_with_line() {
    for (from, to, line, code) in MISTAKES {
        let table = ROWS.replace(from, to);
        assert_ne!(table, ROWS, "{from}");
        let (imported, diagnostics, sources) = import(squares(), &table, 0);
        let found: BTreeSet<(u32, String)> = diagnostics
            .sorted()
            .iter()
            .map(|finding| {
                assert!(!finding.help.is_empty(), "{finding:?} has no help");
                let place = finding.labels.first().expect("every diagnostic has a label").place;
                (place.positions(&sources).0.line, finding.code.to_string())
            })
            .collect();
        assert_eq!(found, [(line, code.to_owned())].into(), "{to}");
        assert_eq!(imported.is_none(), diagnostics.has_errors(), "{to}");
    }
}

/// The diagnostics of an import that writes nothing.
fn refused(polygons: &[u8], table: &str) -> Vec<String> {
    let (imported, diagnostics, _) = import(polygons.to_vec(), table, 0);
    assert!(imported.is_none());
    let findings = diagnostics.sorted();
    findings.iter().map(|one| format!("{}: {}: {}", one.code, one.message, one.help[0])).collect()
}

#[test]
fn reports_failed_imports() {
    let nothing = [
        "ST1501: this table assigns no areas: add a line for each polygon, such as `Gela,gela-beach`: its name and the id of its area",
    ];
    assert_eq!(refused(&squares(), "feature,area\n"), nothing);
    assert_eq!(
        refused(
            &squares(),
            &ROWS.replace(",south", ",-").replace(",middle", ",-").replace(",north", ",")
        ),
        nothing
    );
    assert_eq!(refused(b"no polygons", ROWS).len(), 1);
    let empty = refused(br#"{"type": "FeatureCollection", "features": []}"#, ROWS);
    assert_eq!(
        empty,
        ["ST0790: no polygons in this file: pass the GeoJSON file with the polygons of the areas"]
    );
    let other = String::from_utf8(squares()).expect("UTF-8 text").replace("\"name\"", "\"comune\"");
    let other = refused(other.as_bytes(), ROWS);
    assert_eq!(other.len(), 1, "{other:?}");
    assert!(
        other[0].ends_with("pass the property that holds the names, such as `--property NAME`"),
        "{other:?}"
    );
}

/// River and road lines need no ids.
#[test]
fn rivers_and_roads_need_no_ids() {
    let line = |from: &str, to: &str| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{}},\"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{from},{to}]}}}}"
        )
    };
    // Both lines cross the border between the south and the middle.
    let lines = [line("[13.9, 37.4]", "[13.9, 37.5]"), line("[14, 37.4]", "[14, 37.5]")].join(",");
    let roads = format!("{{\"type\":\"FeatureCollection\",\"features\":[{lines}]}}");
    let files = [
        ("polygons".to_owned(), squares()),
        ("table".to_owned(), ROWS.into()),
        ("roads".to_owned(), roads.into_bytes()),
    ];
    let import = AreaImport {
        polygons: ProjectPath::from_file_name("polygons"),
        property: "name".to_owned(),
        table: ProjectPath::from_file_name("table"),
        rivers: None,
        roads: Some(ProjectPath::from_file_name("roads")),
        snap: GroundLength::from_metres(1),
        detail: GroundLength::ZERO,
        along: None,
    };
    let (imported, diagnostics, _) = import_areas(&Battle(files.into()), &import);
    assert_eq!(diagnostics.iter().count(), 0, "{:?}", diagnostics.sorted());
    let graph = imported.expect("successful import").graph;
    assert!(graph.contains("{ a: middle, b: south, connection: road }"), "{graph}");
    assert!(graph.contains("{ a: middle, b: north }"), "{graph}");
}

/// A river near the border between the south and the middle follows the border if the maximum
/// distance permits.
#[test]
fn distance_of_river_is_adjustable() {
    // About 330 m south of the border.
    let river = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[13.8,37.451951],[14.2,37.451951]]}}]}"#;
    let files = [
        ("polygons".to_owned(), squares()),
        ("table".to_owned(), ROWS.into()),
        ("rivers".to_owned(), river.as_bytes().to_vec()),
    ];
    let files = Battle(files.into());
    let graph = |detail: i32, along: Option<i32>| {
        let import = AreaImport {
            polygons: ProjectPath::from_file_name("polygons"),
            property: "name".to_owned(),
            table: ProjectPath::from_file_name("table"),
            rivers: Some(ProjectPath::from_file_name("rivers")),
            roads: None,
            snap: GroundLength::from_metres(100),
            detail: GroundLength::from_metres(detail),
            along: along.map(GroundLength::from_metres),
        };
        let (imported, diagnostics, _) = import_areas(&files, &import);
        imported.unwrap_or_else(|| panic!("{:?}", diagnostics.sorted())).graph
    };
    let river = "{ a: middle, b: south, border: river }";
    assert!(graph(0, Some(500)).contains(river), "{}", graph(0, Some(500)));
    assert!(!graph(0, Some(200)).contains("river"), "{}", graph(0, Some(200)));
    // The map default is four times `snap`.
    assert!(graph(0, None).contains(river), "{}", graph(0, None));
}

/// A municipality has two parts, one of them beyond a neighbour.
#[test]
fn assigns_exclave_to_neighbour() {
    let ring = |x: i32| {
        let [west, east] = [x, x + 1].map(|x| 10.0 + 0.1 * f64::from(x));
        format!("[[[{west},50],[{east},50],[{east},50.1],[{west},50.1],[{west},50]]]")
    };
    let feature = |name: &str, geometry: &str| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"name\":\"{name}\"}},\"geometry\":{geometry}}}"
        )
    };
    let two = format!("{{\"type\":\"MultiPolygon\",\"coordinates\":[{},{}]}}", ring(0), ring(2));
    let one = |x: i32| format!("{{\"type\":\"Polygon\",\"coordinates\":{}}}", ring(x));
    let features =
        [feature("Twin", &two), feature("Between", &one(1)), feature("East", &one(3))].join(",");
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{features}]}}");
    let table = "feature,area\nTwin,twin\nBetween,between\nEast,east\n";
    let (imported, diagnostics, _) = import(text.clone().into_bytes(), table, 0);
    let found: Vec<_> = diagnostics.sorted().iter().map(|one| one.code.to_string()).collect();
    assert_eq!(found, ["ST1505"]);
    let help = &diagnostics.sorted()[0].help[0];
    assert!(help.contains("`Twin#") && imported.is_some(), "{help}");
    let line = help.split('`').nth(1).expect("text in backticks");
    let (imported, diagnostics, _) = import(text.into_bytes(), &format!("{table}{line}\n"), 0);
    assert_eq!(diagnostics.iter().count(), 0, "{:?}", diagnostics.sorted());
    assert_eq!(imported.expect("successful import").graph.matches("- { a:").count(), 2);
}

#[test]
fn every_import_code_has_case() {
    let shown: BTreeSet<&str> = MISTAKES.iter().map(|(.., code)| *code).chain(["ST1505"]).collect();
    // `import_osm.rs` covers the codes from 1510 up.
    let is_area_code = |code: &str| code < "ST1510";
    for entry in CODES
        .iter()
        .filter(|entry| entry.code.group() == 15 && is_area_code(&entry.code.to_string()))
    {
        assert!(shown.contains(entry.code.to_string().as_str()), "{}", entry.title);
    }
}

fn sicily(file: &str) -> Vec<u8> {
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/sicily");
    std::fs::read(maps.join(file)).expect("readable file")
}

/// The municipalities of Sicily that share a side, and those that share only a vertex. Coordinates
/// are compared as text, without geometry.
fn neighbours(features: &[Value]) -> (BTreeSet<[usize; 2]>, BTreeSet<[usize; 2]>) {
    let mut sides: BTreeMap<[String; 2], BTreeSet<usize>> = BTreeMap::new();
    let mut corners: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, feature) in features.iter().enumerate() {
        let geometry = &feature["geometry"];
        let parts = match geometry["type"].as_str() {
            Some("Polygon") => vec![geometry["coordinates"].clone()],
            _ => geometry["coordinates"].as_array().expect("polygon list").clone(),
        };
        for ring in parts.iter().flat_map(|part| part.as_array().expect("ring list")) {
            let ring: Vec<String> =
                ring.as_array().expect("vertex list").iter().map(Value::to_string).collect();
            for pair in ring.windows(2) {
                let mut side = [pair[0].clone(), pair[1].clone()];
                side.sort();
                sides.entry(side).or_default().insert(number);
                corners.entry(pair[0].clone()).or_default().insert(number);
            }
        }
    }
    let pairs = |met: &BTreeSet<usize>| {
        let met: Vec<usize> = met.iter().copied().collect();
        let mut pairs = Vec::new();
        for (index, &one) in met.iter().enumerate() {
            pairs.extend(met[index + 1..].iter().map(|&other| [one, other]));
        }
        pairs
    };
    let borders: BTreeSet<[usize; 2]> = sides.values().flat_map(pairs).collect();
    let touching: BTreeSet<[usize; 2]> = corners.values().flat_map(pairs).collect();
    let alone = touching.difference(&borders).copied().collect();
    (borders, alone)
}

/// FAB-G10: every municipality is an area.
#[test]
fn sicily_has_correct_neighbours() {
    let raw = sicily("municipalities.geojson");
    let json: Value = serde_json::from_slice(&raw).expect("valid JSON");
    let features = json["features"].as_array().expect("feature list");
    let (borders, corners) = neighbours(features);
    assert_eq!((features.len(), borders.len(), corners.len()), (391, 1_035, 29));
    let mut table = "feature,area\n".to_owned();
    for (number, feature) in features.iter().enumerate() {
        let name = feature["properties"]["name"].as_str().expect("named feature");
        let _ = writeln!(table, "\"{name}\",m{number:03}");
    }
    let (imported, diagnostics, _) = import(raw, &table, 0);
    assert!(!diagnostics.has_errors(), "{:?}", diagnostics.sorted());
    let imported = imported.expect("successful import");
    let number =
        |id: &str| id.trim().trim_start_matches('m').parse::<usize>().expect("valid number");
    let edges: BTreeSet<[usize; 2]> = imported
        .graph
        .lines()
        .filter_map(|line| line.split_once("{ a: ")?.1.split_once('}'))
        .map(|(pair, _)| {
            let (a, b) = pair.split_once(", b: ").expect("an `a: b:` pair");
            [number(a), number(b)]
        })
        .collect();
    assert_eq!(edges, borders);
    assert!(
        imported.summary.ends_with("1035 pairs with a shared border, 29 touching only at vertices")
    );
}

/// The table generates the committed areas.
#[test]
fn table_generates_areas_of_sicily() {
    let table = String::from_utf8(sicily("areas.csv")).expect("UTF-8 text");
    let (imported, diagnostics, _) = import(sicily("municipalities.geojson"), &table, 200);
    let notes = diagnostics.iter().all(|finding| finding.severity == Severity::Note);
    assert!(notes, "{:?}", diagnostics.sorted());
    let made = imported.expect("successful import").areas;
    assert!(
        made.as_bytes() == sicily("layers/areas.geojson"),
        "make them again with --detail 200m"
    );
}

/// The two areas of an import with files of `data/import`.
fn import_areas_of(polygons: &str, table: &Path) -> Vec<String> {
    let read = |path: &Path| std::fs::read(path).expect("readable file");
    let polygons = read(&data().join("import").join(polygons));
    let table = String::from_utf8(read(table)).expect("UTF-8 text");
    let (imported, diagnostics, _) = import(polygons, &table, 0);
    let found = diagnostics.sorted();
    assert_eq!(found.len(), 0, "{table}: {found:?}");
    let graph = imported.expect("successful import").graph;
    graph.lines().filter(|line| line.contains("id:")).map(str::to_owned).collect()
}

/// The files of a folder of `data/import` with this ending.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(data().join("import").join(folder)).expect("the folder exists");
    let files = folder.map(|entry| entry.expect("readable entry").path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|one| one == ending)).collect();
    files.sort();
    assert!(files.len() > 5, "{files:?}");
    files
}

const TWO_AREAS: [&str; 2] = [
    "  - { id: north, terrain: open } # 2 polygons, 159 km²",
    "  - { id: south, terrain: open } # 2 polygons, 159 km²",
];

/// Each table in `data/import/tables`, saved by a different spreadsheet, groups the towns into two
/// areas.
#[test]
fn reads_tables_of_spreadsheets() {
    for table in files("tables", "csv") {
        let areas = import_areas_of("tables/towns.geojson", &table);
        assert_eq!(areas, TWO_AREAS, "{}", table.display());
    }
}

/// Names in any alphabet match, regardless of capitals and of the encoding of accents.
#[test]
fn names_match_in_any_alphabet() {
    for polygons in files("names", "geojson") {
        let areas = import_areas_of(&polygons.to_string_lossy(), &polygons.with_extension("csv"));
        assert_eq!(areas, TWO_AREAS, "{}", polygons.display());
    }
}

/// Messages quote names as they are written, and explain invisible differences.
#[test]
fn explains_unmatched_names() {
    let polygons = std::fs::read(data().join("import/names/cyrillic.geojson")).expect("a file");
    let table = "feature,area\nБахмaч,north\nВілково,north\nГородня,south\nДубна,south\n,south\n";
    assert_eq!(
        refused(&polygons, table),
        [
            "ST1502: cannot find polygon `Бахмaч`: did you mean `Бахмач`? It has the `а` of another alphabet (U+0430): copy it",
            "ST1502: cannot find polygon `Дубна`: did you mean `Дубно`?",
            "ST1501: missing polygon in a line of this table: write the name of a polygon, or remove the line",
        ]
    );
    let twice = String::from_utf8(polygons).expect("UTF-8 text").replace("Дубно", "БАХМАЧ");
    let help = "pass a property with unique names or codes, such as `--property ref`; if the polygons are parts of one place, unite them: in QGIS, Processing Toolbox › Dissolve";
    assert_eq!(
        refused(twice.as_bytes(), "feature,area\nБахмач,north\n"),
        [format!("ST0401: duplicate name `БАХМАЧ`: {help}")]
    );
    let nameless = twice.replace("БАХМАЧ", "—");
    assert_eq!(
        refused(nameless.as_bytes(), "feature,area\nБахмач,north\n"),
        [
            "ST0702: invalid name `—`: pass another property that holds the names, such as `--property NAME`"
        ]
    );
}

/// A table may have any file name; a spreadsheet is reported.
#[test]
fn accepts_any_table_name() {
    let files = [
        ("squares.geojson".to_owned(), squares()),
        ("table.csv".to_owned(), ROWS.as_bytes().to_vec()),
        ("table.xlsx".to_owned(), b"PK\x03\x04[Content_Types].xml".to_vec()),
    ];
    let mut import = AreaImport {
        polygons: ProjectPath::from_file_name("squares.geojson"),
        property: "name".to_owned(),
        table: ProjectPath::from_file_name("table.csv"),
        rivers: None,
        roads: None,
        snap: GroundLength::from_metres(1),
        detail: GroundLength::ZERO,
        along: None,
    };
    let files = Battle(files.into());
    let (imported, diagnostics, _) = import_areas(&files, &import);
    assert!(imported.is_some(), "{:?}", diagnostics.sorted());
    import.table = ProjectPath::from_file_name("table.xlsx");
    let (imported, diagnostics, _) = import_areas(&files, &import);
    let found = diagnostics.sorted();
    assert!(imported.is_none() && found.len() == 1, "{found:?}");
    assert!(found[0].message.starts_with("expected a CSV table, found "), "{found:?}");
}
