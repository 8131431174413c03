//! Passage between enemies and impassable ground (PB-A36, PB-25.3, PB-36.4).

use sandtable_pack::{GroundPoint, UNIT, UnitVector};
use smallvec::SmallVec;

use crate::geometry::block::Block;
use crate::geometry::quad::Bounds;
use crate::geometry::shape::Shape;
use crate::leg::MarshAccess;
use crate::terrain::Terrain;

/// The tolerated overlap of a block with an obstacle in front or behind, in centimetres. Rounded
/// corners of flush blocks overlap by less.
const OVERLAP_TOLERANCE: f64 = 3.0;

impl Terrain {
    /// Whether a block may pass along a straight leg. At every moment, the contiguous clear width
    /// inside its front must exceed half its length (PB-36.4). Obstacles, impassable ground, closed
    /// marsh and ground outside the frame reduce the clear width.
    ///
    /// Obstacles that the block only touches do not count: an attacker may move up to its target.
    /// The frame does not count for a block that enters from outside. Rivers are checked by
    /// [`Leg`](crate::Leg).
    pub fn may_pass<'a>(
        &self,
        block: &Block,
        to: GroundPoint,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshAccess,
    ) -> bool {
        let way = Way::new(block, to);
        let outside = self.holds(block.centre()).then(|| self.outside(&way.swept));
        self.has_way(&way, obstacles, marsh, outside.unwrap_or_default())
    }

    /// Like [`Self::may_pass`] for a block that leaves the map on this leg: the frame does not
    /// count (PB-A43).
    pub fn may_leave<'a>(
        &self,
        block: &Block,
        to: GroundPoint,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshAccess,
    ) -> bool {
        self.has_way(&Way::new(block, to), obstacles, marsh, SmallVec::new())
    }

    fn has_way<'a>(
        &self,
        way: &Way<'_>,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshAccess,
        outside: Rectangles,
    ) -> bool {
        let Way { block, to, swept } = way;
        let start = block.centre();
        let closed = match marsh {
            MarshAccess::Open => None,
            MarshAccess::Closed => Some((&self.marsh, &self.marsh_edges)),
        };
        let closed = std::iter::once((&self.impassable, &self.barriers)).chain(closed);
        let lane = Lane::new(block, *to);
        let mut hurdles = Hurdles::new();
        for (region, edges) in closed {
            if region.holds(start) {
                return false;
            }
            let pieces = edges.near(swept).map(|piece| lane.hurdle(&[piece.from, piece.to]));
            hurdles.extend(pieces.filter(|hurdle| lane.reaches(hurdle)));
        }
        for shape in obstacles {
            let near = shape.quads().iter().filter(|quad| quad.bounds().meets(swept));
            let near = near.map(|quad| lane.hurdle(quad.corners()));
            hurdles.extend(near.filter(|hurdle| lane.reaches(hurdle)));
        }
        let outside = outside.into_iter().map(|corners| lane.hurdle(&corners));
        hurdles.extend(outside.filter(|hurdle| lane.reaches(hurdle)));
        lane.is_plainly_wide(&hurdles) || lane.is_wide_enough(&hurdles)
    }

    /// The parts of a rectangle outside the frame.
    fn outside(&self, bounds: &Bounds) -> Rectangles {
        let Bounds { low, high } = bounds.widened(1);
        let (right, top) = (self.width().centimetres(), self.height().centimetres());
        let rectangle = |left: i32, right: i32, bottom: i32, top: i32| {
            let corner = GroundPoint::new;
            [corner(left, bottom), corner(right, bottom), corner(right, top), corner(left, top)]
        };
        let sides = [
            (low.x < 0, rectangle(low.x, 0, low.y, high.y)),
            (high.x > right, rectangle(right, high.x, low.y, high.y)),
            (low.y < 0, rectangle(low.x, high.x, low.y, 0)),
            (high.y > top, rectangle(low.x, high.x, top, high.y)),
        ];
        sides.into_iter().filter_map(|(beyond, corners)| beyond.then_some(corners)).collect()
    }
}

/// A block, its destination, and a bounding box around the whole move.
struct Way<'a> {
    block: &'a Block,
    to: GroundPoint,
    swept: Bounds,
}

impl<'a> Way<'a> {
    fn new(block: &'a Block, to: GroundPoint) -> Self {
        Self { block, to, swept: block.swept(to) }
    }
}

