//! Counts of games, added game by game or from the parts of a run.

use std::collections::BTreeMap;

use sandtable_pack::{Digest, PartsDigest};
use serde::{Deserialize, Serialize};

use crate::census::sums::{MAX_PER_GAME, checked_sum, is_plausible_total};
use crate::census::{Cast, Census, GameObservation};
use crate::game::battle::GameOutcome;
use crate::game::failure::{Failure, FailureKind};
use crate::interval::wilson;

/// The maximum number of listed failures; all failures are counted.
const MAX_LISTED: usize = 1_000;

/// Whether this is a turn in the format of results, `2-3` or `3`.
fn is_turn(when: &str) -> bool {
    let mut numbers = when.split('-').map(|number| number.parse::<u8>());
    numbers.next().is_some_and(|number| number.is_ok())
        && numbers.next().is_none_or(|number| number.is_ok())
        && numbers.next().is_none()
}

/// The minimum number of games before `--until` stops a run.
const MIN_GAMES: u64 = 10;

/// The data of a game until it is counted.
pub(crate) struct PlayedGame {
    pub(crate) seed: u64,
    /// Whether the bots were swapped.
    pub(crate) swapped: bool,
    /// The outcome, or the message of a panic.
    pub(crate) played: Result<GameOutcome, String>,
    pub(crate) record: Option<String>,
    /// The observation, if the game ended.
    pub(crate) observation: Option<GameObservation>,
}

impl PlayedGame {
    /// Returns the end of the game: the digest of its last state, or the message of its panic.
    pub(crate) fn end(&self) -> String {
        match &self.played {
            Ok(outcome) => outcome.digest.to_string(),
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
            Ok(outcome) => {
                let anomalies = outcome.anomalies.iter();
                anomalies.map(|(kind, message)| failure(*kind, message.clone())).collect()
            }
        }
    }
}

/// The counts and the digest of games.
#[derive(Clone)]
pub(crate) struct Tally {
    pub(crate) counts: Counts,
    digest: PartsDigest,
}

/// Counts that add up over the parts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// Games that were started.
    pub(crate) played: u64,
    /// Games that ended by the rules.
    pub(crate) completed: u64,
    /// Wins by side of the scenario.
    pub(crate) wins: [u64; 2],
    /// Games without a winner.
    pub(crate) draws: u64,
    /// Total points by side.
    pub(crate) points: [i64; 2],
    /// Completed games by ending.
    pub(crate) victories: BTreeMap<String, u64>,
    /// Games won by each side, by ending.
    pub(crate) victories_of: [BTreeMap<String, u64>; 2],
    /// Completed games by last turn.
    pub(crate) turns: BTreeMap<String, u64>,
    /// Games won by the first and the second bot, on either side.
    pub(crate) bot_wins: [u64; 2],
    /// The first failures.
    pub(crate) failures: Vec<Failure>,
    /// The number of all failures.
    pub(crate) failed: u64,
    /// The observations of the games.
    pub(crate) census: Census,
}

impl Tally {
    pub(crate) fn new(cast: &Cast, play: Digest) -> Self {
        let mut digest = PartsDigest::default();
        digest.add("play", play.bytes());
        let counts = Counts { census: Census::new(cast), ..Counts::default() };
        Self { counts, digest }
    }

    /// Adds the end of a game to the digest.
    pub(crate) fn end(&mut self, seed: u64, end: &str) {
        self.digest.add(&seed.to_string(), end.as_bytes());
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, game: &PlayedGame) {
        self.end(game.seed, &game.end());
        let counts = &mut self.counts;
        counts.played += 1;
        let failures = game.failures();
        counts.failed += failures.len() as u64;
        let room = MAX_LISTED - counts.failures.len();
        counts.failures.extend(failures.into_iter().take(room));
        let end = game.played.as_ref().ok().and_then(|outcome| outcome.end.as_ref());
        if let Some(end) = end {
            counts.completed += 1;
            match end.winner {
                Some(side) => {
                    counts.wins[side] += 1;
                    counts.bot_wins[side ^ usize::from(game.swapped)] += 1;
                    *counts.victories_of[side].entry(end.kind.to_owned()).or_default() += 1;
                }
                None => counts.draws += 1,
            }
            for (sum, points) in counts.points.iter_mut().zip(end.points) {
                *sum += points;
            }
            *counts.victories.entry(end.kind.to_owned()).or_default() += 1;
            *counts.turns.entry(end.when.clone()).or_default() += 1;
        }
        if let Some(observation) = &game.observation {
            counts.census.count(game.seed, game.swapped, observation);
        }
    }

    /// Whether the first side's win rate is known to within ± this many tenths of a point.
    pub(crate) fn is_within(&self, width: u16) -> bool {
        let Counts { wins, completed, .. } = self.counts;
        let [low, high] = wilson(wins[0], completed);
        completed >= MIN_GAMES && high - low <= 2.0 * f64::from(width) / 1_000.0
    }

    /// Returns the digest of the battle and the end of every game, in order.
    pub(crate) fn digest(&self) -> Digest {
        self.digest.clone().finish()
    }
}

impl Counts {
    /// Checks that these counts are plausible for this battle. Call this for counts from a file:
    /// sums and differences are then safe.
    pub(crate) fn validate(&self, cast: &Cast) -> Result<(), &'static str> {
        let won = checked_sum(self.wins);
        let listed = self.failures.len();
        let bounds = [
            (self.completed <= self.played, "more games completed than played"),
            (
                won.and_then(|won| won.checked_add(self.draws)) == Some(self.completed),
                "games won and drawn do not add up to those completed",
            ),
            (
                checked_sum(self.victories.values().copied()) == Some(self.completed),
                "endings do not add up to the games completed",
            ),
            (
                self.victories_of
                    .iter()
                    .zip(self.wins)
                    .all(|(of, wins)| checked_sum(of.values().copied()) == Some(wins)),
                "victories do not add up to the games won",
            ),
            (
                checked_sum(self.turns.values().copied()) == Some(self.completed),
                "last turns do not add up to the games completed",
            ),
            (checked_sum(self.bot_wins) == won, "wins by bot do not add up to the games won"),
            (self.turns.keys().all(|when| is_turn(when)), "an invalid turn"),
            (
                listed as u64 == self.failed
                    || listed == MAX_LISTED && self.failed > MAX_LISTED as u64,
                "listed failures do not match their count",
            ),
            (self.failed <= self.played.saturating_mul(MAX_PER_GAME), "too many failures"),
            (
                self.points.iter().all(|points| is_plausible_total(*points, self.completed)),
                "more points than games allow",
            ),
            (self.census.games <= self.played, "more games observed than played"),
        ];
        match bounds.into_iter().find(|(holds, _)| !holds) {
            Some((_, fault)) => Err(fault),
            None => self.census.validate(cast),
        }
    }

    /// Adds the counts of a later part of the run.
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
        let [one, other] = &mut self.victories_of;
        let maps = [
            (&mut self.victories, &later.victories),
            (one, &later.victories_of[0]),
            (other, &later.victories_of[1]),
            (&mut self.turns, &later.turns),
        ];
        for (sums, others) in maps {
            for (key, count) in others {
                *sums.entry(key.clone()).or_default() += count;
            }
        }
        let room = MAX_LISTED - self.failures.len().min(MAX_LISTED);
        self.failures.extend(later.failures.iter().take(room).cloned());
        self.census.add(&later.census);
    }
}
