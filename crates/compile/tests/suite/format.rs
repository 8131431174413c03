//! The pack contains everything in the authored format, and unplayed rules are reported.

use std::collections::BTreeSet;

use sandtable_compile::Outcome;
use sandtable_pack::{
    Act, AnyPack, Arrival, Effect, Fight, GroundLength, GroundPoint, Moment, MoveClass,
    ObjectiveGround, ObjectiveTiming, PieceType, Quality, Reserve, SideId, Subject, Trigger,
    UnplayedRule,
};
use sandtable_source::{Severity, code};

use crate::support::{battle, data, run};

/// Compiles the small battle with changes to its scenario, all of which must match.
fn compile_with_changes(changes: &[(&str, &str)]) -> Outcome {
    compile_with_ruleset(changes, "")
}

/// Like [`compile_with_changes`], with a ruleset file `own.yaml`.
fn compile_with_ruleset(changes: &[(&str, &str)], ruleset: &str) -> Outcome {
    let mut battle = battle();
    let mut text = String::from_utf8(battle.0["scenario.yaml"].clone()).expect("UTF-8 text");
    for (from, to) in changes {
        if from.is_empty() {
            text.push_str(to);
        } else {
            assert_eq!(text.matches(from).count(), 1, "{from}");
            text = text.replace(from, to);
        }
    }
    battle.0.insert("scenario.yaml".to_owned(), text.into_bytes());
    battle.0.insert("own.yaml".to_owned(), ruleset.as_bytes().to_vec());
    run(&battle)
}

/// Compiles, and asserts that only unplayed rules are reported.
fn compile_valid(changes: &[(&str, &str)]) -> (sandtable_pack::Pack, Outcome) {
    let outcome = compile_with_changes(changes);
    let findings = outcome.diagnostics.sorted();
    let bad: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity != Severity::Note && finding.code != code::NOT_PLAYED)
        .map(|finding| &finding.message)
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
    let pack = outcome.pack.clone().and_then(AnyPack::pub_battles).expect("valid battle");
    (pack, outcome)
}

const TEAL: &str = "type: cavalry, at: [10.02, 49.988], facing: N }";
const BLUE_ARMY: &str = "at: { place: church }, facing: N }";
const RED: &str = "    colour: \"#8c2f2a\"\n";

#[test]
fn reserves_follow_hq_in_file_order() {
    let (pack, _) = compile_valid(&[
        (
            TEAL,
            "type: cavalry, at: { reserve: blue-corps } }\n          - { id: sky, name: Sky, type: infantry, at: { reserve: blue-corps } }\n          - { id: sea, name: Sea, type: infantry, at: { reserve: blue-army } }",
        ),
        (
            "baggage: { at: [10.012, 49.981], facing: N }",
            "baggage: { at: { reserve: blue-corps } }",
        ),
    ]);
    let blue = &pack.scenario().sides[0];
    let names = |hq: &str| {
        let hq = hq.to_owned().try_into().expect("valid id");
        blue.blocks_in_reserve(&hq).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names("blue-corps"), ["teal", "sky", "blue-corps-train"]);
    assert_eq!(names("blue-army"), ["sea"]);
    assert_eq!(blue.commands[0].pieces[1].start, Arrival::Reserve(Reserve::Command));
    assert!(blue.commands[0].baggage[0].packed);
}

#[test]
fn army_has_chit_troops_trains_and_pool() {
    let (pack, _) = compile_valid(&[(
        BLUE_ARMY,
        "at: { place: church }, facing: N, short: HQ, chit: true, pieces: [{ id: guard, name: Guard, type: infantry, quality: guard, at: { reserve: blue-army } }] }\n    baggage:\n      - { id: park, at: [9.99, 49.98], facing: N, packed: false }\n      - { id: second, command: blue-corps, at: [9.99, 49.984], facing: N }\n    detachments: { pieces: [{ id: sky, name: Sky, strength: 200 }], commands: [blue-corps] }",
    )]);
    let blue = &pack.scenario().sides[0];
    let army = blue.commander.as_ref().expect("side with a commander");
    assert!(army.chit);
    assert_eq!(army.pieces[0].quality, Quality::Guard);
    assert_eq!(army.pieces[0].start, Arrival::Reserve(Reserve::Army));
    assert_eq!(blue.baggage.len(), 1);
    assert!(!blue.baggage[0].packed);
    let trains: Vec<_> = blue.trains().map(|train| train.id.as_str()).collect();
    assert_eq!(trains, ["park", "blue-corps-train", "second"]);
    let pool = blue.detachments.as_ref().expect("pool of detachments");
    assert_eq!(pool.pieces[0].as_str(), "sky");
    assert_eq!(pool.commands[0].as_str(), "blue-corps");
    assert_eq!(pack.labels().pieces[&pool.pieces[0]].strength, Some(200));
    assert_eq!(
        pack.labels().commands[&army.headquarters.id].short,
        sandtable_pack::Text::plain("HQ")
    );
}

