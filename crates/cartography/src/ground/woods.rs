//! Woods drawn tree by tree, with shaded edges, and orchards in rows.

use sandtable_pack::{Area, Mark, WoodsStyle};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Segment, Sheet, Stroke, Symbol, SymbolId};

use crate::frame::MapFrame;
use crate::occupancy::{Clearing, Occupancy};
use crate::style::Style;

/// Draws the ground under trees.
pub(crate) fn tints(woods: &[Area], frame: &MapFrame, style: &WoodsStyle<Ink>) -> Vec<Item> {
    woods.iter().map(|w| Item::fill_with_holes(frame.bent_area(&w.parts), style.tint)).collect()
}

/// Draws the trees: first along edges, then inside at the candidate points, but not on roads,
/// water, houses or text.
pub(crate) fn trees(
    woods: &[Area],
    frame: &MapFrame,
    clearing: &Clearing,
    look: &Style,
    seedlings: &[Point],
    sheet: &mut Sheet,
) -> Vec<Item> {
    let style = &look.woods;
    // Closer trees are smaller: crowns touch but do not hide each other.
    let (crown, bush) = (size(style), (style.edge_spacing.get() / FULL_SIZE_EDGE_SPACING).min(1.0));
    let symbols: Vec<SymbolId> =
        (0..KINDS).map(|kind| sheet.add_symbol(tree(look, kind, SIZES[kind] * crown))).collect();
    let bushes = [(1, 0.56), (3, 0.72), (5, 0.86)]
        .map(|(kind, size)| sheet.add_symbol(tree(look, kind, size * bush)));
    let mut planted = TreeIndex::new(frame.rect, style.spacing.get());
    let mut edge = Vec::new();
    let mut stands: Vec<Vec<Point>> = vec![Vec::new(); KINDS];
    let avoided = Occupancy::ROAD.or(Occupancy::WATER).or(Occupancy::HOUSE).or(Occupancy::LETTERS);
    let free = |place: Point, reach: f64| {
        let around = [(0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)];
        around.iter().all(|(dx, dy)| !clearing.at(place.translate(*dx, *dy)).meets(avoided))
    };
    for wood in woods {
        let rings: Vec<Vec<Point>> = wood.parts.iter().flat_map(|p| frame.rings(p)).collect();
        for ring in &rings {
            for place in points_along(ring, style.edge_spacing.get()) {
                // Each bush along an edge is slightly off the line, for an irregular look.
                let stray = |shift: u32| ((noise(place) >> shift) % 1000) as f64 / 1000.0 - 0.5;
                let place = place.translate(stray(8) * 0.5, stray(24) * 0.5);
                let on_frame = !frame.rect.expand(-0.8).contains(place);
                if !on_frame
                    && free(place, 0.45)
                    && planted.plant(place, style.edge_spacing.get() * 0.7)
                {
                    edge.push((place, bushes[(noise(place) % 3) as usize]));
                }
            }
        }
    }
    for place in seedlings.iter().copied() {
        // `clearing` already records the woods; testing every ring would take much longer.
        if clearing.at(place).meets(Occupancy::WOODS)
            && free(place, 0.5)
            && planted.plant(place, style.spacing.get())
        {
            stands[(noise(place) % KINDS as u64) as usize].push(place);
        }
    }
    let mut items = Vec::new();
    if style.tint.rgb == look.sheet.paper.rgb {
        // Without a tint, only this line shows the edge of a wood.
        let whole = edges(woods, frame, clearing, |_| true);
        items.push(Item::line(whole, Stroke::round(style.shade, 0.13)));
    }
    // Edges away from the light are shaded.
    let shaded = edges(woods, frame, clearing, |(x, y)| x + y > 0.0);
    items.push(Item::line(shaded, Stroke::round(style.shade, 0.26)));
    // Drawn kind by kind. Within a kind, from far to near: each tree covers those behind it.
    let mut all: Vec<(Point, SymbolId)> = edge;
    for (kind, places) in stands.into_iter().enumerate() {
        all.extend(places.into_iter().map(|p| (p, symbols[kind])));
    }
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y).then(a.0.x.total_cmp(&b.0.x)));
    let mut kinds: Vec<SymbolId> = symbols;
    kinds.extend(bushes);
    for kind in kinds {
        let at = all.iter().filter(|(_, k)| *k == kind).map(|(p, _)| *p).collect();
        items.push(Item::Stamps { symbol: kind, at });
    }
    items
}

