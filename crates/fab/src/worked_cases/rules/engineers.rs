//! FAB-4.3: engineer functions.

use sandtable_pack::fab::{ChitBox, Phase};

use crate::game::action::Action;
use crate::state::ChitPlace;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

fn blow(board: &Board, edges: &[(u8, u8)]) -> Action {
    let edges = edges.iter().map(|&(a, b)| board.edge(a, b)).collect();
    Action::BlowBridges { engineer: board.chit("be1"), edges }
}

fn repair(board: &Board) -> Action {
    Action::RepairBridge { engineer: board.chit("be1"), edge: board.edge(2, 5) }
}

fn block(board: &Board, name: &str, number: u8) -> Action {
    Action::Roadblock { engineer: board.chit(name), area: board.area(number) }
}

fn defend(board: &Board, number: u8) -> Action {
    Action::DefendRoadblock { engineer: board.chit("be1"), area: board.area(number) }
}

#[test]
fn fab_4_3_engineers_have_one_function() {
    let mut board = administer(board().with_control(BLUE, &[5, 8]));
    assert_eq!(board.judge(&block(&board, "bb1", 5)), Err("FAB-4.3"));
    let five = block(&board, "be1", 5);
    board.act(five);
    assert_eq!(board.judge(&block(&board, "be1", 8)), Err("FAB-2.1e"), "the engineers are used");
}

#[test]
fn fab_4_31a_bridges_are_blown_without_roll() {
    let judged = |laid: Board| {
        let board = administer(laid.with_control(RED, &[2]));
        board.judge(&blow(&board, &[(2, 5)]))
    };
    assert_eq!(judged(board().with_control(BLUE, &[5])), Ok("FAB-4.31a"));
    assert_eq!(judged(board()), Err("FAB-4.31a"), "the enemy's");
    let contested = board().with_control(BLUE, &[5]).put("b1", 5).put("r1", 5);
    assert_eq!(judged(contested), Err("FAB-4.31a"));
    let cut = board().with_control(BLUE, &[5]).area_unsupplied(5, Some(false));
    assert_eq!(judged(cut), Err("FAB-4.31a"));
    let mut board = administer(board().with_control(BLUE, &[5]));
    let bridge = blow(&board, &[(2, 5)]);
    board.act(bridge);
    assert!(board.is_blown(2, 5), "at once");
}

#[test]
fn fab_4_31b_engineers_blow_two_bridges() {
    let board = administer(board().with_control(BLUE, &[2, 3, 4, 5]));
    assert_eq!(board.judge(&blow(&board, &[(2, 5), (5, 8)])), Ok("FAB-4.31a"));
    assert_eq!(board.judge(&blow(&board, &[(2, 5), (5, 8), (4, 7)])), Err("FAB-4.31b"));
    assert_eq!(board.judge(&blow(&board, &[(2, 5), (2, 5)])), Err("FAB-4.31b"));
    assert_eq!(board.judge(&blow(&board, &[])), Err("FAB-4.31b"));
    assert_eq!(
        board.judge(&blow(&board, &[(2, 5), (3, 6)])),
        Err("FAB-4.31a"),
        "the bridges share no area"
    );
}

#[test]
fn fab_4_31c_blowing_uses_the_engineers() {
    let mut board = administer(board().with_control(BLUE, &[5]).blow_bridge(5, 8));
    assert_eq!(board.judge(&blow(&board, &[(5, 8)])), Err("FAB-4.31c"), "already blown");
    let bridge = blow(&board, &[(2, 5)]);
    board.act(bridge);
    assert!(board.is_blown(2, 5) && board.is_in("be1", ChitBox::Used));
    let one_marker = board_of(|parts| parts.ruleset.marker_limits.blown = Some(1));
    let board = administer(one_marker.with_control(BLUE, &[5]));
    assert_eq!(board.judge(&blow(&board, &[(2, 5), (5, 8)])), Err("FAB-4.31c"), "no marker left");
}

#[test]
fn fab_4_32a_repairs_need_held_or_contested_area() {
    let judged = |laid: Board| {
        let board = administer(laid.blow_bridge(2, 5));
        board.judge(&repair(&board))
    };
    assert_eq!(judged(board().with_control(BLUE, &[5])), Ok("FAB-4.32a"));
    assert_eq!(judged(board().put("r1", 5).put("b4", 5)), Ok("FAB-4.32a"));
    assert_eq!(judged(board()), Err("FAB-4.32a"), "empty and the enemy's");
    assert_eq!(judged(board().put("r1", 5)), Err("FAB-4.32a"));
}

