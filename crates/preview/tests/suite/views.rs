//! The views of battles of both families, and the details of a position.

use sandtable_preview::ViewGroup;
use serde_json::Value;

use super::BattleCopy;

fn ids(copy: &BattleCopy, group: ViewGroup) -> Vec<String> {
    let edition = copy.preview.edition();
    edition.views().filter(|view| view.group == group).map(|view| view.id.clone()).collect()
}

/// Requests the details at a fraction of the map frame, from its left and top.
fn details_at(copy: &BattleCopy, right: f64, down: f64) -> Value {
    let edition = copy.json("/edition");
    let frame: Vec<f64> = edition["map"]["frame"]
        .as_array()
        .map(|sides| sides.iter().filter_map(Value::as_f64).collect())
        .expect("there is a map");
    let between = |from: f64, to: f64, fraction: f64| from * (1.0 - fraction) + to * fraction;
    let (x, y) = (between(frame[0], frame[2], right), between(frame[1], frame[3], down));
    copy.json(&format!("/at?x={x}&y={y}"))
}

#[test]
fn lists_battlefield_views_and_sheets() {
    let copy = BattleCopy::start_drawn("field");
    assert_eq!(ids(&copy, ViewGroup::Map), ["map", "set-up", "map-proof", "set-up-proof"]);
    let sheets = ids(&copy, ViewGroup::Sheet);
    for name in ["stickers", "sticks"] {
        assert!(sheets.iter().any(|id| id.contains(name)), "{name} is not among {sheets:?}");
    }
    let edition = copy.json("/edition");
    assert_eq!(edition["title"], "A field");
    assert_eq!(edition["map"]["denominator"], 16_000);
    let sticks = edition["map"]["sticks"].as_array().expect("sticks");
    let ids: Vec<_> = sticks.iter().map(|stick| stick["id"].as_str().unwrap_or_default()).collect();
    assert_eq!(ids, ["foot", "mounted"]);
    let thirds: Vec<_> = sticks.iter().filter_map(|stick| stick["third_m"].as_f64()).collect();
    assert!(thirds[0] > 0.0 && thirds[1] > thirds[0], "the mounted stick is longer: {thirds:?}");
}

#[test]
fn reports_battlefield_position_details() {
    let copy = BattleCopy::start_drawn("field");
    let middle = details_at(&copy, 0.5, 0.5);
    assert_eq!(middle["written"], "[10.000000, 50.000000]", "the frame's centre");
    assert_eq!(
        (&middle["east_m"], &middle["north_m"]),
        (&Value::from(3_000.0), &Value::from(3_000.0))
    );
    let corner = details_at(&copy, 0.0, 1.0);
    assert_eq!((&corner["east_m"], &corner["north_m"]), (&Value::from(0.0), &Value::from(0.0)));
    assert!(corner["longitude"].as_f64() < Some(10.0) && corner["latitude"].as_f64() < Some(50.0));
    assert!(middle["grid"].is_string() && middle["grid"] != corner["grid"]);
    // Across the whole map, all the proof's kinds of terrain occur.
    let mut grounds = std::collections::BTreeSet::new();
    for right in 0..20 {
        for down in 0..20 {
            let found = details_at(&copy, f64::from(right) / 19.0, f64::from(down) / 19.0);
            grounds.insert(found["ground"].as_str().unwrap_or_default().to_owned());
        }
    }
    for kind in ["open ground", "woods", "hill, level 1"] {
        assert!(grounds.contains(kind), "{kind} is not among {grounds:?}");
    }
}

#[test]
fn lists_area_map_views_and_areas() {
    let copy = BattleCopy::start_drawn("../../templates/fab");
    assert_eq!(ids(&copy, ViewGroup::Map), ["map", "set-up"]);
    assert!(!ids(&copy, ViewGroup::Sheet).is_empty());
    let edition = copy.json("/edition");
    assert_eq!(
        (&edition["map"]["has_areas"], &edition["map"]["has_proof"]),
        (&Value::Bool(true), &Value::Bool(false))
    );
    let found: Vec<_> = (0..100)
        .map(|at| {
            details_at(&copy, f64::from(at % 10) / 10.0 + 0.05, f64::from(at / 10) / 10.0 + 0.05)
        })
        .filter(|found| found["area"].is_object())
        .collect();
    assert!(found.len() > 20, "areas cover the map");
    for found in found {
        assert!(found["area"]["id"].as_str().is_some_and(|id| !id.is_empty()), "{found}");
        assert!(
            found["ground"].is_string() && found["written"].is_string() && found["grid"].is_null(),
            "{found}"
        );
    }
}
