//! `oob check`: checks an order of battle against its base pack, for its author only.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal};

use super::files::{base, force, orders};
use super::refusal::bad;
use super::slots::{slot_overflow, tell_breaches, tell_slots};

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
        let base = base(&self.pack, terminal)?;
        let orders = orders(&self.file, &base, terminal)?;
        let (_, force) = force(&orders, &base, terminal)?;
        // An opponent would find the same breaches after the battle.
        let breaches = force.breaches(&base);
        tell_breaches(&breaches, &self.file, terminal);
        if !breaches.is_empty() {
            return Err(Exit::Bad);
        }
        let sheet = super::agree::slots_of(&base, terminal)?;
        force.write(&sheet).map_err(|error| bad(terminal, &slot_overflow(&error, &sheet)))?;
        tell_slots(&force, &sheet, &base, terminal);
        terminal.no_errors(&self.file);
        Ok(Exit::Fine)
    }
}
