//! The reinforcements listed below the set-up map.

use sandtable_house_style::areas::{arrivals, turn_and_date};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::SideId;
use sandtable_sheet::{ASCENT, Face, Item, LEADING, Lettering, Point, Span, lines};

use super::boxes::{HEAD, heading};
use super::input::SheetInput;

/// Draws a side's reinforcements turn by turn, each paragraph as wide as a block, and returns their
/// total height. Empty if there are none.
pub(crate) fn draw_reinforcements(
    input: &SheetInput<'_>,
    side: &SideId,
    width: f64,
) -> (Vec<Item>, f64) {
    let language = input.options.language;
    let coming = arrivals(input.pack, side, language);
    if coming.is_empty() {
        return (Vec::new(), 0.0);
    }
    let (black, ink) = (input.style().sheet.black, input.side_ink(side));
    let name = input.pack.labels().sides[side].name.get(language);
    let title = format!("{name} · {}", translate(words::REINFORCEMENTS, language));
    let mut items = heading(input, Point::new(0.0, 6.0), &title, ink);
    let mut y = HEAD + 1.0;
    for (turn, told) in coming {
        let turn = turn_and_date(input.pack, turn, language);
        let head = format!("{turn}{} ", translate(words::COLON, language));
        let spans = [
            Span::new(head, Lettering::new(Face::Semibold, 12.0), black),
            Span::new(told, Lettering::new(Face::Regular, 12.0), black),
        ];
        for line in lines(&spans, width, 4.0) {
            items.extend(line.at(Point::new(0.0, y + line.size() * ASCENT)));
            y += line.size() * LEADING;
        }
        y += 1.2;
    }
    (items, y)
}
