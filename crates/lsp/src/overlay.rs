//! The files of a project, from the editor or from the disk.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sandtable_cli::DiskFiles;
use sandtable_source::{FileError, Files, ProjectPath, ReadSeek};

use crate::documents::Documents;
use crate::uri::{file_key, normalise};

/// The files of a project; open documents take precedence over the disk. Displayed paths are
/// relative to the root file's folder and can be converted back to file locations.
pub(crate) struct Overlay {
    documents: Documents,
    disk: DiskFiles,
    folder: PathBuf,
    /// Every file requested, whether or not it exists.
    asked: RefCell<BTreeSet<PathBuf>>,
}

impl Overlay {
    /// The files of a project, and the path of its root file.
    pub(crate) fn for_file(documents: &Documents, file: &Path) -> (Self, ProjectPath) {
        let (disk, path) = DiskFiles::for_file(file);
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let requested = RefCell::default();
        (Self { documents: documents.clone(), disk, folder, asked: requested }, path)
    }

    /// The location of a file, from its displayed path.
    pub(crate) fn file_location(&self, display_path: &str) -> PathBuf {
        normalise(&self.folder.join(display_path))
    }

    /// Every file requested so far, whether or not it exists: a change to any such file may change
    /// the results.
    pub(crate) fn requested_files(&self) -> BTreeSet<PathBuf> {
        self.asked.borrow().clone()
    }
}

impl Files for Overlay {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let location = self.file_location(&path.to_string());
        let open = self.documents.get(&file_key(&location));
        self.asked.borrow_mut().insert(location);
        match open {
            Some(open) if open.text.len() as u64 > limit => Err(FileError::TooLarge),
            Some(open) => Ok(open.text.as_bytes().to_vec()),
            None => self.disk.read(path, limit),
        }
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        let location = self.file_location(&path.to_string());
        self.asked.borrow_mut().insert(location);
        self.disk.open(path)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        self.disk.sibling_names(path)
    }
}
