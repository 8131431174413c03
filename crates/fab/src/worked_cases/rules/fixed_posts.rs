//! Units that do not move freely (FAB-D5): fixed posts, and units that move only by an event.

use sandtable_engine::{BotKind, Game as _, Keep, RandomStream, StreamPurpose, play_bots};
use sandtable_pack::fab::{
    AreaFilter, Battle, Battlefield, Effect, EventKind, Marker, Mobility, Order, Phase, Timing,
    UnitIndex, sample,
};
use std::sync::Arc;

use crate::game::Game;
use crate::game::action::{Action, Question, Target};
use crate::game::event::Happening;
use crate::view::View;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board_of};

/// The board on which some units do not move freely, no area has points, and Blue's event places a
/// reserve marker.
fn board_with(names: &[&str], moves: Mobility) -> Board {
    board_of(|parts| {
        for unit in parts.scene.units.iter_mut().filter(|one| names.contains(&one.id.as_str())) {
            unit.moves = Some(moves);
        }
        parts.scene.areas.iter_mut().for_each(|area| area.vp.clear());
        let event = &mut parts.scene.events[0];
        assert_eq!(event.id.as_str(), "bv1");
        event.kind = EventKind::Scripted {
            timing: [Timing::Administration].into(),
            effect: Effect::PlaceMarker {
                marker: Marker::Reserve,
                n: 1,
                area_filter: AreaFilter::default(),
            },
        };
    })
}

#[test]
fn fab_5_2_fixed_posts_only_dig_in() {
    let board = board_with(&["b1"], Mobility::Never).put("b1", 1).put("b3", 2).moves();
    let b1 = board.unit("b1");
    assert_eq!(board.way("b1", &[2]), Err("FAB-D5"));
    assert_eq!(board.judge(&Action::Reserve(b1)), Err("FAB-D5"));
    let offered: Vec<Action> = board.game.proposals();
    let own = |action: &&Action| match action {
        Action::March { unit, .. } | Action::Reserve(unit) | Action::DigIn(unit) => *unit == b1,
        _ => false,
    };
    let own: Vec<&Action> = offered.iter().filter(own).collect();
    assert_eq!(own, [&Action::DigIn(b1)]);
}

#[test]
fn fab_5_2_units_override_their_type() {
    let board = board_of(|parts| {
        parts.scene.unit_types.iter_mut().for_each(|kind| kind.moves = Mobility::Never);
        parts.scene.units[0].moves = Some(Mobility::Freely);
    });
    let board = board.put("b1", 1).put("b2", 1).moves();
    assert_eq!(board.way("b1", &[2]), Ok(()));
    assert_eq!(board.way("b2", &[2]), Err("FAB-D5"));
}

#[test]
fn fab_5_21a_only_events_put_by_event_units_in_reserve() {
    let laid = || board_with(&["b1"], Mobility::ByEvent).put("b1", 1).put("b3", 2);
    let moving = laid().moves();
    let b1 = moving.unit("b1");
    assert_eq!(moving.judge(&Action::Reserve(b1)), Err("FAB-D5"));
    assert_eq!(moving.way("b1", &[2]), Err("FAB-D5"));
    let mut board = administer(laid());
    let staff = board.chit("bst");
    assert_eq!(board.judge(&Action::ReserveAtHand { staff, unit: b1 }), Err("FAB-D5"));
    let event = board.chit("bv1");
    board.act(Action::Play(event)).act(Action::Use(Target::Unit(b1)));
    assert!(board.reserve_of("b1"));
    let mut released = board.moves();
    released.marches("b1", &[2]);
    assert_eq!((released.at("b1"), released.reserve_of("b1")), (2, false));
    let next = released.moves();
    assert_eq!(next.way("b1", &[1]), Err("FAB-D5"), "the event let it move once");
}

#[test]
fn fab_5_21a_events_do_not_release_fixed_posts() {
    let mut board = administer(board_with(&["b1"], Mobility::Never).put_all(&["b1", "b2"], 1));
    let (b1, event) = (board.unit("b1"), board.chit("bv1"));
    board.act(Action::Play(event));
    assert_eq!(board.judge(&Action::Use(Target::Unit(b1))), Err("FAB-D5"));
}

