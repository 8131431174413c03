//! `schema`: the JSON schemas that editors use.

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal, write_atomically};

/// Write the JSON schemas of scenarios, maps, rulesets and packs
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
Editors with the YAML language server use them through the first line of a file, which \
says where the schema lies as seen from there:

# yaml-language-server: $schema=schema/scenario.schema.json

Example:
  sandtable schema --out schema")]
pub struct SchemaArgs {
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl SchemaArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        for (name, text) in crate::schemas() {
            let file = self.out.join(name);
            if let Err(error) = write_atomically(&file, text.as_bytes()) {
                terminal.complain(&error.to_string());
                return Exit::Unusable;
            }
            terminal.say(&file.display().to_string());
        }
        Exit::Fine
    }
}
