//! The frame of the map: neatline, graticule ticks, and the entries of forces.

use sandtable_pack::{Edge, GraticuleTick, Pack, ReferenceGrid};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, shape,
};

use crate::frame::MapFrame;
use crate::occupancy::{Clearing, Occupancy};
use crate::options::MapOptions;

/// The distance from the neatline to the line between the grid's band and the graticule's band.
const INNER: f64 = 3.2;
/// The distance from the neatline to the outer line of the graticule's band.
const OUTER: f64 = 6.0;
/// The distance from the neatline to the middle of the heavy outer line.
pub(crate) const BORDER: f64 = 7.1;

/// Draws everything around the map that touches its edge.
pub(crate) fn neatline(pack: &Pack, frame: &MapFrame, options: &MapOptions) -> Vec<Item> {
    let black = options.style.sheet.black;
    let mut items = plain(&pack.scenery().graticule, frame, black);
    items.extend(squares(pack, frame, black));
    items.extend(entries(pack, frame, options));
    items
}

/// Draws only the frame with its graticule.
pub(crate) fn plain(ticks: &[GraticuleTick], frame: &MapFrame, black: Ink) -> Vec<Item> {
    let mut items = vec![
        Item::line(Path::rect(frame.rect), Stroke::solid(black, 0.25)),
        Item::line(Path::rect(frame.rect.expand(INNER)), Stroke::solid(black, 0.12)),
        Item::line(Path::rect(frame.rect.expand(OUTER)), Stroke::solid(black, 0.18)),
        Item::line(Path::rect(frame.rect.expand(BORDER)), Stroke::solid(black, 1.0)),
    ];
    items.extend(graticule(ticks, frame, black));
    items
}

fn graticule(graticule: &[GraticuleTick], frame: &MapFrame, ink: Ink) -> Vec<Item> {
    let mut ticks = Path::new();
    let mut items = Vec::new();
    for tick in graticule {
        let side = Side::new(tick.edge, frame.rect);
        let along = frame.length(tick.offset);
        ticks.add_line(&[side.at(along, 0.0), side.at(along, 0.9)]);
        ticks.add_line(&[side.at(along, INNER), side.at(along, OUTER)]);
        let label = shape(&tick.label, Lettering::new(Face::Regular, MIN_POINTS));
        // Just beyond the tick in reading direction, inside the band.
        let rise = match tick.edge {
            Edge::North | Edge::West => INNER + 0.75,
            Edge::South | Edge::East => OUTER - 0.75,
        };
        let at = side.at(along + 0.6, rise);
        items.push(Item::Text(label.rotated(at, side.slant(), ink)));
    }
    items.insert(0, Item::line(ticks, Stroke::solid(ink, 0.18)));
    items
}

/// Draws the reference grid labels outside the map: letters above and below, numbers left and
/// right, and ticks where grid lines end at the frame.
fn squares(pack: &Pack, frame: &MapFrame, ink: Ink) -> Vec<Item> {
    let grid = ReferenceGrid::for_map(pack.map());
    let step = frame.length(grid.step());
    let lettering = Lettering::new(Face::Semibold, 8.0);
    let mut ticks = Path::new();
    let mut items = Vec::new();
    for edge in [Edge::North, Edge::East, Edge::South, Edge::West] {
        let side = Side::new(edge, frame.rect);
        let is_level = matches!(edge, Edge::North | Edge::South);
        let taken: Vec<f64> = pack
            .map()
            .entries
            .iter()
            .filter(|entry| entry.edge == edge)
            .map(|entry| side.distance_along(frame.place(entry.at)))
            .collect();
        for index in 0..if is_level { grid.columns() } else { grid.rows() } {
            // Rows are counted from the top, but positions along the sides from the bottom.
            let from = f64::from(index) * step;
            let to = (from + step).min(side.length());
            let along = |way: f64| if is_level { way } else { side.length() - way };
            if to < side.length() - 1e-6 {
                ticks.add_line(&[side.at(along(to), 0.0), side.at(along(to), INNER)]);
            }
            let name =
                if is_level { ReferenceGrid::letters(index) } else { (index + 1).to_string() };
            let text = shape(&name, lettering);
            if to - from < text.width() + 2.0 {
                continue;
            }
            // The label is in the middle, or in the nearest free position if forces enter there.
            let middle = along((from + to) / 2.0);
            let is_free = |at: f64| taken.iter().all(|entry| (entry - at).abs() > 3.4);
            let reach = (to - from) / 2.0 - text.width();
            let at = (0..40)
                .flat_map(|i| [f64::from(i) * 0.5, f64::from(i) * -0.5])
                .filter(|shift| shift.abs() <= reach.max(0.0))
                .map(|shift| middle + shift)
                .find(|at| is_free(*at))
                .unwrap_or(middle);
            // Letters and numbers are upright on all sides.
            let centre = side.at(at, INNER / 2.0);
            items.push(Item::Text(text.centred(centre.translate(0.0, 0.95), ink)));
        }
    }
    items.insert(0, Item::line(ticks, Stroke::solid(ink, 0.18)));
    items
}

