//! FAB-6.1 to FAB-6.3: combats, their assets and point units.

use sandtable_pack::fab::{
    AssetKind, ChitBox, ChitStart, DefenderArtillery, FireKind, Order, Phase, sample,
};

use crate::game::action::{Action, Piece, Question};
use crate::game::event::Happening;
use crate::state::ChitPlace;
use crate::state::round::{Role, Stage};
use crate::view::View;
use crate::worked_cases::board::{BLUE, Board, RED, board, board_of};

/// Marks these areas as contested before this turn.
fn contested_before(mut board: Board, numbers: &[u8]) -> Board {
    for &number in numbers {
        let area = board.area(number);
        board.game.state.area_mut(area).contested_at_start = true;
    }
    board
}

/// A fixture with more available assets of a kind for Red's formation X, and a matching artillery
/// limit for the defender.
fn with_more(kind: AssetKind, names: &'static [&'static str]) -> Board {
    board_of(|parts| {
        for name in names {
            let mut asset = sample::asset(name, Some("x"), kind);
            asset.start = ChitStart::In(ChitBox::Available);
            parts.scene.assets.push(asset);
        }
    })
}

fn assigned_assets(board: &Board, names: &[&str]) -> Result<(), &'static str> {
    board.judge(&Action::Assign(board.chits(names))).map(|_| ())
}

/// A round at the defender's assignment.
fn defence(laid: Board, number: u8) -> Board {
    let mut board = laid.without_special_actions(RED).fight(number);
    if let Some((BLUE, Question::Assign)) = board.question() {
        board.assign(&[]);
    }
    board
}

#[test]
fn fab_6_1a_only_new_combats_are_mandatory() {
    let laid =
        board().put("r1", 5).put("b1", 5).put("r2", 4).put("b2", 4).without_special_actions(RED);
    let mut board = contested_before(laid, &[4]).begin(Phase::Combat, BLUE);
    assert_eq!(board.judge(&Action::Done), Err("FAB-6.1a"));
    let area = board.area(5);
    board.act(Action::Fight { area, by: None }).pass_to_points().miss_all();
    assert_eq!(board.question(), Some((BLUE, Question::Fight)));
    assert_eq!(board.judge(&Action::Fight { area: board.area(4), by: None }), Ok("FAB-6.1a"));
    board.act(Action::Done);
    assert!(board.is_done());
}

#[test]
fn fab_6_2a_the_phasing_player_attacks() {
    let laid = board().put("r1", 5).put("b1", 5).without_special_actions(BLUE);
    let mut board = laid.begin(Phase::Combat, RED);
    assert_eq!(board.game.side_in(Role::Attacker), RED);
    assert_eq!(board.question(), Some((RED, Question::Assign)), "the attacker is first");
    let units = &board.game.round().units;
    assert_eq!(units[Role::Attacker.index()].as_slice(), [board.unit("r1")]);
    assert_eq!(units[Role::Defender.index()].as_slice(), [board.unit("b1")]);
    board.assign(&["ra1"]);
    assert_eq!(
        board.game.round().assets[Role::Attacker.index()].as_slice(),
        board.chits(&["ra1"]).as_slice()
    );
}

#[test]
fn fab_6_23a_defenders_need_a_current_route() {
    let laid = |open: &[u8]| {
        board().with_control(BLUE, &[4, 6, 8]).with_control(RED, open).put("r1", 5).put("b4", 5)
    };
    let cut = defence(laid(&[]), 5);
    assert_ne!(cut.question(), Some((RED, Question::Assign)));
    let fed = defence(laid(&[6]), 5);
    assert_eq!(assigned_assets(&fed, &["ra1"]), Ok(()));
}

#[test]
fn fab_6_23b_one_formation_limits_defender_assets() {
    let board = defence(
        with_more(AssetKind::Battle, &["rb2", "rb3", "rb4", "rb5"]).put("r1", 5).put("b4", 5),
        5,
    );
    assert_eq!(assigned_assets(&board, &["ra1", "rb1", "rb2", "rb3", "rb4", "rb5", "rv1"]), Ok(()));
    assert_eq!(assigned_assets(&board, &["rb1", "rb2", "rb3", "rb4", "rb5", "rf1"]), Err("FAB-A1"));
    let board = defence(with_more(AssetKind::Artillery, &["ra3"]).put("r1", 5).put("b4", 5), 5);
    assert_eq!(assigned_assets(&board, &["ra1", "ra3"]), Err("FAB-6.31"));
}

