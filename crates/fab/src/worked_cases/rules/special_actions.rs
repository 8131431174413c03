//! FAB-8: Special Actions and Staff Functions.

use sandtable_pack::fab::{ChitBox, Order, Phase, UnitStart};

use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::view::View;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of, board_with_gorges};

fn withdraw(board: &Board, name: &str) -> Action {
    Action::Withdraw { by: board.chit(name) }
}

fn join(board: &Board, by: &str, name: &str) -> Action {
    Action::Reinforce { by: board.chit(by), unit: board.unit(name) }
}

#[test]
fn fab_8_1a_reusable_action_serves_all_formations() {
    let mut board = board().put_all(&["r1", "r4"], 5).put("b3", 5).fight(5);
    let both = withdraw(&board, "rs");
    board.act(both).retreat("r1", 8).retreat("r4", 8);
    assert!(board.is_in("rs", ChitBox::Used));
}

#[test]
fn fab_8_1b_one_use_action_serves_its_formation() {
    let two = board().put_all(&["r1", "r4"], 5).put("b3", 5).fight(5);
    assert_eq!(two.judge(&withdraw(&two, "rs1")), Err("FAB-8.1b"));
    let mut one = board().put("r1", 5).put("b3", 5).fight(5);
    let own = withdraw(&one, "rs1");
    one.act(own).retreat("r1", 8);
    assert!(one.is_in("rs1", ChitBox::Eliminated));
}

#[test]
fn fab_8_1c_8_2_both_kinds_have_equal_uses() {
    let by = |board: &Board,
              name: &str,
              action: &dyn Fn(&Board, sandtable_pack::fab::ChitIndex) -> Action| {
        board.judge(&action(board, board.chit(name)))
    };
    for name in ["bs", "bs1"] {
        let laid = board().put("b3", 2).put("b1", 1).steps("b1", 3).order("b1", Order::Disordered);
        let movement = laid.begin(Phase::BreakthroughMovement, BLUE);
        let march = |board: &Board, by| Action::March {
            unit: board.unit("b3"),
            way: [board.area(5)].into_iter().collect(),
            by: Some(by),
        };
        assert_eq!(by(&movement, name, &march), Ok("FAB-8.21"), "{name}");
        let mut old = board().put("r1", 5).put("b3", 5);
        let five = old.area(5);
        old.game.state.area_mut(five).contested_at_start = true;
        let combat = old.begin(Phase::BreakthroughCombat, BLUE);
        let fight = |board: &Board, by| Action::Fight { area: board.area(5), by: Some(by) };
        assert_eq!(by(&combat, name, &fight), Ok("FAB-8.22"), "{name}");
        // Blue defends against Red.
        let mut defence = board().put("b1", 2).put("r1", 2).put("b3", 1);
        defence.game.state.phasing = RED;
        let defence = defence.fight(2);
        let joins = |board: &Board, by| Action::Reinforce { by, unit: board.unit("b3") };
        assert_eq!(by(&defence, name, &joins), Ok("FAB-8.23a"), "{name}");
        assert_eq!(by(&defence, name, &|_, by| Action::Withdraw { by }), Ok("FAB-8.24a"), "{name}");
        let laid = board().put("b1", 1).steps("b1", 3).order("b1", Order::Disordered);
        let desk = administer(laid);
        let reorganise = |board: &Board, by| Action::Reorganise { by, area: board.area(1) };
        assert_eq!(by(&desk, name, &reorganise), Ok("FAB-8.25"), "{name}");
        let replace = |board: &Board, by| Action::Replace { by, unit: board.unit("b1") };
        assert_eq!(by(&desk, name, &replace), Ok("FAB-8.26"), "{name}");
        let arrival = board_of(|parts| {
            let entry = ('A', 'A');
            parts.scene.units[0].start = UnitStart::Reinforcement { turn: 1, entry, steps: 4 };
        });
        let mut arrival = arrival;
        arrival = arrival.chit_in_box("bs1", ChitBox::Available).begin(Phase::Reinforcement, BLUE);
        let redirect = |board: &Board, by| Action::Arrive {
            unit: board.unit("b1"),
            area: board.area(3),
            by: Some(by),
        };
        assert_eq!(by(&arrival, name, &redirect), Ok("FAB-8.27"), "{name}");
    }
}

