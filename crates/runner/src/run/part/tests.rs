//! Tests that parts partition a run, merge in any order, and cause no harm if untrusted.

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::Index;
use sandtable_engine::{BotKind, Keep};
use sandtable_pack::{Pack, fab, sample};
use sandtable_source::Origins;
use serde_json::Value;

use super::*;
use crate::game::battle::{AreaBattle, Battle, PubBattle};
use crate::json;
use crate::report::report_page;
use crate::result::RunResult;
use crate::result::table::pack_table;
use crate::run::tally::PlayedGame;

#[test]
fn parts_partition_the_games() {
    for games in [0, 1, 7, 100, 1_000_000] {
        for of in [1, 2, 3, 8, 97] {
            let mut next = 0;
            for number in 1..=of {
                let range = Shard { number, of }.range(games);
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, games);
        }
    }
}

#[test]
fn parts_are_named_by_number_and_count() {
    assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
    for bad in ["", "3", "0/8", "9/8", "3/0", "a/b", "-1/2", "1/1000000"] {
        assert!(bad.parse::<Shard>().is_err(), "{bad}");
    }
}

/// A finished run.
struct Run {
    options: RunOptions,
    games: Vec<PlayedGame>,
}

impl Run {
    /// Plays every seed from both sides; some games crash.
    fn new<B: Battle>(battle: &B, games: u64) -> Self {
        let bots = [BotKind::Aggressive, BotKind::Random];
        let options = RunOptions { swap: true, ..RunOptions::new(games, 3, bots) };
        let play = |number| {
            let (seed, swapped) = options.game(number);
            let (outcome, observation) = battle.play(seed, options.players(swapped), Keep::Outcome);
            let game = PlayedGame {
                seed,
                swapped,
                played: Ok(battle.outcome(&outcome)),
                record: None,
                observation,
            };
            match number % 11 {
                4 => PlayedGame {
                    played: Err("the sky falls".to_owned()),
                    observation: None,
                    ..game
                },
                _ => game,
            }
        };
        Self { options, games: (0..games).map(play).collect() }
    }

    fn tally<B: Battle>(&self, battle: &B, range: Range<usize>) -> Tally {
        let mut tally = Tally::new(battle.cast(), origin(battle).play_digest);
        self.games[range].iter().for_each(|game| tally.count(game));
        tally
    }

    fn part<B: Battle>(&self, battle: &B, shard: Shard) -> Part {
        let range = shard.range(self.options.games);
        let range = range.start as usize..range.end as usize;
        let ends = self.games[range.clone()].iter().map(PlayedGame::end).collect();
        let counts = self.tally(battle, range).counts;
        Part::new(origin(battle), "b.pack".into(), self.options, shard, ends, counts)
    }

    /// Returns every output of a run.
    fn outputs<B: Battle>(&self, battle: &B, tally: &Tally) -> [String; 3] {
        let origins = Origins::default();
        let (result, _) =
            RunResult::new(battle.pack(), battle.cast(), self.options, tally, &origins);
        let page = report_page(battle, &result, &tally.counts.census, self.options, &|| None);
        [json(&result), pack_table(battle.pack(), &result), page]
    }
}

fn origin<B: Battle>(battle: &B) -> Origin {
    use crate::game::battle::BattlePack as _;
    let facts = battle.pack().facts();
    Origin {
        system: System::PubBattles,
        engine: 1,
        scenario: facts.scenario,
        play_digest: facts.play_digest,
        pack_digest: facts.pack_digest,
    }
}

fn pub_pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| Pack::new(sample::parts()).expect("valid sample"))
}

fn fab_pack() -> &'static fab::Pack {
    static PACK: OnceLock<fab::Pack> = OnceLock::new();
    PACK.get_or_init(fab::sample::pack)
}

fn pub_run() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| Run::new(&PubBattle::new(pub_pack()), 24))
}

fn fab_run() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| Run::new(&AreaBattle::new(fab_pack()), 60))
}

/// Checks that a run split at these points merges into the same run.
fn check_cut<B: Battle>(battle: &B, run: &Run, places: &[Index]) {
    let games = run.games.len();
    let mut places: Vec<usize> = places.iter().map(|place| place.index(games + 1)).collect();
    places.extend([0, games]);
    places.sort_unstable();
    let mut sum = run.tally(battle, 0..0).counts;
    for pair in places.windows(2) {
        sum.add(&run.tally(battle, pair[0]..pair[1]).counts);
    }
    assert_eq!(sum, run.tally(battle, 0..games).counts);
}

/// Checks that parts in this order, written and read as files, merge into the same run.
fn check_shared<B: Battle>(battle: &B, run: &Run, order: &[u32]) {
    let of = order.len() as u32;
    let parts = order.iter().map(|&number| {
        let text = json(&run.part(battle, Shard { number, of }));
        Part::read(&text).expect("a valid part")
    });
    let parts: Vec<Part> = parts.collect();
    let merged = merge_parts(&parts, battle.cast()).expect("complete set of parts");
    let whole = run.tally(battle, 0..run.games.len());
    assert_eq!(merged.counts, whole.counts);
    assert_eq!(merged.digest(), whole.digest());
    assert!(run.outputs(battle, &merged) == run.outputs(battle, &whole));
}

/// Returns the numbers in a document.
fn numbers(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Number(_) => vec![value],
        Value::Array(values) => values.iter_mut().flat_map(numbers).collect(),
        Value::Object(values) => values.values_mut().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// Checks that a part with one changed number is refused or merged without a panic.
fn check_corrupt<B: Battle>(battle: &B, run: &Run, place: &Index, number: &Value) {
    let parts = [1, 2, 3].map(|number| Shard { number, of: 3 });
    let [first, second, third] = parts.map(|shard| run.part(battle, shard));
    let mut value = serde_json::to_value(&second).expect("parts are JSON");
    let mut found = numbers(&mut value);
    let at = place.index(found.len());
    *found[at] = number.clone();
    let Ok(second) = Part::read(&json(&value)) else { return };
    if let Ok(tally) = merge_parts(&[first, second, third], battle.cast()) {
        run.outputs(battle, &tally);
    }
}

/// Numbers that an attacker might put into a file.
fn any_bad_number() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::from(u64::MAX)),
        Just(Value::from(i64::MIN)),
        Just(Value::from(i64::MAX)),
        Just(Value::from(u64::from(u32::MAX) + 1)),
        Just(Value::from(-1)),
        Just(Value::from(0)),
        Just(Value::from(1e300)),
        Just(Value::from(0.5)),
        (0..100_u64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn cut_runs_merge(places in prop::collection::vec(any::<Index>(), 0..12)) {
        check_cut(&PubBattle::new(pub_pack()), pub_run(), &places);
        check_cut(&AreaBattle::new(fab_pack()), fab_run(), &places);
    }

    #[test]
    fn parts_merge_in_any_order(
        of_areas in any::<bool>(),
        order in (1..80_u32).prop_flat_map(|of| Just((1..=of).collect::<Vec<_>>()).prop_shuffle()),
    ) {
        match of_areas {
            true => check_shared(&AreaBattle::new(fab_pack()), fab_run(), &order),
            false => check_shared(&PubBattle::new(pub_pack()), pub_run(), &order),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn corrupt_parts_are_harmless(
        of_areas in any::<bool>(), place in any::<Index>(), number in any_bad_number(),
    ) {
        match of_areas {
            true => check_corrupt(&AreaBattle::new(fab_pack()), fab_run(), &place, &number),
            false => check_corrupt(&PubBattle::new(pub_pack()), pub_run(), &place, &number),
        }
    }
}