#[test]
fn fab_8_21_actions_activate_by_event_units_only() {
    let judged = |moves| {
        let board =
            board_with(&["b3"], moves).put("b3", 2).begin(Phase::BreakthroughMovement, BLUE);
        let (unit, by) = (board.unit("b3"), Some(board.chit("bs")));
        let way = [board.area(5)].into_iter().collect();
        // Without anything to do, the phase is over at once.
        if board.is_done() { None } else { Some(board.judge(&Action::March { unit, way, by })) }
    };
    assert_eq!(judged(Mobility::ByEvent), Some(Ok("FAB-8.21")));
    assert_eq!(judged(Mobility::Never), None);
}

#[test]
fn fab_8_23a_fixed_posts_join_no_defence() {
    let judged = |moves| {
        let laid = board_with(&["r4"], moves).put("r1", 5).put_all(&["r4", "r5"], 6);
        let board = laid.put("b3", 5).fight(5);
        let by = board.chit("rs");
        board.judge(&Action::Reinforce { by, unit: board.unit("r4") })
    };
    assert_eq!(judged(Mobility::ByEvent), Ok("FAB-8.23a"));
    assert_eq!(judged(Mobility::Never), Err("FAB-D5"));
}

#[test]
fn fab_8_24a_fixed_posts_do_not_retreat_before_combat() {
    let judged = |moves| {
        // R4 could join, so Red is asked in any case.
        let laid = board_with(&["r1"], moves).put("r1", 5).put("r4", 6);
        let board = laid.put("b3", 5).fight(5);
        board.judge(&Action::Withdraw { by: board.chit("rs") })
    };
    assert_eq!(judged(Mobility::ByEvent), Ok("FAB-8.24a"));
    assert_eq!(judged(Mobility::Never), Err("FAB-A4"));
}

/// Red's units in 5 under one hit of B2's close fire. R1 leads, and Red's fire misses.
fn hit_in_5(names: &[&str], moves: Mobility) -> Board {
    let laid = board_with(&["r1"], moves).put_all(names, 5).put("b2", 5);
    let mut board = laid.without_special_actions(RED).fight_without_assets(5);
    if names.len() > 1 {
        board.lead("r1");
    }
    let misses = vec![10; usize::from(board.awaits_dice())];
    board.dice(&misses).dice(&[1, 10, 10]);
    board
}

#[test]
fn fab_6_6d_fixed_posts_lose_a_step_instead_of_retreating() {
    for moves in [Mobility::Never, Mobility::ByEvent] {
        let mut board = hit_in_5(&["r1", "r2"], moves);
        board.act(Action::GiveGround).retreat("r2", 4);
        assert_eq!((board.at("r2"), board.order_of("r2")), (4, Order::Disordered));
        let stays = (board.at("r1"), board.steps_of("r1"), board.order_of("r1"));
        assert_eq!(stays, (5, 2, Order::Good), "{moves:?}");
        // Alone, it cannot absorb the hit by a retreat.
        let alone = hit_in_5(&["r1"], moves);
        assert!(alone.is_done());
        assert_eq!((alone.at("r1"), alone.steps_of("r1")), (5, 2), "{moves:?}");
    }
    let free = hit_in_5(&["r1"], Mobility::Freely);
    assert_eq!(free.question(), Some((RED, Question::GiveGround)));
}

/// FAB-A47: a unit that an event released may abort its river assault.
#[test]
fn fab_6_26b_units_released_by_an_event_abort_river_assaults() {
    let crossed = |moves| {
        let laid = board_with(&["b4"], moves).blow_bridge(2, 5).river_assault(5);
        let laid = laid.put("r1", 5).put("b4", 5).came_over("b4", 2, 5);
        let mut board = laid.without_special_actions(RED).fight_without_assets(5);
        board.dice(&[1, 1, 10]);
        board
    };
    let mut board = crossed(Mobility::ByEvent);
    assert_eq!(board.steps_of("b4"), 2);
    board.act(Action::Abort);
    assert_eq!((board.at("b4"), board.order_of("b4")), (2, Order::Disordered));
    assert!(crossed(Mobility::Never).judge(&Action::Abort).is_err());
}

