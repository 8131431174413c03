//! `import osm`: an export of a village from openstreetmap.org becomes layers of the small battle's
//! map.

use std::collections::BTreeMap;

use sandtable_import::{Era, OsmImport, OsmOutcome, OsmReport, TAG_TABLE, import_osm};
use sandtable_pack::GroundLength;
use sandtable_source::{ProjectPath, Severity, code};
use serde_json::Value;

use crate::import::files;
use crate::support::{Battle, battle, data, run};

/// An import without errors.
struct ValidImport {
    layers: Vec<(String, String)>,
    map: Option<String>,
    report: OsmReport,
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(data().join("import").join(name)).expect("readable file")
}

fn import_with(extract: Vec<u8>, era: Era, table: Option<&str>, map: Vec<u8>) -> OsmOutcome {
    let mut files: BTreeMap<String, Vec<u8>> =
        [("extract".to_owned(), extract), ("map".to_owned(), map)].into();
    files.extend(table.map(|table| ("table".to_owned(), table.into())));
    import_osm(&Battle(files), &options("map", table.map(|_| "table"), era))
}

fn options(map: &str, table: Option<&str>, era: Era) -> OsmImport {
    OsmImport {
        files: vec![ProjectPath::from_file_name("extract")],
        map: ProjectPath::from_file_name(map),
        table: table.map(ProjectPath::from_file_name),
        era,
        margin: GroundLength::from_metres(300),
        folder: "layers/".to_owned(),
        max_unmatched: 10,
        add_credit: true,
    }
}

fn map() -> Vec<u8> {
    std::fs::read(data().join("field/map.yaml")).expect("readable file")
}

fn import(extract: Vec<u8>, era: Era) -> OsmOutcome {
    import_with(extract, era, None, map())
}

fn messages(outcome: &OsmOutcome) -> Vec<String> {
    let sorted = outcome.diagnostics.sorted();
    sorted.iter().map(|one| format!("{}: {}", one.code, one.message)).collect()
}

fn import_valid(extract: Vec<u8>, era: Era) -> ValidImport {
    let outcome = import(extract, era);
    let messages = messages(&outcome);
    let imported = outcome.imported.unwrap_or_else(|| panic!("{messages:?}"));
    let report = outcome.report.expect("an import has a report");
    ValidImport { layers: imported.layers, map: imported.map, report }
}

fn layer(imported: &ValidImport, name: &str) -> Vec<Value> {
    let text = imported.layers.iter().find(|(file, _)| file == name).map(|(_, text)| text);
    let text = text.unwrap_or_else(|| panic!("no {name}"));
    let json: Value = serde_json::from_str(text).expect("valid JSON");
    json["features"].as_array().expect("feature list").clone()
}

/// Extracts, each with the layers, messages and counts that it gives.
const CASES: [(&str, Era); 15] = [
    // Roles are missing: the clearing is a hole by its position.
    ("roleless-hole", Era::Today),
    // The outer ways have the tags, and say the same as the relation.
    ("tags-on-outer-way", Era::Today),
    ("broken-rings", Era::Today),
    // The sea is south of the coast, with an islet.
    ("coastline", Era::Today),
    // An island is a multipolygon, whose rings have any direction.
    ("coastline-relation", Era::Today),
    ("coastline-ends", Era::Today),
    ("coastline-missing", Era::Today),
    // Only the roundabout and the street are roads.
    ("squares", Era::Today),
    // The ring road and the ring walk are roads, besides the street.
    ("odd-squares", Era::Today),
    // The houses in the hole of the town are a block and a farm.
    ("town-with-hole", Era::Today),
    // A pond of 1 m² is too small, not outside.
    ("tiny-pond", Era::Today),
    ("several-values", Era::Today),
    ("later-works", Era::Year(1806)),
    // Dates of mappers, and farms with users of today.
    ("dates-and-users", Era::Year(1806)),
    ("omitted-objects", Era::Today),
];

/// Layers, messages and counts of each case; `UPDATE_EXPECTED=1` rewrites the files.
#[test]
fn imports_cases_as_expected() {
    let mut stale = Vec::new();
    for (name, era) in CASES {
        let outcome = import(file(&format!("cases/{name}.osm")), era);
        let mut text = messages(&outcome).into_iter().map(|one| one + "\n").collect::<String>();
        for (name, layer) in outcome.imported.iter().flat_map(|one| &one.layers) {
            text += &format!("== {name}\n{layer}");
        }
        let report = outcome.report.expect("an import has a report");
        text += "== counts\n";
        for row in &report.rows {
            text += &format!("{}\n", serde_json::to_string(row).expect("valid JSON"));
        }
        for one in &report.unmatched {
            text += &format!("{}\n", serde_json::to_string(one).expect("valid JSON"));
        }
        let expected = data().join(format!("import/cases/{name}.expected"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&expected, &text).expect("writable");
        }
        if std::fs::read_to_string(&expected).ok().as_deref() != Some(&text) {
            stale.push(format!("{name}:\n{text}"));
        }
    }
    assert!(
        stale.is_empty(),
        "stale: UPDATE_EXPECTED=1 cargo test -p sandtable-compile imports_cases; now:\n{}",
        stale.join("\n")
    );
}