/// PB-2.1, PB-2.2, PB-2.11: every command has pieces, a chit and an HQ of the same name. All pieces
/// have the data of their stickers, and every sticker has a piece.
#[test]
fn chits_hqs_pieces_and_stickers_match() {
    let (pack, _) = compile_valid(&[(
        BLUE_ARMY,
        "at: { place: church }, facing: N, short: HQ, chit: true, pieces: [{ id: guard, name: Guard, type: infantry, at: { reserve: blue-army } }] }\n    detachments: { pieces: [{ id: sky, name: Sky }] }",
    )]);
    let (mut leaders, mut pieces) = (BTreeSet::new(), BTreeSet::new());
    for side in &pack.scenario().sides {
        for command in &side.commands {
            assert_eq!(command.headquarters.id, command.id);
            assert!(!command.pieces.is_empty(), "{}", command.id);
        }
        for hq in side.headquarters() {
            assert!(leaders.insert(hq.id.clone()), "duplicate HQ {}", hq.id);
        }
        let pool = side.detachments.iter().flat_map(|pool| pool.pieces.iter());
        for id in side.pieces().map(|piece| &piece.id).chain(pool) {
            assert!(pieces.insert(id.clone()), "duplicate {id}");
        }
    }
    assert_eq!(leaders.len(), 3);
    assert_eq!(pieces.len(), 7);
    let labels = pack.labels();
    assert_eq!(labels.commands.keys().cloned().collect::<BTreeSet<_>>(), leaders);
    assert_eq!(labels.pieces.keys().cloned().collect::<BTreeSet<_>>(), pieces);
    assert!(labels.commands.values().all(|label| !label.short.en.is_empty()));
    let shorts = labels.commands.values().map(|label| &label.short.en);
    assert_eq!(shorts.collect::<BTreeSet<_>>().len(), leaders.len());
}

/// Only scenarios that write the west as `O` get this diagnostic.
#[test]
fn reports_west_written_as_o() {
    let help = |point: &str| {
        let outcome = compile_with_changes(&[(
            TEAL,
            &TEAL.replace("facing: N", &format!("facing: {point}")),
        )]);
        let found = outcome.diagnostics.sorted();
        let finding = found.iter().find(|finding| finding.code == code::UNKNOWN_CHOICE);
        finding.expect(point).help.join("; ")
    };
    for (point, meant) in [("North-West", "NW"), ("northwest", "NW"), ("south-west", "SW")] {
        let help = help(point);
        assert!(help.contains(&format!("`{meant}`?")) && !help.contains("oeste"), "{help}");
    }
    for (point, meant) in [("NO", "NW"), ("noroeste", "NW"), ("sud-ouest", "SW")] {
        let help = help(&format!("\"{point}\""));
        assert!(help.contains(&format!("`{meant}`?")) && help.contains("oeste"), "{help}");
    }
}

#[test]
fn army_arrives_with_commander() {
    let (pack, _) = compile_valid(&[
        (
            RED,
            "    colour: \"#8c2f2a\"\n    commander: { id: red-army, name: R. Ed, rating: 3, pieces: [{ id: wine, name: Wine, type: cavalry }] }\n    baggage: [{ id: park }]\n",
        ),
        (
            "      - { day: 1, turn: 5,",
            "      - { turn: 4, entry: north, or: [fields], command: red-army, roll: 3, hold_back: false }\n      - { day: 1, turn: 5,",
        ),
    ]);
    let arrival = &pack.scenario().sides[1].reinforcements[0];
    assert_eq!(arrival.command.as_str(), "red-army");
    let who: Vec<_> = arrival.elements.iter().map(ToString::to_string).collect();
    assert_eq!(who, ["the HQ", "the piece `wine`", "the train `park`"]);
    assert_eq!(arrival.alternatives.iter().map(|id| id.as_str()).collect::<Vec<_>>(), ["fields"]);
    assert_eq!((arrival.roll, arrival.at_once), (Some(3), true));
}

