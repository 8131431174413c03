//! FAB-4.1: the Reinforcement Phase.

use sandtable_pack::fab::{ChitBox, ChitStart, Phase, UnitStart};

use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::state::{ChitPlace, UnitPlace};
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

fn begin(mut board: Board, turn: u8) -> Board {
    board.game.state.turn = turn;
    board.begin(Phase::Reinforcement, BLUE)
}

/// B5 arrives in turn 1 in area 1, with this many steps.
fn arriving(steps: u8) -> Board {
    board_of(|parts| {
        let b5 = parts.scene.units.iter_mut().find(|unit| unit.id.as_str() == "b5");
        let entry = ('A', 'A');
        b5.expect("the fixture has this unit").start =
            UnitStart::Reinforcement { turn: 1, entry, steps };
    })
}

fn arrival(board: &Board, number: u8) -> Action {
    Action::Arrive { unit: board.unit("b5"), area: board.area(number), by: None }
}

#[test]
fn fab_4_1a1_unspent_special_action_returns_asset() {
    let laid = || board().chit_in_box("ba1", ChitBox::Used).chit_in_box("ba2", ChitBox::Used);
    let mut unspent = begin(laid(), 2);
    assert_eq!(unspent.question(), Some((BLUE, Question::TakeBack)));
    let (ba1, bs1) = (unspent.chit("ba1"), unspent.chit("bs1"));
    assert_eq!(unspent.judge(&Action::TakeBack(bs1)), Err("FAB-4.1a1"), "only assets");
    unspent.act(Action::TakeBack(ba1));
    assert!(unspent.is_in("ba1", ChitBox::Available) && unspent.is_in("bs", ChitBox::Available));
    assert_eq!(unspent.question(), Some((BLUE, Question::Recycle)), "only one");
    let spent = begin(laid().chit_in_box("bs", ChitBox::Used), 2);
    assert_eq!(spent.question(), Some((BLUE, Question::Recycle)));
}

#[test]
fn fab_4_1a2_used_special_actions_return() {
    let board = begin(board().chit_in_box("bs", ChitBox::Used).chit_in_box("rs", ChitBox::Used), 2);
    assert!(board.is_in("bs", ChitBox::Available) && board.is_in("rs", ChitBox::Available));
    let bs = board.chit("bs");
    let in_cup = ChitPlace::In(ChitBox::Cup);
    let through_the_cup = |what: &Happening| *what == Happening::Chit { chit: bs, place: in_cup };
    assert!(!board.has_event(through_the_cup));
}

#[test]
fn fab_4_1b_chosen_used_assets_enter_the_cup() {
    let laid = board().chit_in_box("ba1", ChitBox::Used).chit_in_box("ba2", ChitBox::Used);
    let mut board = begin(laid, 1);
    let recycle = |board: &Board, names: &[&str]| Action::Recycle(board.chits(names).to_vec());
    assert_eq!(board.judge(&recycle(&board, &["ba3"])), Err("FAB-4.1b"), "the asset is available");
    assert_eq!(board.judge(&recycle(&board, &["ba1", "ba1"])), Err("FAB-4.1b"));
    let one = recycle(&board, &["ba1"]);
    board.act(one);
    assert!(board.is_in("ba1", ChitBox::Cup) && board.is_in("ba2", ChitBox::Used));
}

#[test]
fn fab_4_1c1_arrivals_cost_no_movement() {
    let mut board = begin(arriving(3), 1);
    assert_eq!(board.judge(&arrival(&board, 2)), Err("FAB-4.1c2"));
    assert_eq!(board.judge(&arrival(&board, 1)), Ok("FAB-4.1c1"));
    let there = arrival(&board, 1);
    board.act(there);
    let board = board.moves();
    assert_eq!(board.way("b5", &[2, 3]), Ok(()), "all 3 points");
}

