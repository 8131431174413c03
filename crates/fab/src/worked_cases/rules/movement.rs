//! FAB-5: stacking and movement.

use sandtable_pack::fab::{Class, FireKind, Phase};

use crate::game::action::{Action, Piece, Question};
use crate::game::event::Happening;
use crate::state::round::Role;
use crate::worked_cases::administration::administer;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

#[test]
fn fab_5_1a_stacking_limits_units_not_assets() {
    let two = board()
        .put_all(&["b1", "b5"], 2)
        .put_all(&["r1", "r2"], 2)
        .with_defended_roadblock("be1", 2);
    assert!(two.begin(Phase::Reaction, RED).is_done(), "two of each side, and engineers");
    let three = board().put_all(&["b1", "b5", "b2"], 2).begin(Phase::Reaction, RED);
    assert_eq!(three.question(), Some((BLUE, Question::Leave(three.area(2)))));
}

#[test]
fn fab_5_2_each_unit_does_one_thing() {
    let laid = || board().put("b1", 2).moves();
    let unit = laid().unit("b1");
    let marches = laid().march("b1", &[1]);
    for done in [Action::Reserve(unit), Action::DigIn(unit), marches] {
        let mut board = laid();
        // Another unit keeps the phase open.
        board = board.put("b4", 3);
        board.act(done.clone());
        assert_eq!(board.judge(&Action::Reserve(unit)), Err("FAB-5.2"), "{done:?}");
        assert_eq!(board.judge(&Action::DigIn(unit)), Err("FAB-5.2"), "{done:?}");
        assert_eq!(board.way("b1", &[3]), Err("FAB-5.2"), "{done:?}");
    }
}

