//! Edges of a region, and the strips below them inside a parallelogram.

use sandtable_pack::GroundPoint;

use crate::geometry::grid::TILE;
use crate::geometry::quad::Quad;

/// An edge of a region, with the region on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub from: Place,
    pub to: Place,
}

/// A point in centimetres, with fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub x: f64,
    pub y: f64,
}

impl From<GroundPoint> for Place {
    fn from(point: GroundPoint) -> Self {
        Self { x: f64::from(point.x), y: f64::from(point.y) }
    }
}

/// A parallelogram as a coordinate system: `u` increases from left to right, `v` from rear to
/// front, both from `−half` to `half`.
pub(crate) struct Frame {
    centre: Place,
    across: Place,
    forward: Place,
    half: f64,
}

impl Frame {
    pub(crate) fn new(quad: &Quad) -> Self {
        let [front_right, front_left, rear_left, _] = quad.corners().map(Place::from);
        let across = front_right.subtract(front_left);
        let forward = front_left.subtract(rear_left);
        // Halves of whole centimetres are exact.
        let centre = Place {
            x: (front_right.x + rear_left.x) / 2.0,
            y: (front_right.y + rear_left.y) / 2.0,
        };
        Self { centre, across, forward, half: across.cross(forward) / 2.0 }
    }

    fn rightward(&self, place: Place) -> f64 {
        place.subtract(self.centre).cross(self.forward)
    }

    fn ahead(&self, place: Place) -> f64 {
        self.across.cross(place.subtract(self.centre))
    }

    /// Whether the parallelogram may intersect the tile around a point. Tests only the axes of the
    /// parallelogram.
    pub(crate) fn meets(&self, middle: Place) -> bool {
        let tile = f64::from(TILE) / 2.0;
        let reach = |axis: Place| self.half + tile * (axis.x.abs() + axis.y.abs());
        self.rightward(middle).abs() < reach(self.forward)
            && self.ahead(middle).abs() < reach(self.across)
    }

    /// Whether a whole axis-aligned rectangle is beyond the left or the right edge. The rectangle
    /// is given by its centre and half its sides.
    pub(crate) fn is_outside_flanks(&self, middle: Place, reach: Place) -> bool {
        let wide = self.forward.y.abs() * reach.x + self.forward.x.abs() * reach.y;
        self.rightward(middle).abs() - wide >= self.half
    }

    /// The constant height of edges in an axis-aligned rectangle that is entirely ahead of the
    /// front or behind the rear.
    pub(crate) fn constant_height(&self, middle: Place, reach: Place) -> Option<f64> {
        let high = self.across.y.abs() * reach.x + self.across.x.abs() * reach.y;
        let ahead = self.ahead(middle);
        (ahead.abs() - high >= self.half).then(|| self.half.copysign(ahead))
    }

    /// The area below a line within the parallelogram, if the whole line has the height `high`.
    pub(crate) fn even_strip(&self, from: Place, to: Place, high: f64) -> f64 {
        let held = |place: Place| self.rightward(place).max(-self.half).min(self.half);
        (held(from) - held(to)) * high
    }

    /// The parallelogram's area in the units of [`Self::strip`].
    pub(crate) fn whole(&self) -> f64 {
        4.0 * self.half * self.half
    }

    /// The area below an edge within the parallelogram.
    #[inline]
    pub(crate) fn strip(&self, edge: &Edge) -> f64 {
        let half = self.half;
        let (u0, u1) = (self.rightward(edge.from), self.rightward(edge.to));
        let (left, right) = (u0.min(u1).max(-half), u0.max(u1).min(half));
        if left >= right {
            return 0.0;
        }
        let (v0, v1) = (self.ahead(edge.from), self.ahead(edge.to));
        let strip = if v0.min(v1) >= half {
            (right - left) * half
        } else if v0.max(v1) <= -half {
            (left - right) * half
        } else {
            let at = |u: f64| v0 + (v1 - v0) * ((u - u0) / (u1 - u0));
            (right - left) * mean_within(at(left), at(right), half)
        };
        // The region is on the left of an edge, and thus above an edge that runs to the right.
        if u1 > u0 { -strip } else { strip }
    }
}

/// The mean of a value that changes linearly from `a` to `b`, clamped to `−half` and `half`.
fn mean_within(a: f64, b: f64, half: f64) -> f64 {
    let (low, high) = (a.min(b), a.max(b));
    if low >= half {
        return half;
    }
    if high <= -half {
        return -half;
    }
    if low >= -half && high <= half {
        return (low + high) / 2.0;
    }
    let span = high - low;
    let below = (-half - low).max(0.0) / span;
    let above = (high - half).max(0.0) / span;
    let between = (low.max(-half) + high.min(half)) / 2.0;
    half * (above - below) + between * (1.0 - above - below)
}

impl Place {
    pub(crate) fn subtract(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    pub(crate) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

impl Edge {
    /// Whether the edge is on the border of its tile.
    pub(crate) fn runs_along_border(&self) -> bool {
        let on_border = |a: f64, b: f64| a.to_bits() == b.to_bits() && a % f64::from(TILE) == 0.0;
        on_border(self.from.x, self.to.x) || on_border(self.from.y, self.to.y)
    }

    /// The edge's contribution to the winding number of a ray from the point to the right: 1 for an
    /// upward edge, −1 for a downward one.
    pub(crate) fn winding(&self, place: Place) -> i32 {
        let (below, above) = (self.from.y > place.y, self.to.y > place.y);
        if below == above {
            return 0;
        }
        let side = self.to.subtract(self.from).cross(place.subtract(self.from));
        match (above, side > 0.0) {
            (true, true) => 1,
            (false, false) if side < 0.0 => -1,
            _ => 0,
        }
    }
}
