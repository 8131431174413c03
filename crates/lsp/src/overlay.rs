//! The files of a project, from the editor or from the disk.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_source::{FileError, Files, ProjectPath};

use crate::documents::Documents;
use crate::uri::{key_of, simplest};

/// The files of a project; open documents take precedence over the disk. Displayed paths are
/// relative to the root file's folder and can be converted back.
pub(crate) struct Overlay {
    documents: Documents,
    disk: DiskFiles,
    folder: PathBuf,
    /// Every file requested, whether or not it exists.
    asked: RefCell<BTreeSet<PathBuf>>,
}

impl Overlay {
    /// The files of a project, and the path of its root file.
    pub(crate) fn about(documents: &Documents, file: &Path) -> (Self, ProjectPath) {
        let (disk, path) = DiskFiles::about(file);
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let asked = RefCell::default();
        (Self { documents: documents.clone(), disk, folder, asked }, path)
    }

    /// The location of a file, from its displayed path.
    pub(crate) fn place(&self, shown: &str) -> PathBuf {
        simplest(&self.folder.join(shown))
    }

    /// Every file requested so far, whether or not it exists: a change to any of them may change
    /// the results.
    pub(crate) fn asked(&self) -> BTreeSet<PathBuf> {
        self.asked.borrow().clone()
    }
}

impl Files for Overlay {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let place = self.place(&path.to_string());
        let open = self.documents.get(&key_of(&place));
        self.asked.borrow_mut().insert(place);
        match open {
            Some(open) if open.text.len() as u64 > limit => Err(FileError::TooLarge),
            Some(open) => Ok(open.text.as_bytes().to_vec()),
            None => self.disk.read(path, limit),
        }
    }

    fn shown(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        self.disk.names_beside(path)
    }
}
