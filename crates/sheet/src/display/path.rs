//! Points, rectangles and paths on a sheet, in millimetres from its top-left corner, `y` down.

/// A point on the sheet, in millimetres from its top-left corner, `y` down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Millimetres to the right.
    pub x: f64,
    /// Millimetres down.
    pub y: f64,
}

impl Point {
    /// Returns the point with these coordinates in millimetres.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the point moved by an offset in millimetres.
    pub fn translate(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }

    /// Returns the distance to another point in millimetres.
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Returns the point at a fraction (0 to 1) of the distance to another.
    pub fn toward(self, other: Self, share: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }
}

/// An axis-aligned rectangle on the sheet, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left side.
    pub left: f64,
    /// Upper side.
    pub top: f64,
    /// Right side.
    pub right: f64,
    /// Lower side.
    pub bottom: f64,
}

impl Rect {
    /// Returns the rectangle with these sides.
    pub const fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { left, top, right, bottom }
    }

    /// Returns the rectangle with this top-left corner and size.
    pub const fn from_size(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self { left, top, right: left + width, bottom: top + height }
    }

    /// Returns the width in millimetres.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Returns the height in millimetres.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Returns the centre.
    pub fn centre(&self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// Returns the rectangle with every side moved outwards by a distance, or inwards if the
    /// distance is negative.
    pub fn expand(&self, by: f64) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }

    /// Whether a point is inside or on a side.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.left && p.x <= self.right && p.y >= self.top && p.y <= self.bottom
    }

    /// Whether two rectangles share any point.
    pub fn intersects(&self, other: &Self) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// Returns the intersection, or `None` if the rectangles do not intersect.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let shared = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        self.intersects(other).then_some(shared)
    }

    /// Returns the bounding box of points, or `None` without points.
    pub fn bounding(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, p| {
            Some(match bounds {
                None => Self::new(p.x, p.y, p.x, p.y),
                Some(b) => {
                    Self::new(b.left.min(p.x), b.top.min(p.y), b.right.max(p.x), b.bottom.max(p.y))
                }
            })
        })
    }

    /// Returns the bounding box of both rectangles.
    pub fn union(&self, other: &Self) -> Self {
        Self::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }
}

/// A segment of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// The start of a new line.
    Move(Point),
    /// A straight line to a point.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end point.
    Cubic(Point, Point, Point),
    /// A straight line back to the start of the current line.
    Close,
}

impl Segment {
    /// Returns the segment's points, including control points.
    pub const fn points(&self) -> [Option<Point>; 3] {
        match *self {
            Self::Move(p) | Self::Line(p) => [Some(p), None, None],
            Self::Cubic(a, b, c) => [Some(a), Some(b), Some(c)],
            Self::Close => [None; 3],
        }
    }

    /// Returns the segment moved by an offset.
    pub(crate) fn translate(&self, (dx, dy): (f64, f64)) -> Self {
        self.map(|p| p.translate(dx, dy))
    }

    /// Returns the segment with every point mapped.
    fn map(&self, at: impl Fn(Point) -> Point) -> Self {
        match *self {
            Self::Move(p) => Self::Move(at(p)),
            Self::Line(p) => Self::Line(at(p)),
            Self::Cubic(a, b, c) => Self::Cubic(at(a), at(b), at(c)),
            Self::Close => Self::Close,
        }
    }
}

/// Lines and curves for filling, stroking or clipping.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    segments: Vec<Segment>,
}

impl Path {
    /// Returns an empty path.
    pub const fn new() -> Self {
        Self { segments: Vec::new() }
    }

    /// Returns the path with these segments.
    pub const fn from_segments(segments: Vec<Segment>) -> Self {
        Self { segments }
    }

    /// Returns an open line through points.
    pub fn line(points: &[Point]) -> Self {
        let mut path = Self::new();
        path.add_line(points);
        path
    }

    /// Returns a closed ring through points.
    pub fn ring(points: &[Point]) -> Self {
        let mut path = Self::new();
        path.add_ring(points);
        path
    }

