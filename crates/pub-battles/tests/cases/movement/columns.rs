//! PB-T81 to PB-T95, PB-T170: columns, terrain, command range and reinforcements. Single marches
//! are in `marches.rs`.

use sandtable_engine::{Bot, RandomStream, StreamPurpose};
use sandtable_pack::{
    Arrival, Facing, Formation, GroundLength, PieceType, Pose, Status, WatercourseKind,
};
use sandtable_pub_battles::{Action, General, Input, Leg, March, Node, Question, RoadSpot, Stance};

use crate::movement::marches::{infantry, on_the_road, point_in_cm, turn_by};
use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// The point on the High Road (x = 4,000) at this y coordinate.
pub fn road(table: &Table, y: i32) -> RoadSpot {
    road_cm(table, y * 100)
}

fn road_cm(table: &Table, y: i32) -> RoadSpot {
    let roads = table.game.field().terrain.roads();
    roads.nearest(point_in_cm(400_000, y), metres(1)).expect("the High Road runs there").into()
}

/// The front is the long side in the direction of the facing, and the other long side is the rear.
/// A piece turns in place.
#[test]
fn pb_2_5_pieces_turn_about_centre() {
    for (facing, front) in [
        (Facing::UP, at(4_000, 2_080)),
        (Facing::RIGHT, at(4_080, 2_000)),
        (Facing::DOWN, at(4_000, 1_920)),
    ] {
        let mut table = Setup::new().infantry(BLUE, "x", pose(4_000, 2_000, Facing::LEFT)).begin();
        table.activate(BLUE);
        let turn = table.march("x", vec![Leg::Face(facing)]);
        table.act(turn);
        assert_eq!(table.place_of("x"), at(4_000, 2_000));
        let block = table.view(BLUE).block(table.piece("x")).expect("the piece is on the map");
        assert_eq!(block.facing(), facing);
        assert!(block.front_middle().distance(front) < metres(2), "{:?}", block.front_middle());
        assert!(!block.is_behind_front(front + facing.advance(metres(10))));
        assert!(block.is_behind_front(at(4_000, 2_000)));
    }
}

