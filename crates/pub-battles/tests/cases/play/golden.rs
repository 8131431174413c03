//! Golden games: files under `golden/` record every decision, draw and roll for replay. If a replay
//! is judged, ends or reads differently from the record, the engine has changed. Then raise
//! `ENGINE` in `src/game/play.rs` by one and re-record the games with `UPDATE_EXPECTED=1 cargo test
//! -p sandtable-pub-battles --test cases golden`, which otherwise refuses.

use sandtable_pub_battles::event_log;
use std::path::PathBuf;
use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Game as _, Keep, RandomStream, StreamPurpose, play_bots};
use sandtable_pack::{Facing, WatercourseKind, sample};
use sandtable_pub_battles::{Battlefield, Event, Game, Happening, Input, Node};
use serde::{Deserialize, Serialize};

use crate::table::{BLUE, RED, Setup, at, pose};

/// The seeds of each battle's games.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=6;

/// The first line of a game; each line after it is an input, and an empty one ends it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    engine: u32,
    battle: String,
    seed: u64,
    state: String,
    events: String,
}

/// A field with every kind of terrain.
fn ground() -> Setup {
    Setup::sample()
        .woods("wood", at(1_000, 3_600), at(3_300, 4_100))
        .buildings("village", at(4_800, 3_700), at(5_300, 4_100))
        .marsh("bog", at(6_200, 3_500), at(6_900, 4_200))
        .hill("height", 1, at(3_400, 4_200), at(4_700, 4_900))
        .water("run", WatercourseKind::Stream, 3_400)
}

/// Three rows a side between impassable terrain, the rear rows first in the order of battle. A
/// retreat pushes back two friends, not in the order of their numbers.
fn crowded_battle() -> Setup {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 2_400, Facing::UP))
        .hq(RED, pose(4_000, 5_600, Facing::DOWN))
        .impassable("west", at(1_500, 1_500), at(2_900, 6_500))
        .impassable("east", at(5_100, 1_500), at(6_500, 6_500));
    let places =
        [520, 260, 0].into_iter().flat_map(|back| [3_300, 4_000, 4_700].map(|x| (x, back)));
    places.fold(setup, |setup, (x, back)| {
        setup.infantry(BLUE, &format!("b{x}-{back}"), pose(x, 3_500 - back, Facing::UP)).infantry(
            RED,
            &format!("r{x}-{back}"),
            pose(x, 4_500 + back, Facing::DOWN),
        )
    })
}

/// Battles under every edition, with their bots. Random bots try actions that no other bot would.
fn games() -> [(&'static str, Setup, [BotKind; 2]); 6] {
    let two_days = || {
        ground().with_hidden_pieces(BLUE, 2).with_hidden_pieces(RED, 1).change(|parts| {
            parts.scenario.calendar.days = 2;
            parts.scenario.calendar.first_turn = 5;
        })
    };
    let (third, quick) = (sample::ruleset_3_1(), sample::quick_start_ruleset());
    [
        ("two-days", two_days(), [BotKind::Planner, BotKind::Aggressive]),
        ("at-random", two_days(), [BotKind::Random; 2]),
        ("edition-3-1", ground().with_ruleset(third), [BotKind::Aggressive, BotKind::Planner]),
        ("quick-start", ground().with_ruleset(quick), [BotKind::Aggressive; 2]),
        ("crowded", crowded_battle(), [BotKind::Aggressive, BotKind::Random]),
        ("set-up", crate::turn::set_up::zone_setup(), [BotKind::Random, BotKind::Aggressive]),
    ]
}

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/golden");
    folder.join(format!("{name}.jsonl"))
}

/// The summary of a finished game.
fn head(game: &Game, seed: u64) -> Head {
    Head {
        engine: Game::ENGINE,
        seed,
        battle: game.field().pack.play_digest().to_string(),
        state: game.digest().to_string(),
        events: event_log(game.field(), game.diary()).digest().to_string(),
    }
}

