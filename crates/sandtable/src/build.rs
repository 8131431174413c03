//! `build`, the main command: checks, packs, prints and plays a battle, and lists the output files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use sandtable_cli::{Access, Exit, FileSet, Terminal, WriteError, check_writable, open_profile};
use sandtable_compile::command::load_battle;
use sandtable_engine::BotKind;
use sandtable_pack::AnyPack;
use sandtable_preflight::preflight;
use sandtable_render::{Format, PrintOrder, Product, TextCheck, print};
use sandtable_runner::{RunOptions, RunOutputs, json, run_outputs};
use sandtable_shop::HOME;
use sandtable_source::one_line;

use crate::run_support::backdrop;

/// Check, compile, print and play a battle in one step
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Output, in a folder under --out named after the battle's id:
  NAME.pack         the checked battle in one file
  map.pdf, .png     the map, true to scale
  set-up.pdf, .png  the map with the set-up of both sides
  stickers.pdf, …   stickers: print at 100 %
  chits.pdf, sticks.pdf, charts.pdf, turn-track.pdf,
  order-of-battle.pdf, reserve-cards.pdf
                    parts to cut out: print at 100 %
  booklet.pdf, …    the scenario booklet
  report.html       200 games of planner bots: results, anomalies, positions,
                    two games to step through
  games.json, .txt  the same as figures; diary.txt is the diary of the first game

For a FAB battle: pack, map, set-up, stickers (block labels), chits (assets and events), markers, charts, turn \
track, order of battle and games.

Use the pack with `render`, `run` and `inspect`. The PDFs are verified as by `preflight --profile home`.

If the scenario has errors, nothing is written (exit status 1). A failed game also gives status 1.

Example:
  sandtable build scenarios/gettysburg --out out")]
pub struct BuildArguments {
    /// The scenario's file or folder
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The folder for the battle's folder
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

/// Resolution of images other than maps, in dots per inch, for viewing on a screen.
const SCREEN_DPI: u32 = 144;

/// The games of a build. `run --bots planner --games 200` plays the same games, so the results are
/// the same.
const BUILD_RUN: RunOptions = RunOptions::new(200, 1, [BotKind::Planner, BotKind::Planner]);

/// An output file.
struct OutputFile {
    description: String,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl BuildArguments {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        self.build(terminal).unwrap_or_else(|exit| exit)
    }

