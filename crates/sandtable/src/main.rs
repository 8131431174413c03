//! The `sandtable` command: one match over its subcommands.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use sandtable_cli::{Terminal, TerminalArgs};
use sandtable_compile::command::{CheckArgs, CompileArgs, InspectArgs, SchemaArgs};

/// Author map wargames: check scenarios, compile them, print them, play them
#[derive(Parser)]
#[command(name = "sandtable", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: TerminalArgs,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArgs),
    Compile(CompileArgs),
    Inspect(InspectArgs),
    Schema(SchemaArgs),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let terminal = Terminal::new(&arguments.terminal);
    let exit = match arguments.command {
        Command::Check(command) => command.run(&terminal),
        Command::Compile(command) => command.run(&terminal),
        Command::Inspect(command) => command.run(&terminal),
        Command::Schema(command) => command.run(&terminal),
    };
    exit.into()
}
