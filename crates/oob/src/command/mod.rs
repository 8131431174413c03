//! `sandtable oob …`: commands for secret orders of battle, for players and umpires.

mod check;
mod files;
mod fingerprint;
mod json;
mod key;
mod match_command;
mod merge;
mod new;
mod note;
mod open;
mod output;
mod print;
mod printed_sheet;
mod refusal;
mod seal;
mod slot_listing;
mod slots;
mod verify;

use clap::{Args, Subcommand};
use sandtable_cli::{Exit, Terminal, disable_core_dumps};

/// Write, seal, open and verify secret orders of battle
#[derive(Debug, Args)]
#[command(after_help = "\
In a free game (PB-32), both players choose their orders of battle and keep them secret. The whole procedure:

  one      sandtable compile tests/free -o base.pack
           … or another scenario with `free_game`; send base.pack to the other player
  both     sandtable oob match base.pack --side union -o union.part.json
           … swap these parts, then combine them into the same match:
           sandtable oob match base.pack union.part.json confederate.part.json -o match.json
  each     sandtable oob new base.pack --side union -o union.oob.yaml
           … write the order of battle into this file, in secret
           sandtable oob check union.oob.yaml --pack base.pack
           sandtable oob seal union.oob.yaml --pack base.pack --match match.json -o union.sealed
           … tell your opponent the commitment, and write down both
           sandtable oob print union.oob.yaml --pack base.pack --out union
  in play  sandtable oob open union.sealed --slot arrival/1/5/north-road/2 -o arrival.json
           sandtable oob note --night 1 --pack base.pack --match match.json --side union -o night-1.sealed
  after    sandtable oob open union.sealed -o union.opened.json
           sandtable oob verify union.opened.json --pack base.pack --match match.json --side union --commitment 'oob1 …'

With an umpire, each player also seals a copy for the umpire's key (`oob key`, `oob seal --umpire`), and the umpire merges both with `oob merge`.
docs/secret-orders.md describes what is verified, and how.")]
pub struct OobArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArguments),
    Check(check::CheckArguments),
    Match(match_command::MatchArguments),
    Seal(seal::SealArguments),
    Note(note::NoteArguments),
    Open(open::OpenArguments),
    Verify(verify::VerifyArguments),
    Key(key::KeyArguments),
    Merge(merge::MergeArguments),
    Print(print::PrintArguments),
}

impl OobArguments {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        disable_core_dumps();
        let result = match &self.command {
            Command::New(command) => command.run(terminal),
            Command::Check(command) => command.run(terminal),
            Command::Match(command) => command.run(terminal),
            Command::Seal(command) => command.run(terminal),
            Command::Note(command) => command.run(terminal),
            Command::Open(command) => command.run(terminal),
            Command::Verify(command) => command.run(terminal),
            Command::Key(command) => command.run(terminal),
            Command::Merge(command) => command.run(terminal),
            Command::Print(command) => command.run(terminal),
        };
        result.unwrap_or_else(|exit| exit)
    }
}
