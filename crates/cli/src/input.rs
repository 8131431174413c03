//! Resolves a path on the command line: a file, or the folder that contains it.

use std::fmt;
use std::path::{Path, PathBuf};

use sandtable_source::{closest, did_you_mean};

/// An input file of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A pack.
    Pack(PathBuf),
    /// A scenario, map or ruleset.
    Authored(PathBuf),
}

/// The reason why a path cannot be used.
#[derive(Debug)]
pub enum InputError {
    /// The path cannot be opened.
    CannotOpen(PathBuf, std::io::Error),
    /// The path is a folder, a pipe or a device.
    NotRegular(PathBuf),
    /// The folder contains neither `scenario.yaml` nor `map.yaml`; lists the likely alternatives.
    NoScenario {
        /// The folder.
        folder: PathBuf,
        /// The scenarios and maps in the folder.
        suggestions: Vec<PathBuf>,
    },
}

impl Input {
    /// Finds the file that a path refers to: the path itself, or `scenario.yaml` or `map.yaml` in
    /// the folder.
    pub fn find(path: &Path) -> Result<Self, InputError> {
        let cannot_open = |path: &Path| {
            let path = path.to_owned();
            move |error| InputError::CannotOpen(path, error)
        };
        let file = if std::fs::metadata(path).map_err(cannot_open(path))?.is_dir() {
            let candidates = ["scenario.yaml", "map.yaml"].map(|name| path.join(name));
            // Use the first existing name, even of an unreadable file, which is reported below.
            let found = candidates.into_iter().find(|file| std::fs::symlink_metadata(file).is_ok());
            found.ok_or_else(|| InputError::NoScenario {
                folder: path.to_owned(),
                suggestions: suggest(path),
            })?
        } else {
            path.to_owned()
        };
        // Opening a pipe would block until another process writes to it.
        if !std::fs::metadata(&file).map_err(cannot_open(&file))?.is_file() {
            return Err(InputError::NotRegular(file));
        }
        std::fs::File::open(&file).map_err(cannot_open(&file))?;
        Ok(match file.extension().is_some_and(|extension| extension == "pack") {
            true => Self::Pack(file),
            false => Self::Authored(file),
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Pack(path) | Self::Authored(path) => path,
        }
    }
}

/// The contents of a folder, sorted by name.
fn list_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// A file or folder with a name similar to a missing one.
fn similar_path(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let there = list_folder(folder.unwrap_or(Path::new(".")));
    let names: Vec<&str> = there.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let closest_name = closest(name, names)?.to_owned();
    Some(path.with_file_name(closest_name))
}

/// Suggests a few scenarios and maps: in the folder's subfolders, in the subfolders of a project's
/// `scenarios` folder, or under a similar name.
fn suggest(folder: &Path) -> Vec<PathBuf> {
    const MAX_SUGGESTIONS: usize = 5;
    let paths = list_folder(folder).into_iter().chain(list_folder(&folder.join("scenarios")));
    let is_candidate = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let is_likely_name = ["scenario", "map"].iter().any(|stem| {
            ["", ".yml", ".yaml", ".yaml.txt"]
                .iter()
                .any(|ending| name == format!("{stem}{ending}"))
        });
        match path.is_dir() {
            true => ["scenario.yaml", "map.yaml"].iter().any(|name| path.join(name).is_file()),
            false => is_likely_name,
        }
    };
    paths.filter(is_candidate).take(MAX_SUGGESTIONS).collect()
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotOpen(path, error) => {
                write!(f, "cannot open `{}`: {error}", path.display())?;
                match similar_path(path).filter(|_| error.kind() == std::io::ErrorKind::NotFound) {
                    Some(similar) => {
                        let [path, similar] =
                            [path, &*similar].map(|path| path.display().to_string());
                        write!(f, "; {}", did_you_mean(&path, &similar))
                    }
                    None => Ok(()),
                }
            }
            Self::NotRegular(path) => {
                write!(f, "`{}` is not a regular file: save its contents as a file", path.display())
            }
            Self::NoScenario { folder, suggestions } => {
                write!(
                    f,
                    "`{}` contains neither `scenario.yaml` nor `map.yaml`",
                    folder.display()
                )?;
                for (index, path) in suggestions.iter().enumerate() {
                    let conjunction = if index == 0 { "; did you mean" } else { " or" };
                    write!(f, "{conjunction} `{}`", path.display())?;
                }
                f.write_str(if suggestions.is_empty() { "" } else { "?" })
            }
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_nearby_scenarios() {
        let root = tempfile::tempdir().expect("temporary folder");
        let error_for = |folder: &Path| {
            let message = Input::find(folder).expect_err("no scenario in it").to_string();
            message.replace(&format!("{}/", root.path().display()), "").replace('\\', "/")
        };
        let battles = root.path().join("battles");
        for folder in ["battles/alma", "battles/borodino", "battles/notes"] {
            std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        assert_eq!(
            error_for(&battles),
            "`battles` contains neither `scenario.yaml` nor `map.yaml`"
        );
        for folder in ["alma", "borodino"] {
            std::fs::write(battles.join(folder).join("scenario.yaml"), "").expect("writable file");
        }
        assert_eq!(
            error_for(&battles),
            "`battles` contains neither `scenario.yaml` nor `map.yaml`; did you mean `battles/alma` or \
            `battles/borodino`?"
        );
        assert!(
            error_for(&battles.join("bordino")).ends_with("; did you mean `battles/borodino`?")
        );
        std::fs::write(battles.join("notes/Scenario.yml"), "").expect("writable file");
        assert_eq!(
            error_for(&battles.join("notes")),
            "`battles/notes` contains neither `scenario.yaml` nor `map.yaml`; did you mean \
            `battles/notes/Scenario.yml`?"
        );
    }
}
