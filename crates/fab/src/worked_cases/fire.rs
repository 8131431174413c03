//! FAB-T42 to FAB-T47: Success Numbers and dice.

use sandtable_pack::fab::{FireKind, Order};

use super::board::{BLUE, Board, RED, board};
use crate::combat::fire::succeeds;
use crate::game::action::Piece;
use crate::state::round::Role;

/// The Success Number of a piece's close fire, once points are named.
fn close_fire_number(board: &mut Board, name: &str) -> i8 {
    number(board, FireKind::Close, name)
}

fn number(board: &mut Board, kind: FireKind, name: &str) -> i8 {
    board.pass_to_points();
    let piece = board.piece(name);
    let side = match piece {
        Piece::Unit(unit) => board.game.side_of(unit),
        Piece::Asset(chit) => board.game.field.chit(chit).side,
    };
    let role = if side == BLUE { Role::Attacker } else { Role::Defender };
    board.game.success_number(role, kind, piece)
}

/// A duel in which Blue attacks without moving.
fn duel(attacker: &str, defender: &str, area: u8) -> Board {
    board().put(defender, area).put(attacker, area)
}

#[test]
fn fab_t42_modifiers_change_success_numbers() {
    assert_eq!(close_fire_number(&mut duel("b2", "r1", 6).fight(6), "b2"), 5);
    assert_eq!(close_fire_number(&mut duel("b3", "r1", 4).fight(4), "b3"), 5);
    let mut works = duel("b4", "r4", 5).fieldworks(5, RED).fight(5);
    assert_eq!(close_fire_number(&mut works, "b4"), 3);
    assert_eq!(close_fire_number(&mut duel("b5", "r5", 6).fight(6), "r5"), 8);
    let disordered = || duel("b3", "r2", 6).order("r2", Order::Disordered);
    assert_eq!(close_fire_number(&mut disordered().fight(6), "r2"), 2);
    assert_eq!(close_fire_number(&mut disordered().unsupplied("r2").fight(6), "r2"), 1);
    assert_eq!(close_fire_number(&mut duel("b5", "r5", 4).unsupplied("b5").fight(4), "b5"), 0);
}

#[test]
fn fab_t43_one_always_hits_and_ten_never() {
    assert!(succeeds(1, 0) && !succeeds(2, 0));
    assert!(!succeeds(10, 12) && succeeds(9, 12));
}

#[test]
fn fab_t44_current_step_sets_the_quality() {
    assert_eq!(close_fire_number(&mut duel("b3", "r1", 6).steps("b3", 1).fight(6), "b3"), 6);
    assert_eq!(close_fire_number(&mut duel("b3", "r1", 6).fight(6), "b3"), 7);
}

#[test]
fn fab_t45_terrain_does_not_affect_artillery() {
    let mut board = duel("b2", "r1", 4).fieldworks(4, RED).fight(4);
    assert_eq!(number(&mut board, FireKind::Artillery, "ba1"), 4);
}

#[test]
fn fab_t46_battle_asset_uses_its_own_quality() {
    let mut board =
        duel("b2", "r1", 6).with_control(BLUE, &[5]).without_special_actions(RED).fight(6);
    board.assign(&["bb1"]).pass_to_points();
    assert_eq!(close_fire_number(&mut board, "bb1"), 6);
    assert_eq!(close_fire_number(&mut board, "b2"), 5);
}

#[test]
fn fab_t47_artillery_precedes_close_fire() {
    let mut board =
        duel("b2", "r1", 6).with_control(BLUE, &[5]).without_special_actions(RED).fight(6);
    board.assign(&["ba1"]).pass_to_points();
    assert_eq!(board.awaits_dice(), 1);
    board.dice(&[5]).act(crate::game::action::Action::AcceptDisorder);
    assert_eq!(board.order_of("r1"), Order::Disordered);
    assert_eq!(board.awaits_dice(), 3, "three steps of R1");
    board.dice(&[10, 10, 10]);
    assert_eq!(board.awaits_dice(), 3, "three steps of B2");
    board.dice(&[6, 1, 5]);
    assert_eq!(board.game.batch().hits, 2);
}
