//! The frame of the map: neatline, graticule ticks, and the entries by which forces come on.

use sandtable_pack::{Edge, Pack};

use super::MapOptions;
use super::frame::MapFrame;
use crate::sheet::{Ink, Item, Path, Point, Rect, Slant, Stroke};
use crate::typeface::{Face, Lettering, shape};

/// From the neatline to the inner line of the border.
pub(super) const BAND: f64 = 3.0;
/// From the neatline to the middle of the heavy outer line.
pub(super) const BORDER: f64 = 4.1;

/// Everything around the map that touches its edge.
pub(super) fn neatline(pack: &Pack, frame: &MapFrame, options: &MapOptions) -> Vec<Item> {
    let black = options.style.black;
    let mut items = vec![
        Item::line(Path::rect(frame.rect), Stroke::full(black, 0.25)),
        Item::line(Path::rect(frame.rect.grown(BAND)), Stroke::full(black, 0.18)),
        Item::line(Path::rect(frame.rect.grown(BORDER)), Stroke::full(black, 1.0)),
    ];
    items.extend(graticule(pack, frame, black));
    items.extend(entries(pack, frame, options));
    items
}

fn graticule(pack: &Pack, frame: &MapFrame, ink: Ink) -> Vec<Item> {
    let mut ticks = Path::new();
    let mut items = Vec::new();
    for tick in &pack.scenery().graticule {
        let side = Side::new(tick.edge, frame.rect);
        let foot = side.at(frame.length(tick.offset), 0.0);
        ticks.add_line(&[foot, side.at(frame.length(tick.offset), BAND)]);
        let label = shape(&tick.label, Lettering::new(Face::Regular, 5.5));
        // Just beyond the tick in the direction of reading, inside the band.
        let rise = match tick.edge {
            Edge::North | Edge::West => 0.85,
            Edge::South => BAND - 0.85,
            Edge::East => BAND - 0.85,
        };
        let (along, slant) = side.reading(frame.length(tick.offset), 0.6);
        items.push(Item::Text(label.slanted(side.at(along, rise), slant, ink)));
    }
    items.insert(0, Item::line(ticks, Stroke::full(ink, 0.18)));
    items
}

fn entries(pack: &Pack, frame: &MapFrame, options: &MapOptions) -> Vec<Item> {
    let ink = options.style.black;
    let mut items = Vec::new();
    for entry in &pack.map().entries {
        let side = Side::new(entry.edge, frame.rect);
        let at = side.along(frame.place(entry.at));
        let arrow =
            [side.at(at, -0.2), side.at(at - 1.7, BAND + 0.35), side.at(at + 1.7, BAND + 0.35)];
        items.push(Item::fill(Path::ring(&arrow), options.style.hills.ink));
        if let Some(title) = pack.labels().entries.get(&entry.id) {
            let label =
                shape(title.get(options.language), Lettering::new(Face::Italic, 8.0).spaced(0.04));
            let length = side.length();
            let half = label.width() / 2.0;
            let middle = at.clamp(half, (length - half).max(half));
            let (along, slant) = side.reading(middle, -half);
            let rise = match entry.edge {
                Edge::North | Edge::West => BORDER + 1.6,
                Edge::South => BORDER + 3.4,
                Edge::East => BORDER + 3.4,
            };
            items.push(Item::Text(label.slanted(side.at(along, rise), slant, ink)));
        }
    }
    items
}

/// One side of the frame: places by their distance along it (from its left or lower end) and
/// outward from it.
struct Side {
    edge: Edge,
    rect: Rect,
}

impl Side {
    const fn new(edge: Edge, rect: Rect) -> Self {
        Self { edge, rect }
    }

    fn at(&self, along: f64, outward: f64) -> Point {
        let Rect { left, top, right, bottom } = self.rect;
        match self.edge {
            Edge::North => Point::new(left + along, top - outward),
            Edge::South => Point::new(left + along, bottom + outward),
            Edge::West => Point::new(left - outward, bottom - along),
            Edge::East => Point::new(right + outward, bottom - along),
        }
    }

    fn along(&self, place: Point) -> f64 {
        match self.edge {
            Edge::North | Edge::South => place.x - self.rect.left,
            Edge::West | Edge::East => self.rect.bottom - place.y,
        }
    }

    fn length(&self) -> f64 {
        match self.edge {
            Edge::North | Edge::South => self.rect.width(),
            Edge::West | Edge::East => self.rect.height(),
        }
    }

    /// Where a text begins that stands `gap` beyond a distance, and which way it reads: upward on
    /// the upright sides.
    fn reading(&self, along: f64, gap: f64) -> (f64, Slant) {
        let slant = match self.edge {
            Edge::North | Edge::South => Slant::LEVEL,
            Edge::West | Edge::East => Slant { cosine: 0.0, sine: -1.0 },
        };
        (along + gap, slant)
    }
}
