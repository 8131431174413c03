//! FAB-T75 to FAB-T88: hits on the attacker, fieldworks and engineers.

use sandtable_pack::fab::{ChitBox, LossScope, Order};

use super::board::{BLUE, Board, RED, board, board_of};
use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::state::round::{Role, Stage};

/// Blue attacks R1 in 5 with these assets and units; the first unit leads.
fn attack(laid: Board, units: &[&str], assets: &[&str], red: &[&str]) -> Board {
    let laid = laid.put("r1", 5).put_all(units, 5).without_special_actions(RED);
    let mut board = laid.fight(5);
    if let Some((BLUE, Question::Assign)) = board.question() {
        board.assign(assets);
    }
    if let Some((RED, Question::Assign)) = board.question() {
        board.assign(red);
    }
    if let Some((BLUE, Question::Lead)) = board.question() {
        board.lead(units[0]);
    }
    board
}

fn targets(board: &Board) -> Vec<crate::game::action::Piece> {
    board.game.loss_targets(Role::Attacker).to_vec()
}

#[test]
fn fab_t75_first_hit_takes_point_or_asset() {
    let mut board = attack(board(), &["b1", "b2"], &["bb1"], &[]);
    board.dice(&[1, 10, 10]);
    assert_eq!(targets(&board), [board.piece("b1"), board.piece("bb1")]);
    assert_eq!(board.judge(&Action::Abort), Err("FAB-E6"));
    board.lose("b1");
    assert_eq!(board.steps_of("b1"), 3);
    assert_eq!(board.game.round().stage, Stage::OffensiveFire);
}

#[test]
fn fab_t76_aborting_ignores_further_hits() {
    let mut board = attack(board(), &["b1", "b2"], &["ba1"], &[]);
    board.dice(&[10]).dice(&[1, 1, 10]);
    assert_eq!(board.steps_of("b1"), 3);
    board.act(Action::Abort);
    assert!(board.is_done());
    assert_eq!(
        (board.order_of("b1"), board.order_of("b2")),
        (Order::Disordered, Order::Disordered)
    );
    assert_eq!((board.at("b1"), board.at("b2")), (5, 5));
    assert!(board.is_in("ba1", ChitBox::Used));
}

#[test]
fn fab_t77_first_losses_precede_second_ones() {
    let mut board = attack(board(), &["b1", "b2"], &["bb1"], &[]);
    board.dice(&[1, 1, 1]);
    assert_eq!(targets(&board), [board.piece("b1"), board.piece("bb1")]);
    board.lose("bb1").act(Action::PressOn);
    assert_eq!((board.steps_of("b1"), board.steps_of("b2")), (3, 2));
    assert!(board.is_in("bb1", ChitBox::Eliminated));
}

#[test]
fn fab_t78_any_piece_takes_the_fourth() {
    let mut board = attack(board(), &["b3", "b2"], &["bb1"], &["rb1"]);
    board.dice(&[1, 1, 1, 1]);
    assert_eq!(targets(&board), [board.piece("b3"), board.piece("bb1")]);
    board.lose("bb1").act(Action::PressOn);
    assert_eq!(targets(&board), [board.piece("b2"), board.piece("b3")]);
    board.lose("b3");
    assert_eq!((board.steps_of("b3"), board.steps_of("b2")), (1, 2));
}

/// Deals one artillery hit to the point, then one of close fire.
fn two_fires(laid: Board, assets: &[&str]) -> Board {
    let mut board = attack(laid, &["b1", "b2"], assets, &["ra1"]);
    board.dice(&[1]);
    if board.question().is_some() {
        board.lose("b1");
    }
    board.dice(&[1, 10, 10]);
    board
}

#[test]
fn fab_t79_losses_count_per_round_or_fire() {
    let board_round = two_fires(board(), &["bb1"]);
    assert_eq!(targets(&board_round), [board_round.piece("b2"), board_round.piece("bb1")]);
    let per_batch = board_of(|parts| parts.ruleset.rulings.loss_scope = LossScope::PerBatch);
    let board = two_fires(per_batch, &["bb1"]);
    assert_eq!(targets(&board), [board.piece("b1"), board.piece("bb1")]);
}

#[test]
fn fab_t80_battle_assets_fight_without_units() {
    let mut board = attack(board().steps("b3", 1), &["b3"], &["bb1"], &[]);
    board.dice(&[1, 10, 10]).lose("b3");
    assert_eq!(board.at("b3"), 0);
    assert_eq!(board.game.round().points[0], Some(board.piece("bb1")));
    assert_eq!(board.awaits_dice(), 1);
    board.dice(&[10]);
    assert!(board.is_done());
}

