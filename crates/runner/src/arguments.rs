//! The command line of `sandtable run`.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use sandtable_cli::{Exit, Terminal, WriteError, judge_outputs, names_in, write_atomically};
use sandtable_pack::{AnyPack, Pack, fab};
use sandtable_rules::BotKind;
use sandtable_source::{Origins, github};
use serde::Serialize;

use crate::baseline::Baseline;
use crate::part::{MOST_GAMES, Origin, Part, Shard, merged};
use crate::playable::{AreaBattle, Described, Facts, PubBattle, Shown};
use crate::progress::{Progress, interrupted};
use crate::recordable::Recordable;
use crate::report::{Picture, PictureOf, report_page};
use crate::rows::Rows;
use crate::run::{Hooks, RunOptions, tallied, tallied_and_recorded};
use crate::table::table_of;
use crate::tally::{Game, Tally};
use crate::variants::{Variant, VariedResult};
use crate::vary::{Varied, Vary, judged};
use crate::{Recorded, RunResult};

/// Longer results and parts are not read: those of a million games are shorter.
const MAX_RESULT_BYTES: u64 = 500_000_000;

/// Play a battle many times with bots, and say who wins, what is odd and which games fail
#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Game k (from 0) has the seed SEED + k, so that `--games 1 --seed N` plays one game of a run again. \
The result depends on the pack, the seed, the bots and the number of games, not on the number of \
threads. The exit status is 0 when all games came to an end, 1 when one failed.

Bots: random (any legal action), cautious (attacks at good odds only), aggressive (goes for the enemy), planner (weighs \
attacks alone and together, who would be shoved back, and who could answer). What a run shows is how these play, no more: planner \
is the strongest of them, and beaten by people.

What is odd in the games is told on stderr with its place in the scenario: pieces that never do anything, reinforcements that come late, \
a side that never wins, and so on; `sandtable explain ST1615` says more. What is meant can be allowed in the scenario (`allow`).

--vary plays the battle once for each value of a number: `union.vi-corps.turn=4..7` when a command comes, `union.meade.rating=1,3,5` \
how good a headquarters is; in FAB `axis.hg-1.turn` and `axis.turn-3.draws`. A wrong path is answered with those there are. --forbid shows \
what a rule is worth: play with and without.

--shard and `run merge` share a run among machines; what is merged is the same, byte for byte. --baseline says what has changed \
since an earlier result beyond what chance does.

--swap plays every seed twice, the second time with the bots on each other's side, so that neither profits from the battle. \
--until 3 stops when the share of games that the first side wins is known to 3 % either way (95 %), or --games are played. \
Ctrl-C ends the run after the games that have begun, and reports what was played.

--record keeps two files of each game: game-S.json, the record that `replay` proves, and game-S.txt, a staff diary with \
the order of battle, every turn, move and combat, losses and points, each sentence with its rule. A folder that holds \
games of an older run is refused. Of a game that fails it keeps the shortest record that still fails too, game-S-shortest.json, with the diary of its \
last turn. Folders that are missing are made, for --timings too.

