//! A mistake as its file tells it: what the author did, to which file, and what should be said.

use sandtable_source::{Diagnostics, SourceMap, parse};
use sandtable_tests::project;
use serde::Deserialize;

use crate::edit::Edit;

/// One thing done wrong.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// What the author did, in a sentence.
    pub title: String,
    /// The file, from the project's folder.
    pub file: String,
    /// How the file differs from the good one.
    pub edits: Vec<Edit>,
    /// What a good finding is like.
    pub expect: Expect,
}

/// What a good finding is like.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// How bad it is at least.
    pub severity: Severity,
    /// Where it points: one of these.
    pub places: Vec<Place>,
    /// Words in its message, labels and help; `a|b` asks for either.
    pub words: Vec<String>,
    /// In how many findings it may show, at most.
    #[serde(default = "one")]
    pub findings: usize,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth a look.
    Warning,
    /// No pack comes out.
    Error,
}

/// Lines of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, from the project's folder.
    pub file: String,
    /// A text in the edited file: its line is meant.
    pub mark: String,
    /// How many lines are meant, from the line of the mark on.
    #[serde(default = "one")]
    pub lines: usize,
    /// May the finding point at another thing first, with which this one does not go together?
    #[serde(default)]
    pub other: bool,
}

fn one() -> usize {
    1
}

/// Two mistakes in one battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Both.
    pub mistakes: [Mistake; 2],
}

/// All values in a folder of `tests/data`, each with the name of its file, in the order of names.
pub fn all<T: for<'de> Deserialize<'de>>(folder: &str) -> Vec<(String, T)> {
    let folder = project().join("tests/data").join(folder);
    let mut found: Vec<(String, T)> = std::fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("its entries can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("it is a text");
            let value = read(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            (name, value)
        })
        .collect();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("mistake", text);
    let tree = parse(&sources, file, &mut diagnostics);
    let tree = tree.ok_or_else(|| format!("{:?}", diagnostics.sorted()))?;
    serde_json::from_value(tree.to_json()).map_err(|wrong| wrong.to_string())
}
