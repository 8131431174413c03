//! Writes files: a set of files appears whole or not at all.
//!
//! Files are prepared in a hidden staging folder next to their destination, forced to the disk, and
//! moved into place together. A folder that gets several files is exchanged with a prepared copy where
//! the system can do that; elsewhere, files are moved one by one, and moved back after a failure. If the
//! process is killed, the next run completes the moves.

mod manifest;
mod staging;
mod swap;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

use crate::interrupt::postpone;
use crate::terminal::write_stdout;
use manifest::{Manifest, Step};
use staging::StagingFolder;
pub(crate) use staging::remove_staging;

/// The reason why a file could not be written or removed.
#[derive(Debug)]
pub struct WriteError {
    action: &'static str,
    path: PathBuf,
    error: io::Error,
}

/// Who may read a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// As `umask` says; a replaced file keeps its mode.
    Usual,
    /// Only its owner (mode 0600), in new folders of mode 0700.
    Private,
}

/// What to do about existing files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Replace,
    Keep,
}

/// Files that are written together. Nothing is visible before [`FileSet::commit`]; the prepared files
/// are removed if the set is dropped.
#[derive(Debug, Default)]
pub struct FileSet {
    stages: Vec<Stage>,
    files: Vec<PreparedFile>,
    /// Contents for pipes and devices, which cannot be replaced.
    streams: Vec<(PathBuf, Vec<u8>)>,
    /// Files to remove.
    removed: Vec<PathBuf>,
}

#[derive(Debug)]
struct PreparedFile {
    staged: PathBuf,
    path: PathBuf,
}

/// The prepared part of one folder.
#[derive(Debug)]
struct Stage {
    /// The destination, as the caller wrote it.
    folder: PathBuf,
    /// Whether files of subfolders belong here as well.
    has_subfolders: bool,
    access: Access,
    staging: StagingFolder,
    place: Place,
    /// The destination within `set`.
    inner: PathBuf,
}

/// The relation of a staging folder to the destination.
#[derive(Debug)]
enum Place {
    /// Within the destination: files are moved one by one.
    Inside,
    /// Next to the destination, which can be exchanged with `set`.
    Beside(PathBuf),
    /// Next to the first missing folder above the destination, which `set` will become.
    BesideMissing(PathBuf),
}

/// Completes what ended processes began to write in a file's folder, and removes the rest.
pub fn finish_interrupted(path: &Path) {
    let _postponed = postpone();
    staging::finish_abandoned(parent(path));
}

/// Writes a file, so that it is never visible half-written. Creates missing parent folders.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut set = FileSet::default();
    set.add(path, bytes, Access::Usual)?;
    set.commit()
}

/// Writes a new file: see [`FileSet::commit_new`].
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut set = FileSet::default();
    set.add(path, bytes, Access::Usual)?;
    set.commit_new()
}

/// Like [`write_new`], for a file that only its owner may read.
pub fn write_new_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut set = FileSet::default();
    set.add(path, bytes, Access::Private)?;
    set.commit_new()
}

impl FileSet {
    /// Creates a set of files in one folder and its subfolders. Fails at once if nothing can be
    /// written there. The access is that of new folders.
    pub fn in_folder(folder: &Path, access: Access) -> Result<Self, WriteError> {
        let mut set = Self::default();
        set.add_folder(folder, access)?;
        Ok(set)
    }

    /// Adds a folder for files. Only a single folder is written in one step.
    pub fn add_folder(&mut self, folder: &Path, access: Access) -> Result<(), WriteError> {
        let _postponed = postpone();
        let stage = Stage::new(folder, access, true).map_err(|error| WriteError {
            action: "write to",
            path: folder.to_owned(),
            error,
        })?;
        self.stages.push(stage);
        Ok(())
    }

    /// Prepares a file. Missing parent folders are created when the set is written.
    pub fn add(&mut self, path: &Path, bytes: &[u8], access: Access) -> Result<(), WriteError> {
        let _postponed = postpone();
        if is_stream(path) {
            self.streams.push((path.to_owned(), bytes.to_owned()));
            return Ok(());
        }
        let staged = self.prepare(path, bytes, access).map_err(|error| write_error(path, error))?;
        self.files.push(PreparedFile { staged, path: path.to_owned() });
        Ok(())
    }

    /// Removes an existing file together with writing the set, but never a folder or the target of a
    /// link. Returns whether there is such a file.
    pub fn remove(&mut self, path: &Path) -> bool {
        let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
        if is_file {
            self.removed.push(path.to_owned());
        }
        is_file
    }

    /// Moves all files into place and replaces existing ones. Pipes and devices cannot be replaced,
    /// so the contents are written to them.
    pub fn commit(self) -> Result<(), WriteError> {
        self.put(Existing::Replace)
    }

    /// Moves all files into place only if all paths are free: replaces neither files created
    /// meanwhile nor links.
    pub fn commit_new(self) -> Result<(), WriteError> {
        self.put(Existing::Keep)
    }

