//! PB-T136 to PB-T146: rally, trains, supply and ineffective commands.

use sandtable_pack::{Facing, GroundPoint, IneffectiveCount, PieceType, Pose, Status};
use sandtable_pub_battles::{Action, BattleEnd, Leg, March, Node, SideIndex, VictoryKind};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

fn rally(table: &Table, name: &str) -> Action {
    Action::Rally { piece: table.piece(name), facing: None }
}

/// Blue's Spent infantry `x` at (4000, 2000) faces up, with its rear edge at y = 1,919.5. The near
/// edge of a train is this many metres below it.
fn train_setup(distance: i32, packed: bool) -> Setup {
    let y = 191_950 - distance * 100 - 8_050;
    let train = Pose { centre: GroundPoint::new(400_000, y), facing: Facing::UP };
    Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
        .spent("x")
        .train(BLUE, train, packed)
}

#[test]
fn pb_t137_rallies_within_range() {
    for (distance, packed, legal) in
        [(1_081, false, true), (1_082, false, false), (300, true, false)]
    {
        let mut table = train_setup(distance, packed).begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        if legal {
            // PB-19.5: a rallying piece may turn.
            let facing = Some(Facing::RIGHT);
            table.act(Action::Rally { piece: table.piece("x"), facing });
            assert_eq!(table.status("x"), Status::Fresh);
            let pose = table.game.state().line(table.piece("x")).expect("the piece is in line");
            assert_eq!(pose, crate::table::pose(4_000, 2_000, Facing::RIGHT));
            // PB-6.16: the piece may no longer move.
            let march = table.march("x", vec![Leg::To(at(4_100, 2_000))]);
            table.assert_refused(march, "PB-6.16");
        } else {
            table.assert_refused(action, "PB-19.1");
        }
    }
}

#[test]
fn pb_t138_t169_cavalry_rallies_anywhere() {
    for kind in [PieceType::Cavalry, PieceType::Dragoons] {
        let setup = Setup::new().piece(BLUE, "x", kind, pose(6_000, 3_000, Facing::UP)).spent("x");
        let mut table = setup.clone().begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        table.act(action);
        assert_eq!(table.status("x"), Status::Fresh, "{kind:?}");
        let mut table = setup.buildings("town", at(5_000, 2_500), at(7_000, 3_500)).begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        table.assert_refused(action, "PB-19.6");
    }
}

#[test]
fn pb_t140_train_moves_and_unpacks() {
    let mut table = train_setup(1_700, true).begin();
    table.activate(BLUE);
    let train = table.train(BLUE);
    let to = table.centre(train) + Facing::UP.advance(crate::table::metres(1_000));
    table.act(Action::March(March::new(train, vec![Leg::To(to)])));
    table.act(Action::Unpack(train));
    let action = rally(&table, "x");
    table.act(action);
    assert_eq!(table.status("x"), Status::Fresh);
    // PB-A114: a train packs or unpacks once in an activation.
    table.assert_refused(Action::Pack(train), "PB-A114");
}

#[test]
fn pb_t141_unpacked_train_stays() {
    let mut table = train_setup(500, false).begin();
    table.activate(BLUE);
    let train = table.train(BLUE);
    let march = Action::March(March::new(train, vec![Leg::To(at(4_000, 1_000))]));
    table.assert_refused(march, "PB-20.5");
    table.act(Action::Pack(train));
    assert_eq!(table.game.state().forced_back, [true, false]);
}

/// PB-T136: a detachment 760 m from the exit blocks supply, but not at 761 m. HQs and trains never
/// block it.
#[test]
fn pb_t136_rally_needs_supply() {
    // The line follows the High Road to (4000, 0). The enemy's left edge is `distance` to the
    // right.
    let setup = |distance: i32| {
        let x = 400_000 + distance * 100 + 32_200;
        let enemy = Pose { centre: GroundPoint::new(x, 8_050), facing: Facing::UP };
        train_setup(500, false).piece(RED, "e", PieceType::Detachment, enemy).change(|parts| {
            // The road is the only route, with impassable terrain on both sides of the exit.
            parts.scenario.sides[0].lines_of_communication.truncate(1);
        })
    };
    for (distance, clear) in [(760, false), (761, true)] {
        let mut table = setup(distance).begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        assert_eq!(table.game.judge(&action).is_ok(), clear, "{distance}");
        let _ = &mut table;
    }
    let harmless = train_setup(500, false).hq(RED, pose(4_200, 100, Facing::UP));
    let mut table = harmless.begin();
    table.activate(BLUE);
    let action = rally(&table, "x");
    table.act(action);
}

