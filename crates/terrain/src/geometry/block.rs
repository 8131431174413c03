//! A block on the ground: an oriented rectangle with integer corners (PB-36.1).

use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, GroundVector, Pose, UNIT};

use crate::geometry::quad::{Bounds, Quad, side};

/// A block on the ground: its length lies along its front, its depth behind it.
///
/// The corners are rounded to whole centimetres once, opposite corners alike, so that a block is a
/// parallelogram around its centre that differs from the true rectangle by at most 0.71 cm. Every
/// answer is exact for that parallelogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pose: Pose,
    footprint: Footprint,
    quad: Quad,
}

/// A straight edge of a block, seen from outside: from its right end to its left end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEdge {
    /// The end at the right hand of someone who looks outward over the edge.
    pub right: GroundPoint,
    /// The end at the left hand.
    pub left: GroundPoint,
}

/// One of the four edges of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Where it looks.
    Front,
    /// At its left hand.
    LeftFlank,
    /// Behind it.
    Rear,
    /// At its right hand.
    RightFlank,
}

impl Face {
    /// All four, counter-clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::LeftFlank, Self::Rear, Self::RightFlank];

    /// The direction outward over this edge of a block that looks along `facing`.
    pub(crate) const fn outward(self, facing: Facing) -> Facing {
        match self {
            Self::Front => facing,
            Self::LeftFlank => facing.turned(-1024),
            Self::Rear => facing.reversed(),
            Self::RightFlank => facing.turned(1024),
        }
    }
}

impl Block {
    /// A block in a pose with a footprint.
    pub fn new(pose: Pose, footprint: Footprint) -> Self {
        let [front_right, front_left] = half_diagonals(pose.facing, footprint);
        let centre = pose.centre;
        let quad = Quad::around(centre, [front_right, front_left]);
        Self { pose, footprint, quad }
    }

    /// Centre and facing.
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// The centre.
    pub const fn centre(&self) -> GroundPoint {
        self.pose.centre
    }

    /// Where the front looks.
    pub const fn facing(&self) -> Facing {
        self.pose.facing
    }

    /// Length and depth.
    pub const fn footprint(&self) -> Footprint {
        self.footprint
    }

    /// Along the front.
    pub const fn length(&self) -> GroundLength {
        self.footprint.length
    }

    /// From front to back.
    pub const fn depth(&self) -> GroundLength {
        self.footprint.depth
    }

    /// Front right, front left, rear left, rear right: counter-clockwise.
    pub const fn corners(&self) -> [GroundPoint; 4] {
        *self.quad.corners()
    }

    /// One of its edges.
    pub const fn edge(&self, face: Face) -> BlockEdge {
        BlockEdge::of(&self.quad, face)
    }

    /// The direction outward over one of its edges.
    pub const fn outward(&self, face: Face) -> Facing {
        face.outward(self.facing())
    }

    /// The middle of the front edge, from which it looks and fires (PB-36.11).
    pub fn front_middle(&self) -> GroundPoint {
        self.edge(Face::Front).middle()
    }

    /// The same block with its centre elsewhere. Its corners move with it: they are rounded as seen
    /// from the centre.
    pub fn moved_to(&self, centre: GroundPoint) -> Self {
        let quad = self.quad.moved(centre - self.centre());
        Self { pose: Pose { centre, facing: self.facing() }, footprint: self.footprint, quad }
    }

    /// The same block turned about its centre (PB-A33).
    pub fn turned_to(&self, facing: Facing) -> Self {
        Self::new(Pose { centre: self.centre(), facing }, self.footprint)
    }

    /// The same block moved along its front: to the right when positive, to the left when negative.
    pub fn shifted(&self, rightward: GroundLength) -> Self {
        self.moved_to(self.centre() + self.facing().right().times(rightward))
    }

    /// Have two blocks ground in common? Touching is not enough (PB-6.4).
    pub fn overlaps(&self, other: &Self) -> bool {
        self.quad.overlaps(&other.quad)
    }

    /// The shortest distance between footprints, rounded to whole centimetres; zero when they
    /// touch or overlap (PB-36.3).
    pub fn distance(&self, other: &Self) -> GroundLength {
        self.quad.distance(&other.quad)
    }

    /// Is [`Self::distance`] at most `limit`? Faster than the distance (PB-36.3, PB-36.12).
    pub fn within(&self, other: &Self, limit: GroundLength) -> bool {
        self.quad.within(&other.quad, limit)
    }

    /// Is a place inside it or on its edge?
    pub fn holds(&self, place: GroundPoint) -> bool {
        self.quad.holds(place)
    }

    /// Is a place strictly behind the line of its front (PB-36.2, PB-A106)? On the line is in
    /// front.
    pub fn is_behind_front(&self, place: GroundPoint) -> bool {
        let BlockEdge { right, left } = self.edge(Face::Front);
        side(right, left, place) > 0
    }

    /// An upright rectangle around all that it sweeps over on its way to a place, its facing kept.
    pub fn swept(&self, to: GroundPoint) -> Bounds {
        self.bounds().joined(*self.moved_to(to).bounds())
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

    /// Its middle, halves rounded toward the frame's origin.
    pub fn middle(self) -> GroundPoint {
        let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
        GroundPoint::new(half(self.right.x, self.left.x), half(self.right.y, self.left.y))
    }

    /// From its right end to its left end.
    pub fn way(self) -> GroundVector {
        self.left - self.right
    }

    /// Its length, rounded to whole centimetres.
    pub fn length(self) -> GroundLength {
        self.way().length()
    }
}

/// From the centre to the front right and the front left corner.
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

/// Half of `value / 2³⁰` to the nearest whole, halves away from zero.
const fn halved(value: i64) -> i32 {
    let rounding = if value >= 0 { UNIT } else { -UNIT };
    ((value + rounding) / (2 * UNIT)) as i32
}
