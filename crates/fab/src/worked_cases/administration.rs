//! FAB-T120, FAB-T122 to FAB-T127, FAB-T132 to FAB-T134, FAB-T138, FAB-T143: Administration.

use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, Order, Phase};
use smallvec::SmallVec;

use super::board::{BLUE, Board, RED, board};
use crate::game::action::{Action, Input, Node, Question, Target};
use crate::state::ChitPlace;
use sandtable_pack::fab::ChitIndex;

/// Starts an Administration Phase in which nothing is drawn and only Blue can act.
pub(super) fn administer(mut board: Board) -> Board {
    for chit in board.game.field.chits() {
        if board.game.state.chit(chit) == ChitPlace::In(ChitBox::Cup) {
            board.game.move_chit(chit, ChitPlace::NotInPlay, FAB_S10);
        }
    }
    board.begin(Phase::Administration, BLUE)
}

/// The number of chits that Blue draws in the first Administration Phase from a cup with these
/// chits.
fn draw_count(in_cup: &[&str]) -> (usize, Board) {
    let mut board = board();
    for chit in board.game.field.chits() {
        board.game.move_chit(chit, ChitPlace::NotInPlay, FAB_S10);
    }
    for name in in_cup {
        board = board.chit_in_box(name, ChitBox::Cup);
    }
    let mut board = board.begin(Phase::Administration, BLUE);
    let mut count = 0;
    while !board.is_done() && board.game.node() == Node::Cup(BLUE) {
        let next: Vec<ChitIndex> = board.game.in_box(BLUE, ChitBox::Cup).collect();
        board.input(&Input::Drawn(next[0]));
        count += 1;
    }
    (count, board)
}

#[test]
fn fab_t120_draws_end_with_the_cup() {
    let (count, board) = draw_count(&["ba1", "ba2", "ba3"]);
    assert_eq!(count, 2, "the track says two");
    assert_eq!(board.game.in_box(BLUE, ChitBox::Cup).count(), 1);
    let (count, _) = draw_count(&["ba1"]);
    assert_eq!(count, 1);
}

/// FAB-4.2a: both sides draw in each Administration Phase, each its own number on the track.
#[test]
fn fab_4_2a_both_sides_draw() {
    for (phasing, numbers) in [(BLUE, [2, 1]), (RED, [1, 2])] {
        let laid = ["ba1", "ba2", "ba3", "ra1", "ra2", "rb1"]
            .iter()
            .fold(board(), |board, name| board.chit_in_box(name, ChitBox::Cup));
        let mut board = laid.begin(Phase::Administration, phasing);
        let mut drawn = [0, 0];
        while let Node::Cup(side) = board.game.node() {
            let chit = board.game.in_box(side, ChitBox::Cup).next().expect("the cup is not empty");
            board.input(&Input::Drawn(chit));
            assert_eq!(board.game.state.chit(chit), ChitPlace::In(ChitBox::Available));
            drawn[side.index()] += 1;
        }
        assert_eq!(drawn, numbers, "{phasing:?}");
    }
}

#[test]
fn fab_t122_event_returns_two_assets() {
    let mut board = administer(
        board().chit_in_box("bb1", ChitBox::Eliminated).chit_in_box("be1", ChitBox::Eliminated),
    );
    let (event, bb1, be1) = (board.chit("bv1"), board.chit("bb1"), board.chit("be1"));
    let restore = |assets: &[ChitIndex]| Action::Restore {
        event,
        assets: assets.iter().copied().collect::<SmallVec<[_; 2]>>(),
    };
    assert_eq!(board.judge(&restore(&[bb1])), Ok("FAB-4.21"));
    assert_eq!(board.judge(&restore(&[bb1, bb1])), Err("FAB-4.21"));
    board.act(restore(&[bb1, be1]));
    assert!(board.is_in("bb1", ChitBox::Cup) && board.is_in("be1", ChitBox::Cup));
    assert!(board.is_in("bv1", ChitBox::Eliminated));
}

#[test]
fn fab_t123_assets_and_events_change_boxes() {
    let (_, board) = draw_count(&["ba1", "bv1"]);
    assert!(board.is_in("ba1", ChitBox::Available) && board.is_in("bv1", ChitBox::Available));
    let mut board = board.put("b1", 1).steps("b1", 3);
    let event = board.chit("bv1");
    board.act(Action::Play(event));
    let unit = board.unit("b1");
    board.act(Action::Use(Target::Unit(unit)));
    assert_eq!(board.steps_of("b1"), 4);
    assert!(board.is_in("bv1", ChitBox::Eliminated));
    let mut board = board.put("r1", 4).put("b2", 4).fight(4);
    board.assign(&["ba1"]);
    assert_eq!(board.chit_place("ba1"), ChitPlace::Assigned);
    board.pass_to_points().dice(&[10]).dice(&[10, 10, 10]).dice(&[10, 10, 10]);
    assert!(board.is_in("ba1", ChitBox::Used));
    let mut board = board.begin(Phase::Reinforcement, BLUE);
    while let Some((_, question)) = board.question() {
        let all = board.game.used_assets(BLUE).collect();
        match question {
            Question::TakeBack => board.act(Action::Done),
            Question::Recycle if board.question() == Some((BLUE, Question::Recycle)) => {
                board.act(Action::Recycle(all))
            }
            _ => board.act(Action::Recycle(Vec::new())),
        };
    }
    assert!(board.is_in("ba1", ChitBox::Cup));
}

