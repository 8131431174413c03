//! The committed schemas are up to date, and agree with our own reader.

mod agreement;
mod corruption;
mod pages;
mod rulings;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use sandtable_source::{Diagnostics, SourceMap, parse};
use serde_json::{Value, json};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The binary prints the committed schemas; this test regenerates them from the types.
#[test]
fn committed_schemas_are_fresh() {
    let folder = project().join("schema");
    let schemas = sandtable_authored::generated_schemas();
    for (name, text) in &schemas {
        let file = folder.join(name);
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&file, text).expect("schema folder");
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == *text,
            "{name} is stale: UPDATE_EXPECTED=1 cargo test -p sandtable-compile --test schema"
        );
    }
    let made: BTreeSet<String> = schemas.iter().map(|(name, _)| (*name).to_owned()).collect();
    let printed = sandtable_authored::schemas();
    let printed: BTreeSet<String> = printed.iter().map(|(name, _)| (*name).to_owned()).collect();
    let name = |file: std::io::Result<std::fs::DirEntry>| {
        file.expect("readable entry").file_name().into_string().expect("UTF-8 file name")
    };
    let files = std::fs::read_dir(&folder).expect("schema folder");
    let committed: BTreeSet<String> = files.map(name).collect();
    assert_eq!((&made, &made), (&printed, &committed));
}

fn validator(name: &str) -> Validator {
    let schemas = sandtable_authored::schemas();
    let (_, text) = schemas.iter().find(|(file, _)| *file == name).expect("known schema");
    let schema: Value = serde_json::from_str(text).expect("valid JSON");
    jsonschema::draft7::new(&schema).expect("valid draft 7 schema")
}

/// Returns the file as JSON, if it is valid YAML.
fn yaml(path: &Path) -> Option<Value> {
    yaml_text(&std::fs::read_to_string(path).ok()?)
}

fn yaml_text(text: &str) -> Option<Value> {
    let mut sources = SourceMap::new();
    let file = sources.add("file", text);
    let mut diagnostics = Diagnostics::new();
    let tree = parse(&sources, file, &mut diagnostics)?;
    (!diagnostics.has_errors()).then(|| tree.to_json())
}

