//! FAB-2: pieces, areas and rolls.

use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Class, Order, Phase};

use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};
use sandtable_pack::fab::AreaIndex;

#[test]
fn fab_2_1b_exclusive_rules_override_the_series() {
    let own = || {
        board_of(|parts| {
            parts.ruleset.stacking = 3;
            parts.ruleset.blow_on = 7;
        })
    };
    let three = own().put_all(&["b1", "b2", "b5"], 2).begin(Phase::Reaction, RED);
    assert!(three.is_done(), "no unit exceeds the limit");
    let mut bridge = own().put("b4", 2).put("r1", 5).moves();
    bridge.marches("b4", &[5]).act(Action::BlowNow).dice(&[7]);
    assert!(bridge.is_blown(2, 5));
}

#[test]
fn fab_2_1e_only_available_chits_are_used() {
    let block = |of: ChitBox, name: &str| {
        let board = administer(board().with_control(BLUE, &[5]).chit_in_box("be1", of));
        let (engineer, area) = (board.chit(name), board.area(5));
        board.judge(&Action::Roadblock { engineer, area })
    };
    assert_eq!(block(ChitBox::Available, "be1"), Ok("FAB-4.34a"));
    for of in [ChitBox::Cup, ChitBox::Used, ChitBox::Eliminated] {
        assert_eq!(block(of, "be1"), Err("FAB-2.1e"), "{of:?}");
    }
    assert_eq!(block(ChitBox::Available, "re1"), Err("FAB-2.1e"), "the enemy's");
}

#[test]
fn fab_2_1f_modifiers_change_only_the_number() {
    let laid =
        board().with_control(BLUE, &[5]).put("r2", 6).order("r2", Order::Disordered).put("b3", 6);
    let mut board = laid.without_special_actions(RED).fight_without_assets(6);
    // The base is 5, minus 2 for recruits against elite, minus 1 for disorder.
    assert_eq!(board.game.fire_numbers().as_slice(), [2, 2]);
    board.dice(&[3, 2]);
    assert!(board.has_event(|what| matches!(what,
        Happening::Fired { numbers, dice, hits: 1, .. } if numbers[..] == [2, 2] && dice[..] == [3, 2])));
    let plain =
        crate::worked_cases::board::board().put("r1", 6).put("b2", 6).fight_without_assets(6);
    assert_eq!(plain.game.fire_numbers().as_slice(), [5, 5, 5], "the base");
}

#[test]
fn fab_2_3a_unit_type_sets_the_class() {
    let far = [2, 5, 6, 9];
    let foot = board().put("b2", 1).moves();
    assert_eq!(foot.way("b2", &far), Err("FAB-5.33"));
    let driven = || board_of(|parts| parts.scene.unit_types[0].class = Class::Armour);
    assert_eq!(driven().put("b2", 1).moves().way("b2", &far), Ok(()));
    // R3 is armour, and all are veterans: armour has its advantage only against infantry.
    let fire = |laid: Board, enemy: &str| {
        let mut board =
            laid.put(enemy, 6).put("b4", 6).without_special_actions(RED).fight_without_assets(6);
        board.dice(&[10, 10, 10]);
        board.game.fire_numbers()[0]
    };
    assert_eq!((fire(board(), "r1"), fire(board(), "r3")), (6, 5));
    assert_eq!(fire(driven(), "r1"), 5, "R1 is armour now");
}

#[test]
fn fab_2_3b_recovering_is_not_good_order() {
    let laid = board().order("b1", Order::Recovering).put("r1", 4).put_all(&["b1", "b3"], 4);
    let board = laid.fight_without_assets(4);
    assert_eq!(board.game.round().units[0].as_slice(), [board.unit("b3")]);
}

#[test]
fn fab_2_3d_assets_serve_their_own_formation() {
    let mut board = board().put("r1", 4).put("b1", 4).without_special_actions(RED).fight(4);
    let assigned = |name: &str| board.judge(&Action::Assign(board.chits(&[name])));
    assert_eq!(assigned("ba1"), Ok("FAB-6.22b"));
    assert_eq!(assigned("ba3"), Err("FAB-2.3d"), "of formation II");
    board.assign(&["ba1"]);
    assert_eq!(board.judge(&Action::Assign(board.chits(&["ra2"]))), Err("FAB-2.3d"));
}

