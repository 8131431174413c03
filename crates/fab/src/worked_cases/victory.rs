//! FAB-T135 to FAB-T137, FAB-T140: the ends of turns, phases and battles.

use sandtable_engine::rule_ids::*;
use sandtable_pack::SideId;
use sandtable_pack::fab::{EndRule, Order, Phase};

use super::board::{BLUE, Board, RED, board, board_of};
use crate::game::action::{Action, Question};
use crate::game::event::Happening;
use crate::state::Task;
use crate::state::Verdict;
use crate::turn::flow::from_start;
use sandtable_pack::fab::SideIndex;

#[test]
fn fab_t135_sudden_death_by_the_turn_track() {
    let mut board = board();
    board.game.state.turn = 2;
    assert_eq!(board.game.sudden_death_winner([9, 3]), Some(BLUE));
    assert_eq!(board.game.sudden_death_winner([8, 3]), None);
    assert_eq!(board.game.sudden_death_winner([4, 8]), Some(RED));
    board.game.state.turn = 1;
    assert_eq!(board.game.sudden_death_winner([20, 0]), None);
}

/// Turn 2 from Blue's Supply Phase on, with these Red units in 6. Blue holds 5 and 9, and so leads
/// by 6. No unit acts but R3, which moves to 9.
fn second_turn(red: &[&str]) -> Board {
    let second = board_of(|parts| {
        parts.scene.start.turn = 2;
        parts.scene.start.phase = Phase::Supply;
    });
    let mut board = second.put_all(red, 6).with_control(BLUE, &[5, 9]);
    assert_eq!(board.game.points(), [6, 0]);
    board.game.state.tasks = from_start(&board.game.field);
    board.game.advance();
    while board.game.state.turn == 2
        && let Some((_, question)) = board.question()
    {
        if question == Question::Move && board.at("r3") == 6 {
            board.marches("r3", &[9]);
        } else {
            board.act(Action::Done);
        }
    }
    board
}

#[test]
fn fab_t135_sudden_death_follows_second_player_turn() {
    let ahead = second_turn(&[]);
    let sudden = Verdict { winner: Some(BLUE), turn: 2, sudden: true, points: [6, 0] };
    assert_eq!(ahead.game.state.verdict, Some(sudden));
    // Red has completed its player turn.
    let last = ahead.game.diary().iter().rev().find_map(|event| match &event.what {
        Happening::Phase { phase, side } => Some((*phase, *side)),
        _ => None,
    });
    assert_eq!(last, Some((Phase::Supply, RED)));
    // In its player turn, Red may retake areas that Blue held at the end of Blue's.
    let caught_up = second_turn(&["r3"]);
    assert_eq!((caught_up.at("r3"), caught_up.game.points()), (9, [2, 0]));
    assert_eq!((caught_up.game.state.verdict, caught_up.game.state.turn), (None, 3));
}

/// Ends the given turn with these areas under each side's control. For Blue, 4, 6 and 8 are worth 1
/// each, 5 is worth 2 and 9 is worth 4; for Red, 3 is worth 2.
fn turn_over(turn: u8, end: EndRule, blue: &[u8], red: &[u8]) -> Board {
    let laid = board_of(|parts| parts.scene.victory.end = end);
    let mut board = laid.with_control(BLUE, blue).with_control(RED, red);
    board.game.state.turn = turn;
    board.game.state.tasks = vec![Task::EndTurn];
    board.game.advance();
    board
}

/// The verdict after the last turn.
fn at_the_end(end: EndRule, blue: &[u8], red: &[u8]) -> Verdict {
    turn_over(3, end, blue, red).game.state.verdict.expect("the battle is over")
}

#[test]
fn fab_t136_points_decide_after_last_turn() {
    let cases: [(&[u8], &[u8], _, _); 5] = [
        // Blue holds only 1, 2 and 3, which are worth nothing to it; Red does not hold 3.
        (&[], &[], None, [0, 0]),
        (&[5], &[3], None, [2, 2]),
        (&[4, 5], &[3], Some(BLUE), [3, 2]),
        (&[4], &[3], Some(RED), [1, 2]),
        (&[4, 5, 6, 8], &[], Some(BLUE), [5, 0]),
    ];
    for (blue, red, winner, points) in cases {
        let verdict = Verdict { winner, turn: 3, sudden: false, points };
        assert_eq!(at_the_end(EndRule::HigherVp, blue, red), verdict);
        // The same points decide nothing in an earlier turn.
        let sooner = turn_over(2, EndRule::HigherVp, blue, red);
        assert_eq!((sooner.game.state.verdict, sooner.game.state.turn), (None, 3), "{points:?}");
    }
}

