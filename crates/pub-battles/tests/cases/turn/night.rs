//! PB-T129, PB-T132 to PB-T135, PB-T145: the night.

use sandtable_pack::{Facing, PieceType, PointsModel, Rulings, Status};
use sandtable_pub_battles::{Action, Diarist, Input, Leg, Node, Question};

use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, metres, pose};

/// A two-day battle that begins with the last turn of day 1.
pub fn evening() -> Setup {
    Setup::new().change(|parts| {
        parts.scenario.calendar.first_turn = 8;
        parts.scenario.calendar.days = 2;
        parts.ruleset.distances.mounted_third = sandtable_pack::GroundLength::from_metres(9_000);
        for rules in parts.ruleset.pieces.values_mut() {
            rules.counts_for_rout = false;
        }
    })
}

/// No piece moves in the last turn, and both sides hold the field.
fn night(setup: Setup) -> Table {
    let mut table = setup.begin();
    table.finish_moves();
    begin_night(table)
}

fn begin_night(mut table: Table) -> Table {
    assert_eq!(table.question(), Question::Nightfall);
    table.act(Action::HoldField);
    table.act(Action::HoldField);
    assert!(table.game.state().night);
    table
}

/// PB-T129: both sides stay, so a night follows, then turn 1 of day 2.
#[test]
fn pb_t129_both_sides_stay() {
    let setup = evening().infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP)).infantry(
        RED,
        "e",
        pose(4_000, 6_000, Facing::DOWN),
    );
    let mut table = night(setup);
    while table.game.state().night {
        match table.game.node() {
            Node::Cup(chits) => {
                table.apply(Input::Drawn(chits[0]));
            }
            Node::Decision { question: Question::Activation(_), .. } => table.end(),
            _ => table.pass(),
        }
    }
    assert_eq!((table.game.state().day, table.game.state().turn), (2, 1));
}

/// PB-T134: at night no piece may move closer than 760 m to an enemy or attack.
#[test]
fn pb_t134_keeps_distance_at_night() {
    // The enemy faces away; its near edge is at y = 4,919.5.
    let setup = |y, facing| {
        evening().infantry(BLUE, "x", pose(4_000, y, facing)).infantry(
            RED,
            "e",
            pose(4_000, 5_000, Facing::UP),
        )
    };
    for (gap, legal) in [(760, true), (759, false)] {
        let mut table = night(setup(2_500, Facing::UP));
        table.activate(BLUE);
        let y = 491_950 - gap * 100 - 8_050;
        let to = sandtable_pack::GroundPoint::new(400_000, y);
        let march = table.march("x", vec![Leg::To(to)]);
        if legal {
            table.act(march);
        } else {
            table.assert_refused(march, "PB-30.2");
        }
    }
    // At 500 m a piece may stay or move away, but not move closer.
    let mut table = night(setup(4_339, Facing::DOWN));
    table.activate(BLUE);
    let nearer = table.march("x", vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 4_400))]);
    table.assert_refused(nearer, "PB-30.2");
    let attack = table.attack_by("x", "e", vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 4_838))]);
    table.assert_refused(attack, "PB-30.1");
    table.end();
}

/// PB-30.2, PB-A154: a piece that rallies may turn, but no part of it may come within a third of a
/// move of an enemy.
#[test]
fn pb_30_2_pieces_turn_when_rallying() {
    // The enemy faces away; its near edge is 839 m away.
    let setup = evening()
        .piece(BLUE, "x", PieceType::Cavalry, pose(4_000, 4_000, Facing::UP))
        .spent("x")
        .infantry(RED, "e", pose(4_000, 5_000, Facing::UP));
    let mut table = night(setup);
    table.activate(BLUE);
    let piece = table.piece("x");
    table.assert_refused(Action::Rally { piece, facing: Some(Facing::RIGHT) }, "PB-30.2");
    table.act(Action::Rally { piece, facing: Some(Facing::DOWN) });
    assert_eq!(table.status("x"), Status::Fresh);
}

/// PB-A154: a piece that comes out of reserve may appear at its slot, however close to the enemy,
/// but no closer.
#[test]
fn pb_a154_reserve_appears_at_slot() {
    // The slot extends from x = 3,678 to 4,322; the friend, if present, leaves space only on the
    // right.
    let setup = |enemy| {
        evening()
            .visibility(metres(300))
            .hq(BLUE, pose(4_000, 3_000, Facing::UP))
            .infantry(BLUE, "r", pose(4_000, 3_000, Facing::UP))
            .with_hidden_pieces(BLUE, 1)
            .infantry(RED, "e", pose(enemy, 3_000, Facing::RIGHT))
    };
    let deploy = |setup: Setup| {
        let mut table = night(setup);
        table.activate(BLUE);
        let deploy = Action::Deploy(table.piece("r"));
        (table, deploy)
    };
    let beside = |setup: Setup| setup.infantry(BLUE, "g", pose(3_378, 3_000, Facing::UP));
    let (mut table, appears) = deploy(beside(setup(5_203)));
    table.assert_refused(appears, "PB-30.2");
    let (mut table, appears) = deploy(beside(setup(5_403)));
    table.act(appears);
    assert_eq!(table.place_of("r").y, 300_000);
    // The piece appears 500 m from the enemy, or further away.
    let (mut table, appears) = deploy(setup(4_903));
    let farther = table.march("r", vec![Leg::To(at(3_800, 3_400))]);
    table.clone().act(farther);
    table.act(appears);
    assert_eq!(table.place_of("r"), at(4_000, 3_000));
}

