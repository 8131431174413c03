//! The command line of `sandtable run`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use sandtable_cli::{Exit, Terminal, WriteError, judge_outputs, names_in, write_atomically};
use sandtable_pack::{AnyPack, Pack, fab};
use sandtable_rules::BotKind;
use sandtable_source::Origins;
use serde::Serialize;

use crate::playable::{AreaBattle, Described as _, PubBattle};
use crate::progress::{Progress, interrupted};
use crate::recordable::Recordable;
use crate::rows::Rows;
use crate::run::{Hooks, RunOptions, tallied, tallied_and_recorded};
use crate::table::table_of;
use crate::tally::Game;
use crate::{Recorded, RunResult};

/// Play a battle many times with bots, and say who wins, what is odd and which games fail
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Game k (from 0) has the seed SEED + k, so that `--games 1 --seed N` plays one game of a run again. \
The result depends on the pack, the seed, the bots and the number of games, not on the number of \
threads. The exit status is 0 when all games came to an end, 1 when one failed.

Bots: random (any legal action), cautious (attacks at good odds only), aggressive (goes for the enemy), planner (weighs \
attacks alone and together, who would be shoved back, and who could answer). What a run shows is how these play, no more: planner \
is the strongest of them, and beaten by people.

What is odd in the games is told on stderr with its place in the scenario: pieces that never do anything, reinforcements that come late, \
a side that never wins, and so on; `sandtable explain ST1615` says more. What is meant can be allowed in the scenario (`allow`).

--swap plays every seed twice, the second time with the bots on each other's side, so that neither profits from the battle. \
--until 3 stops when the share of games that the first side wins is known to 3 % either way (95 %), or --games are played. \
Ctrl-C ends the run after the games that have begun, and reports what was played.

--record keeps two files of each game: game-S.json, the record that `replay` proves, and game-S.txt, a staff diary with \
the order of battle, every turn, move and combat, losses and points, each sentence with its rule. A folder that holds \
games of an older run is refused. Folders that are missing are made, for --timings too.

Examples:
  sandtable run scenarios/gettysburg --games 200
  sandtable run gettysburg.pack --bots cautious,aggressive --swap
  sandtable run scenarios/sicily --bots planner --games 5000 --until 3
  sandtable run gettysburg.pack --games 20 --format json
  sandtable run b.pack --games 1 --seed 17 --record games")]
pub struct RunArguments {
    /// A pack; a scenario is compiled first
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u64>(text, 1, 1_000_000))]
    pub games: u64,
    /// Seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub seed: u64,
    /// Threads; as many as there are cores if left out
    #[arg(long, value_name = "J", allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u16>(text, 1, 1_024))]
    pub jobs: Option<u16>,
    /// Who plays the first and the second side; one name for both
    #[arg(long, value_name = "A,B", default_value = "aggressive", value_parser = bots)]
    pub bots: [BotKind; 2],
    /// Play every seed twice, the bots on each other's side the second time
    #[arg(long)]
    pub swap: bool,
    /// Stop as soon as the first side's share of wins is known to so many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub until: Option<u16>,
    /// Write a record and a staff diary of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = RunFormat::Human, value_name = "FORMAT")]
    pub format: RunFormat,
    /// Write how long it took to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,
}

/// How a result is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
}

/// How the result of a run is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RunFormat {
    /// A table for people, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
    /// A line for each game, on stdout, for a spreadsheet or a statistics program
    Csv,
}

/// Percent with at most one digit after the point, in tenths.
fn percent(text: &str) -> Result<u16, String> {
    let number: Option<f64> = text.trim_end_matches([' ', '%']).parse().ok();
    let tenths = number.map(|number| (number * 10.0).round());
    let tenths = tenths.filter(|tenths| (1.0..=500.0).contains(tenths));
    tenths
        .map(|tenths| tenths as u16)
        .ok_or_else(|| "a number of percent from 0.1 to 50 is meant, as 3".to_owned())
}

/// A number within bounds, so that what is none is told by what it should be.
fn whole<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("a whole number from {least} to {most} is meant"))
}

/// `A,B`, or one name for both sides.
fn bots(text: &str) -> Result<[BotKind; 2], String> {
    let bot = |name: &str| {
        name.parse::<BotKind>().map_err(|error| {
            let meant = crate::odds::meant(name, BotKind::ALL.map(BotKind::name));
            format!("{error}{meant}")
        })
    };
    let names: Vec<_> = text.split(',').collect();
    match names[..] {
        [both] => bot(both).map(|bot| [bot, bot]),
        [first, second] => Ok([bot(first)?, bot(second)?]),
        _ => Err("name one bot for both sides, or two with a comma between".to_owned()),
    }
}

impl RunArguments {
    /// Plays the games of a pack and prints the result; what is found is placed by where the battle comes from.
    pub fn run(&self, pack: &AnyPack, origins: &Origins, terminal: &Terminal) -> Exit {
        let exit = match pack {
            AnyPack::PubBattles(pack) => Self::judge_base(pack, terminal)
                .and_then(|()| self.play(&PubBattle::new(pack), origins, terminal)),
            AnyPack::Fab(pack) => Self::judge_area_battle(pack, terminal)
                .and_then(|()| self.play(&AreaBattle::new(pack), origins, terminal)),
        };
        exit.unwrap_or_else(|exit| exit)
    }

    /// Which games are asked for.
    fn options(&self) -> RunOptions {
        RunOptions {
            swap: self.swap,
            until: self.until,
            ..RunOptions::new(self.games, self.seed, self.bots)
        }
    }