#[test]
fn fab_8_1c_special_action_is_not_the_event() {
    let mut board = board().put("r1", 5).put("r2", 8).put("b3", 5).fight(5);
    let joins = join(&board, "rs1", "r2");
    board.act(joins);
    while !matches!(board.question(), Some((RED, Question::Assign))) {
        let answer = match board.question() {
            Some((BLUE, Question::Assign)) => Action::Assign(Default::default()),
            _ => Action::Done,
        };
        board.act(answer);
    }
    assert_eq!(board.judge(&Action::Assign(board.chits(&["rv1"]))), Ok("FAB-6.23b"));
}

#[test]
fn fab_8_1d_staff_has_three_functions() {
    let laid = || administer(board().put("b1", 1).steps("b1", 2).put("r1", 5));
    let things = |board: &Board, name: &str| {
        let staff = board.chit(name);
        let (b1, r1) = (board.unit("b1"), board.unit("r1"));
        [
            Action::Replace { by: staff, unit: b1 },
            Action::Peek { staff, unit: r1 },
            Action::ReserveAtHand { staff, unit: b1 },
        ]
    };
    let board_one = laid();
    let judged = things(&board_one, "bst").map(|action| board_one.judge(&action));
    assert_eq!(judged, [Ok("FAB-8.31"), Ok("FAB-8.32"), Ok("FAB-8.33")]);
    for thing in things(&board_one, "be1") {
        assert_eq!(board_one.judge(&thing), Err("FAB-8.3"), "engineers are not a staff");
    }
    for thing in things(&board_one, "bst") {
        let mut board = laid();
        board.act(thing);
        assert!(board.is_in("bst", ChitBox::Used));
        for other in things(&board, "bst") {
            assert_eq!(board.judge(&other), Err("FAB-2.1e"), "only one staff function");
        }
    }
}

#[test]
fn fab_8_22_second_combat_needs_supply() {
    let laid = |supplied: bool, phase: Phase| {
        let mut laid = board().put("r1", 5).put("b4", 5).put("r2", 4).put("b2", 4);
        if !supplied {
            laid = laid.unsupplied("b4");
        }
        for number in [4, 5] {
            let area = laid.area(number);
            laid.game.state.area_mut(area).contested_at_start = true;
        }
        laid.without_special_actions(RED).begin(phase, BLUE)
    };
    let fight = |board: &Board, by: Option<&str>| Action::Fight {
        area: board.area(5),
        by: by.map(|by| board.chit(by)),
    };
    let mut board = laid(true, Phase::BreakthroughCombat);
    assert_eq!(board.judge(&fight(&board, None)), Err("FAB-7.42"));
    assert_eq!(board.judge(&fight(&board, Some("bs"))), Ok("FAB-8.22"));
    let cut = laid(false, Phase::BreakthroughCombat);
    assert_eq!(cut.judge(&fight(&cut, Some("bs"))), Err("FAB-A68"));
    let combat = laid(true, Phase::Combat);
    assert_eq!(
        combat.judge(&fight(&combat, Some("bs"))),
        Err("FAB-8.22"),
        "the combat is free there"
    );
    let once = fight(&board, Some("bs"));
    board.act(once).pass_to_points().miss_all();
    assert!(board.is_in("bs", ChitBox::Used));
    assert_eq!(board.judge(&fight(&board, Some("bs1"))), Err("FAB-6.1b"));
}

#[test]
fn fab_8_26_replacement_restores_any_quality() {
    let mut desk = administer(board().put("b1", 1).put("b3", 2).steps("b3", 1));
    let replace = |board: &Board, name: &str| Action::Replace {
        by: board.chit("bs"),
        unit: board.unit(name),
    };
    assert_eq!(desk.judge(&replace(&desk, "b1")), Err("FAB-8.26"), "at full strength");
    let elite = replace(&desk, "b3");
    desk.act(elite);
    assert_eq!(desk.steps_of("b3"), 2, "one step, of armour and elite");
    assert!(desk.is_in("bs", ChitBox::Used));
}

