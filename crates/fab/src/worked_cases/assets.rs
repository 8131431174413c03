//! FAB-T48 to FAB-T54, FAB-T148: assignment of assets.

use sandtable_pack::fab::{
    AssetKind, ChitBox, ChitStart, DefenderArtillery, Effect, Event, EventKind, FireKind, Order,
    SupplyForAssets, Timing, sample,
};
use sandtable_pack::{AreaId, ChitId, SideId};

use super::board::{BLUE, Board, RED, board, board_of};
use crate::game::action::{Action, Question};

fn assignment(board: &Board, names: &[&str]) -> Result<(), &'static str> {
    board.judge(&Action::Assign(board.chits(names))).map(|_| ())
}

/// A board on which the attacker assigns assets next.
fn attack(board: Board, area: u8) -> Board {
    board.without_special_actions(RED).fight(area)
}

/// A board on which the defender assigns assets next.
fn defence(board: Board, area: u8) -> Board {
    let mut board = attack(board, area);
    if let Some((BLUE, Question::Assign)) = board.question() {
        board.assign(&[]);
    }
    board
}

/// An event of a Blue formation for use in combat.
fn air(name: &str, formation: &str) -> Event {
    Event {
        id: ChitId::new(name).expect("valid id"),
        side: SideId::new("blue").expect("valid id"),
        formation: sandtable_pack::FormationId::new(formation).expect("valid id"),
        kind: EventKind::Scripted {
            timing: [Timing::Combat].into(),
            effect: Effect::ExtraDice { n: 1, sn: 5, step: FireKind::Close },
        },
        start: ChitStart::In(ChitBox::Available),
    }
}

#[test]
fn fab_t48_one_formation_assigns_two_artillery() {
    let laid = board_of(|parts| {
        parts.scene.events.extend([air("bv8", "i"), air("bv9", "i")]);
        for index in 2..10 {
            let mut asset = sample::asset(&format!("bx{index}"), Some("i"), AssetKind::Battle);
            asset.start = ChitStart::In(ChitBox::Available);
            parts.scene.assets.push(asset);
        }
    });
    let board = attack(laid.put("r1", 4).put_all(&["b1", "b2"], 4), 4);
    assert_eq!(assignment(&board, &["ba1", "ba2", "be1", "bb1", "bv8"]), Ok(()));
    assert_eq!(assignment(&board, &["ba1", "ba2", "ba4"]), Err("FAB-6.31"));
    assert_eq!(assignment(&board, &["bv8", "bv9"]), Err("FAB-A54"));
    assert_eq!(assignment(&board, &["ba3"]), Err("FAB-2.3d"));
    let eight = ["be1", "bb1", "bx2", "bx3", "bx4", "bx5", "bx6", "bx7"];
    assert_eq!(assignment(&board, &eight), Ok(()));
    let nine = [&eight[..], &["bx8"]].concat();
    assert_eq!(assignment(&board, &nine), Err("FAB-A1"));
}

#[test]
fn fab_t49_two_formations_assign_only_artillery() {
    let laid = || {
        board_of(|parts| parts.scene.events.extend([air("bv8", "i"), air("bv9", "ii")]))
            .put("r1", 4)
    };
    let board = attack(laid().put_all(&["b3", "b4"], 4), 4);
    assert_eq!(assignment(&board, &["ba1", "ba3"]), Ok(()));
    assert_eq!(assignment(&board, &["ba1", "ba2"]), Err("FAB-6.22c"));
    assert_eq!(assignment(&board, &["bb1"]), Err("FAB-6.22c"));
    for event in ["bv8", "bv9"] {
        assert_eq!(assignment(&board, &[event]), Err("FAB-6.22c"), "{event}");
        assert_eq!(assignment(&board, &["ba1", "ba3", event]), Err("FAB-6.22c"), "{event}");
    }
    // A single formation may play its own event.
    for (unit, event) in [("b3", "bv8"), ("b4", "bv9")] {
        assert_eq!(assignment(&attack(laid().put(unit, 4), 4), &[event]), Ok(()), "{event}");
    }
}

#[test]
fn fab_6_22c_general_artillery_counts_within_limit() {
    let laid = board_of(|parts| {
        for name in ["bx1", "bx2", "bx3"] {
            let mut asset = sample::asset(name, Some("i"), AssetKind::Artillery);
            asset.any_formation = true;
            asset.start = ChitStart::In(ChitBox::Available);
            parts.scene.assets.push(asset);
        }
    });
    let board = attack(laid.put("r1", 4).put_all(&["b3", "b4"], 4), 4);
    // Each of two formations assigns one asset: its own, or one that serves all formations.
    for two in [["ba1", "ba3"], ["ba1", "bx1"], ["bx1", "ba3"], ["bx1", "bx2"]] {
        assert_eq!(assignment(&board, &two), Ok(()), "{two:?}");
    }
    for many in [&["ba1", "ba3", "bx1"][..], &["bx1", "bx2", "bx3"], &["ba1", "ba2"]] {
        assert_eq!(assignment(&board, many), Err("FAB-6.22c"), "{many:?}");
    }
}