    fn play<B: Recordable>(
        &self,
        battle: &B,
        origins: &Origins,
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        if let Some(file) = &self.timings {
            judge_outputs(&[("the input", &self.input)], &[("--timings", file)], terminal)?;
        }
        if let Some(folder) = &self.record {
            judge_folder(folder, terminal)?;
        }
        let threads = self.jobs.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| {
            terminal.complain(&format!("cannot start the threads: {error}"));
            Exit::Unusable
        })?;
        let options = self.options();
        let stop = interrupted();
        let progress = Progress::new(self.games, terminal);
        let records = self.record.as_deref().map(Records::new);
        let rows = Mutex::new(Rows::new(self.format == RunFormat::Csv, terminal));
        let facts = battle.pack().facts();
        let mut each = |game: &Game| {
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.add(&facts, options, game);
        };
        let ended = || progress.one();
        let hooks = Hooks { progress: &ended, stop, each: &mut each };
        let range = 0..self.games;
        let tally = pool.install(|| match &records {
            None => tallied(battle, options, range, hooks),
            Some(records) => {
                tallied_and_recorded(battle, options, range, hooks, |game| records.keep(&game))
            }
        });
        rows.into_inner().unwrap_or_else(PoisonError::into_inner).flush();
        if let Some(error) = records.and_then(Records::trouble) {
            terminal.complain(&error.to_string());
            return Err(Exit::Unusable);
        }
        let played = tally.counts.played;
        let timings = progress.timings(played, pool.current_num_threads());
        if played < self.games {
            let why = if stop.load(Ordering::Relaxed) { "stopped" } else { "that is enough" };
            terminal.say(&format!("{why} after {played} games: `--games {played}` plays the same"));
        }
        terminal.say(&timings.told());
        if let Some(path) = &self.timings {
            write_json(path, &timings, terminal)?;
        }
        if played == 0 {
            return Err(Exit::Unusable);
        }
        let (result, found) =
            RunResult::new(battle.pack(), battle.cast(), options, &tally, origins);
        terminal.show(&origins.sources, &found);
        match self.format {
            RunFormat::Human => terminal.result(&table_of(battle.pack(), &result)),
            RunFormat::Json => terminal.result(&json(&result)),
            RunFormat::Csv => {}
        }
        Ok(status(&result))
    }
}

impl RunArguments {
    /// PB-32.1: without both orders of battle there is nobody to play.
    fn judge_base(pack: &Pack, terminal: &Terminal) -> Result<(), Exit> {
        match pack.scenario().awaits_orders() {
            Some(awaits) => {
                terminal.complain(&awaits.to_string());
                Err(Exit::Unusable)
            }
            None => Ok(()),
        }
    }

    /// FAB-V40: bots play what they know.
    fn judge_area_battle(pack: &fab::Pack, terminal: &Terminal) -> Result<(), Exit> {
        if let Some(hook) = pack.battle().scene().hooks().next() {
            terminal.complain(&format!(
                "bots cannot play this battle: they do not know the effect `{hook}` of an exclusive rule"
            ));
            terminal.tell("say it by an effect that they know, or take the event out of play: `sandtable explain ST1458`");
            return Err(Exit::Unusable);
        }
        Ok(())
    }
}

/// Games of an older run beside those of this one would be taken for them, and some be overwritten.
fn judge_folder(folder: &Path, terminal: &Terminal) -> Result<(), Exit> {
    let older: Vec<String> =
        names_in(folder).into_iter().filter(|name| is_of_a_game(name)).collect();
    let Some(first) = older.first() else { return Ok(()) };
    let more = match older.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    terminal.complain(&format!(
        "{} holds games of an older run already: {first}{more}",
        folder.display()
    ));
    terminal
        .tell("name another folder with --record, or delete its game-*.json and game-*.txt first");
    Err(Exit::Unusable)
}

/// Is this the name of a record or a diary, `game-17.json`?
fn is_of_a_game(name: &str) -> bool {
    let stem = name.strip_suffix(".json").or_else(|| name.strip_suffix(".txt"));
    let seed = stem.and_then(|stem| stem.strip_prefix("game-"));
    let seed = seed.map(|seed| seed.strip_suffix("-swapped").unwrap_or(seed));
    seed.is_some_and(|seed| !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Where records go.
struct Records<'a> {
    folder: &'a Path,
    /// The first file that could not be written.
    trouble: Mutex<Option<WriteError>>,
}

impl<'a> Records<'a> {
    fn new(folder: &'a Path) -> Self {
        Self { folder, trouble: Mutex::new(None) }
    }

    /// Writes the two files of a game and answers with the record's name.
    fn keep(&self, game: &Recorded) -> Option<String> {
        let name = game.name();
        let record = self.folder.join(format!("{name}.json"));
        let diary = self.folder.join(format!("{name}.txt"));
        let written = write_atomically(&record, game.record.as_bytes())
            .and_then(|()| write_atomically(&diary, game.diary.as_bytes()));
        match written {
            Ok(()) => Some(record.display().to_string()),
            Err(error) => {
                let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
                trouble.get_or_insert(error);
                None
            }
        }
    }

    fn trouble(self) -> Option<WriteError> {
        self.trouble.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_json(path: &Path, value: &impl Serialize, terminal: &Terminal) -> Result<(), Exit> {
    write_atomically(path, json(value).as_bytes()).map_err(|error| {
        terminal.complain(&error.to_string());
        Exit::Unusable
    })
}

/// A value as an indented JSON document with a line break at its end.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("texts and numbers become JSON") + "\n"
}

/// A run with a failed game is bad.
fn status(result: &RunResult) -> Exit {
    if result.failures.is_empty() { Exit::Fine } else { Exit::Bad }
}
