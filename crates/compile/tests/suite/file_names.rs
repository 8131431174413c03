//! Misnamed files: different capitals, which only some systems ignore, a different ending, or a
//! typo.

use sandtable_compile::compile;
use sandtable_source::{Diagnostic, FileError, Files, ProjectPath, Severity, code};

use crate::support::{Battle, battle, run};

/// A disk that ignores case, as on Windows.
struct AnyCapitals(Battle);

impl Files for AnyCapitals {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.read(&self.spelled(path).ok_or(FileError::Missing)?, limit)
    }
    fn shown(&self, path: &ProjectPath) -> String {
        self.0.shown(path)
    }
    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        self.0.names_beside(path)
    }
}

/// The small battle with its woods under another name.
fn with_woods_named(name: &str) -> Battle {
    battle().edited("map.yaml", "layers/woods.geojson", name)
}

/// The first diagnostic that is not a note.
fn first(found: &[&Diagnostic]) -> Diagnostic {
    let found = found.iter().find(|finding| finding.severity != Severity::Note);
    (*found.expect("a finding")).clone()
}

#[test]
fn case_mismatch_is_reported_everywhere() {
    let files = AnyCapitals(with_woods_named("Layers/woods.GeoJSON"));
    let outcome = compile(&files, &ProjectPath::of_file("scenario.yaml"));
    let found = first(&outcome.diagnostics.sorted());
    assert_eq!(found.code, code::NAME_IN_CAPITALS);
    assert!(found.message.contains("`layers/woods.geojson`"), "{found:?}");
    assert!(outcome.pack.is_some());
}

#[test]
fn missing_file_suggests_similar_name() {
    let near = [
        ("layers/Woods.geojson", "`layers/woods.geojson`: capitals"),
        ("layers/woods.json", "`layers/woods.geojson`: is it meant?"),
        ("layers/wods.geojson", "`layers/woods.geojson`: is it meant?"),
    ];
    for (written, help) in near {
        let outcome = run(&with_woods_named(written));
        let found = first(&outcome.diagnostics.sorted());
        assert_eq!(found.code, code::FILE_MISSING);
        assert!(found.help[0].contains(help), "{written}: {:?}", found.help);
    }
    let outcome = run(&with_woods_named("layers/ponds.geojson"));
    assert_eq!(first(&outcome.diagnostics.sorted()).help.len(), 1);
}
