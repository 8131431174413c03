//! The command line of `sandtable replay`.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, NamedPath, Terminal, check_outputs, read_text, write_atomically};
use sandtable_pack::Digest;
use serde::Serialize;

use super::compare::CompareArguments;
use crate::game::battle::{BattlePack as _, with_pack};
use crate::record::End;
use crate::replay::{Fault, FaultKind, Proof, prove};
use crate::{Battles, Format, json};

/// The maximum size of a record in bytes, many times that of a long game.
pub(crate) const MAX_RECORD_BYTES: u64 = 64_000_000;

/// The help if a pack was given instead of a record.
pub(crate) const RECORD_HELP: &str = "a record is a `game-S.json` written by `sandtable run PACK --record DIR`; pass the pack \
                       with `--pack`: `sandtable replay RECORD --pack PACK`";

/// Replay a recorded game and verify that it ends the same way
#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
A record is a file written by `run --record DIR` with every decision, draw and roll of one game. It is valid if the \
pack is the one that was played, the dice and draws match the seed, the rules allow every decision, and the final \
position and all events match. The exit status is 0 for a valid record and 1 for an invalid one. It is 2 if another rules \
engine played the game, or if the record is intact but another build of Sandtable played it with a different result.

Errors name the line of the record. No diary or log is written for an invalid record.

The diary (--diary) is human-readable. It lists turns with date and hours, places by their names on the map, combats with \
their dice, losses and points, and the rule behind each sentence. The log (--log) is machine-readable and complete: one JSON \
object per line. The first line has the names of sides, commands and pieces (in FAB: formations, areas, units and \
counters); the other lines refer to them by number. Missing folders are created.

`replay compare` replays many records on a battle that may have been edited and reports which games are kept.

Examples:
  sandtable replay games/game-1.json --pack gettysburg.pack
  sandtable replay game-1.json --pack b.pack --diary a.txt
  sandtable replay game-1.json --pack b.pack --log a.jsonl
  sandtable replay compare games --pack scenarios/gettysburg"
)]
pub struct ReplayArguments {
    /// The subcommand, if one is given.
    #[command(subcommand)]
    pub action: Option<ReplayAction>,
    /// Record
    #[arg(value_name = "FILE", required = true)]
    pub record: Option<PathBuf>,
    /// Pack that was played; a scenario is compiled first
    #[arg(long, value_name = "PACK", required = true)]
    pub pack: Option<PathBuf>,
    /// Write the staff diary of the game to this file
    #[arg(long, value_name = "FILE")]
    pub diary: Option<PathBuf>,
    /// Write all events to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
}

/// The subcommands of `sandtable replay`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum ReplayAction {
    /// Check whether recorded games are kept, changed or broken by an edited battle or new rules
    Compare(CompareArguments),
}

/// The JSON result.
#[derive(Serialize)]
struct Report<'a> {
    proved: bool,
    seed: Option<u64>,
    steps: Option<usize>,
    end: Option<&'a End>,
    digest: Option<Digest>,
    events: Option<Digest>,
    fault: Option<&'a Fault>,
}

impl ReplayArguments {
    /// Verifies a record, or compares many records.
    pub fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Exit {
        let exit = match (&self.action, &self.record, &self.pack) {
            (Some(ReplayAction::Compare(compare)), ..) => compare.run(battles, terminal),
            (None, Some(record), Some(pack)) => self.prove(record, pack, battles, terminal),
            (None, ..) => Err(Exit::UsageError),
        };
        exit.unwrap_or_else(|exit| exit)
    }

    fn prove(
        &self,
        record: &Path,
        pack: &Path,
        battles: &dyn Battles,
        terminal: &Terminal,
    ) -> Result<Exit, Exit> {
        let (battle, _) = battles.load(pack, terminal)?;
        let read: [NamedPath<'_>; 2] = [("the record", record), ("the pack", pack)];
        check_outputs(&read, &self.outputs(), terminal)?;
        let text = read_text(record, MAX_RECORD_BYTES, RECORD_HELP, terminal)?;
        let title = with_pack!(&battle, pack => pack.facts().title);
        Ok(match prove(&battle, &text) {
            Ok(proof) => self.print_proof(&title, &proof, terminal),
            Err(fault) => self.print_fault(record, &fault, terminal),
        })
    }

    /// Returns the files to write, by option.
    fn outputs(&self) -> Vec<NamedPath<'_>> {
        let outputs = [("--diary", &self.diary), ("--log", &self.log)];
        outputs.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
    }

    fn print_proof(&self, title: &str, proof: &Proof, terminal: &Terminal) -> Exit {
        for (path, text) in [(&self.diary, &proof.diary), (&self.log, &proof.log)] {
            if let Some(path) = path
                && let Err(exit) = write(path, text, terminal)
            {
                return exit;
            }
        }
        let text = match self.format {
            Format::Json => json(&Report {
                proved: true,
                seed: Some(proof.seed),
                steps: Some(proof.steps),
                end: proof.end.as_ref(),
                digest: Some(proof.digest),
                events: Some(Digest::compute(proof.log.as_bytes())),
                fault: None,
            }),
            Format::Human => {
                let mut text = format!("{title}: valid record\n");
                text += &format!(
                    "seed {}: {} decisions, draws and rolls, {} events\n",
                    proof.seed, proof.steps, proof.events
                );
                let last = proof.last_line.as_deref();
                text += &format!("{}\n", last.unwrap_or("The battle did not end"));
                text
            }
        };
        terminal.print_and_exit(&text, Exit::Success)
    }

    fn print_fault(&self, record: &Path, fault: &Fault, terminal: &Terminal) -> Exit {
        let file = record.display();
        let place = fault.line.map_or(String::new(), |line| format!(", line {line}"));
        terminal.print_error(&format!("{file}{place}: {}", fault.message));
        if !fault.help.is_empty() {
            terminal.print_message(&fault.help);
        }
        let unwritten: Vec<&str> = self.outputs().into_iter().map(|(name, _)| name).collect();
        if !unwritten.is_empty() {
            let names = sandtable_source::all_of(unwritten);
            terminal.print_wrapped(&format!("{names}: not written because the record is invalid"));
        }
        let exit = match fault.kind {
            FaultKind::OtherVersion => Exit::UsageError,
            _ => Exit::Failure,
        };
        match self.format {
            Format::Human => exit,
            Format::Json => {
                let report = Report {
                    proved: false,
                    seed: None,
                    steps: None,
                    end: None,
                    digest: None,
                    events: None,
                    fault: Some(fault),
                };
                terminal.print_and_exit(&json(&report), exit)
            }
        }
    }
}

fn write(path: &Path, text: &str, terminal: &Terminal) -> Result<(), Exit> {
    write_atomically(path, text.as_bytes()).map_err(|error| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    })
}
