//! The part of `docs/RULES-COVERAGE.md` on FAB, made from the citations in code and tests, so that it
//! cannot go stale. `UPDATE_EXPECTED=1 cargo test -p sandtable-fab coverage` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Every rule of the digest and every check of the compiler, with its first words.
const RULES: &str = include_str!("rules.txt");
/// Every worked case with the rules that it shows.
const WORKED_CASES: &str = include_str!("worked_cases.txt");
/// What the part begins with.
const HEADING: &str = "\n# FAB\n";
/// Worked cases of polygons, which no engine sees.
const OF_POLYGONS: [u32; 2] = [1, 3];
/// The worked case that a mistake of `crates/compile/tests/data/fab/bad` shows.
const OF_COMPILER: u32 = 139;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with an ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|one| one.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// The ids that are cited in a text: `FAB-5.35d1` gives `5.35d1`, `FAB-V5` gives `V5`.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("FAB-").filter_map(move |(at, mark)| {
        let rest = &text[at + mark.len()..];
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let end = rest.find(|c| !is_id(c)).unwrap_or(rest.len());
        let id = rest[..end].trim_end_matches('.');
        (!id.is_empty()).then_some(id)
    })
}

/// Rule → files of the engine in which it is cited, and other crates.
fn implemented() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let folders = [
        ("fab", "crates/fab/src"),
        ("compile", "crates/compile/src"),
        ("pack", "crates/pack/src/fab"),
        ("render", "crates/render/src/area_battle"),
    ];
    for (name, folder) in folders {
        let source = root().join(folder);
        for path in files(&source, "rs") {
            let file = path.strip_prefix(&source).expect("it lies there").display().to_string();
            // A diary cites rules and carries none out.
            if name == "fab" && (file.starts_with("cases") || file.starts_with("diary")) {
                continue;
            }
            if file == "tests.rs" {
                continue;
            }
            for id in cited(&read(&path)) {
                // Of the other crates only the name: their files move without telling.
                let place = if name == "fab" { file.clone() } else { format!("crates/{name}") };
                found.entry(id.to_owned()).or_default().insert(place);
            }
        }
    }
    found
}

/// Names of tests: all words that begin with `fab_t` and a number.
fn case_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files(&root().join("crates/fab/src"), "rs") {
        let text = read(&path);
        for (at, _) in text.match_indices("fn fab_t") {
            let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
            names.insert(text[at + 3..].chars().take_while(is_word).collect());
        }
    }
    names
}

/// Tests of what is printed, by the rule that each names: `fab_2_3h_the_edge` is of 2.3h.
fn of_the_printer() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let text = read(&root().join("crates/render/src/area_battle/tests.rs"));
    for (at, _) in text.match_indices("fn fab_") {
        let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let name: String = text[at + 3..].chars().take_while(is_word).collect();
        let mut words = name.split('_').skip(1);
        let (Some(section), Some(rule)) = (words.next(), words.next()) else { continue };
        let rule = match section.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("{section}.{rule}"),
            false => section.to_uppercase(),
        };
        found.entry(rule).or_default().insert(name);
    }
    found
}

/// The worked cases that a test name names: `fab_t33_t34_river` is 33 and 34.
fn cases_of(name: &str) -> Vec<u32> {
    name.split('_').skip(1).map_while(|word| word.strip_prefix('t')?.parse().ok()).collect()
}

