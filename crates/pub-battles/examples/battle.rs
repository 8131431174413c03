//! Plays one battle between two bots and prints its diary, or many and prints the results: `cargo
//! run --release -p sandtable-pub-battles --example battle -- FILE.pack|sample BOT BOT SEED
//! [GAMES]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_pack::{Pack, PackLimits, sample};
use sandtable_pub_battles::{Battlefield, Diarist, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &str| {
        arguments.get(index).cloned().unwrap_or_else(|| default.to_owned())
    };
    let pack = match argument(0, "sample").as_str() {
        "sample" => Pack::new(sample::parts()).map_err(|faults| faults[0].clone())?,
        path => sandtable_pack::read(&std::fs::read(path)?, PackLimits::default())?,
    };
    let bots = [argument(1, "aggressive").parse()?, argument(2, "aggressive").parse::<BotKind>()?];
    let seed: u64 = argument(3, "1").parse()?;
    let games: u64 = argument(4, "1").parse()?;
    let field = Arc::new(Battlefield::new(pack));
    if games == 1 {
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        println!("{}", Diarist::new(&field).diary(None, outcome.game.diary()));
        println!("{} steps, {:?}", outcome.steps, outcome.end);
        println!("{:?}\n{}", outcome.anomalies, outcome.digest);
        return Ok(());
    }
    let begin = Instant::now();
    let (mut ends, mut winners, mut steps) = (BTreeMap::new(), [0; 3], 0);
    for seed in seed..seed + games {
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Outcome);
        for anomaly in &outcome.anomalies {
            println!("seed {seed}: {anomaly:?}");
        }
        steps += outcome.steps;
        if let Some(end) = outcome.end {
            *ends.entry(end.kind.name()).or_insert(0) += 1;
            winners[end.winner.map_or(2, |side| side.index())] += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{games} games, {:.1} a second, {steps} steps", games as f64 / seconds);
    println!("ends {ends:?}, wins {winners:?} (last: draws)");
    Ok(())
}
