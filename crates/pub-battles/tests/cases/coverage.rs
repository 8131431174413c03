//! Generates `docs/RULES-COVERAGE.md` from the citations in code and tests, and fails when it is
//! stale. `UPDATE_EXPECTED=1 cargo test -p sandtable-pub-battles coverage` rewrites it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sandtable_engine::rule_ids;

/// Every rule of the digest with a short title and, after `=`, the reason why the rule is not
/// played.
const RULES: &str = include_str!("rules.txt");
/// Every worked case with its rules.
const WORKED_CASES: &str = include_str!("worked_cases.txt");

/// Crates that implement rules. The crate `pack` only stores the numbers in the rules.
const CRATES: [&str; 5] = ["terrain", "authored", "map", "compile", "pub-battles"];

/// The crates in [`CRATES`] that read scenarios. A rule implemented only there needs no switch.
const COMPILER_CRATES: [&str; 3] = ["crates/authored", "crates/map", "crates/compile"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files in a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The numbers that follow a prefix in a text, such as `7.4` for `PB-` and `12` for `PB-T`.
fn numbers<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(mark).filter_map(move |(at, _)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        (!number.is_empty()).then_some(number)
    })
}

/// The code of a file without its tests, with `PB-7.4` in place of the constant `PB_7_4`.
fn code(text: &str) -> String {
    let code = text.find("#[cfg(test)]").map_or(text, |at| &text[..at]);
    let constants: Vec<&str> = rule_ids::rules_in_code(code).map(|rule| rule.0).collect();
    format!("{code}{}", constants.join(" "))
}

/// Maps each rule to the files of this crate that cite it outside tests, and to other crates that
/// cite it.
fn citing_files() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in CRATES {
        let source = root().join("crates").join(name).join("src");
        for path in files(&source) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let file = path
                .strip_prefix(&source)
                .expect("source files are below the folder")
                .display()
                .to_string();
            for number in numbers(&code(&text), "PB-") {
                // Other crates appear by name only, because their files move independently.
                let place =
                    if name == "pub-battles" { file.clone() } else { format!("crates/{name}") };
                found.entry(number.to_owned()).or_default().insert(place);
            }
        }
    }
    found
}

/// Names of tests and of table rows: all words that begin with `pb_`.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for name in CRATES {
        let folder = root().join("crates").join(name);
        for path in [folder.join("src"), folder.join("tests")].iter().flat_map(|path| files(path)) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            for (at, _) in text.match_indices("pb_") {
                let before = text[..at].chars().next_back();
                if before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
                    continue;
                }
                let word: String = text[at..]
                    .chars()
                    .take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '_')
                    .collect();
                if word.len() > 5 && word.chars().any(|c| c.is_ascii_digit()) {
                    names.insert(word);
                }
            }
        }
    }
    names
}

/// The worked cases in a test name: `pb_t33_t34_river` names 33 and 34.
fn cases_of(name: &str) -> Vec<u32> {
    name.split('_').skip(1).map_while(|word| word.strip_prefix('t')?.parse().ok()).collect()
}

/// The rule in a test name: `pb_7_5_not_after` names 7.5.
fn rule_of(name: &str) -> Option<String> {
    let mut words = name.split('_').skip(1);
    let chapter: u32 = words.next()?.parse().ok()?;
    let rule: u32 = words.next()?.parse().ok()?;
    Some(format!("{chapter}.{rule}"))
}

