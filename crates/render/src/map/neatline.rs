//! The frame of the map: neatline, graticule ticks, and the entries by which forces come on.

use sandtable_pack::{Edge, Pack};

use super::MapOptions;
use super::frame::MapFrame;
use crate::sheet::{Ink, Item, Path, Point, Rect, Slant, Stroke};
use crate::typeface::{Face, LEAST_POINTS, Lettering, shape};

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
        let label = shape(&tick.label, Lettering::new(Face::Regular, LEAST_POINTS));
        // Just beyond the tick in the direction of reading, inside the band.
        let rise = match tick.edge {
            Edge::North | Edge::West => 0.85,
            Edge::South | Edge::East => BAND - 0.85,
        };
        let at = side.at(frame.length(tick.offset) + 0.6, rise);
        items.push(Item::Text(label.slanted(at, side.slant(), ink)));
    }
    items.insert(0, Item::line(ticks, Stroke::full(ink, 0.18)));
    items
}

fn entries(pack: &Pack, frame: &MapFrame, options: &MapOptions) -> Vec<Item> {
    let ink = options.style.black;
    let mut items = Vec::new();
    for edge in [Edge::North, Edge::East, Edge::South, Edge::West] {
        let side = Side::new(edge, frame.rect);
        let mut labels = Vec::new();
        for entry in pack.map().entries.iter().filter(|entry| entry.edge == edge) {
            let at = side.along(frame.place(entry.at));
            let arrow =
                [side.at(at, -0.2), side.at(at - 1.7, BAND + 0.35), side.at(at + 1.7, BAND + 0.35)];
            items.push(Item::fill(Path::ring(&arrow), options.style.accent));
            if let Some(title) = pack.labels().entries.get(&entry.id) {
                let lettering = Lettering::new(Face::Italic, 8.0).spaced(0.04);
                labels.push((at, shape(title.get(options.language), lettering)));
            }
        }
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let rise = match edge {
            Edge::North | Edge::West => BORDER + 1.6,
            Edge::South | Edge::East => BORDER + 3.4,
        };
        let spans: Vec<_> = labels.iter().map(|(at, label)| (*at, label.width())).collect();
        for (start, (_, label)) in spread(&spans, side.length()).into_iter().zip(&labels) {
            let run = label.slanted(side.at(start, rise), side.slant(), ink);
            items.push(Item::Text(run));
        }
    }
    items
}

/// Starts of texts of given middles and widths along a side, pushed apart where they would meet.
fn spread(spans: &[(f64, f64)], length: f64) -> Vec<f64> {
    const GAP: f64 = 3.0;
    let mut starts: Vec<f64> = spans.iter().map(|(middle, width)| middle - width / 2.0).collect();
    // Each pass moves both neighbours half of what they overlap.
    for _ in 0..64 {
        for i in 1..starts.len() {
            let overlap = starts[i - 1] + spans[i - 1].1 + GAP - starts[i];
            if overlap > 0.0 {
                starts[i - 1] -= overlap / 2.0;
                starts[i] += overlap / 2.0;
            }
        }
        for (start, (_, width)) in starts.iter_mut().zip(spans) {
            *start = start.clamp(0.0, (length - width).max(0.0));
        }
    }
    starts
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

    /// Which way texts read: upward on the upright sides.
    fn slant(&self) -> Slant {
        match self.edge {
            Edge::North | Edge::South => Slant::LEVEL,
            Edge::West | Edge::East => Slant { cosine: 0.0, sine: -1.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn texts_on_one_side_keep_apart() {
        let spans = [(50.0, 20.0), (52.0, 30.0), (55.0, 10.0), (199.0, 20.0)];
        let starts = spread(&spans, 200.0);
        for i in 1..starts.len() {
            assert!(starts[i] - (starts[i - 1] + spans[i - 1].1) > 2.5, "{starts:?}");
        }
        assert!((starts[3] - 180.0).abs() < 1e-9);
    }
}