/// Blue has lost `kinds` after the evening's combats.
pub fn losses(kinds: &[PieceType], rule: impl FnOnce(&mut Rulings)) -> Table {
    losing(evening().with_rulings(rule), kinds)
}

fn losing(setup: Setup, kinds: &[PieceType]) -> Table {
    let mut setup = setup.infantry(RED, "reserve", pose(500, 7_500, Facing::DOWN)).infantry(
        BLUE,
        "x",
        pose(500, 500, Facing::UP),
    );
    for (index, &kind) in kinds.iter().enumerate() {
        let x = 1_600 + 750 * index as i32;
        setup = setup.piece(BLUE, &format!("a{index}"), kind, pose(x, 2_000, Facing::UP)).infantry(
            RED,
            &format!("d{index}"),
            pose(x, 3_000, Facing::DOWN),
        );
    }
    let mut table = setup.begin();
    table.activate(BLUE);
    for index in 0..kinds.len() {
        table.attack(&format!("a{index}"), &format!("d{index}"));
    }
    table.finish_moves();
    for (index, &kind) in kinds.iter().enumerate() {
        if index + 1 < kinds.len() {
            let first = table.piece(&format!("d{index}"));
            table.act(Action::Resolve(first));
        }
        table.dice(&KILL);
        table.dice(if kind == PieceType::Detachment { &[1] } else { &MISS });
    }
    table
}

/// Both sides hold the field and act only where required, until the night's recovery begins.
pub fn until_recovery(mut table: Table) -> Table {
    loop {
        match table.game.node() {
            Node::Decision { question: Question::Nightfall, .. } => {
                table.act(Action::HoldField);
            }
            Node::Cup(chits) => {
                table.apply(Input::Drawn(chits[0]));
            }
            Node::Decision { question: Question::Activation(_), side } => {
                let action = table.view(side).required_action().unwrap_or(Action::EndActivation);
                table.act(action);
            }
            Node::Decision { question: Question::Alter, .. } => table.pass(),
            _ => return table,
        }
    }
}

/// Blue loses `a…` to red `d…` in the evening, pair by pair; the night moves are over.
fn after_losses(kinds: &[PieceType]) -> Table {
    let current = |rulings: &mut Rulings| rulings.points_model = PointsModel::Current;
    until_recovery(begin_night(losses(kinds, current)))
}

/// PB-T132, PB-T133, PB-T135: half of each group returns Spent, and no longer counts as lost if only
/// current losses score (PB-A145).
#[test]
fn pb_t132_t133_t135_recovers_pieces() {
    use PieceType::{Cavalry, Detachment, Infantry};
    let cases: [(&[PieceType], usize); 2] = [
        (&[Detachment, Detachment, Infantry, Infantry], 2),
        (&[Detachment, Infantry, Infantry, Infantry, Cavalry, Cavalry], 4),
    ];
    for (kinds, returning) in cases {
        let mut table = after_losses(kinds);
        let before = table.view(RED).points()[1];
        let mut worth = 0;
        let mut count = 0;
        while table.game.node() == (Node::Decision { side: BLUE, question: Question::Recovery }) {
            let action = table.view(BLUE).proposals().pop().expect("a piece returns");
            let Action::Recover(piece) = action else { panic!("{action:?}") };
            worth += sandtable_pub_battles::points_for(table.game.roster(), piece);
            count += 1;
            table.act(action);
            let arm = table.game.roster().arm(piece).expect("the piece fights");
            let status = table.game.state().piece(piece).status;
            let has_one_state = arm.kind == Detachment;
            assert_eq!(status == Status::Spent, !has_one_state);
        }
        assert_eq!(count, returning);
        assert_eq!(table.view(RED).points()[1], before - worth);
        assert_eq!((table.game.state().day, table.game.state().night), (2, false));
    }
}

fn recover(table: &mut Table, name: &str) {
    let piece = table.piece(name);
    table.act(Action::Recover(piece));
}

/// PB-30.4, PB-A155: a returning piece is within command range of its HQ, more than a third of a
/// move from every enemy.
#[test]
fn pb_30_4_recovers_near_headquarters() {
    // The second HQ is close to an enemy.
    for hq in [pose(2_000, 1_500, Facing::UP), pose(2_400, 2_500, Facing::UP)] {
        let mut table =
            until_recovery(begin_night(losing(evening().hq(BLUE, hq), &[PieceType::Infantry])));
        recover(&mut table, "a0");
        let shape = |piece| table.game.shape(piece).expect("the piece is on the map");
        let own = shape(table.piece("a0"));
        let range = sandtable_pack::GroundLength::from_metres(1_081);
        assert!(own.within(shape(table.hq(BLUE)), range), "{hq:?}");
        for name in ["d0", "reserve"] {
            let enemy = shape(table.piece(name));
            assert!(!own.within(enemy, sandtable_pack::GroundLength::from_metres(760)), "{name}");
        }
    }
}

