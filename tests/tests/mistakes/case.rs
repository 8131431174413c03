//! A mistake read from its file: the edits, the edited file, and the expected diagnostic.

use sandtable_source::{Diagnostics, SourceMap, parse};
use sandtable_tests::project;
use serde::Deserialize;

use crate::edit::Edit;

/// A seeded mistake.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// A sentence that describes the author's mistake.
    pub title: String,
    /// The file, relative to the project folder.
    pub file: String,
    /// The changes to the valid file.
    pub edits: Vec<Edit>,
    /// The expected diagnostic.
    pub expect: Expectation,
}

/// An expected diagnostic.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The minimum severity.
    pub severity: Severity,
    /// The possible locations, one of which must match.
    pub places: Vec<Place>,
    /// Words of the message, labels or help; `a|b` accepts either.
    pub words: Vec<String>,
    /// The maximum number of diagnostics for this mistake.
    #[serde(default = "default_count")]
    pub findings: usize,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The author should review it.
    Warning,
    /// No pack is written.
    Error,
}

/// Lines of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, relative to the project folder.
    pub file: String,
    /// A text that marks the first line in the edited file.
    pub mark: String,
    /// The number of lines, from the marked line on.
    #[serde(default = "default_count")]
    pub lines: usize,
    /// Whether the diagnostic may point first at another item that conflicts with this item.
    #[serde(default)]
    pub other: bool,
}

fn default_count() -> usize {
    1
}

/// Two mistakes in one battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MistakePair {
    /// The two mistakes.
    pub mistakes: [Mistake; 2],
}

/// All values in a folder of `tests/data`, each with its file name, sorted by name.
pub fn load_all<T: for<'de> Deserialize<'de>>(folder: &str) -> Vec<(String, T)> {
    let folder = project().join("tests/data").join(folder);
    let mut found: Vec<(String, T)> = std::fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("valid UTF-8");
            let value = parse_case(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            (name, value)
        })
        .collect();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

fn parse_case<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("mistake", text);
    let tree = parse(&sources, file, &mut diagnostics);
    let tree = tree.ok_or_else(|| format!("{:?}", diagnostics.sorted()))?;
    serde_json::from_value(tree.to_json()).map_err(|wrong| wrong.to_string())
}
