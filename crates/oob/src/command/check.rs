//! `oob check`: checks an order of battle against its base pack, for its author only.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal};

use super::files::{build_force, load_orders, open_base};
use super::refusal::input_error;
use super::slots::{describe_write_error, print_slots, report_breaches};

/// Check an order of battle against the base pack
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Diagnostics quote your file and appear only on your screen; no file is written.

Example:
  sandtable oob check union.oob.yaml --pack base.pack")]
pub(super) struct CheckArguments {
    /// The order of battle
    #[arg(value_name = "FILE.oob.yaml")]
    file: PathBuf,
    /// The base pack
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
}

impl CheckArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let base = open_base(&self.pack, terminal)?;
        let orders = load_orders(&self.file, &base, terminal)?;
        let (_, force) = build_force(&orders, &base, terminal)?;
        // An opponent would find the same breaches after the battle.
        let breaches = force.breaches(&base);
        report_breaches(&breaches, &self.file, terminal);
        if !breaches.is_empty() {
            return Err(Exit::Failure);
        }
        let sheet = super::match_command::placeholder_match(&base, terminal)?;
        force
            .write(&sheet)
            .map_err(|error| input_error(terminal, &describe_write_error(&error, &sheet)))?;
        print_slots(&force, &sheet, &base, terminal);
        terminal.print_no_errors(&self.file);
        Ok(Exit::Success)
    }
}