#[test]
fn good_files_are_valid() {
    let files = [
        ("scenario.schema.json", "scenarios/gettysburg/scenario.yaml"),
        ("map.schema.json", "maps/gettysburg/map.yaml"),
        ("scenario.schema.json", "crates/compile/tests/data/field/scenario.yaml"),
        ("map.schema.json", "crates/compile/tests/data/field/map.yaml"),
        ("ruleset.schema.json", "crates/authored/rulesets/pub-battles-3.2.yaml"),
        ("fab-ruleset.schema.json", "crates/authored/rulesets/fab-series.yaml"),
        ("fab-scenario.schema.json", "crates/compile/tests/data/fab/scenario.yaml"),
        ("area-map.schema.json", "crates/compile/tests/data/fab/map.yaml"),
        ("oob.schema.json", "crates/compile/tests/data/oob/good/blue.oob.yaml"),
        ("oob.schema.json", "tests/free/union.oob.yaml"),
        ("oob.schema.json", "tests/free/confederate.oob.yaml"),
        ("shop.schema.json", "crates/shop/profiles/default.yaml"),
        ("shop.schema.json", "crates/shop/profiles/home.yaml"),
    ];
    for (schema, file) in files {
        let json = yaml(&project().join(file)).expect("valid YAML");
        let errors: Vec<String> = validator(schema)
            .iter_errors(&json)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{file}: {errors:#?}");
    }
}

/// Files that a scenario includes have their own schemas. The parts of the small battle are valid;
/// corrupted parts are not.
#[test]
fn included_files_have_schemas() {
    let scenario = yaml(&project().join("crates/compile/tests/data/field/scenario.yaml"));
    let red = scenario.expect("valid YAML")["sides"]["red"].clone();
    let (commands, arrivals) = (red["commands"].clone(), red["reinforcements"].clone());
    let other = json!({ "include": "corps/other.yaml" });
    let change = json!({ "extends": "pub-battles/3.2", "rulings": { "reattack": "flank-only" } });
    let cases = [
        ("side.schema.json", red.clone(), true),
        ("side.schema.json", json!({ "include": "oob/red.yaml" }), false),
        ("side.schema.json", commands.clone(), false),
        ("commands.schema.json", commands.clone(), true),
        ("commands.schema.json", commands[0].clone(), true),
        ("commands.schema.json", json!([commands[0], other]), true),
        ("commands.schema.json", other.clone(), true),
        ("commands.schema.json", arrivals.clone(), false),
        ("reinforcements.schema.json", arrivals.clone(), true),
        ("reinforcements.schema.json", arrivals[0].clone(), true),
        ("reinforcements.schema.json", json!([other, arrivals[0]]), true),
        ("reinforcements.schema.json", commands, false),
        ("ruleset-change.schema.json", change.clone(), true),
        ("ruleset-change.schema.json", json!({ "rulings": {} }), false),
    ];
    for (schema, part, valid) in cases {
        assert_eq!(validator(schema).is_valid(&part), valid, "{schema} {part}");
    }
    let fab = yaml(&project().join("crates/compile/tests/data/fab/scenario.yaml"));
    let fab = fab.expect("valid YAML");
    let arrivals = json!({ "b5": { "turn": 2, "entry": "A" } });
    let cases = [
        ("areas", fab["areas"].clone(), true),
        ("areas", fab["edges"].clone(), false),
        ("edges", json!([fab["edges"][0], other]), true),
        ("formations", fab["formations"][0].clone(), true),
        ("units", fab["units"].clone(), true),
        ("assets", fab["assets"].clone(), true),
        ("assets", fab["units"].clone(), false),
        ("events", fab["events"].clone(), true),
        ("turn-track", fab["turn_track"].clone(), true),
        ("reinforcements", arrivals.clone(), true),
        ("reinforcements", json!([arrivals]), false),
        ("setup", fab["setup"].clone(), true),
        ("setup", json!({ "units": {} }), false),
    ];
    for (part, value, valid) in cases {
        let schema = format!("fab-{part}.schema.json");
        assert_eq!(validator(&schema).is_valid(&value), valid, "{schema} {value}");
    }
    let mut split = fab;
    for key in ["areas", "units", "reinforcements", "setup"] {
        split[key] = json!({ "include": "parts/one.yaml" });
    }
    split["sides"]["blue"] = other;
    assert!(validator("fab-scenario.schema.json").is_valid(&split));
    split["victory"] = json!({ "include": "parts/one.yaml" });
    assert!(!validator("fab-scenario.schema.json").is_valid(&split));
    for (schema, mut part) in [("side.schema.json", red), ("ruleset-change.schema.json", change)] {
        part["colours"] = json!("#123456");
        assert!(!validator(schema).is_valid(&part), "{schema}");
    }
}

/// The concatenated guides for designers.
fn guides() -> String {
    let pages = [
        "AUTHORING",
        "how-to/split-order-of-battle",
        "how-to/free-order-of-battle",
        "fab-battles",
        "smallest-battle",
    ];
    let read = |page| {
        std::fs::read_to_string(project().join(format!("docs/{page}.md"))).expect("readable file")
    };
    pages.map(read).concat()
}

/// Examples in the guides contain only known keys and values.
#[test]
fn examples_of_guides_are_valid() {
    let page = guides();
    let mut checked = Vec::new();
    for example in page.split("```yaml\n").skip(1) {
        let example = example.split("```").next().expect("`split` yields at least one item");
        let schema = match example {
            _ if example.contains("\nareas: { file:") => "area-map.schema.json",
            _ if example.contains("\nlayers:") => "map.schema.json",
            _ if example.contains("\nfirst_player:") => "fab-scenario.schema.json",
            _ if example.contains("\nsides:") => "scenario.schema.json",
            _ if example.contains("\nside:") => "oob.schema.json",
            _ if example.contains("\nextends: fab/") => "fab-ruleset.schema.json",
            _ if example.contains("\nextends:") => "ruleset.schema.json",
            _ => continue,
        };
        let json = yaml_text(example).expect("valid YAML");
        let errors: Vec<String> = validator(schema)
            .iter_errors(&json)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{schema}: {errors:#?}");
        checked.push(schema);
    }
    // In page order; the smallest battle is last.
    let (map, scenario) = ("map.schema.json", "scenario.schema.json");
    let rulesets = ["ruleset.schema.json", "fab-ruleset.schema.json"];
    let fab = "fab-scenario.schema.json";
    let areas = "area-map.schema.json";
    let orders = "oob.schema.json";
    assert_eq!(
        checked,
        [map, scenario, rulesets[0], orders, fab, areas, rulesets[1], map, scenario]
    );
}

/// Fragments of scenarios and maps in the guides are valid when inserted into the small battle.
#[test]
fn fragments_of_guides_are_valid() {
    let page = guides();
    let base = yaml(&project().join("crates/compile/tests/data/field/scenario.yaml"));
    let base = base.expect("valid YAML");
    let schema = validator("scenario.schema.json");
    let side_keys = [
        "commander",
        "baggage",
        "detachments",
        "chooses_edge",
        "lines_of_communication",
        "reinforcements",
    ];
    let map_keys = ["style"];
    let map =
        yaml(&project().join("crates/compile/tests/data/field/map.yaml")).expect("valid YAML");
    let map_schema = validator("map.schema.json");
    let mut checked = BTreeSet::new();
    for example in page.split("```yaml\n").skip(1) {
        let example = example.split("```").next().expect("`split` yields at least one item");
        if example.starts_with('#') || example.starts_with("format:") {
            continue;
        }
        let (mut scenario, mut map) = (base.clone(), map.clone());
        match yaml_text(example).expect("valid YAML") {
            Value::Array(reinforcements) => {
                scenario["sides"]["red"]["reinforcements"] = Value::Array(reinforcements);
                checked.insert("reinforcements".to_owned());
            }
            Value::Object(keys) => {
                for (key, value) in keys {
                    let place = match key.as_str() {
                        name if side_keys.contains(&name) => &mut scenario["sides"]["blue"][name],
                        name if map_keys.contains(&name) => &mut map[name],
                        name => &mut scenario[name],
                    };
                    *place = value;
                    checked.insert(key);
                }
            }
            other => panic!("{other}"),
        }
        let errors: Vec<String> = schema
            .iter_errors(&scenario)
            .chain(map_schema.iter_errors(&map))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{example}: {errors:#?}");
    }
    for key in [
        "style",
        "reinforcements",
        "types",
        "weather",
        "objectives",
        "special_rules",
        "components",
        "free_game",
    ] {
        assert!(checked.contains(key), "no example shows {key}");
    }
}

/// The schema reports form errors (codes 02xx) too, if it can express them. It does not report
/// errors of meaning (all other codes).
#[test]
fn schema_agrees_with_reader() {
    // No schema can express the calendar's days, printable characters, text of one line, required
    // combinations or valid side names.
    let beyond_schema = [
        "no-such-day",
        "right-to-left",
        "line-break-in",
        "tab-in",
        "missing-facing",
        "entry-of-two-minds",
        "edge-left-out",
        "rule-without-entry",
        "side-badly-called",
        "side-without-commands",
    ];
    let (scenario, map) = (validator("scenario.schema.json"), validator("map.schema.json"));
    let folder = project().join("crates/compile/tests/data/bad");
    let mut corpus = agreement::Corpus::new("bad.schema.json");
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable entry").path();
        let name = path.file_name().expect("valid file name").to_string_lossy().into_owned();
        let validator = match name.split_once('.').map(|(_, role)| role) {
            Some("scenario.yaml") => &scenario,
            Some("map.yaml") => &map,
            _ => continue,
        };
        let Some(json) = yaml(&path) else { continue };
        let text = std::fs::read_to_string(&path).expect("readable file");
        // If a file is missing, the reader does not check the form.
        let is_cut_short = name.starts_with("bare-path-to-nowhere");
        let form = text.contains("~ ST02") || text.contains("~ ST0602") || is_cut_short;
        let known = !beyond_schema.iter().any(|case| name.starts_with(case));
        let valid = validator.is_valid(&json);
        corpus.keep(&json!({ "name": name, "valid": valid }));
        assert_eq!(!valid, form && known, "{name}");
    }
}
