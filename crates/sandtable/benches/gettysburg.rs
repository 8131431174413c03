//! Whole processes on the Gettysburg battle: what a designer waits for. `cargo bench -p sandtable`.

use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

/// Runs `sandtable` with these words on the real battle.
fn sandtable(words: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let status = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(words)
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the binary was built with the bench");
    assert!(status.success(), "sandtable {words:?}: {status}");
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn check() {
    sandtable(&["check", "scenarios/gettysburg"]);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn build(bencher: divan::Bencher) {
    let out = tempfile::tempdir().expect("a temporary folder");
    let out = out.path().to_str().expect("temporary folders have plain names");
    bencher.bench_local(|| sandtable(&["build", "scenarios/gettysburg", "--out", out]));
}
