//! `sandtable-render`: prints packs, without compiling or playing.

use std::process::ExitCode;

use clap::Parser;
use sandtable_cli::{Exit, Terminal, TerminalArgs};
use sandtable_pack::{Pack, PackLimits, ReadError, read};
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
    let arguments = Arguments::parse();
    let terminal = Terminal::new(&arguments.terminal);
    let exit = match pack(&arguments.render) {
        Ok(pack) => arguments.render.run(&pack, &terminal),
        Err((exit, message)) => {
            terminal.complain(&message);
            exit
        }
    };
    exit.into()
}

fn pack(arguments: &RenderArguments) -> Result<Pack, (Exit, String)> {
    let input = arguments.input.display();
    let bytes = std::fs::read(&arguments.input)
        .map_err(|error| (Exit::Unusable, format!("cannot open {input}: {error}")))?;
    read(&bytes, PackLimits::default()).map_err(|error| {
        let exit = match error {
            ReadError::OtherFormat { .. } => Exit::Unusable,
            _ => Exit::Bad,
        };
        (exit, format!("{input}: {error}"))
    })
}
