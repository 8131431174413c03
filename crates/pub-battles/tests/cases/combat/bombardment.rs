//! PB-T15, PB-T49 to PB-T63, PB-T168, PB-T176, PB-T177: bombardment.

use sandtable_pack::{Facing, PieceType, Pose, Quality, Status};
use sandtable_pub_battles::{Action, Leg, Node, Question};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Blue's battery `g` at (4000, 2000) faces up; red's `d`, of this arm and quality, at (4000, 3500)
/// faces down.
fn bombardment_setup(kind: PieceType, quality: Quality, status: Status) -> Setup {
    let setup = Setup::new()
        .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .piece(RED, "d", kind, pose(4_000, 3_500, Facing::DOWN))
        .quality("d", quality);
    if status == Status::Spent { setup.spent("d") } else { setup }
}

fn regular() -> Setup {
    bombardment_setup(PieceType::Infantry, Quality::Regular, Status::Fresh)
}

fn bombard(table: &Table, battery: &str, target: &str) -> Action {
    let (piece, target) = (table.piece(battery), table.piece(target));
    let way = table.centre(target) - table.centre(piece);
    Action::Bombard { piece, target, facing: Facing::from_vector(way).expect("the points differ") }
}

/// Draws blue's chit; `g` fires at `d` with these dice.
fn fire(setup: Setup, dice: [u8; 3]) -> Table {
    let mut table = setup.begin();
    table.activate(BLUE);
    let action = bombard(&table, "g", "d");
    assert_eq!(table.act(action).0, "PB-15.1");
    assert!(matches!(table.game.node(), Node::Dice { count: 3, sides: 6 }));
    assert_eq!(table.dice(&dice).0, "PB-15.3");
    table
}

fn retreats(table: &Table, name: &str) -> bool {
    matches!(table.game.node(), Node::Decision { question: Question::RetreatDirection(piece), .. }
        if piece == table.piece(name))
}

/// Name, arm, quality, status, dice, status afterwards, and whether the target retreats.
type Row = (&'static str, PieceType, Quality, Status, [u8; 3], Status, bool);

const ROWS: &[Row] = {
    use PieceType::{Artillery, Detachment, Infantry};
    use Quality::{Elite, Guard, Militia, Regular};
    use Status::{Fresh, Spent};
    &[
        ("pb_t49_never_destroyed", Infantry, Regular, Fresh, [4, 5, 6], Spent, true),
        ("pb_t50_spent", Infantry, Regular, Spent, [6, 6, 1], Spent, true),
        ("pb_t51_militia", Infantry, Militia, Fresh, [5, 1, 1], Spent, true),
        ("pb_t52_elite_1", Infantry, Elite, Fresh, [5, 1, 1], Fresh, false),
        ("pb_t52_elite_2", Infantry, Elite, Fresh, [5, 5, 1], Spent, false),
        ("pb_t52_elite_3", Infantry, Elite, Fresh, [5, 5, 5], Spent, true),
        ("pb_t52_guard_1", Infantry, Guard, Fresh, [5, 1, 1], Fresh, false),
        ("pb_t53_detachment_1", Detachment, Regular, Fresh, [4, 1, 1], Fresh, true),
        ("pb_t53_detachment_3", Detachment, Regular, Fresh, [4, 5, 6], Fresh, true),
        ("pb_t61_guns", Artillery, Regular, Fresh, [4, 5, 1], Spent, true),
        ("pb_t164_spent_militia_3", Infantry, Militia, Spent, [4, 5, 6], Spent, true),
        ("pb_t164_nothing", Infantry, Militia, Spent, [3, 2, 1], Spent, false),
    ]
};

#[test]
fn pb_t49_t50_t51_t52_t53_t61_results() {
    for &(id, kind, quality, status, dice, after, retreat) in ROWS {
        let mut table = fire(bombardment_setup(kind, quality, status), dice);
        assert_eq!(retreats(&table, "d"), retreat, "{id}");
        if retreat {
            table.retreat();
            let moved = table.place_of("d").distance(at(4_000, 3_500));
            assert_eq!(moved, metres(760), "{id}");
        }
        assert_eq!(table.status("d"), after, "{id}");
        assert!(!table.is_destroyed("d"), "{id}");
        assert_eq!(table.question(), Question::Activation(table.command(BLUE)), "{id}");
        // PB-6.16: the bombardment was the battery's action of the turn.
        let again = table.march("g", vec![Leg::To(at(4_000, 2_100))]);
        table.assert_refused(again, "PB-6.16");
    }
}

/// PB-T15, PB-15.7: an elite absorbs the first hit of the bombardment and the first of the combat.
#[test]
fn pb_t15_allowance_does_not_carry_over() {
    let setup = bombardment_setup(PieceType::Infantry, Quality::Elite, Status::Fresh)
        .hq(BLUE, pose(5_000, 2_500, Facing::UP))
        .infantry(BLUE, "a", pose(4_800, 2_500, Facing::UP));
    let mut table = fire(setup, [4, 1, 1]);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&[1, 1, 1]);
    table.dice(&[6, 1, 1]);
    assert_eq!(table.status("d"), Status::Fresh);
}

