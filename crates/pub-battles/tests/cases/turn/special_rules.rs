//! PB-3.18: special rules and objectives of a battle.

use std::collections::BTreeSet;

use sandtable_pack::{
    Act, Effect, Facing, Fate, Fight, Modifier, Moment, Objective, ObjectiveGround,
    ObjectiveTiming, PieceType, Polygon, Prohibition, SpecialPoints, SpecialRule, Subject,
    Surroundings, Text, Trigger, Visibility, sample,
};
use sandtable_pub_battles::{
    Action, Happening, Leg, March, Node, Question, SideIndex, SightedKind,
};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Blue's `b` and red's `r` are 1,000 m apart, with blue's HQ nearby.
fn field() -> Setup {
    Setup::new()
        .hq(BLUE, pose(4_000, 2_600, Facing::UP))
        .infantry(BLUE, "b", pose(4_000, 3_000, Facing::UP))
        .infantry(RED, "r", pose(4_000, 4_161, Facing::DOWN))
}

fn piece(name: &str) -> Subject {
    Subject::Piece(sample::id(name))
}

fn with_special_rules(setup: Setup, who: Vec<Subject>, effect: Effect) -> Setup {
    setup.change(|parts| {
        parts.labels.special_rules.insert(sample::id("rule"), Text::plain("A rule"));
        parts.scenario.special_rules = vec![SpecialRule { id: sample::id("rule"), who, effect }];
    })
}

const SECOND: Moment = Moment { day: 1, turn: 2 };

fn forward(table: &Table) -> Action {
    table.march("b", vec![Leg::To(at(4_000, 3_100))])
}

fn next_turn(table: &mut Table) {
    table.finish_moves();
    table.activate(BLUE);
}

#[test]
fn pb_3_18_freezes_pieces_until_turn() {
    let mut table =
        with_special_rules(field(), vec![piece("b")], Effect::FrozenUntil(SECOND)).begin();
    table.activate(BLUE);
    let action = forward(&table);
    table.assert_refused(action.clone(), "PB-3.18");
    // Other pieces act.
    let hq = Action::March(March::new(table.hq(BLUE), vec![Leg::To(at(4_000, 2_500))]));
    table.act(hq);
    table.end();
    next_turn(&mut table);
    table.act(action);
}

/// A piece that must leave a Field of Fire and may not act is pinned there (PB-A71).
#[test]
fn pb_3_18_frozen_piece_is_pinned() {
    let near = field().infantry(RED, "near", pose(4_000, 3_600, Facing::DOWN));
    let mut table = with_special_rules(near, vec![piece("b")], Effect::FrozenUntil(SECOND)).begin();
    table.activate(BLUE);
    table.end();
}

#[test]
fn pb_3_18_activates_on_condition() {
    let triggers = [
        Trigger::EnemyWithin(metres(800)),
        Trigger::Attacked,
        Trigger::Destroyed(sample::id("other")),
    ];
    for trigger in triggers {
        let setup = field().hq(RED, pose(4_000, 5_000, Facing::DOWN)).infantry(
            BLUE,
            "other",
            pose(6_000, 3_000, Facing::UP),
        );
        let mut table =
            with_special_rules(setup, vec![piece("b")], Effect::ActivateWhen(trigger.clone()))
                .begin();
        let mut attacked = table.clone();
        // The piece is frozen.
        table.activate(BLUE);
        let action = forward(&table);
        table.assert_refused(action, "PB-3.18");
        // An attack on it activates it, by any trigger except the fall of another piece.
        attacked.activate(RED);
        attacked.attack("r", "b");
        attacked.end();
        attacked.activate(BLUE);
        let turn = attacked.march("b", vec![Leg::Face(Facing::DOWN), Leg::To(at(4_000, 1_500))]);
        if matches!(trigger, Trigger::Destroyed(_)) {
            attacked.assert_refused(turn, "PB-3.18");
        } else {
            attacked.act(turn);
        }
    }
}

#[test]
fn pb_3_18_changes_visibility() {
    let kind = |range: i32, until: Option<Moment>| {
        let effect = Effect::Visibility(Visibility { range: metres(range), from: None, until });
        let mut table = with_special_rules(field(), vec![piece("b")], effect).begin();
        let seen = |table: &Table| {
            table.view(RED).sighting(table.piece("b")).expect("the piece is on the map").kind()
        };
        let first = seen(&table);
        table.activate(BLUE);
        table.end();
        table.finish_moves();
        (first, seen(&table))
    };
    let (near, _) = kind(1_000, None);
    assert!(matches!(near, SightedKind::Spotted(_)));
    let (far, later) = kind(999, Some(SECOND));
    assert_eq!(far, SightedKind::Block);
    assert!(matches!(later, SightedKind::Spotted(_)));
}

