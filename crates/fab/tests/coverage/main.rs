//! The part of `docs/RULES-COVERAGE.md` on FAB, generated from the citations in code and tests, so
//! it cannot go stale. Rewrite it with `UPDATE_EXPECTED=1 cargo test -p sandtable-fab coverage`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sandtable_engine::rule_ids;

/// Every rule of the digest and every compiler check, with its first words, one per line.
const RULES: &str = include_str!("rules.txt");
/// Every worked case with its rules.
const WORKED_CASES: &str = include_str!("worked_cases.txt");
/// The heading of this part.
const HEADING: &str = "\n# FAB\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files in a folder with this extension, sorted.
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

/// Adds `FAB-5.35d1` after each constant `FAB_5_35D1` in a text.
fn with_rule_ids(text: &str) -> String {
    let constants: Vec<&str> = rule_ids::rules_in_code(text).map(|rule| rule.0).collect();
    format!("{text}{}", constants.join(" "))
}

/// The ids cited in a text: `5.35d1` for `FAB-5.35d1`, `V5` for `FAB-V5`.
fn citations(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("FAB-").filter_map(move |(at, mark)| {
        let rest = &text[at + mark.len()..];
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let end = rest.find(|c| !is_id(c)).unwrap_or(rest.len());
        let id = rest[..end].trim_end_matches('.');
        (!id.is_empty()).then_some(id)
    })
}

/// Maps each rule to the engine files that cite it, and to other crates that cite it.
fn citing_files() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let folders = [
        ("fab", "crates/fab/src"),
        ("authored", "crates/authored/src"),
        ("map", "crates/map/src"),
        ("import", "crates/import/src"),
        ("compile", "crates/compile/src"),
        ("pack", "crates/pack/src/fab"),
        ("components", "crates/components/src/area_charts"),
        ("components", "crates/components/src/areas"),
        ("house-style", "crates/house-style/src/areas"),
    ];
    for (name, folder) in folders {
        let source = root().join(folder);
        for path in files(&source, "rs") {
            let file = path
                .strip_prefix(&source)
                .expect("the path is in this folder")
                .display()
                .to_string();
            // A diary cites rules but implements none.
            if name == "fab" && (file.starts_with("worked_cases") || file.starts_with("diary")) {
                continue;
            }
            if file == "tests.rs" {
                continue;
            }
            for id in citations(&with_rule_ids(&read(&path))) {
                // Other crates appear only by name, because their files move independently.
                let place = if name == "fab" { file.clone() } else { format!("crates/{name}") };
                found.entry(id.to_owned()).or_default().insert(place);
            }
        }
    }
    found
}

/// Folders with tests named after rules and worked cases.
const TESTS: [&str; 4] =
    ["crates/fab/src", "crates/fab/tests", "crates/compile/tests", "crates/components/src/areas"];

/// Names of tests: functions that begin with `fab_`.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in TESTS.iter().flat_map(|folder| files(&root().join(folder), "rs")) {
        let text = read(&path);
        for (at, _) in text.match_indices("fn fab_") {
            let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
            let name: String = text[at + 3..].chars().take_while(is_word).collect();
            // Functions of the compiler begin with `fab_` too.
            if !cases_of(&name).is_empty() || !rules_of(&name).is_empty() {
                names.insert(name);
            }
        }
    }
    names
}

/// The worked cases in a test name: `fab_t33_t34_river` names 33 and 34.
fn cases_of(name: &str) -> Vec<u32> {
    name.split('_').skip(1).map_while(|word| word.strip_prefix('t')?.parse().ok()).collect()
}

