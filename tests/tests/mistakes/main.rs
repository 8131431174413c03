//! Real mistakes of historians, seeded into the real battle one at a time and in pairs. Each must
//! be reported at its location, with a helpful message and without many follow-on diagnostics.
//!
//! Each mistake is a file in `tests/data/mistakes`. The authors of mistakes numbered up to 96 did
//! not know the checks. Cases in `todo.txt` are known to fail; remove a case from that file once it
//! passes.

mod case;
mod edit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rayon::prelude::*;
use sandtable_compile::Outcome;
use sandtable_source::{Report, ReportDiagnostic, github, report};
use sandtable_tests::{EditedBattle, project, project_text};

use case::{Mistake, MistakePair, Severity};

/// Gettysburg with these mistakes.
struct Battle {
    report: Report,
    /// The diagnostics as GitHub annotations.
    annotations: String,
    /// The edited files, by path relative to the project folder.
    texts: BTreeMap<String, String>,
}

impl Battle {
    fn with_mistakes(mistakes: &[&Mistake]) -> Self {
        let mut files = EditedBattle::gettysburg();
        let mut texts = BTreeMap::new();
        for mistake in mistakes {
            let text = texts.remove(&mistake.file).unwrap_or_else(|| project_text(&mistake.file));
            let bytes = edit::apply_edits(&text, &mistake.edits);
            texts.insert(mistake.file.clone(), String::from_utf8_lossy(&bytes).into_owned());
            files.put(&mistake.file, bytes);
        }
        let Outcome { sources, diagnostics, .. } = files.compile();
        let mut report = report(&sources, &diagnostics);
        report.diagnostics.retain(|finding| finding.severity != "note");
        let annotations = github(&sources, &diagnostics, false);
        Self { report, annotations, texts }
    }

    /// Differences from a mistake's expectations; empty if there are none.
    fn differences(&self, mistake: &Mistake) -> Vec<String> {
        let is_severe_enough = |finding: &&ReportDiagnostic| {
            finding.severity == "error" || mistake.expect.severity == Severity::Warning
        };
        let found: Vec<_> = self.report.diagnostics.iter().filter(is_severe_enough).collect();
        if found.is_empty() {
            return vec![format!("no diagnostic for “{}”", mistake.title)];
        }
        let placed: Vec<_> = found
            .iter()
            .copied()
            .filter(|finding| self.is_at_expected_place(mistake, finding))
            .collect();
        let words = |finding: &&ReportDiagnostic| missing_words(mistake, finding);
        match placed.iter().map(words).min_by_key(Vec::len) {
            None => vec![format!("not at the expected place: {}", render(&found))],
            Some(missing) if missing.is_empty() => Vec::new(),
            Some(missing) => vec![format!("does not mention {missing:?}: {}", render(&placed))],
        }
    }

    fn is_at_expected_place(&self, mistake: &Mistake, finding: &ReportDiagnostic) -> bool {
        mistake.expect.places.iter().any(|place| {
            let text =
                self.texts.get(&place.file).cloned().unwrap_or_else(|| project_text(&place.file));
            let marked: BTreeSet<usize> = (1..)
                .zip(text.lines())
                .filter(|(_, line)| line.contains(&place.mark))
                .flat_map(|(line, _)| line..line + place.lines)
                .collect();
            assert!(!marked.is_empty(), "`{}` is not in {}", place.mark, place.file);
            finding.spans.iter().filter(|span| span.primary || place.other).any(|span| {
                span.file.ends_with(&place.file) && marked.contains(&(span.start.line as usize))
            })
        })
    }
}

fn missing_words(mistake: &Mistake, finding: &ReportDiagnostic) -> Vec<String> {
    let labels = finding.spans.iter().map(|span| span.label.as_str());
    let help = finding.help.iter().map(String::as_str);
    let text: Vec<&str> =
        std::iter::once(finding.message.as_str()).chain(labels).chain(help).collect();
    let text = text.join("\n").to_lowercase();
    let is_missing =
        |words: &&String| !words.split('|').any(|word| text.contains(&word.to_lowercase()));
    mistake.expect.words.iter().filter(is_missing).cloned().collect()
}

fn render(findings: &[&ReportDiagnostic]) -> String {
    let line = |finding: &&ReportDiagnostic| {
        let place = finding.spans.first().map_or(String::new(), |span| {
            let name = span.file.rsplit('/').next().unwrap_or_default();
            format!("{name}:{}", span.start.line)
        });
        format!("{} {place} {} ({})", finding.code, finding.message, finding.help.join("; "))
    };
    findings.iter().take(4).map(line).collect::<Vec<_>>().join(" | ")
}

