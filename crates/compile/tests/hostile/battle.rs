//! Battles in memory to corrupt, and the properties of every run on any files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sandtable_compile::{Outcome, check};
use sandtable_source::{ProjectPath, report};

use crate::outcome::{check_findings, check_outcome};
use crate::support::{Battle, battle, run};

/// The small battle with an elevation file.
pub fn field_with(elevation: &[u8]) -> Battle {
    let mut battle = battle();
    battle.set("elevation.tif", elevation);
    let map = battle.text("map.yaml") + "elevation: { file: elevation.tif }\n";
    battle.set("map.yaml", map);
    battle
}

/// The Gettysburg battle in memory, by the paths in its scenario.
pub fn gettysburg() -> Battle {
    static FILES: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = BTreeMap::new();
        for (folder, path) in [
            ("scenarios/gettysburg", ""),
            ("maps/gettysburg", "../../maps/gettysburg/"),
            ("maps/gettysburg/layers", "../../maps/gettysburg/layers/"),
        ] {
            for entry in std::fs::read_dir(project.join(folder)).expect("the folder exists") {
                let file = entry.expect("readable entry").path();
                let name =
                    file.file_name().expect("valid file name").to_string_lossy().into_owned();
                if file.is_file() {
                    let bytes = std::fs::read(&file).expect("readable file");
                    files.insert(format!("{path}{name}"), bytes);
                }
            }
        }
        files
    });
    Battle(FILES.clone())
}

impl Battle {
    pub fn text(&self, file: &str) -> String {
        String::from_utf8(self.0[file].clone()).expect("UTF-8 text")
    }

    pub fn set(&mut self, file: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(file.to_owned(), bytes.into());
    }

    pub fn compile(&self) -> Outcome {
        run(self)
    }
}

/// The time limit of any run on a battle of a few kilobytes, on a slow and busy machine.
pub const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Checks the properties of a run on any files; the error describes a violation.
pub fn check_run(battle: &Battle) -> Result<(), String> {
    let start = Instant::now();
    let outcome = battle.compile();
    if start.elapsed() > TIME_LIMIT {
        return Err(format!("takes {} s", start.elapsed().as_secs()));
    }
    check_outcome(&outcome)?;
    let again = battle.compile();
    if json(&outcome) != json(&again) {
        return Err("the same files give other findings".to_owned());
    }
    // Check each file on its own, whatever its type.
    let is_here = |file: &&String| file.ends_with(".yaml") && !file.starts_with("..");
    for file in battle.0.keys().filter(is_here) {
        let alone = check(battle, &ProjectPath::from_file_name(file));
        check_findings(&alone.sources, &alone.diagnostics)?;
    }
    Ok(())
}

fn json(outcome: &Outcome) -> String {
    let report = report(&outcome.sources, &outcome.diagnostics);
    serde_json::to_string(&report).expect("reports are JSON")
}
