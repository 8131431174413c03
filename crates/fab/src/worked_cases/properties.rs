//! Properties of every game. The invariants FAB-S20 to FAB-S33 hold at the end of every phase;
//! `invariants.rs` tests violations. The same seed gives the same game, and views reveal no hidden
//! information.

use sandtable_engine::Game as _;
use sandtable_engine::rule_ids::*;
use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_engine::{RandomStream, StreamPurpose, play_bots};
use sandtable_pack::fab::{Battle, BattleParts, ChitBox, ChitStart, Phase, UnitStart, sample};

use crate::game::Game;
use crate::game::action::{Input, Node};
use crate::game::event::Happening;
use crate::state::{ChitPlace, Reveal, UnitState};
use crate::view::View;
use crate::worked_cases::board::{BLUE, RED, board};
use sandtable_engine::BotKind;
use sandtable_engine::Diary;
use sandtable_engine::{Keep, replay};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::SideIndex;

pub(super) fn field() -> Arc<Battlefield> {
    Arc::new(Battlefield::new(sample::battle()))
}

/// Plays a game of random answers and passes each state to `look`.
pub(super) fn each_state(seed: u64, mut look: impl FnMut(&Game)) {
    let mut game = Game::new(field(), Diary::Off);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    let mut thoughts = RandomStream::new(seed, StreamPurpose::FirstBot);
    for _ in 0..100_000 {
        let input = match game.node() {
            Node::Over(_) => return,
            Node::Decision { .. } => {
                let proposals = game.proposals();
                let action =
                    thoughts.pick(&proposals).expect("a legal action always exists").clone();
                Input::Action(action)
            }
            node => game.chance_input(&node, &mut dice).expect("the node waits for dice or a chit"),
        };
        game.apply(&input).expect("proposals are legal");
        look(&game);
    }
    panic!("the game does not end");
}

/// Debug builds check invariants at the end of each phase (`invariants.rs`). This test checks that
/// no forbidden changes happen in between.
#[test]
fn fab_s20_to_s33_hold_in_random_games() {
    for seed in 0..200 {
        let mut before: Option<Game> = None;
        each_state(seed, |game| {
            if let Some(before) = before.replace(game.clone()) {
                assert_eq!(game.forbidden_change_since(&before), None);
            }
        });
    }
}

/// FAB-V42: a start is checked like the end of a phase, except for markers that only a Supply Phase
/// removes. Other battle checks (FAB-V19 to FAB-V26) catch all such cases except events in the Used
/// box. For all others this check is redundant.
#[test]
fn fab_v42_start_is_checked() {
    let broken = |change: fn(&mut BattleParts)| {
        let mut parts = sample::parts();
        change(&mut parts);
        let battle = Battle::new(parts).expect("the pack accepts the battle");
        Game::broken_at_start(&Arc::new(Battlefield::new(battle)))
    };
    assert_eq!(broken(|_| ()), None);
    let used = |parts: &mut BattleParts| {
        parts.scene.events[0].start = ChitStart::In(ChitBox::Used);
    };
    assert_eq!(broken(used), Some(FAB_S26));
    let roadblock = |parts: &mut BattleParts| {
        let (area, side) = (parts.scene.areas[7].id.clone(), parts.scene.sides[1].clone());
        parts.scene.markers.roadblocks.insert(area, side);
        parts.scene.start.phase = Phase::Supply;
    };
    assert_eq!(broken(roadblock), None);
}

#[test]
fn fab_t140_same_seed_gives_same_game() {
    let field = field();
    let bots = [BotKind::Random; 2];
    for seed in 0..20 {
        let one = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        let two = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        assert_eq!(one.inputs, two.inputs);
        assert_eq!(one.game.diary(), two.game.diary());
        assert_eq!((one.end, one.steps, one.digest), (two.end, two.steps, two.digest));
        assert_eq!(one.anomalies, two.anomalies);
        assert!(one.anomalies.is_empty(), "{:?}", one.anomalies);
        assert!(one.end.is_some());
        let again: Game =
            replay(&field, &one.inputs, Diary::On).expect("recorded inputs are legal");
        assert_eq!((again.digest(), again.diary()), (one.digest, one.game.diary()));
    }
}

