//! Rulesets: by name, in a file, or changed in the scenario, with diagnostics about the changes.

use std::collections::BTreeMap;

use sandtable_authored::{AnyRuleset, load_ruleset_by_name};
use sandtable_compile::check;
use sandtable_pack::{AnyPack, PieceType, Reattack, fab, sample};
use sandtable_source::{ProjectPath, Severity, code};

use crate::support::{Battle, battle, data, run};

/// Compiles the small battle with another `ruleset` line and additional files.
fn with(line: &str, files: &[(&str, &str)]) -> sandtable_compile::Outcome {
    let mut battle = battle();
    let scenario = String::from_utf8(battle.0["scenario.yaml"].clone()).expect("UTF-8 text");
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
    let reported = found.iter().filter(|finding| finding.code == code::RULING_CHANGED);
    reported.map(|finding| finding.message.to_string()).collect()
}

fn errors(outcome: &sandtable_compile::Outcome) -> Vec<sandtable_source::Code> {
    let found = outcome.diagnostics.sorted();
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.code).collect()
}

/// PB-V1, PB-V2, PB-V3, PB-V4, PB-V9; PB-Q1 to PB-Q25: an edition switches exactly these rules
/// together.
#[test]
fn editions_extend_3_2() {
    for expected in [sample::ruleset_3_1(), sample::quick_start_ruleset()] {
        let outcome = with(&format!("ruleset: {}", expected.id), &[]);
        assert_eq!(changes(&outcome), [] as [String; 0], "the designer changed nothing");
        let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid ruleset");
        assert_eq!(*pack.ruleset(), expected);
    }
}

/// A number and a ruling are changed in the scenario itself, or in an included part.
#[test]
fn pb_36_14_scenario_overrides_ruleset() {
    let told = [
        "ruling `reattack` changed from `never` to `flank-only`",
        "`pieces: cavalry: dice` of the ruleset changed from `3` to `4`",
    ];
    let inline = "ruleset: { extends: pub-battles/3.2, rulings: { reattack: flank-only }, pieces: { cavalry: { dice: 4 } } }";
    let outcome = with(inline, &[]);
    assert_eq!(changes(&outcome), told);
    let whole = outcome.pack.and_then(AnyPack::pub_battles).expect("valid ruleset");
    assert_eq!(whole.ruleset().id, "pub-battles/3.2, changed");
    assert_eq!(whole.ruleset().rulings.reattack, Reattack::FlankOnly);
    assert_eq!(whole.ruleset().piece(PieceType::Cavalry).dice, 4);
    assert_eq!(whole.ruleset().piece(PieceType::Cavalry).hits_on, 4);
    let part = "extends: pub-battles/3.2\nrulings: { reattack: flank-only }\npieces: { cavalry: { dice: 4 } }\n";
    let outcome = with("ruleset: { include: rules/own.yaml }", &[("rules/own.yaml", part)]);
    assert_eq!(changes(&outcome), told);
    let split = outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle");
    assert_eq!(split.play_digest(), whole.play_digest());
    // The base ruleset of an included part is in the part's folder.
    let part = "extends: base.yaml\nid: house rules\nrulings: { reattack: flank-only }\n";
    let base = "format: 1\nid: base\nextends: pub-battles/3.1\npieces: { cavalry: { dice: 4 } }\n";
    let outcome = with(
        "ruleset: { include: rules/own.yaml }",
        &[("rules/own.yaml", part), ("rules/base.yaml", base)],
    );
    assert_eq!(
        changes(&outcome),
        ["`pieces: cavalry: dice` of the ruleset changed from `3` to `4`"],
        "3.1 has the ruling already"
    );
    assert_eq!(
        outcome.pack.and_then(AnyPack::pub_battles).expect("valid battle").ruleset().id,
        "house rules"
    );
}

