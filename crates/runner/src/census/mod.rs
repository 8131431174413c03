//! Statistics over games. Counts are exact and can be added in any order, so shards and threads do
//! not affect them.

mod area_battle;
mod examples;
mod numbering;
mod observation;
mod pub_battle;
pub(crate) mod sums;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::census::sums::{MAX_PER_GAME, checked_sum, is_plausible_total};
pub(crate) use area_battle::{AreaCast, AreaObserver};
pub use examples::{ExampleGames, GameId};
pub use numbering::{
    Cast, CastCommand, CastDue, CastEnemy, CastFeature, CastPiece, CastTurn, PieceRole,
};
pub use observation::{Act, CommandObservation, GameObservation, Hindrance, PieceObservation};
pub(crate) use pub_battle::{PubCast, PubObserver};

/// The number of initial games kept to find typical ones.
pub const MAX_SAMPLED: usize = 4_096;

/// Counts over the completed games of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    /// Games counted.
    pub games: u64,
    /// Inputs over all games.
    pub steps: u64,
    /// Counts in the order of [`Cast::pieces`].
    pub pieces: Vec<PieceCount>,
    /// Counts in the order of [`Cast::commands`].
    pub commands: Vec<CommandCount>,
    /// Games in which a piece entered each of [`Cast::grounds`].
    pub grounds: Vec<u64>,
    /// Uses of each of [`Cast::crossings`].
    pub crossings: Vec<u64>,
    /// Pieces of each side on each spot at the end of turns.
    pub stood: [Vec<u64>; 2],
    /// Combats on each spot.
    pub fought: Vec<u64>,
    /// The acts of each side.
    pub acts: [BTreeMap<Act, u64>; 2],
    /// Lead changes over all games.
    pub lead_changes: u64,
    /// Games by the turn after which the lead was final.
    pub decided: BTreeMap<u16, u64>,
    /// Games by final margin of the first side: those won by the first side, won by the other side,
    /// and drawn.
    pub margins: BTreeMap<i64, [u64; 3]>,
    /// Games by last turn, counted from the first.
    pub ended: BTreeMap<u16, u64>,
    /// Games whose winner would differ without a ruling's points, by ruling.
    pub rulings: BTreeMap<String, u64>,
    /// Example games by ruling.
    pub ruled_games: BTreeMap<String, ExampleGames>,
    /// Examples of games that each side won.
    pub won_games: [ExampleGames; 2],
    /// Total points of each side after each turn. Games that have ended count with their final
    /// points.
    pub course: Vec<[i64; 2]>,
    /// The first games, in order.
    pub sample: Vec<SampledGame>,
}

/// A candidate for the typical or extreme game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampledGame {
    /// The seed.
    pub seed: u64,
    /// Whether the bots were swapped.
    pub swapped: bool,
    /// The winner.
    pub winner: Option<u8>,
    /// The final margin of the first side.
    pub margin: i64,
    /// The last turn, counted from the first.
    pub turn: u16,
}

/// Counts of a piece over many games. Unless stated otherwise, each field is a number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceCount {
    /// It was on the map.
    pub came: u64,
    /// It moved.
    pub moved: u64,
    /// It fired or was fired at.
    pub fought: u64,
    /// Its command or supply was checked.
    pub asked: u64,
    /// It was in command, or in supply, at least once.
    pub in_command: u64,
    /// It was out of supply when the battle began.
    pub cut_off: u64,
    /// It was lost in combat.
    pub lost: u64,
    /// It was out of supply at the end and counted as destroyed.
    pub cut_off_at_end: u64,
    /// It entered late.
    pub late: u64,
    /// Turns of delay over all games.
    pub late_turns: u64,
    /// Examples of games in which it entered late.
    pub late_games: ExampleGames,
    /// It was due before the end but never entered.
    pub missed: u64,
    /// Examples of games in which it never entered.
    pub missed_games: ExampleGames,
    /// Turns at the end of which it was due but still waiting, by [`Hindrance`].
    pub kept_off: [u64; 4],
    /// The train was unpacked.
    pub unpacked: u64,
    /// The headquarters tried to Alter the turn order.
    pub altered: u64,
}

/// Counts of a command over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCount {
    /// Games in which it was active.
    pub active: u64,
    /// Its activations over all games.
    pub activations: u64,
    /// Activations in which it did nothing.
    pub idle: u64,
    /// Chit position in a turn, from 0 (first) to 1,000 (last): sum and count over games that its
    /// side won.
    pub won: [u64; 2],
    /// The chit position over games that its side did not win.
    pub lost: [u64; 2],
}

