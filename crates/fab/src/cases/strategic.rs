//! FAB-T37 to FAB-T41: strategic movement.

use sandtable_pack::fab::Phase;

use super::board::{BLUE, Board, RED, board};
use crate::action::Action;

fn strategic(board: Board) -> Board {
    board.begin(Phase::StrategicMovement, BLUE)
}

fn transfer(board: &Board, name: &str, to: u8) -> Action {
    Action::Transfer { unit: board.unit(name), to: board.area(to) }
}

#[test]
fn fab_t37_a_full_area_is_passed() {
    let board = board().held(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").all(&["b2", "b5"], 2);
    let mut board = strategic(board);
    assert_eq!(board.judge(&transfer(&board, "b1", 2)), Err("FAB-5.4b"));
    let there = transfer(&board, "b1", 3);
    board.act(there);
    assert_eq!(board.at("b1"), 3);
    assert!(!board.reserve_of("b1"));
}

#[test]
fn fab_t38_not_through_a_contested_area() {
    let board = board().held(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").put("b2", 2).put("r3", 2);
    let board = strategic(board);
    assert!(board.is_done(), "there is nowhere to go");
}

#[test]
fn fab_t39_not_over_a_blown_bridge() {
    let laid = || {
        board().held(BLUE, &[1, 2, 3, 5, 6]).held(RED, &[4]).put("b1", 1).reserve("b1").blown(2, 5)
    };
    let near = strategic(laid());
    assert_eq!(near.judge(&transfer(&near, "b1", 5)), Ok("FAB-5.4b"));
    let cut = strategic(laid().blown(3, 6));
    assert_eq!(cut.judge(&transfer(&cut, "b1", 5)), Err("FAB-5.4b"));
    let round = strategic(laid().blown(3, 6).held(BLUE, &[4]));
    assert_eq!(round.judge(&transfer(&round, "b1", 5)), Ok("FAB-5.4b"));
}

#[test]
fn fab_t40_not_to_an_area_without_supply_status() {
    let board =
        board().held(BLUE, &[1, 2, 3, 6]).area_unsupplied(6, None).put("b1", 1).reserve("b1");
    let board = strategic(board);
    assert_eq!(board.judge(&transfer(&board, "b1", 6)), Err("FAB-5.4b"));
    assert_eq!(board.judge(&transfer(&board, "b1", 3)), Ok("FAB-5.4b"));
}

#[test]
fn fab_t41_out_of_supply_no_strategic_move_and_one_area_in_reaction() {
    let laid = || board().held(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").unsupplied("b1");
    assert!(strategic(laid()).is_done());
    let board = laid().begin(Phase::Reaction, RED);
    assert_eq!(board.way("b1", &[2]), Ok(()));
    assert_eq!(board.way("b1", &[2, 3]), Err("FAB-5.32g"));
}
