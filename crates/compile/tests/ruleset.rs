//! Rulesets: by name, in a file, changed in the scenario, and what each change is told as.

mod support;

use sandtable_pack::{PieceType, Reattack, sample};
use sandtable_source::{Severity, code};

use support::{battle, run};

/// The small battle with another line for its ruleset, and files of its own.
fn with(line: &str, files: &[(&str, &str)]) -> sandtable_compile::Outcome {
    let mut battle = battle();
    let scenario = String::from_utf8(battle.0["scenario.yaml"].clone()).expect("text");
    assert!(scenario.contains("ruleset: pub-battles/3.2"));
    let scenario = scenario.replace("ruleset: pub-battles/3.2", line);
    battle.0.insert("scenario.yaml".to_owned(), scenario.into_bytes());
    for (name, text) in files {
        battle.0.insert((*name).to_owned(), text.as_bytes().to_vec());
    }
    run(&battle)
}

fn changes(outcome: &sandtable_compile::Outcome) -> Vec<String> {
    let found = outcome.diagnostics.sorted();
    let told = found.iter().filter(|finding| finding.code == code::RULING_CHANGED);
    told.map(|finding| finding.message.clone()).collect()
}

fn errors(outcome: &sandtable_compile::Outcome) -> Vec<sandtable_source::Code> {
    let found = outcome.diagnostics.sorted();
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.code).collect()
}

/// PB-V1, PB-V2, PB-V3, PB-V4, PB-V9; PB-Q1 to PB-Q25: what an edition switches together, and
/// nothing else.
#[test]
fn editions_extend_3_2() {
    for expected in [sample::edition_3_1(), sample::quick_start()] {
        let outcome = with(&format!("ruleset: {}", expected.id), &[]);
        assert_eq!(changes(&outcome), [] as [String; 0], "no change of the designer's");
        let pack = outcome.pack.expect("a good ruleset");
        assert_eq!(*pack.ruleset(), expected);
    }
}

/// A number and a ruling changed in the scenario itself, or in a part that it includes.
#[test]
fn pb_36_14_a_scenario_changes_its_ruleset_in_place() {
    let told = [
        "the ruling `reattack` was `never` and is `flank-only`",
        "`pieces: cavalry: dice` of the ruleset was `3` and is `4`",
    ];
    let inline = "ruleset: { extends: pub-battles/3.2, rulings: { reattack: flank-only }, pieces: { cavalry: { dice: 4 } } }";
    let outcome = with(inline, &[]);
    assert_eq!(changes(&outcome), told);
    let whole = outcome.pack.expect("a good ruleset");
    assert_eq!(whole.ruleset().id, "pub-battles/3.2, changed");
    assert_eq!(whole.ruleset().rulings.reattack, Reattack::FlankOnly);
    assert_eq!(whole.ruleset().piece(PieceType::Cavalry).dice, 4);
    assert_eq!(whole.ruleset().piece(PieceType::Cavalry).hits_on, 4);
    let part = "extends: pub-battles/3.2\nrulings: { reattack: flank-only }\npieces: { cavalry: { dice: 4 } }\n";
    let outcome = with("ruleset: { include: rules/own.yaml }", &[("rules/own.yaml", part)]);
    assert_eq!(changes(&outcome), told);
    let split = outcome.pack.expect("good as well");
    assert_eq!(split.play_digest(), whole.play_digest());
    // What an included part extends lies beside it.
    let part = "extends: base.yaml\nid: house rules\nrulings: { reattack: flank-only }\n";
    let base = "format: 1\nid: base\nextends: pub-battles/3.1\npieces: { cavalry: { dice: 4 } }\n";
    let outcome = with(
        "ruleset: { include: rules/own.yaml }",
        &[("rules/own.yaml", part), ("rules/base.yaml", base)],
    );
    assert_eq!(
        changes(&outcome),
        ["`pieces: cavalry: dice` of the ruleset was `3` and is `4`"],
        "3.1 has the ruling already"
    );
    assert_eq!(outcome.pack.expect("good").ruleset().id, "house rules");
}

#[test]
fn bad_changes_are_placed() {
    let cases = [
        ("ruleset: { rulings: { reattack: flank-only } }", code::MISSING_KEY),
        ("ruleset: { extends: pub-battles/3.3 }", code::UNKNOWN_RULESET),
        ("ruleset: { extends: pub-battles/3.2, rulings: { reatack: never } }", code::UNKNOWN_KEY),
        (
            "ruleset: { extends: pub-battles/3.2, rulings: { reattack: once } }",
            code::UNKNOWN_CHOICE,
        ),
        ("ruleset: 3.2", code::WRONG_KIND),
        ("ruleset: { include: nowhere.yaml }", code::FILE_MISSING),
    ];
    for (line, code) in cases {
        let outcome = with(line, &[]);
        assert_eq!(errors(&outcome), [code], "{line}");
        assert!(outcome.pack.is_none());
    }
    let list = with("ruleset: { include: list.yaml }", &[("list.yaml", "- one\n- two\n")]);
    assert_eq!(errors(&list), [code::INCLUDE_SHAPE]);
}
