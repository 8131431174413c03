//! Suites that cross crates live in `tests/tests`, their data in `tests/data`. This library holds
//! what several of them need: the real battle, compiled.

use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_compile::{Outcome, compile};

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
