//! `check`: all diagnostics of scenarios, maps, rulesets and packs.

use std::path::PathBuf;

use sandtable_cli::{DiskFiles, Exit, Input, Terminal};
use sandtable_source::{Report, Summary};

use super::fix::{ExistingCopies, Target, fix};
use super::load::{read_pack, status};
use super::same_battle::BattleIds;

/// Check scenarios, maps, rulesets and packs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
One run checks everything: YAML, names, set-up, terrain. Each diagnostic shows its place and \
how to fix it. The exit status is 0 without errors, 1 with errors, and 2 when a path cannot \
be opened. Human-readable diagnostics, notes included, go to stderr: write `2>notes.txt` to keep them.

With --fix, terrain layers are repaired where it is safe. Rings are closed, wound as GeoJSON requires and \
split where they cross themselves. Repeated positions, spikes and holes outside their ring are removed, and overlapping \
parts are joined. Road ends just short of a road are moved onto it, lower ends of rivers and streams onto the water \
that they join, and bridges and fords onto their water. Each repair is listed with the area before and after. \
Repaired layers are written to NAME.fixed.geojson in the folder of the layer; only repaired geometries change. \
An existing copy that differs is replaced only with --replace. \
The diagnostics are then those of the repaired files.

Examples:
  sandtable check scenarios/gettysburg
  sandtable check maps/gettysburg --fix
  sandtable check scenarios/* --format json > all.json")]
pub struct CheckArgs {
    /// Files, or folders with a scenario.yaml or map.yaml
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Output format of the diagnostics
    #[arg(long, value_enum, default_value_t = CheckFormat::Human, value_name = "FORMAT")]
    format: CheckFormat,
    /// Repair terrain layers where it is safe, and write NAME.fixed.geojson
    #[arg(long)]
    fix: bool,
    /// Repair the layers themselves, without a copy
    #[arg(long, requires = "fix")]
    in_place: bool,
    /// Replace existing copies that differ
    #[arg(long, requires = "fix", conflicts_with = "in_place")]
    replace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// Human-readable, on stderr
    Human,
    /// One JSON document, on stdout
    Json,
    /// Annotations for GitHub workflows, on stdout
    Github,
}

impl CheckArgs {
    fn target(&self) -> Target {
        match (self.in_place, self.replace) {
            (true, _) => Target::InPlace,
            (false, true) => Target::Copy(ExistingCopies::Replace),
            (false, false) => Target::Copy(ExistingCopies::Keep),
        }
    }

    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let mut inputs = Vec::new();
        for path in &self.paths {
            match Input::find(path) {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    terminal.print_error(&error.to_string());
                    return Exit::UsageError;
                }
            }
        }
        let mut worst = Exit::Success;
        let mut report = Report::default();
        let mut ids = BattleIds::default();
        for input in &inputs {
            let mut copies = Vec::new();
            let mut original_summary = Summary::default();
            let outcome = match input {
                Input::Pack(file) => match read_pack(file, terminal) {
                    Ok(outcome) => outcome,
                    Err(exit) => return exit,
                },
                Input::Authored(file) => {
                    let (files, path) = DiskFiles::for_file(file);
                    let mut outcome = if !self.fix {
                        crate::compile::check(&files, &path)
                    } else {
                        match fix(&files, &path, self.target(), terminal) {
                            Ok(repaired) => {
                                copies = repaired.copies(self.target());
                                if !copies.is_empty() {
                                    original_summary =
                                        crate::compile::check(&files, &path).diagnostics.summary();
                                }
                                crate::compile::check(&repaired, &path)
                            }
                            Err(exit) => return exit,
                        }
                    };
                    if inputs.len() > 1 {
                        ids.add(file, &files, &path, &mut outcome);
                    }
                    outcome
                }
            };
            worst = worst.max(status(&outcome));
            match self.format {
                CheckFormat::Human => {
                    terminal.show_diagnostics(&outcome.sources, &outcome.diagnostics);
                    let path = input.path();
                    match (status(&outcome), copies.is_empty()) {
                        (Exit::Success, true) => terminal.print_no_errors(path),
                        (Exit::Success, false) => terminal.print_message(&format!(
                            "{}: no errors found in the repaired copies",
                            path.display()
                        )),
                        _ => {}
                    }
                    if let Some(left) = next_step(&copies, original_summary) {
                        terminal.print_wrapped(&left);
                    }
                }
                CheckFormat::Json => {
                    report.merge(sandtable_source::report(&outcome.sources, &outcome.diagnostics));
                }
                CheckFormat::Github => {
                    let (sources, found) = (&outcome.sources, &outcome.diagnostics);
                    let text = sandtable_source::github(sources, found, terminal.notes());
                    if let Err(exit) = terminal.print(&text) {
                        return exit;
                    }
                }
            }
        }
        match self.format {
            CheckFormat::Json => terminal.print_and_exit(&report.to_json(), worst),
            CheckFormat::Human | CheckFormat::Github => worst,
        }
    }
}

/// The next step after layers were repaired in copies, with the remaining problems of the layers
/// themselves.
fn next_step(copies: &[(String, String)], as_it_was: Summary) -> Option<String> {
    let (layer, copy) = copies.first()?;
    let what = match copies.len() {
        1 => format!("replace `{layer}` with `{copy}`"),
        _ => format!("replace each layer with its copy, such as `{layer}` with `{copy}`"),
    };
    let left = match as_it_was.describe() {
        Some(counted) => format!("the layers themselves still have {counted}"),
        None => "the layers themselves are unchanged".to_owned(),
    };
    Some(format!("{left}: review the repairs, then {what}, or rerun with `--in-place`"))
}
