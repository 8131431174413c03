//! Writing files whole or not at all.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a file could not be written or removed.
#[derive(Debug)]
pub struct WriteError {
    doing: &'static str,
    path: PathBuf,
    error: std::io::Error,
}

/// A file that lies on the disk under a temporary name: put in its place, or gone when it is dropped.
#[derive(Debug)]
pub struct Staged {
    temporary: tempfile::TempPath,
    path: PathBuf,
}

/// Writes a file by way of a temporary one beside it, so that nobody ever sees half of it; the
/// folders above it are made.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage(path, bytes)?.put()
}

/// Writes a file under a temporary name beside its place; the folders above it are made. Of many files
/// that belong together all are staged before the first is put, so that a full disk leaves the old ones.
pub fn stage(path: &Path, bytes: &[u8]) -> Result<Staged, WriteError> {
    staged(path, bytes, readable_by_all)
}

/// Writes a file that nobody but its owner may read (mode 0600).
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage_private(path, bytes)?.put()
}

/// Like [`stage`], for a file that nobody but its owner may read: so are temporary files from their beginning.
pub fn stage_private(path: &Path, bytes: &[u8]) -> Result<Staged, WriteError> {
    staged(path, bytes, |_| Ok(()))
}

fn staged(
    path: &Path,
    bytes: &[u8],
    permit: impl FnOnce(&std::fs::File) -> std::io::Result<()>,
) -> Result<Staged, WriteError> {
    let write = || {
        let folder =
            path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        permit(file.as_file())?;
        Ok(file.into_temp_path())
    };
    write()
        .map(|temporary| Staged { temporary, path: path.to_owned() })
        .map_err(|error| WriteError { doing: "write", path: path.to_owned(), error })
}

impl Staged {
    /// Puts the file in its place, whatever lay there.
    pub fn put(self) -> Result<(), WriteError> {
        let Self { temporary, path } = self;
        temporary.persist(&path).map_err(|error| WriteError {
            doing: "write",
            path,
            error: error.error,
        })
    }
}

/// Removes a file, if there is one at this place: never a folder or what a link leads to.
/// Says whether there was.
pub fn remove(path: &Path) -> Result<bool, WriteError> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => std::fs::remove_file(path)
            .map(|()| true)
            .map_err(|error| WriteError { doing: "remove", path: path.to_owned(), error }),
        Ok(_) | Err(_) => Ok(false),
    }
}

/// Temporary files are private; results are as open as any other file.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.doing, self.path.display(), self.error)
    }
}

impl std::error::Error for WriteError {}
