//! PB-2.10, PB-2.11, PB-7, PB-34.12: functions of headquarters and trains, and command range.

use sandtable_pack::{Arrival, Facing, PieceType, Pose, Reserve, Status};
use sandtable_pub_battles::{Action, Diarist, Leg, March, Node};

use crate::table::{BLUE, MISS, RED, Setup, Table, at, pose};

/// Blue `a` is 1,000 m in front of red `d`; blue's HQ is at the given pose, and the army HQ is far
/// away.
fn table_with_hq_at(hq: Pose) -> Table {
    let setup = Setup::new().hq(BLUE, hq).opposed();
    let mut table = setup.begin();
    table.activate(BLUE);
    table
}

fn distant_pose() -> Pose {
    pose(1_000, 6_500, Facing::UP)
}

/// An HQ or a train moves to a point.
fn move_action(
    piece: sandtable_pub_battles::PieceIndex,
    to: sandtable_pack::GroundPoint,
) -> Action {
    Action::March(March::new(piece, vec![Leg::To(to)]))
}

/// PB-2.11: an HQ gives command, holds a reserve and Alters the turn order by its rating.
#[test]
fn pb_2_11_headquarters_functions() {
    assert!(table_with_hq_at(pose(4_000, 1_600, Facing::UP)).assault("a", "d").is_some());
    assert!(table_with_hq_at(distant_pose()).assault("a", "d").is_none());

    let hidden = Arrival::Reserve(Reserve::Command);
    for (rating, delayed) in [(3, true), (2, false)] {
        let mut table = Setup::new()
            .rating(BLUE, rating)
            .piece_starting(BLUE, "r", PieceType::Infantry, hidden)
            .infantry(RED, "d", pose(4_000, 7_000, Facing::DOWN))
            .begin();
        let (roller, chit) = (table.hq(BLUE), table.command(BLUE));
        assert_eq!(table.game.state().in_reserve_with(table.piece("r")), Some(roller));
        table.draw(BLUE);
        table.act(Action::Delay { roller, chit });
        table.dice(&[3]);
        assert_eq!(matches!(table.game.node(), Node::Cup(_)), delayed, "rating {rating}");
    }
}

/// PB-2.10, PB-20.6: a train functions only once unpacked, and from then on its side is at risk.
#[test]
fn pb_2_10_train_functions() {
    let setup = Setup::new()
        .hq(BLUE, distant_pose())
        .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
        .spent("x")
        .infantry(RED, "d", pose(4_000, 7_000, Facing::DOWN))
        .train(BLUE, pose(4_000, 1_500, Facing::UP), true);
    let mut table = setup.begin();
    table.activate(BLUE);
    let (piece, train) = (table.piece("x"), table.train(BLUE));
    let rally = Action::Rally { piece, facing: None };
    table.assert_refused(rally.clone(), "PB-19.1");
    table.act(Action::Unpack(train));
    table.act(rally);
    assert_eq!(table.status("x"), Status::Fresh);
    table.finish_moves();
    assert!(!matches!(table.game.node(), Node::Over(_)));
    table.activate(BLUE);
    table.act(Action::Pack(train));
    table.finish_moves();
    assert!(matches!(table.game.node(), Node::Over(_)), "blue is forced back");
}

/// PB-7.1: an HQ does not attack, cannot be attacked, and blocks no piece.
#[test]
fn pb_7_1_headquarters_do_not_fight() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 1_600, Facing::UP))
        .hq(RED, pose(4_000, 2_400, Facing::DOWN))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(6_000, 2_400, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let enemy = table.hq(RED);
    let legs = vec![Leg::To(at(4_000, 2_238))];
    let attack = Some(enemy);
    table.assert_refused(Action::March(March { piece: table.piece("a"), legs, attack }), "PB-7.1");
    let (piece, attack) = (table.hq(BLUE), Some(table.piece("d")));
    let legs = vec![Leg::To(at(6_000, 2_238))];
    table.assert_refused(Action::March(March { piece, legs, attack }), "PB-12.4");
    // The march passes over a friendly HQ and an enemy HQ.
    let through = table.march("a", vec![Leg::To(at(4_000, 2_900))]);
    table.act(through);
    assert_eq!(table.place_of("a"), at(4_000, 2_900));
    assert!(!table.in_contact("a"));
}