/// Draws orchards: a square grid of trees, aligned with the longest side.
pub(crate) fn orchards(
    orchards: &[Area],
    frame: &MapFrame,
    clearing: &Clearing,
    look: &Style,
    sheet: &mut Sheet,
) -> Vec<Item> {
    let style = &look.woods;
    let dot = style.orchard_spacing.get() * ORCHARD_DOT;
    let tree = || Symbol {
        items: vec![
            Item::fill(Path::circle(Point::new(0.0, 0.0), dot), style.crown),
            Item::line(Path::circle(Point::new(0.0, 0.0), dot), Stroke::solid(style.shade, 0.11)),
        ],
        reach: 0.4,
    };
    let own = look.symbols.mark(Mark::Orchard);
    let symbol = sheet.add_symbol(own.map_or_else(tree, |own| own.symbol(1.0)));
    let avoided = Occupancy::ROAD.or(Occupancy::WATER).or(Occupancy::HOUSE).or(Occupancy::LETTERS);
    let mut items: Vec<Item> = orchards
        .iter()
        .map(|o| Item::fill_with_holes(frame.area(&o.parts), style.orchard_tint))
        .collect();
    let mut at = Vec::new();
    for orchard in orchards {
        for part in &orchard.parts {
            let rings = frame.rings(part);
            let (u, v) = rows(&rings[0]);
            let project = |p: Point| (p.x * u.0 + p.y * u.1, p.x * v.0 + p.y * v.1);
            let Some(span) = Rect::bounding(rings[0].iter().map(|p| {
                let (a, b) = project(*p);
                Point::new(a, b)
            })) else {
                continue;
            };
            let steps =
                |length: f64| (length / style.orchard_spacing.get()).floor().max(1.0) as usize;
            let (across, down) = (steps(span.width()), steps(span.height()));
            for row in 0..=down {
                for column in 0..=across {
                    let a = span.left
                        + (span.width() - across as f64 * style.orchard_spacing.get()) / 2.0
                        + column as f64 * style.orchard_spacing.get();
                    let b = span.top
                        + (span.height() - down as f64 * style.orchard_spacing.get()) / 2.0
                        + row as f64 * style.orchard_spacing.get();
                    let place = Point::new(a * u.0 + b * v.0, a * u.1 + b * v.1);
                    if inside(&rings, place)
                        && frame.rect.expand(-0.4).contains(place)
                        && !clearing.at(place).meets(avoided)
                    {
                        at.push(place);
                    }
                }
            }
        }
    }
    items.push(Item::Stamps { symbol, at });
    items
}

/// The spacing of full-sized trees, in millimetres.
const FULL_SIZE_SPACING: f64 = 1.22;
/// The spacing of full-sized trees along an edge, in millimetres.
const FULL_SIZE_EDGE_SPACING: f64 = 0.95;
/// The radius of a tree in an orchard, relative to the spacing.
pub(crate) const ORCHARD_DOT: f64 = 0.2;
/// The number of different tree marks.
const KINDS: usize = 9;
/// The size of each kind of tree mark, a mix of old and young trees.
const SIZES: [f64; KINDS] = [1.0, 0.8, 1.12, 0.9, 0.68, 1.05, 0.86, 1.2, 0.95];

/// Returns the size of the trees of a style: closer trees are smaller.
pub(crate) fn size(style: &WoodsStyle<Ink>) -> f64 {
    (style.spacing.get() / FULL_SIZE_SPACING).min(1.0)
}

/// Returns the map's own tree symbol, or a crown of uneven lobes that differ by kind. Light comes
/// from the north-west: a smaller crown offset towards it leaves the shaded side visible.
pub(crate) fn tree(look: &Style, kind: usize, size: f64) -> Symbol {
    if let Some(own) = look.symbols.mark(Mark::Tree) {
        return own.symbol(size);
    }
    let style = &look.woods;
    let whole = crown(kind, size, (0.0, 0.0));
    let lit = crown(kind, size * 0.78, (-0.09 * size, -0.11 * size));
    Symbol {
        items: vec![
            Item::fill(whole.clone(), style.shade),
            Item::fill(lit, style.crown),
            Item::line(whole, Stroke::solid(style.shade, 0.06)),
        ],
        reach: size,
    }
}

