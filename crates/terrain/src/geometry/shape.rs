//! The area that a piece covers: a block in line, or a strip along a road in column (PB-36.9).

use sandtable_pack::{Facing, GroundLength, GroundPoint, GroundVector};
use smallvec::SmallVec;

use crate::geometry::block::{Block, BlockEdge, Face};
use crate::geometry::quad::{self, Bounds, Quad};

/// The area that a piece covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A block in line.
    Block(Block),
    /// A road column.
    Strip(Strip),
}

/// A band of constant width along a line, from the head of a column back to its tail (PB-36.9).
///
/// The band is the union of a rectangle along each straight run and a wedge on the outside of each
/// bend. Corners are rounded to whole centimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    line: Vec<GroundPoint>,
    width: GroundLength,
    /// The rectangles of the runs, then the wedges of the bends.
    quads: Vec<Quad>,
    /// The direction of each run.
    facings: Vec<Facing>,
    bounds: Bounds,
}

/// An edge of a shape with its outward direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeEdge {
    pub face: Face,
    pub edge: BlockEdge,
    pub outward: Facing,
}

impl Strip {
    /// Creates a strip along a line from the head to the tail; `None` if the line has no length.
    pub fn new(line: Vec<GroundPoint>, width: GroundLength) -> Option<Self> {
        let mut line = line;
        line.dedup();
        if line.len() < 2 {
            return None;
        }
        let sideways: SmallVec<[GroundVector; 16]> =
            line.windows(2).map(|run| leftward(run[0] - run[1], width)).collect();
        // A straight run for each pair of points, and a wedge for each bend.
        let mut quads: Vec<Quad> = Vec::with_capacity(2 * line.len() - 3);
        let mut facings: Vec<Facing> = Vec::with_capacity(line.len() - 1);
        for (run, &left) in line.windows(2).zip(&sideways) {
            // The head is the front: front right, front left, rear left, rear right.
            quads.push(Quad::new([run[0] - left, run[0] + left, run[1] + left, run[1] - left]));
            facings.push(Facing::from_vector(run[0] - run[1])?);
        }
        for (bend, pair) in line[1..].iter().zip(sideways.windows(2)) {
            let turn = pair[1].cross(pair[0]);
            let wedge = match turn.signum() {
                1 => [*bend, *bend - pair[1], *bend - pair[0], *bend],
                -1 => [*bend, *bend + pair[1], *bend + pair[0], *bend],
                _ => continue,
            };
            quads.push(counter_clockwise(wedge));
        }
        let bounds = quads.iter().map(|quad| *quad.bounds()).reduce(Bounds::union);
        Some(Self { bounds: bounds?, line, width, quads, facings })
    }

    /// The line from the head to the tail.
    pub fn line(&self) -> &[GroundPoint] {
        &self.line
    }

    /// The width of the strip.
    pub const fn width(&self) -> GroundLength {
        self.width
    }

    /// The head of the column.
    pub fn head(&self) -> GroundPoint {
        self.line[0]
    }

    /// The direction of the head.
    pub fn facing(&self) -> Facing {
        self.facings[0]
    }

    /// The edges: head, both sides of every run, and tail.
    fn edges(&self) -> impl Iterator<Item = ShapeEdge> + '_ {
        let last = self.facings.len() - 1;
        self.facings.iter().zip(&self.quads).enumerate().flat_map(
            move |(index, (&facing, quad))| {
                let faces = Face::ALL.into_iter().filter(move |face| match face {
                    Face::Front => index == 0,
                    Face::Rear => index == last,
                    Face::LeftFlank | Face::RightFlank => true,
                });
                faces.map(move |face| ShapeEdge {
                    face,
                    edge: BlockEdge::of(quad, face),
                    outward: face.outward(facing),
                })
            },
        )
    }
}

impl From<Block> for Shape {
    fn from(block: Block) -> Self {
        Self::Block(block)
    }
}

impl From<Strip> for Shape {
    fn from(strip: Strip) -> Self {
        Self::Strip(strip)
    }
}

impl Shape {
    /// The block, unless the shape is a column.
    pub const fn as_block(&self) -> Option<&Block> {
        match self {
            Self::Block(block) => Some(block),
            Self::Strip(_) => None,
        }
    }

    /// The reference point: the centre of a block, or the head of a column.
    pub fn place(&self) -> GroundPoint {
        match self {
            Self::Block(block) => block.centre(),
            Self::Strip(strip) => strip.head(),
        }
    }

