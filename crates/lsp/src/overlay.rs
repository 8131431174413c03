//! The files about one authored file, as they stand in the editor or else on the disk.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_source::{FileError, Files, ProjectPath};

use crate::documents::Documents;
use crate::uri::{key_of, simplest};

/// Files of a project, open texts before those of the disk. They are shown by their paths from the
/// folder of the file that everything starts from, so that a shown name leads back to its file.
pub(crate) struct Overlay {
    documents: Documents,
    disk: DiskFiles,
    folder: PathBuf,
    /// Every file that was asked for, there or not.
    asked: RefCell<BTreeSet<PathBuf>>,
}

impl Overlay {
    /// The files about a file, and that file's path among them.
    pub(crate) fn about(documents: &Documents, file: &Path) -> (Self, ProjectPath) {
        let (disk, path) = DiskFiles::about(file);
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let asked = RefCell::default();
        (Self { documents: documents.clone(), disk, folder, asked }, path)
    }

    /// Where a file lies that is shown so.
    pub(crate) fn place(&self, shown: &str) -> PathBuf {
        simplest(&self.folder.join(shown))
    }

    /// Every file that was asked for so far, there or not: when one of them changes, what was made of them
    /// may be another.
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
