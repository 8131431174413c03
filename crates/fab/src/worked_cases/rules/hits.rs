//! FAB-6.4, FAB-6.5: hits absorbed and hits taken.

use sandtable_pack::fab::{ChitBox, Order, Phase};

use crate::game::action::{Action, Piece, Question};
use crate::game::event::Happening;
use crate::state::round::Role;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

/// Blue attacks in 5 with the first assets; Red assigns the others, and its first unit leads.
fn attack(laid: Board, blue: &[&str], red: &[&str]) -> Board {
    let mut board = laid.without_special_actions(RED).fight(5);
    board.assign(blue).assign(red);
    while let Some((side, Question::Lead)) = board.question() {
        let role = board.game.role_of(side);
        let first = board.game.leaders(role)[0];
        board.act(Action::Lead(first));
    }
    board
}

/// As `attack`, up to the attacker's close fire, after all others have missed.
fn attack_to_close_fire(laid: Board, red: &[&str], dice: &[u8]) -> Board {
    let mut board = attack(laid, &[], red);
    while board.game.round().stage != crate::state::round::Stage::OffensiveFire {
        let count = usize::from(board.awaits_dice());
        board.dice(&vec![10; count]);
    }
    board.dice(dice);
    board
}

fn attacked() -> Board {
    board().put("r1", 5).put("b2", 5)
}

fn two_defenders() -> Board {
    board().put_all(&["r1", "r2"], 5).put("b2", 5)
}

fn targets(board: &Board, role: Role) -> Vec<Piece> {
    board.game.loss_targets(role).to_vec()
}

#[test]
fn fab_6_4_hits_are_absorbed_before_losses() {
    let laid = board_of(|parts| parts.scene.assets[0].dice = 3);
    let laid = laid.put("r1", 5).put("b2", 5).fieldworks(5, RED);
    let mut board = attack(laid, &["ba1"], &[]);
    board.dice(&[1, 1, 1]);
    assert_eq!((board.works(5), board.steps_of("r1")), (None, 3), "fieldworks take the first");
    assert_eq!(board.question(), Some((RED, Question::Disorder)), "disorder may take the second");
    board.act(Action::AcceptDisorder);
    assert_eq!((board.order_of("r1"), board.steps_of("r1")), (Order::Disordered, 2));
}

#[test]
fn fab_6_42c1_retreat_absorbs_one_hit() {
    let mut guns = attack(two_defenders(), &["ba1"], &[]);
    guns.dice(&[1]);
    assert_eq!(guns.judge(&Action::GiveGround), Err("FAB-E6"), "not one of artillery");
    let laid = two_defenders().order("r2", Order::Disordered);
    let mut board = attack_to_close_fire(laid, &[], &[1, 10, 10]);
    assert_eq!(board.question(), Some((RED, Question::GiveGround)));
    board.act(Action::GiveGround).retreat("r1", 8).retreat("r2", 4);
    assert_eq!((board.at("r1"), board.at("r2")), (8, 4), "all of them");
    assert_eq!((board.steps_of("r1"), board.steps_of("r2")), (3, 2));
    assert_eq!(board.order_of("r1"), Order::Disordered);
}

#[test]
fn fab_6_42c2_6_6g_assets_do_not_retreat() {
    let mut board = attack_to_close_fire(attacked(), &["rb1", "ra1"], &[1, 10, 10]);
    board.act(Action::GiveGround).retreat("r1", 8);
    assert!(board.is_in("rb1", ChitBox::Used) && board.is_in("ra1", ChitBox::Used));
    assert_eq!(board.controller(5), BLUE);
    // Lone engineers cannot retreat.
    let board = attack_to_close_fire(
        crate::worked_cases::board::board().with_defended_roadblock("re1", 5).put("b4", 5),
        &[],
        &[1, 10, 10],
    );
    assert!(board.is_in("re1", ChitBox::Eliminated));
}

#[test]
fn fab_6_42c3_retreating_units_take_remaining_hits() {
    let mut board = attack_to_close_fire(attacked(), &[], &[1, 1, 1]);
    board.act(Action::GiveGround);
    assert_eq!((board.at("r1"), board.steps_of("r1")), (5, 1), "before R1 retreats");
    board.retreat("r1", 8);
    assert_eq!((board.at("r1"), board.steps_of("r1")), (8, 1));
}