/// Rule → names of tests.
fn tested() -> BTreeMap<String, BTreeSet<String>> {
    let mut cases: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for line in WORKED_CASES.lines() {
        let (case, rules) = line.split_once(' ').unwrap_or((line, ""));
        let number = case.trim_start_matches('T').parse().expect("cases are numbered");
        cases.insert(number, rules.split(", ").collect());
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in case_names() {
        for rule in cases_of(&name).iter().filter_map(|case| cases.get(case)).flatten() {
            found.entry((*rule).to_owned()).or_default().insert(name.clone());
        }
    }
    found
}

/// Check → mistakes that are seeded for it, by the pages of their codes.
fn refused() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root().join("crates/compile/tests/data/fab/bad"), "edit") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = read(&path);
        for (at, _) in text.match_indices("~ ST") {
            let code = text.get(at + 2..at + 8).unwrap_or_default();
            let page = read(&root().join(format!("crates/source/pages/{code}.md")));
            let rules = page.split_once("## Rule").map_or("", |(_, rules)| rules);
            for rule in cited(rules) {
                found.entry(rule.to_owned()).or_default().insert(format!("bad/{name}"));
            }
        }
    }
    found
}

fn listed(found: Option<&BTreeSet<String>>) -> String {
    let Some(places) = found else { return "not yet".to_owned() };
    let shown: Vec<String> = places.iter().take(4).map(|place| format!("`{place}`")).collect();
    match places.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn part() -> String {
    let (implemented, mut tested) = (implemented(), tested());
    // Of what is played, tests of play say more.
    for (rule, cases) in refused() {
        tested.entry(rule).or_insert(cases);
    }
    for (rule, cases) in of_the_printer() {
        tested.entry(rule).or_default().extend(cases);
    }
    let mut part = format!(
        "{HEADING}\n\
         The series: one row per rule of the digest and per check of the compiler, with the files of the engine that cite it and the \
         worked cases that show it, the mistakes of `crates/compile/tests/data/fab/bad`, or tests of what is printed. Made from the citations in code and tests by \
         `crates/fab/tests/coverage`; a test fails when it is stale.\n\n\
         | Rule | First words | Implemented in | Tested by |\n|---|---|---|---|\n"
    );
    for line in RULES.lines() {
        let (rule, title) = line.split_once(' ').expect("a rule and its first words");
        let (files, tests) = (listed(implemented.get(rule)), listed(tested.get(rule)));
        writeln!(part, "| FAB-{rule} | {title} | {files} | {tests} |")
            .expect("writing to a string");
    }
    part
}

#[test]
fn coverage_of_fab_is_fresh() {
    let path = root().join("docs/RULES-COVERAGE.md");
    let (page, fresh) = (read(&path), part());
    let own = page.find(HEADING).unwrap_or(page.len());
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, format!("{}{fresh}", &page[..own])).expect("the page can be written");
        return;
    }
    assert!(
        page[own..] == fresh,
        "docs/RULES-COVERAGE.md is stale: UPDATE_EXPECTED=1 cargo test -p sandtable-fab coverage"
    );
}

/// Every worked case of the digest has a test that bears its name, but those of polygons.
#[test]
fn worked_cases_are_named() {
    let worked: BTreeSet<u32> = case_names().iter().flat_map(|name| cases_of(name)).collect();
    let elsewhere = |case: &u32| OF_POLYGONS.contains(case) || *case == OF_COMPILER;
    let missing: Vec<u32> =
        (1..=152).filter(|case| !worked.contains(case) && !elsewhere(case)).collect();
    assert!(missing.is_empty(), "FAB-T without a case of its name: {missing:?}");
    assert_eq!(WORKED_CASES.lines().count(), 152);
}

/// Nothing cites a rule that the digest does not have; a number alone stands for all below it.
#[test]
fn citations_of_fab_exist() {
    let known: Vec<&str> =
        RULES.lines().filter_map(|line| line.split_once(' ')).map(|(rule, _)| rule).collect();
    for (rule, files) in implemented() {
        let is_rule = rule.starts_with(|c: char| c.is_ascii_digit());
        let below = |known: &&str| {
            known.strip_prefix(rule.as_str()).is_some_and(|rest| {
                rest.starts_with('.') || rest.starts_with(|c: char| c.is_ascii_alphanumeric())
            })
        };
        let exists = known.contains(&rule.as_str()) || known.iter().any(below);
        assert!(!is_rule || exists, "FAB-{rule} in {files:?}");
    }
}
