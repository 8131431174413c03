//! Tracks the files of a battle, and notices when one of them is saved.
//!
//! It watches the files' folders. That covers editors that write a temporary file and rename it,
//! editors that write in place, and files that do not exist yet. It also checks the files once a
//! second, for folders without notifications (network drives, replaced folders).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{Metadata, canonicalize, metadata};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use sandtable_cli::DiskFiles;
use sandtable_source::{FileError, Files, ProjectPath};

/// The pause after a save before files are read, because editors save in several steps.
const QUIET: Duration = Duration::from_millis(30);
/// The maximum wait during a burst of saves.
const LONGEST_STORM: Duration = Duration::from_millis(200);
/// The polling interval for files without notifications.
const LOOK: Duration = Duration::from_secs(1);

/// A file's metadata.
#[derive(Clone, Debug)]
struct Stamp(Option<Metadata>);

impl Stamp {
    fn of(path: &Path) -> Self {
        Self(metadata(path).ok())
    }

    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                one.len() == other.len() && one.modified().ok() == other.modified().ok()
            }
            _ => false,
        }
    }
}

/// Files, each with its state just before it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadFiles(BTreeMap<PathBuf, Stamp>);

impl ReadFiles {
    fn note(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        // A file read twice keeps its first state.
        self.0.entry(path).or_insert(stamp);
    }

    fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, stamp)| !stamp.is(&Stamp::of(path)))
    }
}

/// Reads files from the disk and records which ones are requested.
pub(crate) struct Noted<'f> {
    files: &'f DiskFiles,
    folder: &'f Path,
    asked: RefCell<ReadFiles>,
}

impl<'f> Noted<'f> {
    /// The files around an authored file in a folder.
    pub(crate) fn new(files: &'f DiskFiles, folder: &'f Path) -> Self {
        Self { files, folder, asked: RefCell::new(ReadFiles::default()) }
    }

    /// The requested files.
    pub(crate) fn into_asked(self) -> ReadFiles {
        self.asked.into_inner()
    }
}

impl Files for Noted<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let written = self.folder.join(path.to_string());
        let mut asked = self.asked.borrow_mut();
        // Both the named path and the target of a symbolic link may be saved.
        if let (Some(folder), Some(name)) = (written.parent(), written.file_name())
            && let Ok(folder) = canonicalize(here(folder))
        {
            asked.note(folder.join(name));
        }
        if let Ok(real) = canonicalize(&written) {
            asked.note(real);
        } else {
            asked.note(written);
        }
        drop(asked);
        self.files.read(path, limit)
    }

    fn shown(&self, path: &ProjectPath) -> String {
        self.files.shown(path)
    }

    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        self.files.names_beside(path)
    }

    fn spelled(&self, path: &ProjectPath) -> Option<ProjectPath> {
        self.files.spelled(path)
    }
}

/// A folder, or `.` for an empty path.
fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// A message to the drawing thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// A file was saved.
    Saved,
    /// The program ends.
    End,
}

/// Ends a [`Watch`] from another thread.
#[derive(Clone, Debug)]
pub(crate) struct Ender(Sender<Told>);

impl Ender {
    /// Ends it; does nothing if it has already ended.
    pub(crate) fn end(&self) {
        let _ = self.0.send(Told::End);
    }
}

/// Notices when a file is saved.
pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// The watched files, for the watcher's thread.
    named: Arc<Mutex<BTreeSet<PathBuf>>>,
    files: ReadFiles,
    told: Receiver<Told>,
    teller: Sender<Told>,
    /// A received message that has not been handled.
    waits: Option<Told>,
}

