//! `check --fix` on the small battle: repairs, their notation, and features that stay unchanged.

use sandtable_compile::check;
use sandtable_map::{RepairedFeature, Repairs, repair};
use sandtable_source::{ProjectPath, Severity};

use crate::support::{Battle, battle};

/// The small battle with another layer.
fn battle_with_layer(layer: &str, text: &str) -> Battle {
    let mut battle = battle();
    battle.0.insert(format!("layers/{layer}.geojson"), text.as_bytes().to_vec());
    battle
}

fn repaired(battle: &Battle) -> Repairs {
    let repaired = repair(battle, &ProjectPath::from_file_name("scenario.yaml"));
    let from_map = repair(battle, &ProjectPath::from_file_name("map.yaml"));
    assert_eq!(format!("{repaired:?}"), format!("{from_map:?}"));
    repaired
}

fn woods(geometry: &str) -> String {
    format!(
        "{{ \"type\": \"FeatureCollection\",\n  \"features\": [\n    {{ \"type\": \"Feature\", \"geometry\": {geometry}, \"properties\": {{ \"id\": \"wood\", \"basis\": \"data\", \"odd\":1.50 }}}}]}}\n"
    )
}

/// The only feature that was repaired or left unchanged, and the new text of the file.
fn only(battle: &Battle) -> (RepairedFeature, Option<String>) {
    let mut layers = repaired(battle).layers;
    assert_eq!(layers.len(), 1, "{layers:?}");
    let layer = layers.remove(0);
    assert_eq!(layer.features.len(), 1, "{layer:?}");
    (layer.features[0].clone(), layer.text)
}

/// The errors and warnings in the woods layer.
fn findings(battle: &Battle) -> Vec<String> {
    let outcome = check(battle, &ProjectPath::from_file_name("map.yaml"));
    let found = outcome.diagnostics.sorted();
    let found = found.iter().filter(|finding| finding.severity != Severity::Note);
    found.map(|finding| finding.message.to_string()).collect()
}

/// Repairs a geometry in the woods layer. The rest of the file must stay unchanged, the result must
/// be valid, and a second repair must have no effect.
fn repairs(geometry: &str) -> (String, RepairedFeature) {
    let text = woods(geometry);
    let (feature, repaired_text) = only(&battle_with_layer("woods", &text));
    assert_eq!(feature.unrepaired_reason, None, "{geometry}");
    let repaired_text = repaired_text.expect("repaired text");
    let (before, after) = text.split_once(geometry).expect("the feature has a geometry");
    let new = repaired_text.strip_prefix(before).and_then(|text| text.strip_suffix(after));
    let new = new.unwrap_or_else(|| panic!("changed more than the geometry: {repaired_text}"));
    let again = battle_with_layer("woods", &repaired_text);
    assert!(repaired(&again).layers.is_empty(), "{repaired_text}: {:?}", repaired(&again));
    assert_eq!(findings(&again), Vec::<String>::new(), "{repaired_text}");
    (new.to_owned(), feature)
}

const CORNERS: &str = "[10.03, 49.97], [10.04, 49.97], [10.04, 49.98], [10.03, 49.98]";

