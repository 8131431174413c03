//! Runs the program as a process, and creates small packs for it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sandtable_pack::{AnyPack, GroundLength, Pack, fab, sample};

/// The program with arguments, to be run in a folder.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).current_dir(folder).env("COLUMNS", "80");
    command
}

/// The output of a run.
pub fn sandtable(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with `b.pack`, another edition of it as `other.pack`, and `fab.pack`.
pub fn packs() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    for (name, foot) in [("b.pack", 760), ("other.pack", 700)] {
        let mut parts = sample::parts();
        parts.ruleset.distances.foot_third = GroundLength::from_metres(foot);
        let pack = Pack::new(parts).expect("the sample is valid");
        std::fs::write(folder.path().join(name), sandtable_pack::write(&pack)).expect("writable");
    }
    let fab_bytes = sandtable_pack::write_any(&AnyPack::from(fab::sample::pack()));
    std::fs::write(folder.path().join("fab.pack"), fab_bytes).expect("writable");
    let path = folder.path().to_owned();
    (folder, path)
}
