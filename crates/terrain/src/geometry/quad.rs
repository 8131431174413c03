//! Convex pieces of footprints with integer corners, and exact questions about them.
//!
//! Coordinates reach 3 × 10⁷ cm, so vector products stay below 2⁵⁴ and their squares fit `i128`.

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

use crate::geometry::edge::Place;

/// A convex polygon of three or four corners, counter-clockwise; a triangle repeats a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quad {
    corners: [GroundPoint; 4],
    bounds: Bounds,
}

/// The smallest upright rectangle around something, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub(crate) low: GroundPoint,
    pub(crate) high: GroundPoint,
}

/// How far one lies beyond the edges of another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Off {
    /// Beyond none wholly.
    Not,
    /// Wholly beyond one.
    Near,
    /// Wholly beyond one, and farther than was asked.
    Beyond,
}

/// The distance of a place from an edge.
#[derive(Clone, Copy)]
enum Gap {
    /// From one of its ends: the square.
    End { squared: i64 },
    /// From between its ends: `cross / √length_squared`.
    Side { cross: i64, length_squared: i64 },
}

impl Bounds {
    /// Around nothing: it meets none.
    pub const NOWHERE: Self = Self {
        low: GroundPoint::new(i32::MAX, i32::MAX),
        high: GroundPoint::new(i32::MIN, i32::MIN),
    };

    /// Around the straight line between two places.
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

    /// Around the straight line between two places on the tiles, in whole centimetres.
    pub(crate) fn around(a: Place, b: Place) -> Self {
        // No coordinate is negative: cutting off is rounding down. Each is a number, so that a processor
        // needs one step to tell which is less.
        let low = |a: f64, b: f64| (if a < b { a } else { b }) as i32;
        let high = |a: f64, b: f64| (if a > b { a } else { b }) as i32 + 1;
        Self {
            low: GroundPoint::new(low(a.x, b.x), low(a.y, b.y)),
            high: GroundPoint::new(high(a.x, b.x), high(a.y, b.y)),
        }
    }

    /// Square number `column`, `row` of a lattice.
    pub(crate) const fn square(column: i32, row: i32, side: i32) -> Self {
        Self {
            low: GroundPoint::new(column * side, row * side),
            high: GroundPoint::new((column + 1) * side, (row + 1) * side),
        }
    }

    /// Counter-clockwise.
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

    /// Around both.
    pub fn joined(self, other: Self) -> Self {
        self.with(other.low).with(other.high)
    }

    /// What two that meet have in common.
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

    /// Do they share a point?
    #[inline]
    pub const fn meets(&self, other: &Self) -> bool {
        (self.low.x <= other.high.x)
            & (other.low.x <= self.high.x)
            & (self.low.y <= other.high.y)
            & (other.low.y <= self.high.y)
    }
}

/// The vector product of `a − origin` and `b − origin`: positive when `b` lies to the left.
pub(crate) const fn side(origin: GroundPoint, a: GroundPoint, b: GroundPoint) -> i64 {
    (a.x as i64 - origin.x as i64) * (b.y as i64 - origin.y as i64)
        - (a.y as i64 - origin.y as i64) * (b.x as i64 - origin.x as i64)
}

impl Quad {
    pub(crate) fn new(corners: [GroundPoint; 4]) -> Self {
        Self { corners, bounds: Bounds::of(&corners) }
    }

    /// A parallelogram around its middle, by the ways to its first two corners: the others lie opposite.
    pub(crate) fn around(middle: GroundPoint, [one, other]: [GroundVector; 2]) -> Self {
        let corners = [middle + one, middle + other, middle - one, middle - other];
        let (x, y) = (one.x.abs().max(other.x.abs()), one.y.abs().max(other.y.abs()));
        let reach = GroundVector::new(x, y);
        let quad = Self { corners, bounds: Bounds { low: middle - reach, high: middle + reach } };
        debug_assert_eq!(
            quad,
            Self::new(corners),
            "it is as broad to the one side as to the other"
        );
        quad
    }

    /// The same somewhere else.
    pub(crate) fn moved(&self, way: GroundVector) -> Self {
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

    /// The area of a parallelogram in square centimetres.
    pub(crate) fn area(&self) -> f64 {
        side(self.corners[0], self.corners[1], self.corners[2]) as f64
    }

    /// Its edges, those of no length left out.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (GroundPoint, GroundPoint)> + '_ {
        self.sides().filter(|(a, b)| a != b)
    }

    /// Its sides, to be asked how far they reach between two heights.
    pub(crate) fn sides_as_lines(&self) -> [Side; 4] {
        [0, 1, 2, 3].map(|k| Side::new(self.corners[k], self.corners[(k + 1) % 4]))
    }

    /// Is the point inside or on the edge?
    pub(crate) fn holds(&self, point: GroundPoint) -> bool {
        self.edges().all(|(a, b)| side(a, b, point) >= 0)
    }

