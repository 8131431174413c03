//! What tests of imports share.

use sandtable_source::{FileError, Files, ProjectPath};

/// There is no file.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &ProjectPath, _: u64) -> Result<Vec<u8>, FileError> {
        Err(FileError::Missing)
    }

    fn shown(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn names_beside(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
}