#[test]
fn fab_t50_defender_assigns_one_artillery() {
    let one = defence(board().put("r1", 5).put("b4", 5), 5);
    assert_eq!(assignment(&one, &["ra1", "rb1", "rv1"]), Ok(()));
    assert_eq!(assignment(&one, &["ra1", "ra2"]), Err("FAB-2.3d"));
    let two = defence(board().put_all(&["r1", "r4"], 5).put("b4", 5), 5);
    assert_eq!(assignment(&two, &["ra1"]), Ok(()));
    assert_eq!(assignment(&two, &["ra2"]), Ok(()));
    assert_eq!(assignment(&two, &["ra1", "ra2"]), Err("FAB-6.23c"));
    assert_eq!(assignment(&two, &["rb1"]), Err("FAB-6.23c"));
    assert_eq!(assignment(&two, &["rv1"]), Err("FAB-6.23c"));
}

#[test]
fn fab_t51_unsupplied_attackers_get_no_assets() {
    let board_one = attack(board().put("r1", 4).put("b1", 4).unsupplied("b1"), 4);
    assert_ne!(board_one.question(), Some((BLUE, Question::Assign)));
    let board = attack(board().put("r1", 4).put_all(&["b1", "b2"], 4).unsupplied("b1"), 4);
    assert_ne!(board.question(), Some((BLUE, Question::Assign)));
}

#[test]
fn fab_t52_passengers_do_not_count() {
    let laid = board().put("r1", 4).put_all(&["b1", "b4"], 4).order("b1", Order::Disordered);
    let board = attack(laid, 4);
    assert_eq!(assignment(&board, &["ba3"]), Ok(()));
    assert_eq!(assignment(&board, &["bb2"]), Ok(()));
    assert_eq!(assignment(&board, &["ba1"]), Err("FAB-2.3d"));
}

#[test]
fn fab_t53_lone_engineers_get_one_artillery() {
    let laid = board().with_defended_roadblock("re1", 5).put("b4", 5).fight(5);
    assert_ne!(laid.question(), Some((RED, Question::Defend)), "no Special Action for them");
    let board = defence(board().with_defended_roadblock("re1", 5).put("b4", 5), 5);
    assert_eq!(assignment(&board, &["ra1"]), Ok(()));
    assert_eq!(assignment(&board, &["ra2"]), Err("FAB-2.3d"));
    assert_eq!(assignment(&board, &["rb1"]), Err("FAB-4.35c"));
    assert_eq!(assignment(&board, &["rv1"]), Err("FAB-4.35c"));
}

#[test]
fn fab_t54_scenario_raises_artillery_limit() {
    let laid = || {
        board_of(|parts| {
            let mut third = sample::asset("ra3", Some("x"), AssetKind::Artillery);
            third.start = ChitStart::In(ChitBox::Available);
            parts.scene.assets.push(third);
            parts.ruleset.defender_artillery.push(DefenderArtillery {
                side: Some(SideId::new("red").expect("valid id")),
                formation: None,
                area: Some(AreaId::new("4").expect("valid id")),
                turns: None,
                max: 2,
            });
        })
    };
    let there = defence(laid().put("r1", 4).put("b1", 4), 4);
    assert_eq!(assignment(&there, &["ra1", "ra3"]), Ok(()));
    let elsewhere = defence(laid().put("r1", 5).put("b1", 5), 5);
    assert_eq!(assignment(&elsewhere, &["ra1", "ra3"]), Err("FAB-6.31"));
}

#[test]
fn fab_t148_unsupplied_defender_with_route_gets_assets() {
    let out = |board: Board| defence(board.put("r1", 6).unsupplied("r1").put("b4", 6), 6);
    assert_eq!(assignment(&out(board()), &["ra1"]), Ok(()));
    // Without a route, the status of the last Supply Phase does not help.
    let cut = defence(board().put("r1", 6).put("b4", 6).with_control(BLUE, &[5, 8, 9]), 6);
    assert_ne!(cut.question(), Some((RED, Question::Assign)));
}

#[test]
fn fab_t148_ruling_denies_assets_to_unsupplied_defender() {
    let strict = board_of(|parts| {
        parts.ruleset.rulings.supply_for_assets = SupplyForAssets::StatusAndTrace;
    });
    let out = defence(strict.put("r1", 6).unsupplied("r1").put("b4", 6), 6);
    assert_ne!(out.question(), Some((RED, Question::Assign)));
}
