//! `preview`: a battle on a local page that redraws when its files are saved.

use std::path::PathBuf;
use std::sync::mpsc::channel;

use sandtable_cli::{Exit, Input, Terminal, on_interrupt, whole_number};
use sandtable_pack::Language;

use crate::server::Preview;

/// Show a battle on a local page that redraws whenever you save
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page shows the map, the set-up and every other sheet as printed, with the diagnostics of `check`. It \
watches the scenario and all files that it names: when you save one, the page redraws and keeps position and \
zoom. Errors cover the map, with their locations, until you fix them.

Point at the map to read grid reference, longitude and latitude, elevation, and the terrain as the engine reads \
it; click to copy the position in the form that scenario.yaml uses. You can measure with the rulebook's sticks \
and overlay the terrain proof.

The page is available only on this machine: it is served on 127.0.0.1 at an unguessable address, needs no \
network, and writes nothing. The address is printed on stdout. Press Ctrl-C to stop.

Example:
  sandtable preview scenarios/gettysburg --open")]
pub struct PreviewArguments {
    /// The scenario's file or folder
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The port to listen on; by default any free port
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = |text: &str| whole_number::<u16>(text, 0, 65_535))]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Language of the sheets: en, es or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
}

impl PreviewArguments {
    /// Runs the command until Ctrl-C.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        self.preview(terminal).unwrap_or_else(|exit| exit)
    }

    fn preview(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let unusable = |why: String| {
            terminal.print_error(&why);
            Exit::UsageError
        };
        let file = match Input::find(&self.scenario) {
            Ok(Input::Authored(file)) => file,
            Ok(Input::Pack(file)) => {
                let path = file.display();
                return Err(unusable(format!("`{path}` is a pack: pass its scenario instead")));
            }
            Err(error) => return Err(unusable(error.to_string())),
        };
        let (stop_sender, stop_receiver) = channel();
        on_interrupt(move || {
            let _ = stop_sender.send(());
        });
        let preview = Preview::start(file, self.port, self.lang).map_err(|error| {
            unusable(match self.port {
                0 => format!("cannot listen on 127.0.0.1: {error}"),
                port => format!(
                    "cannot listen on port {port} of 127.0.0.1: {error}; omit `--port` to use any \
                                free port"
                ),
            })
        })?;
        let address = preview.address().url.clone();
        terminal.print(&format!("{address}\n"))?;
        terminal.print_message(
            "open this address in a browser; the page redraws when you save a file of the battle; press Ctrl-C \
            to stop",
        );
        if self.open
            && let Err(error) = open::that_detached(&address)
        {
            terminal.print_error(&format!("cannot start a browser: {error}"));
            terminal.print_message("open the address yourself");
        }
        // The sender lives until the first signal.
        let _ = stop_receiver.recv();
        preview.stop();
        Ok(Exit::Success)
    }
}
