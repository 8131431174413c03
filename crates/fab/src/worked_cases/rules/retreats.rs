//! FAB-6.6 to FAB-6.8: retreats, morale and exploitation.

use sandtable_pack::fab::{Order, Phase};

use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::state::{RetreatCause, Reveal};
use crate::view::View;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_with_gorges};

/// Blue attacks in an area without assets, and every fire misses except its own close fire.
fn close_fire_attack(laid: Board, number: u8, dice: &[u8]) -> Board {
    let mut board = laid.fight(number);
    board.pass_to_points();
    while let Some((side, Question::Lead)) = board.question() {
        let first = board.game.leaders(board.game.role_of(side))[0];
        board.act(Action::Lead(first));
    }
    while board.game.round().stage != crate::state::round::Stage::OffensiveFire {
        let count = usize::from(board.awaits_dice());
        board.dice(&vec![10; count]);
    }
    board.dice(dice);
    board
}

fn chance(board: &Board) -> bool {
    board.has_event(|what| matches!(what, Happening::ExploitationChance { .. }))
}

#[test]
fn fab_6_6a_retreats_end_in_uncontested_areas() {
    // 4 is Red's but contested, and 6 is Blue's, so only 8 is left.
    let laid = board().with_control(BLUE, &[6]).put("r1", 5).put("b2", 5).put("r2", 4).put("b1", 4);
    let mut board = close_fire_attack(laid, 5, &[1, 10, 10]);
    board.act(Action::GiveGround);
    assert_eq!(board.at("r1"), 8);
}

#[test]
fn fab_6_6a_armour_retreats_over_passable_borders() {
    // 4 is Blue's. The river between 5 and 8 bars R3, which is armour, but not R1.
    let laid = |name| board_with_gorges().with_control(BLUE, &[4]).put(name, 5).put("b2", 5);
    let ways = |board: &Board, name| board.game.retreat_areas(board.unit(name), RetreatCause::Hit);
    let board = laid("r3");
    assert_eq!(ways(&board, "r3").as_slice(), [board.area(6)]);
    // FAB-6.6c: beyond the full area 6, the unit also leaves only by passable borders.
    let board = laid("r3").put_all(&["r4", "r5"], 6);
    assert_eq!(ways(&board, "r3").as_slice(), [board.area(9)]);
    // Without another way there is no retreat: no absorbed hit, and no withdrawal (FAB-8.24).
    for (name, exits) in [("r1", true), ("r3", false)] {
        let board = laid(name).with_control(BLUE, &[6]).fight(5);
        assert_eq!(ways(&board, name).len(), usize::from(exits), "{name}");
        let withdrawal = Action::Withdraw { by: board.chit("rs") };
        assert_eq!(board.judge(&withdrawal).is_ok(), exits, "{name}");
    }
}

#[test]
fn fab_6_6c_retreats_pass_full_areas() {
    let laid = board().with_control(BLUE, &[4, 9]).put("r1", 5).put("b2", 5);
    let laid = laid.put_all(&["r3", "r4"], 6).put_all(&["r2", "r5"], 8).with_control(RED, &[7]);
    let mut board = close_fire_attack(laid, 5, &[1, 10, 10]);
    board.act(Action::GiveGround);
    assert_eq!(board.at("r1"), 7, "past 8");
}

#[test]
fn fab_6_6e_retreats_cost_no_movement_points() {
    // The retreat leaves a contested area, crosses a blown bridge and passes a full area. A move
    // would cost more than 3 points.
    let laid = board().with_control(BLUE, &[4, 6]).put("r1", 5).put("b2", 5).blow_bridge(5, 8);
    let mut board = close_fire_attack(laid.put_all(&["r3", "r4"], 8), 5, &[1, 10, 10]);
    board.act(Action::GiveGround).retreat("r1", 7);
    assert_eq!(board.at("r1"), 7);
}

#[test]
fn fab_6_6f_retreats_disorder_units() {
    let laid = || board().with_control(BLUE, &[4, 6]).put("r1", 5).put("b2", 5);
    let mut hit = close_fire_attack(laid(), 5, &[1, 10, 10]);
    hit.act(Action::GiveGround);
    assert_eq!((hit.at("r1"), hit.order_of("r1")), (8, Order::Disordered));
    let mut withdrawn = laid().fight(5);
    let by = withdrawn.chit("rs");
    withdrawn.act(Action::Withdraw { by });
    assert_eq!((withdrawn.at("r1"), withdrawn.order_of("r1")), (8, Order::Good));
}

