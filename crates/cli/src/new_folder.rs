//! Writes a folder of new files: all of them or none.

use std::fmt;
use std::path::{Path, PathBuf};

/// The reason why a folder could not be created.
#[derive(Debug)]
pub enum NewFolderError {
    /// The folder is not empty; the name is one of its entries.
    NotEmpty(PathBuf, String),
    /// A file of this name exists.
    IsFile(PathBuf),
    /// The folder or a file could not be read or written.
    Io(PathBuf, std::io::Error),
}

/// Creates a folder with exactly these files. Paths are relative, with forward slashes; an existing
/// folder must be empty. Files are first written to a temporary subfolder, so a full disk leaves
/// nothing behind.
pub fn write_new_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), NewFolderError> {
    let io_error = |error| NewFolderError::Io(folder.to_owned(), error);
    ensure_empty(folder)?;
    let created = create_missing(folder).map_err(io_error)?;
    write_files(folder, files).map_err(|error| {
        for folder in &created {
            // If the folder is not empty, another process has used it meanwhile.
            let _ = std::fs::remove_dir(folder);
        }
        io_error(error)
    })
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

/// Creates the folder and missing parents. Returns the new folders, deepest first.
fn create_missing(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let missing = folder.ancestors().take_while(|above| !above.as_os_str().is_empty());
    let missing: Vec<PathBuf> =
        missing.take_while(|above| !above.exists()).map(Path::to_owned).collect();
    std::fs::create_dir_all(folder)?;
    Ok(missing)
}

/// Writes all files into a temporary folder, then moves its contents into place.
fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> std::io::Result<()> {
    let staged = tempfile::Builder::new().prefix(".sandtable-").tempdir_in(folder)?;
    for (name, bytes) in files {
        let path = staged.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(staged.path()))?;
        std::fs::write(&path, bytes)?;
    }
    let mut names: Vec<_> = std::fs::read_dir(staged.path())?
        .map(|entry| Ok(entry?.file_name()))
        .collect::<std::io::Result<_>>()?;
    names.sort();
    for (index, name) in names.iter().enumerate() {
        if let Err(error) = std::fs::rename(staged.path().join(name), folder.join(name)) {
            for moved in &names[..index] {
                let _ = std::fs::rename(folder.join(moved), staged.path().join(moved));
            }
            return Err(error);
        }
    }
    Ok(())
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