Examples:
  sandtable run scenarios/gettysburg --games 200
  sandtable run b.pack --bots cautious,aggressive --swap
  sandtable run b.pack --games 5000 --until 3
  sandtable run b.pack --bots planner --report report.html
  sandtable run b.pack --vary union.vi-corps.turn=4..7
  sandtable run b.pack --forbid union.rally --games 400
  sandtable run b.pack --shard 3/8 > part-3.json
  sandtable run merge part-*.json --report report.html
  sandtable run gettysburg.pack --games 20 --format json
  sandtable run b.pack --games 1 --seed 17 --record games"
)]
pub struct RunArguments {
    /// Something else than playing.
    #[command(subcommand)]
    pub action: Option<RunAction>,
    /// A pack; a scenario is compiled first
    #[arg(value_name = "INPUT", required = true)]
    pub input: Option<PathBuf>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u64>(text, 1, MOST_GAMES))]
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
    /// What players do without though they may: bombard, rally, alter; with a side's id before it, that side alone
    #[arg(long, value_name = "[SIDE.]ACT", value_delimiter = ',')]
    pub forbid: Vec<String>,
    /// Play once for each value of a number of the battle, as union.vi-corps.turn=4..7
    #[arg(long, value_name = "PATH=RANGE", conflicts_with_all = ["record", "shard", "report", "baseline"])]
    pub vary: Option<Vary>,
    /// Play a part of the games and print it for `run merge`, as 3/8
    #[arg(long, value_name = "I/N", conflicts_with_all = ["until", "report", "baseline"])]
    pub shard: Option<Shard>,
    /// Compare with an earlier result, which `--format json` wrote
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write a record and a staff diary of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Write a report with charts, maps and two games to step through: one page for a browser
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = RunFormat::Human, value_name = "FORMAT")]
    pub format: RunFormat,
    /// Write how long it took to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,
}

/// What can be done beside playing.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum RunAction {
    /// Put the parts of a run together that `--shard` printed
    Merge(MergeArguments),
}

/// What is merged.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
All parts must be there, of one run of one battle. The battle is read again from where the parts were played, or from --battle: it has \
the names and places that a result tells. What comes out is the same, byte for byte, as of a run by itself.

Examples:
  sandtable run merge part-*.json
  sandtable run merge part-*.json --battle b.pack")]
pub struct MergeArguments {
    /// The parts, in any order
    #[arg(required = true, value_name = "PART.json")]
    pub parts: Vec<PathBuf>,
    /// The battle, if it does not lie where the parts were played
    #[arg(long, value_name = "INPUT")]
    pub battle: Option<PathBuf>,
    /// Write a report: one page for a browser
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Compare with an earlier result, which `--format json` wrote
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = MergedFormat::Human, value_name = "FORMAT")]
    pub format: MergedFormat,
}

/// How the result of several parts is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MergedFormat {
    /// A table for people, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
    /// Findings as annotations of GitHub, on stdout
    Github,
}

impl From<MergedFormat> for RunFormat {
    fn from(format: MergedFormat) -> Self {
        match format {
            MergedFormat::Human => Self::Human,
            MergedFormat::Json => Self::Json,
            MergedFormat::Github => Self::Github,
        }
    }
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
    /// Findings as annotations of GitHub, on stdout
    Github,
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

/// Where a run gets its battle, and the picture of its map.
pub trait Battles: Sync {
    /// The battle at a path, with where its source says things; what is wrong with it is told.
    fn load(&self, path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit>;
    /// Its map as a picture, if it has one.
    fn picture(&self, pack: &AnyPack) -> Option<Picture>;
}

/// What becomes of a result.
struct Told<'t> {
    format: RunFormat,
    report: Option<&'t Path>,
    baseline: Option<Baseline>,
    origins: &'t Origins,
    picture: &'t PictureOf<'t>,
    terminal: &'t Terminal,
}

impl Told<'_> {
    fn tell<B: Shown + Sync>(
        &self,
        battle: &B,
        options: RunOptions,
        tally: &Tally,
    ) -> Result<Exit, Exit> {
        let Self { origins, terminal, .. } = self;
        let (result, found) = RunResult::new(battle.pack(), battle.cast(), options, tally, origins);
        if self.format != RunFormat::Github {
            terminal.show(&origins.sources, &found);
        }
        // What was played is told though its report can be written nowhere.
        let mut unwritten = None;
        if let Some(path) = self.report {
            let census = &tally.counts.census;
            let page = report_page(battle, &result, census, options, self.picture);
            unwritten = write_file(path, page.as_bytes(), terminal).err();
            if unwritten.is_none() {
                terminal.say(&format!("report: {}", path.display()));
            }
        }
        if let Some(baseline) = &self.baseline {
            let compared =
                baseline.compared(&result, &battle.pack().facts().sides).map_err(|fault| {
                    terminal.complain(&format!("the earlier result cannot be compared: {fault}"));
                    Exit::Unusable
                })?;
            terminal.tell(&compared);
        }
        match self.format {
            RunFormat::Human => terminal.print(&table_of(battle.pack(), &result))?,
            RunFormat::Json => terminal.print(&json(&result))?,
            RunFormat::Github => {
                terminal.print(&github(&origins.sources, &found, terminal.notes()))?;
            }
            RunFormat::Csv => {}
        }
        unwritten.map_or_else(|| Ok(status(&result)), Err)
    }
}

