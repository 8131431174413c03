//! Plays many games of a pack in parallel. Results depend on the pack, the seed, the bots and the
//! number of games, never on threads.

pub(crate) mod in_order;
pub(crate) mod options;
pub(crate) mod part;
pub(crate) mod tally;
pub(crate) mod vary;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use sandtable_engine::{Keep, Outcome};
use sandtable_pack::AnyPack;
use sandtable_source::Origins;

use crate::census::GameObservation;
use crate::game::battle::{Battle, BattlePack, with_pack};
use crate::game::panic::catch_panic;
use crate::record::GameRecord;
use crate::result::RunResult;
use crate::run::in_order::process_in_order;
use crate::run::tally::{PlayedGame, Tally};
pub use options::RunOptions;

/// Callbacks of a run.
pub(crate) struct Hooks<'h> {
    /// Called after every game, from any thread and in any order.
    pub(crate) progress: &'h (dyn Fn() + Sync),
    /// When set, no new game starts.
    pub(crate) stop: &'h AtomicBool,
    /// Called with every game, in order.
    pub(crate) on_game: &'h mut (dyn FnMut(&PlayedGame) + Send),
}

/// Plays the games on the current rayon pool. `progress` is called after every game, from any
/// thread and in any order.
pub fn run(pack: &AnyPack, options: RunOptions, progress: impl Fn() + Sync) -> RunResult {
    let stop = AtomicBool::new(false);
    let hooks = Hooks { progress: &progress, stop: &stop, on_game: &mut |_| () };
    with_pack!(pack, pack => {
        let battle = pack.prepare();
        let tally = tally_games(&battle, options, 0..options.games, hooks);
        RunResult::new(pack, battle.cast(), options, &tally, &Origins::default()).0
    })
}

/// Plays the games and records them. `keep` receives the record and diary of each game as soon as
/// it ends, from any thread and in any order. It returns the name of the file, if one was written.
pub fn run_and_record(
    pack: &AnyPack,
    options: RunOptions,
    keep: impl Fn(GameRecord) -> Option<String> + Sync,
) -> RunResult {
    let stop = AtomicBool::new(false);
    let hooks = Hooks { progress: &|| (), stop: &stop, on_game: &mut |_| () };
    with_pack!(pack, pack => {
        let battle = pack.prepare();
        let tally = tally_and_record(&battle, options, 0..options.games, hooks, keep);
        RunResult::new(pack, battle.cast(), options, &tally, &Origins::default()).0
    })
}

/// Plays a range of the games and counts them.
pub(crate) fn tally_games<P: Battle>(
    battle: &P,
    options: RunOptions,
    range: Range<u64>,
    hooks: Hooks<'_>,
) -> Tally {
    play_and_count(battle, options, range, hooks, |_| Keep::Outcome, |_, _| None)
}

/// Plays a range of the games, counts and records them.
pub(crate) fn tally_and_record<B: Battle>(
    battle: &B,
    options: RunOptions,
    range: Range<u64>,
    hooks: Hooks<'_>,
    keep: impl Fn(GameRecord) -> Option<String> + Sync,
) -> Tally {
    play_and_count(
        battle,
        options,
        range,
        hooks,
        |_| Keep::Everything,
        |number, played| {
            let (seed, swapped) = options.game(number);
            keep(GameRecord {
                swapped,
                ..GameRecord::new(battle, options.bots_by_side(swapped), seed, played)
            })
        },
    )
}

/// The outcome and observation of a game, or the message of its panic.
type ObservedGame<P> = Result<(Outcome<<P as Battle>::Game>, Option<GameObservation>), String>;

