//! PB-3.10: reinforcements whose entry depends on a die roll or on their owner's choice, or is
//! immediate.

use sandtable_engine::Game as _;
use sandtable_pub_battles::Game;
use std::sync::Arc;

use sandtable_engine::{BotKind, Keep, RandomStream, StreamPurpose, play_bots};
use sandtable_pack::{Arrival, Facing, PieceType, Reinforcement, sample};
use sandtable_pub_battles::{
    Action, Diarist, Happening, Input, Leg, Location, Node, Question, Stance,
};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

/// Blue's `one` and `two` enter on turn 1 by the south road, in column, with the given change
/// applied.
fn setup_with_arrivals(change: impl FnOnce(&mut Reinforcement)) -> Setup {
    Setup::new()
        .hq(BLUE, pose(6_000, 1_600, Facing::UP))
        .infantry(RED, "e", pose(6_000, 6_000, Facing::DOWN))
        .piece_starting(BLUE, "one", PieceType::Infantry, Arrival::Reinforcement)
        .piece_starting(BLUE, "two", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(BLUE, 1, &["one", "two"])
        .change(|parts| change(&mut parts.scenario.sides[0].reinforcements[0]))
}

fn road(table: &Table, y: i32) -> Leg {
    let roads = table.game.field().terrain.roads();
    let place = roads.nearest(at(4_000, y), sandtable_pack::GroundLength::from_metres(50));
    Leg::Along(place.expect("the road runs north").into())
}

fn entry_action(table: &Table, entry: u8) -> Action {
    Action::EnterBy { piece: table.piece("one"), entry }
}

/// Only a side itself knows its due reinforcements.
#[test]
fn pb_32_1_due_reinforcements_are_hidden() {
    let table = Setup::new()
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .piece_starting(RED, "d", PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(RED, 1, &["d"])
        .begin();
    let due = table.piece("d");
    assert!(table.view(RED).is_due(due) && table.view(RED).is_available(due));
    let blue = table.view(BLUE);
    assert!(!blue.is_due(due) && !blue.is_available(due) && blue.block(due).is_none());
    assert_eq!((blue.role(due), blue.sighting(due).map(|_| ())), (None, None));
}

/// The schedule is fixed: a game record contains the digest of everything that affects play. Any
/// change to forces or schedule makes it another battle.
#[test]
fn pb_32_2_schedule_cannot_change() {
    use sandtable_pack::{PackParts, Quality};
    fn first(parts: &mut PackParts) -> &mut Reinforcement {
        &mut parts.scenario.sides[0].reinforcements[0]
    }
    type Change<'c> = &'c dyn Fn(&mut PackParts);
    let battle = |change: Change<'_>| {
        let setup = setup_with_arrivals(|_| {}).change(|parts| change(parts));
        Setup::pack(setup).play_digest().to_string()
    };
    let written = battle(&|_| {});
    let changes: [(&str, Change<'_>); 4] = [
        ("slower", &|parts| first(parts).turn = 2),
        ("not all at once", &|parts| first(parts).roll = Some(3)),
        ("in line", &|parts| first(parts).formation = sandtable_pack::Formation::Line),
        ("better", &|parts| {
            let piece = parts.scenario.sides[0].commands[0]
                .pieces
                .first_mut()
                .expect("the command has a piece");
            piece.quality = Quality::Elite;
        }),
    ];
    for (what, change) in changes {
        assert_ne!(battle(change), written, "{what}");
    }
    // Printed text may still be corrected.
    let title = battle(&|parts| parts.labels.title = sandtable_pack::Text::plain("Another title"));
    assert_eq!(title, written);
}

/// From the scheduled turn on, one die is rolled each turn until the result is low enough.
#[test]
fn pb_3_10_die_decides_arrival() {
    let mut table = setup_with_arrivals(|arrival| arrival.roll = Some(2)).begin();
    assert_eq!(table.game.node(), Node::Dice { count: 1, sides: 6 });
    table.dice(&[3]);
    table.activate(BLUE);
    let march = table.march("one", vec![road(&table, 1_000)]);
    table.assert_refused(march.clone(), "PB-3.10");
    table.finish_moves();
    assert_eq!(table.game.node(), Node::Dice { count: 1, sides: 6 });
    table.dice(&[2]);
    table.activate(BLUE);
    table.act(march);
    // There are no more rolls, though `two` has not entered yet.
    table.finish_moves();
    assert!(matches!(table.game.node(), Node::Cup(_)));
    let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
    assert!(diary.contains("is 3: they do not arrive yet"), "{diary}");
    assert!(diary.contains("is 2: they arrive"), "{diary}");
}

/// The owner chooses one entry for the whole group, once a turn, before its first piece enters.
#[test]
fn pb_3_10_owner_chooses_entry() {
    let mut plain = setup_with_arrivals(|_| {}).begin();
    plain.activate(BLUE);
    let other = entry_action(&plain, 1);
    plain.assert_refused(other.clone(), "PB-3.10");

    let mut table =
        setup_with_arrivals(|arrival| arrival.alternatives = vec![sample::id("north")]).begin();
    table.activate(BLUE);
    table.assert_refused(entry_action(&table.clone(), 0), "PB-3.10");
    table.assert_refused(entry_action(&table.clone(), 2), "PB-3.10");
    let mut entered = table.clone();
    let march = entered.march("two", vec![road(&entered, 1_000)]);
    entered.act(march);
    entered.assert_refused(other.clone(), "PB-3.10");

    table.act(other);
    table.assert_refused(entry_action(&table.clone(), 0), "PB-3.10");
    let march = table.march("two", vec![road(&table, 7_000)]);
    table.act(march);
    assert_eq!(table.place_of("two"), at(4_000, 7_000));
    let chosen = |what: &Happening| matches!(what, Happening::EntryChosen { entry: 1, .. });
    assert!(table.game.diary().iter().any(|event| chosen(&event.what)));
}

/// Pieces that may not be held back must enter before the activation ends, if they can.
#[test]
fn pb_3_10_reinforcements_may_be_immediate() {
    let mut held = setup_with_arrivals(|_| {}).begin();
    held.activate(BLUE);
    held.act(Action::EndActivation);
    let mut table = setup_with_arrivals(|arrival| arrival.at_once = true).begin();
    table.activate(BLUE);
    for _ in 0..2 {
        table.assert_refused(Action::EndActivation, "PB-3.10");
        let owed = table.view(BLUE).required_action().expect("a route exists");
        table.act(owed);
    }
    table.act(Action::EndActivation);
    for name in ["one", "two"] {
        let piece = table.piece(name);
        assert!(matches!(table.game.state().stance(piece), Some(Stance::Column(_))), "{name}");
    }
    // If the enemy holds the entry, no piece has to enter.
    let held_entry = setup_with_arrivals(|arrival| arrival.at_once = true)
        .infantry(RED, "f", pose(3_600, 300, Facing::DOWN))
        .infantry(RED, "g", pose(4_400, 300, Facing::DOWN));
    let mut table = held_entry.begin();
    table.activate(BLUE);
    table.act(Action::EndActivation);
    assert_eq!(table.place("one"), Location::Awaited);
}

/// Every bot brings in reinforcements by the open entry.
#[test]
fn pb_3_10_bots_enter_reinforcements() {
    for kind in BotKind::ALL {
        let setup = setup_with_arrivals(|arrival| {
            arrival.alternatives = vec![sample::id("north")];
            arrival.roll = Some(4);
            arrival.at_once = true;
        });
        let field = Arc::clone(setup.begin().game.field());
        let outcome = play_bots::<Game>(&field, 7, [kind, BotKind::Random], Keep::Everything);
        assert_eq!(outcome.anomalies, [], "{kind}");
        let entered = |input: &&Input| match input {
            Input::Action(Action::March(march)) => {
                ["one", "two"].contains(&field.roster.piece(march.piece).name.as_str())
            }
            _ => false,
        };
        assert!(outcome.inputs.iter().filter(entered).count() >= 2, "{kind}");
    }
}

/// If enemies bar a road, the planner chooses another and enters by that road at once.
#[test]
fn pb_3_10_planner_takes_the_open_road() {
    let setup = setup_with_arrivals(|arrival| arrival.alternatives = vec![sample::id("north")])
        .infantry(RED, "f", pose(3_600, 300, Facing::DOWN))
        .infantry(RED, "g", pose(4_400, 300, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let mut planner = Game::player(BotKind::Planner);
    let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
    while let Node::Decision { side: BLUE, question: question @ Question::Activation(_) } =
        table.game.node()
    {
        let decided = planner.decide(&table.view(BLUE), question, &mut chance);
        table.act(decided);
    }
    let chosen = |what: &Happening| matches!(what, Happening::EntryChosen { entry: 1, .. });
    assert!(table.game.diary().iter().any(|event| chosen(&event.what)));
    for name in ["one", "two"] {
        assert_ne!(table.place(name), Location::Awaited, "{name}");
    }
}

/// PB-3.10: a reinforcement enters from its turn on, and not before.
#[test]
fn pb_3_10_schedule_sets_turn() {
    let mut table = setup_with_arrivals(|arrival| arrival.turn = 2).begin();
    table.activate(BLUE);
    let march = table.march("one", vec![road(&table, 1_000)]);
    table.assert_refused(march.clone(), "PB-3.10");
    table.finish_moves();
    table.activate(BLUE);
    table.act(march);
    assert_eq!(table.place_of("one"), at(4_000, 1_000));
}