impl Census {
    /// Creates an empty census.
    pub fn new(cast: &Cast) -> Self {
        Self {
            pieces: vec![PieceCount::default(); cast.pieces.len()],
            commands: vec![CommandCount::default(); cast.commands.len()],
            grounds: vec![0; cast.grounds.len()],
            crossings: vec![0; cast.crossings.len()],
            stood: [vec![0; cast.spots], vec![0; cast.spots]],
            fought: vec![0; cast.spots],
            course: vec![[0; 2]; usize::from(cast.turns)],
            ..Self::default()
        }
    }

    /// Checks that these counts are plausible for this battle. Call this for every census read from
    /// a file.
    pub(crate) fn validate(&self, cast: &Cast) -> Result<(), &'static str> {
        let fits = self.pieces.len() == cast.pieces.len()
            && self.commands.len() == cast.commands.len()
            && self.grounds.len() == cast.grounds.len()
            && self.crossings.len() == cast.crossings.len()
            && self.fought.len() == cast.spots
            && self.course.len() == usize::from(cast.turns)
            && self.stood.iter().all(|side| side.len() == cast.spots);
        if !fits {
            return Err("pieces and places differ from the battle");
        }
        let most = self.games.saturating_mul(MAX_PER_GAME);
        let often = self.crossings.iter().chain(self.stood.iter().flatten()).chain(&self.fought);
        let often = often.chain(self.acts.iter().flat_map(BTreeMap::values));
        let often = often.chain([&self.steps, &self.lead_changes]);
        if often.into_iter().any(|count| *count > most) {
            return Err("counts exceed what this number of games allows");
        }
        let by_turn = [&self.decided, &self.ended];
        if by_turn.into_iter().any(|turns| checked_sum(turns.values().copied()) != Some(self.games))
            || checked_sum(self.margins.values().flatten().copied()) != Some(self.games)
        {
            return Err("turns or margins do not add up to the games");
        }
        // Turns count from 1.
        if by_turn.into_iter().flat_map(BTreeMap::keys).any(|turn| *turn > cast.turns) {
            return Err("turns outside the battle");
        }
        if self.grounds.iter().chain(self.rulings.values()).any(|games| *games > self.games) {
            return Err("an event counted in more games than were played");
        }
        if self.rulings.keys().chain(self.ruled_games.keys()).any(|name| !is_plain(name)) {
            return Err("an unknown ruling");
        }
        if self.margins.keys().any(|margin| !is_plausible_total(*margin, 1))
            || self.course.iter().flatten().any(|points| !is_plausible_total(*points, self.games))
        {
            return Err("more points than games allow");
        }
        let sampled = self.sample.len() as u64 == self.games.min(MAX_SAMPLED as u64);
        if !sampled || !self.sample.iter().all(SampledGame::is_valid) {
            return Err("example games do not match the counts");
        }
        if !self.pieces.iter().all(|piece| piece.is_plausible(self.games))
            || !self.commands.iter().all(|command| command.is_plausible(self.games))
        {
            return Err("a piece or command exceeds what this number of games allows");
        }
        Ok(())
    }

    /// Counts a game. Games must be counted in order.
    pub fn count(&mut self, seed: u64, swapped: bool, game: &GameObservation) {
        self.games += 1;
        self.steps += u64::from(game.steps);
        let id = GameId { seed, swapped };
        for (count, observation) in self.pieces.iter_mut().zip(&game.pieces) {
            count.count(id, observation);
        }
        if let Some(side) = game.winner {
            self.won_games[side].add(id);
        }
        for ((count, observation), side) in
            self.commands.iter_mut().zip(&game.commands).zip(&game.command_sides)
        {
            count.count(observation, game.winner == Some(*side));
        }
        for (count, visited) in self.grounds.iter_mut().zip(&game.grounds) {
            *count += u64::from(*visited);
        }
        add(&mut self.crossings, &game.crossings);
        for (count, stood) in self.stood.iter_mut().zip(&game.stood) {
            add(count, stood);
        }
        add(&mut self.fought, &game.fought);
        for (count, acts) in self.acts.iter_mut().zip(&game.acts) {
            for (act, times) in acts {
                *count.entry(*act).or_default() += u64::from(*times);
            }
        }
        self.lead_changes += u64::from(game.lead_changes());
        *self.decided.entry(game.decisive_turn()).or_default() += 1;
        let won = game.winner.unwrap_or(2);
        self.margins.entry(game.margin).or_default()[won] += 1;
        *self.ended.entry(game.course.len() as u16).or_default() += 1;
        for ruling in game.decisive_rulings() {
            *self.rulings.entry(ruling.to_owned()).or_default() += 1;
            self.ruled_games.entry(ruling.to_owned()).or_default().add(id);
        }
        let last = game.course.last().copied().unwrap_or_default();
        for (turn, sums) in self.course.iter_mut().enumerate() {
            let points = game.course.get(turn).copied().unwrap_or(last);
            for (sum, points) in sums.iter_mut().zip(points) {
                *sum += points;
            }
        }
        if self.sample.len() < MAX_SAMPLED {
            let winner = game.winner.map(|side| side as u8);
            let turn = game.course.len() as u16;
            self.sample.push(SampledGame { seed, swapped, winner, margin: game.margin, turn });
        }
    }

    /// Adds the games of a later part of the same run.
    pub fn add(&mut self, later: &Self) {
        self.games += later.games;
        self.steps += later.steps;
        for (count, other) in self.pieces.iter_mut().zip(&later.pieces) {
            count.add(other);
        }
        for (count, other) in self.commands.iter_mut().zip(&later.commands) {
            count.add(other);
        }
        add(&mut self.grounds, &later.grounds);
        add(&mut self.crossings, &later.crossings);
        for (count, other) in self.stood.iter_mut().zip(&later.stood) {
            add(count, other);
        }
        add(&mut self.fought, &later.fought);
        for (count, other) in self.acts.iter_mut().zip(&later.acts) {
            add_by_key(count, other);
        }
        self.lead_changes += later.lead_changes;
        add_by_key(&mut self.decided, &later.decided);
        for (margin, games) in &later.margins {
            add(self.margins.entry(*margin).or_default(), games);
        }
        add_by_key(&mut self.ended, &later.ended);
        add_by_key(&mut self.rulings, &later.rulings);
        for (ruling, games) in &later.ruled_games {
            self.ruled_games.entry(ruling.clone()).or_default().join(games);
        }
        for (games, others) in self.won_games.iter_mut().zip(&later.won_games) {
            games.join(others);
        }
        for (sums, others) in self.course.iter_mut().zip(&later.course) {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        }
        let room = MAX_SAMPLED - self.sample.len().min(MAX_SAMPLED);
        self.sample.extend(later.sample.iter().take(room));
    }

    /// Returns the number of games that lasted until a turn, counted from the first.
    pub(crate) fn games_reaching(&self, turn: u16) -> u64 {
        self.ended.range(turn..).map(|(_, games)| games).sum()
    }

    /// Returns the most typical game: the usual winner, with a margin close to the median.
    pub fn typical(&self) -> Option<SampledGame> {
        let mut wins: BTreeMap<Option<u8>, usize> = BTreeMap::new();
        for game in &self.sample {
            *wins.entry(game.winner).or_default() += 1;
        }
        let usual = wins.into_iter().max_by_key(|(_, count)| *count)?.0;
        let mut margins: Vec<i64> = self.sample.iter().map(|game| game.margin).collect();
        margins.sort_unstable();
        let middle = margins[margins.len() / 2];
        let of_usual = self.sample.iter().filter(|game| game.winner == usual);
        of_usual.min_by_key(|game| (game.margin - middle).abs()).copied()
    }

    /// Returns the game with the largest margin.
    pub fn extreme(&self) -> Option<SampledGame> {
        let furthest = self.sample.iter().map(|game| game.margin.abs()).max()?;
        self.sample.iter().find(|game| game.margin.abs() == furthest).copied()
    }
}

