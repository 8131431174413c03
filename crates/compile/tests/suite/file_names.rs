//! Files under different names: with other capitals, which only some systems ignore, with another
//! ending, or with a typo.

use sandtable_compile::compile;
use sandtable_source::{Diagnostic, FileError, Files, ProjectPath, Severity, code};

use crate::support::{Battle, battle, run};

/// A case-insensitive disk, as on Windows.
struct AnyCapitals(Battle);

impl Files for AnyCapitals {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.read(&self.spelling_on_disk(path).ok_or(FileError::Missing)?, limit)
    }
    fn display_path(&self, path: &ProjectPath) -> String {
        self.0.display_path(path)
    }
    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        self.0.sibling_names(path)
    }
}

/// The small battle with another name for its woods.
fn battle_with_woods_named(name: &str) -> Battle {
    battle().edited("map.yaml", "layers/woods.geojson", name)
}

/// The first diagnostic that is not a note.
fn first_problem(found: &[&Diagnostic]) -> Diagnostic {
    let found = found.iter().find(|finding| finding.severity != Severity::Note);
    (*found.expect("expected diagnostic")).clone()
}

#[test]
fn reports_wrong_capitals_on_any_system() {
    let files = AnyCapitals(battle_with_woods_named("Layers/woods.GeoJSON"));
    let outcome = compile(&files, &ProjectPath::from_file_name("scenario.yaml"));
    let found = first_problem(&outcome.diagnostics.sorted());
    assert_eq!(found.code, code::NAME_IN_CAPITALS);
    assert!(found.message.contains("`layers/woods.geojson`"), "{found:?}");
    assert!(outcome.pack.is_some());
}

#[test]
fn suggests_similar_file_name() {
    let near = [
        ("layers/Woods.geojson", "`layers/woods.geojson`? Upper and lower case differ"),
        ("layers/woods.json", "a file with a similar name exists: `layers/woods.geojson`"),
        ("layers/wods.geojson", "a file with a similar name exists: `layers/woods.geojson`"),
    ];
    for (written, help) in near {
        let outcome = run(&battle_with_woods_named(written));
        let found = first_problem(&outcome.diagnostics.sorted());
        assert_eq!(found.code, code::FILE_MISSING);
        assert!(found.help[0].contains(help), "{written}: {:?}", found.help);
    }
    let mut folders = battle_with_woods_named("data/layer/woods.geojson");
    let woods = folders.0.remove("layers/woods.geojson").expect("the battle has woods");
    folders.0.insert("data/layers/woods.geojson".to_owned(), woods);
    let help = &first_problem(&run(&folders).diagnostics.sorted()).help[0];
    assert!(help.contains("exists: `data/layers/woods.geojson`"), "{help}");
    let outcome = run(&battle_with_woods_named("layers/ponds.geojson"));
    assert_eq!(first_problem(&outcome.diagnostics.sorted()).help.len(), 1);
}