/// FAB-A4: a retreat of R2 absorbs the hit, but costs the fixed post R1 a step, so bots stand.
#[test]
fn fab_a4_bots_do_not_retreat_past_fixed_posts() {
    let answer = |moves| {
        let board = hit_in_5(&["r1", "r2"], moves);
        let view = View::new(&board.game, RED);
        let mut thoughts = RandomStream::new(1, StreamPurpose::SecondBot);
        Game::player(BotKind::Cautious).decide(&view, Question::GiveGround, &mut thoughts)
    };
    assert_eq!(answer(Mobility::Freely), Action::GiveGround);
    assert_eq!(answer(Mobility::Never), Action::Stand);
    assert_eq!(answer(Mobility::ByEvent), Action::Stand);
}

#[test]
fn fab_5_1c_others_leave_an_overstacked_fixed_post() {
    let laid = board_with(&["b1"], Mobility::Never).put_all(&["b1", "b2", "b5"], 2);
    let mut board = laid.moves();
    board.act(Action::Done);
    assert_eq!(board.question(), Some((BLUE, Question::Leave(board.area(2)))));
    assert_eq!(board.judge(&Action::Leave(board.unit("b1"))), Err("FAB-A36"));
    assert_eq!(board.judge(&Action::Leave(board.unit("b5"))), Ok("FAB-5.1c"));
}

#[test]
fn fab_6_8b_units_that_wait_for_an_event_do_not_exploit() {
    let exploits = |moves| {
        let mut board = board_with(&["b3"], moves).put("r1", 5).put("b3", 5).fight(5);
        let by = board.chit("rs");
        board.act(Action::Withdraw { by }).retreat("r1", 8);
        !board.is_done()
    };
    assert!(exploits(Mobility::Freely));
    assert!(!exploits(Mobility::ByEvent) && !exploits(Mobility::Never));
}

/// In whole games of all bots, fixed posts stay until they are lost, and all answers are legal.
#[test]
fn fab_5_2_fixed_posts_stay_in_games_of_bots() {
    let mut parts = sample::parts();
    let posts = ["b2", "b4", "r1", "r5"];
    for unit in parts.scene.units.iter_mut().filter(|one| posts.contains(&one.id.as_str())) {
        unit.moves = Some(Mobility::Never);
    }
    let field = Arc::new(Battlefield::new(Battle::new(parts).expect("the battle is valid")));
    let posts: Vec<UnitIndex> =
        posts.iter().map(|id| field.find_unit(id).expect("the fixture has this unit")).collect();
    let mut moves = 0;
    for bot in BotKind::ALL {
        for seed in 0..10 {
            let outcome = play_bots::<Game>(&field, seed, [bot; 2], Keep::Everything);
            assert!(outcome.anomalies.is_empty(), "{:?}", outcome.anomalies);
            for event in outcome.game.diary() {
                let (Happening::Moved { unit, .. }
                | Happening::Retreated { unit, .. }
                | Happening::Joined { unit, .. }
                | Happening::Reserve { unit, .. }) = event.what
                else {
                    continue;
                };
                assert!(!posts.contains(&unit), "{bot:?} {seed}: {:?}", event.what);
                moves += 1;
            }
        }
    }
    assert!(moves > 100, "{moves}");
}

#[test]
fn fab_v23_packs_with_fixed_posts_in_reserve_are_refused() {
    for moves in [Mobility::Never, Mobility::ByEvent] {
        let mut parts = sample::parts();
        let unit = &mut parts.scene.units[2];
        unit.moves = Some(moves);
        let sandtable_pack::fab::UnitStart::SetUp { reserve, .. } = &mut unit.start else {
            panic!("the fixture sets this unit up");
        };
        *reserve = true;
        assert!(Battle::new(parts).is_err(), "{moves:?}");
    }
}
