//! The command line of `sandtable replay`.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Named, Terminal, judge_outputs, read_text, write_atomically};
use sandtable_pack::{Digest, Language, Pack};
use sandtable_rules::{BotKind, Diarist, Node, Played};
use serde::Serialize;

use super::{Fault, FaultKind, Proof, prove};
use crate::record::End;
use crate::{Format, json};

/// Larger records are not opened: many times a long game.
const MAX_RECORD_BYTES: u64 = 64_000_000;

/// What to do where a pack was given instead of a record.
const OF_PACK: &str = "a record is a `game-S.json` that `sandtable run PACK --record DIR` wrote; the pack \
                       stands after --pack: `sandtable replay RECORD --pack PACK`";

/// Play a recorded game again and prove that it ends the same
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
A record is a file that `run --record DIR` wrote: every decision, draw and roll of one game. The proof holds when the \
pack is the one that was played, dice and draws are those of the seed, the rules allow every decision, and the pieces \
and all events come out as recorded. Then the exit status is 0; it is 1 when the proof does not hold, and 2 when the \
record is of another rules engine than this program's, or intact but played by another build, by which the same \
decisions and dice end otherwise.

What is wrong is told by its line in the record, and neither diary nor log is written of a game that is not proved.

The diary (--diary) is for people: turns with date and hours, places by the names of the map, combats with their dice, \
losses and points, and the rule behind each sentence. The log (--log) is for programs and leaves nothing out: one JSON \
object a line, the first with the names of sides, commands and pieces, to which the numbers in the others refer. Folders that they name and that are missing are made.

Examples:
  sandtable replay games/game-1.json --pack gettysburg.pack
  sandtable replay game-1.json --pack b.pack --diary a.txt
  sandtable replay game-1.json --pack b.pack --log a.jsonl")]
pub struct ReplayArguments {
    /// The record
    #[arg(value_name = "FILE")]
    pub record: PathBuf,
    /// The pack that was played; a scenario is compiled first
    #[arg(long, value_name = "PACK")]
    pub pack: PathBuf,
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

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    proved: bool,
    seed: Option<u64>,
    steps: Option<usize>,
    end: Option<End>,
    digest: Option<Digest>,
    events: Option<Digest>,
    fault: Option<&'a Fault>,
}

impl ReplayArguments {
    /// Runs the command on the pack that was named.
    pub fn run(&self, pack: &Pack, terminal: &Terminal) -> Exit {
        let read: [Named<'_>; 2] = [("the record", &self.record), ("the pack", &self.pack)];
        if let Err(exit) = judge_outputs(&read, &self.outputs(), terminal) {
            return exit;
        }
        let text = match read_text(&self.record, MAX_RECORD_BYTES, OF_PACK, terminal) {
            Ok(text) => text,
            Err(exit) => return exit,
        };
        match prove(pack, &text) {
            Ok(proof) => self.proved(pack, &proof, terminal),
            Err(fault) => self.failed(&fault, terminal),
        }
    }

    /// The files to write, by their options.
    fn outputs(&self) -> Vec<Named<'_>> {
        let outputs = [("--diary", &self.diary), ("--log", &self.log)];
        outputs.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
    }

    fn proved(&self, pack: &Pack, proof: &Proof, terminal: &Terminal) -> Exit {
        let events = proof.events();
        let field = proof.game.field();
        let diarist = Diarist::new(field);
        let played = Played { seed: proof.seed, players: proof.bots.map(BotKind::name) };
        let written = [
            (&self.diary, self.diary.is_some().then(|| diarist.diary(Some(played), events))),
            (&self.log, Some(proof.log.as_str().to_owned())),
        ];
        for (path, text) in written {
            if let (Some(path), Some(text)) = (path, text)
                && let Err(exit) = write(path, &text, terminal)
            {
                return exit;
            }
        }
        let end = match proof.game.node() {
            Node::Over(end) => Some(end),
            _ => None,
        };
        terminal.result(&match self.format {
            Format::Json => json(&Report {
                proved: true,
                seed: Some(proof.seed),
                steps: Some(proof.steps),
                end: end.map(|end| End::new(field, end)),
                digest: Some(proof.game.digest()),
                events: Some(proof.log.digest()),
                fault: None,
            }),
            Format::Human => {
                let mut text =
                    format!("{}: the record holds\n", pack.labels().title.get(Language::En));
                text += &format!(
                    "{} decisions, draws and rolls of seed {}, {} events\n",
                    proof.steps,
                    proof.seed,
                    events.len()
                );
                if let Some(last) = events.last().filter(|_| end.is_some()) {
                    text += &format!("{}\n", diarist.line(last));
                } else {
                    text += "The battle did not come to an end\n";
                }
                text
            }
        });
        Exit::Fine
    }

    fn failed(&self, fault: &Fault, terminal: &Terminal) -> Exit {
        let file = self.record.display();
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
