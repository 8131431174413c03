//! The coverage-guided fuzzer of one target, which `FUZZ_TARGET` names: see `README.md`.

#![no_main]

mod targets;

use std::sync::LazyLock;

macro_rules! table {
    ($($name:ident),*) => {
        /// The targets by their names.
        const TARGETS: &[(&str, fn(&[u8]) -> Result<(), String>)] =
            &[$((stringify!($name), targets::$name)),*];
    };
}
with_targets!(table);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    static TARGET: LazyLock<fn(&[u8]) -> Result<(), String>> = LazyLock::new(|| {
        let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target");
        let target = TARGETS.iter().find(|(known, _)| *known == name);
        target.unwrap_or_else(|| panic!("no target {name}")).1
    });
    if let Err(why) = TARGET(bytes) {
        panic!("{why}");
    }
});
