//! Passing between enemies and impassable ground (PB-A36, PB-25.3, PB-36.4).

use sandtable_pack::{GroundPoint, UNIT, UnitVector};
use smallvec::SmallVec;

use crate::geometry::block::Block;
use crate::geometry::quad::Bounds;
use crate::geometry::shape::Shape;
use crate::leg::MarshIs;
use crate::terrain::Terrain;

/// What a block may bite into an obstacle in front or behind, in centimetres: rounded corners of
/// blocks that stand flush overlap by less.
const BITE: f64 = 3.0;

impl Terrain {
    /// May a block pass on a straight leg: at every moment the contiguous width inside its own
    /// front that is free of the obstacles, of impassable ground, of marsh where it is closed, and
    /// of what lies outside the frame exceeds half its length (PB-36.4)?
    ///
    /// Obstacles that it only touches do not count, so that an attacker comes up to its target; nor
    /// does the frame for a block that comes from outside it. Rivers are the leg's affair.
    pub fn may_pass<'a>(
        &self,
        block: &Block,
        to: GroundPoint,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshIs,
    ) -> bool {
        let way = Way::new(block, to);
        let outside = self.holds(block.centre()).then(|| self.outside(&way.swept));
        self.has_way(&way, obstacles, marsh, outside.unwrap_or_default())
    }

    /// The same for a block that leaves the map on the leg: the frame does not count (PB-A43).
    pub fn may_leave<'a>(
        &self,
        block: &Block,
        to: GroundPoint,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshIs,
    ) -> bool {
        self.has_way(&Way::new(block, to), obstacles, marsh, SmallVec::new())
    }

    fn has_way<'a>(
        &self,
        way: &Way<'_>,
        obstacles: impl IntoIterator<Item = &'a Shape>,
        marsh: MarshIs,
        outside: Rectangles,
    ) -> bool {
        let Way { block, to, swept } = way;
        let start = block.centre();
        let closed = match marsh {
            MarshIs::Open => None,
            MarshIs::Closed => Some((&self.marsh, &self.marsh_edges)),
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

    /// The parts of an upright rectangle that lie outside the frame.
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

/// A block, where it goes, and an upright rectangle about both and all between.
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

/// Upright rectangles by their corners.
type Rectangles = SmallVec<[[GroundPoint; 4]; 4]>;
/// What stands in the way: a convex polygon or a straight line in the coordinates of a lane.
type Hurdle = SmallVec<[Spot; 4]>;
type Hurdles = SmallVec<[Hurdle; 16]>;

/// A hurdle with how near it comes and how far it reaches along the lane.
struct Fence<'a> {
    spots: &'a [Spot],
    nearest: f64,
    farthest: f64,
}

impl<'a> Fence<'a> {
    fn of(hurdle: &'a Hurdle) -> Self {
        let (nearest, farthest) = reach_of(hurdle, |spot| spot.forward);
        Self { spots: hurdle, nearest, farthest }
    }
}

/// A place in the coordinates of a lane, in centimetres from the block's centre at the start.
#[derive(Clone, Copy, Debug)]
struct Spot {
    rightward: f64,
    forward: f64,
}

/// The way of a block in its own directions.
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
            half_depth: f64::from(block.depth().centimetres()) / 2.0 - BITE,
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

    /// May a hurdle take from the clear width anywhere on the way: does it come near the ground that
    /// the block sweeps?
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

    /// Would it be wide enough if each hurdle stood beside the block as near as it comes while it is
    /// abreast, and all of them together? Then it is.
    fn is_plainly_wide(&self, hurdles: &[Hurdle]) -> bool {
        let (mut right, mut left) = (self.half_length, self.half_length);
        for hurdle in hurdles {
            let (from, to) = self.abreast(hurdle);
            let drift = [from, to].map(|share| self.way.rightward * share);
            let (low, high) = reach_of(hurdle, |spot| spot.rightward);
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
        debug_assert!(!is_wide || self.is_wide_enough(hurdles), "moment by moment it is wider");
        is_wide
    }

    /// The share of the way, from where to where, outside of which a hurdle is wholly before or behind
    /// the block.
    fn abreast(&self, hurdle: &[Spot]) -> (f64, f64) {
        if self.way.forward < 1.0 {
            return (0.0, 1.0);
        }
        let (low, high) = reach_of(hurdle, |spot| spot.forward);
        let half = self.half_depth + 2.0 * TOUCH;
        let share = |forward: f64| (forward / self.way.forward).clamp(0.0, 1.0);
        (share(low - half), share(high + half))
    }

    /// The clear width is the way from the centre to the nearest hurdle on its right plus the same
    /// on its left: a clear width of more than half holds the centre. While the band between rear
    /// and front passes no corner each of the two is concave, so the worst is at either end; where
    /// the block enters a hurdle the width jumps, so each end is looked at from within.
    fn is_wide_enough(&self, hurdles: &[Hurdle]) -> bool {
        let hurdles: SmallVec<[Fence<'_>; 16]> = hurdles.iter().map(Fence::of).collect();
        // Most who find no way find none at its end.
        self.moments(&hurdles).windows(2).rev().all(|pair| {
            let (at_begin, at_end) = self.clear_widths(&hurdles, pair[0], pair[1]);
            at_begin > self.half_length && at_end > self.half_length
        })
    }

    /// Shares of the way at which front or rear passes a corner, from 0 to 1.
    fn moments(&self, hurdles: &[Fence<'_>]) -> SmallVec<[f64; 64]> {
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

    /// The clear widths at two moments as they are between the two.
    fn clear_widths(&self, hurdles: &[Fence<'_>], begin: f64, end: f64) -> (f64, f64) {
        let middle = (begin + end) / 2.0;
        let mut right = [self.half_length; 2];
        let mut left = right;
        for hurdle in hurdles {
            let Some(inside) = self.extent(hurdle, middle, 0.0) else { continue };
            // Where the band only touches the hurdle, rounding must not miss it.
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
            // What passes from one hand to the other covers the centre in between.
            let [before, after] = extents;
            if (before.1 < 0.0 && after.0 > 0.0) || (before.0 > 0.0 && after.1 < 0.0) {
                (left[1], right[1]) = (0.0, 0.0);
            }
        }
        (right[0] + left[0], right[1] + left[1])
    }

    /// From where to where, rightward of the centre, a hurdle reaches into the band between rear and
    /// front.
    fn extent(&self, hurdle: &Fence<'_>, moment: f64, margin: f64) -> Option<(f64, f64)> {
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

/// From where to where a hurdle reaches in one direction.
fn reach_of(hurdle: &[Spot], part: impl Fn(&Spot) -> f64) -> (f64, f64) {
    hurdle
        .iter()
        .map(part)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}

/// A thousandth of a millimetre, in centimetres: far above rounding, far below a centimetre.
const TOUCH: f64 = 1e-4;
