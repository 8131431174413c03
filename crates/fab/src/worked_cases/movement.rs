//! FAB-T2, FAB-T5 to FAB-T36, FAB-T141, FAB-T142, FAB-T146, FAB-T147, FAB-T149: movement.

use sandtable_pack::fab::{Order, Phase};

use super::board::{BLUE, RED, board};
use crate::game::action::{Action, Question};
use crate::game::event::Happening;

#[test]
fn fab_t2_vertices_are_not_borders() {
    let board = board().put("b2", 1).moves();
    assert_eq!(board.way("b2", &[5]), Err("FAB-5.32a"));
}

#[test]
fn fab_t5_roads_cost_one() {
    let board = board().put("b2", 1).moves();
    assert_eq!(board.costs("b2", &[2]), [1]);
}

#[test]
fn fab_t6_passing_units_take_areas() {
    let mut board = board().put("b2", 1).moves();
    assert_eq!(board.costs("b2", &[4, 5]), [2, 1]);
    board.marches("b2", &[4, 5]);
    assert_eq!((board.controller(4), board.controller(5)), (BLUE, BLUE));
}

#[test]
fn fab_t7_bridge_to_empty_area_is_safe() {
    let mut board = board().put("b2", 2).put("r1", 9).moves();
    assert_eq!(board.costs("b2", &[5]), [1]);
    board.marches("b2", &[5]);
    assert_eq!(board.at("b2"), 5);
}

#[test]
fn fab_t8_fields_over_bridges_cost_two() {
    let board = board().put("b2", 3).moves();
    assert_eq!(board.costs("b2", &[6]), [2]);
}

#[test]
fn fab_t9_occupied_areas_cost_one_more() {
    let board = board().put("b1", 2).with_defended_roadblock("be1", 2).put("b2", 1).moves();
    assert_eq!(board.costs("b2", &[2]), [2]);
}

#[test]
fn fab_t10_full_areas_can_only_be_passed() {
    let board = board().put_all(&["b1", "b5"], 2).put("b4", 1).moves();
    assert_eq!(board.costs("b4", &[2, 5]), [2, 1]);
    assert_eq!(board.way("b4", &[2, 5]), Ok(()));
    assert_eq!(board.way("b4", &[2]), Err("FAB-5.1b"));
}

#[test]
fn fab_t11_armour_takes_areas_it_enters() {
    let mut board = board().put("b4", 1).moves();
    assert_eq!(board.costs("b4", &[2, 5, 6, 9, 8]), [1, 1, 1, 1, 2]);
    board.marches("b4", &[2, 5, 6, 9]);
    for number in [2, 5, 6, 9] {
        assert_eq!(board.controller(number), BLUE, "{number}");
    }
}

#[test]
fn fab_t12_moves_need_enough_points() {
    let board = board().put("b2", 1).moves();
    assert_eq!(board.costs("b2", &[2, 3]), [1, 2]);
    assert_eq!(board.way("b2", &[2, 3]), Ok(()));
    let board = super::board::board().put("b2", 1).put("b1", 2).moves();
    assert_eq!(board.way("b2", &[2, 3]), Err("FAB-5.33"));
}

#[test]
fn fab_t13_one_area_is_always_possible() {
    let board = board().with_control(BLUE, &[5]).put("b2", 5).put("r1", 5).put("b1", 8).moves();
    assert_eq!(board.costs("b2", &[8]), [4]);
    assert_eq!(board.way("b2", &[8]), Ok(()));
    assert_eq!(board.way("b2", &[8, 7]), Err("FAB-5.33"));
}

#[test]
fn fab_t14_contested_areas_are_left_safely() {
    let board = board().put("r1", 5).put("b2", 5).moves();
    assert_eq!(board.controller(5), RED);
    assert_eq!(board.way("b2", &[4]), Err("FAB-5.34a"));
    assert_eq!(board.way("b2", &[6]), Err("FAB-5.34a"));
    assert_eq!(board.costs("b2", &[2]), [2]);
    assert_eq!(board.way("b2", &[2]), Ok(()));
}

