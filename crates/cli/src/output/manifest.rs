//! What a staging folder is about to change. The next run reads it if the process is killed.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The changes of a staging folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The destination: the name of a folder next to the staging folder, or `.` for the folder that
    /// contains it.
    pub(super) target: PathBuf,
    pub(super) step: Step,
    /// The paths of the written files in the destination.
    pub(super) files: BTreeSet<PathBuf>,
    /// The paths of the removed files in the destination.
    pub(super) removed: BTreeSet<PathBuf>,
}

/// How files get to their destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The prepared folder is exchanged with the destination: the change happened or not.
    Exchange,
    /// Files are moved one by one: a move that began must be completed.
    Move,
    /// New files are moved one by one, and never replace files of others.
    Add,
}

impl Step {
    /// The last entry of a complete manifest.
    const fn end(self) -> &'static str {
        match self {
            Self::Exchange => "//exchange",
            Self::Move => "//move",
            Self::Add => "//add",
        }
    }
}

impl Manifest {
    /// Entries end with a NUL. The path of a removed file starts with a slash. `None` if a path has no
    /// bytes: outside Unix, if it is not Unicode.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut add = |start: &[u8], path: &Path| {
            bytes.extend_from_slice(start);
            bytes.extend_from_slice(path_bytes(path)?);
            bytes.push(0);
            Some(())
        };
        add(b"", &self.target)?;
        self.files.iter().try_for_each(|path| add(b"", path))?;
        self.removed.iter().try_for_each(|path| add(b"/", path))?;
        bytes.extend_from_slice(self.step.end().as_bytes());
        Some(bytes)
    }

    /// Reads a manifest, unless it is incomplete.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut entries: Vec<&[u8]> = bytes.split(|&byte| byte == 0).collect();
        let end = entries.pop()?;
        let step = [Step::Exchange, Step::Move, Step::Add]
            .into_iter()
            .find(|step| step.end().as_bytes() == end)?;
        let mut entries = entries.into_iter();
        let target = byte_path(entries.next()?)?;
        let mut parts = target.components();
        let part = parts.next().filter(|_| parts.next().is_none())?;
        let mut manifest = Self {
            target: part.as_os_str().into(),
            step,
            files: BTreeSet::new(),
            removed: BTreeSet::new(),
        };
        if !matches!(part, Component::Normal(_) | Component::CurDir) {
            return None;
        }
        for entry in entries {
            let (paths, path) = match entry.strip_prefix(b"/") {
                Some(path) => (&mut manifest.removed, path),
                None => (&mut manifest.files, entry),
            };
            let path = byte_path(path)?;
            if !super::is_plain(path) {
                return None;
            }
            paths.insert(path.into());
        }
        Some(manifest)
    }

    /// Whether the written or removed files include this path.
    pub(super) fn includes(&self, path: &Path) -> bool {
        self.files.contains(path) || self.removed.contains(path)
    }
}

/// The bytes of a path.
fn path_bytes(path: &Path) -> Option<&[u8]> {
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()));
    #[cfg(not(unix))]
    path.to_str().map(str::as_bytes)
}

/// The path with these bytes.
fn byte_path(bytes: &[u8]) -> Option<&Path> {
    #[cfg(unix)]
    return Some(Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes)));
    #[cfg(not(unix))]
    std::str::from_utf8(bytes).ok().map(Path::new)
}
