//! PB-T96 to PB-T106: Fields of Fire and disengaging.

use sandtable_pack::{
    BuildingsSpent, Facing, GroundPoint, PieceType, Pose, RetreatWays, Status, TrainLost,
};
use sandtable_pub_battles::{Action, Leg, Node, Question};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

/// The enemy `e` at (4000, 4000) faces down. Its front is at y = 3,919.5, and its Field of Fire
/// reaches down to y = 3,159.5.
fn watched_pair(kind: PieceType) -> Setup {
    Setup::new().hq(BLUE, pose(5_200, 2_500, Facing::UP)).piece(
        RED,
        "e",
        kind,
        pose(4_000, 4_000, Facing::DOWN),
    )
}

/// PB-T96: a move may end with 45 % of the piece in a Field of Fire, but not with 55 %.
#[test]
fn pb_t96_majority_is_under_fire() {
    for (share, legal) in [(55, false), (45, true)] {
        let setup =
            watched_pair(PieceType::Infantry).infantry(BLUE, "x", pose(4_000, 1_500, Facing::UP));
        let mut table = setup.begin();
        table.activate(BLUE);
        let y = 315_950 - 8_050 + 16_100 * share / 100;
        let march = table.march("x", vec![Leg::To(GroundPoint::new(400_000, y))]);
        if legal {
            table.act(march);
        } else {
            table.assert_refused(march, "PB-10.2");
        }
    }
}

