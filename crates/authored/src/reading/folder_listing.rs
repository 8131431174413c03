//! Files with cached folder listings, because a map reads its dozen layers from the same few
//! folders.

use std::cell::RefCell;
use std::collections::BTreeMap;

use sandtable_source::{FileError, Files, ProjectPath, ReadSeek};

/// Files with a cache of the file names per folder. The cache is valid for one run, during which no
/// file is added or removed.
pub struct CachedFiles<'f> {
    files: &'f dyn Files,
    folders: RefCell<BTreeMap<ProjectPath, Vec<String>>>,
}

impl<'f> CachedFiles<'f> {
    pub fn new(files: &'f dyn Files) -> Self {
        Self { files, folders: RefCell::default() }
    }
}

impl Files for CachedFiles<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files.read(path, limit)
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        self.files.open(path)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        self.files.display_path(path)
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        // The cache key of a folder is a path in it with an empty file name.
        let folder = path.sibling("");
        let mut folders = self.folders.borrow_mut();
        folders.entry(folder).or_insert_with(|| self.files.sibling_names(path)).clone()
    }
}
