//! The shared parts of all binaries: printing, exit statuses, reading files within a project, and
//! writing them atomically.
//!
//! Apart from the `main.rs` files, only this crate accesses the terminal, the environment and the
//! disk.

mod arguments;
mod core_dumps;
mod disk;
mod exit;
mod format;
mod hidden_prompt;
mod input;
mod interrupt;
mod new_folder;
mod output;
mod overwriting;
mod pack_file;
mod passphrase;
mod profile_file;
mod terminal;
mod whole_number;
mod wrap;

pub use arguments::{end_with, parse_arguments};
pub use core_dumps::disable_core_dumps;
pub use disk::{BoundedRead, DiskFiles, folder_names, open_regular, read_bounded, read_text};
pub use exit::Exit;
pub use format::Format;
pub use input::{Input, InputError};
pub use interrupt::on_interrupt;
pub use new_folder::{NewFolderError, write_new_folder};
pub use output::{
    Access, FileSet, WriteError, finish_interrupted, write_atomically, write_new, write_new_private,
};
pub use overwriting::{NamedPath, check_outputs, check_writable};
pub use pack_file::{PackFileError, open_any_pack, open_pack, read_pack_file};
pub use passphrase::{decode_text, read_passphrase, read_secret, read_secret_line};
pub use profile_file::{LoadedFile, open_profile, open_stock};
pub use terminal::{ColourChoice, NotesArgs, Terminal, TerminalArgs, hidden_notes_arg};
pub use whole_number::whole_number;
pub use wrap::wrap;
