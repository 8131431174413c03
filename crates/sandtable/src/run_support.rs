//! Provides `run` with battles from their sources, and with the map image for its report.

use std::path::Path;

use sandtable_cli::{Exit, Terminal};
use sandtable_compile::command::load_battle;
use sandtable_pack::AnyPack;
use sandtable_runner::{Battles, Picture};
use sandtable_source::Origins;

/// Pixels along the longer edge of the picture.
const PIXELS: u32 = 1_400;

/// Battles from scenarios and packs, with maps.
pub struct Sources;

impl Battles for Sources {
    fn load(&self, path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit> {
        load_battle(path, terminal)
    }

    fn picture(&self, pack: &AnyPack) -> Option<Picture> {
        backdrop(pack)
    }
}

/// The map frame of a battle; `None` if it has no map.
pub fn backdrop(pack: &AnyPack) -> Option<Picture> {
    let bytes = sandtable_cartography::frame_picture(pack, PIXELS)?;
    Some(Picture { mime: "image/jpeg", bytes })
}
