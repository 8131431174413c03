//! Hidden folders in which files are prepared. A lock shows that their process still runs.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::manifest::{Manifest, Step};

/// The beginning of the name of a staging folder.
pub(super) const PREFIX: &str = ".sandtable-";
/// The locked file in a staging folder.
const LOCK: &str = "lock";
/// The folder of prepared files in a staging folder.
const SET: &str = "set";
/// The first line of a lock file.
const TITLE: &str = "sandtable staging folder, format 1\n";
/// The number of folders above a destination in which an earlier run may have left a staging folder,
/// because the destination did not exist yet.
const LEVELS_UP: usize = 8;
/// The maximum length of a lock file in bytes.
const MAX_LOCK_BYTES: u64 = 1 << 20;

/// The staging folders of this process.
static STAGING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// The folders in which abandoned staging folders were already removed.
static CLEANED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A staging folder; it is removed when dropped.
#[derive(Debug)]
pub(super) struct StagingFolder {
    path: PathBuf,
    /// Locked until the process ends, however it ends.
    lock: File,
}

impl StagingFolder {
    /// Creates a staging folder.
    pub(super) fn create_in(parent: &Path) -> io::Result<Self> {
        loop {
            let path = create_private_folder(parent)?;
            let lock = File::create_new(path.join(LOCK)).and_then(|mut lock| {
                // Some file systems have no locks: then nobody removes the folder.
                let _ = lock.lock();
                lock.write_all(title(&lock)?.as_bytes())?;
                Ok(lock)
            });
            // Until it is locked, another process may take the folder for an abandoned one.
            match lock {
                Ok(lock) if path.join(LOCK).exists() => {
                    STAGING.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone());
                    return Ok(Self { path, lock });
                }
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    let _ = fs::remove_dir_all(&path);
                    return Err(error);
                }
                _ => {}
            }
        }
    }

    /// Removes the staging folders that ended processes left in a folder and in those above it.
    pub(super) fn remove_abandoned(&self, folder: &Path) {
        for folder in folder.ancestors().take(LEVELS_UP) {
            remove_abandoned(folder, &self.path);
        }
    }

    /// The folder of prepared files.
    pub(super) fn set(&self) -> PathBuf {
        self.path.join(SET)
    }

    /// The path for the former version of a file.
    pub(super) fn former(&self, index: usize) -> PathBuf {
        self.path.join(format!("former-{index}"))
    }

    /// Records what is about to change, so that the next run can complete a move, or keep the files of
    /// others after an exchange.
    pub(super) fn record(&mut self, manifest: &Manifest) -> io::Result<()> {
        let bytes = manifest.to_bytes().ok_or(ErrorKind::Unsupported)?;
        self.forget()?;
        self.lock.write_all(&bytes)?;
        self.lock.sync_all()
    }

    /// Removes the record of changes.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        let length = title(&self.lock)?.len() as u64;
        self.lock.set_len(length)?;
        self.lock.seek(io::SeekFrom::Start(length))?;
        self.lock.sync_all()
    }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        let _ = remove(&self.path);
        STAGING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}

/// Completes or removes what ended processes left in a folder and in those above it.
pub(super) fn finish_abandoned(folder: &Path) {
    let is_staging = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    if fs::read_dir(folder).into_iter().flatten().flatten().any(is_staging)
        && let Ok(own) = StagingFolder::create_in(folder)
    {
        own.remove_abandoned(folder);
    }
}

/// Removes all staging folders of this process.
pub(crate) fn remove_staging() {
    for path in &*STAGING.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = remove(path);
    }
}

/// Creates a folder that only its owner can open, because it may hold secrets.
fn create_private_folder(parent: &Path) -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(parent).map(tempfile::TempDir::keep)
}

/// Removes the staging folders of ended processes, once for each folder. `own` is a folder of this
/// process: folders of other users are not touched.
fn remove_abandoned(parent: &Path, own: &Path) {
    if !CLEANED.lock().unwrap_or_else(PoisonError::into_inner).insert(parent.to_owned()) {
        return;
    }
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_named || !is_folder || !have_same_owner(&path, own) {
            continue;
        }
        match open_lock(&path) {
            // The process ended before it created the lock. The folder stays if it has any files.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let _ = fs::remove_dir(&path);
            }
            Ok(lock) if lock.try_lock().is_ok() => {
                let _ = remove(&path);
            }
            _ => {}
        }
    }
}