    fn build(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let started = Instant::now();
        let step = |what: &str| {
            terminal.print_message(&format!("{:>6.2} s  {what}", started.elapsed().as_secs_f64()));
        };
        step(&format!("checking {}", self.scenario.display()));
        let (pack, origins) = load_battle(&self.scenario, terminal)?;
        let name = pack.id().to_string();
        let folder = self.out.join(&name);
        let pack_file = folder.join(format!("{name}.pack"));
        let planned = GAME_FILES.iter().map(|name| folder.join(name)).chain([pack_file.clone()]);
        check_writable(planned.collect::<Vec<_>>().iter().map(PathBuf::as_path), terminal)?;
        // A folder that cannot be written is reported before the games are played.
        let report_error = |error: WriteError| {
            terminal.print_error(&error.to_string());
            Exit::UsageError
        };
        let set = FileSet::in_folder(&folder, Access::Usual).map_err(report_error)?;
        let mut made = vec![OutputFile {
            description: "validated pack".to_owned(),
            path: pack_file,
            bytes: sandtable_pack::write_any(&pack),
        }];

        step(match &pack {
            AnyPack::PubBattles(_) => "drawing the map, the stickers and the cards",
            AnyPack::Fab(_) => "drawing the map, the labels and the counters",
        });
        let (files, read_back) = print_files(&pack, &folder, terminal)?;
        made.extend(files);
        check_writable(made.iter().map(|file| file.path.as_path()), terminal)?;

        if let AnyPack::PubBattles(pack) = &pack
            && let Some(missing_orders) = pack.scenario().missing_orders()
        {
            terminal.print_wrapped(&format!("no games were played: {missing_orders}"));
            step("writing the files");
            write(set, &made).map_err(report_error)?;
            step("done");
            terminal.print(&format!("{}{read_back}\n", summary_table(&made, &folder)))?;
            return Ok(Exit::Success);
        }
        step(&format!("playing {} games", BUILD_RUN.games));
        let games = run_outputs(&pack, BUILD_RUN, &origins, &|| backdrop(&pack));
        terminal.show_diagnostics(&origins.sources, &games.findings);
        let table = games.table.clone();
        let failed = !games.result.failures.is_empty();
        made.extend(game_files(games, &folder));

        step("writing the files");
        write(set, &made).map_err(report_error)?;

        step("done");
        let list = summary_table(&made, &folder);
        terminal.print(&format!("{table}\n{list}{read_back}\n"))?;
        Ok(if failed { Exit::Failure } else { Exit::Success })
    }
}

/// Prints all products: draws the files in parallel and verifies the PDFs. Returns the files and a
/// one-line summary.
fn print_files(
    pack: &AnyPack,
    folder: &Path,
    terminal: &Terminal,
) -> Result<(Vec<OutputFile>, String), Exit> {
    let order = PrintOrder { sheet_dpi: Some(SCREEN_DPI), ..PrintOrder::default() };
    let printed = print(pack, &order).map_err(|error| {
        terminal.print_error(&format!("cannot print the battle: {error}"));
        Exit::Failure
    })?;
    terminal.print_message(&format!("        {} path points drawn", printed.vertices));
    if let Some(message) = printed.omitted_names_message() {
        terminal.print_wrapped(&format!("        {message}"));
    }
    for message in printed.cut_text_messages() {
        terminal.print_wrapped(&format!("        {message}"));
    }
    let home = open_profile(HOME, terminal)?;
    let found = printed.findings(&home, TextCheck::Compiled);
    terminal.show_diagnostics(&home.sources, &found);
    if found.has_errors() {
        return Err(Exit::Failure);
    }
    let files: Vec<_> = printed
        .files
        .par_iter()
        .map(|file| {
            let mut bytes = Vec::new();
            file.write(&mut bytes).map(|()| {
                let shown = folder.join(&file.name).display().to_string();
                let is_pdf = file.format == Format::Pdf;
                let report = is_pdf.then(|| preflight(&shown, &bytes, &home.value));
                (bytes, report)
            })
        })
        .collect();
    let (mut pdfs, mut findings) = (0, 0);
    let outputs = printed
        .files
        .iter()
        .zip(files)
        .map(|(file, bytes)| {
            let name = &file.name;
            let (bytes, report) = bytes.map_err(|error| {
                terminal.print_error(&format!("cannot draw {name}: {error}"));
                Exit::Failure
            })?;
            if let Some(report) = report {
                pdfs += 1;
                findings += report.diagnostics.iter().count();
                terminal.show_diagnostics(&report.sources, &report.diagnostics);
                if report.diagnostics.has_errors() {
                    return Err(Exit::Failure);
                }
            }
            let what = match file.product {
                Product::Map => "map",
                Product::SetUp => "set-up",
                Product::Proof => "terrain proof",
                Product::Stickers => "stickers",
                Product::Chits => "chits",
                Product::Markers => "markers",
                Product::Sticks => "measuring sticks",
                Product::Charts => "charts",
                Product::TurnTrack => "turn track",
                Product::OrderOfBattle => "orders of battle",
                Product::ReserveCards => "reserve cards",
                Product::Booklet => "scenario booklet",
                Product::Calibration => "calibration page",
                Product::Job => "print shop job",
            };
            let what = match file.format {
                Format::Pdf => format!("{what}, for printing"),
                Format::Png => format!("{what}, as an image"),
                Format::Svg => format!("{what}, for a drawing program"),
                Format::Json => format!("{what}, as JSON"),
            };
            Ok(OutputFile { description: what, path: folder.join(name), bytes })
        })
        .collect::<Result<_, _>>()?;
    let outcome = match findings {
        0 => "no diagnostics".to_owned(),
        1 => "1 diagnostic, shown above".to_owned(),
        many => format!("{many} diagnostics, shown above"),
    };
    Ok((outputs, format!("{pdfs} PDFs verified as by `preflight --profile home`: {outcome}")))
}

/// The files about the games.
const GAME_FILES: [&str; 4] = ["report.html", "games.json", "games.txt", "diary.txt"];

fn game_files(games: RunOutputs, folder: &Path) -> impl Iterator<Item = OutputFile> {
    let contents = [
        ("games report, for a browser", games.page),
        ("game results, as JSON", json(&games.result)),
        ("game results, as text", games.table),
        ("staff diary of the first game", games.diary),
    ];
    GAME_FILES.iter().zip(contents).map(|(name, (what, text))| OutputFile {
        description: what.to_owned(),
        path: folder.join(name),
        bytes: text.into_bytes(),
    })
}

/// Writes all files or none.
fn write(mut set: FileSet, made: &[OutputFile]) -> Result<(), WriteError> {
    for file in made {
        set.add(&file.path, &file.bytes, Access::Usual)?;
    }
    set.commit()
}

/// The most important files; `--help` and the README list the others.
const MAIN_FILES: [&str; 4] = ["map.pdf", "set-up.pdf", "stickers.pdf", "report.html"];

/// Formats the summary table: the main files with their sizes and paths, and the number of other
/// files.
fn summary_table(made: &[OutputFile], folder: &Path) -> String {
    let is_foremost = |file: &&OutputFile| MAIN_FILES.iter().any(|name| file.path.ends_with(name));
    let (foremost, others): (Vec<&OutputFile>, Vec<&OutputFile>) =
        made.iter().partition(is_foremost);
    let shown = |path: &Path| one_line(&path.display().to_string()).into_owned();
    let kilobytes = |bytes: usize| bytes.div_ceil(1_000);
    let line = |file: &&OutputFile| {
        let size = kilobytes(file.bytes.len());
        format!("{:40} {size:>7} kB  {}\n", file.description, shown(&file.path))
    };
    let lines: String = foremost.iter().map(line).collect();
    let size = kilobytes(others.iter().map(|file| file.bytes.len()).sum());
    let rest = format!("and {} more files", others.len());
    format!("{lines}{rest:40} {size:>7} kB  {}\n", shown(folder))
}