/// PB-T176: after a bombardment, militia counts its first hit in combat twice again.
#[test]
fn pb_t176_militia_counts_double_again() {
    let setup = bombardment_setup(PieceType::Infantry, Quality::Militia, Status::Fresh)
        .hq(BLUE, pose(5_000, 3_000, Facing::UP))
        .piece(BLUE, "a", PieceType::Cavalry, pose(4_800, 2_500, Facing::UP));
    let mut table = fire(setup, [4, 1, 1]);
    table.retreat();
    assert_eq!(table.status("d"), Status::Spent);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&[1, 1, 1]);
    table.dice(&[6, 1, 1]);
    assert!(table.is_destroyed("d"));
}

/// PB-T54: a piece 150 m inside a wood is visible and has cover; one 200 m inside is invisible.
#[test]
fn pb_t54_bombards_into_woods() {
    for (depth, seen) in [(150, true), (200, false)] {
        let edge = 3_500 - depth;
        let setup = regular().woods("wood", at(3_000, edge), at(5_000, 5_000));
        if seen {
            let mut table = fire(setup, [4, 5, 5]);
            assert!(retreats(&table, "d"));
            table.retreat();
            assert_eq!(table.status("d"), Status::Spent);
        } else {
            let mut table = setup.begin();
            table.activate(BLUE);
            let action = bombard(&table, "g", "d");
            table.assert_refused(action, "PB-15.2");
        }
    }
    // PB-15.3: with cover, a 4 misses.
    let setup = regular().woods("wood", at(3_000, 3_350), at(5_000, 5_000));
    assert_eq!(fire(setup, [4, 4, 4]).status("d"), Status::Fresh);
}

/// PB-A94, PB-34.3: a hill gives cover against lower artillery, but not against artillery on the
/// hill.
#[test]
fn pb_15_3_hill_gives_cover() {
    let above = regular().hill("hill", 1, at(2_000, 3_300), at(6_000, 5_000));
    assert_eq!(fire(above, [4, 4, 4]).status("d"), Status::Fresh);
    let level = regular().hill("hill", 1, at(2_000, 1_000), at(6_000, 5_000));
    assert_eq!(fire(level, [4, 1, 1]).status("d"), Status::Spent);
}

/// PB-T55: artillery cannot bombard at night, or if it is Spent, is in contact or has moved.
#[test]
fn pb_t55_some_artillery_cannot_bombard() {
    let mut spent = regular().spent("g").begin();
    spent.activate(BLUE);
    let action = bombard(&spent, "g", "d");
    spent.assert_refused(action, "PB-15.9");

    let mut touched = regular()
        .hq(RED, pose(4_000, 3_900, Facing::DOWN))
        .infantry(RED, "e", pose(5_000, 2_900, Facing::DOWN))
        .begin();
    touched.activate(RED);
    touched.attack("e", "g");
    touched.end();
    touched.activate(BLUE);
    let action = bombard(&touched, "g", "d");
    touched.assert_refused(action, "PB-15.9");

    let mut moved = regular().begin();
    moved.activate(BLUE);
    let march = moved.march("g", vec![Leg::To(at(4_000, 2_100))]);
    moved.act(march);
    let action = bombard(&moved, "g", "d");
    moved.assert_refused(action, "PB-6.16");

    let infantry = regular().infantry(BLUE, "i", pose(5_000, 2_000, Facing::UP));
    let mut infantry = infantry.begin();
    infantry.activate(BLUE);
    let action = bombard(&infantry, "i", "d");
    infantry.assert_refused(action, "PB-15.1");
}