/// Artillery with short sight does not fire far, and cannot fire from a distance at a piece that is
/// hard to see.
#[test]
fn pb_3_18_visibility_limits_artillery() {
    for who in ["guns", "r"] {
        for (range, hits) in [(1_000, true), (999, false)] {
            let effect =
                Effect::Visibility(Visibility { range: metres(range), from: None, until: None });
            let setup = Setup::new()
                .piece(BLUE, "guns", PieceType::Artillery, pose(4_000, 3_000, Facing::UP))
                .infantry(RED, "r", pose(4_000, 4_161, Facing::DOWN));
            let mut table = with_special_rules(setup, vec![piece(who)], effect).begin();
            table.activate(BLUE);
            let (piece, target) = (table.piece("guns"), table.piece("r"));
            let fire = Action::Bombard { piece, target, facing: Facing::UP };
            if hits {
                table.act(fire);
            } else {
                table.assert_refused(fire, "PB-15.1");
            }
        }
    }
}

#[test]
fn pb_3_18_applies_modifier() {
    for (when, hits) in [(Fight::Always, 3), (Fight::Defending, 3), (Fight::Attacking, 0)] {
        let effect = Effect::Modifier(Modifier { die: 1, when });
        let mut table = with_special_rules(field(), vec![piece("r")], effect).begin();
        table.activate(BLUE);
        table.attack("b", "r");
        table.end();
        table.finish_moves();
        table.dice(&[3, 3, 3]);
        let shown = table.game.diary().iter().find_map(|event| match &event.what {
            Happening::Fired { hits, .. } => Some(*hits),
            _ => None,
        });
        assert_eq!(shown, Some(hits), "{when:?}");
    }
}

#[test]
fn pb_3_18_forbids_actions() {
    let forbidden = |act: Act, who: &str| {
        let acts = BTreeSet::from([act]);
        let until = Some(SECOND);
        let mut table = with_special_rules(
            field(),
            vec![piece(who)],
            Effect::Forbid(Prohibition { acts, until }),
        )
        .begin();
        table.activate(BLUE);
        table
    };
    let mut table = forbidden(Act::Attack, "b");
    let attack = table.attack_by("b", "r", vec![Leg::To(at(4_000, 3_990))]);
    table.assert_refused(attack.clone(), "PB-3.18");
    let move_on = forward(&table);
    assert!(table.game.judge(&move_on).is_ok());
    table.end();
    next_turn(&mut table);
    assert!(table.game.judge(&attack).is_ok());
    let mut table = forbidden(Act::Move, "b");
    table.assert_refused(move_on, "PB-3.18");
    let mut table = forbidden(Act::Column, "b");
    let column = table.march("b", vec![Leg::FormColumn(Facing::UP)]);
    table.assert_refused(column, "PB-3.18");
}

/// Plays the last two turns without moves; returns both sides' points at the end.
fn scores(setup: Setup) -> [u32; 2] {
    let mut table = setup
        .change(|parts| {
            parts.scenario.calendar.days = 1;
            parts.scenario.calendar.first_turn = 1;
            parts.scenario.calendar.last_turn = 2;
        })
        .begin();
    table.activate(BLUE);
    table.end();
    table.finish_moves();
    table.finish_moves();
    match table.game.node() {
        Node::Over(end) => end.raw,
        other => panic!("{other:?}"),
    }
}

#[test]
fn pb_3_18_awards_points() {
    let with = |who: Vec<Subject>, when: Fate| {
        let side = sample::parts().scenario.sides[1].id.clone();
        scores(with_special_rules(
            field(),
            who,
            Effect::Victory(SpecialPoints { side, points: 5, when }),
        ))
    };
    let plain = scores(field());
    let gained = |score: [u32; 2]| [score[0] - plain[0], score[1] - plain[1]];
    assert_eq!(gained(with(vec![piece("r")], Fate::Survived)), [0, 5]);
    assert_eq!(gained(with(vec![piece("r"), piece("b")], Fate::Survived)), [0, 10]);
    assert_eq!(gained(with(vec![piece("b")], Fate::Destroyed)), [0, 0]);
}

/// A side with the only troops on an objective holds it; the battle sets when the objective scores.
#[test]
fn pb_3_18_scores_objectives() {
    let corner = |x, y| at(x, y);
    let area = ObjectiveGround::Area(vec![Polygon {
        exterior: vec![
            corner(3_500, 2_900),
            corner(4_500, 2_900),
            corner(4_500, 3_100),
            corner(3_500, 3_100),
        ],
        holes: Vec::new(),
    }]);
    let around = |y: i32, within: i32| {
        ObjectiveGround::Around(Surroundings { centre: at(4_000, y), within: metres(within) })
    };
    let score = |ground: ObjectiveGround, counted: ObjectiveTiming, only: Option<SideIndex>| {
        let side = only.map(|side| sample::parts().scenario.sides[side.index()].id.clone());
        let objective = Objective { id: sample::id("hill"), ground, points: 3, side, counted };
        let changed = scores(field().change(|parts| {
            parts.labels.objectives.insert(sample::id("hill"), Text::plain("A hill"));
            parts.scenario.objectives = vec![objective];
        }));
        let plain = scores(field());
        [changed[0] - plain[0], changed[1] - plain[1]]
    };
    assert_eq!(score(area.clone(), ObjectiveTiming::AtEnd, None), [3, 0]);
    assert_eq!(score(area.clone(), ObjectiveTiming::EachTurn, None), [6, 0]);
    assert_eq!(score(area.clone(), ObjectiveTiming::Once, None), [3, 0]);
    assert_eq!(score(area.clone(), ObjectiveTiming::EachDay, None), [0, 0]);
    assert_eq!(score(area.clone(), ObjectiveTiming::AtEnd, Some(RED)), [0, 0]);
    assert_eq!(score(area, ObjectiveTiming::AtEnd, Some(BLUE)), [3, 0]);
    assert_eq!(score(around(4_161, 10), ObjectiveTiming::AtEnd, None), [0, 3]);
    // Both sides are there, and neither held it before.
    assert_eq!(score(around(3_500, 700), ObjectiveTiming::AtEnd, None), [0, 0]);
}