    fn prepare(&mut self, path: &Path, bytes: &[u8], access: Access) -> io::Result<PathBuf> {
        let folder = parent(path);
        let found = self.stages.iter().position(|stage| stage.includes(folder));
        let index = match found {
            Some(index) => index,
            None => {
                self.stages.push(Stage::new(folder, access, false)?);
                self.stages.len() - 1
            }
        };
        let staged = self.stages[index].staged_path(path);
        create_folders(parent(&staged), self.stages[index].access)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if access == Access::Private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options.open(&staged)?;
        file.write_all(bytes)?;
        if let (Access::Usual, Ok(replaced)) = (access, fs::metadata(path)) {
            file.set_permissions(replaced.permissions())?;
        }
        file.sync_all()?;
        Ok(staged)
    }

    fn put(self, existing: Existing) -> Result<(), WriteError> {
        let _postponed = postpone();
        for stage in &self.stages {
            sync_folders(&stage.staging.set());
        }
        let Self { mut stages, files, streams, removed } = self;
        let is_free = |file: &&PreparedFile| fs::symlink_metadata(&file.path).is_err();
        if existing == Existing::Keep
            && let Some(taken) = files.iter().find(|file| !is_free(file))
        {
            return Err(taken_error(&taken.path));
        }
        let is_set = files.len() + removed.len() > 1;
        let is_put = match &mut stages[..] {
            [stage] => stage.put_whole(&files, &removed, existing, is_set)?,
            _ => false,
        };
        if !is_put {
            if is_set {
                let step = match existing {
                    Existing::Replace => Step::Move,
                    Existing::Keep => Step::Add,
                };
                for stage in &mut stages {
                    stage.record_moves(step, &files, &removed);
                }
            }
            let put = put_each(&stages, &files, existing);
            put.inspect_err(|_| stages.iter_mut().for_each(|stage| _ = stage.staging.forget()))?;
            for path in &removed {
                let result = fs::remove_file(path);
                result.map_err(|error| WriteError {
                    action: "remove",
                    path: path.clone(),
                    error,
                })?;
            }
        }
        for stage in &stages {
            stage.sync_destination();
        }
        for (path, bytes) in streams {
            write_stream(&path, &bytes).map_err(|error| write_error(&path, error))?;
        }
        Ok(())
    }
}

impl Stage {
    fn new(folder: &Path, access: Access, has_subfolders: bool) -> io::Result<Self> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let missing = folder.ancestors().take_while(|above| {
            !above.as_os_str().is_empty() && fs::symlink_metadata(above).is_err()
        });
        let mut inner = PathBuf::new();
        let (staging, place) = match missing.last() {
            Some(first) if is_plain(folder.strip_prefix(first).unwrap_or(folder)) => {
                inner = folder.strip_prefix(first).unwrap_or(folder).to_owned();
                let staging = StagingFolder::create_in(parent(first))?;
                (staging, Place::BesideMissing(first.to_owned()))
            }
            missing => {
                if missing.is_some() {
                    create_folders(folder, access)?;
                }
                let real = folder.canonicalize()?;
                let can_exchange = has_subfolders && swap::is_exchangeable(&real);
                let beside = real.parent().filter(|_| can_exchange);
                match beside.and_then(|beside| StagingFolder::create_in(beside).ok()) {
                    Some(staging) => (staging, Place::Beside(real)),
                    None => (StagingFolder::create_in(&real)?, Place::Inside),
                }
            }
        };
        let existing =
            folder.ancestors().find_map(|above| parent(&above.join("x")).canonicalize().ok());
        if let Some(existing) = existing {
            staging.remove_abandoned(&existing);
        }
        create_folders(&staging.set().join(&inner), access)?;
        Ok(Self { folder: folder.to_owned(), has_subfolders, access, staging, place, inner })
    }

    /// Whether the files of a folder belong here.
    fn includes(&self, folder: &Path) -> bool {
        let is_within = |folder: &Path| folder.strip_prefix(&self.folder).is_ok_and(is_plain);
        folder == self.folder || self.has_subfolders && is_within(folder)
    }

    /// The path of a file within the destination.
    fn inner_path<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    fn staged_path(&self, path: &Path) -> PathBuf {
        self.staging.set().join(&self.inner).join(self.inner_path(path))
    }

    /// Moves the whole set into place in one step. Returns whether that was possible.
    fn put_whole(
        &mut self,
        files: &[PreparedFile],
        removed: &[PathBuf],
        existing: Existing,
        is_set: bool,
    ) -> Result<bool, WriteError> {
        let set = self.staging.set();
        match &self.place {
            Place::BesideMissing(first) => Ok(fs::rename(&set, first).is_ok()),
            Place::Beside(real) if is_set => {
                let manifest = self.manifest(real.file_name(), Step::Exchange, files, removed);
                let exchanged = self.staging.record(&manifest).and_then(|()| {
                    swap::add_others(&set, real, &manifest)?;
                    sync_folders(&set);
                    swap::exchange(&set, real)
                });
                if exchanged.is_err() {
                    return Ok(false);
                }
                // Another process may have created one of the files in the last moment.
                let taken =
                    manifest.files.iter().find(|path| fs::symlink_metadata(set.join(path)).is_ok());
                if let (Existing::Keep, Some(taken)) = (existing, taken) {
                    let path = self.folder.join(taken);
                    swap::exchange(&set, real).map_err(|error| write_error(&path, error))?;
                    return Err(taken_error(&path));
                }
                Ok(true)
            }
            Place::Beside(_) | Place::Inside => Ok(false),
        }
    }

    /// The changes in this folder.
    fn manifest(
        &self,
        target: Option<&OsStr>,
        step: Step,
        files: &[PreparedFile],
        removed: &[PathBuf],
    ) -> Manifest {
        let own = |path: &&PathBuf| self.includes(parent(path));
        let inner = |path: &PathBuf| self.inner_path(path).to_owned();
        Manifest {
            target: target.unwrap_or(OsStr::new(".")).into(),
            step,
            files: files.iter().map(|file| &file.path).filter(own).map(inner).collect(),
            removed: removed.iter().filter(own).map(inner).collect(),
        }
    }

    /// Records that files will be moved one by one. If that fails, they are moved without a record.
    fn record_moves(&mut self, step: Step, files: &[PreparedFile], removed: &[PathBuf]) {
        let target = match &self.place {
            Place::Inside => None,
            Place::Beside(real) => real.file_name(),
            // A folder that could not be renamed.
            Place::BesideMissing(_) => return,
        };
        let manifest = self.manifest(target, step, files, removed);
        let folders = manifest.files.iter().map(|path| parent(&self.folder.join(path)).to_owned());
        let created = folders.map(|folder| create_folders(&folder, self.access));
        let _ = created.collect::<io::Result<()>>().and_then(|()| self.staging.record(&manifest));
    }

    /// Forces the entries of the destination to the disk.
    fn sync_destination(&self) {
        sync_folder(&self.folder);
        match &self.place {
            Place::Beside(top) | Place::BesideMissing(top) => sync_folder(parent(top)),
            Place::Inside => {}
        }
    }
}

