//! Project files on the disk.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use sandtable_source::{FileError, Files, LEVELS_UP, ProjectPath, ReadSeek};

use crate::{Exit, Terminal};

/// The maximum number of names in a folder. Larger folders are skipped: systems list names in any
/// order, so a partial list would differ between machines.
const MAX_NAMES: usize = 4_096;

/// Reads the files of a project, starting from an authored file.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    /// The folder of the main file.
    folder: PathBuf,
    /// The folder that no path may leave, with symbolic links resolved.
    root: Option<PathBuf>,
}

impl DiskFiles {
    /// The project files of an authored file, and its path in the project.
    pub fn for_file(file: &Path) -> (Self, ProjectPath) {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let real = std::fs::canonicalize(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &folder
        });
        let root = real
            .ok()
            .map(|real| real.ancestors().nth(LEVELS_UP).map_or(real.clone(), Path::to_owned));
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        (Self { folder, root }, ProjectPath::from_file_name(&name))
    }

    /// The disk location of a project file, for replacing it or writing next to it. Resolves
    /// symbolic links, so that replacing the file keeps them.
    pub fn location(&self, path: &ProjectPath) -> PathBuf {
        let disk = self.on_disk(path);
        std::fs::canonicalize(&disk).unwrap_or(disk)
    }

    fn on_disk(&self, path: &ProjectPath) -> PathBuf {
        self.folder.join(path.to_string())
    }

    /// The real location of a file that the project may read.
    fn readable(&self, path: &ProjectPath) -> Result<PathBuf, FileError> {
        // Symbolic links may point anywhere, so check their target.
        let real = std::fs::canonicalize(self.on_disk(path)).map_err(file_error)?;
        match self.root.as_ref().is_none_or(|root| !real.starts_with(root)) {
            true => Err(FileError::Outside),
            false => Ok(real),
        }
    }
}

/// Opens a regular file, to read parts of it.
pub fn open_regular(path: &Path) -> Result<Box<dyn ReadSeek>, FileError> {
    if !std::fs::metadata(path).map_err(file_error)?.is_file() {
        return Err(not_regular());
    }
    Ok(Box::new(std::fs::File::open(path).map_err(file_error)?))
}

fn file_error(error: std::io::Error) -> FileError {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => FileError::Missing,
        _ => FileError::Unreadable(error.to_string()),
    }
}

fn not_regular() -> FileError {
    FileError::Unreadable("it is not a regular file".to_owned())
}

impl Files for DiskFiles {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        match read_bounded(&self.readable(path)?, limit).map_err(file_error)? {
            BoundedRead::Complete(bytes) => Ok(bytes),
            BoundedRead::TooLarge => Err(FileError::TooLarge),
            BoundedRead::NotRegular => Err(not_regular()),
        }
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        open_regular(&self.readable(path)?)
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        let disk = self.on_disk(path);
        let folder = disk.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(folder) = std::fs::canonicalize(folder.unwrap_or(Path::new("."))) else {
            return Vec::new();
        };
        if self.root.as_ref().is_none_or(|root| !folder.starts_with(root)) {
            return Vec::new();
        }
        let entries = std::fs::read_dir(folder).into_iter().flatten().take(MAX_NAMES + 1);
        let entries: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        if entries.len() > MAX_NAMES {
            return Vec::new();
        }
        let mut names: Vec<String> =
            entries.into_iter().filter_map(|name| name.into_string().ok()).collect();
        names.sort();
        names
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        let folder = self.folder.to_string_lossy().replace('\\', "/");
        // `./maps` reads better as `maps`.
        let mut names: Vec<&str> = folder.split('/').filter(|name| *name != ".").collect();
        if folder.is_empty() {
            names.clear();
        }
        let path = path.to_string();
        for name in path.split('/') {
            // `scenarios/x/../../maps` reads better as `maps`.
            match (name, names.last()) {
                ("..", Some(&last)) if !matches!(last, ".." | "") => {
                    names.pop();
                }
                _ => names.push(name),
            }
        }
        names.join("/")
    }
}