/// Bots use idle units: planners put them into reserve, and other bots let them dig in.
#[test]
fn fab_5_21a_idle_units_go_into_reserve_or_dig_in() {
    let field = field();
    let happens = |bot, of: fn(&Happening) -> bool| {
        let games = (0..10).map(|seed| play_bots::<Game>(&field, seed, [bot; 2], Keep::Everything));
        games
            .flat_map(|outcome| outcome.game.diary().to_vec())
            .filter(|event| of(&event.what))
            .count()
    };
    let reserve = |what: &Happening| matches!(what, Happening::Reserve { reserve: true, .. });
    assert!(happens(BotKind::Planner, reserve) > 0);
    assert_eq!(happens(BotKind::Cautious, reserve), 0);
    let works = |what: &Happening| matches!(what, Happening::Fieldworks { .. });
    assert!(happens(BotKind::Cautious, works) > 0);
}

/// A side's whole view as one string.
fn view_text(game: &Game, side: SideIndex) -> String {
    let view = View::new(game, side);
    let areas: Vec<_> = game.field.areas().map(|area| *view.area(area)).collect();
    let own: Vec<_> = view.units().map(|(unit, _)| view.unit(unit)).collect();
    let combat = (view.combat(), view.hits(), SideIndex::BOTH.map(|side| view.point(side)));
    let chits: Vec<_> = game.field.chits().map(|chit| view.chit(chit)).collect();
    format!("{:?} {:?} {own:?} {areas:?} {combat:?} {chits:?} {:?}", view.phase(), view.points(), {
        serde_json::to_string(&view.blocks()).expect("blocks serialise")
    })
}

