//! FAB-T89 to FAB-T101, FAB-T144, FAB-T151: Special Actions, reaction, breakthrough, morale.

use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Order, Phase};

use super::board::{BLUE, Board, RED, board};
use crate::combat::fire::succeeds;
use crate::game::action::{Action, Question};
use crate::state::round::Role;

#[test]
fn fab_t89_defender_retreats_before_combat() {
    let mut board = board().put("r1", 5).put("b3", 5).fight(5);
    let by = board.chit("rs");
    board.act(Action::Withdraw { by }).retreat("r1", 8);
    assert_eq!((board.at("r1"), board.order_of("r1")), (8, Order::Good));
    assert_eq!(board.controller(5), BLUE);
    assert!(board.is_in("rs", ChitBox::Used));
    let b3 = board.unit("b3");
    assert_eq!(board.game.morale_number(b3), 7);
    board.act(Action::Exploit(b3)).dice(&[6]);
    assert!(board.exploits("b3"));
}

#[test]
fn fab_t90_withdrawal_needs_supply_and_route() {
    let withdrawal = |board: &Board| board.judge(&Action::Withdraw { by: board.chit("rs") });
    let cut = board().put("r1", 5).put("r2", 8).unsupplied("r1").put("b3", 5).fight(5);
    assert_eq!(withdrawal(&cut), Err("FAB-A28"));
    let shut = board().with_control(BLUE, &[4, 6, 8]).put("r1", 5).put("b3", 5).fight(5);
    assert_ne!(shut.question(), Some((RED, Question::Defend)), "Red can do nothing");
}

#[test]
fn fab_t91_unit_joins_the_defence() {
    let mut board = board().put("r1", 5).put("r4", 6).put("b3", 5).fight(5);
    let (r4, by, once) = (board.unit("r4"), board.chit("rs"), board.chit("rs1"));
    assert_eq!(board.judge(&Action::Reinforce { by: once, unit: r4 }), Err("FAB-8.1b"));
    board.act(Action::Reinforce { by, unit: r4 });
    assert_eq!(board.at("r4"), 5);
    assert!(board.is_face_up("r4"));
    board.assign(&[]);
    assert_eq!(board.question(), Some((RED, Question::Assign)));
    // Two formations now defend: they get one artillery asset from either, and nothing else.
    let assigned = |names: &[&str]| board.judge(&Action::Assign(board.chits(names)));
    assert_eq!(assigned(&["ra1"]), Ok("FAB-6.23b"));
    assert_eq!(assigned(&["ra2"]), Ok("FAB-6.23b"));
    assert_eq!(assigned(&["ra1", "ra2"]), Err("FAB-6.23c"));
    assert_eq!(assigned(&["rb1"]), Err("FAB-6.23c"));
    board.assign(&[]);
    // There is no choice of point: the newcomer cannot lead.
    assert_eq!(board.game.round().points[Role::Defender.index()], Some(board.piece("r1")));
    // Once the original point is gone, the newcomer leads.
    let r1 = board.unit("r1");
    board.game.eliminate(r1, FAB_2_3H);
    board.game.advance();
    assert_eq!(board.game.round().points[Role::Defender.index()], Some(board.piece("r4")));
}

#[test]
fn fab_t92_stacking_limits_joining_units() {
    let full = board().put_all(&["r1", "r3"], 5).put("r4", 6).put("b3", 5).fight(5);
    let reinforce = Action::Reinforce { by: full.chit("rs"), unit: full.unit("r4") };
    assert_eq!(full.judge(&reinforce), Err("FAB-8.23b"));
    let alone = board().with_defended_roadblock("re1", 5).put("r4", 6).put("b3", 5).fight(5);
    assert_ne!(alone.question(), Some((RED, Question::Defend)));
}

#[test]
fn fab_t93_morale_success_numbers() {
    let number = |name: &str, order: Order, supplied: bool| {
        let mut board = board().put(name, 2).order(name, order);
        if !supplied {
            board = board.unsupplied(name);
        }
        board.game.morale_number(board.unit(name))
    };
    assert_eq!(number("b2", Order::Good, true), 5);
    assert_eq!(number("b3", Order::Good, true), 7);
    assert_eq!(number("b5", Order::Good, true), 3);
    assert_eq!(number("b3", Order::Disordered, true), 6);
    assert_eq!(number("b2", Order::Good, false), 4);
    assert_eq!(number("b2", Order::Disordered, false), 3);
    assert_eq!(number("b5", Order::Disordered, false), 1);
    assert_eq!(number("b5", Order::Recovering, true), 2);
    assert!(succeeds(1, -3) && !succeeds(10, 30));
}

