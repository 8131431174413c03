//! What stands below the map: title and scale, legend, turn track, boxes of chits, credits.

use super::boxes::{self, BOXES, TURN};
use super::legend::{self, legend};
use super::{Shown, boxes::box_block};
use crate::map::credits::Credits;
use crate::map::furniture::{Bar, cartouche, grouped, swelled_rule};
use crate::map::neatline::BORDER;
use crate::map::north::arrow;
use crate::sheet::{Item, Point, Rect};
use crate::typeface::{Face, LEAST_POINTS, Lettering, fitted, shape};
use crate::words::{self, say};

/// A block of the strip.
#[derive(Clone, Copy)]
enum Block {
    Title,
    Legend,
    Turns(usize),
    Boxes(usize),
}

/// Between blocks, in millimetres.
const GAP: f64 = 6.0;

impl Block {
    /// The blocks of a battle from left to right, turns in rows that fit a width.
    fn all(shown: &Shown<'_>, width: f64) -> Vec<(Self, f64, f64)> {
        let turns = shown.pack.battle().scene().turn_track.len();
        let in_row = boxes::turns_in_row(turns, width);
        let rows = turns.div_ceil(in_row);
        let track = (in_row as f64 * TURN.0, boxes::HEAD + rows as f64 * TURN.1);
        let mut all = vec![
            (Self::Title, 116.0, 56.0),
            (Self::Legend, legend::WIDTH, legend::height(shown)),
            (Self::Turns(in_row), track.0, track.1),
        ];
        // The boxes of both sides share a row, as wide as there is room.
        let boxes = ((width - GAP) / 2.0).clamp(BOXES.0.min(width), BOXES.1);
        all.extend((0..2).map(|side| (Self::Boxes(side), boxes, BOXES.2)));
        all
    }
}

/// Where each block stands, and where the credits begin.
fn placed(shown: &Shown<'_>) -> (Vec<(Block, Rect)>, Rect) {
    let rect = shown.frame.rect;
    let (left, right) = (rect.left - BORDER, rect.right + BORDER);
    let mut y = rect.bottom + BORDER + 8.0;
    let mut row: Vec<(Block, f64, f64)> = Vec::new();
    let mut done = Vec::new();
    let mut end_row = |row: &mut Vec<(Block, f64, f64)>, y: &mut f64| {
        let used: f64 = row.iter().map(|(_, width, _)| width).sum();
        let spare = (right - left - used).max(0.0);
        // Blocks are spread over the width; a single one stands on the left.
        let gap = match row.len() {
            0 | 1 => 0.0,
            count => spare / (count - 1) as f64,
        };
        let mut x = left;
        let height = row.iter().map(|(.., height)| *height).fold(0.0, f64::max);
        for (block, width, own) in row.drain(..) {
            done.push((block, Rect::sized(x, *y, width, own)));
            x += width + gap;
        }
        *y += height + GAP;
    };
    for block in Block::all(shown, right - left) {
        let used: f64 = row.iter().map(|(_, width, _)| width + GAP).sum();
        let is_first_box = matches!(block.0, Block::Boxes(0));
        if (used + block.1 > right - left || is_first_box) && !row.is_empty() {
            end_row(&mut row, &mut y);
        }
        row.push(block);
    }
    end_row(&mut row, &mut y);
    (done, Rect::new(left, y, right, y))
}

/// Lower edge of the sheet.
pub(super) fn bottom(shown: &Shown<'_>) -> f64 {
    let (_, strip) = placed(shown);
    strip.top + credits(shown, strip).height() + 8.0
}

/// Everything below the map.
pub(super) fn strip(shown: &Shown<'_>) -> Vec<Item> {
    let (blocks, strip) = placed(shown);
    let mut items = Vec::new();
    for (block, rect) in blocks {
        items.extend(match block {
            Block::Title => title(shown, rect),
            Block::Legend => legend(shown, rect),
            Block::Turns(in_row) => boxes::turn_track(shown, rect, in_row),
            Block::Boxes(side) => box_block(shown, rect, side),
        });
    }
    items.extend(credits(shown, strip).draw(strip, shown.style().black));
    items
}