/// The rules in a test name: `fab_2_3h_4_1a1_steps` names 2.3h and 4.1a1, `fab_10a_boxes` 10a,
/// `fab_v39_reported` V39, and `fab_s20_to_s22_hold` S20, S21 and S22.
fn rules_of(name: &str) -> Vec<String> {
    let is_rule = |word: &str| {
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        letters.len() < word.len()
            && letters.trim_start_matches(|c: char| c.is_ascii_lowercase()).len() <= 1
            && letters.len() < 3
    };
    let numbered = |word: &str| {
        let number = word.strip_prefix(['s', 'v'])?.parse::<u32>().ok()?;
        Some((word[..1].to_uppercase(), number))
    };
    let words: Vec<&str> = name.split('_').skip(1).collect();
    let mut rules = Vec::new();
    let mut left = words.as_slice();
    while let [first, rest @ ..] = left {
        left = match (numbered(first), rest) {
            (Some((letter, from)), ["to", last, after @ ..]) if numbered(last).is_some() => {
                let to = numbered(last).map_or(from, |(_, to)| to);
                rules.extend((from..=to).map(|number| format!("{letter}{number}")));
                after
            }
            (Some((letter, number)), after) => {
                rules.push(format!("{letter}{number}"));
                after
            }
            (None, [second, after @ ..]) if first.parse::<u32>().is_ok() && is_rule(second) => {
                rules.push(format!("{first}.{second}"));
                after
            }
            (None, after) if is_rule(first) && first.parse::<u32>().is_err() => {
                rules.push((*first).to_owned());
                after
            }
            _ => break,
        };
    }
    rules
}

/// Maps each rule to the names of its tests.
fn tests_by_rule() -> BTreeMap<String, BTreeSet<String>> {
    let mut cases: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for line in WORKED_CASES.lines() {
        let (case, rules) = line.split_once(' ').unwrap_or((line, ""));
        let number = case.trim_start_matches('T').parse().expect("cases are numbered");
        cases.insert(number, rules.split(", ").map(str::to_owned).collect());
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in test_names() {
        let shown = cases_of(&name).into_iter().filter_map(|case| cases.get(&case)).flatten();
        for rule in shown.cloned().chain(rules_of(&name)) {
            found.entry(rule).or_default().insert(name.clone());
        }
    }
    found
}

/// Maps each check to its seeded mistakes. A mistake is found by the page of its code, or by a mark
/// such as `# FAB-V2`, which `crates/compile/tests/suite/fab.rs` enforces.
fn mistakes_by_check() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root().join("crates/compile/tests/data/fab/bad"), "edit") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = read(&path);
        let marks = text.lines().filter(|line| line.starts_with("# "));
        let marks: Vec<&str> = marks.flat_map(citations).collect();
        for rule in marks.iter().filter(|rule| rule.starts_with('V')) {
            found.entry((*rule).to_owned()).or_default().insert(format!("bad/{name}"));
        }
        // The page of a code with many checks names all of them, so a file marks the check that it
        // breaks.
        if !marks.is_empty() {
            continue;
        }
        for (at, _) in text.match_indices("~ ST") {
            let code = text.get(at + 2..at + 8).unwrap_or_default();
            let page = read(&root().join(format!("crates/source/pages/{code}.md")));
            let rules = page.split_once("## Rule").map_or("", |(_, rules)| rules);
            let checks: BTreeSet<&str> =
                citations(rules).filter(|rule| rule.starts_with('V')).collect();
            for rule in citations(rules).filter(|rule| checks.len() < 2 || !rule.starts_with('V')) {
                found.entry(rule.to_owned()).or_default().insert(format!("bad/{name}"));
            }
        }
    }
    found
}

