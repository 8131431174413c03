//! What must hold in every game: the invariants FAB-S20 to FAB-S33 at the end of every phase, the
//! same game from the same seed, and no more seen than may be.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_pack::fab::{Battle, BattleParts, ChitBox, ChitStart, Order, Phase, sample};
use sandtable_rules::{RandomStream, StreamPurpose};

use crate::action::{Input, Node};
use crate::bots::BotKind;
use crate::cases::board::{BLUE, RED, board};
use crate::event::Happening;
use crate::field::{Battlefield, ChitRole};
use crate::game::{Diary, Game};
use crate::index::{AreaIndex, ChitIndex, SideIndex, UnitIndex};
use crate::play::{Keep, play, replay, shown};
use crate::state::{ChitPlace, Reveal, UnitPlace, UnitState};
use crate::view::View;

fn field() -> Arc<Battlefield> {
    Arc::new(Battlefield::new(sample::battle()))
}

/// Plays a game of random answers and looks at it after every input.
fn each_state(seed: u64, mut look: impl FnMut(&Game)) {
    let mut game = Game::new(field(), Diary::Off);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    let mut thoughts = RandomStream::new(seed, StreamPurpose::FirstBot);
    for _ in 0..100_000 {
        let input = match game.node() {
            Node::Over(_) => return,
            Node::Decision { .. } => {
                let proposals = game.proposals();
                let action = thoughts.pick(&proposals).expect("something is always legal").clone();
                Input::Action(action)
            }
            _ => shown(&game, &mut dice).expect("dice and cups show something"),
        };
        game.apply(&input).expect("what is proposed is legal");
        look(&game);
    }
    panic!("the game does not end");
}

/// Debug builds look at the invariants where each phase ends (`invariants.rs`); what must not change in between is looked at
/// here.
#[test]
fn fab_s20_to_s33_hold_in_random_games() {
    for seed in 0..200 {
        let mut before: Option<Game> = None;
        each_state(seed, |game| {
            if let Some(before) = before.replace(game.clone()) {
                assert_eq!(game.wrongly_changed_since(&before), None);
            }
        });
    }
}

/// FAB-S10: from where to where a chit may go.
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

