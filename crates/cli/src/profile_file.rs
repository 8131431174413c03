//! Reading shop profiles from the disk.

use std::path::Path;

use sandtable_shop::{MAX_BYTES, ShopProfile, built_in, built_in_names, read_profile};

use crate::disk::{Bounded, read_bounded};
use crate::{Exit, Terminal};

/// The shop profile of a name that comes with the program, or of a file; says why there is none.
pub fn open_profile(named: &str, terminal: &Terminal) -> Result<ShopProfile, Exit> {
    if let Some(profile) = built_in(named) {
        return Ok(profile);
    }
    let bytes = match read_bounded(Path::new(named), MAX_BYTES) {
        Ok(Bounded::Whole(bytes)) => bytes,
        Ok(Bounded::TooLarge) => {
            terminal.complain(&format!("{named} is too long for a shop profile"));
            return Err(Exit::Bad);
        }
        Ok(Bounded::NoFile) => {
            terminal.complain(&format!("{named} is no file"));
            return Err(Exit::Unusable);
        }
        Err(error) => {
            let names: Vec<&str> = built_in_names().collect();
            terminal.complain(&format!("cannot open the shop profile {named}: {error}"));
            terminal.tell(&format!(
                "name a file, or a profile that comes with the program: {}",
                names.join(", ")
            ));
            return Err(Exit::Unusable);
        }
    };
    let read = read_profile(named, &bytes);
    terminal.show(&read.sources, &read.diagnostics);
    read.profile.ok_or(Exit::Bad)
}