/// The earlier result in a file.
fn baseline(path: Option<&Path>, terminal: &Terminal) -> Result<Option<Baseline>, Exit> {
    let Some(path) = path else { return Ok(None) };
    let text = read_text(path, terminal)?;
    Baseline::read(&text).map(Some).map_err(|fault| {
        terminal.complain(&format!("{}: {fault}", path.display()));
        Exit::Unusable
    })
}

/// The text of a result or a part of a run, which may come out of a pipe.
fn read_text(path: &Path, terminal: &Terminal) -> Result<String, Exit> {
    let read = || {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(MAX_RESULT_BYTES + 1).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    };
    let why = match read().map(|bytes| (bytes.len() as u64 <= MAX_RESULT_BYTES, bytes)) {
        Ok((true, bytes)) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => format!("{} is no text", path.display()),
        },
        Ok((false, _)) => {
            format!("{} is larger than {} MB", path.display(), MAX_RESULT_BYTES / 1_000_000)
        }
        Err(error) => format!("cannot read {}: {error}", path.display()),
    };
    Err(unusable(&why, terminal))
}

impl RunArguments {
    /// Plays the games of a battle, or merges parts of a run, and prints the result.
    pub fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Exit {
        let exit = match (&self.action, &self.input) {
            (Some(RunAction::Merge(merge)), _) => merge.run(battles, terminal),
            (None, Some(input)) => self.run_battle(input, battles, terminal),
            (None, None) => Err(Exit::Unusable),
        };
        exit.unwrap_or_else(|exit| exit)
    }

    fn run_battle(
        &self,
        input: &Path,
        battles: &dyn Battles,
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let outputs = [("--timings", &self.timings), ("--report", &self.report)];
        let outputs: Vec<(&str, &Path)> =
            outputs.iter().filter_map(|(name, path)| Some((*name, path.as_deref()?))).collect();
        judge_outputs(&[("the input", input)], &outputs, terminal)?;
        if let Some(folder) = &self.record {
            judge_folder(folder, terminal)?;
        }
        let (pack, origins) = battles.load(input, terminal)?;
        let picture = || battles.picture(&pack);
        let told = Told {
            format: self.format,
            report: self.report.as_deref(),
            baseline: baseline(self.baseline.as_deref(), terminal)?,
            origins: &origins,
            picture: &picture,
            terminal,
        };
        match (&pack, &self.vary) {
            (AnyPack::PubBattles(pack), None) => {
                Self::judge_base(pack, terminal)?;
                self.play(&PubBattle::new(pack), input, &told)
            }
            (AnyPack::Fab(pack), None) => {
                Self::judge_area_battle(pack, terminal)?;
                self.play(&AreaBattle::new(pack), input, &told)
            }
            (AnyPack::PubBattles(pack), Some(vary)) => {
                Self::judge_base(pack, terminal)?;
                self.varied(&**pack, vary, terminal, |pack, options, hooks| {
                    let battle = PubBattle::new(pack);
                    tallied(&battle, options, 0..options.games, hooks)
                })
            }
            (AnyPack::Fab(pack), Some(vary)) => {
                Self::judge_area_battle(pack, terminal)?;
                self.varied(&**pack, vary, terminal, |pack, options, hooks| {
                    let battle = AreaBattle::new(pack);
                    tallied(&battle, options, 0..options.games, hooks)
                })
            }
        }
    }