/// The names in a folder, sorted; empty if the folder cannot be read.
pub fn folder_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The result of a size-limited read.
#[derive(Debug)]
pub enum BoundedRead {
    /// All bytes of the file.
    Complete(Vec<u8>),
    /// The file is longer than the limit.
    TooLarge,
    /// A folder, a pipe or a device.
    NotRegular,
}

/// Reads a file up to a size limit. Does not open pipes and devices, which could block or never
/// end.
pub fn read_bounded(path: &Path, limit: u64) -> std::io::Result<BoundedRead> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(BoundedRead::NotRegular);
    }
    if metadata.len() > limit {
        return Ok(BoundedRead::TooLarge);
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    // The file may have grown since its length was read.
    std::fs::File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(if bytes.len() as u64 > limit {
        BoundedRead::TooLarge
    } else {
        BoundedRead::Complete(bytes)
    })
}

/// The signature of zip files, which packs are.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads a text file up to a size limit, or reports why it cannot, with advice if it is a pack.
pub fn read_text(
    path: &Path,
    limit: u64,
    pack_advice: &str,
    terminal: &Terminal,
) -> Result<String, Exit> {
    let display_path = path.display();
    let (reason, exit) = match read_bounded(path, limit) {
        Ok(BoundedRead::Complete(bytes)) if bytes.starts_with(ZIP) => {
            terminal.print_error(&format!("`{display_path}` is a pack, not a text file"));
            terminal.print_wrapped(pack_advice);
            return Err(Exit::Failure);
        }
        Ok(BoundedRead::Complete(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => (format!("`{display_path}` is not UTF-8"), Exit::Failure),
        },
        Ok(BoundedRead::TooLarge) => {
            (format!("`{display_path}` is larger than {} MB", limit / 1_000_000), Exit::Failure)
        }
        Ok(BoundedRead::NotRegular) => {
            (format!("cannot open `{display_path}`: not a regular file"), Exit::UsageError)
        }
        Err(error) => (format!("cannot open `{display_path}`: {error}"), Exit::UsageError),
    };
    terminal.print_error(&reason);
    Err(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_simplified_paths() {
        let (files, scenario) = DiskFiles::for_file(Path::new("scenarios/x/scenario.yaml"));
        assert_eq!(files.display_path(&scenario), "scenarios/x/scenario.yaml");
        let map = scenario.resolve("../../maps/y/map.yaml", 2).expect("two folders up");
        assert_eq!(files.display_path(&map), "maps/y/map.yaml");
        let (files, scenario) = DiskFiles::for_file(Path::new("scenario.yaml"));
        assert_eq!(files.display_path(&scenario), "scenario.yaml");
        assert_eq!(files.display_path(&map), "../../maps/y/map.yaml");
        let (files, _) = DiskFiles::for_file(Path::new("/a/scenario.yaml"));
        assert_eq!(files.display_path(&scenario), "/a/scenario.yaml");
    }

    #[cfg(unix)]
    #[test]
    fn rejects_links_outside_project() {
        let root = tempfile::tempdir().expect("temporary folder");
        let secret = tempfile::NamedTempFile::new().expect("a temporary file");
        let folder = root.path().join("a/b/c");
        std::fs::create_dir_all(&folder).expect("writable folder");
        std::os::unix::fs::symlink(secret.path(), folder.join("map.yaml")).expect("symbolic link");
        std::fs::write(root.path().join("a/near.yaml"), "x").expect("writable file");
        let (files, scenario) = DiskFiles::for_file(&folder.join("scenario.yaml"));
        let read = |path: &str| {
            files.read(&scenario.resolve(path, 2).expect("path inside the project"), 10)
        };
        assert_eq!(read("map.yaml"), Err(FileError::Outside));
        assert_eq!(read("none.yaml"), Err(FileError::Missing));
        assert_eq!(read("../../near.yaml"), Ok(b"x".to_vec()));
    }
}