/// A fault of one of several extracts names its file.
#[test]
fn faults_name_their_file() {
    let names = ["village.osm", "cases/broken-rings.osm"];
    let mut files: BTreeMap<String, Vec<u8>> = [("map".to_owned(), map())].into();
    files.extend(names.map(|name| (name.to_owned(), file(name))));
    let outcome = import_osm(
        &Battle(files),
        &OsmImport {
            files: names.map(ProjectPath::from_file_name).into(),
            ..options("map", None, Era::Today)
        },
    );
    let faults = outcome.diagnostics.sorted();
    let places = faults
        .iter()
        .filter(|one| one.code == code::OSM_RING)
        .map(|one| one.labels[0].place.file());
    let named: Vec<_> = places.map(|place| outcome.sources.file(place).path()).collect();
    assert_eq!(named, [names[0], names[1], names[1]], "{faults:#?}");
}

/// Each tagged object is in a row or in an unmatched group, and the counts of a row add up.
#[test]
fn counts_every_object() {
    let village = [("village.osm".to_owned(), Era::Year(1806))];
    let cases = CASES.map(|(name, era)| (format!("cases/{name}.osm"), era));
    for (name, era) in village.into_iter().chain(cases) {
        let extract = file(&name);
        let objects = count_tagged(std::str::from_utf8(&extract).expect("UTF-8"));
        let report = import(extract, era).report.expect("an import has a report");
        let count = |is_counted: &dyn Fn(&str) -> bool| -> usize {
            let rows = report.rows.iter().filter(|row| is_counted(row.becomes));
            rows.map(|row| row.matched).sum()
        };
        // Additional rows count an object again (a road on a bridge) or are its only rows (a ford).
        let is_additional = |class: &str| ["crossing", "coastline", "name"].contains(&class);
        let least = count(&|class| !is_additional(class)) + report.unmatched_things;
        let most = least + count(&|class| is_additional(class) && class != "name");
        assert!((least..=most).contains(&objects), "{name}: {least} to {most}, not {objects}");
        for row in report.rows.iter().filter(|row| row.becomes != "-") {
            let omitted = row.other_time + row.outside + row.small + row.nowhere;
            let counted = row.taken + omitted + row.shape + row.invalid + row.part;
            assert_eq!(counted, row.matched, "{name}: {row:?}");
        }
    }
}

/// The number of objects with tags in OSM XML with one element a line.
fn count_tagged(text: &str) -> usize {
    let (mut count, mut is_counted) = (0, false);
    for line in text.lines().map(str::trim) {
        if ["<node", "<way", "<relation"].iter().any(|start| line.starts_with(start)) {
            is_counted = false;
        }
        if line.contains("<tag ") && !is_counted {
            (count, is_counted) = (count + 1, true);
        }
    }
    count
}

/// `osmium add-locations-to-ways` drops untagged nodes and writes their positions into the ways.
#[test]
fn reads_locations_on_ways() {
    let with_nodes = import_valid(file("village.osm"), Era::Today);
    let on_ways = import_valid(file("locations-on-ways.osm.pbf"), Era::Today);
    // The file has no date.
    let undated = |layers: Vec<(String, String)>| {
        layers.into_iter().map(|(_, layer)| layer.replace(", 2024-04-02", "")).collect::<Vec<_>>()
    };
    assert_eq!(undated(on_ways.layers), undated(with_nodes.layers));
}

#[test]
fn names_unsupported_compression() {
    let bzip2 = import(b"BZh91AY&SY".to_vec(), Era::Today);
    assert_eq!(
        messages(&bzip2),
        ["ST1511: this file is compressed with bzip2, which is not supported"]
    );
}

/// Only a truncated file is called incomplete, and a file of changes by its name.
#[test]
fn explains_unreadable_xml() {
    for (name, message) in [
        ("changes.osc", "this file has changes of OpenStreetMap, not an extract"),
        ("cut-off.osm", "this OSM XML file is not complete"),
        ("no-number.osm", "cannot read this OSM XML file"),
        ("error-page.osm", "this file is not OSM XML"),
    ] {
        let outcome = import(file(&format!("bad/{name}")), Era::Today);
        assert_eq!(messages(&outcome), [format!("ST1511: {message}")], "{name}");
    }
}

