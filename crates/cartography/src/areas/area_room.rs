//! Area polygons on the sheet, the lines across them and the free space inside them.

use rstar::primitives::Line;
use rstar::{AABB, RTree};
use sandtable_pack::{Polygon, Polyline};
use sandtable_sheet::{Point, Rect};

use crate::frame::MapFrame;

/// Straight segments on the sheet, indexed by position.
pub(crate) struct Lines(RTree<Line<[f64; 2]>>);

impl Lines {
    /// Returns the segments of drawn lines.
    pub(crate) fn of<'l>(frame: &MapFrame, lines: impl IntoIterator<Item = &'l Polyline>) -> Self {
        let lines = lines.into_iter().map(|line| frame.line(line));
        let sides = lines
            .flat_map(|line| line.windows(2).map(|ends| (ends[0], ends[1])).collect::<Vec<_>>());
        Self::from_sides(sides)
    }

    pub(crate) fn from_sides(sides: impl Iterator<Item = (Point, Point)>) -> Self {
        Self(RTree::bulk_load(sides.map(|(a, b)| Line::new([a.x, a.y], [b.x, b.y])).collect()))
    }

    /// Returns the distance from a point to the nearest segment.
    pub(crate) fn distance(&self, at: Point) -> f64 {
        let nearest = self.0.nearest_neighbor(&[at.x, at.y]);
        nearest.map_or(f64::INFINITY, |side| segment_distance(at, point(side.from), point(side.to)))
    }

    /// Returns the total length of the segments within a rectangle.
    pub(crate) fn length_within(&self, rect: &Rect) -> f64 {
        let envelope = AABB::from_corners([rect.left, rect.top], [rect.right, rect.bottom]);
        let near = self.0.locate_in_envelope_intersecting(&envelope);
        near.filter_map(|side| length_in_rect(point(side.from), point(side.to), rect)).sum()
    }

    /// Whether any segment intersects a rectangle.
    pub(crate) fn intersects(&self, rect: &Rect) -> bool {
        let envelope = AABB::from_corners([rect.left, rect.top], [rect.right, rect.bottom]);
        let mut near = self.0.locate_in_envelope_intersecting(&envelope);
        near.any(|side| length_in_rect(point(side.from), point(side.to), rect).is_some())
    }
}

const fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

