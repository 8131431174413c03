//! FAB-7: reaction and breakthrough.

use sandtable_pack::fab::Phase;

use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::worked_cases::board::{BLUE, Board, RED, board};

fn breakthrough(laid: Board) -> Board {
    laid.begin(Phase::BreakthroughMovement, BLUE)
}

#[test]
fn fab_7_2b_reserves_may_dig_in() {
    let laid = board().put("r3", 6).reserve("r3").put("r1", 8);
    let mut board = laid.begin(Phase::Reaction, BLUE);
    let (r1, r3) = (board.unit("r1"), board.unit("r3"));
    assert_eq!(board.judge(&Action::DigIn(r1)), Err("FAB-5.2"), "only reserves");
    assert_eq!(board.judge(&Action::DigIn(r3)), Ok("FAB-7.2b"));
    board.act(Action::DigIn(r3));
    assert_eq!((board.works(6), board.reserve_of("r3")), (Some(RED), false));
}

#[test]
fn fab_7_31a_reserves_use_their_whole_allowance() {
    let mut board = breakthrough(board().put("b4", 1).reserve("b4"));
    assert_eq!(board.costs("b4", &[2, 5, 6, 9, 8]), [1, 1, 1, 1, 2]);
    board.marches("b4", &[2, 5, 6, 9, 8]);
    assert_eq!((board.at("b4"), board.reserve_of("b4")), (8, false));
    // This also applies over a blown bridge, as in Operational Movement.
    let blown = breakthrough(
        crate::worked_cases::board::board().put("b1", 2).reserve("b1").blow_bridge(2, 5),
    );
    assert_eq!(blown.way("b1", &[5]), Ok(()));
}

#[test]
fn fab_7_31c_units_attack_or_dig_in() {
    let marked = |name: &str, exploits: bool| {
        let laid = board().put("r1", 5).put("b1", 5).put(name, 2);
        breakthrough(if exploits { laid.exploit(name) } else { laid.reserve(name) })
    };
    for exploits in [true, false] {
        let mut board = marked("b3", exploits);
        assert_eq!(board.way("b3", &[5]), Ok(()), "{exploits}");
        let dig = Action::DigIn(board.unit("b3"));
        assert_eq!(board.judge(&dig), Ok("FAB-7.31c"), "{exploits}");
        board.act(dig);
        assert_eq!(board.works(2), Some(BLUE));
        assert!(!board.exploits("b3") && !board.reserve_of("b3"));
    }
}

#[test]
fn fab_7_31d_units_move_in_any_order() {
    let laid = || board().put("b1", 1).reserve("b1").put("b3", 2).exploit("b3");
    for order in [["b1", "b3"], ["b3", "b1"]] {
        let mut board = breakthrough(laid());
        for (count, name) in order.into_iter().enumerate() {
            assert_eq!(board.question(), Some((BLUE, Question::Move)));
            board.marches(name, if name == "b1" { &[4] } else { &[3] });
            let left = [board.reserve_of("b1"), board.exploits("b3")];
            assert_eq!(left.iter().filter(|&&marker| marker).count(), 1 - count, "{name}");
        }
    }
}

#[test]
fn fab_7_31b_log_names_held_unit() {
    let laid = || board().put("r1", 5).put("b3", 2);
    for activated in [false, true] {
        let laid = if activated { laid() } else { laid().exploit("b3") };
        let mut board = breakthrough(laid);
        let (unit, edge, to) = (board.unit("b3"), board.edge(2, 5), board.area(5));
        let by = activated.then(|| board.chit("bs"));
        let way = [to].into_iter().collect();
        board.act(Action::March { unit, way, by }).act(Action::BlowNow).dice(&[3]);
        assert_eq!((board.at("b3"), board.exploits("b3")), (2, false));
        let held = Happening::TurnedBack { unit, edge };
        assert!(board.has_event(|what| *what == held), "by Special Action: {activated}");
    }
}

#[test]
fn fab_7_32_breakthrough_makes_areas_contested() {
    for exploits in [true, false] {
        let laid = board().put("r1", 5).put("b3", 2);
        let laid = if exploits { laid.exploit("b3") } else { laid.reserve("b3") };
        let mut board = breakthrough(laid);
        board.marches("b3", &[5]);
        assert!(matches!(board.question(), Some((RED, Question::Blow(_)))));
        board.act(Action::LeaveBridge);
        let there = board.area(5);
        assert!(board.game.is_newly_contested(there));
        let board = board.without_special_actions(BLUE).begin(Phase::BreakthroughCombat, BLUE);
        assert_eq!(board.game.round().area, there, "the combat is mandatory");
    }
}
