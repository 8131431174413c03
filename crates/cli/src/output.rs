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
    stage_with(path, bytes, Readers::Umask)
}

/// Writes a new file through a temporary one next to it: see [`StagedFile::commit_new`].
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage(path, bytes)?.commit_new()
}

/// Like [`write_new`], for a file that only its owner may read (mode 0600).
pub fn write_new_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    stage_private(path, bytes)?.commit_new()
}

/// Like [`stage`], for a file that only its owner may read (mode 0600). This includes the temporary
/// file. New parent folders are also private (mode 0700).
pub fn stage_private(path: &Path, bytes: &[u8]) -> Result<StagedFile, WriteError> {
    stage_with(path, bytes, Readers::Owner)
}

/// The users who may read a new file.
#[derive(Clone, Copy)]
enum Readers {
    /// All users that the umask permits, as for any other new file.
    Umask,
    /// Only the owner.
    Owner,
}

impl Readers {
    /// Creates a folder and its missing parents.
    fn create_folder(self, folder: &Path) -> std::io::Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        if matches!(self, Self::Owner) {
            use std::os::unix::fs::DirBuilderExt as _;
            builder.mode(0o700);
        }
        builder.create(folder)
    }

    /// Creates a temporary file.
    fn create_file(self, folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
        #[cfg(unix)]
        if matches!(self, Self::Umask) {
            use std::os::unix::fs::PermissionsExt as _;
            // The system removes the permissions that the umask denies.
            let permissions = std::fs::Permissions::from_mode(0o666);
            return tempfile::Builder::new().permissions(permissions).tempfile_in(folder);
        }
        tempfile::NamedTempFile::new_in(folder)
    }
}

fn stage_with(path: &Path, bytes: &[u8], readers: Readers) -> Result<StagedFile, WriteError> {
    let write = || {
        let temporary_folder = std::env::temp_dir();
        let folder = match path.parent() {
            Some(_) if is_stream(path) => temporary_folder.as_path(),
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        readers.create_folder(folder)?;
        let mut file = readers.create_file(folder)?;
        file.write_all(bytes)?;
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