#[test]
fn fab_6_23c_mixed_defenders_get_one_artillery() {
    let board = defence(board().put_all(&["r1", "r4"], 5).put("b4", 5), 5);
    assert_eq!(assigned_assets(&board, &["ra1"]), Ok(()));
    assert_eq!(assigned_assets(&board, &["ra2"]), Ok(()));
    assert_eq!(assigned_assets(&board, &["ra1", "ra2"]), Err("FAB-6.23c"));
    assert_eq!(assigned_assets(&board, &["rb1"]), Err("FAB-6.23c"));
}

/// FAB-D25 grants a defender more artillery; the limit to "any one formation involved" still
/// applies.
#[test]
fn fab_6_23c_extra_artillery_is_of_one_formation() {
    let more = board_of(|parts| {
        let anywhere =
            DefenderArtillery { side: None, formation: None, area: None, turns: None, max: 2 };
        parts.ruleset.defender_artillery.push(anywhere);
    });
    let board = defence(more.put_all(&["r1", "r4"], 5).put("b4", 5), 5);
    assert_eq!(assigned_assets(&board, &["ra1"]), Ok(()));
    assert_eq!(assigned_assets(&board, &["ra2"]), Ok(()));
    assert_eq!(assigned_assets(&board, &["ra1", "ra2"]), Err("FAB-6.23c"));
}

#[test]
fn fab_6_24a_defender_names_the_point_first() {
    let laid =
        || board().put_all(&["r1", "r2"], 5).put_all(&["b1", "b2"], 5).without_special_actions(RED);
    let seen = |laid: Board| {
        let mut board = laid.fight_without_assets(5);
        assert_eq!(board.question(), Some((RED, Question::Lead)));
        board.lead("r2");
        assert_eq!(board.question(), Some((BLUE, Question::Lead)));
        let point = View::new(&board.game, BLUE).point(RED);
        let own = View::new(&board.game, RED).point(RED);
        assert_eq!(own, Some(board.piece("r2")));
        board.lead("b1");
        assert_eq!(View::new(&board.game, BLUE).point(RED), own, "the point is no longer secret");
        point
    };
    assert_eq!(seen(laid()), None);
    let old = contested_before(laid(), &[5]);
    let r2 = old.piece("r2");
    assert_eq!(seen(old), Some(r2), "all units are face up");
}

#[test]
fn fab_6_24c_point_loses_the_first_step() {
    for point in ["b1", "b2"] {
        let laid = board().put("r1", 5).put_all(&["b1", "b2"], 5).without_special_actions(RED);
        let mut board = laid.fight_without_assets(5);
        board.lead(point).dice(&[1, 10, 10]);
        assert_eq!(board.steps_of("b1"), if point == "b1" { 3 } else { 4 });
        assert_eq!(board.steps_of("b2"), if point == "b2" { 2 } else { 3 });
    }
}

#[test]
fn fab_6_24e_all_units_are_revealed() {
    let laid =
        board().put_all(&["r1", "r2"], 5).put_all(&["b1", "b2"], 5).order("b1", Order::Disordered);
    let mut board = laid.without_special_actions(RED).fight_without_assets(5);
    let all = ["r1", "r2", "b1", "b2"];
    assert!(all.iter().all(|name| !board.is_face_up(name)));
    board.lead("r1");
    // Only B2 can lead: B1 takes no part, but is revealed too.
    assert!(all.iter().all(|name| board.is_face_up(name)));
}

#[test]
fn fab_6_25a_each_artillery_asset_rolls_once() {
    for (guns, dice) in [(&["ba1"][..], 1), (&["ba1", "ba2"], 2), (&["ba1", "bb1"], 1)] {
        let laid = board().put("r1", 5).put("b2", 5).without_special_actions(RED);
        let mut board = laid.fight(5);
        board.assign(guns).assign(&[]);
        assert_eq!(board.game.round().stage, Stage::AttackerArtillery);
        assert_eq!(board.awaits_dice(), dice);
    }
    let laid = board().put("r1", 5).put("b2", 5).without_special_actions(RED);
    let mut board = laid.fight(5);
    board.assign(&["ba1"]).assign(&[]).dice(&[1]);
    assert_eq!(board.question(), Some((RED, Question::Disorder)), "hits as in FAB-6.42");
}

#[test]
fn fab_6_25c_eliminated_defenders_fire_artillery_only() {
    let shot = |red: &[&str]| {
        let laid = board().with_control(BLUE, &[5]).put("r2", 6).steps("r2", 1).put("b3", 6);
        let laid = laid.order("r2", Order::Disordered).without_special_actions(RED);
        let mut board = laid.fight(6);
        board.assign(&["ba1"]).assign(red).dice(&[1]);
        assert_eq!(board.at("r2"), 0);
        board
    };
    let mut guns = shot(&["ra1"]);
    assert_eq!(guns.game.round().stage, Stage::DefenderArtillery);
    guns.dice(&[10]);
    // No side fires in close combat.
    for board in [guns, shot(&[])] {
        assert!(matches!(board.question(), Some((BLUE, Question::Exploit(_)))));
        let close =
            |what: &Happening| matches!(what, Happening::Fired { kind: FireKind::Close, .. });
        assert!(!board.has_event(close));
    }
}

