//! PB-T111 to PB-T117, PB-T173: retreats, gaps and pushed friends.

use sandtable_engine::{Bot, RandomStream, StreamPurpose};
use sandtable_pack::{Facing, GroundPoint, PieceType, Pose, RetreatWays, Status, WatercourseKind};
use sandtable_pub_battles::{Action, General, Node, Question};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Red `d` at (4000, 3000) faces down; blue `a` attacks it in front.
fn attacked_setup(kind: PieceType) -> Setup {
    Setup::new().hq(RED, pose(6_500, 4_500, Facing::DOWN)).opposed_by(kind)
}

/// `d` is hit twice and must retreat.
fn hit_twice(setup: Setup) -> Table {
    let mut table = setup.begin();
    table.activate(RED);
    table.end();
    table.activate(BLUE);
    table.attack("a", "d");
    table.end();
    table.stand_fast();
    table.dice(&[1, 1, 1]);
    table.dice(&[4, 4, 1]);
    table
}

/// Impassable terrain close to the left and right of `d`.
fn with_walls(setup: Setup) -> Setup {
    setup.impassable("left", at(3_200, 2_400), at(3_650, 3_400)).impassable(
        "right",
        at(4_350, 2_400),
        at(4_800, 3_400),
    )
}

fn must_choose(table: &Table) -> bool {
    table.game.node()
        == Node::Decision { side: RED, question: Question::RetreatDirection(table.piece("d")) }
}

/// PB-T111: a piece retreats through a gap of 400 m, but not of 300 m.
#[test]
fn pb_t111_retreats_through_gaps() {
    for (gap, survives) in [(40_000, true), (30_000, false)] {
        // Behind `d` are two rows of blue pieces without another gap.
        let mut setup = attacked_setup(PieceType::Infantry);
        let half = gap / 2 + 32_200;
        for (index, x) in [-3 * 64_400, -2 * 64_400, -64_400, 0].iter().enumerate() {
            for (name, x) in [
                (format!("l{index}"), 400_000 - half + x),
                (format!("r{index}"), 400_000 + half - x),
            ] {
                let centre = GroundPoint::new(x, 340_000);
                setup = setup.infantry(BLUE, &name, Pose { centre, facing: Facing::UP });
            }
        }
        let setup = with_walls(setup);
        let table = hit_twice(setup);
        assert_eq!(must_choose(&table), survives, "gap {gap}");
        assert_eq!(table.is_destroyed("d"), !survives, "gap {gap}");
    }
}

/// PB-T112: a friend behind is pushed back just outside the end position and becomes Spent.
#[test]
fn pb_t112_retreat_pushes_friend() {
    for spent in [false, true] {
        let setup = attacked_setup(PieceType::Infantry).infantry(
            RED,
            "f",
            pose(4_000, 3_461, Facing::DOWN),
        );
        let setup = if spent { setup.spent("f") } else { setup };
        let mut table = hit_twice(setup);
        table.retreat();
        assert_eq!(table.place_of("d"), at(4_000, 3_760));
        let pushed = table.place_of("f");
        assert!((392_100..393_200).contains(&pushed.y) && pushed.x == 400_000, "{pushed:?}");
        assert_eq!(table.status("f"), Status::Spent);
        let pose = table.game.state().line(table.piece("f")).expect("the piece stays in line");
        assert_eq!(pose.facing, Facing::DOWN, "the piece keeps its facing");
    }
}

/// PB-A131: friends are pushed back in the order in which the retreat meets them, regardless of
/// the order of battle. The nearest ends next to the final position, and the others in sequence
/// behind it.
#[test]
fn pb_a131_pushes_in_path_order() {
    for names in [["f", "g"], ["g", "f"]] {
        let [first, second] = names;
        let setup = attacked_setup(PieceType::Infantry)
            .infantry(RED, "f", pose(4_000, if first == "f" { 3_300 } else { 3_600 }, Facing::DOWN))
            .infantry(
                RED,
                "g",
                pose(4_000, if first == "f" { 3_600 } else { 3_300 }, Facing::DOWN),
            );
        let mut table = hit_twice(setup);
        table.act(Action::RetreatToward(Facing::UP));
        assert_eq!(table.place_of("d"), at(4_000, 3_760));
        let (near, far) = (table.place_of(first).y, table.place_of(second).y);
        assert!((392_100..393_200).contains(&near), "{first} just behind its end: {near}");
        assert!((408_200..410_200).contains(&far), "{second} just behind {first}: {far}");
    }
}

