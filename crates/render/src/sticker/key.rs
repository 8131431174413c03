//! The key to the marks on the stickers.

use sandtable_pack::{Language, Pack, Quality, Side};

use super::{BLACK, face};
use crate::sheet::{Item, Point};
use crate::typeface::{Face, LEAST_POINTS, Lettering, shape};
use crate::words::{self, Words, say};

/// What a mark looks like.
enum Mark {
    /// The front of a Spent piece.
    Front,
    Quality(Quality),
    /// A note as it stands at a piece's foot.
    Note(&'static str),
}

/// The marks and what they mean, from left to right.
const MARKS: [(Mark, Words); 7] = [
    (Mark::Front, words::SPENT_FRONT),
    (Mark::Quality(Quality::Militia), words::MILITIA),
    (Mark::Quality(Quality::Regular), words::REGULAR),
    (Mark::Quality(Quality::Elite), words::ELITE),
    (Mark::Quality(Quality::Guard), words::GUARD),
    (Mark::Note("2000"), words::MEN),
    (Mark::Note("→ 1·6"), words::ARRIVAL),
];

/// All marks of a side's stickers in one line that ends at the origin.
pub(crate) fn key(pack: &Pack, side: &Side, language: Language) -> Vec<Item> {
    let colour = face::side_ink(pack, side);
    let end = Point::new(0.0, 0.0);
    let mut items = Vec::new();
    let mut x = end.x;
    for (mark, words) in MARKS.iter().rev() {
        let words = shape(say(*words, language), Lettering::new(Face::Regular, LEAST_POINTS));
        x -= words.width();
        items.push(Item::Text(words.at(Point::new(x, end.y), BLACK)));
        x -= 0.8;
        match mark {
            Mark::Front => {
                x -= 2.6;
                items.push(face::spent_front(Point::new(x + 1.3, end.y - 0.8), colour));
            }
            Mark::Quality(quality) => {
                x -= if *quality == Quality::Guard { 4.5 } else { 2.0 };
                items.extend(face::quality(*quality, Point::new(x + 1.0, end.y - 0.75), 0.95));
            }
            Mark::Note(note) => {
                let note = shape(note, Lettering::new(Face::Italic, LEAST_POINTS));
                x -= note.width();
                items.push(Item::Text(note.at(Point::new(x, end.y), BLACK)));
            }
        }
        x -= 3.2;
    }
    items
}