    /// Which games are asked for.
    fn options(&self, facts: &Facts, of_areas: bool) -> Result<RunOptions, String> {
        let mut options = RunOptions {
            swap: self.swap,
            until: self.until,
            ..RunOptions::new(self.games, self.seed, self.bots)
        };
        if of_areas && !self.forbid.is_empty() {
            return Err("--forbid is of Pub Battles: leave it out".to_owned());
        }
        if self.record.is_some() && !self.forbid.is_empty() {
            return Err("a record says which bots played, and they did without nothing: leave --record or --forbid out".to_owned());
        }
        for written in &self.forbid {
            let (side, act) = match written.split_once('.') {
                Some((side, act)) => (Some(side), act),
                None => (None, written.as_str()),
            };
            let ids = facts.sides.each_ref().map(|(id, _)| id.as_str());
            if let Some(side) = side
                && !ids.contains(&side)
            {
                let meant = crate::odds::meant(side, ids);
                return Err(format!(
                    "no side is called `{side}`: they are {}{meant}",
                    ids.join(" and ")
                ));
            }
            for (id, forbidden) in ids.iter().zip(&mut options.forbidden) {
                if side.is_some_and(|side| side != *id) {
                    continue;
                }
                match act {
                    "bombard" => forbidden.bombard = true,
                    "rally" => forbidden.rally = true,
                    "alter" => forbidden.alter = true,
                    other => {
                        let acts = ["bombard", "rally", "alter"];
                        let meant = crate::odds::meant(other, acts);
                        return Err(format!(
                            "`{other}` cannot be forbidden: bombard, rally and alter can{meant}"
                        ));
                    }
                }
            }
        }
        Ok(options)
    }

