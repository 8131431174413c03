//! Reading pack files from the disk.

use std::path::Path;

use sandtable_pack::{Pack, PackLimits, ReadError};

use crate::{Exit, Terminal};

/// Larger pack files are not opened: the limit of a pack's parts, whatever the compression.
const MAX_PACK_BYTES: u64 = 256 << 20;

/// Why there is no pack behind a path.
#[derive(Debug)]
pub enum PackFileError {
    /// The file cannot be opened.
    Closed(std::io::Error),
    /// The file is no pack that this program reads.
    Unreadable(ReadError),
}

/// Reads a pack file.
pub fn read_pack_file(file: &Path) -> Result<Pack, PackFileError> {
    let length = std::fs::metadata(file).map_err(PackFileError::Closed)?.len();
    if length > MAX_PACK_BYTES {
        let part = file.display().to_string();
        return Err(PackFileError::Unreadable(ReadError::TooLarge { part }));
    }
    let bytes = std::fs::read(file).map_err(PackFileError::Closed)?;
    sandtable_pack::read(&bytes, PackLimits::default()).map_err(PackFileError::Unreadable)
}

/// The pack behind a path, for a command that takes packs only; says why there is none.
pub fn open_pack(file: &Path, terminal: &Terminal) -> Result<Pack, Exit> {
    read_pack_file(file).map_err(|error| {
        let shown = file.display();
        match error {
            PackFileError::Closed(error) => {
                terminal.complain(&format!("cannot open {shown}: {error}"));
                Exit::Unusable
            }
            PackFileError::Unreadable(error) => {
                terminal.complain(&format!("{shown} cannot be used: {error}"));
                terminal.say("compile it again from its scenario with `sandtable compile`");
                match error {
                    ReadError::OtherFormat { .. } => Exit::Unusable,
                    _ => Exit::Bad,
                }
            }
        }
    })
}