    /// Returns the outline of a rectangle.
    pub fn rect(rect: Rect) -> Self {
        Self::ring(&[
            Point::new(rect.left, rect.top),
            Point::new(rect.right, rect.top),
            Point::new(rect.right, rect.bottom),
            Point::new(rect.left, rect.bottom),
        ])
    }

    /// Returns a rectangle with rounded corners.
    pub fn rounded_rect(rect: Rect, radius: f64) -> Self {
        let (r, k) = (radius, radius * (1.0 - CIRCLE_CONTROL));
        let Rect { left, top, right, bottom } = rect;
        let p = Point::new;
        Self {
            segments: vec![
                Segment::Move(p(left + r, top)),
                Segment::Line(p(right - r, top)),
                Segment::Cubic(p(right - k, top), p(right, top + k), p(right, top + r)),
                Segment::Line(p(right, bottom - r)),
                Segment::Cubic(p(right, bottom - k), p(right - k, bottom), p(right - r, bottom)),
                Segment::Line(p(left + r, bottom)),
                Segment::Cubic(p(left + k, bottom), p(left, bottom - k), p(left, bottom - r)),
                Segment::Line(p(left, top + r)),
                Segment::Cubic(p(left, top + k), p(left + k, top), p(left + r, top)),
                Segment::Close,
            ],
        }
    }

    /// Returns a circle.
    pub fn circle(centre: Point, radius: f64) -> Self {
        Self::rounded_rect(
            Rect::new(centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius),
            radius,
        )
    }

    /// Adds an open line; fewer than two points add nothing.
    pub fn add_line(&mut self, points: &[Point]) {
        if let [first, rest @ ..] = points
            && !rest.is_empty()
        {
            self.segments.push(Segment::Move(*first));
            self.segments.extend(rest.iter().map(|p| Segment::Line(*p)));
        }
    }

    /// Adds a closed ring; fewer than three points add nothing.
    pub fn add_ring(&mut self, points: &[Point]) {
        if points.len() > 2 {
            self.add_line(points);
            self.segments.push(Segment::Close);
        }
    }

    /// Adds an open line through all points, gently curved between them and never far from the
    /// straight lines. Sharp corners stay sharp.
    pub fn add_curve(&mut self, points: &[Point]) {
        self.add_bends(points, false);
    }

    /// Adds a closed ring through all points, gently curved between them and never far from the
    /// straight lines. Sharp corners stay sharp.
    pub fn add_curved_ring(&mut self, points: &[Point]) {
        if points.len() > 2 {
            self.add_bends(points, true);
            self.segments.push(Segment::Close);
        }
    }

    fn add_bends(&mut self, points: &[Point], closed: bool) {
        let count = points.len();
        if count < 2 {
            return;
        }
        let at = |i: isize| -> Option<Point> {
            let index = if closed { i.rem_euclid(count as isize) } else { i };
            usize::try_from(index).ok().and_then(|i| points.get(i)).copied()
        };
        // The offset of the control points from a point: parallel to the line between its
        // neighbours. It is zero at ends and sharp corners.
        let bend = |i: isize| -> (f64, f64) {
            let (Some(before), Some(here), Some(after)) = (at(i - 1), at(i), at(i + 1)) else {
                return (0.0, 0.0);
            };
            let (a, b) = (before.distance(here), here.distance(after));
            let along =
                (here.x - before.x) * (after.x - here.x) + (here.y - before.y) * (after.y - here.y);
            let whole = before.distance(after);
            if along < 0.35 * a * b || whole < 1e-9 {
                return (0.0, 0.0);
            }
            let reach = a.min(b) / 3.0 / whole;
            let way = ((after.x - before.x) * reach, (after.y - before.y) * reach);
            // A curve deviates from its straight side by at most its control points' distance from
            // that side. Between distant points this distance is kept short, so the drawn shape
            // matches the one that the rules use.
            let off = |from: Point, to: Point, side: f64| {
                ((to.x - from.x) * way.1 - (to.y - from.y) * way.0).abs() / side
            };
            let most = off(before, here, a).max(off(here, after, b));
            let share = if most > CURVE_TENSION { CURVE_TENSION / most } else { 1.0 };
            (way.0 * share, way.1 * share)
        };
        self.segments.push(Segment::Move(points[0]));
        for i in 0..(if closed { count } else { count - 1 }) as isize {
            let (Some(a), Some(b)) = (at(i), at(i + 1)) else { continue };
            let (out, into) = (bend(i), bend(i + 1));
            if out == (0.0, 0.0) && into == (0.0, 0.0) {
                self.segments.push(Segment::Line(b));
            } else {
                self.segments.push(Segment::Cubic(
                    a.translate(out.0, out.1),
                    b.translate(-into.0, -into.1),
                    b,
                ));
            }
        }
    }