/// PB-T97: a piece moves through three Fields of Fire into contact with an enemy that projects one.
#[test]
fn pb_t97_moves_through_fields_of_fire() {
    let setup = watched_pair(PieceType::Infantry)
        .infantry(RED, "l", pose(3_300, 4_000, Facing::DOWN))
        .infantry(RED, "r", pose(4_700, 4_000, Facing::DOWN))
        .infantry(BLUE, "x", pose(4_000, 3_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("x", "e");
    assert!(table.in_contact("x"));
}

/// `x` starts 300 m in front of the enemy.
fn piece_under_fire(kind: PieceType) -> Setup {
    watched_pair(kind).infantry(BLUE, "x", pose(4_000, 3_500, Facing::UP))
}

/// PB-T98: a piece under fire may stay and rally in woods, but not in clear terrain.
#[test]
fn pb_t98_cover_allows_staying() {
    let train = pose(4_000, 2_600, Facing::UP);
    let mut table = piece_under_fire(PieceType::Infantry)
        .woods("wood", at(3_000, 3_300), at(5_000, 3_700))
        .spent("x")
        .train(BLUE, train, false)
        .begin();
    table.activate(BLUE);
    let rally = Action::Rally { piece: table.piece("x"), facing: None };
    table.act(rally.clone());
    assert_eq!(table.status("x"), Status::Fresh);
    table.end();

    let mut table =
        piece_under_fire(PieceType::Infantry).spent("x").train(BLUE, train, false).begin();
    table.activate(BLUE);
    table.assert_refused(rally, "PB-10.5");
    table.assert_refused(Action::EndActivation, "PB-10.5");
}

/// PB-T99: regular cavalry projects no Field of Fire; dragoons do.
#[test]
fn pb_t99_cavalry_has_no_field_of_fire() {
    for (kind, free) in [(PieceType::Cavalry, true), (PieceType::Dragoons, false)] {
        let mut table = piece_under_fire(kind).begin();
        table.activate(BLUE);
        assert_eq!(table.game.judge(&Action::EndActivation).is_ok(), free, "{kind:?}");
    }
}

/// PB-T100: a piece out of command must move out, and may not attack.
#[test]
fn pb_t100_uncommanded_piece_must_leave() {
    let setup = piece_under_fire(PieceType::Infantry).hq(BLUE, pose(1_000, 1_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let attack = table.attack_by("x", "e", vec![Leg::To(at(4_000, 3_838))]);
    table.assert_refused(attack, "PB-7.4");
    let out = table.view(BLUE).required_action().expect("a route out exists");
    table.act(out);
    table.end();
}

/// PB-T101: a piece may stay if a friend attacks the enemy.
#[test]
fn pb_t101_attacking_friend_allows_staying() {
    let setup =
        piece_under_fire(PieceType::Infantry).infantry(BLUE, "y", pose(4_500, 3_300, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    table.attack("y", "e");
    table.end();
}

/// `e` has attacked the front of `x` at (4000, 3000), and now blue moves.
fn table_in_contact() -> Table {
    let setup = Setup::new()
        .hq(BLUE, pose(5_200, 2_500, Facing::UP))
        .hq(RED, pose(4_000, 5_000, Facing::DOWN))
        .infantry(RED, "e", pose(4_000, 4_000, Facing::DOWN))
        .infantry(RED, "n", pose(4_700, 3_300, Facing::DOWN))
        .infantry(BLUE, "x", pose(4_000, 3_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(RED);
    table.attack("e", "x");
    table.end();
    table.activate(BLUE);
    table
}

/// PB-T102: disengaging by 600 m ends in the enemy's Field of Fire; disengaging by 690 m does not.
#[test]
fn pb_t102_disengaging_needs_distance() {
    for (way, legal) in [(600, false), (690, true)] {
        let mut table = table_in_contact();
        let away = at(4_000, 3_000 - way);
        let march = table.march("x", vec![Leg::Face(Facing::DOWN), Leg::To(away)]);
        if legal {
            table.act(march);
            assert!(!table.in_contact("e"));
            // PB-10.6: no combat follows, and the next turn begins.
            table.end();
            assert_eq!(table.game.state().turn, 2);
        } else {
            table.assert_refused(march, "PB-10.2");
        }
    }
}

/// PB-T103: a piece may not attack the same enemy again, but may attack that enemy's neighbour.
#[test]
fn pb_t103_forbids_repeating_an_attack() {
    let mut table = table_in_contact();
    let again = table.attack_by("x", "e", vec![Leg::To(at(4_000, 3_001))]);
    table.assert_refused(again, "PB-11.2");
    let legs = vec![
        Leg::Face(Facing::RIGHT),
        Leg::To(at(4_700, 3_000)),
        Leg::Face(Facing::UP),
        Leg::To(at(4_700, 3_138)),
    ];
    let neighbour = table.attack_by("x", "n", legs);
    table.act(neighbour);
    assert!(!table.in_contact("e") && table.in_contact("n"));
}

/// PB-11.1 (a): staying in contact needs no action.
#[test]
fn pb_11_1_contact_needs_no_action() {
    let mut table = table_in_contact();
    table.end();
    assert!(matches!(table.game.node(), Node::Dice { count: 3, sides: 6 }));
}

/// PB-T106: a piece that comes under fire after its own chit falls back at the end of the turn.
#[test]
fn pb_t106_falls_back_after_combat() {
    for wooded in [false, true] {
        let setup = Setup::new()
            .hq(RED, pose(6_000, 5_000, Facing::DOWN))
            .infantry(BLUE, "b", pose(4_000, 3_000, Facing::UP))
            .infantry(RED, "r", Pose { centre: at(4_000, 4_400), facing: Facing::DOWN });
        // A red piece comes within 600 m from the flank, outside blue's Field of Fire.
        let setup =
            if wooded { setup.woods("wood", at(3_000, 2_800), at(4_400, 3_300)) } else { setup };
        let setup = setup.infantry(RED, "f", pose(5_500, 3_000, Facing::LEFT));
        let mut table = setup.begin();
        table.activate(BLUE);
        table.end();
        table.activate(RED);
        let march = table.march("f", vec![Leg::To(at(4_700, 3_000))]);
        table.act(march);
        table.end();
        if wooded {
            assert_eq!(table.game.state().turn, 2, "the piece stays in woods");
            assert_eq!(table.place_of("b"), at(4_000, 3_000));
        } else {
            assert_eq!(table.question(), Question::RetreatDirection(table.piece("b")));
            table.retreat();
            let moved = table.place_of("b").distance(at(4_000, 3_000)).metres();
            assert!((moved - 760.0).abs() < 0.02, "{moved}");
            assert_eq!(table.status("b"), Status::Fresh);
        }
    }
}

/// PB-A138: cavalry that withdrew and the attacker that it left have both fought. Neither falls
/// back from a Field of Fire after the combat.
#[test]
fn pb_a138_withdrawn_cavalry_has_fought() {
    let mut table = Setup::new()
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .piece(RED, "c", PieceType::Cavalry, pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "e", pose(4_700, 2_839, Facing::LEFT))
        .infantry(BLUE, "b", pose(4_700, 4_081, Facing::LEFT))
        .with_rulings(|rulings| rulings.retreat_ways = RetreatWays::Any)
        .begin();
    table.activate(BLUE);
    table.attack("a", "c");
    let stands = table.place_of("a");
    table.finish_moves();
    table.act(Action::Retire);
    table.act(Action::RetreatToward(Facing::UP));
    let under_fire = |side, name: &str| {
        let view = table.view(side);
        view.is_under_fire(&view.block(table.piece(name)).expect("the piece is on the map"))
    };
    assert!(under_fire(BLUE, "a") && under_fire(RED, "c"));
    assert_eq!(table.game.state().turn, 2, "no piece falls back");
    assert_eq!((table.place_of("a"), table.place_of("c")), (stands, at(4_000, 4_081)));
}

/// PB-A39, PB-A133: a retreat through buildings makes a piece Spent; under the other ruling, only a
/// retreat that ends there does. Buildings that cover less than half of the piece have no effect.
#[test]
fn pb_a39_piece_retreats_through_buildings() {
    use BuildingsSpent::{EndOfMove, Entered};
    use Status::{Fresh, Spent};
    // The piece retreats straight back from y = 3,000 to y = 2,240. The buildings it passes end at
    // x = 4,300 or 3,950.
    let cases = [
        (Entered, 2_500, 4_300, Spent),
        (Entered, 2_500, 3_950, Fresh),
        (EndOfMove, 2_500, 4_300, Fresh),
        (Entered, 2_100, 4_300, Spent),
        (EndOfMove, 2_100, 4_300, Spent),
    ];
    for (ruling, y, right, status) in cases {
        let mut table = Setup::new()
            .hq(RED, pose(6_000, 5_000, Facing::DOWN))
            .infantry(BLUE, "b", pose(4_000, 3_000, Facing::UP))
            .infantry(RED, "f", pose(5_500, 3_000, Facing::LEFT))
            .buildings("town", at(3_000, y), at(right, y + 250))
            .with_rulings(|rulings| rulings.buildings_spent = ruling)
            .begin();
        table.activate(BLUE);
        table.end();
        table.activate(RED);
        let march = table.march("f", vec![Leg::To(at(4_700, 3_000))]);
        table.act(march);
        table.end();
        assert_eq!(table.question(), Question::RetreatDirection(table.piece("b")));
        table.act(Action::RetreatToward(Facing::DOWN));
        assert_eq!(table.place_of("b"), at(4_000, 2_240));
        assert_eq!(table.status("b"), status, "{ruling:?}, {y}, {right}");
    }
}

/// PB-A138, PB-A74: a piece that attacks a train fights, and stays under fire, if the train is
/// still in contact when combat begins. If the train moved off first, there is no combat, and the
/// piece falls back (PB-26.1).
#[test]
fn pb_26_1_train_attackers_take_part() {
    for drives_off in [false, true] {
        let mut table = Setup::new()
            .hq(BLUE, pose(5_200, 2_500, Facing::UP))
            .hq(RED, pose(6_500, 5_000, Facing::DOWN))
            .infantry(BLUE, "a", pose(4_000, 2_400, Facing::UP))
            .train(RED, pose(4_000, 3_400, Facing::DOWN), true)
            .infantry(RED, "e", pose(4_550, 3_200, Facing::LEFT))
            // Otherwise the battle would end.
            .with_rulings(|rulings| rulings.train_lost = TrainLost::Nothing)
            .begin();
        table.activate(BLUE);
        table.attack_train("a", RED);
        let stands = table.place_of("a");
        table.end();
        table.activate(RED);
        let train = table.train(RED);
        if drives_off {
            let way = vec![Leg::Face(Facing::LEFT), Leg::To(at(2_500, 3_400))];
            table.act(Action::March(sandtable_pub_battles::March::new(train, way)));
        }
        table.end();
        assert_eq!(table.game.state().stance(train).is_some(), drives_off);
        if drives_off {
            assert_eq!(table.question(), Question::RetreatDirection(table.piece("a")));
            table.retreat();
            assert_ne!(table.place_of("a"), stands);
        } else {
            assert_eq!((table.game.state().turn, table.place_of("a")), (2, stands));
        }
        assert_eq!(table.status("a"), Status::Fresh);
    }
}

/// PB-P5, PB-A70: each enemy whose Field of Fire covers the start needs a reason to stay: cover or
/// a friend's attack. A move may not end in a Field of Fire. HQs are exempt; packed trains are not.
#[test]
fn pb_p5_judges_reasons_to_stay() {
    let setup = watched_pair(PieceType::Infantry)
        .infantry(RED, "second", pose(4_600, 4_200, Facing::DOWN))
        .infantry(BLUE, "x", pose(4_100, 3_500, Facing::UP))
        .infantry(BLUE, "y", pose(3_000, 3_600, Facing::UP))
        .infantry(BLUE, "z", pose(5_400, 4_200, Facing::LEFT))
        .commander(BLUE, pose(5_900, 3_800, Facing::UP))
        .train(BLUE, pose(2_800, 2_400, Facing::UP), true);
    let mut table = setup.begin();
    table.activate(BLUE);
    let to = at(3_900, 2_900);
    let ride = Action::March(sandtable_pub_battles::March::new(table.hq(BLUE), vec![Leg::To(to)]));
    table.act(ride);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let nearer = table.march("x", vec![Leg::To(at(4_100, 3_550))]);
    table.assert_refused(nearer, "PB-10.2");
    let up = vec![Leg::To(at(3_500, 3_400))];
    let train_up = Action::March(sandtable_pub_battles::March::new(table.train(BLUE), up));
    table.assert_refused(train_up, "PB-10.2");
    table.attack("y", "e");
    table.assert_refused(Action::EndActivation, "PB-10.5");
    table.attack("z", "second");
    table.end();
}

/// Impassable terrain leaves only the left open, where `e` faces. A piece at (4500, 3300) is in the
/// Fields of Fire of `e` and of `f`, which comes from the right. It can only leave that of `f`.
fn walled_setup() -> Setup {
    Setup::new()
        .impassable("south", at(2_000, 2_000), at(7_000, 3_150))
        .impassable("west", at(2_000, 3_150), at(3_500, 6_000))
        .impassable("north-east", at(4_400, 3_640), at(7_000, 6_000))
        .infantry(RED, "e", pose(4_000, 4_000, Facing::DOWN))
        .infantry(RED, "f", pose(5_300, 3_300, Facing::LEFT))
        .infantry(BLUE, "x", pose(4_500, 3_300, Facing::UP))
}

/// PB-10.5, PB-A71: a piece that cannot leave all Fields of Fire leaves as many as it can.
#[test]
fn pb_10_5_leaves_one_of_two_fields() {
    let mut table = walled_setup().begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let out = table.view(BLUE).required_action().expect("the piece can leave one of the two");
    assert_eq!(table.act(out).0, "PB-A71");
    assert!(table.place_of("x").x < 440_000, "out of reach of f: {:?}", table.place_of("x"));
    table.end();
}

/// PB-A71: of three Fields of Fire, a piece must leave two if it can, not just one. `g` is in front
/// of `f`, and its fire reaches 200 m further.
#[test]
fn pb_a71_leaves_most_fields_of_fire() {
    let mut table = walled_setup().infantry(RED, "g", pose(5_100, 3_300, Facing::LEFT)).begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let to = |x| vec![Leg::Face(Facing::LEFT), Leg::To(at(x, 3_300))];
    // `x` leaves only the Field of Fire of `f`.
    let one = table.march("x", to(4_350));
    table.assert_refused(one, "PB-A71");
    // `x` leaves no Field of Fire.
    let none = table.march("x", to(4_490));
    table.assert_refused(none, "PB-10.2");
    let two = table.march("x", to(4_200));
    let out = table.view(BLUE).required_action().expect("the piece can leave two of the three");
    for out in [two, out] {
        let mut table = table.clone();
        assert_eq!(table.act(out).0, "PB-A71");
        table.end();
    }
}