fn credits(shown: &Shown<'_>, strip: Rect) -> Credits {
    let version = words::version_of(&shown.pack.battle().scene().id, shown.pack.pack_digest());
    Credits::new(&shown.map.credits, &version, strip.width())
}

/// The title in its cartouche with scale bars, the north arrow beside it.
fn title(shown: &Shown<'_>, rect: Rect) -> Vec<Item> {
    let (style, language) = (shown.style(), shown.options.language);
    let ink = style.black;
    let mut items = arrow(
        shown.map.north,
        Point::new(rect.left + 7.0, rect.top + 24.0),
        language,
        ink,
        style.paper,
    );
    let frame = Rect::new(rect.left + 18.0, rect.top, rect.right, rect.bottom);
    items.extend(cartouche(frame, ink));
    let middle = frame.centre().x;
    let room = frame.width() - 10.0;
    let labels = shown.pack.labels();
    let lettering = Lettering::new(Face::Semibold, 24.0).spaced(0.1).in_small_capitals();
    let name = fitted(shown.map.title.get(language), lettering, room, 12.0);
    items.push(Item::Text(name.centred(Point::new(middle, frame.top + 12.5), ink)));
    items.push(Item::fill(swelled_rule(Point::new(middle, frame.top + 16.2), 40.0), ink));
    let mut y = frame.top + 22.0;
    if let Some(subtitle) = &shown.map.subtitle {
        let text = fitted(subtitle.get(language), Lettering::new(Face::Italic, 11.0), room, 7.0);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 5.6;
    }
    let battle = labels.title.get(language);
    if battle != shown.map.title.get(language) {
        let text = fitted(battle, Lettering::new(Face::Regular, 9.0).spaced(0.04), room, 6.0);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 5.6;
    }
    let denominator = grouped(shown.frame.scale().denominator(), language);
    let scale = format!("{} 1:{denominator}", say(words::SCALE, language));
    let plain = Lettering::new(Face::Regular, 9.0).spaced(0.08).in_small_capitals();
    let other = shown.frame.scale() != shown.map.scale;
    let note = other.then(|| say(words::NOT_FOR_PLAY, language));
    let text = match note {
        Some(note) => fitted(&format!("{scale} · {note}"), plain, room, LEAST_POINTS),
        None => shape(&scale, plain),
    };
    items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
    items.extend(bars(
        shown,
        Rect::new(frame.left + 6.0, frame.bottom - 15.0, frame.right - 6.0, frame.bottom),
    ));
    items
}

/// A bar of kilometres and one of miles, as long as has room.
fn bars(shown: &Shown<'_>, rect: Rect) -> Vec<Item> {
    const LENGTHS: [f64; 10] = [100.0, 50.0, 40.0, 20.0, 10.0, 8.0, 4.0, 2.0, 1.0, 0.4];
    let (style, language) = (shown.style(), shown.options.language);
    let units = [(words::KILOMETRES, 1_000.0), (words::MILES, 1_609.344)];
    let half = rect.width() / 2.0 - 4.0;
    let mut items = Vec::new();
    for (number, (unit, metres)) in units.into_iter().enumerate() {
        let paper =
            |length: f64| length * metres * 1_000.0 / f64::from(shown.frame.scale().denominator());
        let Some(length) = LENGTHS.into_iter().find(|length| paper(*length) <= half) else {
            continue;
        };
        let labels: Vec<String> = (0..=4)
            .map(|part| {
                let value = length * f64::from(part) / 4.0;
                if part % 2 == 1 { String::new() } else { format!("{value}") }
            })
            .collect();
        let bar = Bar {
            at: Point::new(rect.left + number as f64 * (half + 8.0), rect.top + 3.0),
            length: paper(length),
            name: say(unit, language).to_owned(),
        };
        items.extend(bar.draw(4, &labels, style.black, style.paper));
    }
    items
}