/// PB-T175: a piece in contact cannot rally.
#[test]
fn pb_t175_forbids_rally_in_contact() {
    let setup = train_setup(500, false).hq(RED, pose(4_000, 4_000, Facing::DOWN)).infantry(
        RED,
        "e",
        pose(4_000, 3_000, Facing::DOWN),
    );
    let mut table = setup.begin();
    table.activate(RED);
    table.attack("e", "x");
    table.end();
    table.activate(BLUE);
    let action = rally(&table, "x");
    table.assert_refused(action, "PB-19.4");
}

/// Red cavalry attacks blue's train.
fn battle_with_attacked_train() -> Table {
    let setup = Setup::new()
        .hq(RED, pose(4_000, 4_000, Facing::DOWN))
        .train(BLUE, pose(4_000, 2_000, Facing::UP), true)
        .infantry(BLUE, "x", pose(7_000, 600, Facing::UP))
        .piece(RED, "c", PieceType::Cavalry, pose(4_000, 3_500, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(RED);
    let (piece, train) = (table.piece("c"), table.train(BLUE));
    let marches = table.view(RED).approaches(piece, train);
    let march =
        marches.into_iter().map(Action::March).find(|march| table.game.judge(march).is_ok());
    table.act(march.expect("the train can be attacked"));
    table.end();
    table.activate(BLUE);
    table
}

#[test]
fn pb_t142_train_leaves() {
    let mut table = battle_with_attacked_train();
    let train = table.train(BLUE);
    table.act(Action::March(March::new(
        train,
        vec![Leg::Face(Facing::DOWN), Leg::To(at(4_000, 1_000))],
    )));
    table.end();
    assert!(table.game.state().stance(train).is_some());
    assert_eq!(table.game.state().turn, 2);
}

#[test]
fn pb_t142_train_stays_and_is_taken() {
    let mut table = battle_with_attacked_train();
    table.end();
    match table.game.node() {
        Node::Over(BattleEnd { kind, winner, multipliers, .. }) => {
            assert_eq!(kind, VictoryKind::Broken);
            assert_eq!(winner, Some(SideIndex::Second));
            assert_eq!(multipliers, [1, 3]);
        }
        other => panic!("expected a Broken side, found {other:?}"),
    }
}

/// PB-T143, PB-T144: with half of its pieces lost, a command cannot rally. The losses come from
/// combat.
#[test]
fn pb_t143_t144_commands_become_ineffective() {
    // Blue: `x` is Spent at its train; `a` … attack and are destroyed.
    let cases = [
        ("pb_t143_2_of_4", 4, 2, IneffectiveCount::AllCombatPieces, true),
        ("pb_t143_2_of_5", 5, 2, IneffectiveCount::AllCombatPieces, false),
        ("pb_t143_3_of_5", 5, 3, IneffectiveCount::AllCombatPieces, true),
        ("pb_t144_horse_in_3_1", 4, 2, IneffectiveCount::InfantryOnly, false),
    ];
    for (id, pieces, lost, count, ineffective) in cases {
        // Under the 3.1 ruling the lost pieces are cavalry.
        let kind = match count {
            IneffectiveCount::InfantryOnly => PieceType::Cavalry,
            _ => PieceType::Infantry,
        };
        let mut setup = train_setup(500, false)
            .hq(BLUE, pose(6_000, 1_700, Facing::UP))
            .change(|parts| parts.ruleset.rulings.ineffective_counts = count);
        for index in 0..lost {
            let x = 5_200 + index * 800;
            setup = setup
                .piece(BLUE, &format!("a{index}"), kind, pose(x, 2_000, Facing::UP))
                .infantry(RED, &format!("d{index}"), pose(x, 3_000, Facing::DOWN));
        }
        for index in lost + 1..pieces {
            setup = setup.piece(
                BLUE,
                &format!("r{index}"),
                PieceType::Infantry,
                pose(1_000, 1_000 + 300 * index, Facing::UP),
            );
        }
        // Red has more to lose than blue destroys, and more infantry, which avoids a rout.
        for index in 0..9 {
            setup = setup.infantry(
                RED,
                &format!("m{index}"),
                pose(500 + 700 * index, 7_000, Facing::DOWN),
            );
        }
        let setup = setup.change(|parts| {
            // A rout would end the battle, so no piece counts for one.
            for rules in parts.ruleset.pieces.values_mut() {
                rules.counts_for_rout =
                    rules.counts_for_rout && count == IneffectiveCount::InfantryOnly;
            }
        });
        let mut table = setup.begin();
        table.activate(BLUE);
        for index in 0..lost {
            table.attack(&format!("a{index}"), &format!("d{index}"));
        }
        table.finish_moves();
        for index in 0..lost {
            if index + 1 < lost {
                let first = table.piece(&format!("d{index}"));
                table.act(Action::Resolve(first));
            }
            table.dice(&[6, 6, 6]);
            table.dice(&[1, 1, 1]);
        }
        table.activate(BLUE);
        let judged = table.game.judge(&rally(&table, "x"));
        match judged {
            Ok(_) => assert!(!ineffective, "{id}"),
            Err(refusal) => {
                assert!(ineffective, "{id}: {refusal}");
                assert_eq!(refusal.rule.0, "PB-21.2", "{id}");
            }
        }
    }
}

/// PB-19.3, PB-31.1: an unpacked train has no effect while an enemy blocks its line of
/// communication, or if its side has none.
#[test]
fn pb_19_3_unsupplied_train_has_no_effect() {
    let cut = |setup: Setup| {
        setup.piece(RED, "e", PieceType::Detachment, pose(4_000, 200, Facing::RIGHT))
    };
    let without =
        |setup: Setup| setup.change(|parts| parts.scenario.sides[0].lines_of_communication.clear());
    let near = || train_setup(500, false);
    let cases = [
        ("pb_31_1_clear", near(), true),
        ("cut", cut(near()), false),
        ("pb_31_1_none", without(near()), false),
    ];
    for (id, setup, served) in cases {
        let mut table = setup.begin();
        table.activate(BLUE);
        let judged = table.game.judge(&rally(&table, "x"));
        let refused = judged.err().map(|refusal| refusal.rule.0);
        assert_eq!(refused, (!served).then_some("PB-19.1"), "{id}");
    }
}

/// PB-31.3, PB-T146: a piece out of supply marches, bombards, rallies (if mounted) and fights
/// normally.
#[test]
fn pb_t146_unsupplied_pieces_fight_normally() {
    let fates = [false, true].map(|cut| {
        let setup = train_setup(500, false)
            .hq(BLUE, pose(5_500, 1_600, Facing::UP))
            .infantry(BLUE, "a", pose(5_200, 2_000, Facing::UP))
            .infantry(RED, "d", pose(5_200, 3_000, Facing::DOWN))
            .piece(BLUE, "c", PieceType::Cavalry, pose(7_000, 3_000, Facing::UP))
            .spent("c");
        let exit = pose(4_000, 200, Facing::RIGHT);
        let setup = if cut { setup.piece(RED, "e", PieceType::Detachment, exit) } else { setup };
        let mut table = setup.begin();
        table.activate(BLUE);
        let foot = rally(&table, "x");
        assert_eq!(table.game.judge(&foot).is_err(), cut);
        let horse = rally(&table, "c");
        table.act(horse);
        let march = table.march("x", vec![Leg::To(at(4_000, 4_280))]);
        table.act(march);
        table.attack("a", "d");
        table.finish_moves();
        table.dice(&[4, 3, 3]);
        table.dice(&[4, 4, 3]);
        table.retreat();
        let [a, d] = ["a", "d"].map(|name| (table.status(name), table.place_of(name)));
        (a, d, table.place_of("x"))
    });
    assert_eq!(fates[0], fates[1]);
}

/// PB-19.6: a piece cannot rally with most of its area in a town, but can rally next to the town.
#[test]
fn pb_19_6_forbids_rally_in_buildings() {
    for (edge, rallies) in [(4_001, false), (3_999, true)] {
        let town = |setup: Setup| setup.buildings("town", at(2_000, 1_500), at(edge, 2_500));
        let mut table = town(train_setup(500, false)).begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        if rallies {
            table.act(action);
        } else {
            table.assert_refused(action, "PB-19.6");
        }
    }
}

/// PB-34.2, PB-A39: a piece that rallies next to a village and turns into it becomes Spent again. A
/// battery that would have to turn into it cannot bombard (PB-A165).
#[test]
fn pb_34_2_turning_into_buildings_makes_spent() {
    // A block that lies across the row of houses has a third of its area in the row; one that lies
    // along the row is entirely in it.
    let setup = train_setup(500, false)
        .buildings("row", at(3_900, 1_500), at(4_100, 2_500))
        .piece(BLUE, "g", PieceType::Artillery, pose(6_000, 3_000, Facing::UP))
        .piece(RED, "e", PieceType::Cavalry, pose(7_500, 3_000, Facing::LEFT))
        .piece(RED, "f", PieceType::Cavalry, pose(6_000, 4_500, Facing::DOWN))
        .buildings("street", at(5_900, 2_500), at(6_100, 3_200));
    let mut table = setup.begin();
    table.activate(BLUE);
    let [piece, battery, e, f] = ["x", "g", "e", "f"].map(|name| table.piece(name));
    let mut straight = table.clone();
    straight.act(Action::Rally { piece, facing: Some(Facing::DOWN) });
    assert_eq!(straight.status("x"), Status::Fresh);
    table.act(Action::Rally { piece, facing: Some(Facing::RIGHT) });
    assert_eq!(table.status("x"), Status::Spent);
    let bombard = |target, facing| Action::Bombard { piece: battery, target, facing };
    table.assert_refused(bombard(e, Facing::RIGHT), "PB-A165");
    table.act(bombard(f, Facing::UP));
}

/// PB-20.1, PB-7.3: trains move at the Foot rate, and neither attack nor support.
#[test]
fn pb_20_1_trains_march_on_foot() {
    let setup = Setup::new().train(BLUE, pose(2_000, 1_000, Facing::UP), true).infantry(
        RED,
        "e",
        pose(2_000, 3_000, Facing::RIGHT),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    let piece = table.train(BLUE);
    let legs = vec![Leg::To(at(2_000, 2_237))];
    let attack = Some(table.piece("e"));
    table.assert_refused(Action::March(March { piece, legs, attack }), "PB-12.4");
    let to = |metres: i32| {
        let turn = Leg::Face(Facing::RIGHT);
        Action::March(March::new(piece, vec![turn, Leg::To(at(2_000 + metres, 1_000))]))
    };
    table.assert_refused(to(2_281), "PB-6.10");
    table.act(to(2_280));
    assert_eq!(table.centre(piece), at(4_280, 1_000));
}

/// PB-21.2: in a command that has lost half of its pieces no piece rallies, not even cavalry. Its
/// pieces still march, attack and bombard.
#[test]
fn pb_21_2_ineffective_commands_cannot_rally() {
    for others in [2, 3] {
        let mut setup = train_setup(500, false)
            .hq(BLUE, pose(6_000, 1_700, Facing::UP))
            .piece(BLUE, "c", PieceType::Cavalry, pose(6_900, 2_300, Facing::UP))
            .spent("c")
            .infantry(RED, "d0", pose(5_000, 3_000, Facing::DOWN))
            .infantry(RED, "d1", pose(5_800, 3_000, Facing::DOWN))
            .infantry(BLUE, "a0", pose(5_000, 2_000, Facing::UP))
            .infantry(BLUE, "a1", pose(5_800, 2_000, Facing::UP))
            .change(|parts| {
                for rules in parts.ruleset.pieces.values_mut() {
                    rules.counts_for_rout = false;
                }
            });
        if others == 3 {
            setup = setup.infantry(BLUE, "more", pose(1_000, 1_500, Facing::UP));
        }
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a0", "d0");
        table.attack("a1", "d1");
        table.finish_moves();
        let first = table.piece("d0");
        table.act(Action::Resolve(first));
        for _ in 0..2 {
            table.dice(&[6, 6, 6]);
            table.dice(&[1, 1, 1]);
        }
        table.activate(BLUE);
        for name in ["x", "c"] {
            let action = rally(&table, name);
            let judged = table.game.judge(&action).map_err(|refusal| refusal.rule.0);
            if others == 2 {
                assert_eq!(judged, Err("PB-21.2"), "2 of 4, {name}");
            } else {
                assert!(judged.is_ok(), "2 of 5, {name}: {judged:?}");
            }
        }
        table.attack("c", "d1");
        let march = table.march("x", vec![Leg::To(at(4_000, 2_050))]);
        table.act(march);
    }
}

/// PB-P4b: the conditions of a rally, one by one. A piece that rallies is Fresh and may face any
/// way.
#[test]
fn pb_p4b_selects_pieces_that_rally() {
    type Change = fn(Setup) -> Setup;
    let fired_at = |setup: Setup| setup.infantry(RED, "e", pose(4_000, 2_600, Facing::DOWN));
    let town = |setup: Setup| setup.buildings("town", at(3_000, 1_800), at(5_000, 2_200));
    let cases: [(&str, Change, Option<&str>); 4] = [
        ("near its train", |setup| setup, None),
        (
            "no train unpacked",
            |setup| setup.train(BLUE, pose(4_000, 1_400, Facing::UP), true),
            Some("PB-19.1"),
        ),
        ("in a field of fire", fired_at, Some("PB-10.5")),
        ("in a village", town, Some("PB-19.6")),
    ];
    for (name, change, refused) in cases {
        let far = pose(4_000, 7_000, Facing::DOWN);
        let mut table = change(train_setup(500, false).infantry(RED, "far", far)).begin();
        table.activate(BLUE);
        let facing = Some(Facing::DOWN);
        let action = Action::Rally { piece: table.piece("x"), facing };
        let Some(rule) = refused else {
            table.act(action.clone());
            assert_eq!(table.status("x"), Status::Fresh, "{name}");
            let looks = table.game.state().line(table.piece("x")).map(|pose| pose.facing);
            assert_eq!(looks, facing, "{name}");
            table.finish_moves();
            table.activate(BLUE);
            table.assert_refused(action, "PB-19.1");
            continue;
        };
        table.assert_refused(action, rule);
    }
}

/// PB-P15, PB-A158: supply goes from the train to the line, and along it off the map, out of the
/// enemy's reach. The route can lead around an enemy.
#[test]
fn pb_p15_supply_leads_around_enemy() {
    let setup = |enemy: Pose| {
        Setup::new()
            .hq(BLUE, pose(6_000, 1_600, Facing::UP))
            .infantry(BLUE, "x", pose(1_000, 1_500, Facing::UP))
            .spent("x")
            .train(BLUE, pose(1_000, 600, Facing::UP), false)
            .infantry(RED, "e", enemy)
    };
    let walled = |setup: Setup| setup.impassable("lake", at(2_450, 1_300), at(2_550, 7_990));
    let between = pose(2_500, 600, Facing::RIGHT);
    let cases = [
        ("way round", setup(between), true),
        ("no way round", walled(setup(between)), false),
        ("beside the line", setup(pose(3_800, 600, Facing::RIGHT)), false),
        ("above all", walled(setup(pose(2_500, 4_000, Facing::RIGHT))), true),
    ];
    for (name, setup, supplied) in cases {
        let mut table = setup.begin();
        table.activate(BLUE);
        let action = rally(&table, "x");
        assert_eq!(table.game.judge(&action).is_ok(), supplied, "{name}");
        if !supplied {
            table.assert_refused(action, "PB-19.1");
        }
    }
}

/// PB-19.4, PB-22.1: a piece also does not rally in contact with a piece that attacked another and
/// ended against it.
#[test]
fn pb_19_4_second_enemy_cannot_rally() {
    for (x, touched) in [(4_404, true), (4_420, false)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(3_000, 2_300, Facing::UP))
            .opposed()
            .piece(RED, "e", PieceType::Cavalry, pose(x, 2_750, Facing::LEFT))
            .spent("e")
            .begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))]);
        table.act(attack);
        table.end();
        table.activate(RED);
        let rally = rally(&table, "e");
        if touched {
            table.assert_refused(rally, "PB-19.4");
        } else {
            table.act(rally);
            assert_eq!(table.status("e"), Status::Fresh);
        }
    }
}
