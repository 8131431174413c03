//! Plays bots against each other on the fixture: `cargo run --release -p sandtable-fab --example
//! strength [SEEDS [FIRST]]`. Every pair plays each seed from both sides of the map.

#![expect(clippy::print_stdout, reason = "the example prints its table")]

use sandtable_fab::Game;
use std::sync::Arc;

use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_pack::fab::sample;
use sandtable_pack::fab::{Battlefield, SideIndex};

/// A bot's results on one side of the map.
#[derive(Default)]
struct SideResults {
    won: u64,
    drawn: u64,
    /// The bot's points minus the enemy's.
    points_margin: i64,
}

fn main() {
    let number = |index: usize, default: u64| {
        let argument = std::env::args().nth(index).and_then(|text| text.parse().ok());
        argument.unwrap_or(default)
    };
    let (seeds, first) = (number(1, 200), number(2, 1));
    let field = Arc::new(Battlefield::new(sample::battle()));
    let kinds = [BotKind::Random, BotKind::Cautious, BotKind::Aggressive, BotKind::Planner];
    println!(
        "bot against: won and drawn of {seeds} as Blue, as Red; points ahead a game; steps; refused"
    );
    for one in kinds {
        for other in kinds {
            let mut results_by_side = [SideResults::default(), SideResults::default()];
            let (mut steps, mut odd) = (0, 0);
            for seed in first..first + seeds {
                for side in SideIndex::BOTH {
                    let bots = if side == SideIndex::First { [one, other] } else { [other, one] };
                    let outcome = play_bots::<Game>(&field, seed, bots, Keep::Outcome);
                    steps += u64::from(outcome.steps);
                    odd += outcome.anomalies.len();
                    let Some(verdict) = outcome.end else { continue };
                    let tally = &mut results_by_side[side.index()];
                    tally.won += u64::from(verdict.winner == Some(side));
                    tally.drawn += u64::from(verdict.winner.is_none());
                    let [own, enemy] =
                        [side, side.other()].map(|side| verdict.points[side.index()]);
                    tally.points_margin += i64::from(own - enemy);
                }
            }
            let results = results_by_side.each_ref().map(|tally| {
                let ahead = tally.points_margin as f64 / seeds as f64;
                format!("{} + {} ({ahead:+.1})", tally.won, tally.drawn)
            });
            println!(
                "{one:?} against {other:?}: {}; {}; {odd}",
                results.join(", "),
                steps / (2 * seeds)
            );
        }
    }
}
