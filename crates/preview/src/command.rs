//! `preview`: a battle on a local page that redraws when its files are saved.

use std::path::PathBuf;
use std::sync::mpsc::channel;

use sandtable_cli::{Exit, Input, Terminal};
use sandtable_pack::Language;

use crate::server::Preview;

/// Show a battle on a local page that redraws whenever you save
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page shows the map, the set-up and every other sheet as they will be printed, and what `check` finds. It follows the scenario and all files \
that it names: save one, and the page is drawn anew, at the place and as large as you were looking at it. An error lies over the map with its place \
until it is mended.

Point at the map to read the grid reference, longitude and latitude, the ground as the engine reads it and the height; a click copies the place as \
scenario.yaml wants it. Measure with the sticks of the rules, and lay the terrain proof over the map.

The page is for this machine alone: it is served on 127.0.0.1 under an address that nobody can guess, needs no network, and writes nothing. The \
address is printed on stdout. Ctrl-C ends it.

Example:
  sandtable preview scenarios/gettysburg --open")]
pub struct PreviewArguments {
    /// The scenario's file or folder
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The port to listen on; any that is free if left out
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
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
            terminal.complain(&why);
            Exit::Unusable
        };
        let file = match Input::find(&self.scenario) {
            Ok(Input::Authored(file)) => file,
            Ok(Input::Pack(file)) => {
                let shown = file.display();
                return Err(unusable(format!(
                    "{shown} is a pack, which nobody edits: name the scenario that it was compiled from"
                )));
            }
            Err(error) => return Err(unusable(error.to_string())),
        };
        let (teller, told) = channel();
        ctrlc::set_handler(move || {
            // A second Ctrl-C finds nobody listening, and the program on its way out.
            let _ = teller.send(());
        })
        .map_err(|error| unusable(format!("Ctrl-C cannot be heard: {error}")))?;
        let preview = Preview::start(file, self.port, self.lang).map_err(|error| {
            unusable(match self.port {
                0 => format!("cannot listen on 127.0.0.1: {error}"),
                port => format!("cannot listen on port {port} of 127.0.0.1: {error}; leave --port out for one that is free"),
            })
        })?;
        let address = preview.address().whole.clone();
        terminal.print(&format!("{address}\n"))?;
        terminal.say(
            "open this address in a browser; save any file of the battle to redraw it; Ctrl-C ends",
        );
        if self.open
            && let Err(error) = open::that_detached(&address)
        {
            terminal.complain(&format!("no browser can be started: {error}"));
            terminal.say("open the address by hand");
        }
        // Who tells lives as long as the program.
        let _ = told.recv();
        preview.end();
        Ok(Exit::Fine)
    }
}
