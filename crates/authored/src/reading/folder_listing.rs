//! Files with cached folder listings: a map with a dozen layers needs the same few folders for each
//! of them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use sandtable_source::{FileError, Files, ProjectPath};

/// Files that remember the names in their folders. They serve one run, during which no file is
/// added or removed.
pub struct Listed<'f> {
    files: &'f dyn Files,
    folders: RefCell<BTreeMap<ProjectPath, Vec<String>>>,
}

impl<'f> Listed<'f> {
    pub fn new(files: &'f dyn Files) -> Self {
        Self { files, folders: RefCell::default() }
    }
}

impl Files for Listed<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files.read(path, limit)
    }

    fn shown(&self, path: &ProjectPath) -> String {
        self.files.shown(path)
    }

    fn names_beside(&self, path: &ProjectPath) -> Vec<String> {
        // A folder is identified by a path in it without a file name.
        let folder = path.beside("");
        let mut folders = self.folders.borrow_mut();
        folders.entry(folder).or_insert_with(|| self.files.names_beside(path)).clone()
    }
}