    /// Have they ground in common? Touching is not enough.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.bounds.meets(&other.bounds) && !self.parts_from(other) && !other.parts_from(self)
    }

    /// Is one of its edges a line with the other wholly on or beyond it?
    fn parts_from(&self, other: &Self) -> bool {
        self.edges().any(|(a, b)| other.corners.iter().all(|&corner| side(a, b, corner) <= 0))
    }

    /// Could a way no longer than `reach` part it from the other? Two convex pieces are parted soonest
    /// over one of their edges.
    pub(crate) fn could_part_from(&self, other: &Self, reach: GroundLength) -> bool {
        self.is_left_over_an_edge(other, reach) || other.is_left_over_an_edge(self, reach)
    }

    /// Does the other lie no deeper inside one of its edges than `reach`?
    fn is_left_over_an_edge(&self, other: &Self, reach: GroundLength) -> bool {
        let reach = i128::from(reach.centimetres());
        self.edges().any(|(a, b)| {
            let deepest = other.corners.iter().map(|&corner| side(a, b, corner)).max();
            let deepest = i128::from(deepest.unwrap_or(0).max(0));
            deepest * deepest <= reach * reach * i128::from(a.distance_squared(b))
        })
    }

    /// Does the line from `from` to `to` pass through its inside?
    pub(crate) fn meets_line(&self, from: GroundPoint, to: GroundPoint) -> bool {
        let Bounds { low, high } = self.bounds;
        let passes_by = (from.x < low.x && to.x < low.x)
            || (from.x > high.x && to.x > high.x)
            || (from.y < low.y && to.y < low.y)
            || (from.y > high.y && to.y > high.y);
        !passes_by && self.overlaps(&Self::new([from, to, to, from]))
    }

    /// Is the distance between them, rounded to whole centimetres, at most `limit`?
    pub(crate) fn within(&self, other: &Self, limit: GroundLength) -> bool {
        let margin = limit.centimetres() + 1;
        if !self.bounds.widened(margin).meets(&other.bounds) {
            return false;
        }
        let bound = rounding_bound(limit);
        // Where any two corners are near enough no more is asked.
        if 4 * self.corners[0].distance_squared(other.corners[0]) < bound {
            return true;
        }
        match self.stands_off(other, bound).max(other.stands_off(self, bound)) {
            Off::Beyond => false,
            Off::Near => self.gap_below(other, bound),
            // No edge parts them.
            Off::Not => true,
        }
    }

    /// How far the other lies beyond one of its edges, at most; four times the square of the distance is
    /// compared with a bound.
    fn stands_off(&self, other: &Self, bound: i64) -> Off {
        let mut off = Off::Not;
        for (a, b) in self.edges() {
            let mut nearest = i64::MIN;
            for &corner in &other.corners {
                nearest = nearest.max(side(a, b, corner));
            }
            if nearest > 0 {
                continue;
            }
            off = Off::Near;
            let squared = i128::from(nearest) * i128::from(nearest);
            if 4 * squared >= i128::from(bound) * i128::from(a.distance_squared(b)) {
                return Off::Beyond;
            }
        }
        off
    }

    /// The same for a place.
    pub(crate) fn within_of(&self, place: GroundPoint, limit: GroundLength) -> bool {
        let bound = rounding_bound(limit);
        self.holds(place) || self.sides().any(|edge| Gap::between(place, edge).below(bound))
    }

    /// The distance between them, rounded to whole centimetres.
    pub(crate) fn distance(&self, other: &Self) -> GroundLength {
        if self.overlaps(other) {
            return GroundLength::ZERO;
        }
        let nearest = self.gaps(other).map(Gap::distance).fold(f64::INFINITY, f64::min);
        let guess = nearest.round() as i32;
        // The guess is within a centimetre; which one it is, is decided exactly.
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

    /// Every corner of each against every edge of the other: the least of them is the distance of
    /// two that do not overlap.
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
    /// Along `x` for each centimetre along `y`.
    slope: f64,
}

impl Side {
    fn new(a: GroundPoint, b: GroundPoint) -> Self {
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        let (low, high) = (Place::from(low), Place::from(high));
        Self { low, high, slope: (high.x - low.x) / (high.y - low.y) }
    }

    /// From where to where it reaches along `x` between two heights, in no order. One that runs along
    /// `x` does not tell: the sides beside it do.
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

    /// Is four times its square below a bound?
    fn below(self, bound: i64) -> bool {
        match self {
            Self::End { squared } => 4 * squared < bound,
            Self::Side { cross, length_squared } => {
                let squared = i128::from(cross) * i128::from(cross);
                4 * squared < i128::from(bound) * i128::from(length_squared)
            }
        }
    }

    /// In centimetres, to 12 places.
    fn distance(self) -> f64 {
        match self {
            Self::End { squared } => (squared as f64).sqrt(),
            Self::Side { cross, length_squared } => {
                cross.abs() as f64 / (length_squared as f64).sqrt()
            }
        }
    }
}
