//! Replays fixed games from `golden/`, whose files record every decision, draw and roll. If a game
//! is judged, ends or is described differently from its record, the engine has changed. Then raise
//! `ENGINE` in `src/game/play.rs` by one, and record the games again with `UPDATE_EXPECTED=1 cargo
//! test -p sandtable-fab --test golden`, which otherwise refuses.
//!
//! `golden/NAME.txt` is the whole diary of the first game of each file.

use sandtable_engine::Game as _;
use sandtable_fab::event_log;
use std::path::PathBuf;
use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_engine::{GameInfo, RandomStream, StreamPurpose};
use sandtable_fab::{Diarist, Game, Input, Node};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{
    BlownCrossing, LossScope, NoWayBack, Pack, PackParts, Quality, UnitStart, sample,
};
use sandtable_pack::{Text, sample as names};
use serde::{Deserialize, Serialize};

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

/// The fixture with other rulings, arriving troops and dates.
fn arrivals() -> Pack {
    let mut parts: PackParts = sample::pack().into_parts();
    let rulings = &mut parts.battle.ruleset.rulings;
    rulings.no_way_back = NoWayBack::Eliminate;
    rulings.loss_scope = LossScope::PerBatch;
    rulings.blown_crossing = BlownCrossing::AnyStep;
    let scene = &mut parts.battle.scene;
    scene.victory.elimination_vp = 1;
    for (id, turn, letter) in [("b2", 2, 'A'), ("b5", 2, 'B'), ("r4", 2, 'D'), ("r5", 3, 'C')] {
        let unit = scene
            .units
            .iter_mut()
            .find(|unit| unit.id.as_str() == id)
            .expect("the fixture has this unit");
        let steps = unit.quality_by_step.len() as u8;
        unit.start = UnitStart::Reinforcement { turn, entry: (letter, letter), steps };
    }
    let red = scene
        .units
        .iter_mut()
        .find(|unit| unit.id.as_str() == "r1")
        .expect("the fixture has this unit");
    red.quality_by_step = vec![Quality::Recruit; 3];
    let dates = ["16 December 1944", "17 December 1944", "18 December 1944"];
    parts.labels.turns = dates.map(|date| Some(Text::plain(date))).into();
    let named = |id: &str, name: &str| (names::id(id), Text::plain(name));
    parts.labels.units.extend([
        named("b1", "1st Division"),
        named("b3", "Combat Command A"),
        named("r1", "18th Volksgrenadiers"),
        named("r3", "9th Panzer Division"),
    ]);
    Pack::new(parts).expect("the changed fixture is valid")
}

/// Battles with the bots that play them. Random bots try moves that no other bot would.
fn games() -> [(&'static str, Pack, [BotKind; 2]); 4] {
    [
        ("planners", sample::pack(), [BotKind::Planner; 2]),
        ("at-random", sample::pack(), [BotKind::Random; 2]),
        ("arrivals", arrivals(), [BotKind::Aggressive, BotKind::Planner]),
        ("arrivals-at-random", arrivals(), [BotKind::Random; 2]),
    ]
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn field(pack: &Pack) -> Arc<Battlefield> {
    Arc::new(Battlefield::new(pack.battle().clone()))
}

/// The head of a game that has been played.
fn head(pack: &Pack, game: &Game, seed: u64) -> Head {
    Head {
        engine: Game::ENGINE,
        seed,
        battle: pack.play_digest().to_string(),
        state: game.digest().to_string(),
        events: event_log(game.field(), pack.labels(), game.diary()).digest().to_string(),
    }
}

/// Replays inputs; the error names the input that fails.
fn replay(pack: &Pack, seed: u64, inputs: &str) -> Result<Game, String> {
    let mut game = Game::new(field(pack), Diary::On);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    for (number, text) in (1..).zip(inputs.lines()) {
        let input: Input =
            serde_json::from_str(text).map_err(|error| format!("input {number}: {error}"))?;
        if matches!(game.node(), Node::Cup(_) | Node::Dice(_))
            && game.chance_input(&game.node(), &mut dice).as_ref() != Some(&input)
        {
            return Err(format!("input {number}: the seed gives otherwise"));
        }
        game.apply(&input).map_err(|refusal| format!("input {number}: {refusal}"))?;
    }
    Ok(game)
}

/// The games between two bots as a file.
fn record_games(pack: &Pack, bots: [BotKind; 2]) -> String {
    let field = field(pack);
    let game = |seed| {
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        let inputs = outcome.inputs.iter().map(|input| json(input) + "\n").collect::<String>();
        let game = replay(pack, seed, &inputs).expect("recorded games can be replayed");
        format!("{}\n{inputs}", json(&head(pack, &game, seed)))
    };
    SEEDS.map(game).collect::<Vec<_>>().join("\n")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("serialises to JSON")
}

/// The games of a file: the head and inputs of each.
fn read(text: &str) -> Vec<(Head, &str)> {
    let games = text.split("\n\n").filter_map(|game| game.split_once('\n'));
    games.filter_map(|(head, inputs)| Some((serde_json::from_str(head).ok()?, inputs))).collect()
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECTED").is_some()
}

#[test]
fn golden_games_replay_unchanged() {
    for (name, pack, bots) in games() {
        let path = file(&format!("{name}.jsonl"));
        let battle = pack.play_digest().to_string();
        let mut text = std::fs::read_to_string(&path).unwrap_or_default();
        let is_current = |head: &Head| head.engine == Game::ENGINE && head.battle == battle;
        let games = read(&text);
        if games.len() != SEEDS.count() || !games.iter().all(|(head, _)| is_current(head)) {
            assert!(
                is_update(),
                "{name}: the engine or the battle has changed: UPDATE_EXPECTED=1 records the games"
            );
            text = record_games(&pack, bots);
            std::fs::write(path, &text).expect("the games are written");
        }
        for (number, (known, inputs)) in read(&text).into_iter().enumerate() {
            let game = replay(&pack, known.seed, inputs);
            let now = game.as_ref().map(|game| head(&pack, game, known.seed));
            assert_eq!(
                now,
                Ok(known),
                "{name} replays differently: if that is intended, raise ENGINE in \
                 crates/fab/src/game/play.rs by one and record the games again with UPDATE_EXPECTED=1"
            );
            if let (0, Ok(game)) = (number, game) {
                check_diary(name, &pack, bots, &game);
            }
        }
    }
}

/// Checks that the diary of the first game is unchanged.
fn check_diary(name: &str, pack: &Pack, bots: [BotKind; 2], game: &Game) {
    let bots = bots.map(|bot| json(&bot));
    let players = bots.each_ref().map(|bot| bot.trim_matches('"'));
    let played = GameInfo { seed: *SEEDS.start(), players };
    let diary = Diarist::new(game.field(), pack).diary(Some(played), game.diary());
    let path = file(&format!("{name}.txt"));
    if is_update() {
        std::fs::write(path, diary).expect("the diary is written");
    } else {
        let expected = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(diary, expected, "{name}: UPDATE_EXPECTED=1 rewrites it");
    }
}
