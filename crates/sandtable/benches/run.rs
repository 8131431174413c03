//! Benchmarks of `sandtable run` (issue 9): 1,000 planner games of Gettysburg and of Sicily on one
//! and on two threads, and the report of 1,000 games from their counts. They run whole processes on
//! packs: `cargo bench -p sandtable --bench run`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// The maximum size of a report, in bytes.
const MAX_REPORT_BYTES: u64 = 3_000_000;

/// Runs `sandtable` with these arguments in the project folder, and redirects its output to a file
/// if one is given.
fn sandtable(arguments: &[&str], stdout_file: Option<&Path>) {
    let out = stdout_file.map_or(Stdio::null(), |path| {
        Stdio::from(std::fs::File::create(path).expect("a file in a temporary folder"))
    });
    let status = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdout(out)
        .stderr(Stdio::null())
        .status()
        .expect("the binary was built with the bench");
    assert!(status.success(), "sandtable {arguments:?}: {status}");
}

/// A folder with the pack of a battle.
struct PackFolder(tempfile::TempDir);

impl PackFolder {
    fn new(battle: &str) -> Self {
        let packed = Self(tempfile::tempdir().expect("the temporary folder is created"));
        let pack = packed.path("b.pack");
        sandtable(&["compile", &format!("scenarios/{battle}"), "-o", path_text(&pack)], None);
        packed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// Plays a thousand planner games.
#[divan::bench(args = [("gettysburg", 1), ("gettysburg", 2), ("sicily", 1), ("sicily", 2)], sample_count = 3, sample_size = 1)]
fn thousand_games(bencher: Bencher<'_, '_>, (battle, jobs): (&str, u8)) {
    let packed = PackFolder::new(battle);
    let (pack, jobs) = (packed.path("b.pack"), jobs.to_string());
    let arguments = [
        "run",
        path_text(&pack),
        "--games",
        "1000",
        "--bots",
        "planner",
        "--jobs",
        &jobs,
        "--format",
        "json",
    ];
    bencher.counter(ItemsCount::new(1_000_usize)).bench_local(|| sandtable(&arguments, None));
}

/// Reports a thousand games from the file of a part: draws the map and replays two games.
#[divan::bench(args = ["gettysburg", "sicily"], sample_count = 10, sample_size = 1)]
fn report_thousand_games(bencher: Bencher<'_, '_>, battle: &str) {
    let packed = PackFolder::new(battle);
    let [pack, part, report] = ["b.pack", "part.json", "report.html"].map(|name| packed.path(name));
    let run = ["run", path_text(&pack), "--games", "1000", "--bots", "planner", "--shard", "1/1"];
    sandtable(&run, Some(&part));
    let merge =
        ["run", "merge", path_text(&part), "--report", path_text(&report), "--format", "json"];
    bencher.bench_local(|| sandtable(&merge, None));
    let bytes = std::fs::metadata(&report).expect("the file was written").len();
    assert!(bytes <= MAX_REPORT_BYTES, "the report has {bytes} bytes");
}