/// Returns the outline of a crown about a millimetre across at size 1, moved by an offset.
fn crown(kind: usize, size: f64, (dx, dy): (f64, f64)) -> Path {
    let lobes = 4 + kind % 3;
    // A pseudorandom number from 0 to 1, fixed for each kind, lobe and purpose.
    let share =
        |lobe: usize, of: u64| (mix((kind * 16 + lobe) as u64 * 4 + of) % 1000) as f64 / 999.0;
    let angle = |lobe: usize| {
        let even = (lobe as f64 + 0.35 * share(lobe % lobes, 0)) / lobes as f64;
        (even + share(0, 1)) * std::f64::consts::TAU
    };
    let (wide, high) = (0.52 + 0.1 * share(1, 2), 0.46 + 0.08 * share(2, 2));
    let at = |turn: f64, reach: f64| {
        let (x, y) = (libm::cos(turn) * reach * wide, libm::sin(turn) * reach * high);
        Point::new(dx + x * size, dy + y * size)
    };
    // Lobes meet in notches; control points well beyond them make the lobes round.
    let notch = |lobe: usize| at(angle(lobe), 0.72 + 0.16 * share(lobe % lobes, 3));
    let mut segments = vec![Segment::Move(notch(0))];
    for lobe in 0..lobes {
        let (from, to) = (angle(lobe), angle(lobe + 1));
        let reach = 1.12 + 0.34 * share(lobe, 1);
        let handle = |part: f64| at(from + (to - from) * part, reach);
        segments.push(Segment::Cubic(handle(0.12), handle(0.88), notch(lobe + 1)));
    }
    segments.push(Segment::Close);
    Path::from_segments(segments)
}

/// Returns lines along the sides whose outward direction satisfies a predicate, with gaps at roads
/// and water.
fn edges(
    woods: &[Area],
    frame: &MapFrame,
    clearing: &Clearing,
    is_drawn: impl Fn((f64, f64)) -> bool,
) -> Path {
    let inner = frame.rect.expand(-0.3);
    let mut path = Path::new();
    for ring in woods.iter().flat_map(|w| &w.parts).flat_map(|part| frame.rings(part)) {
        let mut run: Vec<Point> = Vec::new();
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            // Ground rings run counter-clockwise with y up: the outside is to the right of travel.
            let outward = (-(b.y - a.y), b.x - a.x);
            let middle = a.toward(*b, 0.5);
            let beside = [(0.0, 0.0), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)];
            let cut = beside.iter().any(|(dx, dy)| {
                clearing.at(middle.translate(*dx, *dy)).meets(Occupancy::ROAD.or(Occupancy::WATER))
            });
            if is_drawn(outward) && !cut && inner.contains(*a) && inner.contains(*b) {
                if run.last() != Some(a) {
                    path.add_curve(&run);
                    run = vec![*a];
                }
                run.push(*b);
            }
        }
        path.add_curve(&run);
    }
    path
}

/// Returns evenly spaced points along a ring.
fn points_along(ring: &[Point], distance: f64) -> Vec<Point> {
    let mut places = Vec::new();
    let mut left = 0.0;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let length = a.distance(*b);
        while left < length {
            places.push(a.toward(*b, left / length));
            left += distance;
        }
        left -= length;
    }
    places
}

/// Returns candidate points for trees in a frame covered by woods, several for each tree that will
/// be drawn. Their order has no pattern and does not depend on the rest of the map.
pub(crate) fn seedlings(frame: Rect, spacing: f64) -> Vec<Point> {
    let bounds = frame.expand(-0.8);
    let cell = spacing * 0.5;
    let range = |low: f64, high: f64| (low / cell).floor() as i64..=(high / cell).ceil() as i64;
    let mut places = Vec::new();
    for row in range(bounds.top, bounds.bottom) {
        for column in range(bounds.left, bounds.right) {
            let hash = mix((row as u64) << 32 ^ (column as u64 & 0xffff_ffff));
            let part = |shift: u32| ((hash >> shift) & 0xffff) as f64 / 65_536.0;
            let place =
                Point::new((column as f64 + part(0)) * cell, (row as f64 + part(16)) * cell);
            places.push((hash >> 32, row, column, place));
        }
    }
    places.sort_unstable_by_key(|(order, row, column, _)| (*order, *row, *column));
    places.into_iter().map(|(_, _, _, place)| place).collect()
}

/// Returns a deterministic pseudorandom number for a point.
pub(crate) fn noise(place: Point) -> u64 {
    mix(((place.x * 1000.0) as i64 as u64) << 24 ^ (place.y * 1000.0) as i64 as u64)
}

fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Whether a point is inside rings, by the even-odd rule.
pub(crate) fn inside(rings: &[Vec<Point>], place: Point) -> bool {
    let mut inside = false;
    for ring in rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if (a.y > place.y) != (b.y > place.y)
                && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
            {
                inside = !inside;
            }
        }
    }
    inside
}

/// Returns the directions along and across the longest side of a ring.
fn rows(ring: &[Point]) -> ((f64, f64), (f64, f64)) {
    let mut best = (0.0, (1.0, 0.0));
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let length = a.distance(*b);
        if length > best.0 {
            best = (length, ((b.x - a.x) / length, (b.y - a.y) / length));
        }
    }
    let (_, along) = best;
    (along, (-along.1, along.0))
}

/// The trees planted so far, indexed to keep trees apart.
struct TreeIndex {
    frame: Rect,
    cell: f64,
    columns: usize,
    rows: usize,
    trees: Vec<Vec<Point>>,
}