#[test]
fn fab_4_1c4_delayed_unit_takes_nearest_entry() {
    let laid = arriving(3).put_all(&["b1", "b2"], 1).without_special_actions(BLUE);
    let blocked = begin(laid, 1);
    assert!(blocked.is_done());
    let b5 = blocked.unit("b5");
    assert_eq!(blocked.game.state.unit(b5).place, UnitPlace::Delayed(1));
    // Area 1 is free again. If it were full, area 3 would be the other entry area.
    let full = begin(blocked, 2);
    assert_eq!(full.game.entry_areas(b5).as_slice(), [full.area(3)]);
    let mut roomy = full;
    let b1 = roomy.unit("b1");
    roomy.game.put(b1, UnitPlace::Area(roomy.area(2)));
    assert_eq!(roomy.game.entry_areas(b5).as_slice(), [roomy.area(1)], "the nearest");
}

#[test]
fn fab_4_1c6_units_arrive_with_their_steps() {
    for steps in [3, 2] {
        let mut board = begin(arriving(steps), 1);
        let there = arrival(&board, 1);
        board.act(there);
        assert_eq!(board.steps_of("b5"), steps);
    }
}

#[test]
fn fab_4_1d_new_chits_enter_the_cup() {
    let laid = || {
        board_of(|parts| {
            parts.scene.assets[0].start = ChitStart::Turn(2);
            parts.scene.events[0].start = ChitStart::Turn(2);
        })
    };
    for (turn, comes) in [(1, false), (2, true)] {
        let mut board = begin(laid(), turn);
        while let Some((_, Question::TakeBack)) = board.question() {
            board.act(Action::Done);
        }
        assert_eq!(board.is_in("ba1", ChitBox::Cup), comes, "{turn}");
        assert_eq!(board.is_in("bv1", ChitBox::Cup), comes, "{turn}");
    }
}

#[test]
fn fab_4_1d_chits_enter_cups_after_arrivals() {
    let due = |start: &mut UnitStart, letter| {
        *start = UnitStart::Reinforcement { turn: 1, entry: (letter, letter), steps: 3 };
    };
    let mut board = board_of(|parts| {
        let scene = &mut parts.scene;
        due(&mut scene.units[4].start, 'A');
        due(&mut scene.units[9].start, 'C');
        for asset in &mut scene.assets {
            if ["ba1", "ra1"].contains(&asset.id.as_str()) {
                asset.start = ChitStart::Turn(1);
            }
        }
    });
    board = begin(board, 1);
    for (name, number) in [("b5", 1), ("r5", 7)] {
        let (unit, area) = (board.unit(name), board.area(number));
        board.act(Action::Arrive { unit, area, by: None });
    }
    assert!(board.is_done());
    // In each step, the First Player goes before the Second (FAB-A55).
    let steps = board.game.diary().iter().filter_map(|event| match event.what {
        Happening::Arrived { unit, .. } => Some((event.rule.0, board.game.side_of(unit))),
        Happening::Chit { chit, .. } => Some((event.rule.0, board.game.field.chit(chit).side)),
        _ => None,
    });
    let order = [("FAB-4.1c1", BLUE), ("FAB-4.1c1", RED), ("FAB-4.1d", BLUE), ("FAB-4.1d", RED)];
    assert_eq!(steps.collect::<Vec<_>>(), order);
}

#[test]
fn fab_8_27_units_are_redirected_on_arrival() {
    let by = |board: &Board, number: u8| Action::Arrive {
        unit: board.unit("b5"),
        area: board.area(number),
        by: Some(board.chit("bs")),
    };
    let board = begin(arriving(3), 1);
    assert_eq!(board.judge(&by(&board, 3)), Ok("FAB-8.27"));
    assert_eq!(board.judge(&by(&board, 2)), Err("FAB-8.27"), "no entry area");
    assert_eq!(board.judge(&by(&board, 7)), Err("FAB-8.27"), "one of the enemy's");
    let full = begin(arriving(3).put_all(&["b1", "b2"], 3), 1);
    assert_eq!(full.judge(&by(&full, 3)), Err("FAB-4.1c2"));
    // A delayed unit arrives without a Special Action.
    let mut late = arriving(3);
    let b5 = late.unit("b5");
    late.game.state.unit_mut(b5).place = UnitPlace::Delayed(1);
    let mut late = begin(late, 2);
    while let Some((_, Question::TakeBack)) = late.question() {
        late.act(Action::Done);
    }
    assert_eq!(late.question(), Some((BLUE, Question::Arrive)));
    assert_eq!(late.judge(&by(&late, 3)), Err("FAB-8.27"));
}
