//! Files whose folders are listed once: a map of a dozen layers asks for the same few folders at
//! each of them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use sandtable_source::{FileError, Files, ProjectPath};

/// Files that remember the names in their folders. They serve one run, in which no file comes or
/// goes.
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
        // A folder goes by its file without a name.
        let folder = path.beside("");
        let mut folders = self.folders.borrow_mut();
        folders.entry(folder).or_insert_with(|| self.files.names_beside(path)).clone()
    }
}