#[test]
fn fab_6_26b_aborting_ends_the_round() {
    let mut board = board_of(|parts| {
        let mut third = sample::asset("ra3", Some("x"), AssetKind::Artillery);
        third.start = ChitStart::In(ChitBox::Available);
        parts.scene.assets.push(third);
        let anywhere =
            DefenderArtillery { side: None, formation: None, area: None, turns: None, max: 2 };
        parts.ruleset.defender_artillery.push(anywhere);
    });
    board = board.put("r1", 5).put("b2", 5).without_special_actions(RED).fight(5);
    board.assign(&[]).assign(&["ra1", "ra3"]).dice(&[1, 1]).act(Action::Abort);
    assert!(board.is_done());
    let close = |what: &Happening| matches!(what, Happening::Fired { kind: FireKind::Close, .. });
    assert!(!board.has_event(close));
}

#[test]
fn fab_6_3_assigned_assets_fight() {
    let fires = |names: &[&str]| {
        let laid =
            board().put("r1", 6).with_control(BLUE, &[5]).put("b2", 6).without_special_actions(RED);
        let mut board = laid.fight(6);
        board.assign(names);
        for name in names {
            assert_eq!(board.chit_place(name), ChitPlace::Assigned);
        }
        board.assign(&[]).dice(&[10, 10, 10]);
        board.awaits_dice()
    };
    // BB1 is available but need not be assigned.
    assert_eq!((fires(&[]), fires(&["bb1"])), (3, 4));
}

#[test]
fn fab_6_28a_terrain_hampers_offensive_close_fire() {
    // A hill has Terrain Difficulty Number 2.
    let laid = board().put("r1", 4).put("b2", 4).without_special_actions(RED);
    let mut board = laid.fight(4);
    board.assign(&["ba1"]).assign(&["ra1"]);
    let mut fires = Vec::new();
    while !board.is_done() {
        fires.push((board.game.round().stage, board.game.fire_numbers()[0]));
        let misses = vec![10; usize::from(board.awaits_dice())];
        board.dice(&misses);
    }
    let expected = [
        (Stage::AttackerArtillery, 5),
        (Stage::DefenderArtillery, 5),
        (Stage::DefensiveFire, 5),
        (Stage::OffensiveFire, 3),
    ];
    assert_eq!(fires, expected);
}

#[test]
fn fab_6_29_contested_units_stay_face_up() {
    let laid = || board().put("r1", 5).put("b2", 5).without_special_actions(RED);
    let mut both = laid().fight(5);
    both.assign(&["ba1"]).assign(&["ra1", "rv1"]).miss_all();
    assert!(both.is_done() && both.is_face_up("b2") && both.is_face_up("r1"));
    assert!(both.is_in("ba1", ChitBox::Used) && both.is_in("ra1", ChitBox::Used));
    assert!(both.is_in("rv1", ChitBox::Eliminated), "an event is used once");
    let mut gone = laid().fight_without_assets(5);
    gone.dice(&[10, 10, 10]).dice(&[1, 10, 10]).act(Action::GiveGround);
    let to = gone.area(8);
    let r1 = gone.unit("r1");
    assert!(gone.is_face_up("b2") && gone.is_face_up("r1"));
    gone.act(Action::Retreat { unit: r1, to });
    assert!(gone.is_done() && !gone.is_face_up("b2") && !gone.is_face_up("r1"));
    let hidden = |unit| gone.has_event(|what| *what == Happening::Hidden { unit });
    assert!(hidden(r1) && hidden(gone.unit("b2")));
}

#[test]
fn fab_6_31_artillery_takes_no_step_loss() {
    let laid = board().put("r1", 5).put("b2", 5).without_special_actions(RED);
    let mut board = laid.fight(5);
    board.assign(&["ba1", "ba2", "bb1"]).assign(&["ra1"]).dice(&[10, 10]).dice(&[1]);
    let targets = board.game.loss_targets(Role::Attacker).to_vec();
    assert_eq!(targets, [board.piece("b2"), board.piece("bb1")]);
    let gun = Piece::Asset(board.chit("ba1"));
    assert_eq!(board.judge(&Action::Lose(gun)), Err("FAB-6.43"));
}