#[cfg(unix)]
fn have_same_owner(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |path: &Path| fs::symlink_metadata(path).map(|found| found.uid()).ok();
    owner(one) == owner(other)
}

#[cfg(not(unix))]
fn have_same_owner(_: &Path, _: &Path) -> bool {
    true
}

/// The beginning of a lock file. It names the file itself, so that a copy of a staging folder, such as
/// one from an archive, is not taken for ours.
fn title(lock: &File) -> io::Result<String> {
    #[cfg(unix)]
    let file = {
        use std::os::unix::fs::MetadataExt as _;
        let facts = lock.metadata()?;
        format!("{}:{}", facts.dev(), facts.ino())
    };
    #[cfg(not(unix))]
    let file = format!("{:?}", lock.metadata()?.created().ok());
    Ok(format!("{TITLE}{file}\n"))
}

/// Opens the lock file of a staging folder, but no pipe, which might never answer.
fn open_lock(folder: &Path) -> io::Result<File> {
    let path = folder.join(LOCK);
    match fs::symlink_metadata(&path)?.is_file() {
        true => File::open(path),
        false => Err(ErrorKind::InvalidData.into()),
    }
}

/// Removes a staging folder with the files that are known to be ours. A folder of the same name
/// without our lock file is kept.
fn remove(folder: &Path) -> io::Result<()> {
    let mut bytes = Vec::new();
    let lock = open_lock(folder)?;
    (&lock).take(MAX_LOCK_BYTES).read_to_end(&mut bytes)?;
    let Some(manifest) = bytes.strip_prefix(title(&lock)?.as_bytes()) else {
        if bytes.is_empty() && fs::read_dir(folder)?.count() == 1 {
            fs::remove_file(folder.join(LOCK))?;
            fs::remove_dir(folder)?;
        }
        return Ok(());
    };
    if let Some(manifest) = Manifest::read(manifest) {
        let target = folder.parent().unwrap_or(Path::new(".")).join(&manifest.target);
        let set = folder.join(SET);
        // Links could lead to files that are not ours.
        let found = |path: &Path| fs::symlink_metadata(path);
        let is_no_link = found(&target).map_or(true, |target| target.is_dir());
        if found(&set).is_ok_and(|set| set.is_dir()) && is_no_link {
            match manifest.step {
                Step::Exchange => move_back(&set, &target, Path::new(""), &manifest)?,
                Step::Move | Step::Add => complete_moves(&set, &target, &manifest)?,
            }
        }
        if found(&set).is_ok() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
    }
    // The lock goes last: without it, the next run would keep what is left.
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false if entry.file_name() == LOCK => {}
            false => fs::remove_file(entry.path())?,
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}

/// Moves the files of a set that are not yet at their destination.
fn complete_moves(set: &Path, target: &Path, manifest: &Manifest) -> io::Result<()> {
    for path in &manifest.files {
        let (from, to) = (set.join(path), target.join(path));
        let moved = match manifest.step {
            Step::Add => fs::hard_link(from, to),
            _ => fs::rename(from, to),
        };
        match moved.map_err(|error| error.kind()) {
            // It was moved before, or a file of others has its name.
            Ok(()) | Err(ErrorKind::NotFound | ErrorKind::AlreadyExists) => {}
            Err(kind) => return Err(kind.into()),
        }
    }
    for path in &manifest.removed {
        match fs::remove_file(target.join(path)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_dir_all(set)
}

/// Removes the files of a set that are ours or that the target has as well, and moves all others to
/// the target.
fn move_back(set: &Path, target: &Path, inner: &Path, manifest: &Manifest) -> io::Result<()> {
    let folder = set.join(inner);
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let inner = inner.join(entry.file_name());
        let kept = target.join(&inner);
        if entry.file_type()?.is_dir() {
            move_back(set, target, &inner, manifest)?;
        } else if manifest.includes(&inner) || has_same_or_newer(&kept, &entry.path()) {
            fs::remove_file(entry.path())?;
        } else {
            fs::create_dir_all(kept.parent().unwrap_or(target))?;
            fs::rename(entry.path(), kept)?;
        }
    }
    fs::remove_dir(folder)
}

/// Whether the first path is the same file as the second, or was changed later.
fn has_same_or_newer(kept: &Path, other: &Path) -> bool {
    let (Ok(kept), Ok(other)) = (fs::symlink_metadata(kept), fs::symlink_metadata(other)) else {
        return false;
    };
    match (kept.modified(), other.modified()) {
        (Ok(kept), Ok(other)) => kept >= other,
        _ => false,
    }
}
