//! `sandtable odds` as a whole process: the keys of its JSON, and how it refuses.

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
fn json_has_the_keys_of_the_contract() {
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
    let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["attacker", "defender", "expected_rounds", "rules"]);
    for side in ["attacker", "defender"] {
        let fate = json[side].as_object().expect("an object");
        let mut ends: Vec<&str> = fate.keys().map(String::as_str).collect();
        ends.sort_unstable();
        assert_eq!(ends, ["eliminated", "fresh", "retreated", "spent"]);
        let sum: f64 = fate.values().map(|share| share.as_f64().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
    let rules: Vec<&str> =
        json["rules"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(rules.contains(&"PB-23.5") && rules.contains(&"PB-24.4"), "{rules:?}");
}

#[test]
fn what_cannot_be_fought_is_wrong_usage() {
    for (arguments, words) in [
        (["--attacker", "artillery", "--defender", "infantry"], "PB-12.4"),
        (["--attacker", "horse", "--defender", "infantry"], "`dragoons`"),
        (["--attacker", "infantry:brave", "--defender", "infantry"], "`brave`"),
        (["--attacker", "infantry", "--defender", "detachment:spent"], "PB-A10"),
    ] {
        let output = odds(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{arguments:?}");
    }
    let unknown = odds(&["--attacker", "infantry", "--defender", "infantry", "--ruleset", "whist"]);
    assert_eq!(unknown.status.code(), Some(2));
}

/// PB-3.37, PB-Q19: types of a ruleset's own, and other editions.
#[test]
fn own_types_and_editions() {
    let folder = std::env::temp_dir().join(format!("sandtable-odds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("own.yaml");
    let own = "format: 1\nid: own\nextends: pub-battles/quick-start\ntypes: { cuirassiers: { like: cavalry, dice: 4 } }\n";
    std::fs::write(&file, own).expect("written");
    let file = file.to_str().expect("a plain path");
    let output = odds(&["--attacker", "cuirassiers", "--defender", "artillery", "--ruleset", file]);
    std::fs::remove_dir_all(&folder).expect("removed");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("cuirassiers attacks artillery"), "{text}");
    assert!(text.contains("PB-Q19"), "{text}");
}
