//! The command line of `sandtable run`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use sandtable_cli::{Exit, Terminal, check_outputs, check_writable, whole_number};
use sandtable_engine::BotKind;
use sandtable_pack::System;
use sandtable_source::list_of;

use super::format::RunFormat;
use super::merge::MergeArguments;
use super::output::{Battles, ResultOutput, baseline, json, origin, report_unusable, write_json};
use super::records::{Records, check_folder, shorten};
use super::values::{bots, percent};
use crate::command::progress::{Progress, interrupt_flag};
use crate::game::battle::{Battle, BattlePack, Facts, with_pack};
use crate::result::rows::Rows;
use crate::result::variants::{Variant, VariedResult};
use crate::run::part::{MAX_GAMES, Part, Shard};
use crate::run::tally::PlayedGame;
use crate::run::vary::{Variable, Vary, current_value};
use crate::run::{Hooks, RunOptions, tally_and_record, tally_games};

/// Play a battle many times with bots and report win rates, findings and failed games
#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Game k (from 0) has the seed SEED + k, so `--games 1 --seed N` replays one game of a run. \
The result depends on the pack, the seed, the bots and the number of games, not on the number of \
threads. The exit status is 0 if all games ended normally and 1 if one failed.

Bots: random (any legal action), cautious (attacks only at good odds), aggressive (seeks the enemy), planner (weighs single and \
combined attacks, pieces pushed back, and counterattacks). A run shows only how bots play. Planner is the strongest of them, but people \
beat it.

Findings go to stderr with their place in the scenario: pieces that never act, late reinforcements, a side that never wins, and so on. \
For details, run `sandtable explain ST1615`. To accept a finding, add it to `allow` in the scenario.

--vary repeats the run for each value of a number: `union.vi-corps.turn=4..7` sets the turn in which a command enters, \
`union.meade.rating=1,3,5` the rating of a headquarters; in FAB, use `axis.hg-1.turn` and `axis.turn-3.draws`. For an invalid path, the error suggests valid \
ones. To measure the value of a rule, compare runs with and without --forbid.

--shard and `run merge` split a run among machines; the merged result is byte for byte the same. --baseline lists the significant changes \
since an earlier result.

--swap plays every seed twice and swaps the bots the second time, so neither bot benefits from its side. \
--until 3 stops once the first side's win rate is known to within ±3 points (95 %), or after --games. \
Ctrl-C finishes the games in progress, ends the run and reports the result.

--record writes two files for each game: game-S.json, the record that `replay` verifies, and game-S.txt, a staff diary with \
the order of battle, every turn, move and combat, losses and points, and the rule of each sentence. The folder must not contain \
games of an earlier run. For a failed game it also writes game-S-shortest.json, the shortest record that still fails, with the diary of its \
last turn. Missing folders are created, also for --timings.

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
    /// The subcommand, if one is given.
    #[command(subcommand)]
    pub action: Option<RunAction>,
    /// Pack; a scenario is compiled first
    #[arg(value_name = "INPUT", required = true)]
    pub input: Option<PathBuf>,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true,
          value_parser = |text: &str| whole_number::<u64>(text, 1, MAX_GAMES))]
    pub games: u64,
    /// Seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = |text: &str| whole_number::<u64>(text, 0, u64::MAX))]
    pub seed: u64,
    /// Number of threads; by default, one per core
    #[arg(long, value_name = "J", allow_negative_numbers = true,
          value_parser = |text: &str| whole_number::<u16>(text, 1, 1_024))]
    pub jobs: Option<u16>,
    /// Bots of the first and the second side; one name sets both
    #[arg(long, value_name = "A,B", default_value = "aggressive", value_parser = bots)]
    pub bots: [BotKind; 2],
    /// Play every seed twice, with the bots swapped the second time
    #[arg(long)]
    pub swap: bool,
    /// Stop once the first side's win rate is known to within ±PERCENT points
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub until: Option<u16>,
    /// Acts that players must not use: bombard, rally, alter; prefix a side's id to limit it to that side
    #[arg(long, value_name = "[SIDE.]ACT", value_delimiter = ',')]
    pub forbid: Vec<String>,
    /// Repeat the run for each value of a number, such as union.vi-corps.turn=4..7
    #[arg(long, value_name = "PATH=RANGE", conflicts_with_all = ["record", "shard", "report", "baseline"])]
    pub vary: Option<Vary>,
    /// Play one part of the games and print it for `run merge`, such as 3/8
    #[arg(long, value_name = "I/N", conflicts_with_all = ["until", "report", "baseline"])]
    pub shard: Option<Shard>,
    /// Compare with an earlier result of `--format json`
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write a record and a staff diary of every game to this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Write an HTML report with charts, maps and two replays to this file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = RunFormat::Human, value_name = "FORMAT")]
    pub format: RunFormat,
    /// Write the timings to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,
    /// An option of `render`, to explain that such games are only printed
    #[arg(long, hide = true)]
    pub kriegsspiel: bool,
}

