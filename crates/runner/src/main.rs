//! `sandtable-run`: plays packs with bots, without compiling or printing.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use sandtable_cli::{Exit, NotesArgs, Terminal, TerminalArgs, open_any_pack, parse_arguments};
use sandtable_pack::AnyPack;
use sandtable_runner::{Battles, Picture, RunArguments};
use sandtable_source::Origins;

/// Play a battle many times with bots and report win rates, findings and failed games
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    terminal: TerminalArgs,
}

/// Packs without sources and pictures.
struct Packs;

impl Battles for Packs {
    fn load(&self, path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit> {
        open_any_pack(path, terminal).map(|pack| (pack, Origins::default()))
    }

    fn picture(&self, _: &AnyPack) -> Option<Picture> {
        None
    }
}

fn main() -> ExitCode {
    let arguments = parse_arguments::<Arguments>();
    let terminal = Terminal::new(&arguments.terminal, &NotesArgs::default());
    arguments.run.run(&Packs, &terminal).into()
}
