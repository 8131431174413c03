//! `sandtable-compile`: checks and compiles scenarios, without printing or playing.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use sandtable_cli::{NotesArgs, Terminal, TerminalArgs, parse_arguments};
use sandtable_compile::command::{
    CheckArgs, CompileArgs, ExplainArgs, InspectArgs, NewArgs, SchemaArgs,
};
use sandtable_export::ExportArgs;
use sandtable_import::ImportArgs;

/// Check map-wargame scenarios and compile them to packs
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: TerminalArgs,
    #[command(flatten)]
    notes: NotesArgs,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArgs),
    Compile(CompileArgs),
    Explain(ExplainArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Inspect(InspectArgs),
    New(NewArgs),
    Schema(SchemaArgs),
}

fn main() -> ExitCode {
    let arguments = parse_arguments::<Arguments>();
    let terminal = Terminal::new(&arguments.terminal, &arguments.notes);
    let exit = match arguments.command {
        Command::Check(command) => command.run(&terminal),
        Command::Compile(command) => command.run(&terminal),
        Command::Explain(command) => command.run(&terminal),
        Command::Export(command) => command.run(&terminal),
        Command::Import(command) => command.run(&terminal),
        Command::Inspect(command) => command.run(&terminal),
        Command::New(command) => command.run(&terminal),
        Command::Schema(command) => command.run(&terminal),
    };
    exit.into()
}
