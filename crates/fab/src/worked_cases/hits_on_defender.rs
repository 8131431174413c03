//! FAB-T55 to FAB-T74, FAB-T145, FAB-T152: hits on the defender.

use sandtable_pack::fab::{
    AssetKind, ChitBox, ChitStart, DefenderArtillery, ExploitationAfterAbort, Order, sample,
};

use super::board::{BLUE, Board, RED, board, board_of};
use crate::game::action::{Action, Question};
use crate::game::event::Happening;

/// Blue attacks with the first assets; Red has no Special Action and assigns the others.
fn attack(board: Board, area: u8, blue: &[&str], red: &[&str]) -> Board {
    let mut board = board.without_special_actions(RED).fight(area);
    if let Some((BLUE, Question::Assign)) = board.question() {
        board.assign(blue);
    } else {
        assert!(blue.is_empty(), "Blue cannot assign anything");
    }
    if let Some((RED, Question::Assign)) = board.question() {
        board.assign(red);
    } else {
        assert!(red.is_empty(), "Red cannot assign anything");
    }
    board
}

/// Dice that all miss.
fn misses(count: usize) -> Vec<u8> {
    vec![10; count]
}

fn artillery_on_works() -> Board {
    let laid = board().put("r1", 5).fieldworks(5, RED).put("b2", 5);
    attack(laid, 5, &["ba1", "ba2"], &[])
}

#[test]
fn fab_t55_fieldworks_absorb_first_hit() {
    let mut board = artillery_on_works();
    board.dice(&[4, 5]);
    assert_eq!(
        (board.works(5), board.order_of("r1"), board.steps_of("r1")),
        (None, Order::Good, 3)
    );
    board.dice(&misses(3));
    let numbers = board.game.fire_numbers();
    assert_eq!(numbers.as_slice(), [4, 4, 4], "only terrain: the fieldworks are removed");
}

#[test]
fn fab_t56_disorder_absorbs_second_hit() {
    let mut board = artillery_on_works();
    board.dice(&[1, 4]).act(Action::AcceptDisorder);
    assert_eq!((board.works(5), board.order_of("r1")), (None, Order::Disordered));
    assert_eq!(board.steps_of("r1"), 3);
}

#[test]
fn fab_t57_disorder_absorbs_only_one_hit() {
    let mut board = attack(board().put("r1", 5).put("b2", 5), 5, &["ba1", "ba2"], &[]);
    board.dice(&[5, 2]).act(Action::AcceptDisorder);
    assert_eq!((board.order_of("r1"), board.steps_of("r1")), (Order::Disordered, 2));
}

#[test]
fn fab_t58_t60_recovering_units_are_disordered_again() {
    let laid = board()
        .put_all(&["r1", "r2"], 5)
        .order("r1", Order::Disordered)
        .order("r2", Order::Recovering)
        .put("b2", 5);
    let mut board = attack(laid, 5, &["ba1", "ba2"], &[]);
    board.lead("r1").dice(&[1, 1]).act(Action::AcceptDisorder);
    assert_eq!(
        (board.order_of("r1"), board.order_of("r2")),
        (Order::Disordered, Order::Disordered)
    );
    assert_eq!((board.steps_of("r1"), board.steps_of("r2")), (2, 2));
}

#[test]
fn fab_t59_disordered_defenders_lose_steps() {
    let laid = board()
        .put_all(&["r1", "r2"], 5)
        .order("r1", Order::Disordered)
        .order("r2", Order::Disordered)
        .put("b2", 5);
    let mut board = attack(laid, 5, &["ba1", "ba2"], &[]);
    board.lead("r1").dice(&[1, 1]);
    assert_eq!((board.steps_of("r1"), board.steps_of("r2")), (2, 1));
}

