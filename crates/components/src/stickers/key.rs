//! The key to the marks on stickers.

use sandtable_house_style::battlefield::{BLACK, quality_mark};
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{Element, Language, Pack, Quality, Side};
use sandtable_sheet::{Face, Ink, Item, Lettering, MIN_POINTS, Point, Rotation, shape};

use super::face;

/// A mark on stickers.
#[derive(Clone, Copy)]
enum Mark {
    /// The front of a Spent piece.
    Front,
    Quality(Quality),
    /// The number of men of a piece, at its foot.
    Men,
    /// The arrival of a piece, at its foot.
    Arrival,
}

/// The marks with their meanings, from left to right.
const MARKS: [(Mark, Words); 7] = [
    (Mark::Front, words::sheets::SPENT_FRONT),
    (Mark::Quality(Quality::Militia), words::sheets::MILITIA),
    (Mark::Quality(Quality::Regular), words::sheets::REGULAR),
    (Mark::Quality(Quality::Elite), words::sheets::ELITE),
    (Mark::Quality(Quality::Guard), words::sheets::GUARD),
    (Mark::Men, words::sheets::MEN),
    (Mark::Arrival, words::sheets::ARRIVAL),
];

/// The gap between a mark and its text, and between the text and the next mark, in millimetres.
const GAP: f64 = 0.8;
const APART: f64 = 3.2;

/// A mark with its text, drawn from the left end of the baseline.
pub(crate) struct Sign {
    /// The drawing.
    items: Vec<Item>,
    /// Its width, in millimetres.
    width: f64,
}

impl Sign {
    /// Words without a mark.
    pub fn words(text: &str, lettering: Lettering) -> Self {
        let text = shape(text, lettering);
        Self { width: text.width(), items: vec![Item::Text(text.at(Point::default(), BLACK))] }
    }

    fn new(mark: Mark, words: &str, ink: Ink, lettering: Lettering) -> Self {
        let (items, width) = match mark {
            Mark::Front => (vec![face::spent_front(Point::new(1.3, -0.8), ink)], 2.6),
            Mark::Quality(quality) => (
                quality_mark(quality, Point::new(1.0, -0.75), 0.95),
                if quality == Quality::Guard { 4.5 } else { 2.0 },
            ),
            Mark::Men | Mark::Arrival => {
                let example = if matches!(mark, Mark::Men) { "2000" } else { "→ 1·6" };
                let note = shape(example, Lettering { face: Face::Italic, ..lettering });
                (vec![Item::Text(note.at(Point::default(), BLACK))], note.width())
            }
        };
        Self::with_drawing(items, width, words, lettering)
    }

    /// A drawing of this width, with words next to it.
    pub fn with_drawing(
        mut items: Vec<Item>,
        width: f64,
        words: &str,
        lettering: Lettering,
    ) -> Self {
        let words = shape(words, lettering);
        let from = width + GAP;
        items.push(Item::Text(words.at(Point::new(from, 0.0), BLACK)));
        Self { items, width: from + words.width() }
    }
}

/// The marks that occur on the stickers of sides, with their meanings. The front of Spent pieces is
/// drawn in `ink`.
pub(crate) fn signs(
    pack: &Pack,
    sides: &[&Side],
    ink: Ink,
    language: Language,
    lettering: Lettering,
) -> Vec<Sign> {
    let marks = MARKS.iter().filter(|(mark, _)| sides.iter().any(|side| occurs(*mark, pack, side)));
    marks
        .map(|(mark, words)| Sign::new(*mark, translate(*words, language), ink, lettering))
        .collect()
}

/// Whether a mark occurs on a sticker of a side.
fn occurs(mark: Mark, pack: &Pack, side: &Side) -> bool {
    let pool = || side.detachments.iter().flat_map(|pool| &pool.pieces);
    match mark {
        Mark::Front => side.pieces().next().is_some() || pool().next().is_some(),
        // Detachments of the pool are drawn as regulars.
        Mark::Quality(Quality::Regular) if pool().next().is_some() => true,
        Mark::Quality(quality) => side.pieces().any(|piece| piece.quality == quality),
        Mark::Men => {
            let mut ids = side.pieces().map(|piece| &piece.id).chain(pool());
            let labels = &pack.labels().pieces;
            ids.any(|id| labels.get(id).is_some_and(|label| label.strength.is_some()))
        }
        Mark::Arrival => side
            .reinforcements
            .iter()
            .any(|r| r.elements.iter().any(|element| matches!(element, Element::Piece(_)))),
    }
}

/// Marks in lines of a given width, each line drawn from the left end of its baseline.
pub(crate) fn in_lines(signs: Vec<Sign>, room: f64) -> Vec<Vec<Item>> {
    let mut lines: Vec<Vec<Item>> = Vec::new();
    let mut x = 0.0;
    for sign in signs {
        if lines.is_empty() || x + sign.width > room {
            lines.push(Vec::new());
            x = 0.0;
        }
        let line = lines.last_mut().expect("one was pushed");
        let at = Point::new(x, 0.0);
        line.extend(sign.items.iter().map(|item| item.transform(at, Rotation::NONE)));
        x += sign.width + APART;
    }
    lines
}

/// The key to a side's stickers, on one line that ends at the origin.
pub(crate) fn key(pack: &Pack, side: &Side, language: Language) -> Vec<Item> {
    let colour = face::side_ink(pack, side);
    let small = Lettering::new(Face::Regular, MIN_POINTS);
    let signs = signs(pack, &[side], colour, language, small);
    let gaps = APART * signs.len().saturating_sub(1) as f64;
    let width = signs.iter().map(|sign| sign.width).sum::<f64>() + gaps;
    let start = Point::new(-width, 0.0);
    let line = in_lines(signs, f64::INFINITY).into_iter().flatten();
    line.map(|item| item.transform(start, Rotation::NONE)).collect()
}