/// PB-25.4: bots retreat by the nearest route that pushes no friend back. If there is none, they
/// push.
#[test]
fn bots_avoid_pushing_back_friends() {
    for open in [true, false] {
        let file = |setup: Setup| {
            let place = |y| pose(4_000, y, Facing::DOWN);
            setup.infantry(RED, "f", place(3_461)).infantry(RED, "g", place(3_800))
        };
        let setup = file(attacked_setup(PieceType::Infantry));
        let mut table = hit_twice(if open { setup } else { with_walls(setup) });
        let (view, piece) = (table.view(RED), table.piece("d"));
        let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
        for mut bot in [General::aggressive(), General::cautious()] {
            let way = bot.decide(&view, Question::RetreatDirection(piece), &mut chance);
            let mut table = table.clone();
            table.act(way);
            let stayed = table.place_of("f") == at(4_000, 3_461);
            assert_eq!(stayed, open, "{bot:?}");
        }
        table.retreat();
        assert_ne!(table.place_of("f"), at(4_000, 3_461), "straight back would push a friend");
    }
}

/// PB-T113: a retreat passes through a train behind without moving it.
#[test]
fn pb_t113_retreats_through_train() {
    let setup =
        attacked_setup(PieceType::Infantry).train(RED, pose(4_000, 3_461, Facing::DOWN), true);
    let mut table = hit_twice(setup);
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
    assert_eq!(table.centre(table.train(RED)), at(4_000, 3_461));
}

/// PB-25.2, PB-34.5: a piece slid aside at the end of its retreat to fit is not slid across a
/// river.
#[test]
fn pb_25_2_does_not_slide_over_river() {
    for river in [true, false] {
        let setup = attacked_setup(PieceType::Infantry)
            // `e` leaves 332 m on the right, and no space at the end of the retreat.
            .piece(BLUE, "e", PieceType::Cavalry, pose(3_668, 3_760, Facing::DOWN))
            .with_rulings(|rulings| rulings.retreat_ways = RetreatWays::Any);
        let setup = if river {
            setup.water("river", WatercourseKind::River, 0).change(|parts| {
                let course =
                    parts.map.watercourses.last_mut().expect("the watercourse was just added");
                course.parts[0].0 = vec![at(4_200, 3_200), at(4_200, 8_000)];
            })
        } else {
            setup
        };
        let mut table = hit_twice(setup);
        let back = Action::RetreatToward(Facing::UP);
        if river {
            table.assert_refused(back, "PB-25.2");
        } else {
            table.act(back);
            assert_eq!(table.place_of("d"), at(4_322, 3_760));
        }
    }
}

/// PB-25.1, PB-A132: a retreat is a third of a move, and is longer only to pass a train.
#[test]
fn pb_25_1_retreats_at_most_a_third() {
    // More than half of `d` could pass between `e` and `c`, but `d` does not fit at the end of the
    // retreat.
    let mut table = hit_twice(
        attacked_setup(PieceType::Infantry)
            .piece(BLUE, "e", PieceType::Cavalry, pose(3_668, 3_760, Facing::DOWN))
            .piece(BLUE, "c", PieceType::Cavalry, pose(4_660, 3_760, Facing::DOWN)),
    );
    table.assert_refused(Action::RetreatToward(Facing::UP), "PB-25.2");
    table.retreat();
    let length = table.place_of("d").distance(at(4_000, 3_000)).metres();
    assert!((759.0..830.0).contains(&length), "slid aside at most: {length}");
    let mut past = hit_twice(attacked_setup(PieceType::Infantry).train(
        RED,
        pose(4_000, 3_760, Facing::DOWN),
        true,
    ));
    past.act(Action::RetreatToward(Facing::UP));
    assert_ne!(past.place_of("d"), at(4_000, 3_760));
    assert_eq!(past.centre(past.train(RED)), at(4_000, 3_760));
}

