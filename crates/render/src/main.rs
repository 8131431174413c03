//! `sandtable-render`: prints packs, without compiling or playing.

use std::process::ExitCode;

use clap::Parser;
use sandtable_cli::{NotesArgs, Terminal, TerminalArgs, open_any_pack, parse_arguments};
use sandtable_render::RenderArguments;

/// Print a battle: its map and its stickers, as PDF and PNG
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    render: RenderArguments,
    #[command(flatten)]
    terminal: TerminalArgs,
}

fn main() -> ExitCode {
    let arguments = parse_arguments::<Arguments>();
    let terminal = Terminal::new(&arguments.terminal, &NotesArgs::default());
    let exit = match open_any_pack(&arguments.render.input, &terminal) {
        Ok(pack) => arguments.render.run(&pack, &terminal),
        Err(exit) => exit,
    };
    exit.into()
}
