//! File access for libraries: a small trait that the binaries implement, with paths that cannot
//! leave the project.
//!
//! A path is relative to the folder of the file on the command line, with forward slashes. It may
//! go at most two folders up, because a scenario `scenarios/x/scenario.yaml` refers to
//! `../../maps/y/map.yaml`: those two folders up are the project. A map may only refer to files in
//! its own folder.

use std::fmt;

/// How many folders a scenario's paths may climb.
pub const LEVELS_UP: usize = 2;

/// Reads files for a library.
pub trait Files {
    /// The bytes of a file, at most `limit` of them.
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError>;

    /// The displayed path.
    fn shown(&self, path: &ProjectPath) -> String;

    /// The names of files and folders in the folder in which a file lies, or would lie, in order.
    fn names_beside(&self, path: &ProjectPath) -> Vec<String>;

    /// The path as its folders and its file are written where they lie: with other capitals
    /// perhaps, which only some systems take for the same.
    fn spelled(&self, path: &ProjectPath) -> Option<ProjectPath> {
        let mut spelled = ProjectPath { up: path.up, names: Vec::new() };
        for name in &path.names {
            spelled.names.push(name.clone());
            let there = self.names_beside(&spelled);
            if !there.contains(name) {
                let same =
                    there.into_iter().find(|other| other.to_lowercase() == name.to_lowercase());
                *spelled.names.last_mut().expect("pushed above") = same?;
            }
        }
        Some(spelled)
    }
}

/// No files, for texts in memory.
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

/// The reason why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// There is none.
    Missing,
    /// There is one, but the system says why not.
    Unreadable(String),
    /// It is longer than the limit.
    TooLarge,
    /// It lies outside the project, through a symbolic link perhaps.
    Outside,
}

/// A path inside the project, relative to the folder that everything starts from; in its simplest
/// form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectPath {
    /// Folders to climb first.
    up: usize,
    /// Then folders and file.
    names: Vec<String>,
}

impl ProjectPath {
    /// A file in the folder that everything starts from.
    pub fn of_file(name: &str) -> Self {
        Self { up: 0, names: vec![name.to_owned()] }
    }

    /// The file's own name.
    pub fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// Another file in the same folder.
    pub fn beside(&self, name: &str) -> Self {
        let mut beside = self.clone();
        beside.names.pop();
        beside.names.push(name.to_owned());
        beside
    }

    /// A file in the folder of this path.
    pub fn inside(&self, name: &str) -> Self {
        let mut inside = self.clone();
        inside.names.push(name.to_owned());
        inside
    }

    /// The target of a reference in this file, or `None` if it is not a relative path, goes up more
    /// than `levels` folders, or leaves the project.
    pub fn refer(&self, reference: &str, levels: usize) -> Option<Self> {
        // Backslashes, drive letters and schemes would mean different things on other machines.
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

    /// How this file refers to another one, the reverse of [`Self::refer`].
    pub fn reference(&self, other: &Self) -> String {
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
    fn paths_stay_in_the_project() {
        let scenario = ProjectPath::of_file("scenario.yaml");
        let map = scenario.refer("../../maps/gettysburg/map.yaml", 2).expect("two up is allowed");
        assert_eq!(map.to_string(), "../../maps/gettysburg/map.yaml");
        let layer = map.refer("layers/./woods.geojson", 0).expect("inside the folder");
        assert_eq!(layer.to_string(), "../../maps/gettysburg/layers/woods.geojson");
        assert_eq!(scenario.reference(&map), "../../maps/gettysburg/map.yaml");
        assert_eq!(map.reference(&layer), "layers/woods.geojson");
        assert_eq!(layer.reference(&map), "../map.yaml");
        for bad in ["../x.tif", "/etc/passwd", "", "c:\\x", "a/../../x", "http://x/y", "layers/"] {
            assert_eq!(map.refer(bad, 0), None, "{bad}");
        }
        assert_eq!(scenario.refer("../../../secret.yaml", 9), None);
    }
}
