//! Many games of one pack in parallel. Results depend on the pack, the seed, the bots and the
//! number of games, never on threads or their order.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::prelude::*;
use sandtable_pack::{Digest, Pack, fab};
use sandtable_rules::{Battlefield, BotKind, Diarist, Keep, Played, play_on};

use crate::interval::wilson;
use crate::playable::{AreaBattle, Described, Playable, PubBattle, Told};
use crate::record::Recorded;
use crate::recordable::Recordable;
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
    run_on(&PubBattle::new(pack), options, progress)
}

/// The same for a battle of FAB.
pub fn run_area_battle(
    pack: &fab::Pack,
    options: RunOptions,
    progress: impl Fn() + Sync,
) -> RunResult {
    run_on(&AreaBattle::new(pack), options, progress)
}

fn run_on<P: Playable>(battle: &P, options: RunOptions, progress: impl Fn() + Sync) -> RunResult {
    let games = played(battle, options, Keep::Outcome, |_, _| {
        progress();
        None
    });
    summary(battle.pack(), options, &games)
}

/// The same with a record and a diary of every game, which `keep` is given as soon as the game
/// ends, from any thread and in any order. It answers with the file's name, or none.
pub fn run_recorded(
    pack: &Pack,
    options: RunOptions,
    keep: impl Fn(Recorded) -> Option<String> + Sync,
) -> RunResult {
    run_recorded_on(&PubBattle::new(pack), options, keep)
}

/// The same for a battle of FAB.
pub fn run_area_battle_recorded(
    pack: &fab::Pack,
    options: RunOptions,
    keep: impl Fn(Recorded) -> Option<String> + Sync,
) -> RunResult {
    run_recorded_on(&AreaBattle::new(pack), options, keep)
}

fn run_recorded_on<B: Recordable>(
    battle: &B,
    options: RunOptions,
    keep: impl Fn(Recorded) -> Option<String> + Sync,
) -> RunResult {
    let games = played(battle, options, Keep::Everything, |seed, played| {
        keep(Recorded::new(battle, options.bots, seed, played))
    });
    summary(battle.pack(), options, &games)
}

/// Plays the games; of each, what the result needs is kept, and the file that records it.
fn played<P: Playable>(
    battle: &P,
    options: RunOptions,
    keep: Keep,
    ended: impl Fn(u64, &Result<P::Outcome, String>) -> Option<String> + Sync,
) -> Vec<Game> {
    (0..options.games)
        .into_par_iter()
        .map(|index| {
            let seed = options.seed.wrapping_add(index);
            let played = caught(|| battle.play(seed, options.bots, keep));
            let record = ended(seed, &played);
            Game { seed, played: played.map(|outcome| battle.told(&outcome)), record }
        })
        .collect()
}

/// The staff diary of one game: the same game as a run's of that seed.
pub fn diary(pack: &Pack, seed: u64, bots: [BotKind; 2]) -> String {
    let field = Arc::new(Battlefield::new(pack.clone()));
    match caught(|| play_on(&field, seed, bots, Keep::Everything)) {
        Ok(outcome) => {
            let players = bots.map(BotKind::name);
            Diarist::new(&field).diary(Some(Played { seed, players }), &outcome.diary)
        }
        Err(panic) => format!("The game with seed {seed} failed: {panic}\n"),
    }
}

/// The same for a battle of FAB.
pub fn diary_of_area_battle(pack: &fab::Pack, seed: u64, bots: [BotKind; 2]) -> String {
    let battle = AreaBattle::new(pack);
    let played = caught(|| battle.play(seed, bots, Keep::Everything));
    Recorded::new(&battle, bots, seed, &played).diary
}

/// What is kept of a game in a run.
struct Game {
    seed: u64,
    /// How it went, or the words of a panic.
    played: Result<Told, String>,
    record: Option<String>,
}

/// A game, or the words of its panic. The battlefield is never changed by a game, so a panic leaves
/// nothing broken behind.
fn caught<O>(play: impl FnOnce() -> O) -> Result<O, String> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|payload| panic_message(payload.as_ref()))
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

