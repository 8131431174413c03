//! Paths built by a content stream, in points of the page. Curves are flattened.

use crate::geometry::{Area, Matrix, Point};

/// A subpath.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subpath {
    pub(crate) points: Vec<Point>,
    /// Whether it was closed, or ends at its start.
    pub(crate) is_closed: bool,
}

impl Subpath {
    /// The number of segments, without the closing one.
    pub(crate) fn segments(&self) -> usize {
        self.points.len().saturating_sub(1)
    }
}

/// A path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) subpaths: Vec<Subpath>,
    /// The last point before the matrix was applied; curves continue from it.
    last: Point,
    count: usize,
}

/// The number of segments of a flattened curve.
const CURVE_SEGMENTS: u32 = 8;
/// The maximum number of points of a path. The rest is ignored.
const MAX_POINTS: usize = 4_000_000;

impl Outline {
    pub(crate) fn move_to(&mut self, to: Point, matrix: Matrix) {
        self.last = to;
        if self.count < MAX_POINTS {
            self.count += 1;
            let points = vec![matrix.apply(to)];
            self.subpaths.push(Subpath { points, is_closed: false });
        }
    }

    pub(crate) fn line_to(&mut self, to: Point, matrix: Matrix) {
        self.last = to;
        self.add(matrix.apply(to));
    }

    pub(crate) fn curve_to(
        &mut self,
        control_1: Point,
        control_2: Point,
        to: Point,
        matrix: Matrix,
    ) {
        let from = self.last;
        let [a, b, c, d] = [from, control_1, control_2, to].map(|point| matrix.apply(point));
        self.last = to;
        // A tiny curve needs only its end point.
        let reach = a.distance(b).max(a.distance(c)).max(a.distance(d));
        let segments = if reach < 0.3 { 1 } else { CURVE_SEGMENTS };
        for segment in 1..=segments {
            let t = f64::from(segment) / f64::from(segments);
            let (ab, bc, cd) = (a.towards(b, t), b.towards(c, t), c.towards(d, t));
            self.add(ab.towards(bc, t).towards(bc.towards(cd, t), t));
        }
    }

    /// Adds a curve whose first control point is its start.
    pub(crate) fn curve_from_here(&mut self, control_2: Point, to: Point, matrix: Matrix) {
        self.curve_to(self.last, control_2, to, matrix);
    }

    pub(crate) fn rectangle(&mut self, from: Point, width: f64, height: f64, matrix: Matrix) {
        let to = Point::new(from.x + width, from.y + height);
        self.move_to(from, matrix);
        for corner in [Point::new(to.x, from.y), to, Point::new(from.x, to.y)] {
            self.line_to(corner, matrix);
        }
        self.close();
        self.last = from;
    }

    pub(crate) fn close(&mut self) {
        if let Some(subpath) = self.subpaths.last_mut() {
            subpath.is_closed = true;
        }
    }

    /// Finishes the path. Subpaths whose ends meet count as closed.
    pub(crate) fn finish(&mut self) {
        for subpath in &mut self.subpaths {
            if let [first, .., last] = subpath.points.as_slice() {
                subpath.is_closed |= subpath.points.len() > 2 && first.distance(*last) < 0.01;
            }
        }
    }

    pub(crate) fn bounds(&self) -> Option<Area> {
        Area::bounding_box(self.subpaths.iter().flat_map(|subpath| subpath.points.iter().copied()))
    }

    /// The rectangle that the path draws, if any.
    pub(crate) fn as_rectangle(&self) -> Option<Area> {
        let [subpath] = self.subpaths.as_slice() else { return None };
        let points = subpath.points.as_slice();
        let points = match points {
            [first, inner @ .., last] if inner.len() == 3 && first.distance(*last) < 1e-6 => {
                &points[..4]
            }
            _ => points,
        };
        let [a, b, c, d] = points else { return None };
        let is_close = |x: f64, y: f64| (x - y).abs() < 1e-6;
        let is_axis_aligned =
            (is_close(a.x, b.x) && is_close(b.y, c.y) && is_close(c.x, d.x) && is_close(d.y, a.y))
                || (is_close(a.y, b.y)
                    && is_close(b.x, c.x)
                    && is_close(c.y, d.y)
                    && is_close(d.x, a.x));
        is_axis_aligned.then(|| Area::from_corners(*a, *c))
    }

    fn add(&mut self, point: Point) {
        if self.count >= MAX_POINTS {
            return;
        }
        self.count += 1;
        match self.subpaths.last_mut() {
            Some(stretch) if !stretch.is_closed => stretch.points.push(point),
            // After a subpath is closed, the next one continues from its start.
            Some(stretch) => {
                let from = stretch.points.first().copied().unwrap_or(point);
                self.subpaths.push(Subpath { points: vec![from, point], is_closed: false });
            }
            None => self.subpaths.push(Subpath { points: vec![point], is_closed: false }),
        }
    }
}