/// FAB-E7: hidden labels do not affect the enemy's view.
#[test]
fn fab_2_2a_hidden_labels_do_not_affect_views() {
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
            assert_eq!(view_text(game, SideIndex::First), view_text(&changed, SideIndex::First));
            compared += 1;
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// FAB-E7: hidden steps affect neither the enemy's view nor the enemy's legal actions.
#[test]
fn fab_2_2a_hidden_steps_do_not_affect_views() {
    let mut compared = 0;
    for seed in 0..40 {
        each_state(seed, |game| {
            let mut hidden = game.field.units_of(SideIndex::Second).filter(|&unit| {
                let state = game.state.unit(unit);
                game.state.area_of(unit).is_some() && state.reveal == Reveal::Hidden
            });
            let Some(one) = hidden.next() else { return };
            let mut changed = game.clone();
            let full = game.field.unit(one).max_steps();
            changed.state.unit_mut(one).steps = game.state.unit(one).steps % full + 1;
            if full == 1 {
                return;
            }
            assert_eq!(view_text(game, SideIndex::First), view_text(&changed, SideIndex::First));
            let may = |game: &Game| View::new(game, SideIndex::First).proposals();
            assert_eq!(may(game), may(&changed));
            compared += 1;
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// A point named in secret makes no difference to the enemy until the enemy names one too (FAB-E7).
#[test]
fn fab_6_24a_secret_point_does_not_affect_views() {
    let laid =
        || board().put_all(&["r1", "r2"], 5).put_all(&["b1", "b2"], 5).without_special_actions(RED);
    let led = |name: &str| {
        let mut board = laid().fight_without_assets(5);
        board.lead(name);
        board
    };
    let (one, other) = (led("r1"), led("r2"));
    assert_eq!(view_text(&one.game, BLUE), view_text(&other.game, BLUE));
    assert_ne!(view_text(&one.game, RED), view_text(&other.game, RED));
}

/// FAB-10a: with hidden boxes, the enemy's chits in the cup and in the Available and Used boxes
/// affect neither a side's view nor the decisions of its bots.
#[test]
fn fab_10a_hidden_boxes_do_not_affect_views() {
    let mut parts = sample::parts();
    parts.ruleset.rulings.hidden_boxes = true;
    let field = Arc::new(Battlefield::new(Battle::new(parts).expect("the battle is valid")));
    let hidden = [ChitBox::Cup, ChitBox::Available, ChitBox::Used].map(ChitPlace::In);
    let mut compared = [0; 2];
    for seed in 0..10 {
        let bots = [BotKind::Planner, BotKind::Random];
        let inputs = play_bots::<Game>(&field, seed, bots, Keep::Everything).inputs;
        let mut game = Game::new(Arc::clone(&field), Diary::Off);
        for input in inputs {
            if let Node::Decision { side, question } = game.node() {
                let enemy = side.other();
                let chits = || game.field.chits_of(enemy);
                let is_hidden = |&chit: &_| hidden.contains(&game.state.chit(chit));
                let view = View::new(&game, side);
                assert!(chits().filter(is_hidden).all(|chit| view.chit(chit).is_none()));
                let own = |chit: &_| view.chit(*chit) == Some(game.state.chit(*chit));
                assert!(game.field.chits_of(side).all(|chit| own(&chit)));
                // Each hidden chit takes the place of the next one.
                let mut swapped = game.clone();
                let moved: Vec<_> = chits().filter(is_hidden).collect();
                for (&one, &next) in moved.iter().zip(moved.iter().cycle().skip(1)) {
                    swapped.state.chits[one.index()] = game.state.chit(next);
                }
                // One chit fewer is available.
                let mut returned = game.clone();
                if let Some(chit) = game.in_box(enemy, ChitBox::Available).next() {
                    returned.state.chits[chit.index()] = ChitPlace::In(ChitBox::Cup);
                }
                for (changed, count) in [swapped, returned].iter().zip(&mut compared) {
                    assert_eq!(view_text(&game, side), view_text(changed, side));
                    for bot in BotKind::ALL {
                        let decide = |game: &Game| {
                            let mut thoughts = RandomStream::new(seed, StreamPurpose::FirstBot);
                            let view = View::new(game, side);
                            Game::player(bot).decide(&view, question, &mut thoughts)
                        };
                        assert_eq!(decide(&game), decide(changed), "{bot:?} at {question:?}");
                    }
                    *count += usize::from(changed.state.chits != game.state.chits);
                }
            }
            game.apply(&input).expect("recorded inputs are legal");
        }
    }
    assert!(compared.iter().all(|count| *count > 500), "{compared:?}");
}

/// FAB-10b: commanders save steps: they abort, retreat and accept disorder from artillery.
#[test]
fn fab_10b_commanders_absorb_hits() {
    let field = field();
    let games = (0..20)
        .map(|seed| play_bots::<Game>(&field, seed, [BotKind::Planner; 2], Keep::Everything));
    let rules: BTreeSet<&str> =
        games.flat_map(|outcome| outcome.game.diary().to_vec()).map(|event| event.rule.0).collect();
    for rule in ["FAB-6.41b1", "FAB-6.42b", "FAB-6.6f", "FAB-6.42a"] {
        assert!(rules.contains(rule), "{rule}");
    }
}

/// FAB-4.1c2: two units are on the beach where a third is due next turn. Planners move one away in
/// time.
#[test]
fn fab_4_1c2_planners_make_room_for_arrivals() {
    let mut parts = sample::parts();
    let b5 = parts.scene.units.iter_mut().find(|unit| unit.id.as_str() == "b5");
    b5.expect("the fixture has this unit").start =
        UnitStart::Reinforcement { turn: 2, entry: ('A', 'A'), steps: 3 };
    let field = Arc::new(Battlefield::new(Battle::new(parts).expect("the pack is valid")));
    let late = |bot| {
        let games = (0..40).map(|seed| play_bots::<Game>(&field, seed, [bot; 2], Keep::Everything));
        let delayed = |what: &Happening| matches!(what, Happening::Delayed { .. });
        games.filter(|game| game.game.diary().iter().any(|event| delayed(&event.what))).count()
    };
    let (planner, cautious) = (late(BotKind::Planner), late(BotKind::Cautious));
    assert!(planner <= 2 && cautious == 40, "{planner} and {cautious} of 40");
}
