//! `sandtable odds` as a whole process: the keys of its JSON, and its errors.

use std::process::{Command, Output};

use serde_json::Value;

fn odds(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("odds")
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn json_has_documented_keys() {
    let output = odds(&[
        "--attacker",
        "infantry:elite",
        "--defender",
        "dragoons:spent",
        "--river",
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let keys: Vec<&String> = json.as_object().expect("the value is an object").keys().collect();
    assert_eq!(keys, ["attacker", "defender", "expected_rounds", "notes", "rules", "ruleset"]);
    assert_eq!(json["ruleset"], "pub-battles/3.2");
    for side in ["attacker", "defender"] {
        let fate = json[side].as_object().expect("the value is an object");
        let mut ends: Vec<&str> = fate.keys().map(String::as_str).collect();
        ends.sort_unstable();
        assert_eq!(ends, ["eliminated", "fresh", "retreated", "spent"]);
        let sum: f64 =
            fate.values().map(|share| share.as_f64().expect("the value is a number")).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
    let rules: Vec<&str> = json["rules"]
        .as_array()
        .expect("the value is a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(rules.contains(&"PB-23.5") && rules.contains(&"PB-24.4"), "{rules:?}");
}

#[test]
fn rejects_impossible_fights() {
    for (arguments, words) in [
        (["--attacker", "artillery", "--defender", "infantry"], "PB-12.4"),
        (["--attacker", "horse", "--defender", "infantry"], "`dragoons`"),
        (["--attacker", "infantry:brave", "--defender", "infantry"], "`brave`"),
        (["--attacker", "infantry", "--defender", "detachment:spent"], "PB-A10"),
        (["--attacker", "infantry:column", "--defender", "infantry"], "PB-A55"),
        (
            ["--attacker", "infantry", "--defender", "cavalry:guard"],
            "like: cavalry, qualities: [guard]",
        ),
        (["--attacker", "infantry", "--defender", "artillery:militia"], "PB-3.27"),
        (["--attacker", "infantri", "--defender", "infantry"], "did you mean `infantry`?"),
        (["--attacker", "infantry:elit", "--defender", "infantry"], "did you mean `elite`?"),
        (["--attacker", "infantry", "--defender", "infantry:spnt"], "did you mean `spent`?"),
    ] {
        let output = odds(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{arguments:?}");
    }
    let unknown = odds(&["--attacker", "infantry", "--defender", "infantry", "--ruleset", "whist"]);
    assert_eq!(unknown.status.code(), Some(2));
}

/// Invalid FAB units, and options of the other game family.
#[test]
fn rejects_invalid_fab_units() {
    for (arguments, words) in [
        ("--attacker infantry --defender infantry:elite:2", "CLASS:QUALITY:STEPS"),
        ("--attacker infantry:brave:2 --defender infantry:elite:2", "invalid quality `brave`"),
        ("--attacker infantry:elite:5 --defender infantry:elite:2", "1 to 4"),
        (
            "--attacker infantry:elite:1 --defender infantry:elite:2 --cover",
            "`--cover` applies only to Pub Battles",
        ),
    ] {
        let arguments = format!("{arguments} --ruleset fab/series");
        let output = odds(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{arguments}");
    }
    let other = ["--attacker", "infantry", "--defender", "infantry", "--difficulty", "1"];
    let output = odds(&other);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`--difficulty` applies only to FAB"));
}

/// FAB-6: on open ground, a recruit with two steps fires first and hits on 4 or less. The remaining
/// steps of a three-step veteran then hit on 6 or less.
#[test]
fn fab_6_odds_match_hand_calculation() {
    let arguments = "--attacker infantry:veteran:3 --defender infantry:recruit:2 --ruleset fab/series --format json";
    let output = odds(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(json["ruleset"], "fab/series");
    for side in ["attacker", "defender"] {
        let steps = json[side]["steps_lost"].as_array().expect("the value is a list").iter();
        let sum: f64 = steps.map(|share| share.as_f64().expect("the value is a number")).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{side}: {sum}");
    }
    let unharmed = json["defender"]["steps_lost"][0].as_f64().expect("the value is a number");
    let miss = 0.4;
    let by_hand = 0.36 * miss * miss * miss + 0.48 * miss * miss + 0.16 * miss;
    assert!((unharmed - by_hand).abs() < 1e-12, "{unharmed}");
}

#[test]
fn table_names_ruleset_and_ineffective_options() {
    let quick = ["--ruleset", "pub-battles/quick-start"];
    let duel = ["--attacker", "infantry", "--defender", "infantry", "--river"];
    let text = |arguments: &[&str]| String::from_utf8_lossy(&odds(arguments).stdout).into_owned();
    let by_default = text(&duel);
    assert!(by_default.contains("ruleset pub-battles/3.2\n"), "{by_default}");
    assert!(!by_default.contains("Note"), "{by_default}");
    let by_quick_start = text(&[duel.as_slice(), &quick].concat());
    assert!(by_quick_start.contains("ruleset pub-battles/quick-start\n"), "{by_quick_start}");
    assert!(by_quick_start.contains("Note: the river has no effect"), "{by_quick_start}");
}

#[test]
fn heading_describes_the_attack() {
    let first = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let text = String::from_utf8_lossy(&odds(&arguments).stdout).into_owned();
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first("--attacker cavalry --defender artillery:spent"),
        "Attack by cavalry on spent artillery"
    );
    assert_eq!(
        first(
            "--attacker infantry:elite --defender infantry:militia --cover --flank --river --column"
        ),
        "Attack by elite infantry on militia infantry; the defender has cover; the attacker is on the \
         flank; the attacker crossed a river; the defender is in road column"
    );
}

/// PB-3.37, PB-Q19: a ruleset's own types, and other editions.
#[test]
fn pb_3_37_odds_use_own_types() {
    let folder = std::env::temp_dir().join(format!("sandtable-odds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder is created");
    let file = folder.join("own.yaml");
    let own = "format: 1\nid: own\nextends: pub-battles/quick-start\ntypes: { cuirassiers: { like: cavalry, dice: 4 } }\n";
    std::fs::write(&file, own).expect("written");
    let file = file.to_str().expect("a plain path");
    let output = odds(&["--attacker", "cuirassiers", "--defender", "artillery", "--ruleset", file]);
    std::fs::remove_dir_all(&folder).expect("removed");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("Attack by cuirassiers on artillery\nruleset own ("), "{text}");
    assert!(text.contains("PB-Q19"), "{text}");
}

/// For a battle with its own ruleset, `odds` takes the battle's folder.
#[test]
fn odds_use_battle_ruleset() {
    let golan = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/golan");
    let pieces = ["--attacker", "armour:veteran:3", "--defender", "armour:veteran:3"];
    let ruleset_id = |ruleset: &str| {
        let output = odds(&[&pieces[..], &["--format", "json", "--ruleset", ruleset]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{told}");
        let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        json["ruleset"].as_str().map(str::to_owned)
    };
    assert_eq!(ruleset_id(golan).as_deref(), Some("fab/golan"));
    assert_eq!(ruleset_id("fab/series").as_deref(), Some("fab/series"));
}

/// Each command of `odds_examples.txt` prints what follows it and ends with that exit code.
/// `UPDATE_EXPECTED=1` rewrites the file.
#[test]
fn examples_print_expected_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/odds_examples.txt");
    let expected = std::fs::read_to_string(path).expect("the file is read").replace("\r\n", "\n");
    let (mut printed, mut commands) = (String::new(), 0);
    for command in expected.lines().filter_map(|line| line.strip_prefix("$ sandtable odds ")) {
        let output = odds(&command.split(' ').collect::<Vec<_>>());
        printed += &format!("$ sandtable odds {command}\n");
        printed += &String::from_utf8_lossy(&output.stdout);
        printed += &String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().expect("the program exits");
        printed += &format!("exit {code}\n\n");
        commands += 1;
    }
    assert!(commands >= 30, "{commands}");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(path, &printed).expect("the file is written");
        return;
    }
    assert_eq!(printed, expected);
}
