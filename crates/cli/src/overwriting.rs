//! Rejects outputs that would replace an input or each other, or that cannot be written.

use std::path::{Path, PathBuf};

use crate::{Exit, Input, Terminal};

/// The name and path of a command-line argument; the name is `the record` or `--diary`, for
/// example.
pub type NamedPath<'a> = (&'a str, &'a Path);

/// Rejects outputs that would replace an input, share a path or cannot be written. Called before any
/// work starts; `Err` is the exit status.
pub fn check_outputs(
    read: &[NamedPath<'_>],
    written: &[NamedPath<'_>],
    terminal: &Terminal,
) -> Result<(), Exit> {
    let Some(conflict) = output_conflict(read, written) else { return Ok(()) };
    terminal.print_error(&conflict);
    terminal.print_wrapped("nothing was written; choose another file");
    Err(Exit::UsageError)
}

/// Rejects outputs on a path that is a folder, below a file or in a folder without write access.
/// Called before the first write, because old and new files must never mix; `Err` is the exit status.
pub fn check_writable<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    terminal: &Terminal,
) -> Result<(), Exit> {
    let Some(conflict) = paths.into_iter().find_map(path_conflict) else { return Ok(()) };
    terminal.print_error(&conflict);
    terminal.print_wrapped("nothing was written; move or rename it, or choose another path");
    Err(Exit::UsageError)
}

/// The reason why a file cannot be written to a path, based on the existing files and folders.
fn path_conflict(path: &Path) -> Option<String> {
    let shown = path.display();
    if path.is_dir() {
        return Some(format!("cannot write `{shown}`: a folder of this name exists"));
    }
    // A device is written in place.
    if path.exists() && !path.is_file() {
        return None;
    }
    let mut above = path.ancestors().skip(1);
    let above = above.find(|above| above.as_os_str().is_empty() || above.exists())?;
    let folder = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    if !folder.is_dir() {
        let file = folder.display();
        return Some(format!("cannot write `{shown}`: `{file}` is a file, not a folder"));
    }
    // Only an attempt shows whether the file system allows it.
    let refused = tempfile::tempfile_in(folder).err()?;
    Some(format!("cannot write `{shown}`: {}", without_path(&refused)))
}

/// The cause of an error, without the name of the temporary file.
fn without_path(error: &std::io::Error) -> String {
    std::io::Error::from(error.kind()).to_string()
}

fn output_conflict(read: &[NamedPath<'_>], written: &[NamedPath<'_>]) -> Option<String> {
    for (index, &(name, path)) in written.iter().enumerate() {
        let (option, shown) = (quoted(name), path.display());
        if path.is_dir() {
            return Some(format!("{option} names a folder, not a file: `{shown}`"));
        }
        if let Some(conflict) = path_conflict(path) {
            return Some(conflict);
        }
        let is_same = |other: &Path| canonical_path(other) == canonical_path(path);
        if let Some((input, _)) = read.iter().find(|(_, input)| is_same(&resolve_input(input))) {
            return Some(format!("{option} would replace {input}: `{shown}`"));
        }
        if let Some((other, _)) = written[..index].iter().find(|(_, other)| is_same(other)) {
            let other = quoted(other);
            return Some(format!("{other} and {option} name the same file: `{shown}`"));
        }
    }
    None
}

/// The name of an argument in messages; options are in backticks.
fn quoted(name: &str) -> String {
    if name.starts_with("--") { format!("`{name}`") } else { name.to_owned() }
}

/// The file that a path refers to; for a folder, its scenario or map.
fn resolve_input(path: &Path) -> PathBuf {
    Input::find(path).map_or_else(|_| path.to_owned(), |input| input.path().to_owned())
}

/// The normalised location of a file, whether or not it exists: `./a` is `a`, and links are
/// followed.
fn canonical_path(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        match (folder, path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => absolute(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_every_spelling_of_path() {
        let root = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir(at("battle")).expect("a folder");
        std::fs::write(at("battle/scenario.yaml"), "").expect("writable file");
        std::fs::write(at("game.json"), "").expect("writable file");
        let conflict_with = |diary: &str, log: &str| {
            let (record, pack, diary, log) = (at("game.json"), at("battle"), at(diary), at(log));
            let read: [NamedPath<'_>; 2] = [("the record", &record), ("the scenario", &pack)];
            let conflict = output_conflict(&read, &[("--diary", &diary), ("--log", &log)]);
            conflict.map(|fault| fault.split(':').next().unwrap_or_default().to_owned())
        };
        let same = Some("`--diary` and `--log` name the same file".to_owned());
        assert_eq!(conflict_with("a", "b"), None);
        assert_eq!(conflict_with("a", "./a"), same);
        assert_eq!(conflict_with("battle/../a", "a"), same);
        assert_eq!(conflict_with("new/a", "new/./a"), same, "in a folder that does not exist yet");
        assert_eq!(conflict_with("new/a", "a"), None);
        let of_record = "`--log` would replace the record".to_owned();
        assert_eq!(conflict_with("a", "battle/../game.json"), Some(of_record));
        let of_scenario = "`--diary` would replace the scenario".to_owned();
        assert_eq!(conflict_with("battle/scenario.yaml", "a"), Some(of_scenario));
    }

    #[test]
    fn rejects_folders_and_paths_below_files() {
        let root = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir(at("map.pdf")).expect("a folder");
        std::fs::write(at("notes"), "").expect("writable file");
        let is_rejected = |name: &str| path_conflict(&at(name)).is_some();
        let names = ["map.pdf", "notes/map.pdf", "notes/out/map.pdf", "new/out/map.pdf", "notes"];
        assert_eq!(names.map(is_rejected), [true, true, true, false, false]);
        #[cfg(target_os = "linux")]
        assert_eq!(path_conflict(Path::new("/dev/full")), None);
        #[cfg(target_os = "linux")]
        assert!(path_conflict(Path::new("/proc/report.html")).is_some());
        let folder = at("map.pdf");
        let named: [NamedPath<'_>; 1] = [("--output", &folder)];
        let conflict = output_conflict(&[], &named).expect("the path is a folder");
        assert!(conflict.starts_with("`--output` names a folder, not a file"), "{conflict}");
    }

    #[cfg(unix)]
    #[test]
    fn follows_links() {
        let root = tempfile::tempdir().expect("temporary folder");
        let (file, link) = (root.path().join("game.json"), root.path().join("link"));
        std::fs::write(&file, "").expect("writable file");
        std::os::unix::fs::symlink(&file, &link).expect("symbolic link");
        assert!(output_conflict(&[("the record", &file)], &[("--log", &link)]).is_some());
    }
}
