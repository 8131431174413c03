//! Points, rectangles and matrices of a page, in points of 1/72 inch with `y` up.

/// Millimetres in a point.
pub(crate) const MM_PER_POINT: f64 = 25.4 / 72.0;

/// A position on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn distance(self, other: Self) -> f64 {
        libm::hypot(self.x - other.x, self.y - other.y)
    }

    /// The point at a fraction of the way to another point.
    pub(crate) fn towards(self, other: Self, fraction: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * fraction, self.y + (other.y - self.y) * fraction)
    }
}

/// An axis-aligned rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) bottom: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
}

impl Area {
    /// The rectangle between two opposite corners, in either order.
    pub(crate) fn from_corners(a: Point, b: Point) -> Self {
        Self { left: a.x.min(b.x), bottom: a.y.min(b.y), right: a.x.max(b.x), top: a.y.max(b.y) }
    }

    /// The bounding box of the points.
    pub(crate) fn bounding_box(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().map(|point| Self::from_corners(point, point)).reduce(|all, one| Self {
            left: all.left.min(one.left),
            bottom: all.bottom.min(one.bottom),
            right: all.right.max(one.right),
            top: all.top.max(one.top),
        })
    }

    pub(crate) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(self) -> f64 {
        self.top - self.bottom
    }

    pub(crate) fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.bottom..=self.top).contains(&point.y)
    }

    pub(crate) fn intersection(self, other: Self) -> Option<Self> {
        let common = Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        };
        (common.left <= common.right && common.bottom <= common.top).then_some(common)
    }

    /// The rectangle extended by `by` on every side.
    pub(crate) fn expand(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            bottom: self.bottom - by,
            right: self.right + by,
            top: self.top + by,
        }
    }

    /// Whether this rectangle, extended by `slack`, contains another.
    pub(crate) fn contains_area(self, other: Self, slack: f64) -> bool {
        let outer = self.expand(slack);
        other.left >= outer.left
            && other.bottom >= outer.bottom
            && other.right <= outer.right
            && other.top <= outer.top
    }

    pub(crate) fn corners(self) -> [Point; 4] {
        [
            Point::new(self.left, self.bottom),
            Point::new(self.right, self.bottom),
            Point::new(self.right, self.top),
            Point::new(self.left, self.top),
        ]
    }
}

/// An affine map, as six numbers in PDF order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix(pub(crate) [f64; 6]);

impl Matrix {
    pub(crate) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub(crate) const fn scale(by: f64) -> Self {
        Self([by, 0.0, 0.0, by, 0.0, 0.0])
    }

    pub(crate) const fn translation(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Applies this map first, then `outer`.
    pub(crate) fn then(self, outer: Self) -> Self {
        let ([a, b, c, d, e, f], m) = (self.0, outer.0);
        let all = [
            a * m[0] + b * m[2],
            a * m[1] + b * m[3],
            c * m[0] + d * m[2],
            c * m[1] + d * m[3],
            e * m[0] + f * m[2] + m[4],
            e * m[1] + f * m[3] + m[5],
        ];
        // Numbers in an untrusted file may overflow.
        Self(all.map(|number| if number.is_finite() { number } else { 0.0 }))
    }

    pub(crate) fn apply(self, point: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        Point::new(a * point.x + c * point.y + e, b * point.x + d * point.y + f)
    }

    /// The lengths of a horizontal and a vertical unit after mapping.
    pub(crate) fn unit_lengths(self) -> (f64, f64) {
        let [a, b, c, d, ..] = self.0;
        (libm::hypot(a, b), libm::hypot(c, d))
    }

    /// The minimum scale factor of the map, over all directions.
    pub(crate) fn min_scale(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        let sum = a * a + b * b + c * c + d * d;
        let determinant = a * d - b * c;
        let root = (sum * sum - 4.0 * determinant * determinant).max(0.0).sqrt();
        ((sum - root) / 2.0).max(0.0).sqrt()
    }

    /// The inverse map, if it exists.
    pub(crate) fn inverse(self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0;
        let determinant = a * d - b * c;
        if determinant.abs() < 1e-12 {
            return None;
        }
        let back = [
            d / determinant,
            -b / determinant,
            -c / determinant,
            a / determinant,
            (c * f - d * e) / determinant,
            (b * e - a * f) / determinant,
        ];
        back.iter().all(|number| number.is_finite()).then_some(Self(back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composes_and_inverts_matrices() {
        let map =
            Matrix([2.0, 0.0, 0.0, 3.0, 10.0, 20.0]).then(Matrix([0.0, 1.0, -1.0, 0.0, 5.0, 0.0]));
        let there = map.apply(Point::new(1.0, 1.0));
        assert_eq!(there, Point::new(-18.0, 12.0));
        let back = map.inverse().expect("invertible map").apply(there);
        assert!(back.distance(Point::new(1.0, 1.0)) < 1e-12);
        assert!((map.min_scale() - 2.0).abs() < 1e-12);
        assert_eq!(Matrix([1.0, 1.0, 1.0, 1.0, 0.0, 0.0]).inverse(), None);
    }
}
