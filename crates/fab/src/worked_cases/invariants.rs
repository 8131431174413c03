//! The invariants FAB-S20 to FAB-S33: chits and units move only as allowed, and every violation is
//! detected.

use sandtable_engine::rule_ids::*;
use std::sync::Arc;

use sandtable_pack::fab::{ChitBox, Order, Phase};

use super::properties::{each_state, field};
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{ChitPlace, UnitPlace};
use crate::worked_cases::board::{RED, board};
use sandtable_engine::Diary;
use sandtable_engine::Keep;
use sandtable_engine::{BotKind, play_bots};
use sandtable_pack::fab::ChitRole;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

/// FAB-S10: whether the table allows a chit to move between these places.
fn may_go(role: &ChitRole, engineer: bool, from: ChitPlace, to: ChitPlace) -> bool {
    use ChitBox::{Available, Cup, Eliminated, Used};
    use ChitPlace::{Assigned, In, OnMap, Turn};
    match role {
        ChitRole::Reusable => matches!(
            (from, to),
            (Turn(_), In(Available)) | (In(Available), In(Used)) | (In(Used), In(Available))
        ),
        ChitRole::Event(_) => matches!(
            (from, to),
            (Turn(_), In(Cup))
                | (In(Cup), In(Available))
                | (In(Available), In(Eliminated) | Assigned)
                | (Assigned, In(Eliminated))
        ),
        ChitRole::Asset(_) => match (from, to) {
            (In(Available), OnMap(_)) => engineer,
            (Turn(_), In(Cup))
            | (In(Cup), In(Available))
            | (In(Available), In(Used) | Assigned)
            | (In(Used), In(Cup) | In(Available))
            | (Assigned | OnMap(_), In(Used) | In(Eliminated))
            | (In(Eliminated), In(Cup)) => true,
            _ => false,
        },
    }
}

/// Every chit move is in the table. Therefore each chit has one owner and one place, and eliminated
/// chits are in their owner's box.
#[test]
fn fab_s25_s26_s31_s32_chit_moves_follow_the_table() {
    let field = field();
    let mut steps = 0;
    for seed in 0..60 {
        let start = Game::new(Arc::clone(&field), Diary::Off);
        let mut places: Vec<ChitPlace> = field.chits().map(|chit| start.state.chit(chit)).collect();
        for event in
            play_bots::<Game>(&field, seed, [BotKind::Random; 2], Keep::Everything).game.diary()
        {
            if let Happening::Chit { chit, place } = event.what {
                let from = std::mem::replace(&mut places[chit.index()], place);
                let card = field.chit(chit);
                let may = may_go(&card.role, card.is_engineer(), from, place);
                assert!(may, "{chit:?} from {from:?} to {place:?} by {}", event.rule);
                steps += 1;
            }
        }
    }
    assert!(steps > 1_000, "{steps}");
}

/// FAB-S22, FAB-S32: a unit is in at most one area, and a unit without steps is eliminated.
#[test]
fn fab_s22_s32_2_4a_each_unit_has_one_place() {
    for seed in 0..100 {
        each_state(seed, |game| {
            for unit in game.field.units() {
                let areas = game.field.areas();
                let there = areas.filter(|&area| {
                    SideIndex::BOTH
                        .into_iter()
                        .any(|side| game.state.units_in(area, side).contains(&unit))
                });
                let there: Vec<_> = there.collect();
                assert_eq!(there, game.state.area_of(unit).into_iter().collect::<Vec<_>>());
                let one = game.state.unit(unit);
                assert_eq!(one.place == UnitPlace::Eliminated, one.steps == 0, "FAB-S32");
            }
        });
    }
}