/// B3 and B2 eliminate R2, which has one step, in 6, with a hit left over.
fn eliminate_defender(laid: Board) -> Board {
    let laid = laid.with_control(BLUE, &[5]).put("r2", 6).steps("r2", 1).put_all(&["b2", "b3"], 6);
    let mut board = laid.without_special_actions(RED).fight_without_assets(6);
    board.lead("b3").dice(&[10]).dice(&[1, 1, 10, 10, 10, 10]).act(Action::Stand);
    board
}

#[test]
fn fab_t94_only_armour_checks_and_may_decline() {
    let mut board = eliminate_defender(board());
    let there = board.area(6);
    assert_eq!(board.game.exploiters(there).collect::<Vec<_>>(), [board.unit("b3")]);
    let b2 = board.unit("b2");
    assert_eq!(board.judge(&Action::Exploit(b2)), Err("FAB-A31"));
    board.act(Action::Done);
    assert!(board.is_done());
    assert!(!board.is_face_up("b3"));
}

#[test]
fn fab_t95_river_assaults_forbid_exploitation() {
    assert!(eliminate_defender(board().river_assault(6)).is_done());
    let laid = board().with_control(BLUE, &[5]).put("r2", 6).steps("r2", 1).put("b3", 6);
    let mut board = laid.without_special_actions(RED).begin(Phase::BreakthroughCombat, BLUE);
    board.pass_to_points().dice(&[10]).dice(&[1, 1, 1]).act(Action::Stand);
    assert!(board.is_done());
    assert_eq!(board.at("r2"), 0);
}

#[test]
fn fab_t96_reactions_contest_no_area() {
    let laid = || board().put("r3", 6).reserve("r3").with_control(RED, &[8]);
    let board_new = laid().put("b1", 5).begin(Phase::Reaction, BLUE);
    assert_eq!(board_new.way("r3", &[5]), Err("FAB-7.2a"));
    let board = laid().put("r1", 5).put("b1", 5).begin(Phase::Reaction, BLUE);
    assert_eq!(board.costs("r3", &[5]), [2]);
    let mut board = board;
    let r3 = board.unit("r3");
    assert_eq!(board.judge(&Action::DigIn(r3)), Ok("FAB-7.2b"));
    board.act(Action::DigIn(r3));
    assert_eq!(board.works(6), Some(RED));
    assert!(!board.reserve_of("r3"));
}

#[test]
fn fab_t97_exploitation_needs_intact_bridges() {
    let laid = || board().put("b3", 2).exploit("b3");
    let cut = laid().blow_bridge(2, 5).begin(Phase::BreakthroughMovement, BLUE);
    assert_eq!(cut.way("b3", &[5]), Err("FAB-7.31b"));
    let mut board = laid().put("r1", 5).begin(Phase::BreakthroughMovement, BLUE);
    board.marches("b3", &[5]).act(Action::BlowNow).dice(&[3]);
    assert!(board.is_blown(2, 5));
    assert_eq!((board.at("b3"), board.exploits("b3")), (2, false));
    assert!(board.is_done(), "the unit builds no fieldworks either");
}

#[test]
fn fab_t98_exploitation_covers_one_area() {
    let board = board().put("b3", 2).exploit("b3").begin(Phase::BreakthroughMovement, BLUE);
    for number in [1, 3, 5] {
        assert_eq!(board.way("b3", &[number]), Ok(()), "{number}");
    }
    assert_eq!(board.way("b3", &[1, 4]), Err("FAB-7.31b"));
}

