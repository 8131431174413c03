//! Writes a folder of new files: all of them or none.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::{Access, FileSet, WriteError};

/// The reason why a folder could not be created.
#[derive(Debug)]
pub enum NewFolderError {
    /// The folder is not empty; the name is one of its entries.
    NotEmpty(PathBuf, String),
    /// A file of this name exists.
    IsFile(PathBuf),
    /// The folder could not be read.
    Io(PathBuf, std::io::Error),
    /// A file could not be written.
    Write(WriteError),
}

/// Creates a folder with exactly these files, or nothing. Paths are relative, with forward slashes; an
/// existing folder must be empty.
pub fn write_new_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), NewFolderError> {
    ensure_empty(folder)?;
    let write = || {
        let mut set = FileSet::in_folder(folder, Access::Usual)?;
        for (name, bytes) in files {
            set.add(&folder.join(name), bytes, Access::Usual)?;
        }
        set.commit_new()
    };
    write().map_err(NewFolderError::Write)
}

/// Checks that the folder can be created or is empty.
fn ensure_empty(folder: &Path) -> Result<(), NewFolderError> {
    let io_error = |error| NewFolderError::Io(folder.to_owned(), error);
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(_) if folder.is_file() => return Err(NewFolderError::IsFile(folder.to_owned())),
        Err(error) => return Err(io_error(error)),
    };
    let names: Result<Vec<_>, _> = entries.map(|entry| Ok(entry?.file_name())).collect();
    match names.map_err(io_error)?.into_iter().min() {
        None => Ok(()),
        Some(name) => {
            Err(NewFolderError::NotEmpty(folder.to_owned(), name.to_string_lossy().into_owned()))
        }
    }
}

impl fmt::Display for NewFolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmpty(folder, name) => {
                write!(f, "folder `{}` is not empty: it contains `{name}`", folder.display())
            }
            Self::IsFile(path) => write!(f, "`{}` is a file, not a folder", path.display()),
            Self::Io(folder, error) => {
                write!(f, "cannot create `{}`: {error}", folder.display())
            }
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NewFolderError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<(String, Vec<u8>)> {
        names.iter().map(|&name| (name.to_owned(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn writes_new_or_empty_folders() {
        let root = tempfile::tempdir().expect("temporary folder");
        let two = files(&["scenario.yaml", "map/layers/roads.geojson"]);
        std::fs::create_dir(root.path().join("empty")).expect("a folder");
        for name in ["empty", "new/within"] {
            let folder = root.path().join(name);
            write_new_folder(&folder, &two).expect("the folder is empty");
            let read = std::fs::read_to_string(folder.join("map/layers/roads.geojson"));
            assert_eq!(read.expect("the file exists"), "map/layers/roads.geojson");
            assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2, "{name}");
        }
    }

    #[test]
    fn keeps_existing_files() {
        let root = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir(at("mine")).expect("a folder");
        std::fs::write(at("mine/notes.txt"), "mine").expect("writable file");
        let error_for =
            |name: &str| write_new_folder(&at(name), &files(&["a"])).expect_err("taken");
        assert!(
            matches!(error_for("mine"), NewFolderError::NotEmpty(_, name) if name == "notes.txt")
        );
        assert!(matches!(error_for("mine/notes.txt"), NewFolderError::IsFile(_)));
        assert_eq!(std::fs::read_dir(at("mine")).expect("a folder").count(), 1);
    }

    /// One file cannot be written because another has the name of its folder: no files remain.
    #[test]
    fn leaves_nothing_after_failure() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = root.path().join("new/within");
        write_new_folder(&folder, &files(&["a", "b", "a/c"])).expect_err("`a` is a file");
        assert_eq!(std::fs::read_dir(root.path()).expect("a folder").count(), 0);
    }
}