#[test]
fn repairs_keep_the_authors_notation() {
    let closed = format!(r#"{{"type":"Polygon","coordinates":[[{CORNERS}, [10.03, 49.97]]]}}"#);
    let closed = closed.as_str();
    // Each case has a mistake, the repaired geometry, and the repair message.
    let cases: &[(String, String, &str)] = &[
        (closed.replace(", [10.03, 49.97]]]", "]]"), closed.to_owned(), "closed one ring"),
        (
            closed.replace("[10.04, 49.98],", "[10.04, 49.98], [10.04, 49.98], [10.040, 49.980],"),
            closed.to_owned(),
            "removed 2 repeated positions",
        ),
        (
            closed.replace("[10.04, 49.98],", "[10.04, 49.98], [10.04, 49.99], [10.04, 49.98],"),
            closed.to_owned(),
            "removed one spike",
        ),
        (
            r#"{"type":"Polygon","coordinates":[[[10.03,49.97,5],
  [10.03,49.98,6],
  [10.04,49.98,7],
  [10.03,49.97,5]]]}"#
                .to_owned(),
            r#"{"type":"Polygon","coordinates":[[[10.03,49.97,5],
  [10.04,49.98,7],
  [10.03,49.98,6],
  [10.03,49.97,5]]]}"#
                .to_owned(),
            "reversed one ring",
        ),
        (
            closed.replace("]]]", "]], [[10.05, 49.97], [10.05, 49.972], [10.052, 49.97], [10.05, 49.97]]]"),
            closed.to_owned(),
            "removed one hole outside the outer ring",
        ),
        (
            closed.replace("]]]", "]], [[10.032, 49.972], [10.032, 49.972], [10.032, 49.972]]]"),
            closed.to_owned(),
            "removed one empty hole",
        ),
        // A hole of the first part lies inside the second part.
        (
            r#"{"type":"MultiPolygon","coordinates":[[[[10.03,49.97],[10.04,49.97],[10.04,49.98],[10.03,49.97]],[[10.056,49.972],[10.056,49.973],[10.057,49.973],[10.056,49.972]]],[[[10.05,49.97],[10.06,49.97],[10.06,49.98],[10.05,49.97]]]]}"#.to_owned(),
            r#"{"type":"MultiPolygon","coordinates":[[[[10.03,49.97],[10.04,49.97],[10.04,49.98],[10.03,49.97]]],[[[10.05,49.97],[10.06,49.97],[10.06,49.98],[10.05,49.97]],[[10.056,49.972],[10.056,49.973],[10.057,49.973],[10.056,49.972]]]]}"#.to_owned(),
            "moved one hole to another part",
        ),
        // A small bow tie at a vertex: the wood and a triangle touch at a new vertex.
        (
            r#"{"type": "Polygon", "coordinates": [[[10.03, 49.97], [10.04, 49.97], [10.04, 49.98], [10.03, 49.9798], [10.0302, 49.98], [10.03, 49.97]]]}"#.to_owned(),
            r#"{"type": "MultiPolygon", "coordinates": [[[[10.03, 49.97], [10.04, 49.97], [10.04, 49.98], [10.0302, 49.9798], [10.03, 49.97]]], [[[10.03, 49.9798], [10.0302, 49.9798], [10.0302, 49.98], [10.03, 49.9798]]]]}"#.to_owned(),
            "split its crossing ring",
        ),
        // Two parts that overlap in a strip become one part.
        (
            r#"{"type":"MultiPolygon","coordinates":[[[[10.03,49.97],[10.04,49.97],[10.04,49.98],[10.03,49.98],[10.03,49.97]]],[[[10.04,49.97],[10.05,49.97],[10.05,49.98],[10.035,49.99],[10.035,49.975],[10.04,49.97]]]]}"#.to_owned(),
            r#"{"type":"MultiPolygon","coordinates":[[[[10.03,49.97],[10.04,49.97],[10.05,49.97],[10.05,49.98],[10.035,49.99],[10.035,49.98],[10.03,49.98],[10.03,49.97]]]]}"#.to_owned(),
            "joined overlapping parts",
        ),
    ];
    let mut wrong = Vec::new();
    for (fault, wanted, words) in cases {
        let (new, feature) = repairs(fault);
        if feature.repairs != [*words] || new != *wanted {
            wrong.push(format!("{fault}\nbecame {new}\nby {:?}", feature.repairs));
        }
        let lines = fault.matches('\n').count() as u32;
        assert_eq!((feature.id.as_str(), feature.line), ("wood", 3 + lines));
        let (before, after) = feature.area.expect("known area");
        assert!(before >= 0.0 && after > 0.0);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn repairs_several_faults_of_a_feature() {
    let (new, feature) = repairs(
        r#"{"type":"Polygon","coordinates":[[[10.03,49.97],[10.03,49.98],[10.03,49.98],[10.04,49.98],[10.04,49.99],[10.04,49.98],[10.04,49.97]]]}"#,
    );
    assert_eq!(
        new,
        r#"{"type":"Polygon","coordinates":[[[10.03,49.97],[10.04,49.97],[10.04,49.98],[10.03,49.98],[10.03,49.97]]]}"#
    );
    let words = [
        "closed one ring",
        "removed one repeated position",
        "removed one spike",
        "reversed one ring",
    ];
    assert_eq!(feature.repairs, words);
}

/// Only the author knows whether an area that a ring encloses twice is inside.
#[test]
fn ambiguous_faults_stay_unchanged() {
    let twice = r#"{"type":"Polygon","coordinates":[[[10.03,49.97],[10.05,49.97],[10.05,49.99],[10.03,49.99],[10.031,49.971],[10.04,49.971],[10.04,49.98],[10.03,49.98],[10.03,49.97]]]}"#;
    let text = woods(twice);
    let (feature, new) = only(&battle_with_layer("woods", &text));
    assert_eq!(new, None);
    assert!(feature.unrepaired_reason.expect("unrepaired feature").contains("m² twice"));
    for (crossed, why) in [
        // Two vertices are swapped, and one is dragged far across the ring.
        (
            "[10.03, 49.97], [10.04, 49.98], [10.04, 49.97], [10.03, 49.98], [10.03, 49.97]",
            "are probably swapped",
        ),
        (
            "[10.03, 49.97], [10.034, 49.99], [10.038, 49.97], [10.038, 49.974], [10.038, 49.978], [10.034, 49.978], [10.03, 49.978], [10.03, 49.97]",
            "is far off its boundary",
        ),
        // A wood has ten vertices, two of them swapped; a block has a vertex 900 m away.
        (
            "[10.03,49.97],[10.032,49.9699],[10.034,49.9742],[10.036,49.9702],[10.0362,49.972],[10.036,49.974],[10.034,49.97],[10.032,49.9741],[10.03,49.974],[10.0299,49.972],[10.03,49.97]",
            "crosses itself too widely",
        ),
        (
            "[10.03,49.97],[10.0314,49.9701],[10.0315,49.9708],[10.045,49.973],[10.03,49.97]",
            "longitude 10.045, latitude 49.973 is far off",
        ),
    ] {
        let text = format!(r#"{{"type":"Polygon","coordinates":[[{crossed}]]}}"#);
        let (feature, new) = only(&battle_with_layer("woods", &woods(&text)));
        assert_eq!(new, None);
        assert!(feature.unrepaired_reason.expect("unrepaired feature").contains(why), "{crossed}");
    }
    for other in [
        r#"{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[10.03,49.97],[10.04,49.97],[10.04,49.98]]]}]}"#,
        r#"{"type":"Polygon","coordinates":[[[10.03,49.97],[10.04,49.97],[10.03,49.97]]]}"#,
    ] {
        let (feature, new) = only(&battle_with_layer("woods", &woods(other)));
        assert!(new.is_none() && feature.unrepaired_reason.is_some(), "{other}");
    }
    // The intended location is unknown, so nothing is repaired, and the check reports the mistake.
    for other in [
        r#"{"type":"Polygon","coordinates":[[[50.03,9.97],[50.04,9.97],[50.04,9.98]]]}"#,
        r#"{"type":"Polygon","coordinates":[[[10.03,"x"],[10.04,49.97],[10.04,49.98]]]}"#,
        "null",
    ] {
        assert!(repaired(&battle_with_layer("woods", &woods(other))).layers.is_empty(), "{other}");
    }
}

#[test]
fn good_layers_stay_unchanged() {
    assert!(repaired(&battle()).layers.is_empty());
}

#[test]
fn moves_road_ends_onto_missed_roads() {
    let roads = String::from_utf8(battle().0["layers/roads.geojson"].clone()).expect("UTF-8 text");
    // The end is a little over 14 m east of the pike, on which the lane originally started.
    let short =
        roads.replace("[[10.0, 50.0], [10.02, 50.005]]", "[[10.0002, 50.002], [10.02, 50.005]]");
    assert_ne!(short, roads);
    let (feature, text) = only(&battle_with_layer("roads", &short));
    assert_eq!(feature.id, "mill-lane");
    assert_eq!(feature.repairs, ["moved an end by 14.3 m onto `north-road`"]);
    let text = text.expect("repaired text");
    assert_eq!(text, short.replace("[10.0002, 50.002]", "[10, 50.002]"));
    assert!(repaired(&battle_with_layer("roads", &text)).layers.is_empty());
    // Within two metres, roads join automatically; at 40 m, the intention is unclear.
    for other in ["[10.00002, 50.002]", "[10.0006, 50.002]"] {
        let roads = roads
            .replace("[[10.0, 50.0], [10.02, 50.005]]", &format!("[{other}, [10.02, 50.005]]"));
        assert!(repaired(&battle_with_layer("roads", &roads)).layers.is_empty(), "{other}");
    }
}

/// PB-34.5: the end of a stream that narrowly misses a river is moved onto the river, if the
/// stream's direction is certain.
#[test]
fn moves_stream_ends_onto_missed_water() {
    let water = |coordinates: &str| {
        format!(
            r#"{{"type":"FeatureCollection","features":[
{{"type":"Feature","properties":{{"id":"mere","kind":"river","basis":"data"}},"geometry":{{"type":"LineString","coordinates":[[9.965,50.04],[9.965,49.96]]}}}},
{{"type":"Feature","properties":{{"id":"brook","kind":"stream","basis":"data"}},"geometry":{{"type":"LineString","coordinates":{coordinates}}}}}]}}"#
        )
    };
    let repaired_water =
        |coordinates: &str| repaired(&battle_with_layer("water", &water(coordinates))).layers;
    let layers = repaired_water("[[9.98,50.02],[9.9652,50.01]]");
    assert_eq!(layers.len(), 1, "{layers:?}");
    assert_eq!(layers[0].features[0].repairs, ["moved an end by 14.3 m onto `mere`"]);
    let text = water("[[9.98,50.02],[9.965,50.01]]");
    assert_eq!(layers[0].text.as_deref(), Some(&*text));
    for untouched in [
        // At the first distance the stream joins automatically; at the second, the intention is
        // unclear.
        "[[9.98,50.02],[9.96503,50.01]]",
        "[[9.98,50.02],[9.9655,50.01]]",
        // A spring next to a river, and streams that leave the river, nearly leave it, enter from
        // outside the frame, or were drawn upstream.
        "[[9.9652,50.01],[9.98,50.02]]",
        "[[9.965,50.02],[9.9652,50.01]]",
        "[[9.9652,50.02],[9.9652,50.01]]",
        "[[10.05,50.02],[9.9652,50.01]]",
    ] {
        assert!(repaired_water(untouched).is_empty(), "{untouched}");
    }
    // A repeated position is moved only once.
    let layers = repaired_water("[[9.98,50.02],[9.9652,50.01],[9.9652,50.01]]");
    assert_eq!(layers[0].text.as_deref(), Some(&*text));
    // A stream that ends in a lake stays there, even if the ring of the lake is not closed yet, and
    // even under a marsh.
    let pond = r#"{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":"ID","basis":"data"},"geometry":{"type":"Polygon","coordinates":[[[9.9651,50.009],[9.972,50.009],[9.972,50.011],[9.9651,50.011]]]}}]}"#;
    let mut ponds = battle_with_layer("water", &water("[[9.98,50.02],[9.9652,50.01]]"));
    for (layer, id) in [("lake", "pond"), ("bog", "reeds")] {
        ponds.0.insert(format!("layers/{layer}.geojson"), pond.replace("ID", id).into_bytes());
        let watercourses = repaired(&ponds).layers.into_iter();
        assert_eq!(watercourses.filter(|layer| layer.shown.contains("water")).count(), 0, "{id}");
    }
}

