//! FAB-T135 to FAB-T137, FAB-T140: the end of turns, phases and battles.

use sandtable_pack::fab::{Order, Phase};

use super::board::{BLUE, RED, board};
use crate::action::{Action, Question};

#[test]
fn fab_t135_sudden_death_by_the_turn_track() {
    let mut board = board();
    board.game.state.turn = 2;
    assert_eq!(board.game.sudden_death([9, 3]), Some(BLUE));
    assert_eq!(board.game.sudden_death([8, 3]), None);
    assert_eq!(board.game.sudden_death([4, 8]), Some(RED));
    board.game.state.turn = 1;
    assert_eq!(board.game.sudden_death([20, 0]), None);
}

#[test]
fn fab_t136_after_the_last_turn_the_points_decide() {
    let mut board = board();
    board.game.state.turn = 3;
    board.game.end_turn();
    let verdict = board.game.state.verdict.expect("the battle is over");
    // Blue holds 1, 2 and 3, where nothing is worth anything to it; Red does not hold 3.
    assert_eq!((verdict.winner, verdict.points, verdict.sudden), (None, [0, 0], false));
}

#[test]
fn fab_t137_a_third_unit_leaves_at_the_end_of_the_phase() {
    let mut crowded = board().all(&["b1", "b2", "b5"], 2).begin(Phase::Reaction, RED);
    let there = crowded.area(2);
    assert_eq!(crowded.asked(), Some((BLUE, Question::Leave(there))));
    let b5 = crowded.unit("b5");
    crowded.act(Action::Leave(b5)).retreat("b5", 3);
    assert_eq!((crowded.at("b5"), crowded.order_of("b5")), (3, Order::Disordered));
    let shut = board().held(RED, &[1, 3]).all(&["b1", "b2", "b5"], 2);
    let mut shut = shut.begin(Phase::Reaction, RED);
    shut.act(Action::Leave(b5));
    assert_eq!(shut.at("b5"), 0);
}
