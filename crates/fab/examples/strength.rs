//! Bots against each other on the fixture: `cargo run --release -p sandtable-fab --example strength
//! [GAMES]`. Every pair plays as many games on each side of the map.

#![expect(clippy::print_stdout, reason = "it is a program that prints its table")]

use std::sync::Arc;

use sandtable_fab::{Battlefield, BotKind, Keep, SideIndex, play};
use sandtable_pack::fab::sample;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(400);
    let field = Arc::new(Battlefield::new(sample::battle()));
    let kinds = [BotKind::Random, BotKind::Cautious, BotKind::Aggressive, BotKind::Planner];
    for one in kinds {
        for other in kinds {
            let (mut wins, mut losses, mut draws, mut steps, mut odd) = (0, 0, 0, 0, 0);
            for seed in 0..games / 2 {
                for (bots, side) in
                    [([one, other], SideIndex::First), ([other, one], SideIndex::Second)]
                {
                    let outcome = play(&field, seed, bots, Keep::Outcome);
                    steps += u64::from(outcome.steps);
                    odd += outcome.anomalies.len();
                    match outcome.verdict.and_then(|verdict| verdict.winner) {
                        Some(winner) if winner == side => wins += 1,
                        Some(_) => losses += 1,
                        None => draws += 1,
                    }
                }
            }
            let mean = steps / games;
            println!(
                "{one:?} against {other:?}: {wins} won, {losses} lost, {draws} drawn, {mean} steps, {odd} refused"
            );
        }
    }
}
