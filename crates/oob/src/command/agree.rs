//! `oob match`: creates the match that both players agree on before sealing anything.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal, judge_outputs, judge_places, write_new};
use sandtable_pack::{Digest, Pack, SideId};
use serde::{Deserialize, Serialize};

use super::files::{base, side_id};
use super::fingerprint::{number, short};
use super::json::json;
use super::output::require_absent;
use super::refusal::{bad, clipped, unusable};
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
  sandtable oob match match.json          prints the number of a finished match")]
pub(super) struct MatchArguments {
    /// The base pack, or a finished match to print its number
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

/// Creates a match on a base pack from two contributions, with all days, entries and commands that
/// the pack allows.
pub fn of_base(
    pack: &Pack,
    contributions: [(String, Contribution); 2],
) -> Result<Match, MatchError> {
    let scenario = pack.scenario();
    let free = scenario.free_game.iter().flat_map(|free| free.sides.values());
    // Command number 0 is the army commander.
    let commands = free.map(|free| free.limits.commands).max().unwrap_or(0).saturating_add(1);
    let entries = pack.map().entries.iter().map(|entry| entry.id.to_string()).collect();
    let days = scenario.calendar.days;
    Match::new(pack.play_digest(), days, TURNS, commands, entries, contributions)
}

/// The number of turns in a day (PB-1.8).
const TURNS: u8 = 8;

/// Returns a placeholder match that defines the slots of a base pack.
pub(super) fn slots_of(pack: &Pack, terminal: &Terminal) -> Result<Match, Exit> {
    let nothing = |at: usize| (pack.scenario().sides[at].id.to_string(), Contribution([0; 16]));
    of_base(pack, [nothing(0), nothing(1)]).map_err(|error| refused(&error, terminal))
}

fn refused(error: &MatchError, terminal: &Terminal) -> Exit {
    terminal.complain(&format!("this base pack does not support secret orders: {error}"));
    terminal.tell("request fewer days from its author, or fewer commands in `free_game` (`limits: { commands: … }`, 64 by default)");
    Exit::Bad
}

impl MatchArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let Some(output) = &self.output else {
            let sheet: Match = json(&self.pack, "finished match", terminal)?;
            terminal.result(&format!("match {}\n", number(&sheet)));
            return Ok(Exit::Fine);
        };
        let read: Vec<_> = std::iter::once(("the base pack", self.pack.as_path()))
            .chain(self.parts.iter().map(|part| ("a part", part.as_path())))
            .collect();
        judge_outputs(&read, &[("--output", output)], terminal)?;
        judge_places([output.as_path()], terminal)?;
        require_absent(output, "", terminal)?;
        let pack = base(&self.pack, terminal)?;
        match &self.side {
            Some(side) => bring(&pack, side, output, terminal),
            None => self.put_together(&pack, output, terminal),
        }
    }

    fn put_together(&self, pack: &Pack, output: &Path, terminal: &Terminal) -> Result<Exit, Exit> {
        let mut contributions = Vec::new();
        for file in &self.parts {
            let shown = file.display();
            let part: Part = json(file, "part of a match", terminal)?;
            if part.scheme != SCHEME {
                let told = format!(
                    "`{shown}` uses scheme `{}`, expected `{SCHEME}`",
                    clipped(&part.scheme)
                );
                return Err(unusable(terminal, &told));
            }
            if part.base != pack.play_digest() {
                return Err(bad(terminal, &format!("`{shown}` belongs to another base pack")));
            }
            if !pack.scenario().sides.iter().any(|known| known.id.as_str() == part.side) {
                return Err(bad(terminal, &format!("the side of `{shown}` is not in this battle")));
            }
            let contribution = Contribution::read(&part.contribution).ok_or_else(|| {
                bad(terminal, &MatchError::Contribution(part.side.clone()).to_string())
            })?;
            contributions.push((part.side, contribution));
        }
        let both: [_; 2] = contributions.try_into().map_err(|_| {
            unusable(
                terminal,
                match self.parts.len() {
                    0 => "name a side with --side to create its part, or give the parts of both players",
                    _ => "the other player's part is missing: a match needs both parts",
                },
            )
        })?;
        if both[0].1 == both[1].1 {
            let told = "both parts contain the same random bytes: one is a copy of the other";
            return Err(bad(terminal, told));
        }
        let sheet = match of_base(pack, both) {
            Ok(sheet) => sheet,
            Err(MatchError::Sides) => {
                return Err(bad(
                    terminal,
                    "both parts belong to one side: each player contributes their own",
                ));
            }
            Err(error) => return Err(refused(&error, terminal)),
        };
        write(output, &sheet, terminal)?;
        terminal.result(&format!("match {}\n", number(&sheet)));
        terminal.tell("compare this number with your opponent's: both must be the same");
        let digest = pack.pack_digest().to_string();
        terminal.tell(&format!(
            "also compare the pack digest of your base pack, which covers its names: it begins with {}",
            short(&digest)
        ));
        Ok(Exit::Fine)
    }
}

fn bring(pack: &Pack, side: &SideId, output: &Path, terminal: &Terminal) -> Result<Exit, Exit> {
    slots_of(pack, terminal)?;
    if !pack.scenario().sides.iter().any(|known| known.id == *side) {
        return Err(unusable(terminal, &format!("cannot find side `{side}` in this battle")));
    }
    let part = Part {
        scheme: SCHEME.to_owned(),
        base: pack.play_digest(),
        side: side.to_string(),
        contribution: Contribution::fresh().to_string(),
    };
    write(output, &part, terminal)?;
    terminal.tell(&format!("send `{}` to your opponent; it is not secret", output.display()));
    Ok(Exit::Fine)
}

fn write(output: &Path, what: &impl Serialize, terminal: &Terminal) -> Result<(), Exit> {
    let text = serde_json::to_string_pretty(what).expect("map keys are strings") + "\n";
    write_new(output, text.as_bytes()).map_err(|error| unusable(terminal, &error.to_string()))
}