/// The layer has four decimals: an end that was moved onto a road is on it, and is not moved again.
#[test]
fn moved_ends_are_on_their_road() {
    let roads = String::from_utf8(battle().0["layers/roads.geojson"].clone()).expect("UTF-8 text");
    let short = roads
        .replace("[[10.0, 50.0], [10.0, 50.04]]", "[[10.0, 50.0], [10.0131, 50.04]]")
        .replace("[[10.0, 50.0], [10.02, 50.005]]", "[[10.0035, 50.01], [10.02, 50.005]]");
    assert_ne!(short, roads);
    let (feature, text) = only(&battle_with_layer("roads", &short));
    assert!(feature.repairs[0].ends_with("onto `north-road`"), "{feature:?}");
    let text = text.expect("repaired text");
    assert!(repaired(&battle_with_layer("roads", &text)).layers.is_empty(), "{text}");
}

/// A ford is moved to a nearby crossing of a road and a watercourse, otherwise to the nearest
/// watercourse.
#[test]
fn moves_crossings_to_road_and_water() {
    const FORD: &str = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"ford","kind":"ford","basis":"data"},"geometry":{"type":"Point","coordinates":[9.970700,50.023100]}}]}"#;
    let roads = String::from_utf8(battle().0["layers/roads.geojson"].clone()).expect("UTF-8 text");
    let lane = r#"{"type": "Feature", "properties": {"id": "ford-lane", "kind": "lane", "basis": "data"}, "geometry": {"type": "LineString", "coordinates": [[9.97, 50.026], [9.97, 50.012]]}}"#;
    let with_lane = roads.replace("\n]}", &format!(",\n{lane}\n]}}"));
    assert_ne!(with_lane, roads);
    for (roads, told, place) in [
        (with_lane, "onto `brook`, where `ford-lane` meets it", "[9.97,50.023104]"),
        (roads, "onto `brook`", "[9.970323,50.023327]"),
    ] {
        let mut battle = battle_with_layer("bridges", FORD);
        battle.0.insert("layers/roads.geojson".to_owned(), roads.into_bytes());
        let (feature, text) = only(&battle);
        assert_eq!(feature.repairs.len(), 1);
        assert!(feature.repairs[0].ends_with(told), "{feature:?}");
        let text = text.expect("repaired text");
        assert!(text.contains(place), "{text}");
    }
}