/// Whether this is a short plain name, such as `PB-A158`.
fn is_plain(name: &str) -> bool {
    name.len() <= 40
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
}

impl SampledGame {
    fn is_valid(&self) -> bool {
        self.winner.is_none_or(|side| side < 2) && is_plausible_total(self.margin, 1)
    }
}

impl PieceCount {
    /// Whether these counts are plausible for this number of games.
    fn is_plausible(&self, games: u64) -> bool {
        let Self { came, moved, fought, asked, in_command, cut_off, .. } = *self;
        let Self { lost, late, late_turns, missed, unpacked, altered, .. } = *self;
        let Self { cut_off_at_end, late_games, missed_games, kept_off, .. } = *self;
        let flags = [
            came,
            moved,
            fought,
            asked,
            in_command,
            cut_off,
            lost,
            late,
            missed,
            unpacked,
            altered,
            cut_off_at_end,
        ];
        let most = games.saturating_mul(MAX_PER_GAME);
        flags.into_iter().all(|flag| flag <= games)
            && in_command <= asked
            && came.saturating_add(missed) <= games
            && late_games.is_plausible(late)
            && missed_games.is_plausible(missed)
            && kept_off.into_iter().chain([late_turns]).all(|turns| turns <= most)
    }

    fn count(&mut self, game: GameId, observation: &PieceObservation) {
        let flags = [
            (&mut self.came, observation.came),
            (&mut self.moved, observation.moved),
            (&mut self.fought, observation.fought),
            (&mut self.asked, observation.asked),
            (&mut self.in_command, observation.in_command),
            (&mut self.cut_off, observation.cut_off),
            (&mut self.lost, observation.lost),
            (&mut self.cut_off_at_end, observation.cut_off_at_end),
            (&mut self.late, observation.late > 0),
            (&mut self.missed, observation.missed),
            (&mut self.unpacked, observation.unpacked),
            (&mut self.altered, observation.altered),
        ];
        for (count, flag) in flags {
            *count += u64::from(flag);
        }
        self.late_turns += u64::from(observation.late);
        add(&mut self.kept_off, &observation.kept_off);
        if observation.late > 0 {
            self.late_games.add(game);
        }
        if observation.missed {
            self.missed_games.add(game);
        }
    }

