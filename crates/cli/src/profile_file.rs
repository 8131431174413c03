//! Reading shop profiles and stocks from the disk.

use std::path::Path;

use sandtable_shop::{
    MAX_BYTES, ShopProfile, Stock, built_in, built_in_names, built_in_stock, built_in_stock_names,
    read_profile, read_stock,
};

use crate::disk::{Bounded, read_bounded};
use crate::{Exit, Terminal};

/// The shop profile of a name that comes with the program, or of a file; says why there is none.
pub fn open_profile(named: &str, terminal: &Terminal) -> Result<ShopProfile, Exit> {
    if let Some(profile) = built_in(named) {
        return Ok(profile);
    }
    let bytes = file(named, "shop profile", built_in_names(), terminal)?;
    let read = read_profile(named, &bytes);
    terminal.show(&read.sources, &read.diagnostics);
    read.profile.ok_or(Exit::Bad)
}

/// The stock of a name that comes with the program, or of a file; says why there is none.
pub fn open_stock(named: &str, terminal: &Terminal) -> Result<Stock, Exit> {
    if let Some(stock) = built_in_stock(named) {
        return Ok(stock);
    }
    let bytes = file(named, "stock", built_in_stock_names(), terminal)?;
    let read = read_stock(named, &bytes);
    terminal.show(&read.sources, &read.diagnostics);
    read.stock.ok_or(Exit::Bad)
}

/// The bytes of a file of a kind, of which there are also some with names of their own.
fn file(
    named: &str,
    kind: &str,
    built_in: impl Iterator<Item = &'static str>,
    terminal: &Terminal,
) -> Result<Vec<u8>, Exit> {
    match read_bounded(Path::new(named), MAX_BYTES) {
        Ok(Bounded::Whole(bytes)) => Ok(bytes),
        Ok(Bounded::TooLarge) => {
            terminal.complain(&format!("{named} is too long for a {kind}"));
            Err(Exit::Bad)
        }
        Ok(Bounded::NoFile) => {
            terminal.complain(&format!("{named} is no file"));
            Err(Exit::Unusable)
        }
        Err(error) => {
            let names: Vec<&str> = built_in.collect();
            terminal.complain(&format!("cannot open the {kind} {named}: {error}"));
            terminal.tell(&format!(
                "name a file, or a {kind} that comes with the program: {}",
                names.join(", ")
            ));
            Err(Exit::Unusable)
        }
    }
}
