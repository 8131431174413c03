//! Whole games of the fixture, with their memory use: `cargo bench -p sandtable-fab`.

use sandtable_fab::Game;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::sample;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const BOTS: [BotKind; 4] =
    [BotKind::Random, BotKind::Cautious, BotKind::Aggressive, BotKind::Planner];

/// Plays one whole game on one core. Each iteration plays a different game; every run plays the
/// same series.
#[divan::bench(args = BOTS, sample_count = 2_000, sample_size = 1)]
fn game(bencher: Bencher<'_, '_>, bot: BotKind) {
    let field = Arc::new(Battlefield::new(sample::battle()));
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            seed
        })
        .input_counter(|_| ItemsCount::new(1_usize))
        .bench_local_values(|seed| play_bots::<Game>(&field, seed, [bot; 2], Keep::Outcome));
}
