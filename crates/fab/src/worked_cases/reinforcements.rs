//! FAB-T4, FAB-T121, FAB-T128 to FAB-T131, FAB-T150: the Reinforcement Phase.

use sandtable_pack::ChitId;
use sandtable_pack::fab::{Battle, ChitBox, Phase, Reusable, UnitStart, sample};

use super::board::{BLUE, Board, RED, board_of};
use crate::game::action::{Action, Question};
use crate::state::UnitPlace;

/// B5 arrives in turn 1 at these entry letters.
fn arriving(entry: (char, char)) -> Board {
    board_of(|parts| {
        let b5 = parts.scene.units.iter_mut().find(|unit| unit.id.as_str() == "b5");
        b5.expect("the fixture has this unit").start =
            UnitStart::Reinforcement { turn: 1, entry, steps: 3 };
    })
}

fn begin(board: Board) -> Board {
    board.begin(Phase::Reinforcement, BLUE)
}

fn arrive(board: &Board, area: u8, by: Option<&str>) -> Action {
    let by = by.map(|name| board.chit(name));
    Action::Arrive { unit: board.unit("b5"), area: board.area(area), by }
}

#[test]
fn fab_t4_entry_letters_form_a_range() {
    let board = begin(arriving(('A', 'B')));
    let areas = board.game.entry_areas(board.unit("b5"));
    assert_eq!(areas.as_slice(), [board.area(1), board.area(3)]);
    for wrong in [('B', 'A'), ('A', 'C')] {
        let mut parts = sample::parts();
        parts.scene.units[4].start = UnitStart::Reinforcement { turn: 1, entry: wrong, steps: 3 };
        let faults = Battle::new(parts).expect_err("the letters are wrong");
        assert!(faults[0].message.contains("FAB-V15"), "{faults:?}");
    }
}

#[test]
fn fab_t121_unspent_special_action_returns_an_asset() {
    let mut unspent = begin_second_turn(board_of(|_| {}).chit_in_box("ra1", ChitBox::Used));
    assert_eq!(unspent.question(), Some((RED, Question::TakeBack)));
    let ra1 = unspent.chit("ra1");
    unspent.act(Action::TakeBack(ra1));
    assert!(unspent.is_in("ra1", ChitBox::Available) && unspent.is_in("rs", ChitBox::Available));
    let laid = board_of(|_| {}).chit_in_box("ra1", ChitBox::Used).chit_in_box("rs", ChitBox::Used);
    let spent = begin_second_turn(laid);
    assert_eq!(spent.question(), Some((RED, Question::Recycle)));
    assert!(spent.is_in("rs", ChitBox::Available));
}

fn begin_second_turn(mut board: Board) -> Board {
    board.game.state.turn = 2;
    begin(board)
}

#[test]
fn fab_t128_blocked_units_wait_and_redirect() {
    let laid = || arriving(('A', 'A')).put_all(&["b1", "b2"], 1).without_special_actions(BLUE);
    let board_one = begin(laid());
    assert!(board_one.is_done());
    let b5 = board_one.unit("b5");
    assert_eq!(board_one.game.state.unit(b5).place, UnitPlace::Delayed(1));
    let mut board = board_one.without_special_actions(BLUE);
    board.game.state.turn = 2;
    let mut board = begin(board);
    while board.question() != Some((BLUE, Question::Arrive)) {
        let question = board.question();
        board.act(match question {
            Some((_, Question::Recycle)) => Action::Recycle(Vec::new()),
            _ => Action::Done,
        });
    }
    assert_eq!(board.game.entry_areas(b5).as_slice(), [board.area(3)]);
    let both = begin(arriving(('A', 'B')).put_all(&["b1", "b2"], 1));
    assert_eq!(both.judge(&arrive(&both, 3, None)), Ok("FAB-4.1c1"));
    assert_eq!(both.judge(&arrive(&both, 1, None)), Err("FAB-4.1c2"));
}

#[test]
fn fab_t129_arrival_takes_empty_enemy_area() {
    let mut board = begin(arriving(('A', 'A')).with_control(RED, &[1]));
    let there = arrive(&board, 1, None);
    board.act(there);
    assert_eq!((board.at("b5"), board.controller(1)), (1, BLUE));
    let blocked = begin(arriving(('A', 'A')).put("r1", 1).without_special_actions(BLUE));
    assert!(blocked.is_done());
}

#[test]
fn fab_t130_special_action_redirects() {
    let mut board = begin(arriving(('A', 'A')).put_all(&["b1", "b2"], 1));
    let there = arrive(&board, 3, Some("bs"));
    board.act(there);
    assert_eq!(board.at("b5"), 3);
    assert!(board.is_in("bs", ChitBox::Used));
}

#[test]
fn fab_t131_arrival_in_contested_friendly_area() {
    let laid = arriving(('A', 'A')).put("b1", 1).put("r1", 1).face_up(&["b1", "r1"]);
    let mut board = begin(laid);
    let there = arrive(&board, 1, None);
    board.act(there);
    assert_eq!(board.at("b5"), 1);
    assert!(board.is_face_up("b5"));
}

#[test]
fn fab_t150_each_unspent_special_action_returns_one() {
    let two = board_of(|parts| {
        let red = parts.scene.sides[1].clone();
        let id = ChitId::new("rsx").expect("valid id");
        parts.scene.reusable.push(Reusable { id, side: red, from_turn: 1, used: false });
    });
    let mut board = begin_second_turn(
        two.chit_in_box("ra1", ChitBox::Used)
            .chit_in_box("ra2", ChitBox::Used)
            .chit_in_box("rb1", ChitBox::Used),
    );
    for name in ["ra1", "ra2"] {
        assert_eq!(board.question(), Some((RED, Question::TakeBack)));
        let chit = board.chit(name);
        board.act(Action::TakeBack(chit));
    }
    assert_eq!(board.question(), Some((RED, Question::Recycle)));
}
