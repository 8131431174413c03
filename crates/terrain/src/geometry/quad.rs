//! Convex parts of footprints with integer corners, and exact predicates for them.
//!
//! Coordinates reach 3 × 10⁷ cm, so cross products stay below 2⁵⁴ and their squares fit into
//! `i128`.

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

use crate::geometry::edge::Place;

/// A convex polygon with three or four corners, counter-clockwise; a triangle repeats a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quad {
    corners: [GroundPoint; 4],
    bounds: Bounds,
}

/// An axis-aligned bounding box, edges included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub(crate) low: GroundPoint,
    pub(crate) high: GroundPoint,
}

/// The separation of two polygons by an edge of the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Separation {
    /// The second polygon is not entirely beyond any edge.
    NotBeyond,
    /// The second polygon is entirely beyond an edge, within the bound.
    Near,
    /// The second polygon is entirely beyond an edge, outside the bound.
    Beyond,
}

/// The distance of a point from an edge.
#[derive(Clone, Copy)]
enum Gap {
    /// An end of the edge is nearest: the squared distance.
    End { squared: i64 },
    /// A point between the ends is nearest: the distance is `cross / √length_squared`.
    Side { cross: i64, length_squared: i64 },
}

impl Bounds {
    /// Empty bounds, which intersect no other bounds.
    pub const NOWHERE: Self = Self {
        low: GroundPoint::new(i32::MAX, i32::MAX),
        high: GroundPoint::new(i32::MIN, i32::MIN),
    };

    /// The bounds of the straight line between two points.
    pub fn between(a: GroundPoint, b: GroundPoint) -> Self {
        Self::of(&[a, b])
    }

    pub(crate) fn of(points: &[GroundPoint]) -> Self {
        let mut bounds = Self { low: points[0], high: points[0] };
        for &point in &points[1..] {
            bounds = bounds.with(point);
        }
        bounds
    }

    /// The bounds of the straight line between two points inside the tiles, in whole centimetres.
    pub(crate) fn around(a: Place, b: Place) -> Self {
        // Coordinates are not negative, so truncation rounds down. They are never NaN either, so a
        // single instruction finds the minimum.
        let low = |a: f64, b: f64| (if a < b { a } else { b }) as i32;
        let high = |a: f64, b: f64| (if a > b { a } else { b }) as i32 + 1;
        Self {
            low: GroundPoint::new(low(a.x, b.x), low(a.y, b.y)),
            high: GroundPoint::new(high(a.x, b.x), high(a.y, b.y)),
        }
    }

    /// The square in this `column` and `row` of a lattice.
    pub(crate) const fn square(column: i32, row: i32, side: i32) -> Self {
        Self {
            low: GroundPoint::new(column * side, row * side),
            high: GroundPoint::new((column + 1) * side, (row + 1) * side),
        }
    }

    /// The rectangle as a polygon, counter-clockwise.
    pub(crate) fn quad(&self) -> Quad {
        let Self { low, high } = *self;
        Quad::new([high, GroundPoint::new(low.x, high.y), low, GroundPoint::new(high.x, low.y)])
    }

    pub(crate) fn with(self, point: GroundPoint) -> Self {
        Self {
            low: GroundPoint::new(self.low.x.min(point.x), self.low.y.min(point.y)),
            high: GroundPoint::new(self.high.x.max(point.x), self.high.y.max(point.y)),
        }
    }

    /// The smallest bounds that contain both.
    pub fn union(self, other: Self) -> Self {
        self.with(other.low).with(other.high)
    }

    /// The intersection of two intersecting bounds.
    pub(crate) fn common(self, other: &Self) -> Self {
        Self {
            low: GroundPoint::new(self.low.x.max(other.low.x), self.low.y.max(other.low.y)),
            high: GroundPoint::new(self.high.x.min(other.high.x), self.high.y.min(other.high.y)),
        }
    }

    #[inline]
    pub(crate) fn widened(self, margin: i32) -> Self {
        Self {
            low: GroundPoint::new(self.low.x - margin, self.low.y - margin),
            high: GroundPoint::new(self.high.x + margin, self.high.y + margin),
        }
    }

    /// Whether two bounds share a point.
    #[inline]
    pub const fn meets(&self, other: &Self) -> bool {
        (self.low.x <= other.high.x)
            & (other.low.x <= self.high.x)
            & (self.low.y <= other.high.y)
            & (other.low.y <= self.high.y)
    }
}

/// The cross product of `a − origin` and `b − origin`: positive if `b` is to the left.
pub(crate) const fn side(origin: GroundPoint, a: GroundPoint, b: GroundPoint) -> i64 {
    (a.x as i64 - origin.x as i64) * (b.y as i64 - origin.y as i64)
        - (a.y as i64 - origin.y as i64) * (b.x as i64 - origin.x as i64)
}