#[test]
fn fab_5_21b_reserves_move_in_any_of_four_phases() {
    let laid = || board().with_control(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1");
    for (phase, phasing) in [
        (Phase::OperationalMovement, BLUE),
        (Phase::Reaction, RED),
        (Phase::BreakthroughMovement, BLUE),
    ] {
        let mut board = laid().begin(phase, phasing);
        board.marches("b1", &[2]);
        assert_eq!((board.at("b1"), board.reserve_of("b1")), (2, false), "{phase:?}");
    }
    let strategic = laid().begin(Phase::StrategicMovement, BLUE);
    let to = strategic.area(3);
    assert_eq!(
        strategic.judge(&Action::Transfer { unit: strategic.unit("b1"), to }),
        Ok("FAB-5.4b")
    );
}

#[test]
fn fab_5_22b_entry_among_revealed_units_reveals() {
    let laid = || board().put("r1", 5).put("b1", 5).with_control(BLUE, &[4]).put("b4", 2);
    let mut seen = laid().face_up(&["r1", "b1"]).moves();
    // B1, already in the area, leaves to make space for B4.
    seen.marches("b1", &[4]).marches("b4", &[5]);
    assert!(seen.is_face_up("b4") && !seen.is_face_up("b1"));
    let mut unseen = laid().moves();
    unseen.marches("b4", &[5]);
    assert!(!unseen.is_face_up("b4"), "no unit is face up");
}

#[test]
fn fab_5_22c_enemies_stay_hidden_until_combat() {
    let mut board = board().put("r1", 5).put("b4", 2).moves();
    board.marches("b4", &[5]).act(Action::LeaveBridge);
    assert!(board.game.is_newly_contested(board.area(5)));
    assert!(!board.is_face_up("b4") && !board.is_face_up("r1"));
    let mut board = board.without_special_actions(RED).begin(Phase::Combat, BLUE);
    board.pass_to_points();
    assert!(board.is_face_up("b4") && board.is_face_up("r1"));
}

#[test]
fn fab_5_23b_fieldworks_serve_all_friendly_units() {
    let number = |works: Option<sandtable_pack::fab::SideIndex>, role: Role, name: &str| {
        let mut laid = board().put_all(&["r1", "r2"], 6).put("b2", 6).without_special_actions(RED);
        if let Some(owner) = works {
            laid = laid.fieldworks(6, owner);
        }
        let mut board = laid.fight_without_assets(6);
        board.lead("r2");
        let piece = Piece::Unit(board.unit(name));
        board.game.success_number(role, FireKind::Close, piece)
    };
    // Fieldworks protect R2, which did not build them, as well as R1; the fire of both is
    // unchanged.
    assert_eq!(number(None, Role::Attacker, "b2"), 6);
    assert_eq!(number(Some(RED), Role::Attacker, "b2"), 5);
    assert_eq!(number(None, Role::Defender, "r1"), number(Some(RED), Role::Defender, "r1"));
    // The builder leaves, and the fieldworks stay for the other unit.
    let mut board = board().put_all(&["b1", "b2"], 2).fieldworks(2, BLUE).moves();
    board.marches("b1", &[1]).act(Action::Done);
    assert_eq!(board.works(2), Some(BLUE));
}

#[test]
fn fab_5_24_holding_changes_nothing() {
    let mut board = board().put("b1", 1).put("b2", 2).reserve("b2").moves();
    let before = board.game.state.units.clone();
    assert_eq!(board.judge(&Action::Done), Ok("FAB-5.24"));
    board.act(Action::Done);
    assert!(board.is_done());
    assert_eq!(board.game.state.units, before);
}

#[test]
fn fab_5_31a_battles_define_border_types() {
    let marsh = board_of(|parts| {
        parts.ruleset.border_types[1].impassable_for = [Class::Armour].into();
        parts.ruleset.border_types[1].mp_extra = 1;
    });
    let board = marsh.put("b4", 2).put("b2", 1).put("b5", 3).moves();
    assert_eq!(board.way("b4", &[5]), Err("FAB-5.31a"));
    assert_eq!(board.costs("b5", &[6]), [3], "2 by field, and 1 for the border");
    assert_eq!(board.way("b2", &[4]), Ok(()));
}

#[test]
fn fab_5_31b_5_31c_only_rivers_have_bridges() {
    let mut board = administer(board().with_control(BLUE, &[3, 5, 6]));
    let blow = |board: &Board, a: u8, b: u8| {
        let edges = [board.edge(a, b)].into_iter().collect();
        Action::BlowBridges { engineer: board.chit("be1"), edges }
    };
    assert_eq!(board.judge(&blow(&board, 5, 6)), Err("FAB-5.31c"));
    // FAB-A40: this also applies where only a field connection crosses the river.
    let bridge = blow(&board, 3, 6);
    board.act(bridge);
    let board = board.put("b5", 3).put("b1", 2).moves();
    assert_eq!(board.costs("b5", &[6]), [3], "the whole allowance");
    assert_eq!(board.costs("b1", &[5]), [1], "that bridge is intact");
}

#[test]
fn fab_5_31d_5_32b_roads_cost_one() {
    let board = board().put("b4", 1).moves();
    assert_eq!(board.costs("b4", &[2, 5, 6]), [1, 1, 1], "open, a bridge, open");
    let dear = board_of(|parts| parts.ruleset.connection_types[0].armour = 2);
    assert_eq!(dear.put("b4", 1).moves().costs("b4", &[2, 5]), [2, 2]);
}

#[test]
fn fab_5_31e_5_32c_fields_cost_two() {
    let board = board().put("b4", 2).moves();
    assert_eq!(board.costs("b4", &[3, 6]), [2, 2], "open, a bridge");
    let dear = board_of(|parts| parts.ruleset.connection_types[1].armour = 3);
    assert_eq!(dear.put("b4", 2).moves().costs("b4", &[3, 6]), [3, 3]);
}

#[test]
fn fab_5_32e_occupied_areas_cost_one_more() {
    let cost = |laid: Board| laid.put("b4", 1).moves().costs("b4", &[2])[0];
    assert_eq!(cost(board()), 1);
    assert_eq!(cost(board().put("b1", 2)), 2, "friends");
    assert_eq!(cost(board().put("r1", 2)), 2, "enemies");
    assert_eq!(cost(board().with_defended_roadblock("be1", 2)), 2, "engineers");
    assert_eq!(
        cost(board().put("b1", 2).put("r1", 2).with_defended_roadblock("be1", 2)),
        2,
        "all of them"
    );
}

#[test]
fn fab_5_32f_leaving_contested_areas_costs_more() {
    let board_alone = board().with_control(BLUE, &[4, 5]).put("b4", 5).moves();
    assert_eq!(board_alone.costs("b4", &[2, 1]), [1, 1]);
    let contested = board().put("r1", 5).put("b4", 5).moves();
    assert_eq!(contested.costs("b4", &[2, 1]), [2, 1], "only with the first step");
}

#[test]
fn fab_5_34a_contested_areas_are_left_safely() {
    let laid = || board().put("r1", 5).put("b4", 5).with_control(BLUE, &[4]);
    assert_eq!(laid().moves().way("b4", &[4]), Ok(()));
    let contested = laid().put("b2", 4).put("r2", 4).moves();
    assert_eq!(contested.way("b4", &[4]), Err("FAB-5.34a"), "the area is Blue's and contested");
    assert_eq!(contested.way("b4", &[6]), Err("FAB-5.34a"), "the area is empty and Red's");
}

#[test]
fn fab_5_35a_units_move_one_at_a_time() {
    let mut board = board().put("b4", 1).put("b3", 3).put("r1", 5).moves();
    board.marches("b4", &[2, 5]).act(Action::BlowNow).dice(&[1]);
    assert_eq!(board.question(), Some((BLUE, Question::GoOn(board.unit("b4")))));
    assert_eq!(board.way("b3", &[6]), Err("FAB-E6"), "B4 is moving");
    board.act(Action::Done);
    assert_eq!(board.way("b3", &[6]), Ok(()));
    assert_eq!(board.way("b4", &[1]), Err("FAB-5.2"), "the unit does not set out again");
}

#[test]
fn fab_5_4c_strategic_move_ends_reserve() {
    let laid = board().with_control(BLUE, &[1, 2, 3]).put("b1", 1).reserve("b1").put("b2", 1);
    let mut board = laid.reserve("b2").begin(Phase::StrategicMovement, BLUE);
    let (unit, to) = (board.unit("b1"), board.area(3));
    board.act(Action::Transfer { unit, to });
    assert_eq!((board.reserve_of("b1"), board.reserve_of("b2")), (false, true));
    let expected = Happening::Reserve { unit, reserve: false };
    assert!(board.has_event(|what| *what == expected));
    let back = Action::Transfer { unit, to: board.area(1) };
    assert_eq!(board.judge(&back), Err("FAB-5.4a"), "only once");
}
