//! Test data with marked mistakes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sandtable_source::{Diagnostics, SourceMap};

/// The files in a folder of the test data, sorted.
pub fn files_in(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

/// The lines and codes of diagnostics; each diagnostic must have help.
pub fn located_codes(diagnostics: &Diagnostics, sources: &SourceMap) -> BTreeSet<(u32, String)> {
    let findings = diagnostics.sorted();
    findings
        .iter()
        .map(|finding| {
            assert!(!finding.help.is_empty(), "{finding:?} has no help");
            let label = finding.labels.first().expect("located label");
            (label.place.positions(sources).0.line, finding.code.to_string())
        })
        .collect()
}

/// Reads every file in a folder and compares the diagnostics with the marks (`~ ST1301`). `read`
/// returns the diagnostics and whether a value was read nevertheless.
pub fn assert_marked_codes(
    name: &str,
    read: impl Fn(&str, &[u8]) -> (BTreeSet<(u32, String)>, bool),
) {
    let mut failures = Vec::new();
    for file in files_in(name) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let mut marks = BTreeSet::new();
        for (index, line) in text.lines().enumerate() {
            for (at, _) in line.match_indices("~ ST") {
                marks.insert((index as u32 + 1, line[at + 2..at + 8].to_owned()));
            }
        }
        assert!(!marks.is_empty(), "{} has no marks", file.display());
        let (found, is_read) = read(&file.display().to_string(), text.as_bytes());
        if found != marks || is_read {
            failures.push(format!("{}: {found:?}, not {marks:?}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