impl Quad {
    pub(crate) fn new(corners: [GroundPoint; 4]) -> Self {
        Self { corners, bounds: Bounds::of(&corners) }
    }

    /// The parallelogram around a centre, given the vectors to its first two corners.
    pub(crate) fn around(middle: GroundPoint, [one, other]: [GroundVector; 2]) -> Self {
        let corners = [middle + one, middle + other, middle - one, middle - other];
        let (x, y) = (one.x.abs().max(other.x.abs()), one.y.abs().max(other.y.abs()));
        let reach = GroundVector::new(x, y);
        let quad = Self { corners, bounds: Bounds { low: middle - reach, high: middle + reach } };
        debug_assert_eq!(quad, Self::new(corners), "parallelogram is symmetric");
        quad
    }

    /// The polygon moved by a vector.
    pub(crate) fn translate(&self, way: GroundVector) -> Self {
        let Bounds { low, high } = self.bounds;
        let bounds = Bounds { low: low + way, high: high + way };
        let [a, b, c, d] = self.corners;
        Self { corners: [a + way, b + way, c + way, d + way], bounds }
    }

    pub(crate) const fn corners(&self) -> &[GroundPoint; 4] {
        &self.corners
    }

    pub(crate) const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The area of the parallelogram, in square centimetres.
    pub(crate) fn area(&self) -> f64 {
        side(self.corners[0], self.corners[1], self.corners[2]) as f64
    }

    /// The polygon's edges, except those of zero length.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (GroundPoint, GroundPoint)> + '_ {
        self.sides().filter(|(a, b)| a != b)
    }

    /// The polygon's sides, for finding their horizontal extent between two `y` values.
    pub(crate) fn sides_as_lines(&self) -> [Side; 4] {
        [0, 1, 2, 3].map(|k| Side::new(self.corners[k], self.corners[(k + 1) % 4]))
    }

    /// Whether a point is inside or on an edge.
    pub(crate) fn holds(&self, point: GroundPoint) -> bool {
        self.edges().all(|(a, b)| side(a, b, point) >= 0)
    }

    /// Whether two polygons overlap. Touching polygons do not.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.bounds.meets(&other.bounds)
            && !self.is_separate_from(other)
            && !other.is_separate_from(self)
    }

    /// Whether an edge of this polygon separates it from the other polygon.
    fn is_separate_from(&self, other: &Self) -> bool {
        self.edges().any(|(a, b)| other.corners.iter().all(|&corner| side(a, b, corner) <= 0))
    }

    /// Whether a move of at most `reach` could separate two polygons. The shortest such move of
    /// convex polygons is across an edge of either.
    pub(crate) fn could_separate_from(&self, other: &Self, reach: GroundLength) -> bool {
        self.is_left_over_an_edge(other, reach) || other.is_left_over_an_edge(self, reach)
    }

    /// Whether the other polygon is at most `reach` deep inside an edge of this one.
    fn is_left_over_an_edge(&self, other: &Self, reach: GroundLength) -> bool {
        let reach = i128::from(reach.centimetres());
        self.edges().any(|(a, b)| {
            let deepest = other.corners.iter().map(|&corner| side(a, b, corner)).max();
            let deepest = i128::from(deepest.unwrap_or(0).max(0));
            deepest * deepest <= reach * reach * i128::from(a.distance_squared(b))
        })
    }

    /// Whether the line from `from` to `to` passes through the interior.
    pub(crate) fn meets_line(&self, from: GroundPoint, to: GroundPoint) -> bool {
        let Bounds { low, high } = self.bounds;
        let passes_by = (from.x < low.x && to.x < low.x)
            || (from.x > high.x && to.x > high.x)
            || (from.y < low.y && to.y < low.y)
            || (from.y > high.y && to.y > high.y);
        !passes_by && self.overlaps(&Self::new([from, to, to, from]))
    }

    /// Whether the distance between two polygons, rounded to whole centimetres, is at most `limit`.
    pub(crate) fn within(&self, other: &Self, limit: GroundLength) -> bool {
        let margin = limit.centimetres() + 1;
        if !self.bounds.widened(margin).meets(&other.bounds) {
            return false;
        }
        let bound = rounding_bound(limit);
        // If the first corners are near, no further test is needed.
        if 4 * self.corners[0].distance_squared(other.corners[0]) < bound {
            return true;
        }
        match self.separation(other, bound).max(other.separation(self, bound)) {
            Separation::Beyond => false,
            Separation::Near => self.gap_below(other, bound),
            // No edge separates them.
            Separation::NotBeyond => true,
        }
    }

    /// The maximum separation by an edge of this polygon. `bound` limits four times the squared
    /// distance.
    fn separation(&self, other: &Self, bound: i64) -> Separation {
        let mut off = Separation::NotBeyond;
        for (a, b) in self.edges() {
            let mut nearest = i64::MIN;
            for &corner in &other.corners {
                nearest = nearest.max(side(a, b, corner));
            }
            if nearest > 0 {
                continue;
            }
            off = Separation::Near;
            let squared = i128::from(nearest) * i128::from(nearest);
            if 4 * squared >= i128::from(bound) * i128::from(a.distance_squared(b)) {
                return Separation::Beyond;
            }
        }
        off
    }

    /// Like [`Self::within`], for a point.
    pub(crate) fn is_within_of_point(&self, place: GroundPoint, limit: GroundLength) -> bool {
        let bound = rounding_bound(limit);
        self.holds(place) || self.sides().any(|edge| Gap::between(place, edge).below(bound))
    }

    /// The distance between two polygons, rounded to whole centimetres.
    pub(crate) fn distance(&self, other: &Self) -> GroundLength {
        if self.overlaps(other) {
            return GroundLength::ZERO;
        }
        let nearest = self.gaps(other).map(Gap::distance).fold(f64::INFINITY, f64::min);
        let guess = nearest.round() as i32;
        // The guess is within a centimetre of the result; exact tests decide.
        [guess - 1, guess]
            .into_iter()
            .map(GroundLength::from_centimetres)
            .find(|&length| {
                length >= GroundLength::ZERO && self.gap_below(other, rounding_bound(length))
            })
            .unwrap_or(GroundLength::from_centimetres(guess + 1))
    }

    fn gap_below(&self, other: &Self, bound: i64) -> bool {
        self.gaps(other).any(|gap| gap.below(bound))
    }

    /// The gaps between every corner of each polygon and every edge of the other. If the polygons
    /// do not overlap, the smallest gap is their distance.
    fn gaps<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Gap> + 'a {
        let one = self
            .sides()
            .flat_map(|edge| other.corners.iter().map(move |&corner| Gap::between(corner, edge)));
        let two = other
            .sides()
            .flat_map(|edge| self.corners.iter().map(move |&corner| Gap::between(corner, edge)));
        one.chain(two)
    }

    fn sides(&self) -> impl Iterator<Item = (GroundPoint, GroundPoint)> + '_ {
        (0..4).map(|k| (self.corners[k], self.corners[(k + 1) % 4]))
    }
}

