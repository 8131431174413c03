//! Atomic file writes.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The reason why a file could not be written or removed.
#[derive(Debug)]
pub struct WriteError {
    action: &'static str,
    path: PathBuf,
    error: std::io::Error,
}

/// A file under a temporary name: moved into place, or removed when dropped.
#[derive(Debug)]
pub struct StagedFile {
    temporary: tempfile::TempPath,
    path: PathBuf,
}

/// Writes a file through a temporary one next to it, so that it is never visible half-written.
/// Creates missing parent folders.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage(path, bytes)?.commit()
}

/// Writes a file under a temporary name next to its path. Creates missing parent folders. To write
/// several files together, stage them all before moving the first into place: if the disk is full,
/// the old files remain.
pub fn stage(path: &Path, bytes: &[u8]) -> Result<StagedFile, WriteError> {
    stage_with(path, bytes, make_world_readable)
}

/// Writes a new file through a temporary one next to it: see [`StagedFile::commit_new`].
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage(path, bytes)?.commit_new()
}

/// Like [`write_new`], for a file that only its owner may read (mode 0600).
pub fn write_new_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage_private(path, bytes)?.commit_new()
}

/// Like [`stage`], for a file that only its owner may read; this includes the temporary file.
pub fn stage_private(path: &Path, bytes: &[u8]) -> Result<StagedFile, WriteError> {
    stage_with(path, bytes, |_| Ok(()))
}

fn stage_with(
    path: &Path,
    bytes: &[u8],
    set_permissions: impl FnOnce(&std::fs::File) -> std::io::Result<()>,
) -> Result<StagedFile, WriteError> {
    let write = || {
        let temporary_folder = std::env::temp_dir();
        let folder = match path.parent() {
            Some(_) if is_stream(path) => temporary_folder.as_path(),
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        set_permissions(file.as_file())?;
        Ok(file.into_temp_path())
    };
    write()
        .map(|temporary| StagedFile { temporary, path: path.to_owned() })
        .map_err(|error| WriteError { action: "write", path: path.to_owned(), error })
}

impl StagedFile {
    /// Moves the file into place and replaces any existing file. Pipes and devices cannot be
    /// replaced, so the contents are written to them.
    pub fn commit(self) -> Result<(), WriteError> {
        let Self { temporary, path } = self;
        if is_stream(&path) {
            let write = || {
                let mut stream = std::fs::OpenOptions::new().write(true).open(&path)?;
                std::io::copy(&mut std::fs::File::open(&temporary)?, &mut stream).map(|_| ())
            };
            return write().map_err(|error| WriteError { action: "write", path, error });
        }
        temporary.persist(&path).map_err(|error| WriteError {
            action: "write",
            path,
            error: error.error,
        })
    }

    /// Moves the file into place only if the path is free: it replaces neither a file created
    /// meanwhile nor a link.
    pub fn commit_new(self) -> Result<(), WriteError> {
        let Self { temporary, path } = self;
        temporary.persist_noclobber(&path).map_err(|error| WriteError {
            action: "replace",
            path,
            error: error.error,
        })
    }

    /// The final path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes a file, but never a folder or the target of a link. Returns whether it existed.
pub fn remove(path: &Path) -> Result<bool, WriteError> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => std::fs::remove_file(path)
            .map(|()| true)
            .map_err(|error| WriteError { action: "remove", path: path.to_owned(), error }),
        Ok(_) | Err(_) => Ok(false),
    }
}

/// Whether a path is a pipe, a terminal or a device (`/dev/stdout`, `/dev/null`, a named pipe).
fn is_stream(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Sets normal permissions on a written file, because temporary files are private.
#[cfg(unix)]
pub(crate) fn make_world_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub(crate) fn readable_by_all(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} `{}`: {}", self.action, self.path.display(), self.error)
    }
}

impl std::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn writes_to_devices_in_place() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().expect("temporary folder");
        let link = folder.path().join("nowhere");
        std::os::unix::fs::symlink("/dev/null", &link).expect("symbolic link");
        write_atomically(&link, b"gone").expect("the device accepts all bytes");
        let found = std::fs::metadata(&link).expect("the link still exists");
        assert!(found.file_type().is_char_device());
        assert!(std::fs::symlink_metadata(&link).expect("the link exists").is_symlink());
        std::fs::remove_file(&link).expect("symbolic link");
        std::os::unix::fs::symlink("/dev/full", &link).expect("symbolic link");
        let message = write_atomically(&link, b"too much")
            .expect_err("the device is always full")
            .to_string();
        assert!(message.starts_with("cannot write "), "{message}");
    }

    #[test]
    fn never_overwrites_existing_files() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| folder.path().join(name);
        write_new_private(&at("note"), b"mine").expect("the folder is empty");
        let late = stage(&at("late"), b"other").expect("staged file");
        std::fs::write(at("late"), "first").expect("writable file");
        let message = late.commit_new().expect_err("a file was created meanwhile").to_string();
        assert!(message.starts_with("cannot replace "), "{message}");
        assert!(write_new(&at("note"), b"other").is_err());
        let text = |name: &str| std::fs::read_to_string(at(name)).expect("the file exists");
        assert_eq!([text("note"), text("late")], ["mine", "first"]);
        // A dangling link counts as existing, and nothing is written through it.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", at("link")).expect("symbolic link");
            assert!(write_new(&at("link"), b"other").is_err());
            assert!(!at("nowhere").exists());
            assert!(std::fs::symlink_metadata(at("link")).expect("the file exists").is_symlink());
        }
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert!(left <= 3, "temporary files remain");
    }
}
