//! Reading shop profiles and stocks from the disk.

use std::path::Path;

use sandtable_shop::{
    MAX_BYTES, Places, ShopProfile, Stock, built_in_names, built_in_stock_names, read_built_in,
    read_built_in_stock, read_profile, read_stock,
};
use sandtable_source::SourceMap;

use crate::disk::{Bounded, read_bounded};
use crate::{Exit, Terminal};

/// Something that was read, and where its file says what.
#[derive(Debug)]
pub struct Opened<T> {
    /// What was read.
    pub value: T,
    /// Where the file says what.
    pub places: Places,
    /// The text of the file.
    pub sources: SourceMap,
}

/// The shop profile of a name that comes with the program, or of a file; says why there is none.
pub fn open_profile(named: &str, terminal: &Terminal) -> Result<Opened<ShopProfile>, Exit> {
    let read = match read_built_in(named) {
        Some(read) => read,
        None => read_profile(named, &file(named, "shop profile", built_in_names(), terminal)?),
    };
    terminal.show(&read.sources, &read.diagnostics);
    let (value, places) = read.profile.zip(read.places).ok_or(Exit::Bad)?;
    Ok(Opened { value, places, sources: read.sources })
}

/// The stock of a name that comes with the program, or of a file; says why there is none.
pub fn open_stock(named: &str, terminal: &Terminal) -> Result<Opened<Stock>, Exit> {
    let read = match read_built_in_stock(named) {
        Some(read) => read,
        None => read_stock(named, &file(named, "stock", built_in_stock_names(), terminal)?),
    };
    terminal.show(&read.sources, &read.diagnostics);
    let (value, places) = read.stock.zip(read.places).ok_or(Exit::Bad)?;
    Ok(Opened { value, places, sources: read.sources })
}

/// The bytes of a file of a kind, of which there are also some with names of their own.
fn file(
    named: &str,
    kind: &str,
    built_in: impl Iterator<Item = &'static str>,
    terminal: &Terminal,
) -> Result<Vec<u8>, Exit> {
    let why = match read_bounded(Path::new(named), MAX_BYTES) {
        Ok(Bounded::Whole(bytes)) => return Ok(bytes),
        Ok(Bounded::TooLarge) => {
            terminal.complain(&format!("{named} is too large for a {kind}"));
            return Err(Exit::Bad);
        }
        Ok(Bounded::NoFile) => "not a regular file".to_owned(),
        Err(error) => error.to_string(),
    };
    let names: Vec<&str> = built_in.collect();
    terminal.complain(&format!("cannot open the {kind} {named}: {why}"));
    terminal.tell(&format!("name a file or a built-in {kind}: {}", names.join(", ")));
    Err(Exit::Unusable)
}
