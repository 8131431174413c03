//! Files of a project on the disk.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use sandtable_source::{FileError, Files, LEVELS_UP, ProjectPath};

use crate::{Exit, Terminal};

/// A folder with more files than this is not looked at: the disk gives them in an order of its own,
/// so that a part of them would not be the same everywhere.
const MOST_NAMES: usize = 4_096;

/// Reads the files about one authored file.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    /// Folder of the file that everything starts from.
    folder: PathBuf,
    /// The folder that no path may leave, without symbolic links.
    root: Option<PathBuf>,
}

impl DiskFiles {
    /// The files about an authored file, and that file's path among them.
    pub fn about(file: &Path) -> (Self, ProjectPath) {
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
        (Self { folder, root }, ProjectPath::of_file(&name))
    }

    /// Where a file of the project lies, for who writes beside it or in its place: behind symbolic
    /// links, so that these stay.
    pub fn location(&self, path: &ProjectPath) -> PathBuf {
        let disk = self.on_disk(path);
        std::fs::canonicalize(&disk).unwrap_or(disk)
    }

    fn on_disk(&self, path: &ProjectPath) -> PathBuf {
        self.folder.join(path.to_string())
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let disk = self.on_disk(path);
        let failure = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => FileError::Missing,
            _ => FileError::Unreadable(error.to_string()),
        };
        // Symbolic links may point anywhere: what counts is where they end.
        let real = std::fs::canonicalize(&disk).map_err(failure)?;
        if self.root.as_ref().is_none_or(|root| !real.starts_with(root)) {
            return Err(FileError::Outside);
        }
        match read_bounded(&real, limit).map_err(failure)? {
            Bounded::Whole(bytes) => Ok(bytes),
            Bounded::TooLarge => Err(FileError::TooLarge),
            Bounded::NoFile => Err(FileError::Unreadable("it is not a regular file".to_owned())),
        }
    }

    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        let disk = self.on_disk(path);
        let folder = disk.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(folder) = std::fs::canonicalize(folder.unwrap_or(Path::new("."))) else {
            return Vec::new();
        };
        if self.root.as_ref().is_none_or(|root| !folder.starts_with(root)) {
            return Vec::new();
        }
        let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_NAMES + 1);
        let entries: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        if entries.len() > MOST_NAMES {
            return Vec::new();
        }
        let mut names: Vec<String> =
            entries.into_iter().filter_map(|name| name.into_string().ok()).collect();
        names.sort();
        names
    }

    fn shown(&self, path: &ProjectPath) -> String {
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

/// The names of what lies in a folder, in order; none if it cannot be looked into.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// What reading no more than a limit gives.
#[derive(Debug)]
pub enum Bounded {
    /// All bytes of the file.
    Whole(Vec<u8>),
    /// The file is longer than the limit.
    TooLarge,
    /// A folder, a pipe or a device.
    NoFile,
}

/// A file's bytes, if they are no more than the limit. Pipes and devices are not opened: that could
/// wait for ever, and they have no end.
pub fn read_bounded(path: &Path, limit: u64) -> std::io::Result<Bounded> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(Bounded::NoFile);
    }
    if metadata.len() > limit {
        return Ok(Bounded::TooLarge);
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    // The file may have grown since.
    std::fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() as u64 > limit { Bounded::TooLarge } else { Bounded::Whole(bytes) })
}

/// With this every pack begins, being a zip.
const ZIP: &[u8] = b"PK\x03\x04";

/// The text of a file that a command was given, if it is no longer than the limit; otherwise says
/// why there is none, and of a pack what to do instead.
pub fn read_text(
    path: &Path,
    limit: u64,
    of_pack: &str,
    terminal: &Terminal,
) -> Result<String, Exit> {
    let shown = path.display();
    let (why, exit) = match read_bounded(path, limit) {
        Ok(Bounded::Whole(bytes)) if bytes.starts_with(ZIP) => {
            terminal.complain(&format!("{shown} is a pack, not a text file"));
            terminal.tell(of_pack);
            return Err(Exit::Bad);
        }
        Ok(Bounded::Whole(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => (format!("{shown} is not UTF-8"), Exit::Bad),
        },
        Ok(Bounded::TooLarge) => {
            (format!("{shown} is larger than {} MB", limit / 1_000_000), Exit::Bad)
        }
        Ok(Bounded::NoFile) => (format!("cannot open {shown}: not a regular file"), Exit::Unusable),
        Err(error) => (format!("cannot open {shown}: {error}"), Exit::Unusable),
    };
    terminal.complain(&why);
    Err(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_as_people_know_them() {
        let (files, scenario) = DiskFiles::about(Path::new("scenarios/x/scenario.yaml"));
        assert_eq!(files.shown(&scenario), "scenarios/x/scenario.yaml");
        let map = scenario.refer("../../maps/y/map.yaml", 2).expect("two folders up");
        assert_eq!(files.shown(&map), "maps/y/map.yaml");
        let (files, scenario) = DiskFiles::about(Path::new("scenario.yaml"));
        assert_eq!(files.shown(&scenario), "scenario.yaml");
        assert_eq!(files.shown(&map), "../../maps/y/map.yaml");
        let (files, _) = DiskFiles::about(Path::new("/a/scenario.yaml"));
        assert_eq!(files.shown(&scenario), "/a/scenario.yaml");
    }

    #[cfg(unix)]
    #[test]
    fn links_may_not_lead_out() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let secret = tempfile::NamedTempFile::new().expect("a temporary file");
        let folder = root.path().join("a/b/c");
        std::fs::create_dir_all(&folder).expect("folders");
        std::os::unix::fs::symlink(secret.path(), folder.join("map.yaml")).expect("a link");
        std::fs::write(root.path().join("a/near.yaml"), "x").expect("a file");
        let (files, scenario) = DiskFiles::about(&folder.join("scenario.yaml"));
        let read = |path: &str| files.read(&scenario.refer(path, 2).expect("inside"), 10);
        assert_eq!(read("map.yaml"), Err(FileError::Outside));
        assert_eq!(read("none.yaml"), Err(FileError::Missing));
        assert_eq!(read("../../near.yaml"), Ok(b"x".to_vec()));
    }
}
