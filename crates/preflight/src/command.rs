//! The command line of `sandtable preflight`.

use std::path::PathBuf;

use sandtable_cli::{BoundedRead, Exit, Terminal, open_profile, read_bounded};
use sandtable_shop::DEFAULT;
use sandtable_source::{Report, ReportDiagnostic, ReportSummary};
use serde::Serialize;

use crate::limits;
use crate::preflight::preflight;
use crate::report::FileFacts;
use crate::report::human::format_text;

/// Check finished PDFs as a print shop would
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
For each page, the report lists boxes, bleed, fonts, colours, highest ink coverage, smallest type, finest line, \
pictures, spot inks and rulers. Anything that the shop would reject is reported as a diagnostic with a code.

PROFILE is a file or a built-in profile: default, perf-cut, thru-cut, dieline, home.

The exit status is 0 without errors, 1 with errors, and 2 if a file cannot be opened. \
The command does not certify files.

Examples:
  sandtable preflight out/job/*.pdf
  sandtable preflight out/*.pdf --profile home
  sandtable preflight cards.pdf --profile my-shop.yaml")]
pub struct PreflightArguments {
    /// PDFs from Sandtable or any other program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Profile with the requirements of the shop
    #[arg(long, value_name = "PROFILE", default_value = DEFAULT)]
    profile: String,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = PreflightFormat::Human, value_name = "FORMAT")]
    format: PreflightFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PreflightFormat {
    /// Text: the page report on stdout, diagnostics on stderr
    Human,
    /// One JSON document on stdout
    Json,
}

/// The report in JSON.
#[derive(Serialize)]
struct JsonReport {
    profile: String,
    files: Vec<FileFacts>,
    diagnostics: Vec<ReportDiagnostic>,
    summary: ReportSummary,
}

impl PreflightArguments {
    /// Reads the files and reports the results.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let profile = match open_profile(&self.profile, terminal) {
            Ok(opened) => opened.value,
            Err(exit) => return exit,
        };
        let mut worst = Exit::Success;
        let mut files = Vec::new();
        let mut report = Report::default();
        for path in &self.files {
            let name = path.display().to_string();
            let bytes = match read_bounded(path, limits::MAX_FILE_SIZE) {
                Ok(BoundedRead::Complete(bytes)) => bytes,
                Ok(BoundedRead::TooLarge) => {
                    let limit = limits::MAX_FILE_SIZE >> 20;
                    terminal.print_error(&format!(
                        "`{name}` is larger than {limit} MB: split it into several files"
                    ));
                    return Exit::Failure;
                }
                Ok(BoundedRead::NotRegular) => {
                    terminal.print_error(&format!("`{name}` is not a regular file"));
                    return Exit::UsageError;
                }
                Err(error) => {
                    terminal.print_error(&format!("cannot open `{name}`: {error}"));
                    return Exit::UsageError;
                }
            };
            let found = preflight(&name, &bytes, &profile);
            if found.diagnostics.has_errors() {
                worst = worst.max(Exit::Failure);
            }
            match self.format {
                PreflightFormat::Human => {
                    if let Err(exit) = terminal.print(&format_text(&found.facts)) {
                        return exit;
                    }
                    terminal.show_diagnostics(&found.sources, &found.diagnostics);
                    let counted = found.diagnostics.summary().describe();
                    let counted = counted.unwrap_or_else(|| "no problems found".to_owned());
                    terminal
                        .print_message(&format!("{name}: {counted} (profile `{}`)", profile.id));
                }
                PreflightFormat::Json => {
                    report.merge(sandtable_source::report(&found.sources, &found.diagnostics));
                    files.push(found.facts);
                }
            }
        }
        if self.format == PreflightFormat::Json {
            let Report { diagnostics, summary } = report;
            let document = JsonReport { profile: profile.id.clone(), files, diagnostics, summary };
            let text = serde_json::to_string_pretty(&document).expect("reports are JSON");
            return terminal.print_and_exit(&(text + "\n"), worst);
        }
        worst
    }
}
