//! `compile`: from a scenario to a pack.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Input, Terminal, check_outputs, write_atomically};
use sandtable_pack::{BEGINNING_BYTES, is_pack_beginning};

use super::load::load_pack;

/// Compile a scenario to a pack
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The pack is a single file with scenario, map, relief and rules: everything needed to print and \
play. It is written only if there are no errors, and never in part; the same input always gives \
the same bytes. \
Missing folders of --output are created. An existing pack is overwritten; any other file is not.

Example:
  sandtable compile scenarios/gettysburg -o gettysburg.pack")]
pub struct CompileArgs {
    /// The scenario's file or folder
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The pack to write [default: ID.pack in the current folder, with the battle's id]
    #[arg(short, long, value_name = "FILE.pack")]
    output: Option<PathBuf>,
}

impl CompileArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        if let (Some(output), Ok(Input::Authored(scenario))) =
            (&self.output, Input::find(&self.scenario))
            && let Err(exit) =
                check_outputs(&[("the scenario", &scenario)], &[("--output", output)], terminal)
        {
            return exit;
        }
        let pack = match load_pack(&self.scenario, terminal) {
            Ok(pack) => pack,
            Err(exit) => return exit,
        };
        let default = || PathBuf::from(format!("{}.pack", pack.id()));
        let output = self.output.clone().unwrap_or_else(default);
        let bytes = sandtable_pack::write_any(&pack);
        if let Err(exit) = may_replace(&output, terminal) {
            return exit;
        }
        match write_atomically(&output, &bytes) {
            Ok(()) => {
                terminal.print_message(&format!(
                    "{} ({} kB)",
                    output.display(),
                    bytes.len().div_ceil(1_000)
                ));
                Exit::Success
            }
            Err(error) => {
                terminal.print_error(&error.to_string());
                Exit::UsageError
            }
        }
    }
}

/// Refuses to overwrite anything but a pack, such as the only copy of a sealed order of battle. A
/// pack can be recompiled from its scenario, and an empty file can be replaced.
fn may_replace(output: &Path, terminal: &Terminal) -> Result<(), Exit> {
    // Writing reports any other problem with the path.
    if !output.is_file() {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read =
        File::open(output).and_then(|file| file.take(BEGINNING_BYTES).read_to_end(&mut beginning));
    if read.is_ok() && (beginning.is_empty() || is_pack_beginning(&beginning)) {
        return Ok(());
    }
    terminal.print_error(&format!("`{}` already exists and is not a pack", output.display()));
    terminal.print_wrapped(
        "nothing was written: choose another file with `--output`, or move this one",
    );
    Err(Exit::UsageError)
}
