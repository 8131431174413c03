//! Splitting a run across machines, and merging its parts.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::PathBuf;

use sandtable_pack::{Digest, System};
use sandtable_pub_battles::ForbiddenActs;
use sandtable_source::first_few;
use serde::{Deserialize, Serialize};

use crate::census::Cast;
use crate::run::RunOptions;
use crate::run::tally::{Counts, Tally};

/// The format version of part files.
const FORMAT: u32 = 3;

/// The maximum number of games in a run.
pub(crate) const MAX_GAMES: u64 = 1_000_000;

/// The maximum number of parts in a run.
const MAX_PARTS: u32 = 100_000;

/// A part of a run: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The number of the part, counting from 1.
    pub number: u32,
    /// The number of parts.
    pub of: u32,
}

impl Shard {
    /// Returns the games of this part, counted from 0. The parts of a run partition its games.
    pub fn range(self, games: u64) -> Range<u64> {
        let start = |number: u32| {
            let share = u128::from(games) * u128::from(number) / u128::from(self.of);
            share as u64
        };
        start(self.number - 1)..start(self.number)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        let valid = numbers.filter(|shard| (1..=shard.of).contains(&shard.number));
        valid.filter(|shard| shard.of <= MAX_PARTS).ok_or_else(|| {
            "expected a part of a run, such as `3/8` for the third of eight".to_owned()
        })
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The contents of a part file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// The format version.
    part_of_run: u32,
    /// The program version that played the games.
    sandtable: String,
    /// The rules family and the version of its engine. Other engines may play the same seeds
    /// differently.
    system: System,
    engine: u32,
    /// The path of the battle from the working folder, or its name if it was elsewhere.
    pub(crate) input: PathBuf,
    scenario: String,
    play_digest: Digest,
    pack_digest: Digest,
    /// The number of games in the whole run.
    games: u64,
    seed: u64,
    bots: [String; 2],
    swapped: bool,
    forbidden: [ForbiddenActs; 2],
    pub(crate) shard: Shard,
    /// The outcome of each game, in order.
    ends: Vec<String>,
    counts: Counts,
}

/// The battle and engine of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) system: System,
    pub(crate) engine: u32,
    pub(crate) scenario: String,
    pub(crate) play_digest: Digest,
    pub(crate) pack_digest: Digest,
}

impl Part {
    pub(crate) fn new(
        origin: Origin,
        input: PathBuf,
        options: RunOptions,
        shard: Shard,
        ends: Vec<String>,
        counts: Counts,
    ) -> Self {
        Self {
            part_of_run: FORMAT,
            sandtable: env!("CARGO_PKG_VERSION").to_owned(),
            system: origin.system,
            engine: origin.engine,
            input,
            scenario: origin.scenario,
            play_digest: origin.play_digest,
            pack_digest: origin.pack_digest,
            games: options.games,
            seed: options.seed,
            bots: options.bots.map(|bot| bot.name().to_owned()),
            swapped: options.swap,
            forbidden: options.forbidden,
            shard,
            ends,
            counts,
        }
    }

