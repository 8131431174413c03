//! Runs every command on our documentation pages from top to bottom, as a reader would: see
//! `tests/pages/README.md`.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::text;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The project folders that pages use; tests copy them.
const COPIED_FOLDERS: [&str; 6] = [
    "scenarios",
    "maps",
    "schema",
    "tests/free",
    "tests/replays",
    "crates/compile/tests/data/import",
];

/// The steps of a page, each with its line number.
#[derive(Debug, Default)]
struct Page {
    steps: Vec<(usize, String)>,
    /// Untested blocks, each with its line number.
    untested: Vec<(usize, String)>,
}

impl Page {
    fn read(markdown: &str) -> Self {
        let mut page = Self::default();
        let mut lines = markdown.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let indent = line.len() - line.trim_start().len();
            if let Some(comment) = line.trim_start().strip_prefix("<!-- test:") {
                let mut script = comment.to_owned();
                while !script.contains("-->") {
                    let (_, more) = lines.next().expect("a comment ends");
                    let _ = write!(script, "\n{more}");
                }
                let script = script.split("-->").next().unwrap_or_default();
                page.steps.push((number + 1, script.to_owned()));
            } else if let Some(language) = line.trim_start().strip_prefix("```") {
                let mut script = String::new();
                for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim() != "```") {
                    let _ = writeln!(script, "{}", line.get(indent..).unwrap_or_default());
                }
                let step = match language.split_once(' ').unwrap_or((language, "")) {
                    ("sh", "") => command_step(&script, 0),
                    ("sh", "mistakes") => command_step(&script, 1),
                    ("text", "said") => output_check(&script),
                    ("yaml", path) if !path.is_empty() => {
                        format!("cat >{path} <<'END OF FILE'\n{script}END OF FILE\n")
                    }
                    _ => {
                        page.untested.push((number + 2, script));
                        continue;
                    }
                };
                page.steps.push((number + 2, step));
            }
        }
        page
    }

    /// A script of all steps that prints the line number of each.
    fn script(&self) -> String {
        let step =
            |(line, step): &(usize, String)| format!("echo \"-- line {line}\" >&2\n{step}\n");
        // Each step gets a subshell, because it may change the folder.
        self.steps.iter().map(|one| format!("(\n{})\n", step(one))).collect()
    }
}

/// Runs commands that must end with a status, and stores their output for the block that quotes it.
fn command_step(script: &str, ends: u8) -> String {
    let status = "status=0; bash -euo pipefail \"$PAGE/step\" >\"$PAGE/said\" 2>&1 || status=$?\n";
    format!(
        "cat >\"$PAGE/step\" <<'END OF STEP'\n{script}END OF STEP\n{status}cat \"$PAGE/said\" >&2\n[ $status = {ends} ]\n"
    )
}

/// Checks that the preceding commands printed each line of a block, ignoring spaces and line
/// breaks.
fn output_check(shown: &str) -> String {
    let folded = "folded=$(tr -s ' \\n' '  ' <\"$PAGE/said\")\n";
    let lines = shown.lines().filter(|line| !line.trim().is_empty());
    lines.fold(folded.to_owned(), |mut script, line| {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            script,
            "grep -qF -- \"$(cat <<'END OF LINE'\n{line}\nEND OF LINE\n)\" <<<\"$folded\""
        );
        script
    })
}

/// Runs the commands of a page, and checks that at least `least` commands ran.
fn run(page: &str, min_steps: usize) {
    let read = std::fs::read_to_string(project().join(page)).expect("the page exists");
    let read = Page::read(&read);
    for (line, block) in &read.untested {
        let calls = block.lines().any(|line| line.trim_start().starts_with("sandtable "));
        assert!(!calls, "{page}:{line}: an untested command\n{block}");
    }
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name);
    for part in COPIED_FOLDERS {
        copy_folder(&project().join(part), &at("project").join(part));
    }
    std::fs::create_dir(at("bin")).expect("the folder is created");
    let program = |name: &str, text: &str| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = at("bin").join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("runnable");
    };
    let wrapper = std::fs::read_to_string(project().join("tests/pages/sandtable"));
    program("sandtable", &wrapper.expect("the wrapper exists"));
    // The latest abbreviation comes first and wins.
    let abbreviate = "#!/bin/sh\nold=$(cat \"$PAGE/abbreviations\")\n\
        printf '%s\\t%s\\n%s\\n' \"$1\" \"$2\" \"$old\" >\"$PAGE/abbreviations\"\n";
    program("abbreviate", abbreviate);
    // CI runs the cargo commands of the README; here, only their spelling is tested.
    let cargo = "#!/bin/sh\ncase \"$*\" in\n\"run --release -- build \"*) exec sandtable check \"$5\" ;;\n\
        \"run --release -- \"*) shift 3; exec sandtable \"$@\" ;;\n\
        \"test --workspace\"*|\"install --path crates/sandtable\"*|\"bench -p \"*) ;;\n*) exit 1 ;;\nesac\n";
    program("cargo", cargo);
    program("parallel", "#!/bin/sh\nexec xargs -I{} sh -c \"$1\"\n");
    for (name, text) in [
        ("abbreviations", ""),
        ("passphrase", "a long passphrase of words\n"),
        ("choice", "stay\n"),
    ] {
        std::fs::write(at(name), text).expect("written");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &read.script()])
        .current_dir(at("project"))
        .env("PATH", format!("{}:{path}", at("bin").display()))
        .env("PAGE", folder.path())
        .env("SANDTABLE", env!("CARGO_BIN_EXE_sandtable"))
        .env("HOME", folder.path())
        .output()
        .expect("bash runs");
    let said = text(&output.stderr);
    assert!(output.status.success(), "{page}: {}\n{said}", output.status);
    let commands = std::fs::read_to_string(at("log")).unwrap_or_default().lines().count();
    assert!(
        commands >= min_steps,
        "{page} must have {min_steps} commands, but only {commands} ran"
    );
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder is created");
    for entry in std::fs::read_dir(from).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("copied");
        }
    }
}