impl Watch {
    /// A watch without files.
    pub(crate) fn new() -> Self {
        let (teller, told) = channel();
        let named = Arc::new(Mutex::new(BTreeSet::new()));
        let (counts, sender) = (Arc::clone(&named), teller.clone());
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            if event.need_rescan()
                || is_save(&event.kind) && event.paths.iter().any(|path| counts.contains(path))
            {
                // If the drawing thread has ended, the watcher will end, too.
                let _ = sender.send(Told::Saved);
            }
        });
        Self {
            // Without a watcher, files are polled every second.
            watcher: watcher.ok(),
            folders: BTreeSet::new(),
            named,
            files: ReadFiles::default(),
            told,
            teller,
            waits: None,
        }
    }

    /// Returns a handle that ends it.
    pub(crate) fn ender(&self) -> Ender {
        Ender(self.teller.clone())
    }

    /// Watches only these files from now on.
    pub(crate) fn follow(&mut self, files: ReadFiles) {
        let folder = |path: &PathBuf| {
            // The nearest existing folder, for a file whose folder does not exist yet.
            path.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
        };
        let folders: BTreeSet<PathBuf> = files.0.keys().filter_map(folder).collect();
        let mut named: BTreeSet<PathBuf> = files.0.keys().cloned().collect();
        // The creation of a parent folder counts, too.
        named.extend(files.0.keys().flat_map(|path| {
            path.ancestors().skip(1).take_while(|folder| !folder.is_dir()).map(Path::to_owned)
        }));
        *self.named.lock().unwrap_or_else(PoisonError::into_inner) = named;
        if let Some(watcher) = &mut self.watcher {
            for gone in self.folders.difference(&folders) {
                // A removed folder is no longer watched.
                let _ = watcher.unwatch(gone);
            }
            for new in folders.difference(&self.folders) {
                // If this fails, polling takes over.
                let _ = watcher.watch(new, RecursiveMode::NonRecursive);
            }
        }
        self.folders = folders;
        self.files = files;
    }

    /// Waits until a file is saved and no more saves follow; `false` when the program ends.
    pub(crate) fn wait(&mut self) -> bool {
        loop {
            match self.waits.take().map_or_else(|| self.told.recv_timeout(LOOK), Ok) {
                Ok(Told::Saved) => break,
                Ok(Told::End) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.files.have_changed() => {
                    // There was no notification: the folder may have been replaced, so watch it
                    // again.
                    self.forget();
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_STORM {
            match self.told.recv_timeout(QUIET) {
                Ok(Told::Saved) => {}
                Ok(Told::End) => return false,
                Err(_) => break,
            }
        }
        true
    }

    /// Whether a file has been saved or the program is ending; current work is then outdated.
    pub(crate) fn is_told(&mut self) -> bool {
        if self.waits.is_none() {
            self.waits = self.told.try_recv().ok();
        }
        self.waits.is_some()
    }

    fn forget(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            for folder in &self.folders {
                let _ = watcher.unwatch(folder);
            }
        }
        self.folders.clear();
    }
}

/// Whether an event changes a file's content. Reading does not, and this program reads the files
/// itself.
fn is_save(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Watches named files in a folder, whether or not they exist.
    fn following(folder: &Path, names: &[&str]) -> Watch {
        let (files, path) = DiskFiles::about(&folder.join("scenario.yaml"));
        let noted = Noted::new(&files, folder);
        for name in names {
            let named = path.refer(name, 0).expect("inside");
            let _ = noted.read(&named, 1_000);
        }
        let mut watch = Watch::new();
        watch.follow(noted.into_asked());
        watch
    }

    /// Whether a change is noticed within two seconds, which is longer than the polling interval.
    fn is_noticed(mut watch: Watch, change: impl FnOnce()) -> bool {
        let ender = watch.ender();
        change();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(2));
            ender.end();
        });
        watch.wait()
    }

    #[test]
    fn saves_of_every_kind_are_noticed() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| root.path().join(name);
        fs::write(at("scenario.yaml"), "a").expect("written");
        let watch = || following(root.path(), &["scenario.yaml", "new/woods.geojson"]);
        assert!(is_noticed(watch(), || fs::write(at("scenario.yaml"), "bc").expect("written")));
        assert!(is_noticed(watch(), || {
            fs::write(at("scenario.yaml.tmp"), "def").expect("written");
            fs::rename(at("scenario.yaml.tmp"), at("scenario.yaml")).expect("renamed");
        }));
        assert!(is_noticed(watch(), || fs::remove_file(at("scenario.yaml")).expect("removed")));
        assert!(is_noticed(watch(), || fs::create_dir(at("new")).expect("made")));
        assert!(is_noticed(watch(), || fs::write(at("new/woods.geojson"), "{}").expect("written")));
    }

    #[test]
    fn what_the_battle_is_not_made_of_is_not_noticed() {
        let root = tempfile::tempdir().expect("a temporary folder");
        fs::write(root.path().join("scenario.yaml"), "a").expect("written");
        let watch = following(root.path(), &["scenario.yaml"]);
        assert!(!is_noticed(watch, || {
            fs::write(root.path().join("notes.txt"), "b").expect("written");
            fs::read(root.path().join("scenario.yaml")).expect("read");
        }));
    }

    #[test]
    fn a_storm_of_saves_is_waited_out_once() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let file = root.path().join("scenario.yaml");
        fs::write(&file, "a").expect("written");
        let mut watch = following(root.path(), &["scenario.yaml"]);
        for number in 0..20 {
            fs::write(&file, "x".repeat(number)).expect("written");
        }
        assert!(watch.wait());
        std::thread::sleep(Duration::from_millis(20));
        assert!(!watch.is_told(), "the burst of events is over");
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_noticed() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let shared = tempfile::tempdir().expect("a temporary folder");
        let real = shared.path().join("woods.geojson");
        fs::write(&real, "a").expect("written");
        std::os::unix::fs::symlink(&real, root.path().join("woods.geojson")).expect("a link");
        let watch = following(root.path(), &["woods.geojson"]);
        assert!(is_noticed(watch, || fs::write(&real, "bc").expect("written")));
    }
}
