//! Markers on the map at the start of a FAB battle (FAB-D35).

use sandtable_pack::fab::Pack;
use sandtable_pack::{Language, SideId};
use sandtable_sheet::{Ink, Item, Path, Rect};

use super::colours::{self, readable_on};
use super::marker_symbol::{DrawSymbol, barrier, broken_bridge, named_symbol, rampart};
use crate::words::{self, Words};

/// The distance of text from the edge of a marker that is not cut out, in millimetres.
const UNCUT_MARGIN: f64 = 0.9;
/// The background of markers without a side.
pub const SAND: Ink = Ink::new("marker", 0xef_e3_c4);

/// A marker on the map at the start (FAB-D35).
#[derive(Clone, Copy, Debug)]
pub enum MapMarker<'p> {
    /// Fieldworks of a side.
    Fieldworks(&'p SideId),
    /// A roadblock of a side.
    Roadblock(&'p SideId),
    /// A blown bridge, without a side.
    Blown,
}

impl MapMarker<'_> {
    /// Its name.
    pub const fn words(self) -> Words {
        match self {
            Self::Fieldworks(_) => words::areas::FIELDWORKS,
            Self::Roadblock(_) => words::areas::ROADBLOCK,
            Self::Blown => words::areas::BLOWN,
        }
    }

    /// The face of its counter, drawn in a rectangle on the map.
    pub fn face(self, pack: &Pack, language: Language, rect: Rect) -> Vec<Item> {
        let (ground, sign): (Ink, DrawSymbol) = match self {
            Self::Fieldworks(side) => (colours::side_ink(pack, side), rampart),
            Self::Roadblock(side) => (colours::side_ink(pack, side), barrier),
            Self::Blown => (SAND, broken_bridge),
        };
        let mut items = vec![Item::fill(Path::rect(rect), ground)];
        items.extend(named_symbol(
            rect.expand(-UNCUT_MARGIN),
            readable_on(ground),
            (self.words(), language),
            sign,
        ));
        items
    }
}
