//! Shared code of the cross-crate suites: the real battle, compiled. The suites are in
//! `tests/tests`, and their data is in `tests/data`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_compile::{Outcome, check, compile};
use sandtable_source::{FileError, Files, ProjectPath};

/// The project folder.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compiles one of the project's scenarios.
pub fn compile_battle(scenario: &str) -> Outcome {
    let file = project().join("scenarios").join(scenario).join("scenario.yaml");
    let (files, path) = DiskFiles::for_file(&file);
    compile(&files, &path)
}

/// A battle, such as Gettysburg, with some files edited.
pub struct EditedBattle {
    disk: DiskFiles,
    scenario: ProjectPath,
    edits: BTreeMap<String, Vec<u8>>,
}

impl EditedBattle {
    /// Gettysburg without edits.
    pub fn gettysburg() -> Self {
        Self::new("scenarios/gettysburg/scenario.yaml")
    }

    /// The battle of a scenario of the project, without edits.
    pub fn new(scenario: &str) -> Self {
        let (disk, scenario) = DiskFiles::for_file(&project().join(scenario));
        Self { disk, scenario, edits: BTreeMap::new() }
    }

    /// Replaces or adds a file; its path is relative to the scenario's folder.
    pub fn set(&mut self, file: &str, bytes: impl Into<Vec<u8>>) {
        self.edits.insert(file.to_owned(), bytes.into());
    }

    /// Replaces or adds a file; its path is relative to the project folder.
    pub fn put(&mut self, file: &str, bytes: impl Into<Vec<u8>>) {
        let from_scenario = match file.strip_prefix("scenarios/gettysburg/") {
            Some(name) => name.to_owned(),
            None => format!("../../{file}"),
        };
        self.edits.insert(from_scenario, bytes.into());
    }

    /// Compiles the edited battle.
    pub fn compile(&self) -> Outcome {
        compile(self, &self.scenario)
    }

    /// Checks a single file that the scenario may reference.
    pub fn check(&self, reference: &str) -> Outcome {
        check(self, &self.scenario.resolve(reference, 2).expect("a path within the project"))
    }
}

impl Files for EditedBattle {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        match self.edits.get(&path.to_string()) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.disk.read(path, limit),
        }
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        self.disk.sibling_names(path)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        self.disk.display_path(path)
    }
}

/// Reads the text of a project file.
pub fn project_text(file: &str) -> String {
    std::fs::read_to_string(project().join(file)).expect("a text file of the project")
}