fn list_places(found: Option<&BTreeSet<String>>, empty: &str) -> String {
    let Some(places) = found else { return empty.to_owned() };
    let shown: Vec<String> = places.iter().take(4).map(|place| format!("`{place}`")).collect();
    match places.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The reason for rules not yet implemented.
const NOT_YET: &str = "not yet";

/// The reason for definitions, advice, and facts about printed pieces.
const NOTHING_TO_PLAY: &str = "nothing to play";
const PRINT: &str = "print only";

/// A rule with its first words and, after ` = `, the reason why it is not played.
fn split_row(line: &str) -> (&str, &str, Option<&str>) {
    let (rule, title) = line.split_once(' ').expect("the line has a rule and a title");
    match title.rsplit_once(" = ") {
        Some((title, note)) if [NOTHING_TO_PLAY, PRINT].contains(&note) => {
            (rule, title, Some(note))
        }
        _ => (rule, title, None),
    }
}

fn part() -> String {
    let (implemented, mut tested) = (citing_files(), tests_by_rule());
    // For rules that are played, gameplay tests are better evidence; for compiler checks, both are
    // listed.
    for (rule, cases) in mistakes_by_check() {
        let is_check = rule.starts_with('V');
        let shown = tested.entry(rule).or_default();
        if is_check || shown.is_empty() {
            shown.extend(cases);
        }
    }
    let mut part = format!(
        "{HEADING}\n\
         The series: one row per rule of the digest, per check of the compiler (FAB-V) and per invariant (FAB-S), with the files of the \
         engine that cite it and the tests that are named after it or after a worked case that shows it, or the mistakes of \
         `crates/compile/tests/data/fab/bad`. Made from the citations in code and tests by \
         `crates/fab/tests/coverage`; a test fails when it is stale, and when a row is empty. Where there is nothing to play, a word \
         says why.\n\n\
         | Rule | First words | Implemented in | Tested by |\n|---|---|---|---|\n"
    );
    for line in RULES.lines() {
        let (rule, title, note) = split_row(line);
        let (files, tests) = match note {
            None => (
                list_places(implemented.get(rule), NOT_YET),
                list_places(tested.get(rule), NOT_YET),
            ),
            Some(note) => (note.to_owned(), list_places(tested.get(rule), "–")),
        };
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

/// Every worked case of the digest has a test named after it.
#[test]
fn worked_cases_are_named() {
    let worked: BTreeSet<u32> = test_names().iter().flat_map(|name| cases_of(name)).collect();
    let missing: Vec<u32> = (1..=152).filter(|case| !worked.contains(case)).collect();
    assert!(missing.is_empty(), "FAB-T without a case named after it: {missing:?}");
    assert_eq!(WORKED_CASES.lines().count(), 152);
}

/// All citations exist in the digest; a bare number stands for all rules below it.
#[test]
fn citations_of_fab_exist() {
    let known: Vec<&str> =
        RULES.lines().filter_map(|line| line.split_once(' ')).map(|(rule, _)| rule).collect();
    for (rule, files) in citing_files() {
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

/// Every rule that is played is cited in code and covered by a test or a refused mistake.
#[test]
fn no_row_of_fab_is_empty() {
    let part = part();
    let empty: Vec<&str> = part.lines().filter(|row| row.contains("| not yet |")).collect();
    assert!(empty.is_empty(), "without code or test: {empty:#?}");
}

/// No engine cites a rule listed as "nothing to play", and no gameplay test is named after such a
/// rule. Only printing code cites print rules.
#[test]
fn unplayed_rules_have_no_code() {
    let (implemented, tested) = (citing_files(), tests_by_rule());
    for (rule, _, note) in RULES.lines().map(split_row) {
        let Some(note) = note else { continue };
        let places: Vec<&String> = implemented.get(rule).into_iter().flatten().collect();
        let is_printed = note == PRINT;
        let prints = |place: &str| ["crates/components", "crates/house-style"].contains(&place);
        let elsewhere = places.iter().any(|place| !is_printed || !prints(place));
        assert!(!elsewhere, "FAB-{rule} is carried out in {places:?}");
        assert!(is_printed || !tested.contains_key(rule), "FAB-{rule} has a test");
    }
}

/// Tests that begin with a number are named after rules of the digest.
#[test]
fn tests_are_named_after_rules() {
    let known: BTreeSet<&str> = RULES.lines().map(|line| split_row(line).0).collect();
    for name in test_names() {
        for rule in rules_of(&name) {
            assert!(known.contains(rule.as_str()), "{name}: there is no FAB-{rule}");
        }
    }
    let names = |name: &str| rules_of(name);
    assert_eq!(names("fab_2_3h_4_1a1_steps"), ["2.3h", "4.1a1"]);
    assert_eq!(names("fab_5_21_to_22_units"), ["5.21"]);
    assert_eq!(names("fab_10a_boxes"), ["10a"]);
    assert_eq!(names("fab_s20_to_s22_s31_hold"), ["S20", "S21", "S22", "S31"]);
    assert_eq!(names("fab_v39_2_1b_told"), ["V39", "2.1b"]);
}

/// Every procedure of the digest is cited somewhere.
#[test]
fn procedures_are_cited() {
    let implemented = citing_files();
    let missing: Vec<String> = (1..=25)
        .map(|number| format!("P{number}"))
        .filter(|procedure| !implemented.contains_key(procedure))
        .collect();
    assert!(missing.is_empty(), "FAB-P without code: {missing:?}");
}