/// Plays a range of the games and counts them. `keep` selects, by game number, the data to keep.
/// `record` receives the number and the game, from any thread and in any order.
pub(crate) fn play_and_count<P: Battle>(
    battle: &P,
    options: RunOptions,
    range: Range<u64>,
    hooks: Hooks<'_>,
    keep: impl Fn(u64) -> Keep + Sync,
    record: impl Fn(u64, &Result<Outcome<P::Game>, String>) -> Option<String> + Sync,
) -> Tally {
    let mut tally = Tally::new(battle.cast(), battle.pack().facts().play_digest);
    let Hooks { progress, stop, on_game: each } = hooks;
    let play = |number: u64| {
        let (seed, swapped) = options.game(number);
        let played: ObservedGame<P> =
            catch_panic(|| battle.play(seed, options.players(swapped), keep(number)));
        let (played, observation) = match played {
            Ok((outcome, observation)) => (Ok(outcome), observation),
            Err(panic) => (Err(panic), None),
        };
        let record = record(number, &played);
        progress();
        PlayedGame {
            seed,
            swapped,
            played: played.map(|outcome| battle.outcome(&outcome)),
            record,
            observation,
        }
    };
    process_in_order(range, stop, play, |_, game| {
        tally.count(&game);
        each(&game);
        !options.until.is_some_and(|width| tally.is_within(width))
    });
    tally
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex};

    use sandtable_engine::{BotKind, play_bots};
    use sandtable_pack::{Pack, fab, sample};

    use super::*;
    use crate::game::battle::PubBattle;
    use crate::game::failure::{Failure, FailureKind};

    const OPTIONS: RunOptions = RunOptions::new(6, 11, [BotKind::Aggressive, BotKind::Cautious]);

    fn pack() -> Pack {
        Pack::new(sample::parts()).expect("valid sample")
    }

    fn run_on_threads(threads: usize, options: RunOptions) -> RunResult {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| run(&pack().into(), options, || ()))
    }

    #[test]
    fn results_ignore_thread_count() {
        let [one, two, again] =
            [1, 2, 2].map(|threads| crate::json(&run_on_threads(threads, OPTIONS)));
        assert_eq!(one, two);
        assert_eq!(two, again);
    }

    #[test]
    fn seed_changes_the_run() {
        let one = run_on_threads(1, OPTIONS);
        let other = run_on_threads(1, RunOptions { seed: 12, ..OPTIONS });
        assert_ne!(one.digest, other.digest);
    }

    /// `--games 1 --seed N` replays one game of a run.
    #[test]
    fn run_equals_its_single_games() {
        let whole = run_on_threads(2, OPTIONS);
        let mut victories = BTreeMap::new();
        let mut points = [0.0; 2];
        for index in 0..OPTIONS.games {
            let single = RunOptions { games: 1, seed: OPTIONS.seed + index, ..OPTIONS };
            let single = run_on_threads(1, single);
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

    /// Completed games are won or drawn, and have one ending and one last turn.
    #[test]
    fn every_completed_game_is_counted_once() {
        let result = run_on_threads(2, OPTIONS);
        let wins: u64 = result.sides.values().map(|side| side.wins).sum();
        assert_eq!(result.completed, OPTIONS.games);
        assert_eq!(wins + result.draws, result.completed);
        assert_eq!(result.victories.values().sum::<u64>(), result.completed);
        for (side, tally) in &result.sides {
            assert_eq!(result.victories_of[side].values().sum::<u64>(), tally.wins);
        }
        assert_eq!(result.turns.values().sum::<u64>(), result.completed);
        assert!(result.failures.is_empty(), "{:?}", result.failures);
    }

    /// The runner plays FAB, too, with sides in the order of the scenario.
    #[test]
    fn fab_battles_run() {
        let pack = fab::sample::pack();
        let bots = [BotKind::Planner, BotKind::Random];
        let any = AnyPack::from(pack.clone());
        let result = run(&any, RunOptions::new(20, 1, bots), || ());
        assert_eq!((result.completed, result.failures.len()), (20, 0));
        assert_eq!(result.victories.values().sum::<u64>(), 20);
        let text = crate::table(&any, &result);
        assert!(text.contains("Blue ") && text.contains("planner"), "{text}");
        let second = fab::Pack::new({
            let mut parts = pack.into_parts();
            parts.battle.scene.sides.reverse();
            parts
        });
        let second = second.expect("valid battle");
        let other = RunOptions::new(20, 1, [bots[1], bots[0]]);
        let other = run(&second.into(), other, || ());
        assert_eq!((other.sides, other.turns), (result.sides, result.turns));
    }

    /// These keys are a public interface.
    #[test]
    fn json_has_promised_keys() {
        let json = serde_json::to_value(run_on_threads(1, OPTIONS)).expect("a result is JSON");
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
            // Added later.
            "swapped",
            "bot_wins",
            "balance",
            "acts",
            "pieces",
            "commands",
            "losses",
            "rulings",
            "early",
            "victories_of",
        ];
        assert_eq!(names(&json), promised.map(str::to_owned).into());
        let side = &json["sides"]["blue"];
        let promised = ["wins", "win_rate", "interval", "mean_points"];
        assert_eq!(names(side), promised.map(str::to_owned).into());
        assert!(side["interval"].as_array().is_some_and(|bounds| bounds.len() == 2));
    }

    /// PB-3.18: both reports list rules that are only text as not played.
    #[test]
    fn pb_3_18_unplayed_rules_are_reported() {
        assert!(run_on_threads(1, OPTIONS).findings.is_empty());
        let mut parts = sample::parts();
        let id: sandtable_pack::SpecialRuleId = sample::id("be-fair");
        parts.labels.special_rules.insert(id.clone(), sandtable_pack::Text::plain("Be fair."));
        let effect = sandtable_pack::Effect::TextOnly;
        let rule = sandtable_pack::SpecialRule { id, who: Vec::new(), effect };
        parts.scenario.special_rules.push(rule);
        let pack = AnyPack::from(Pack::new(parts).expect("valid battle"));
        let result = run(&pack, RunOptions { games: 1, ..OPTIONS }, || ());
        let [finding] = result.findings.as_slice() else { panic!("one finding") };
        assert_eq!((finding.code.as_str(), finding.severity), ("ST0314", "warning"));
        assert!(
            crate::result::table::table(&pack, &result)
                .contains("Not played:      text-only rules")
        );
    }

    #[test]
    fn records_contain_the_whole_game() {
        let kept = Mutex::new(Vec::new());
        let result = run_and_record(&pack().into(), OPTIONS, |game| {
            let name = format!("{}.json", game.seed);
            kept.lock().expect("no thread panics").push(game);
            Some(name)
        });
        assert_eq!(result.digest, run_on_threads(1, OPTIONS).digest, "recording has no effect");
        let mut kept = kept.into_inner().expect("no thread panicked");
        kept.sort_by_key(|game| game.seed);
        assert_eq!(kept.len() as u64, OPTIONS.games);
        let record: serde_json::Value =
            serde_json::from_str(&kept[2].record).expect("a record is JSON");
        let field = Arc::new(sandtable_pub_battles::Battlefield::new(pack()));
        let outcome =
            play_bots::<sandtable_pub_battles::Game>(&field, 13, OPTIONS.bots, Keep::Everything);
        assert_eq!(record["seed"], 13);
        assert_eq!(record["players"][0], serde_json::json!({"side": "blue", "bot": "aggressive"}));
        assert_eq!(record["play_digest"], pack().play_digest().to_string());
        assert_eq!(record["digest"], outcome.digest.to_string());
        assert_eq!(record["inputs"].as_array().map(Vec::len), Some(outcome.inputs.len()));
        assert!(kept[2].diary.contains("TURN 1: 18 June 1815, 07:00 to 08:30"));
    }

    #[test]
    fn panic_is_reported_with_seed() {
        let played = catch_panic(|| panic!("the sky falls"));
        let pack = pack();
        let battle = PubBattle::new(&pack);
        let mut tally = Tally::new(battle.cast(), pack.play_digest());
        let record = Some("77.json".to_owned());
        tally.count(&PlayedGame { seed: 77, swapped: false, played, record, observation: None });
        let options = RunOptions { games: 1, seed: 77, ..OPTIONS };
        let result = RunResult::new(&pack, battle.cast(), options, &tally, &Origins::default()).0;
        assert_eq!(result.completed, 0);
        let failure = Failure {
            seed: 77,
            swapped: false,
            kind: FailureKind::Panic,
            message: "the sky falls".to_owned(),
            record: Some("77.json".to_owned()),
        };
        assert_eq!(result.failures, [failure]);
        assert_eq!(result.sides["blue"].wins, 0);
    }

    /// With swapped sides, every seed is played from both sides.
    #[test]
    fn swap_equals_two_runs() {
        let paired = run_on_threads(2, RunOptions { games: 12, swap: true, ..OPTIONS });
        let one = run_on_threads(2, OPTIONS);
        let bots = [OPTIONS.bots[1], OPTIONS.bots[0]];
        let other = run_on_threads(2, RunOptions { bots, ..OPTIONS });
        for side in ["blue", "red"] {
            assert_eq!(paired.sides[side].wins, one.sides[side].wins + other.sides[side].wins);
        }
    }

    /// A run stops at the same game for any number of threads.
    #[test]
    fn until_stops_at_same_game() {
        let options = RunOptions { games: 400, until: Some(250), ..OPTIONS };
        let [one, two] = [1, 2].map(|threads| run_on_threads(threads, options));
        assert!(one.games < 40 && one.games > 8, "{}", one.games);
        assert_eq!(crate::json(&one), crate::json(&two));
        let again = run_on_threads(2, RunOptions { games: one.games, ..OPTIONS });
        assert_eq!(again.digest, one.digest);
    }
}
