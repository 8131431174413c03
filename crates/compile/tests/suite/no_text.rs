//! Diagnostics about packs, and about duplicate battles in one run of `check`.

use std::path::Path;
use std::process::Command;

use sandtable_compile::unreadable_pack;
use sandtable_pack::{PackLimits, ReadError, read};
use sandtable_source::{Code, code};

/// The code, file and help of the only diagnostic about an unreadable pack.
fn only_diagnostic(error: &ReadError) -> (Code, String, String) {
    let outcome = unreadable_pack("battles/a.pack", error);
    let findings = outcome.diagnostics.sorted();
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    let file = outcome.sources.file(finding.labels[0].place.file()).path().to_owned();
    (finding.code, file, finding.help.join("; "))
}

#[test]
fn reports_damaged_pack_at_file() {
    for bytes in [&b""[..], b"PK", b"no pack at all"] {
        let error = read(bytes, PackLimits::default()).expect_err("no pack");
        let (code, file, help) = only_diagnostic(&error);
        assert_eq!((code, file.as_str()), (code::PACK_UNREADABLE, "battles/a.pack"));
        assert!(help.contains("`sandtable compile`"), "{help}");
    }
}

#[test]
fn reports_pack_format_at_file() {
    for (found, way) in [(u64::MAX, "a newer sandtable"), (0, "`sandtable compile`")] {
        let (code, file, help) = only_diagnostic(&ReadError::OtherFormat { found });
        assert_eq!((code, file.as_str()), (code::PACK_NEWER, "battles/a.pack"));
        assert!(help.contains(way), "{help}");
    }
}

#[test]
fn reports_duplicate_battle_id_at_both() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-battles");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["one.yaml", "two.yaml"] {
        std::fs::write(folder.join(name), "format: 1\nid: ford\ncalendar: {}\nsides: {}\n")
            .expect("writable file");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable-compile"))
        .current_dir(&folder)
        .args(["check", "one.yaml", "two.yaml"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8 text")
        + &String::from_utf8(output.stderr).expect("UTF-8 text");
    let start = text.find(&format!("warning[{}]", code::SAME_BATTLE)).expect(&text);
    let finding = text[start..].split("\n\n").next().unwrap_or_default();
    assert!(finding.contains("duplicate battle id `ford`"), "{finding}");
    assert!(finding.contains("two.yaml:2:5"), "{finding}");
    assert!(finding.contains("one.yaml:2:5"), "{finding}");
    assert_eq!(text.matches(&code::SAME_BATTLE.to_string()).count(), 1, "{text}");
}
