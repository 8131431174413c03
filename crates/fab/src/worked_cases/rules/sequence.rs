//! FAB-3, FAB-2.1c: the sequence of play.

use crate::game::Game;
use std::sync::Arc;

use sandtable_pack::fab::{Battle, ChitBox, Order, Phase, sample};

use crate::game::action::{Action, Input, Node, Question};
use crate::game::event::Happening;
use crate::worked_cases::board::{BLUE, RED, board};
use sandtable_engine::Keep;
use sandtable_engine::{BotKind, play_bots};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::SideIndex;

/// The phases of a random game, turn by turn, with the ids of the sides.
fn phases(first_player: usize) -> Vec<Vec<(Phase, String)>> {
    let mut parts = sample::parts();
    parts.scene.first_player = parts.scene.sides[first_player].clone();
    parts.scene.start.player = parts.scene.first_player.clone();
    let field = Arc::new(Battlefield::new(Battle::new(parts).expect("the battle is valid")));
    let game = play_bots::<Game>(&field, 1, [BotKind::Random; 2], Keep::Everything);
    let mut turns = vec![Vec::new(); usize::from(game.end.expect("the game ends").turn)];
    for event in game.game.diary() {
        if let Happening::Phase { phase, side } = event.what {
            let side = field.sides()[side.index()].to_string();
            turns[usize::from(event.turn) - 1].push((phase, side));
        }
    }
    turns
}

const PLAYER_TURN: [Phase; 8] = [
    Phase::Administration,
    Phase::OperationalMovement,
    Phase::StrategicMovement,
    Phase::Combat,
    Phase::Reaction,
    Phase::BreakthroughMovement,
    Phase::BreakthroughCombat,
    Phase::Supply,
];

#[test]
fn fab_2_1c_3_2_3_3_first_player_goes_first() {
    for (first_player, names) in [(0, ["blue", "red"]), (1, ["red", "blue"])] {
        let mut expected = vec![(Phase::Reinforcement, names[0].to_owned())];
        for name in names {
            expected.extend(PLAYER_TURN.map(|phase| (phase, name.to_owned())));
        }
        let turns = phases(first_player);
        assert!(!turns.is_empty());
        for turn in turns {
            assert_eq!(turn, expected);
        }
    }
}

#[test]
fn fab_3_1_both_sides_reinforce_together() {
    let laid = board().chit_in_box("ba1", ChitBox::Used).chit_in_box("ra1", ChitBox::Used);
    let mut board = laid.begin(Phase::Reinforcement, BLUE);
    for side in SideIndex::BOTH {
        assert_eq!(board.question(), Some((side, Question::Recycle)));
        board.act(Action::Recycle(Vec::new()));
    }
    assert!(board.is_done());
}

#[test]
fn fab_3_21_4_2c_phasing_player_acts_before_other() {
    let laid = board().chit_in_box("ba1", ChitBox::Cup).chit_in_box("ra1", ChitBox::Cup);
    let mut board = laid.begin(Phase::Administration, RED);
    for (side, name) in [(BLUE, "ba1"), (RED, "ra1")] {
        assert_eq!(board.game.node(), Node::Cup(side));
        let chit = board.chit(name);
        board.input(&Input::Drawn(chit));
    }
    for side in [RED, BLUE] {
        assert_eq!(board.question(), Some((side, Question::Administer)));
        board.act(Action::Done);
    }
    assert!(board.is_done());
}

#[test]
fn fab_3_22_phasing_units_move() {
    let board = board().put("b1", 1).put("r1", 9).moves();
    assert_eq!(board.question(), Some((BLUE, Question::Move)));
    assert_eq!(board.way("b1", &[2]), Ok(()));
    assert_eq!(board.way("r1", &[8]), Err("FAB-2.2a"));
}

#[test]
fn fab_3_23_5_4a_phasing_reserves_move_strategically() {
    let laid = board().with_control(BLUE, &[1, 2, 3]).put_all(&["b1", "b2"], 1).reserve("b2");
    let board = laid.put("r4", 9).reserve("r4").begin(Phase::StrategicMovement, BLUE);
    let to = board.area(3);
    let transfer = |name: &str| board.judge(&Action::Transfer { unit: board.unit(name), to });
    assert_eq!(transfer("b2"), Ok("FAB-5.4b"));
    assert_eq!(transfer("b1"), Err("FAB-5.4a"));
    assert_eq!(transfer("r4"), Err("FAB-2.2a"));
}

