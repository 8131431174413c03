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
}

impl Step {
    /// The last entry of a complete manifest.
    const fn end(self) -> &'static str {
        match self {
            Self::Exchange => "//exchange",
            Self::Move => "//move",
        }
    }
}

impl Manifest {
    /// Entries end with a NUL. The path of a removed file starts with a slash. `None` if a path is not
    /// UTF-8.
    pub(super) fn to_text(&self) -> Option<String> {
        let mut text = format!("{}\0", self.target.to_str()?);
        for path in &self.files {
            text += &format!("{}\0", path.to_str()?);
        }
        for path in &self.removed {
            text += &format!("/{}\0", path.to_str()?);
        }
        Some(text + self.step.end())
    }

    /// Reads a manifest, unless it is incomplete.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (text, end) = text.rsplit_once('\0')?;
        let step = [Step::Exchange, Step::Move].into_iter().find(|step| step.end() == end)?;
        let mut entries = text.split('\0');
        let target = PathBuf::from(entries.next()?);
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
            let (paths, path) = match entry.strip_prefix('/') {
                Some(path) => (&mut manifest.removed, path),
                None => (&mut manifest.files, entry),
            };
            if !super::is_plain(Path::new(path)) {
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