#[test]
fn own_types_inherit_from_their_arm() {
    let types = "types:\n  horse-artillery: { like: artillery, moves: mounted, title: { en: Horse artillery, es: Artillería a caballo } }\n  hussars: { like: cavalry, dice: 2, qualities: [regular, elite] }\n";
    let (pack, _) = compile_valid(&[
        ("type: artillery", "type: horse-artillery"),
        ("type: cavalry,", "type: hussars, quality: elite,"),
        ("", types),
    ]);
    let ruleset = pack.ruleset();
    let rose = pack.scenario().sides[1].pieces().find(|piece| piece.id.as_str() == "rose");
    let rose = rose.expect("the piece exists");
    assert_eq!(rose.kind, PieceType::Artillery);
    assert_eq!(ruleset.row(rose).moves, MoveClass::Mounted);
    assert!(ruleset.row(rose).bombards);
    assert_eq!(ruleset.piece(PieceType::Artillery).moves, MoveClass::Foot);
    let teal = pack.scenario().sides[0].pieces().find(|piece| piece.id.as_str() == "teal");
    let teal = teal.expect("the piece exists");
    assert_eq!((teal.kind, teal.quality), (PieceType::Cavalry, Quality::Elite));
    assert_eq!(ruleset.row(teal).dice, 2);
    let title = pack.labels().types.values().next().expect("title of the type");
    assert_eq!(title.es.as_deref(), Some("Artillería a caballo"));
    // A type with only one quality always has it, even if the piece does not set it.
    let always = "types:\n  hussars: { like: cavalry, qualities: [elite] }\n";
    let (pack, _) = compile_valid(&[("type: cavalry,", "type: hussars,"), ("", always)]);
    let teal = pack.scenario().sides[0].pieces().find(|piece| piece.id.as_str() == "teal");
    assert_eq!(teal.map(|teal| teal.quality), Some(Quality::Elite));
}

#[test]
fn scenario_changes_types_of_ruleset() {
    let ruleset = "format: 1\nid: own\nextends: pub-battles/3.2\npieces: { cavalry: { hits_on: 5 } }\ntypes:\n  hussars: { like: cavalry, dice: 2 }\n  lancers: { like: cavalry }\n";
    let own = ("ruleset: pub-battles/3.2", "ruleset: own.yaml");
    let uses = ("type: cavalry", "type: hussars");
    let dice = |changes: &[(&str, &str)]| {
        let outcome = compile_with_ruleset(changes, ruleset);
        let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid ruleset");
        let teal = pack.scenario().sides[0].pieces().nth(1).expect("two pieces").clone();
        let row = pack.ruleset().row(&teal);
        (row.dice, row.hits_on)
    };
    // The type is based on the arm in this ruleset.
    assert_eq!(dice(&[own, uses]), (2, 5));
    assert_eq!(dice(&[own, ("type: cavalry", "type: lancers")]), (3, 5));
    let again = ("", "types:\n  hussars: { like: cavalry, dice: 4 }\n");
    assert_eq!(dice(&[own, uses, again]), (4, 5));
    let bad = compile_with_ruleset(&[own, uses], &ruleset.replace("hussars:", "infantry:"));
    let findings = bad.diagnostics.sorted();
    let codes: Vec<_> =
        findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.code).collect();
    assert_eq!(codes, [code::UNKNOWN_TYPE, code::TYPE_NAME]);
}

#[test]
fn open_battle_with_changing_weather() {
    let (pack, _) = compile_valid(&[
        ("last_turn: 8, days: 1,", "days: open,"),
        (
            "",
            "weather:\n  - { turn: 6, title: Clear }\n  - { turn: 3, title: Mist, visibility: 800 m }\n",
        ),
    ]);
    let scenario = pack.scenario();
    let calendar = &scenario.calendar;
    assert_eq!((calendar.open_ended, calendar.days, calendar.last_turn), (true, 9, 8));
    assert_eq!(scenario.visibility(1, 3), Some(GroundLength::from_metres(800)));
    assert_eq!(scenario.visibility(1, 5), Some(GroundLength::from_metres(800)));
    assert_eq!(scenario.visibility(1, 6), None);
    assert_eq!(scenario.visibility(2, 1), None);
    let titles: Vec<_> = pack.labels().weather.iter().map(|title| title.en.as_str()).collect();
    assert_eq!(titles, ["Mist", "Clear"]);
}

/// The reference grid of the field has squares of 1,000 m, from A1 to F6.
#[test]
fn position_as_grid_square() {
    for (square, x, y) in [("B4.53", 1_500, 2_300), ("b4.53", 1_500, 2_300), ("B4", 1_500, 2_500)] {
        let at = format!("at: {{ grid: {square} }}");
        let (pack, _) = compile_valid(&[("at: [10.006, 49.99]", &at)]);
        let start = pack.scenario().sides[0].commands[0].pieces[0].start;
        let Arrival::Line(pose) = start else { panic!("{square}: {start:?}") };
        assert_eq!(pose.centre, GroundPoint::from_metres(x, y), "{square}");
    }
}

