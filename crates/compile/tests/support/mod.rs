//! The small battle `data/field` in memory, so that tests can change it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_compile::{Outcome, compile};
use sandtable_source::{FileError, Files, ProjectPath};

/// The files of a battle, some of them replaced.
pub struct Battle(pub BTreeMap<String, Vec<u8>>);

impl Files for Battle {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let path = path.to_string();
        if self.0.keys().any(|file| file.starts_with(&format!("{path}/"))) {
            return Err(FileError::Unreadable("it is a folder".to_owned()));
        }
        let bytes = self.0.get(&path).ok_or(FileError::Missing)?;
        if bytes.len() as u64 > limit { Err(FileError::TooLarge) } else { Ok(bytes.clone()) }
    }
    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        let path = path.to_string();
        let folder = &path[..path.len() - path.rsplit('/').next().map_or(0, str::len)];
        let inside = self.0.keys().filter_map(|file| file.strip_prefix(folder));
        let mut names: Vec<String> =
            inside.filter_map(|file| file.split('/').next()).map(str::to_owned).collect();
        names.dedup();
        names
    }
    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }
}

/// The folder of test data.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The unchanged small battle.
#[allow(dead_code, reason = "not every suite is about it")]
pub fn battle() -> Battle {
    let mut files = BTreeMap::new();
    for folder in ["", "layers/"] {
        for entry in
            std::fs::read_dir(data().join("field").join(folder)).expect("the folder exists")
        {
            let path = entry.expect("readable entry").path();
            if path.is_file() {
                let name = path.file_name().expect("valid file name").to_string_lossy();
                files.insert(
                    format!("{folder}{name}"),
                    std::fs::read(&path).expect("readable file"),
                );
            }
        }
    }
    Battle(files)
}

/// Compiles the battle.
#[allow(dead_code, reason = "not every suite compiles")]
pub fn run(battle: &Battle) -> Outcome {
    compile(battle, &ProjectPath::from_file_name("scenario.yaml"))
}

impl Battle {
    /// Replaces text that must occur exactly once in `scenario.yaml` or `map.yaml`.
    #[allow(dead_code, reason = "not every suite edits texts")]
    pub fn edited(mut self, file: &str, from: &str, to: &str) -> Self {
        let text = String::from_utf8(self.0[file].clone()).expect("UTF-8 text");
        assert_eq!(text.matches(from).count(), 1, "{from} must occur once in {file}");
        self.0.insert(file.to_owned(), text.replace(from, to).into_bytes());
        self
    }
}
