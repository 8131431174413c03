//! FAB-T103 to FAB-T119: supply, recovery, morale and markers.

use sandtable_pack::fab::{ChitBox, Order, Phase};

use super::board::{BLUE, Board, RED, board};

/// A unit's supply after the enemy's Supply Phase, in which no Blue unit checks morale.
fn is_supplied_after_phase(board: Board, name: &str) -> bool {
    let board = board.begin(Phase::Supply, RED);
    board.game.state.unit(board.unit(name)).supplied
}

#[test]
fn fab_t103_routes_start_in_enemy_areas() {
    assert!(is_supplied_after_phase(board().put("r1", 5).put("b4", 5), "b4"));
}

#[test]
fn fab_t104_first_bridge_may_be_blown() {
    assert!(is_supplied_after_phase(board().put("r1", 5).put("b4", 5).blow_bridge(2, 5), "b4"));
}

#[test]
fn fab_t105_later_bridges_must_be_intact() {
    let laid = || board().with_control(BLUE, &[5, 6, 9]).blow_bridge(2, 5).blow_bridge(3, 6);
    assert!(!is_supplied_after_phase(laid().put("b4", 9), "b4"));
    assert!(is_supplied_after_phase(laid().put("b4", 6), "b4"));
    assert!(is_supplied_after_phase(laid().with_control(BLUE, &[4]).put("b4", 9), "b4"));
}

#[test]
fn fab_t106_enemies_in_friendly_areas_are_ignored() {
    let laid = |controller| {
        board().with_control(controller, &[2]).put("b1", 2).put("r3", 2).put("r1", 5).put("b4", 5)
    };
    let mut friendly = laid(BLUE);
    let two = friendly.area(2);
    friendly.game.state.area_mut(two).control = BLUE;
    assert!(is_supplied_after_phase(friendly, "b4"));
    let mut hostile = laid(RED);
    hostile.game.state.area_mut(two).control = RED;
    assert!(!is_supplied_after_phase(hostile, "b4"));
}

#[test]
fn fab_t107_empty_enemy_areas_block_routes() {
    assert!(!is_supplied_after_phase(board().put("b4", 9), "b4"));
}

#[test]
fn fab_t108_sources_need_control() {
    let laid = || board().put("b1", 1).put("r3", 1).put("b2", 2);
    assert!(is_supplied_after_phase(laid(), "b2"));
    let mut lost = laid();
    let one = lost.area(1);
    lost.game.state.area_mut(one).control = RED;
    assert!(!is_supplied_after_phase(lost, "b2"));
}

#[test]
fn fab_t109_recovery_takes_two_supply_phases() {
    let board_one = board().put("b2", 2).order("b2", Order::Disordered).begin(Phase::Supply, BLUE);
    assert_eq!(board_one.order_of("b2"), Order::Recovering);
    let board_two = board_one.begin(Phase::Supply, RED);
    assert_eq!(board_two.order_of("b2"), Order::Good);
    // The unit, out of supply, checks morale in its own Supply Phase and passes.
    let cut_one = check("b2", Order::Disordered, 1);
    assert_eq!((cut_one.order_of("b2"), cut_one.steps_of("b2")), (Order::Disordered, 3));
    let cut_two = cut_one.begin(Phase::Supply, RED);
    assert_eq!(cut_two.order_of("b2"), Order::Disordered);
}

/// A lone Blue unit in 9, out of supply, checks morale with this die.
fn check(name: &str, order: Order, die: u8) -> Board {
    let mut board = board().put(name, 9).order(name, order).begin(Phase::Supply, BLUE);
    board.dice(&[die]);
    board
}

#[test]
fn fab_t110_unsupplied_recovery_reverts_to_disorder() {
    let board = board().put("b2", 9).order("b2", Order::Recovering);
    let board = board.begin(Phase::Supply, RED);
    assert_eq!(board.order_of("b2"), Order::Recovering);
    assert_eq!(check("b2", Order::Recovering, 9).order_of("b2"), Order::Disordered);
}

#[test]
fn fab_t111_failed_check_disorders() {
    assert_eq!(check("b2", Order::Good, 4).order_of("b2"), Order::Good);
    let board = check("b2", Order::Good, 5);
    assert_eq!((board.order_of("b2"), board.steps_of("b2")), (Order::Disordered, 3));
}

#[test]
fn fab_t112_disordered_veteran_loses_step_or_surrenders() {
    assert_eq!(check("b2", Order::Disordered, 3).steps_of("b2"), 3);
    for die in 4..=9 {
        assert_eq!(check("b2", Order::Disordered, die).steps_of("b2"), 2, "{die}");
    }
    assert_eq!(check("b2", Order::Disordered, 10).at("b2"), 0);
}

#[test]
fn fab_t113_disordered_recruit_surrenders_from_eight() {
    assert_eq!(check("b5", Order::Disordered, 1).steps_of("b5"), 3);
    for die in 2..=7 {
        assert_eq!(check("b5", Order::Disordered, die).steps_of("b5"), 2, "{die}");
    }
    for die in 8..=10 {
        assert_eq!(check("b5", Order::Disordered, die).at("b5"), 0, "{die}");
    }
}

#[test]
fn fab_t114_elite_never_surrenders() {
    for die in 6..=10 {
        let board = check("b3", Order::Disordered, die);
        assert_eq!((board.steps_of("b3"), board.at("b3")), (2, 9), "{die}");
    }
    assert_eq!(check("b3", Order::Disordered, 5).steps_of("b3"), 3);
}

#[test]
fn fab_t115_quality_before_the_loss_counts() {
    let laid = |name, steps| board().put(name, 9).steps(name, steps).order(name, Order::Disordered);
    let mut last = laid("b2", 1).begin(Phase::Supply, BLUE);
    last.dice(&[7]);
    assert_eq!(last.at("b2"), 0);
    let mut recruits = laid("b1", 2).begin(Phase::Supply, BLUE);
    recruits.dice(&[8]);
    assert_eq!((recruits.at("b1"), recruits.steps_of("b1")), (0, 0));
}

#[test]
fn fab_t116_only_phasing_side_checks() {
    let board = board().put("b2", 9).begin(Phase::Supply, RED);
    assert!(board.is_done());
    assert!(!board.game.state.unit(board.unit("b2")).supplied);
}

#[test]
fn fab_t117_unsupplied_reserve_reacts_one_area() {
    let board = board().put("b4", 2).reserve("b4").unsupplied("b4").begin(Phase::Reaction, RED);
    assert_eq!(board.way("b4", &[1]), Ok(()));
    assert_eq!(board.way("b4", &[1, 4]), Err("FAB-5.32g"));
}

#[test]
fn fab_t118_removed_roadblock_loses_the_area() {
    let board = board().with_defended_roadblock("re1", 5).put("b4", 5).begin(Phase::Supply, BLUE);
    assert!(board.is_in("re1", ChitBox::Used));
    assert_eq!(board.controller(5), BLUE);
}

#[test]
fn fab_t119_markers_are_removed() {
    let board = board()
        .put("r1", 5)
        .put("b4", 5)
        .fieldworks(5, RED)
        .put("r2", 6)
        .fieldworks(6, RED)
        .roadblock(8, RED)
        .river_assault(5)
        .exploit("b4")
        .put("r4", 9)
        .reserve("r4")
        .begin(Phase::Supply, BLUE);
    assert_eq!((board.works(5), board.works(6)), (None, Some(RED)));
    assert_eq!(board.game.state.area(board.area(8)).roadblock, None);
    assert!(!board.game.state.area(board.area(5)).river_assault);
    assert!(!board.exploits("b4") && !board.reserve_of("r4"));
}
