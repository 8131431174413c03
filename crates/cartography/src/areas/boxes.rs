//! The turn track with its draws, and the boxes for asset and event chits (FAB-2.2, FAB-4.2).

use sandtable_house_style::battlefield::mark;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::fab::TurnEntry;
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Stroke, fit, shape,
};

use super::input::SheetInput;

/// The minimum width and the height of a turn's box. The marker goes next to the number.
pub(crate) const TURN: (f64, f64) = (37.0, 41.0);
/// The side length of the space for the turn marker, which is slightly smaller.
const MARKER: f64 = 14.0;
/// Height of the heading above a block.
pub(crate) const HEAD: f64 = 9.5;
/// The minimum width, maximum width and height of a side's boxes. Two rows of chits fit below the
/// titles.
pub(crate) const BOXES: (f64, f64, f64) = (188.0, 420.0, 66.0);

/// Returns the size of the track with `in_row` turns in a row.
pub(crate) fn track_size(turns: usize, in_row: usize) -> (f64, f64) {
    (in_row as f64 * TURN.0, HEAD + turns.div_ceil(in_row) as f64 * TURN.1)
}

/// Draws the heading of a block on a baseline.
pub(crate) fn heading(input: &SheetInput<'_>, at: Point, text: &str, ink: Ink) -> Vec<Item> {
    let lettering = Lettering::new(Face::Semibold, 16.0).with_spacing(0.08).with_small_capitals();
    let text = shape(text, lettering);
    let rule = Path::line(&[
        at.translate(text.width() + 3.0, -1.6),
        at.translate(text.width() + 19.0, -1.6),
    ]);
    vec![
        Item::Text(text.at(at, ink)),
        Item::line(rule, Stroke::solid(input.style().sheet.black, 0.3)),
    ]
}

/// Draws the turn track: number, date, the draws of each side in both Administration Phases, and
/// the lead that wins immediately.
pub(crate) fn turn_track(input: &SheetInput<'_>, rect: Rect, in_row: usize) -> Vec<Item> {
    let language = input.options.language;
    let black = input.style().sheet.black;
    let at = Point::new(rect.left, rect.top + 6.0);
    let mut items = heading(input, at, translate(words::TURN_TRACK, language), black);
    let track = &input.pack.battle().scene().turn_track;
    let width = rect.width() / in_row as f64;
    for (index, turn) in track.iter().enumerate() {
        let (column, row) = (index % in_row, index / in_row);
        let (x, y) = (rect.left + column as f64 * width, rect.top + HEAD + row as f64 * TURN.1);
        items.extend(one_turn(input, Rect::from_size(x, y, width, TURN.1), index, turn));
    }
    items
}

fn one_turn(input: &SheetInput<'_>, frame: Rect, index: usize, turn: &TurnEntry) -> Vec<Item> {
    /// The distance from the edge of a box to its contents.
    const INSET: f64 = 2.2;
    let (style, language) = (input.style(), input.options.language);
    let black = style.sheet.black;
    let corner = Point::new(frame.left, frame.top);
    let right = frame.right - INSET;
    let marker = Rect::from_size(right - MARKER, frame.top + INSET, MARKER, MARKER);
    let mut items = vec![
        Item::fill(Path::rect(frame), Ink::new("paper", 0xff_ff_ff)),
        Item::line(Path::rect(frame), Stroke::solid(black, 0.45)),
        Item::line(
            Path::rounded_rect(marker, 1.5),
            Stroke::dashed(style.water.line, 0.25, &[1.2, 0.8]),
        ),
    ];
    let room = frame.width() - 2.0 * INSET;
    let number = shape(&(index + 1).to_string(), Lettering::new(Face::Bold, 30.0));
    items.push(Item::Text(number.at(corner.translate(INSET, 11.0), black)));
    if let Some(Some(date)) = input.pack.labels().turns.get(index) {
        let lettering = Lettering::new(Face::Italic, 10.5);
        let date = fit(date.get(language), lettering, room, MIN_POINTS);
        items.push(Item::Text(date.at(corner.translate(INSET, 21.0), black)));
    }
    let label = translate(words::DRAWS, language);
    let label = fit(label, Lettering::new(Face::Regular, 8.5), room, MIN_POINTS);
    items.push(Item::Text(label.at(corner.translate(INSET, 26.0), black)));
    let mut y = 31.8;
    for side in &input.pack.battle().scene().sides {
        let Some(draws) = turn.draws.get(side) else { continue };
        let ink = input.side_ink(side);
        let flag = Rect::from_size(corner.x + INSET, corner.y + y - 3.4, 5.0, 3.8);
        items.extend(mark(input.livery(side), flag));
        let figures = Lettering::new(Face::Semibold, 12.0);
        let text = shape(&format!("{} · {}", draws.first, draws.second), figures);
        items.push(Item::Text(text.at(corner.translate(INSET + 7.0, y), black)));
        if let Some(lead) = turn.net_vp.get(side) {
            let lead = shape(&format!("{lead:+}"), Lettering::new(Face::Bold, 12.0));
            items.push(Item::Text(lead.ending(Point::new(right, corner.y + y), ink)));
        }
        y += 5.8;
    }
    items
}

/// The titles of a side's boxes, and their relative widths.
const KINDS: [(Words, f64); 4] =
    [(words::CUP, 0.13), (words::AVAILABLE, 0.37), (words::USED, 0.27), (words::ELIMINATED, 0.23)];

/// Draws the boxes of a side: its cup, and its available, used and eliminated chits.
pub(crate) fn box_block(input: &SheetInput<'_>, rect: Rect, side: usize) -> Vec<Item> {
    let language = input.options.language;
    let id = &input.pack.battle().scene().sides[side];
    let ink = input.side_ink(id);
    let name = input.pack.labels().sides[id].name.get(language);
    let at = Point::new(rect.left, rect.top + 6.0);
    let mut items = heading(input, at, name, ink);
    let mut x = rect.left;
    for (number, (words, share)) in KINDS.into_iter().enumerate() {
        let width = rect.width() * share;
        let frame = Rect::new(x, rect.top + HEAD, x + width - 2.0, rect.bottom);
        x += width;
        let path = match number {
            0 => cup(frame),
            _ => Path::rounded_rect(frame, 2.0),
        };
        items.push(Item::fill(path.clone(), Ink::new("paper", 0xff_ff_ff)));
        items.push(Item::line(path, Stroke::solid(ink, 0.9)));
        let lettering =
            Lettering::new(Face::Semibold, 15.0).with_spacing(0.06).with_small_capitals();
        let text = fit(translate(words, language), lettering, frame.width() - 4.0, MIN_POINTS);
        let middle = Point::new(frame.centre().x, frame.top + 7.0);
        items.push(Item::Text(text.centred(middle, ink)));
    }
    items
}

/// Returns the outline of a box shaped like a cup.
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
