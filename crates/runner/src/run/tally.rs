//! What is counted of games, one by one in order, and what two parts of a run are together.

use std::collections::BTreeMap;

use sandtable_pack::{Digest, PartsDigest};
use serde::{Deserialize, Serialize};

use crate::census::sums::{MOST_IN_A_GAME, is_of_games, sum_of};
use crate::census::{Cast, Census, GameObservation};
use crate::game::battle::GameOutcome;
use crate::game::failure::{Failure, FailureKind};
use crate::interval::wilson;

/// So many failures are told; what more there are is counted.
const TOLD: usize = 1_000;

/// Is this a turn as results name it, `2-3` or `3`?
fn is_moment(when: &str) -> bool {
    let mut numbers = when.split('-').map(|number| number.parse::<u8>());
    numbers.next().is_some_and(|number| number.is_ok())
        && numbers.next().is_none_or(|number| number.is_ok())
        && numbers.next().is_none()
}

/// No run stops because it knows enough before it has played so many games.
const LEAST_GAMES: u64 = 10;

/// What is kept of a game until it is counted.
pub(crate) struct Game {
    pub(crate) seed: u64,
    /// Whether the bots were swapped.
    pub(crate) swapped: bool,
    /// How it went, or the words of a panic.
    pub(crate) played: Result<GameOutcome, String>,
    pub(crate) record: Option<String>,
    /// What it showed, if it came to an end.
    pub(crate) shown: Option<GameObservation>,
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
    digest: PartsDigest,
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
    /// The same of the games that each side won.
    pub(crate) victories_of: [BTreeMap<String, u64>; 2],
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
        let mut digest = PartsDigest::default();
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
    /// Can these be the counts of games of this battle? Whoever reads them from a file asks first, and adds and subtracts
    /// safely then.
    pub(crate) fn judge(&self, cast: &Cast) -> Result<(), &'static str> {
        let won = sum_of(self.wins);
        let told = self.failures.len();
        let bounds = [
            (self.completed <= self.played, "more games completed than played"),
            (
                won.and_then(|won| won.checked_add(self.draws)) == Some(self.completed),
                "games won and drawn do not add up to those completed",
            ),
            (
                sum_of(self.victories.values().copied()) == Some(self.completed),
                "endings do not add up to the games completed",
            ),
            (
                self.victories_of
                    .iter()
                    .zip(self.wins)
                    .all(|(of, wins)| sum_of(of.values().copied()) == Some(wins)),
                "victories do not add up to the games won",
            ),
            (
                sum_of(self.turns.values().copied()) == Some(self.completed),
                "last turns do not add up to the games completed",
            ),
            (sum_of(self.bot_wins) == won, "wins by bot do not add up to the games won"),
            (self.turns.keys().all(|when| is_moment(when)), "an invalid turn"),
            (
                told as u64 == self.failed || told == TOLD && self.failed > TOLD as u64,
                "listed failures do not match their count",
            ),
            (self.failed <= self.played.saturating_mul(MOST_IN_A_GAME), "too many failures"),
            (
                self.points.iter().all(|points| is_of_games(*points, self.completed)),
                "more points than games allow",
            ),
            (self.census.games <= self.played, "more games observed than played"),
        ];
        match bounds.into_iter().find(|(holds, _)| !holds) {
            Some((_, fault)) => Err(fault),
            None => self.census.judge(cast),
        }
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
        let room = TOLD - self.failures.len().min(TOLD);
        self.failures.extend(later.failures.iter().take(room).cloned());
        self.census.add(&later.census);
    }
}