/// Fails if a case outside `todo.txt` has complaints, or a case in `todo.txt` has none.
fn assert_outcomes(folder: &str, outcomes: Vec<(String, Vec<String>)>) {
    let todo = std::fs::read_to_string(project().join("tests/data").join(folder).join("todo.txt"))
        .expect("the list is part of the project");
    let todo: BTreeSet<&str> = todo.lines().filter(|line| !line.is_empty()).collect();
    let count = outcomes.len();
    let names: BTreeSet<String> = outcomes.iter().map(|(name, _)| name.clone()).collect();
    let misspelt = todo.iter().filter(|known| !names.contains(**known));
    let mut wrong: Vec<String> =
        misspelt.map(|known| format!("todo.txt names `{known}`, which is not a case")).collect();
    for (name, complaints) in outcomes {
        match (complaints.is_empty(), todo.contains(name.as_str())) {
            (true, true) => wrong.push(format!("{name} passes now: remove it from todo.txt")),
            (false, false) => wrong.push(format!("{name}: {}", complaints.join("\n    "))),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every mistake with its case name, and with the battle that contains only this mistake.
static SINGLE_MISTAKES: LazyLock<Vec<(String, Mistake, Battle)>> = LazyLock::new(|| {
    let cases: Vec<(String, Mistake)> = case::load_all("mistakes");
    let battles = cases.into_par_iter().map(|(name, mistake)| {
        let battle = Battle::with_mistakes(&[&mistake]);
        (name, mistake, battle)
    });
    battles.collect()
});

#[test]
fn each_mistake_is_found_and_explained() {
    assert!(SINGLE_MISTAKES.len() >= 60, "some cases were not read");
    let outcomes = SINGLE_MISTAKES
        .iter()
        .map(|(name, mistake, battle)| {
            let mut complaints = battle.differences(mistake);
            let found: Vec<_> = battle.report.diagnostics.iter().collect();
            if found.len() > mistake.expect.findings {
                complaints.push(format!("{} diagnostics: {}", found.len(), render(&found)));
            }
            (name.clone(), complaints)
        })
        .collect();
    assert_outcomes("mistakes", outcomes);
}

#[test]
fn pairs_of_mistakes_are_both_found() {
    let cases: Vec<(String, MistakePair)> = case::load_all("mistakes/pairs");
    assert_eq!(cases.len(), 20);
    let outcomes = cases
        .into_par_iter()
        .map(|(name, MistakePair { mistakes })| {
            let battle = Battle::with_mistakes(&[&mistakes[0], &mistakes[1]]);
            let found: Vec<_> = battle.report.diagnostics.iter().collect();
            let mut complaints: Vec<String> =
                mistakes.iter().flat_map(|mistake| battle.differences(mistake)).collect();
            let alone = mistakes.iter().map(|mistake| Battle::with_mistakes(&[mistake]));
            let alone: usize = alone.map(|battle| battle.report.diagnostics.len()).sum();
            if found.len() != alone {
                let found = render(&found);
                complaints.push(format!(
                    "{found}; expected {alone} diagnostics, as for the single mistakes"
                ));
            }
            if battle.annotations.lines().count() != battle.report.diagnostics.len() {
                complaints.push(format!("the GitHub annotations differ: {}", battle.annotations));
            }
            (name, complaints)
        })
        .collect();
    assert_outcomes("mistakes/pairs", outcomes);
}

#[test]
fn unedited_battle_has_no_diagnostics() {
    let found = Battle::with_mistakes(&[]).report.diagnostics;
    assert!(found.is_empty(), "{}", render(&found.iter().collect::<Vec<_>>()));
}

/// The table of diagnostics for each mistake, for review. `UPDATE_EXPECTED=1` rewrites it.
#[test]
fn mistake_table_is_fresh() {
    let head = "# Mistakes and the answers of `check`\n\nEach mistake was made in a copy of Gettysburg. The authors of mistakes up to 96 did not know what is checked; later ones follow mistakes of new users, who found the answer unhelpful. \
                 Tests ensure that `check` finds each one, points at its place, and reports nothing else. \
                 The last column is the only advice that a historian gets, so reviewers judged whether it is enough; \
                 unclear answers are listed in `todo.txt` until they are fixed.\n\n\
                Generated by `UPDATE_EXPECTED=1 cargo test -p sandtable-tests --test mistakes`.\n\n\
                | mistake | place | message | help |\n|---|---|---|---|\n";
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let row = |(_, mistake, battle): &(String, Mistake, Battle)| {
        let said = battle.report.diagnostics.iter().map(|finding| {
            let span = finding.spans.iter().find(|span| span.primary).expect("a place");
            let name = span.file.rsplit('/').next().unwrap_or_default();
            let place = format!("{name}:{}", span.start.line);
            let said = format!("{}: {}", finding.code, finding.message);
            [place, said, finding.help.join("; ")]
        });
        let said: Vec<[String; 3]> = said.collect();
        let column = |number: usize| {
            let cells: Vec<String> = said.iter().map(|one| cell(&one[number])).collect();
            cells.join("<br>")
        };
        format!("| {} | {} | {} | {} |\n", cell(&mistake.title), column(0), column(1), column(2))
    };
    let rows: Vec<String> = SINGLE_MISTAKES.iter().map(row).collect();
    let made = format!("{head}{}", rows.concat());
    let file = project().join("tests/data/mistakes/README.md");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&file, &made).expect("the table can be written");
    }
    let current = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        current == made,
        "stale: UPDATE_EXPECTED=1 cargo test -p sandtable-tests --test mistakes"
    );
}