#[test]
fn fab_4_32b_repairs_start_in_supplied_area() {
    let contests = || board().put("r1", 5).put("b4", 5).blow_bridge(2, 5);
    let judged = |laid: Board| {
        let board = administer(laid);
        board.judge(&repair(&board))
    };
    assert_eq!(judged(contests()), Ok("FAB-4.32a"));
    assert_eq!(judged(contests().area_unsupplied(2, Some(false))), Err("FAB-4.32a"));
    let both = contests().put("b1", 2).put("r2", 2);
    assert_eq!(judged(both), Err("FAB-4.32a"), "2 is contested");
    let mut board = administer(contests());
    let bridge = repair(&board);
    board.act(bridge);
    assert!(!board.is_blown(2, 5) && board.is_in("be1", ChitBox::Used));
    let standing = administer(crate::worked_cases::board::board().with_control(BLUE, &[5]));
    assert_eq!(standing.judge(&repair(&standing)), Err("FAB-4.32b"));
}

#[test]
fn fab_4_34a_roadblocks_need_suitable_areas() {
    let judged = |laid: Board, number: u8| {
        let board = administer(laid);
        board.judge(&block(&board, "be1", number))
    };
    let held = || board().with_control(BLUE, &[5, 6]);
    assert_eq!(judged(held(), 5), Ok("FAB-4.34a"));
    assert_eq!(judged(held(), 6), Err("FAB-4.34a"), "the terrain is too easy");
    assert_eq!(judged(held().put("b1", 5), 5), Err("FAB-4.34a"), "the area is not empty");
    assert_eq!(judged(held().area_unsupplied(5, Some(false)), 5), Err("FAB-4.34a"));
    assert_eq!(judged(held().roadblock(5, BLUE), 5), Err("FAB-4.34a"), "a roadblock exists");
    assert_eq!(judged(board(), 5), Err("FAB-4.34a"), "the enemy's");
    let mut board = administer(held());
    let five = block(&board, "be1", 5);
    board.act(five);
    assert_eq!(board.game.state.area(board.area(5)).roadblock, Some(BLUE));
    assert!(board.is_in("be1", ChitBox::Used));
}

#[test]
fn fab_4_34b_first_enemy_pays_and_stops() {
    let laid = board().put_all(&["b3", "b4"], 1).roadblock(4, RED).with_control(BLUE, &[4]);
    let mut board = laid.moves();
    assert_eq!(board.costs("b3", &[4]), [3]);
    assert_eq!(board.way("b3", &[4, 5]), Err("FAB-5.35b"));
    board.marches("b3", &[4]);
    assert_eq!(board.way("b4", &[4, 5]), Ok(()), "the roadblock no longer stops units");
    let shared =
        crate::worked_cases::board::board().put("b3", 1).put("b1", 4).roadblock(4, RED).moves();
    assert_eq!(shared.costs("b3", &[4]), [3], "one more, even with friends there");
    let own = crate::worked_cases::board::board()
        .put("b3", 1)
        .with_control(BLUE, &[4])
        .roadblock(4, BLUE);
    assert_eq!(own.moves().costs("b3", &[4, 5]), [2, 1], "friendly");
}

#[test]
fn fab_4_34c_roadblock_is_removed() {
    let there = |board: &Board| board.game.state.area(board.area(4)).roadblock;
    let mut entered = board().put("b3", 1).roadblock(4, RED).moves();
    entered.marches("b3", &[4]);
    assert_eq!(there(&entered), None);
    let mut avoided = board().put("b3", 1).roadblock(4, RED).moves();
    avoided.marches("b3", &[2]);
    assert_eq!(there(&avoided), Some(RED));
    assert_eq!(there(&avoided.begin(Phase::Supply, BLUE)), None);
}

#[test]
fn fab_4_35a_defending_engineers_enter_the_map() {
    let judged = |laid: Board, number: u8| {
        let board = administer(laid);
        board.judge(&defend(&board, number))
    };
    assert_eq!(judged(board().with_control(BLUE, &[5]), 5), Ok("FAB-4.35a"));
    assert_eq!(
        judged(board().with_control(BLUE, &[6]), 6),
        Err("FAB-4.34a"),
        "the terrain is too easy"
    );
    assert_eq!(judged(board().put("b1", 2), 2), Err("FAB-4.34a"), "the area is not empty");
    assert_eq!(judged(board(), 5), Err("FAB-4.34a"), "the enemy's");
    let cut = board().with_control(BLUE, &[5]).area_unsupplied(5, Some(false));
    assert_eq!(judged(cut, 5), Err("FAB-4.34a"));
    let mut board = administer(board().with_control(BLUE, &[5]));
    let five = defend(&board, 5);
    board.act(five);
    assert_eq!(board.chit_place("be1"), ChitPlace::OnMap(board.area(5)));
    assert_eq!(board.game.state.area(board.area(5)).roadblock, None, "no marker");
}