/// Replays inputs; returns the position of the first one that is refused.
fn replay_game(field: &Arc<Battlefield>, seed: u64, inputs: &str) -> Result<Game, String> {
    let mut game = Game::new(Arc::clone(field), Diary::On);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    for (number, text) in (1..).zip(inputs.lines()) {
        let input: Input =
            serde_json::from_str(text).map_err(|error| format!("input {number}: {error}"))?;
        let node = game.node();
        if matches!(node, Node::Cup(_) | Node::Dice { .. })
            && game.chance_input(&node, &mut dice).as_ref() != Some(&input)
        {
            return Err(format!("input {number}: the seed gives otherwise"));
        }
        game.apply(&input).map_err(|refusal| format!("input {number}: {refusal}"))?;
    }
    Ok(game)
}

/// The games between two bots, in the file format.
fn record_games(field: &Arc<Battlefield>, bots: [BotKind; 2]) -> String {
    let game = |seed| {
        let outcome = play_bots::<Game>(field, seed, bots, Keep::Everything);
        let inputs = outcome.inputs.iter().map(|input| json(input) + "\n").collect::<String>();
        let game = replay_game(field, seed, &inputs).expect("recorded games replay");
        format!("{}\n{inputs}", json(&head(&game, seed)))
    };
    SEEDS.map(game).collect::<Vec<_>>().join("\n")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("serialises to JSON")
}

/// The games of a file: the summary of each, and its inputs.
fn read_games(text: &str) -> Vec<(Head, &str)> {
    let games = text.split("\n\n").filter_map(|game| game.split_once('\n'));
    games.filter_map(|(head, inputs)| Some((serde_json::from_str(head).ok()?, inputs))).collect()
}

#[test]
fn golden_games_replay_unchanged() {
    for (name, setup, bots) in games() {
        let field = Arc::new(Battlefield::new(setup.pack()));
        let battle = field.pack.play_digest().to_string();
        let text = std::fs::read_to_string(file(name)).unwrap_or_default();
        let games = read_games(&text);
        let is_of_now = |head: &Head| head.engine == Game::ENGINE && head.battle == battle;
        if games.len() != SEEDS.count() || !games.iter().all(|(head, _)| is_of_now(head)) {
            let update = std::env::var_os("UPDATE_EXPECTED").is_some();
            assert!(
                update,
                "{name}: the engine or the battle is new: UPDATE_EXPECTED=1 records it"
            );
            std::fs::write(file(name), record_games(&field, bots)).expect("the games are written");
            continue;
        }
        for (known, inputs) in games {
            let now = replay_game(&field, known.seed, inputs).map(|game| head(&game, known.seed));
            assert_eq!(
                now,
                Ok(known),
                "{name} replays differently: if that is intended, raise ENGINE in \
                 crates/pub-battles/src/game/play.rs by one and record the games again with UPDATE_EXPECTED=1"
            );
        }
    }
}

/// PB-25.4, PB-A131: in the crowded game, a retreat pushes back two friends or more, and meets the
/// one with the higher number first.
#[test]
fn retreat_pushes_back_two_friends() {
    let field = Arc::new(Battlefield::new(crowded_battle().pack()));
    let text = std::fs::read_to_string(file("crowded")).unwrap_or_default();
    let pushes_two = |pair: &[Event]| match pair {
        [
            Event { what: Happening::Pushed { piece, by, .. }, .. },
            Event { what: Happening::Pushed { piece: next, by: same, .. }, .. },
        ] => by == same && piece > next,
        _ => false,
    };
    let is_pushed_back = read_games(&text).into_iter().any(|(head, inputs)| {
        let game = replay_game(&field, head.seed, inputs).expect("the golden games replay");
        game.diary().windows(2).any(pushes_two)
    });
    assert!(is_pushed_back, "no retreat pushes back two: choose other bots");
}