/// The counts are reported with the error.
#[test]
fn counts_objects_without_any_feature() {
    let extract = r#"<osm><node id="1" lon="10" lat="50"><tag k="shop" v="bakery"/></node></osm>"#;
    let outcome = import(extract.as_bytes().to_vec(), Era::Today);
    assert_eq!(messages(&outcome), ["ST1514: no features found in this extract"]);
    assert!(outcome.imported.is_none());
    let report = outcome.report.expect("an import has a report");
    assert_eq!((report.unmatched_things, report.unmatched[0].tags.as_str()), (1, "shop=bakery"));
}

/// A table without coastlines loses the sea, which is reported.
#[test]
fn reports_table_without_coastline() {
    let table = "tags,class,kind\nhighway=secondary,road,road\nnatural=*,-,\n";
    let outcome = import_with(file("cases/coastline.osm"), Era::Today, Some(table), map());
    assert_eq!(messages(&outcome), ["ST1516: the sea is missing: the table omits the coastline"]);
}

/// All layers of the village of 1806, byte by byte; `UPDATE_EXPECTED=1` rewrites the file.
#[test]
fn imports_village_of_1806() {
    let imported = import_valid(file("village.osm"), Era::Year(1806));
    let mut text = String::new();
    for (name, layer) in &imported.layers {
        text += &format!("== {name}\n{layer}");
    }
    text += "== report\n";
    text += &serde_json::to_string_pretty(&imported.report).expect("valid JSON");
    text.push('\n');
    let expected = data().join("import/village.expected");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&expected, &text).expect("writable");
    }
    let written = std::fs::read_to_string(&expected).expect("readable file");
    assert!(
        written == text,
        "stale: UPDATE_EXPECTED=1 cargo test -p sandtable-compile village; now:\n{text}"
    );
}

#[test]
fn joins_three_ways_of_a_river() {
    let water = layer(&import_valid(file("village.osm"), Era::Today), "watercourses.geojson");
    let saal: Vec<&Value> =
        water.iter().filter(|one| one["properties"]["name"] == "Saal").collect();
    assert_eq!(saal.len(), 1);
    assert_eq!(saal[0]["geometry"]["type"], "LineString");
    assert_eq!(
        saal[0]["properties"]["source"],
        "OpenStreetMap way/101 way/102 way/103, 2024-04-02"
    );
    assert_eq!(saal[0]["properties"]["width_m"], 25.0);
    let line = saal[0]["geometry"]["coordinates"].as_array().expect("line coordinates");
    let north = |at: &Value| at[1].as_f64().expect("valid number");
    assert!(
        north(&line[0]) > 50.02 && north(&line[line.len() - 1]) < 49.98,
        "the watercourse runs downstream and is clipped"
    );
}

#[test]
fn wood_of_two_ways_keeps_hole() {
    let woods = layer(&import_valid(file("village.osm"), Era::Today), "woods.geojson");
    assert_eq!(woods.len(), 1);
    assert_eq!(woods[0]["geometry"]["coordinates"].as_array().map(Vec::len), Some(2));
    assert_eq!(woods[0]["properties"]["id"], "forst");
}

#[test]
fn counts_modern_motorway() {
    let count = |era| {
        let imported = import_valid(file("village.osm"), era);
        let roads = layer(&imported, "roads.geojson");
        let is_pike = |road: &&Value| road["properties"]["kind"] == "pike";
        let row = imported.report.rows.iter().find(|row| row.tags.contains("motorway|"));
        (roads.iter().filter(is_pike).count(), row.map(|row| row.other_time))
    };
    assert_eq!(count(Era::Today), (1, Some(0)));
    assert_eq!(count(Era::Year(1806)), (0, Some(1)));
    assert_eq!(count(Era::Before(1932)), (0, Some(1)));
}

/// XML and the output of Overpass Turbo give the same wood.
#[test]
fn overpass_turbo_gives_same_wood() {
    let shape = |name: &str| {
        let woods = layer(&import_valid(file(name), Era::Today), "woods.geojson");
        let rings = woods[0]["geometry"]["coordinates"].as_array().expect("ring list").clone();
        let sorted = |ring: &Value| {
            let mut all: Vec<String> =
                ring.as_array().expect("ring coordinates").iter().map(Value::to_string).collect();
            all.sort();
            all.dedup();
            all
        };
        rings.iter().map(sorted).collect::<Vec<_>>()
    };
    assert_eq!(shape("overpass.geojson"), shape("village.osm"));
}

#[test]
fn same_extract_gives_same_bytes() {
    let once = import_valid(file("village.osm"), Era::Today);
    assert_eq!(once.layers, import_valid(file("village.osm"), Era::Today).layers);
}

