//! What is counted of games, one by one in order, and what two parts of a run are together.

use std::collections::BTreeMap;

use sandtable_pack::{Digest, DigestOfParts};
use serde::{Deserialize, Serialize};

use crate::census::{Cast, Census, GameShown};
use crate::interval::wilson;
use crate::playable::Told;
use crate::result::{Failure, FailureKind};

/// So many failures are told; what more there are is counted.
const TOLD: usize = 1_000;
/// No run stops because it knows enough before it has played so many games.
const LEAST_GAMES: u64 = 10;

/// What is kept of a game until it is counted.
pub(crate) struct Game {
    pub(crate) seed: u64,
    /// The bots had changed sides.
    pub(crate) swapped: bool,
    /// How it went, or the words of a panic.
    pub(crate) played: Result<Told, String>,
    pub(crate) record: Option<String>,
    /// What it showed, if it came to an end.
    pub(crate) shown: Option<GameShown>,
}

impl Game {
    /// What tells this game from others: the digest of its last state, or the words of its panic.
    pub(crate) fn end(&self) -> String {
        match &self.played {
            Ok(told) => told.digest.to_string(),
            Err(panic) => panic.clone(),
        }
    }

    fn failures(&self) -> Vec<Failure> {
        let failure = |kind, message| Failure {
            seed: self.seed,
            swapped: self.swapped,
            kind,
            message,
            record: self.record.clone(),
        };
        match &self.played {
            Err(panic) => vec![failure(FailureKind::Panic, panic.clone())],
            Ok(told) => {
                let anomalies = told.anomalies.iter();
                anomalies.map(|(kind, message)| failure(*kind, message.clone())).collect()
            }
        }
    }
}

/// What is counted of games.
#[derive(Clone)]
pub(crate) struct Tally {
    pub(crate) counts: Counts,
    digest: DigestOfParts,
}

/// What adds up of two parts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// Games that were begun.
    pub(crate) played: u64,
    /// Games that came to an end by the rules.
    pub(crate) completed: u64,
    /// By side of the scenario.
    pub(crate) wins: [u64; 2],
    /// Games that nobody won.
    pub(crate) draws: u64,
    /// By side.
    pub(crate) points: [i64; 2],
    /// By the way in which they ended.
    pub(crate) victories: BTreeMap<String, u64>,
    /// By the turn in which they ended.
    pub(crate) turns: BTreeMap<String, u64>,
    /// Games won by the bot that is named first and second, on whichever side.
    pub(crate) bot_wins: [u64; 2],
    /// The first failures.
    pub(crate) failures: Vec<Failure>,
    /// All failures.
    pub(crate) failed: u64,
    /// What the games showed.
    pub(crate) census: Census,
}

impl Tally {
    pub(crate) fn new(cast: &Cast, play: Digest) -> Self {
        let mut digest = DigestOfParts::default();
        digest.add("play", play.bytes());
        let counts = Counts { census: Census::new(cast), ..Counts::default() };
        Self { counts, digest }
    }

    /// A game ended so.
    pub(crate) fn end(&mut self, seed: u64, end: &str) {
        self.digest.add(&seed.to_string(), end.as_bytes());
    }

    /// Counts one more game.
    pub(crate) fn count(&mut self, game: &Game) {
        self.end(game.seed, &game.end());
        let counts = &mut self.counts;
        counts.played += 1;
        let failures = game.failures();
        counts.failed += failures.len() as u64;
        let room = TOLD - counts.failures.len();
        counts.failures.extend(failures.into_iter().take(room));
        let end = game.played.as_ref().ok().and_then(|told| told.end.as_ref());
        if let Some(end) = end {
            counts.completed += 1;
            match end.winner {
                Some(side) => {
                    counts.wins[side] += 1;
                    counts.bot_wins[side ^ usize::from(game.swapped)] += 1;
                }
                None => counts.draws += 1,
            }
            for (sum, points) in counts.points.iter_mut().zip(end.points) {
                *sum += points;
            }
            *counts.victories.entry(end.kind.to_owned()).or_default() += 1;
            *counts.turns.entry(end.when.clone()).or_default() += 1;
        }
        if let Some(shown) = &game.shown {
            counts.census.count(game.seed, game.swapped, shown);
        }
    }

    /// Does the interval of the first side's wins reach no farther than this, in tenths of a percent, to either side?
    pub(crate) fn is_within(&self, width: u16) -> bool {
        let Counts { wins, completed, .. } = self.counts;
        let [low, high] = wilson(wins[0], completed);
        completed >= LEAST_GAMES && high - low <= 2.0 * f64::from(width) / 1_000.0
    }

    /// Digest of what was played and how every game ended, in order.
    pub(crate) fn digest(&self) -> Digest {
        self.digest.clone().finish()
    }
}

impl Counts {
    /// Are these counts of this battle?
    pub(crate) fn fits(&self, cast: &Cast) -> bool {
        self.census.fits(cast) && self.census.games <= self.played
    }

    /// The counts of two parts of a run, those of `later` after these.
    pub(crate) fn add(&mut self, later: &Self) {
        self.played += later.played;
        self.completed += later.completed;
        self.draws += later.draws;
        self.failed += later.failed;
        for side in 0..2 {
            self.wins[side] += later.wins[side];
            self.points[side] += later.points[side];
            self.bot_wins[side] += later.bot_wins[side];
        }
        let maps = [(&mut self.victories, &later.victories), (&mut self.turns, &later.turns)];
        for (sums, others) in maps {
            for (key, count) in others {
                *sums.entry(key.clone()).or_default() += count;
            }
        }
        let room = TOLD - self.failures.len().min(TOLD);
        self.failures.extend(later.failures.iter().take(room).cloned());
        self.census.add(&later.census);
    }
}