    fn pool(&self, terminal: &Terminal) -> Result<rayon::ThreadPool, Exit> {
        let threads = self.jobs.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            terminal.complain(&format!("cannot start the threads: {error}"));
            Exit::Unusable
        })
    }

    fn play<B: Recordable + Shown>(
        &self,
        battle: &B,
        input: &Path,
        told: &Told<'_>,
    ) -> Result<Exit, Exit> {
        let terminal = told.terminal;
        let facts = battle.pack().facts();
        let options = self
            .options(&facts, battle.cast().columns.is_none())
            .map_err(|fault| unusable(&fault, terminal))?;
        let pool = self.pool(terminal)?;
        let stop = interrupted();
        let range = self.shard.map_or(0..self.games, |shard| shard.range(self.games));
        let count = range.end - range.start;
        let progress = Progress::new(count, terminal);
        let records = self.record.as_deref().map(Records::new);
        let mut rows = Rows::new(self.format == RunFormat::Csv && self.shard.is_none(), terminal);
        let mut ends = Vec::new();
        let mut each = |game: &Game| {
            rows.add(&facts, options, game);
            if self.shard.is_some() {
                ends.push(game.end());
            }
        };
        let ended = || progress.one();
        let hooks = Hooks { progress: &ended, stop, each: &mut each };
        let tally = pool.install(|| match &records {
            None => tallied(battle, options, range, hooks),
            Some(records) => {
                tallied_and_recorded(battle, options, range, hooks, |game| records.keep(&game))
            }
        });
        rows.finish()?;
        if let Some(records) = &records {
            shorten(battle, options, &tally, records, terminal);
        }
        let mut unwritten =
            records.and_then(Records::trouble).map(|error| unusable(&error.to_string(), terminal));
        let played = tally.counts.played;
        let timings = progress.timings(played, pool.current_num_threads());
        if played < count {
            let why = if stop.load(Ordering::Relaxed) { "stopped" } else { "that is enough" };
            let again = match self.shard {
                None => format!(": `--games {played}` plays the same"),
                Some(_) => ": a part of a run is whole or of no use".to_owned(),
            };
            terminal.say(&format!("{why} after {played} games{again}"));
        }
        terminal.say(&timings.told());
        if let Some(path) = &self.timings {
            unwritten = write_json(path, &timings, terminal).err().or(unwritten);
        }
        if played == 0 && count > 0 {
            return Err(Exit::Unusable);
        }
        let exit = match self.shard {
            None => told.tell(battle, options, &tally)?,
            Some(_) if played < count => return Err(Exit::Unusable),
            Some(shard) => {
                let failed = tally.counts.failed > 0;
                let origin = origin(battle);
                let part = Part::new(origin, input.to_owned(), options, shard, ends, tally.counts);
                terminal.print(&json(&part))?;
                if failed { Exit::Bad } else { Exit::Fine }
            }
        };
        unwritten.map_or(Ok(exit), Err)
    }

    /// The same battle with one number changed, once for each value.
    fn varied<V: Varied + Described>(
        &self,
        battle: &V,
        vary: &Vary,
        terminal: &Terminal,
        play: impl Fn(&V, RunOptions, Hooks<'_>) -> Tally + Sync,
    ) -> Result<Exit, Exit> {
        let now = judged(battle, &vary.path).map_err(|fault| unusable(&fault, terminal))?;
        let facts = battle.facts();
        let options = self
            .options(&facts, battle.is_of_areas())
            .map_err(|fault| unusable(&fault, terminal))?;
        let changed: Vec<(u8, V)> = vary
            .values
            .iter()
            .map(|&value| {
                battle.with(&vary.path, value).map(|battle| (value, battle)).map_err(|faults| {
                    // Nobody has the pack's own files before him.
                    let why = faults.iter().take(3).map(|fault| {
                        let fault = fault.to_string();
                        fault.strip_prefix("scenario.json: ").unwrap_or(&fault).to_owned()
                    });
                    let along = battle.along(&vary.path);
                    let along = along.map_or_else(String::new, |along| format!("; {along}"));
                    let fault = format!(
                        "with `{}` = {value} it is no battle any more: {}{along}",
                        vary.path,
                        why.collect::<Vec<_>>().join("; ")
                    );
                    unusable(&fault, terminal)
                })
            })
            .collect::<Result<_, _>>()?;
        let pool = self.pool(terminal)?;
        let stop = interrupted();
        let progress = Progress::new(self.games * changed.len() as u64, terminal);
        let ended = || progress.one();
        let mut variants = Vec::new();
        for (value, battle) in &changed {
            let hooks = Hooks { progress: &ended, stop, each: &mut |_| () };
            let tally = pool.install(|| play(battle, options, hooks));
            if tally.counts.completed == 0 {
                break;
            }
            variants.push(Variant::new(&facts, *value, *value == now, &tally));
        }
        let (played, threads) = (progress.ended(), pool.current_num_threads());
        terminal.say(&progress.timings(played, threads).told());
        let varied = VariedResult {
            scenario: facts.scenario.clone(),
            path: vary.path.clone(),
            now,
            games: self.games,
            seed: self.seed,
            bots: options.bots.map(|bot| bot.name().to_owned()),
            values: variants,
        };
        terminal.print(&match self.format {
            RunFormat::Json => json(&varied),
            RunFormat::Csv => varied.csv(&facts),
            RunFormat::Human | RunFormat::Github => varied.table(&facts),
        })?;
        Ok(Exit::Fine)
    }
}

/// So many failed games are cut short.
const SHORTENED: usize = 3;