/// PB-25.4, PB-6.5: a friend is not pushed through an enemy.
#[test]
fn pb_25_4_cannot_pass_through_enemy() {
    for (x, free) in [(4_332, false), (4_900, true)] {
        // `f` is in the path; `e` behind it leaves 332 m for the retreat, or is out of the way.
        let setup = attacked_setup(PieceType::Infantry)
            .infantry(RED, "f", pose(4_150, 3_300, Facing::DOWN))
            .piece(BLUE, "e", PieceType::Cavalry, pose(x, 3_590, Facing::DOWN))
            .with_rulings(|rulings| rulings.retreat_ways = RetreatWays::Any);
        let mut table = hit_twice(setup);
        let back = Action::RetreatToward(Facing::UP);
        if free {
            table.act(back);
            assert!(table.place_of("f").y > 392_000 && table.status("f") == Status::Spent);
        } else {
            table.assert_refused(back, "PB-25.2");
        }
    }
}

/// PB-T114: a retreat by choice makes a piece Spent; the enemy stays in place.
#[test]
fn pb_t114_retreats_by_choice() {
    let mut table = attacked_setup(PieceType::Infantry).begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&[1, 1, 1]);
    table.dice(&[1, 1, 1]);
    assert_eq!(table.status("d"), Status::Fresh);
    let attacker = table.place_of("a");
    table.act(Action::Retire);
    table.retreat();
    assert_eq!(table.status("d"), Status::Spent);
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
    assert_eq!(table.place_of("a"), attacker);
}

/// PB-T115: a retreat cannot cross a river without a bridge, but can cross a stream.
#[test]
fn pb_t115_river_blocks_retreat() {
    for (kind, survives) in [(WatercourseKind::River, false), (WatercourseKind::Stream, true)] {
        let table =
            hit_twice(with_walls(attacked_setup(PieceType::Infantry)).water("water", kind, 3_100));
        assert_eq!(table.is_destroyed("d"), !survives, "{kind:?}");
    }
    let bridged = attacked_setup(PieceType::Infantry)
        .water("water", WatercourseKind::River, 3_100)
        .bridge("bridge", "water", at(4_200, 3_100));
    assert!(must_choose(&hit_twice(bridged)), "a bridge in the swept width");
}

/// PB-T116: cavalry retreats 1,081 m.
#[test]
fn pb_t116_cavalry_retreats() {
    let mut table = hit_twice(attacked_setup(PieceType::Cavalry));
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 4_081));
}

/// PB-V3: in 3.1 cavalry retreats 760 m.
#[test]
fn pb_v3_cavalry_retreats_by_3_1() {
    let setup =
        attacked_setup(PieceType::Cavalry).with_ruleset(sandtable_pack::sample::ruleset_3_1());
    let mut table = hit_twice(setup);
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
}

/// PB-T117: if a friend in the path cannot be pushed back, the retreating piece is lost and the
/// friend unharmed.
#[test]
fn pb_t117_friend_cannot_be_pushed() {
    let mut setup = attacked_setup(PieceType::Infantry);
    // A row of friends behind, a row of enemies close behind them, and enemies at the sides.
    for index in 0..7 {
        let x = 4_000 + (index - 3) * 650;
        setup = setup.infantry(RED, &format!("f{index}"), pose(x, 3_500, Facing::DOWN)).infantry(
            BLUE,
            &format!("b{index}"),
            pose(x, 3_670, Facing::UP),
        );
    }
    let table = hit_twice(with_walls(setup));
    assert!(table.is_destroyed("d"));
    let pushed = |event: &sandtable_pub_battles::Event| {
        matches!(event.what, sandtable_pub_battles::Happening::Pushed { .. })
    };
    assert!(!table.game.diary().iter().any(pushed), "the friends are left alone");
}

