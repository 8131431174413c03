//! The reader and the schema agree on thousands of corrupted files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use sandtable_compile::check;
use sandtable_source::{Code, FileError, Files, ProjectPath, code};
use serde_json::{Value, json};

use super::corruption::{Corruption, Walk};
use super::{project, validator, yaml};

/// A project with a single file.
struct SingleFile(Vec<u8>);

impl Files for SingleFile {
    fn read(&self, path: &ProjectPath, _limit: u64) -> Result<Vec<u8>, FileError> {
        match path.to_string() == "file.yaml" {
            true => Ok(self.0.clone()),
            false => Err(FileError::Missing),
        }
    }
    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }
}

/// The codes of form errors, other than those for keys and values.
const OTHER_CODES_OF_FORM: [Code; 3] = [code::SCALE_RANGE, code::ALLOW_CODE, code::RULESET_VALUE];

/// The form errors that our reader finds in a file: keys, types, words and bounds. Omits
/// diagnostics about missing files and meaning.
fn form_errors(file: &Value) -> Vec<String> {
    let text = serde_json::to_vec_pretty(file).expect("valid JSON");
    let outcome = check(&SingleFile(text), &ProjectPath::from_file_name("file.yaml"));
    let found = outcome.diagnostics.sorted().into_iter();
    let form =
        found.filter(|found| found.code.group() == 2 || OTHER_CODES_OF_FORM.contains(&found.code));
    form.map(|found| format!("{}: {}", found.code, found.message)).collect()
}

/// Returns the reason why a schema cannot express a difference, if there is one.
fn reason_beyond_schema(corrupted: &Corruption, faults: &[String]) -> Option<&'static str> {
    let whole = |number: f64| number.fract() == 0.0;
    match (&corrupted.inserted, faults) {
        (Some(Value::Number(put)), _) if put.is_f64() && put.as_f64().is_some_and(whole) => {
            Some("to a schema 1.0 is a whole number, to our reader it is none")
        }
        (_, [only]) => {
            BEYOND_SCHEMA.iter().find(|(says, _)| only.contains(says)).map(|(_, why)| *why)
        }
        _ => None,
    }
}

/// Reader messages that no schema can express, each with the reason.
const BEYOND_SCHEMA: &[(&str, &str)] = &[
    (
        "needs either `road` and `edge`, or `at`",
        "a schema that says it gives editors two sets of keys",
    ),
    (
        "missing key `commands` in side",
        "a side may leave them out if it is free, which stands elsewhere in the scenario",
    ),
    ("invalid distance", "a pattern does not reckon how far is too far"),
    ("cannot find diagnostic code", "the list of codes grows, and editors keep old schemas"),
];

/// Walks a schema with valid files and their corruptions; together, the files cover the schema.
fn walk(name: &str, files: &[&str]) {
    let validator = validator(name);
    let schemas = sandtable_authored::schemas();
    let (_, text) = schemas.iter().find(|(file, _)| *file == name).expect("known schema");
    let schema: Value = serde_json::from_str(text).expect("valid JSON");
    let mut corpus = Corpus::new(name);
    let mut differences = Vec::new();
    let (mut good, mut bad) = (0, 0);
    let visit = |corrupted: Corruption| {
        let faults = form_errors(&corrupted.file);
        let valid = validator.is_valid(&corrupted.file);
        *if valid { &mut good } else { &mut bad } += 1;
        corpus.keep(&json!({ "change": corrupted.change, "valid": valid, "file": corrupted.file }));
        if valid != faults.is_empty() && reason_beyond_schema(&corrupted, &faults).is_none() {
            differences.push(format!("{}: valid {valid}, {faults:?}", corrupted.change));
        }
        valid && faults.is_empty()
    };
    let mut walk = Walk { schema: &schema, visited: BTreeSet::new(), visit };
    for file in files {
        let mut file = yaml(&project().join(file)).expect("valid YAML");
        let extends = match name {
            "ruleset.schema.json" => Some("pub-battles/3.2"),
            "fab-ruleset.schema.json" => Some("fab/series"),
            _ => None,
        };
        if let Some(extends) = extends {
            // Other cases cover the keys that are then omitted.
            file["extends"] = extends.into();
            file["id"] = "changed".into();
        }
        walk.file(&file);
    }
    assert!(differences.is_empty(), "{} differ: {differences:#?}", differences.len());
    assert!(good > 100 && bad > 500, "too few files: {good} valid, {bad} invalid");
}

#[test]
fn corrupted_scenarios_agree() {
    walk(
        "scenario.schema.json",
        &["crates/compile/tests/data/field/scenario.yaml", "scenarios/gettysburg/scenario.yaml"],
    );
}

#[test]
fn corrupted_maps_agree() {
    walk(
        "map.schema.json",
        &["crates/compile/tests/data/field/map.yaml", "maps/gettysburg/map.yaml"],
    );
}

#[test]
fn corrupted_rulesets_agree() {
    walk("ruleset.schema.json", &["crates/authored/rulesets/pub-battles-3.2.yaml"]);
    walk("fab-ruleset.schema.json", &["crates/authored/rulesets/fab-series.yaml"]);
}

/// The cases on disk for other validators, one on each line, if `WRITE_CORPUS` names a folder.
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
            writeln!(file, "{case}").expect("enough disk space");
        }
    }
}