/// PB-30.4: a piece without space near its headquarters stays lost, and the diary reports it.
#[test]
fn pb_30_4_recovery_needs_space() {
    // The HQ is in impassable terrain, in a clearing that is too small for a block.
    let closed = |setup: Setup| {
        let parts = [
            ("west", at(5_200, 200), at(6_350, 2_800)),
            ("east", at(6_650, 200), at(7_800, 2_800)),
            ("north", at(6_350, 1_650), at(6_650, 2_800)),
            ("south", at(6_350, 200), at(6_650, 1_350)),
        ];
        parts.into_iter().fold(setup, |setup, (id, from, to)| setup.impassable(id, from, to))
    };
    for is_closed in [false, true] {
        let setup = evening()
            .change(|parts| parts.ruleset.distances.mounted_third = metres(1_081))
            .hq(BLUE, pose(6_500, 1_500, Facing::UP))
            .commander(BLUE, pose(1_600, 1_300, Facing::UP));
        let setup = if is_closed { closed(setup) } else { setup };
        let mut table = until_recovery(begin_night(losing(setup, &[PieceType::Infantry])));
        if !is_closed {
            recover(&mut table, "a0");
        }
        assert_eq!(table.is_destroyed("a0"), is_closed);
        let told = Diarist::new(table.game.field()).diary(None, table.game.diary());
        let words = "cannot recover 1 more for lack of space near a headquarters (PB-30.4)";
        assert_eq!(told.replace("\n   ", "").contains(words), is_closed, "{told}");
    }
}

/// PB-30.5: a piece that does not return in its first night is lost for good.
#[test]
fn pb_30_5_loses_unrecovered_pieces() {
    let setup = evening().change(|parts| parts.scenario.calendar.days = 3);
    let mut table = until_recovery(begin_night(losing(setup, &[PieceType::Infantry; 2])));
    recover(&mut table, "a1");
    assert_eq!(table.game.state().day, 2, "one of two, and the night is over");
    assert!(table.is_destroyed("a0") && !table.is_destroyed("a1"));
    // All of day 2 passes without a fight, and the night after it.
    for _ in 0..60 {
        if table.game.state().day == 3 {
            break;
        }
        table = step(table);
    }
    assert_eq!((table.game.state().day, table.game.state().night), (3, false));
    assert!(table.is_destroyed("a0"));
    assert_eq!(table.view(RED).points()[1], 6, "PB-A145: points are kept");
}

/// Makes one decision; never attacks or recovers a piece.
fn step(mut table: Table) -> Table {
    match table.game.node() {
        Node::Decision { question: Question::Recovery, .. } => panic!("expected a loss today"),
        Node::Decision { question: Question::RetreatDirection(_), .. } => table.retreat(),
        _ => {
            let before = table.game.digest();
            table = until_recovery(table);
            assert_ne!(table.game.digest(), before, "the game continues");
        }
    }
    table
}

/// PB-T145, PB-A117: with two of four lost, no piece rallies, even at night. After one returns, one
/// of four is lost.
#[test]
fn pb_t145_recovery_makes_effective() {
    let setup = evening().infantry(BLUE, "y", pose(1_200, 500, Facing::UP)).spent("y").train(
        BLUE,
        pose(1_200, 1_000, Facing::UP),
        false,
    );
    let mut table = begin_night(losing(setup, &[PieceType::Infantry; 2]));
    let rally = Action::Rally { piece: table.piece("y"), facing: None };
    table.activate(BLUE);
    table.assert_refused(rally.clone(), "PB-21.2");
    let mut table = until_recovery(table);
    recover(&mut table, "a0");
    assert_eq!(table.game.state().day, 2);
    table.activate(BLUE);
    table.act(rally);
    assert_eq!(table.status("y"), Status::Fresh);
}

/// PB-P14: half of the detachments, then half of the others, return (rounded up), chosen by their
/// owner. They return Spent unless they have only one state.
#[test]
fn pb_p14_recovers_groups_in_turn() {
    use PieceType::{Detachment, Infantry};
    let kinds = [Detachment, Infantry, Detachment, Infantry, Detachment];
    let mut table = after_losses(&kinds);
    for name in ["a1", "a3"] {
        let piece = table.piece(name);
        table.assert_refused(Action::Recover(piece), "PB-30.5");
    }
    recover(&mut table, "a0");
    recover(&mut table, "a4");
    let last = table.piece("a2");
    table.assert_refused(Action::Recover(last), "PB-30.5");
    recover(&mut table, "a3");
    assert_eq!((table.game.state().day, table.game.state().night), (2, false));
    let back: Vec<bool> = (0..5).map(|index| !table.is_destroyed(&format!("a{index}"))).collect();
    assert_eq!(back, [true, false, false, true, true]);
    assert_eq!([table.status("a0"), table.status("a3")], [Status::Fresh, Status::Spent]);
}
