//! `lsp`: the language server on standard input and output.

use lsp_server::Connection;
use sandtable_cli::{Exit, Terminal};

use crate::server::{Ending, Settings, serve};

/// Help an editor while you write: findings, completion, explanations (a language server)
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
An editor starts this program; there is nothing to type. It speaks the Language Server Protocol on standard \
input and output, and ends when the editor closes. docs/editors.md tells how VS Code, Helix, Neovim and \
Emacs are told of it.

While you write, findings of `sandtable check` stand under the lines that they are about, of the scenario, its \
map, its layers and its parts. The editor completes keys and ids, explains what stands under the pointer, goes \
from an id to where it is defined, lists all places that name it, shows an outline, and mends what can be mended \
without a doubt. Files are read and never written: all changes are made by the editor.

The exit status is 0 when the editor said goodbye, and 1 when it went away without a word or sent what is no message.

Examples:
  sandtable lsp            # what an editor starts
  sandtable lsp --notes    # notes are told as well")]
pub struct LspArguments {
    /// Taken for editors that ask for it; standard input and output are all there is
    #[arg(long, hide = true)]
    stdio: bool,
}

impl LspArguments {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let (connection, threads) = Connection::stdio();
        let ending = serve(&connection, Settings { notes: terminal.notes() });
        drop(connection);
        let exit = match ending {
            Ending::SaidGoodbye => Exit::Fine,
            Ending::Early => Exit::Bad,
            // Who does not listen any more may still keep the other pipe open.
            Ending::Unheard => return Exit::Bad,
        };
        if let Err(error) = threads.join() {
            terminal.complain(&format!("cannot understand the editor: {error}"));
            return Exit::Bad;
        }
        exit
    }
}
