//! FAB-T37 to FAB-T41: strategic movement, and its limits in a ruleset (FAB-D24).

use sandtable_pack::AreaId;
use sandtable_pack::fab::{Class, Phase, StrategicMovement};

use super::board::{BLUE, Board, RED, board, board_of};
use crate::game::action::Action;
use sandtable_pack::fab::{AreaIndex, UnitIndex};

fn strategic(board: Board) -> Board {
    board.begin(Phase::StrategicMovement, BLUE)
}

fn transfer(board: &Board, name: &str, to: u8) -> Action {
    Action::Transfer { unit: board.unit(name), to: board.area(to) }
}

#[test]
fn fab_t37_full_areas_can_be_passed() {
    let board =
        board().with_control(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").put_all(&["b2", "b5"], 2);
    let mut board = strategic(board);
    assert_eq!(board.judge(&transfer(&board, "b1", 2)), Err("FAB-5.4b"));
    let there = transfer(&board, "b1", 3);
    board.act(there);
    assert_eq!(board.at("b1"), 3);
    assert!(!board.reserve_of("b1"));
}

#[test]
fn fab_t38_contested_areas_block_chains() {
    let board =
        board().with_control(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").put("b2", 2).put("r3", 2);
    let board = strategic(board);
    assert!(board.is_done(), "there is nowhere to go");
}

#[test]
fn fab_t39_blown_bridges_block_chains() {
    let laid = || {
        board()
            .with_control(BLUE, &[1, 2, 3, 5, 6])
            .with_control(RED, &[4])
            .put("b1", 1)
            .reserve("b1")
            .blow_bridge(2, 5)
    };
    let near = strategic(laid());
    assert_eq!(near.judge(&transfer(&near, "b1", 5)), Ok("FAB-5.4b"));
    let cut = strategic(laid().blow_bridge(3, 6));
    assert_eq!(cut.judge(&transfer(&cut, "b1", 5)), Err("FAB-5.4b"));
    let round = strategic(laid().blow_bridge(3, 6).with_control(BLUE, &[4]));
    assert_eq!(round.judge(&transfer(&round, "b1", 5)), Ok("FAB-5.4b"));
}

#[test]
fn fab_t40_unsupplied_areas_cannot_be_reached() {
    let board = board()
        .with_control(BLUE, &[1, 2, 3, 6])
        .area_unsupplied(6, None)
        .put("b1", 1)
        .reserve("b1");
    let board = strategic(board);
    assert_eq!(board.judge(&transfer(&board, "b1", 6)), Err("FAB-5.4b"));
    assert_eq!(board.judge(&transfer(&board, "b1", 3)), Ok("FAB-5.4b"));
}

#[test]
fn fab_t41_unsupplied_reserves_only_react() {
    let laid =
        || board().with_control(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").unsupplied("b1");
    assert!(strategic(laid()).is_done());
    let board = laid().begin(Phase::Reaction, RED);
    assert_eq!(board.way("b1", &[2]), Ok(()));
    assert_eq!(board.way("b1", &[2, 3]), Err("FAB-5.32g"));
}

/// Blue holds 1, 2, 3, 5 and 6, and `b1` is in reserve in 1.
fn strategic_board(change: impl FnOnce(&mut StrategicMovement)) -> Board {
    let board = board_of(|parts| change(&mut parts.ruleset.strategic_movement));
    strategic(board.with_control(BLUE, &[1, 2, 3, 5, 6]).put("b1", 1).reserve("b1"))
}

fn area(number: u8) -> AreaId {
    AreaId::new(&number.to_string()).expect("valid id")
}

/// Every area to which `b1` may go, judged individually and compared with the list.
fn ends(board: &Board) -> Vec<u8> {
    let legal = |to: &u8| !board.is_done() && board.judge(&transfer(board, "b1", *to)).is_ok();
    let ends: Vec<u8> = (1..=9).filter(legal).collect();
    let b1 = board.unit("b1");
    let listed = board.game.destinations(BLUE).filter(|(unit, _)| *unit == b1);
    assert!(listed.map(|(_, to)| to).eq(ends.iter().map(|&to| board.area(to))));
    assert_eq!(board.is_done(), ends.is_empty(), "the question comes up only if a unit can move");
    ends
}

#[test]
fn fab_d24_ruleset_limits_strategic_movement() {
    assert_eq!(ends(&strategic_board(|_| ())), [2, 3, 5, 6], "none");
    assert_eq!(ends(&strategic_board(|rules| rules.max_areas = Some(1))), [2], "areas");
    assert_eq!(ends(&strategic_board(|rules| rules.max_areas = Some(2))), [2, 3, 5], "areas");
    assert_eq!(ends(&strategic_board(|rules| rules.max_areas = Some(0))), [0_u8; 0], "areas");
    assert_eq!(
        ends(&strategic_board(|rules| rules.max_units_per_side = Some(0))),
        [0_u8; 0],
        "units"
    );
    assert_eq!(
        ends(&strategic_board(|rules| rules.max_units_per_side = Some(1))),
        [2, 3, 5, 6],
        "units"
    );
    assert_eq!(
        ends(&strategic_board(|rules| rules.classes = [Class::Armour].into())),
        [0_u8; 0],
        "classes"
    );
    assert_eq!(
        ends(&strategic_board(|rules| rules.classes = [Class::Infantry].into())),
        [2, 3, 5, 6],
        "classes"
    );
    assert!(strategic_board(|rules| rules.turns = Some((2, 3))).is_done(), "turns");
    assert_eq!(ends(&strategic_board(|rules| rules.turns = Some((1, 1)))), [2, 3, 5, 6], "turns");
}

#[test]
fn fab_d24_forbidden_areas_cannot_be_entered() {
    let forbidden = |numbers: &[u8]| {
        let areas = numbers.iter().map(|&number| area(number)).collect();
        strategic_board(|rules| rules.forbidden_areas = areas)
    };
    assert_eq!(ends(&forbidden(&[3])), [2, 5, 6], "not even to pass");
    assert_eq!(ends(&forbidden(&[2])), [0_u8; 0], "there is no other way");
    assert_eq!(ends(&forbidden(&[1])), [2, 3, 5, 6], "it leaves");
}

#[test]
fn fab_d24_unit_starts_in_forbidden_area() {
    let board =
        board_of(|parts| parts.ruleset.strategic_movement.forbidden_areas = [area(1)].into());
    let laid = board
        .with_control(BLUE, &[1, 2, 3, 5, 6])
        .put("b1", 1)
        .reserve("b1")
        .put("b2", 2)
        .reserve("b2");
    let board = strategic(laid);
    let (b1, b2) = (board.unit("b1"), board.unit("b2"));
    let ends = |of: UnitIndex| -> Vec<AreaIndex> {
        board.game.destinations(BLUE).filter(|(unit, _)| *unit == of).map(|(_, to)| to).collect()
    };
    let areas =
        |numbers: &[u8]| -> Vec<AreaIndex> { numbers.iter().map(|&one| board.area(one)).collect() };
    assert_eq!(ends(b1), areas(&[2, 3, 5, 6]));
    assert_eq!(ends(b2), areas(&[3, 5, 6]), "it does not come to where the other is");
}