    /// Adds another path.
    pub fn add(&mut self, other: &Self) {
        self.segments.extend_from_slice(&other.segments);
    }

    /// Adds a segment unchanged.
    pub fn push(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Returns the path moved by an offset.
    pub(crate) fn translate(&self, by: (f64, f64)) -> Self {
        Self { segments: self.segments.iter().map(|s| s.translate(by)).collect() }
    }

    /// Returns the path with every point mapped.
    pub fn map(&self, at: impl Fn(Point) -> Point) -> Self {
        Self { segments: self.segments.iter().map(|s| s.map(&at)).collect() }
    }

    /// Returns the segments in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns the number of points, including control points.
    pub fn vertex_count(&self) -> usize {
        self.segments
            .iter()
            .map(|s| match s {
                Segment::Move(_) | Segment::Line(_) => 1,
                Segment::Cubic(..) => 3,
                Segment::Close => 0,
            })
            .sum()
    }

    /// Returns the bounding box of all points and control points, or `None` if the path is empty.
    pub fn bounds(&self) -> Option<Rect> {
        Rect::bounding(self.segments.iter().flat_map(|s| s.points().into_iter().flatten()))
    }
}

/// The maximum distance of a control point from the straight line, in millimetres. The curve
/// reaches at most three quarters of that distance.
const CURVE_TENSION: f64 = 0.4;

/// The distance of a Bézier control point from the end of a quarter circle, as a fraction of the
/// radius.
const CIRCLE_CONTROL: f64 = 0.552_284_749_8;

#[cfg(test)]
mod tests {
    use super::*;

    /// Terrain drawn with few vertices prints in its true position: curves stay close to the
    /// straight sides.
    #[test]
    fn curves_stay_near_straight_lines() {
        let corners = [(0.0, 0.0), (60.0, 8.0), (95.0, 60.0), (80.0, 110.0), (2.0, 90.0)];
        let corners = corners.map(|(x, y)| Point::new(x, y));
        let mut path = Path::new();
        path.add_curved_ring(&corners);
        let mut at = corners[0];
        let mut farthest: f64 = 0.0;
        for segment in &path.segments {
            let (out, into, end) = match *segment {
                Segment::Cubic(out, into, end) => (out, into, end),
                Segment::Move(end) | Segment::Line(end) => {
                    at = end;
                    continue;
                }
                Segment::Close => continue,
            };
            let side = at.distance(end);
            for step in 0..=20 {
                let t = f64::from(step) / 20.0;
                let along = |a: f64, b: f64, c: f64, d: f64| {
                    let u = 1.0 - t;
                    u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                };
                let x = along(at.x, out.x, into.x, end.x) - at.x;
                let y = along(at.y, out.y, into.y, end.y) - at.y;
                let off = ((end.x - at.x) * y - (end.y - at.y) * x).abs() / side;
                farthest = farthest.max(off);
            }
            at = end;
        }
        assert!((0.1..=0.75 * CURVE_TENSION + 1e-9).contains(&farthest), "{farthest}");
    }
}
