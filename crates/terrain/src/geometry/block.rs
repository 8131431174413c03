//! A block on the ground: an oriented rectangle with integer corners (PB-36.1).

use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, GroundVector, Pose, UNIT};

use crate::geometry::quad::{Bounds, Quad, side};

/// A block on the ground, with its length along its front and its depth behind it.
///
/// The corners are rounded to whole centimetres once, opposite corners symmetrically. A block is
/// therefore a parallelogram around its centre that differs from the true rectangle by at most 0.71
/// cm. All results are exact for that parallelogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pose: Pose,
    footprint: Footprint,
    quad: Quad,
}

/// A straight edge of a block, from its right end to its left end when looking outward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEdge {
    /// The right end when looking outward.
    pub right: GroundPoint,
    /// The left end.
    pub left: GroundPoint,
}

/// One of the four edges of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// The front edge.
    Front,
    /// The left edge.
    LeftFlank,
    /// The rear edge.
    Rear,
    /// The right edge.
    RightFlank,
}

impl Face {
    /// All four faces, counter-clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::LeftFlank, Self::Rear, Self::RightFlank];

    /// The outward direction of this edge for a block with this `facing`.
    pub(crate) const fn outward(self, facing: Facing) -> Facing {
        match self {
            Self::Front => facing,
            Self::LeftFlank => facing.turned_by(-1024),
            Self::Rear => facing.reversed(),
            Self::RightFlank => facing.turned_by(1024),
        }
    }
}

impl Block {
    /// Creates the block with this pose and footprint.
    pub fn new(pose: Pose, footprint: Footprint) -> Self {
        let [front_right, front_left] = half_diagonals(pose.facing, footprint);
        let centre = pose.centre;
        let quad = Quad::around(centre, [front_right, front_left]);
        Self { pose, footprint, quad }
    }

    /// The block's centre and facing.
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// The block's centre.
    pub const fn centre(&self) -> GroundPoint {
        self.pose.centre
    }

    /// The direction of the block's front.
    pub const fn facing(&self) -> Facing {
        self.pose.facing
    }

    /// The block's length and depth.
    pub const fn footprint(&self) -> Footprint {
        self.footprint
    }

    /// The block's length along the front.
    pub const fn length(&self) -> GroundLength {
        self.footprint.length
    }

    /// The block's depth from front to rear.
    pub const fn depth(&self) -> GroundLength {
        self.footprint.depth
    }

    /// The block's corners, counter-clockwise: front right, front left, rear left, rear right.
    pub const fn corners(&self) -> [GroundPoint; 4] {
        *self.quad.corners()
    }

    /// The given edge of the block.
    pub const fn edge(&self, face: Face) -> BlockEdge {
        BlockEdge::of(&self.quad, face)
    }

    /// The outward direction of the given edge.
    pub const fn outward(&self, face: Face) -> Facing {
        face.outward(self.facing())
    }

    /// The middle of the front edge, the origin of sight and fire (PB-36.11).
    pub fn front_middle(&self) -> GroundPoint {
        self.edge(Face::Front).middle()
    }

    /// Returns this block with another centre. The corners keep their offsets from the centre.
    pub fn moved_to(&self, centre: GroundPoint) -> Self {
        let quad = self.quad.translate(centre - self.centre());
        Self { pose: Pose { centre, facing: self.facing() }, footprint: self.footprint, quad }
    }

    /// Returns this block turned about its centre (PB-A33).
    pub fn turned_to(&self, facing: Facing) -> Self {
        Self::new(Pose { centre: self.centre(), facing }, self.footprint)
    }

    /// Returns this block moved along its front: to the right if positive, to the left if negative.
    pub fn shifted(&self, rightward: GroundLength) -> Self {
        self.moved_to(self.centre() + self.facing().right().scaled(rightward))
    }

    /// Whether two blocks overlap. Touching blocks do not (PB-6.4).
    pub fn overlaps(&self, other: &Self) -> bool {
        self.quad.overlaps(&other.quad)
    }

    /// The shortest distance between two blocks, rounded to whole centimetres; zero if they touch
    /// or overlap (PB-36.3).
    pub fn distance(&self, other: &Self) -> GroundLength {
        self.quad.distance(&other.quad)
    }

    /// Whether [`Self::distance`] is at most `limit`. Faster than computing the distance (PB-36.3,
    /// PB-36.12).
    pub fn within(&self, other: &Self, limit: GroundLength) -> bool {
        self.quad.within(&other.quad, limit)
    }

    /// Whether a point is inside the block or on its edge.
    pub fn holds(&self, place: GroundPoint) -> bool {
        self.quad.holds(place)
    }

    /// Whether a point is strictly behind the line of the front (PB-36.2, PB-A106). A point on the
    /// line counts as in front.
    pub fn is_behind_front(&self, place: GroundPoint) -> bool {
        let BlockEdge { right, left } = self.edge(Face::Front);
        side(right, left, place) > 0
    }

    /// The bounding box of the area that the block sweeps when it moves to a point without turning.
    pub fn swept(&self, to: GroundPoint) -> Bounds {
        self.bounds().union(*self.moved_to(to).bounds())
    }

    pub(crate) const fn quad(&self) -> &Quad {
        &self.quad
    }

    pub(crate) const fn bounds(&self) -> &Bounds {
        self.quad.bounds()
    }
}

impl BlockEdge {
    /// An edge of a quadrilateral whose first two corners are its front right and front left.
    pub(crate) const fn of(quad: &Quad, face: Face) -> Self {
        let [front_right, front_left, rear_left, rear_right] = *quad.corners();
        match face {
            Face::Front => Self { right: front_right, left: front_left },
            Face::LeftFlank => Self { right: front_left, left: rear_left },
            Face::Rear => Self { right: rear_left, left: rear_right },
            Face::RightFlank => Self { right: rear_right, left: front_right },
        }
    }

    /// The edge's midpoint, with halves rounded toward the frame's origin.
    pub fn middle(self) -> GroundPoint {
        let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
        GroundPoint::new(half(self.right.x, self.left.x), half(self.right.y, self.left.y))
    }

    /// The vector from the right end to the left end.
    pub fn way(self) -> GroundVector {
        self.left - self.right
    }

    /// The edge's length, rounded to whole centimetres.
    pub fn length(self) -> GroundLength {
        self.way().length()
    }
}

/// The vectors from the centre to the front right and front left corners.
fn half_diagonals(facing: Facing, footprint: Footprint) -> [GroundVector; 2] {
    let (forward, right) = (facing.unit(), facing.right());
    let (length, depth) =
        (i64::from(footprint.length.centimetres()), i64::from(footprint.depth.centimetres()));
    let corner = |along: i64| {
        GroundVector::new(
            halved(i64::from(forward.x) * depth + i64::from(right.x) * along),
            halved(i64::from(forward.y) * depth + i64::from(right.y) * along),
        )
    };
    [corner(length), corner(-length)]
}

/// Half of `value / 2³⁰`, rounded to the nearest integer, with halves away from zero.
const fn halved(value: i64) -> i32 {
    let rounding = if value >= 0 { UNIT } else { -UNIT };
    ((value + rounding) / (2 * UNIT)) as i32
}
