//! Tracks the files of a battle, and detects when one of them is saved.
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
use sandtable_source::{FileError, Files, ProjectPath, ReadSeek};

/// The pause after a save before files are read, because editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(30);
/// The maximum wait during a burst of saves.
const MAX_BURST: Duration = Duration::from_millis(200);
/// The polling interval for files without notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// A file's metadata.
#[derive(Clone, Debug)]
struct Stamp(Option<Metadata>);

impl Stamp {
    fn read(path: &Path) -> Self {
        Self(metadata(path).ok())
    }

    fn matches(&self, other: &Self) -> bool {
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
    fn record(&mut self, path: PathBuf) {
        let stamp = Stamp::read(&path);
        // A file read twice keeps its first state.
        self.0.entry(path).or_insert(stamp);
    }

    fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, stamp)| !stamp.matches(&Stamp::read(path)))
    }
}

/// Reads files from the disk and records the requested files.
pub(crate) struct TrackedFiles<'f> {
    files: &'f DiskFiles,
    folder: &'f Path,
    read_files: RefCell<ReadFiles>,
}

impl<'f> TrackedFiles<'f> {
    /// Tracks the files around an authored file in a folder.
    pub(crate) fn new(files: &'f DiskFiles, folder: &'f Path) -> Self {
        Self { files, folder, read_files: RefCell::new(ReadFiles::default()) }
    }

    /// The requested files.
    pub(crate) fn into_read_files(self) -> ReadFiles {
        self.read_files.into_inner()
    }
}

impl TrackedFiles<'_> {
    fn record(&self, path: &ProjectPath) {
        let full_path = self.folder.join(path.to_string());
        let mut read_files = self.read_files.borrow_mut();
        // Both the named path and the target of a symbolic link may be saved.
        if let (Some(folder), Some(name)) = (full_path.parent(), full_path.file_name())
            && let Ok(folder) = canonicalize(or_current_folder(folder))
        {
            read_files.record(folder.join(name));
        }
        if let Ok(real) = canonicalize(&full_path) {
            read_files.record(real);
        } else {
            read_files.record(full_path);
        }
    }
}

impl Files for TrackedFiles<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        self.record(path);
        self.files.read(path, limit)
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        self.record(path);
        self.files.open(path)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        self.files.display_path(path)
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        self.files.sibling_names(path)
    }

    fn spelling_on_disk(&self, path: &ProjectPath) -> Option<ProjectPath> {
        self.files.spelling_on_disk(path)
    }
}

/// A folder, or `.` for an empty path.
fn or_current_folder(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// A message to the drawing thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WatchEvent {
    /// A file was saved.
    Saved,
    /// The program ends.
    Stop,
}

/// Ends a [`Watch`] from another thread.
#[derive(Clone, Debug)]
pub(crate) struct Ender(Sender<WatchEvent>);

impl Ender {
    /// Ends the watch; does nothing if it has already ended.
    pub(crate) fn stop(&self) {
        let _ = self.0.send(WatchEvent::Stop);
    }
}

/// Detects when a file is saved.
pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// The watched files, for the watcher's thread.
    paths: Arc<Mutex<BTreeSet<PathBuf>>>,
    files: ReadFiles,
    told: Receiver<WatchEvent>,
    teller: Sender<WatchEvent>,
    /// A received message that has not been handled.
    pending_event: Option<WatchEvent>,
}

