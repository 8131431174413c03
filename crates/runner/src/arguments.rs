//! The command line of `sandtable run`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sandtable_cli::{Exit, Terminal, WriteError, judge_outputs, names_in, write_atomically};
use sandtable_pack::{AnyPack, Pack, fab};
use sandtable_rules::BotKind;
use serde::Serialize;

use crate::run::{RunOptions, run, run_area_battle, run_area_battle_recorded, run_recorded};
use crate::{Recorded, RunResult, table, table_of_area_battle};

/// Play a battle many times with bots, and say who wins and which games fail
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Game k (from 0) has the seed SEED + k, so that `--games 1 --seed N` plays one game of a run again. \
The result depends on the pack, the seed, the bots and the number of games, not on the number of \
threads. The exit status is 0 when all games came to an end, 1 when one failed.

Bots: random (any legal action), cautious (attacks at good odds only), aggressive (goes for the enemy), planner (weighs \
attacks alone and together, who would be shoved back, and who could answer).

--record keeps two files of each game: game-S.json, the record that `replay` proves, and game-S.txt, a staff diary with \
the order of battle, every turn, move and combat, losses and points, each sentence with its rule. A folder that holds \
games of an older run is refused. Folders that are missing are made, for --timings too.

Examples:
  sandtable run scenarios/gettysburg --games 200
  sandtable run gettysburg.pack --bots cautious,aggressive
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
    /// Write a record and a staff diary of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
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

#[derive(Serialize)]
struct Timings {
    games_per_second_per_core: f64,
    wall_s: f64,
    threads: usize,
}

impl RunArguments {
    /// Plays the games of a pack and prints the result.
    pub fn run(&self, pack: &AnyPack, terminal: &Terminal) -> Exit {
        let judged = match pack {
            AnyPack::PubBattles(pack) => Self::judge_base(pack, terminal),
            AnyPack::Fab(pack) => Self::judge_area_battle(pack, terminal),
        };
        if let Err(exit) = judged {
            return exit;
        }
        if let Some(file) = &self.timings
            && let Err(exit) =
                judge_outputs(&[("the input", &self.input)], &[("--timings", file)], terminal)
        {
            return exit;
        }
        if let Some(folder) = &self.record
            && let Err(exit) = judge_folder(folder, terminal)
        {
            return exit;
        }
        let threads = self.jobs.map_or(0, usize::from);
        let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool,
            Err(error) => {
                terminal.complain(&format!("cannot start the threads: {error}"));
                return Exit::Unusable;
            }
        };
        let options = RunOptions { games: self.games, seed: self.seed, bots: self.bots };
        let begun = Instant::now();
        let ended = AtomicU64::new(0);
        let progress = || {
            let ended = ended.fetch_add(1, Ordering::Relaxed) + 1;
            let is_tenth = ended.is_multiple_of(self.games.div_ceil(10));
            if self.games > 1 && (is_tenth || ended == self.games) {
                terminal.say(&format!("{ended} of {} games", self.games));
            }
        };
        let records = self.record.as_deref().map(Records::new);
        let keep = |records: &Records<'_>, game: &Recorded| {
            progress();
            records.keep(game)
        };
        let result = pool.install(|| match (pack, &records) {
            (AnyPack::PubBattles(pack), None) => run(pack, options, progress),
            (AnyPack::Fab(pack), None) => run_area_battle(pack, options, progress),
            (AnyPack::PubBattles(pack), Some(records)) => {
                run_recorded(pack, options, |game| keep(records, &game))
            }
            (AnyPack::Fab(pack), Some(records)) => {
                run_area_battle_recorded(pack, options, |game| keep(records, &game))
            }
        });
        if let Some(error) = records.and_then(Records::trouble) {
            terminal.complain(&error.to_string());
            return Exit::Unusable;
        }
        let wall_s = begun.elapsed().as_secs_f64();
        let threads = pool.current_num_threads();
        let rate = self.games as f64 / wall_s / threads as f64;
        terminal
            .say(&format!("{wall_s:.2} s, {rate:.1} games a second on each of {threads} threads"));
        if let Some(path) = &self.timings {
            let timings = Timings { games_per_second_per_core: rate, wall_s, threads };
            if let Err(exit) = write_json(path, &timings, terminal) {
                return exit;
            }
        }
        terminal.result(&match self.format {
            Format::Human => match pack {
                AnyPack::PubBattles(pack) => table(pack, &result),
                AnyPack::Fab(pack) => table_of_area_battle(pack, &result),
            },
            Format::Json => json(&result),
        });
        status(&result)
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
        let record = self.folder.join(format!("game-{}.json", game.seed));
        let diary = self.folder.join(format!("game-{}.txt", game.seed));
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
