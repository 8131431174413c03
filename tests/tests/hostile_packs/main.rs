//! Packs spoilt inside: whatever a pack claims, it is refused with a reason, or it can be printed
//! and played in bounded time.
//!
//! `PROPTEST_CASES=100000 cargo test -p sandtable-tests --test hostile_packs` runs for longer than
//! the few cases of every day; with `SPOIL=gettysburg` it spoils the real battle. What fails is left
//! in `target/tmp` under the name `found.json`: move it to `tests/data/hostile-packs` under a name
//! that says what it is, and mend what it shows.

mod seed;
mod spoil;
mod use_all;

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::Value;

use seed::Seed;
use spoil::{Change, spoil};

/// No pack takes longer to be refused, or to be printed and played, on a slow and busy machine.
const LONGEST: Duration = Duration::from_secs(90);

/// How many spoilt packs are tried.
fn cases(everyday: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(everyday),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

/// Refuses the parts or prints and plays them, in time; what does not hold is told.
fn holds(parts: Seed) -> Result<(), String> {
    let (done, ended) = channel();
    let thread = std::thread::spawn(move || {
        let result = use_all::refused_or_used(&parts);
        // Nobody listens any more when it took too long.
        let _ = done.send(());
        result
    });
    match ended.recv_timeout(LONGEST) {
        Err(RecvTimeoutError::Timeout) => Err(format!("takes more than {LONGEST:?}")),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => {
            thread.join().unwrap_or_else(|_| Err("panics".to_owned()))
        }
    }
}

fn try_spoilt(seed: &Seed, changes: &[Change]) -> Result<(), TestCaseError> {
    let patches = spoil(seed, changes);
    holds(seed.with(&patches)).map_err(|why| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found.json");
        let text = serde_json::to_string_pretty(&patches).expect("JSON");
        std::fs::write(&kept, text).expect("written");
        TestCaseError::fail(format!("{why}; see {}", kept.display()))
    })
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn spoilt_packs(changes in proptest::collection::vec(spoil::change(), 1..4)) {
        try_spoilt(seed::asked(), &changes)?;
    }
}

/// The battles themselves are good.
#[test]
fn the_seeds_are_printed_and_played() {
    for seed in [seed::field(), seed::gettysburg()] {
        assert_eq!(use_all::refused_or_used(seed), Ok(()));
        assert!(use_all::pack(seed).is_ok());
    }
}

/// The battle of a kept case, by its name.
fn seed_of(case: &Path) -> &'static Seed {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("gettysburg") { seed::gettysburg() } else { seed::field() }
}

/// What was found before stays mended.
#[test]
fn kept_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/hostile-packs");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let patches: Vec<(String, Value)> = serde_json::from_str(&text).expect("JSON");
        if let Err(why) = holds(seed_of(&path).with(&patches)) {
            panic!("{}: {why}", path.display());
        }
        seen += 1;
    }
    assert!(seen > 0, "no case was found");
}
