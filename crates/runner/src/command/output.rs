//! Reads battles and earlier results, and writes results.

use sandtable_engine::Game as _;
use std::io::Read as _;
use std::path::Path;

use sandtable_cli::{Exit, Terminal, write_atomically};
use sandtable_pack::AnyPack;
use sandtable_source::{Origins, github};
use serde::Serialize;

use super::format::RunFormat;
use crate::RunResult;
use crate::game::battle::{Battle, BattlePack as _};
use crate::report::{Picture, PictureSource, report_page};
use crate::result::baseline::Baseline;
use crate::result::table::pack_table;
use crate::run::RunOptions;
use crate::run::part::Origin;
use crate::run::tally::Tally;

/// The maximum size of a result or part in bytes; even files for a million games are smaller.
const MAX_RESULT_BYTES: u64 = 500_000_000;

/// The source of a run's battle and of the picture of its map.
pub trait Battles: Sync {
    /// Loads the battle at a path with the source locations of its parts, and reports errors.
    fn load(&self, path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit>;
    /// Returns a picture of the battle's map, if any.
    fn picture(&self, pack: &AnyPack) -> Option<Picture>;
}

/// The format and destination of a result.
pub(crate) struct ResultOutput<'t> {
    pub(crate) format: RunFormat,
    pub(crate) report: Option<&'t Path>,
    pub(crate) baseline: Option<Baseline>,
    pub(crate) origins: &'t Origins,
    pub(crate) picture: &'t PictureSource<'t>,
    pub(crate) terminal: &'t Terminal,
}

impl ResultOutput<'_> {
    pub(crate) fn write<B: Battle>(
        &self,
        battle: &B,
        options: RunOptions,
        tally: &Tally,
    ) -> Result<Exit, Exit> {
        let Self { origins, terminal, .. } = self;
        let (result, found) = RunResult::new(battle.pack(), battle.cast(), options, tally, origins);
        if self.format != RunFormat::Github {
            terminal.show_diagnostics(&origins.sources, &found);
        }
        // The result is printed even if its report cannot be written.
        let mut unwritten = None;
        if let Some(path) = self.report {
            let census = &tally.counts.census;
            let page = report_page(battle, &result, census, options, self.picture);
            unwritten = write_file(path, page.as_bytes(), terminal).err();
            if unwritten.is_none() {
                terminal.print_written("the report", path);
            }
        }
        if let Some(baseline) = &self.baseline {
            let compared =
                baseline.changes(&result, &battle.pack().facts().sides).map_err(|fault| {
                    terminal
                        .print_error(&format!("cannot compare with the earlier result: {fault}"));
                    Exit::UsageError
                })?;
            compared.lines().for_each(|line| terminal.print_wrapped(line));
        }
        match self.format {
            RunFormat::Human => terminal.print(&pack_table(battle.pack(), &result))?,
            RunFormat::Json => terminal.print(&json(&result))?,
            RunFormat::Github => {
                terminal.print(&github(&origins.sources, &found, terminal.notes()))?;
            }
            RunFormat::Csv => {}
        }
        unwritten.map_or_else(|| Ok(exit_status(&result)), Err)
    }
}

/// Reads an earlier result.
pub(crate) fn baseline(path: Option<&Path>, terminal: &Terminal) -> Result<Option<Baseline>, Exit> {
    let Some(path) = path else { return Ok(None) };
    let text = read_text(path, terminal)?;
    Baseline::read(&text).map(Some).map_err(|fault| {
        terminal.print_error(&format!("{}: {fault}", path.display()));
        Exit::UsageError
    })
}

/// Reads the text of a result or a part of a run. The file may be a pipe.
pub(crate) fn read_text(path: &Path, terminal: &Terminal) -> Result<String, Exit> {
    let read = || {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(MAX_RESULT_BYTES + 1).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    };
    let why = match read().map(|bytes| (bytes.len() as u64 <= MAX_RESULT_BYTES, bytes)) {
        Ok((true, bytes)) => match String::from_utf8(bytes) {
            // PowerShell writes a byte-order mark.
            Ok(text) => return Ok(text.trim_start_matches('\u{feff}').to_owned()),
            Err(_) => format!("`{}` is not valid UTF-8", path.display()),
        },
        Ok((false, _)) => {
            format!("`{}` is larger than {} MB", path.display(), MAX_RESULT_BYTES / 1_000_000)
        }
        Err(error) => format!("cannot read `{}`: {error}", path.display()),
    };
    Err(report_unusable(&why, terminal))
}

/// Returns the battle and engine of a run.
pub(crate) fn origin<B: Battle>(battle: &B) -> Origin {
    let facts = battle.pack().facts();
    Origin {
        system: <B::Pack>::SYSTEM,
        engine: B::Game::ENGINE,
        scenario: facts.scenario,
        play_digest: facts.play_digest,
        pack_digest: facts.pack_digest,
    }
}

pub(crate) fn report_unusable(complaint: &str, terminal: &Terminal) -> Exit {
    terminal.print_error(complaint);
    Exit::UsageError
}

pub(crate) fn write_json(
    path: &Path,
    value: &impl Serialize,
    terminal: &Terminal,
) -> Result<(), Exit> {
    write_file(path, json(value).as_bytes(), terminal)
}

fn write_file(path: &Path, bytes: &[u8], terminal: &Terminal) -> Result<(), Exit> {
    write_atomically(path, bytes).map_err(|error| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    })
}

/// Returns a value as an indented JSON document with a final line break.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("strings and numbers serialize") + "\n"
}

/// Returns the exit status: a run with a failed game is bad.
pub(crate) fn exit_status(result: &RunResult) -> Exit {
    if result.failures.is_empty() { Exit::Success } else { Exit::Failure }
}