    fn add(&mut self, other: &Self) {
        let sums = [
            (&mut self.came, other.came),
            (&mut self.moved, other.moved),
            (&mut self.fought, other.fought),
            (&mut self.asked, other.asked),
            (&mut self.in_command, other.in_command),
            (&mut self.cut_off, other.cut_off),
            (&mut self.lost, other.lost),
            (&mut self.cut_off_at_end, other.cut_off_at_end),
            (&mut self.late, other.late),
            (&mut self.late_turns, other.late_turns),
            (&mut self.missed, other.missed),
            (&mut self.unpacked, other.unpacked),
            (&mut self.altered, other.altered),
        ];
        for (sum, other) in sums {
            *sum += other;
        }
        add(&mut self.kept_off, &other.kept_off);
        self.late_games.join(&other.late_games);
        self.missed_games.join(&other.missed_games);
    }

    /// Returns the games in which the piece should have entered: it entered, or the game lasted
    /// beyond the turn in which it was due.
    pub(crate) const fn expected(&self) -> u64 {
        self.came.saturating_add(self.missed)
    }

    /// Returns the most frequent hindrance, if there was any.
    pub(crate) fn hindrance(&self) -> Option<Hindrance> {
        most_frequent(self.kept_off)
    }
}

/// Returns the most frequent hindrance; in a tie, the first.
pub(crate) fn most_frequent(kept_off: [u64; 4]) -> Option<Hindrance> {
    let counted = Hindrance::ALL.into_iter().zip(kept_off);
    let most = counted.rev().max_by_key(|(_, turns)| *turns);
    most.filter(|(_, turns)| *turns > 0).map(|(hindrance, _)| hindrance)
}

impl CommandCount {
    /// Whether these counts are plausible for this number of games.
    fn is_plausible(&self, games: u64) -> bool {
        let most = games.saturating_mul(MAX_PER_GAME);
        let Self { active, activations, idle, won, lost } = *self;
        let places = won.into_iter().chain(lost);
        active <= games
            && idle <= activations
            && places.chain([activations]).all(|count| count <= most)
    }

    fn count(&mut self, observation: &CommandObservation, won: bool) {
        self.active += u64::from(observation.active);
        self.activations += u64::from(observation.activations);
        self.idle += u64::from(observation.idle);
        let places = if won { &mut self.won } else { &mut self.lost };
        places[0] += u64::from(observation.places);
        places[1] += u64::from(observation.drawn);
    }

    fn add(&mut self, other: &Self) {
        self.active += other.active;
        self.activations += other.activations;
        self.idle += other.idle;
        for (places, other) in [(&mut self.won, other.won), (&mut self.lost, other.lost)] {
            places[0] += other[0];
            places[1] += other[1];
        }
    }
}

fn add<T: Copy + Into<u64>>(sums: &mut [u64], others: &[T]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += (*other).into();
    }
}

fn add_by_key<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, others: &BTreeMap<K, u64>) {
    for (key, other) in others {
        *sums.entry(key.clone()).or_default() += other;
    }
}