/// PB-7.3: HQs move at the Mounted rate.
#[test]
fn pb_7_3_headquarters_are_mounted() {
    let mut table = table_with_hq_at(pose(2_000, 1_000, Facing::UP));
    let leader = table.hq(BLUE);
    table.assert_refused(move_action(leader, at(2_000, 4_244)), "PB-6.10");
    table.act(move_action(leader, at(2_000, 4_243)));
    assert_eq!(table.centre(leader), at(2_000, 4_243));
}

/// PB-7.8: a piece out of command may do everything except make contact.
#[test]
fn pb_7_8_limits_pieces_out_of_command() {
    let setup = Setup::new()
        .hq(BLUE, distant_pose())
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .piece(BLUE, "g", PieceType::Artillery, pose(5_500, 2_000, Facing::UP))
        .piece(BLUE, "c", PieceType::Cavalry, pose(2_500, 1_000, Facing::UP))
        .spent("c")
        .infantry(BLUE, "held", pose(1_000, 2_000, Facing::UP))
        .hq(RED, pose(2_000, 3_900, Facing::DOWN))
        .infantry(RED, "e", pose(1_000, 3_000, Facing::DOWN))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(RED);
    table.attack("e", "held");
    table.end();
    table.activate(BLUE);
    let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))]);
    table.assert_refused(attack, "PB-7.4");
    let (piece, target) = (table.piece("g"), table.piece("d"));
    let facing =
        Facing::from_vector(at(4_000, 3_000) - at(5_500, 2_000)).expect("the points differ");
    table.act(Action::Bombard { piece, target, facing });
    table.dice(&MISS);
    let rally = Action::Rally { piece: table.piece("c"), facing: None };
    table.act(rally);
    let march = table.march("a", vec![Leg::To(at(4_000, 2_050))]);
    table.act(march);
    // The piece stays in contact and defends itself.
    table.end();
    assert!(table.in_contact("held"));
    assert!(matches!(table.game.node(), Node::Dice { count: 3, .. }));
}

/// PB-34.12, PB-A5: for command and rally, the range need only touch the piece, not cover it.
#[test]
fn pb_34_12_touching_range_counts() {
    // The block reaches from x = 3,678 to x = 4,322. The HQ's edge is 1,081 m from the block's left
    // corner, or a metre more, and over 1,400 m from the block's centre.
    for (x, touched) in [(2_516, true), (2_515, false)] {
        let mut table = table_with_hq_at(Pose {
            centre: sandtable_pack::GroundPoint::new(x * 100 + 50, 200_000),
            facing: Facing::UP,
        });
        assert_eq!(table.assault("a", "d").is_some(), touched, "{x}");
        if !touched {
            let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))]);
            table.assert_refused(attack, "PB-7.4");
        }
    }
}

/// PB-P3: the HQ moves first. Command is settled when the first piece acts. Pieces act in their
/// owner's order, each once, with obligations at the end.
#[test]
fn pb_p3_activates_in_order() {
    let setup = Setup::new()
        .hq(BLUE, pose(7_000, 1_000, Facing::UP))
        .commander(BLUE, pose(7_500, 3_500, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(5_000, 3_400, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "e", pose(5_000, 4_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let leader = table.hq(BLUE);
    let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))]);
    table.assert_refused(attack.clone(), "PB-7.4");
    // 1: the HQ moves; 2: that puts `a` in command.
    table.act(move_action(leader, at(4_900, 1_600)));
    table.assert_refused(move_action(leader, at(4_800, 1_600)), "PB-6.16");
    table.act(attack.clone());
    // 4: each piece acts once; the commander can no longer help.
    table.assert_refused(attack, "PB-6.16");
    let commander = table.game.roster().commanders[0].expect("blue has an army commander");
    table.assert_refused(move_action(commander, at(7_400, 3_400)), "PB-7.5");
    // 5: `b` is in `e`'s Field of Fire.
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let out = table.march("b", vec![Leg::Face(Facing::DOWN), Leg::To(at(5_600, 2_600))]);
    table.act(out);
    table.end();
    assert_eq!(table.place_of("b"), at(5_600, 2_600));
}

