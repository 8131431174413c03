//! Commands that need no battle, as whole processes: what they print where, and how they end.

use std::process::{Command, Output};

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .env("COLUMNS", "60")
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn explain_prints_a_page() {
    let page = sandtable(&["explain", "ST0403"]);
    assert_eq!(page.status.code(), Some(0));
    assert!(text(&page.stdout).starts_with("ST0403 (warning): "));
    assert!(page.stderr.is_empty());
    for written in ["403", "st0403"] {
        assert_eq!(sandtable(&["explain", written]).stdout, page.stdout);
    }
    let list = sandtable(&["explain"]);
    assert!(text(&list.stdout).contains("ST0403"));
}

#[test]
fn explain_of_an_unknown_code_is_wrong_usage() {
    let output = sandtable(&["explain", "ST0493"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("did you mean `ST"));
}

#[test]
fn schema_says_what_it_wrote() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("schema");
    let output = sandtable(&["schema", "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    for entry in std::fs::read_dir(&out).expect("the folder is made") {
        let path = entry.expect("readable").path();
        assert!(said.contains(&*path.to_string_lossy()), "{said}");
    }
}

#[test]
fn help_fits_a_narrow_terminal() {
    for command in ["check", "compile", "explain"] {
        let help = text(&sandtable(&[command, "--help"]).stdout);
        let running = help.lines().filter(|line| !line.starts_with("  "));
        let widest = running.map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= 80), "{help}");
    }
}