/// Maps each rule to the names of its tests.
fn tests_by_rule() -> BTreeMap<String, BTreeSet<String>> {
    let mut cases: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for line in WORKED_CASES.lines() {
        let (case, rules) = line.split_once(' ').expect("the line has a case and its rules");
        let number = case.trim_start_matches('T').parse().expect("cases are numbered");
        let rules = rules.split(", ").map(str::to_owned).collect();
        cases.insert(number, rules);
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in test_names() {
        let shown = cases_of(&name).into_iter().filter_map(|case| cases.get(&case)).flatten();
        for rule in shown.cloned().chain(rule_of(&name)) {
            found.entry(rule).or_default().insert(name.clone());
        }
    }
    found
}

/// Maps each rule to the compiler's bad-input cases with a code whose page names that rule.
fn bad_inputs_by_rule() -> BTreeMap<String, BTreeSet<String>> {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let mut rules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in entries(&root().join("crates/source/pages")) {
        let text = read(&path);
        let cited = text.split_once("## Rule").map_or("", |(_, cited)| cited);
        let code = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        rules.insert(code, numbers(cited, "PB-").map(str::to_owned).collect());
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in entries(&root().join("crates/compile/tests/data/bad")) {
        let text = read(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        for (at, _) in text.match_indices("~ ST") {
            let code = text.get(at + 2..at + 8).unwrap_or_default();
            for rule in rules.get(code).into_iter().flatten() {
                found.entry(rule.clone()).or_default().insert(format!("bad/{name}"));
            }
        }
    }
    found
}

/// The list of rules that can be switched off.
fn switches() -> String {
    let list = root().join("crates/pub-battles/tests/neutralised.txt");
    std::fs::read_to_string(list).expect("the list exists")
}

/// The engine rules without a switch, each with the reason.
fn rules_without_switch(switches: &str) -> BTreeMap<&str, &str> {
    let lines = switches.lines().filter_map(|line| line.strip_prefix("without PB-"));
    lines.map(|line| line.split_once(' ').expect("the line has a rule and a reason")).collect()
}

/// The rules that `neutralise.sh` switches off.
fn switched_rules(switches: &str) -> BTreeSet<&str> {
    numbers(switches, "neutral(\"PB-").collect()
}

/// The files in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn page() -> String {
    let (implemented, mut tested) = (citing_files(), tests_by_rule());
    // For rules that are played, gameplay tests are more informative.
    for (rule, cases) in bad_inputs_by_rule() {
        tested.entry(rule).or_insert(cases);
    }
    let switches = switches();
    let mut page = String::from(
        "# Rules coverage\n\n\
         Pub Battles 3.2: one row per rule of the digest and per row of Table B. Each row lists the files that \
         cite the rule and the tests named after it or after one of its worked cases. If there are no such tests, \
         it lists the bad-input cases of `crates/compile/tests/data/bad` that the compiler refuses by the rule. \
         `crates/pub-battles/tests/cases/coverage.rs` generates this page from citations in code and tests; a \
         test fails when it is stale.\n\n\
         In a free game the engine enforces the written schedule (PB-32.2); sealing it is not part of the engine.\n\n",
    );
    let known = |rule: &&&str| RULES.lines().any(|line| line.split(' ').next() == Some(rule));
    let count = switched_rules(&switches).iter().filter(known).count();
    let why = rules_without_switch(&switches);
    let why: Vec<String> = why.iter().map(|(rule, why)| format!("PB-{rule} ({why})")).collect();
    writeln!(
        page,
        "`crates/pub-battles/tests/neutralise.sh` switches off {count} of the rules, one at a time, and shows which test \
         fails. The other rules are those with a note instead of files, those that only the compiler enforces, and {}.\n\n\
         | Rule | Subject | Implemented in | Tested by |\n|---|---|---|---|",
        why.join("; ")
    )
    .expect("writing to a string");
    for line in RULES.lines() {
        let (rule, title) = line.split_once(' ').expect("the line has a rule and a title");
        let (title, note) = title.split_once(" = ").unwrap_or((title, "not yet"));
        let listed = |found: Option<&BTreeSet<String>>, empty: &str| match found {
            Some(places) => {
                let shown: Vec<String> =
                    places.iter().take(4).map(|place| format!("`{place}`")).collect();
                let more = places.len() - shown.len();
                let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("{}{rest}", shown.join(", "))
            }
            None => empty.to_owned(),
        };
        // A mark in `rules.txt` applies even if the rule is cited.
        let is_played = note == "not yet";
        let files = listed(implemented.get(rule).filter(|_| is_played), note);
        let tests = listed(tested.get(rule), if is_played { note } else { "–" });
        writeln!(page, "| PB-{rule} | {title} | {files} | {tests} |").expect("writing to a string");
    }
    page
}

#[test]
fn coverage_page_is_fresh() {
    let path = root().join("docs/RULES-COVERAGE.md");
    let fresh = page();
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    // The crate `fab` generates the FAB section.
    let (own, of_fab) = committed.split_at(committed.find("\n# FAB\n").unwrap_or(committed.len()));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, format!("{fresh}{of_fab}")).expect("the page is writable");
        return;
    }
    assert!(
        own == fresh,
        "docs/RULES-COVERAGE.md is stale: UPDATE_EXPECTED=1 cargo test -p sandtable-pub-battles coverage"
    );
}