/// PB-T173: a piece attacked in the rear retreats from the attacker, ahead of its old front.
#[test]
fn pb_t173_rear_attack_drives_forward() {
    let setup = Setup::new().infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP)).infantry(
        RED,
        "d",
        pose(4_000, 3_000, Facing::UP),
    );
    let mut table = hit_twice(setup);
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
}

/// PB-A127: retreats lead away from the enemy, and only in feasible directions.
#[test]
fn pb_a127_limits_retreat_directions() {
    let mut table = hit_twice(attacked_setup(PieceType::Infantry));
    table.assert_refused(Action::RetreatToward(Facing::DOWN), "PB-A127");
    let ways = table.view(RED).proposals();
    assert_eq!(ways[0], Action::RetreatToward(Facing::UP));
    assert!(ways.len() > 20);
    for way in ways {
        assert!(table.game.judge(&way).is_ok(), "{way:?}");
    }
}

/// PB-A129: a piece that retreats off its own line-of-communication edge is withdrawn; off any
/// other edge it is lost.
#[test]
fn pb_a129_retreats_over_the_edge() {
    for (x, withdrawn) in [(4_000, true), (2_000, false)] {
        let setup = Setup::new()
            .hq(BLUE, pose(x, 6_000, Facing::UP))
            .hq(RED, pose(6_500, 4_500, Facing::DOWN))
            .infantry(BLUE, "a", pose(x, 6_600, Facing::UP))
            .infantry(RED, "d", pose(x, 7_500, Facing::DOWN))
            .change(|parts| {
                for side in &mut parts.scenario.sides {
                    side.commander = None;
                }
            });
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.finish_moves();
        table.dice(&[1, 1, 1]);
        table.dice(&[4, 4, 1]);
        if withdrawn {
            table.retreat();
            assert!(matches!(table.place("d"), sandtable_pub_battles::Location::Withdrawn { .. }));
        } else {
            // The piece can only retreat sideways along the edge.
            table.assert_refused(Action::RetreatToward(Facing::UP), "PB-25.2");
            table.retreat();
            assert!(table.place_of("d").y <= 800_000);
        }
    }
}

/// PB-20.7: a retreat passes through a train behind, which stays in place even if unpacked.
#[test]
fn pb_20_7_retreat_passes_train() {
    for packed in [true, false] {
        let train = pose(4_000, 3_461, Facing::DOWN);
        let mut table = hit_twice(attacked_setup(PieceType::Infantry).train(RED, train, packed));
        table.retreat();
        assert_eq!(table.place_of("d"), at(4_000, 3_760));
        assert_eq!(table.centre(table.train(RED)), at(4_000, 3_461));
        let pushed = |event: &sandtable_pub_battles::Event| {
            matches!(event.what, sandtable_pub_battles::Happening::Pushed { .. })
        };
        assert!(!table.game.diary().iter().any(pushed));
    }
}

/// PB-25.7, PB-A10: a detachment may retreat by choice, and its status does not change.
#[test]
fn pb_25_7_detachment_leaves() {
    let mut table = attacked_setup(PieceType::Detachment).begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&[1]);
    table.dice(&[1, 1, 1]);
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("d")));
    table.act(Action::Retire);
    table.retreat();
    assert_eq!((table.place_of("d"), table.status("d")), (at(4_000, 3_760), Status::Fresh));
}

