//! `check`: all findings of scenarios, maps, rulesets and packs.

use std::path::PathBuf;

use sandtable_cli::{DiskFiles, Exit, Input, Terminal};
use sandtable_source::{Report, Summary};

use super::fix::{Target, fix};
use super::load::{read_pack, status};
use super::same_battle::BattleIds;

/// Check scenarios, maps, rulesets and packs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Everything is checked in one run: YAML, names, set-up, terrain. Each finding says where it is and \
how to mend it. The exit status is 0 when there is no error, 1 when there is one, and 2 when a path cannot \
be opened. Findings for people, notes among them, go to stderr: write `2>notes.txt` to keep them.

With --fix, terrain layers are mended where it is safe: outlines are closed, wound as GeoJSON asks and \
taken apart where they cross themselves; repeated positions, spikes and holes outside go; parts that \
overlap are joined; road ends that stop just short of a road are moved onto it, mouths of rivers and streams \
onto the water that they join, bridges and fords onto their water. What was done is told with the area before and after, and written to NAME.fixed.geojson \
beside the layer; only mended geometries change. The findings are then those of the mended files.

Examples:
  sandtable check scenarios/gettysburg
  sandtable check maps/gettysburg --fix
  sandtable check scenarios/* --format json > all.json")]
pub struct CheckArgs {
    /// Files, or folders with a scenario.yaml or map.yaml
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How findings are given
    #[arg(long, value_enum, default_value_t = CheckFormat::Human, value_name = "FORMAT")]
    format: CheckFormat,
    /// Mend terrain layers where it is safe, into NAME.fixed.geojson
    #[arg(long)]
    fix: bool,
    /// Mend the layers themselves, without a copy
    #[arg(long, requires = "fix")]
    in_place: bool,
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
    fn target(&self) -> Target {
        if self.in_place { Target::InPlace } else { Target::Beside }
    }

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
        let mut ids = BattleIds::default();
        for input in &inputs {
            let mut copies = Vec::new();
            let mut as_it_was = Summary::default();
            let outcome = match input {
                Input::Pack(file) => match read_pack(file, terminal) {
                    Ok(outcome) => outcome,
                    Err(exit) => return exit,
                },
                Input::Authored(file) => {
                    let (files, path) = DiskFiles::about(file);
                    let mut outcome = if !self.fix {
                        crate::compile::check(&files, &path)
                    } else {
                        match fix(&files, &path, self.target(), terminal) {
                            Ok(repaired) => {
                                copies = repaired.copies(self.target());
                                if !copies.is_empty() {
                                    as_it_was =
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
                    terminal.show(&outcome.sources, &outcome.diagnostics);
                    let path = input.path().display();
                    match (status(&outcome), copies.is_empty()) {
                        (Exit::Fine, true) => terminal.say(&format!("{path}: no errors")),
                        (Exit::Fine, false) => {
                            terminal.say(&format!("{path}: no errors with the mended copies"));
                        }
                        _ => {}
                    }
                    if let Some(left) = still_to_do(&copies, as_it_was) {
                        terminal.tell(&left);
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

/// What is left to do when layers were mended in copies, while so much is wrong with the layers
/// themselves.
fn still_to_do(copies: &[(String, String)], as_it_was: Summary) -> Option<String> {
    let (layer, copy) = copies.first()?;
    let what = match copies.len() {
        1 => format!("put `{copy}` in the place of `{layer}`"),
        _ => format!("put each copy in the place of its layer, as `{copy}` in that of `{layer}`"),
    };
    let left = match as_it_was.counted() {
        Some(counted) => format!("the layers as they stand still give {counted}"),
        None => "the layers themselves are as they were".to_owned(),
    };
    Some(format!("{left}: look at what was mended, then {what}, or run this again with --in-place"))
}
