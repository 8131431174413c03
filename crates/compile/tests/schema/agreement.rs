//! The reader and the schema judge thousands of spoilt files alike.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use sandtable_compile::check;
use sandtable_source::{Code, FileError, Files, ProjectPath, code};
use serde_json::{Value, json};

use super::spoilt::{Spoilt, Walk};
use super::{project, validator, yaml};

/// One file, and no other.
struct Alone(Vec<u8>);

impl Files for Alone {
    fn read(&self, path: &ProjectPath, _limit: u64) -> Result<Vec<u8>, FileError> {
        match path.to_string() == "file.yaml" {
            true => Ok(self.0.clone()),
            false => Err(FileError::Missing),
        }
    }
    fn names_beside(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
    fn shown(&self, path: &ProjectPath) -> String {
        path.to_string()
    }
}

/// Findings of form beside those of keys and values.
const OTHER_CODES_OF_FORM: [Code; 3] = [code::SCALE_RANGE, code::ALLOW_CODE, code::RULESET_VALUE];

/// What our reader finds wrong with the form of a file: keys, kinds, words, bounds. What it says
/// of files that are not there and of sense is left out.
fn faults_of_form(file: &Value) -> Vec<String> {
    let text = serde_json::to_vec_pretty(file).expect("JSON");
    let outcome = check(&Alone(text), &ProjectPath::of_file("file.yaml"));
    let found = outcome.diagnostics.sorted().into_iter();
    let form =
        found.filter(|found| found.code.group() == 2 || OTHER_CODES_OF_FORM.contains(&found.code));
    form.map(|found| format!("{}: {}", found.code, found.message)).collect()
}

/// Does the difference lie in what no schema can say? Then why.
fn beyond_schema(spoilt: &Spoilt, faults: &[String]) -> Option<&'static str> {
    let whole = |number: f64| number.fract() == 0.0;
    match (&spoilt.put, faults) {
        (Some(Value::Number(put)), _) if put.is_f64() && put.as_f64().is_some_and(whole) => {
            Some("to a schema 1.0 is a whole number, to our reader it is none")
        }
        (_, [only]) => {
            BEYOND_SCHEMA.iter().find(|(says, _)| only.contains(says)).map(|(_, why)| *why)
        }
        _ => None,
    }
}

/// What the reader says, and why no schema says it.
const BEYOND_SCHEMA: &[(&str, &str)] = &[
    (
        "has either `road` and `edge`, or `at`",
        "a schema that says it gives editors two sets of keys",
    ),
    (
        "this side has no `commands`",
        "a side may leave them out if it is free, which stands elsewhere in the scenario",
    ),
    ("invalid distance", "a pattern does not reckon how far is too far"),
    ("cannot find diagnostic code", "the list of codes grows, and editors keep old schemas"),
];

/// Schemas, and good files that are spoilt; what one file does not show, the next may.
fn walk(name: &str, files: &[&str]) {
    let validator = validator(name);
    let schemas = sandtable_authored::schemas();
    let (_, text) = schemas.iter().find(|(file, _)| *file == name).expect("a known schema");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let mut corpus = Corpus::new(name);
    let mut differences = Vec::new();
    let (mut good, mut bad) = (0, 0);
    let spoil = |spoilt: Spoilt| {
        let faults = faults_of_form(&spoilt.file);
        let valid = validator.is_valid(&spoilt.file);
        *if valid { &mut good } else { &mut bad } += 1;
        corpus.keep(&json!({ "change": spoilt.change, "valid": valid, "file": spoilt.file }));
        if valid != faults.is_empty() && beyond_schema(&spoilt, &faults).is_none() {
            differences.push(format!("{}: valid {valid}, {faults:?}", spoilt.change));
        }
        valid && faults.is_empty()
    };
    let mut walk = Walk { schema: &schema, seen: BTreeSet::new(), spoil };
    for file in files {
        let mut file = yaml(&project().join(file)).expect("good YAML");
        let extends = match name {
            "ruleset.schema.json" => Some("pub-battles/3.2"),
            "fab-ruleset.schema.json" => Some("fab/series"),
            _ => None,
        };
        if let Some(extends) = extends {
            // What it then leaves out is said elsewhere.
            file["extends"] = extends.into();
            file["id"] = "changed".into();
        }
        walk.file(&file);
    }
    assert!(differences.is_empty(), "{} differ: {differences:#?}", differences.len());
    assert!(good > 100 && bad > 500, "{good} good and {bad} bad files are too few");
}

#[test]
fn spoilt_scenarios_are_judged_alike() {
    walk(
        "scenario.schema.json",
        &["crates/compile/tests/data/field/scenario.yaml", "scenarios/gettysburg/scenario.yaml"],
    );
}

#[test]
fn spoilt_maps_are_judged_alike() {
    walk(
        "map.schema.json",
        &["crates/compile/tests/data/field/map.yaml", "maps/gettysburg/map.yaml"],
    );
}

#[test]
fn spoilt_rulesets_are_judged_alike() {
    walk("ruleset.schema.json", &["crates/authored/rulesets/pub-battles-3.2.yaml"]);
    walk("fab-ruleset.schema.json", &["crates/authored/rulesets/fab-series.yaml"]);
}

/// The cases on disk, for other validators: one in each line, if `WRITE_CORPUS` names a folder.
pub struct Corpus(Option<BufWriter<File>>);

impl Corpus {
    pub fn new(schema: &str) -> Self {
        Self(std::env::var_os("WRITE_CORPUS").map(|folder| {
            let path = Path::new(&folder).join(schema.replace(".schema.json", ".jsonl"));
            BufWriter::new(File::create(path).expect("WRITE_CORPUS is a folder"))
        }))
    }

    pub fn keep(&mut self, case: &Value) {
        if let Some(file) = &mut self.0 {
            writeln!(file, "{case}").expect("room on the disk");
        }
    }
}
