//! File access for libraries: a small trait that the binaries implement, with paths that cannot
//! leave the project.
//!
//! A path is relative to the folder of the file on the command line, with forward slashes. It may
//! go up at most two folders, because `scenarios/x/scenario.yaml` refers to
//! `../../maps/y/map.yaml`. The folder two levels up is the project. A map may only refer to files
//! in its own folder.

use std::fmt;
use std::io::{Cursor, Read, Seek};

/// The maximum number of folders that a scenario's paths may go up.
pub const LEVELS_UP: usize = 2;

/// A file that is read in parts.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Reads files for a library.
pub trait Files {
    /// Reads a file of at most `limit` bytes.
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError>;

    /// Opens a file of any size, to read parts of it.
    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        Ok(Box::new(Cursor::new(self.read(path, u64::MAX)?)))
    }

    /// The displayed path.
    fn display_path(&self, path: &ProjectPath) -> String;

    /// The sorted names of all files and folders in the folder of a path. The path itself need not
    /// exist.
    fn sibling_names(&self, path: &ProjectPath) -> Vec<String>;

    /// The path as spelled on disk; `None` if it does not exist. Some systems ignore differences in
    /// capitals.
    fn spelling_on_disk(&self, path: &ProjectPath) -> Option<ProjectPath> {
        let mut spelled = ProjectPath { up: path.up, names: Vec::new() };
        for name in &path.names {
            spelled.names.push(name.clone());
            let there = self.sibling_names(&spelled);
            if !there.contains(name) {
                let same =
                    there.into_iter().find(|other| other.to_lowercase() == name.to_lowercase());
                *spelled.names.last_mut().expect("pushed above") = same?;
            }
        }
        Some(spelled)
    }
}

/// An empty file system, for text in memory.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &ProjectPath, _: u64) -> Result<Vec<u8>, FileError> {
        Err(FileError::Missing)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
}

/// The reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The file does not exist.
    Missing,
    /// The system cannot read the file, for this reason.
    Unreadable(String),
    /// The file is larger than the limit.
    TooLarge,
    /// The file is outside the project, possibly through a symbolic link.
    Outside,
}

/// A normalised path inside the project, relative to the folder of the file on the command line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectPath {
    /// The number of folders to go up first.
    up: usize,
    /// The names of the folders and of the file.
    names: Vec<String>,
}

impl ProjectPath {
    /// The path of a file in the folder of the file on the command line.
    pub fn from_file_name(name: &str) -> Self {
        Self { up: 0, names: vec![name.to_owned()] }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// The path of another file in the same folder.
    pub fn sibling(&self, name: &str) -> Self {
        let mut sibling = self.clone();
        sibling.names.pop();
        sibling.names.push(name.to_owned());
        sibling
    }

    /// The path of the folder that contains the file; `None` for the folder of the file on the
    /// command line and those above it.
    pub fn folder(&self) -> Option<Self> {
        let names = &self.names[..self.names.len() - 1];
        (!names.is_empty()).then(|| Self { up: self.up, names: names.to_vec() })
    }

    /// The path of a file in this folder.
    pub fn child(&self, name: &str) -> Self {
        let mut child = self.clone();
        child.names.push(name.to_owned());
        child
    }

    /// The target of a reference in this file, or `None` if it is not a relative path, goes up more
    /// than `levels` folders, or leaves the project.
    pub fn resolve(&self, reference: &str, levels: usize) -> Option<Self> {
        // Backslashes, drive letters and URL schemes have other meanings on other systems.
        if reference.is_empty()
            || reference.starts_with('/')
            || reference.contains(['\\', ':', '\0'])
        {
            return None;
        }
        let mut path = Self { up: self.up, names: self.names[..self.names.len() - 1].to_vec() };
        let mut climbed = 0;
        for name in reference.split('/') {
            match name {
                "" | "." => {}
                ".." => {
                    climbed += 1;
                    if path.names.pop().is_none() {
                        path.up += 1;
                    }
                }
                _ => path.names.push(name.to_owned()),
            }
        }
        let named = path.names.last().is_some_and(|name| !reference.ends_with('/') && name != "..");
        (climbed <= levels && path.up <= LEVELS_UP && named).then_some(path)
    }

    /// The reference from this file to another: the reverse of [`Self::resolve`].
    pub fn relative_path_to(&self, other: &Self) -> String {
        let steps = |path: &Self| -> Vec<String> {
            let up = std::iter::repeat_n("..".to_owned(), path.up);
            up.chain(path.names.iter().cloned()).collect()
        };
        let (mut folder, other) = (steps(self), steps(other));
        folder.pop();
        let shared = folder.iter().zip(&other).take_while(|(one, other)| one == other).count();
        let climbed = "../".repeat(folder.len() - shared);
        format!("{climbed}{}", other[shared..].join("/"))
    }
}

impl fmt::Display for ProjectPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.up {
            f.write_str("../")?;
        }
        f.write_str(&self.names.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_paths_outside_project() {
        let scenario = ProjectPath::from_file_name("scenario.yaml");
        let map = scenario
            .resolve("../../maps/gettysburg/map.yaml", 2)
            .expect("two levels up are allowed");
        assert_eq!(map.to_string(), "../../maps/gettysburg/map.yaml");
        let layer = map.resolve("layers/./woods.geojson", 0).expect("inside the folder");
        assert_eq!(layer.to_string(), "../../maps/gettysburg/layers/woods.geojson");
        assert_eq!(scenario.relative_path_to(&map), "../../maps/gettysburg/map.yaml");
        assert_eq!(map.relative_path_to(&layer), "layers/woods.geojson");
        assert_eq!(layer.relative_path_to(&map), "../map.yaml");
        for bad in ["../x.tif", "/etc/passwd", "", "c:\\x", "a/../../x", "http://x/y", "layers/"] {
            assert_eq!(map.resolve(bad, 0), None, "{bad}");
        }
        assert_eq!(scenario.resolve("../../../secret.yaml", 9), None);
    }
}