    /// Whether two shapes overlap. Touching shapes do not (PB-6.4).
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.bounds().meets(other.bounds()) && self.overlaps_near(other)
    }

    fn overlaps_near(&self, other: &Self) -> bool {
        // Two blocks are the most common case.
        if let (Self::Block(one), Self::Block(other)) = (self, other) {
            return one.overlaps(other);
        }
        self.quads().iter().any(|a| other.quads().iter().any(|b| a.overlaps(b)))
    }

    /// A quick test: false means that no move of at most `reach` can separate two overlapping
    /// shapes.
    pub fn could_part_from(&self, other: &Self, reach: GroundLength) -> bool {
        self.quads().iter().all(|a| other.quads().iter().all(|b| a.could_separate_from(b, reach)))
    }

    /// The shortest distance between two shapes, rounded to whole centimetres; zero if they touch
    /// or overlap (PB-36.3).
    pub fn distance(&self, other: &Self) -> GroundLength {
        let pairs = self.quads().iter().flat_map(|a| other.quads().iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| a.distance(b)).min().unwrap_or(GroundLength::ZERO)
    }

    /// Whether [`Self::distance`] is at most `limit`. Faster than computing the distance (PB-36.3,
    /// PB-36.12).
    #[inline]
    pub fn within(&self, other: &Self, limit: GroundLength) -> bool {
        self.reach(limit).meets(other.bounds()) && self.within_near(other, limit)
    }

    fn within_near(&self, other: &Self, limit: GroundLength) -> bool {
        if let (Self::Block(one), Self::Block(other)) = (self, other) {
            return one.within(other, limit);
        }
        self.quads().iter().any(|a| other.quads().iter().any(|b| a.within(b, limit)))
    }

    /// Whether the minimum distance from a point, rounded to whole centimetres, is at most `limit`.
    pub fn within_of(&self, place: GroundPoint, limit: GroundLength) -> bool {
        self.quads().iter().any(|quad| quad.is_within_of_point(place, limit))
    }

    /// Whether a point is inside the shape or on its edge.
    pub fn holds(&self, place: GroundPoint) -> bool {
        self.quads().iter().any(|quad| quad.holds(place))
    }

    /// Whether the straight line between two points passes through the interior (PB-A103).
    pub fn meets_line(&self, from: GroundPoint, to: GroundPoint) -> bool {
        self.quads().iter().any(|quad| quad.meets_line(from, to))
    }

    pub(crate) fn quads(&self) -> &[Quad] {
        match self {
            Self::Block(block) => std::slice::from_ref(block.quad()),
            Self::Strip(strip) => &strip.quads,
        }
    }

    /// The block, or the rectangles of a column's straight runs.
    pub(crate) fn runs(&self) -> &[Quad] {
        match self {
            Self::Block(_) => self.quads(),
            Self::Strip(strip) => &strip.quads[..strip.facings.len()],
        }
    }

    /// The edges that a front can touch.
    pub(crate) fn edges(&self) -> impl Iterator<Item = ShapeEdge> + '_ {
        let (block, strip) = match self {
            Self::Block(block) => (Some(block), None),
            Self::Strip(strip) => (None, Some(strip)),
        };
        let of_block = block.into_iter().flat_map(|block| {
            Face::ALL.map(|face| ShapeEdge {
                face,
                edge: block.edge(face),
                outward: block.outward(face),
            })
        });
        of_block.chain(strip.into_iter().flat_map(Strip::edges))
    }

    /// Bounds that intersect every shape within `limit` of this one.
    #[inline]
    pub fn reach(&self, limit: GroundLength) -> Bounds {
        self.bounds().widened(limit.centimetres() + 1)
    }

    /// The bounding box of the shape.
    #[inline]
    pub const fn bounds(&self) -> &Bounds {
        match self {
            Self::Block(block) => block.bounds(),
            Self::Strip(strip) => &strip.bounds,
        }
    }
}

/// The vector of half the width of a band, to the left of the direction `way`.
fn leftward(way: GroundVector, width: GroundLength) -> GroundVector {
    // Products stay below 2⁵³ and square roots are correctly rounded, so results are equal on all
    // platforms.
    let (x, y) = (f64::from(way.x), f64::from(way.y));
    let scale = f64::from(width.centimetres()) / 2.0 / (x * x + y * y).sqrt();
    GroundVector::new((-y * scale).round() as i32, (x * scale).round() as i32)
}

fn counter_clockwise(wedge: [GroundPoint; 4]) -> Quad {
    let [a, b, c, _] = wedge;
    if quad::side(a, b, c) >= 0 { Quad::new([a, b, c, a]) } else { Quad::new([a, c, b, a]) }
}
