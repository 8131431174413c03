//! Loads battles for `run` from their sources, and draws the map for its report.

use std::path::Path;

use sandtable_cli::{Exit, Terminal};
use sandtable_compile::command::load_battle;
use sandtable_pack::AnyPack;
use sandtable_runner::{Battles, Picture};
use sandtable_source::Origins;

/// The length of the picture's longer edge, in pixels.
const BACKDROP_PIXELS: u32 = 1_400;

/// Loads battles and maps from scenarios and packs.
pub struct BattleLoader;

impl Battles for BattleLoader {
    fn load(&self, path: &Path, terminal: &Terminal) -> Result<(AnyPack, Origins), Exit> {
        load_battle(path, terminal)
    }

    fn picture(&self, pack: &AnyPack) -> Option<Picture> {
        backdrop(pack)
    }
}

/// Draws the frame of a battle's map; returns `None` if the battle has no map.
pub fn backdrop(pack: &AnyPack) -> Option<Picture> {
    let bytes = sandtable_cartography::frame_picture(pack, BACKDROP_PIXELS)?;
    Some(Picture { mime: "image/jpeg", bytes })
}