/// Splitting this ring, a comb whose back is crossed by a tooth, would take many seconds.
#[test]
fn leaves_tangled_rings() {
    let teeth = (0..10_000).flat_map(|tooth| {
        let x = 9.99 + 2e-6 * f64::from(tooth);
        let low = if tooth == 5_000 { 49.984 } else { 49.99 };
        [[x, low], [x + 0.005, 50.01]]
    });
    let back = [[10.03, 49.985], [9.98, 49.985]];
    let mut ring: Vec<String> = teeth.chain(back).map(|[x, y]| format!("[{x:.7},{y}]")).collect();
    ring.push(ring[0].clone());
    let comb = format!(r#"{{"type":"Polygon","coordinates":[[{}]]}}"#, ring.join(","));
    let (feature, text) = only(&battle_with_layer("woods", &woods(&comb)));
    assert_eq!(text, None);
    let reason = feature.unrepaired_reason.expect("a reason");
    assert!(reason.contains("10000 or more places"), "{reason}");
}

/// Repairs leave what only the author can decide, and split what touching rings cut.
#[test]
fn repairs_or_explains_rings_that_touch() {
    let square = |x: f64, y: f64, size: f64| {
        let at = |dx: f64, dy: f64| format!("[{:.4},{:.4}]", x + dx, y + dy);
        let corners = [at(0.0, 0.0), at(0.0, size), at(size, size), at(size, 0.0), at(0.0, 0.0)];
        format!("[{}]", corners.join(","))
    };
    let outer = format!("[{CORNERS}, [10.03, 49.97]]");
    let nested = format!(
        r#"{{"type":"Polygon","coordinates":[{outer},{},{}]}}"#,
        square(10.032, 49.972, 0.006),
        square(10.034, 49.974, 0.002)
    );
    let (feature, _) = only(&battle_with_layer("woods", &woods(&nested)));
    let reason = feature.unrepaired_reason.expect("a reason");
    assert!(reason.contains("inside another hole"), "{reason}");

    let cut = r#"{"type":"Polygon","coordinates":[[[10.03,49.97],[10.04,49.97],[10.04,49.975],[10.04,49.98],[10.03,49.98],[10.03,49.975],[10.03,49.97]],[[10.03,49.975],[10.035,49.978],[10.04,49.975],[10.035,49.972],[10.03,49.975]]]}"#;
    let (new, feature) = repairs(cut);
    assert_eq!(feature.repairs, ["split it where its rings touch"]);
    assert!(new.starts_with(r#"{"type":"MultiPolygon""#), "{new}");
}
