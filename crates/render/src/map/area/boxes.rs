//! The turn track with its draws, and the boxes in which assets and events lie (FAB-2.2, FAB-4.2).

use sandtable_pack::fab::TurnEntry;

use super::Shown;
use crate::sheet::{Ink, Item, Path, Point, Rect, Stroke};
use crate::typeface::{Face, LEAST_POINTS, Lettering, fitted, shape};
use crate::words::{self, Words, say};

/// Width and height of the box of a turn: a marker of half an inch lies beside its number.
pub(super) const TURN: (f64, f64) = (26.0, 31.0);
/// Height of the heading above a block.
pub(super) const HEAD: f64 = 7.0;
/// Least and greatest width, and height, of the boxes of a side.
pub(super) const BOXES: (f64, f64, f64) = (188.0, 380.0, 68.0);

/// How many turns stand in a row: all if they fit a width, else rows of equal length.
pub(super) fn turns_in_row(turns: usize, width: f64) -> usize {
    let most = ((width / TURN.0).floor() as usize).max(1);
    turns.div_ceil(turns.div_ceil(most).max(1)).max(1)
}

fn heading(shown: &Shown<'_>, at: Point, text: &str, ink: Ink) -> Vec<Item> {
    let lettering = Lettering::new(Face::Semibold, 10.0).spaced(0.08).in_small_capitals();
    let text = shape(text, lettering);
    let rule =
        Path::line(&[at.moved(text.width() + 2.0, -1.1), at.moved(text.width() + 14.0, -1.1)]);
    vec![Item::Text(text.at(at, ink)), Item::line(rule, Stroke::full(shown.style().black, 0.2))]
}

/// The turn track: number, date, what each side draws in both Administration Phases, and the lead
/// with which a side wins at once.
pub(super) fn turn_track(shown: &Shown<'_>, rect: Rect, in_row: usize) -> Vec<Item> {
    let language = shown.options.language;
    let black = shown.style().black;
    let at = Point::new(rect.left, rect.top + 4.2);
    let mut items = heading(shown, at, say(words::TURN_TRACK, language), black);
    let track = &shown.pack.battle().scene().turn_track;
    for (index, turn) in track.iter().enumerate() {
        let (column, row) = (index % in_row, index / in_row);
        let corner =
            Point::new(rect.left + column as f64 * TURN.0, rect.top + HEAD + row as f64 * TURN.1);
        items.extend(one_turn(shown, corner, index, turn));
    }
    items
}

fn one_turn(shown: &Shown<'_>, corner: Point, index: usize, turn: &TurnEntry) -> Vec<Item> {
    let (style, language) = (shown.style(), shown.options.language);
    let black = style.black;
    let frame = Rect::sized(corner.x, corner.y, TURN.0, TURN.1);
    let mut items = vec![
        Item::fill(Path::rect(frame), Ink::new("paper", 0xff_ff_ff)),
        Item::line(Path::rect(frame), Stroke::full(black, 0.3)),
    ];
    let number = shape(&(index + 1).to_string(), Lettering::new(Face::Bold, 13.0));
    items.push(Item::Text(number.at(corner.moved(1.6, 5.2), black)));
    if let Some(Some(date)) = shown.pack.labels().turns.get(index) {
        let lettering = Lettering::new(Face::Italic, 7.5);
        let date = fitted(date.get(language), lettering, TURN.0 - 3.0, LEAST_POINTS);
        items.push(Item::Text(date.at(corner.moved(1.6, 9.2), black)));
    }
    let mut y = 13.2;
    let small = Lettering::new(Face::Regular, 7.0);
    let label = say(words::DRAWS, language);
    items.push(Item::Text(
        fitted(label, small, TURN.0 - 3.0, LEAST_POINTS).at(corner.moved(1.6, y), black),
    ));
    y += 3.9;
    for side in &shown.pack.battle().scene().sides {
        let Some(draws) = turn.draws.get(side) else { continue };
        let ink = shown.side_ink(side);
        items.push(Item::fill(
            Path::rect(Rect::sized(corner.x + 1.6, corner.y + y - 2.1, 3.2, 2.4)),
            ink,
        ));
        let text = shape(
            &format!("{} · {}", draws.first, draws.second),
            Lettering::new(Face::Semibold, 8.0),
        );
        items.push(Item::Text(text.at(corner.moved(6.0, y), black)));
        if let Some(lead) = turn.net_vp.get(side) {
            let lead = shape(&format!("{lead:+}"), Lettering::new(Face::Bold, 8.0));
            let place = corner.moved(TURN.0 - 1.8, y);
            items.push(Item::Text(lead.ending(place, ink)));
        }
        y += 4.0;
    }
    items
}

/// The boxes of a side and what each is called.
const KINDS: [(Words, f64); 4] =
    [(words::CUP, 0.13), (words::AVAILABLE, 0.37), (words::USED, 0.27), (words::ELIMINATED, 0.23)];

/// The boxes of a side: its cup, chits that are available, used, and eliminated.
pub(super) fn box_block(shown: &Shown<'_>, rect: Rect, side: usize) -> Vec<Item> {
    let language = shown.options.language;
    let id = &shown.pack.battle().scene().sides[side];
    let ink = shown.side_ink(id);
    let name = shown.pack.labels().sides[id].name.get(language);
    let at = Point::new(rect.left, rect.top + 4.2);
    let mut items = heading(shown, at, name, ink);
    let mut x = rect.left;
    for (number, (words, share)) in KINDS.into_iter().enumerate() {
        let width = rect.width() * share;
        let frame = Rect::new(x, rect.top + HEAD, x + width - 2.0, rect.bottom);
        x += width;
        let path = match number {
            0 => cup(frame),
            _ => Path::rounded(frame, 2.0),
        };
        items.push(Item::fill(path.clone(), Ink::new("paper", 0xff_ff_ff)));
        items.push(Item::line(path, Stroke::full(ink, 0.6)));
        let lettering = Lettering::new(Face::Semibold, 9.0).spaced(0.06).in_small_capitals();
        let text = fitted(say(words, language), lettering, frame.width() - 4.0, LEAST_POINTS);
        let middle = Point::new(frame.centre().x, frame.top + 5.2);
        items.push(Item::Text(text.centred(middle, ink)));
    }
    items
}

/// A box with the outline of a cup.
fn cup(frame: Rect) -> Path {
    let Rect { left, top, right, bottom } = frame;
    let inward = frame.width() * 0.12;
    Path::ring(&[
        Point::new(left, top),
        Point::new(right, top),
        Point::new(right - inward, bottom),
        Point::new(left + inward, bottom),
    ])
}