    /// Reads a part.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
            if text.trim().is_empty() {
                "the file is empty: the part was not played, or the disk was full".to_owned()
            } else {
                format!("not a part of a run, or truncated ({error})")
            }
        })?;
        match value.get("part_of_run").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(FORMAT) => {}
            Some(version) => {
                return Err(format!(
                    "the part is from another version of Sandtable: its format is {version}, this version reads {FORMAT}"
                ));
            }
            None if value.get("completed").is_some() => {
                return Err(
                    "the file is a complete result; pass the output of `run --shard`".to_owned()
                );
            }
            None => {
                return Err("not a part of a run; pass the output of `run --shard`".to_owned());
            }
        }
        let part: Self = serde_json::from_value(value)
            .map_err(|error| format!("corrupt part of a run ({error})"))?;
        part.validate_numbers()?;
        Ok(part)
    }

    /// Checks the part's numbers against the command-line limits.
    fn validate_numbers(&self) -> Result<(), String> {
        let Self { games, shard: Shard { number, of }, .. } = self;
        if !(1..=MAX_GAMES).contains(games) {
            return Err(format!("corrupt part of a run: {games} games"));
        }
        if !(1..=MAX_PARTS).contains(of) || !(1..=*of).contains(number) {
            return Err(format!("corrupt part of a run: its number is {}", self.shard));
        }
        Ok(())
    }

    /// Checks that the part belongs to this battle and engine.
    pub(crate) fn validate(&self, origin: &Origin) -> Result<(), String> {
        if self.play_digest != origin.play_digest || self.pack_digest != origin.pack_digest {
            return Err(format!(
                "the part belongs to another battle: its pack is {}, the current one {}",
                self.pack_digest.short(),
                origin.pack_digest.short()
            ));
        }
        if (self.system, self.engine) != (origin.system, origin.engine) {
            return Err(format!(
                "the part was played by rules engine {}, but this is {}; play it again",
                self.engine, origin.engine
            ));
        }
        Ok(())
    }

    /// Checks that two parts belong to the same run.
    fn check_same_run(&self, other: &Self) -> Result<(), String> {
        let mismatch = |field: &str, one: String, found: String| {
            Err(format!("the part belongs to another run: {field} {found}, expected {one}"))
        };
        if self.play_digest != other.play_digest || self.pack_digest != other.pack_digest {
            return mismatch("pack", self.pack_digest.short(), other.pack_digest.short());
        }
        if (self.system, self.engine) != (other.system, other.engine) {
            return mismatch("rules engine", self.engine.to_string(), other.engine.to_string());
        }
        if self.games != other.games {
            return mismatch("games", self.games.to_string(), other.games.to_string());
        }
        if self.seed != other.seed {
            return mismatch("seed", self.seed.to_string(), other.seed.to_string());
        }
        if self.bots != other.bots {
            return mismatch("bots", self.bots.join(","), other.bots.join(","));
        }
        if (self.swapped, &self.forbidden) != (other.swapped, &other.forbidden) {
            return Err(
                "the part belongs to another run: `--swap` or `--forbid` differs".to_owned()
            );
        }
        if self.shard.of != other.shard.of {
            return mismatch("parts", self.shard.of.to_string(), other.shard.of.to_string());
        }
        Ok(())
    }

    /// Returns the games of the run that the part should have.
    fn range(&self) -> Range<u64> {
        self.shard.range(self.games)
    }

    /// Returns the options of the run.
    pub(crate) fn options(&self) -> Result<RunOptions, String> {
        let [first, second] = &self.bots;
        let bot = |name: &str| name.parse::<sandtable_engine::BotKind>();
        let bots = [bot(first)?, bot(second)?];
        let options = RunOptions::new(self.games, self.seed, bots);
        Ok(RunOptions { swap: self.swapped, forbidden: self.forbidden, ..options })
    }
}

/// Merges all parts of a run. Each error has the index of its part.
pub(crate) fn merge_parts(parts: &[Part], cast: &Cast) -> Result<Tally, Vec<(usize, String)>> {
    let Some(first) = parts.first() else { return Err(Vec::new()) };
    let mut errors: Vec<(usize, String)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if let Err(fault) = first.check_same_run(part) {
            errors.push((index, fault));
            continue;
        }
        if let Some(other) = parts[..index].iter().position(|other| other.shard == part.shard) {
            errors.push((
                index,
                format!("duplicate part {} (also file {} of the list)", part.shard, other + 1),
            ));
        }
        let (found, wants) = (part.ends.len() as u64, part.range().end - part.range().start);
        if found != wants || part.counts.played != wants {
            errors.push((
                index,
                format!("part {} has {found} games, expected {wants}; play it again", part.shard),
            ));
        } else if let Err(fault) = part.counts.validate(cast) {
            errors.push((
                index,
                format!("part {} does not add up ({fault}); play it again", part.shard),
            ));
        }
    }
    let missing: Vec<String> = (1..=first.shard.of)
        .filter(|number| !parts.iter().any(|part| part.shard.number == *number))
        .map(|number| Shard { number, ..first.shard }.to_string())
        .collect();
    if !missing.is_empty() {
        let listed = first_few(&missing, 8);
        errors.push((0, format!("the run has {} parts; missing: {listed}", first.shard.of)));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut in_order: Vec<&Part> = parts.iter().collect();
    in_order.sort_by_key(|part| part.shard.number);
    let mut tally = Tally::new(cast, first.play_digest);
    for part in in_order {
        let options = part.options().map_err(|fault| vec![(0, fault)])?;
        for (number, end) in part.range().zip(&part.ends) {
            tally.end(options.game(number).0, end);
        }
        tally.counts.add(&part.counts);
    }
    Ok(tally)
}