#[test]
fn fab_3_24_6_1b_attacker_orders_the_combats() {
    let laid = board().put("r1", 5).put("b1", 5).put("r2", 4).put("b2", 4).put("r3", 6);
    let laid = laid.put("b3", 6).without_special_actions(RED).without_special_actions(BLUE);
    let mut board = laid.begin(Phase::Combat, BLUE);
    let mut fought = Vec::new();
    for number in [6, 4] {
        let area = board.area(number);
        board.act(Action::Fight { area, by: None });
        fought.push(board.game.round().area);
        assert_eq!(fought.last(), Some(&area));
        board.pass_to_points().miss_all();
        if number == 6 {
            let again = Action::Fight { area, by: None };
            assert_eq!(board.judge(&again), Err("FAB-6.1b"));
        }
    }
    // The last mandatory combat begins without a question.
    assert_eq!(board.game.round().area, board.area(5));
    board.pass_to_points().miss_all();
    assert!(board.is_done());
}

#[test]
fn fab_3_25_7_1a_non_phasing_reserves_react() {
    let laid = board().put("r3", 9).reserve("r3").put("r1", 7).put("b1", 1).reserve("b1");
    let mut board = laid.begin(Phase::Reaction, BLUE);
    assert_eq!(board.question(), Some((RED, Question::Move)));
    assert_eq!(board.way("r1", &[8]), Err("FAB-5.2"), "the unit is not in reserve");
    assert_eq!(board.way("b1", &[2]), Err("FAB-2.2a"));
    // The move costs 2 by field and 1 by road, out of 6.
    board.marches("r3", &[8, 5, 6]);
    assert_eq!((board.at("r3"), board.reserve_of("r3")), (6, false));
}

#[test]
fn fab_3_26_7_1b_7_3_eligible_units_break_through() {
    let laid = board().put("b1", 1).reserve("b1").put("b3", 2).exploit("b3");
    let laid = laid.put("b2", 3).put("b4", 2).put("r4", 9).reserve("r4");
    let board = laid.begin(Phase::BreakthroughMovement, BLUE);
    assert_eq!(board.way("b1", &[4]), Ok(()), "in reserve");
    assert_eq!(board.way("b3", &[5]), Ok(()), "exploiting");
    assert_eq!(board.way("b2", &[6]), Err("FAB-5.2"));
    assert_eq!(board.way("b4", &[5]), Err("FAB-5.2"));
    let way = [board.area(5)].into_iter().collect();
    let by = Some(board.chit("bs"));
    let activated = Action::March { unit: board.unit("b4"), way, by };
    assert_eq!(board.judge(&activated), Ok("FAB-8.21"));
    assert_eq!(board.way("r4", &[8]), Err("FAB-2.2a"));
}

#[test]
fn fab_3_27_7_4_breakthrough_combat_ends_movement() {
    let laid = board().put("r1", 5).put("b1", 5).put("r2", 4).put("b2", 4);
    let laid = laid.put("b3", 2).exploit("b3").put("b4", 3).reserve("b4");
    let mut board = laid.without_special_actions(RED).begin(Phase::BreakthroughCombat, BLUE);
    assert_eq!(board.question(), Some((BLUE, Question::Fight)), "in the attacker's order");
    assert_eq!(board.way("b3", &[1]), Err("FAB-E6"));
    assert_eq!(board.way("b4", &[6]), Err("FAB-E6"));
    let area = board.area(5);
    board.act(Action::Fight { area, by: None }).pass_to_points().miss_all();
    assert_eq!(board.game.round().area, board.area(4));
    board.pass_to_points().miss_all();
    assert!(board.is_done(), "no unit moves after the combats");
    assert!(board.exploits("b3") && board.reserve_of("b4"));
}

#[test]
fn fab_3_28_9_1_supply_phase_steps_in_order() {
    let laid = board().put("b2", 9).put("r1", 3).roadblock(8, RED);
    let laid = laid.put("b5", 2).order("b5", Order::Disordered);
    let mut board = laid.begin(Phase::Supply, BLUE);
    let supplied = |board: &crate::worked_cases::board::Board, name: &str| {
        board.game.state.unit(board.unit(name)).supplied
    };
    assert!(!supplied(&board, "b2") && !supplied(&board, "r1"), "of both sides");
    assert_eq!(board.order_of("b5"), Order::Recovering, "before morale");
    let eight = board.area(8);
    assert_eq!(board.game.state.area(eight).roadblock, Some(RED), "markers go last");
    assert_eq!(board.awaits_dice(), 1);
    board.dice(&[1]);
    assert!(board.is_done(), "the other side does not check");
    assert_eq!(board.game.state.area(eight).roadblock, None);
}