#[test]
fn fab_t15_leaving_forbids_a_new_contest() {
    let board = board().put("r3", 5).put("b4", 5).put("r1", 4).moves();
    assert_eq!(board.costs("b4", &[2, 1]), [2, 1]);
    assert_eq!(board.way("b4", &[2, 1]), Ok(()));
    assert_eq!(board.way("b4", &[2, 1, 4]), Err("FAB-5.34b"));
}

#[test]
fn fab_t16_sole_occupant_takes_control_at_once() {
    let mut board = board().put("b2", 5).put("r1", 5).moves();
    assert_eq!(board.controller(5), BLUE);
    board.marches("b2", &[2]);
    assert_eq!(board.controller(5), RED);
}

#[test]
fn fab_t17_enemies_stop_units_and_stay_hidden() {
    let mut board = board().put("b4", 2).put("r1", 5).moves();
    assert_eq!(board.costs("b4", &[5]), [2]);
    assert_eq!(board.way("b4", &[5, 4]), Err("FAB-5.35b"));
    board.marches("b4", &[5]).act(Action::LeaveBridge);
    assert!(board.game.is_newly_contested(board.area(5)));
    assert!(!board.is_face_up("b4") && !board.is_face_up("r1"));
}

#[test]
fn fab_t18_one_crossing_per_river_into_enemies() {
    let mut board = board().put_all(&["b3", "b4"], 2).put("r1", 5).moves();
    board.marches("b4", &[5]).act(Action::LeaveBridge);
    assert_eq!(board.way("b3", &[5]), Err("FAB-5.35c"));
    assert_eq!(board.costs("b3", &[1, 4, 5]), [1, 2, 2]);
    board.marches("b3", &[1, 4, 5]);
    assert_eq!(board.at("b3"), 5);
}

#[test]
fn fab_t19_crossings_without_enemies_are_unlimited() {
    let mut board = board().put_all(&["b3", "b4"], 2).moves();
    assert_eq!(board.costs("b3", &[5]), [1]);
    board.marches("b3", &[5]);
    assert_eq!(board.costs("b4", &[5]), [2]);
    board.marches("b4", &[5]);
    assert_eq!((board.at("b3"), board.at("b4")), (5, 5));
}

#[test]
fn fab_t20_bridge_attempt_fails_on_six() {
    let mut board = board().put("b4", 2).put("r1", 5).moves();
    board.marches("b4", &[5]).act(Action::BlowNow).dice(&[6]);
    assert!(!board.is_blown(2, 5));
    assert_eq!(board.at("b4"), 5);
}

#[test]
fn fab_t21_unit_may_cross_without_bridge() {
    let mut board = board().put("b4", 2).put("r1", 5).moves();
    board.marches("b4", &[5]).act(Action::BlowNow).dice(&[4]);
    assert!(board.is_blown(2, 5));
    board.act(Action::Cross);
    assert_eq!(board.at("b4"), 5);
    assert!(board.game.is_newly_contested(board.area(5)));
}

#[test]
fn fab_t22_turning_back_costs_one_point() {
    let mut board = board().put("b4", 2).put("r1", 5).moves();
    board.marches("b4", &[5]).act(Action::BlowNow).dice(&[4]).act(Action::TurnBack);
    assert_eq!(board.at("b4"), 2);
    let motion = board.game.state.motion.as_ref().expect("the unit is still moving");
    assert_eq!(motion.points, 5);
    board.marches("b4", &[1, 4, 5]);
    assert_eq!(board.at("b4"), 5);
}

#[test]
fn fab_t23_crossing_needs_an_adjacent_start() {
    let mut board = board().put("b4", 1).put("r1", 5).moves();
    board.marches("b4", &[2, 5]).act(Action::BlowNow).dice(&[5]);
    let unit = board.unit("b4");
    assert_eq!(board.question(), Some((BLUE, Question::GoOn(unit))));
    assert_eq!(board.game.state.motion.as_ref().expect("the unit is still moving").points, 4);
    board.marches("b4", &[1, 4]);
    assert_eq!(board.at("b4"), 4);
}

