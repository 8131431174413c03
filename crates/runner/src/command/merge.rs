//! `sandtable run merge`: merges the parts of a run into one result.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal, check_outputs};

use super::format::RunFormat;
use super::output::{Battles, ResultOutput, baseline, origin, read_text, report_unusable};
use crate::game::battle::{Battle, BattlePack as _, with_pack};
use crate::run::part::{Part, merge_parts};

/// The arguments of `sandtable run merge`.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Pass all parts of one run. The command reads the battle again, because results show its names and places: from --battle, or from the path \
in the parts, which starts in the folder where `run --shard` ran. If the battle is not below that folder, the parts contain only its name. \
The merged result is byte for byte the same as that of one run.

Examples:
  sandtable run merge part-*.json
  sandtable run merge part-*.json --battle b.pack")]
pub struct MergeArguments {
    /// Parts, in any order
    #[arg(required = true, value_name = "PART.json")]
    pub parts: Vec<PathBuf>,
    /// Battle, if it is no longer at the path that the parts name
    #[arg(long, value_name = "INPUT")]
    pub battle: Option<PathBuf>,
    /// Write an HTML report to this file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Compare with an earlier result of `--format json`
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergedFormat::Human, value_name = "FORMAT")]
    pub format: MergedFormat,
}

impl MergeArguments {
    pub(crate) fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Result<Exit, Exit> {
        let inputs: Vec<(&str, &Path)> =
            self.parts.iter().map(|path| ("a part", path.as_path())).collect();
        let outputs: Vec<(&str, &Path)> =
            self.report.iter().map(|path| ("--report", path.as_path())).collect();
        check_outputs(&inputs, &outputs, terminal)?;
        let mut parts = Vec::new();
        let mut valid = true;
        for path in &self.parts {
            match Part::read(&read_text(path, terminal)?) {
                Ok(part) => parts.push(part),
                Err(fault) => {
                    terminal.print_error(&format!("{}: {fault}", path.display()));
                    valid = false;
                }
            }
        }
        let Some(first) = parts.first().filter(|_| valid) else { return Err(Exit::UsageError) };
        let input = self.battle.clone().unwrap_or_else(|| first.input.clone());
        let (pack, origins) = battles.load(&input, terminal)?;
        let picture = || battles.picture(&pack);
        let output = ResultOutput {
            format: self.format.into(),
            report: self.report.as_deref(),
            baseline: baseline(self.baseline.as_deref(), terminal)?,
            origins: &origins,
            picture: &picture,
            terminal,
        };
        with_pack!(&pack, pack => self.merge(&pack.prepare(), &parts, &output))
    }

    fn merge<B: Battle>(
        &self,
        battle: &B,
        parts: &[Part],
        output: &ResultOutput<'_>,
    ) -> Result<Exit, Exit> {
        let terminal = output.terminal;
        let complain = |place: usize, fault: &str| {
            terminal.print_error(&format!("{}: {fault}", self.parts[place].display()));
        };
        let origin = origin(battle);
        if let Err(fault) = parts[0].validate(&origin) {
            complain(0, &fault);
            return Err(Exit::UsageError);
        }
        let tally = merge_parts(parts, battle.cast()).map_err(|faults| {
            faults.iter().for_each(|(place, fault)| complain(*place, fault));
            Exit::UsageError
        })?;
        let options = parts[0].options().map_err(|fault| report_unusable(&fault, terminal))?;
        output.write(battle, options, &tally)
    }
}

/// The output format of merged parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MergedFormat {
    /// Human-readable table, on stdout
    Human,
    /// One JSON document, on stdout
    Json,
    /// Findings as GitHub annotations, on stdout
    Github,
}

impl From<MergedFormat> for RunFormat {
    fn from(format: MergedFormat) -> Self {
        match format {
            MergedFormat::Human => Self::Human,
            MergedFormat::Json => Self::Json,
            MergedFormat::Github => Self::Github,
        }
    }
}