/// PB-A42: an enemy HQ is pushed the shortest distance that clears it: straight back if that place
/// is free, or else towards its own edge until free.
#[test]
fn pb_a42_moves_the_least_distance() {
    // Blue stops at y = 3,950 over the HQ at y = 4,000; the first free place straight back is y =
    // 4,111.
    let pushed = |behind: &[Pose]| {
        let setup = Setup::new().hq(RED, pose(4_000, 4_000, Facing::DOWN)).infantry(
            BLUE,
            "x",
            pose(4_000, 2_500, Facing::UP),
        );
        let friends = behind.iter().enumerate();
        let mut table = friends
            .fold(setup, |setup, (index, &pose)| setup.infantry(RED, &format!("r{index}"), pose))
            .begin();
        table.activate(BLUE);
        table.act(table.march("x", vec![Leg::To(at(4_000, 3_950))]));
        let place = table.centre(table.hq(RED));
        (table, place)
    };
    let (free, place) = pushed(&[]);
    assert_eq!((place.x, (411_100..412_200).contains(&place.y)), (400_000, true), "{place:?}");
    // A friend is at that place, with many more behind it.
    let rows: Vec<Pose> = (0..8).map(|row| pose(4_200, 4_200 + 161 * row, Facing::UP)).collect();
    let (crowded, place) = pushed(&rows);
    assert_eq!((place.x, place.y > 532_700), (400_000, true), "{place:?}");
    // The diary mentions an HQ that is pushed by more than the depth of a block.
    let diary = |table: &Table| {
        let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
        diary.contains("is pushed aside, ") && diary.contains("(PB-7.2)")
    };
    assert_eq!([diary(&free), diary(&crowded)], [false, true]);
}

/// PB-7.2, PB-A42: an enemy HQ overrun from behind is not driven forward but goes towards its own
/// lines.
#[test]
fn pb_7_2_moves_toward_own_lines() {
    let setup = Setup::new().hq(RED, pose(4_000, 4_000, Facing::DOWN)).infantry(
        BLUE,
        "x",
        pose(4_000, 5_500, Facing::DOWN),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    table.act(table.march("x", vec![Leg::To(at(4_000, 4_050))]));
    let place = table.centre(table.hq(RED));
    assert!(place.y > 405_000 + 8_050, "behind the mover, where its army comes from: {place:?}");
}

/// PB-7.2, PB-A42: an HQ makes way by the least distance that clears the mover: an enemy HQ
/// straight away from it, a friendly one in any direction.
#[test]
fn pb_7_2_pushes_the_least_distance() {
    // Half the depth of the block and half of the HQ are 161 m together; steps are 10 m.
    for (side, stop, least) in [
        (RED, 3_950, 111),
        (RED, 4_050, 211),
        // The HQ of the mover's side may step to the near side.
        (BLUE, 3_950, 111),
        (BLUE, 4_050, 111),
        // The mover passes, and the HQ stays.
        (RED, 4_400, 0),
        (BLUE, 4_400, 0),
    ] {
        let setup = Setup::new().hq(side, pose(4_000, 4_000, Facing::DOWN)).infantry(
            BLUE,
            "x",
            pose(4_000, 2_500, Facing::UP),
        );
        let mut table = setup.begin();
        table.activate(BLUE);
        table.act(table.march("x", vec![Leg::To(at(4_000, stop))]));
        let place = table.centre(table.hq(side));
        let moved = place.distance(at(4_000, 4_000)).metres();
        let most = f64::from(least) + 10.0;
        assert!((f64::from(least)..=most).contains(&moved), "{side:?} {stop}: {place:?}");
    }
}