/// Corrupts a valid board in a phase; returns the violation detected at the end of the phase.
fn detect_violation(phase: Phase, corrupt: impl FnOnce(&mut Game)) -> Option<&'static str> {
    let laid =
        board().put("b1", 1).put("b3", 2).put("r1", 5).put("r3", 6).without_special_actions(RED);
    let mut game = laid.game;
    game.state.phase = phase;
    assert_eq!(game.broken_invariant(), None, "the board is valid before");
    corrupt(&mut game);
    game.broken_invariant().map(|rule| rule.0)
}

fn unit(game: &Game, name: &str) -> UnitIndex {
    game.field.find_unit(name).expect("the fixture has this unit")
}

fn area(game: &Game, number: &str) -> AreaIndex {
    game.field.find_area(number).expect("the fixture has this area")
}

fn chit(game: &Game, name: &str) -> ChitIndex {
    game.field.find_chit(name).expect("the fixture has this chit")
}

/// One corrupt board for each invariant that a board can violate.
#[test]
fn fab_s20_to_s29_s32_s33_corrupt_boards_are_detected() {
    type Case = (&'static str, Phase, fn(&mut Game));
    let cases: [Case; 20] = [
        ("FAB-S20", Phase::Reaction, |game| {
            for name in ["b2", "b5"] {
                let one = area(game, "1");
                game.put(unit(game, name), UnitPlace::Area(one));
            }
        }),
        ("FAB-S21", Phase::Reaction, |game| {
            let one = area(game, "1");
            game.state.area_mut(one).control = RED;
        }),
        ("FAB-S22", Phase::Reaction, |game| {
            let b1 = unit(game, "b1");
            game.state.unit_mut(b1).steps = 0;
        }),
        ("FAB-S22", Phase::Reaction, |game| {
            let b1 = unit(game, "b1");
            game.state.unit_mut(b1).steps = 5;
        }),
        ("FAB-S22", Phase::Reaction, |game| {
            let b5 = unit(game, "b5");
            game.state.unit_mut(b5).order = Order::Disordered;
        }),
        ("FAB-S22", Phase::Reaction, |game| {
            let (b1, two) = (unit(game, "b1"), area(game, "2"));
            game.state.unit_mut(b1).place = UnitPlace::Area(two);
        }),
        ("FAB-S23", Phase::Reaction, |game| {
            for (name, at) in [("b1", "1"), ("b2", "3"), ("b3", "2")] {
                let (unit, at) = (unit(game, name), area(game, at));
                game.put(unit, UnitPlace::Area(at));
                game.state.unit_mut(unit).reserve = true;
            }
        }),
        ("FAB-S23", Phase::Reaction, |game| {
            let (b1, five) = (unit(game, "b1"), area(game, "5"));
            game.put(b1, UnitPlace::Area(five));
            game.state.unit_mut(b1).reserve = true;
        }),
        ("FAB-S24", Phase::Reaction, |game| {
            let b1 = unit(game, "b1");
            game.state.unit_mut(b1).exploit = true;
        }),
        ("FAB-S24", Phase::Reaction, |game| {
            let r3 = unit(game, "r3");
            game.state.unit_mut(r3).exploit = true;
        }),
        ("FAB-S24", Phase::Supply, |game| {
            let b3 = unit(game, "b3");
            game.state.unit_mut(b3).exploit = true;
        }),
        ("FAB-S25", Phase::Combat, |game| {
            let be1 = chit(game, "be1");
            game.state.chits[be1.index()] = ChitPlace::Assigned;
        }),
        ("FAB-S25", Phase::Reaction, |game| {
            let (bb1, three) = (chit(game, "bb1"), area(game, "3"));
            game.move_chit(bb1, ChitPlace::OnMap(three), FAB_S10);
        }),
        ("FAB-S25", Phase::Reaction, |game| {
            let (be1, three) = (chit(game, "be1"), area(game, "3"));
            game.state.area_mut(three).defended = Some(be1);
        }),
        ("FAB-S22", Phase::Reaction, |game| {
            let seven = area(game, "7");
            game.state.forces[0].insert(seven);
        }),
        ("FAB-S26", Phase::Reaction, |game| {
            let bv1 = chit(game, "bv1");
            game.move_chit(bv1, ChitPlace::In(ChitBox::Used), FAB_S10);
        }),
        ("FAB-S27", Phase::Reaction, |game| {
            let road = game.field.edge_between(area(game, "1"), area(game, "2"));
            game.state.blown[road.expect("the areas share a border").index()] = true;
        }),
        ("FAB-S28", Phase::Reaction, |game| {
            let seven = area(game, "7");
            game.state.area_mut(seven).fieldworks = Some(RED);
        }),
        ("FAB-S32", Phase::Reaction, |game| game.put(unit(game, "b1"), UnitPlace::Eliminated)),
        ("FAB-S29", Phase::Supply, |game| {
            let seven = area(game, "7");
            game.state.area_mut(seven).river_assault = true;
        }),
    ];
    for (invariant, phase, corrupt) in cases {
        assert_eq!(detect_violation(phase, corrupt), Some(invariant), "{phase:?}");
    }
    // This board is valid before a Supply Phase but not after it.
    let before_and_after = |corrupt: fn(&mut Game)| {
        [Phase::Reaction, Phase::Supply].map(|phase| detect_violation(phase, corrupt))
    };
    let roadblock = |game: &mut Game| {
        let eight = area(game, "8");
        game.state.area_mut(eight).roadblock = Some(RED);
    };
    assert_eq!(before_and_after(roadblock), [None, Some("FAB-S29")]);
    let defended = |game: &mut Game| {
        let (be1, three) = (chit(game, "be1"), area(game, "3"));
        game.move_chit(be1, ChitPlace::OnMap(three), FAB_S10);
    };
    assert_eq!(before_and_after(defended), [None, Some("FAB-S25")]);
    let works = |game: &mut Game| {
        let (b1, five) = (unit(game, "b1"), area(game, "5"));
        game.put(b1, UnitPlace::Area(five));
        game.state.area_mut(five).fieldworks = Some(RED);
    };
    assert_eq!(before_and_after(works), [None, Some("FAB-S28")]);
    let reserve = |game: &mut Game| {
        let r1 = unit(game, "r1");
        game.state.unit_mut(r1).reserve = true;
    };
    assert_eq!(before_and_after(reserve), [None, Some("FAB-S33")]);
}

/// Forbidden changes are detected too.
#[test]
fn fab_s30_s31_forbidden_changes_are_detected() {
    let laid = || board().put("b1", 1).put("r1", 5).game;
    let detected = |corrupt: fn(&mut Game)| {
        let (before, mut game) = (laid(), laid());
        corrupt(&mut game);
        game.forbidden_change_since(&before)
    };
    assert_eq!(detected(|_| ()), None);
    let cut = |game: &mut Game| {
        let b1 = unit(game, "b1");
        game.state.unit_mut(b1).supplied = false;
    };
    assert_eq!(detected(cut), Some(FAB_S30));
    let area_cut = |game: &mut Game| {
        let two = area(game, "2");
        game.state.area_mut(two).supplied = Some(false);
    };
    assert_eq!(detected(area_cut), Some(FAB_S30));
    let kept = |game: &mut Game| {
        let two = area(game, "2");
        game.state.area_mut(two).control = RED;
    };
    assert_eq!(detected(kept), Some(FAB_S30), "it has no supply of Red's yet");
    let in_supply = |game: &mut Game| {
        let b1 = unit(game, "b1");
        game.state.unit_mut(b1).supplied = false;
        game.state.phase = Phase::Supply;
    };
    assert_eq!(detected(in_supply), None);
    let lost = |game: &mut Game| {
        let ba1 = chit(game, "ba1");
        game.state.chits[ba1.index()] = ChitPlace::NotInPlay;
    };
    assert_eq!(detected(lost), Some(FAB_S31));
}