/// PB-30.1, PB-T134: there is no bombardment at night.
#[test]
fn pb_30_1_forbids_bombardment_at_night() {
    let mut table = regular()
        .change(|parts| {
            parts.scenario.calendar.first_turn = 8;
            parts.scenario.calendar.days = 2;
        })
        .begin();
    table.finish_moves();
    table.act(Action::HoldField);
    table.act(Action::HoldField);
    table.activate(BLUE);
    let action = bombard(&table, "g", "d");
    table.assert_refused(action, "PB-30.1");
}

/// PB-T56: the range is 2,280 m from edge to edge, and not a centimetre more.
#[test]
fn pb_t56_bombards_within_range() {
    for (gap, legal) in [(228_000, true), (228_001, false), (228_100, false)] {
        let centre = sandtable_pack::GroundPoint::new(400_000, 200_000 + gap + 16_100);
        let setup = Setup::new()
            .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "d", Pose { centre, facing: Facing::DOWN });
        let mut table = setup.begin();
        table.activate(BLUE);
        let action = bombard(&table, "g", "d");
        if legal {
            table.act(action);
        } else {
            table.assert_refused(action, "PB-15.1");
        }
    }
}

/// PB-A22: weather shortens the range.
#[test]
fn pb_15_1_fog_limits_range() {
    for (visibility, legal) in [(1_339, true), (1_338, false)] {
        let setup = regular().visibility(metres(visibility));
        let mut table = setup.begin();
        table.activate(BLUE);
        let action = bombard(&table, "g", "d");
        assert_eq!(table.game.judge(&action).is_ok(), legal, "{visibility}");
        if !legal {
            table.assert_refused(action, "PB-15.1");
        }
    }
}

/// PB-T57: friends on the line of fire block it, even from a hill; enemies and HQs do not.
#[test]
fn pb_t57_needs_clear_line_of_fire() {
    let between = pose(4_000, 2_700, Facing::UP);
    let friend = |setup: Setup| setup.infantry(BLUE, "f", between);
    let cases = [
        (friend(regular()), false),
        (friend(regular()).hill("hill", 2, at(2_000, 1_500), at(6_000, 2_300)), false),
        (regular().train(BLUE, between, true), false),
        (regular().infantry(RED, "e", between), true),
        (regular().hq(BLUE, between), true),
        // A friend that blocks two of the five lines does not hide most of the target.
        (regular().infantry(BLUE, "f", pose(4_400, 2_700, Facing::UP)), true),
    ];
    for (index, (setup, legal)) in cases.into_iter().enumerate() {
        let mut table = setup.begin();
        table.activate(BLUE);
        let action = bombard(&table, "g", "d");
        if legal {
            assert!(table.game.judge(&action).is_ok(), "{index}");
        } else {
            table.assert_refused(action, "PB-A103");
        }
    }
}

/// PB-T58: a target that cannot retreat stays, Spent.
#[test]
fn pb_t58_blocked_target_stays_spent() {
    let setup = regular().impassable("lake", at(2_000, 3_600), at(6_000, 4_500));
    let table = fire(setup, [4, 5, 6]);
    assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
    assert_eq!(table.status("d"), Status::Spent);
    assert_eq!(table.place_of("d"), at(4_000, 3_500));
    let is_recorded = table.game.diary().iter().any(|event| event.rule.0 == "PB-A95");
    assert!(is_recorded, "the diary contains it");
}