#[test]
fn fab_2_3g_markers_limit_reserves() {
    let board = |markers: u8| {
        board_of(|parts| {
            let blue = parts.scene.sides[0].clone();
            parts.ruleset.reserve.markers.insert(blue, markers);
        })
    };
    let in_reserve = |markers: u8| {
        let mut board = board(markers).put_all(&["b1", "b2"], 1).put("b3", 2).moves();
        let mut count = 0;
        for name in ["b1", "b2", "b3"] {
            let reserve = Action::Reserve(board.unit(name));
            match board.judge(&reserve) {
                Ok(_) => {
                    board.act(reserve);
                    count += 1;
                }
                Err(rule) => assert_eq!(rule, "FAB-2.3g"),
            }
        }
        count
    };
    assert_eq!([0, 1, 2, 3].map(in_reserve), [0, 1, 2, 3]);
}

#[test]
fn fab_2_3h_stepless_units_are_eliminated() {
    let mut board = board().put("b2", 1).steps("b2", 2).put("b3", 2).steps("b3", 1);
    let (b2, b3) = (board.unit("b2"), board.unit("b3"));
    board.game.lose_step(b2, FAB_2_3H);
    assert_eq!((board.steps_of("b2"), board.at("b2")), (1, 1));
    board.game.lose_step(b2, FAB_2_3H);
    assert_eq!((board.steps_of("b2"), board.at("b2")), (0, 0));
    assert!(board.has_event(|what| *what == Happening::Eliminated { unit: b2 }));
    board.game.gain_step(b3, FAB_2_3H);
    assert_eq!(board.steps_of("b3"), 2);
}

#[test]
fn fab_2_4a_areas_come_from_the_map() {
    let mut board = board().with_control(BLUE, &[5]).put("b2", 1);
    let (one, two) = (board.area(1), board.area(2));
    board
        .game
        .put(board.game.field.find_unit("b2").expect("the fixture has this unit"), place(two));
    assert_eq!(board.game.state.units_in(one, BLUE).as_slice(), []);
    assert_eq!(board.game.state.units_in(two, BLUE).as_slice(), [board.unit("b2")]);
    let board = administer(board);
    let engineer = board.chit("be1");
    let nowhere = Action::Roadblock { engineer, area: AreaIndex(9) };
    assert_eq!(board.judge(&nowhere), Err("FAB-2.4a"));
}

fn place(area: AreaIndex) -> crate::state::UnitPlace {
    crate::state::UnitPlace::Area(area)
}

#[test]
fn fab_2_4b_forces_of_both_sides_contest() {
    let contested = |board: Board| board.game.is_contested(board.area(5));
    assert!(contested(board().put("r1", 5).put("b1", 5)));
    assert!(
        contested(board().with_defended_roadblock("re1", 5).put("b1", 5)),
        "engineers on the map are forces"
    );
    assert!(!contested(board().put_all(&["b1", "b2"], 5)));
    assert!(!contested(board().with_defended_roadblock("re1", 5).put("r1", 5)));
    assert!(!contested(board().fieldworks(5, RED).put("b1", 5)), "markers are not forces");
}

#[test]
fn fab_2_4h_newly_contested_since_movement_began() {
    let newly = |laid: Board| {
        let mut board = laid.put("r1", 5).put("b4", 4).moves();
        board.marches("b4", &[5]);
        board.game.is_newly_contested(board.area(5))
    };
    assert!(newly(board()));
    assert!(!newly(board().put("b1", 5)), "the area was contested");
    assert!(
        !board().put("b1", 5).moves().game.is_newly_contested(board().area(5)),
        "nor is it now"
    );
}

#[test]
fn fab_2_4e_assets_keep_but_never_take_areas() {
    let mut kept = board().with_defended_roadblock("re1", 5).put("b4", 5);
    let five = kept.area(5);
    kept.game.refresh_control(five);
    assert_eq!(kept.controller(5), RED);
    let mut taken = board().with_control(BLUE, &[5]).with_defended_roadblock("re1", 5);
    taken.game.refresh_control(five);
    assert_eq!(taken.controller(5), BLUE);
}

#[test]
fn fab_2_3c_6_5a_only_units_are_disordered() {
    let laid = board().put("r1", 5).put("b2", 5).without_special_actions(RED);
    let mut board = laid.fight(5);
    board.assign(&["ba1"]).assign(&["rb1"]).dice(&[1]);
    assert!(matches!(board.question(), Some((RED, Question::Disorder))));
    board.act(Action::AcceptDisorder);
    assert_eq!(board.order_of("r1"), Order::Disordered);
    // Three disordered steps fire at 5 minus 1; the battle asset fires as before.
    assert_eq!(board.game.fire_numbers().as_slice(), [4, 4, 4, 5]);
}