#[test]
fn fab_6_42d_excess_hits_allow_exploitation() {
    let chance = |what: &Happening| matches!(what, Happening::ExploitationChance { .. });
    for (steps, left, opens) in [(3, 1, false), (2, 0, false), (1, 0, true)] {
        let mut board = attack_to_close_fire(attacked().steps("r1", steps), &[], &[1, 1, 10]);
        board.act(Action::Stand);
        assert_eq!(board.steps_of("r1"), left, "{steps}");
        assert_eq!(board.has_event(chance), opens, "{steps}");
    }
}

#[test]
fn fab_6_43a_point_loses_the_first_step() {
    let mut board = attack(board().put("r1", 5).put_all(&["b1", "b2"], 5), &["bb1"], &[]);
    board.dice(&[1, 1, 10]);
    assert_eq!(targets(&board, Role::Attacker), [board.piece("b1"), board.piece("bb1")]);
    assert_eq!(board.judge(&Action::Lose(board.piece("b2"))), Err("FAB-6.43"));
    // A battle asset may go earlier; the first unit is still the point.
    board.lose("bb1").act(Action::PressOn);
    assert_eq!((board.steps_of("b1"), board.steps_of("b2")), (3, 3));
}

#[test]
fn fab_6_43b_first_losses_precede_second_ones() {
    let mut board = attack(board().put("r1", 5).put_all(&["b1", "b2"], 5), &["bb1"], &[]);
    board.dice(&[1, 1, 1]);
    board.lose("b1").act(Action::PressOn);
    assert_eq!(targets(&board, Role::Attacker), [board.piece("b2"), board.piece("bb1")]);
    assert_eq!(board.judge(&Action::Lose(board.piece("b1"))), Err("FAB-6.43"));
    board.lose("b2");
    assert!(board.is_in("bb1", ChitBox::Eliminated), "no other target is left");
    assert_eq!((board.steps_of("b1"), board.steps_of("b2")), (3, 2));
}

#[test]
fn fab_6_43c_later_losses_are_unrestricted() {
    let mut board = attack(board().put("r1", 5).put_all(&["b1", "b2"], 5), &[], &[]);
    board.dice(&[1, 1, 1]);
    // B1 loses a step first, then B2.
    board.act(Action::PressOn);
    assert_eq!(targets(&board, Role::Attacker), [board.piece("b1"), board.piece("b2")]);
    board.lose("b2");
    assert_eq!((board.steps_of("b1"), board.steps_of("b2")), (3, 1));
}

#[test]
fn fab_6_5b_recovery_has_two_stages() {
    let laid = board().put("b2", 2).order("b2", Order::Disordered);
    let one = laid.begin(Phase::Supply, BLUE);
    assert_eq!(one.order_of("b2"), Order::Recovering);
    assert!(one.game.state.unit(one.unit("b2")).impaired());
    assert_eq!(one.game.morale_number(one.unit("b2")), 4);
    let two = one.begin(Phase::Supply, RED);
    assert_eq!(two.order_of("b2"), Order::Good);
    let laid = board().put("r1", 6).order("r1", Order::Recovering).put("b2", 6);
    let fire = laid.without_special_actions(RED).fight_without_assets(6);
    assert_eq!(fire.game.fire_numbers().as_slice(), [4, 4, 4], "5 less 1");
}

#[test]
fn fab_6_5c_disorder_reverts_recovery() {
    let laid = two_defenders().order("r1", Order::Recovering).order("r2", Order::Disordered);
    let mut board = attack(laid, &["ba1"], &[]);
    board.dice(&[1]).act(Action::AcceptDisorder);
    assert_eq!(
        (board.order_of("r1"), board.order_of("r2")),
        (Order::Disordered, Order::Disordered)
    );
    assert_eq!((board.steps_of("r1"), board.steps_of("r2")), (3, 2));
    // If all were disordered, disorder could not absorb a hit.
    let laid = two_defenders().order("r1", Order::Disordered).order("r2", Order::Disordered);
    let mut board = attack(laid, &["ba1"], &[]);
    board.dice(&[1]);
    assert_eq!(board.steps_of("r1"), 2);
}
