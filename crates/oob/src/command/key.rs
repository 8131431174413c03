//! `oob key`: creates an umpire's key.

use std::path::PathBuf;

use age::secrecy::ExposeSecret as _;
use age::x25519;
use sandtable_cli::{Exit, Terminal, check_writable, write_new_private};
use zeroize::Zeroizing;

use super::output::require_absent;
use super::refusal::usage_error;
use crate::scheme::in_groups;

/// Create an umpire's key, for which players seal copies
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file holds a secret age key (age-encryption.org), readable only by its owner. The command prints the public key, \
which you give to the players.

Example:
  sandtable oob key -o umpire.key")]
pub(super) struct KeyArguments {
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl KeyArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        check_writable([self.output.as_path()], terminal)?;
        let path = self.output.display();
        require_absent(&self.output, "", terminal)?;
        let key = x25519::Identity::generate();
        let public = key.to_public();
        let secret = key.to_string();
        let text = Zeroizing::new(format!("# public key: {public}\n{}\n", secret.expose_secret()));
        write_new_private(&self.output, text.as_bytes())
            .map_err(|error| usage_error(terminal, &error.to_string()))?;
        terminal.print_written("the secret key", &self.output);
        terminal.print(&format!("{public}\n"))?;
        terminal.print_wrapped(&format!(
            "give both players this key; then read all of it to them by another channel, because a message can be altered: {}",
            in_groups(&public.to_string())
        ));
        terminal.print_wrapped(&format!("keep `{path}` to yourself"));
        Ok(Exit::Success)
    }
}
