//! Benchmarks of whole processes on the Gettysburg battle, as a designer runs them. `cargo bench -p
//! sandtable`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

/// Runs `sandtable` with these arguments in the project folder.
fn sandtable(arguments: &[&str]) {
    sandtable_in(&project(), arguments);
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sandtable_in(root: &Path, arguments: &[&str]) {
    let status = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the binary was built with the bench");
    assert!(status.success(), "sandtable {arguments:?}: {status}");
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn check() {
    sandtable(&["check", "scenarios/gettysburg"]);
}

/// Recompiles the pack after a change to the scenario only.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn recompile(bencher: divan::Bencher) {
    let copy = tempfile::tempdir().expect("the temporary folder is created");
    for part in ["maps/gettysburg", "maps/gettysburg/layers", "scenarios/gettysburg"] {
        std::fs::create_dir_all(copy.path().join(part)).expect("the folder is created");
        for entry in std::fs::read_dir(project().join(part)).expect("the folder exists") {
            let path = entry.expect("readable").path();
            if path.is_file() {
                let name = path.file_name().expect("a file");
                std::fs::copy(&path, copy.path().join(part).join(name)).expect("copied");
            }
        }
    }
    let scenario = copy.path().join("scenarios/gettysburg/scenario.yaml");
    let good = std::fs::read_to_string(&scenario).expect("readable");
    let mut count = 0_u32;
    bencher
        .with_inputs(|| {
            count += 1;
            let rating = format!("George G. Meade, rating: {}", 1 + count % 6);
            let changed = good.replace("George G. Meade, rating: 3", &rating);
            std::fs::write(&scenario, changed).expect("written");
        })
        .bench_local_values(|()| {
            sandtable_in(copy.path(), &["compile", "scenarios/gettysburg", "-o", "battle.pack"]);
        });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn build(bencher: divan::Bencher) {
    let out = tempfile::tempdir().expect("the temporary folder is created");
    let out = out.path().to_str().expect("temporary folders have plain names");
    bencher.bench_local(|| sandtable(&["build", "scenarios/gettysburg", "--out", out]));
}