/// Close fire of both sides with R1 as the point: Red's dice miss, Blue's are given.
fn close_fire(board: Board, area: u8, red: &[&str], dice: &[u8]) -> Board {
    let mut board = attack(board, area, &[], red);
    while let Some((_, Question::Lead)) = board.question() {
        let lead = if board.question() == Some((RED, Question::Lead)) { "r1" } else { "b2" };
        board.lead(lead);
    }
    for _ in 0..2 {
        let count = usize::from(board.awaits_dice());
        if count == dice.len()
            && board.game.round().stage == crate::state::round::Stage::OffensiveFire
        {
            break;
        }
        board.dice(&misses(count));
    }
    board.dice(dice);
    board
}

#[test]
fn fab_t61_retreat_absorbs_only_one_hit() {
    let laid = board()
        .with_control(BLUE, &[4])
        .put_all(&["r1", "r2"], 5)
        .put_all(&["r3", "r4"], 6)
        .put("b2", 5);
    let mut board = close_fire(laid, 5, &[], &[1, 1, 10]);
    board.act(Action::GiveGround);
    assert_eq!(board.steps_of("r1"), 2);
    board.retreat("r1", 8);
    assert_eq!((board.at("r1"), board.at("r2")), (8, 8));
    assert_eq!(
        (board.order_of("r1"), board.order_of("r2")),
        (Order::Disordered, Order::Disordered)
    );
    assert_eq!(board.controller(5), BLUE);
}

#[test]
fn fab_t62_fieldworks_absorb_only_hit() {
    let laid = board().put("r1", 5).fieldworks(5, RED).put("b2", 5);
    let board = close_fire(laid, 5, &[], &[1, 10, 10]);
    assert!(board.is_done());
    assert_eq!((board.works(5), board.at("r1"), board.steps_of("r1")), (None, 5, 3));
}

#[test]
fn fab_t63_fieldworks_and_retreat_absorb_two() {
    let laid = board().put("r1", 5).fieldworks(5, RED).put("b2", 5);
    let mut board = close_fire(laid, 5, &[], &[1, 1, 10]);
    board.act(Action::GiveGround);
    let count = board.game.retreat_areas(board.unit("r1"), crate::state::RetreatCause::Hit).len();
    assert_eq!(count, 3, "4, 6 and 8 are Red's");
    board.retreat("r1", 8);
    assert_eq!((board.steps_of("r1"), board.at("r1")), (3, 8));
}

#[test]
fn fab_t64_destroyed_assets_count_as_hits() {
    let laid = board().put("r1", 5).put("b2", 5);
    let mut board = close_fire(laid, 5, &["rf1"], &[1, 1, 10]);
    board.act(Action::GiveGround).retreat("r1", 8);
    assert!(board.is_in("rf1", ChitBox::Eliminated));
    assert_eq!((board.steps_of("r1"), board.order_of("r1")), (3, Order::Disordered));
}

/// R1 in 5 retreats to absorb one hit; Blue holds 4.
fn giving_ground(laid: Board) -> Board {
    let mut board =
        close_fire(laid.with_control(BLUE, &[4]).put("r1", 5).put("b2", 5), 5, &[], &[1, 10, 10]);
    board.act(Action::GiveGround);
    board
}

#[test]
fn fab_t65_full_areas_refuse_retreats() {
    let board = giving_ground(board().put_all(&["r3", "r4"], 6).put("r2", 8));
    assert_eq!(board.at("r1"), 8);
}

#[test]
fn fab_t66_retreats_pass_full_areas() {
    let laid =
        board().put_all(&["r3", "r4"], 6).put_all(&["r2", "r5"], 8).with_control(RED, &[7, 9]);
    let mut board = giving_ground(laid);
    let r1 = board.unit("r1");
    let areas = board.game.retreat_areas(r1, crate::state::RetreatCause::Hit);
    let mut areas = areas.to_vec();
    areas.sort_unstable();
    assert_eq!(areas, [board.area(7), board.area(9)]);
    board.retreat("r1", 9);
    assert_eq!(board.at("r1"), 9);
}

#[test]
fn fab_t67_retreats_ignore_blown_bridges() {
    let board = giving_ground(board().with_control(BLUE, &[6]).blow_bridge(2, 5).blow_bridge(5, 8));
    assert_eq!(board.at("r1"), 8);
}

