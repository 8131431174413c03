use sandtable_pack::{
    AttackOverRiver, Effect, Fate, GroundLength, GroundPoint, Language, Objective, ObjectiveGround,
    ObjectiveTiming, PieceType, SpecialPoints, SpecialRule, Surroundings, Text, sample,
};

use super::*;
use crate::cards::tests::{making, sample_pack, texts};

/// A changed number in the ruleset changes only its own line of the charts.
#[test]
fn charts_follow_the_ruleset() {
    let making = making(Language::En);
    let lines = |pack: &Pack| -> Vec<(String, Vec<String>)> {
        let charts = all(pack, &making).into_iter();
        charts.flat_map(|chart| chart.lines).map(|line| (line.key, line.cells)).collect()
    };
    let before = lines(&sample_pack());
    let mut parts = sample::parts();
    let ruleset = &mut parts.ruleset;
    ruleset.distances.sight_depth = GroundLength::from_metres(200);
    ruleset.victory.rout_multiplier = 5;
    ruleset.pieces.get_mut(&PieceType::Dragoons).expect("the piece type has a row").dice = 4;
    ruleset.pieces.get_mut(&PieceType::Cavalry).expect("the piece type has a row").enters_marsh =
        true;
    ruleset.rulings.attack_over_river = AttackOverRiver::Plain;
    let after = lines(&Pack::new(parts).expect("valid changes"));
    let changed = |key: &str| {
        let of = |lines: &[(String, Vec<String>)]| {
            lines.iter().find(|line| line.0 == key).map(|line| line.1.clone())
        };
        of(&before) != of(&after)
    };
    let keys: Vec<&str> =
        before.iter().map(|line| line.0.as_str()).filter(|k| changed(k)).collect();
    assert_eq!(
        keys,
        [
            "range sight-depth",
            "terrain woods",
            "terrain buildings",
            "terrain river",
            "terrain marsh",
            "troops dragoons",
            "modifier river",
            "victory rout",
        ]
    );
    assert!(after.iter().any(|line| line.1.contains(&"× 5".to_owned())));
}

/// The victory chart lists the points of objectives and special rules.
#[test]
fn victory_chart_lists_objectives_and_points() {
    let mut parts = sample::parts();
    let blue = parts.scenario.sides[0].id.clone();
    let around = Surroundings {
        centre: GroundPoint::from_metres(4_000, 4_000),
        within: GroundLength::from_metres(400),
    };
    parts.scenario.objectives = vec![Objective {
        id: sample::id("crossroads"),
        ground: ObjectiveGround::Around(around),
        points: 5,
        side: Some(blue.clone()),
        counted: ObjectiveTiming::EachDay,
    }];
    parts.labels.objectives.insert(sample::id("crossroads"), Text::plain("The crossroads"));
    let special = SpecialPoints { side: blue, points: 7, when: Fate::Survived };
    parts.scenario.special_rules = vec![SpecialRule {
        id: sample::id("guard-lives"),
        who: Vec::new(),
        effect: Effect::Victory(special),
    }];
    let text = Text::plain("Each piece that lives is worth seven points.");
    parts.labels.special_rules.insert(sample::id("guard-lives"), text);
    let pack = Pack::new(parts).expect("both are valid");
    let printed = texts(&cards(&all(&pack, &making(Language::En)), &making(Language::En)));
    for words in ["The crossroads", "+ 5", "+ 7"] {
        assert!(printed.iter().any(|text| text == words), "{words} in {printed:?}");
    }
    // Each objective has its own line.
    let when = "Held at the end of each day (blue only), within 400 m of ";
    assert!(printed.join(" ").contains(when), "{printed:?}");
}

#[test]
fn chart_line_keys_are_unique() {
    for language in Language::ALL {
        let charts = all(&sample_pack(), &making(language));
        let mut keys = std::collections::BTreeSet::new();
        for chart in &charts {
            for line in &chart.lines {
                assert!(keys.insert(line.key.clone()), "{}", line.key);
                assert_eq!(line.cells.len(), chart.columns.len(), "{}", line.key);
                assert!(line.key.is_ascii(), "{}", line.key);
            }
        }
    }
}
