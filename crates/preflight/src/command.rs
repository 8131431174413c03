//! The command line of `sandtable preflight`.

use std::path::PathBuf;

use sandtable_cli::{Bounded, Exit, Terminal, open_profile, read_bounded};
use sandtable_shop::DEFAULT;
use sandtable_source::{Report, ReportDiagnostic, ReportSummary};
use serde::Serialize;

use crate::limits;
use crate::preflight::preflight;
use crate::report::FileFacts;
use crate::report::human::human;

/// Read finished PDFs as a print shop would
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
What is there is told page by page: boxes, bleed, fonts, colours, most ink, smallest type and finest line, \
pictures, spot inks, rulers. What the shop would object to is told as findings, with their codes.

PROFILE is a file, or one that comes with the program: default, perf-cut, thru-cut, dieline, home.

The exit status is 0 when there is no error, 1 when there is one, and 2 when a path cannot be opened. \
Nothing is certified.

Examples:
  sandtable preflight out/job/*.pdf
  sandtable preflight out/*.pdf --profile home
  sandtable preflight cards.pdf --profile my-shop.yaml")]
pub struct PreflightArguments {
    /// PDFs, ours or of any program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What the shop asks for
    #[arg(long, value_name = "PROFILE", default_value = DEFAULT)]
    profile: String,
    /// How the report is given
    #[arg(long, value_enum, default_value_t = PreflightFormat::Human, value_name = "FORMAT")]
    format: PreflightFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PreflightFormat {
    /// For people: what is there on stdout, findings on stderr
    Human,
    /// One JSON document, on stdout
    Json,
}

/// The machine format.
#[derive(Serialize)]
struct Document {
    profile: String,
    files: Vec<FileFacts>,
    diagnostics: Vec<ReportDiagnostic>,
    summary: ReportSummary,
}

impl PreflightArguments {
    /// Reads the files and says what was found.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let profile = match open_profile(&self.profile, terminal) {
            Ok(opened) => opened.value,
            Err(exit) => return exit,
        };
        let mut worst = Exit::Fine;
        let mut files = Vec::new();
        let mut report = Report::default();
        for path in &self.files {
            let shown = path.display().to_string();
            let bytes = match read_bounded(path, limits::FILE) {
                Ok(Bounded::Whole(bytes)) => bytes,
                Ok(Bounded::TooLarge) => {
                    let most = limits::FILE >> 20;
                    terminal.complain(&format!("{shown} is larger than {most} MB: divide it"));
                    return Exit::Bad;
                }
                Ok(Bounded::NoFile) => {
                    terminal
                        .complain(&format!("{shown} is no file, but a folder, a pipe or a device"));
                    return Exit::Unusable;
                }
                Err(error) => {
                    terminal.complain(&format!("cannot open {shown}: {error}"));
                    return Exit::Unusable;
                }
            };
            let found = preflight(&shown, &bytes, &profile);
            if found.diagnostics.has_errors() {
                worst = worst.max(Exit::Bad);
            }
            match self.format {
                PreflightFormat::Human => {
                    terminal.result(&human(&found.facts));
                    terminal.show(&found.sources, &found.diagnostics);
                    let counted = found.diagnostics.summary().counted();
                    let counted = counted.unwrap_or_else(|| "nothing to object to".to_owned());
                    terminal.say(&format!("{shown}: {counted} by the profile `{}`", profile.id));
                }
                PreflightFormat::Json => {
                    report.join(sandtable_source::report(&found.sources, &found.diagnostics));
                    files.push(found.facts);
                }
            }
        }
        if self.format == PreflightFormat::Json {
            let Report { diagnostics, summary } = report;
            let document = Document { profile: profile.id.clone(), files, diagnostics, summary };
            let text = serde_json::to_string_pretty(&document).expect("reports are JSON");
            terminal.result(&(text + "\n"));
        }
        worst
    }
}