impl Watch {
    /// A watch without files.
    pub(crate) fn new() -> Self {
        let (teller, events) = channel();
        let named = Arc::new(Mutex::new(BTreeSet::new()));
        let (watched, event_sender) = (Arc::clone(&named), teller.clone());
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            let watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
            if event.need_rescan()
                || is_save(&event.kind) && event.paths.iter().any(|path| watched.contains(path))
            {
                // If the drawing thread has ended, the watcher will end, too.
                let _ = event_sender.send(WatchEvent::Saved);
            }
        });
        Self {
            // Without a watcher, files are polled every second.
            watcher: watcher.ok(),
            folders: BTreeSet::new(),
            paths: named,
            files: ReadFiles::default(),
            told: events,
            teller,
            pending_event: None,
        }
    }

    /// Returns a handle that ends the watch.
    pub(crate) fn stop_handle(&self) -> Ender {
        Ender(self.teller.clone())
    }

    /// Watches only these files from now on.
    pub(crate) fn follow(&mut self, files: ReadFiles) {
        let folder = |path: &PathBuf| {
            // The nearest existing folder, for a file whose folder does not exist yet.
            path.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
        };
        let folders: BTreeSet<PathBuf> = files.0.keys().filter_map(folder).collect();
        let mut paths: BTreeSet<PathBuf> = files.0.keys().cloned().collect();
        // The creation of a parent folder counts, too.
        paths.extend(files.0.keys().flat_map(|path| {
            path.ancestors().skip(1).take_while(|folder| !folder.is_dir()).map(Path::to_owned)
        }));
        *self.paths.lock().unwrap_or_else(PoisonError::into_inner) = paths;
        if let Some(watcher) = &mut self.watcher {
            for removed_folder in self.folders.difference(&folders) {
                // A removed folder is no longer watched.
                let _ = watcher.unwatch(removed_folder);
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
            match self
                .pending_event
                .take()
                .map_or_else(|| self.told.recv_timeout(POLL_INTERVAL), Ok)
            {
                Ok(WatchEvent::Saved) => break,
                Ok(WatchEvent::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.files.have_changed() => {
                    // There was no notification: the folder may have been replaced, so watch it
                    // again.
                    self.unwatch_all();
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < MAX_BURST {
            match self.told.recv_timeout(DEBOUNCE) {
                Ok(WatchEvent::Saved) => {}
                Ok(WatchEvent::Stop) => return false,
                Err(_) => break,
            }
        }
        true
    }

    /// Whether a file has been saved or the program is ending, so that the current work is
    /// outdated.
    pub(crate) fn is_outdated(&mut self) -> bool {
        if self.pending_event.is_none() {
            self.pending_event = self.told.try_recv().ok();
        }
        self.pending_event.is_some()
    }

    fn unwatch_all(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            for folder in &self.folders {
                let _ = watcher.unwatch(folder);
            }
        }
        self.folders.clear();
    }
}

/// Whether an event changes a file's content. Read events do not count, because this program also
/// reads the files.
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
    fn watch_files(folder: &Path, names: &[&str]) -> Watch {
        let (files, path) = DiskFiles::for_file(&folder.join("scenario.yaml"));
        let noted = TrackedFiles::new(&files, folder);
        for name in names {
            let named = path.resolve(name, 0).expect("inside");
            let _ = noted.read(&named, 1_000);
        }
        let mut watch = Watch::new();
        watch.follow(noted.into_read_files());
        watch
    }

    /// Whether a change is detected within two seconds, which is longer than the polling interval.
    fn is_noticed(mut watch: Watch, change: impl FnOnce()) -> bool {
        let stop_handle = watch.stop_handle();
        change();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(2));
            stop_handle.stop();
        });
        watch.wait()
    }

    #[test]
    fn notices_every_kind_of_save() {
        let root = tempfile::tempdir().expect("the temporary folder is created");
        let at = |name: &str| root.path().join(name);
        fs::write(at("scenario.yaml"), "a").expect("written");
        let watch = || watch_files(root.path(), &["scenario.yaml", "new/woods.geojson"]);
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
    fn ignores_unrelated_files() {
        let root = tempfile::tempdir().expect("the temporary folder is created");
        fs::write(root.path().join("scenario.yaml"), "a").expect("written");
        let watch = watch_files(root.path(), &["scenario.yaml"]);
        assert!(!is_noticed(watch, || {
            fs::write(root.path().join("notes.txt"), "b").expect("written");
            fs::read(root.path().join("scenario.yaml")).expect("read");
        }));
    }

    #[test]
    fn waits_out_burst_once() {
        let root = tempfile::tempdir().expect("the temporary folder is created");
        let file = root.path().join("scenario.yaml");
        fs::write(&file, "a").expect("written");
        let mut watch = watch_files(root.path(), &["scenario.yaml"]);
        for number in 0..20 {
            fs::write(&file, "x".repeat(number)).expect("written");
        }
        assert!(watch.wait());
        std::thread::sleep(Duration::from_millis(20));
        assert!(!watch.is_outdated(), "the burst of events is over");
    }

    #[cfg(unix)]
    #[test]
    fn notices_saves_of_link_targets() {
        let root = tempfile::tempdir().expect("the temporary folder is created");
        let shared = tempfile::tempdir().expect("the temporary folder is created");
        let real = shared.path().join("woods.geojson");
        fs::write(&real, "a").expect("written");
        std::os::unix::fs::symlink(&real, root.path().join("woods.geojson")).expect("a link");
        let watch = watch_files(root.path(), &["woods.geojson"]);
        assert!(is_noticed(watch, || fs::write(&real, "bc").expect("written")));
    }
}
