//! Packs made to exhaust or deceive the commands that open them.

use crate::support::Project;
use crate::zip_support::{Entry, repeated_byte_entry, stored_entry, zip};

/// Asserts that every command that takes a pack refuses this one.
fn assert_refused(files: &[Entry]) {
    let project = Project::new();
    project.write("bad.pack", zip(files, None));
    for command in ["check", "inspect", "run", "render"] {
        let ran = project.run(&[command, "battles/field/bad.pack"]);
        assert!(matches!(ran.status, Some(1 | 2)), "{command}: {:?}", ran.status);
        assert!(ran.stderr.contains("bad.pack"), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("cannot use this pack"), "{command}: {}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1b}'), "{command}: {}", ran.stderr);
    }
}

#[test]
fn rejects_zip_bombs() {
    let bomb = repeated_byte_entry("map.json", b' ', 2 << 30);
    assert_refused(std::slice::from_ref(&bomb));
    // Next, the header claims only a kilobyte; then the archive has as many parts as a real pack.
    assert_refused(&[Entry { size: 1_000, ..bomb.clone() }]);
    let names = ["manifest.json", "scenario.json", "map.json", "ruleset.json", "labels.json"];
    assert_refused(&names.map(|name| repeated_byte_entry(name, b' ', 32 << 20)));
}

#[test]
fn rejects_parts_outside_pack() {
    let project = Project::new();
    for name in ["../../escaped.json", "/tmp/escaped.json", "\u{1b}[2J.json", "..\\escaped.json"] {
        assert_refused(&[stored_entry(name, b"{}")]);
    }
    assert!(!project.path("escaped.json").exists());
    assert_refused(&[Entry {
        attributes: 0o120_777 << 16,
        ..stored_entry("map.json", b"/etc/passwd")
    }]);
}

#[test]
fn rejects_files_of_other_kinds() {
    let project = Project::new();
    for bytes in [Vec::new(), vec![0; 1 << 20], b"PK\x05\x06".repeat(1 << 18)] {
        project.write("bad.pack", bytes);
        for command in ["check", "inspect", "run", "render"] {
            let ran = project.run(&[command, "battles/field/bad.pack"]);
            assert!(matches!(ran.status, Some(1 | 2)), "{command}: {:?}", ran.status);
        }
    }
}

/// For a pack in another format, the help names the part to update: Sandtable or the pack.
#[test]
fn explains_other_pack_formats() {
    for (format, help) in [("99", "install a newer sandtable"), ("1", "recompile it")] {
        let project = Project::new();
        let manifest = format!("{{\"format\": {format}, \"key of the future\": []}}");
        let parts = [
            stored_entry("a new part.json", b"{}"),
            stored_entry("manifest.json", manifest.as_bytes()),
        ];
        project.write("bad.pack", zip(&parts, None));
        let ran = project.run(&["check", "battles/field/bad.pack"]);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        for words in ["ST1002", "bad.pack", &format!("format {format}"), help] {
            assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
        }
    }
}