/// PB-T81, PB-T82, PB-T83: the distance that a column moves.
#[test]
fn pb_t81_t83_columns_march() {
    let column = || Setup::new().column(BLUE, "x", pose(4_000, 700, Facing::UP));
    let line = |x| Setup::new().infantry(BLUE, "x", pose(x, 700, Facing::UP));
    let rough = |setup: Setup| {
        setup.woods("wood", at(3_000, 1_000), at(5_000, 3_000)).water(
            "brook",
            WatercourseKind::Stream,
            3_200,
        )
    };
    // Otherwise the HQ would be on the road.
    let clear = |setup: Setup| setup.hq(BLUE, pose(6_000, 1_600, Facing::UP));
    let form = Leg::FormColumn(Facing::UP);
    let deploy = Leg::FormLine(Facing::UP);
    let walk = Leg::To(at(4_000, 700));
    let toward = Leg::Face(Facing::RIGHT);
    let cases = [
        ("pb_t81_column_throughout", rough(column()), vec![], vec![], 4_560),
        ("pb_t82_form_column", line(4_000), vec![form.clone()], vec![], 3_040),
        ("pb_t82_form_and_deploy", line(4_000), vec![form.clone()], vec![deploy], 1_520),
        ("pb_t83_walk_to_the_road", line(3_500), vec![toward, walk, form.clone()], vec![], 2_040),
        // PB-34.7: forming column costs a third; movement on the road is doubled; the wood has no
        // effect.
        ("pb_34_7_into_column", rough(line(4_000)), vec![form], vec![], 3_040),
    ];
    let mut failures = Vec::new();
    for (id, setup, before, after, reach) in cases {
        let mut table = clear(setup).begin();
        table.activate(BLUE);
        for (metres, legal) in [(reach, true), (reach + 1, false)] {
            let along = Leg::Along(road(&table, 700 + metres));
            let legs = [before.clone(), vec![along], after.clone()].concat();
            let march = table.march("x", legs);
            if table.game.judge(&march).is_ok() != legal {
                failures.push(format!("{id} {metres}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// PB-T84: a column stops 761 m from the enemy, not 760 m.
#[test]
fn pb_t84_columns_keep_stand_off() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .column(BLUE, "x", pose(4_000, 700, Facing::UP))
        // The enemy's near edge is at y = 5,000.
        .infantry(RED, "e", Pose { centre: point_in_cm(400_000, 508_050), facing: Facing::UP });
    let mut table = setup.begin();
    table.activate(BLUE);
    for (y, legal) in [(423_900, true), (424_000, false)] {
        let march = table.march("x", vec![Leg::Along(road_cm(&table, y))]);
        let judged = table.game.judge(&march).map_err(|refusal| refusal.rule.0);
        assert_eq!(judged.is_ok(), legal, "{y} {judged:?}");
        if !legal {
            assert_eq!(judged, Err("PB-A54"));
        }
    }
}

/// PB-A54: a column that is already near an enemy moves away from it, and not closer.
#[test]
fn pb_a54_columns_come_no_nearer() {
    // The column extends from y = 2,000 back to y = 1,356.
    for (y, facing, legal) in [(2_600, Facing::UP, false), (800, Facing::DOWN, true)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(6_000, 1_600, Facing::UP))
            .column(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", pose(4_000, y, facing))
            .begin();
        table.activate(BLUE);
        let march = table.march("x", vec![Leg::Along(road(&table, 2_100))]);
        if legal {
            table.act(march);
        } else {
            table.assert_refused(march, "PB-A54");
        }
    }
}

/// PB-T85: a column does not pass through a friend.
#[test]
fn pb_t85_column_cannot_pass_friend() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .column(BLUE, "x", pose(4_000, 700, Facing::UP))
        .infantry(BLUE, "y", pose(4_000, 2_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    let through = table.march("x", vec![Leg::Along(road(&table, 3_000))]);
    table.assert_refused(through, "PB-8.4");
    let up_to = table.march("x", vec![Leg::Along(road(&table, 1_900))]);
    table.act(up_to);
}

/// PB-T86, PB-T89, PB-T90: a column crosses a bridge, a marsh and a village without extra cost.
#[test]
fn pb_t86_t89_t90_column_ignores_terrain() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .piece_starting(
            BLUE,
            "x",
            PieceType::Artillery,
            Arrival::Column(pose(4_000, 700, Facing::UP)),
        )
        .water("river", WatercourseKind::River, 1_500)
        .bridge("bridge", "river", at(4_000, 1_500))
        .marsh("bog", at(3_000, 2_000), at(5_000, 2_500))
        .buildings("town", at(3_000, 3_000), at(5_000, 3_500));
    let mut table = setup.begin();
    table.activate(BLUE);
    let march = table.march("x", vec![Leg::Along(road(&table, 5_260))]);
    table.act(march);
    assert_eq!(table.status("x"), Status::Fresh);
    assert_eq!(table.place_of("x"), at(4_000, 5_260));
}

/// PB-T87: a piece 60 % in woods is in woods; one 50 % in woods is not.
#[test]
fn pb_t87_majority_decides_terrain() {
    for (y, reduced) in [(1_984, true), (2_000, false)] {
        // The woods begin at this line and cover 60 % of the depth, or exactly half.
        let setup = infantry().woods("wood", at(1_000, y), at(3_000, 4_000));
        let mut table = setup.begin();
        table.activate(BLUE);
        let far = table.march("x", vec![turn_by(90.0), Leg::To(at(4_280, 2_000))]);
        // A piece that faces along the wood's edge has half of its length in the wood; the start
        // counts.
        let aside = table.march("x", vec![turn_by(180.0), Leg::To(at(2_000, 479))]);
        let _ = far;
        assert_eq!(table.game.judge(&aside).is_err(), reduced, "{y}");
    }
}

/// PB-T90: passing through a village in line makes a piece Spent, and it cannot rally there.
#[test]
fn pb_t90_village_makes_line_spent() {
    let village = |setup: Setup| setup.buildings("town", at(1_000, 2_500), at(3_000, 2_900));
    for (y, in_town) in [(3_500, false), (2_700, true)] {
        let mut table = village(infantry())
            .infantry(RED, "e", pose(6_000, 6_000, Facing::DOWN))
            .train(BLUE, pose(1_400, 2_000, Facing::UP), false)
            .begin();
        table.activate(BLUE);
        let march = table.march("x", vec![Leg::To(at(2_000, y))]);
        table.act(march);
        assert_eq!(table.status("x"), Status::Spent);
        table.finish_moves();
        table.activate(BLUE);
        let rally = Action::Rally { piece: table.piece("x"), facing: None };
        if in_town {
            table.assert_refused(rally, "PB-19.6");
        }
    }
}

/// PB-A35: a turn during a move also needs space. A piece cannot turn over an enemy, but may shift
/// by up to half its depth. It may pass over friends (PB-6.5).
#[test]
fn pb_a35_turns_need_space() {
    // Turned left at (2,000, 3,000), the piece extends from x = 1,919.5 to 2,080.5 and from y =
    // 2,678 to 3,322. The other piece, at y = 3,280, begins 322 m before the given x.
    for (side, x, legal) in
        [(RED, 2_344, true), (RED, 2_320, false), (RED, 2_500, true), (BLUE, 2_320, true)]
    {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
            .infantry(side, "e", pose(x, 3_280, Facing::UP))
            .begin();
        table.activate(BLUE);
        let legs =
            vec![Leg::To(at(2_000, 3_000)), Leg::Face(Facing::LEFT), Leg::To(at(1_000, 3_000))];
        let march = table.march("x", legs);
        if legal {
            table.act(march);
            assert_eq!(table.place_of("x"), at(1_000, 3_000));
        } else {
            table.assert_refused(march, "PB-A35");
        }
    }
}

/// PB-A35: a piece that turns in place shifts by up to half its depth, but by the shortest
/// distance, to within ten metres.
#[test]
fn pb_a35_pieces_give_way_when_turning() {
    // Turned left, the piece reaches x = 2,080.5; its neighbour begins 322 m before its centre.
    for (x, shift) in [(2_500, Some(0)), (2_390, Some(2_100)), (2_300, None)] {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
            .spent("x")
            .train(BLUE, pose(1_500, 1_500, Facing::UP), false)
            .infantry(BLUE, "n", pose(x, 2_200, Facing::UP))
            .begin();
        table.activate(BLUE);
        let turn = table.march("x", vec![Leg::Face(Facing::LEFT)]);
        let piece = table.piece("x");
        let rally = Action::Rally { piece, facing: Some(Facing::LEFT) };
        for (action, rule) in [(turn, "PB-6.4"), (rally, "PB-A35")] {
            let mut table = table.clone();
            let Some(shift) = shift else {
                table.assert_refused(action, rule);
                continue;
            };
            table.act(action);
            let place = table.place_of("x");
            let way = place.distance(at(2_000, 2_000)).centimetres();
            assert!(
                way <= shift && (way > 0) == (shift > 0) && place.x <= 200_000,
                "{x}: {place:?}"
            );
        }
    }
}

/// PB-T92: pushing an enemy HQ aside is free.
#[test]
fn pb_t92_enemy_hq_is_pushed() {
    let setup = infantry().hq(RED, pose(2_000, 4_200, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let march = table.march("x", vec![Leg::To(at(2_000, 4_280))]);
    table.act(march);
    let headquarters = table.hq(RED);
    let place = table.centre(headquarters);
    assert!(place.y > 436_000 && place.x == 200_000, "straight away from the mover: {place:?}");
}

/// PB-T93: the HQ moves first, and range is measured from its new position.
#[test]
fn pb_t93_headquarters_moves_first() {
    // The near edge of `x` is at y = 1,919.5. The HQ ends with its far edge 1,081 m below, or a
    // metre further.
    for (y, legal) in [(758, true), (757, false)] {
        let setup = Setup::new()
            .hq(BLUE, pose(7_000, 758, Facing::UP))
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", pose(4_000, 3_000, Facing::DOWN));
        let mut table = setup.begin();
        table.activate(BLUE);
        assert!(table.assault("x", "e").is_none(), "out of command at first");
        let march = Action::March(March::new(table.hq(BLUE), vec![Leg::To(at(4_000, y))]));
        table.act(march);
        assert_eq!(table.assault("x", "e").is_some(), legal, "{y}");
        if !legal {
            let legs = vec![Leg::To(at(4_000, 2_838))];
            let attack = table.attack_by("x", "e", legs);
            table.assert_refused(attack, "PB-7.4");
        }
    }
}

/// PB-7.5: an HQ does not move after its pieces.
#[test]
fn pb_7_5_headquarters_precedes_its_pieces() {
    let mut table = infantry().begin();
    table.activate(BLUE);
    let march = table.march("x", vec![Leg::To(at(2_000, 2_500))]);
    table.act(march.clone());
    let late = Action::March(March::new(table.hq(BLUE), vec![Leg::To(at(4_000, 1_000))]));
    table.assert_refused(late, "PB-7.5");
    // PB-6.16: no piece moves twice.
    table.assert_refused(march, "PB-6.16");
}

/// PB-T94: the army HQ puts a piece in command.
#[test]
fn pb_t94_army_hq_commands() {
    let setup = Setup::new()
        .hq(BLUE, pose(1_000, 1_500, Facing::UP))
        .commander(BLUE, pose(5_300, 1_500, Facing::UP))
        .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "e", pose(4_000, 3_000, Facing::DOWN));
    let mut table = setup.clone().begin();
    table.activate(BLUE);
    table.attack("x", "e");
    assert!(table.in_contact("x"));
    let mut table = setup.begin();
    table.activate(RED);
    let march = table.march("x", vec![Leg::To(at(4_000, 2_100))]);
    table.assert_refused(march, "PB-5.1");
}

/// PB-A19, PB-T170: reinforcements follow one another on the road.
#[test]
fn pb_t170_reinforcements_enter_in_column() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(RED, "e", pose(6_000, 7_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .piece_starting(BLUE, "two", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 2, &["one", "two"]);
    let mut table = setup.begin();
    table.activate(BLUE);
    let march = table.march("one", vec![Leg::Along(road(&table, 4_560))]);
    table.assert_refused(march.clone(), "PB-3.10");
    table.finish_moves();
    table.activate(BLUE);
    table.act(march);
    assert_eq!(table.place_of("one"), at(4_000, 4_560));
    let far = table.march("two", vec![Leg::Along(road(&table, 3_917))]);
    table.assert_refused(far, "PB-6.10");
    let near = table.march("two", vec![Leg::Along(road(&table, 3_916))]);
    table.act(near);
    let piece = table.piece("two");
    assert!(matches!(table.game.state().stance(piece), Some(Stance::Column(_))));
}

/// PB-A19: a piece that enters in line begins with its front edge on the map edge, and its centre
/// half its depth (80.5 m) outside.
#[test]
fn pb_a19_piece_enters_in_line() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(RED, "e", pose(6_000, 7_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one"]);
    let mut table = setup.begin();
    table.activate(BLUE);
    let far = table.march("one", vec![Leg::To(at(4_000, 2_200))]);
    table.assert_refused(far, "PB-6.10");
    let near = table.march("one", vec![Leg::To(at(4_000, 2_199))]);
    table.act(near);
    assert_eq!(table.place_of("one"), at(4_000, 2_199));
}

/// PB-A19: only pieces that entered in column occupy the road ahead.
#[test]
fn pb_a19_line_does_not_fill_the_road() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(RED, "e", pose(6_000, 7_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .piece_starting(BLUE, "two", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one", "two"]);
    let mut table = setup.begin();
    table.activate(BLUE);
    let beside = table.march("one", vec![Leg::To(at(3_300, 2_000))]);
    table.act(beside);
    let column = table.march("two", vec![Leg::Along(road(&table, 4_560))]);
    table.act(column);
    assert_eq!(table.place_of("two"), at(4_000, 4_560));
}

/// PB-A19: a piece scheduled in line that enters in column also follows the whole length of the
/// column ahead.
#[test]
fn pb_a19_piece_may_enter_in_column() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(RED, "e", pose(6_000, 7_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .piece_starting(BLUE, "two", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one", "two"])
        .change(|parts| parts.scenario.sides[0].reinforcements[0].formation = Formation::Line);
    let mut table = setup.begin();
    table.activate(BLUE);
    table.act(table.march("one", vec![Leg::Along(road(&table, 4_560))]));
    let far = table.march("two", vec![Leg::Along(road(&table, 3_917))]);
    table.assert_refused(far, "PB-6.10");
    table.act(table.march("two", vec![Leg::Along(road(&table, 3_916))]));
}

/// PB-A19, PB-7.4: command range is measured to the place of entry, not to the block there.
#[test]
fn pb_a19_command_counts_from_entry() {
    // The HQ's edge is 80.5 m from its centre; the place of entry is at 4,000 m.
    for (hq, legal) in [(5_161, true), (5_162, false)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(hq, 81, Facing::UP))
            .infantry(RED, "e", pose(4_000, 1_500, Facing::DOWN))
            .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
            .reinforcements(BLUE, 1, &["one"])
            .begin();
        table.activate(BLUE);
        let attack = table.attack_by("one", "e", vec![Leg::To(at(4_000, 1_330))]);
        let judged = table.game.judge(&attack).map_err(|refusal| refusal.rule.0);
        assert_eq!(judged.err(), (!legal).then_some("PB-7.4"), "{hq}");
    }
}

/// PB-A19, PB-8.4: a train on the road blocks columns, so a bot brings its troops in next to it, in
/// line.
#[test]
fn pb_a19_enters_next_to_blocked_road() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .train(BLUE, pose(4_000, 90, Facing::UP), false)
        .infantry(RED, "e", pose(6_000, 7_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one"]);
    let mut table = setup.begin();
    table.activate(BLUE);
    let column = table.march("one", vec![Leg::Along(road(&table, 1_000))]);
    table.assert_refused(column, "PB-8.4");
    let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
    while let Node::Decision { question: question @ Question::Activation(_), .. } =
        table.game.node()
        && question == Question::Activation(table.command(BLUE))
    {
        let action = General::aggressive().decide(&table.view(BLUE), question, &mut chance);
        table.apply(Input::Action(action));
    }
    let piece = table.piece("one");
    assert!(matches!(table.game.state().stance(piece), Some(Stance::Line(_))));
}

/// PB-36.12: lengths on the boundary count as within; ground lengths are whole centimetres.
#[test]
fn pb_36_12_boundaries_count_as_within() {
    assert_eq!(GroundLength::from_metres(760).centimetres(), 76_000);
    let table = infantry().begin();
    assert_eq!(table.place_of("x"), at(2_000, 2_000));
}

/// PB-6.16: a piece moves, rallies or bombards only once a turn.
#[test]
fn pb_6_16_pieces_act_once_a_turn() {
    let setup = Setup::new()
        .piece(BLUE, "c", PieceType::Cavalry, pose(6_000, 2_000, Facing::UP))
        .spent("c")
        .piece(BLUE, "g", PieceType::Artillery, pose(2_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(2_000, 3_500, Facing::DOWN));
    let forward = |table: &Table, name: &str| {
        let ahead = Facing::UP.advance(metres(100));
        table.march(name, vec![Leg::To(table.place_of(name) + ahead)])
    };
    let mut begun = setup.begin();
    begun.activate(BLUE);
    let (piece, target) = (begun.piece("g"), begun.piece("d"));
    let bombard = Action::Bombard { piece, target, facing: Facing::UP };
    let rally = Action::Rally { piece: begun.piece("c"), facing: None };
    for (name, other) in [("c", rally), ("g", bombard)] {
        let march = forward(&begun, name);
        let mut moved = begun.clone();
        moved.act(march.clone());
        moved.assert_refused(other.clone(), "PB-6.16");
        let again = forward(&moved, name);
        moved.assert_refused(again, "PB-6.16");
        let mut stood = begun.clone();
        stood.act(other.clone());
        if name == "g" {
            stood.dice(&[1, 1, 1]);
        }
        stood.assert_refused(march, "PB-6.16");
        stood.assert_refused(other, "PB-6.16");
    }
}

/// PB-8.3, PB-36.9: a column extends along the road behind its head, for the length in its
/// scenario.
#[test]
fn pb_8_3_columns_have_length() {
    for length in [644, 1_000] {
        let setup = Setup::new().column(BLUE, "x", pose(4_000, 3_000, Facing::UP));
        let table = setup
            .hq(BLUE, pose(6_000, 1_600, Facing::UP))
            .change(|parts| parts.scenario.column_lengths.infantry = metres(length))
            .begin();
        let shape = table.game.shape(table.piece("x")).expect("the piece is on the map").clone();
        let covers = |x, y| shape.holds(at(x, y));
        assert!(covers(4_000, 3_000) && covers(4_000, 3_000 - length + 1));
        assert!(!covers(4_000, 3_000 - length - 1) && !covers(4_000, 3_001));
        // The column is as wide as a block is deep.
        assert!(covers(4_080, 2_800) && !covers(4_081, 2_800));
    }
}

/// PB-36.9: the strip follows the bends of the road.
#[test]
fn pb_36_9_column_is_strip() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .commander(BLUE, pose(2_000, 1_600, Facing::UP))
        .column(BLUE, "x", pose(4_000, 3_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    let on = table.march("x", vec![Leg::Along(road(&table, 4_000))]);
    table.act(on);
    let shape = table.game.shape(table.piece("x")).expect("the piece is on the map");
    let covered: Vec<i32> =
        (30..=42).map(|step| step * 100).filter(|&y| shape.holds(at(4_000, y))).collect();
    assert_eq!(covered, (34..=40).map(|step| step * 100).collect::<Vec<i32>>());
}

/// PB-36.1: footprints of Table A: combat pieces 644 × 161 m, HQs 161 m square and trains 322 × 161
/// m. The length is across the facing.
#[test]
fn pb_36_1_pieces_have_footprints() {
    let setup = Setup::new()
        .infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
        .infantry(BLUE, "y", pose(4_500, 3_000, Facing::RIGHT))
        .hq(BLUE, pose(3_000, 3_000, Facing::UP))
        .train(BLUE, pose(6_000, 2_000, Facing::UP), true);
    let table = setup.begin();
    let (leader, train) = (table.hq(BLUE), table.train(BLUE));
    let cases = [
        (table.piece("x"), (32_200, 8_050)),
        (table.piece("y"), (8_050, 32_200)),
        (leader, (8_050, 8_050)),
        (train, (16_100, 8_050)),
    ];
    for (piece, (right, up)) in cases {
        let shape = table.game.shape(piece).expect("the piece is on the map");
        let centre = table.centre(piece);
        let holds = |x, y| shape.holds(point_in_cm(centre.x + x, centre.y + y));
        for sign in [1, -1] {
            assert!(holds(sign * right, sign * up), "{piece:?}");
            assert!(!holds(sign * (right + 1), 0) && !holds(0, sign * (up + 1)), "{piece:?}");
        }
    }
}

/// PB-34.5, PB-6.3: a piece cannot end with most of its area in a river.
#[test]
fn pb_34_5_pieces_cannot_end_in_river() {
    let wide = |setup: Setup| {
        setup
            .water("river", WatercourseKind::River, 2_500)
            .bridge("bridge", "river", at(4_000, 2_500))
            .change(|parts| parts.map.watercourses[0].width = metres(100))
    };
    let mut table = wide(on_the_road()).begin();
    table.activate(BLUE);
    let onto = table.march("x", vec![Leg::To(at(4_000, 2_500))]);
    table.assert_refused(onto, "PB-6.3");
    let over = table.march("x", vec![Leg::To(at(4_000, 2_700))]);
    table.act(over);
}

/// PB-P4: line moves + half of column moves + thirds for terrain, extra turns and columns total at
/// most a full move, in any order.
#[test]
fn pb_p4_allowance_adds_up() {
    let woods = |setup: Setup| setup.woods("wood", at(3_200, 200), at(3_700, 1_300));
    let plain = |setup: Setup| setup;
    let aside = [turn_by(60.0), turn_by(90.0)];
    // From (3500, 700) the piece moves 500 m to the road and along it in column. In the last
    // case it then forms line. With n thirds paid, its reach is (2,280 − 500 − 760 n) × 2.
    type Ground = fn(Setup) -> Setup;
    let cases: [(Ground, usize, bool, i32); 4] = [
        (plain, 1, false, 2_040),
        (plain, 2, false, 520),
        (woods, 1, false, 520),
        (plain, 1, true, 520),
    ];
    for (ground, turns, deploys, reach) in cases {
        let line = Setup::new().hq(BLUE, pose(6_000, 1_600, Facing::UP)).infantry(
            BLUE,
            "x",
            pose(3_500, 700, Facing::UP),
        );
        let mut table = ground(line).begin();
        table.activate(BLUE);
        for (metres, legal) in [(reach, true), (reach + 1, false)] {
            let mut legs = aside[2 - turns..].to_vec();
            legs.extend([Leg::To(at(4_000, 700)), Leg::FormColumn(Facing::UP)]);
            legs.push(Leg::Along(road(&table, 700 + metres)));
            legs.extend(deploys.then_some(Leg::FormLine(Facing::UP)));
            let judged =
                table.game.judge(&table.march("x", legs)).map_err(|refusal| refusal.rule.0);
            assert_eq!(judged.is_ok(), legal, "{turns} turns, {metres} m: {judged:?}");
            assert!(legal || judged == Err("PB-6.10"));
        }
    }
    // Woods, an extra turn and forming column use up the whole allowance.
    let mut table = woods(Setup::new().infantry(BLUE, "x", pose(3_500, 700, Facing::UP)))
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .begin();
    table.activate(BLUE);
    let mut legs = aside.to_vec();
    legs.extend([Leg::To(at(4_000, 700)), Leg::FormColumn(Facing::UP)]);
    let march = table.march("x", legs);
    table.assert_refused(march, "PB-6.10");
}

/// PB-8.4, PB-A54: a column may not form with its tail within 760 m of the enemy, unless it leaves
/// in the same move.
#[test]
fn pb_8_4_tail_stays_off_enemy() {
    let mut table = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(BLUE, "x", pose(4_000, 3_000, Facing::UP))
        .infantry(RED, "e", pose(4_000, 4_000, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    let form = |facing| Leg::FormColumn(facing);
    table.assert_refused(table.march("x", vec![form(Facing::DOWN)]), "PB-A54");
    let away = vec![form(Facing::DOWN), Leg::Along(road(&table, 2_000))];
    assert!(table.game.judge(&table.march("x", away)).is_ok());
    table.act(table.march("x", vec![form(Facing::UP)]));
}

/// PB-8.2, PB-6.11: a column cannot form on a road that is cut off by an unbridged river, even if
/// the road is under the piece's wing.
#[test]
fn pb_8_2_columns_need_bridges() {
    for river in [false, true] {
        let mut setup = Setup::new().hq(BLUE, pose(6_000, 1_600, Facing::UP)).infantry(
            BLUE,
            "x",
            pose(3_800, 3_000, Facing::UP),
        );
        if river {
            setup = setup.water("river", WatercourseKind::River, 100).change(|parts| {
                let course = vec![at(3_900, 0), at(3_900, 8_000)];
                parts.map.watercourses[0].parts = vec![sandtable_pack::Polyline(course)];
            });
        }
        let mut table = setup.begin();
        table.activate(BLUE);
        let form = table.march("x", vec![Leg::FormColumn(Facing::UP)]);
        if river {
            table.assert_refused(form, "PB-8.2");
        } else {
            table.act(form);
        }
    }
}

/// PB-A56: artillery with one wing on a road through a marsh can form column there. In line, it
/// could not move the last metres to the road.
#[test]
fn pb_a56_artillery_forms_column_in_marsh() {
    let setup = Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .piece(BLUE, "x", PieceType::Artillery, pose(3_950, 3_000, Facing::UP))
        .marsh("bog", at(3_960, 2_000), at(5_000, 5_000));
    let mut table = setup.begin();
    table.activate(BLUE);
    let turned = [Leg::Face(Facing::RIGHT), Leg::To(at(4_000, 3_000))];
    table.assert_refused(table.march("x", turned.to_vec()), "PB-6.13");
    let along = Leg::Along(road(&table, 4_500));
    table.act(table.march("x", vec![Leg::FormColumn(Facing::UP), along]));
    assert_eq!(table.place_of("x"), at(4_000, 4_500));
}

/// PB-A19: a piece that enters next to a blocked place of entry can attack enemies within reach of
/// the point where it enters.
#[test]
fn pb_a19_piece_attacks_after_entry() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 900, Facing::UP))
        .infantry(BLUE, "first", pose(4_000, 100, Facing::UP))
        .infantry(RED, "e", pose(6_900, 700, Facing::LEFT))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one"]);
    let mut table = setup.begin();
    table.activate(BLUE);
    // The enemy is within 2,280 m of the point at 4,644 m along the edge, but not of the point at
    // 4,000 m.
    table.attack("one", "e");
    assert!(table.in_contact("e"));
}

/// PB-34.7: a column pays a third to form and a third to leave, and its march on the road is
/// doubled. In combat it is treated as flanked, even from the front.
#[test]
fn pb_34_7_formation_and_flank() {
    let form = Leg::FormColumn(Facing::UP);
    let deploy = Leg::FormLine(Facing::UP);
    // Two thirds of 760 m remain after the first change, and one after the second.
    for (after, reach) in [(vec![], 3_040), (vec![deploy], 1_520)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(6_000, 1_600, Facing::UP))
            .infantry(BLUE, "x", pose(4_000, 700, Facing::UP))
            .begin();
        table.activate(BLUE);
        for (metres, legal) in [(reach, true), (reach + 1, false)] {
            let along = vec![form.clone(), Leg::Along(road(&table, 700 + metres))];
            let march = table.march("x", [along, after.clone()].concat());
            assert_eq!(table.game.judge(&march).is_ok(), legal, "{metres}");
        }
    }
    for (in_column, expected) in [(true, [-1, 1]), (false, [0, 0])] {
        let place = pose(4_000, 3_000, Facing::DOWN);
        let setup = Setup::new().infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP));
        let mut table = if in_column {
            setup.column(RED, "d", place).fight()
        } else {
            setup.infantry(RED, "d", place).fight()
        };
        for _ in 0..2 {
            table.dice(&[1, 1, 1]);
        }
        assert_eq!(table.modifiers(), expected, "in column: {in_column}");
    }
}
