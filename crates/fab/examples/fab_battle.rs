//! Plays a battle many times between two bots on one thread, and prints the time and the results.
//! Run it with `cargo run --release -p sandtable-fab --example fab_battle -- FILE.pack|fixture [BOT
//! BOT [GAMES [SEED]]]`. Two builds that print the same digest played the same games.
#![expect(clippy::print_stdout, reason = "the example prints its result")]

use sandtable_fab::Game;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::sample;
use sandtable_pack::{AnyPack, Digest, PackLimits, read_any};

fn battle(argument: &str) -> Result<Battlefield, Box<dyn Error>> {
    if argument == "fixture" {
        return Ok(Battlefield::new(sample::battle()));
    }
    match read_any(&std::fs::read(argument)?, PackLimits::default())? {
        AnyPack::Fab(pack) => Ok(Battlefield::new(pack.battle().clone())),
        AnyPack::PubBattles(_) => Err("a battle of Pub Battles".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &str| {
        arguments.get(index).cloned().unwrap_or_else(|| default.to_owned())
    };
    let field = Arc::new(battle(&argument(0, "fixture"))?);
    let bot = |index| serde_json::from_value::<BotKind>(argument(index, "planner").into());
    let bots = [bot(1)?, bot(2)?];
    let (games, first) = (argument(3, "400").parse::<u64>()?, argument(4, "1").parse::<u64>()?);
    let begin = Instant::now();
    let (mut wins, mut draws, mut steps, mut ends) = ([0; 2], 0, 0, Vec::new());
    for seed in first..first + games {
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Outcome);
        for anomaly in &outcome.anomalies {
            println!("seed {seed}: {anomaly:?}");
        }
        steps += u64::from(outcome.steps);
        ends.push(outcome.digest.to_string());
        match outcome.end.and_then(|verdict| verdict.winner) {
            Some(side) => wins[side.index()] += 1,
            None => draws += 1,
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{games} games, {:.1} a second, {} inputs a game",
        games as f64 / seconds,
        steps / games
    );
    println!("wins {wins:?}, draws {draws}, digest {}", Digest::compute(ends.concat().as_bytes()));
    Ok(())
}
