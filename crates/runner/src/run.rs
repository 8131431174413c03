//! Many games of one pack in parallel. Results depend on the pack, the seed, the bots and the
//! number of games, never on threads or their order.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::prelude::*;
use sandtable_pack::{Digest, Pack};
use sandtable_rules::{Anomaly, Battlefield, BotKind, Keep, Outcome, SideIndex, play_on};

use crate::interval::wilson;
use crate::result::{Failure, FailureKind, RunResult, SideResult};

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// How many.
    pub games: u64,
    /// Seed of the first; the next games count up from it.
    pub seed: u64,
    /// Who plays the first and the second side.
    pub bots: [BotKind; 2],
}

/// Plays the games on the current rayon pool. `progress` hears of every game that ends, from any
/// thread and in any order.
pub fn run(pack: &Pack, options: RunOptions, progress: impl Fn() + Sync) -> RunResult {
    let field = Arc::new(Battlefield::new(pack.clone()));
    let games: Vec<Game> = (0..options.games)
        .into_par_iter()
        .map(|index| {
            let game = play_one(&field, options.seed.wrapping_add(index), options.bots);
            progress();
            game
        })
        .collect();
    summary(pack, options, &games)
}

/// The staff diary of one game, a line for each event: the same game as a run's of that seed.
pub fn diary(pack: &Pack, seed: u64, bots: [BotKind; 2]) -> String {
    let field = Arc::new(Battlefield::new(pack.clone()));
    let outcome = play_on(&field, seed, bots, Keep::Everything);
    let roster = &field.roster;
    outcome.diary.iter().map(|event| format!("{}\n", event.diary(roster))).collect()
}

/// What is kept of a game in a run.
struct Game {
    seed: u64,
    played: Result<Outcome, String>,
}

fn play_one(field: &Arc<Battlefield>, seed: u64, bots: [BotKind; 2]) -> Game {
    // The battlefield is never changed by a game, so a panic leaves nothing broken behind.
    let play = AssertUnwindSafe(|| play_on(field, seed, bots, Keep::Outcome));
    Game { seed, played: catch_unwind(play).map_err(|payload| panic_message(payload.as_ref())) }
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

fn summary(pack: &Pack, options: RunOptions, games: &[Game]) -> RunResult {
    let mut completed = 0;
    let mut draws = 0;
    let mut wins = [0_u64; 2];
    let mut points = [0_u64; 2];
    let mut victories = BTreeMap::new();
    let mut turns = BTreeMap::new();
    let ends = games.iter().filter_map(|game| game.played.as_ref().ok());
    for (outcome, end) in ends.filter_map(|outcome| Some((outcome, outcome.end?))) {
        completed += 1;
        match end.winner {
            Some(side) => wins[side.index()] += 1,
            None => draws += 1,
        }
        for (sum, total) in points.iter_mut().zip(end.totals()) {
            *sum += u64::from(total);
        }
        *victories.entry(end.kind.name().to_owned()).or_default() += 1;
        *turns.entry(format!("{}-{}", outcome.day, outcome.turn)).or_default() += 1;
    }
    let side = |index: SideIndex| {
        let (wins, points) = (wins[index.index()], points[index.index()]);
        let share = |sum: u64| if completed == 0 { 0.0 } else { sum as f64 / completed as f64 };
        let result = SideResult {
            wins,
            win_rate: share(wins),
            interval: wilson(wins, completed),
            mean_points: share(points),
        };
        (pack.scenario().sides[index.index()].id.to_string(), result)
    };
    RunResult {
        games: options.games,
        completed,
        seed: options.seed,
        bots: options.bots.map(|bot| bot.name().to_owned()),
        digest: digest(pack, games),
        findings: Vec::new(),
        failures: games.iter().flat_map(failures).collect(),
        sides: SideIndex::BOTH.map(side).into(),
        draws,
        victories,
        turns,
    }
}

/// Digest of the play digest and every game's end in the order of seeds.
fn digest(pack: &Pack, games: &[Game]) -> Digest {
    let play = pack.play_digest();
    let ends: Vec<(String, Vec<u8>)> = games
        .iter()
        .map(|game| {
            let end = match &game.played {
                Ok(outcome) => outcome.digest.bytes().to_vec(),
                Err(panic) => panic.clone().into_bytes(),
            };
            (game.seed.to_string(), end)
        })
        .collect();
    let ends = ends.iter().map(|(seed, end)| (seed.as_str(), end.as_slice()));
    Digest::of_parts(std::iter::once(("play", play.bytes().as_slice())).chain(ends))
}

fn failures(game: &Game) -> Vec<Failure> {
    let failure = |kind, message| Failure { seed: game.seed, kind, message, record: None };
    match &game.played {
        Err(panic) => vec![failure(FailureKind::Panic, panic.clone())],
        Ok(outcome) => outcome
            .anomalies
            .iter()
            .map(|anomaly| match anomaly {
                Anomaly::StepLimit => failure(
                    FailureKind::StepLimit,
                    format!("no end after {} decisions, draws and rolls", outcome.steps),
                ),
                Anomaly::Overlap => failure(
                    FailureKind::Invariant,
                    "two pieces stand on one another (PB-6.4)".to_owned(),
                ),
                Anomaly::Refused { action, refusal, .. } => failure(
                    FailureKind::Refused,
                    format!("a bot wanted {action:?}, refused: {refusal}"),
                ),
            })
            .collect(),
    }
}