#[test]
fn fab_t124_engineers_blow_two_bridges() {
    let board = administer(board().with_control(BLUE, &[5]));
    let engineer = board.chit("be1");
    let blow = |edges: [(u8, u8); 2]| Action::BlowBridges {
        engineer,
        edges: edges.iter().map(|&(a, b)| board.edge(a, b)).collect(),
    };
    assert_eq!(board.judge(&blow([(2, 5), (3, 6)])), Err("FAB-4.31a"));
    let both = blow([(2, 5), (5, 8)]);
    let mut board = board;
    board.act(both);
    assert!(board.is_blown(2, 5) && board.is_blown(5, 8));
    assert!(board.is_in("be1", ChitBox::Used));
}

#[test]
fn fab_t125_repairs_need_held_or_contested_area() {
    let repair = |board: &Board| {
        let engineer = board.chit("be1");
        board.judge(&Action::RepairBridge { engineer, edge: board.edge(2, 5) })
    };
    let contested = administer(board().put("r1", 5).put("b4", 5).blow_bridge(2, 5));
    assert_eq!(repair(&contested), Ok("FAB-4.32a"));
    let hostile = administer(board().put("r1", 5).blow_bridge(2, 5));
    assert_eq!(repair(&hostile), Err("FAB-4.32a"));
}

#[test]
fn fab_t126_engineers_build_for_their_own_formation() {
    let fortify = |board: &Board| {
        board.judge(&Action::Fortify { engineer: board.chit("be1"), area: board.area(2) })
    };
    assert_eq!(fortify(&administer(board().put("b1", 2))), Ok("FAB-4.33"));
    assert_eq!(fortify(&administer(board().put("b4", 2))), Err("FAB-4.33"));
}

#[test]
fn fab_t127_roadblocks_need_difficult_terrain() {
    let board = administer(board().with_control(BLUE, &[5, 6]));
    let block = |number: u8| {
        board.judge(&Action::Roadblock { engineer: board.chit("be1"), area: board.area(number) })
    };
    assert_eq!(block(6), Err("FAB-4.34a"));
    assert_eq!(block(3), Err("FAB-4.34a"));
    assert_eq!(block(5), Ok("FAB-4.34a"));
}

#[test]
fn fab_t132_staff_replaces_infantry_but_not_elite() {
    let laid = board().put("b1", 1).steps("b1", 2).put("b3", 2).steps("b3", 1);
    let mut board = administer(laid);
    let replace = |board: &Board, by: &str, name: &str| Action::Replace {
        by: board.chit(by),
        unit: board.unit(name),
    };
    assert_eq!(board.judge(&replace(&board, "bst", "b3")), Err("FAB-8.31"));
    assert_eq!(board.judge(&replace(&board, "bs", "b3")), Ok("FAB-8.26"));
    let found = replace(&board, "bst", "b1");
    board.act(found);
    assert_eq!(board.steps_of("b1"), 3);
    assert!(board.is_in("bst", ChitBox::Used));
    let elite = super::board::board().put("r4", 9).steps("r4", 1);
    let elite = elite.begin(Phase::Administration, RED);
    assert_eq!(elite.judge(&replace(&elite, "rst", "r4")), Err("FAB-8.31"));
    assert_eq!(elite.judge(&replace(&elite, "rs", "r4")), Ok("FAB-8.26"));
}

#[test]
fn fab_t133_staff_reserves_eligible_units() {
    let at_hand = |board: &Board| {
        let staff = board.chit("bst");
        board.judge(&Action::ReserveAtHand { staff, unit: board.unit("b2") })
    };
    assert_eq!(at_hand(&administer(board().put("b2", 1))), Ok("FAB-8.33"));
    let disordered = board().put("b2", 1).order("b2", Order::Disordered);
    assert_eq!(at_hand(&administer(disordered)), Err("FAB-9.33b"));
    assert_eq!(at_hand(&administer(board().put("r1", 5).put("b2", 5))), Err("FAB-5.21c"));
    let all = board().put("b2", 1).put_all(&["b3", "b4"], 2).reserve("b3").reserve("b4");
    assert_eq!(at_hand(&administer(all)), Err("FAB-2.3g"));
}

#[test]
fn fab_t134_engineers_defend_roadblocks() {
    let mut board = board().begin(Phase::Administration, RED);
    let (engineer, area) = (board.chit("re1"), board.area(8));
    board.act(Action::DefendRoadblock { engineer, area });
    assert_eq!(board.chit_place("re1"), ChitPlace::OnMap(area));
    assert!(board.game.has_forces(area, RED));
    assert_eq!(board.controller(8), RED);
}

#[test]
fn fab_t138_reorganising_reaches_adjacent_areas() {
    let laid = board()
        .put("b2", 2)
        .order("b2", Order::Disordered)
        .put("b1", 1)
        .order("b1", Order::Recovering)
        .put("r1", 5)
        .put("b4", 5)
        .order("b4", Order::Disordered)
        .unsupplied("b4");
    let mut board = administer(laid);
    let (by, area) = (board.chit("bs"), board.area(2));
    board.act(Action::Reorganise { by, area });
    assert_eq!((board.order_of("b2"), board.order_of("b1")), (Order::Good, Order::Good));
    assert_eq!(board.order_of("b4"), Order::Disordered);
}

#[test]
fn fab_t143_one_use_special_actions_are_events() {
    let laid =
        board().chit_in_box("ra1", ChitBox::Eliminated).chit_in_box("rb1", ChitBox::Eliminated);
    let mut board = laid.begin(Phase::Administration, RED);
    let event = board.chit("rs1");
    let assets = [board.chit("ra1"), board.chit("rb1")].into_iter().collect();
    board.act(Action::Restore { event, assets });
    assert!(board.is_in("rs1", ChitBox::Eliminated));
    assert!(board.is_in("ra1", ChitBox::Cup) && board.is_in("rb1", ChitBox::Cup));
}
