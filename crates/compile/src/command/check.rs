//! `check`: all findings of scenarios, maps, rulesets and packs.

use std::path::PathBuf;

use sandtable_cli::{DiskFiles, Exit, Input, Terminal};
use sandtable_source::Report;

use super::load::{read_pack, status};

/// Check scenarios, maps, rulesets and packs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Everything is checked in one run: YAML, names, set-up, terrain. Each finding says where it is and how
to mend it. The exit status is 0 when there is no error, 1 when there is one, and 2 when a path cannot
be opened.

Examples:
  sandtable check scenarios/gettysburg
  sandtable check scenarios/* maps/* --format json > findings.json")]
pub struct CheckArgs {
    /// Files, or folders with a scenario.yaml or map.yaml
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How findings are given
    #[arg(long, value_enum, default_value_t = CheckFormat::Human, value_name = "FORMAT")]
    format: CheckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// For people, on stderr
    Human,
    /// One JSON document, on stdout
    Json,
    /// Annotations for GitHub's workflows, on stdout
    Github,
}

impl CheckArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let mut inputs = Vec::new();
        for path in &self.paths {
            match Input::find(path) {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    terminal.complain(&error.to_string());
                    return Exit::Unusable;
                }
            }
        }
        let mut worst = Exit::Fine;
        let mut report = Report::default();
        for input in &inputs {
            let outcome = match input {
                Input::Pack(file) => match read_pack(file, terminal) {
                    Ok(outcome) => outcome,
                    Err(exit) => return exit,
                },
                Input::Authored(file) => {
                    let (files, path) = DiskFiles::about(file);
                    crate::check(&files, &path)
                }
            };
            worst = worst.max(status(&outcome));
            match self.format {
                CheckFormat::Human => {
                    terminal.show(&outcome.sources, &outcome.diagnostics);
                    if status(&outcome) == Exit::Fine {
                        terminal.say(&format!("{}: no errors", input.path().display()));
                    }
                }
                CheckFormat::Json => {
                    report.join(sandtable_source::report(&outcome.sources, &outcome.diagnostics));
                }
                CheckFormat::Github => {
                    let (sources, found) = (&outcome.sources, &outcome.diagnostics);
                    terminal.result(&sandtable_source::github(sources, found, terminal.notes()));
                }
            }
        }
        if self.format == CheckFormat::Json {
            terminal.result(&report.to_json());
        }
        worst
    }
}
