//! Corrupt files for every parser: none causes a panic, a wait, or a failed check. `README.md` shows
//! how to fuzz with coverage, and how to keep what that finds.
//!
//! `PROPTEST_CASES=10000 cargo test -p sandtable-tests --test fuzz` tries more cases than an ordinary
//! run. A failing file is saved in `target/tmp`; move it to `corpus` and fix the bug.

mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use sandtable_tests::project;

/// The maximum time for a file, on a slow and busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// The number of corrupt files of each target in an ordinary run.
const CASES: u32 = 100;

/// A change to a file.
#[derive(Clone, Debug)]
enum Change {
    Byte(Index, u8),
    Insert(Index, &'static str),
    Remove(Index, usize),
    CutOff(Index),
    /// Copies bytes from another file.
    Splice(Index, Index, usize),
}

const INSERTED: &[&str] = &[
    "\0",
    "\u{ff}",
    "\n",
    " ",
    ":",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "-",
    "&a ",
    "*a",
    "0",
    "-1",
    "1e308",
    "99999999999999999999",
    "null",
    "\u{202e}",
    "\u{feff}",
    "\u{10ffff}",
    "<",
    ">",
    "/",
    "(",
    ")",
    "\\u0000",
];

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    let length = || prop_oneof![4 => 1..5_usize, 1 => 1..500_usize];
    prop_oneof![
        3 => (index(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        3 => (index(), proptest::sample::select(INSERTED)).prop_map(|(at, text)| Change::Insert(at, text)),
        3 => (index(), length()).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => index().prop_map(Change::CutOff),
        3 => (index(), index(), length()).prop_map(|(at, from, length)| Change::Splice(at, from, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change, other: &[u8]) {
    let at = |index: &Index| index.index(bytes.len() + 1);
    match change {
        Change::Byte(index, byte) => {
            let at = at(index);
            if let Some(target) = bytes.get_mut(at) {
                *target = *byte;
            }
        }
        Change::Insert(index, text) => {
            let at = at(index);
            bytes.splice(at..at, text.bytes());
        }
        Change::Remove(index, length) => {
            let at = at(index);
            bytes.drain(at..(at + length).min(bytes.len()));
        }
        Change::CutOff(index) => bytes.truncate(at(index)),
        Change::Splice(index, from, length) => {
            let (at, from) = (at(index), from.index(other.len() + 1));
            let copied = &other[from..(from + length).min(other.len())];
            bytes.splice(at..at, copied.iter().copied());
        }
    }
}

/// The files of a target: its corpus, and the project files that `seeds.txt` lists.
fn files(target: &str) -> Vec<PathBuf> {
    let fuzz = project().join("tests/fuzz");
    let corpus = std::fs::read_dir(fuzz.join("corpus").join(target));
    let kept = corpus.into_iter().flatten().map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = kept.collect();
    files.sort();
    let seeds = std::fs::read_to_string(fuzz.join("seeds.txt")).expect("a list of seeds");
    let seeds = seeds.lines().filter_map(|line| line.split_once(' '));
    files.extend(seeds.filter(|(of, _)| *of == target).map(|(_, file)| project().join(file)));
    files
}

/// Runs the target on a file, and saves the file if that fails.
fn check(target: &str, run: fn(&[u8]) -> Result<(), String>, bytes: &[u8]) -> Result<(), String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| run(bytes)));
    let result = match result.unwrap_or_else(|_| Err("it panics".to_owned())) {
        Ok(()) if start.elapsed() > TIME_LIMIT => Err(format!("takes {:?}", start.elapsed())),
        result => result,
    };
    result.map_err(|why| {
        let saved = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("found.{target}"));
        let _ = std::fs::write(&saved, bytes);
        format!("{why}; the file is {}", saved.display())
    })
}

/// Runs the target on its files, as they are and corrupted.
fn try_target(target: &str, run: fn(&[u8]) -> Result<(), String>) {
    let files = files(target);
    assert!(!files.is_empty(), "{target} has no files");
    let seeds: Vec<Vec<u8>> =
        files.iter().map(|file| std::fs::read(file).expect("readable file")).collect();
    for (file, bytes) in files.iter().zip(&seeds) {
        if let Err(why) = check(target, run, bytes) {
            panic!("{}: {why}", file.display());
        }
    }
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig {
        cases: wanted.unwrap_or(CASES),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..ProptestConfig::default()
    };
    let changes = proptest::collection::vec(change(), 1..6);
    let cases = (any::<Index>(), any::<Index>(), changes);
    let result = TestRunner::new(config).run(&cases, |(seed, other, changes)| {
        let mut bytes = seed.get(&seeds).clone();
        for change in &changes {
            apply(&mut bytes, change, other.get::<Vec<u8>>(&seeds));
        }
        check(target, run, &bytes).map_err(TestCaseError::fail)
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

macro_rules! tests {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                try_target(stringify!($name), targets::$name);
            }
        )*
    };
}
with_targets!(tests);
