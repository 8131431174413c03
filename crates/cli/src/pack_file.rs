//! Reading pack files from the disk.

use std::path::Path;

use sandtable_pack::{AnyPack, Pack, PackLimits, ReadError};

use crate::disk::{BoundedRead, read_bounded};
use crate::{Exit, Terminal};

/// The maximum size of a pack file: the limit of a pack's parts, regardless of compression.
const MAX_PACK_BYTES: u64 = 64 << 20;

/// The reason why a pack cannot be read.
#[derive(Debug)]
pub enum PackFileError {
    /// The file cannot be opened.
    CannotOpen(std::io::Error),
    /// The file is not a pack that this program supports.
    Unreadable(ReadError),
}

/// Reads a pack file.
pub fn read_pack_file(file: &Path) -> Result<AnyPack, PackFileError> {
    match read_bounded(file, MAX_PACK_BYTES).map_err(PackFileError::CannotOpen)? {
        BoundedRead::Complete(bytes) => sandtable_pack::read_any(&bytes, PackLimits::default())
            .map_err(PackFileError::Unreadable),
        BoundedRead::TooLarge => {
            Err(PackFileError::Unreadable(ReadError::TooLarge { part: file.display().to_string() }))
        }
        BoundedRead::NotRegular => {
            let why = if file.is_dir() { "a folder, not a pack" } else { "not a regular file" };
            Err(PackFileError::CannotOpen(std::io::Error::other(why)))
        }
    }
}

/// Opens a Pub Battles pack, for a command that accepts only packs, or reports why it cannot.
pub fn open_pack(file: &Path, terminal: &Terminal) -> Result<Pack, Exit> {
    match open_any_pack(file, terminal)? {
        AnyPack::PubBattles(pack) => Ok(*pack),
        AnyPack::Fab(_) => {
            let error = ReadError::AreaBattle;
            terminal.print_error(&format!("cannot use `{}`: {error}", file.display()));
            Err(Exit::UsageError)
        }
    }
}

/// Opens a pack of either family, for a command that accepts only packs, or reports why it cannot.
pub fn open_any_pack(file: &Path, terminal: &Terminal) -> Result<AnyPack, Exit> {
    read_pack_file(file).map_err(|error| {
        let shown = file.display();
        match error {
            PackFileError::CannotOpen(error) => {
                terminal.print_error(&format!("cannot open `{shown}`: {error}"));
                Exit::UsageError
            }
            PackFileError::Unreadable(error) => {
                terminal.print_error(&format!("cannot use `{shown}`: {error}"));
                terminal.print_message("recompile it from its scenario with `sandtable compile`");
                match error {
                    ReadError::OtherFormat { .. } => Exit::UsageError,
                    _ => Exit::Failure,
                }
            }
        }
    })
}
