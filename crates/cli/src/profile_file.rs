//! Reading shop profiles and stocks from the disk.

use std::io::ErrorKind;
use std::path::Path;

use sandtable_shop::{
    MAX_BYTES, Places, ShopProfile, Stock, built_in_names, built_in_stock_names, read_built_in,
    read_built_in_stock, read_profile, read_stock,
};
use sandtable_source::{SourceMap, list_of};

use crate::disk::{BoundedRead, read_bounded};
use crate::{Exit, Terminal};

/// A value from a file, with its source locations.
#[derive(Debug)]
pub struct LoadedFile<T> {
    /// The value.
    pub value: T,
    /// The locations of its entries in the file.
    pub places: Places,
    /// The text of the file.
    pub sources: SourceMap,
}

/// Opens a built-in shop profile by name, or one from a file, or reports why it cannot.
pub fn open_profile(named: &str, terminal: &Terminal) -> Result<LoadedFile<ShopProfile>, Exit> {
    let read = match read_built_in(named) {
        Some(read) => read,
        None => read_profile(named, &read_file(named, "shop profile", built_in_names(), terminal)?),
    };
    terminal.show_diagnostics(&read.sources, &read.diagnostics);
    let (value, places) = read.profile.zip(read.places).ok_or(Exit::Failure)?;
    Ok(LoadedFile { value, places, sources: read.sources })
}

/// Opens a built-in stock by name, or one from a file, or reports why it cannot.
pub fn open_stock(named: &str, terminal: &Terminal) -> Result<LoadedFile<Stock>, Exit> {
    let read = match read_built_in_stock(named) {
        Some(read) => read,
        None => read_stock(named, &read_file(named, "stock", built_in_stock_names(), terminal)?),
    };
    terminal.show_diagnostics(&read.sources, &read.diagnostics);
    let (value, places) = read.stock.zip(read.places).ok_or(Exit::Failure)?;
    Ok(LoadedFile { value, places, sources: read.sources })
}

/// Reads a file of a type that also has built-in files.
fn read_file(
    named: &str,
    kind: &str,
    built_in: impl Iterator<Item = &'static str>,
    terminal: &Terminal,
) -> Result<Vec<u8>, Exit> {
    let reason = match read_bounded(Path::new(named), MAX_BYTES) {
        Ok(BoundedRead::Complete(bytes)) => return Ok(bytes),
        Ok(BoundedRead::TooLarge) => {
            terminal.print_error(&format!("`{named}` is too large for a {kind}"));
            return Err(Exit::Failure);
        }
        Ok(BoundedRead::NotRegular) => format!("`{named}` is not a regular file"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            format!("cannot find {kind} `{named}`")
        }
        Err(error) => format!("cannot open {kind} `{named}`: {error}"),
    };
    terminal.print_error(&reason);
    terminal.print_wrapped(&format!("pass a file or a built-in {kind}: {}", list_of(built_in)));
    Err(Exit::UsageError)
}