#[test]
fn fab_6_7b_morale_rolls_reveal_units() {
    let mut board = board().put("b2", 9).begin(Phase::Supply, BLUE);
    let b2 = board.unit("b2");
    let label = |board: &Board| View::new(&board.game, RED).blocks()[0].label;
    assert_eq!(board.awaits_dice(), 1);
    assert_eq!(label(&board), Some((b2, 3)));
    board.dice(&[1]);
    assert_eq!(label(&board), None, "and hidden again");
    assert!(board.has_event(|what| *what == Happening::Revealed { unit: b2 }));
    assert!(board.has_event(|what| *what == Happening::Hidden { unit: b2 }));
    // Units that were face up stay face up.
    let laid = crate::worked_cases::board::board().put("r1", 9).put("b2", 9).face_up(&["b2", "r1"]);
    let mut seen = laid.with_control(BLUE, &[2]).unsupplied("b2").begin(Phase::Supply, BLUE);
    seen.dice(&[1]);
    assert_eq!(seen.game.state.unit(b2).reveal, Reveal::FaceUp);
}

#[test]
fn fab_6_8a_absent_defenders_allow_exploitation() {
    let laid =
        |steps| board().with_control(BLUE, &[5]).put("r2", 6).steps("r2", steps).put("b3", 6);
    // After artillery fire, no hit needs to remain.
    let mut guns = laid(1).order("r2", Order::Disordered).without_special_actions(RED).fight(6);
    guns.assign(&["ba1"]).assign(&[]).dice(&[1]);
    assert!(chance(&guns) && guns.at("r2") == 0);
    let mut withdrawn = laid(1).fight(6);
    let by = withdrawn.chit("rs");
    withdrawn.act(Action::Withdraw { by });
    assert!(chance(&withdrawn));
    // After close fire, a hit must remain.
    for (steps, opens) in [(1, true), (2, false)] {
        let mut board = close_fire_attack(laid(steps).without_special_actions(RED), 6, &[1, 1, 10]);
        board.act(Action::Stand);
        assert_eq!((board.at("r2"), chance(&board)), (0, opens), "{steps}");
    }
    let mut ground = close_fire_attack(laid(2).without_special_actions(RED), 6, &[1, 10, 10]);
    ground.act(Action::GiveGround);
    assert!(ground.at("r2") != 6 && !chance(&ground), "not by a retreat under fire");
}

/// B3 and B4, both armour, eliminate R2 in 6, with hits left.
fn eliminate_defender(laid: Board) -> Board {
    eliminate_defender_with(laid, &["b3", "b4"])
}

fn eliminate_defender_with(laid: Board, units: &[&str]) -> Board {
    let laid = laid.with_control(BLUE, &[5]).put("r2", 6).steps("r2", 1).put_all(units, 6);
    let mut board =
        close_fire_attack(laid.without_special_actions(RED), 6, &[1, 1, 10, 10, 10, 10]);
    board.act(Action::Stand);
    board
}

#[test]
fn fab_6_8b_attacking_armour_checks() {
    let mut board = eliminate_defender(board());
    let (b3, b4) = (board.unit("b3"), board.unit("b4"));
    board.act(Action::Exploit(b3)).dice(&[7]);
    assert_eq!(board.judge(&Action::Exploit(b3)), Err("FAB-A31"), "once each");
    board.act(Action::Exploit(b4)).dice(&[6]);
    assert!(board.is_done());
    assert_eq!((board.exploits("b3"), board.exploits("b4")), (true, false), "7 of 7, 6 of 5");
    let foot = eliminate_defender_with(crate::worked_cases::board::board(), &["b2", "b3"]);
    assert_eq!(foot.judge(&Action::Exploit(foot.unit("b2"))), Err("FAB-A31"));
    let board = board.begin(Phase::BreakthroughMovement, BLUE);
    assert_eq!(board.way("b3", &[5]), Ok(()));
    assert_eq!(board.way("b4", &[5]), Err("FAB-5.2"));
}

#[test]
fn fab_6_8d_declining_units_stay_hidden() {
    let seen = |board: &Board| {
        let mut after = board.game.diary().iter().rev();
        let after = after
            .by_ref()
            .take_while(|event| !matches!(event.what, Happening::ExploitationChance { .. }));
        after.filter(|event| matches!(event.what, Happening::Revealed { .. })).count()
    };
    let mut declined = eliminate_defender(board());
    declined.act(Action::Done);
    assert!(declined.is_done());
    assert_eq!((declined.exploits("b3"), seen(&declined)), (false, 0));
    let mut tried = eliminate_defender(board());
    let b3 = tried.unit("b3");
    tried.act(Action::Exploit(b3)).dice(&[10]).act(Action::Done);
    assert_eq!(seen(&tried), 1, "the unit was revealed for the roll");
}