/// The corners of axis-aligned rectangles.
type Rectangles = SmallVec<[[GroundPoint; 4]; 4]>;
/// An obstacle in the coordinates of a lane: a convex polygon or a line segment.
type Hurdle = SmallVec<[Spot; 4]>;
type Hurdles = SmallVec<[Hurdle; 16]>;

/// A hurdle with its distance from the lane's centre line and its extent along the lane.
struct PlacedHurdle<'a> {
    spots: &'a [Spot],
    nearest: f64,
    farthest: f64,
}

impl<'a> PlacedHurdle<'a> {
    fn of(hurdle: &'a Hurdle) -> Self {
        let (nearest, farthest) = extent_of(hurdle, |spot| spot.forward);
        Self { spots: hurdle, nearest, farthest }
    }
}

/// A point in the coordinates of a lane, in centimetres from the block's initial centre.
#[derive(Clone, Copy, Debug)]
struct Spot {
    rightward: f64,
    forward: f64,
}

/// A block's path as a coordinate system.
struct Lane {
    origin: GroundPoint,
    ahead: UnitVector,
    right: UnitVector,
    way: Spot,
    half_length: f64,
    half_depth: f64,
}

impl Lane {
    fn new(block: &Block, to: GroundPoint) -> Self {
        let mut lane = Self {
            origin: block.centre(),
            ahead: block.facing().unit(),
            right: block.facing().right(),
            way: Spot { rightward: 0.0, forward: 0.0 },
            half_length: f64::from(block.length().centimetres()) / 2.0,
            half_depth: f64::from(block.depth().centimetres()) / 2.0 - OVERLAP_TOLERANCE,
        };
        lane.way = lane.spot(to);
        lane
    }

    fn spot(&self, place: GroundPoint) -> Spot {
        let way = place - self.origin;
        let along = |axis: UnitVector| axis.dot(way) as f64 / UNIT as f64;
        Spot { rightward: along(self.right), forward: along(self.ahead) }
    }

    fn hurdle(&self, corners: &[GroundPoint]) -> Hurdle {
        corners.iter().map(|&corner| self.spot(corner)).collect()
    }

    /// Whether a hurdle may reduce the clear width, because it is near the swept area.
    fn reaches(&self, hurdle: &[Spot]) -> bool {
        let meets = |part: fn(&Spot) -> f64, half: f64| {
            let way = part(&self.way);
            let (low, high) = (way.min(0.0) - half - TOUCH, way.max(0.0) + half + TOUCH);
            hurdle.iter().any(|spot| part(spot) <= high)
                && hurdle.iter().any(|spot| part(spot) >= low)
        };
        meets(|spot| spot.rightward, self.half_length)
            && meets(|spot| spot.forward, self.half_depth)
    }

    /// A sufficient test: whether the lane is wide enough even if each hurdle stays at its minimum
    /// distance while it is alongside the block.
    fn is_plainly_wide(&self, hurdles: &[Hurdle]) -> bool {
        let (mut right, mut left) = (self.half_length, self.half_length);
        for hurdle in hurdles {
            let (from, to) = self.time_alongside(hurdle);
            let drift = [from, to].map(|share| self.way.rightward * share);
            let (low, high) = extent_of(hurdle, |spot| spot.rightward);
            let low = low - drift[0].max(drift[1]);
            let high = high - drift[0].min(drift[1]);
            if low > 0.0 {
                right = right.min(low);
            } else if high < 0.0 {
                left = left.min(-high);
            } else {
                return false;
            }
        }
        let is_wide = right + left > self.half_length + TOUCH;
        debug_assert!(!is_wide || self.is_wide_enough(hurdles), "quick and exact tests agree");
        is_wide
    }

    /// The fractions of the path between which a hurdle is alongside the block.
    fn time_alongside(&self, hurdle: &[Spot]) -> (f64, f64) {
        if self.way.forward < 1.0 {
            return (0.0, 1.0);
        }
        let (low, high) = extent_of(hurdle, |spot| spot.forward);
        let half = self.half_depth + 2.0 * TOUCH;
        let share = |forward: f64| (forward / self.way.forward).clamp(0.0, 1.0);
        (share(low - half), share(high + half))
    }

