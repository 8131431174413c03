//! Benchmarks of whole games of Gettysburg and of their parts, with memory use: `cargo bench -p
//! sandtable --bench games`.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_pack::{Pack, PackLimits};
use sandtable_pub_battles::{Action, Battlefield, Game, Input, Node, Question, View};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The pack that `sandtable compile` writes.
fn gettysburg() -> Pack {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let pack = folder.path().join("gettysburg.pack");
    let status = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["compile", "scenarios/gettysburg", "-o"])
        .arg(&pack)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("the binary was built with the bench")
        .status;
    assert!(status.success(), "Gettysburg compiles: {status}");
    let bytes = std::fs::read(pack).expect("readable");
    sandtable_pack::read(&bytes, PackLimits::default()).expect("a valid pack")
}

fn field() -> Arc<Battlefield> {
    Arc::new(Battlefield::new(gettysburg()))
}

/// Plays whole games on one core: a different game each time, but the same games in every run.
#[divan::bench(args = BotKind::ALL, sample_count = 100, sample_size = 1)]
fn game(bencher: Bencher<'_, '_>, bot: BotKind) {
    let field = field();
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            seed
        })
        .input_counter(|_| ItemsCount::new(1_usize))
        .bench_local_values(|seed| play_bots::<Game>(&field, seed, [bot; 2], Keep::Outcome));
}

/// Judges candidate attacks at every activation of a game.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn judge_candidates(bencher: Bencher<'_, '_>) {
    let situations = situations(&field());
    let count: usize = situations.iter().map(|(_, candidates)| candidates.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for (game, candidates) in &situations {
            let Node::Decision { side, .. } = game.node() else { continue };
            for candidate in candidates {
                black_box(View::new(game, side).judge(candidate).is_ok());
            }
        }
    });
}

/// Returns the activations of one game, each with all attacks to try.
fn situations(field: &Arc<Battlefield>) -> Vec<(Game, Vec<Action>)> {
    let outcome = play_bots::<Game>(field, 1, [BotKind::Planner; 2], Keep::Everything);
    let mut game = Game::new(Arc::clone(field), Diary::Off);
    let mut situations = Vec::new();
    for input in &outcome.inputs {
        if let (Node::Decision { side, question }, Input::Action(_)) = (game.node(), input)
            && let Question::Activation(command) = question
        {
            situations.push((game.clone(), attacks(&View::new(&game, side), command)));
        }
        game.apply(input).expect("the inputs are legal");
    }
    situations
}

fn attacks(view: &View<'_>, command: sandtable_pub_battles::CommandIndex) -> Vec<Action> {
    let enemies: Vec<_> = view.enemies().map(|enemy| enemy.piece).collect();
    let approaches = view
        .pieces_of(command)
        .flat_map(|piece| enemies.iter().flat_map(move |&enemy| view.all_approaches(piece, enemy)));
    approaches.map(Action::March).collect()
}