fn summary(battle: &impl Described, options: RunOptions, games: &[Game]) -> RunResult {
    let facts = battle.facts();
    let mut completed = 0;
    let mut draws = 0;
    let mut wins = [0_u64; 2];
    let mut points = [0_i64; 2];
    let mut victories = BTreeMap::new();
    let mut turns = BTreeMap::new();
    let told = games.iter().filter_map(|game| game.played.as_ref().ok());
    for end in told.filter_map(|told| told.end.as_ref()) {
        completed += 1;
        match end.winner {
            Some(side) => wins[side] += 1,
            None => draws += 1,
        }
        for (sum, total) in points.iter_mut().zip(end.points) {
            *sum += total;
        }
        *victories.entry(end.kind.to_owned()).or_default() += 1;
        *turns.entry(end.when.clone()).or_default() += 1;
    }
    let share = |sum: f64| if completed == 0 { 0.0 } else { sum / completed as f64 };
    let sides = facts.sides.iter().zip(wins.into_iter().zip(points));
    let sides = sides.map(|((id, _), (wins, points))| {
        let result = SideResult {
            wins,
            win_rate: share(wins as f64),
            interval: wilson(wins, completed),
            mean_points: share(points as f64),
        };
        (id.clone(), result)
    });
    RunResult {
        games: options.games,
        completed,
        seed: options.seed,
        bots: options.bots.map(|bot| bot.name().to_owned()),
        digest: digest(facts.play_digest, games),
        findings: battle.findings(),
        failures: games.iter().flat_map(failures).collect(),
        sides: sides.collect(),
        draws,
        victories,
        turns,
        scenario: facts.scenario,
        ruleset: facts.ruleset,
        play_digest: facts.play_digest,
        pack_digest: facts.pack_digest,
    }
}

/// Digest of the play digest and every game's end in the order of seeds.
fn digest(play: Digest, games: &[Game]) -> Digest {
    let ends: Vec<(String, Vec<u8>)> = games
        .iter()
        .map(|game| {
            let end = match &game.played {
                Ok(told) => told.digest.bytes().to_vec(),
                Err(panic) => panic.clone().into_bytes(),
            };
            (game.seed.to_string(), end)
        })
        .collect();
    let ends = ends.iter().map(|(seed, end)| (seed.as_str(), end.as_slice()));
    Digest::of_parts(std::iter::once(("play", play.bytes().as_slice())).chain(ends))
}

