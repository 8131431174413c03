//! `oob match`: creates the match that both players agree on before sealing anything.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal, check_outputs, write_new};
use sandtable_pack::{Digest, Pack, SideId};
use sandtable_source::list_of;
use serde::{Deserialize, Serialize};

use super::files::{open_base, report_other_base, side_id};
use super::fingerprint::{match_number, short_digest};
use super::json::json;
use super::output::require_absent;
use super::refusal::{clip, input_error, usage_error};
use crate::match_sheet::{Match, MatchError};
use crate::scheme::{Contribution, SCHEME};
use crate::strict_json;

/// Create a match: each player contributes a part, and the parts are combined
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A part is 16 random bytes. Neither player can prepare for the match in advance, or reuse a commitment from another match. \
Parts and matches are not secret. Both players must end up with the same match: compare its number.

Examples:
  sandtable oob match base.pack --side union -o union.part.json
  sandtable oob match base.pack union.part.json confederate.part.json -o match.json
  sandtable oob match match.json          prints the number of a match")]
pub(super) struct MatchArguments {
    /// The base pack, or a match to print its number
    #[arg(value_name = "BASE.pack")]
    pack: PathBuf,
    /// The parts of both players
    #[arg(value_name = "PART.json", num_args = 0..=2, conflicts_with = "side", requires = "output")]
    parts: Vec<PathBuf>,
    /// Create the part of this side
    #[arg(long, value_name = "ID", value_parser = side_id, requires = "output")]
    side: Option<SideId>,
    /// Output file
    #[arg(short, long, value_name = "FILE.json")]
    output: Option<PathBuf>,
}

/// One player's part of a match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
struct Part {
    scheme: String,
    base: Digest,
    side: String,
    contribution: String,
}

strict_json::as_object!(Part);

/// Creates a match for a base pack from two contributions, with all days, entries and commands that
/// the pack allows.
pub fn match_for_base(
    pack: &Pack,
    contributions: [(String, Contribution); 2],
) -> Result<Match, MatchError> {
    let scenario = pack.scenario();
    let free = scenario.free_game.iter().flat_map(|free| free.sides.values());
    // Command number 0 is the army commander.
    let commands = free.map(|free| free.limits.commands).max().unwrap_or(0).saturating_add(1);
    let entries = pack.map().entries.iter().map(|entry| entry.id.to_string()).collect();
    let days = scenario.calendar.days;
    Match::new(pack.play_digest(), days, TURNS_PER_DAY, commands, entries, contributions)
}

/// The name of the umpire's files, next to those of the sides.
pub(super) const UMPIRE: &str = "umpire";

/// The number of turns in a day (PB-1.8).
const TURNS_PER_DAY: u8 = 8;

/// Returns a placeholder match with the slots of a base pack.
pub(super) fn placeholder_match(pack: &Pack, terminal: &Terminal) -> Result<Match, Exit> {
    let empty_side = |at: usize| (pack.scenario().sides[at].id.to_string(), Contribution([0; 16]));
    match_for_base(pack, [empty_side(0), empty_side(1)])
        .map_err(|error| report_match_error(&error, terminal))
}

fn report_match_error(error: &MatchError, terminal: &Terminal) -> Exit {
    terminal.print_error(&format!("this base pack does not support secret orders: {error}"));
    terminal.print_wrapped("request fewer days from its author, or fewer commands in `free_game` (`limits: { commands: … }`, 64 by default)");
    Exit::Failure
}

