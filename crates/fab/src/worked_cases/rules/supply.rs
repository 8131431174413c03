//! FAB-9, FAB-10: supply, and public information.

use sandtable_pack::fab::{
    AreaFilter, ChitBox, Effect, EventKind, FireKind, Marker, Order, Phase, Timing,
};

use crate::game::action::{Action, Piece, Question, Target};
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::state::ChitPlace;
use crate::state::round::Role;
use crate::view::View;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

fn supplied(board: &Board, name: &str) -> bool {
    board.game.state.unit(board.unit(name)).supplied
}

#[test]
fn fab_9_2_sole_occupant_controls_the_area() {
    let mut laid = board().put("b1", 5);
    let five = laid.area(5);
    // Control has not been updated yet.
    laid.game.state.area_mut(five).control = RED;
    let mut contested = laid.put("r2", 4).put("b2", 4);
    let four = contested.area(4);
    contested.game.state.area_mut(four).control = BLUE;
    let board = contested.put("b3", 6).with_control(RED, &[3]).begin(Phase::Supply, RED);
    assert_eq!(board.controller(5), BLUE);
    assert!(supplied(&board, "b3"), "6-5-2-1: control is verified before supply (FAB-9.1)");
    assert_eq!(board.controller(4), BLUE, "the last sole occupant's");
}

#[test]
fn fab_9_31_battle_defines_its_sources() {
    let fed = |needs_control: bool, disabled_if_contested: bool, lost: bool| {
        let laid = board_of(|parts| {
            let source = &mut parts.scene.supply_sources[0];
            (source.needs_control, source.disabled_if_contested) =
                (needs_control, disabled_if_contested);
        });
        let laid = if lost { laid.put("r1", 1) } else { laid.put("b1", 1).put("r1", 1) };
        // The checked unit is in area 1 itself, or next to it.
        let board = laid.put("b2", 2).begin(Phase::Supply, RED);
        supplied(&board, if lost { "b2" } else { "b1" })
    };
    assert!(fed(true, false, false), "contested and Blue's");
    assert!(!fed(true, true, false), "contested, and therefore disabled");
    assert!(!fed(true, false, true), "Red's");
}

#[test]
fn fab_9_31b_routes_leave_but_never_enter_enemies() {
    let leaves = board().put("r1", 5).put("b4", 5).begin(Phase::Supply, RED);
    assert_eq!(leaves.controller(5), RED);
    assert!(supplied(&leaves, "b4"), "5-2-1");
    let enters = board().with_control(BLUE, &[6]).with_control(RED, &[3, 5]).put("b4", 6);
    assert!(!supplied(&enters.begin(Phase::Supply, RED), "b4"), "5 and 3 are Red's, and empty");
}

#[test]
fn fab_9_31c_routes_pass_contested_friendly_areas() {
    let laid = |control| {
        let mut board = board().put("b1", 2).put("r3", 2).with_control(BLUE, &[5]).put("b4", 6);
        let two = board.area(2);
        board.game.state.area_mut(two).control = control;
        board.with_control(RED, &[3, 4]).begin(Phase::Supply, RED)
    };
    assert!(supplied(&laid(BLUE), "b4"), "6-5-2-1, whatever enemies are in 2");
    assert!(!supplied(&laid(RED), "b4"));
}

#[test]
fn fab_9_32_supply_markers_come_and_go() {
    let laid = board().with_control(BLUE, &[9]).put("b2", 9).put("b1", 1).unsupplied("b1");
    let laid = laid.area_unsupplied(1, Some(false));
    let board = laid.begin(Phase::Supply, RED);
    assert!(!supplied(&board, "b2") && supplied(&board, "b1"));
    let status = |number: u8| board.game.state.area(board.area(number)).supplied;
    assert_eq!((status(9), status(1)), (Some(false), Some(true)));
    let is_recorded = |unit: &str, supplied| {
        let unit = board.unit(unit);
        board.has_event(|what| *what == Happening::Supply { unit, supplied })
    };
    assert!(is_recorded("b2", false) && is_recorded("b1", true));
    let is_area_recorded = |number: u8, supplied| {
        let area = board.area(number);
        board.has_event(|what| *what == Happening::AreaSupply { area, supplied })
    };
    assert!(is_area_recorded(9, false) && is_area_recorded(1, true));
}

#[test]
fn fab_9_33a_impaired_units_move_one_area() {
    let ways = |laid: Board| {
        let board = laid.put("b4", 1).moves();
        (board.way("b4", &[2]), board.way("b4", &[2, 5]))
    };
    assert_eq!(ways(board()), (Ok(()), Ok(())));
    assert_eq!(ways(board().order("b4", Order::Disordered)), (Ok(()), Err("FAB-5.32g")));
    assert_eq!(ways(board().order("b4", Order::Recovering)), (Ok(()), Err("FAB-5.32g")));
    let cut = board().put("b4", 1).unsupplied("b4").moves();
    assert_eq!((cut.way("b4", &[2]), cut.way("b4", &[2, 5])), (Ok(()), Err("FAB-5.32g")));
    let contested = board().put("r1", 5).put("b4", 5).unsupplied("b4").moves();
    assert_eq!(contested.way("b4", &[4]), Err("FAB-5.34a"), "by FAB-5.34 as well");
}