#[test]
fn imported_map_compiles() {
    let imported = import_valid(file("village.osm"), Era::Year(1806));
    let mut battle = battle();
    let woods = imported.layers.iter().find(|(file, _)| file == "woods.geojson");
    let (name, text) = woods.expect("woods layer");
    battle.0.insert(format!("layers/{name}"), text.clone().into_bytes());
    let count_credit_notes = |battle: &Battle| {
        let outcome = run(battle);
        let codes =
            outcome.diagnostics.sorted().iter().map(|one| one.code.to_string()).collect::<Vec<_>>();
        codes.iter().filter(|code| *code == "ST1510").count()
    };
    assert_eq!(count_credit_notes(&battle), 1, "not credited");
    let credited = imported.map.expect("credited map");
    battle.0.insert("map.yaml".to_owned(), credited.into_bytes());
    assert_eq!(count_credit_notes(&battle), 0, "credited");
}

/// Relations of the village that cannot be assembled are reported by number.
#[test]
fn reports_numbers_of_broken_relations() {
    let diagnostics = import(file("village.osm"), Era::Today).diagnostics;
    let found: Vec<(String, String)> = diagnostics
        .sorted()
        .iter()
        .map(|one| (one.code.to_string(), one.message.to_string()))
        .collect();
    let is_reported = |code: &str, id: &str| {
        found.iter().any(|(other, message)| other == code && message.contains(id))
    };
    assert!(is_reported("ST1512", "relation/402"), "{found:?}");
    assert!(is_reported("ST1513", "relation/403"), "{found:?}");
}

/// Rejected files, with line and code.
const BAD_FILES: [(&str, u32, &str); 9] = [
    ("cut-off.osm", 3, "ST1511"),
    ("changes.osc", 2, "ST1511"),
    ("entity-bomb.osm", 2, "ST1511"),
    ("no-number.osm", 2, "ST1511"),
    ("nan.osm", 2, "ST1511"),
    ("error-page.osm", 1, "ST1511"),
    ("text.osm", 1, "ST1511"),
    ("cut-off.geojson", 1, "ST0701"),
    ("elsewhere.osm", 1, "ST1514"),
];

#[test]
fn rejects_bad_files_with_line() {
    let mut wrong = Vec::new();
    for (name, line, code) in BAD_FILES {
        let OsmOutcome { imported, diagnostics, sources, .. } =
            import(file(&format!("bad/{name}")), Era::Today);
        let found: Vec<(u32, String)> = diagnostics
            .sorted()
            .iter()
            .filter(|one| one.severity == Severity::Error)
            .map(|one| {
                assert!(!one.help.is_empty(), "{name}: no help");
                let place = one.labels.first().expect("every diagnostic has a label").place;
                let span = place.positions(&sources).0.line;
                (span, one.code.to_string())
            })
            .collect();
        if imported.is_some() || found != [(line, code.to_owned())] {
            wrong.push(format!("{name}: {found:?}, expected {line} {code}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each table in `data/import/tag-tables`, saved by a different spreadsheet, gives the same layers.
#[test]
fn reads_tag_tables_of_spreadsheets() {
    let layers = |name: &str| {
        let table = String::from_utf8(file(&format!("tag-tables/{name}"))).expect("UTF-8 text");
        let outcome = import_with(file("village.osm"), Era::Year(1806), Some(&table), map());
        let imported = outcome.imported.unwrap_or_else(|| panic!("{name}"));
        let counts = outcome.report.expect("an import has a report").rows;
        let counts = counts.iter().map(|row| (row.becomes, row.matched, row.taken));
        (imported.layers, counts.collect::<Vec<_>>())
    };
    let plain = layers("plain.csv");
    assert_eq!((plain.0.len(), plain.1.len()), (4, 4), "{:?}", plain.1);
    for table in files("tag-tables", "csv") {
        let name = table.file_name().unwrap_or_default().to_string_lossy();
        assert_eq!(layers(&name), plain, "{name}");
    }
}

/// Unusable lines of a table are reported.
#[test]
fn reports_bad_tables() {
    const HEAD: &str = "tags,class,kind,from,until,note\n";
    for row in [
        "highway=track,road,path,,,",
        "highway=track,raod,lane,,,",
        "highway,road,lane,,,",
        "highway=track,road,,,,",
        "place=town,place,7,,,",
        "highway=track,road,lane,soon,,",
        "natural=water=river,water,,,,",
        "natural=water+river,water,,,,",
    ] {
        let table = format!("{HEAD}{row}\n");
        let OsmOutcome { imported, diagnostics, .. } =
            import_with(file("village.osm"), Era::Today, Some(&table), map());
        let codes: Vec<String> =
            diagnostics.sorted().iter().map(|one| one.code.to_string()).collect();
        assert!(imported.is_none() && codes.contains(&"ST1515".to_owned()), "{row}: {codes:?}");
    }
    let built_in = import_with(file("village.osm"), Era::Today, Some(TAG_TABLE), map());
    assert!(built_in.imported.is_some(), "the built-in table is valid");
}