/// Draws crosses where reference grid lines intersect inside the map, except under text and houses.
pub(crate) fn crosses(pack: &Pack, frame: &MapFrame, clearing: &Clearing, ink: Ink) -> Vec<Item> {
    const ARM: f64 = 1.4;
    let is_free = |at: Point| {
        let reach = [-ARM, -ARM / 2.0, 0.0, ARM / 2.0, ARM];
        let mut around =
            reach.iter().flat_map(|way| [at.translate(*way, 0.0), at.translate(0.0, *way)]);
        !around.any(|place| clearing.at(place).meets(Occupancy::LETTERS.or(Occupancy::HOUSE)))
    };
    let grid = ReferenceGrid::for_map(pack.map());
    let step = frame.length(grid.step());
    let mut crosses = Path::new();
    for column in 1..grid.columns() {
        for row in 1..grid.rows() {
            let at = Point::new(
                frame.rect.left + f64::from(column) * step,
                frame.rect.top + f64::from(row) * step,
            );
            if is_free(at) {
                crosses.add_line(&[at.translate(-ARM, 0.0), at.translate(ARM, 0.0)]);
                crosses.add_line(&[at.translate(0.0, -ARM), at.translate(0.0, ARM)]);
            }
        }
    }
    if crosses.is_empty() {
        Vec::new()
    } else {
        vec![Item::line(crosses, Stroke::solid(ink, 0.15))]
    }
}

fn entries(pack: &Pack, frame: &MapFrame, options: &MapOptions) -> Vec<Item> {
    let ink = options.style.sheet.black;
    let mut items = Vec::new();
    for edge in [Edge::North, Edge::East, Edge::South, Edge::West] {
        let side = Side::new(edge, frame.rect);
        let mut labels = Vec::new();
        for entry in pack.map().entries.iter().filter(|entry| entry.edge == edge) {
            let at = side.distance_along(frame.place(entry.at));
            let arrow = [side.at(at, -0.2), side.at(at - 1.6, INNER), side.at(at + 1.6, INNER)];
            items.push(Item::fill(Path::ring(&arrow), options.style.sheet.accent));
            if let Some(title) = pack.labels().entries.get(&entry.id) {
                let lettering = Lettering::new(Face::Italic, 8.0).with_spacing(0.04);
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
            let run = label.rotated(side.at(start, rise), side.slant(), ink);
            items.push(Item::Text(run));
        }
    }
    items
}

/// Returns the starts of labels with given middles and widths along a side, moved apart where they
/// would overlap.
fn spread(spans: &[(f64, f64)], length: f64) -> Vec<f64> {
    const GAP: f64 = 3.0;
    let mut starts: Vec<f64> = spans.iter().map(|(middle, width)| middle - width / 2.0).collect();
    // Each pass moves both neighbours by half of their overlap.
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

/// One side of the frame. Positions are a distance along it, from its left or lower end, and a
/// distance outwards.
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

    fn distance_along(&self, place: Point) -> f64 {
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

    /// Returns the reading direction of text: upwards on the vertical sides.
    fn slant(&self) -> Rotation {
        match self.edge {
            Edge::North | Edge::South => Rotation::NONE,
            Edge::West | Edge::East => Rotation { cosine: 0.0, sine: -1.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn labels_on_a_side_do_not_overlap() {
        let spans = [(50.0, 20.0), (52.0, 30.0), (55.0, 10.0), (199.0, 20.0)];
        let starts = spread(&spans, 200.0);
        for i in 1..starts.len() {
            assert!(starts[i] - (starts[i - 1] + spans[i - 1].1) > 2.5, "{starts:?}");
        }
        assert!((starts[3] - 180.0).abs() < 1e-9);
    }
}