#[test]
fn fab_t99_special_action_activates_armour() {
    let laid = board().put("b4", 2).put("b2", 1).begin(Phase::BreakthroughMovement, BLUE);
    let march = |board: &Board, name: &str, to: u8| Action::March {
        unit: board.unit(name),
        way: [board.area(to)].into_iter().collect(),
        by: Some(board.chit("bs")),
    };
    assert_eq!(laid.judge(&march(&laid, "b2", 2)), Err("FAB-8.21"));
    let recovering = board().put("b4", 2).order("b4", Order::Recovering).put("b3", 1);
    let recovering = recovering.begin(Phase::BreakthroughMovement, BLUE);
    assert_eq!(recovering.judge(&march(&recovering, "b4", 5)), Err("FAB-8.21"));
    let mut board = laid;
    let go = march(&board, "b4", 5);
    board.act(go);
    assert_eq!(board.at("b4"), 5);
    assert!(board.is_in("bs", ChitBox::Used));
}

/// A Breakthrough Combat that began with 5 contested.
fn second_combat(laid: Board) -> Board {
    let mut laid = laid;
    let there = laid.area(5);
    laid.game.state.area_mut(there).contested_at_start = true;
    laid.begin(Phase::BreakthroughCombat, BLUE)
}

fn fight(board: &Board, by: &str) -> Action {
    Action::Fight { area: board.area(5), by: Some(board.chit(by)) }
}

#[test]
fn fab_t100_special_action_buys_second_combat() {
    // 4 and 5 were contested before this turn.
    let mut laid = board().put("r1", 5).put("b3", 5).put("r2", 4).put("b2", 4);
    for number in [4, 5] {
        let area = laid.area(number);
        laid.game.state.area_mut(area).contested_at_start = true;
    }
    let mut board = laid.without_special_actions(RED).begin(Phase::Combat, BLUE);
    let bare = Action::Fight { area: board.area(5), by: None };
    board.act(bare.clone()).pass_to_points().miss_all();
    assert_eq!(board.judge(&bare), Err("FAB-6.1b"), "once in the Combat Phase");
    board.act(Action::Done);
    let mut board = board.begin(Phase::BreakthroughCombat, BLUE);
    assert_eq!(board.judge(&bare), Err("FAB-7.42"), "only with a Special Action");
    let again = fight(&board, "bs");
    assert_eq!(board.judge(&again), Ok("FAB-8.22"));
    board.act(again);
    let there = board.area(5);
    assert_eq!(board.game.round().area, there);
    assert!(board.is_in("bs", ChitBox::Used));
    board.pass_to_points().miss_all();
    // Blue has another Special Action. It could be spent on a combat in 4, but not on a third
    // combat in 5.
    assert_eq!(board.question(), Some((BLUE, Question::Fight)));
    assert_eq!(board.judge(&fight(&board, "bs1")), Err("FAB-6.1b"));
    let other = Action::Fight { area: board.area(4), by: Some(board.chit("bs1")) };
    assert_eq!(board.judge(&other), Ok("FAB-8.22"));
}

#[test]
fn fab_t101_breakthrough_combat_is_mandatory() {
    let mut board =
        board().put("b4", 2).reserve("b4").put("r1", 5).begin(Phase::BreakthroughMovement, BLUE);
    board.marches("b4", &[5]).act(Action::LeaveBridge);
    let there = board.area(5);
    let board = board.begin(Phase::BreakthroughCombat, BLUE);
    assert_eq!(board.game.round().area, there);
    assert!(board.is_in("bs", ChitBox::Available), "the combat is free");
}

#[test]
fn fab_t102_reserve_lasts_until_enemy_supply() {
    let board = board().put("b1", 1).reserve("b1").begin(Phase::Supply, BLUE);
    assert!(board.reserve_of("b1"));
    let board = board.begin(Phase::Supply, RED);
    assert!(!board.reserve_of("b1"));
}

#[test]
fn fab_t144_one_use_action_serves_own_formation() {
    let one = second_combat(board().put("r1", 5).put("b3", 5));
    assert_eq!(one.judge(&fight(&one, "bs1")), Ok("FAB-8.22"));
    let two = second_combat(board().put("r1", 5).put_all(&["b3", "b4"], 5));
    assert_eq!(two.judge(&fight(&two, "bs1")), Err("FAB-8.1b"));
}

#[test]
fn fab_t151_second_combat_needs_supply() {
    let mut board = second_combat(board().put("r1", 5).put("b4", 5).unsupplied("b4"));
    assert!(board.is_done());
    board = board.begin(Phase::BreakthroughCombat, BLUE);
    assert!(board.is_done(), "no combat can be chosen");
}
