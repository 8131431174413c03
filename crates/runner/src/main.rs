//! `sandtable-run`: plays packs with bots, without compiling or printing.

use std::process::ExitCode;

use clap::Parser;
use sandtable_cli::{NotesArgs, Terminal, TerminalArgs, open_any_pack};
use sandtable_runner::RunArguments;
use sandtable_source::Origins;

/// Play a battle many times with bots, and say who wins and which games fail
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    terminal: TerminalArgs,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let terminal = Terminal::new(&arguments.terminal, &NotesArgs::default());
    let exit = match open_any_pack(&arguments.run.input, &terminal) {
        Ok(pack) => arguments.run.run(&pack, &Origins::default(), &terminal),
        Err(exit) => exit,
    };
    exit.into()
}