#[test]
fn readme() {
    run("README.md", 3);
}

#[test]
fn cheat_sheet() {
    run("docs/cheat-sheet.md", 20);
}

#[test]
fn tutorial() {
    run("docs/tutorial.md", 10);
}

#[test]
fn starting() {
    run("docs/starting.md", 7);
}

#[test]
fn qgis() {
    run("docs/qgis.md", 2);
}

#[test]
fn importing() {
    run("docs/importing.md", 6);
}

#[test]
fn preview() {
    run("docs/preview.md", 1);
}

#[test]
fn authoring() {
    run("docs/AUTHORING.md", 1);
}

#[test]
fn fab_battles() {
    run("docs/fab-battles.md", 1);
}

#[test]
fn repair_terrain() {
    run("docs/how-to/repair-terrain.md", 2);
}

#[test]
fn games() {
    run("docs/GAMES.md", 10);
}

#[test]
fn secret_orders() {
    run("docs/secret-orders.md", 12);
}

#[test]
fn print_at_home() {
    run("docs/how-to/print-at-home.md", 6);
}

#[test]
fn print_shop() {
    run("docs/how-to/print-shop.md", 3);
}

#[test]
fn balance_report() {
    run("docs/how-to/balance-report.md", 5);
}

/// All pages in `docs`, as relative paths.
fn pages() -> Vec<String> {
    fn collect(folder: &Path, before: &str, pages: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("readable").path();
            let name = format!("{before}{}", path.file_name().expect("a name").to_string_lossy());
            if path.is_dir() && name != "book" {
                collect(&path, &format!("{name}/"), pages);
            } else if name.ends_with(".md") {
                pages.push(name);
            }
        }
    }
    let mut pages = Vec::new();
    collect(&project().join("docs"), "", &mut pages);
    pages.sort();
    pages
}

fn read(page: &str) -> String {
    std::fs::read_to_string(project().join("docs").join(page)).expect("readable")
}

/// Every page with commands is tested.
#[test]
fn all_pages_are_run() {
    let tested = include_str!("pages.rs");
    // Examples of mistakes, the output of `--help`, and the verification of a download.
    let examples = ["diagnostics.md", "commands.md", "DEPENDENCIES.md"];
    for page in pages().iter().filter(|page| !examples.contains(&page.as_str())) {
        let is_run = tested.contains(&format!("run(\"docs/{page}\""));
        let steps = Page::read(&read(page)).steps;
        assert!(steps.is_empty() || is_run, "docs/{page} has untested commands");
    }
}

/// The targets of a page's links to files, without links to other sites.
fn file_links(text: &str) -> Vec<&str> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    ends.filter(|link| {
        !link.contains("://") && !link.contains('{') && !link.contains(char::is_whitespace)
    })
    .collect()
}

/// The link anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The book lists every page once. Every link between pages leads to an existing page and heading.
#[test]
fn book_is_complete() {
    let summary = read("SUMMARY.md");
    let chapters = file_links(&summary);
    for page in pages().iter().filter(|page| *page != "SUMMARY.md") {
        let times = chapters.iter().filter(|chapter| *chapter == page).count();
        assert_eq!(times, 1, "docs/{page} must occur once in docs/SUMMARY.md");
        let text = read(page);
        let folder = Path::new("docs").join(page);
        let folder = folder.parent().expect("a folder");
        for link in file_links(&text) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { Path::new("docs").join(page) } else { folder.join(file) };
            let to = project().join(to);
            assert!(to.exists(), "docs/{page}: broken link {link}");
            if !heading.is_empty() {
                let linked = std::fs::read_to_string(to).expect("readable");
                let mut headings = linked.lines().filter(|line| line.starts_with('#'));
                let has_heading =
                    headings.any(|line| anchor(line.trim_start_matches('#')) == heading);
                assert!(has_heading, "docs/{page}: broken link {link}");
            }
        }
    }
}