/// Every step of every chit is one of the table, so that each has one owner and one place, and what is eliminated lies in
/// its owner's box.
#[test]
fn fab_s25_s26_s31_s32_chits_go_from_place_to_place_as_the_table_says() {
    let field = field();
    let mut steps = 0;
    for seed in 0..60 {
        let start = Game::new(Arc::clone(&field), Diary::Off);
        let mut places: Vec<ChitPlace> = field.chits().map(|chit| start.state.chit(chit)).collect();
        for event in play(&field, seed, [BotKind::Random; 2], Keep::Everything).diary {
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

/// FAB-S22, FAB-S32: a unit is in one area or in none, and who has no step left is eliminated.
#[test]
fn fab_s22_s32_2_4a_units_are_in_one_place_each() {
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

/// A sound board in a phase, spoilt; what is noticed at the end of the phase.
fn noticed(phase: Phase, spoil: impl FnOnce(&mut Game)) -> Option<&'static str> {
    let laid = board().put("b1", 1).put("b3", 2).put("r1", 5).put("r3", 6).no_special_actions(RED);
    let mut game = laid.game;
    game.state.phase = phase;
    assert_eq!(game.broken_invariant(), None, "it is sound before");
    spoil(&mut game);
    game.broken_invariant()
}

fn unit(game: &Game, name: &str) -> UnitIndex {
    game.field.unit_of(name).expect("the fixture has it")
}

fn area(game: &Game, number: &str) -> AreaIndex {
    game.field.area_of(number).expect("the fixture has it")
}

fn chit(game: &Game, name: &str) -> ChitIndex {
    game.field.chit_of(name).expect("the fixture has it")
}

/// The board of each invariant that a board can break, broken.
#[test]
fn fab_s20_to_s29_s32_s33_a_broken_board_is_noticed() {
    type Case = (&'static str, Phase, fn(&mut Game));
    let cases: [Case; 19] = [
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
            game.move_chit(bb1, ChitPlace::OnMap(three), "FAB-S10");
        }),
        ("FAB-S25", Phase::Reaction, |game| {
            let (be1, three) = (chit(game, "be1"), area(game, "3"));
            game.state.area_mut(three).defended = Some(be1);
        }),
        ("FAB-S26", Phase::Reaction, |game| {
            let bv1 = chit(game, "bv1");
            game.move_chit(bv1, ChitPlace::In(ChitBox::Used), "FAB-S10");
        }),
        ("FAB-S27", Phase::Reaction, |game| {
            let road = game.field.between(area(game, "1"), area(game, "2"));
            game.state.blown[road.expect("they have a border").index()] = true;
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
    for (invariant, phase, spoil) in cases {
        assert_eq!(noticed(phase, spoil), Some(invariant), "{phase:?}");
    }
    // What is sound before a Supply Phase and not after it.
    let before_and_after =
        |spoil: fn(&mut Game)| [Phase::Reaction, Phase::Supply].map(|phase| noticed(phase, spoil));
    let roadblock = |game: &mut Game| {
        let eight = area(game, "8");
        game.state.area_mut(eight).roadblock = Some(RED);
    };
    assert_eq!(before_and_after(roadblock), [None, Some("FAB-S29")]);
    let defended = |game: &mut Game| {
        let (be1, three) = (chit(game, "be1"), area(game, "3"));
        game.move_chit(be1, ChitPlace::OnMap(three), "FAB-S10");
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

/// What changes and must not is noticed as well.
#[test]
fn fab_s30_s31_a_wrong_change_is_noticed() {
    let laid = || board().put("b1", 1).put("r1", 5).game;
    let noticed = |spoil: fn(&mut Game)| {
        let (before, mut game) = (laid(), laid());
        spoil(&mut game);
        game.wrongly_changed_since(&before)
    };
    assert_eq!(noticed(|_| ()), None);
    let cut = |game: &mut Game| {
        let b1 = unit(game, "b1");
        game.state.unit_mut(b1).supplied = false;
    };
    assert_eq!(noticed(cut), Some("FAB-S30"));
    let area_cut = |game: &mut Game| {
        let two = area(game, "2");
        game.state.area_mut(two).supplied = Some(false);
    };
    assert_eq!(noticed(area_cut), Some("FAB-S30"));
    let kept = |game: &mut Game| {
        let two = area(game, "2");
        game.state.area_mut(two).control = RED;
    };
    assert_eq!(noticed(kept), Some("FAB-S30"), "it has no supply of Red's yet");
    let in_supply = |game: &mut Game| {
        let b1 = unit(game, "b1");
        game.state.unit_mut(b1).supplied = false;
        game.state.phase = Phase::Supply;
    };
    assert_eq!(noticed(in_supply), None);
    let lost = |game: &mut Game| {
        let ba1 = chit(game, "ba1");
        game.state.chits[ba1.index()] = ChitPlace::NotInPlay;
    };
    assert_eq!(noticed(lost), Some("FAB-S31"));
}

/// FAB-V42: a start is looked at as the end of a phase is, but for what only a Supply Phase takes away. All but events in
/// the Used box is kept from a battle by checks of their own (FAB-V19 to FAB-V26): there it is a defence.
#[test]
fn fab_v42_the_start_is_looked_at() {
    let broken = |change: fn(&mut BattleParts)| {
        let mut parts = sample::parts();
        change(&mut parts);
        let battle = Battle::new(parts).expect("the pack does not ask this");
        Game::broken_at_start(&Arc::new(Battlefield::new(battle)))
    };
    assert_eq!(broken(|_| ()), None);
    let used = |parts: &mut BattleParts| {
        parts.scene.events[0].start = ChitStart::In(ChitBox::Used);
    };
    assert_eq!(broken(used), Some("FAB-S26"));
    let roadblock = |parts: &mut BattleParts| {
        let (area, side) = (parts.scene.areas[7].id.clone(), parts.scene.sides[1].clone());
        parts.scene.markers.roadblocks.insert(area, side);
        parts.scene.start.phase = Phase::Supply;
    };
    assert_eq!(broken(roadblock), None);
}

#[test]
fn fab_t140_same_seed_same_game() {
    let field = field();
    let bots = [BotKind::Random; 2];
    for seed in 0..20 {
        let one = play(&field, seed, bots, Keep::Everything);
        let two = play(&field, seed, bots, Keep::Everything);
        assert_eq!(one, two);
        assert!(one.anomalies.is_empty(), "{:?}", one.anomalies);
        assert!(one.verdict.is_some());
        let again = replay(&field, &one.inputs, Diary::Kept).expect("it was legal");
        assert_eq!((again.digest(), again.diary()), (one.digest, one.diary.as_slice()));
    }
}

/// Who stays where he is makes use of it: planners' units go into reserve, those of others dig in.
#[test]
fn fab_5_21a_idle_units_go_into_reserve_or_dig_in() {
    let field = field();
    let happens = |bot, of: fn(&Happening) -> bool| {
        let games = (0..10).map(|seed| play(&field, seed, [bot; 2], Keep::Everything));
        games.flat_map(|game| game.diary).filter(|event| of(&event.what)).count()
    };
    let reserve = |what: &Happening| matches!(what, Happening::Reserve { reserve: true, .. });
    assert!(happens(BotKind::Planner, reserve) > 0);
    assert_eq!(happens(BotKind::Cautious, reserve), 0);
    let works = |what: &Happening| matches!(what, Happening::Fieldworks { .. });
    assert!(happens(BotKind::Cautious, works) > 0);
}

/// All that a side sees, in one text.
fn seen(game: &Game, side: SideIndex) -> String {
    let view = View::new(game, side);
    let areas: Vec<_> = game.field.areas().map(|area| *view.area(area)).collect();
    let own: Vec<_> = view.units().map(|(unit, _)| view.unit(unit)).collect();
    let combat = (view.combat(), view.hits(), SideIndex::BOTH.map(|side| view.point(side)));
    format!("{:?} {:?} {own:?} {areas:?} {combat:?} {:?}", view.phase(), view.points(), {
        serde_json::to_string(&view.blocks()).expect("it serialises")
    })
}

/// FAB-E7.
#[test]
fn fab_2_2a_hidden_labels_make_no_difference_to_the_enemy() {
    let mut compared = 0;
    for seed in 0..40 {
        each_state(seed, |game| {
            let hidden: Vec<_> = game
                .field
                .units()
                .filter(|&unit| game.side_of(unit) == SideIndex::Second)
                .filter(|&unit| {
                    game.state.area_of(unit).is_some()
                        && game.state.unit(unit).reveal == Reveal::Hidden
                })
                .collect();
            let [one, other, ..] = hidden[..] else { return };
            let mut changed = game.clone();
            let (a, b) = (*game.state.unit(one), *game.state.unit(other));
            changed.put(one, b.place);
            changed.put(other, a.place);
            *changed.state.unit_mut(one) = UnitState { steps: a.steps, ..b };
            *changed.state.unit_mut(other) = UnitState { steps: b.steps, ..a };
            assert_eq!(seen(game, SideIndex::First), seen(&changed, SideIndex::First));
            compared += 1;
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// FAB-E7: steps that nobody sees have no say in what the enemy sees, nor in what he may do.
#[test]
fn fab_2_2a_hidden_steps_make_no_difference_to_the_enemy() {
    let mut compared = 0;
    for seed in 0..40 {
        each_state(seed, |game| {
            let mut hidden = game.field.units_of(SideIndex::Second).filter(|&unit| {
                let state = game.state.unit(unit);
                game.state.area_of(unit).is_some() && state.reveal == Reveal::Hidden
            });
            let Some(one) = hidden.next() else { return };
            let mut changed = game.clone();
            let full = game.field.unit(one).full();
            changed.state.unit_mut(one).steps = game.state.unit(one).steps % full + 1;
            if full == 1 {
                return;
            }
            assert_eq!(seen(game, SideIndex::First), seen(&changed, SideIndex::First));
            let may = |game: &Game| View::new(game, SideIndex::First).proposals();
            assert_eq!(may(game), may(&changed));
            compared += 1;
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// A point that is named in secret makes no difference to the enemy until he has named his (FAB-E7).
#[test]
fn fab_6_24a_a_secret_point_makes_no_difference_to_the_enemy() {
    let laid = || board().all(&["r1", "r2"], 5).all(&["b1", "b2"], 5).no_special_actions(RED);
    let led = |name: &str| {
        let mut board = laid().bare_fight(5);
        board.lead(name);
        board
    };
    let (one, other) = (led("r1"), led("r2"));
    assert_eq!(seen(&one.game, BLUE), seen(&other.game, BLUE));
    assert_ne!(seen(&one.game, RED), seen(&other.game, RED));
}

/// FAB-10b: those who command use what spares steps: they abort, give ground, and let artillery disorder them.
#[test]
fn fab_10b_commanders_absorb_hits() {
    let field = field();
    let games = (0..20).map(|seed| play(&field, seed, [BotKind::Planner; 2], Keep::Everything));
    let rules: BTreeSet<&str> =
        games.flat_map(|game| game.diary).map(|event| event.rule.0).collect();
    for rule in ["FAB-6.41b1", "FAB-6.42b", "FAB-6.6f", "FAB-6.42a"] {
        assert!(rules.contains(rule), "{rule}");
    }
}