#[test]
fn bad_changes_have_places() {
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

/// Reads a FAB ruleset in a folder with other files, and returns all diagnostics.
fn fab_ruleset(name: &str, files: &[(&str, &str)]) -> (Option<fab::Ruleset>, Vec<String>) {
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let (ruleset, diagnostics, _) = load_ruleset_by_name(&Battle(files), name);
    let found = diagnostics.sorted();
    let ruleset = ruleset.map(|ruleset| match ruleset {
        AnyRuleset::Fab(ruleset) => *ruleset,
        AnyRuleset::PubBattles(_) => panic!("{name} is for Pub Battles"),
    });
    (ruleset, found.iter().map(|found| format!("{}: {}", found.code, found.message)).collect())
}

/// FAB-D23 to FAB-D30, FAB-D40, FAB-D41: the series values; only reserve markers depend on the
/// battle.
#[test]
fn series_matches_digest() {
    let (series, found) = fab_ruleset("fab/series", &[]);
    assert_eq!(found, [] as [String; 0]);
    let mut expected = fab::sample::series();
    expected.reserve.markers.clear();
    assert_eq!(series, Some(expected));
}

/// FAB-2.1b, FAB-V39: a battle's own rules override the series, and the changes are reported.
#[test]
fn fab_v39_2_1b_reports_changes_of_the_series() {
    let own = "format: 1
id: own
extends: fab/series
stacking: 3
border_types:
  river: { mp_extra: 1, impassable_for: [armour] }
  canal: { blown_capable: true }
connection_types: { track: { infantry: 1, armour: 3 } }
combat_table: { uses: { artillery: [] }, quality_vs_point: { elite: { recruit: 3 } } }
surrender: { elite: 10 }
marker_limits: { fieldworks: 6 }
rulings: { loss_scope: per-batch }
";
    let (changed, found) = fab_ruleset("own.yaml", &[("own.yaml", own)]);
    assert_eq!(
        found,
        [
            "ST1102: `stacking` of the ruleset changed from `2` to `3`",
            "ST1102: `border_types: river: mp_extra` of the ruleset changed from `0` to `1`",
            "ST1102: `border_types: river: impassable_for` of the ruleset changed from `[]` to `[armour]`",
            "ST1102: `combat_table: uses: artillery` of the ruleset changed from `[quality]` to `[]`",
            "ST1102: `combat_table: quality_vs_point: elite: recruit` of the ruleset changed from `2` to `3`",
            "ST1102: `surrender: elite` of the ruleset changed from `never` to `10`",
            "ST1102: `marker_limits: fieldworks` of the ruleset changed from `unlimited` to `6`",
            "ST1102: ruling `loss_scope` changed from `round` to `per-batch`",
        ]
    );
    let changed = changed.expect("valid ruleset");
    let names: Vec<&str> = changed.border_types.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(names, ["open", "river", "canal"]);
    let canal = &changed.border_types[2];
    assert!(canal.blown_capable && !canal.one_unit_limit);
    assert_eq!((changed.name.as_str(), changed.blow_on), ("own", 5));
    let check = check(
        &Battle([("own.yaml".to_owned(), own.as_bytes().to_vec())].into()),
        &ProjectPath::from_file_name("own.yaml"),
    );
    assert_eq!(changes(&check).len(), found.len(), "`check` reports the same");
}

#[test]
fn ruleset_of_other_system_is_one_diagnostic() {
    let file = ("own.yaml", "format: 1\nid: own\nextends: fab/series\n");
    for line in ["ruleset: fab/series", "ruleset: own.yaml", "ruleset: { extends: fab/series }"] {
        let outcome = with(line, &[file]);
        let found = outcome.diagnostics.sorted();
        assert!(outcome.pack.is_none());
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        let told = "this scenario is written for Pub Battles, but its ruleset is for FAB";
        assert_eq!(messages, [told], "{line}");
    }
    let area_battle =
        std::fs::read_to_string(data().join("fab/scenario.yaml")).expect("readable file");
    let spoilt = area_battle.replace("ruleset: fab/series", "ruleset: pub-battles/3.2");
    let files = [("scenario.yaml".to_owned(), spoilt.into_bytes())];
    let outcome = run(&Battle(files.into()));
    let found = outcome.diagnostics.sorted();
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(messages, ["this scenario is written for FAB, but its ruleset is for Pub Battles"]);
}

#[test]
fn reports_bad_fab_rulesets() {
    let cases = [
        ("stacking: 0", "ST0205: `stacking` must be between 1 and 20, found 0"),
        ("rulings: { loss_scope: batch }", "ST0204: invalid `loss_scope` value `batch`"),
        ("rulings: { reattack: never }", "ST0201: "),
        ("surrender: { elite: none }", "expected a whole number from 2 to 10, or `never`"),
        ("border_types: { River Po: {} }", "invalid kind of border `River Po`"),
        ("extends: fab/serie", "ST0901: cannot find ruleset `fab/serie`"),
        ("pieces: {}", "ST0201: "),
        ("extends: whist\nstacking: 3", "ST0901: cannot find ruleset `whist`"),
    ];
    for (line, expected) in cases {
        let extends = if line.starts_with("extends") { "" } else { "extends: fab/series\n" };
        let text = format!("format: 1\nid: own\n{extends}{line}\n");
        let (ruleset, found) = fab_ruleset("own.yaml", &[("own.yaml", &text)]);
        assert_eq!(ruleset, None, "{line}");
        assert!(found.len() == 1 && found[0].contains(expected), "{line}: {found:?}");
    }
    let whole = "format: 1\nid: fab/mine\nrulings: {}\n";
    let (ruleset, found) = fab_ruleset("own.yaml", &[("own.yaml", whole)]);
    assert_eq!(ruleset, None);
    assert!(found[0].contains("missing keys `allowances`, `stacking`"), "{found:?}");
}
