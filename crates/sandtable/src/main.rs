//! The `sandtable` command: one match over its subcommands.

mod build;
mod manual;
mod run_support;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};
use sandtable_authored::AnyRuleset;
use sandtable_cli::{Exit, NotesArgs, Terminal, TerminalArgs, end_with};
use sandtable_compile::command::{
    CheckArgs, CompileArgs, ExplainArgs, InspectArgs, NewArgs, SchemaArgs, load_map, load_pack,
    load_ruleset,
};
use sandtable_export::ExportArgs;
use sandtable_import::ImportArgs;
use sandtable_lsp::LspArguments;
use sandtable_oob::command::OobArguments;
use sandtable_preflight::PreflightArguments;
use sandtable_preview::PreviewArguments;
use sandtable_render::{Product, RenderArguments};
use sandtable_runner::{OddsArguments, ReplayArguments, RunArguments};

use build::BuildArguments;
use manual::{CompletionsArgs, ManArgs};
use run_support::BattleLoader;

/// Author map wargames: check scenarios, compile them, print them, play them
#[derive(Parser)]
#[command(
    name = "sandtable",
    version,
    after_help = "\
The exit status is 0 for success, 1 if a check, game or verification fails, and 2 for wrong arguments, unreadable files or lost output, such \
as a full disk. A closed pipe or a closed standard output is not lost output."
)]
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
    Build(BuildArguments),
    Check(CheckArgs),
    Compile(CompileArgs),
    Completions(CompletionsArgs),
    Explain(ExplainArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Inspect(InspectArgs),
    Lsp(LspArguments),
    Man(ManArgs),
    New(NewArgs),
    Odds(OddsArguments),
    Oob(OobArguments),
    Preflight(PreflightArguments),
    Preview(PreviewArguments),
    Render(RenderArguments),
    Replay(ReplayArguments),
    Run(RunArguments),
    Schema(SchemaArgs),
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| end_with(suggest_parent(error)));
    let terminal = Terminal::new(&arguments.terminal, &arguments.notes);
    let exit = match arguments.command {
        Command::Build(command) => command.run(&terminal),
        Command::Check(command) => command.run(&terminal),
        Command::Compile(command) => command.run(&terminal),
        Command::Completions(command) => command.run(Arguments::command(), &terminal),
        Command::Explain(command) => command.run(&terminal),
        Command::Export(command) => command.run(&terminal),
        Command::Import(command) => command.run(&terminal),
        Command::Inspect(command) => command.run(&terminal),
        Command::Lsp(command) => command.run(&terminal),
        Command::Man(command) => command.run(Arguments::command(), &terminal),
        Command::New(command) => command.run(&terminal),
        Command::Odds(command) => match load_ruleset(&command.ruleset, &terminal) {
            Ok(AnyRuleset::PubBattles(ruleset)) => command.run(&ruleset, &terminal),
            Ok(AnyRuleset::Fab(ruleset)) => command.run_area_battle(&ruleset, &terminal),
            Err(exit) => exit,
        },
        Command::Oob(command) => command.run(&terminal),
        Command::Preflight(command) => command.run(&terminal),
        Command::Preview(command) => command.run(&terminal),
        Command::Render(command) if command.only == [Product::Map] => {
            match load_map(&command.input, &terminal) {
                Ok((pack, status)) => match command.run(&pack, &terminal) {
                    Exit::Success => status,
                    exit => exit,
                },
                Err(exit) => exit,
            }
        }
        Command::Render(command) => match load_pack(&command.input, &terminal) {
            Ok(pack) => command.run(&pack, &terminal),
            Err(exit) => exit,
        },
        Command::Replay(command) => command.run(&BattleLoader, &terminal),
        Command::Run(command) => command.run(&BattleLoader, &terminal),
        Command::Schema(command) => command.run(&terminal),
    };
    exit.into()
}

/// Suggests the parent command of a misplaced subcommand: `oob match` for `match`.
fn suggest_parent(mut error: clap::Error) -> clap::Error {
    let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word.clone(),
        _ => return error,
    };
    let all = Arguments::command();
    let parents = all.get_subcommands().filter(|outer| outer.find_subcommand(&word).is_some());
    let parents: Vec<_> = parents
        .map(|outer| format!("did you mean `sandtable {} {word}`?", outer.get_name()).into())
        .collect();
    if !parents.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(parents));
    }
    error
}
