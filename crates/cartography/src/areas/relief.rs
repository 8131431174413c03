//! Hills on terrain that is hard to attack into, as engravers drew them without elevation data:
//! harder terrain has larger hills. They add no information to the difficulty symbols, so they are
//! faint and fill only empty space.

use std::collections::BTreeMap;

use sandtable_pack::AreaId;
use sandtable_sheet::{Item, Path, Point, Rect, Segment, Sheet, Stroke, Symbol, SymbolId};

use super::area_room::{Lines, Plot};
use super::input::SheetInput;

/// The minimum difficulty of terrain with hills.
const MIN_DIFFICULTY: u8 = 2;
/// The number of hill shapes.
const SHAPE_COUNT: usize = 3;
/// The horizontal spacing of hills and the spacing of their rows, in millimetres.
const SPACING: (f64, f64) = (8.6, 6.2);
/// The distance of hills from borders and roads, in millimetres.
const LINE_DISTANCE: f64 = 3.4;

/// Draws the hills of all areas outside occupied rectangles.
pub(crate) fn hills(input: &SheetInput<'_>, taken: &[Rect], sheet: &mut Sheet) -> Vec<Item> {
    let lines = |lines: &'_ [sandtable_pack::fab::NamedLine]| {
        Lines::of(input.frame, lines.iter().flat_map(|line| &line.parts))
    };
    let (roads, rivers) = (lines(&input.map.roads), lines(&input.map.rivers));
    let places: Vec<Point> =
        input.map.places.iter().map(|place| input.frame.place(place.at)).collect();
    let mut stands: BTreeMap<(u8, usize), Vec<Point>> = BTreeMap::new();
    for (area, ground) in &input.map.areas {
        let difficulty = input.difficulty(area).min(4);
        if difficulty < MIN_DIFFICULTY {
            continue;
        }
        let size = size(difficulty);
        let plot = Plot::of(input.frame, &ground.parts);
        let is_free = |at: Point| {
            let room = Rect::new(at.x - 3.2 * size, at.y - 2.8 * size, at.x + 3.2 * size, at.y);
            let middle = room.centre();
            let off = LINE_DISTANCE * size;
            plot.holds(middle)
                && plot.edges.distance(middle) > off
                && roads.distance(middle) > off
                && rivers.distance(middle) > off
                && places.iter().all(|place| place.distance(middle) > off)
                && taken.iter().all(|other| !other.intersects(&room))
        };
        for (at, kind) in candidates(&plot, area, size).filter(|(at, _)| is_free(*at)) {
            stands.entry((difficulty, kind)).or_default().push(at);
        }
    }
    let mut items = Vec::new();
    for ((difficulty, kind), at) in stands {
        let symbol = sheet.add_symbol(hill(input, difficulty, kind));
        items.push(stamps(symbol, at));
    }
    items
}

fn stamps(symbol: SymbolId, mut at: Vec<Point>) -> Item {
    // Drawn from far to near: each hill covers the one behind it.
    at.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    Item::Stamps { symbol, at }
}

fn size(difficulty: u8) -> f64 {
    0.78 + 0.22 * f64::from(difficulty - MIN_DIFFICULTY)
}

/// Returns candidate positions in staggered rows, each with a deterministic irregular offset.
fn candidates<'p>(
    plot: &'p Plot,
    area: &AreaId,
    size: f64,
) -> impl Iterator<Item = (Point, usize)> + use<'p> {
    let salt =
        area.as_str().bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31) ^ u64::from(byte));
    let (across, down) = (SPACING.0 * size, SPACING.1 * size);
    let bounds = plot.bounds.unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0));
    let (columns, rows) =
        ((bounds.width() / across) as u64 + 1, (bounds.height() / down) as u64 + 1);
    (0..rows).flat_map(move |row| {
        (0..columns).map(move |column| {
            let noise = scatter(salt ^ (row << 20) ^ column);
            let stray = |shift: u32| ((noise >> shift) % 1_000) as f64 / 1_000.0 - 0.5;
            let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
            let x = bounds.left + (column as f64 + shift + 0.45 * stray(8)) * across;
            let y = bounds.top + (row as f64 + 0.8 + 0.4 * stray(24)) * down;
            (Point::new(x, y), (noise >> 40) as usize % SHAPE_COUNT)
        })
    })
}

/// Returns a deterministic pseudorandom number.
const fn scatter(seed: u64) -> u64 {
    let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 32)
}

/// Returns a hill: its two slopes, and strokes down the shaded slope.
fn hill(input: &SheetInput<'_>, difficulty: u8, kind: usize) -> Symbol {
    const TOPS: [(f64, f64); SHAPE_COUNT] = [(-0.3, -2.5), (0.35, -2.9), (0.0, -2.1)];
    let size = size(difficulty);
    let (top, ink) = (TOPS[kind], crate::areas::ground::engraved(input, difficulty));
    let p = |x: f64, y: f64| Point::new(x * size, y * size);
    let slopes = Path::from_segments(vec![
        Segment::Move(p(-2.9, 0.0)),
        Segment::Cubic(p(-1.9, -0.2), p(top.0 - 1.0, top.1), p(top.0, top.1)),
        Segment::Cubic(p(top.0 + 0.9, top.1), p(2.0, -0.5), p(2.9, 0.1)),
    ]);
    let mut strokes = Path::new();
    for step in 0..5_u8 {
        let share = f64::from(step) / 4.0;
        let x = top.0 + 0.15 + 1.5 * share;
        let y = top.1 * (1.0 - 0.62 * share * share) + 0.12;
        let length = 1.5 - 0.8 * share;
        strokes.add_line(&[p(x, y), p(x + 0.35 + 0.3 * share, y + length)]);
    }
    Symbol {
        items: vec![
            Item::line(slopes, Stroke::round(ink, 0.24)),
            Item::line(strokes, Stroke::round(ink, 0.18)),
        ],
        reach: 3.2 * size,
    }
}