/// A side of a quadrilateral.
pub(crate) struct Side {
    low: Place,
    high: Place,
    /// The change of `x` for each centimetre of `y`.
    slope: f64,
}

impl Side {
    fn new(a: GroundPoint, b: GroundPoint) -> Self {
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        let (low, high) = (Place::from(low), Place::from(high));
        Self { low, high, slope: (high.x - low.x) / (high.y - low.y) }
    }

    /// The minimum and maximum `x` between two `y` values. A horizontal side returns `None`; the
    /// adjacent sides cover its extent.
    pub(crate) fn between(&self, low: f64, high: f64) -> Option<(f64, f64)> {
        let (from, to) = (self.low.y.max(low), self.high.y.min(high));
        let x_at = |y: f64| self.low.x + (y - self.low.y) * self.slope;
        (from <= to && self.low.y < self.high.y).then(|| {
            let (a, b) = (x_at(from), x_at(to));
            (a.min(b), a.max(b))
        })
    }
}

/// `(2 · limit + 1)²`: four times the square below which a distance rounds to `limit` or less.
fn rounding_bound(limit: GroundLength) -> i64 {
    let doubled = 2 * i64::from(limit.centimetres()) + 1;
    doubled * doubled
}

impl Gap {
    fn between(point: GroundPoint, (a, b): (GroundPoint, GroundPoint)) -> Self {
        let along: GroundVector = b - a;
        let way = point - a;
        let projection = way.dot(along);
        let length_squared = along.dot(along);
        if projection <= 0 {
            Self::End { squared: way.dot(way) }
        } else if projection >= length_squared {
            Self::End { squared: point.distance_squared(b) }
        } else {
            Self::Side { cross: along.cross(way), length_squared }
        }
    }

    /// Whether four times the squared gap is below a bound.
    fn below(self, bound: i64) -> bool {
        match self {
            Self::End { squared } => 4 * squared < bound,
            Self::Side { cross, length_squared } => {
                let squared = i128::from(cross) * i128::from(cross);
                4 * squared < i128::from(bound) * i128::from(length_squared)
            }
        }
    }

    /// The gap in centimetres, accurate to 12 digits.
    fn distance(self) -> f64 {
        match self {
            Self::End { squared } => (squared as f64).sqrt(),
            Self::Side { cross, length_squared } => {
                cross.abs() as f64 / (length_squared as f64).sqrt()
            }
        }
    }
}