#[test]
fn fab_t80_lone_battle_assets_cannot_exploit() {
    let laid = board().steps("b3", 1).steps("r1", 1);
    let mut board = attack(laid, &["b3"], &["bb1", "be1"], &[]);
    board.dice(&[1]).lose("b3");
    assert_eq!(board.question(), Some((BLUE, Question::Lead)));
    board.lead("bb1");
    assert_eq!((board.game.round().stage, board.awaits_dice()), (Stage::OffensiveFire, 2));
    board.dice(&[1, 1]).act(Action::Stand);
    assert_eq!(board.at("r1"), 0);
    // A hit is left over, so there is an exploitation opportunity. No unit can check, although BB1
    // is armour.
    let area = board.area(5);
    assert!(board.has_event(|what| *what == Happening::ExploitationChance { area }));
    assert!(board.is_done());
    assert!(board.is_in("bb1", ChitBox::Used) && board.is_in("be1", ChitBox::Used));
    assert_eq!(board.controller(5), RED, "assets take no area");
}

/// An attack by B4, which entered 5 over the blown bridge 2=5.
fn river_assault(laid: Board) -> Board {
    let laid = laid.blow_bridge(2, 5).river_assault(5);
    let mut board = attack(laid.put("b4", 5).came_over("b4", 2, 5), &[], &[], &[]);
    board.dice(&[1, 1, 10]);
    assert_eq!(board.steps_of("b4"), 2);
    board
}

#[test]
fn fab_t81_aborted_river_assault_recrosses() {
    let mut board = river_assault(board());
    board.act(Action::Abort);
    assert_eq!((board.at("b4"), board.order_of("b4")), (2, Order::Disordered));
}

#[test]
fn fab_t82_full_areas_extend_the_retreat() {
    let mut board = river_assault(board().put_all(&["b1", "b5"], 2));
    board.act(Action::Abort);
    assert_eq!(board.question(), Some((BLUE, Question::Retreat)));
    board.retreat("b4", 3);
    assert_eq!(board.at("b4"), 3);
}

#[test]
fn fab_t83_blocked_return_forbids_aborting() {
    let laid = board().with_control(RED, &[3]).put_all(&["b1", "b5"], 2).put_all(&["b2", "b3"], 1);
    let board = river_assault_without_choice(laid);
    assert_eq!(board.steps_of("b4"), 1);
}

fn river_assault_without_choice(laid: Board) -> Board {
    let laid = laid.blow_bridge(2, 5).river_assault(5);
    let mut board = attack(laid.put("b4", 5).came_over("b4", 2, 5), &[], &[], &[]);
    board.dice(&[1, 1, 10]);
    assert_eq!(board.game.round().stage, Stage::OffensiveFire);
    board
}

#[test]
fn fab_t84_disordered_attackers_take_no_part() {
    let mut board = attack(board().order("b1", Order::Disordered), &["b1", "b3"], &[], &[]);
    assert_eq!(board.game.round().points[0], Some(board.piece("b3")));
    board.dice(&[1, 10, 10]);
    assert_eq!((board.steps_of("b1"), board.steps_of("b3")), (4, 2));
    assert_eq!(board.awaits_dice(), 2, "B3 alone fires");
}

#[test]
fn fab_t85_disordered_defenders_fire_at_minus_one() {
    let board = attack(board().order("r1", Order::Disordered), &["b2"], &[], &[]);
    assert_eq!(board.game.round().points[1], Some(board.piece("r1")));
    assert_eq!(board.game.fire_numbers().as_slice(), [4, 4, 4]);
}

#[test]
fn fab_t86_engineers_clear_fieldworks_before_others_fire() {
    let mut board = attack(board().fieldworks(5, RED), &["b2"], &["be1"], &[]);
    board.dice(&[10, 10, 10]);
    let engineers = board.chit("be1");
    board.act(Action::ClearFieldworks(engineers));
    assert_eq!(board.works(5), None);
    assert_eq!(
        board.game.fire_numbers().as_slice(),
        [4, 4, 4],
        "three dice of B2, with only terrain"
    );
    board.dice(&[10, 10, 10]);
    assert_eq!(board.works(5), None);
    assert!(board.is_in("be1", ChitBox::Used));
}

#[test]
fn fab_t87_lost_engineers_leave_fieldworks() {
    let mut board = attack(board().fieldworks(5, RED), &["b2"], &["be1"], &[]);
    board.dice(&[1, 10, 10]).lose("be1");
    assert_eq!((board.works(5), board.game.round().stage), (Some(RED), Stage::OffensiveFire));
    let mut board = attack(super::board::board().fieldworks(5, RED), &["b2"], &["be1"], &[]);
    board.dice(&[1, 1, 10]).lose("b2").act(Action::Abort);
    assert!(board.is_done());
    assert_eq!(board.works(5), Some(RED));
}

#[test]
fn fab_t88_battle_asset_lost_before_the_point() {
    let mut board = attack(board(), &["b1"], &["bb1"], &[]);
    board.dice(&[1, 10, 10]).lose("bb1");
    assert!(board.is_in("bb1", ChitBox::Eliminated));
    assert_eq!(board.steps_of("b1"), 4);
}
