//! What a path on the command line means: a file, or the folder of one.

use std::fmt;
use std::path::{Path, PathBuf};

/// A file that a command was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A pack.
    Pack(PathBuf),
    /// A scenario, map or ruleset.
    Authored(PathBuf),
}

/// Why a path cannot be used.
#[derive(Debug)]
pub enum InputError {
    /// It cannot be opened.
    Closed(PathBuf, std::io::Error),
    /// It is a folder of that name, a pipe or a device.
    NoFile(PathBuf),
    /// The folder holds neither `scenario.yaml` nor `map.yaml`.
    Empty(PathBuf),
}

impl Input {
    /// Finds the file behind a path: itself, or `scenario.yaml` or `map.yaml` in the folder.
    pub fn find(path: &Path) -> Result<Self, InputError> {
        let closed = |path: &Path| {
            let path = path.to_owned();
            move |error| InputError::Closed(path, error)
        };
        let file = if std::fs::metadata(path).map_err(closed(path))?.is_dir() {
            let inside = ["scenario.yaml", "map.yaml"].map(|name| path.join(name));
            // Whatever bears the name is meant, and it is said below when it cannot be read.
            let found = inside.into_iter().find(|file| std::fs::symlink_metadata(file).is_ok());
            found.ok_or_else(|| InputError::Empty(path.to_owned()))?
        } else {
            path.to_owned()
        };
        // Opening a pipe would wait for whoever writes into it, perhaps for ever.
        if !std::fs::metadata(&file).map_err(closed(&file))?.is_file() {
            return Err(InputError::NoFile(file));
        }
        std::fs::File::open(&file).map_err(closed(&file))?;
        Ok(match file.extension().is_some_and(|extension| extension == "pack") {
            true => Self::Pack(file),
            false => Self::Authored(file),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Pack(path) | Self::Authored(path) => path,
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(path, error) => write!(f, "cannot open {}: {error}", path.display()),
            Self::NoFile(path) => {
                write!(
                    f,
                    "{} is no file, but a folder, a pipe or a device: save what it holds as a file",
                    path.display()
                )
            }
            Self::Empty(path) => {
                write!(f, "{} holds neither scenario.yaml nor map.yaml", path.display())
            }
        }
    }
}

impl std::error::Error for InputError {}