#[test]
fn fab_t68_blocked_retreat_costs_steps() {
    let laid = board().with_control(BLUE, &[4, 6, 8]).put("r1", 5).put("b2", 5);
    let board = close_fire(laid, 5, &[], &[1, 1, 10]);
    assert!(board.is_done());
    assert_eq!((board.at("r1"), board.steps_of("r1")), (5, 1));
}

#[test]
fn fab_t69_stuck_unit_loses_a_step() {
    let laid = board()
        .with_control(BLUE, &[4, 6, 7, 9])
        .put("r2", 8)
        .put_all(&["r1", "r3"], 5)
        .put("b2", 5);
    let mut board = close_fire(laid, 5, &[], &[1, 10, 10]);
    board.act(Action::GiveGround).retreat("r1", 8);
    assert_eq!((board.at("r1"), board.order_of("r1")), (8, Order::Disordered));
    assert_eq!((board.at("r3"), board.order_of("r3"), board.steps_of("r3")), (5, Order::Good, 2));
}

#[test]
fn fab_t70_new_point_is_named() {
    let laid = board()
        .put_all(&["r1", "r2"], 5)
        .steps("r1", 1)
        .order("r1", Order::Disordered)
        .order("r2", Order::Disordered)
        .put("b2", 5);
    let mut board = attack(laid, 5, &["ba1"], &[]);
    board.lead("r1").dice(&[1]);
    assert_eq!(board.at("r1"), 0);
    assert_eq!(board.game.round().points[1], Some(board.piece("r2")));
    board.dice(&misses(2));
    // B2, a veteran, fires at the recruits of R2 on rough terrain.
    assert_eq!(board.game.fire_numbers().as_slice(), [5, 5, 5]);
}

/// R2 with one step, disordered, in 6, against B3 with an artillery asset; Red has assigned these
/// assets.
fn last_step(laid: Board, red: &[&str]) -> Board {
    let laid =
        laid.with_control(BLUE, &[5]).put("r2", 6).steps("r2", 1).order("r2", Order::Disordered);
    let mut board = attack(laid.put("b3", 6), 6, &["ba1"], red);
    board.dice(&[1]);
    assert_eq!(board.at("r2"), 0);
    board
}

#[test]
fn fab_t71_defending_artillery_fires_after_elimination() {
    let mut board = last_step(board(), &["ra1"]);
    assert_eq!(board.game.fire_numbers().as_slice(), [4]);
    board.dice(&[3]);
    assert_eq!(board.steps_of("b3"), 2);
    let b3 = board.unit("b3");
    assert_eq!(board.game.morale_number(b3), 7);
    board.act(Action::Exploit(b3)).dice(&[7]);
    assert!(board.exploits("b3"));
}

/// R2 alone in 6, with two steps, under the close fire of B3.
fn lone_defender(dice: &[u8]) -> Board {
    let laid = board().with_control(BLUE, &[5]).put("r2", 6).put("b3", 6);
    let mut board = attack(laid, 6, &[], &[]);
    board.dice(&misses(2));
    assert_eq!(board.game.fire_numbers().as_slice(), [8, 8, 8]);
    board.dice(dice).act(Action::Stand);
    board
}

#[test]
fn fab_t72_exploitation_needs_a_hit_left() {
    let board = lone_defender(&[2, 8, 10]);
    assert!(board.is_done());
    assert_eq!((board.at("r2"), board.controller(6)), (0, BLUE));
    assert!(!board.has_event(|what| matches!(what, Happening::ExploitationChance { .. })));
}

#[test]
fn fab_t73_leftover_hit_allows_exploitation() {
    let mut board = lone_defender(&[2, 8, 7]);
    let b3 = board.unit("b3");
    board.act(Action::Exploit(b3)).dice(&[7]);
    assert!(board.exploits("b3"));
}