#[test]
fn keeps_objectives_zones_and_text() {
    let (pack, _) = compile_valid(&[
        (
            BLUE_ARMY,
            "at: { place: church }, facing: N }\n    detachments: { pieces: [{ id: sky, name: Sky }] }",
        ),
        (
            "type: infantry, at: [10.006, 49.99]",
            "type: infantry, zone: south-bank, at: [10.006, 49.99]",
        ),
        (
            "",
            "objectives:\n  - { id: hill, title: The hill, area: low-hill, points: 3, for: red, counted: each-day }\n  - { id: church, title: The church, at: { place: church }, within: 400 m, points: 5 }\nhistory: { en: Blue won., es: Ganaron los azules. }\nerrata: { version: \"1.1\" }\ncomponents:\n  dice: 3\n  sides:\n    blue: { pieces: { infantry: 1, cavalry: 1, detachment: 1 }, hqs: 2, baggage: 1, chits: 1, reserve_cards: 2 }\n",
        ),
    ]);
    let [hill, church] = pack.scenario().objectives.as_slice() else {
        panic!("expected two objectives")
    };
    assert_eq!((hill.points, hill.counted), (3, ObjectiveTiming::EachDay));
    assert_eq!(hill.side.as_ref().map(SideId::as_str), Some("red"));
    assert!(matches!(&hill.ground, ObjectiveGround::Area(parts) if !parts.is_empty()));
    assert!(
        matches!(&church.ground, ObjectiveGround::Around(around) if around.within == GroundLength::from_metres(400))
    );
    assert_eq!(church.counted, ObjectiveTiming::AtEnd);
    assert_eq!(pack.labels().history.as_ref().map(|text| text.en.as_str()), Some("Blue won."));
    assert_eq!(pack.labels().errata.as_ref().map(|errata| errata.version.as_str()), Some("1.1"));
    let navy = &pack.scenario().sides[0].commands[0].pieces[0];
    assert_eq!(navy.zone.as_ref().map(ToString::to_string).as_deref(), Some("south-bank"));
    assert_eq!(pack.map().zones.len(), 1);
}

#[test]
fn special_rules_keep_pieces_and_effects() {
    let rules = "special_rules:
  - { id: one, text: Navy waits., who: [navy, blue-corps, red], frozen_until: { turn: 5 } }
  - { id: two, text: Teal waits., who: [teal], activate_when: { destroyed: ruby } }
  - { id: three, text: Ruby is weak., who: [ruby], modifier: { die: -1, when: defending } }
  - { id: four, text: No columns., forbid: { acts: [column, attack], until: { turn: 6 } } }
";
    let (pack, _) = compile_valid(&[("", rules)]);
    let [one, two, three, four] = pack.scenario().special_rules.as_slice() else {
        panic!("expected four rules")
    };
    assert!(matches!(
        one.who.as_slice(),
        [Subject::Piece(_), Subject::Command(_), Subject::Side(_)]
    ));
    assert_eq!(one.effect, Effect::FrozenUntil(Moment { day: 1, turn: 5 }));
    assert!(
        matches!(&two.effect, Effect::ActivateWhen(Trigger::Destroyed(ruby)) if ruby.as_str() == "ruby")
    );
    assert!(
        matches!(three.effect, Effect::Modifier(m) if m.die == -1 && m.when == Fight::Defending)
    );
    let Effect::Forbid(forbidden) = &four.effect else { panic!("the rule does not forbid") };
    assert_eq!(forbidden.acts, BTreeSet::from([Act::Attack, Act::Column]));
    assert_eq!(forbidden.until, Some(Moment { day: 1, turn: 6 }));
    assert!(four.who.is_empty());
}

/// The warnings name exactly the unplayed rules in the pack.
#[test]
fn warnings_match_unplayed_rules_of_pack() {
    let data = data();
    let case =
        std::fs::read_to_string(data.join("bad/not-played.scenario.yaml")).expect("readable file");
    let small = std::fs::read_to_string(data.join("field/scenario.yaml")).expect("readable file");
    let (pack, outcome) = compile_valid(&[(&small, &case)]);
    let warned = outcome.diagnostics.sorted();
    let warned: BTreeSet<_> = warned
        .iter()
        .filter(|finding| finding.code == code::NOT_PLAYED)
        .map(|finding| finding.message.to_string())
        .collect();
    let unplayed: Vec<_> = UnplayedRule::in_scenario(pack.scenario()).into_iter().collect();
    assert_eq!(warned.len(), unplayed.len());
    for feature in unplayed {
        assert!(warned.iter().any(|message| message.contains(feature.name())), "{feature:?}");
    }
}