#[test]
fn fab_9_33c_modifiers_are_cumulative() {
    let numbers = |order: Order, supplied: bool| {
        let mut laid = board().put("r1", 6).order("r1", order).put("b2", 6);
        if !supplied {
            laid = laid.unsupplied("r1");
        }
        let board = laid.without_special_actions(RED).fight_without_assets(6);
        let r1 = board.unit("r1");
        let fire = board.game.success_number(Role::Defender, FireKind::Close, Piece::Unit(r1));
        (fire, board.game.morale_number(r1))
    };
    assert_eq!(numbers(Order::Good, true), (5, 5));
    assert_eq!(numbers(Order::Disordered, true), (4, 4));
    assert_eq!(numbers(Order::Recovering, true), (4, 4));
    assert_eq!(numbers(Order::Good, false), (4, 4));
    assert_eq!(numbers(Order::Disordered, false), (3, 3));
}

#[test]
fn fab_9_33d_only_disorder_prevents_attacks() {
    let attacks = |laid: Board| {
        let board = laid.put("r1", 5).put("b1", 5).without_special_actions(RED);
        let board = board.begin(Phase::Combat, BLUE);
        !board.is_done() && board.game.state.round.is_some()
    };
    assert!(attacks(board()));
    assert!(!attacks(board().order("b1", Order::Disordered)));
    let cut = board().put("b1", 5).unsupplied("b1").put("r1", 5).without_special_actions(RED);
    let mut cut = cut.begin(Phase::Combat, BLUE);
    assert_ne!(cut.question(), Some((BLUE, Question::Assign)), "without assets");
    cut.pass_to_points().dice(&[10, 10, 10]);
    // The base is 5, with no modifier for veterans against veterans, minus 1 for terrain and 1 for
    // supply.
    assert_eq!(cut.game.fire_numbers().as_slice(), [3, 3, 3, 3]);
}

#[test]
fn fab_9_34b_unsupplied_units_check_morale() {
    let laid = || board().put("b2", 9).put("b1", 1);
    let board_own = laid().begin(Phase::Supply, BLUE);
    assert_eq!(board_own.awaits_dice(), 1, "B2 alone");
    assert!(laid().begin(Phase::Supply, RED).is_done());
}

#[test]
fn fab_9_34c_unsupplied_units_do_not_recover() {
    for order in [Order::Disordered, Order::Recovering] {
        let board = board().put("b2", 9).order("b2", order).begin(Phase::Supply, RED);
        assert_eq!(board.order_of("b2"), order);
    }
}

#[test]
fn fab_9_34d_unsupplied_units_get_no_support() {
    let laid = |supplied: bool| {
        let laid = board_of(|parts| {
            let effect = Effect::PlaceMarker {
                marker: Marker::Fieldworks,
                n: 1,
                area_filter: AreaFilter::default(),
            };
            let kind = EventKind::Scripted { timing: [Timing::Administration].into(), effect };
            let mut dig = parts.scene.events[0].clone();
            dig.id = sandtable_pack::ChitId::new("bv2").expect("valid id");
            dig.kind = kind;
            parts.scene.events.push(dig);
        });
        let laid = laid.put("b2", 2).steps("b2", 2).area_unsupplied(2, Some(supplied));
        administer(if supplied { laid } else { laid.unsupplied("b2") })
    };
    let judged = |board: &Board| {
        let (unit, area) = (board.unit("b2"), board.area(2));
        let (bs, staff, engineer) = (board.chit("bs"), board.chit("bst"), board.chit("be1"));
        [
            board.judge(&Action::Replace { by: bs, unit }),
            board.judge(&Action::Replace { by: staff, unit }),
            board.judge(&Action::ReserveAtHand { staff, unit }),
            board.judge(&Action::Fortify { engineer, area }),
            board
                .game
                .plan_effect(board.chit("bv1"), Target::Unit(unit))
                .map(|change| Plan::Use(change).rule().0)
                .map_err(|no| no.rule.0),
            board
                .game
                .plan_effect(board.chit("bv2"), Target::Area(area))
                .map(|change| Plan::Use(change).rule().0)
                .map_err(|no| no.rule.0),
        ]
    };
    assert!(judged(&laid(true)).iter().all(Result::is_ok));
    let refused = ["FAB-9.34d", "FAB-9.34d", "FAB-9.33b", "FAB-4.33", "FAB-9.34d", "FAB-9.34d"];
    assert_eq!(judged(&laid(false)), refused.map(Err));
}

#[test]
fn fab_9_4c_failed_disordered_unit_loses_step() {
    let mut board = board().put("b3", 9).order("b3", Order::Disordered).begin(Phase::Supply, BLUE);
    board.dice(&[6]);
    assert_eq!((board.steps_of("b3"), board.order_of("b3")), (2, Order::Disordered));
    let laid = crate::worked_cases::board::board().put("b3", 9).order("b3", Order::Disordered);
    let mut passed = laid.begin(Phase::Supply, BLUE);
    passed.dice(&[5]);
    assert_eq!(passed.steps_of("b3"), 3);
}

#[test]
fn fab_10a_boxes_are_public() {
    let board = board().chit_in_box("ba1", ChitBox::Used).chit_in_box("ba2", ChitBox::Eliminated);
    for side in [BLUE, RED] {
        let view = View::new(&board.game, side);
        assert_eq!(view.chit(board.chit("ba1")), Some(ChitPlace::In(ChitBox::Used)));
        assert_eq!(view.chit(board.chit("ba2")), Some(ChitPlace::In(ChitBox::Eliminated)));
        assert_eq!(view.chit(board.chit("be1")), Some(ChitPlace::In(ChitBox::Available)));
    }
}