fn failures(game: &Game) -> Vec<Failure> {
    let failure =
        |kind, message| Failure { seed: game.seed, kind, message, record: game.record.clone() };
    match &game.played {
        Err(panic) => vec![failure(FailureKind::Panic, panic.clone())],
        Ok(told) => {
            let anomalies = told.anomalies.iter();
            anomalies.map(|(kind, message)| failure(*kind, message.clone())).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::sample;

    use super::*;

    const OPTIONS: RunOptions =
        RunOptions { games: 6, seed: 11, bots: [BotKind::Aggressive, BotKind::Cautious] };

    fn pack() -> Pack {
        Pack::new(sample::parts()).expect("the sample is a battle")
    }

    fn on_threads(threads: usize, options: RunOptions) -> RunResult {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| run(&pack(), options, || ()))
    }

    #[test]
    fn results_are_the_same_on_any_number_of_threads() {
        let [one, two, again] = [1, 2, 2].map(|threads| crate::json(&on_threads(threads, OPTIONS)));
        assert_eq!(one, two);
        assert_eq!(two, again);
    }

    #[test]
    fn another_seed_is_another_run() {
        let one = on_threads(1, OPTIONS);
        let other = on_threads(1, RunOptions { seed: 12, ..OPTIONS });
        assert_ne!(one.digest, other.digest);
    }

    /// `--games 1 --seed N` plays one game of a run again.
    #[test]
    fn a_run_is_its_games_one_by_one() {
        let whole = on_threads(2, OPTIONS);
        let mut victories = BTreeMap::new();
        let mut points = [0.0; 2];
        for index in 0..OPTIONS.games {
            let single = RunOptions { games: 1, seed: OPTIONS.seed + index, ..OPTIONS };
            let single = on_threads(1, single);
            for (kind, count) in single.victories {
                *victories.entry(kind).or_default() += count;
            }
            for (sum, side) in points.iter_mut().zip(single.sides.values()) {
                *sum += side.mean_points;
            }
        }
        assert_eq!(whole.victories, victories);
        for (sum, side) in points.iter().zip(whole.sides.values()) {
            assert!((sum / OPTIONS.games as f64 - side.mean_points).abs() < 1e-9);
        }
    }

    /// Completed games are won by somebody or drawn, and end in one way on one turn.
    #[test]
    fn every_completed_game_is_counted_once() {
        let result = on_threads(2, OPTIONS);
        let wins: u64 = result.sides.values().map(|side| side.wins).sum();
        assert_eq!(result.completed, OPTIONS.games);
        assert_eq!(wins + result.draws, result.completed);
        assert_eq!(result.victories.values().sum::<u64>(), result.completed);
        assert_eq!(result.turns.values().sum::<u64>(), result.completed);
        assert!(result.failures.is_empty(), "{:?}", result.failures);
    }

    /// FAB is played by the same runner: the sides stand in the order of the scenario.
    #[test]
    fn a_battle_of_fab_is_a_run_like_any_other() {
        let pack = fab::sample::pack();
        let bots = [BotKind::Planner, BotKind::Random];
        let result = run_area_battle(&pack, RunOptions { bots, games: 20, seed: 1 }, || ());
        assert_eq!((result.completed, result.failures.len()), (20, 0));
        assert_eq!(result.victories.values().sum::<u64>(), 20);
        let text = crate::table_of_area_battle(&pack, &result);
        assert!(text.contains("Blue ") && text.contains("planner"), "{text}");
        let second = fab::Pack::new({
            let mut parts = pack.into_parts();
            parts.battle.scene.sides.reverse();
            parts
        });
        let second = second.expect("the sides may stand in any order");
        let other = RunOptions { bots: [bots[1], bots[0]], games: 20, seed: 1 };
        let other = run_area_battle(&second, other, || ());
        assert_eq!((other.sides, other.turns), (result.sides, result.turns));
    }

    /// Section 6 of the design promises these names.
    #[test]
    fn json_has_the_promised_names() {
        let json = serde_json::to_value(on_threads(1, OPTIONS)).expect("it becomes JSON");
        let names = |value: &serde_json::Value| {
            let object = value.as_object().expect("an object");
            object.keys().cloned().collect::<std::collections::BTreeSet<_>>()
        };
        let promised = [
            "scenario",
            "ruleset",
            "play_digest",
            "pack_digest",
            "games",
            "completed",
            "seed",
            "bots",
            "digest",
            "findings",
            "failures",
            "sides",
            "draws",
            "victories",
            "turns",
        ];
        assert_eq!(names(&json), promised.map(str::to_owned).into());
        let side = &json["sides"]["blue"];
        let promised = ["wins", "win_rate", "interval", "mean_points"];
        assert_eq!(names(side), promised.map(str::to_owned).into());
        assert!(side["interval"].as_array().is_some_and(|bounds| bounds.len() == 2));
    }

    /// PB-3.18: a rule that is only a text is not played, and both reports say so.
    #[test]
    fn what_is_not_played_is_said_in_the_report() {
        assert!(on_threads(1, OPTIONS).findings.is_empty());
        let mut parts = sample::parts();
        let id: sandtable_pack::SpecialRuleId = sample::id("be-fair");
        parts.labels.special_rules.insert(id.clone(), sandtable_pack::Text::plain("Be fair."));
        let effect = sandtable_pack::Effect::TextOnly;
        let rule = sandtable_pack::SpecialRule { id, who: Vec::new(), effect };
        parts.scenario.special_rules.push(rule);
        let pack = Pack::new(parts).expect("a text harms nobody");
        let result = run(&pack, RunOptions { games: 1, ..OPTIONS }, || ());
        let [finding] = result.findings.as_slice() else { panic!("one finding") };
        assert_eq!((finding.code.as_str(), finding.severity), ("ST0314", "warning"));
        assert!(
            crate::table(&pack, &result).contains("Not played:      a rule that is only a text")
        );
    }

    #[test]
    fn records_hold_what_proves_a_game() {
        let kept = std::sync::Mutex::new(Vec::new());
        let result = run_recorded(&pack(), OPTIONS, |game| {
            let name = format!("{}.json", game.seed);
            kept.lock().expect("nobody panics").push(game);
            Some(name)
        });
        assert_eq!(result.digest, on_threads(1, OPTIONS).digest, "recording changes nothing");
        let mut kept = kept.into_inner().expect("nobody panicked");
        kept.sort_by_key(|game| game.seed);
        assert_eq!(kept.len() as u64, OPTIONS.games);
        let record: serde_json::Value =
            serde_json::from_str(&kept[2].record).expect("a record is JSON");
        let outcome = sandtable_rules::play(pack(), 13, OPTIONS.bots, Keep::Everything);
        assert_eq!(record["seed"], 13);
        assert_eq!(record["players"][0], serde_json::json!({"side": "blue", "bot": "aggressive"}));
        assert_eq!(record["play_digest"], pack().play_digest().to_string());
        assert_eq!(record["digest"], outcome.digest.to_string());
        assert_eq!(record["inputs"].as_array().map(Vec::len), Some(outcome.inputs.len()));
        assert!(kept[2].diary.contains("TURN 1: 18 June 1815, 07:00 to 08:30"));
    }

    #[test]
    fn a_panic_is_a_failure_with_its_seed() {
        let played = caught(|| panic!("the sky falls"));
        let games = [Game { seed: 77, played, record: Some("77.json".to_owned()) }];
        let pack = pack();
        let options = RunOptions { games: 1, seed: 77, ..OPTIONS };
        let result = summary(&pack, options, &games);
        assert_eq!(result.completed, 0);
        let failure = Failure {
            seed: 77,
            kind: FailureKind::Panic,
            message: "the sky falls".to_owned(),
            record: Some("77.json".to_owned()),
        };
        assert_eq!(result.failures, [failure]);
        let side = &result.sides["blue"];
        assert_eq!(side.wins, 0);
    }
}