impl TreeIndex {
    fn new(frame: Rect, cell: f64) -> Self {
        let columns = (frame.width() / cell) as usize + 1;
        let rows = (frame.height() / cell) as usize + 1;
        Self { frame, cell, columns, rows, trees: vec![Vec::new(); columns * rows] }
    }

    /// Plants a tree in the frame unless another is closer than `distance` (at most one cell);
    /// returns whether it did.
    fn plant(&mut self, place: Point, distance: f64) -> bool {
        if !self.frame.contains(place) {
            return false;
        }
        let column = ((place.x - self.frame.left) / self.cell) as usize;
        let row = ((place.y - self.frame.top) / self.cell) as usize;
        for r in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            for c in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                if self.trees[r * self.columns + c].iter().any(|t| t.distance(place) < distance) {
                    return false;
                }
            }
        }
        self.trees[row * self.columns + column].push(place);
        true
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Gap, GroundPoint, PaperLength, Polygon, StyleName, sample};

    use super::*;

    /// Draws a wood of 60 × 60 mm; returns the items and the sheet with its trees.
    fn square(style: &Style) -> (Vec<Item>, Sheet) {
        let map = sample::parts().map;
        let frame = MapFrame::new(&map, map.scale, Point::new(0.0, 0.0));
        let at = GroundPoint::from_metres;
        let exterior = vec![at(1_000, 1_000), at(1_960, 1_000), at(1_960, 1_960), at(1_000, 1_960)];
        let parts = vec![Polygon { exterior, holes: Vec::new() }];
        let wood = Area { id: sample::id("wood"), parts };
        let mut clearing = Clearing::new(frame.rect);
        clearing.take_area(&frame.rings(&wood.parts[0]), Occupancy::WOODS);
        let side = PaperLength::from_millimetres(500.0);
        let mut sheet = Sheet::new("wood".to_owned(), side, side);
        let seedlings = seedlings(frame.rect, style.woods.spacing.get());
        let items = trees(&[wood], &frame, &clearing, style, &seedlings, &mut sheet);
        (items, sheet)
    }

    /// Returns the number of trees in the square wood, and the radius of the largest.
    fn tree_count_and_reach(spacing: f64) -> (usize, f64) {
        let mut style = Style::built_in(StyleName::Staff);
        style.woods.spacing = Gap::try_from(format!("{spacing} mm")).expect("valid distance");
        let (items, sheet) = square(&style);
        let stamps = items.iter().filter_map(|item| match item {
            Item::Stamps { symbol, at } => Some((at.len(), sheet.symbol(*symbol).reach)),
            _ => None,
        });
        stamps.take(KINDS).fold((0, 0.0), |(count, most), (n, reach)| (count + n, reach.max(most)))
    }

    #[test]
    fn dense_woods_have_smaller_trees() {
        let ((open, large), (close, small)) =
            (tree_count_and_reach(1.5), tree_count_and_reach(0.9));
        assert!(close as f64 > open as f64 * 2.0, "{open} {close}");
        assert!(small < large * 0.75, "{large} {small}");
    }

    /// Returns the length of line along the edges of the square wood, in millimetres.
    fn edge_length(look: StyleName) -> f64 {
        let (items, _) = square(&Style::built_in(look));
        let long = |path: &Path| {
            let ends =
                path.segments().iter().map(|segment| segment.points().into_iter().flatten().last());
            let ends: Vec<Point> = ends.flatten().collect();
            ends.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>()
        };
        items
            .iter()
            .map(|item| if let Item::Line { path, .. } = item { long(path) } else { 0.0 })
            .sum()
    }

    #[test]
    fn untinted_woods_have_full_edge() {
        // Half of the edge faces away from the light.
        assert!((edge_length(StyleName::Staff) - 120.0).abs() < 1.0);
        assert!((edge_length(StyleName::Plain) - 360.0).abs() < 1.0);
    }

    #[test]
    fn trees_differ_within_their_reach() {
        let style = Style::built_in(StyleName::Survey);
        let crowns: Vec<Path> = (0..KINDS).map(|kind| crown(kind, 1.0, (0.0, 0.0))).collect();
        for (kind, path) in crowns.iter().enumerate() {
            assert!(!crowns[..kind].contains(path), "{kind}");
            let reach = tree(&style, kind, 1.0).reach;
            let points = path.segments().iter().flat_map(|segment| segment.points()).flatten();
            // Control points are outside the lobes that they shape.
            let farthest = points.map(|p| p.distance(Point::default())).fold(0.0, f64::max);
            assert!((0.5..=reach).contains(&farthest), "{kind}: {farthest} of {reach}");
        }
    }
}
