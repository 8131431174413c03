//! Writes new files: either all of them or none.

use std::path::{Path, PathBuf};

use sandtable_cli::{
    Exit, StagedFile, Terminal, WriteError, check_writable, remove, stage_private,
};

use super::refusal::usage_error;

/// Reports an error if the path exists. `help` may be empty.
pub(crate) fn require_absent(path: &Path, help: &str, terminal: &Terminal) -> Result<(), Exit> {
    // A dangling link also counts as existing.
    if std::fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    terminal.print_error(&format!("`{}` already exists; nothing was written", path.display()));
    if !help.is_empty() {
        terminal.print_wrapped(help);
    }
    Err(Exit::UsageError)
}

/// Writes files readable only by their owner, either all of them or none, and lists their paths.
pub(crate) fn write_private(files: &[(PathBuf, Vec<u8>)], terminal: &Terminal) -> Result<(), Exit> {
    check_writable(files.iter().map(|(path, _)| path.as_path()), terminal)?;
    let failed = |error: WriteError| usage_error(terminal, &error.to_string());
    let staged = files.iter().map(|(path, bytes)| stage_private(path, bytes));
    let staged: Vec<StagedFile> = staged.collect::<Result<_, _>>().map_err(failed)?;
    put_new(staged).map_err(failed)?;
    files.iter().for_each(|(path, _)| terminal.print_message(&path.display().to_string()));
    Ok(())
}

/// Moves new files into place, either all of them or none. If a path already exists, removes the
/// files already moved.
pub(crate) fn put_new(staged: Vec<StagedFile>) -> Result<(), WriteError> {
    let mut put: Vec<PathBuf> = Vec::new();
    for file in staged {
        let path = file.path().to_owned();
        if let Err(error) = file.commit_new() {
            for path in &put {
                remove(path)?;
            }
            return Err(error);
        }
        put.push(path);
    }
    Ok(())
}
