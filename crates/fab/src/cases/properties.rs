//! What must hold in every game: the invariants FAB-S20 to FAB-S33 at the end of every phase, the
//! same game from the same seed, and no more seen than may be.

use std::sync::Arc;

use sandtable_pack::fab::{Battle, BattleParts, ChitBox, ChitStart, Phase, sample};
use sandtable_rules::{RandomStream, StreamPurpose};

use crate::action::{Input, Node};
use crate::bots::BotKind;
use crate::event::Happening;
use crate::field::Battlefield;
use crate::game::{Diary, Game};
use crate::index::SideIndex;
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

#[test]
fn fab_s20_to_s33_hold_in_random_games() {
    for seed in 0..300 {
        let mut chits = None;
        each_state(seed, |game| {
            // FAB-S31: nothing is lost and nothing is found. FAB-S32: who is eliminated has no steps.
            let count =
                game.field.chits().filter(|&chit| game.state.chit(chit) != ChitPlace::NotInPlay);
            let count = count.count();
            assert_eq!(*chits.get_or_insert(count), count, "FAB-S31");
            for unit in game.field.units() {
                let one = game.state.unit(unit);
                assert_eq!(one.place == UnitPlace::Eliminated, one.steps == 0, "FAB-S32");
            }
        });
    }
}

/// The invariants themselves are looked at where each phase ends (see `invariants.rs`): a broken one is
/// noticed.
#[test]
fn broken_invariants_are_noticed() {
    let game = || Game::new(field(), Diary::Off);
    let at = |number: &str| field().area_of(number).expect("the fixture has it");
    let mut crowded = game();
    for name in ["b3", "b5"] {
        let unit = crowded.field.unit_of(name).expect("the fixture has it");
        crowded.put(unit, UnitPlace::Area(at("1")));
    }
    assert_eq!(crowded.broken_invariant(), Some("FAB-S20"));
    let mut blown = game();
    let road = blown.field.between(at("1"), at("2")).expect("they have a border");
    blown.state.blown[road.index()] = true;
    assert_eq!(blown.broken_invariant(), Some("FAB-S27"));
    let mut works = game();
    works.state.area_mut(at("7")).fieldworks = Some(SideIndex::Second);
    assert_eq!(works.broken_invariant(), Some("FAB-S28"));
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
    format!("{:?} {:?} {own:?} {areas:?} {:?}", view.phase(), view.points(), {
        serde_json::to_string(&view.blocks()).expect("it serialises")
    })
}

#[test]
fn fab_e7_hidden_labels_make_no_difference_to_the_enemy() {
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