/// Every worked case and procedure of the digest has a test or table row named after it.
#[test]
fn worked_cases_and_procedures_are_named() {
    let names = test_names();
    let worked: BTreeSet<u32> = names.iter().flat_map(|name| cases_of(name)).collect();
    let missing: Vec<u32> = (1..=182).filter(|case| !worked.contains(case)).collect();
    assert!(missing.is_empty(), "PB-T without a case named after it: {missing:?}");
    assert_eq!(WORKED_CASES.lines().count(), 182);
    let is_named = |number: &u32| {
        let mark = format!("pb_p{number}");
        let mut rests = names.iter().filter_map(|name| name.strip_prefix(&mark));
        rests.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let missing: Vec<u32> = (1..=15).filter(|number| !is_named(number)).collect();
    assert!(missing.is_empty(), "PB-P without a case named after it: {missing:?}");
}

/// Every rule that is played is cited in code and covered by a test or a bad-input case.
#[test]
fn no_row_is_empty() {
    let page = page();
    let empty: Vec<&str> = page.lines().filter(|row| row.contains("| not yet |")).collect();
    assert!(empty.is_empty(), "without code or test: {empty:#?}");
}

/// Every engine rule has a switch or a reason for having none.
#[test]
fn rules_have_switch_or_reason() {
    let switches = switches();
    let (switched, why) = (switched_rules(&switches), rules_without_switch(&switches));
    let both: Vec<_> = why.keys().filter(|rule| switched.contains(*rule)).collect();
    assert!(both.is_empty(), "a switch and a reason for none: {both:?}");
    let places = citing_files();
    let of_engine = |rule: &str| {
        let places = places.get(rule).into_iter().flatten();
        places.into_iter().any(|place| !COMPILER_CRATES.contains(&place.as_str()))
    };
    for line in RULES.lines().filter(|line| !line.contains(" = ")) {
        let rule = line.split(' ').next().expect("the line begins with a rule");
        let is_told = switched.contains(rule) || why.contains_key(rule);
        assert!(is_told || !of_engine(rule), "PB-{rule} has neither a switch nor a reason");
    }
}

/// No citation names a rule outside the digest.
#[test]
fn citations_exist() {
    let known: BTreeSet<&str> =
        RULES.lines().filter_map(|line| line.split_once(' ')).map(|(rule, _)| rule).collect();
    for (rule, files) in citing_files() {
        let is_rule = rule.split_once('.').is_some_and(|(_, number)| !number.is_empty());
        assert!(!is_rule || known.contains(rule.as_str()), "PB-{rule} in {files:?}");
    }
}

/// Every line that `neutralise.sh` replaces occurs exactly once in its file.
#[test]
fn neutralised_lines_are_unique() {
    let list = switches();
    let (mut name, mut from, mut count) = ("", "", 0);
    let mut texts = BTreeMap::new();
    let mut misplaced = Vec::new();
    for line in list.lines() {
        if let Some(file) = line.strip_prefix("file ") {
            name = file;
            texts.entry(name).or_insert_with(|| {
                std::fs::read_to_string(root().join(file)).expect("the file exists")
            });
        } else if let Some(line) = line.strip_prefix("- ") {
            from = line;
        } else if let Some(to) = line.strip_prefix("+ ") {
            count += 1;
            let text = texts.get_mut(name).expect("a file is named first");
            if text.matches(from).count() != 1 {
                misplaced.push(format!("{name}: {from}"));
            }
            // As in the script, each search sees the replacements made before it.
            *text = text.replacen(from, to, 1);
        }
    }
    assert!(count > 110 && misplaced.is_empty(), "{count} lines, {misplaced:#?}");
}