/// Lone engineers in 5, supported by artillery that misses, hit B4.
fn engineers(dice: &[u8]) -> Board {
    let laid = board().with_defended_roadblock("re1", 5).put("b4", 5);
    let mut board = attack(laid, 5, &[], &["ra1"]);
    board.dice(&[9]);
    assert_eq!(board.game.fire_numbers().as_slice(), [5]);
    board.dice(&[5]);
    assert_eq!(board.steps_of("b4"), 2);
    assert_eq!(board.game.fire_numbers().as_slice(), [5, 5]);
    board.dice(dice);
    board
}

#[test]
fn fab_t74_lone_engineers_fight() {
    let mut board = engineers(&[5, 4]);
    assert!(board.is_in("re1", ChitBox::Eliminated));
    let b4 = board.unit("b4");
    board.act(Action::Exploit(b4)).dice(&[6]);
    assert!(!board.exploits("b4"));
    assert_eq!(board.controller(5), BLUE);
    let board = engineers(&[5, 9]);
    assert!(board.is_done());
    assert!(!board.has_event(|what| matches!(what, Happening::ExploitationChance { .. })));
    assert_eq!(board.controller(5), BLUE);
}

/// FAB-T145: the fixture in which two of Red's guns may fire in one combat.
fn two_guns(ruling: ExploitationAfterAbort) -> Board {
    board_of(|parts| {
        parts.ruleset.rulings.exploitation_after_abort = ruling;
        let mut third = sample::asset("ra3", Some("x"), AssetKind::Artillery);
        third.start = ChitStart::In(ChitBox::Available);
        parts.scene.assets.push(third);
        parts.ruleset.defender_artillery.push(DefenderArtillery {
            side: None,
            formation: None,
            area: None,
            turns: None,
            max: 2,
        });
    })
}

#[test]
fn fab_t145_aborting_keeps_the_exploitation() {
    // B4 is disordered armour that takes no part.
    let laid = two_guns(ExploitationAfterAbort::Kept).put("b4", 6).order("b4", Order::Disordered);
    let mut board = last_step(laid, &["ra1", "ra3"]);
    board.dice(&[1, 1]).act(Action::Abort);
    assert_eq!((board.steps_of("b3"), board.order_of("b3")), (2, Order::Disordered));
    let (b3, b4) = (board.unit("b3"), board.unit("b4"));
    assert_eq!(board.game.morale_number(b3), 6, "elite and disordered");
    assert_eq!(board.judge(&Action::Exploit(b4)), Err("FAB-A31"));
    board.act(Action::Exploit(b3)).dice(&[6]);
    assert!(board.exploits("b3"));
}

#[test]
fn fab_t145_ruling_forfeits_the_exploitation() {
    let laid = || two_guns(ExploitationAfterAbort::Forfeited);
    let mut board = last_step(laid(), &["ra1", "ra3"]);
    board.dice(&[1, 1]).act(Action::Abort);
    assert!(board.is_done());
    assert_eq!((board.steps_of("b3"), board.order_of("b3")), (2, Order::Disordered));
    let mut board = last_step(laid(), &["ra1", "ra3"]);
    board.dice(&[1, 1]).act(Action::PressOn);
    assert_eq!(board.steps_of("b3"), 1);
    let b3 = board.unit("b3");
    assert_eq!(board.game.morale_number(b3), 5);
    assert!(matches!(board.question(), Some((BLUE, Question::Exploit(_)))));
}

#[test]
fn fab_t152_surviving_engineers_stay_until_supply() {
    let board = engineers(&[9, 8]);
    assert!(board.is_done());
    let there = board.area(5);
    assert_eq!(board.chit_place("re1"), crate::state::ChitPlace::OnMap(there));
    assert!(board.is_in("ra1", ChitBox::Used));
    assert!(board.game.is_contested(there));
    assert_eq!(board.controller(5), RED);
    let board = board.begin(sandtable_pack::fab::Phase::Supply, BLUE);
    assert!(board.is_in("re1", ChitBox::Used));
    assert_eq!(board.controller(5), BLUE);
}