/// PB-T166, PB-T167, PB-26.1, PB-A136: two lines 600 m apart may not move this turn and have not
/// fought. Both fall back 760 m, the side without the order of combats first, and stay Fresh. A
/// line in a wood stays.
#[test]
fn pb_t166_t167_judges_lines_under_fire() {
    let cases = [("pb_t166_both", None), ("pb_t167_blue_in_woods", Some("b")), ("red", Some("r"))];
    for (id, wooded) in cases {
        let setup = Setup::new().infantry(BLUE, "b", pose(4_000, 3_000, Facing::UP)).infantry(
            RED,
            "r",
            pose(4_000, 3_761, Facing::DOWN),
        );
        let setup = match wooded {
            Some("b") => setup.woods("wood", at(3_500, 2_900), at(4_500, 3_100)),
            Some(_) => setup.woods("wood", at(3_500, 3_661), at(4_500, 3_861)),
            None => setup,
        };
        let frozen = Effect::FrozenUntil(SECOND);
        let mut table = with_special_rules(setup, vec![piece("b"), piece("r")], frozen).begin();
        table.finish_moves();
        // Blue has the order of combats, so red goes first.
        for (name, side, to) in [("r", RED, 4_521), ("b", BLUE, 2_240)] {
            if wooded == Some(name) {
                continue;
            }
            let question = Question::RetreatDirection(table.piece(name));
            assert_eq!(table.game.node(), Node::Decision { side, question }, "{id}");
            table.retreat();
            assert_eq!(table.place_of(name), at(4_000, to), "{id}");
            assert_eq!(table.status(name), sandtable_pack::Status::Fresh, "{id}");
        }
        assert_eq!(table.game.state().turn, 2, "{id}");
    }
}

/// PB-P12, PB-A136: the pieces that fall back are settled at one moment. The side without the order
/// of combats goes first, each owner chooses the sequence, and no status changes.
#[test]
fn pb_p12_owner_orders_fallbacks() {
    let line = [("b1", 2_000, 3_000), ("b2", 6_000, 2_500)];
    let mut setup = Setup::new();
    for (name, x, y) in line {
        setup = setup.infantry(BLUE, name, pose(x, y, Facing::UP));
    }
    for (name, x, y) in [("r1", 2_000, 3_761), ("r2", 6_000, 3_261)] {
        setup = setup.infantry(RED, name, pose(x, y, Facing::DOWN));
    }
    let who = ["b1", "b2", "r1", "r2"].map(piece).to_vec();
    let mut table = with_special_rules(setup, who, Effect::FrozenUntil(SECOND)).begin();
    table.finish_moves();
    // Red's lines are above, blue's below; the piece nearest to its side's rear is proposed first.
    let own = |table: &Table, names: [&str; 2]| names.map(|n| Action::FallBack(table.piece(n)));
    assert_eq!(table.view(RED).proposals(), own(&table, ["r1", "r2"]));
    table.assert_refused(Action::FallBack(table.piece("b1")), "PB-A136");
    table.act(Action::FallBack(table.piece("r2")));
    table.retreat();
    // Only r1 is left of red, so there is no choice.
    assert_eq!(table.question(), Question::RetreatDirection(table.piece("r1")));
    table.retreat();
    // Blue is no longer under fire, but still falls back.
    assert_eq!(table.view(BLUE).proposals(), own(&table, ["b2", "b1"]));
    table.act(Action::FallBack(table.piece("b1")));
    table.retreat();
    table.retreat();
    assert_eq!(table.question_if_any(), None);
    let rules: Vec<&str> = table
        .game
        .diary()
        .iter()
        .filter(|event| matches!(event.what, Happening::Retreated { .. }))
        .map(|event| event.rule.0)
        .collect();
    assert_eq!(rules, ["PB-26.1"; 4]);
    for name in ["b1", "b2", "r1", "r2"] {
        assert_eq!(table.status(name), sandtable_pack::Status::Fresh);
    }
}