fn net_at_least(side: &str, vp: i16) -> EndRule {
    EndRule::NetAtLeast { side: SideId::new(side).expect("valid id"), vp }
}

/// FAB-D31: a side with a required lead wins with exactly that lead or more, and loses with less;
/// there is no draw.
#[test]
fn fab_t136_required_lead_decides_the_winner() {
    let cases: [(_, _, &[u8], &[u8], _, SideIndex); 15] = [
        ("blue", 3, &[5], &[], 2, RED),
        ("blue", 3, &[4, 5], &[], 3, BLUE),
        ("blue", 3, &[4, 5, 6], &[], 4, BLUE),
        // The required lead may be negative.
        ("blue", -1, &[], &[3], -2, RED),
        ("blue", -1, &[4], &[3], -1, BLUE),
        ("blue", -1, &[5], &[3], 0, BLUE),
        // Equal points are a lead of zero.
        ("blue", 0, &[4], &[3], -1, RED),
        ("blue", 0, &[5], &[3], 0, BLUE),
        ("blue", 0, &[4, 5], &[3], 1, BLUE),
        ("red", 1, &[5], &[3], 0, BLUE),
        ("red", 1, &[4], &[3], -1, RED),
        ("red", 1, &[], &[3], -2, RED),
        ("red", -2, &[4, 5], &[], 3, BLUE),
        ("red", -2, &[5], &[], 2, RED),
        ("red", -2, &[4], &[], 1, RED),
    ];
    for (side, vp, blue, red, lead_of_blue, winner) in cases {
        let verdict = at_the_end(net_at_least(side, vp), blue, red);
        assert_eq!(verdict.points[0] - verdict.points[1], lead_of_blue, "{side} {vp}");
        let certify = (verdict.winner, verdict.turn, verdict.sudden);
        assert_eq!(certify, (Some(winner), 3, false), "{side} {vp}, Blue ahead by {lead_of_blue}");
    }
}

#[test]
fn fab_t136_sudden_death_precedes_end_rule() {
    // By the end rule, Blue would lose.
    let verdict = at_the_end(net_at_least("blue", 7), &[5, 9], &[]);
    let sudden = Verdict { winner: Some(BLUE), turn: 3, sudden: true, points: [6, 0] };
    assert_eq!(verdict, sudden);
}

/// FAB-D31: as in Sicily, lost units score points for the enemy.
#[test]
fn fab_t136_units_lost_count_for_the_lead() {
    let lead = |lost: &[&str]| {
        let laid = board_of(|parts| {
            parts.scene.victory.elimination_vp = 1;
            parts.scene.victory.end = net_at_least("blue", 3);
        });
        let mut board = laid.with_control(BLUE, &[5]).put("b1", 1).put_all(&["r1", "r2"], 7);
        for name in lost {
            let unit = board.unit(name);
            board.game.eliminate(unit, FAB_2_3H);
        }
        board.game.state.turn = 3;
        board.game.end_turn();
        let verdict = board.game.state.verdict.expect("the battle is over");
        (verdict.points, verdict.winner)
    };
    assert_eq!(lead(&[]), ([2, 0], Some(RED)));
    assert_eq!(lead(&["r1"]), ([3, 0], Some(BLUE)));
    assert_eq!(lead(&["r1", "b1"]), ([3, 1], Some(RED)));
    assert_eq!(lead(&["r1", "r2", "b1"]), ([4, 1], Some(BLUE)));
}

#[test]
fn fab_t137_third_unit_leaves_at_phase_end() {
    let mut crowded = board().put_all(&["b1", "b2", "b5"], 2).begin(Phase::Reaction, RED);
    let there = crowded.area(2);
    assert_eq!(crowded.question(), Some((BLUE, Question::Leave(there))));
    let b5 = crowded.unit("b5");
    crowded.act(Action::Leave(b5)).retreat("b5", 3);
    assert_eq!((crowded.at("b5"), crowded.order_of("b5")), (3, Order::Disordered));
    let shut = board().with_control(RED, &[1, 3]).put_all(&["b1", "b2", "b5"], 2);
    let mut shut = shut.begin(Phase::Reaction, RED);
    shut.act(Action::Leave(b5));
    assert_eq!(shut.at("b5"), 0);
}