#[test]
fn fab_t24_contested_areas_allow_no_attempt() {
    let mut board = board().put("r1", 5).put("b1", 5).face_up(&["b1", "r1"]).put("b4", 2).moves();
    assert_eq!(board.costs("b4", &[5]), [2]);
    board.marches("b4", &[5]);
    assert_eq!(board.at("b4"), 5);
    assert!(board.is_face_up("b4"));
}

#[test]
fn fab_t25_blown_bridge_costs_whole_allowance() {
    let mut board = board().put("b2", 2).put("b5", 1).put("r1", 9).blow_bridge(2, 5).moves();
    assert_eq!(board.costs("b2", &[5]), [3]);
    assert_eq!(board.way("b5", &[2, 5]), Err("FAB-5.33"));
    board.marches("b2", &[5]);
    assert_eq!(board.at("b2"), 5);
}

#[test]
fn fab_t26_lone_crossing_is_a_river_assault() {
    let mut board = board().put("b3", 2).put("r1", 5).blow_bridge(2, 5).moves();
    board.marches("b3", &[5]);
    assert!(board.is_done());
    assert!(board.game.state.area(board.area(5)).river_assault);
}

#[test]
fn fab_t27_land_entry_prevents_river_assault() {
    let mut board = board().put("b3", 2).put("b1", 4).put("r1", 5).blow_bridge(2, 5).moves();
    board.marches("b3", &[5]).marches("b1", &[5]);
    assert!(!board.game.state.area(board.area(5)).river_assault);
}

#[test]
fn fab_t28_one_blown_bridge_makes_river_assault() {
    let mut board = board().put("b3", 2).put("b1", 8).put("r1", 5).blow_bridge(2, 5).moves();
    board.marches("b3", &[5]).marches("b1", &[5]).act(Action::LeaveBridge);
    assert!(board.game.state.area(board.area(5)).river_assault);
}

#[test]
fn fab_t29_intact_bridges_prevent_river_assault() {
    let mut board = board().put("b3", 2).put("r1", 5).moves();
    board.marches("b3", &[5]).act(Action::LeaveBridge);
    assert!(!board.game.state.area(board.area(5)).river_assault);
}

#[test]
fn fab_t30_roadblock_stops_the_first_unit() {
    let mut board = board().put_all(&["b1", "b2"], 1).roadblock(4, RED).moves();
    assert_eq!(board.costs("b2", &[4]), [3]);
    assert_eq!(board.way("b2", &[4, 5]), Err("FAB-5.35b"));
    board.marches("b2", &[4]);
    assert_eq!(board.game.state.area(board.area(4)).roadblock, None);
    assert_eq!(board.controller(4), BLUE);
    assert_eq!(board.costs("b1", &[4]), [3]);
}

#[test]
fn fab_t31_roadblock_cost_prevents_second_step() {
    let board = board().put("b2", 2).roadblock(4, RED).moves();
    assert_eq!(board.way("b2", &[1, 4]), Err("FAB-5.33"));
}

#[test]
fn fab_t32_lone_engineers_stop_and_may_blow() {
    let mut board = board().with_defended_roadblock("re1", 5).put("b4", 2).moves();
    assert_eq!(board.costs("b4", &[5]), [2]);
    board.marches("b4", &[5]).act(Action::BlowNow).dice(&[9]);
    assert!(board.game.is_newly_contested(board.area(5)));
    assert_eq!(board.controller(5), RED);
    assert!(board.game.mandatory_combats().any(|area| area == board.area(5)));
}

#[test]
fn fab_t33_unsupplied_units_move_one_area() {
    let board = board().put("b4", 1).unsupplied("b4").moves();
    assert_eq!(board.way("b4", &[2]), Ok(()));
    assert_eq!(board.way("b4", &[2, 5]), Err("FAB-5.32g"));
}