/// PB-T60: a bombardment has no effect on a train, and an HQ cannot be a target.
#[test]
fn pb_t60_bombards_trains_and_headquarters() {
    let setup = Setup::new()
        .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .train(RED, pose(4_000, 3_500, Facing::DOWN), true)
        .hq(RED, pose(4_000, 3_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let (piece, facing) = (table.piece("g"), Facing::UP);
    let headquarters = Action::Bombard { piece, target: table.hq(RED), facing };
    table.assert_refused(headquarters, "PB-15.6");
    let before = table.game.state().piece(table.train(RED)).clone();
    table.act(Action::Bombard { piece, target: table.train(RED), facing });
    table.dice(&[6, 6, 6]);
    assert_eq!(*table.game.state().piece(table.train(RED)), before);
    assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
}

/// PB-T62, PB-A94: the artillery turns freely by 120° and fires, without a bonus for a flank if
/// only cover counts.
#[test]
fn pb_t62_battery_turns_and_fires() {
    let setup = Setup::new()
        .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(5_300, 1_250, Facing::DOWN))
        .with_rulings(|rulings| rulings.bombardment_flank_modifier = false);
    let mut table = setup.begin();
    table.activate(BLUE);
    let action = bombard(&table, "g", "d");
    let Action::Bombard { piece, target, facing } = action else {
        panic!("expected a bombardment")
    };
    assert!((Facing::UP.turn_to(facing).abs() - 1_365).abs() < 5, "120 degrees");
    table.assert_refused(Action::Bombard { piece, target, facing: Facing::UP }, "PB-A93");
    table.act(action);
    assert_eq!(table.game.state().line(piece).map(|pose| pose.facing), Some(facing));
    table.dice(&[3, 3, 3]);
    assert_eq!(table.status("d"), Status::Fresh);
}

/// PB-T63, PB-A97: an elite absorbs the first hit from each of two batteries.
#[test]
fn pb_t63_each_bombardment_is_an_event() {
    let setup = bombardment_setup(PieceType::Infantry, Quality::Elite, Status::Fresh).piece(
        BLUE,
        "h",
        PieceType::Artillery,
        pose(5_000, 2_000, Facing::UP),
    );
    let mut table = fire(setup, [4, 1, 1]);
    let action = bombard(&table, "h", "d");
    table.act(action);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("d"), Status::Fresh);
}

/// PB-T168: artillery drives an enemy out of the path, and infantry passes in the same activation.
#[test]
fn pb_t168_guns_open_the_way() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_900, 2_900, Facing::UP))
        .piece(BLUE, "g", PieceType::Artillery, pose(2_700, 3_300, Facing::UP))
        .infantry(BLUE, "a", pose(4_800, 3_300, Facing::UP))
        .infantry(RED, "r", pose(4_800, 3_900, Facing::DOWN))
        .infantry(RED, "t", pose(4_900, 5_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let through = table.attack_by("a", "t", vec![Leg::To(at(4_900, 4_838))]);
    table.assert_refused(through.clone(), "PB-6.5");
    let fire = bombard(&table, "g", "r");
    table.act(fire);
    table.dice(&[6, 6, 6]);
    // The target retreats to the right, out of the path.
    let aside = table.view(RED).retreats().last().expect("a retreat exists");
    table.act(Action::RetreatToward(aside));
    table.act(through);
    assert!(table.in_contact("a"));
}

/// PB-T177: a battery under fire in the open may not stay to bombard, unless a friend attacks.
#[test]
fn pb_t177_guns_under_fire_must_leave() {
    let setup = regular()
        .infantry(
            RED,
            "e",
            pose(
                4_500,
                2_400,
                Facing::from_vector(at(4_000, 2_000) - at(4_500, 2_400))
                    .expect("the points differ"),
            ),
        )
        .hq(BLUE, pose(6_000, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(5_900, 2_200, Facing::LEFT));
    let mut table = setup.begin();
    table.activate(BLUE);
    let action = bombard(&table, "g", "d");
    table.assert_refused(action.clone(), "PB-10.5");
    table.attack("a", "e");
    table.act(action);
}

/// PB-10.4: a bombardment counts as an attack for a friend that stays in the target's Field of
/// Fire.
#[test]
fn pb_10_4_bombardment_counts_as_attack() {
    let setup = regular().infantry(BLUE, "x", pose(4_500, 3_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let action = bombard(&table, "g", "d");
    table.act(action);
    table.dice(&[1, 1, 1]);
    table.end();
}

/// PB-A96: a target in contact that is driven off is no longer in contact; a bombardment is not
/// combat.
#[test]
fn pb_15_4_target_may_be_in_contact() {
    let setup = regular().hq(BLUE, pose(5_000, 2_500, Facing::UP)).infantry(
        BLUE,
        "a",
        pose(4_900, 3_000, Facing::UP),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    // The piece attacks from the flank, outside the line of fire.
    let legs = vec![Leg::To(at(4_900, 3_500)), Leg::Face(Facing::LEFT), Leg::To(at(4_403, 3_500))];
    let attack = table.attack_by("a", "d", legs);
    table.act(attack);
    assert!(table.in_contact("d"));
    let action = bombard(&table, "g", "d");
    table.act(action);
    table.dice(&[5, 5, 1]);
    table.retreat();
    assert!(!table.in_contact("a") && !table.in_contact("d"));
}