/// PB-25.8: a piece driven back by hits has the status from the hit table; one that leaves by
/// choice becomes Spent.
#[test]
fn pb_25_8_hit_table_gives_status() {
    use sandtable_pub_battles::{Happening, RetreatCause};
    let retreats = |table: &Table| {
        let diary = table.game.diary().iter();
        diary
            .filter_map(|event| match event.what {
                Happening::Retreated { cause, status, .. } => Some((cause, status, event.rule.0)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    let mut hit = hit_twice(attacked_setup(PieceType::Infantry));
    assert_eq!(hit.status("d"), Status::Spent, "the hit table applies before the retreat");
    hit.retreat();
    assert_eq!(retreats(&hit), [(RetreatCause::Hits, Status::Spent, "PB-25.1")]);

    // A bombarded detachment only retreats, because the table changes no status.
    let mut table = Setup::new()
        .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .piece(RED, "d", PieceType::Detachment, pose(4_000, 3_500, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    let (piece, target) = (table.piece("g"), table.piece("d"));
    table.act(Action::Bombard { piece, target, facing: Facing::UP });
    table.dice(&[6, 6, 6]);
    table.retreat();
    assert_eq!(retreats(&table), [(RetreatCause::Bombardment, Status::Fresh, "PB-15.4")]);
}

/// PB-25.9: a battery in contact may leave if it has a Support, and not otherwise.
#[test]
fn pb_25_9_battery_needs_support_to_leave() {
    for supported in [true, false] {
        let setup = attacked_setup(PieceType::Artillery);
        let behind = pose(4_000, 3_161, Facing::DOWN);
        let setup = if supported { setup.infantry(RED, "s", behind) } else { setup };
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.finish_moves();
        table.dice(&[1, 1, 1]);
        table.dice(&[1, 1, 1]);
        let asked = if supported { "d" } else { "a" };
        assert_eq!(table.question(), Question::StayOrRetire(table.piece(asked)));
    }
}

/// PB-P11: a piece turns about and retreats a third of a move, facing that way. The directions
/// offered start with the straightest and vary by steps of 5° right and left. None comes closer to
/// the enemy.
#[test]
fn pb_p11_lists_retreat_directions() {
    let table = hit_twice(attacked_setup(PieceType::Infantry));
    let ways = table.view(RED).proposals();
    let turns: Vec<i32> = ways
        .iter()
        .take(5)
        .map(|way| match way {
            Action::RetreatToward(facing) => Facing::UP.turn_to(*facing),
            other => panic!("expected a retreat, found {other:?}"),
        })
        .collect();
    assert_eq!(turns.iter().map(|turn| turn.abs()).collect::<Vec<_>>(), [0, 56, 56, 113, 113]);
    assert!(turns[1] * turns[2] < 0 && turns[3] * turns[4] < 0, "to both sides");
    let enemy = table.place_of("a");
    for way in ways {
        let Action::RetreatToward(facing) = way else {
            panic!("expected a retreat, found {way:?}")
        };
        let mut gone = table.clone();
        gone.act(way);
        let pose = gone.game.state().line(gone.piece("d")).expect("the piece is in line");
        assert_eq!(pose.facing, facing);
        let length = pose.centre.distance(at(4_000, 3_000)).metres();
        assert!((length - 760.0).abs() < 0.02, "{length}");
        assert!(pose.centre.distance(enemy) > at(4_000, 3_000).distance(enemy));
    }
}

/// PB-P11, PB-A134: a column that retreats leaves column.
#[test]
fn pb_p11_retreating_column_forms_line() {
    let setup = Setup::new()
        .hq(RED, pose(6_500, 4_500, Facing::DOWN))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .column(RED, "d", pose(4_000, 3_000, Facing::DOWN));
    let mut table = hit_twice(setup);
    assert!(table.game.state().in_column(table.piece("d")));
    table.retreat();
    assert!(table.game.state().line(table.piece("d")).is_some());
    assert!(!table.in_contact("a"));
}

/// PB-25.4, PB-A131: a friend in the path pushes back another at its new position, even if that one
/// is also in the path.
#[test]
fn pb_25_4_pushed_friend_pushes_others() {
    let setup = attacked_setup(PieceType::Infantry)
        .infantry(RED, "f", pose(4_000, 3_461, Facing::DOWN))
        .infantry(RED, "g", pose(4_000, 3_830, Facing::DOWN));
    let mut table = hit_twice(setup);
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
    let (near, far) = (table.place_of("f"), table.place_of("g"));
    assert!(near.x == 400_000 && (392_100..393_200).contains(&near.y), "{near:?}");
    assert!(far.x == 400_000 && (408_200..410_400).contains(&far.y), "{far:?}");
    assert_eq!([table.status("f"), table.status("g")], [Status::Spent; 2]);
}

/// PB-A131: all friends in the path are pushed back and become Spent; adjacent ones are unaffected.
#[test]
fn pb_25_4_pushes_only_friends_in_path() {
    let setup = attacked_setup(PieceType::Infantry)
        .infantry(RED, "f", pose(3_600, 3_900, Facing::DOWN))
        .infantry(RED, "g", pose(4_300, 3_780, Facing::DOWN))
        .infantry(RED, "h", pose(5_000, 3_760, Facing::DOWN))
        .infantry(RED, "k", pose(3_300, 3_461, Facing::DOWN));
    let mut table = hit_twice(setup);
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
    for (name, pushed) in [("f", true), ("g", true), ("h", false), ("k", false)] {
        assert_eq!(table.status(name) == Status::Spent, pushed, "{name}");
    }
    assert_eq!(table.place_of("h"), at(5_000, 3_760));
    assert_eq!(table.place_of("k"), at(3_300, 3_461));
}

/// PB-36.5, PB-A130: a retreat ends more than 2 m from every enemy.
#[test]
fn pb_36_5_retreat_ends_near_enemy() {
    for (gap, legal) in [(200, false), (201, true)] {
        // Straight back, the far edge of `d` ends at y = 3,840.5.
        let centre = GroundPoint::new(400_000, 384_050 + gap + 8_050);
        let setup = attacked_setup(PieceType::Infantry)
            .piece(BLUE, "e", PieceType::Cavalry, Pose { centre, facing: Facing::DOWN })
            .with_rulings(|rulings| rulings.retreat_ways = RetreatWays::Any);
        let mut table = hit_twice(setup);
        let back = Action::RetreatToward(Facing::UP);
        if legal {
            table.act(back);
            assert_eq!(table.place_of("d"), at(4_000, 3_760));
        } else {
            table.assert_refused(back, "PB-25.2");
        }
    }
}

/// PB-25.1, PB-A127: a retreat leads away from other enemies within 760 m of its end too, unless
/// every direction ends nearer to one.
#[test]
fn pb_25_1_avoids_second_enemy() {
    // Straight back, the far edge of `d` ends at y = 3,840.5; half the depth of `e` is 80.5 m.
    for (y, walled, legal) in
        [(4_681, false, false), (4_682, false, true), (4_300, false, false), (4_300, true, true)]
    {
        let setup = attacked_setup(PieceType::Infantry).piece(
            BLUE,
            "e",
            PieceType::Cavalry,
            pose(4_000, y, Facing::UP),
        );
        let mut table = hit_twice(if walled { with_walls(setup) } else { setup });
        let back = Action::RetreatToward(Facing::UP);
        if legal {
            table.act(back);
            assert_eq!(table.place_of("d"), at(4_000, 3_760));
            continue;
        }
        table.assert_refused(back, "PB-A127");
        for way in table.view(RED).proposals() {
            let mut gone = table.clone();
            gone.act(way);
            let [d, e] = ["d", "e"].map(|name| gone.game.shape(gone.piece(name)));
            let (d, e) = d.zip(e).expect("both pieces are on the map");
            assert!(!d.within(e, metres(760)), "{y}: {d:?}");
        }
    }
}

/// PB-25.4, PB-A168: a retreat passes the piece's own Support without pushing it.
#[test]
fn pb_25_4_passes_own_support() {
    let mut table = hit_twice(attacked_setup(PieceType::Infantry).infantry(
        RED,
        "s",
        pose(4_000, 3_161, Facing::DOWN),
    ));
    table.retreat();
    assert_eq!(table.place_of("d"), at(4_000, 3_760));
    assert_eq!((table.place_of("s"), table.status("s")), (at(4_000, 3_161), Status::Fresh));
}
