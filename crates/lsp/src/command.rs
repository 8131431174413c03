//! `lsp`: the language server on standard input and output.

use sandtable_cli::{Exit, Terminal};

use crate::server::{Ending, Settings, serve};
use crate::transport::connect;

/// Run a language server: diagnostics, completion and explanations in your editor
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Your editor starts this program. It speaks the Language Server Protocol on standard input and output, and ends \
when the editor closes. docs/editors.md shows how to set up VS Code, Helix, Neovim and Emacs.

While you type, the editor shows the diagnostics of `sandtable check` in the scenario, its map, its layers and \
its parts. It completes keys and ids, explains the item under the pointer, goes to definitions, lists \
references, shows an outline, and applies unambiguous fixes. The server never writes files: the editor makes \
all changes.

The exit status is 0 after a regular shutdown, and 1 if the editor disconnects without one or sends an invalid \
message.

Examples:
  sandtable lsp            # the command for your editor
  sandtable lsp --notes    # also show notes")]
pub struct LspArguments {
    /// Accepted for compatibility; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
}

impl LspArguments {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let (connection, threads) = connect();
        let ending = serve(&connection, Settings { notes: terminal.notes() });
        drop(connection);
        let exit = match ending {
            Ending::Graceful => Exit::Success,
            Ending::Abrupt => Exit::Failure,
            // An editor that stops reading may still keep the other pipe open.
            Ending::OutputClosed => return Exit::Failure,
        };
        if let Err(error) = threads.join() {
            terminal.print_error(&format!("invalid message from the editor: {error}"));
            return Exit::Failure;
        }
        if exit != Exit::Success {
            terminal.print_error("the editor disconnected without a shutdown request");
        }
        exit
    }
}