/// The subcommands of `sandtable run`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum RunAction {
    /// Merge the parts of a run printed by `--shard`
    Merge(MergeArguments),
}

impl RunArguments {
    /// Plays the games of a battle, or merges parts of a run, and prints the result.
    pub fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Exit {
        let exit = match (&self.action, &self.input) {
            (Some(RunAction::Merge(merge)), _) => merge.run(battles, terminal),
            (None, Some(input)) => self.run_battle(input, battles, terminal),
            (None, None) => Err(Exit::UsageError),
        };
        exit.unwrap_or_else(|exit| exit)
    }

    fn run_battle(
        &self,
        input: &Path,
        battles: &dyn Battles,
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        if self.kriegsspiel {
            let why = "`--kriegsspiel` is an option of `render`: no rules are known for games at \
                       1:8,000; remove it to play the battle at its own scale";
            return Err(report_unusable(why, terminal));
        }
        let outputs = [("--timings", &self.timings), ("--report", &self.report)];
        let outputs: Vec<(&str, &Path)> =
            outputs.iter().filter_map(|(name, path)| Some((*name, path.as_deref()?))).collect();
        check_outputs(&[("the input", input)], &outputs, terminal)?;
        if let Some(folder) = &self.record {
            check_writable([folder.join("game-1.json").as_path()], terminal)?;
            check_folder(folder, terminal)?;
        }
        let (pack, origins) = battles.load(input, terminal)?;
        let picture = || battles.picture(&pack);
        let output = ResultOutput {
            format: self.format,
            report: self.report.as_deref(),
            baseline: baseline(self.baseline.as_deref(), terminal)?,
            origins: &origins,
            picture: &picture,
            terminal,
        };
        with_pack!(&pack, pack => {
            check_playable(pack, terminal)?;
            match &self.vary {
                None => self.play(&pack.prepare(), input, &output),
                Some(vary) => self.run_variants(pack, vary, terminal),
            }
        })
    }

