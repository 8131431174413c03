//! The command line of `sandtable replay`.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Named, Terminal, judge_outputs, read_text, write_atomically};
use sandtable_pack::Digest;
use serde::Serialize;

use super::compare::CompareArguments;
use crate::game::battle::{Described as _, with_pack};
use crate::record::End;
use crate::replay::{Fault, FaultKind, Proof, prove};
use crate::{Battles, Format, json};

/// Larger records are not opened: many times a long game.
pub(crate) const MAX_RECORD_BYTES: u64 = 64_000_000;

/// What to do where a pack was given instead of a record.
pub(crate) const OF_PACK: &str = "a record is a `game-S.json` that `sandtable run PACK --record DIR` wrote; the pack \
                       stands after --pack: `sandtable replay RECORD --pack PACK`";

/// Play a recorded game again and prove that it ends the same
#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
A record is a file that `run --record DIR` wrote: every decision, draw and roll of one game. The proof holds when the \
pack is the one that was played, dice and draws are those of the seed, the rules allow every decision, and the pieces \
and all events come out as recorded. Then the exit status is 0; it is 1 when the proof does not hold, and 2 when the \
record is of another rules engine than this program's, or intact but played by another build, by which the same \
decisions and dice end otherwise.

What is wrong is told by its line in the record, and neither diary nor log is written of a game that is not proved.

The diary (--diary) is for people: turns with date and hours, places by the names of the map, combats with their dice, \
losses and points, and the rule behind each sentence. The log (--log) is for programs and leaves nothing out: one JSON \
object a line, the first with the names of sides, commands and pieces (of FAB: formations, areas, units and counters), \
to which the numbers in the others refer. Folders that they name and that are missing are made.

`replay compare` takes many records and a battle that may have been edited, and says of each game whether it is kept.

Examples:
  sandtable replay games/game-1.json --pack gettysburg.pack
  sandtable replay game-1.json --pack b.pack --diary a.txt
  sandtable replay game-1.json --pack b.pack --log a.jsonl
  sandtable replay compare games --pack scenarios/gettysburg"
)]
pub struct ReplayArguments {
    /// Something else than proving.
    #[command(subcommand)]
    pub action: Option<ReplayAction>,
    /// The record
    #[arg(value_name = "FILE", required = true)]
    pub record: Option<PathBuf>,
    /// The pack that was played; a scenario is compiled first
    #[arg(long, value_name = "PACK", required = true)]
    pub pack: Option<PathBuf>,
    /// Write the staff diary of the game to this file
    #[arg(long, value_name = "FILE")]
    pub diary: Option<PathBuf>,
    /// Write all events to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
}

/// What can be done with records beside proving one.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum ReplayAction {
    /// Say of many records whether a change of the rules or the battle keeps, changes or breaks their games
    Compare(CompareArguments),
}

/// The result for programs.
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
    /// Proves a record, or compares many.
    pub fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Exit {
        let exit = match (&self.action, &self.record, &self.pack) {
            (Some(ReplayAction::Compare(compare)), ..) => compare.run(battles, terminal),
            (None, Some(record), Some(pack)) => self.prove(record, pack, battles, terminal),
            (None, ..) => Err(Exit::Unusable),
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
        let read: [Named<'_>; 2] = [("the record", record), ("the pack", pack)];
        judge_outputs(&read, &self.outputs(), terminal)?;
        let text = read_text(record, MAX_RECORD_BYTES, OF_PACK, terminal)?;
        let title = with_pack!(&battle, pack => pack.facts().title);
        Ok(match prove(&battle, &text) {
            Ok(proof) => self.proved(&title, &proof, terminal),
            Err(fault) => self.failed(record, &fault, terminal),
        })
    }

    /// The files to write, by their options.
    fn outputs(&self) -> Vec<Named<'_>> {
        let outputs = [("--diary", &self.diary), ("--log", &self.log)];
        outputs.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
    }

    fn proved(&self, title: &str, proof: &Proof, terminal: &Terminal) -> Exit {
        for (path, text) in [(&self.diary, &proof.diary), (&self.log, &proof.log)] {
            if let Some(path) = path
                && let Err(exit) = write(path, text, terminal)
            {
                return exit;
            }
        }
        terminal.result(&match self.format {
            Format::Json => json(&Report {
                proved: true,
                seed: Some(proof.seed),
                steps: Some(proof.steps),
                end: proof.end.as_ref(),
                digest: Some(proof.digest),
                events: Some(Digest::of(proof.log.as_bytes())),
                fault: None,
            }),
            Format::Human => {
                let mut text = format!("{title}: the record holds\n");
                text += &format!(
                    "{} decisions, draws and rolls of seed {}, {} events\n",
                    proof.steps, proof.seed, proof.events
                );
                let last = proof.last_line.as_deref();
                text += &format!("{}\n", last.unwrap_or("The battle did not come to an end"));
                text
            }
        });
        Exit::Fine
    }

    fn failed(&self, record: &Path, fault: &Fault, terminal: &Terminal) -> Exit {
        let file = record.display();
        let place = fault.line.map_or(String::new(), |line| format!(", line {line}"));
        terminal.complain(&format!("{file}{place}: {}", fault.message));
        if !fault.help.is_empty() {
            terminal.say(&fault.help);
        }
        let unwritten: Vec<&str> = self.outputs().into_iter().map(|(name, _)| name).collect();
        if !unwritten.is_empty() {
            let names = unwritten.join(" and ");
            terminal.tell(&format!("{names}: nothing is written of a game that is not proved"));
        }
        if self.format == Format::Json {
            terminal.result(&json(&Report {
                proved: false,
                seed: None,
                steps: None,
                end: None,
                digest: None,
                events: None,
                fault: Some(fault),
            }));
        }
        match fault.kind {
            FaultKind::OtherVersion => Exit::Unusable,
            _ => Exit::Bad,
        }
    }
}

fn write(path: &Path, text: &str, terminal: &Terminal) -> Result<(), Exit> {
    write_atomically(path, text.as_bytes()).map_err(|error| {
        terminal.complain(&error.to_string());
        Exit::Unusable
    })
}