impl MatchArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let Some(output) = &self.output else {
            let sheet: Match = json(&self.pack, "match", terminal)?;
            terminal.print(&format!("match {}\n", match_number(&sheet)))?;
            return Ok(Exit::Success);
        };
        let inputs: Vec<_> = std::iter::once(("the base pack", self.pack.as_path()))
            .chain(self.parts.iter().map(|part| ("a part", part.as_path())))
            .collect();
        check_outputs(&inputs, &[("--output", output)], terminal)?;
        require_absent(output, "", terminal)?;
        let pack = open_base(&self.pack, terminal)?;
        if pack.scenario().sides.iter().any(|side| side.id.as_str() == UMPIRE) {
            terminal.print_error(&format!(
                "a side of `{}` has the id `{UMPIRE}`, which names the umpire's files",
                self.pack.display()
            ));
            terminal.print_wrapped("give this side another id in its scenario and recompile it");
            return Err(Exit::Failure);
        }
        match &self.side {
            Some(side) => create_part(&pack, side, output, terminal),
            None => self.combine_parts(&pack, output, terminal),
        }
    }

    fn combine_parts(&self, pack: &Pack, output: &Path, terminal: &Terminal) -> Result<Exit, Exit> {
        let mut contributions = Vec::new();
        for file in &self.parts {
            let path = file.display();
            let part: Part = json(file, "player's part", terminal)?;
            if part.scheme != SCHEME {
                let message =
                    format!("`{path}` uses scheme `{}`, expected `{SCHEME}`", clip(&part.scheme));
                return Err(usage_error(terminal, &message));
            }
            if part.base != pack.play_digest() {
                return Err(report_other_base(file, &part.base, pack, terminal));
            }
            if !pack.scenario().sides.iter().any(|known| known.id.as_str() == part.side) {
                return Err(input_error(
                    terminal,
                    &format!("the side of `{path}` is not in this battle"),
                ));
            }
            let contribution = Contribution::parse(&part.contribution).ok_or_else(|| {
                input_error(terminal, &MatchError::Contribution(part.side.clone()).to_string())
            })?;
            contributions.push((part.side, contribution));
        }
        let both: [_; 2] = contributions.try_into().map_err(|_| {
            usage_error(
                terminal,
                match self.parts.len() {
                    0 => "pass a side with `--side` to create its part, or pass the parts of both players",
                    _ => "the other player's part is missing: a match needs both parts",
                },
            )
        })?;
        if both[0].1 == both[1].1 {
            let message = "both parts contain the same random bytes: one is a copy of the other";
            return Err(input_error(terminal, message));
        }
        let sheet = match match_for_base(pack, both) {
            Ok(sheet) => sheet,
            Err(MatchError::Sides) => {
                return Err(input_error(
                    terminal,
                    "both parts are for the same side: pass one part from each player",
                ));
            }
            Err(error) => return Err(report_match_error(&error, terminal)),
        };
        write(output, &sheet, terminal)?;
        terminal.print(&format!("match {}\n", match_number(&sheet)))?;
        terminal.print_wrapped("compare this number with your opponent's: both must be the same");
        let digest = pack.pack_digest().to_string();
        terminal.print_wrapped(&format!(
            "also compare the pack digest, because only this digest covers names and titles; yours begins with {}",
            short_digest(&digest)
        ));
        Ok(Exit::Success)
    }
}

fn create_part(
    pack: &Pack,
    side: &SideId,
    output: &Path,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    placeholder_match(pack, terminal)?;
    if !pack.scenario().sides.iter().any(|known| known.id == *side) {
        let sides = list_of(pack.scenario().sides.iter().map(|known| known.id.as_str()));
        return Err(usage_error(terminal, &format!("cannot find side `{side}`; use {sides}")));
    }
    let part = Part {
        scheme: SCHEME.to_owned(),
        base: pack.play_digest(),
        side: side.to_string(),
        contribution: Contribution::random().to_string(),
    };
    write(output, &part, terminal)?;
    terminal
        .print_wrapped(&format!("send `{}` to your opponent; it is not secret", output.display()));
    Ok(Exit::Success)
}

fn write(output: &Path, value: &impl Serialize, terminal: &Terminal) -> Result<(), Exit> {
    let text = serde_json::to_string_pretty(value).expect("map keys are strings") + "\n";
    write_new(output, text.as_bytes()).map_err(|error| usage_error(terminal, &error.to_string()))
}