/// Writes the shortest records of games that failed, and the diary of their last turns.
fn shorten<B: Recordable>(
    battle: &B,
    options: RunOptions,
    tally: &Tally,
    records: &Records<'_>,
    terminal: &Terminal,
) {
    let failures = tally.counts.failures.iter().take(SHORTENED);
    for failure in failures {
        // A game that breaks off again and again says so each time, which helps nobody here.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let players = options.players(failure.swapped);
        let short = Recorded::shortest(battle, players, failure.seed, failure);
        std::panic::set_hook(hook);
        if let Some(game) = short {
            let told = game.diary.lines().next().unwrap_or_default().to_owned();
            if let Some(name) = records.keep_as(&game, "-shortest") {
                terminal.tell(&format!("seed {}: {name}: {told}", failure.seed));
            }
        }
    }
}

/// Which battle and engine this is.
fn origin<B: Recordable>(battle: &B) -> Origin {
    let facts = battle.pack().facts();
    Origin {
        system: B::SYSTEM,
        engine: B::ENGINE,
        scenario: facts.scenario,
        play_digest: facts.play_digest,
        pack_digest: facts.pack_digest,
    }
}

fn unusable(complaint: &str, terminal: &Terminal) -> Exit {
    terminal.complain(complaint);
    Exit::Unusable
}

impl MergeArguments {
    fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Result<Exit, Exit> {
        let inputs: Vec<(&str, &Path)> =
            self.parts.iter().map(|path| ("a part", path.as_path())).collect();
        let outputs: Vec<(&str, &Path)> =
            self.report.iter().map(|path| ("--report", path.as_path())).collect();
        judge_outputs(&inputs, &outputs, terminal)?;
        let mut parts = Vec::new();
        let mut sound = true;
        for path in &self.parts {
            match Part::read(&read_text(path, terminal)?) {
                Ok(part) => parts.push(part),
                Err(fault) => {
                    terminal.complain(&format!("{}: {fault}", path.display()));
                    sound = false;
                }
            }
        }
        let Some(first) = parts.first().filter(|_| sound) else { return Err(Exit::Unusable) };
        let input = self.battle.clone().unwrap_or_else(|| first.input.clone());
        let (pack, origins) = battles.load(&input, terminal)?;
        let picture = || battles.picture(&pack);
        let told = Told {
            format: self.format.into(),
            report: self.report.as_deref(),
            baseline: baseline(self.baseline.as_deref(), terminal)?,
            origins: &origins,
            picture: &picture,
            terminal,
        };
        match &pack {
            AnyPack::PubBattles(pack) => self.merge(&PubBattle::new(pack), &parts, &told),
            AnyPack::Fab(pack) => self.merge(&AreaBattle::new(pack), &parts, &told),
        }
    }

    fn merge<B: Recordable + Shown>(
        &self,
        battle: &B,
        parts: &[Part],
        told: &Told<'_>,
    ) -> Result<Exit, Exit> {
        let terminal = told.terminal;
        let complain = |place: usize, fault: &str| {
            terminal.complain(&format!("{}: {fault}", self.parts[place].display()));
        };
        let origin = origin(battle);
        if let Err(fault) = parts[0].judge(&origin) {
            complain(0, &fault);
            return Err(Exit::Unusable);
        }
        let tally = merged(parts, battle.cast()).map_err(|faults| {
            faults.iter().for_each(|(place, fault)| complain(*place, fault));
            Exit::Unusable
        })?;
        let options = parts[0].options().map_err(|fault| unusable(&fault, terminal))?;
        told.tell(battle, options, &tally)
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
    let seed = seed.map(|seed| {
        let seed = seed.strip_suffix("-shortest").unwrap_or(seed);
        seed.strip_suffix("-swapped").unwrap_or(seed)
    });
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
        self.keep_as(game, "")
    }

    /// The same with something after the files' name.
    fn keep_as(&self, game: &Recorded, suffix: &str) -> Option<String> {
        let name = game.name() + suffix;
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
    write_file(path, json(value).as_bytes(), terminal)
}

fn write_file(path: &Path, bytes: &[u8], terminal: &Terminal) -> Result<(), Exit> {
    write_atomically(path, bytes).map_err(|error| {
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
