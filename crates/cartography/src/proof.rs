//! The terrain proof: the ground as the rules engine interprets it, hatched over the map in inks
//! that no map uses. It shows a designer where the two disagree.

use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{GroundLength, GroundPoint, Map};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Stroke, fit, shape,
};
use sandtable_terrain::{GroundKind, LineKind, Terrain};

use crate::frame::MapFrame;
use crate::options::MapOptions;

/// The ink of the proof's title.
pub(crate) const TITLE: Ink = MAGENTA;

const MAGENTA: Ink = Ink::new("proof-magenta", 0xd4_008f);
const GREEN: Ink = Ink::new("proof-green", 0x00_9a2e);
const RED: Ink = Ink::new("proof-red", 0xe0_1b1b);
const ORANGE: Ink = Ink::new("proof-orange", 0xf0_7d00);
const BLUE: Ink = Ink::new("proof-blue", 0x00_46ff);
const CYAN: Ink = Ink::new("proof-cyan", 0x00_a7c4);
const BLACK: Ink = Ink::new("proof-black", 0x00_0000);
const VIOLET: Ink = Ink::new("proof-violet", 0x6a_1fd0);

/// The direction of a hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hatching {
    Level,
    Upright,
    Rising,
    Falling,
}

/// The hatching of a kind of terrain, with the distance between its lines in millimetres.
struct Sign {
    kind: GroundKind,
    name: String,
    ink: Ink,
    hatching: Hatching,
    gap: f64,
}

/// Returns every kind of terrain that the engine knows, with hills up to a level.
fn signs(highest: u8, options: Option<&MapOptions>) -> Vec<Sign> {
    let say =
        |words: Words| options.map_or("", |options| translate(words, options.language)).to_owned();
    let mut signs = vec![
        (GroundKind::Woods, say(words::WOODS), GREEN, Hatching::Rising, 1.5),
        (GroundKind::Buildings, say(words::BUILDINGS), RED, Hatching::Falling, 1.0),
        (GroundKind::River, say(words::RIVER), BLUE, Hatching::Level, 0.7),
        (GroundKind::Marsh, say(words::MARSH), CYAN, Hatching::Level, 1.3),
        (GroundKind::Impassable, say(words::IMPASSABLE), BLACK, Hatching::Falling, 1.3),
    ];
    for level in 1..=highest {
        let name = say(words::maps::HILL_LEVEL).replace("{level}", &level.to_string());
        // Higher levels have closer lines.
        let gap = 3.6 / f64::from(1_u32 << (level - 1).min(2));
        signs.push((GroundKind::Level(level), name, ORANGE, Hatching::Upright, gap));
    }
    let sign = |(kind, name, ink, hatching, gap)| Sign { kind, name, ink, hatching, gap };
    signs.into_iter().map(sign).collect()
}

/// Lines that affect movement or sight, with ink and width in millimetres.
const LINES: [(LineKind, Words, Ink, f64); 4] = [
    (LineKind::Slope, words::maps::SLOPE, ORANGE, 0.5),
    (LineKind::Crest, words::maps::CREST, MAGENTA, 0.7),
    (LineKind::Stream, words::STREAM, BLUE, 0.5),
    (LineKind::River, words::RIVER, BLUE, 0.9),
];

/// Draws the engine's interpretation over the whole map.
pub(crate) fn proof(map: &Map, frame: &MapFrame) -> Vec<Item> {
    let terrain = Terrain::new(map);
    let mut items = Vec::new();
    for sign in signs(terrain.highest_level(), None) {
        let mut hatch = Path::new();
        for [from, to] in hatching(sign.hatching, frame.metres(sign.gap), map) {
            for stretch in terrain.stretches_on(sign.kind, from, to) {
                hatch.add_line(&stretch.map(|place| frame.place(place)));
            }
        }
        items.push(Item::line(hatch, Stroke::solid(sign.ink, 0.25)));
    }
    for (kind, _, ink, width) in LINES {
        let mut path = Path::new();
        for (piece, _) in terrain.lines_of(kind) {
            path.add_line(&piece.map(|place| frame.place(place)));
        }
        items.push(Item::line(path, Stroke::round(ink, width)));
    }
    let (mut roads, mut junctions) = (Path::new(), Path::new());
    for line in terrain.roads().lines() {
        let line: Vec<Point> = line.iter().map(|place| frame.place(*place)).collect();
        roads.add_line(&line);
        for end in [line.first(), line.last()].into_iter().flatten() {
            junctions.add(&Path::circle(*end, 0.6));
        }
    }
    items.push(Item::line(roads, Stroke::round(VIOLET, 0.4)));
    items.push(Item::fill(junctions, VIOLET));
    let mut passages = Path::new();
    for place in terrain.passages() {
        passages.add(&Path::circle(frame.place(place), 1.6));
    }
    items.push(Item::line(passages, Stroke::solid(BLUE, 0.5)));
    items.retain(|item| item.vertex_count() > 0);
    items
}

