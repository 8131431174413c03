//! Corrupt packs: every pack is either refused with a reason, or can be printed and played in
//! limited time.
//!
//! `PROPTEST_CASES=100000 cargo test -p sandtable-tests --test hostile_packs` tries more cases than
//! an ordinary run; `SPOIL=gettysburg` corrupts the real battle. A failing case is saved as
//! `found.json` in `target/tmp`. Move it to `tests/data/hostile-packs` under a descriptive name,
//! and fix the bug.

mod corrupt;
mod exercise;
mod seed;

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::Value;

use corrupt::{Change, patches};
use seed::Seed;

/// The maximum time to refuse a pack, or to print and play it, on a slow and busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// The number of corrupt packs to try.
fn config(everyday: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: wanted.unwrap_or(everyday),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

/// Refuses the parts, or prints and plays them, within the time limit; the error describes a
/// failure.
fn check_case(parts: Seed) -> Result<(), String> {
    let (done, ended) = channel();
    let thread = std::thread::spawn(move || {
        let result = exercise::print_and_play(&parts);
        // After the time limit, the receiver is gone.
        let _ = done.send(());
        result
    });
    match ended.recv_timeout(TIME_LIMIT) {
        Err(RecvTimeoutError::Timeout) => Err(format!("takes more than {TIME_LIMIT:?}")),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => {
            thread.join().unwrap_or_else(|_| Err("panics".to_owned()))
        }
    }
}

fn try_corrupt(seed: &Seed, changes: &[Change]) -> Result<(), TestCaseError> {
    let patches = patches(seed, changes);
    check_case(seed.with_patches(&patches)).map_err(|why| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found.json");
        let text = serde_json::to_string_pretty(&patches).expect("JSON");
        std::fs::write(&kept, text).expect("written");
        TestCaseError::fail(format!("{why}; see {}", kept.display()))
    })
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn corrupt_packs_are_handled(changes in proptest::collection::vec(corrupt::any_change(), 1..4)) {
        try_corrupt(seed::seed_from_env(), &changes)?;
    }
}

/// The uncorrupted battles are valid.
#[test]
fn valid_seeds_print_and_play() {
    for seed in [seed::field(), seed::gettysburg()] {
        assert_eq!(exercise::print_and_play(seed), Ok(()));
        assert!(exercise::pack(seed).is_ok());
    }
}

/// The battle of a saved case, by its file name.
fn case_seed(case: &Path) -> &'static Seed {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("gettysburg") { seed::gettysburg() } else { seed::field() }
}

/// Bugs found earlier must stay fixed.
#[test]
fn found_cases_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/hostile-packs");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let patches: Vec<(String, Value)> = serde_json::from_str(&text).expect("valid JSON");
        if let Err(why) = check_case(case_seed(&path).with_patches(&patches)) {
            panic!("{}: {why}", path.display());
        }
        seen += 1;
    }
    assert!(seen > 0, "no cases found");
}
