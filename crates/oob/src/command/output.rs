//! Writes new files: either all of them or none.

use std::path::{Path, PathBuf};

use sandtable_cli::{
    Access, Exit, FileSet, Terminal, WriteError, check_writable, finish_interrupted,
};

use super::refusal::usage_error;

/// Reports an error if the path exists. `help` may be empty.
pub(crate) fn require_absent(path: &Path, help: &str, terminal: &Terminal) -> Result<(), Exit> {
    // An ended command may have left one of two files, which this completes.
    finish_interrupted(path);
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

/// Writes files of one folder, readable only by their owner, either all of them or none, and lists
/// their paths.
pub(crate) fn write_private(
    folder: &Path,
    files: &[(PathBuf, Vec<u8>)],
    terminal: &Terminal,
) -> Result<(), Exit> {
    check_writable(files.iter().map(|(path, _)| path.as_path()), terminal)?;
    let failed = |error: WriteError| usage_error(terminal, &error.to_string());
    let mut set = FileSet::in_folder(folder, Access::Private).map_err(failed)?;
    for (path, bytes) in files {
        set.add(path, bytes, Access::Private).map_err(failed)?;
    }
    set.commit_new().map_err(failed)?;
    files.iter().for_each(|(path, _)| terminal.print_message(&path.display().to_string()));
    Ok(())
}