/// Returns the length of a segment within a rectangle, or `None` if they do not intersect.
pub(crate) fn length_in_rect(from: Point, to: Point, rect: &Rect) -> Option<f64> {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    let limits = [
        (from.x, to.x - from.x, rect.left, rect.right),
        (from.y, to.y - from.y, rect.top, rect.bottom),
    ];
    for (start, way, least, most) in limits {
        if way.abs() < 1e-12 {
            if start < least || start > most {
                return None;
            }
            continue;
        }
        let (one, other) = ((least - start) / way, (most - start) / way);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    (enters <= leaves).then(|| (leaves - enters) * from.distance(to))
}

/// An area polygon on the sheet, given by its rings.
pub(crate) struct Plot {
    rings: Vec<Vec<Point>>,
    /// The bounding box.
    pub(crate) bounds: Option<Rect>,
    /// The segments of the rings.
    pub(crate) edges: Lines,
}

impl Plot {
    pub(crate) fn of(frame: &MapFrame, parts: &[Polygon]) -> Self {
        let rings: Vec<_> = parts.iter().flat_map(|part| frame.rings(part)).collect();
        let bounds = Rect::bounding(rings.iter().flatten().copied());
        let edges = Lines::from_sides(rings.iter().flat_map(|ring| sides(ring)));
        Self { rings, bounds, edges }
    }

    /// Returns the segments of all rings.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.rings.iter().flat_map(|ring| sides(ring))
    }

    /// Whether a point is inside, by the even-odd rule.
    pub(crate) fn holds(&self, at: Point) -> bool {
        let crosses = |&(a, b): &(Point, Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.bounds.is_some_and(|bounds| bounds.contains(at))
            && self.sides().filter(crosses).count() % 2 == 1
    }

    /// Returns points inside, in a grid with a spacing of about `apart`; wide plots get a wider
    /// spacing.
    pub(crate) fn places(&self, apart: f64) -> Vec<Point> {
        /// The maximum number of rows or columns of points in a plot.
        const MAX_GRID_SIDE: f64 = 48.0;
        let Some(bounds) = self.bounds else { return Vec::new() };
        let step = apart.max(bounds.width() / MAX_GRID_SIDE).max(bounds.height() / MAX_GRID_SIDE);
        let count = |length: f64| (length / step).floor().max(0.0) as usize;
        let mut places = Vec::new();
        for row in 0..=count(bounds.height()) {
            let y = bounds.top + (row as f64 + 0.5) * step;
            let ends = self.crossings_at(y);
            for column in 0..=count(bounds.width()) {
                let x = bounds.left + (column as f64 + 0.5) * step;
                if ends.iter().filter(|end| **end < x).count() % 2 == 1 {
                    places.push(Point::new(x, y));
                }
            }
        }
        places
    }

    /// Returns where the rings cross a horizontal line, from left to right.
    pub(crate) fn crossings_at(&self, y: f64) -> Vec<f64> {
        let crosses = |&(a, b): &(Point, Point)| (a.y > y) != (b.y > y);
        let at = |(a, b): (Point, Point)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
        let mut crossed: Vec<f64> = self.sides().filter(crosses).map(at).collect();
        crossed.sort_by(f64::total_cmp);
        crossed
    }

    /// Whether a rectangle around a point of the plot is entirely inside the plot.
    pub(crate) fn has_room(&self, rect: &Rect) -> bool {
        !self.edges.intersects(rect)
    }
}

fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| (a, b))
}

/// Returns a rectangle of a size centred on a point.
pub(crate) fn centred_rect(middle: Point, (width, height): (f64, f64)) -> Rect {
    Rect::from_size(middle.x - width / 2.0, middle.y - height / 2.0, width, height)
}

/// Returns the distance from a point to the segment between two others.
fn segment_distance(at: Point, a: Point, b: Point) -> f64 {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let square = x * x + y * y;
    if square <= 0.0 {
        return at.distance(a);
    }
    let part = (((at.x - a.x) * x + (at.y - a.y) * y) / square).clamp(0.0, 1.0);
    at.distance(a.toward(b, part))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundLength, GroundPoint, Scale};

    use super::*;

    #[test]
    fn ring_plot_fits_around_hole() {
        let ring = |at: i32, side: i32| {
            let end = at + side;
            [(at, at), (end, at), (end, end), (at, end)]
                .map(|(x, y)| GroundPoint::from_metres(x, y))
        };
        let parts = [Polygon { exterior: ring(0, 60).into(), holes: vec![ring(20, 20).into()] }];
        let length = GroundLength::from_metres(100);
        let scale = Scale::new(1_000).expect("valid scale");
        let frame = MapFrame::with_size(length, length, scale, Point::new(0.0, 0.0));
        let plot = Plot::of(&frame, &parts);
        let places = plot.places(2.0);
        assert!(places.len() > 600 && places.iter().all(|at| plot.holds(*at)));
        let square = |side: f64| {
            let rects = places.iter().map(|at| centred_rect(*at, (side, side)));
            rects.filter(|rect| plot.has_room(rect)).count()
        };
        assert!(square(10.0) > square(17.0) && square(17.0) > 0);
        assert_eq!(square(25.0), 0);
        let line = Lines::from_sides([(Point::new(0.0, 5.0), Point::new(100.0, 5.0))].into_iter());
        assert!((line.length_within(&Rect::from_size(10.0, 0.0, 30.0, 10.0)) - 30.0).abs() < 1e-9);
        assert!(!line.intersects(&Rect::from_size(10.0, 6.0, 30.0, 10.0)));
    }
}