#[test]
fn fab_8_23a_only_eligible_units_join() {
    let judged = |laid: Board| {
        let board = laid.put("r1", 5).put("b3", 5).fight(5);
        board.judge(&join(&board, "rs", "r4"))
    };
    assert_eq!(judged(board().put("r4", 6)), Ok("FAB-8.23a"));
    assert_eq!(judged(board().put("r4", 9)), Err("FAB-8.23a"), "too far");
    assert_eq!(judged(board().put("r4", 6).order("r4", Order::Recovering)), Err("FAB-8.23a"));
    assert_eq!(judged(board().put("r4", 6).put("b4", 6)), Err("FAB-8.23a"), "R4 is in contact");
    assert_eq!(judged(board().put("r4", 6).unsupplied("r4")), Err("FAB-9.34d"));
    let mut board = board().put("r4", 6).put("r1", 5).put("b3", 5).fight(5);
    let joins = join(&board, "rs", "r4");
    board.act(joins);
    let defenders = &board.game.round().units[1];
    assert_eq!((board.at("r4"), defenders.len()), (5, 2));
}

#[test]
fn fab_8_23a_joining_armour_needs_passable_border() {
    let judged = |name: &str, from: u8| {
        let board = board_with_gorges().put(name, from).put("r1", 5).put("b3", 5).fight(5);
        board.judge(&join(&board, "rs", name))
    };
    assert_eq!(judged("r4", 8), Ok("FAB-8.23a"));
    assert_eq!(judged("r5", 6), Ok("FAB-8.23a"));
    assert_eq!(judged("r5", 8), Err("FAB-5.31a"));
}

#[test]
fn fab_8_24a_withdrawal_keeps_order() {
    let laid = board().put_all(&["r1", "r2"], 5).order("r2", Order::Disordered).put("b3", 5);
    let mut board = laid.fight(5);
    let all = withdraw(&board, "rs");
    board.act(all).retreat("r1", 8).retreat("r2", 4);
    assert_eq!((board.at("r1"), board.order_of("r1")), (8, Order::Good));
    assert_eq!((board.at("r2"), board.order_of("r2")), (4, Order::Disordered));
    // If only one of them can leave, neither does.
    let laid = crate::worked_cases::board::board()
        .with_control(BLUE, &[4, 6])
        .put_all(&["r1", "r2"], 5)
        .put("b3", 5);
    let shut = laid.put("r3", 8).with_control(BLUE, &[7, 9]).fight(5);
    assert_ne!(shut.question(), Some((RED, Question::Defend)));
}

#[test]
fn fab_8_24b_defender_decides_before_assets() {
    let mut board = board().put("r1", 5).put("b3", 5).fight(5);
    assert_eq!(board.question(), Some((RED, Question::Defend)));
    assert_eq!(board.judge(&Action::Assign(board.chits(&["ba1"]))), Err("FAB-E6"));
    let all = withdraw(&board, "rs");
    board.act(all).retreat("r1", 8);
    assert!(board.is_in("ba1", ChitBox::Available), "BA1 was not spent");
    assert!(matches!(board.question(), Some((BLUE, Question::Exploit(_)))));
}

#[test]
fn fab_8_32_peek_lasts_until_phase_end() {
    let mut board = administer(board().put("r1", 5).unsupplied("r1").put("b1", 5).put("r2", 6));
    let (staff, r1) = (board.chit("bst"), board.unit("r1"));
    let seen = |board: &Board| {
        let blocks = View::new(&board.game, BLUE).blocks();
        blocks.iter().filter_map(|block| Some(block.label?.0)).collect::<Vec<_>>()
    };
    assert_eq!(seen(&board), []);
    board.act(Action::Peek { staff, unit: r1 });
    assert_eq!(seen(&board), [r1], "only R1, in supply or not");
    assert!(board.is_in("bst", ChitBox::Used));
    while board.question().is_some() {
        board.act(Action::Done);
    }
    assert_eq!(seen(&board), []);
    assert!(board.has_event(|what| *what == Happening::Hidden { unit: r1 }));
}