/// Returns lines across the whole frame, `gap` metres apart on the ground.
fn hatching(hatching: Hatching, gap: f64, map: &Map) -> Vec<[GroundPoint; 2]> {
    let (width, height) = (map.width.centimetres(), map.height.centimetres());
    let step =
        GroundLength::from_metres_rounded(gap).map_or(100, GroundLength::centimetres).max(100);
    // Diagonals have the same spacing as other hatchings, measured perpendicularly.
    let diagonal = (f64::from(step) * std::f64::consts::SQRT_2).round() as i32;
    let at = GroundPoint::new;
    let every = |from: i32, to: i32, step: i32| (from..to).step_by(step as usize);
    match hatching {
        Hatching::Level => {
            every(step / 2, height, step).map(|y| [at(0, y), at(width, y)]).collect()
        }
        Hatching::Upright => {
            every(step / 2, width, step).map(|x| [at(x, 0), at(x, height)]).collect()
        }
        Hatching::Rising => every(diagonal / 2 - height, width, diagonal)
            .map(|x| {
                let (from, to) = (x.max(0), (x + height).min(width));
                [at(from, from - x), at(to, to - x)]
            })
            .collect(),
        Hatching::Falling => every(diagonal / 2, width + height, diagonal)
            .map(|x| {
                let (from, to) = ((x - height).max(0), x.min(width));
                [at(from, x - from), at(to, x - to)]
            })
            .collect(),
    }
}

/// Draws the key to the proof, which replaces the legend.
pub(crate) fn key(map: &Map, rect: Rect, options: &MapOptions) -> Vec<Item> {
    let black = options.style.sheet.black;
    let words_of = |words| translate(words, options.language);
    let heading = Lettering::new(Face::Semibold, 10.0).with_spacing(0.1).with_small_capitals();
    let heading = shape(words_of(words::PROOF), heading);
    let note = fit(
        words_of(words::maps::PROOF_NOTE),
        Lettering::new(Face::Italic, 7.5),
        rect.width() - heading.width() - 6.0,
        MIN_POINTS,
    );
    let base = Point::new(rect.left, rect.top + 3.2);
    let mut items = vec![
        Item::Text(note.at(base.translate(heading.width() + 4.0, 0.0), black)),
        Item::Text(heading.at(base, TITLE)),
    ];
    let highest = map.hills.iter().map(|hill| hill.level).max().unwrap_or(0);
    let grounds = signs(highest, Some(options));
    let rows = grounds.len().max(LINES.len() + 2);
    let row = ((rect.height() - 12.0) / rows as f64).min(6.4);
    let swatch = |column: usize, index: usize| {
        let left = rect.left + rect.width() / 2.0 * column as f64;
        Rect::from_size(left, rect.top + 7.0 + row * index as f64, 11.0, row - 1.4)
    };
    let name = |rect: Rect, text: &str| {
        let room = 46.0;
        let text = fit(text, Lettering::new(Face::Semibold, 7.5), room, MIN_POINTS);
        Item::Text(text.at(Point::new(rect.right + 2.0, rect.centre().y + 0.9), black))
    };
    for (index, sign) in grounds.iter().enumerate() {
        let rect = swatch(0, index);
        items.push(Item::Clip { path: Path::rect(rect), items: vec![sample(sign, rect)] });
        items.push(name(rect, &sign.name));
    }
    for (index, (_, words, ink, width)) in LINES.iter().enumerate() {
        let rect = swatch(1, index);
        items.push(middle_line(rect, Stroke::round(*ink, *width)));
        items.push(name(rect, words_of(*words)));
    }
    let rect = swatch(1, LINES.len());
    items.push(middle_line(rect, Stroke::round(VIOLET, 0.4)));
    items.push(Item::fill(Path::circle(rect.centre(), 0.6), VIOLET));
    items.push(name(rect, words_of(words::ROAD_NETWORK)));
    let rect = swatch(1, LINES.len() + 1);
    items.push(Item::line(Path::circle(rect.centre(), 1.6), Stroke::solid(BLUE, 0.5)));
    items.push(name(rect, words_of(words::maps::PASSAGE)));
    items
}

fn middle_line(rect: Rect, stroke: Stroke) -> Item {
    let y = rect.centre().y;
    Item::line(Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]), stroke)
}

/// Draws the hatching of a kind of ground in a rectangle and slightly beyond it.
fn sample(sign: &Sign, rect: Rect) -> Item {
    let (width, height) = (rect.width(), rect.height());
    let mut path = Path::new();
    let steps = ((width + height) * 1.5 / sign.gap) as i32;
    for step in -steps..=steps {
        let way = f64::from(step) * sign.gap;
        let diagonal = way * std::f64::consts::SQRT_2;
        let p = |x: f64, y: f64| Point::new(rect.left + x, rect.bottom - y);
        path.add_line(&match sign.hatching {
            Hatching::Level => [p(0.0, way), p(width, way)],
            Hatching::Upright => [p(way, 0.0), p(way, height)],
            Hatching::Rising => [p(diagonal, 0.0), p(diagonal + height, height)],
            Hatching::Falling => [p(diagonal, 0.0), p(diagonal - height, height)],
        });
    }
    Item::line(path, Stroke::solid(sign.ink, 0.25))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::sample;

    use super::*;

    #[test]
    fn hatchings_fill_exactly_the_frame() {
        let map = sample::parts().map;
        for way in [Hatching::Level, Hatching::Upright, Hatching::Rising, Hatching::Falling] {
            let lines = hatching(way, 24.0, &map);
            let length: f64 = lines.iter().map(|[from, to]| from.distance(*to).metres()).sum();
            // Lines 24 m apart: their length times 24 m is the frame's area.
            let area = map.width.metres() * map.height.metres();
            assert!((length * 24.0 / area - 1.0).abs() < 0.01, "{way:?}: {}", length * 24.0 / area);
            assert!(lines.iter().flatten().all(|place| map.contains(*place)), "{way:?}");
        }
    }
}
