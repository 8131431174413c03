//! Which files a battle is made of, and when one of them was saved.
//!
//! What is watched are the folders of the files: editors that write beside a file and rename are noticed as well as those that write into it, and a
//! file that is named and not there yet is noticed when it comes. Beside that the files are looked at once a second, for folders of which the
//! system tells nothing (network drives, folders that were replaced).

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

/// How long nothing must happen before files are read: editors save in several steps.
const QUIET: Duration = Duration::from_millis(30);
/// A storm of saves is not waited for longer than this.
const LONGEST_STORM: Duration = Duration::from_millis(200);
/// How often files are looked at of which the system tells nothing.
const LOOK: Duration = Duration::from_secs(1);

/// What is known of a file without reading it.
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

/// Files, each as it was just before it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadFiles(BTreeMap<PathBuf, Stamp>);

impl ReadFiles {
    fn note(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        // What was read twice is as old as it was the first time.
        self.0.entry(path).or_insert(stamp);
    }

    fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, stamp)| !stamp.is(&Stamp::of(path)))
    }
}

/// Files of the disk, and which of them were asked for.
pub(crate) struct Noted<'f> {
    files: &'f DiskFiles,
    folder: &'f Path,
    asked: RefCell<ReadFiles>,
}

impl<'f> Noted<'f> {
    /// Files about an authored file in a folder.
    pub(crate) fn new(files: &'f DiskFiles, folder: &'f Path) -> Self {
        Self { files, folder, asked: RefCell::new(ReadFiles::default()) }
    }

    /// What was asked for.
    pub(crate) fn into_asked(self) -> ReadFiles {
        self.asked.into_inner()
    }
}

impl Files for Noted<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let written = self.folder.join(path.to_string());
        let mut asked = self.asked.borrow_mut();
        // As it is named, and where a symbolic link leads: either may be saved.
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

/// The folder of a path without one.
fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Something that the thread which draws is told.
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
    /// Ends it. Nobody listens any more when it has ended already.
    pub(crate) fn end(&self) {
        let _ = self.0.send(Told::End);
    }
}

/// Tells when a file was saved.
pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// The files that count, for the thread of the watcher.
    named: Arc<Mutex<BTreeSet<PathBuf>>>,
    files: ReadFiles,
    told: Receiver<Told>,
    teller: Sender<Told>,
    /// Something was told and not yet waited for.
    waits: Option<Told>,
}

impl Watch {
    /// Watches nothing yet.
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
                // Who draws has ended: so will the watcher.
                let _ = sender.send(Told::Saved);
            }
        });
        Self {
            // Without one, files are looked at every second.
            watcher: watcher.ok(),
            folders: BTreeSet::new(),
            named,
            files: ReadFiles::default(),
            told,
            teller,
            waits: None,
        }
    }

    /// What ends it.
    pub(crate) fn ender(&self) -> Ender {
        Ender(self.teller.clone())
    }

    /// Watches these files from now on, and no others.
    pub(crate) fn follow(&mut self, files: ReadFiles) {
        let folder = |path: &PathBuf| {
            // The nearest folder that is there, for a file whose own folder must come first.
            path.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
        };
        let folders: BTreeSet<PathBuf> = files.0.keys().filter_map(folder).collect();
        let mut named: BTreeSet<PathBuf> = files.0.keys().cloned().collect();
        // The coming of a folder on the way to a file counts too.
        named.extend(files.0.keys().flat_map(|path| {
            path.ancestors().skip(1).take_while(|folder| !folder.is_dir()).map(Path::to_owned)
        }));
        *self.named.lock().unwrap_or_else(PoisonError::into_inner) = named;
        if let Some(watcher) = &mut self.watcher {
            for gone in self.folders.difference(&folders) {
                // A folder that is gone is watched by nobody any more.
                let _ = watcher.unwatch(gone);
            }
            for new in folders.difference(&self.folders) {
                // Where this fails, the look once a second does it.
                let _ = watcher.watch(new, RecursiveMode::NonRecursive);
            }
        }
        self.folders = folders;
        self.files = files;
    }

    /// Waits until a file was saved and saving has come to rest; `false` when the program ends.
    pub(crate) fn wait(&mut self) -> bool {
        loop {
            match self.waits.take().map_or_else(|| self.told.recv_timeout(LOOK), Ok) {
                Ok(Told::Saved) => break,
                Ok(Told::End) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.files.have_changed() => {
                    // Nobody told us: the folder may have been replaced, and is watched anew.
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

    /// Was a file saved since, or does the program end, so that what is being made is out of date?
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

/// Does an event change what a file holds? Reading does not, and we read ourselves.
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

    /// A watch that follows the files of a folder which are named, there or not.
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

    /// Does something come within two seconds? Longer than the look once a second, and no longer when it comes.
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