    /// Returns the options of the run.
    fn options(&self, facts: &Facts, system: System) -> Result<RunOptions, String> {
        let mut options = RunOptions {
            swap: self.swap,
            until: self.until,
            ..RunOptions::new(self.games, self.seed, self.bots)
        };
        if system == System::Fab && !self.forbid.is_empty() {
            return Err("`--forbid` applies only to Pub Battles; remove it".to_owned());
        }
        if self.record.is_some() && !self.forbid.is_empty() {
            return Err(
                "`--record` conflicts with `--forbid`, which records cannot express; remove one"
                    .to_owned(),
            );
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
                let suggestion = crate::odds::suggestion(side, ids);
                return Err(format!("cannot find side `{side}`; use {}{suggestion}", list_of(ids)));
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
                        let suggestion = crate::odds::suggestion(other, acts);
                        return Err(format!(
                            "invalid act `{other}`; use `bombard`, `rally` or `alter`{suggestion}"
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
            terminal.print_error(&format!("cannot start the threads: {error}"));
            Exit::UsageError
        })
    }

    fn play<B: Battle>(
        &self,
        battle: &B,
        input: &Path,
        output: &ResultOutput<'_>,
    ) -> Result<Exit, Exit> {
        let terminal = output.terminal;
        let facts = battle.pack().facts();
        let options = self
            .options(&facts, <B::Pack>::SYSTEM)
            .map_err(|fault| report_unusable(&fault, terminal))?;
        let pool = self.pool(terminal)?;
        let stop = interrupt_flag();
        let range = self.shard.map_or(0..self.games, |shard| shard.range(self.games));
        let count = range.end - range.start;
        let progress = Progress::new(count, terminal);
        let records = self.record.as_deref().map(Records::new);
        let mut rows = Rows::new(self.format == RunFormat::Csv && self.shard.is_none(), terminal);
        let mut ends = Vec::new();
        let mut each = |game: &PlayedGame| {
            rows.add(&facts, options, game);
            if self.shard.is_some() {
                ends.push(game.end());
            }
        };
        let ended = || progress.count_game();
        let hooks = Hooks { progress: &ended, stop, on_game: &mut each };
        let tally = pool.install(|| match &records {
            None => tally_games(battle, options, range, hooks),
            Some(records) => {
                tally_and_record(battle, options, range, hooks, |game| records.save(&game))
            }
        });
        rows.finish()?;
        if let Some(records) = &records {
            shorten(battle, options, &tally, records, terminal);
        }
        let mut unwritten = records
            .and_then(Records::into_error)
            .map(|error| report_unusable(&error.to_string(), terminal));
        let played = tally.counts.played;
        let timings = progress.timings(played, pool.current_num_threads());
        if played < count {
            let why =
                if stop.load(Ordering::Relaxed) { "interrupted" } else { "precision reached" };
            let again = match self.shard {
                None => format!("; to repeat this run, pass `--games {played}`"),
                Some(_) => "; an incomplete part cannot be merged".to_owned(),
            };
            terminal.print_message(&format!("{why} after {played} games{again}"));
        }
        terminal.print_message(&timings.line());
        if let Some(path) = &self.timings {
            unwritten = write_json(path, &timings, terminal).err().or(unwritten);
        }
        if played == 0 && count > 0 {
            return Err(Exit::UsageError);
        }
        let exit = match self.shard {
            None => output.write(battle, options, &tally)?,
            Some(_) if played < count => return Err(Exit::UsageError),
            Some(shard) => {
                let failed = tally.counts.failed > 0;
                let origin = origin(battle);
                let input = disclosed_path(input);
                let part = Part::new(origin, input, options, shard, ends, tally.counts);
                terminal.print(&json(&part))?;
                if failed { Exit::Failure } else { Exit::Success }
            }
        };
        unwritten.map_or(Ok(exit), Err)
    }

    /// Plays the battle once for each value of a number.
    fn run_variants<V: Variable + BattlePack>(
        &self,
        battle: &V,
        vary: &Vary,
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let now =
            current_value(battle, &vary.path).map_err(|fault| report_unusable(&fault, terminal))?;
        let facts = battle.facts();
        let options =
            self.options(&facts, V::SYSTEM).map_err(|fault| report_unusable(&fault, terminal))?;
        let changed: Vec<(u8, V)> = vary
            .values
            .iter()
            .map(|&value| {
                battle.with_value(&vary.path, value).map(|battle| (value, battle)).map_err(
                    |faults| {
                        // Users never see the files inside the pack.
                        let why = faults.iter().take(3).map(|fault| {
                            let fault = fault.to_string();
                            fault.strip_prefix("scenario.json: ").unwrap_or(&fault).to_owned()
                        });
                        let along = battle.linked_changes(&vary.path);
                        let along = along.map_or_else(String::new, |along| format!("; {along}"));
                        let fault = format!(
                            "`{}` = {value} makes the battle invalid: {}{along}",
                            vary.path,
                            why.collect::<Vec<_>>().join("; ")
                        );
                        report_unusable(&fault, terminal)
                    },
                )
            })
            .collect::<Result<_, _>>()?;
        let pool = self.pool(terminal)?;
        let stop = interrupt_flag();
        let progress = Progress::new(self.games * changed.len() as u64, terminal);
        let ended = || progress.count_game();
        let mut variants = Vec::new();
        for (value, battle) in &changed {
            let hooks = Hooks { progress: &ended, stop, on_game: &mut |_| () };
            let range = 0..options.games;
            let tally = pool.install(|| tally_games(&battle.prepare(), options, range, hooks));
            if tally.counts.completed == 0 {
                break;
            }
            variants.push(Variant::new(&facts, *value, *value == now, &tally));
        }
        let (played, threads) = (progress.finished(), pool.current_num_threads());
        terminal.print_message(&progress.timings(played, threads).line());
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
        Ok(Exit::Success)
    }
}

/// Checks that bots can play the battle.
fn check_playable(pack: &impl BattlePack, terminal: &Terminal) -> Result<(), Exit> {
    // PB-32.1: without both orders of battle, no game is possible.
    if let Some(awaits) = pack.awaits_orders() {
        terminal.print_error(&awaits.to_string());
        terminal.print_wrapped("merge the orders of battle of both sides with `sandtable oob merge`, and run its `umpire.pack`");
        return Err(Exit::UsageError);
    }
    // FAB-V40: bots support only some effects.
    if let Some(hook) = pack.unknown_effect() {
        terminal.print_error(&format!(
            "bots cannot play this battle: they do not support the effect `{hook}` of an exclusive rule"
        ));
        terminal.print_wrapped("use a supported effect, or remove the event from play; for details, run `sandtable explain ST1458`");
        return Err(Exit::UsageError);
    }
    Ok(())
}

/// The path of a battle for the parts of a run: relative to the working folder if it is below it,
/// otherwise only the name if the path is absolute. Parts do not disclose the folders of users.
fn disclosed_path(input: &Path) -> PathBuf {
    let inner = || {
        let folder = std::env::current_dir().ok()?.canonicalize().ok()?;
        Some(input.canonicalize().ok()?.strip_prefix(folder).ok()?.to_owned())
    };
    match inner() {
        Some(path) if path.as_os_str().is_empty() => PathBuf::from("."),
        Some(path) => path,
        None if input.is_absolute() => input.file_name().unwrap_or_default().into(),
        None => input.to_owned(),
    }
}
