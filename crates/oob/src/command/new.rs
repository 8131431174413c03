//! `oob new`: writes a commented template.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, check_outputs, write_new_private};
use sandtable_pack::SideId;

use super::files::{free_side, open_base, side_id};
use super::output::require_absent;
use super::refusal::usage_error;

/// Create a template for an order of battle, with everything that the base pack leaves open
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  sandtable oob new base.pack --side union -o union.oob.yaml")]
pub(super) struct NewArguments {
    /// The base pack
    #[arg(value_name = "BASE.pack")]
    pack: PathBuf,
    /// Your side
    #[arg(long, value_name = "ID", value_parser = side_id)]
    side: SideId,
    /// Output file, readable only by its owner
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl NewArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        check_outputs(&[("the base pack", &self.pack)], &[("--output", &self.output)], terminal)?;
        let path = self.output.display();
        require_absent(&self.output, "", terminal)?;
        let pack = open_base(&self.pack, terminal)?;
        let side = free_side(&pack, &self.side, terminal)?;
        let text = sandtable_compile::start_of_orders(&pack, side);
        write_new_private(&self.output, text.as_bytes())
            .map_err(|error| usage_error(terminal, &error.to_string()))?;
        terminal.print_wrapped(&format!(
            "write your order of battle into `{path}`, then run `sandtable oob check {path} --pack {}`",
            self.pack.display()
        ));
        Ok(Exit::Success)
    }
}