/// Moves files into place one by one. After a failure, the former files are restored.
fn put_each(
    stages: &[Stage],
    files: &[PreparedFile],
    existing: Existing,
) -> Result<(), WriteError> {
    let mut undo: Vec<(&Path, Former)> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let stage = stages.iter().find(|stage| stage.includes(parent(&file.path)));
        let stage = stage.expect("every prepared file has a stage");
        let saved = stage.staging.former(index);
        let put = create_folders(parent(&file.path), stage.access).and_then(|()| match existing {
            Existing::Replace => {
                let former = match fs::symlink_metadata(&file.path) {
                    Err(_) => Former::Missing,
                    Ok(_) if fs::hard_link(&file.path, &saved).is_ok() => Former::Saved(saved),
                    Ok(_) => Former::Lost,
                };
                fs::rename(&file.staged, &file.path).map(|()| former)
            }
            Existing::Keep => {
                let staged = tempfile::TempPath::try_from_path(&file.staged)?;
                staged.persist_noclobber(&file.path).map_err(|error| error.error)?;
                Ok(Former::Missing)
            }
        });
        match put {
            Ok(former) => undo.push((&file.path, former)),
            Err(error) => {
                for (path, former) in undo.into_iter().rev() {
                    let _ = match former {
                        Former::Missing => fs::remove_file(path),
                        Former::Saved(saved) => fs::rename(saved, path),
                        Former::Lost => Ok(()),
                    };
                }
                return Err(match error.kind() {
                    ErrorKind::AlreadyExists => taken_error(&file.path),
                    _ => write_error(&file.path, error),
                });
            }
        }
    }
    Ok(())
}

/// The former version of a replaced file.
enum Former {
    Missing,
    Saved(PathBuf),
    /// The file system has no hard links.
    Lost,
}

fn write_error(path: &Path, error: io::Error) -> WriteError {
    WriteError { action: "write", path: path.to_owned(), error }
}

fn taken_error(path: &Path) -> WriteError {
    let error = ErrorKind::AlreadyExists.into();
    WriteError { action: "replace", path: path.to_owned(), error }
}

/// The folder of a file.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether a relative path only leads down.
fn is_plain(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

fn create_folders(folder: &Path, access: Access) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if access == Access::Private {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    builder.create(folder)
}

/// Forces the entries of a folder to the disk, where the system can do that.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn sync_folders(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            sync_folders(&entry.path());
        }
    }
    sync_folder(folder);
}

/// Whether a path is a pipe, a terminal or a device (`/dev/null`, a named pipe), or an open file of
/// this process (`/dev/stdout`, `/dev/fd/3`).
fn is_stream(path: &Path) -> bool {
    let open_files = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    open_files.iter().any(|open| path.starts_with(open))
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Writes to a pipe or device, or to the end of an open file.
fn write_stream(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let result = match path.to_str() {
        // Opening a pipe without a reader would block.
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => write_stdout(bytes),
        _ => OpenOptions::new().append(true).open(path)?.write_all(bytes),
    };
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} `{}`: {}", self.action, self.path.display(), self.error)
    }
}

impl std::error::Error for WriteError {}