    /// The clear width is the sum of the distances from the centre to the nearest hurdle on each
    /// side. A clear width of more than half contains the centre. Between two moments at which the
    /// front or rear passes a vertex, both distances are concave, so the minimum is at either end.
    /// The width jumps where the block reaches a hurdle, so each end uses the limit from inside the
    /// interval.
    fn is_wide_enough(&self, hurdles: &[Hurdle]) -> bool {
        let hurdles: SmallVec<[PlacedHurdle<'_>; 16]> =
            hurdles.iter().map(PlacedHurdle::of).collect();
        // Test the end first, where most blocked paths are blocked.
        self.moments(&hurdles).windows(2).rev().all(|pair| {
            let (at_begin, at_end) = self.clear_widths(&hurdles, pair[0], pair[1]);
            at_begin > self.half_length && at_end > self.half_length
        })
    }

    /// The fractions of the path, from 0 to 1, at which the front or rear passes a vertex.
    fn moments(&self, hurdles: &[PlacedHurdle<'_>]) -> SmallVec<[f64; 64]> {
        let passed = hurdles.iter().flat_map(|hurdle| hurdle.spots).flat_map(|spot| {
            let at = |forward: f64| forward / self.way.forward;
            [at(spot.forward - self.half_depth), at(spot.forward + self.half_depth)]
        });
        let inner = passed.filter(|&share| share > 0.0 && share < 1.0);
        let mut moments: SmallVec<[f64; 64]> = std::iter::once(0.0).chain(inner).collect();
        moments.push(1.0);
        moments.sort_unstable_by(f64::total_cmp);
        moments
    }

    /// The clear widths at two moments, as limits from the interval between them.
    fn clear_widths(&self, hurdles: &[PlacedHurdle<'_>], begin: f64, end: f64) -> (f64, f64) {
        let middle = (begin + end) / 2.0;
        let mut right = [self.half_length; 2];
        let mut left = right;
        for hurdle in hurdles {
            let Some(inside) = self.extent(hurdle, middle, 0.0) else { continue };
            // The margin includes hurdles that the band only touches, despite rounding.
            let extent = |moment: f64| self.extent(hurdle, moment, TOUCH).unwrap_or(inside);
            let extents = [extent(begin), extent(end)];
            for (k, (low, high)) in extents.into_iter().enumerate() {
                if low > 0.0 {
                    right[k] = right[k].min(low);
                } else if high < 0.0 {
                    left[k] = left[k].min(-high);
                } else {
                    (left[k], right[k]) = (0.0, 0.0);
                }
            }
            // A hurdle that changes sides covers the centre in between.
            let [before, after] = extents;
            if (before.1 < 0.0 && after.0 > 0.0) || (before.0 > 0.0 && after.1 < 0.0) {
                (left[1], right[1]) = (0.0, 0.0);
            }
        }
        (right[0] + left[0], right[1] + left[1])
    }

    /// The extent of a hurdle within the band between rear and front, as distances to the right of
    /// the centre.
    fn extent(&self, hurdle: &PlacedHurdle<'_>, moment: f64, margin: f64) -> Option<(f64, f64)> {
        let forward = self.way.forward * moment;
        let (rear, front) =
            (forward - self.half_depth - margin, forward + self.half_depth + margin);
        if hurdle.nearest >= front || hurdle.farthest < rear {
            return None;
        }
        let hurdle = hurdle.spots;
        let mut reach: Option<(f64, f64)> = None;
        let mut add = |rightward: f64| {
            let (low, high) = reach.unwrap_or((rightward, rightward));
            reach = Some((low.min(rightward), high.max(rightward)));
        };
        for (k, &a) in hurdle.iter().enumerate() {
            let b = hurdle[(k + 1) % hurdle.len()];
            if a.forward > rear && a.forward < front {
                add(a.rightward);
            }
            for line in [rear, front] {
                if (a.forward < line) != (b.forward < line) {
                    let share = (line - a.forward) / (b.forward - a.forward);
                    add(a.rightward + (b.rightward - a.rightward) * share);
                }
            }
        }
        let rightward = self.way.rightward * moment;
        reach.map(|(low, high)| (low - rightward, high - rightward))
    }
}

/// The extent of a hurdle along one axis.
fn extent_of(hurdle: &[Spot], part: impl Fn(&Spot) -> f64) -> (f64, f64) {
    hurdle
        .iter()
        .map(part)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}

/// A thousandth of a millimetre, in centimetres: far above rounding errors and far below a
/// centimetre.
const TOUCH: f64 = 1e-4;
