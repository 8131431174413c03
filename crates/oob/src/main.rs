//! `sandtable-oob`: only the commands for secret orders of battle.

use std::process::ExitCode;

use clap::Parser;
use sandtable_cli::{NotesArgs, Terminal, TerminalArgs, parse_arguments};
use sandtable_oob::command::OobArguments;

/// Secret orders of battle that can be verified as unchanged
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    oob: OobArguments,
    #[command(flatten)]
    terminal: TerminalArgs,
    #[command(flatten)]
    notes: NotesArgs,
}

fn main() -> ExitCode {
    let arguments = parse_arguments::<Arguments>();
    let terminal = Terminal::new(&arguments.terminal, &arguments.notes);
    arguments.oob.run(&terminal).into()
}
