//! Suites that cross crates live in `tests/tests`, their data in `tests/data`. This library holds
//! what several of them need: the real battle, compiled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_compile::{Outcome, check, compile};
use sandtable_source::{FileError, Files, ProjectPath};

/// The folder of the whole project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What the compiler makes of one of the project's scenarios.
pub fn compiled(scenario: &str) -> Outcome {
    let file = project().join("scenarios").join(scenario).join("scenario.yaml");
    let (files, path) = DiskFiles::about(&file);
    compile(&files, &path)
}

/// Gettysburg, some of its files edited.
pub struct Edited {
    disk: DiskFiles,
    scenario: ProjectPath,
    changed: BTreeMap<String, Vec<u8>>,
}

impl Edited {
    /// Gettysburg as it is.
    pub fn gettysburg() -> Self {
        let (disk, scenario) =
            DiskFiles::about(&project().join("scenarios/gettysburg/scenario.yaml"));
        Self { disk, scenario, changed: BTreeMap::new() }
    }

    /// Puts a text in the place of a file, or beside the others; its path is from the project's folder.
    pub fn put(&mut self, file: &str, bytes: impl Into<Vec<u8>>) {
        let from_scenario = match file.strip_prefix("scenarios/gettysburg/") {
            Some(name) => name.to_owned(),
            None => format!("../../{file}"),
        };
        self.changed.insert(from_scenario, bytes.into());
    }

    /// What the compiler makes of it.
    pub fn compile(&self) -> Outcome {
        compile(self, &self.scenario)
    }

    /// What is found in a file that the scenario might name, checked by itself.
    pub fn check(&self, reference: &str) -> Outcome {
        check(self, &self.scenario.refer(reference, 2).expect("a path within the project"))
    }
}

impl Files for Edited {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        match self.changed.get(&path.to_string()) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.disk.read(path, limit),
        }
    }

    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        self.disk.names_beside(path)
    }

    fn shown(&self, path: &ProjectPath) -> String {
        self.disk.shown(path)
    }
}

/// A file of the project, as a text.
pub fn text(file: &str) -> String {
    std::fs::read_to_string(project().join(file)).expect("a text of the project")
}
