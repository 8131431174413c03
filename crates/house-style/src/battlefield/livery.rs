//! Side colours, and the second side's mark for black-and-white print.

use sandtable_lettering::BACKGROUND;
use sandtable_pack::{Pack, Side};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Stroke};

/// Text and lines.
pub const BLACK: Ink = Ink::new("black", 0x1c1916);
/// The background of stickers and cards.
pub const CREAM: Ink =
    Ink { name: "label", rgb: [BACKGROUND.red, BACKGROUND.green, BACKGROUND.blue] };
/// PB-2.7: guards have gold stickers.
pub const GOLD: Ink = Ink::new("gold", 0xe3bd4b);

/// The look of a side's components: its colour, and whether they carry the second side's mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Livery {
    /// The colour of the side.
    pub ink: Ink,
    /// Whether this is the second side, which a stripe distinguishes in black-and-white print.
    pub is_second: bool,
}

impl Livery {
    /// The livery of a side.
    pub fn from_side(pack: &Pack, side: &Side) -> Self {
        Self { ink: side_ink(pack, side), is_second: pack.scenario().sides[1].id == side.id }
    }
}

/// The colour of a side.
pub fn side_ink(pack: &Pack, side: &Side) -> Ink {
    let rgb = pack.labels().sides.get(&side.id).map(|label| label.colour);
    let rgb = rgb.map_or([0x44; 3], |c| [c.red, c.green, c.blue]);
    let second = pack.scenario().sides[1].id == side.id;
    Ink { name: if second { "side-2" } else { "side-1" }, rgb }
}

/// The mark of a side: its colour, striped for the second side.
pub fn mark(livery: Livery, rect: Rect) -> Vec<Item> {
    let mut items = vec![Item::fill(Path::rect(rect), livery.ink)];
    if livery.is_second {
        let y = rect.centre().y;
        let stripe = Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]);
        items.push(Item::line(stripe, Stroke::solid(CREAM, 0.5)));
    }
    items
}