#[test]
fn fab_t34_recovering_units_cannot_dig_or_reserve() {
    let board = board().put("b2", 2).order("b2", Order::Recovering).moves();
    let unit = board.unit("b2");
    assert_eq!(board.judge(&Action::DigIn(unit)), Err("FAB-5.23a"));
    assert_eq!(board.judge(&Action::Reserve(unit)), Err("FAB-9.33b"));
    let mut board = super::board::board().put("b2", 2).put("b1", 1).moves();
    board.act(Action::DigIn(unit));
    assert_eq!(board.works(2), Some(BLUE));
    assert_eq!(board.way("b2", &[1]), Err("FAB-5.2"));
}

#[test]
fn fab_t35_no_digging_in_contested_areas() {
    let board = board().put("b2", 5).put("r1", 5).moves();
    let unit = board.unit("b2");
    assert_eq!(board.judge(&Action::DigIn(unit)), Err("FAB-5.23a"));
}

#[test]
fn fab_t36_reserve_markers_run_out() {
    let mut board = board().put_all(&["b1", "b2"], 1).put("b3", 2).reserve("b1").moves();
    let (b2, b3) = (board.unit("b2"), board.unit("b3"));
    board.act(Action::Reserve(b2));
    assert_eq!(board.judge(&Action::Reserve(b3)), Err("FAB-2.3g"));
    // FAB-A11: a unit that goes into reserve in this phase may not act again; a unit already in
    // reserve may move.
    assert_eq!(board.way("b2", &[2]), Err("FAB-5.2"));
    board.marches("b1", &[2]);
    assert!(!board.reserve_of("b1"));
}

#[test]
fn fab_t141_disordered_units_begin_no_combat() {
    let board = board().put("b1", 2).order("b1", Order::Disordered).put("r1", 5).moves();
    assert_eq!(board.way("b1", &[5]), Err("FAB-A10"));
    let mut board = super::board::board()
        .put("r1", 5)
        .put("b2", 5)
        .put("b1", 2)
        .order("b1", Order::Disordered)
        .moves();
    board.marches("b1", &[5]);
    assert_eq!(board.at("b1"), 5);
    let attackers = board.fight(5).game.round().units[0].clone();
    assert_eq!(attackers.len(), 1, "the unit takes no part");
}

#[test]
fn fab_t142_reaction_crosses_each_border_once() {
    let mut board = board()
        .put("r1", 5)
        .put("b1", 5)
        .put_all(&["r3", "r4"], 8)
        .reserve("r3")
        .reserve("r4")
        .begin(Phase::Reaction, BLUE);
    assert_eq!(board.costs("r3", &[5]), [3]);
    board.marches("r3", &[5]);
    assert_eq!(board.at("r3"), 5);
    assert_eq!(board.way("r4", &[5]), Err("FAB-5.35c"));
}

#[test]
fn fab_t146_disordered_holders_may_blow() {
    let mut board =
        board().put("r1", 5).order("r1", Order::Disordered).put("b4", 2).put("b3", 3).moves();
    board.marches("b4", &[5]);
    assert!(matches!(board.question(), Some((RED, Question::Blow(_)))));
    board.act(Action::LeaveBridge);
    board.marches("b3", &[6]);
    assert_eq!(board.at("b3"), 6, "no force is there to blow the bridge");
}

#[test]
fn fab_t147_area_stays_contested_for_the_phase() {
    let mut board = board()
        .put("r1", 5)
        .put_all(&["b1", "b2"], 5)
        .face_up(&["r1", "b1", "b2"])
        .put("b4", 2)
        .with_control(BLUE, &[4])
        .moves();
    board.marches("b1", &[4]).marches("b2", &[4]).marches("b4", &[5]);
    assert_eq!(board.at("b4"), 5);
    assert!(board.is_face_up("b4"));
    assert!(!board.game.is_newly_contested(board.area(5)));
    assert!(!board.has_event(|what| matches!(what, Happening::BridgeStands { .. })));
}

#[test]
fn fab_t149_recovering_unit_may_cross_blown_bridge() {
    let board = board().put("b4", 2).order("b4", Order::Recovering).blow_bridge(2, 5).moves();
    assert_eq!(board.way("b4", &[5]), Ok(()));
}
